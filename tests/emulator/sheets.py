"""The Sheets interface: spreadsheets as a whole, batches, values, metadata, one function for each method.

Must not know HTTP, tokens or faults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from emulator import addresses, batch_cells, batch_guards, batch_marks, batch_tabs, drive, errors, values
from emulator.batch import Batch, run
from emulator.boxes import Box
from emulator.call import Call
from emulator.jsons import Json
from emulator.masks import part
from emulator.render import View, metadata_json, sheet_properties
from emulator.state import OFFICE, SPREADSHEET, File, Spreadsheet

REQUEST_KINDS = (batch_cells, batch_guards, batch_marks, batch_tabs)
"""The modules whose import makes the kinds of request known."""


def opened(call: Call, write: bool = False) -> tuple[File, Spreadsheet]:
    """The file and the spreadsheet of a request, if the account may read (or write) it."""
    identifier = call.path["spreadsheetId"]
    file = call.world.files.get(identifier)
    if file is None:
        raise errors.not_found()
    role = call.world.role(file, call.who)
    if role is None or (write and role not in ("writer", "owner")):
        raise errors.forbidden()
    if write and any(one.get("readOnly") for one in file.restrictions):
        raise errors.forbidden()
    if file.kind == OFFICE:
        raise errors.office_file()
    if file.id not in call.world.spreadsheets:
        raise errors.not_found()
    return file, call.world.spreadsheets[file.id]


def _batch(call: Call) -> Batch:
    """A copy of the spreadsheet to work on."""
    file, book = opened(call, write=True)
    return Batch(book.copy(), file, call.world, call.who, call.behaviour, call.now)


def _commit(call: Call, batch: Batch) -> None:
    """Puts the copy in place: all of it at once."""
    call.world.spreadsheets[batch.book.id] = batch.book
    call.world.changed(replace(batch.file, name=batch.book.title), call.who, call.now)


def _view(call: Call, file: File, book: Spreadsheet, without_tables: bool = False) -> View:
    return View(book, file, call.world, call.who, call.behaviour, without_tables)


def create(call: Call) -> Json:
    """A service account may not: what it hears is an unchecked fact."""
    body: Json = call.body or {}
    sent = body.get("properties") or {}
    if call.who.service:
        raise errors.forbidden() if call.behaviour.storage_refusal == "permission" else errors.storage()
    file = drive.new_file(call, sent.get("title") or "Untitled spreadsheet", SPREADSHEET, ())
    book = Spreadsheet(file.id, file.name)
    batch = Batch(book, file, call.world, call.who, call.behaviour, call.now)
    settings = {key: sent[key] for key in ("locale", "timeZone", "spreadsheetTheme") if key in sent}
    requests: list[Json] = []
    if settings:
        requests.append({"updateSpreadsheetProperties": {"properties": settings, "fields": ",".join(settings)}})
    tabs = body.get("sheets") or [{"properties": {"sheetId": 0, "title": "Sheet1"}}]
    requests += [{"addSheet": {"properties": tab.get("properties") or {}}} for tab in tabs]
    requests += [{"addNamedRange": {"namedRange": name}} for name in body.get("namedRanges") or ()]
    requests += [{"createDeveloperMetadata": {"developerMetadata": one}} for one in body.get("developerMetadata") or ()]
    for tab in tabs:
        requests += [{"addProtectedRange": {"protectedRange": guard}} for guard in tab.get("protectedRanges") or ()]
        requests += [{"updateCells": _grid(tab, grid)} for grid in tab.get("data") or ()]
        requests += [{"mergeCells": {"range": merge}} for merge in tab.get("merges") or ()]
    unknown = {key for tab in tabs for key in tab} - {"properties", "protectedRanges", "data", "merges"}
    if unknown:
        raise errors.NotEmulated(f"spreadsheets.create with {sorted(unknown)}")
    run(batch, requests)
    call.world.files[file.id], call.world.spreadsheets[file.id] = file, batch.book
    return _view(call, file, batch.book).spreadsheet(call.mask if call.masked else None)


def _grid(tab: Json, grid: Json) -> Json:
    start = {
        "sheetId": (tab.get("properties") or {}).get("sheetId") or 0,
        "rowIndex": grid.get("startRow") or 0,
        "columnIndex": grid.get("startColumn") or 0,
    }
    return {"start": start, "rows": grid.get("rowData") or [], "fields": "*"}


def get(call: Call) -> Json:
    file, book = opened(call)
    ranges = [addresses.find(book, text) for text in call.query["ranges"]] if call.query.get("ranges") else None
    _check(book, ranges)
    view = _view(call, file, book, call.flag("excludeTablesInBandedRanges"))
    return view.spreadsheet(call.mask if call.masked else None, ranges, call.flag("includeGridData"))


def _check(book: Spreadsheet, ranges: Sequence[Box] | None) -> None:
    for area in ranges or ():
        addresses.clipped(book, area)


def get_by_data_filter(call: Call) -> Json:
    file, book = opened(call)
    body: Json = call.body or {}
    filters = body.get("dataFilters") or ()
    ranges = [area for wanted in filters for area in addresses.filtered(book, wanted)] if filters else None
    _check(book, ranges)
    view = _view(call, file, book, bool(body.get("excludeTablesInBandedRanges")))
    return view.spreadsheet(call.mask if call.masked else None, ranges, bool(body.get("includeGridData")))


def batch_update(call: Call) -> Json:
    body: Json = call.body or {}
    batch = _batch(call)
    replies = run(batch, body.get("requests") or [])
    found: Json = {"spreadsheetId": batch.book.id, "replies": replies}
    if body.get("includeSpreadsheetInResponse"):
        below = part(call.mask, "updatedSpreadsheet") if call.masked else None
        if below is not None or not call.masked:
            texts = body.get("responseRanges") or ()
            ranges = [addresses.find(batch.book, text, call.behaviour.names_in_response_ranges) for text in texts] if texts else None
            _check(batch.book, ranges)
            grids = bool(body.get("responseIncludeGridData"))
            found["updatedSpreadsheet"] = _view(call, batch.file, batch.book).spreadsheet(below, ranges, grids)
            if not call.behaviour.grid_in_response:
                for sheet in found["updatedSpreadsheet"].get("sheets", ()):
                    sheet.pop("data", None)
    _commit(call, batch)
    return found


def copy_to(call: Call) -> Json:
    """The tab gets another number there; whether protections go along is an unchecked fact."""
    _, source = opened(call)
    tab = source.sheet(int(call.path["sheetId"]))
    if tab is None:
        raise errors.invalid(f"No sheet with id: {call.path['sheetId']}")
    there = replace(call, path={"spreadsheetId": (call.body or {}).get("destinationSpreadsheetId") or ""})
    batch = _batch(there)
    taken = {sheet.title for sheet in batch.book.sheets}
    titles = (f"Copy of {tab.title}" + (f" {at}" if at else "") for at in range(10_000))
    sheet = batch_tabs.copied(tab, call.world.number(), next(title for title in titles if title not in taken), batch, call.behaviour.guards_copied)
    batch.book.sheets.append(sheet)
    _commit(there, batch)
    return sheet_properties(sheet, len(batch.book.sheets) - 1, batch.book)


def metadata_get(call: Call) -> Json:
    _, book = opened(call)
    one = next((one for one in book.metadata if str(one.number) == call.path["metadataId"]), None)
    if one is None:
        raise errors.not_found()
    return metadata_json(one)


def metadata_search(call: Call) -> Json:
    _, book = opened(call)
    matched = []
    for wanted in (call.body or {}).get("dataFilters") or ():
        if "developerMetadataLookup" in wanted:
            ones = addresses.looked_up(book, wanted["developerMetadataLookup"])
        else:
            areas = addresses.filtered(book, wanted)
            ones = [one for one in book.metadata if one.box is not None and any(one.box.meets(area) for area in areas)]
        matched += [{"developerMetadata": metadata_json(one), "dataFilters": [wanted]} for one in ones]
    return {"matchedDeveloperMetadata": matched} if matched else {}


def values_get(call: Call) -> Json:
    _, book = opened(call)
    return values.read(book, addresses.find(book, call.path["range"]), call.options())


def values_batch_get(call: Call) -> Json:
    _, book = opened(call)
    areas = [addresses.find(book, text) for text in call.query.get("ranges", ())]
    found = [values.read(book, area, call.options()) for area in areas]
    return {"spreadsheetId": book.id, **({"valueRanges": found} if found else {})}


def values_batch_get_by_data_filter(call: Call) -> Json:
    _, book = opened(call)
    body: Json = call.body or {}
    found = [
        {"valueRange": values.read(book, area, body), "dataFilters": [wanted]}
        for wanted in body.get("dataFilters") or ()
        for area in addresses.filtered(book, wanted)
    ]
    return {"spreadsheetId": book.id, **({"valueRanges": found} if found else {})}


def values_update(call: Call) -> Json:
    batch, body = _batch(call), call.body or {}
    area = addresses.find(batch.book, call.path["range"])
    try:
        found, _ = values.write(batch, area, body.get("values") or [], call.text("valueInputOption") or "", body.get("majorDimension") or "ROWS")
    except errors.Bad as bad:
        raise errors.invalid(str(bad)) from None
    _commit(call, batch)
    if call.flag("includeValuesInResponse"):
        shown = {key: call.text(f"response{key[0].upper()}{key[1:]}") for key in ("valueRenderOption", "dateTimeRenderOption")}
        found["updatedData"] = values.read(batch.book, addresses.find(batch.book, found["updatedRange"]), shown)
    return found


def values_batch_update(call: Call) -> Json:
    batch, body = _batch(call), call.body or {}
    parts = [(addresses.find(batch.book, data.get("range") or ""), data) for data in body.get("data") or ()]
    return _written(call, batch, parts, body)


def values_batch_update_by_data_filter(call: Call) -> Json:
    batch, body = _batch(call), call.body or {}
    parts = [(area, data) for data in body.get("data") or () for area in addresses.filtered(batch.book, data.get("dataFilter") or {})]
    found = _written(call, batch, parts, body)
    for reply, (_, data) in zip(found.get("responses", ()), parts, strict=True):
        del reply["spreadsheetId"]
        reply["dataFilter"] = data["dataFilter"]
    return found


def _written(call: Call, batch: Batch, parts: Sequence[tuple[Box, Json]], body: Json) -> Json:
    replies, totals = values.write_all(batch, parts, body.get("valueInputOption") or "")
    _commit(call, batch)
    return {"spreadsheetId": batch.book.id, **totals, **({"responses": replies} if replies else {})}


def values_clear(call: Call) -> Json:
    return {"spreadsheetId": call.path["spreadsheetId"], "clearedRange": _cleared(call, [call.path["range"]])[0]}


def values_batch_clear(call: Call) -> Json:
    body: dict[str, Any] = call.body or {}
    return {"spreadsheetId": call.path["spreadsheetId"], "clearedRanges": _cleared(call, body.get("ranges") or ())}


def _cleared(call: Call, texts: Sequence[str]) -> list[str]:
    batch = _batch(call)
    try:
        found = [values.clear(batch, addresses.find(batch.book, text)) for text in texts]
    except errors.Bad as bad:
        raise errors.invalid(str(bad)) from None
    _commit(call, batch)
    return found
