"""How a match ends: places, winners, Garnets (LA-11).

Must not score anything: points are counted round by round.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.core.game import LedgerEntry, Outcome
from croupier.core.plain import MAPPING

from .state import State


@dataclass(frozen=True)
class Result:
    """The final table, in roster order."""

    points: tuple[tuple[str, int], ...] = field(metadata=MAPPING)
    places: tuple[tuple[str, int], ...] = field(metadata=MAPPING)
    winners: tuple[str, ...]
    garnets: tuple[tuple[str, int], ...] = field(metadata=MAPPING)


def result(state: State) -> Result:
    """LA-11: most points win, equal points share the place and leave the next ones free."""
    points = {seat.name: seat.points for seat in state.seats}
    places = {name: 1 + sum(other > own for other in points.values()) for name, own in points.items()}
    price = state.ground.points_per_garnet
    garnets = {name: own // price if price else 0 for name, own in points.items()}
    return Result(tuple(points.items()), tuple(places.items()), tuple(name for name in places if places[name] == 1), tuple(garnets.items()))


def outcome(state: State) -> Outcome | None:
    """How the match ended, with the Garnets for the season's ledger; None while it runs (LA-11)."""
    if not state.finished:
        return None
    ended, price = result(state), state.ground.points_per_garnet
    reason = f"one for every {price} points (LA-11)" if price != 1 else "one for every point (LA-11)"
    ledger = tuple(LedgerEntry(name, "garnets", earned, reason) for name, earned in ended.garnets if earned)
    return Outcome(ended.winners, ledger, ended.places)
