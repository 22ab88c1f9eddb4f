"""Makes the one batch of requests that brings a spreadsheet from whatever it is to a wanted workbook.

Must not send anything, nor touch tabs that croupier did not make.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from croupier.core.sheet import Tab, Workbook

from . import marks
from .draw import colour_tab, drawn, grid_size, protection
from .errors import Json
from .state import Sheet, State


def layout(wanted: Workbook, state: State, editor: str, *, anew: bool = False, discard: Collection[int] = ()) -> list[Json]:
    """The requests; none where the spreadsheet is marked as being there already.

    `editor` = the address that may edit what is protected. A tab is written if its own mark says other than is wanted, and one
    with inputs at every new stamp; under the same stamp it holds what a seat has typed, and stays (but `anew`: it does not).
    `discard` = the numbers of other tabs that are to go.
    """
    if not anew and not discard and state.note(marks.APPLIED) == marks.applied(wanted):
        return []
    same = not anew and state.note(marks.STAMP) == wanted.stamp
    tabs = [marks.with_receipt(tab) for tab in wanted.tabs]
    fresh = [tab for tab in tabs if _is_due(tab, state, same=same)]
    numbers = {marks.gid(tab.title) for tab in tabs}
    gone = [sheet for sheet in state.sheets.values() if sheet.gid not in numbers and (marks.TAB in sheet.metadata or sheet.gid in discard)]
    requests: list[Json] = []
    if state.locale and not state.locale.startswith("en"):  # formulas are read by the spreadsheet's own language
        requests.append({"updateSpreadsheetProperties": {"properties": {"locale": "en_US"}, "fields": "locale"}})
    requests += _dropped_names(state, {marks.gid(tab.title) for tab in fresh} | {sheet.gid for sheet in gone}, fresh)
    requests += _out_of_the_way(tabs, state, gone)
    for index, tab in enumerate(tabs):
        requests += _tab(tab, index, state, fresh=tab in fresh, editor=editor, same=same)
    requests += [{"deleteSheet": {"sheetId": sheet.gid}} for sheet in gone]
    return [*requests, *_marked(wanted, state, same=same)]


def _is_due(tab: Tab, state: State, *, same: bool) -> bool:
    sheet = state.sheets.get(marks.gid(tab.title))
    if sheet is None:
        return not (same and marks.has_inputs(tab))
    differs = sheet.metadata.get(marks.TAB, (0, ""))[1] != marks.digest(tab) or not any(guard.description == marks.GUARD for guard in sheet.guards)
    if not marks.has_inputs(tab):
        return differs
    return (differs and tab.title == marks.RECEIPT_TAB) if same else True


def _dropped_names(state: State, numbers: Collection[int], fresh: Collection[Tab]) -> Iterator[Json]:
    """Names are made anew with the tab they are on: what shrinks or is deleted may have lost them."""
    again = {name.casefold() for tab in fresh for name, _ in _names(tab)}
    for key, (identifier, name, place) in state.names.items():
        if name.startswith(marks.PREFIX) and (place.gid in numbers or key in again):
            yield {"deleteNamedRange": {"namedRangeId": identifier}}


def _names(tab: Tab) -> Iterator[tuple[str, Json]]:
    number = marks.gid(tab.title)
    rows, columns = marks.used(tab) if marks.has_inputs(tab) else (1, 1)
    yield marks.tab_name(tab.title), _box(number, 1, 1, rows, columns)
    for cell in tab.cells:
        if cell.name is not None:
            yield marks.cell_name(cell.name), _box(number, cell.row, cell.column, cell.row, cell.column)
    for block in tab.blocks:
        yield marks.cell_name(block.name), _box(number, block.top, block.left, block.bottom, block.right)


def _name(name: str, place: Json) -> Json:
    return {"addNamedRange": {"namedRange": {"name": name, "range": place}}}


def _box(number: int, top: int, left: int, bottom: int, right: int) -> Json:
    return {"sheetId": number, "startRowIndex": top - 1, "endRowIndex": bottom, "startColumnIndex": left - 1, "endColumnIndex": right}


def _out_of_the_way(tabs: Collection[Tab], state: State, gone: Collection[Sheet]) -> Iterator[Json]:
    """Other tabs that bear a title that is wanted get another; what they hold is somebody's."""
    wanted = {tab.title.casefold(): marks.gid(tab.title) for tab in tabs}
    taken = {sheet.title.casefold() for sheet in state.sheets.values()} | set(wanted)
    for sheet in state.sheets.values():
        if wanted.get(sheet.title.casefold(), sheet.gid) == sheet.gid:
            continue
        title = next(name for at in range(2, 10_000) if (name := f"{sheet.title[:80]} ({at})").casefold() not in taken)
        taken.add(title.casefold())
        yield {"updateSheetProperties": {"properties": {"sheetId": sheet.gid, "title": title}, "fields": "title"}}


def _tab(tab: Tab, index: int, state: State, *, fresh: bool, editor: str, same: bool) -> Iterator[Json]:
    number = marks.gid(tab.title)
    sheet = state.sheets.get(number)
    if sheet is None and not fresh:
        return
    if sheet is None:
        rows, columns = grid_size(tab)
        grid: Json = {"rowCount": rows, "columnCount": columns, "frozenRowCount": tab.frozen_rows, "hideGridlines": True}
        added: Json = {"sheetId": number, "title": tab.title, "index": index, "gridProperties": grid, **colour_tab(tab)}
        yield {"addSheet": {"properties": added}}
    else:
        if fresh:
            yield from _cleared(sheet)
        properties, fields = _properties(tab, index, sheet, fresh=fresh, same=same)
        if fields:
            yield {"updateSheetProperties": {"properties": {"sheetId": number, **properties}, "fields": ",".join(fields)}}
    if not fresh:
        if not marks.has_inputs(tab):
            yield from (_name(name, place) for name, place in _names(tab) if name.casefold() not in state.names)
        return
    yield from drawn(tab, number)
    yield from (_name(name, place) for name, place in _names(tab))
    yield {"addProtectedRange": {"protectedRange": protection(tab, number, editor)}}
    yield _put(marks.TAB, marks.digest(tab), sheet.metadata.get(marks.TAB) if sheet else None, number)


def _properties(tab: Tab, index: int, sheet: Sheet, *, fresh: bool, same: bool) -> tuple[Json, list[str]]:
    """What of a tab's own properties is not as it should be."""
    properties: Json = {}
    fields: list[str] = []
    if sheet.title != tab.title and not same:
        properties["title"] = tab.title
    if sheet.index != index and not same:
        properties["index"] = index
    if sheet.hidden:
        properties["hidden"] = False
    fields += list(properties)
    if fresh:
        rows, columns = grid_size(tab)
        properties["gridProperties"] = {"rowCount": rows, "columnCount": columns, "frozenRowCount": tab.frozen_rows, "hideGridlines": True}
        fields += [f"gridProperties.{name}" for name in ("rowCount", "columnCount", "frozenRowCount", "frozenColumnCount", "hideGridlines")]
        properties |= colour_tab(tab)
        fields.append("tabColorStyle")
    return properties, fields


def _cleared(sheet: Sheet) -> Iterator[Json]:
    """Takes away what lies over the cells; the cells themselves are written whole."""
    for guard in sheet.guards:
        yield {"deleteProtectedRange": {"protectedRangeId": guard.id}}
    for identifier, _ in sheet.bands:
        yield {"deleteBanding": {"bandedRangeId": identifier}}
    for table, _ in sheet.tables:
        yield {"deleteTable": {"tableId": table}}
    for _ in range(sheet.rules):
        yield {"deleteConditionalFormatRule": {"sheetId": sheet.gid, "index": 0}}
    if sheet.merges:
        yield {"unmergeCells": {"range": {"sheetId": sheet.gid}}}


def _marked(wanted: Workbook, state: State, *, same: bool) -> Iterator[Json]:
    notes = {marks.STAMP: wanted.stamp, marks.TITLE: wanted.title, marks.APPLIED: marks.applied(wanted)}
    if not same:
        notes[marks.TOUCHED] = "-"
    for key, value in notes.items():
        found = state.metadata.get(key)
        if found is None or found[1] != value:
            yield _put(key, value, found, None)
    locked = state.metadata.get(marks.LOCKED)
    if locked and not same:
        yield forgotten(locked[0])


def _put(key: str, value: str, found: tuple[int, str] | None, number: int | None) -> Json:
    if found is not None:
        return noted(found[0], value)
    return made_note(key, value, number)


def made_note(key: str, value: str, number: int | None = None) -> Json:
    """Puts a developer metadata on a tab, or on the spreadsheet; 400 where there is one of its number."""
    place: Json = {"spreadsheet": True} if number is None else {"sheetId": number}
    own = marks.number(f"{key} {'' if number is None else number}")
    made = {"metadataId": own, "metadataKey": key, "metadataValue": value, "location": place, "visibility": "DOCUMENT"}
    return {"createDeveloperMetadata": {"developerMetadata": made}}


def noted(identifier: int, value: str) -> Json:
    """Gives a developer metadata another value; 400 where it is not there."""
    lookup = {"developerMetadataLookup": {"metadataId": identifier}}
    return {"updateDeveloperMetadata": {"dataFilters": [lookup], "developerMetadata": {"metadataValue": value}, "fields": "metadataValue"}}


def forgotten(identifier: int) -> Json:
    """Takes a developer metadata away."""
    return {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataId": identifier}}}}
