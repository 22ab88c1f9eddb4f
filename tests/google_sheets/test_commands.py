"""`sign-in`, `adopt` and `doctor` as a host types them, and that no secret and no link is shown, logged or left lying by any of them.

Must not test what the commands call; that has tests of its own.
"""

from __future__ import annotations

import json
import logging
import subprocess
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from croupier import cli, links, season
from croupier.opening import open_match
from croupier.sheets.base import silent
from croupier.spreadsheets import make
from emulator import Fault, Faults, Kind
from google_sheets.hosted import Hosted, Terminal, hosted
from table import BEGINNING


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Hosted]:
    with hosted(tmp_path / "season") as found:
        yield found


@pytest.fixture
def terminal(host: Hosted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(host, monkeypatch, capsys)


def adopted(host: Hosted, terminal: Terminal, *names: str) -> tuple[int, str]:
    (host.season.path / "links.csv").write_text(host.give_links(*names))
    return terminal.run("adopt", "small-match", "--links", "links.csv")


DELETE = "Delete links.csv when all are taken over: whoever has a link can edit, and croupier keeps a list of its own."

# adopt --------------------------------------------------------------------------------------------------------------


def test_adopt_takes_a_list(host: Hosted, terminal: Terminal) -> None:
    status, shown = adopted(host, terminal, "Ana", "Bo")
    assert (status, shown.splitlines()) == (
        0,
        ["Ana: taken over", "Bo: taken over", DELETE, "No spreadsheet yet for Cy.", "Next: croupier adopt small-match for those"],
    )
    status, shown = adopted(host, terminal, "Cy")
    assert shown.splitlines()[-1] == "Next: croupier open small-match lays the workbooks out"


def test_adopt_takes_one_link(host: Hosted, terminal: Terminal) -> None:
    host.give_links("Ana")
    assert terminal.run("adopt", "small-match", "--seat", "Ana", host.table.ids["01-ana"])[0] == 0
    status, shown = terminal.run("adopt", "small-match", "--seat", "Bo", "https://docs.google.com/document/d/1AbCdEfGhIjKlMnOpQrStUvWxYz012/edit")
    assert status == 1 and "Bo: “https://docs.google.com/document/d/1AbCdE…/edit” is a text document" in shown
    for words in ((), ("--seat", "Bo"), ("--seat", "Bo", "--links", "links.csv"), ("https://x",)):
        status, shown = terminal.run("adopt", "small-match", *words)
        assert status == 2 and "(without one in small-match: Bo, Cy)" in shown and "--links links.csv" in shown


# doctor -------------------------------------------------------------------------------------------------------------


def test_a_season_of_files_needs_no_doctor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    season.create(tmp_path / "files", "Files", "UTC")
    monkeypatch.setattr("sys.argv", ["croupier", "doctor", "--season", str(tmp_path / "files")])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code in (0, None) and "nobody needs to be signed in" in capsys.readouterr().out


def test_the_doctor_finds_all_well_from_the_links_to_the_open_match(host: Hosted, terminal: Terminal) -> None:
    status, shown = terminal.run("doctor")
    assert status == 1
    assert shown.splitlines()[:3] == [
        f"Signed in to Google as {host.table.robot.email} (a service account, by {host.key}).",
        "small-match:",
        "  Ana: there is no spreadsheet yet",
    ]
    adopted(host, terminal, "Ana", "Bo", "Cy")
    well = ["small-match:", "  Ana: all is well", "  Bo: all is well", "  Cy: all is well"]
    assert terminal.run("doctor") == (0, "\n".join([shown.splitlines()[0], *well, ""]))
    host.open()
    assert terminal.run("doctor", "small-match") == (0, "\n".join([shown.splitlines()[0], *well, ""]))


TROUBLES = {
    Kind.PERMISSION_LOST: ("not shared with croupier", "as Editor"),
    Kind.READ_ONLY: ("may look at it, but not edit it", "as Editor"),
    Kind.MISSING: ("no such file", "check the link"),
    Kind.BINNED: ("in the bin", "Restore"),
    Kind.OFFICE_FILE: ("uploaded Excel file", "Save as Google Sheets"),
    Kind.TAB_DELETED: ("was deleted", "Version history"),
    Kind.NAMES_DELETED: ("has lost named ranges", "Version history"),
    Kind.PROTECTION_REMOVED: ("the protection of its tab", "has one again"),
}


@pytest.mark.parametrize("kind", TROUBLES)
def test_the_doctor_names_each_trouble_and_its_remedy(host: Hosted, terminal: Terminal, kind: Kind) -> None:
    adopted(host, terminal, "Ana", "Bo", "Cy")
    host.open()
    host.table.emulator.faults = Faults.of(Fault(kind, spreadsheet=host.table.ids["02-bo"]))
    status, shown = terminal.run("doctor")
    assert status == 1
    assert "  Ana: all is well\n  Bo: " in shown and shown.endswith("  Cy: all is well\n")
    for words in TROUBLES[kind]:
        assert words in shown


def test_the_doctor_sees_another_step_and_another_seats_spreadsheet(host: Hosted, terminal: Terminal) -> None:
    adopted(host, terminal, "Ana", "Bo", "Cy")
    host.open()
    path = host.folder.private / "links.json"
    listed = json.loads(path.read_text())
    listed |= {"01-ana": listed["02-bo"], "09-eve": listed["03-cy"]}
    path.write_text(json.dumps(listed))
    status, shown = terminal.run("doctor")
    assert status == 1
    assert "  Ana: it holds another step's, seat's or match's form (small-match/02-bo/" in shown
    assert "  Bo: it has the same spreadsheet as Ana" in shown
    assert "  09-eve: the list of links names it, but there is no such seat" in shown


SIGN_IN = {
    "mode": (lambda host: host.key.chmod(0o644), "others on this machine can read", "chmod 600"),
    "gone": (lambda host: host.key.unlink(), "are not there", "Add key"),
    "no JSON": (lambda host: host.key.write_text("x"), "holds no JSON", "Add key"),
    "Sheets is off": (lambda host: host.table.emulator.disabled.add("drive"), "Drive API is not switched on", "https://console"),
    "revoked": (lambda host: host.table.emulator.tokens.revoked.add(host.table.robot.email), "no longer takes this sign-in", "sign in anew"),
}


@pytest.mark.parametrize("name", SIGN_IN)
def test_a_sign_in_that_fails_is_one_line_and_its_remedy(host: Hosted, terminal: Terminal, name: str) -> None:
    adopted(host, terminal, "Ana")
    befall, message, step = SIGN_IN[name]
    befall(host)
    for words in (("doctor",), ("adopt", "small-match", "--links", "links.csv")):
        status, shown = terminal.run(*words)
        assert (status, message in shown, step in shown) == (2, True, True), shown
        assert len(shown.splitlines()) <= 3


def test_credentials_in_a_repository_are_refused_unless_ignored(host: Hosted, terminal: Terminal) -> None:
    adopted(host, terminal, "Ana")
    subprocess.run(["git", "init", "-q", str(host.season.path)], check=True)
    assert terminal.run("doctor", "small-match")[0] == 1  # `croupier init` has written a .gitignore that names them
    (host.season.path / ".gitignore").write_text("build/\n")
    status, shown = terminal.run("doctor")
    assert status == 2 and "git repository that does not ignore them" in shown and ".gitignore" in shown


# sign-in ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosted]:
    """A host who has not signed in yet, with a client's file, in front of a browser."""
    with hosted(tmp_path / "season", service=False) as found:
        found.key.unlink()
        found.give_client()
        browsers: list[threading.Thread] = []

        class Browser:
            def open(self, url: str, *_: object, **__: object) -> bool:
                browsers.append(threading.Thread(target=lambda: requests.get(url, timeout=10).close()))
                browsers[-1].start()
                return True

        monkeypatch.setattr(webbrowser, "get", lambda *_: Browser())
        yield found
        for browser in browsers:
            browser.join()


def test_a_host_signs_in_in_the_browser(owner: Hosted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(owner, monkeypatch, capsys)
    owner.table.emulator.tokens.browsing = owner.table.host
    status, shown = terminal.run("sign-in", "client_secret.json")
    assert status == 0 and f"Signed in as {owner.table.host.email}; kept in {owner.key}" in shown
    assert owner.key.stat().st_mode & 0o077 == 0
    assert make(open_match(owner.folder, BEGINNING, b"t" * 32), owner.account(), silent) == ["Ana", "Bo", "Cy", "host"]
    owner.deliver()
    assert terminal.run("doctor")[0] == 0


def test_a_host_who_does_not_agree_is_not_signed_in(owner: Hosted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(owner, monkeypatch, capsys)
    status, shown = terminal.run("sign-in", "client_secret.json")
    assert status == 2 and "nobody has signed in" in shown and "tick what croupier asks for" in shown
    assert not owner.key.exists()


def test_what_is_no_client_is_refused(owner: Hosted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(owner, monkeypatch, capsys)
    client = owner.season.path / "client_secret.json"
    for text, message in (("{}", "Desktop app"), ("x", "cannot be read"), ("", "cannot be read")):
        client.write_text(text)
        status, shown = terminal.run("sign-in", "client_secret.json")
        assert status == 2 and message in shown
    assert "is not there" in terminal.run("sign-in", "other.json")[1]
    client.chmod(0o644)
    assert "chmod 600" in terminal.run("sign-in", "client_secret.json")[1]


def test_no_credentials_are_put_where_git_would_take_them(owner: Hosted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q", str(owner.season.path)], check=True)
    (owner.season.path / ".gitignore").write_text("client_secret.json\n")
    status, shown = Terminal(owner, monkeypatch, capsys).run("sign-in", "client_secret.json")
    assert status == 2 and "git repository that does not ignore them" in shown
    assert not owner.key.exists() and owner.table.emulator.log.methods() == {}


# Secrets ------------------------------------------------------------------------------------------------------------


LOGGERS = ("google", "google_auth_oauthlib", "gspread", "oauthlib", "requests", "requests_oauthlib", "urllib3")


def _log_all(caplog: pytest.LogCaptureFixture) -> None:
    """As somebody does who hunts a fault and asks every library for all it has to say."""
    caplog.set_level(logging.DEBUG)
    for name in LOGGERS:
        caplog.set_level(logging.DEBUG, logger=name)
        logger = logging.getLogger(name)
        if not logger.propagate:
            logger.addHandler(caplog.handler)


def _secrets(host: Hosted) -> list[str]:
    """What of the credentials nobody may see, and how every token begins."""
    held = host.table.emulator.credentials(host.table.robot)
    found = [held[key] for key in ("client_secret", "refresh_token") if key in held]
    found += [line for line in held.get("private_key", "").splitlines() if "-----" not in line]
    return [*found, "ya29."]


BEFALLS = [None, Kind.PERMISSION_LOST, Kind.BINNED, Kind.TOKEN_REVOKED, Kind.UNAVAILABLE, Kind.QUOTA, Kind.RESET, Kind.DISABLED, Kind.CUT_OFF]


@pytest.mark.parametrize("service", [True, False])
def test_no_secret_is_shown_logged_or_left_lying(
    service: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    _log_all(caplog)
    with hosted(tmp_path / "season", service=service) as host:
        terminal = Terminal(host, monkeypatch, capsys)
        if service:
            adopted(host, terminal, "Ana", "Bo", "Cy")
            (host.season.path / "links.csv").unlink()
            host.open()
        else:
            make(open_match(host.folder, BEGINNING, b"t" * 32), host.account(), silent)
            host.table.ids.update(links.spreadsheet_ids(host.folder))
            host.deliver()
        for kind in BEFALLS:
            host.table.emulator.faults = Faults.of(*([Fault(kind, times=None)] if kind else []))
            terminal.run("doctor")
            terminal.run("adopt", "small-match", "--seat", "Ana", next(iter(host.table.emulator.world.files)))
            host.table.emulator.faults.heal()
            host.table.emulator.tokens.revoked.clear()
            host.table.emulator.disabled.clear()
        secrets, ids = _secrets(host), [identifier[8:-8] for identifier in host.table.ids.values()]
        logged = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
        assert "small-match" in terminal.shown and len(secrets) > 2 and len(ids) > 2
        assert not any(secret in logged for secret in secrets)
        for secret in [*secrets, *ids]:  # whoever has a link can edit
            assert secret not in terminal.shown
            for file in host.season.path.rglob("*"):
                if file.is_file() and file not in (host.key, host.folder.private / "links.json"):
                    assert secret.encode() not in file.read_bytes(), file


def test_signing_in_logs_no_code_and_no_token(
    owner: Hosted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    _log_all(caplog)
    terminal = Terminal(owner, monkeypatch, capsys)
    owner.table.emulator.tokens.browsing = owner.table.host
    assert terminal.run("sign-in", "client_secret.json")[0] == 0
    logged = "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.records)
    for secret in [*_secrets(owner), "4/0"]:
        assert secret not in terminal.shown and secret not in logged
