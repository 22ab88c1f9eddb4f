"""Tells what a store reads from a wanted workbook as it was drawn, with none or some of its cells changed.

Must not know files: it is the measure for those who do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.core.forms import Form
from croupier.core.sheet import Block, Cell, Tab, Workbook

from .base import ReadCell, Snapshot, find_block, legend_name, named_block, named_cell, plain_value, read_legend, ref

UNTOUCHED_SINCE = "1970-01-01T00:00:00+00:00"
Changes = Mapping[tuple[str, int, int], tuple[object, str | None]]
"""(tab, row, column) → (value, colour) of the cells that somebody has changed."""


def as_drawn(workbook: Workbook, form: Form, changes: Changes, saved_at: str = UNTOUCHED_SINCE) -> Snapshot:
    """The snapshot of a wanted workbook with some cells changed, as a store reads it. KeyError where it lacks a name of the form."""
    fields: dict[str, ReadCell] = {}
    for field in form.fields:
        tab, cell = named_cell(workbook, field.name)
        fields[field.name] = _drawn(tab, cell.row, cell.column, {(cell.row, cell.column): cell}, changes, painted=False)
    grids: dict[str, tuple[tuple[ReadCell, ...], ...]] = {}
    legend: list[tuple[str, str]] = []
    for grid in form.grids:
        tab, block = named_block(workbook, grid.name)
        grids[grid.name] = tuple(tuple(row) for row in _drawn_rows(tab, block, changes))
        shown = find_block(workbook, legend_name(grid))
        if shown:
            legend += read_legend(grid, _drawn_rows(*shown, changes))[0]
    return Snapshot(workbook.stamp, saved_at, fields, grids, tuple(legend))


def _drawn_rows(tab: Tab, block: Block, changes: Changes) -> Iterator[list[ReadCell]]:
    cells = {(cell.row, cell.column): cell for cell in tab.cells}
    for row in range(block.top, block.bottom + 1):
        yield [_drawn(tab, row, column, cells, changes, painted=True) for column in range(block.left, block.right + 1)]


def _drawn(tab: Tab, row: int, column: int, cells: Mapping[tuple[int, int], Cell], changes: Changes, *, painted: bool) -> ReadCell:
    cell = cells.get((row, column))
    drawn: tuple[object, str | None] = (cell.value, cell.style.fill) if cell else (None, None)
    value, colour = changes.get((tab.title, row, column), drawn)
    kind, plain = plain_value(value)
    return ReadCell(ref(tab.title, row, column), kind, plain, colour if painted else None)
