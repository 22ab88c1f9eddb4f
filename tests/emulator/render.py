"""Spreadsheets as replies: what Google prints, what it leaves out, and what a field mask asks for.

Must not change the spreadsheet, nor make parts that the mask does not want.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from emulator import addresses, colours, formulas, looks, protection, showing
from emulator.behaviour import Behaviour
from emulator.boxes import Axis, Box
from emulator.jsons import Json, without_none
from emulator.masks import ALL, Mask, cut, part
from emulator.state import Account, Cell, File, Guard, Metadata, Name, Sheet, Spreadsheet, World

_PIXELS = {"ROWS": 21, "COLUMNS": 100}


@dataclass(slots=True)
class View:
    """A spreadsheet as one account sees it. `without_tables` = no tables are wanted among the banded ranges."""

    book: Spreadsheet
    file: File
    world: World
    who: Account
    behaviour: Behaviour
    without_tables: bool = False
    formats: dict[int, Json] = field(default_factory=dict)
    looks: dict[tuple[int, str], Json | None] = field(default_factory=dict)

    def spreadsheet(self, mask: Mask | None, ranges: Sequence[Box] | None = None, grids: bool = False) -> Json:
        """The whole reply. `mask` None = no fields were named: then `grids` says whether cells come along.

        `ranges`: only their tabs come back, with one grid for each of them.
        """
        wanted: Mask = ALL if mask is None else mask
        grids = grids if mask is None else True
        found: Json = {"spreadsheetId": self.book.id}
        if part(wanted, "properties") is not None:
            found["properties"] = self._properties()
        if (below := part(wanted, "sheets")) is not None:
            found["sheets"] = self._sheets(below, ranges, grids)
        if self.book.names and part(wanted, "namedRanges") is not None:
            found["namedRanges"] = [name_json(name) for name in self.book.names]
        found["spreadsheetUrl"] = f"https://docs.google.com/spreadsheets/d/{self.book.id}/edit"
        if part(wanted, "developerMetadata") is not None:
            notes = [metadata_json(one) for one in self.book.metadata if one.box is None]
            found |= {"developerMetadata": notes} if notes else {}
        masked: Json = cut(found, wanted)
        return masked

    def _properties(self) -> Json:
        return {
            "title": self.book.title,
            "locale": self.book.locale,
            "autoRecalc": "ON_CHANGE",
            "timeZone": self.book.time_zone,
            "defaultFormat": looks.DEFAULT,
            "spreadsheetTheme": colours.theme_json(self.book.theme),
            **self.book.extra,
        }

    def _sheets(self, wanted: Mask, ranges: Sequence[Box] | None, grids: bool) -> list[Json]:
        found = []
        for index, sheet in enumerate(self.book.sheets):
            areas = [sheet.box] if ranges is None else [area for area in ranges if area.sheet_id == sheet.number]
            if areas:
                found.append(self._sheet(sheet, index, wanted, areas, grids))
        return found

    def _sheet(self, sheet: Sheet, index: int, wanted: Mask, areas: Sequence[Box], grids: bool) -> Json:
        found: Json = {"properties": sheet_properties(sheet, index, self.book)}
        if grids and (below := part(wanted, "data")) is not None:
            clipped = [addresses.clipped(self.book, area)[1] for area in areas]
            found["data"] = [self._grid(sheet, area, below) for area in clipped]
        notes = [metadata_json(one) for one in self.book.metadata if one.box is not None and one.axis is None and one.box.sheet_id == sheet.number]

        def seen(*boxes: Box) -> bool:
            return not self.behaviour.ranges_limit_marks or any(box.meets(area) for box in boxes for area in areas)

        guards = [guard for guard in sheet.guards if seen(guard.box)]
        tables = [table for table in sheet.tables if seen(table.box)]
        parts: dict[str, list[Json]] = {
            "merges": [box.json() for box in sheet.merges if seen(box)],
            "conditionalFormats": [rule_json(rule.boxes, rule.json) for rule in sheet.rules if seen(*rule.boxes)],
            "protectedRanges": [guard_json(guard, self.file, self.world, self.who, self.behaviour) for guard in guards],
            "bandedRanges": [{"bandedRangeId": band.number, "range": band.box.json(), **band.properties} for band in sheet.bands if seen(band.box)],
            "developerMetadata": notes,
            "tables": [{"tableId": table.id, "range": table.box.json(), **table.json} for table in tables],
        }
        if self.behaviour.tables_as_bands and not self.without_tables:
            parts["bandedRanges"] += [{"bandedRangeReference": table.id, "range": table.box.json(), "rowProperties": looks.TABLE} for table in tables]
        found |= {key: value for key, value in parts.items() if value}
        if sheet.filter is not None:
            found["basicFilter"] = sheet.filter
        return found

    def _grid(self, sheet: Sheet, area: Box, wanted: Mask) -> Json:
        top, bottom, left, right = area.edges
        found: Json = {key: value for key, value in (("startRow", top), ("startColumn", left)) if value}
        if (rows := part(wanted, "rowData")) is not None and (data := self._rows(sheet, area, rows)):
            found["rowData"] = data
        if part(wanted, "rowMetadata") is not None:
            found["rowMetadata"] = [self._line(sheet, "ROWS", at) for at in range(top, bottom)]
        if part(wanted, "columnMetadata") is not None:
            found["columnMetadata"] = [self._line(sheet, "COLUMNS", at) for at in range(left, right)]
        return found

    def _line(self, sheet: Sheet, axis: Axis, at: int) -> Json:
        notes = [
            metadata_json(one)
            for one in self.book.metadata
            if one.axis == axis and one.box is not None and one.box.sheet_id == sheet.number and one.box.edges[0 if axis == "ROWS" else 2] == at
        ]
        return {"pixelSize": _PIXELS[axis], **sheet.lines.get((axis, at), {}), **({"developerMetadata": notes} if notes else {})}

    def _rows(self, sheet: Sheet, area: Box, wanted: Mask) -> list[Json]:
        """Rows up to the last touched one, each up to its last touched cell; an untouched row or cell is {}."""
        touched: dict[int, int] = defaultdict(int)
        for row, column in sheet.cells:
            if area.holds(row, column):
                touched[row] = max(touched[row], column + 1)
        top, _, left, _ = area.edges
        below = part(wanted, "values")
        found: list[Json] = []
        for row in range(top, max(touched, default=top - 1) + 1):
            if row not in touched or below is None:
                found.append({})
                continue
            places = ((row, column) for column in range(left, touched[row]))
            found.append({"values": [self.cell(sheet, place, sheet.cells[place], below) if place in sheet.cells else {} for place in places]})
        return found

    def cell(self, sheet: Sheet, place: tuple[int, int], cell: Cell, wanted: Mask) -> Json:
        """One cell of a grid."""
        found: Json = {}
        value = None if cell.entered is None else formulas.value_of(self.book, sheet, cell.entered)
        if cell.entered is not None and value is not None:
            found["userEnteredValue"], found["effectiveValue"] = cell.entered, value
            if part(wanted, "formattedValue") is not None:
                found["formattedValue"] = showing.shown(value, (cell.format or {}).get("numberFormat"), self.book.locale)
        if cell.format and part(wanted, "userEnteredFormat") is not None:
            found["userEnteredFormat"] = self._own_format(cell.format)
        if part(wanted, "effectiveFormat") is not None:
            look = self._look(sheet, place, cell, value)
            found |= {"effectiveFormat": look} if look is not None else {}
        return found | without_none(note=cell.note, textFormatRuns=list(cell.runs) or None, dataValidation=cell.validation)

    def _look(self, sheet: Sheet, place: tuple[int, int], cell: Cell, value: Json | None) -> Json | None:
        over = (*(area for rule in sheet.rules for area in rule.boxes), *(band.box for band in sheet.bands), *(table.box for table in sheet.tables))
        if any(area.holds(*place) for area in over):
            return looks.effective_format(self.book, sheet, place, cell, value, self.behaviour)
        key = id(cell.format), "" if value is None else next(iter(value))  # where nothing lies over them all cells of a format look alike
        if key not in self.looks:
            self.looks[key] = looks.effective_format(self.book, sheet, place, cell, value, self.behaviour)
        return self.looks[key]

    def _own_format(self, own: Json) -> Json:
        found = self.formats.get(id(own))
        if found is None:
            found = colours.shown(own, self.book.theme, self.behaviour.theme_with_plain) if colours.has_theme(own) else own
            self.formats[id(own)] = found
        return found


def sheet_properties(sheet: Sheet, index: int, book: Spreadsheet) -> Json:
    """A tab's properties: sheetId and index are printed even if 0, hidden only if true."""
    found: Json = {
        "sheetId": sheet.number,
        "title": sheet.title,
        "index": index,
        "sheetType": "GRID",
        "gridProperties": {"rowCount": sheet.rows, "columnCount": sheet.columns, **sheet.grid},
    }
    if sheet.hidden:
        found["hidden"] = True
    return found | colours.shown(sheet.extra, book.theme, True)


def name_json(name: Name) -> Json:
    return {"namedRangeId": name.id, "name": name.name, "range": name.box.json()}


def rule_json(boxes: Sequence[Box], rest: Json) -> Json:
    return {"ranges": [box.json() for box in boxes], **rest}


def metadata_json(one: Metadata) -> Json:
    """A developer metadata with its place."""
    location: Json = {"locationType": addresses.location_type(one)}
    if one.box is None:
        location["spreadsheet"] = True
    elif one.axis is None:
        location["sheetId"] = one.box.sheet_id
    else:
        start, end = one.box.edges[:2] if one.axis == "ROWS" else one.box.edges[2:]
        sheet_id = {"sheetId": one.box.sheet_id} if one.box.sheet_id else {}
        location["dimensionRange"] = {**sheet_id, "dimension": one.axis, "startIndex": start, "endIndex": end}
    found = {"metadataId": one.number, "metadataKey": one.key, **without_none(metadataValue=one.value)}
    return {**found, "location": location, "visibility": one.visibility}


def guard_json(guard: Guard, file: File, world: World, who: Account, behaviour: Behaviour) -> Json:
    """A protected range as the account sees it: its editors only if it is one of them."""
    may = protection.may_pass(guard, file, world, who, behaviour)
    found: Json = {"protectedRangeId": guard.number, "range": guard.box.json(), **without_none(namedRangeId=guard.name_id)}
    if guard.description:
        found["description"] = guard.description
    if guard.warning_only:
        return {**found, "warningOnly": True, "requestingUserCanEdit": True}
    if may:
        found["requestingUserCanEdit"] = True
    if guard.open:
        found["unprotectedRanges"] = [box.json() for box in guard.open]
    if may:
        editors: Json = {"users": list(guard.users), "groups": list(guard.groups)}
        found["editors"] = {key: value for key, value in editors.items() if value} | ({"domainUsersCanEdit": True} if guard.domain else {})
    return found
