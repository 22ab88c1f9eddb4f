"""A host's rulings on one seat: its skips, or that it forfeits.

Must not decide whether a ruling is wise; it refuses only what would break the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core import typed
from croupier.core.problems import Code, Problem

from .events import PRICING, PURCHASING, SkipsCorrected
from .rules import MOST_SKIPS, forfeit
from .state import State

WHATS = ("skips", "forfeit")


def amend(state: State, seat: str, what: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """The events of a ruling (AD-3). `value` of `skips` = a change such as -1; `forfeit` takes no value."""
    if what not in WHATS:
        return _no("not-offered", what, f"there is no ruling {what!r}; there are {', '.join(WHATS)}, and late and void")
    if state.ended is not None:
        return _no("illegal", what, "the match is over; take the last step back first")
    return _skips(state, seat, value, reason) if what == "skips" else (forfeit(state, seat, reason), ())


def _no(code: Code, where: str, text: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    return (), (Problem("host", where, code, text),)


def _skips(state: State, seat: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    if state.phase not in (PRICING, PURCHASING):
        return _no("illegal", "skips", "skips count in pricing and purchasing alone, and both are over")
    change, held = typed.whole(value), dict(state.skips)[seat]
    if not change:
        return _no("unreadable", "skips", f"{value!r} is no change; write -1 or +1")
    if not 0 <= held + change < MOST_SKIPS:
        words = f"{seat} has {held}, and can have 0 to {MOST_SKIPS - 1}; for a player who is to lose there is the ruling `forfeit`"
        return _no("illegal", "skips", words)
    return (SkipsCorrected(seat, held + change, reason),), ()
