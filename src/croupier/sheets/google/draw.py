"""Turns one tab into requests: cells, merges, widths, conditional formats, and what stays open of it.

Must not know what is there already.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.core.sheet import Tab

from . import marks
from .cells import WRITTEN, cell_data, colour_style, covered_data, is_open, marking
from .errors import Json

_WIDTH, _HEIGHT = 64, 21  # pixels of a column and a row that nothing is said about
_A_CHARACTER, _A_POINT, _EDGE = 7.0, 96 / 72, 5


def grid_size(tab: Tab) -> tuple[int, int]:
    """Rows and columns of the tab's grid: what is used and a margin."""
    rows, columns = marks.used(tab)
    return max(rows + 1, tab.frozen_rows + 1), columns + 1


def colour_tab(tab: Tab) -> Json:
    """The tab's own colour as a property."""
    return {"tabColorStyle": colour_style(tab.colour)} if tab.colour else {}


def drawn(tab: Tab, number: int) -> Iterator[Json]:
    """Writes all of a tab that has no merges and no rules."""
    rows, columns = grid_size(tab)
    whole = {"sheetId": number, "startRowIndex": 0, "endRowIndex": rows, "startColumnIndex": 0, "endColumnIndex": columns}
    yield {"updateCells": {"range": whole, "rows": _rows(tab), "fields": WRITTEN}}
    for cell in tab.cells:
        if (cell.height, cell.width) != (1, 1):
            top, left = cell.row - 1, cell.column - 1
            area = {"sheetId": number, **_span(top, top + cell.height, left, left + cell.width)}
            yield {"mergeCells": {"range": area, "mergeType": "MERGE_ALL"}}
    widths = {column - 1: round(width * _A_CHARACTER + _EDGE) if width else 0 for column, width in tab.widths}
    heights = {row - 1: round(height * _A_POINT) for row, height in tab.heights}
    yield from _sizes(number, "COLUMNS", [widths.get(column, _WIDTH) for column in range(columns)])
    yield from _sizes(number, "ROWS", [heights.get(row, _HEIGHT) for row in range(rows)])
    for index, warning in enumerate(tab.warnings):
        block = warning.block
        area = {"sheetId": number, **_span(block.top - 1, block.bottom, block.left - 1, block.right)}
        formula = "=" + warning.formula.removeprefix("=")
        condition = {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": formula}]}
        rule = {"ranges": [area], "booleanRule": {"condition": condition, "format": marking(warning.style)}}
        yield {"addConditionalFormatRule": {"rule": rule, "index": index}}


def _span(top: int, bottom: int, left: int, right: int) -> Json:
    return {"startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right}


def _rows(tab: Tab) -> list[Json]:
    """The cells row by row, each row up to its last cell; what is not sent of the range is cleared."""
    found: dict[tuple[int, int], Json] = {}
    for cell in tab.cells:
        for row in range(cell.row, cell.row + cell.height):
            for column in range(cell.column, cell.column + cell.width):
                found[row, column] = cell_data(cell) if (row, column) == (cell.row, cell.column) else covered_data(cell)
    ends: dict[int, int] = {}
    for row, column in found:
        ends[row] = max(ends.get(row, 0), column)
    rows = range(1, max(ends, default=0) + 1)
    return [{"values": [found.get((row, column), {}) for column in range(1, ends[row] + 1)]} if row in ends else {} for row in rows]


def _sizes(number: int, dimension: str, sizes: list[int]) -> Iterator[Json]:
    """One request for each run of rows or columns of one size; 0 = hidden."""
    start = 0
    for end in range(1, len(sizes) + 1):
        if end < len(sizes) and sizes[end] == sizes[start]:
            continue
        size = sizes[start]
        span = {"sheetId": number, "dimension": dimension, "startIndex": start, "endIndex": end}
        shown = {"pixelSize": size or _WIDTH, "hiddenByUser": not size}
        yield {"updateDimensionProperties": {"range": span, "properties": shown, "fields": "pixelSize,hiddenByUser"}}
        start = end


def protection(tab: Tab, number: int, editor: str) -> Json:
    """The protected tab: its open cells, and by name who else may edit it; without names all could."""
    return {
        "protectedRangeId": number,
        "range": {"sheetId": number},
        "description": marks.GUARD,
        "warningOnly": False,
        "unprotectedRanges": open_ranges(tab, number),
        "editors": {"users": [editor] if editor else [], "groups": [], "domainUsersCanEdit": False},
    }


def open_ranges(tab: Tab, number: int) -> list[Json]:
    """The cells that a seat may change, as few rectangles."""
    squares = {
        (row, column)
        for cell in tab.cells
        if is_open(cell)
        for row in range(cell.row - 1, cell.row + cell.height - 1)
        for column in range(cell.column - 1, cell.column + cell.width - 1)
    }
    return [{"sheetId": number, **_span(*box)} for box in rectangles(squares)]


def rectangles(squares: Iterable[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """(top, bottom, left, right) of rectangles that hold these squares and no others: runs in a row, joined with equal runs below."""
    runs: dict[int, list[tuple[int, int]]] = {}
    for row, column in sorted(squares):
        line = runs.setdefault(row, [])
        if line and line[-1][1] == column:
            line[-1] = (line[-1][0], column + 1)
        else:
            line.append((column, column + 1))
    growing: dict[tuple[int, int], tuple[int, int]] = {}
    found: list[tuple[int, int, int, int]] = []
    for row in sorted(runs):
        for run in runs[row]:
            top, bottom = growing.get(run, (row, row))
            if bottom != row:
                found.append((top, bottom, *run))
                top = row
            growing[run] = (top, row + 1)
    return sorted([*found, *((top, bottom, *run) for run, (top, bottom) in growing.items())])
