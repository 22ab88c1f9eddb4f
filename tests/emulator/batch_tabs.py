"""The batchUpdate requests that change the spreadsheet, its tabs, and their rows and columns.

Must not change what stands in a cell.
"""

from __future__ import annotations

from dataclasses import replace

from emulator import addresses, colours, masks
from emulator.batch import Batch, fields, kind, move_all
from emulator.boxes import Axis, Box
from emulator.errors import Bad
from emulator.jsons import Json
from emulator.render import sheet_properties
from emulator.state import Sheet

_OWN = {"sheetId", "title", "index", "sheetType", "hidden", "gridProperties"}
_MOST_CELLS = 10_000_000


@kind("updateSpreadsheetProperties")
def update_spreadsheet_properties(batch: Batch, request: Json) -> Json:
    wanted, sent, book = fields(request, "SpreadsheetProperties"), request.get("properties") or {}, batch.book
    names = set(wanted) or set(sent)
    if "title" in names:
        if not sent.get("title"):
            raise Bad("The title must not be empty.")
        book.title = sent["title"]
    if "locale" in names:
        if "_" not in sent.get("locale", ""):
            raise Bad(f"Unsupported locale: {sent.get('locale', '')}")
        book.locale = sent["locale"]
    if "timeZone" in names:
        book.time_zone = sent.get("timeZone") or "Etc/GMT"
    if "spreadsheetTheme" in names:
        listed = (sent.get("spreadsheetTheme") or {}).get("themeColors") or ()
        book.theme = {one["colorType"]: hex_colour(one["color"].get("rgbColor") or {}) for one in listed}
    if "autoRecalc" in names:
        book.extra = {**book.extra, "autoRecalc": sent.get("autoRecalc", "ON_CHANGE")}
    return {}


def hex_colour(channels: Json) -> str:
    return "".join(f"{round((channels.get(name) or 0) * 255):02x}" for name in ("red", "green", "blue"))


def check_title(batch: Batch, title: str, but: Sheet | None) -> None:
    if not title:
        raise Bad("The sheet name cannot be empty.")
    if len(title) > 100:
        raise Bad("The sheet name cannot be greater than 100 characters.")
    if any(one is not but and one.title.casefold() == title.casefold() for one in batch.book.sheets):
        raise Bad(f'A sheet with the name "{title}" already exists. Please enter another name.')


@kind("updateSheetProperties")
def update_sheet_properties(batch: Batch, request: Json) -> Json:
    wanted, sent = fields(request, "SheetProperties"), request.get("properties") or {}
    sheet = batch.sheet(sent.get("sheetId"), "sheet")
    batch.rights.tab(sheet)
    names = set(wanted) or set(sent)
    if "title" in names:
        check_title(batch, sent.get("title") or "", sheet)
        sheet.title = sent["title"]
    if "hidden" in names:
        sheet.hidden = bool(sent.get("hidden"))
        if all(one.hidden for one in batch.book.sheets):
            raise Bad("You can't hide all the sheets in a document.")
    if "index" in names:
        rest = [one for one in batch.book.sheets if one is not sheet]
        batch.book.sheets = [*rest[: sent.get("index") or 0], sheet, *rest[sent.get("index") or 0 :]]
    if "gridProperties" in names:
        _resize(sheet, masks.overlaid(_grid(sheet), sent.get("gridProperties") or {}, wanted.get("gridProperties", {})))
    extra = {name: wanted.get(name, {}) for name in names - _OWN}
    if extra:
        mask = colours.paired_mask(extra)
        sheet.extra = masks.overlaid(sheet.extra, colours.paired({key: value for key, value in sent.items() if key in mask}), mask)
    return {}


def _grid(sheet: Sheet) -> Json:
    return {"rowCount": sheet.rows, "columnCount": sheet.columns, **sheet.grid}


def _resize(sheet: Sheet, grid: Json) -> None:
    rows, columns = grid.get("rowCount") or 0, grid.get("columnCount") or 0
    if rows <= 0 or columns <= 0:
        raise Bad("Invalid grid properties: a sheet has at least one row and one column.")
    if rows * columns > _MOST_CELLS:
        raise Bad(f"This action would increase the number of cells in the workbook above the limit of {_MOST_CELLS} cells.")
    sheet.rows, sheet.columns = rows, columns
    sheet.grid = {key: value for key, value in grid.items() if key not in ("rowCount", "columnCount") and value}
    sheet.cells = {place: cell for place, cell in sheet.cells.items() if place[0] < rows and place[1] < columns}


@kind("addSheet")
def add_sheet(batch: Batch, request: Json) -> Json:
    sent = request.get("properties") or {}
    taken = {sheet.title for sheet in batch.book.sheets}
    title = sent.get("title") or next(name for at in range(1, 10_000) if (name := f"Sheet{at}") not in taken)
    check_title(batch, title, None)
    number = sent["sheetId"] if sent.get("sheetId") is not None else batch.world.number()
    if batch.book.sheet(number) is not None:
        raise Bad(f"A sheet with id {number} already exists.")
    sheet = Sheet(number, title, hidden=bool(sent.get("hidden")))
    _resize(sheet, {**_grid(sheet), **(sent.get("gridProperties") or {})})
    sheet.extra = colours.paired({key: value for key, value in sent.items() if key not in _OWN})
    place = sent["index"] if sent.get("index") is not None else len(batch.book.sheets)
    batch.book.sheets.insert(place, sheet)
    return {"properties": sheet_properties(sheet, batch.book.sheets.index(sheet), batch.book)}


@kind("deleteSheet")
def delete_sheet(batch: Batch, request: Json) -> Json:
    sheet = batch.sheet(request.get("sheetId"), "sheet")
    batch.rights.tab(sheet)
    left = [one for one in batch.book.sheets if one is not sheet]
    if not any(not one.hidden for one in left):
        raise Bad("You can't remove all the visible sheets in a document." if left else "You can't remove all the sheets in a document.")
    batch.book.sheets = left
    batch.book.names = tuple(name for name in batch.book.names if name.box.sheet_id != sheet.number)
    batch.book.metadata = tuple(one for one in batch.book.metadata if one.box is None or one.box.sheet_id != sheet.number)
    return {}


@kind("duplicateSheet")
def duplicate_sheet(batch: Batch, request: Json) -> Json:
    source = batch.sheet(request.get("sourceSheetId"), "sheet")
    title = request.get("newSheetName") or f"Copy of {source.title}"
    check_title(batch, title, None)
    number = request.get("newSheetId") or batch.world.number()
    sheet = copied(source, number, title, batch, guards=True)
    batch.book.sheets.insert(request.get("insertSheetIndex") or 0, sheet)
    return {"properties": sheet_properties(sheet, batch.book.sheets.index(sheet), batch.book)}


def copied(source: Sheet, number: int, title: str, batch: Batch, guards: bool) -> Sheet:
    """A copy of a tab under another number: names and metadata stay behind, protections come along only if told."""

    def there(box: Box) -> Box:
        return replace(box, sheet_id=number)

    sheet = source.copy()
    sheet.number, sheet.title = number, title
    sheet.merges = tuple(there(box) for box in source.merges)
    sheet.rules = tuple(replace(rule, boxes=tuple(there(box) for box in rule.boxes)) for rule in source.rules)
    sheet.bands = tuple(replace(band, number=batch.world.number(), box=there(band.box)) for band in source.bands)
    sheet.tables = tuple(replace(table, id=str(batch.world.number()), box=there(table.box)) for table in source.tables)
    sheet.guards = tuple(
        replace(guard, number=batch.world.number(), box=there(guard.box), open=tuple(there(box) for box in guard.open))
        for guard in (source.guards if guards else ())
    )
    return sheet


def _span(batch: Batch, request: Json) -> tuple[Sheet, Axis, int, int]:
    sheet = batch.sheet(request.get("sheetId"))
    axis: Axis = "COLUMNS" if request.get("dimension") == "COLUMNS" else "ROWS"
    most = sheet.rows if axis == "ROWS" else sheet.columns
    start, end = request.get("startIndex") or 0, request["endIndex"] if request.get("endIndex") is not None else most
    if request.get("dimension") not in ("ROWS", "COLUMNS"):
        raise Bad("No dimension specified.")
    if start >= end:
        raise Bad(f"Range is empty: startIndex[{start}] must be less than endIndex[{end}].")
    return sheet, axis, start, end


@kind("updateDimensionProperties")
def update_dimension_properties(batch: Batch, request: Json) -> Json:
    wanted, sent = fields(request, "DimensionProperties"), request.get("properties") or {}
    sheet, axis, start, end = _span(batch, request.get("range") or {})
    batch.rights.lines(sheet, axis, start, end, deleting=True)
    for at in range(start, min(end, sheet.rows if axis == "ROWS" else sheet.columns)):
        fresh = masks.overlaid(sheet.lines.get((axis, at)), sent, wanted)
        sheet.lines[axis, at] = {key: value for key, value in (fresh or {}).items() if value is not False}
    return {}


@kind("autoResizeDimensions")
def auto_resize_dimensions(batch: Batch, request: Json) -> Json:
    _span(batch, request.get("dimensions") or {})
    return {}


@kind("insertDimension")
def insert_dimension(batch: Batch, request: Json) -> Json:
    sheet, axis, start, end = _span(batch, request.get("range") or {})
    most = sheet.rows if axis == "ROWS" else sheet.columns
    if start > most:
        raise Bad(addresses.beyond(sheet, Box(sheet.number, start) if axis == "ROWS" else Box(sheet.number, left=start)))
    batch.rights.lines(sheet, axis, start, end, deleting=False)
    heir = start - 1 if request.get("inheritFromBefore") else start
    cells = {place: cell for place, cell in sheet.cells.items() if place[0 if axis == "ROWS" else 1] == heir and cell.format}
    move_all(batch, sheet, axis, start, end - start)
    for (row, column), cell in cells.items():  # new lines look like their neighbour
        for at in range(start, end):
            sheet.cells[(at, column) if axis == "ROWS" else (row, at)] = replace(cell, entered=None, note=None, runs=())
    _grow(sheet, axis, end - start)
    return {}


def _grow(sheet: Sheet, axis: Axis, count: int) -> None:
    if axis == "ROWS":
        sheet.rows += count
    else:
        sheet.columns += count


@kind("appendDimension")
def append_dimension(batch: Batch, request: Json) -> Json:
    sheet = batch.sheet(request.get("sheetId"))
    axis: Axis = "COLUMNS" if request.get("dimension") == "COLUMNS" else "ROWS"
    batch.rights.tab(sheet)
    _grow(sheet, axis, request.get("length") or 0)
    return {}


@kind("deleteDimension")
def delete_dimension(batch: Batch, request: Json) -> Json:
    sheet, axis, start, end = _span(batch, request.get("range") or {})
    most = sheet.rows if axis == "ROWS" else sheet.columns
    end = min(end, most)
    if end - start >= most:
        raise Bad(f"You can't delete all the {axis.lower()} on the sheet.")
    batch.rights.lines(sheet, axis, start, end, deleting=True)
    move_all(batch, sheet, axis, start, start - end)
    _grow(sheet, axis, start - end)
    return {}


@kind("setBasicFilter")
def set_basic_filter(batch: Batch, request: Json) -> Json:
    sent = request.get("filter") or {}
    sheet = batch.sheet((sent.get("range") or {}).get("sheetId"))
    sheet.filter = {**sent, "range": {key: value for key, value in (sent.get("range") or {}).items() if key != "sheetId" or value}}
    return {}


@kind("clearBasicFilter")
def clear_basic_filter(batch: Batch, request: Json) -> Json:
    batch.sheet(request.get("sheetId")).filter = None
    return {}
