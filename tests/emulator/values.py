"""The values interface: cells as rows of plain values, by address or by data filter.

Must not touch formats, but for the number format that typing brings along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from emulator import addresses, boxes, errors, formulas, showing, typing_in
from emulator.batch import Batch
from emulator.boxes import Box
from emulator.jsons import Json
from emulator.state import EMPTY, Cell, Sheet, Spreadsheet


def read(book: Spreadsheet, area: Box, options: Json) -> Json:
    """A ValueRange: empty cells at the end of a row and empty rows at the end cut off, no `values` where there are none."""
    sheet, area = addresses.clipped(book, area)
    top, bottom, left, right = area.edges
    dimension = options.get("majorDimension") or "ROWS"
    if dimension == "DIMENSION_UNSPECIFIED":
        dimension = "ROWS"
    kept = [place for place, cell in sheet.cells.items() if cell.entered is not None and area.holds(*place)]
    bottom, right = max((row + 1 for row, _ in kept), default=top), max((column + 1 for _, column in kept), default=left)
    shown = {place: _shown(book, sheet, sheet.cells[place], options) for place in kept}
    if dimension == "ROWS":
        lines = [[shown.get((row, column), "") for column in range(left, right)] for row in range(top, bottom)]
    else:
        lines = [[shown.get((row, column), "") for row in range(top, bottom)] for column in range(left, right)]
    found: Json = {"range": boxes.written(sheet.title, area), "majorDimension": dimension}
    trimmed = _trimmed([_trimmed(line, "") for line in lines], [])
    return found | ({"values": trimmed} if trimmed else {})


def _trimmed(line: list[Any], empty: object) -> list[Any]:
    while line and line[-1] == empty:
        line = line[:-1]
    return line


def _shown(book: Spreadsheet, sheet: Sheet, cell: Cell, options: Json) -> Any:
    entered = cell.entered or {}
    render = options.get("valueRenderOption") or "FORMATTED_VALUE"
    form = (cell.format or {}).get("numberFormat")
    if render == "FORMULA" and "formulaValue" in entered:
        return entered["formulaValue"]
    value = formulas.value_of(book, sheet, entered)
    if render == "FORMATTED_VALUE":
        return showing.shown(value, form, book.locale)
    if "errorValue" in value:
        return f"{showing.ERRORS[value['errorValue']['type']]} ({value['errorValue']['message']})"
    if "numberValue" in value and showing.is_moment(form) and options.get("dateTimeRenderOption") == "FORMATTED_STRING":
        return showing.shown(value, form, book.locale)
    return next(iter(value.values()))


def target(book: Spreadsheet, area: Box, values: Sequence[Sequence[Any]], dimension: str) -> tuple[Sheet, Box, list[list[Any]]]:
    """Where rows of values go: one cell stands for the top left corner, any other rectangle has to hold them all."""
    sheet, clipped = addresses.clipped(book, area)
    rows = [list(line) for line in values]
    if dimension == "COLUMNS":
        rows = [[line[at] if at < len(line) else None for line in rows] for at in range(max(map(len, rows), default=0))]
    top, _, left, _ = clipped.edges
    bottom, right = top + len(rows), left + max(map(len, rows), default=0)
    single = area.bottom == top + 1 and area.right == left + 1
    limit_row, limit_column = (sheet.rows, sheet.columns) if single else (clipped.edges[1], clipped.edges[3])
    if bottom > sheet.rows or right > sheet.columns:
        raise errors.Bad(addresses.beyond(sheet, Box(sheet.number, top, bottom, left, right)))
    place = boxes.written(sheet.title, clipped)
    if bottom > limit_row:
        raise errors.Bad(f"Requested writing within range [{place}], but tried writing to row [{limit_row + 1}]")
    if right > limit_column:
        raise errors.Bad(f"Requested writing within range [{place}], but tried writing to column [{boxes.letters(limit_column)}]")
    return sheet, Box(sheet.number, top, bottom, left, right), rows


def write(batch: Batch, area: Box, values: Sequence[Sequence[Any]], option: str, dimension: str) -> tuple[Json, set[tuple[int, int, int]]]:
    """Writes rows of values; an UpdateValuesResponse, and the (sheetId, row, column) written. null leaves a cell as it is."""
    if option not in ("RAW", "USER_ENTERED"):
        raise errors.Bad("'valueInputOption' is required but not specified")
    for index, line in enumerate(values):
        for at, value in enumerate(line):
            if isinstance(value, (dict, list)):
                kind = "struct_value" if isinstance(value, dict) else "list_value"
                raise errors.Bad(f"Invalid values[{index}][{at}]: {kind} {{\n}}\n")
    sheet, area, rows = target(batch.book, area, values, dimension)
    done: set[tuple[int, int, int]] = set()
    top, _, left, _ = area.edges
    if not area.empty:
        batch.rights.cells(sheet, area)
    for row, line in enumerate(rows, top):
        for column, value in enumerate(line, left):
            if value is not None:
                sheet.cells[row, column] = entered(sheet.cells.get((row, column), EMPTY), value, option, batch.book.locale, batch.today)
                done.add((sheet.number, row, column))
    found: Json = {"spreadsheetId": batch.book.id, "updatedRange": boxes.written(sheet.title, area if not area.empty else _corner(area))}
    counts = {"updatedRows": len({row for _, row, _ in done}), "updatedColumns": len({one for _, _, one in done}), "updatedCells": len(done)}
    return found | {key: count for key, count in counts.items() if count}, done


def _corner(area: Box) -> Box:
    return boxes.cell(area.sheet_id, area.edges[0], area.edges[2])


def entered(cell: Cell, value: object, option: str, locale: str, today: date) -> Cell:
    """A cell after a value was written raw or typed."""
    if option == "RAW" or not isinstance(value, str):
        return replace(cell, entered=typing_in.raw(value))
    form = (cell.format or {}).get("numberFormat")
    made = typing_in.typed(value, locale, today, keeps_text=form is not None and form.get("type") == "TEXT")
    fresh = replace(cell, entered=made.value)
    return replace(fresh, format={**(cell.format or {}), "numberFormat": made.format}) if made.format and form is None else fresh


def write_all(batch: Batch, parts: Sequence[tuple[Box, Json]], option: str) -> tuple[list[Json], Json]:
    """Writes several rectangles; a reply for each and the totals: rows and columns are counted once each."""
    replies, done = [], set()
    for index, (area, data) in enumerate(parts):
        try:
            reply, places = write(batch, area, data.get("values") or [], option, data.get("majorDimension") or "ROWS")
        except errors.Bad as bad:
            raise errors.invalid(f"Invalid data[{index}]: {bad}") from None
        replies.append(reply)
        done |= places
    totals = {
        "totalUpdatedRows": len({(sheet, row) for sheet, row, _ in done}),
        "totalUpdatedColumns": len({(sheet, column) for sheet, _, column in done}),
        "totalUpdatedCells": len(done),
        "totalUpdatedSheets": len({sheet for sheet, _, _ in done}),
    }
    return replies, {key: count for key, count in totals.items() if count}


def clear(batch: Batch, area: Box) -> str:
    """Empties the values of a rectangle; its address."""
    sheet, area = addresses.clipped(batch.book, area)
    batch.rights.cells(sheet, area)
    for place, cell in list(sheet.cells.items()):
        if area.holds(*place) and cell.entered is not None:
            sheet.cells[place] = replace(cell, entered=None)
    return boxes.written(sheet.title, area)
