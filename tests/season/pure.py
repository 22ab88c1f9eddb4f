"""A season's book without any files: entries and matches as a test needs them, under one clock.

Must not know a game: what a match pays is made up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from croupier.core import journal
from croupier.core.game import LedgerEntry
from croupier.core.journal import Entry
from croupier.core.problems import HostError
from croupier.entering import Plan
from croupier.ledger import Ledger
from croupier.played import End, Played
from croupier.stakes import stakes
from table import BEGINNING


@dataclass
class Pure:
    """`entries` = the host's, `matches` by id; every deed takes a minute."""

    entries: tuple[Entry, ...] = ()
    matches: dict[str, Played] = field(default_factory=dict)
    minutes: int = 0

    @property
    def book(self) -> Ledger:
        return Ledger(self.entries, tuple(self.matches.values()))

    def tick(self) -> Any:
        self.minutes += 1
        return BEGINNING + timedelta(minutes=self.minutes)

    def enter(self, plan: Plan) -> bool:
        """Enters what may be entered; whether it was."""
        try:
            planned = plan(self.book)
        except HostError:
            return False
        _, entry = journal.append(self.entries, planned.kind, self.tick().isoformat(), planned.body)
        self.entries = (*self.entries, entry)
        return True

    def open(self, name: str, players: Mapping[str, int], *, plays: bool = True, **more: Any) -> bool:
        """Opens a match with a seat for each player, if it may be opened; whether it was."""
        try:
            brought = stakes(self.book, list(players.items()), plays=plays)
        except HostError:
            return False
        seats = tuple((player, (player,)) for player in players)
        self.matches[name] = Played(name, name.title(), self.tick(), seats, brought.start, brought.reserved, **more)
        return True

    def end(self, name: str, paid: Sequence[tuple[str, str, int]] = (), winners: Sequence[str] = (), places: Mapping[str, int] | None = None) -> None:
        """The end of a match; a second one stands in for the first, as when a step is decided anew."""
        match = self.matches[name]
        n = 2 if match.end is None else match.end.n + 1
        lines = tuple(LedgerEntry(seat, what, change, "paid") for seat, what, change in paid)
        self.matches[name] = replace(match, end=End(self.tick(), n, tuple(winners), tuple((places or {}).items()), lines), shown=True)

    def take_back(self, name: str) -> None:
        """The end of a match is rolled back."""
        self.matches[name] = replace(self.matches[name], end=None)

    def holdings(self) -> dict[tuple[str, str], int]:
        """What everybody holds."""
        book = self.book
        return {(person.name, what): book.held(person.name, what) for person in book.roster.everybody for what in ("garnets", "tokens")}
