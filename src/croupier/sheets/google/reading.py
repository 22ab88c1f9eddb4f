"""Reads the inputs, the painted grids and the legend out of a spreadsheet as Google's reply shows it.

Must not trust the spreadsheet: a player may have done anything to it, and what is not plain is told as what it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from croupier.core.forms import Form, Grid
from croupier.core.sheet import Workbook
from croupier.sheets.base import (
    Missing,
    ReadCell,
    Snapshot,
    Unreadable,
    legend_name,
    named_block,
    named_cell,
    plain_value,
    read_legend,
    ref,
)

from . import marks
from .errors import Json
from .state import FAR, Area, Sheet, State, rrggbb

_RESTORE = "File → Version history → restore the last good version (or lay the form out anew), then run again"
_MOMENTS = ("DATE", "TIME", "DATE_TIME")
_EPOCH = datetime(1899, 12, 30)
_LISTED = 8
_NEAR = 2


class NotRead(Exception):
    """A cell that is asked for lies where the reply has none: it was moved, and has to be fetched first."""


def refuse_other(state: State, workbook: Workbook, place: str) -> None:
    """Raises Missing where nothing was ever laid out, Unreadable where it is the form of another step, seat or match."""
    found = state.note(marks.STAMP)
    if found is None:
        raise Missing(place, "there is no such form in the spreadsheet: nothing was laid out yet, or its marks are gone", _RESTORE)
    if found == workbook.stamp and state.note(marks.TITLE) not in (None, workbook.title):
        raise Missing(place, f"there is no such form as {workbook.title} in the spreadsheet", "Lay it out first")
    if found != workbook.stamp:
        raise Unreadable(
            place,
            f"it belongs to another step, seat or match: it says “{found[:80]}”",
            "Check that every seat has a spreadsheet of its own, and lay out this step's form, then run again",
        )


def refuse_lost_tabs(state: State, workbook: Workbook, form: Form, place: str) -> None:
    """Raises Unreadable where a tab with inputs is gone."""
    for title in input_tabs(workbook, form):
        if marks.gid(title) not in state.sheets:
            raise Unreadable(place, f"its tab {title} was deleted", _RESTORE)


def input_tabs(workbook: Workbook, form: Form) -> list[str]:
    """The titles of the tabs that a form's answers stand in, as they were laid out."""
    found = [named_cell(workbook, field.name)[0].title for field in form.fields]
    found += [named_block(workbook, grid.name)[0].title for grid in form.grids]
    return list(dict.fromkeys(found))


def read_state(state: State, workbook: Workbook, form: Form, place: str, saved_at: str) -> Snapshot:
    """The snapshot of a spreadsheet that was fetched with its cells. Raises Unreadable, and NotRead where a cell was not fetched."""
    refuse_other(state, workbook, place)
    refuse_lost_tabs(state, workbook, form, place)
    return _Reader(state, workbook, form, place).snapshot(saved_at)


class _Reader:
    def __init__(self, state: State, workbook: Workbook, form: Form, place: str) -> None:
        self._state, self._workbook, self._form, self._place = state, workbook, form, place
        self._remarks: list[str] = []

    def snapshot(self, saved_at: str) -> Snapshot:
        fields = {field.name: self._field(field.name) for field in self._form.fields}
        self._refuse_lost_names(fields)
        grids: dict[str, tuple[tuple[ReadCell, ...], ...]] = {}
        legend: list[tuple[str, str]] = []
        for grid in self._form.grids:
            grids[grid.name] = self._grid(grid)
            legend += self._legend(grid)
        for title in input_tabs(self._workbook, self._form):
            self._remark_on(title)
        return Snapshot(self._workbook.stamp, saved_at, fields, grids, tuple(legend), tuple(self._remarks))

    def _lost(self, trouble: str) -> Unreadable:
        return Unreadable(self._place, trouble, _RESTORE)

    def _refuse_lost_names(self, fields: dict[str, ReadCell]) -> None:
        """One input that is gone is the seat's own affair; a tab without any of its inputs is lost, and nothing is known."""
        by_tab: dict[str, list[bool]] = {}
        for name, cell in fields.items():
            by_tab.setdefault(named_cell(self._workbook, name)[0].title, []).append(cell.kind != "lost")
        for title, there in by_tab.items():
            if not any(there):
                raise self._lost(f"its tab {title} has lost the names of all its inputs")

    def _field(self, name: str) -> ReadCell:
        area = self._state.name(marks.cell_name(name))
        tab, cell = named_cell(self._workbook, name)
        if area is None:
            return ReadCell(ref(tab.title, cell.row, cell.column), "lost")
        found = self._read(self._sheet(area), area.top, area.left)
        return ReadCell(found.ref, "blank") if cell.tick and found.value is False else found  # a box that was never ticked holds FALSE

    def _sheet(self, area: Area) -> Sheet:
        """The tab of a named range. Raises NotRead where its cells were not fetched: absent cells would look empty."""
        sheet = self._state.sheets[area.gid]
        if not sheet.read:
            raise NotRead
        title = next((tab.title for tab in self._workbook.tabs if marks.gid(tab.title) == area.gid), None)
        window = self._state.name(marks.tab_name(title)) if title is not None else None
        if not self._state.whole and (window is None or not area.within(window)):
            raise NotRead
        return sheet

    def _grid(self, grid: Grid) -> tuple[tuple[ReadCell, ...], ...]:
        area = self._state.name(marks.cell_name(grid.name))
        if area is None:
            raise self._lost(f"its tab {named_block(self._workbook, grid.name)[0].title} has lost the cells called “{grid.name}”")
        if area.size != (grid.rows, grid.columns):
            raise self._lost(f"“{grid.name}” has {area.size[0]} rows and {area.size[1]} columns now, not {grid.rows} and {grid.columns}")
        sheet = self._sheet(area)
        rows = tuple(self._rows(sheet, area))
        self._compare_looks(sheet, grid, rows, area)
        return rows

    def _rows(self, sheet: Sheet, area: Area) -> Iterator[tuple[ReadCell, ...]]:
        for row in range(area.top, area.bottom):
            yield tuple(self._painted(sheet, row, column) for column in range(area.left, area.right))

    def _legend(self, grid: Grid) -> tuple[tuple[str, str], ...]:
        area = self._state.name(marks.cell_name(legend_name(grid)))
        pairs, as_wanted = read_legend(grid, self._rows(self._sheet(area), area)) if area else ((), False)
        if not as_wanted:
            what = "was changed, and is read as it is now" if pairs else "is gone or gives one colour to two codes; the colours of the form count"
            self._remarks.append(f"the legend beside “{grid.name}” {what}")
        return pairs

    def _painted(self, sheet: Sheet, row: int, column: int) -> ReadCell:
        cell = self._read(sheet, row, column)
        if cell.kind == "merged":
            return cell
        own = sheet.cells.get((row, column), {}).get("userEnteredFormat")
        colour, plain = self._background(own)
        if colour is None and any(area.holds(row, column) for _, area in (*sheet.bands, *sheet.tables)):
            plain = False  # it shows a colour that nobody gave to this cell
        return ReadCell(cell.ref, cell.kind, cell.value, colour) if plain else ReadCell(cell.ref, "unplain-fill", cell.value)

    def _background(self, look: Any) -> tuple[str | None, bool]:
        """(colour, whether it is a plain one): the style wins over the older form; black is there and empty, unpainted is not there."""
        if not isinstance(look, dict):
            return None, True
        style = look.get("backgroundColorStyle")
        if isinstance(style, dict):
            if style.get("rgbColor") is not None:
                return rrggbb(style["rgbColor"]), True
            if style.get("themeColor") is not None:
                found = self._state.theme.get(str(style["themeColor"]))
                return found, found is not None
        plain = look.get("backgroundColor")
        return (rrggbb(plain), True) if plain is not None else (None, True)

    def _compare_looks(self, sheet: Sheet, grid: Grid, rows: Sequence[Sequence[ReadCell]], area: Area) -> None:
        """Conditional formats show other colours than were painted: what was painted counts, and the host hears of it."""
        other: list[str] = []
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                look = sheet.cells.get((area.top + y, area.left + x), {}).get("effectiveFormat")
                shown, plain = self._background(look)
                painted = cell.colour or "ffffff"
                if look and plain and shown and cell.kind not in ("merged", "unplain-fill") and _apart(shown, painted):
                    other.append(cell.ref)
        if other:
            self._remarks.append(
                f"conditional formatting shows other colours than were painted in {_listed(other)} of “{grid.name}”; what was painted counts"
            )

    def _remark_on(self, title: str) -> None:
        sheet = self._state.sheets[marks.gid(title)]
        areas = [area for area in self._areas() if area.gid == sheet.gid]
        if sheet.title != title:
            self._remarks.append(f"the tab {title} was renamed to “{sheet.title}”, and was read all the same")
        for what, ranges in (("alternating colours", [area for _, area in sheet.bands]), ("a table", [area for _, area in sheet.tables])):
            if any(area.meets(input_) for area in ranges for input_ in areas):
                self._remarks.append(
                    f"{what} lie{'s' * (what == 'a table')} over the inputs of {sheet.title}: squares that only show its colours read as unclear"
                )
        if any(area.top <= row < area.bottom for row in sheet.hidden_rows for area in areas):
            self._remarks.append(f"rows with inputs of {sheet.title} are hidden, and were read all the same")
        if not any(guard.description == marks.GUARD for guard in sheet.guards):
            self._remarks.append(f"the protection of {sheet.title} is gone: look at what was changed there")

    def _areas(self) -> Iterator[Area]:
        for name in (*(field.name for field in self._form.fields), *(grid.name for grid in self._form.grids)):
            found = self._state.name(marks.cell_name(name))
            if found is not None:
                yield found

    def _read(self, sheet: Sheet, row: int, column: int) -> ReadCell:
        here = ref(sheet.title, row + 1, column + 1)
        for merge in sheet.merges:
            if merge.holds(row, column) and (row, column) != (merge.top, merge.left):
                return ReadCell(here, "merged", _a1(merge))
        cell = sheet.cells.get((row, column), {})
        entered = cell.get("userEnteredValue") or {}
        if "formulaValue" in entered:
            return ReadCell(here, "formula", str(entered["formulaValue"]))
        value = cell.get("effectiveValue") or entered
        if "errorValue" in value:
            return ReadCell(here, "error", str(cell.get("formattedValue") or (value["errorValue"] or {}).get("type") or "#ERROR!"))
        if "numberValue" in value and _is_moment(cell):
            return ReadCell(here, "date", _moment(value["numberValue"], cell))
        kind, plain = plain_value(next((value[key] for key in ("boolValue", "numberValue", "stringValue") if key in value), None))
        return ReadCell(here, kind, plain)


def _kind_of_number(cell: Json) -> str:
    for look in ("effectiveFormat", "userEnteredFormat"):
        found = (cell.get(look) or {}).get("numberFormat") or {}
        if found.get("type"):
            return str(found["type"])
    return ""


def _is_moment(cell: Json) -> bool:
    return _kind_of_number(cell) in _MOMENTS


def _moment(serial: float, cell: Json) -> str:
    try:
        found = _EPOCH + timedelta(seconds=round(serial * 86400))
    except OverflowError:
        return str(cell.get("formattedValue") or serial)
    return found.time().isoformat() if _kind_of_number(cell) == "TIME" and 0 <= serial < 1 else found.isoformat()


def _apart(first: str, second: str) -> bool:
    return any(abs(a - b) > _NEAR for a, b in zip(bytes.fromhex(first), bytes.fromhex(second), strict=True))


def _listed(refs: Sequence[str]) -> str:
    more = f" and {len(refs) - _LISTED} more" if len(refs) > _LISTED else ""
    return ", ".join(refs[:_LISTED]) + more


def _a1(area: Area) -> str:
    start = ref("", area.top + 1, area.left + 1)[1:]
    return f"{start}:{ref('', area.bottom, area.right)[1:]}" if area.bottom < FAR and area.right < FAR else start
