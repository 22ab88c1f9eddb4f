"""A season in the emulated Google with a match of three, and its host at a terminal.

Must not take a way that a host could not take; whatever a command shows or logs is kept, so that secrets can be looked for.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from croupier import cli, clock, google_account, opening, season, sync
from croupier.clock import Waiting
from croupier.google_account import Account
from croupier.season import Season
from croupier.store import MatchFolder
from google_sheets.kit import Table, table
from table import BEGINNING, SMALL

SEATS = {"Ana": "01-ana", "Bo": "02-bo", "Cy": "03-cy"}
PLAYERS = "name,contact\nAna,ana@example.com\nBo,bo#2 or bo@example.com\nCy,Cy <cy@example.com>\n"


class Hosted:
    """The season's files, the emulated Google, and a terminal."""

    def __init__(self, folder: Path, found: Table, lines: str = "", players: str = PLAYERS, title: str = "Small match") -> None:
        self.table = found
        self.season: Season = season.create(folder, "Test season", "UTC")
        way = "service_account" if found.robot.service else "oauth"
        with (folder / "season.toml").open("a", encoding="utf-8") as file:
            file.write(f'\n[google]\nsign_in = "{way}"\n{lines}\n')
        self.key = folder / "credentials.json"
        self.key.touch(mode=0o600)
        self.key.write_text(json.dumps(found.emulator.credentials(found.robot)))
        listed = folder / "list.csv"
        listed.write_text(players)
        self.table.clock.now = BEGINNING.timestamp()
        made = opening.new(self.season, "house-of-horrors", title, listed, BEGINNING)
        with made.settings.open("a", encoding="utf-8") as file:
            file.write(SMALL)
        self.folder = MatchFolder(made.path)

    @property
    def waiting(self) -> Waiting:
        return Waiting(self.table.clock, self.table.clock.sleep, lambda: 0.5)

    def account(self) -> Account:
        """Signed in as the commands are."""
        return google_account.account(self.season, self.waiting, lambda _why, _seconds: None)

    def give_links(self, *names: str) -> str:
        """Spreadsheets that the host has made and shared, as a list that `adopt` takes."""
        self.table.give(*[SEATS[name] for name in names])
        return "name,link\n" + "".join(f"{name},https://docs.google.com/spreadsheets/d/{self.table.ids[SEATS[name]]}/edit#gid=0\n" for name in names)

    def give_client(self) -> None:
        """The file of the application that asks hosts to agree, as it was downloaded."""
        client = self.season.path / "client_secret.json"
        client.touch(mode=0o600)
        client.write_text(json.dumps(self.table.emulator.tokens.client_file()))

    def open(self) -> None:
        """Opens the match, and lays its workbooks out."""
        opening.open_match(self.folder, BEGINNING, b"t" * 32)
        self.deliver()

    def deliver(self) -> None:
        store = google_account.open_store(self.season, self.folder, self.waiting, lambda _why, _seconds: None)
        sync.deliver(self.folder, store, lambda: None, BEGINNING)


@contextmanager
def hosted(folder: Path, lines: str = "", players: str = PLAYERS, *, service: bool = True, title: str = "Small match") -> Iterator[Hosted]:
    """The season while the emulated Google lasts."""
    with table(service=service) as found:
        yield Hosted(folder, found, lines, players, title)


class Terminal:
    """The `croupier` command in this process, in the season's folder. `shown` = all that it has ever shown."""

    def __init__(self, host: Hosted, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch, self._capsys = monkeypatch, capsys
        self.shown = ""
        monkeypatch.chdir(host.season.path)
        monkeypatch.setattr(clock, "waiting", lambda: host.waiting)
        monkeypatch.setattr(clock, "now", lambda: BEGINNING)

    def run(self, *words: str) -> tuple[int, str]:
        """(exit status, what was shown) of a command."""
        self._capsys.readouterr()
        self._patch.setattr(sys, "argv", ["croupier", *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        out, err = self._capsys.readouterr()
        self.shown += out + err
        return int(left.value.code or 0), out + err
