"""A season of small matches for tests of its ledger: opened with lists of their own, played through workbooks in memory.

Must not take a way into a match or into the season's book that a host could not take.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from croupier import corrections, desk, entering, files, ledger, opening, season, sync
from croupier.entering import Plan
from croupier.ledger import Ledger
from croupier.match import Match, load
from croupier.publish import public_season
from croupier.sheets.memory import MemoryStore
from croupier.site.public import PublicContestant, PublicSeason
from croupier.store import MatchFolder
from table import BEGINNING, SMALL

WHY = "as promised"
THREE = {"Ana": 5, "Bo": 3, "Cy": 0}


class Evenings:
    """A season. `now` = what the host's clock shows; every deed takes a minute."""

    def __init__(self, folder: Path) -> None:
        self.season = season.create(folder, "Test season", "America/New_York")
        self.now = BEGINNING
        self.stores: dict[str, MemoryStore] = {}

    def tick(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now

    def make(self, title: str, players: Mapping[str, int | str] = THREE, lines: str = "", options: str = SMALL) -> MatchFolder:
        """A match that waits to be opened. `lines` come before the options of match.toml."""
        listed = self.season.path / "list.csv"
        files.write(listed, ("name,garnets\n" + "".join(f'"{name}",{garnets}\n' for name, garnets in players.items())).encode())
        folder = opening.new(self.season, "house-of-horrors", title, listed, self.tick())
        text = folder.settings.read_text(encoding="utf-8").replace("[options]", f"{lines}\n[options]", 1)
        files.write(folder.settings, (text + options).encode())
        return folder

    def open(self, title: str, players: Mapping[str, int | str] = THREE, lines: str = "", options: str = SMALL) -> MatchFolder:
        """Makes a match and opens it."""
        folder = self.make(title, players, lines, options)
        self.stores[folder.id] = MemoryStore()
        opening.open_match(folder, self.tick(), hashlib.sha256(title.encode()).digest())
        sync.deliver(folder, self.stores[folder.id], lambda: None, self.now)
        return folder

    def sync(self, folder: MatchFolder, answers: Mapping[str, Mapping[str, Any]] | None = None) -> Match:
        """The next deadline, with what is handed in for it."""
        match = load(folder)
        store = self.stores[folder.id]
        for seat, given in (answers or {}).items():
            store.fill(match.seat_ids[seat], desk.workbook(match, seat).title, match.asked[seat], given)
        self.now = max(self.now, match.deadline) + timedelta(minutes=1)
        return sync.sync(folder, store, lambda: None, self.now).match

    def to_entrants(self, folder: MatchFolder) -> Match:
        """Plays on until Garnets can be bid."""
        match = load(folder)
        while match.phase != "entrants":
            match = self.sync(folder)
        return match

    def finish(self, folder: MatchFolder, bids: Mapping[str, int] | None = None) -> Match:
        """Plays to the end; `bids` = seat → Garnets for an Entrant that nobody else wants."""
        match = self.to_entrants(folder)
        names = [field.path[1] for field in match.asked[match.table.seats[0]].fields if field.path[0] == "garnets"]
        wanted = zip((bids or {}).items(), names, strict=False)
        match = self.sync(folder, {seat: {"garnets": {entrant: str(count)}} for (seat, count), entrant in wanted})
        while not match.finished:
            match = self.sync(folder)
        return match

    def roll_back(self, folder: MatchFolder) -> Match:
        planned = corrections.plan_rollback(folder, WHY)
        return corrections.apply(folder, planned, self.stores[folder.id], lambda: None, self.tick())

    def enter(self, plan: Plan) -> None:
        """What the commands do about the season's book."""
        entering.enter(self.season, plan, plan(self.book), self.tick())

    def garnets(self, name: str, change: int) -> None:
        self.enter(lambda book: entering.plan_change(book, name, "garnets", f"{change:+}", WHY))

    def give(self, giver: str, to: str, count: int = 1, what: str = "garnets") -> None:
        self.enter(lambda book: entering.plan_gift(book, giver, to, what, count, WHY))

    @property
    def book(self) -> Ledger:
        return ledger.read(self.season)

    @property
    def public(self) -> PublicSeason:
        return public_season(self.season)

    def told(self, name: str) -> PublicContestant:
        """A contestant as everybody may know it."""
        return next(person for person in self.public.contestants if person.name == name)

    def held(self) -> dict[str, int]:
        """What everybody really holds."""
        book = self.book
        return {person.name: book.held(person.name) for person in book.roster.everybody}
