"""The batchUpdate requests for what lies over cells: names, metadata, conditional formats, bands, tables.

Must not change cells or tabs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from emulator import addresses, boxes, colours, masks
from emulator.batch import Batch, fields, kind
from emulator.batch_guards import box_in
from emulator.boxes import Axis, Box
from emulator.errors import ApiError, Bad
from emulator.jsons import Json
from emulator.render import metadata_json, name_json, rule_json
from emulator.state import Band, Metadata, Name, Rule, Sheet, Table

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,249}$")


def _check_name(batch: Batch, name: str, but: Name | None) -> None:
    if not _NAME.match(name) or boxes.read_a1(name, 0) is not None or re.fullmatch(r"(?i)r\d*c\d*|true|false", name):
        raise Bad(f"The name '{name}' is not valid for a named range.")
    if any(one is not but and one.name.casefold() == name.casefold() for one in batch.book.names):
        raise Bad(f"A named range with the name '{name}' already exists.")


@kind("addNamedRange")
def add_named_range(batch: Batch, request: Json) -> Json:
    sent = request.get("namedRange") or {}
    _, area = box_in(batch, sent.get("range") or {})
    _check_name(batch, sent.get("name") or "", None)
    number = sent.get("namedRangeId") or str(batch.world.number())
    if any(one.id == number for one in batch.book.names):
        raise Bad(f"A named range with id {number} already exists.")
    name = Name(number, sent["name"], area)
    batch.book.names = (*batch.book.names, name)
    return {"namedRange": name_json(name)}


def _named(batch: Batch, number: str | None) -> Name:
    found = next((one for one in batch.book.names if one.id == number), None)
    if found is None:
        raise Bad(f"No named range with id: {number or ''}")
    return found


@kind("updateNamedRange")
def update_named_range(batch: Batch, request: Json) -> Json:
    wanted, sent = fields(request, "NamedRange"), request.get("namedRange") or {}
    old = _named(batch, sent.get("namedRangeId"))
    fresh = old
    if not wanted or "name" in wanted:
        _check_name(batch, sent.get("name") or "", old)
        fresh = replace(fresh, name=sent["name"])
    if not wanted or "range" in wanted:
        fresh = replace(fresh, box=box_in(batch, sent.get("range") or {})[1])
    batch.book.names = tuple(fresh if one is old else one for one in batch.book.names)
    return {}


@kind("deleteNamedRange")
def delete_named_range(batch: Batch, request: Json) -> Json:
    old = _named(batch, request.get("namedRangeId"))
    batch.book.names = tuple(one for one in batch.book.names if one is not old)
    return {}


def _location(batch: Batch, location: Json) -> tuple[Box | None, Axis | None]:
    if location.get("spreadsheet"):
        return None, None
    if (span := location.get("dimensionRange")) is not None:
        batch.sheet(span.get("sheetId"))
        if (span.get("endIndex") or 0) - (span.get("startIndex") or 0) != 1:
            raise Bad("The dimension range of developer metadata must be a single row or column.")
        return addresses.lines(span), "COLUMNS" if span.get("dimension") == "COLUMNS" else "ROWS"
    if location.get("sheetId") is not None:
        return Box(batch.sheet(location["sheetId"]).number), None
    raise Bad("Developer metadata must specify a location.")


@kind("createDeveloperMetadata")
def create_developer_metadata(batch: Batch, request: Json) -> Json:
    sent = request.get("developerMetadata") or {}
    if not sent.get("metadataKey"):
        raise Bad("Developer metadata must specify a metadataKey.")
    if sent.get("visibility") not in ("DOCUMENT", "PROJECT"):
        raise Bad("Developer metadata must specify a visibility.")
    number = sent.get("metadataId") or batch.world.number()
    if any(one.number == number for one in batch.book.metadata):
        raise Bad(f"Developer metadata with id {number} already exists.")
    place = _location(batch, sent.get("location") or {})
    one = Metadata(number, sent["metadataKey"], sent.get("metadataValue"), sent["visibility"], *place)
    batch.book.metadata = (*batch.book.metadata, one)
    return {"developerMetadata": metadata_json(one)}


def _noted(batch: Batch, filters: Sequence[Json]) -> list[Metadata]:
    """The notes that any of the filters means; a rectangle means those on it."""
    found: dict[int, Metadata] = {}
    for wanted in filters:
        if "developerMetadataLookup" in wanted:
            matched = addresses.looked_up(batch.book, wanted["developerMetadataLookup"])
        else:
            try:
                areas = addresses.filtered(batch.book, wanted)
            except ApiError as error:
                raise Bad(error.message) from None
            matched = [one for one in batch.book.metadata if one.box is not None and any(one.box.meets(area) for area in areas)]
        found |= {one.number: one for one in matched}
    return list(found.values())


@kind("updateDeveloperMetadata")
def update_developer_metadata(batch: Batch, request: Json) -> Json:
    wanted, sent = fields(request, "DeveloperMetadata"), request.get("developerMetadata") or {}
    matched, changed = _noted(batch, request.get("dataFilters") or ()), []
    if not matched:
        raise Bad("No developer metadata matches the data filters.")
    names = set(wanted) or {"metadataKey", "metadataValue", "visibility", "location"}
    for old in matched:
        fresh = old
        if "metadataKey" in names:
            fresh = replace(fresh, key=sent.get("metadataKey") or old.key)
        if "metadataValue" in names:
            fresh = replace(fresh, value=sent.get("metadataValue"))
        if "visibility" in names:
            fresh = replace(fresh, visibility=sent.get("visibility") or old.visibility)
        if "location" in names and sent.get("location"):
            box, axis = _location(batch, sent["location"])
            fresh = replace(fresh, box=box, axis=axis)
        batch.book.metadata = tuple(fresh if one is old else one for one in batch.book.metadata)
        changed.append(fresh)
    return {"developerMetadata": [metadata_json(one) for one in changed]}


@kind("deleteDeveloperMetadata")
def delete_developer_metadata(batch: Batch, request: Json) -> Json:
    gone = _noted(batch, [request.get("dataFilter") or {}])
    batch.book.metadata = tuple(one for one in batch.book.metadata if one not in gone)
    return {"deletedDeveloperMetadata": [metadata_json(one) for one in gone]} if gone else {}


def _rule(batch: Batch, sent: Json) -> tuple[Sheet, Rule]:
    areas = [box_in(batch, raw) for raw in sent.get("ranges") or ()]
    if not areas:
        raise Bad("A conditional format rule must have at least one range.")
    if len({sheet.number for sheet, _ in areas}) > 1:
        raise Bad("All ranges of a conditional format rule must be on the same sheet.")
    if "booleanRule" not in sent and "gradientRule" not in sent:
        raise Bad("Either a booleanRule or a gradientRule must be given.")
    if "booleanRule" in sent and "type" not in (sent["booleanRule"].get("condition") or {}):
        raise Bad("No condition type specified.")
    for sheet, area in areas:
        batch.rights.cells(sheet, area)
    kept = colours.paired({key: value for key, value in sent.items() if key != "ranges"})
    return areas[0][0], Rule(tuple(area for _, area in areas), kept)


@kind("addConditionalFormatRule")
def add_conditional_format_rule(batch: Batch, request: Json) -> Json:
    sheet, rule = _rule(batch, request.get("rule") or {})
    at = request.get("index") or 0
    sheet.rules = (*sheet.rules[:at], rule, *sheet.rules[at:])
    return {}


@kind("updateConditionalFormatRule")
def update_conditional_format_rule(batch: Batch, request: Json) -> Json:
    at = request.get("index") or 0
    if "rule" not in request:
        sheet, old = _rule_at(batch.sheet(request.get("sheetId")), at)
        rest, to = [one for one in sheet.rules if one is not old], request.get("newIndex") or 0
        sheet.rules = (*rest[:to], old, *rest[to:])
        return {"newRule": rule_json(old.boxes, old.json), "newIndex": to, "oldIndex": at}
    sheet, rule = _rule(batch, request["rule"])
    _, old = _rule_at(sheet, at)
    sheet.rules = tuple(rule if one is old else one for one in sheet.rules)
    return {"newRule": rule_json(rule.boxes, rule.json), "newIndex": at, "oldRule": rule_json(old.boxes, old.json)}


@kind("deleteConditionalFormatRule")
def delete_conditional_format_rule(batch: Batch, request: Json) -> Json:
    sheet, old = _rule_at(batch.sheet(request.get("sheetId")), request.get("index") or 0)
    for area in old.boxes:
        batch.rights.cells(sheet, area)
    sheet.rules = tuple(one for one in sheet.rules if one is not old)
    return {"rule": rule_json(old.boxes, old.json)}


def _rule_at(sheet: Sheet, at: int) -> tuple[Sheet, Rule]:
    if at >= len(sheet.rules):
        raise Bad(f"No conditional format on sheet: {sheet.number} at index: {at}")
    return sheet, sheet.rules[at]


@kind("addBanding")
def add_banding(batch: Batch, request: Json) -> Json:
    sent = request.get("bandedRange") or {}
    sheet, area = box_in(batch, sent.get("range") or {})
    batch.rights.cells(sheet, area)
    if any(band.box.meets(area) for band in sheet.bands):
        raise Bad("You cannot add alternating background colors to a range that already has alternating background colors.")
    sides = {key: _styles(sent[key]) for key in ("rowProperties", "columnProperties") if sent.get(key)}
    if not sides:
        raise Bad("At least one of rowProperties or columnProperties must be specified.")
    band = Band(sent.get("bandedRangeId") or batch.world.number(), area, sides)
    sheet.bands = (*sheet.bands, band)
    return {"bandedRange": {"bandedRangeId": band.number, "range": area.json(), **sides}}


def _styles(side: Json) -> Json:
    """Each colour with its style; both spellings end in the same words."""
    found: Json = {}
    for key, value in side.items():
        plain = key.removesuffix("Style")
        if key == plain and f"{plain}Style" in side:
            continue
        pair = colours.paired({"color" if key == plain else "colorStyle": value})
        found |= {plain + name.removeprefix("color"): inner for name, inner in pair.items()}
    return found


def _band(batch: Batch, number: int | None) -> tuple[Sheet, Band]:
    for sheet in batch.book.sheets:
        for band in sheet.bands:
            if band.number == number:
                batch.rights.cells(sheet, band.box)
                return sheet, band
    raise Bad(f"No banded range with id: {number or 0}")


@kind("updateBanding")
def update_banding(batch: Batch, request: Json) -> Json:
    wanted, sent = fields(request, "BandedRange"), request.get("bandedRange") or {}
    sheet, old = _band(batch, sent.get("bandedRangeId"))
    area = box_in(batch, sent["range"])[1] if (not wanted or "range" in wanted) and "range" in sent else old.box
    sides = {key: _styles(sent[key]) for key in ("rowProperties", "columnProperties") if sent.get(key)}
    mask = {key: below for key, below in wanted.items() if key.endswith("Properties")}
    fresh = replace(old, box=area, properties=masks.overlaid(old.properties, sides, mask) if mask or not wanted else old.properties)
    sheet.bands = tuple(fresh if one is old else one for one in sheet.bands)
    return {}


@kind("deleteBanding")
def delete_banding(batch: Batch, request: Json) -> Json:
    sheet, old = _band(batch, request.get("bandedRangeId"))
    sheet.bands = tuple(one for one in sheet.bands if one is not old)
    return {}


@kind("addTable")
def add_table(batch: Batch, request: Json) -> Json:
    sent = request.get("table") or {}
    sheet, area = box_in(batch, sent.get("range") or {})
    batch.rights.cells(sheet, area)
    if any(table.box.meets(area) for table in sheet.tables):
        raise Bad("A table cannot overlap another table.")
    rest = {key: value for key, value in sent.items() if key not in ("range", "tableId")}
    table = Table(sent.get("tableId") or str(batch.world.number()), area, {"name": f"Table{len(sheet.tables) + 1}", **rest})
    sheet.tables = (*sheet.tables, table)
    return {"table": {"tableId": table.id, "range": area.json(), **table.json}}


@kind("deleteTable")
def delete_table(batch: Batch, request: Json) -> Json:
    for sheet in batch.book.sheets:
        for table in sheet.tables:
            if table.id == request.get("tableId"):
                batch.rights.cells(sheet, table.box)
                sheet.tables = tuple(one for one in sheet.tables if one is not table)
                return {}
    raise Bad(f"No table with id: {request.get('tableId') or ''}")
