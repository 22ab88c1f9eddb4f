"""The nine structures and the 3×3 plan of a house: names, effects in words, cells by letter and number.

Must not know what burns; that is `fire`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from croupier.core import typed

COUCH, XBOX, OVEN, TABLE, MIRROR, CARPET, BANANA, APPLE, DETECTOR = range(1, 10)
SIDE = 3
HOUSES = 4

Layout = tuple[int, ...]
"""The structures of a house, cell by cell, row by row from the top left; 0 where the cell is free."""
EMPTY: Layout = (0,) * SIDE * SIDE


@dataclass(frozen=True, slots=True)
class Structure:
    """One structure. `effect` = what its burning does, in words for the players."""

    number: int
    name: str
    effect: str

    @property
    def label(self) -> str:
        """ "[3] Oven", as drop-downs offer it."""
        return f"[{self.number}] {self.name}"


STRUCTURES = (
    Structure(COUCH, "Couch", "sets Xbox, Table and Carpet alight where they stand right beside, above or below it"),
    Structure(XBOX, "Xbox", "everything else that burns in the same turn earns double"),
    Structure(OVEN, "Oven", "in turns 1 and 2 of the house all that touches its corners burns; later it earns 3 more while the Table is whole"),
    Structure(TABLE, "Table", "burns what is right below it, and the Apple right beside, above or below it"),
    Structure(MIRROR, "Mirror", "burns the cell opposite through the middle of the house; in the middle itself nothing"),
    Structure(CARPET, "Carpet", "burns all that is higher in its column; both players are told that the carpet is on fire"),
    Structure(BANANA, "Big Banana", "both players hear AAAHHH"),
    Structure(APPLE, "Apple", "smells tasty to the burner; while the Carpet is whole, its whole row burns"),
    Structure(DETECTOR, "Smoke Detector", "beeps to the burner when something right beside, above or below it burns, until it burns itself"),
)
NAMES = tuple(structure.name for structure in STRUCTURES)
CELLS = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "ABC")

_BRACKETS = re.compile(r"\[\s*([0-9]{1,9})\s*\](?:\s+(\S.*))?")
_CELL = re.compile(r"([a-z]{1,3})(0|[1-9][0-9]{0,8})")


def structure(number: int) -> Structure:
    """The structure of a number from 1 to 9."""
    return STRUCTURES[number - 1]


def column_of(cell: int) -> int:
    return cell % SIDE


def row_of(cell: int) -> int:
    return cell // SIDE


def beside(cell: int) -> tuple[int, ...]:
    """The cells right beside, above and below a cell."""
    return tuple(other for other in range(SIDE * SIDE) if _steps(cell, other) in ((0, 1), (1, 0)))


def cornerwise(cell: int) -> tuple[int, ...]:
    """The cells that touch a cell's corners."""
    return tuple(other for other in range(SIDE * SIDE) if _steps(cell, other) == (1, 1))


def _steps(cell: int, other: int) -> tuple[int, int]:
    return abs(column_of(cell) - column_of(other)), abs(row_of(cell) - row_of(other))


def read_structure(value: object) -> int | None:
    """AD-5: `3`, `[3]`, or a drop-down's `[3] Oven`; any whole number, in the house or not. None for anything else."""
    number = typed.whole(value)
    if number is not None or not isinstance(value, str):
        return number
    found = _BRACKETS.fullmatch(typed.text(value))
    if found is None:
        return None
    number = int(found[1])
    named = found[2] is None or (number in range(1, 10) and typed.name_key(found[2]) == typed.name_key(structure(number).name))
    return number if named else None


def read_cell(value: object) -> str | None:
    """AD-5: `C3` or `c3`, on the plan or not; None for anything else."""
    text = typed.text(value).casefold() if isinstance(value, str) else ""
    return text.upper() if _CELL.fullmatch(text) else None
