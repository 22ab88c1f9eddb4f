"""A tab that grows downwards, line by line: texts, figures and inputs in the house look.

Must not know a game: what stands where is laid out by each game's sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from . import look
from .forms import Field
from .look import INPUT, PROBLEM, SECTION
from .look import WARNING as ALARMED
from .problems import Problem
from .sheet import Block, Cell, Style, Tab, Warning

LINE_HEIGHT = 21.0
MOST_PROBLEMS = 12


@dataclass
class Page:
    """A tab that grows downwards. `widths` by column, in characters; texts run over the first `across` columns.

    `hidden` = columns for the steps of formulas, which nobody sees.
    """

    widths: dict[int, float]
    across: int
    hidden: tuple[int, ...] = ()
    row: int = 1
    cells: list[Cell] = field(default_factory=list)
    heights: list[tuple[int, float]] = field(default_factory=list)
    warnings: list[Warning] = field(default_factory=list)

    @property
    def room(self) -> float:
        return sum(self.widths[column] for column in range(1, self.across + 1))

    def text(self, lines: Iterable[tuple[str, Style]]) -> None:
        """Texts over the whole width, one below the other."""
        cells, heights = look.column(lines, top=self.row, left=1, width=self.across, room=self.room)
        self.cells += cells
        self.heights += heights
        self.row += len(cells)

    def gap(self, height: float = 10) -> None:
        self.heights.append((self.row, height))
        self.row += 1

    def put(self, column: int, value: str | int, style: Style, *, formula: str | None = None, width: int = 1) -> None:
        """A cell in the present row."""
        self.cells.append(Cell(self.row, column, value, style, formula=formula, width=width))

    def ask(self, column: int, known: Field, style: Style = INPUT, *, width: int = 1) -> str:
        """An input in the present row; returns its cell as formulas name it."""
        self.cells.append(Cell(self.row, column, style=style, name=known.name, note=known.note, choices=known.choices, tick=known.tick, width=width))
        return cell_name(self.row, column)

    def down(self, height: float = LINE_HEIGHT) -> None:
        self.heights.append((self.row, height))
        self.row += 1

    def warn(self, column: int, formula: str, style: Style = ALARMED, *, rows: int = 1, columns: int = 1) -> None:
        """Colours cells that end in the present row and column where the formula holds."""
        block = Block("", self.row - rows + 1, column, self.row, column + columns - 1)
        self.warnings.append(Warning(block, formula, style))

    def problems(self, found: Sequence[Problem]) -> None:
        """What was wrong with the last hand-in; nothing where all was well."""
        if not found:
            return
        more = len(found) - MOST_PROBLEMS
        lines = [(f"{problem.text} ({problem.rule})", PROBLEM) for problem in found[:MOST_PROBLEMS]]
        lines += [(f"… and {more} more: see Inbox", PROBLEM)] if more > 0 else []
        self.text([("From your last hand-in", SECTION), *lines])
        self.gap()

    def tab(self, title: str = "Submit", colour: str = look.EDGE) -> Tab:
        hidden = [(column, 0.0) for column in self.hidden if any(cell.column == column for cell in self.cells)]
        return Tab(
            title,
            tuple(self.cells),
            (*sorted(self.widths.items()), *hidden),
            tuple(self.heights),
            warnings=tuple(self.warnings),
            colour=colour,
            landscape=self.room > 110,
        )


def cell_name(row: int, column: int) -> str:
    """ "C5" """
    return f"{chr(64 + column)}{row}"
