"""Finds the tab and the rectangle that an address or a data filter means in a spreadsheet.

Must not read cells.
"""

from __future__ import annotations

import re

from emulator import boxes, errors
from emulator.boxes import Box
from emulator.jsons import Json
from emulator.state import Metadata, Sheet, Spreadsheet

_ADDRESS = re.compile(r"(?:'((?:[^']|'')*)'|([^'!]+))(?:!(.*))?$", re.DOTALL)


def find(book: Spreadsheet, text: str, names: bool = True) -> Box:
    """The rectangle of "Tab!A1:B2", "'A tab'", "A1" (on the first tab) or a named range, not yet cut to the grid.

    A named range wins over a tab of the same name; a title in quotes is a tab. ApiError where there is no such thing.
    """
    found = _ADDRESS.match(text)
    if found is None:
        raise unparsable(text)
    quoted, plain, address = found.groups()
    if plain is not None and address is None:
        named = next((name.box for name in book.names if name.name == plain), None)
        if named is not None and names:
            return named
        if (direct := boxes.read_a1(plain, book.sheets[0].number)) is not None:
            return direct
    sheet = book.titled(plain if quoted is None else quoted.replace("''", "'"))
    if sheet is None:
        raise unparsable(text)
    area = Box(sheet.number) if address is None else boxes.read_a1(address, sheet.number)
    if area is None:
        raise unparsable(text)
    return area


def unparsable(text: str) -> errors.ApiError:
    return errors.invalid(f"Unable to parse range: {text}")


def clipped(book: Spreadsheet, area: Box) -> tuple[Sheet, Box]:
    """The tab and the rectangle inside its grid; an error where the rectangle begins outside of it."""
    sheet = book.sheet(area.sheet_id)
    if sheet is None:
        raise errors.invalid(f"No grid with id: {area.sheet_id}")
    top, _, left, _ = area.edges
    if top >= sheet.rows or left >= sheet.columns:
        raise errors.invalid(beyond(sheet, area))
    return sheet, area.within(sheet.rows, sheet.columns)


def beyond(sheet: Sheet, area: Box) -> str:
    """What Google says of a rectangle that leaves the grid."""
    place = boxes.written(sheet.title, Box(area.sheet_id, area.edges[0], area.bottom or sheet.rows, area.edges[2], area.right or sheet.columns))
    return f"Range ({place}) exceeds grid limits. Max rows: {sheet.rows}, max columns: {sheet.columns}"


def filtered(book: Spreadsheet, wanted: Json) -> list[Box]:
    """The rectangles that a data filter means."""
    if "gridRange" in wanted:
        area = boxes.box(wanted["gridRange"])
        return [area]
    if "a1Range" in wanted:
        return [find(book, wanted["a1Range"])]
    if "developerMetadataLookup" in wanted:
        found = [one.box for one in looked_up(book, wanted["developerMetadataLookup"]) if one.box is not None]
        whole = [Box(sheet.number) for sheet in book.sheets]
        on_book = any(one.box is None for one in looked_up(book, wanted["developerMetadataLookup"]))
        return whole if on_book else found
    raise errors.invalid("Must specify at least one of DeveloperMetadataLookup, A1Range, or GridRange.")


def looked_up(book: Spreadsheet, lookup: Json) -> list[Metadata]:
    """The notes that a lookup means: all that is named has to agree."""
    return [one for one in book.metadata if _agrees(one, lookup)]


def _agrees(one: Metadata, lookup: Json) -> bool:
    location = lookup.get("metadataLocation") or {}
    wanted = {
        "metadataId": one.number,
        "metadataKey": one.key,
        "metadataValue": one.value,
        "visibility": one.visibility,
        "locationType": location_type(one),
    }
    if any(lookup.get(key) not in (None, value) for key, value in wanted.items()):
        return False
    if location.get("spreadsheet"):
        return one.box is None
    exact = lookup.get("locationMatchingStrategy") == "EXACT_LOCATION"
    if location.get("sheetId") is not None:
        return one.box is not None and one.box.sheet_id == location["sheetId"] and (one.axis is None or not exact)
    if (span := location.get("dimensionRange")) is not None:
        area = lines(span)
        return one.box is not None and (one.box == area if exact else one.box.meets(area))
    return True


def lines(span: Json) -> Box:
    """The rows or columns of a DimensionRange."""
    start, end = span.get("startIndex") or 0, span.get("endIndex")
    sheet_id = span.get("sheetId") or 0
    return Box(sheet_id, left=start, right=end) if span.get("dimension") == "COLUMNS" else Box(sheet_id, start, end)


def location_type(one: Metadata) -> str:
    if one.box is None:
        return "SPREADSHEET"
    return {"ROWS": "ROW", "COLUMNS": "COLUMN", None: "SHEET"}[one.axis]
