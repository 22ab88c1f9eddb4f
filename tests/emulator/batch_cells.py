"""The batchUpdate requests that change cells: values, formats, notes, drop-downs, merges, borders, copies.

Must not move cells, nor touch tabs.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache

from emulator import colours, masks
from emulator.batch import Batch, fields, kind
from emulator.boxes import Box
from emulator.errors import Bad, NotEmulated
from emulator.jsons import Json, number
from emulator.masks import Mask
from emulator.state import EMPTY, Cell, Sheet

_WRITABLE = {"userEnteredValue", "userEnteredFormat", "note", "dataValidation", "textFormatRuns"}
_MOST_CHARACTERS = 50_000


def cell_mask(wanted: Mask) -> Mask:
    """The mask of a write to cells, checked for fields that can only be read."""
    read_only = sorted(set(wanted) - _WRITABLE)
    if read_only:
        raise Bad(f"Field '{read_only[0]}' is read-only.")
    return wanted or {name: {} for name in _WRITABLE}


def entered(value: Json | None) -> Json | None:
    """A value as it is kept; nothing for an empty one."""
    if not value or value.get("stringValue") == "":
        return None
    if "stringValue" in value and len(value["stringValue"]) > _MOST_CHARACTERS:
        raise Bad(f"Your input contains more than the maximum of {_MOST_CHARACTERS} characters in a single cell.")
    if "numberValue" in value:
        return {"numberValue": number(value["numberValue"])}
    if "formulaValue" in value and not value["formulaValue"].startswith("="):
        raise Bad("Formula must start with '='.")
    if "errorValue" in value:
        raise Bad("Cannot set errorValue.")
    return dict(value)


def written(cell: Cell, data: Json, wanted: Mask) -> Cell:
    """A cell after a write of the wanted fields; what is wanted and not sent is cleared."""
    changes: Json = {}
    if "userEnteredValue" in wanted:
        changes["entered"] = entered(data.get("userEnteredValue"))
    if "userEnteredFormat" in wanted:
        changes["format"] = _format(cell.format, data.get("userEnteredFormat") or {}, wanted["userEnteredFormat"])
    if "note" in wanted:
        changes["note"] = data.get("note") or None
    if "dataValidation" in wanted:
        changes["validation"] = checked_rule(data.get("dataValidation"))
    if "textFormatRuns" in wanted:
        changes["runs"] = tuple(data.get("textFormatRuns") or ())
    return replace(cell, **changes)


def checked_rule(rule: Json | None) -> Json | None:
    """A data validation as it is kept: a box to tick may say what it holds if it is ticked, and if it is not."""
    if not rule:
        return None
    condition = rule.get("condition") or {}
    if "type" not in condition:
        raise Bad("No condition type specified.")
    if condition["type"] == "BOOLEAN" and len(condition.get("values") or ()) > 2:
        raise Bad("ConditionType 'BOOLEAN' supports at most two condition values.")
    return rule


def _format(before: Json | None, sent: Json, wanted: Mask) -> Json | None:
    """A format after a write of the wanted parts. Equal formats are one object, which is made, and shown, once for all its cells."""
    if not wanted:
        return _whole_format(json.dumps(sent))
    merged = masks.overlaid(before, colours.paired(sent), colours.paired_mask(wanted))
    return _same_format(json.dumps(merged)) if merged else None


@lru_cache(maxsize=4096)
def _whole_format(text: str) -> Json | None:
    made = colours.paired(json.loads(text))
    return _same_format(json.dumps(made)) if made else None


@lru_cache(maxsize=4096)
def _same_format(text: str) -> Json:
    made: Json = json.loads(text)
    return made


@kind("updateCells")
def update_cells(batch: Batch, request: Json) -> Json:
    rows = request.get("rows") or []
    wanted = cell_mask(fields(request, "CellData"))
    height, width = len(rows), max((len(row.get("values") or ()) for row in rows), default=0)
    if (start := request.get("start")) is not None:
        sheet = batch.sheet(start.get("sheetId"))
        top, left = start.get("rowIndex") or 0, start.get("columnIndex") or 0
        bottom, right = sheet.rows, sheet.columns
        area = Box(sheet.number, top, min(bottom, top + height), left, min(right, left + width))
    elif "range" in request:
        sheet, area = batch.area(request["range"])
        top, bottom, left, right = area.edges
    else:
        raise Bad("Must specify either 'start' or 'range'.")
    if top + height > bottom:
        raise Bad(f"Attempting to write row: {bottom}, beyond the last requested row of: {bottom - 1}")
    if left + width > right:
        raise Bad(f"Attempting to write column: {right}, beyond the last requested column of: {right - 1}")
    if area.empty:
        return {}
    batch.rights.cells(sheet, area)
    top, bottom, left, right = area.edges
    for row in range(top, bottom):
        values = (rows[row - top].get("values") or []) if row - top < height else []
        for column in range(left, right):
            sent = column - left < len(values) and values[column - left] is not None
            if sent or "range" in request:
                _write(sheet, (row, column), values[column - left] if sent else {}, wanted)
    return {}


@kind("repeatCell")
def repeat_cell(batch: Batch, request: Json) -> Json:
    wanted = cell_mask(fields(request, "CellData"))
    sheet, area = batch.area(request.get("range") or {})
    batch.rights.cells(sheet, area)
    for place in places(area):
        _write(sheet, place, request.get("cell") or {}, wanted)
    return {}


def _write(sheet: Sheet, place: tuple[int, int], data: Json, wanted: Mask) -> None:
    before = sheet.cells.get(place)
    after = written(before or EMPTY, data, wanted)
    if before is not None or after != EMPTY:
        sheet.cells[place] = after


def places(area: Box) -> list[tuple[int, int]]:
    top, bottom, left, right = area.edges
    return [(row, column) for row in range(top, bottom) for column in range(left, right)]


@kind("setDataValidation")
def set_data_validation(batch: Batch, request: Json) -> Json:
    sheet, area = batch.area(request.get("range") or {})
    batch.rights.cells(sheet, area)
    for place in places(area):
        _write(sheet, place, {"dataValidation": request.get("rule")}, {"dataValidation": {}})
    return {}


@kind("mergeCells")
def merge_cells(batch: Batch, request: Json) -> Json:
    """Of the values only the top left one stays."""
    sheet, area = batch.area(request.get("range") or {})
    batch.rights.cells(sheet, area)
    top, bottom, left, right = area.edges
    for merge in sheet.merges:
        shared = merge.common(area)
        if shared is not None and shared.edges != merge.edges:
            raise Bad("You must select all cells in a merged range to merge or unmerge them.")
    how = request.get("mergeType") or "MERGE_ALL"
    parts = {
        "MERGE_ROWS": [Box(sheet.number, row, row + 1, left, right) for row in range(top, bottom)],
        "MERGE_COLUMNS": [Box(sheet.number, top, bottom, column, column + 1) for column in range(left, right)],
    }.get(how, [area])
    parts = [part for part in parts if len(places(part)) > 1]
    for part in parts:
        for place in places(part)[1:]:
            if place in sheet.cells:
                sheet.cells[place] = replace(sheet.cells[place], entered=None)
    sheet.merges = (*(merge for merge in sheet.merges if not merge.meets(area)), *parts)
    return {}


@kind("unmergeCells")
def unmerge_cells(batch: Batch, request: Json) -> Json:
    sheet, area = batch.area(request.get("range") or {})
    batch.rights.cells(sheet, area)
    sheet.merges = tuple(merge for merge in sheet.merges if not merge.meets(area))
    return {}


@kind("updateBorders")
def update_borders(batch: Batch, request: Json) -> Json:
    sheet, area = batch.area(request.get("range") or {})
    batch.rights.cells(sheet, area)
    top, bottom, left, right = area.edges
    for row, column in places(area):
        names = {
            "top": "top" if row == top else "innerHorizontal",
            "bottom": "bottom" if row == bottom - 1 else "innerHorizontal",
            "left": "left" if column == left else "innerVertical",
            "right": "right" if column == right - 1 else "innerVertical",
        }
        sent = {side: request[name] for side, name in names.items() if name in request}
        if sent:
            mask: Mask = {"userEnteredFormat": {"borders": {side: {} for side in sent}}}
            _write(sheet, (row, column), {"userEnteredFormat": {"borders": sent}}, mask)
    return {}


@kind("copyPaste")
def copy_paste(batch: Batch, request: Json) -> Json:
    """The source is laid like tiles over the destination."""
    source_sheet, source = batch.area(request.get("source") or {})
    sheet, area = batch.area(request.get("destination") or {})
    how = request.get("pasteType") or "PASTE_NORMAL"
    kinds = {
        "PASTE_NORMAL": _WRITABLE,
        "PASTE_VALUES": {"userEnteredValue"},
        "PASTE_FORMAT": {"userEnteredFormat"},
        "PASTE_DATA_VALIDATION": {"dataValidation"},
    }
    if how not in kinds:
        raise NotEmulated(f"copyPaste with {how}")
    top, _, left, _ = area.edges
    height, width = source.edges[1] - source.edges[0], source.edges[3] - source.edges[2]
    bottom, right = max(area.edges[1], top + height), max(area.edges[3], left + width)
    area = Box(sheet.number, top, bottom, left, right).within(sheet.rows, sheet.columns)
    batch.rights.cells(sheet, area)
    taken = {place: source_sheet.cells.get(place, EMPTY) for place in places(source)}
    for row, column in places(area):
        cell = taken[source.edges[0] + (row - top) % height, source.edges[2] + (column - left) % width]
        data = {
            "userEnteredValue": cell.entered,
            "userEnteredFormat": cell.format,
            "note": cell.note,
            "dataValidation": cell.validation,
            "textFormatRuns": cell.runs,
        }
        _write(sheet, (row, column), data, {name: {} for name in kinds[how]})
    return {}
