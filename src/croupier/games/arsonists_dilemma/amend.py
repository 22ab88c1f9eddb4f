"""A host's rulings on one seat: its skips, or that it forfeits.

Must not decide whether a ruling is wise; it refuses only what would break the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core import typed
from croupier.core.problems import Problem
from croupier.core.ruling import HostRuling, refused, unknown

from .events import PRICING, PURCHASING, SkipsCorrected
from .rules import MOST_SKIPS, forfeit
from .state import State

RULINGS = (
    HostRuling("skips", "-1", "Changes how many skips count against the player, in pricing and purchasing."),
    HostRuling("forfeit", "", "The player forfeits, and the other wins."),
)


def amend(state: State, seat: str, what: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """The events of a ruling (AD-3). `value` of `skips` = a change such as -1; `forfeit` takes no value."""
    if what not in [ruling.what for ruling in RULINGS]:
        return unknown(RULINGS, what)
    if state.ended is not None:
        return refused("illegal", what, "the match is over; take the last step back first")
    return _skips(state, seat, value, reason) if what == "skips" else (forfeit(state, seat, reason), ())


def _skips(state: State, seat: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    if state.phase not in (PRICING, PURCHASING):
        return refused("illegal", "skips", "skips count in pricing and purchasing alone, and both are over")
    change, held = typed.whole(value), dict(state.skips)[seat]
    if not change:
        return refused("unreadable", "skips", f"{value!r} is no change; write -1 or +1")
    if not 0 <= held + change < MOST_SKIPS:
        words = f"{seat} has {held}, and can have 0 to {MOST_SKIPS - 1}; for a player who is to lose there is the ruling `forfeit`"
        return refused("illegal", "skips", words)
    return (SkipsCorrected(seat, held + change, reason),), ()
