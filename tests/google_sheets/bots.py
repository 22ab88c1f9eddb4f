"""A table in the emulated Google at which bots play whole matches: `croupier demo --store emulator` sits down here.

Must not fill in a spreadsheet but as a player does, who is held back by protections.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from croupier import desk
from croupier.core.forms import Answers
from croupier.match import Match
from croupier.playtest import BEGINNING
from croupier.sheets.google.store import GoogleStore
from google_sheets.kit import Table, table


class EmulatedTable:
    """The emulated Google, in which each seat is given a spreadsheet when it is first asked for."""

    def __init__(self, google: Table) -> None:
        self._google = google
        google.clock.now = BEGINNING.timestamp()

    def at(self, moment: datetime) -> None:
        """It is this time now, by Google's clock too; it never goes back."""
        self._google.clock.now = max(self._google.clock.now, moment.timestamp())

    def store(self, match: Match) -> GoogleStore:
        """A store of a run of its own."""
        self._google.give(*(seat_id for seat_id in match.seat_ids.values() if seat_id not in self._google.ids))
        return self._google.store()

    def fill(self, match: Match, seat: str, answers: Answers) -> None:
        """Types, paints and ticks as whoever has the seat's link."""
        self._google.fill(match.seat_ids[seat], desk.workbook(match, seat), match.asked[seat], answers)

    def where(self, match: Match) -> str:
        """What they were; they are gone with the emulator."""
        asked = sum(self._google.emulator.log.methods().values())
        count = len(self._google.ids)
        return f"The workbooks were {count} spreadsheet{'s' * (count != 1)} of an emulated Google, which took {asked} requests; gone with it."


@contextmanager
def emulated() -> Iterator[EmulatedTable]:
    """The table while this lasts; nothing goes to the real Google."""
    with table() as google:
        yield EmulatedTable(google)
