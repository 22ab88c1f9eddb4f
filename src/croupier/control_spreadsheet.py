"""The control workbook as a spreadsheet of a service: it may be open while it is written, so the host's rows are never written over.

Must not clear a row, taken up or not; the rows' states stand on another tab.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from .control import SEAT, TITLES, ControlWorkbook, Sheet, of, stamp_of
from .control_rows import Row, Taken, taken_rows
from .control_sheet import OTHER_TABS, Table, workbook
from .control_tables import pages
from .match import Match
from .sheets.base import Store
from .store import MatchFolder

ROWS = 60
_NUMBERS = tuple(range(1, ROWS + 1))


class ControlSpreadsheet(ControlWorkbook):
    """One tab of rows, laid out once and only read from then on: a row that was taken up stays as it was typed."""

    _tabs_read = OTHER_TABS

    def _write(self, match: Match, store: Store, now: datetime) -> None:
        taken = taken_rows(match.entries)
        shown = pages(match, store, taken, now)
        sheets = self._read(match, taken)
        typed = {row.number: row for sheet in sheets for row in sheet.rows.values() if not row.blank}
        states = [(number, row.words, self._state(match, row, sheets, taken)) for number, row in typed.items() if number not in taken]
        told = Table(("No.", "What", "State"), tuple(states), "Rulings that wait") if states else None
        rows = [(Row(number), "") for number in _NUMBERS]
        self._store.bring(SEAT, workbook(TITLES[0], stamp_of(match), replace(shown, waiting=told), rows))
        waiting = [number for number in typed if number not in taken]
        if waiting:
            self._remark(f"{len(waiting)} row{'s' * (len(waiting) != 1)} of the control workbook wait; its tab Log says for what.")
        if all(number in typed for number in _NUMBERS):
            self._remark("Every row of the control workbook is used; rule with the commands from now on: croupier --help")

    def _read(self, match: Match, taken: Mapping[int, Taken]) -> list[Sheet]:
        return [self._sheet(match, TITLES[0], _NUMBERS)]


def control_of(folder: MatchFolder, store: Store) -> ControlWorkbook:
    """The control workbook of a match: in the service where it has been given a place there, else a file."""
    return ControlSpreadsheet(store) if store.keeps(SEAT) else of(folder)
