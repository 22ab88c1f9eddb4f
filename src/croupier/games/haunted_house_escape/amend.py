"""A host's rulings on a team: a player's gems, the counter.

Must not decide whether a ruling is wise; it refuses only what would break the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core import typed
from croupier.core.problems import Problem
from croupier.core.ruling import HostRuling, refused, unknown

from .options import MOST_COUNTER
from .state import CounterCorrected, GemsCorrected, State, TeamState

RULINGS = (
    HostRuling("gems", "Ana +3", "Changes the gems of a player of the team."),
    HostRuling("counter", "-2", "Changes the team's counter."),
)


def amend(state: State, seat: str, what: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """The events of a ruling. `value` = a change: `Ana +3` for gems, `-2` for the counter."""
    if what not in [ruling.what for ruling in RULINGS]:
        return unknown(RULINGS, what)
    team = state.team(seat)
    if team.result is not None:
        return refused("illegal", what, f"{seat} is through, and this counts for nothing any more; take the last step back first")
    if team.decision is not None:
        return refused("illegal", what, "this room waits for its dice; enter them first")
    return _gems(state, team, value, reason) if what == "gems" else _counter(team, value, reason)


def _gems(state: State, team: TeamState, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """EH-6, EH-7: nobody below 0 or above the limit, and somebody of the team stays alive."""
    words = typed.text(value).rsplit(maxsplit=1)
    named = {typed.name_key(name): name for name in team.players}
    name = named.get(typed.name_key(words[0])) if len(words) == 2 else None
    change = typed.whole(words[1]) if len(words) == 2 else None
    if name is None or not change:
        return refused("unreadable", "gems", f"{value!r} is no change; write a player of {team.name} and the change: {team.players[0]} +3")
    held = dict(team.gems)
    after = held[name] + change
    if after < 0:
        return refused("over-budget", "gems", f"{name} has {held[name]} and cannot lose {-change}")
    if after > state.options.limit:
        return refused("illegal", "gems", f"nobody can have more than {state.options.limit}, and {name} has {held[name]}")
    if after == 0 and team.alive == (name,):
        return refused("illegal", "gems", f"{name} is the last of {team.name} alive")
    return (GemsCorrected(team.name, name, change, reason),), ()


def _counter(team: TeamState, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """EH-5, EH-6: from 0 to 99."""
    change = typed.whole(value)
    if not change:
        return refused("unreadable", "counter", f"{value!r} is no change; write +3 or -3")
    if not 0 <= team.counter + change <= MOST_COUNTER:
        return refused("illegal", "counter", f"the counter of {team.name} is {team.counter}; it stays from 0 to {MOST_COUNTER}")
    return (CounterCorrected(team.name, change, reason),), ()
