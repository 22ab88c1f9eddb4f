"""What the host enters into the season's book: each entry is planned, shown, and only then written, with its reason.

Must not change anything that stands there already, nor let anybody hold less than nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from croupier.core import journal, typed
from croupier.core.problems import HostError

from . import ledger, names
from .ledger import GARNETS, TOKENS, Ledger
from .match import load
from .played import played
from .roster import Contestant
from .season import Season
from .store import MatchFolder, stamp
from .words import bare

PATIENCE = 60
"""Seconds to wait for a match that is being opened."""


@dataclass(frozen=True)
class Planned:
    """An entry that is planned; `lines` say what it will change, and nothing that is not in it."""

    kind: str
    body: Mapping[str, Any]
    lines: tuple[str, ...]


Plan = Callable[[Ledger], Planned]


def enter(season: Season, plan: Plan, planned: Planned, now: datetime) -> None:
    """Writes an entry as it was shown. HostError where it can no longer be, or would be another one by now."""
    with season.book.lock(PATIENCE):
        if plan(ledger.read(season)) != planned:
            raise HostError("the season has gone on since this was planned", "give the command again")
        season.book.append(planned.kind, stamp(now), planned.body)


def plan_add(book: Ledger, name: str, garnets: int, tokens: int) -> Planned:
    """Somebody new, with what they hold."""
    _new_name(book, name)
    if garnets < 0 or tokens < 0:
        raise HostError("nobody holds less than nothing", "write whole numbers from 0 up")
    held = [[name, what, count] for what, count in ((GARNETS, garnets), (TOKENS, tokens)) if count]
    lines = f"{name} joins the season with {counted(garnets, GARNETS)} and {counted(tokens, TOKENS)}."
    return Planned("joined", {"name": name, "changes": held, "reason": "held at the beginning"}, (lines,))


def plan_alias(book: Ledger, name: str, alias: str) -> Planned:
    """Another name by which a contestant may stand in a match's list. Everybody can read it."""
    person = _person(book, name)
    _new_name(book, alias, person)
    return Planned("aliased", {"name": person.name, "alias": alias}, (f"{person.name} is also known as {alias}.", *_when(book, person)))


def plan_replace(book: Ledger, name: str, by: str, reason: str) -> Planned:
    """Another person takes a contestant's place, with all that it holds and all that its running matches will bring."""
    person = _person(book, name)
    _new_name(book, by)
    body = {"name": person.name, "by": by, "reason": _reason(reason)}
    lines = f"{by} takes the place of {person.name}, with all Garnets and Tokens. Seats of running matches: croupier replace MATCH …"
    return Planned("replaced", body, (lines, *_when(book, person)))


def plan_eliminate(book: Ledger, name: str, match: str | None, reason: str) -> Planned:
    """A contestant leaves the season."""
    person = _person(book, name)
    if person.exit is not None:
        raise HostError(f"{person.name} is out already ({person.exit.how})", "look: croupier season")
    known = [played.id for played in book.matches]
    if match is not None and match not in known:
        raise HostError(f"no match {match!r} was opened in this season", f"name one of: {', '.join(known)}" if known else "leave --match out")
    body = {"name": person.name, "match": match, "reason": _reason(reason)}
    return Planned("eliminated", body, (f"{person.name} leaves the season.", *_when(book, person)))


def plan_return(book: Ledger, name: str, reason: str) -> Planned:
    """A contestant who was out comes back."""
    person = _person(book, name)
    if person.exit is None:
        raise HostError(f"{person.name} is not out", "look: croupier season")
    return Planned("returned", {"name": person.name, "reason": _reason(reason)}, (f"{person.name} comes back.", *_when(book, person)))


def plan_change(book: Ledger, name: str, what: str, value: str, reason: str) -> Planned:
    """A correction of what one contestant holds: `value` = "+2" or "-1"."""
    person = _person(book, name)
    change = typed.whole(value)
    if not change:
        raise HostError(f"{value!r} is no change", "write +2 or -1")
    return _posted(book, ((person, change),), what, reason)


def plan_gift(book: Ledger, giver: str, to: str, what: str, count: int, reason: str) -> Planned:
    """One contestant gives another some of what it holds."""
    one, other = _person(book, giver), _person(book, to)
    if one == other:
        raise HostError(f"{one.name} cannot give to {one.name}", "name two contestants")
    if count < 1:
        raise HostError(f"{count} is no gift", "write a whole number from 1 up")
    return _posted(book, ((one, -count), (other, count)), what, reason)


def _posted(book: Ledger, rows: tuple[tuple[Contestant, int], ...], what: str, reason: str) -> Planned:
    for person, change in rows:
        if change < 0 and book.free(person.name, what) + change < 0:
            short = f"{person.name} has not got {counted(-change, what)} to lose, not counting those in use in matches"
            raise HostError(short, "nobody can hold less than nothing; look: croupier season --host")
    body = {"changes": [[person.name, what, change] for person, change in rows], "reason": _reason(reason)}
    lines = [f"{person.name}: {'+' if change > 0 else '−'}{counted(abs(change), what)}." for person, change in rows]
    return Planned("posted", body, (*lines, *_when(book, *(person for person, _ in rows))))


def _when(book: Ledger, *people: Contestant) -> tuple[str, ...]:
    """When everybody will know of it."""
    running = " and ".join(match.title for match in ledger.seating(book, [person.name for person in people]))
    return (f"Everybody can read this once this is over: {running}." if running else "Everybody can read this on the site.",)


def counted(count: int, what: str) -> str:
    """ "1 Garnet", "3 Tokens of Life"."""
    one, many = {GARNETS: ("Garnet", "Garnets"), TOKENS: ("Token of Life", "Tokens of Life")}.get(what, (what, what))
    return f"{count} {one if count == 1 else many}"


def _reason(reason: str) -> str:
    if typed.is_blank(reason) or not bare(reason):
        raise HostError("an entry needs a reason; everybody will read it", 'give one: --reason "…"')
    return bare(reason)


def _person(book: Ledger, name: str) -> Contestant:
    person = book.roster.find(name)
    if person is None:
        there = [one.name for one in book.roster.everybody if one.replaced_by is None]
        raise HostError(
            f"there is no contestant {name!r}", f"the contestants are: {', '.join(there)}" if there else "add them: croupier contestant add NAME"
        )
    if person.replaced_by is not None:
        raise HostError(f"{person.name} was replaced", f"name {book.roster.holder(person.name)}")
    return person


def _new_name(book: Ledger, name: str, own: Contestant | None = None) -> None:
    """HostError where a name will not do, is somebody's, or looks like somebody's; an alias may look like the contestant's own."""
    if (known := book.roster.find(name)) is not None:
        raise HostError(f"{name!r} is a name of {known.name}", "give another name")
    others = [other for person in book.roster.everybody if person != own for other in (person.name, *person.aliases)]
    try:
        names.refuse_twins((name,))
        for other in others:
            names.refuse_twins((other, name))
    except HostError as fault:
        raise HostError(fault.message, "give another name") from fault


def shortfall(season: Season, folder: MatchFolder, kind: str, body: Mapping[str, Any], now: datetime) -> tuple[str, ...]:
    """What a host is to know before a correction of a match is written: whether somebody has used what it takes back. Names nobody."""
    if kind not in ("resolved", "rolled_back"):
        return ()
    before = ledger.read(season)
    entries = folder.entries()
    _, entry = journal.append(entries, kind, stamp(now), body)
    then = played(load(folder, (*entries, entry)))
    after = replace(before, matches=tuple(then if match.id == then.id else match for match in before.matches))
    for person in after.roster.everybody:
        if any(after.short(person.name, what) > before.short(person.name, what) for what in (GARNETS, TOKENS)):
            return ("Careful: what this takes back was given away or is played with since; croupier season --host then shows who is short of it.",)
    return ()
