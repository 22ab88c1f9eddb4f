"""The requests that lock a workbook's inputs and read it in one go, and that open them again.

Must not send anything, nor decide when a workbook is locked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from croupier.core.sheet import Cell, Tab, Workbook

from . import marks
from .cells import is_open
from .draw import rectangles
from .errors import Json
from .layout import forgotten, made_note
from .state import Guard, State


def open_tabs(workbook: Workbook) -> list[Tab]:
    """The tabs in which a seat can type or paint."""
    return [tab for tab in workbook.tabs if any(is_open(cell) for cell in tab.cells)]


def lock_requests(workbook: Workbook, saved_at: str) -> list[Json]:
    """Closes every input, by the numbers that croupier gave the protections. Refused as a whole where it is locked already."""
    requests = [_guard(marks.gid(tab.title), []) for tab in open_tabs(workbook)]
    return [*requests, made_note(marks.LOCKED, saved_at)]


def lock_as_found(state: State, workbook: Workbook, saved_at: str) -> list[Json]:
    """The same for a spreadsheet as it was found: whatever number its protections have. None where it is locked already."""
    if marks.LOCKED in state.metadata:
        return []
    numbers = {marks.gid(tab.title) for tab in open_tabs(workbook)}
    return [*(_guard(guard.id, []) for guard in _own_guards(state, numbers)), made_note(marks.LOCKED, saved_at)]


def numbers_hold(state: State, workbook: Workbook) -> bool:
    """Whether every protection has the number that croupier gave it."""
    numbers = {marks.gid(tab.title) for tab in open_tabs(workbook)}
    return {guard.id for guard in _own_guards(state, numbers)} >= numbers


def unlock_requests(state: State, workbook: Workbook) -> list[Json]:
    """Opens the inputs where they are now. None where nothing is locked."""
    locked = state.metadata.get(marks.LOCKED)
    if locked is None:
        return []
    requests: list[Json] = []
    for tab in open_tabs(workbook):
        number = marks.gid(tab.title)
        requests += [_guard(guard.id, _open_now(state, tab, number)) for guard in _own_guards(state, {number})]
    return [*requests, forgotten(locked[0])]


def _own_guards(state: State, numbers: Collection[int]) -> Iterator[Guard]:
    for number in sorted(numbers):
        sheet = state.sheets.get(number)
        for guard in sheet.guards if sheet else ():
            if guard.description == marks.GUARD:
                yield guard


def _guard(identifier: int, opened: list[Json]) -> Json:
    return {"updateProtectedRange": {"protectedRange": {"protectedRangeId": identifier, "unprotectedRanges": opened}, "fields": "unprotectedRanges"}}


def _open_now(state: State, tab: Tab, number: int) -> list[Json]:
    """The open cells where they are after rows came or went: names move with them."""
    sheet = state.sheets[number]
    squares: set[tuple[int, int]] = set()
    for cell in tab.cells:
        if is_open(cell):
            down, right = _moved(state, tab, cell)
            top, left = cell.row - 1 + down, cell.column - 1 + right
            squares |= {(row, column) for row in range(top, top + cell.height) for column in range(left, left + cell.width)}
    inside = {(row, column) for row, column in squares if 0 <= row < (sheet.rows or row + 1) and 0 <= column < (sheet.columns or column + 1)}
    return [
        {"sheetId": number, "startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right}
        for top, bottom, left, right in rectangles(inside)
    ]


def _moved(state: State, tab: Tab, cell: Cell) -> tuple[int, int]:
    """How far a cell has moved from where it was laid out, by its own name, its grid's, or its tab's."""
    places = [(cell.name, cell.row, cell.column)] if cell.name else []
    places += [
        (block.name, block.top, block.left)
        for block in tab.blocks
        if block.top <= cell.row <= block.bottom and block.left <= cell.column <= block.right
    ]
    for name, row, column in places:
        area = state.name(marks.cell_name(name))
        if area is not None and area.gid == marks.gid(tab.title):
            return area.top - (row - 1), area.left - (column - 1)
    window = state.name(marks.tab_name(tab.title))
    return (window.top, window.left) if window else (0, 0)


def filters(workbook: Workbook, there: Collection[int] | None = None) -> list[Json]:
    """What is fetched of a workbook by the tabs' numbers: all of tabs with inputs, a corner of others, of those that are `there`."""
    found: list[Json] = []
    for tab in workbook.tabs:
        number = marks.gid(tab.title)
        if there is not None and number not in there:
            continue
        corner = (
            {} if marks.has_inputs(marks.with_receipt(tab)) else {"startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}
        )
        found.append({"gridRange": {"sheetId": number, **corner}})
    return found


def names(workbook: Workbook) -> list[str]:
    """The same by named ranges, which follow what is moved."""
    return [marks.tab_name(tab.title) for tab in workbook.tabs]
