"""Dice of the host's table: which ones have to be thrown, and what becomes of the line in which they are entered.

Must not play a room, nor draw anything in place of a die that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.core import typed
from croupier.core.game import Table
from croupier.core.problems import Code, Problem

from .asked_dice import escape_is_fixed, is_race_at_a_table, to_throw
from .dice import LAST_ROLL, Thrown
from .options import ESCAPE, Options
from .rooms import SIDES
from .rules import go_on
from .state import PAY, ROLL, THROWN, DiceThrown, EscapeRolled, State, TeamState


def _escape_possible(state: State) -> bool:
    """Whether some team's decision can still lead to an escape roll whose die is not fixed."""
    return not escape_is_fixed(state) and any(_may_come_to_the_door(state, team) for team in state.teams)


def _may_come_to_the_door(state: State, team: TeamState) -> bool:
    if team.decision is None or not team.decision.escape:
        return False
    points = state.card.points * len(team.alive)
    earned = points if team.decision.choice in (ROLL, PAY) else -state.card.lost
    return team.counter - earned <= LAST_ROLL


def waits(state: State) -> bool:
    """Whether decisions are fixed that could not be played yet."""
    return any(team.decision is not None for team in state.teams)


def needs(state: State) -> str | None:
    """EH-4, EH-8: which dice the host must throw and enter before the match can go on; None = none."""
    if not waits(state):
        return None
    dice = to_throw(state)
    if not dice:
        return f"Room {state.room}: throw the escape die{', one for all teams' if len(state.teams) > 1 else ''}, and enter it: {ESCAPE} 14"
    named = ", ".join(" = ".join(players) for players in dice.values())
    shared = " Names joined by = share one die: enter it for either." if any(len(players) > 1 for players in dice.values()) else ""
    example = ", ".join(f"{players[0]} {7 if number % 2 else 5}" for number, players in enumerate(dice.values(), start=1))
    if is_race_at_a_table(state) and not escape_is_fixed(state):
        every = f"Room {state.room}: throw a d20 for {named}, and the escape die, and enter them: {example}, {ESCAPE} 14."
        return f"{every}{shared} All are thrown in every room, so that nobody learns what another team has chosen."
    words = f"Room {state.room}: throw a d20 for {named}, and enter {'it' if len(dice) == 1 else 'them'}: {example}.{shared}"
    if _escape_possible(state):
        later = f"{example}, {ESCAPE} 14"
        words += f" If a counter then stands at {LAST_ROLL} or less, the escape die is thrown too: on the same line ({later}), or afterwards."
    return words


def enter(state: State, text: str, table: Table[Options]) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """EH-4, EH-8: the dice that the host has thrown; all of a line or nothing of it counts.

    The escape die may be on the line of the d20s or come afterwards: whether it is needed is known only when they lie.
    """
    if not waits(state):
        return (), (_problem("not-offered", "no dice are needed now"),)
    thrown, problems = read_line(state, text)
    if problems:
        return (), problems
    events = go_on(state, table, thrown)
    needed = is_race_at_a_table(state) or any(isinstance(event, EscapeRolled) and event.source == THROWN for event in events)
    if thrown.escape is not None and not needed:
        return (), (_too_many(),)
    return events or [DiceThrown(state.room, thrown.places)], ()


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
    if escape is None and not problems and (not dice or (is_race_at_a_table(state) and not escape_is_fixed(state))):
        problems.append(_problem("missing", f"the escape die is missing; enter it: {ESCAPE} 14"))
    return Thrown((*state.thrown, *sorted(found.items())), escape), tuple(problems)


def _too_many() -> Problem:
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
