"""A host's rulings on one seat: points, and letters given or taken.

Must not decide whether a ruling is wise; it refuses only what would break the match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.core import typed
from croupier.core.problems import Problem
from croupier.core.ruling import HostRuling, refused, unknown

from .alphabet import read_letter
from .inventory import Copies, needed
from .state import LettersCorrected, PointsCorrected, State

RULINGS = (
    HostRuling("points", "+9", "Changes the player's points; everybody sees it."),
    HostRuling("letters", "+2 A", "Gives letters, which serve in this round and the next, or takes them (-1 E)."),
)
MOST_POINTS = 10**12
MOST_COPIES = 99
_CHANGE = re.compile(r"([+\-−]?\s*[0-9]+)\s*([A-Za-z])|([A-Za-z])\s*([+\-−]?\s*[0-9]+)")


def amend(state: State, seat: str, what: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """The events of a ruling. `value` = a change of points (+9, -4), or of letters (+2 A, -1 E); letters given serve in this round and the next."""
    if what not in [ruling.what for ruling in RULINGS]:
        return unknown(RULINGS, what)
    if state.finished:
        return refused("illegal", what, "the match is over, and this counts for nothing any more; take the last step back first")
    return _points(state, seat, value, reason) if what == "points" else _letters(state, seat, value, reason)


def _points(state: State, seat: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    change = typed.whole(value)
    if not change:
        return refused("unreadable", "points", f"{value!r} is no change; write +9 or -4")
    held = state.seat(seat).points
    if held + change < 0:
        return refused("over-budget", "points", f"{seat} has {held} and cannot lose {-change if -change < MOST_POINTS else 'so many'}")
    if held + change > MOST_POINTS:
        return refused("illegal", "points", f"nobody can have more than {MOST_POINTS}")
    return (PointsCorrected(seat, change, reason),), ()


def _letters(state: State, seat: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    found = _CHANGE.fullmatch(typed.text(value))
    letter = read_letter(found[2] or found[3]) if found else None
    change = typed.whole((found[1] or found[4]).replace(" ", "")) if found else None
    if letter is None or not change or abs(change) > MOST_COPIES:
        return refused("unreadable", "letters", f"{value!r} is no change of at most {MOST_COPIES} copies; write +2 A or -1 E")
    if change > 0:
        until = min(state.round, state.ground.rounds) + 1
        return (LettersCorrected(seat, (Copies(letter, change, until),), (), reason),), ()
    taken = needed(state.seat(seat).inventory, letter * -change)
    if taken is None:
        return refused("over-budget", "letters", f"{seat} has not so many copies of {letter}")
    return (LettersCorrected(seat, (), taken, reason),), ()
