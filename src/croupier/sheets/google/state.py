"""A spreadsheet as Google's reply shows it: tabs by their ids, names, protections, metadata, cells.

Must not judge what it finds; what a reply leaves out is the default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import Json

TABS = (
    "spreadsheetId,properties(title,locale,timeZone,spreadsheetTheme/themeColors),namedRanges,"
    "developerMetadata(metadataId,metadataKey,metadataValue),"
    "sheets(properties(sheetId,title,index,hidden,gridProperties(rowCount,columnCount)),merges,conditionalFormats/ranges,"
    "bandedRanges(bandedRangeId,range),tables(tableId,name,range),"
    "protectedRanges(protectedRangeId,description,range,unprotectedRanges,warningOnly,editors),"
    "developerMetadata(metadataId,metadataKey,metadataValue){data})"
)
_LOOK = "(backgroundColor,backgroundColorStyle,numberFormat)"
_DATA = (
    ",data(startRow,startColumn,rowMetadata(hiddenByUser,hiddenByFilter),"
    f"rowData/values(userEnteredValue,effectiveValue,formattedValue,userEnteredFormat{_LOOK},effectiveFormat{_LOOK}))"
)
STATE_FIELDS = TABS.format(data="")
GRID_FIELDS = TABS.format(data=_DATA)
FAR = 10_000_000


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of a tab, counted from 0, its ends outside."""

    gid: int
    top: int
    bottom: int
    left: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row < self.bottom and self.left <= column < self.right

    def meets(self, other: Area) -> bool:
        apart = self.bottom <= other.top or other.bottom <= self.top or self.right <= other.left or other.right <= self.left
        return self.gid == other.gid and not apart

    def within(self, other: Area) -> bool:
        inside = other.top <= self.top and self.bottom <= other.bottom and other.left <= self.left and self.right <= other.right
        return self.gid == other.gid and inside

    @property
    def size(self) -> tuple[int, int]:
        return self.bottom - self.top, self.right - self.left

    @property
    def json(self) -> Json:
        """As a request names it."""
        return {
            "sheetId": self.gid,
            "startRowIndex": self.top,
            "endRowIndex": self.bottom,
            "startColumnIndex": self.left,
            "endColumnIndex": self.right,
        }


def area(grid_range: Mapping[str, Any]) -> Area:
    """The rectangle of a GridRange: the tab 0 is left out of it, and so is an end that is the grid's."""
    top, left = grid_range.get("startRowIndex") or 0, grid_range.get("startColumnIndex") or 0
    bottom, right = grid_range.get("endRowIndex"), grid_range.get("endColumnIndex")
    return Area(grid_range.get("sheetId") or 0, top, FAR if bottom is None else bottom, left, FAR if right is None else right)


@dataclass(frozen=True, slots=True)
class Guard:
    """A protected range."""

    id: int
    area: Area
    description: str
    open: tuple[Area, ...]


@dataclass(slots=True)
class Sheet:
    """A tab. `cells` by (row, column) from 0; `read` = the rectangles that a reply had cells for; `hidden_rows` among them."""

    gid: int
    title: str
    index: int
    hidden: bool
    rows: int
    columns: int
    merges: tuple[Area, ...] = ()
    rules: int = 0
    bands: tuple[tuple[int, Area], ...] = ()
    tables: tuple[tuple[str, Area], ...] = ()
    guards: tuple[Guard, ...] = ()
    metadata: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    cells: dict[tuple[int, int], Json] = field(default_factory=dict)
    read: bool = False
    hidden_rows: tuple[int, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing was ever put into it, as far as its cells were fetched."""
        return self.read and not self.tables and not any(_own(cell) for cell in self.cells.values())

    def same_cells(self, other: Sheet) -> bool:
        """Whether every cell that was fetched of this one holds the same in another; what formulas come to aside."""
        return all(_own(cell) == _own(other.cells.get(place, {})) for place, cell in self.cells.items())


def _own(cell: Json) -> Json:
    """What somebody has put into a cell."""
    return {key: cell[key] for key in ("userEnteredValue", "userEnteredFormat") if key in cell}


@dataclass(frozen=True, slots=True)
class State:
    """A spreadsheet. `whole` = each tab that has cells in it has all of them; else those of its named range alone."""

    id: str
    title: str
    locale: str
    theme: Mapping[str, str]
    names: Mapping[str, tuple[str, str, Area]]
    metadata: Mapping[str, tuple[int, str]]
    sheets: Mapping[int, Sheet]
    whole: bool

    def note(self, key: str) -> str | None:
        """The value of a developer metadata, None where there is none."""
        found = self.metadata.get(key)
        return found[1] if found else None

    def name(self, name: str) -> Area | None:
        """Where the cells of a named range are now, None where the name or its cells are gone."""
        found = self.names.get(name.casefold())
        sheet = self.sheets.get(found[2].gid) if found else None
        if found is None or sheet is None or found[2].bottom == FAR or found[2].right == FAR:
            return None
        cut_off = 0 < sheet.rows < found[2].bottom or 0 < sheet.columns < found[2].right  # absent cells would look empty
        return None if cut_off else found[2]


def state(reply: Json, *, whole: bool = True) -> State:
    """The spreadsheet of a reply."""
    properties = reply.get("properties") or {}
    sheets = [_sheet(sheet) for sheet in reply.get("sheets") or ()]
    names = {
        str(name.get("name", "")).casefold(): (str(name.get("namedRangeId", "")), str(name.get("name", "")), area(name["range"]))
        for name in reply.get("namedRanges") or ()
        if name.get("range") is not None
    }
    return State(
        str(reply.get("spreadsheetId", "")),
        str(properties.get("title", "")),
        str(properties.get("locale", "")),
        dict(_theme(properties)),
        names,
        _metadata(reply),
        {sheet.gid: sheet for sheet in sheets},
        whole,
    )


def _theme(properties: Json) -> Iterator[tuple[str, str]]:
    for entry in (properties.get("spreadsheetTheme") or {}).get("themeColors") or ():
        rgb = (entry.get("color") or {}).get("rgbColor")
        if rgb is not None:
            yield str(entry.get("colorType")), rrggbb(rgb)


def rrggbb(rgb: Mapping[str, Any]) -> str:
    """A colour of three channels from 0 to 1; those that are 0 are left out. Rounded, not cut: 251/255 comes as 0.9843137."""
    return "".join(f"{min(255, max(0, round((rgb.get(name) or 0) * 255))):02x}" for name in ("red", "green", "blue"))


def _metadata(holder: Json) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for entry in holder.get("developerMetadata") or ():
        found.setdefault(str(entry.get("metadataKey", "")), (int(entry.get("metadataId") or 0), str(entry.get("metadataValue") or "")))
    return found


def _sheet(reply: Json) -> Sheet:
    properties = reply.get("properties") or {}
    grid = properties.get("gridProperties") or {}
    sheet = Sheet(
        properties.get("sheetId") or 0,
        str(properties.get("title", "")),
        properties.get("index") or 0,
        bool(properties.get("hidden")),
        grid.get("rowCount") or 0,
        grid.get("columnCount") or 0,
        tuple(area(merge) for merge in reply.get("merges") or ()),
        len(reply.get("conditionalFormats") or ()),
        # A table is listed among the bands too, without an id; it goes as a table.
        tuple((int(band["bandedRangeId"]), area(band.get("range") or {})) for band in reply.get("bandedRanges") or () if "bandedRangeId" in band),
        tuple((str(table.get("tableId") or ""), area(table.get("range") or {})) for table in reply.get("tables") or ()),
        tuple(_guard(guard) for guard in reply.get("protectedRanges") or ()),
        _metadata(reply),
    )
    if "data" in reply:
        sheet.read = True
        _take_cells(sheet, reply["data"] or ())
    return sheet


def _guard(reply: Json) -> Guard:
    opened = tuple(area(one) for one in reply.get("unprotectedRanges") or ())
    return Guard(int(reply.get("protectedRangeId") or 0), area(reply.get("range") or {}), str(reply.get("description") or ""), opened)


def _take_cells(sheet: Sheet, grids: Sequence[Json]) -> None:
    """By the grids' own places, never by their order; what is absent was never touched."""
    hidden: set[int] = set()
    for grid in grids:
        top, left = grid.get("startRow") or 0, grid.get("startColumn") or 0
        for y, row in enumerate(grid.get("rowData") or ()):
            for x, cell in enumerate((row or {}).get("values") or ()):
                if cell:
                    sheet.cells[top + y, left + x] = cell
        for y, line in enumerate(grid.get("rowMetadata") or ()):
            if line and (line.get("hiddenByUser") or line.get("hiddenByFilter")):
                hidden.add(top + y)
    sheet.hidden_rows = tuple(sorted(hidden))
