"""The page “Google in fifteen minutes” holds: its steps can be followed, its messages are croupier's, its list is the live check's.

Must not follow what is to be done on Google's own pages.
"""

from __future__ import annotations

import re
import subprocess
import threading
import webbrowser
from pathlib import Path

import pytest
import requests

from croupier.google_account import choice
from croupier.live_check import check
from croupier.match import load
from croupier.sheets.google.trial import Answer
from google_sheets.hosted import Hosted, Terminal, hosted
from table import BEGINNING

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "google.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SERVICE, OWN = PAGE.split("## 2b. ")[0], PAGE.split("## 2b. ")[1].split("\n## ")[0]
SEATS = ("Ana", "Bo", "Cy")


def follow(host: Hosted, terminal: Terminal, text: str) -> list[str]:
    """Does what the blocks of a part of the page say, in order; what the commands have shown."""
    shown: list[str] = []
    folder = host.season.path
    for kind, block in BLOCK.findall(text):
        if kind == "toml":
            settings = (folder / "season.toml").read_text(encoding="utf-8").split("\n[google]\n")[0]
            (folder / "season.toml").write_text(f"{settings}\n{block}", encoding="utf-8")
            assert choice(host.season) is not None
        elif kind == "csv":
            assert host.give_links(*SEATS).splitlines()[0] == block.splitlines()[0]
            (folder / "links.csv").write_text(host.give_links(*SEATS), encoding="utf-8")
        for line in block.splitlines() if kind == "sh" else ():
            words = line.partition("  #")[0].split()
            if words[0] != "croupier":
                subprocess.run(words, check=True, cwd=folder)
            else:
                status, said = terminal.run(*words[1:])
                assert status == 0 or "there is no spreadsheet yet" in said, said
                shown.append(said)
    return shown


def test_the_way_of_the_service_account_can_be_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with hosted(tmp_path / "season", title="Main Match 4") as host:
        host.key.chmod(0o644)  # as a browser leaves a download
        shown = follow(host, Terminal(host, monkeypatch, capsys), SERVICE)
        assert "there is no spreadsheet yet" in shown[0] and host.table.robot.email in shown[0]
        assert [said.count("all is well") for said in shown if "all is well" in said] == [3, 3]
        assert not (host.season.path / "links.csv").exists()


def test_the_way_of_the_hosts_own_account_can_be_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with hosted(tmp_path / "season", service=False, title="Main Match 4") as host:
        host.key.unlink()
        host.give_client()
        host.table.emulator.tokens.browsing = host.table.host
        browsers: list[threading.Thread] = []

        class Browser:
            def open(self, url: str, *_: object, **__: object) -> bool:
                browsers.append(threading.Thread(target=lambda: requests.get(url, timeout=10).close()))
                browsers[-1].start()
                return True

        monkeypatch.setattr(webbrowser, "get", lambda *_: Browser())
        shown = follow(host, Terminal(host, monkeypatch, capsys), OWN)
        browsers[0].join()
        assert shown[-1].count("all is well") == 4
        assert load(host.folder).step == 1


def test_every_message_of_the_page_is_one_of_croupiers() -> None:
    table = PAGE.split("## What goes wrong")[1].split("\n## ")[0]
    messages = re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src" / "croupier").rglob("*.py"))
    assert len(messages) > 15
    for message in messages:
        assert message in source, message


def test_the_list_of_the_page_is_what_the_live_check_asks(tmp_path: Path) -> None:
    told: list[Answer] = []
    with hosted(tmp_path / "season") as host:
        host.table.give("check")
        check(host.season, host.account(), host.table.ids["check"], BEGINNING, lambda _: None, told.append)
    listed = re.findall(r"^- (.+)$", PAGE.split("## What could not be tried")[1], re.MULTILINE)
    assert listed == [answer.question for answer in told]
