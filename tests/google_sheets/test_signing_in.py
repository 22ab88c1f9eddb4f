"""Signing in, and setting spreadsheets up: made and shared with the host's account, or taken over from links.

Must not show a secret in any message.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from croupier.core.problems import HostError
from croupier.sheets.base import answers
from croupier.sheets.google import marks, setup
from croupier.sheets.google.auth import SCOPES, identity, refuse_exposed, sign_in
from croupier.sheets.google.drive import facts_of
from croupier.sheets.google.errors import Unavailable
from croupier.sheets.google.http import GoogleHttp
from croupier.sheets.google.links import Link
from croupier.sheets.google.store import GoogleStore
from emulator import Fault, Faults, Kind
from google_sheets.boards import FIRST, SECOND, board
from google_sheets.kit import Table, table

SEAT = "01-seat"


def client(found: Table, credentials: Any) -> GoogleHttp:
    return GoogleHttp(credentials, who="", clock=found.clock, sleep=found.clock.sleep, jitter=lambda: 0.5)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A key file as it should lie: readable by its owner alone, in no repository."""
    file = tmp_path / "key.json"
    file.touch(mode=0o600)
    return file


def test_a_service_account_signs_in_by_file_and_by_variable(key: Path) -> None:
    with table(SEAT) as found:
        text = json.dumps(found.emulator.credentials(found.robot))
        key.write_text(text)
        for signed in (sign_in("service_account", key), sign_in("service_account", None, text), sign_in("service_account", None, str(key))):
            assert signed.address == found.robot.email
            http = client(found, signed.credentials)
            http.sign_in()
            assert identity(http) == found.robot.email
            assert http.sheet(found.ids[SEAT], "spreadsheetId") == {"spreadsheetId": found.ids[SEAT]}
        assert found.emulator.log.methods()["token"] == 3  # one for each client, before its first request


def test_a_host_signs_in_with_a_refresh_token(key: Path) -> None:
    with table(service=False) as found:
        key.write_text(json.dumps(found.emulator.credentials(found.host)))
        http = client(found, sign_in("oauth", key).credentials)
        assert identity(http) == found.host.email


def test_scopes_are_the_least_that_work() -> None:
    assert SCOPES == {
        "service_account": ("https://www.googleapis.com/auth/spreadsheets", "https://www.googleapis.com/auth/drive.metadata.readonly"),
        "oauth": ("https://www.googleapis.com/auth/drive.file",),
    }


BAD = {
    "no JSON": "secret-",
    "a list": '["secret-"]',
    "another kind": '{"type": "authorized_user", "refresh_token": "secret-", "client_id": "x", "client_secret": "secret-"}',
    "no key": '{"type": "service_account", "client_email": "a@b", "token_uri": "https://x", "private_key": "secret-"}',
    "nothing": '{"type": "service_account"}',
}


@pytest.mark.parametrize("name", BAD)
def test_what_are_no_credentials_is_refused(name: str, key: Path) -> None:
    key.write_text(BAD[name])
    with pytest.raises(HostError) as refusal:
        sign_in("service_account", key)
    assert "secret-" not in f"{refusal.value} {refusal.value.next_step}"
    assert refusal.value.__suppress_context__ or refusal.value.__context__ is None


def test_the_example_signs_nobody_in(key: Path) -> None:
    example = Path(__file__).parents[2] / "credentials.example.json"
    key.write_text(example.read_text(encoding="utf-8"))
    with pytest.raises(HostError, match="its key is no key"):
        sign_in("service_account", key)


def test_credentials_that_are_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="are not there"):
        sign_in("service_account", tmp_path / "none.json")
    with pytest.raises(HostError, match="no credentials"):
        sign_in("oauth", None, " ")


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o620])
def test_a_file_that_others_can_read_is_refused(key: Path, mode: int) -> None:
    key.chmod(mode)
    with pytest.raises(HostError, match="others on this machine can read") as refusal:
        sign_in("service_account", key)
    assert refusal.value.next_step == f"chmod 600 {key}"


@pytest.mark.parametrize("with_git", [True, False])
def test_a_file_in_a_repository_has_to_be_ignored(tmp_path: Path, with_git: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    (tmp_path / "season").mkdir()
    file = tmp_path / "season" / "credentials.json"
    file.touch(mode=0o600)
    if not with_git:
        monkeypatch.setenv("PATH", "")
    with pytest.raises(HostError, match="git repository that does not ignore them") as refusal:
        refuse_exposed(file)
    assert ".gitignore" in refusal.value.next_step
    (tmp_path / ".gitignore").write_text("credentials.json\n")
    refuse_exposed(file)
    link = tmp_path / "elsewhere.json"
    link.symlink_to(file)
    with pytest.raises(HostError):
        refuse_exposed(link)


# Setting up ---------------------------------------------------------------------------------------------------------


def test_a_host_makes_and_shares_spreadsheets_once() -> None:
    with table(service=False) as found:
        http = found.http()
        assert setup.made_before(http, "match-2") == {}
        link = setup.create(http, "match-2", SEAT, "Match 2 – Ana")
        setup.share(http, link.id)
        assert setup.made_before(http, "match-2") == {SEAT: link.id}
        assert setup.made_before(http, "match-3") == {}
        store = GoogleStore(http, {SEAT: link.id}, found.host.email)
        workbook, form = board(SEAT)
        store.bring(SEAT, workbook)
        found.ids[SEAT] = link.id
        found.fill(SEAT, workbook, form, {"bids": {"Desk Job": "$7"}})
        assert answers(form, store.lock_and_read(SEAT, workbook, form))["bids"] == {"Desk Job": "$7"}
        permissions = found.emulator.world.files[link.id].permissions
        assert [(one.kind, one.role, one.discoverable) for one in permissions] == [("user", "owner", False), ("anyone", "writer", False)]


def test_a_spreadsheet_is_shared_with_an_address() -> None:
    with table(service=False) as found:
        http = found.http()
        link = setup.create(http, "match-2", SEAT, "Match 2 – Ana")
        setup.share(http, link.id, "ana@example.com")
        permissions = found.emulator.world.files[link.id].permissions
        assert [one.email for one in permissions] == [found.host.email, "ana@example.com"]


@pytest.mark.parametrize("kind", [Kind.UNAVAILABLE_AFTER, Kind.TIMEOUT_AFTER, Kind.CUT_OFF_AFTER])
def test_a_doubtful_reply_makes_no_second_spreadsheet(kind: Kind) -> None:
    with table(service=False) as found:
        found.emulator.faults = Faults.of(Fault(kind))
        link = setup.create(found.http(), "match-2", SEAT, "Match 2 – Ana")
        assert list(found.emulator.world.files) == [link.id]
        found.emulator.faults = Faults.of(Fault(Kind.UNAVAILABLE))
        with pytest.raises(Unavailable):
            setup.create(found.http(), "match-2", "02-bo", "Match 2 – Bo")


def test_a_service_account_is_told_that_it_cannot_make_one() -> None:
    with table() as found:
        http = GoogleHttp(
            sign_in("service_account", None, json.dumps(found.emulator.credentials(found.robot))).credentials.with_scopes(
                ["https://www.googleapis.com/auth/drive"]
            ),
            who=found.robot.email,
            clock=found.clock,
            sleep=found.clock.sleep,
            jitter=lambda: 0.5,
        )
        with pytest.raises(HostError, match="service accounts never have") as refusal:
            setup.create(http, "match-2", SEAT, "x")
        assert found.robot.email in refusal.value.next_step and "croupier adopt" in refusal.value.next_step


def test_a_link_is_adopted_and_laid_out_in_one_request() -> None:
    with table(SEAT) as found:
        link = setup.adopt(found.http(), f"https://drive.google.com/file/d/{found.ids[SEAT]}/view", found.robot.email)
        assert link == Link(found.ids[SEAT])
        store = GoogleStore(found.http(), {SEAT: link.id}, found.robot.email)
        found.asked()
        store.bring(SEAT, board(SEAT)[0])
        assert found.asked()["sheets.spreadsheets.batchUpdate"] == 1


UNFIT = {
    Kind.PERMISSION_LOST: "not shared with croupier",
    Kind.READ_ONLY: "may look at it, but not edit it",
    Kind.MISSING: "no such file",
    Kind.BINNED: "in the bin",
    Kind.OFFICE_FILE: "uploaded Excel file",
}


@pytest.mark.parametrize("kind", UNFIT)
def test_a_link_that_is_of_no_use_is_refused(kind: Kind) -> None:
    with table(SEAT) as found:
        found.emulator.faults = Faults.of(Fault(kind, spreadsheet=found.ids[SEAT]))
        with pytest.raises(HostError, match=UNFIT[kind] if kind != Kind.PERMISSION_LOST else "not shared") as refusal:
            setup.adopt(found.http(), Link(found.ids[SEAT]).url, found.robot.email)
        assert found.ids[SEAT] not in f"{refusal.value.message} {refusal.value.next_step}"


def test_a_folder_is_no_spreadsheet() -> None:
    with table() as found:
        folder = found.emulator.folder("Boards", found.host)
        found.emulator.share(folder, found.robot)
        with pytest.raises(HostError, match="no Google spreadsheet"):
            setup.adopt(found.http(), folder, found.robot.email)


def test_an_examination_tells_what_is_not_well() -> None:
    with table(SEAT) as found:
        http, (workbook, _), owner = found.http(), board(SEAT), found.owner(SEAT)

        def findings() -> list[str]:
            return [finding.trouble for finding in setup.examine(http, facts_of(http, found.ids[SEAT]), workbook, found.robot.email)]

        assert findings() == ["no form was laid out in it yet"]
        found.store().bring(SEAT, workbook)
        assert findings() == []
        names = {name.name: name.id for name in owner.book.names}
        owner.do({"deleteNamedRange": {"namedRangeId": names[f"{marks.PREFIX}bid_8"]}})
        owner.do(*({"deleteProtectedRange": {"protectedRangeId": guard.number}} for guard in owner.tab("Board").guards))
        owner.delete_tab("Rules")
        assert findings() == [
            "the protection of its tab Board is gone",
            "its tab Submit has lost named ranges: bid_8",
            "its tab Rules was deleted",
        ]
        found.store().bring(SEAT, board(SEAT, FIRST)[0])
        assert findings() == [f"it holds another step's, seat's or match's form (match-2/{SEAT}/{FIRST}/0123456789ab)"]
        assert SECOND in workbook.stamp
        found.emulator.disabled = {"sheets"}
        with pytest.raises(HostError, match="not switched on"):
            findings()
