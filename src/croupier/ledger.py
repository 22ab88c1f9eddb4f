"""The season's ledger: every change of Garnets and Tokens of Life, what is held, what is reserved by matches that run.

Must not write: what matches pay follows from their journals each time anew, so that nothing can be posted twice and a
roll-back needs no entry. Only what the host enters is kept (`private/season.jsonl`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from croupier.core.journal import Entry

from .match import load
from .played import Played, played
from .roster import Roster
from .season import Season

GARNETS, TOKENS = "garnets", "tokens"


@dataclass(frozen=True, order=True)
class Key:
    """Which line of which journal a posting comes from: none is there twice. `match` is "" for the season's own."""

    at: datetime
    match: str
    n: int
    number: int


@dataclass(frozen=True)
class Posting:
    """A change of what a contestant holds. `person` = who it was made for, `holder` = who has that place now."""

    key: Key
    person: str
    holder: str
    what: str
    change: int
    reason: str


@dataclass(frozen=True)
class Ledger:
    """The season's book as it stands: the host's entries, and its matches."""

    entries: tuple[Entry, ...]
    matches: tuple[Played, ...]

    @cached_property
    def roster(self) -> Roster:
        return Roster(self.entries, self.matches)

    @cached_property
    def postings(self) -> tuple[Posting, ...]:
        """Every change that stands, oldest first."""
        return tuple(sorted((*self._entered(), *self._brought(), *self._paid()), key=lambda posting: posting.key))

    def _posting(self, key: Key, name: str, what: str, change: int, reason: str) -> Posting:
        return Posting(key, self.roster.own(name), self.roster.holder(name), what, change, reason)

    def _entered(self) -> Iterable[Posting]:
        for entry in self.entries:
            for number, (name, what, change) in enumerate(changes(entry)):
                key = Key(datetime.fromisoformat(entry.at), "", entry.n, number)
                yield self._posting(key, name, what, change, entry.body["reason"])

    def _brought(self) -> Iterable[Posting]:
        """What players of a match's list held who were new to the season."""
        for match in self.matches:
            for number, (name, count) in enumerate(match.start.items()):
                person = self.roster.find(name)
                if count and person is not None and person.match == match.id:
                    yield self._posting(Key(match.opened, match.id, 0, number), name, GARNETS, count, "held at the beginning")

    def _paid(self) -> Iterable[Posting]:
        for match in self.matches:
            if match.end is not None:
                rows = [(line, *share) for line in match.end.ledger for share in self.shares(match, line.seat, line.change)]
                for number, (line, player, change) in enumerate(rows):
                    yield self._posting(Key(match.end.at, match.id, match.end.n, number), player, line.what, change, line.reason)

    def shares(self, match: Played, seat: str, change: int) -> list[tuple[str, int]]:
        """A seat's change among its players: gains as evenly as whole numbers go, losses from what each brought, the first one's first.

        A guest's change is nobody's, unless a contestant has that name.
        """
        players = dict(match.seats)[seat] or tuple(person.name for person in [self.roster.find(seat)] if person is not None)
        found: list[tuple[str, int]] = []
        left = change
        for number, player in enumerate(players, start=1):
            even = -(-left // (len(players) - number + 1))
            share = left if number == len(players) else even if change > 0 else max(left, -match.reserved.get(player, 0))
            left -= share
            found += [(player, share)] if share else []
        return found

    # What is held -----------------------------------------------------------------------------------------------

    @cached_property
    def _totals(self) -> Mapping[tuple[str, str], int]:
        totals: dict[tuple[str, str], int] = {}
        for posting in self.postings:
            key = (posting.holder, posting.what)
            totals[key] = totals.get(key, 0) + posting.change
        return totals

    def held(self, name: str, what: str = GARNETS) -> int:
        """What a contestant holds, never below 0. What is reserved is held, too."""
        return max(0, self._totals.get((self.roster.holder(name), what), 0))

    def reserved(self, name: str) -> dict[str, int]:
        """The Garnets of a contestant with which matches are being played, by the matches' ids."""
        holder = self.roster.holder(name)
        found: dict[str, int] = {}
        for match in self.matches:
            count = sum(count for player, count in match.reserved.items() if self.roster.holder(player) == holder)
            if match.end is None and count:
                found[match.id] = count
        return found

    def free(self, name: str, what: str = GARNETS) -> int:
        """What a contestant can give away, or take into another match; never below 0."""
        return max(0, self._left(name, what))

    def short(self, name: str, what: str = GARNETS) -> int:
        """How much is missing of what a contestant has given away or plays with: an end was taken back that had brought it in."""
        return max(0, -self._left(name, what))

    def _left(self, name: str, what: str) -> int:
        total = self._totals.get((self.roster.holder(name), what), 0)
        return total - (sum(self.reserved(name).values()) if what == GARNETS else 0)


def read(season: Season) -> Ledger:
    """The season's book. HostError where a journal cannot be read."""
    return Ledger(season.book.entries(), tuple(played(load(folder)) for folder in season.matches() if folder.entries()))


def public(full: Ledger) -> Ledger:
    """The book as everybody may know it: of matches that run nothing but who sits there, and no entry that came while its people sat there."""
    told = tuple(entry for entry in full.entries if _may_be_told(full, entry))
    return Ledger(told, tuple(match if match.end is not None or match.shown else replace(match, start={}, reserved={}) for match in full.matches))


def _may_be_told(full: Ledger, entry: Entry) -> bool:
    at = datetime.fromisoformat(entry.at)
    return not any(match.opened <= at for match in seating(full, _people(entry)))


def seating(full: Ledger, people: Iterable[str]) -> tuple[Played, ...]:
    """The matches that run with one of these people in them. One whose end was public once counts as over: what was told stays told."""
    about = {full.roster.holder(name) for name in people}
    running = [match for match in full.matches if match.end is None and not match.shown]
    return tuple(match for match in running if about & {full.roster.holder(name) for name in (*match.players, *(seat for seat, _ in match.seats))})


def _people(entry: Entry) -> list[str]:
    """Everybody whom an entry is about."""
    return [*(name for name, _, _ in changes(entry)), *([entry.body["name"]] if "name" in entry.body else [])]


def changes(entry: Entry) -> list[tuple[str, str, int]]:
    """(name, what, change) of every change that an entry of the host's makes."""
    return [(name, what, change) for name, what, change in entry.body.get("changes", [])]
