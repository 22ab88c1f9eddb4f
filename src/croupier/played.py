"""A match as the season sees it: who sat where, what it began with, and, once it is over, what it pays.

Must not say anything of a match that still runs but who sits in it and what is reserved there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from croupier.core.game import LedgerEntry

from . import history
from .match import Match


@dataclass(frozen=True)
class End:
    """How a match ended. `n` = number of the journal's entry that ended it: a new decision is another end, a roll-back leaves none."""

    at: datetime
    n: int
    winners: tuple[str, ...]
    places: tuple[tuple[str, int], ...]
    ledger: tuple[LedgerEntry, ...]


@dataclass(frozen=True)
class Played:
    """A match that was opened. `seats` pairs each seat with its players; names are as the match's own list has them.

    `start` = what players brought who were new to the season; `reserved` = the Garnets that the match is played with.
    `kind`, `candidate`, `opponent` as match.toml had them. `shown` = whether its end was public at any time.
    """

    id: str
    title: str
    opened: datetime
    seats: tuple[tuple[str, tuple[str, ...]], ...]
    start: Mapping[str, int]
    reserved: Mapping[str, int]
    kind: str | None = None
    candidate: str | None = None
    opponent: str | None = None
    end: End | None = None
    shown: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody of the match's list, in the order of the seats."""
        return tuple(name for _, players in self.seats for name in players)

    def seat_of(self, player: str) -> str:
        """The seat that a player of the list holds; "" where there is none."""
        return next((seat for seat, players in self.seats if player in players), "")


def played(match: Match) -> Played:
    """What the season needs to know of a match. In journals from before seasons had a ledger a seat is its only player."""
    opened = match.opened
    seats = tuple((seat["name"], tuple(seat.get("players", [seat["name"]]))) for seat in opened["seats"])
    brought = {seat["name"]: seat["garnets"] for seat in opened["seats"]}
    return Played(
        id=match.folder.id,
        title=match.title,
        opened=datetime.fromisoformat(match.entries[0].at),
        seats=seats,
        start=opened.get("start", brought),
        reserved=opened.get("reserved", brought if match.game.garnets else {}),
        **opened.get("occasion", {}),
        end=_end(match),
        shown=match.seed is not None,
    )


def _end(match: Match) -> End | None:
    outcome = match.game.outcome(match.state)
    if outcome is None:
        return None
    last = (match.entries[0], *history.standing(match.entries))[-1]
    return End(datetime.fromisoformat(last.at), last.n, outcome.winners, outcome.places, outcome.ledger)
