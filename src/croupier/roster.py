"""Who plays in the season: names, aliases, who has taken whose place, who has left and how.

Must not know of Garnets; nor decide what may be entered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from croupier.core import typed
from croupier.core.journal import Entry

from .played import End, Played


@dataclass(frozen=True)
class Exit:
    """How a contestant left: the match's id, if it was in one, and how in words."""

    match: str | None
    how: str


@dataclass(frozen=True)
class Contestant:
    """A person of the season. `replaced_by` = the name of who has taken its place, with all that it held.

    `match` = the id of the match with whose list it joined, None where the host has entered it.
    """

    name: str
    joined: datetime
    match: str | None = None
    aliases: tuple[str, ...] = ()
    replaced_by: str | None = None
    exit: Exit | None = None


class Roster:
    """The contestants after the host's entries and the matches, in the order of their times."""

    def __init__(self, entries: Iterable[Entry], matches: Iterable[Played]) -> None:
        self._people: dict[str, Contestant] = {}
        self._names: dict[str, str] = {}
        happened: list[tuple[datetime, str, int, Any]] = [(datetime.fromisoformat(entry.at), "", entry.n, entry) for entry in entries]
        for match in matches:
            happened.append((match.opened, match.id, 0, match))
            if match.end is not None:
                happened.append((match.end.at, match.id, match.end.n, (match, match.end)))
        for *_, what in sorted(happened, key=lambda row: row[:3]):
            if isinstance(what, Entry):
                self._enter(what)
            elif isinstance(what, Played):
                for name in what.players:
                    self._know(name, what.opened, what.id)
            else:
                self._end(*what)

    @property
    def everybody(self) -> tuple[Contestant, ...]:
        """In the order they joined; those who were replaced too."""
        return tuple(self._people.values())

    def find(self, name: str) -> Contestant | None:
        """The contestant of a name or an alias, by whatever capitals; None where there is none."""
        found = self._names.get(typed.name_key(name))
        return self._people[found] if found is not None else None

    def own(self, name: str) -> str:
        """The contestant's own name for a name or an alias; one that is nobody's stays as it is."""
        person = self.find(name)
        return person.name if person is not None else name

    def holder(self, name: str) -> str:
        """Who has the place of a contestant now: itself, or who was put there last."""
        name = self.own(name)
        while (person := self._people.get(name)) is not None and person.replaced_by is not None:
            name = person.replaced_by
        return name

    def _know(self, name: str, at: datetime, match: str | None = None) -> str:
        key = typed.name_key(name)
        if key not in self._names:
            self._names[key] = name
            self._people[name] = Contestant(name, at, match)
        return self._names[key]

    def _change(self, name: str, **changes: Any) -> None:
        self._people[name] = replace(self._people[name], **changes)

    def _enter(self, entry: Entry) -> None:
        body = entry.body
        if entry.kind == "posted":
            return
        at = datetime.fromisoformat(entry.at)
        name = self._know(body["name"], at)
        match entry.kind:
            case "aliased":
                self._names[typed.name_key(body["alias"])] = name
                self._change(name, aliases=(*self._people[name].aliases, body["alias"]))
            case "replaced":
                self._change(name, replaced_by=self._know(body["by"], at))
            case "eliminated":
                self._change(name, exit=Exit(body["match"], body["reason"]))
            case "returned":
                self._change(name, exit=None)

    def _end(self, match: Played, end: End) -> None:
        loser = loser_of(match, end)
        if loser is not None:
            self._change(self.holder(loser), exit=Exit(match.id, f"lost the death match {match.title}"))


def loser_of(match: Played, end: End) -> str | None:
    """The one of a death match's two who has not won, where the other has."""
    if match.kind != "death" or match.candidate is None or match.opponent is None:
        return None
    lost = [name for name in (match.candidate, match.opponent) if match.seat_of(name) not in end.winners]
    return lost[0] if len(lost) == 1 else None
