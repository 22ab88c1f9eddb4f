"""A host's rulings on one seat: its money, its Garnets, a piece given or taken.

Must not decide whether a ruling is wise; it refuses only what would break the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core import typed
from croupier.core.problems import Problem
from croupier.core.ruling import HostRuling, refused, unknown

from .catalogue import WALL
from .handin import takes_placement
from .house import build, read_square, square_name
from .state import FINISHED, MoneyCorrected, PieceGiven, PieceTaken, State

RULINGS = (
    HostRuling("money", "+50", "Changes the seat's money."),
    HostRuling("garnets", "-2", "Changes the seat's Garnets."),
    HostRuling("give", "a Scare", "Gives the seat a piece, to be placed by the next deadline."),
    HostRuling("take", "a Scare, or its square", "Takes a piece from the seat."),
)
MOST = 10**9
WALKED = ("ceremony", FINISHED)


def amend(state: State, seat: str, what: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """The events of a ruling. `value` = a change (+50, -2) of money or Garnets, or a Scare to give, or one to take by its square."""
    match what:
        case "money" | "garnets":
            return _money(state, seat, what, value, reason)
        case "give":
            return _give(state, seat, value, reason)
        case "take":
            return _take(state, seat, value, reason)
    return unknown(RULINGS, what)


def _money(state: State, seat: str, what: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    change = typed.whole(value)
    if not change:
        return refused("unreadable", what, f"{value!r} is no change; write +50 or -50")
    if state.phase in WALKED:
        return refused("illegal", what, "the houses have been walked, and this counts for nothing any more; take the last step back first")
    held = state.seat(seat).cash if what == "money" else state.seat(seat).garnets
    if change < 0 and held + change < 0:
        return refused("over-budget", what, f"{seat} has {held} and cannot lose {-change}")
    if held + change > MOST:
        return refused("illegal", what, f"nobody can have more than {MOST}")
    return (MoneyCorrected(seat, *((change, 0) if what == "money" else (0, change)), reason),), ()


def _give(state: State, seat: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    if not takes_placement(state.phase):
        later = state.phase.startswith("auction-")
        return refused("illegal", "give", "nothing is placed in this phase; give it after its deadline" if later else "nothing is placed any more")
    names = {typed.name_key(scare.name): scare.name for scare in state.options.catalogue.scares}
    name = names.get(typed.name_key(value))
    if name is None:
        return refused("not-offered", "give", f"{value!r} is no Scare of the catalogue")
    if name != WALL and name in state.seat(seat).won:
        return refused("illegal", "give", f"{seat} has a {name} to place already; give the second after the next deadline")
    return (PieceGiven(seat, name, reason),), ()


def _take(state: State, seat: str, value: str, reason: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    if state.phase in WALKED:
        return refused("illegal", "take", "the houses have been walked; take the last step back first")
    own = state.seat(seat)
    for label in own.won:
        if typed.name_key(label) == typed.name_key(value):
            return (PieceTaken(seat, label, None, reason),), ()
    square = read_square(value)
    house = build(state.options.plot, state.options.catalogue, own.pieces)
    for piece, standing in zip(own.pieces, house.standing, strict=True):
        if square is not None and square in standing.body:
            return (PieceTaken(seat, piece.scare, piece, reason),), ()
    where = f"at {square_name(square)}" if square is not None else f"called {value!r}"
    return refused("not-offered", "take", f"{seat} has no piece {where}; name a piece that is to be placed, or a square of one that stands")
