"""What somebody does in the browser: types, paints, merges, renames, inserts – and is refused where a protection covers it.

Must not get around a protection, nor use up quota.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from emulator import addresses, colours, errors, values
from emulator.boxes import Box
from emulator.jsons import Json
from emulator.state import ANYONE, EMPTY, Account, Cell, Sheet, Spreadsheet

if TYPE_CHECKING:
    from emulator.service import Emulator


def box_values(rule: Json) -> tuple[bool | str, bool | str]:
    """What a box holds if it is ticked, and if it is not: the rule may have values of its own."""
    own = [one.get("userEnteredValue", "") for one in (rule.get("condition") or {}).get("values") or ()]
    return (own[0] if own else True), (own[1] if len(own) > 1 else "" if own else False)


def shows_box(cell: Cell) -> bool:
    """Whether there is a box to click: one whose cell holds anything else shows that instead."""
    rule = cell.validation or {}
    if (rule.get("condition") or {}).get("type") != "BOOLEAN":
        return False
    held = next(iter(cell.entered.values())) if cell.entered else ""
    return held == "" or held in box_values(rule)


class Refused(Exception):
    """Google Sheets did not let somebody do it."""


class Player:
    """Somebody with a spreadsheet open; by default somebody who was only given the link.

    Places are addresses ("Board!C4", "C4:D5" on the first tab) or named ranges; tabs are named by their titles, rows counted from 0.
    """

    def __init__(self, emulator: Emulator, spreadsheet: str, who: Account = ANYONE) -> None:
        self.emulator = emulator
        self.spreadsheet = spreadsheet
        self.who = who

    @property
    def book(self) -> Spreadsheet:
        """The spreadsheet as it is now."""
        return self.emulator.world.spreadsheets[self.spreadsheet]

    def do(self, *requests: Json) -> list[Json]:
        """Any requests of a batchUpdate, all or none."""
        try:
            return self.emulator.edit(self.spreadsheet, requests, self.who) if requests else []
        except errors.ApiError as error:
            raise Refused(error.message) from None

    def area(self, where: str) -> tuple[Sheet, Box]:
        """The tab and the rectangle of a place."""
        try:
            return addresses.clipped(self.book, addresses.find(self.book, where))
        except errors.ApiError as error:
            raise Refused(error.message) from None

    def type(self, where: str, text: str) -> None:
        """Types the text into every cell of a place: numbers, dates, formulas become what Google makes of them."""
        sheet, area = self.area(where)
        top, bottom, left, right = area.edges
        for row in range(top, bottom):
            for column in range(left, right):
                self._check(sheet.cells.get((row, column), EMPTY), text)
        self._write(area, [[text] * (right - left)] * (bottom - top), "USER_ENTERED")

    def paste(self, where: str, rows: list[list[str | int | float | bool]]) -> None:
        """Pastes values from the top left cell of a place onwards."""
        _, area = self.area(where)
        top, _, left, _ = area.edges
        self._write(Box(area.sheet_id, top, top + len(rows), left, left + max(map(len, rows))), rows, "USER_ENTERED")

    def _write(self, area: Box, rows: Sequence[Sequence[str | int | float | bool]], option: str) -> None:
        try:
            with self.emulator.editing(self.spreadsheet, self.who) as batch:
                values.write(batch, area, rows, option, "ROWS")
        except errors.ApiError as error:
            raise Refused(error.message) from None
        except errors.Bad as bad:
            raise Refused(str(bad)) from None

    def tick(self, where: str, *, on: bool = True) -> None:
        """Clicks the boxes of a place until they are ticked, or are not. Refused where a cell shows no box."""
        sheet, area = self.area(where)
        top, bottom, left, right = area.edges
        for row in range(top, bottom):
            for column in range(left, right):
                cell = sheet.cells.get((row, column), EMPTY)
                if not shows_box(cell):
                    raise Refused("there is no box to tick")
                self._write(Box(area.sheet_id, row, row + 1, column, column + 1), [[box_values(cell.validation or {})[0 if on else 1]]], "RAW")

    @staticmethod
    def _check(cell: Cell, text: str) -> None:
        """A strict drop-down takes what is on its list and nothing else; a strict box what it can hold."""
        rule = cell.validation or {}
        condition = rule.get("condition") or {}
        allowed: list[str] | None = None
        if condition.get("type") == "ONE_OF_LIST":
            allowed = [one.get("userEnteredValue") for one in condition.get("values") or ()]
        elif condition.get("type") == "BOOLEAN":
            allowed = [str(value).casefold() for value in box_values(rule)]
            text = text.strip().casefold()
        if rule.get("strict") and allowed is not None and text and text not in allowed:
            raise Refused("The data you entered in this cell violates the data validation rules set on this cell.")

    def clear(self, where: str) -> None:
        """Deletes the values of a place; formats stay."""
        self._repeat(where, {}, "userEnteredValue")

    def paint(self, where: str, colour: str | None = None, theme: str | None = None) -> None:
        """Fills cells with "#rrggbb", with a colour of the theme ("ACCENT1"), or with nothing."""
        style: Json | None = {"themeColor": theme} if theme else ({"rgbColor": colours.colour(colour)} if colour else None)
        self._repeat(where, {"userEnteredFormat": {"backgroundColorStyle": style} if style else {}}, "userEnteredFormat.backgroundColorStyle")

    def format_as_text(self, where: str) -> None:
        self.number_format(where, "TEXT", "@")

    def number_format(self, where: str, kind: str, pattern: str) -> None:
        """Chooses a number format."""
        self._repeat(where, {"userEnteredFormat": {"numberFormat": {"type": kind, "pattern": pattern}}}, "userEnteredFormat.numberFormat")

    def note(self, where: str, text: str) -> None:
        self._repeat(where, {"note": text}, "note")

    def _repeat(self, where: str, cell: Json, fields: str) -> None:
        _, area = self.area(where)
        self.do({"repeatCell": {"range": area.json(), "cell": cell, "fields": fields}})

    def copy(self, source: str, to: str) -> None:
        """Copies cells with all that they carry."""
        self.do({"copyPaste": {"source": self.area(source)[1].json(), "destination": self.area(to)[1].json(), "pasteType": "PASTE_NORMAL"}})

    def merge(self, where: str) -> None:
        self.do({"mergeCells": {"range": self.area(where)[1].json(), "mergeType": "MERGE_ALL"}})

    def unmerge(self, where: str) -> None:
        self.do({"unmergeCells": {"range": self.area(where)[1].json()}})

    def conditional_format(self, where: str, colour: str, condition: Json | None = None) -> None:
        """Paints by a rule; unless told otherwise every cell that is not blank."""
        rule = {"condition": condition or {"type": "NOT_BLANK"}, "format": {"backgroundColor": colours.colour(colour)}}
        ranges = [self.area(where)[1].json()]
        self.do({"addConditionalFormatRule": {"rule": {"ranges": ranges, "booleanRule": rule}, "index": 0}})

    def band(self, where: str, first: str, second: str) -> None:
        """Alternating colours."""
        rows = {"firstBandColor": colours.colour(first), "secondBandColor": colours.colour(second)}
        self.do({"addBanding": {"bandedRange": {"range": self.area(where)[1].json(), "rowProperties": rows}}})

    def make_table(self, where: str, name: str = "Table1") -> None:
        self.do({"addTable": {"table": {"name": name, "range": self.area(where)[1].json()}}})

    def tab(self, title: str) -> Sheet:
        """The tab of a title."""
        found = self.book.titled(title)
        if found is None:
            raise Refused(f"there is no tab {title}")
        return found

    def add_tab(self, title: str) -> None:
        self.do({"addSheet": {"properties": {"title": title}}})

    def rename_tab(self, title: str, to: str) -> None:
        self._properties(title, {"title": to}, "title")

    def hide_tab(self, title: str) -> None:
        self._properties(title, {"hidden": True}, "hidden")

    def move_tab(self, title: str, to: int) -> None:
        self._properties(title, {"index": to}, "index")

    def resize(self, title: str, rows: int | None = None, columns: int | None = None) -> None:
        """Gives a tab another number of rows or columns; what lies outside is gone."""
        sizes = {key: value for key, value in (("rowCount", rows), ("columnCount", columns)) if value is not None}
        self._properties(title, {"gridProperties": sizes}, ",".join(f"gridProperties.{key}" for key in sizes))

    def _properties(self, title: str, properties: Json, fields: str) -> None:
        self.do({"updateSheetProperties": {"properties": {"sheetId": self.tab(title).number, **properties}, "fields": fields}})

    def delete_tab(self, title: str) -> None:
        self.do({"deleteSheet": {"sheetId": self.tab(title).number}})

    def insert_rows(self, title: str, before: int, count: int = 1) -> None:
        self.do({"insertDimension": {"range": self._rows(title, before, count)}})

    def delete_rows(self, title: str, first: int, count: int = 1) -> None:
        self.do({"deleteDimension": {"range": self._rows(title, first, count)}})

    def hide_rows(self, title: str, first: int, count: int = 1) -> None:
        change = {"range": self._rows(title, first, count), "properties": {"hiddenByUser": True}, "fields": "hiddenByUser"}
        self.do({"updateDimensionProperties": change})

    def _rows(self, title: str, first: int, count: int) -> Json:
        return {"sheetId": self.tab(title).number, "dimension": "ROWS", "startIndex": first, "endIndex": first + count}

    def set_locale(self, locale: str) -> None:
        """File > Settings > Locale."""
        self.do({"updateSpreadsheetProperties": {"properties": {"locale": locale}, "fields": "locale"}})

    def value(self, where: str) -> Json | None:
        """What the first cell of a place holds (userEnteredValue)."""
        sheet, area = self.area(where)
        return sheet.cells.get((area.edges[0], area.edges[2]), EMPTY).entered
