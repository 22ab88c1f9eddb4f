"""Where the dice of a room come from: the options, the host's table, or the seed; and which ones the host has to throw.

Must not play a room: it only says what a die shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from croupier.core import typed
from croupier.core.draws import Draws
from croupier.core.problems import Code, Problem

from .options import ESCAPE, Options
from .rooms import SIDES
from .state import DRAWN, FIXED, PAY, ROLL, THROWN, State, TeamState

LAST_ROLL = SIDES
"""EH-8: from this counter down there is an escape roll."""

Die = tuple[int, str]
"""(what it shows, where it comes from)"""


@dataclass(frozen=True)
class Thrown:
    """Dice that the host has entered: by place in the team, from 1, and the escape die."""

    places: tuple[tuple[int, int], ...] = ()
    escape: int | None = None


@dataclass(frozen=True)
class Dice:
    """The dice of one room. A die that must be thrown and is not there yet is None."""

    options: Options
    draws: Draws
    room: int
    thrown: Thrown = Thrown()

    def of(self, player: str, place: int) -> Die | None:
        """EH-4: the d20 of a player; `place` = that in the team, from 1, the dead included. All teams share the die of a place."""
        fixed = fixed_roll(self.options, self.room, player)
        if fixed is not None:
            return fixed, FIXED
        if self.options.table_dice:
            die = dict(self.thrown.places).get(place)
            return None if die is None else (die, THROWN)
        return self._drawn(f"d20/{place}"), DRAWN

    def escape(self) -> Die | None:
        """EH-8: the one escape die of the room, for all teams."""
        fixed = dict(self.options.escapes).get(self.room)
        if fixed is not None:
            return fixed, FIXED
        if self.options.table_dice:
            return None if self.thrown.escape is None else (self.thrown.escape, THROWN)
        return self._drawn("escape"), DRAWN

    def _drawn(self, what: str) -> int:
        return self.draws.stream(f"room-{self.room}/{what}").below(SIDES) + 1


def fixed_roll(options: Options, room: int, player: str) -> int | None:
    """The die that the options fix for a player in a room."""
    return next((die for number, name, die in options.rolls if (number, name) == (room, player)), None)


def to_throw(state: State) -> dict[int, tuple[str, ...]]:
    """By place in the team, from 1: the players whose d20 the host must throw now. One die serves all teams' players of a place."""
    found: dict[int, tuple[str, ...]] = {}
    if not state.options.table_dice:
        return found
    for team in state.teams:
        if team.decision is None or team.decision.choice != ROLL:
            continue
        for place, player in enumerate(team.players, start=1):
            if player in team.alive and fixed_roll(state.options, state.room, player) is None:
                found[place] = (*found.get(place, ()), player)
    return dict(sorted(found.items()))


def escape_missing(state: State) -> bool:
    """Whether the host must throw the escape die, or may have to after the d20s."""
    if not state.options.table_dice or state.room in dict(state.options.escapes):
        return False
    return any(team.at_door or _may_come_to_the_door(state, team) for team in state.teams)


def _may_come_to_the_door(state: State, team: TeamState) -> bool:
    """Whether a decision that is fixed can still lead to an escape roll."""
    if team.decision is None or not team.decision.escape:
        return False
    points = state.card.points * len(team.alive)
    earned = points if team.decision.choice in (ROLL, PAY) else -state.card.lost
    return team.counter - earned <= LAST_ROLL


def needs(state: State) -> str | None:
    """EH-4, EH-8: which dice the host must throw and enter before the match can go on; None = none."""
    dice = to_throw(state)
    door = any(team.at_door for team in state.teams)
    if door:
        return f"Room {state.room}: throw the escape die, one for all teams, and enter it: {ESCAPE} 14"
    if not dice:
        return None
    named = ", ".join(" = ".join(players) for players in dice.values())
    shared = " Names joined by = share one die: enter it for either." if any(len(players) > 1 for players in dice.values()) else ""
    example = ", ".join(f"{players[0]} {7 if number % 2 else 5}" for number, players in enumerate(dice.values(), start=1))
    words = f"Room {state.room}: throw a d20 for {named}, and enter {'it' if len(dice) == 1 else 'them'}: {example}.{shared}"
    if escape_missing(state):
        later = f"{example}, {ESCAPE} 14"
        words += f" If a counter then stands at {LAST_ROLL} or less, the escape die is thrown too: on the same line ({later}), or afterwards."
    return words


@dataclass(frozen=True)
class _Item:
    """One die of a line: whom it names, and what it shows."""

    name: str
    die: str


_NUMBER = re.compile(r"[ :=]*([+\-\u2212]?[^\s,;]+)")


def read_line(state: State, text: str) -> tuple[Thrown, tuple[Problem, ...]]:
    """The dice of a line such as `Ana 7, Bo 5, escape 14`, or what is wrong, all at once."""
    dice = to_throw(state)
    places = {typed.name_key(player): place for place, players in dice.items() for player in players}
    spelt = {typed.name_key(player): player for team in state.teams for player in team.players}
    escapes = {ESCAPE, *(f"{typed.name_key(team.name)} {ESCAPE}" for team in state.teams)}
    problems: list[Problem] = []
    found: dict[int, int] = {}
    escape: int | None = None
    for item in _items(typed.name_key(text), (*spelt, *escapes)):
        number, shown = typed.whole(item.die), spelt.get(item.name, item.name)
        if item.name not in spelt and item.name not in escapes:
            problems.append(_problem("not-offered", f"{item.name[:40]!r} names no die; write a player's name and the die, or {ESCAPE} and the die"))
        elif number is None or not 1 <= number <= SIDES:
            problems.append(_problem("unreadable", f"the die of {shown} must be a whole number from 1 to {SIDES}, not {item.die[:20] or 'nothing'}"))
        elif item.name in escapes:
            if escape not in (None, number):
                problems.append(_problem("duplicate", "there is one escape die a room, for all teams; it is given twice"))
            escape = number
        elif item.name not in places:
            problems.append(_problem("not-offered", f"{shown} throws no die now; leave it out"))
        elif found.get(places[item.name], number) != number:
            same = " and ".join(dice[places[item.name]])
            problems.append(_problem("duplicate", f"the die of {same} is one die; it is given twice, as {found[places[item.name]]} and {number}"))
        else:
            found[places[item.name]] = number
    missing = [players[0] for place, players in dice.items() if place not in found]
    if missing and not problems:
        problems.append(_problem("missing", f"the d20 of {', '.join(missing)} is missing; enter all of the room's d20s on one line"))
    if escape is None and not dice and not problems:
        problems.append(_problem("missing", f"the escape die is missing; enter it: {ESCAPE} 14"))
    thrown = Thrown(tuple(sorted(found.items())), escape)
    return thrown, tuple(problems)


def too_many() -> Problem:
    """EH-8: an escape die came in where no team has an escape roll."""
    return _problem("not-offered", f"no team has an escape roll in this room, so there is no escape die; leave {ESCAPE} out", "EH-8")


def _problem(code: Code, text: str, rule: str = "EH-4") -> Problem:
    return Problem(rule, "dice", code, text)


def _items(text: str, names: tuple[str, ...]) -> Iterator[_Item]:
    """The dice of a line in the order typed. A name may hold blanks and commas, so that the longest known one that fits is taken."""
    rest = text.strip(" ,;")
    while rest:
        name = max((one for one in names if rest.startswith(one) and rest[len(one) : len(one) + 1] in ("", *" :=,;")), key=len, default="")
        if not name:
            part = re.split("[,;]", rest, maxsplit=1)[0].strip()
            words = part.rsplit(" ", 1)
            yield _Item(words[0], words[1] if len(words) > 1 else "")
            rest = rest[len(part) :].strip(" ,;")
            continue
        rest = rest[len(name) :]
        die = _NUMBER.match(rest)
        yield _Item(name, die[1] if die else "")
        rest = rest[die.end() if die else 0 :].strip(" ,;")
