"""A seat's workbook as data: tabs, cells, styles, names and protection.

Must not know any file format or service; `sheets/` brings a workbook to this wanted state.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Style:
    """How a cell looks. Colours are rrggbb; `border` frames the cell with a thin line of that colour."""

    fill: str | None = None
    ink: str | None = None
    bold: bool = False
    italic: bool = False
    size: int = 11
    align: Literal["left", "center", "right"] = "left"
    wrap: bool = False
    border: str | None = None
    middle: bool = True
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell, or a merged block of `height` × `width` cells from it. Rows and columns count from 1.

    `value` is written as text or number, never as a formula; `formula` (with "=") is croupier's own and never read back.
    `name` makes an input: unlocked, text format, with `note` as its prompt and `choices` as its drop-down. A `tick` is an
    input that is a box to tick where the store has such boxes, else a drop-down with the one choice "yes".
    """

    row: int
    column: int
    value: str | int | float = ""
    style: Style = Style()
    formula: str | None = None
    name: str | None = None
    note: str = ""
    choices: tuple[str, ...] = ()
    open: bool = False
    tick: bool = False
    height: int = 1
    width: int = 1

    @property
    def listed(self) -> tuple[str, ...]:
        """What a drop-down offers."""
        return self.choices or (("yes",) if self.tick else ())


@dataclass(frozen=True, slots=True)
class Block:
    """A named rectangle: a grid to colour, or a legend. Both corners are inside."""

    name: str
    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Warning:
    """Cells of a block show `style` where `formula` (relative to the block's first cell) holds."""

    block: Block
    formula: str
    style: Style


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab. Everything is protected but the cells that are `open` or have a `name`."""

    title: str
    cells: tuple[Cell, ...]
    widths: tuple[tuple[int, float], ...] = ()
    heights: tuple[tuple[int, float], ...] = ()
    blocks: tuple[Block, ...] = ()
    warnings: tuple[Warning, ...] = ()
    frozen_rows: int = 0
    colour: str | None = None
    landscape: bool = False


@dataclass(frozen=True, slots=True)
class Workbook:
    """The wanted state of a seat's workbook. `stamp` names match, seat and step: another stamp is stale."""

    title: str
    stamp: str
    tabs: tuple[Tab, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """What every form says besides its questions: whose it is, until when, and what becomes of it."""

    match: str
    seat: str
    phase: str
    deadline: str
    counts: str
    report: str
