"""Whose account a season signs in with, and the private list of links: what season.toml may say, and the store that comes of it.

Must not show a secret in any message.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import google_account, links, season
from croupier.clock import Waiting
from croupier.core.problems import HostError
from croupier.google_account import Choice, choice, open_store, signed_in, workbook_links
from croupier.season import Season
from croupier.sheets.google.links import Link
from croupier.store import MatchFolder
from google_sheets.boards import SEAT, board
from google_sheets.kit import Table, table

OTHER = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-abcde"


def waits(found: Table) -> Waiting:
    """The table's clock."""
    return Waiting(found.clock, found.clock.sleep, lambda: 0.5)


def silent(_why: str, _seconds: float) -> None:
    """Waits told to nobody."""


def with_google(folder: Path, lines: str) -> Season:
    """A season whose settings have a table [google] with these lines."""
    made = season.create(folder, "Test season", "UTC")
    with (folder / "season.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n[google]\n{lines}\n")
    return made


def with_key(place: Season, found: Table) -> Season:
    """The season with the credentials of the table's account where they belong."""
    key = place.path / "credentials.json"
    key.touch(mode=0o600)
    key.write_text(json.dumps(found.emulator.credentials(found.robot)))
    return place


@pytest.fixture
def found() -> Iterator[Table]:
    with table(SEAT) as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> MatchFolder:
    return MatchFolder(tmp_path / "match-2")


def test_a_season_without_the_table_needs_no_google(tmp_path: Path) -> None:
    place = season.create(tmp_path / "season", "Test season", "UTC")
    assert choice(place) is None
    with pytest.raises(HostError, match="no table"):
        google_account.account(place, Waiting(float, lambda _: None, float), silent)


def test_the_commands_do_without_googles_libraries_until_they_are_needed() -> None:
    script = "import sys, croupier.cli; print(sorted({name.split('.')[0] for name in sys.modules} & {'google', 'gspread', 'requests'}))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_the_table_says_how(tmp_path: Path) -> None:
    place = with_google(tmp_path / "one", 'sign_in = "service_account"')
    assert choice(place) == Choice("service_account", place.path / "credentials.json", None, "link")
    place = with_google(tmp_path / "two", 'sign_in = "oauth"\ncredentials = "/keys/own.json"\nshare = "contact"')
    assert choice(place) == Choice("oauth", Path("/keys/own.json"), None, "contact")
    place = with_google(tmp_path / "three", 'sign_in = "oauth"\ncredentials_env = "CROUPIER_GOOGLE"')
    assert choice(place) == Choice("oauth", None, "CROUPIER_GOOGLE", "link")


WRONG = {
    'sign_in = "api_key"': "does not say how to sign in",
    "": "does not say how to sign in",
    'sign_in = "oauth"\nshare = "all"': "'all' will not do",
    'sign_in = "oauth"\nkey = 1': "`key` that means nothing",
    'sign_in = "oauth"\ncredentials = 1': "credentials is no name",
    'sign_in = "oauth"\ncredentials = \'{"private_key": "secret-"}\'': "credentials is no name",
}


@pytest.mark.parametrize("lines", WRONG)
def test_a_table_that_will_not_do_is_refused(tmp_path: Path, lines: str) -> None:
    with pytest.raises(HostError, match=WRONG[lines]) as refusal:
        choice(with_google(tmp_path / "season", lines))
    assert "secret-" not in f"{refusal.value} {refusal.value.next_step}"


def test_the_environment_comes_before_the_file(tmp_path: Path, found: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = choice(with_google(tmp_path / "season", 'sign_in = "service_account"\ncredentials_env = "CROUPIER_GOOGLE"'))
    assert wanted is not None
    monkeypatch.delenv("CROUPIER_GOOGLE", raising=False)
    with pytest.raises(HostError, match="CROUPIER_GOOGLE is not set"):
        signed_in(wanted)
    monkeypatch.setenv("CROUPIER_GOOGLE", json.dumps(found.emulator.credentials(found.robot)))
    assert signed_in(wanted).address == found.robot.email


def test_the_store_works_on_the_spreadsheets_of_the_list(tmp_path: Path, found: Table, folder: MatchFolder) -> None:
    place = with_key(with_google(tmp_path / "season", 'sign_in = "service_account"'), found)
    links.keep(folder, {SEAT: Link(found.ids[SEAT])})
    store = open_store(place, folder, waits(found), silent)
    workbook, form = board(SEAT)
    assert store.bring(SEAT, workbook)
    assert store.read(SEAT, workbook, form).stamp == workbook.stamp
    assert store.place(SEAT, workbook) == workbook_links(folder)[SEAT]
    with pytest.raises(HostError, match="no spreadsheet yet"):
        store.bring("02-bo", workbook)


def test_a_hosts_own_account_is_asked_of_google(tmp_path: Path) -> None:
    with table(service=False) as made:
        place = with_key(with_google(tmp_path / "season", 'sign_in = "oauth"'), made)
        account = google_account.account(place, waits(made), silent)
        assert account.address == account.http.who == made.host.email


# The list of links --------------------------------------------------------------------------------------------------


def test_links_are_kept_for_the_host_alone(folder: MatchFolder) -> None:
    assert workbook_links(folder) == {}
    links.keep(folder, {SEAT: Link(OTHER, "0-abc")})
    links.keep(folder, {links.CONTROL: Link(f"{OTHER}2")})
    assert workbook_links(folder) == {
        SEAT: f"https://docs.google.com/spreadsheets/d/{OTHER}/edit?resourcekey=0-abc",
        links.CONTROL: f"https://docs.google.com/spreadsheets/d/{OTHER}2/edit",
    }
    assert links.spreadsheet_ids(folder) == {SEAT: OTHER, links.CONTROL: f"{OTHER}2"}
    assert (folder.private / "links.json").stat().st_mode & 0o077 == 0


def test_two_seats_cannot_have_one_spreadsheet(folder: MatchFolder) -> None:
    links.keep(folder, {SEAT: Link(OTHER)})
    with pytest.raises(HostError, match=f"{SEAT} and 02-bo have the same spreadsheet"):
        links.keep(folder, {"02-bo": Link(OTHER, "0-abc")})
    assert list(workbook_links(folder)) == [SEAT]
    links.keep(folder, {SEAT: Link(f"{OTHER}2"), "02-bo": Link(OTHER)})
    assert links.spreadsheet_ids(folder) == {SEAT: f"{OTHER}2", "02-bo": OTHER}


@pytest.mark.parametrize("text", ["{", "[]", '{"01-ana": 1}', '{"01-ana": "https://example.org"}'])
def test_a_damaged_list_is_told(folder: MatchFolder, text: str) -> None:
    folder.private.mkdir(parents=True)
    (folder.private / "links.json").write_text(text)
    with pytest.raises(HostError, match=r"links\.json"):
        workbook_links(folder)
