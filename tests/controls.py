"""A host with a control workbook at the desk of a small match: types rulings, saves, runs the commands' code.

Must not take up or write anything itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from croupier import sync
from croupier.control import SEAT, TITLES, ControlWorkbook
from croupier.control_rows import COLUMNS, known_numbers, taken_rows
from croupier.control_sheet import bare, field_name, form
from croupier.core.sheet import Tab, Workbook
from croupier.sheets.base import Store
from croupier.sheets.fill import fill
from croupier.sheets.memory import MemoryStore
from croupier.sheets.xlsx import XlsxStore
from table import Desk

BIDS = {"Ana": {"bids": {"Wolfman": "117"}}, "Bo": {"bids": {"Nightmare": "$70"}}, "Cy": {"bids": {"Wolfman": "99.50"}}}
WHY = "the sheet was wrong"
MONEY = ("money", "Ana", "+50", WHY)


class Controlled(Desk):
    """A match with a control workbook in `held`; `control` is that of the last run."""

    def __init__(self, folder: Path, held: str = "memory", **more: Any) -> None:
        super().__init__(folder, **more)
        self.held: Store = XlsxStore(self.folder.path) if held == "xlsx" else MemoryStore()
        self.control = ControlWorkbook(self.held)
        self.control.write(self.folder, self.store, self.match.deadline - timedelta(days=1))

    @property
    def now(self) -> datetime:
        """A minute after the deadline."""
        return self.match.deadline + timedelta(minutes=1)

    def sync(self, **more: Any) -> sync.Report:
        self.control = ControlWorkbook(self.held)
        return super().sync(control=self.control, **more)

    def check(self, now: datetime | None = None) -> None:
        """Runs `check`, an hour before the deadline."""
        self.control = ControlWorkbook(self.held)
        sync.check(self.folder, self.store, now or self.match.deadline - timedelta(hours=1), control=self.control)

    def type(self, rows: Mapping[int, tuple[str, ...]], title: str = TITLES[0]) -> None:
        """Types rulings into the rows of these numbers, and saves."""
        given = {str(number): dict(zip(COLUMNS, row, strict=True)) for number, row in rows.items()}
        if isinstance(self.held, MemoryStore):
            self.held.now = (datetime.fromisoformat(self.held.now) + timedelta(seconds=1)).isoformat()
            self.held.fill(SEAT, title, form(rows), given)
        else:
            fill(self.path(title), form(rows), given)

    def path(self, title: str = TITLES[0]) -> Path:
        return self.folder.private / f"{title}.xlsx"

    def wanted(self, title: str = TITLES[0]) -> Workbook:
        """The workbook as it was written; for one in memory."""
        assert isinstance(self.held, MemoryStore)
        return self.held.wanted(SEAT, title)

    def tab(self, name: str) -> Tab:
        return next(tab for tab in self.wanted().tabs if tab.title == name)

    def texts(self, name: str) -> list[str]:
        """Everything that a tab says, top to bottom, left to right."""
        cells = sorted(self.tab(name).cells, key=lambda cell: (cell.row, cell.column))
        return [str(cell.value) for cell in cells if cell.value != ""]

    def row_of(self, name: str, first: str, below: str = "") -> list[str]:
        """The texts of the first row of a tab in which a cell says `first`, or of the first below one that says `below`."""
        cells = self.tab(name).cells
        top = min(cell.row for cell in cells if str(cell.value) == below) if below else 0
        row = min(cell.row for cell in cells if cell.row > top and str(cell.value) == first)
        return [str(cell.value) for cell in sorted(cells, key=lambda cell: cell.column) if cell.row == row]

    def states(self) -> dict[int, str]:
        """Number → state of each open row."""
        cells = {(cell.row, cell.column): cell for cell in self.tab("Rulings").cells}
        named = [cell for cell in cells.values() if cell.name and cell.name.startswith("what_")]
        return {int(str(cell.name).removeprefix("what_")): str(cells[cell.row, 6].value) for cell in named}

    def typed(self, title: str = TITLES[0]) -> dict[int, tuple[str, ...]]:
        """What stands in the rows of a workbook, but for empty ones."""
        match = self.match
        numbers = known_numbers(taken_rows(match.entries))
        stamp = f"{match.folder.id}/host/control/{match.commitment[:12]}"
        found = self.held.read(SEAT, bare(title, stamp, numbers), form(numbers)).fields
        rows = {number: tuple(str(found[field_name(column, number)].value or "") for column in COLUMNS) for number in numbers}
        return {number: row for number, row in rows.items() if any(row)}

    def bodies(self, kind: str) -> list[Any]:
        return [entry.body for entry in self.folder.entries() if entry.kind == kind]
