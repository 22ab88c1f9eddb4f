"""Reads bids as typed: dollars, Garnets, and Walls as a count or as money.

Must not judge a bid against anybody's purse.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from croupier.core import typed

from .state import Typed

WALL_PRICE = 50
_AMOUNT = re.compile(r"(\$\s*)?([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.00?)?")
_MOST_DIGITS = 15


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a hand-in for something on offer. `amount` None = void; `typed` is what stood there."""

    lot: str
    typed: Typed
    amount: int | None

    def voided(self) -> Line:
        return Line(self.lot, self.typed, None)


def read_amount(value: object, *, dollars: bool) -> tuple[int, bool] | None:
    """HH-3: (amount, whether a `$` stood before it), or None where it cannot be read. 0 means no bid.

    `dollars` = a `$` may stand there (HH-21 takes Garnets without it).
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    match = _AMOUNT.fullmatch(typed.text(value))
    if match is None or (match[1] and not dollars) or len(match[2]) > _MOST_DIGITS:
        return None
    return int(match[2].replace(",", "")), bool(match[1])


def read_walls(value: object) -> int | None:
    """HH-4: how many Walls are asked for, or None where it cannot be read."""
    read = read_amount(value, dollars=True)
    if read is None:
        return None
    amount, money = read
    if not money:
        return amount
    return None if amount % WALL_PRICE else amount // WALL_PRICE


def as_typed(value: object) -> Typed:
    """What stood in a cell, kept for the record of void lines."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, (int, float, str)) else str(value)
