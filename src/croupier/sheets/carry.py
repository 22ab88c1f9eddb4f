"""Carries what a seat has typed and painted from one edition of a workbook into the next, so that nothing is lost.

Must not read files: it changes a wanted workbook before it is written.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core.forms import Answers, Form
from croupier.core.sheet import Cell, Tab, Workbook

from .fill import strokes, typed_values


def carried(workbook: Workbook, form: Form, answers: Answers) -> Workbook:
    """The workbook with the answers in its open cells; what has no place in it any more is left out."""
    typed = dict(typed_values(form, answers))
    tabs: list[Tab] = []
    for tab in workbook.tabs:
        painted: dict[tuple[int, int], tuple[str | None, str]] = {}
        for grid in form.grids:
            for block in tab.blocks:
                if block.name == grid.name:
                    painted |= {(block.top + y, block.left + x): (colour, text) for y, x, colour, text in strokes(grid, answers)}
        tabs.append(replace(tab, cells=tuple(_with(cell, typed, painted) for cell in tab.cells)))
    return replace(workbook, tabs=tuple(tabs))


def _with(cell: Cell, typed: dict[str, str | int | float], painted: dict[tuple[int, int], tuple[str | None, str]]) -> Cell:
    if cell.name in typed:
        value = typed[cell.name]
        return replace(cell, value=value if isinstance(value, (int, str)) else str(value))
    if cell.open and (cell.row, cell.column) in painted:
        colour, text = painted[cell.row, cell.column]
        return replace(cell, value=text, style=replace(cell.style, fill=colour))
    return cell
