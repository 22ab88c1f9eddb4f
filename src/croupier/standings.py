"""The season's contestants and its ledger as everybody may know them, for the site and the exports.

Must not be handed the whole book: `ledger.public` leaves out what matches that run, and entries about their people, would tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from .ledger import GARNETS, TOKENS, Ledger, Posting
from .played import End, Played
from .roster import Contestant
from .site.public import PublicCell, PublicContestant, PublicEntry, Role, Status


def public_contestants(book: Ledger) -> tuple[PublicContestant, ...]:
    """Everybody who plays or played, in the order they joined. `book` = what `ledger.public` gives."""
    over = [(match, match.end) for match in book.matches if match.end is not None]
    over.sort(key=lambda row: (row[1].at, row[0].id, row[1].n))
    return tuple(_contestant(book, person, over) for person in book.roster.everybody)


def public_entries(book: Ledger, place: ZoneInfo) -> tuple[PublicEntry, ...]:
    """The ledger's lines, oldest first, with times of that zone."""
    return tuple(
        PublicEntry(row.key.at.astimezone(place), row.holder, row.what, row.change, row.key.match or None, row.reason) for row in book.postings
    )


def _contestant(book: Ledger, person: Contestant, over: Sequence[tuple[Played, End]]) -> PublicContestant:
    own = [row for row in book.postings if row.holder == person.name]
    joined = next((match for match in book.matches if match.id == person.match), None)
    untold = not own and joined is not None and joined.end is None and not joined.shown
    status: Status = "replaced" if person.replaced_by is not None else "out" if person.exit is not None else "in"
    return PublicContestant(
        name=person.name,
        aliases=person.aliases,
        status=status,
        replaced_by=person.replaced_by,
        left_match=person.exit.match if person.exit is not None else None,
        left_how=person.exit.how if person.exit is not None else "",
        garnets=None if untold else book.held(person.name, GARNETS) if status != "replaced" else 0,
        tokens=0 if status == "replaced" else book.held(person.name, TOKENS),
        history=() if untold or status == "replaced" else _history(book, person, own, over),
        cells=tuple(_cell(book, match, end, player) for match, end in over for player in match.players if book.roster.own(player) == person.name),
    )


def _history(book: Ledger, person: Contestant, own: Sequence[Posting], over: Sequence[tuple[Played, End]]) -> tuple[tuple[str | None, int], ...]:
    """What was held at first, and after each match that has ended since; those whose place it was before are counted in."""
    garnets = [row for row in own if row.what == GARNETS]
    joined = min(other.joined for other in book.roster.everybody if book.roster.holder(other.name) == person.name)
    ends = [(end.at, match.id, end.n) for match, end in over if end.at >= joined]
    before = [row for row in garnets if not ends or _place(row) < ends[0]]
    held = [(None, sum(row.change for row in before))]
    return tuple(
        (match, max(0, count)) for match, count in [*held, *((end[1], sum(row.change for row in garnets if _place(row) <= end)) for end in ends)]
    )


def _place(row: Posting) -> tuple[datetime, str, int]:
    return row.key.at, row.key.match, row.key.n


def _cell(book: Ledger, match: Played, end: End, player: str) -> PublicCell:
    seat = match.seat_of(player)
    paid = [row for row in book.postings if row.key.match == match.id and row.key.n == end.n and row.person == book.roster.own(player)]
    holder = book.roster.find(book.roster.holder(player))
    role: Role | None = "candidate" if player == match.candidate else "opponent" if player == match.opponent else None
    return PublicCell(
        match=match.id,
        seat=seat,
        won=seat in end.winners,
        place=dict(end.places).get(seat),
        garnets=sum(row.change for row in paid if row.what == GARNETS),
        tokens=sum(row.change for row in paid if row.what == TOKENS),
        eliminated=holder is not None and holder.exit is not None and holder.exit.match == match.id,
        role=role,
    )
