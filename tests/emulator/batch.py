"""The heart of spreadsheets.batchUpdate: requests one after the other on a copy, all of them or none.

Must not know what any kind of request does; each kind stands in one of the batch_* modules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from emulator import addresses, boxes, errors, masks
from emulator.behaviour import Behaviour
from emulator.boxes import Box
from emulator.jsons import Json
from emulator.masks import Mask
from emulator.protection import Rights
from emulator.state import Account, File, Sheet, Spreadsheet, World


@dataclass(slots=True)
class Batch:
    """Where the requests of one batch work: a copy of the spreadsheet, and who asks."""

    book: Spreadsheet
    file: File
    world: World
    who: Account
    behaviour: Behaviour
    now: float

    @property
    def rights(self) -> Rights:
        return Rights(self.file, self.world, self.who, self.behaviour)

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self.now, UTC).date()

    def sheet(self, number: int | None, what: str = "grid") -> Sheet:
        """The tab of a sheetId."""
        found = self.book.sheet(number or 0)
        if found is None:
            raise errors.Bad(f"No {what} with id: {number or 0}")
        return found

    def area(self, grid_range: Json) -> tuple[Sheet, Box]:
        """The tab and the rectangle of a GridRange, inside the grid."""
        sheet = self.sheet(grid_range.get("sheetId"))
        area = boxes.box(grid_range)
        if area.edges[0] >= sheet.rows or area.edges[2] >= sheet.columns:
            raise errors.Bad(addresses.beyond(sheet, area))
        if area.empty:
            raise errors.Bad("GridRange must not be empty.")
        return sheet, area.within(sheet.rows, sheet.columns)


Handler = Callable[[Batch, Json], Json]
KINDS: dict[str, Handler] = {}


def kind(name: str) -> Callable[[Handler], Handler]:
    """Names the function that does a kind of request; it hands back what the reply says of it."""

    def register(handler: Handler) -> Handler:
        KINDS[name] = handler
        return handler

    return register


def fields(request: Json, schema: str) -> Mask:
    """The mask of a request that changes things: it has to name something that there is."""
    text = request.get("fields") or ""
    if not text.strip():
        raise errors.Bad("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
    try:
        return masks.mask(text, "sheets", schema)
    except masks.WrongMask as wrong:
        raise errors.Bad(f"Field mask is invalid: no field named '{wrong.path}'.") from None


def run(batch: Batch, requests: Sequence[Json]) -> list[Json]:
    """Does all requests on the batch's copy: one reply for each, {} where there is nothing to say. ApiError at the first refusal."""
    if not requests:
        raise errors.invalid("Must specify at least one request.")
    replies = []
    for index, request in enumerate(requests):
        names = [name for name, value in request.items() if value is not None]
        if not names:
            raise errors.invalid(f"Invalid requests[{index}]: No request set.")
        name = names[0]
        if name not in KINDS:
            raise errors.NotEmulated(f"the batchUpdate request {name}")
        try:
            said = KINDS[name](batch, request[name])
        except errors.Bad as bad:
            raise errors.invalid(f"Invalid requests[{index}].{name}: {bad}") from None
        replies.append({name: said} if said else {})
    return replies


def move_all(batch: Batch, sheet: Sheet, axis: boxes.Axis, index: int, count: int) -> None:
    """Moves everything that is fixed to rows or columns after some came (count > 0) or went (count < 0) before `index`."""

    def moved(area: Box) -> Box | None:
        return area.moved(axis, index, count) if area.sheet_id == sheet.number else area

    def all_moved(areas: Sequence[Box]) -> tuple[Box, ...]:
        return tuple(found for area in areas if (found := moved(area)) is not None)

    def at(position: int) -> int | None:
        if count < 0 and index <= position < index - count:
            return None
        return position + count if position >= index else position

    places = {}
    for (row, column), cell in sheet.cells.items():
        fresh = at(row if axis == "ROWS" else column)
        if fresh is not None:
            places[(fresh, column) if axis == "ROWS" else (row, fresh)] = cell
    sheet.cells = places
    lines = {(kind_, at(position) if kind_ == axis else position): value for (kind_, position), value in sheet.lines.items()}
    sheet.lines = {(kind_, position): value for (kind_, position), value in lines.items() if position is not None}
    sheet.merges = tuple(area for area in all_moved(sheet.merges) if area.edges[1] - area.edges[0] > 1 or area.edges[3] - area.edges[2] > 1)
    sheet.guards = tuple(replace(guard, box=found, open=all_moved(guard.open)) for guard in sheet.guards if (found := moved(guard.box)) is not None)
    sheet.bands = tuple(replace(band, box=found) for band in sheet.bands if (found := moved(band.box)) is not None)
    sheet.tables = tuple(replace(table, box=found) for table in sheet.tables if (found := moved(table.box)) is not None)
    sheet.rules = tuple(replace(rule, boxes=areas) for rule in sheet.rules if (areas := all_moved(rule.boxes)))
    batch.book.names = tuple(replace(name, box=found) for name in batch.book.names if (found := moved(name.box)) is not None)
    batch.book.metadata = tuple(
        one if one.box is None else replace(one, box=found) for one in batch.book.metadata if one.box is None or (found := moved(one.box)) is not None
    )
