"""Turns a wanted workbook into the bytes of an .xlsx file, the same bytes for the same workbook.

Must not write files, nor let any text of the workbook become a formula.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from copy import copy
from datetime import datetime
from functools import cache
from io import BytesIO
from typing import Any

from openpyxl import Workbook as Book
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, MergedCell
from openpyxl.cell.cell import Cell as BookCell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.cell_style import StyleArray
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.protection import WorkbookProtection
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.cell_range import CellRange, MultiCellRange
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from croupier.core.sheet import Cell, Style, Tab, Workbook

STAMP = "croupier_stamp"
LISTS = "croupier lists"
FONT = "Arial"
AUTHOR = "croupier"
_LONGEST_LIST, _LONGEST_PROMPT, _LONGEST_TEXT = 255, 255, 32767
_MOMENT = datetime(2000, 1, 1)
_ZIP_MOMENT = (2000, 1, 1, 0, 0, 0)
_PLAIN_CHOICE = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ]*")
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_TEXT = "@"
_MARGIN = 0.4  # inches
_A4 = (595.0, 842.0)  # points
_POINTS_A_CHARACTER = 5.25  # of a column's width: 7 pixels
_STAMP_STYLE = Style(ink="c4c4c4", size=7)


class _Sorted(MultiCellRange):
    """Merged ranges in one order; openpyxl keeps them in a set, whose order changes from run to run."""

    def __iter__(self) -> Iterator[CellRange]:
        return iter(self.sorted())


def render(workbook: Workbook) -> bytes:
    """The whole file."""
    book = Book()
    book.remove(book.worksheets[0])
    lists, looks = _Lists(), _Looks()
    for number, tab in enumerate(workbook.tabs):
        sheet = book.create_sheet(tab.title)
        _write_tab(book, sheet, tab, lists, looks)
        if number == 0:
            _write_stamp(book, sheet, tab, workbook.stamp)
    lists.write(book)
    book.active = 0
    book.security = WorkbookProtection(lockStructure=True)
    book.properties.creator = AUTHOR
    book.properties.created = _MOMENT
    raw = BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        _InMemory(book, archive).write_data()
    return _timeless(raw.getvalue())


class _InMemory(ExcelWriter):
    """Writes sheets straight into the archive. openpyxl's own way leaves them in the machine's temporary folder if it dies."""

    _archive: zipfile.ZipFile

    def write_worksheet(self, ws: Any) -> None:
        sheet = BytesIO()
        writer: Any = WorksheetWriter(ws, sheet)
        writer.write()
        ws._rels = writer._rels
        self._archive.writestr(ws.path[1:], sheet.getvalue())
        self.manifest.append(ws)


def clean(text: str) -> str:
    """A text as a cell can hold it: what XML or the format cannot carry becomes a mark that shows."""
    text = ILLEGAL_CHARACTERS_RE.sub("\ufffd", text[:_LONGEST_TEXT].replace("\r\n", "\n").replace("\r", "\n"))
    return "".join("\ufffd" if "\ud800" <= mark <= "\udfff" or mark in "\ufffe\uffff" else mark for mark in text)


def put_text(cell: BookCell | MergedCell, text: str) -> None:
    """Writes a text as a text, whatever it looks like: no formula, no error value, and none once somebody edits the cell."""
    if isinstance(cell, MergedCell):
        raise ValueError(f"{cell.coordinate} is covered by a merged cell")
    cell.value = _ESCAPE.sub("_x005F_", clean(text)) or None
    if text:
        cell.data_type = "s"
    if text[:1] in tuple("=+-@'"):
        cell.quotePrefix = True


def _write_tab(book: Book, sheet: Worksheet, tab: Tab, lists: _Lists, looks: _Looks) -> None:
    sheet.merged_cells = _Sorted()
    for cell in tab.cells:
        _write_cell(book, sheet, cell, lists, looks)
    for column, width in tab.widths:
        dimension = sheet.column_dimensions[get_column_letter(column)]
        dimension.width, dimension.hidden = max(width, 0.1), width == 0
    for row, height in tab.heights:
        sheet.row_dimensions[row].height = height
    for block in tab.blocks:
        _name(book, block.name, sheet, f"{_absolute(block.top, block.left)}:{_absolute(block.bottom, block.right)}")
    for warning in tab.warnings:
        block = warning.block
        area = f"{get_column_letter(block.left)}{block.top}:{get_column_letter(block.right)}{block.bottom}"
        marking = DifferentialStyle(font=_marking_font(warning.style), fill=_marking_fill(warning.style))
        sheet.conditional_formatting.add(area, Rule("expression", dxf=marking, formula=[warning.formula.removeprefix("=")]))
    if tab.frozen_rows:
        sheet.freeze_panes = f"A{tab.frozen_rows + 1}"
    if tab.colour:
        sheet.sheet_properties.tabColor = tab.colour
    sheet.sheet_view.showGridLines = False
    _protect(sheet)
    _lay_out_pages(sheet, tab)


def _write_cell(book: Book, sheet: Worksheet, cell: Cell, lists: _Lists, looks: _Looks) -> None:
    target = sheet.cell(cell.row, cell.column)
    bottom, right = cell.row + cell.height - 1, cell.column + cell.width - 1
    if (bottom, right) != (cell.row, cell.column):
        sheet.merge_cells(start_row=cell.row, start_column=cell.column, end_row=bottom, end_column=right)
    for row in range(cell.row, bottom + 1):
        for column in range(cell.column, right + 1):
            looks.give(sheet.cell(row, column), cell.style, text=cell.open or cell.name is not None)
    if cell.formula:
        target.value = cell.formula
    elif isinstance(cell.value, str):
        put_text(target, cell.value)
    else:
        target.value = cell.value
    if cell.name is not None:
        _name(book, cell.name, sheet, _absolute(cell.row, cell.column))
    if cell.listed or cell.note:
        validation = _validation(cell, lists)
        validation.add(target)
        sheet.add_data_validation(validation)


class _Looks:
    """Gives cells their looks. openpyxl compares a new look with all that it has, so each is made once and copied."""

    def __init__(self) -> None:
        self._made: dict[tuple[Style, bool], StyleArray] = {}

    def give(self, cell: BookCell | MergedCell, style: Style, *, text: bool) -> None:
        """`text` = an open cell that keeps what is typed as it is typed."""
        known = self._made.get((style, text))
        dressed: Any = cell
        if known is None:
            cell.font, cell.fill, cell.alignment, cell.border = _formats(style)
            if text:
                cell.protection, cell.number_format = Protection(locked=False), _TEXT
            known = self._made[style, text] = copy(dressed._style)
        dressed._style = copy(known)


def _validation(cell: Cell, lists: _Lists) -> DataValidation:
    """A drop-down, a prompt, or both. Nothing typed is ever refused: croupier says what is wrong, in words."""
    prompt = clean(cell.note)[:_LONGEST_PROMPT]
    return DataValidation(
        type="list" if cell.listed else None,
        formula1=lists.source(cell.listed) if cell.listed else None,
        allow_blank=True,
        showErrorMessage=False,
        showInputMessage=bool(prompt),
        prompt=prompt or None,
    )


class _Lists:
    """The choices of drop-downs. Those that a cell's rule cannot hold itself stand on a tab that nobody sees."""

    def __init__(self) -> None:
        self._long: dict[tuple[str, ...], int] = {}

    def source(self, choices: tuple[str, ...]) -> str:
        """What a drop-down's rule says about its choices."""
        joined = ",".join(choices)
        if len(joined) <= _LONGEST_LIST - 2 and all(_PLAIN_CHOICE.fullmatch(choice) for choice in choices):
            return f'"{joined}"'
        column = get_column_letter(self._long.setdefault(choices, len(self._long) + 1))
        return f"{quote_sheetname(LISTS)}!${column}$1:${column}${len(choices)}"

    def write(self, book: Book) -> None:
        """The tab, where there is need of it."""
        if not self._long:
            return
        sheet = book.create_sheet(LISTS)
        for choices, column in self._long.items():
            for row, choice in enumerate(choices, start=1):
                put_text(sheet.cell(row, column), choice)
                sheet.cell(row, column).number_format = _TEXT
        sheet.sheet_state = "veryHidden"
        _protect(sheet)


def _write_stamp(book: Book, sheet: Worksheet, tab: Tab, stamp: str) -> None:
    """Small and grey, below everything else of the first tab."""
    row = 2 + max((cell.row + cell.height - 1 for cell in tab.cells), default=0)
    target = sheet.cell(row, 1)
    put_text(target, stamp)
    target.font, _, target.alignment, _ = _formats(_STAMP_STYLE)
    target.number_format = _TEXT
    _name(book, STAMP, sheet, _absolute(row, 1))


def _name(book: Book, name: str, sheet: Worksheet, area: str) -> None:
    if name in book.defined_names:
        raise ValueError(f"two things of one workbook are called {name}")
    book.defined_names[name] = DefinedName(name, attr_text=f"{quote_sheetname(sheet.title)}!{area}")


def _absolute(row: int, column: int) -> str:
    return f"${get_column_letter(column)}${row}"


def _protect(sheet: Worksheet) -> None:
    """Locked but for the open cells; whoever may not format cannot colour a board. In the file, "formatCells" says that it is barred."""
    sheet.protection.sheet = True
    sheet.protection.formatCells = False


def _lay_out_pages(sheet: Worksheet, tab: Tab) -> None:
    """One page wide; where it takes several, pages end before a row in which nothing stands."""
    sheet.page_setup.orientation = "landscape" if tab.landscape else "portrait"
    sheet.page_setup.paperSize = 9  # A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = margins.bottom = _MARGIN
    for row in _page_ends(tab):
        sheet.row_breaks.append(Break(id=row))


def _page_ends(tab: Tab) -> Iterator[int]:
    """The last row of each page but the last."""
    widths, heights = dict(tab.widths), dict(tab.heights)
    used = {row for cell in tab.cells for row in range(cell.row, cell.row + cell.height)}
    last_column = max((cell.column + cell.width - 1 for cell in tab.cells), default=1)
    across = sum(widths.get(column, 8.4) for column in range(1, last_column + 1)) * _POINTS_A_CHARACTER
    short, long = (side - 144 * _MARGIN for side in _A4)
    page_width, page_height = (long, short) if tab.landscape else (short, long)
    room = page_height / min(1.0, page_width / across)
    taken, since, end = 0.0, 0.0, 0
    for row in range(1, max(used, default=0) + 1):
        height = heights.get(row, 15.0)
        if row not in used and row - 1 in used:
            end, since = row - 1, 0.0
        taken, since = taken + height, since + height
        if row in used and taken > room and end:
            yield end
            taken, end = since, 0


@cache
def _formats(style: Style) -> tuple[Font, PatternFill, Alignment, Border]:
    font = Font(name=FONT, size=style.size, bold=style.bold, italic=style.italic, color=f"FF{style.ink}" if style.ink else None)
    fill = PatternFill("solid", fgColor=f"FF{style.fill}", bgColor=f"FF{style.fill}") if style.fill else PatternFill()
    alignment = Alignment(style.align, "center" if style.middle else "top", wrap_text=style.wrap, indent=style.indent)
    if not style.border:
        return font, fill, alignment, Border()
    side = Side("thin", color=f"FF{style.border}")
    return font, fill, alignment, Border(side, side, side, side)


def _marking_font(style: Style) -> Font | None:
    return Font(bold=style.bold or None, color=f"FF{style.ink}") if style.ink else None


def _marking_fill(style: Style) -> PatternFill | None:
    return PatternFill("solid", fgColor=f"FF{style.fill}", bgColor=f"FF{style.fill}") if style.fill else None


def _timeless(data: bytes) -> bytes:
    """The same archive without the time of its making: equal content gives equal bytes."""
    packed = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            entry = zipfile.ZipInfo(info.filename, _ZIP_MOMENT)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 0, 0
            content = old.read(info)
            if info.filename == "docProps/core.xml":
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + _MOMENT.strftime("%Y-%m-%dT%H:%M:%SZ").encode(), content)
            new.writestr(entry, content)
    return packed.getvalue()
