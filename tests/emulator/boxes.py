"""Rectangles of a sheet, their addresses in letters and numbers, and how they move when rows come or go.

Must not know what the cells hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from emulator.jsons import Json

Axis = Literal["ROWS", "COLUMNS"]
FAR = 10**8
_CORNER = re.compile(r"\$?([A-Za-z]{1,3})?\$?(\d{1,8})?$")
_PLAIN_TITLE = re.compile(r"[A-Za-z_]\w*$", re.ASCII)
_KEYS = ("startRowIndex", "endRowIndex", "startColumnIndex", "endColumnIndex")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, half open, counted from 0; None = as far as the sheet goes."""

    sheet_id: int
    top: int | None = None
    bottom: int | None = None
    left: int | None = None
    right: int | None = None

    @property
    def edges(self) -> tuple[int, int, int, int]:
        """Top, bottom, left, right as numbers."""
        return self.top or 0, FAR if self.bottom is None else self.bottom, self.left or 0, FAR if self.right is None else self.right

    @property
    def whole_sheet(self) -> bool:
        return self.bottom is None and self.right is None and not self.top and not self.left

    @property
    def empty(self) -> bool:
        top, bottom, left, right = self.edges
        return bottom <= top or right <= left

    def within(self, rows: int, columns: int) -> Box:
        """The same inside a grid of this size."""
        top, bottom, left, right = self.edges
        return Box(self.sheet_id, min(top, rows), min(bottom, rows), min(left, columns), min(right, columns))

    def meets(self, other: Box) -> bool:
        a, b = self.edges, other.edges
        return self.sheet_id == other.sheet_id and a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]

    def common(self, other: Box) -> Box | None:
        """What two rectangles share."""
        a, b = self.edges, other.edges
        return Box(self.sheet_id, max(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), min(a[3], b[3])) if self.meets(other) else None

    def holds(self, row: int, column: int) -> bool:
        top, bottom, left, right = self.edges
        return top <= row < bottom and left <= column < right

    def minus(self, other: Box) -> Iterable[Box]:
        """What of this is not in the other: up to four rectangles."""
        if not self.meets(other):
            yield self
            return
        top, bottom, left, right = self.edges
        inner_top, inner_bottom = max(top, other.edges[0]), min(bottom, other.edges[1])
        inner_left, inner_right = max(left, other.edges[2]), min(right, other.edges[3])
        pieces = (
            (top, inner_top, left, right),
            (inner_bottom, bottom, left, right),
            (inner_top, inner_bottom, left, inner_left),
            (inner_top, inner_bottom, inner_right, right),
        )
        for first, last, start, end in pieces:
            if first < last and start < end:
                yield Box(self.sheet_id, first, last, start, end)

    def moved(self, axis: Axis, index: int, count: int) -> Box | None:
        """Where it lies after `count` rows or columns came before `index` (fewer than 0: went from there); None = gone."""
        start, end = (self.top, self.bottom) if axis == "ROWS" else (self.left, self.right)
        first = None if start is None else _moved_edge(start, index, count, start >= index)
        last = None if end is None else _moved_edge(end, index, count, end > index)
        box = replace(self, top=first, bottom=last) if axis == "ROWS" else replace(self, left=first, right=last)
        return None if box.empty else box

    def json(self) -> Json:
        """As Google writes it: the sheetId 0 is left out."""
        found: Json = {"sheetId": self.sheet_id} if self.sheet_id else {}
        for key, value in zip(_KEYS, (self.top, self.bottom, self.left, self.right), strict=True):
            if value is not None:
                found[key] = value
        return found


def box(grid_range: Json) -> Box:
    """The rectangle of a GridRange."""
    return Box(grid_range.get("sheetId") or 0, *(grid_range.get(key) for key in _KEYS))


def cell(sheet_id: int, row: int, column: int) -> Box:
    return Box(sheet_id, row, row + 1, column, column + 1)


def _moved_edge(edge: int, index: int, count: int, behind: bool) -> int:
    if count >= 0:
        return edge + count if behind else edge
    return edge + count if edge >= index - count else min(edge, index)


def letters(column: int) -> str:
    """ "A" for 0, "AA" for 26."""
    found, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found


def column_of(text: str) -> int:
    found = 0
    for letter in text.upper():
        found = found * 26 + ord(letter) - 64
    return found - 1


def read_a1(text: str, sheet_id: int) -> Box | None:
    """The rectangle of "B3", "A1:C9", "A:C", "2:4" or "B3:B"; None where it is no address."""
    first, colon, last = text.partition(":")
    start, end = _corner(first), _corner(last) if colon else _corner(first)
    if start is None or end is None or (not colon and None in start):
        return None
    rows, columns = _span(start[0], end[0]), _span(start[1], end[1])
    return Box(sheet_id, *rows, *columns)


def _span(first: int | None, last: int | None) -> tuple[int | None, int | None]:
    if first is None or last is None:
        start = first if first is not None else last
        return start, None
    return min(first, last), max(first, last) + 1


def _corner(text: str) -> tuple[int | None, int | None] | None:
    found = _CORNER.match(text)
    if not text or found is None or found[2] == "0":
        return None
    return (int(found[2]) - 1 if found[2] else None), (column_of(found[1]) if found[1] else None)


def written(title: str, area: Box) -> str:
    """The address of a clipped rectangle as Google echoes it: the title quoted only where it has to be."""
    top, bottom, left, right = area.edges
    start, end = f"{letters(left)}{top + 1}", f"{letters(right - 1)}{bottom}"
    return f"{quoted(title)}!{start}" + (f":{end}" if start != end else "")


def quoted(title: str) -> str:
    if _PLAIN_TITLE.match(title) and read_a1(title, 0) is None and not re.fullmatch(r"[Rr]\d*[Cc]\d*", title):
        return title
    return "'" + title.replace("'", "''") + "'"
