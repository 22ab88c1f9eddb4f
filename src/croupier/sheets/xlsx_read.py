"""Reads the inputs, the painted grids and the legend out of the bytes of an .xlsx file.

Must not trust the file: a player may have done anything to it, and what is not plain is told as what it is.
"""

from __future__ import annotations

import datetime
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook as Book
from openpyxl import load_workbook
from openpyxl.cell.cell import MergedCell
from openpyxl.styles.colors import COLOR_INDEX
from openpyxl.utils.cell import range_boundaries
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.worksheet import Worksheet

from croupier.core.forms import Form, Grid
from croupier.core.sheet import Workbook

from .base import ReadCell, Snapshot, Unreadable, legend_name, named_block, named_cell, plain_value, read_legend, ref
from .colours import NotPlain, fill_colour, theme_colours
from .xlsx_write import STAMP

MOST_BYTES, MOST_UNPACKED, MOST_SQUARES = 20_000_000, 200_000_000, 100_000
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_TRUTHS = {"=TRUE()": True, "=FALSE()": False, "=TRUE": True, "=FALSE": False}
_ERROR_FORMULA = re.compile(r"=#[A-Z0-9/!?]+")
Spot = tuple[Worksheet, tuple[int, int, int, int]]


def read_book(data: bytes, saved_at: str, workbook: Workbook, form: Form, place: str) -> Snapshot:
    """The snapshot of a file's bytes. Raises Unreadable."""
    return _Reader(_load(data, place), workbook, form, place).snapshot(saved_at)


def _load(data: bytes, place: str) -> Book:
    again = "Put a sound copy of the file in its place (an earlier version, or the seat's own), then run again"
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            unpacked = sum(info.file_size for info in archive.infolist())
        if len(data) > MOST_BYTES or unpacked > MOST_UNPACKED:
            raise Unreadable(place, "the file is far bigger than any workbook of a match", again)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # openpyxl tells what it does not keep; nothing is saved from here
            return load_workbook(BytesIO(data))
    except (zipfile.BadZipFile, zlib.error, KeyError, InvalidFileException, OSError):
        if not data.strip(b"\0"):
            raise Unreadable(place, "the file is empty: its saving or its way here broke off", again) from None
        raise Unreadable(place, "the file is broken or no .xlsx workbook", again) from None
    except Unreadable:
        raise
    except Exception as fault:  # whatever else a mangled file makes of the reader, it must not stop the other seats
        raise Unreadable(place, f"the file is broken inside ({type(fault).__name__})", again) from None


class _Reader:
    def __init__(self, book: Book, workbook: Workbook, form: Form, place: str) -> None:
        self._book, self._workbook, self._form, self._place = book, workbook, form, place
        self._names = {name.casefold(): defined.attr_text or "" for name, defined in book.defined_names.items()}
        self._theme = theme_colours(book.loaded_theme)
        self._palette = tuple(getattr(book, "_colors", COLOR_INDEX))
        self._remarks: list[str] = []

    def snapshot(self, saved_at: str) -> Snapshot:
        stamp = self._stamp()
        self._refuse_lost_tabs()
        fields = {field.name: self._field(field.name) for field in self._form.fields}
        grids: dict[str, tuple[tuple[ReadCell, ...], ...]] = {}
        legend: list[tuple[str, str]] = []
        for grid in self._form.grids:
            spot = self._spot(grid.name)
            if spot is None:
                raise self._lost(f"its tab {named_block(self._workbook, grid.name)[0].title} has lost the cells called “{grid.name}”")
            grids[grid.name] = tuple(self._rows(spot))
            legend += self._legend(grid)
        return Snapshot(stamp, saved_at, fields, grids, tuple(legend), tuple(self._remarks))

    def _stamp(self) -> str:
        spot = self._spot(STAMP)
        found = self._read(spot[0], spot[1][1], spot[1][0]).value if spot else None
        if found is None:
            raise self._lost("it does not say which step it belongs to")
        if found != self._workbook.stamp:
            raise Unreadable(
                self._place,
                f"it belongs to another step, seat or match: it says “{str(found)[:80]}”",
                f"Put the file {self._workbook.title} of this seat in its place, or take it from a backup, then run again",
            )
        return str(found)

    def _lost(self, trouble: str) -> Unreadable:
        remedy = "Put an earlier version of the file in its place and ask the seat to fill in that one, then run again"
        return Unreadable(self._place, trouble, remedy)

    def _refuse_lost_tabs(self) -> None:
        """One input that is gone is the seat's own affair; a tab without any of its inputs is lost, and nothing is known."""
        by_tab: dict[str, list[bool]] = {}
        for field in self._form.fields:
            tab, _ = named_cell(self._workbook, field.name)
            by_tab.setdefault(tab.title, []).append(self._spot(field.name) is not None)
        for title, there in by_tab.items():
            if not any(there):
                raise self._lost(f"its tab {title} is gone, or has lost the names of all its inputs")

    def _spot(self, name: str) -> Spot | None:
        """Where the cells of a name are now, None where the name or its cells are gone."""
        title, mark, area = self._names.get(name.casefold(), "").rpartition("!")
        title = title.removeprefix("$").strip("'").replace("''", "'")
        if not mark or title not in self._book.sheetnames:
            return None
        sheet: object = self._book[title]
        corners = _corners(area)
        return (sheet, corners) if corners and isinstance(sheet, Worksheet) else None

    def _field(self, name: str) -> ReadCell:
        spot = self._spot(name)
        if spot is None:
            tab, cell = named_cell(self._workbook, name)
            return ReadCell(ref(tab.title, cell.row, cell.column), "lost")
        sheet, (left, top, _, _) = spot
        return self._read(sheet, top, left)

    def _rows(self, spot: Spot) -> Iterator[tuple[ReadCell, ...]]:
        sheet, (left, top, right, bottom) = spot
        for row in range(top, bottom + 1):
            yield tuple(self._painted(sheet, row, column) for column in range(left, right + 1))

    def _legend(self, grid: Grid) -> tuple[tuple[str, str], ...]:
        spot = self._spot(legend_name(grid))
        pairs, as_wanted = read_legend(grid, self._rows(spot)) if spot else ((), False)
        if not as_wanted:
            what = "was changed, and is read as it is now" if pairs else "is gone or gives one colour to two codes; the colours of the form count"
            self._remarks.append(f"the legend beside “{grid.name}” {what}")
        return pairs

    def _painted(self, sheet: Worksheet, row: int, column: int) -> ReadCell:
        cell = self._read(sheet, row, column)
        if cell.kind == "merged":
            return cell
        try:
            colour = fill_colour(sheet.cell(row, column).fill, self._theme, self._palette)
        except NotPlain:
            return ReadCell(cell.ref, "unplain-fill", cell.value)
        return ReadCell(cell.ref, cell.kind, cell.value, colour)

    def _read(self, sheet: Worksheet, row: int, column: int) -> ReadCell:
        cell = sheet.cell(row, column)
        here = ref(sheet.title, row, column)
        if isinstance(cell, MergedCell):
            merged = next((str(area) for area in sheet.merged_cells.ranges if cell.coordinate in area), "")
            return ReadCell(here, "merged", merged)
        value: Any = cell.value
        if cell.data_type == "f":
            formula = str(getattr(value, "text", value))
            if formula.upper() in _TRUTHS:
                return ReadCell(here, "bool", _TRUTHS[formula.upper()])
            return ReadCell(here, "error" if _ERROR_FORMULA.fullmatch(formula) else "formula", formula)
        if cell.data_type == "e":
            return ReadCell(here, "error", str(value))
        if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
            return ReadCell(here, "date", value.isoformat())
        if isinstance(value, datetime.timedelta):
            return ReadCell(here, "date", str(value))
        if isinstance(value, str):
            value = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), value)
        kind, plain = plain_value(value)
        return ReadCell(here, kind, plain)


def _corners(area: str) -> tuple[int, int, int, int] | None:
    """(left, top, right, bottom) of an area such as "$A$1:$I$9"; None for whole rows, whole columns, and what is no area."""
    try:
        left, top, right, bottom = range_boundaries(area)
    except (ValueError, TypeError):
        return None
    if left is None or top is None or right is None or bottom is None or (right - left + 1) * (bottom - top + 1) > MOST_SQUARES:
        return None
    return left, top, right, bottom


def open_elsewhere(names: Sequence[str], file_name: str) -> tuple[str, ...]:
    """Remarks on what lies beside a workbook: marks of programs that hold it open, and copies that are not read."""
    remarks: list[str] = []
    if f"~${file_name}" in names or f".~lock.{file_name}#" in names:
        remarks.append("the file is open somewhere; what was not saved was not read")
    stem = file_name.removesuffix(".xlsx")
    for name in sorted(names):
        if name != file_name and not name.startswith(("~$", ".")) and stem.casefold() in name.casefold():
            remarks.append(f"“{name}” lies beside it and was not read")
    return tuple(remarks)
