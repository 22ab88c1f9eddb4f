"""The four actions of a player: their names, and what each needs (PC-7, PC-9 … PC-12).

Must not apply them; `rounds` does.
"""

from __future__ import annotations

from dataclasses import dataclass

from .grid import Border, Cell, border_name, cell_name, signed

OFF_BY_ONE, POINT_SWAP, WALL, DOUBLE_MOVEMENT = "off_by_one", "point_swap", "wall", "double_movement"
ACTIONS = (OFF_BY_ONE, POINT_SWAP, WALL, DOUBLE_MOVEMENT)
TITLES = {OFF_BY_ONE: "Off by One", POINT_SWAP: "Point Swap", WALL: "The Wall", DOUBLE_MOVEMENT: "Double Movement"}
USES = 2
"""How often a player may use each of them in a match (PC-7)."""


@dataclass(frozen=True, slots=True)
class OffByOne:
    """PC-9: the top-left cell of a square, and what is added to each of its cells."""

    corner: Cell
    by: tuple[int, int, int, int]

    name = OFF_BY_ONE

    def words(self) -> str:
        """ "R4C4, +1 −1 / +1 +1" """
        signs = [signed(number) for number in self.by]
        return f"{cell_name(self.corner)}, {' '.join(signs[:2])} / {' '.join(signs[2:])}"


@dataclass(frozen=True, slots=True)
class PointSwap:
    """PC-10: two cells whose numbers are exchanged."""

    cells: tuple[Cell, Cell]

    name = POINT_SWAP

    def words(self) -> str:
        """ "R1C1 and R4C4" """
        return " and ".join(map(cell_name, self.cells))


@dataclass(frozen=True, slots=True)
class Wall:
    """PC-11: a border that stops tokens for one round."""

    border: Border

    name = WALL

    def words(self) -> str:
        """ "C2|C3" """
        return border_name(self.border)


@dataclass(frozen=True, slots=True)
class DoubleMovement:
    """PC-12: the pair whose token goes twice as far."""

    pair: str

    name = DOUBLE_MOVEMENT

    def words(self) -> str:
        return self.pair


@dataclass(frozen=True, slots=True)
class Void:
    """An action that does nothing, under the name that was typed (PC-7)."""

    name: str

    def words(self) -> str:
        return ""


Action = OffByOne | PointSwap | Wall | DoubleMovement | Void
