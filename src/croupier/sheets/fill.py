"""Fills in a workbook as a player would: types answers into its open cells and paints its grids (for bots and tests).

Must not touch a protected cell, nor decide what to answer.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.cell.cell import MergedCell
from openpyxl.styles import PatternFill
from openpyxl.utils.cell import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from croupier.core.forms import Answers, Form, Grid, get
from croupier.files import write

from .xlsx_write import clean, put_text

NO_COLOUR_OF_THE_LEGEND = "c0ffee"
Stroke = tuple[int, int, str | None, str]
"""(row, column, colour, typed text) of one square of a grid, from 0."""


def fill(path: Path, form: Form, answers: Answers) -> None:
    """Opens the file, types and paints what the answers say, and saves it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl tells what it does not keep, which here is nothing that a seat has typed
        book = load_workbook(BytesIO(path.read_bytes()))
    places: dict[str, tuple[Worksheet, tuple[int, int]]] = {}
    for name, defined in book.defined_names.items():
        for title, area in defined.destinations:
            left, top, _, _ = range_boundaries(area)
            holder: object = book[title]
            if isinstance(holder, Worksheet) and left and top:
                places[name] = (holder, (top, left))
    for field_name, value in typed_values(form, answers):
        sheet, (row, column) = places[field_name]
        _type(sheet, row, column, value)
    for grid in form.grids:
        sheet, (top, left) = places[grid.name]
        for y, x, colour, text in strokes(grid, answers):
            cell = sheet.cell(top + y, left + x)
            if cell.protection.locked:
                continue
            cell.fill = PatternFill("solid", fgColor=f"FF{colour}") if colour else PatternFill()
            _type(sheet, top + y, left + x, text)
    saved = BytesIO()
    book.save(saved)
    write(path, saved.getvalue())


def _type(sheet: Worksheet, row: int, column: int, value: str | int | float) -> None:
    cell = sheet.cell(row, column)
    if cell.protection.locked or isinstance(cell, MergedCell):
        return
    if isinstance(value, str):
        put_text(cell, value)
    else:
        cell.value = value


def typed_values(form: Form, answers: Answers) -> Iterator[tuple[str, str | int | float]]:
    """(field's name, what is typed there) of every field that the answers say something about."""
    for field in form.fields:
        value = get(answers, field.path)
        if value is None:
            continue
        as_it_is = isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))
        yield field.name, value if as_it_is else clean(str(value))


def strokes(grid: Grid, answers: Answers) -> Iterator[Stroke]:
    """What is done to each square of a grid, by the tokens of its rows (`Wo`, `De/Wo`, `/Wo`, `o`, `.`, `?`).

    A painted part that is no code is painted in a colour that the legend does not have; rows and squares too many cannot be painted.
    """
    rows = get(answers, grid.path)
    colours = {code.casefold(): colour for colour, code in grid.colours}
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        return
    for y, row in enumerate(rows[: grid.rows]):
        for x, token in enumerate(str(row).split()[: grid.columns]):
            painted, _, text = token.partition("/")
            blank = painted in ("", ".")
            yield y, x, None if blank else colours.get(painted.casefold(), NO_COLOUR_OF_THE_LEGEND), clean(text.replace("_", " "))
