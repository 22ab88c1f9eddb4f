"""A host's rulings on one seat: the Garnets that a player holds.

Must not touch points, tokens or the grid: those follow from hand-ins, which the host can take late or void.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core import typed
from croupier.core.problems import Problem
from croupier.core.ruling import HostRuling, refused, unknown

from .state import GarnetsCorrected, State

RULINGS = (HostRuling("garnets", "+2", "Changes the Garnets that a player holds."),)
MOST = 10**9


def amend(state: State, seat: str, what: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """The events of a ruling. `value` = a change of Garnets (+2, -1)."""
    if what != "garnets":
        return unknown(RULINGS, what)
    change = typed.whole(value)
    if not change:
        return refused("unreadable", what, f"{value!r} is no change; write +2 or -2")
    player = state.player(seat)
    if player is None:
        return refused("illegal", what, f"{seat} is a guest, whose Garnets are points (PC-19): they only come from players' gifts")
    if state.result is not None:
        return refused("illegal", what, "the match is over, and Garnets may have decided who loses; take the last step back first")
    if player.garnets + change < 0:
        return refused("over-budget", what, f"{seat} holds {player.garnets} and cannot lose {-change}")
    if player.garnets + change > MOST:
        return refused("illegal", what, f"nobody can hold more than {MOST}")
    return (GarnetsCorrected(seat, change, reason),), ()
