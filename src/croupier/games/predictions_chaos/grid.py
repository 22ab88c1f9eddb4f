"""The grid of numbers: its cells, its borders, how it wraps, and how players name its parts.

Must not know whose token stands where, nor what a cell is worth to anybody.
"""

from __future__ import annotations

import re

from croupier.core import typed

SIDE = 7
LEAST, MOST = -4, 4
DECAY = 2

Cell = tuple[int, int]
"""Row and column, both from 0."""
Grid = tuple[tuple[int, ...], ...]
"""Seven rows of seven numbers from -4 to 4."""
Border = tuple[str, int]
"""`("C", 1)` = between column 2 and column 3, `("R", 6)` = between row 7 and row 1: the line before it, from 0."""

CELLS: tuple[Cell, ...] = tuple((row, column) for row in range(SIDE) for column in range(SIDE))
BORDERS: tuple[Border, ...] = tuple((axis, line) for axis in "CR" for line in range(SIDE))

# Longer numbers name no cell anyway, and Python takes its time with very long ones.
_CELL = re.compile(r"r([0-9]{1,9})c([0-9]{1,9})")
_BORDER = re.compile(r"([rc])([0-9]{1,9})\|([rc])([0-9]{1,9})")


def shifted(cell: Cell, down: int, right: int) -> Cell:
    """The cell that lies so many steps down and to the right; the grid wraps (PC-6)."""
    return (cell[0] + down) % SIDE, (cell[1] + right) % SIDE


def square(corner: Cell) -> tuple[Cell, ...]:
    """The 2×2 square of a top-left cell: top left, top right, bottom left, bottom right (PC-9)."""
    return tuple(shifted(corner, down, right) for down in (0, 1) for right in (0, 1))


def number_on(grid: Grid, cell: Cell) -> int:
    return grid[cell[0]][cell[1]]


def changed(grid: Grid, numbers: dict[Cell, int]) -> Grid:
    """The grid with other numbers on some cells."""
    return tuple(tuple(numbers.get((row, column), number) for column, number in enumerate(line)) for row, line in enumerate(grid))


def decayed(number: int) -> int:
    """What is left of a number under a token: two less, and below -4 it goes on at 4 (PC-14)."""
    less = number - DECAY
    return less if less >= LEAST else less + MOST - LEAST + 1


def cell_name(cell: Cell) -> str:
    """ "R4C4" """
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def border_name(border: Border) -> str:
    """ "C2|C3" """
    axis, line = border
    return f"{axis}{line + 1}|{axis}{(line + 1) % SIDE + 1}"


def signed(number: int) -> str:
    """ "+3", "0", "−2" """
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{abs(number)}"


def _bare(value: object) -> str:
    """What is typed, without case and blanks, none of which matter in the name of a cell."""
    return "".join(typed.text(value).split()).casefold() if isinstance(value, str) else ""


def read_cell(value: object) -> Cell | None:
    """The row and column that a name like `R4C4` gives, on the grid or not; None where it is no such name."""
    found = _CELL.fullmatch(_bare(value))
    return (int(found[1]) - 1, int(found[2]) - 1) if found else None


def is_on_grid(cell: Cell) -> bool:
    return 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE


def read_border(value: object) -> Border | str:
    """PC-11: the border of a name like `C2|C3`; else "unreadable" or, where the two lines do not meet, "not-offered"."""
    found = _BORDER.fullmatch(_bare(value))
    if found is None or found[1] != found[3]:
        return "unreadable"
    one, other = int(found[2]) - 1, int(found[4]) - 1
    if max(one, other) >= SIDE or min(one, other) < 0:
        return "not-offered"
    axis = found[1].upper()
    if (one + 1) % SIDE == other:
        return axis, one
    return (axis, other) if (other + 1) % SIDE == one else "not-offered"
