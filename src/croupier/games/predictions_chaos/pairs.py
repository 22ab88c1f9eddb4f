"""The six games of the guests: who is in which, on which axis, and who begins as the active one (PC-2, PC-3, PC-13).

Must not know the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

GUESTS = 4
GAMES_EACH = 3
SIGNS = "ABCDEF"
"""The sign of each pair's token, in the order of the pairs."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One game of two guests. `first` = the guest who is active in round 1; `sign` marks its token."""

    name: str
    sign: str
    vertical: str
    horizontal: str
    first: str

    @property
    def guests(self) -> tuple[str, str]:
        return self.vertical, self.horizontal

    def active(self, number: int) -> str:
        """The guest who earns in a round, from 1: they take turns (PC-13)."""
        other = self.horizontal if self.first == self.vertical else self.vertical
        return self.first if number % 2 else other


def couples(guests: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The two guests of each pair, in the order of the pairs (PC-3)."""
    return tuple(combinations(guests, 2))


def pair_name(couple: tuple[str, str]) -> str:
    """ "Chao-Reds" """
    return "-".join(couple)


Bits = tuple[int, ...]


def is_fair(bits: Bits) -> bool:
    """PC-2: whether each guest is chosen in one or two of the three games; bit 0 chooses a pair's first guest."""
    chosen = [couple[bit] for couple, bit in zip(combinations(range(GUESTS), 2), bits, strict=True)]
    return all(1 <= chosen.count(guest) < GAMES_EACH for guest in range(GUESTS))


def fair_assignments() -> Iterator[Bits]:
    """Every assignment that PC-2 allows, in lexicographic order."""
    return (bits for bits in product((0, 1), repeat=len(SIGNS)) if is_fair(bits))


def make_pairs(guests: Sequence[str], vertical: Bits, active: Bits) -> tuple[Pair, ...]:
    """The pairs of an assignment of axes and one of first active guests."""
    found = zip(couples(guests), SIGNS, vertical, active, strict=True)
    return tuple(Pair(pair_name(couple), sign, couple[axis], couple[1 - axis], couple[first]) for couple, sign, axis, first in found)
