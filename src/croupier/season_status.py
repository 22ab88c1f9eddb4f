"""How a season stands, in rows for the terminal: the public side, and the host's.

Must not mix the two: what a function's docstring does not call the host's is public.
"""

from __future__ import annotations

from datetime import datetime

from croupier.core.calendar import spoken, zone

from .entering import counted
from .ledger import GARNETS, TOKENS, Ledger
from .roster import Contestant
from .season import Season
from .site.public import PublicContestant, PublicMatch, PublicSeason

CONTESTANTS = ["Contestant", "Status", "Garnets", "Tokens of Life", "Matches"]
LEDGER = ["When", "Contestant", "Change", "From", "Reason"]
MATCHES = ["Match", "Game", "Kind", "State"]
HOLDINGS = ["Contestant", "Status", "Garnets", "In use", "Free", "Tokens of Life", "Short of"]


def contestant_rows(season: PublicSeason) -> list[list[str]]:
    """Name with aliases, status, Garnets, Tokens, and what came of each match that is over."""
    titles = {match.id: match.title for match in season.matches}
    return [
        [
            ", also ".join((person.name, *person.aliases)),
            _status(person, titles),
            "not told yet" if person.garnets is None else str(person.garnets),
            str(person.tokens),
            ", ".join(f"{titles[cell.match]}: {'won' if cell.won else f'place {cell.place}' if cell.place else 'played'}" for cell in person.cells),
        ]
        for person in season.contestants
    ]


def _status(person: PublicContestant, titles: dict[str, str]) -> str:
    if person.status == "replaced":
        return f"replaced by {person.replaced_by}"
    if person.status == "out":
        return f"out: {person.left_how}" + (f" ({titles[person.left_match]})" if person.left_match in titles else "")
    return "in"


def ledger_rows(season: PublicSeason) -> list[list[str]]:
    """The ledger's lines, oldest first."""
    titles = {match.id: match.title for match in season.matches}
    return [[_when(row.when), row.contestant, _change(row.change, row.what), titles.get(row.match or "", ""), row.reason] for row in season.ledger]


def match_rows(season: PublicSeason) -> list[list[str]]:
    """Every match that was opened, with its kind, and who won or when it goes on."""
    return [[match.title, match.game.title, _kind(match), _state(match)] for match in season.matches]


def _kind(match: PublicMatch) -> str:
    return f"death: {match.candidate} against {match.opponent}" if match.kind == "death" else match.kind or ""


def _state(match: PublicMatch) -> str:
    if match.current is None:
        return f"over; won by {', '.join(match.winners)}" if match.winners else "over"
    phase, deadline = match.current
    if match.paused:
        return "paused"
    return f"{phase}, at the table now" if deadline is None else f"{phase} until {spoken(deadline)}"


def holding_rows(book: Ledger) -> list[list[str]]:
    """The host's: how each contestant really stands: what it holds, what of it is in use in which match, what is free, and what is missing."""
    return [_holding(book, person) for person in book.roster.everybody if person.replaced_by is None]


def _holding(book: Ledger, person: Contestant) -> list[str]:
    used = ", ".join(f"{count} in {match}" for match, count in book.reserved(person.name).items())
    short = ", ".join(counted(count, what) for what in (GARNETS, TOKENS) if (count := book.short(person.name, what)))
    status = f"out: {person.exit.how}" if person.exit is not None else "in"
    return [person.name, status, str(book.held(person.name)), used, str(book.free(person.name)), str(book.held(person.name, TOKENS)), short]


def untold_rows(season: Season, full: Ledger, told: Ledger) -> list[list[str]]:
    """The host's: the ledger's lines that nobody else knows of yet."""
    known = {posting.key for posting in told.postings}
    hidden = [posting for posting in full.postings if posting.key not in known]
    return [[_when(row.key.at.astimezone(zone(season.zone))), row.holder, _change(row.change, row.what), row.key.match, row.reason] for row in hidden]


def _when(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M")


def _change(change: int, what: str) -> str:
    return f"{'+' if change > 0 else '−'}{counted(abs(change), what)}"
