"""Keeps the seats' workbooks in memory: the store of tests, which reads what the .xlsx store would read.

Must not know files. What a player does to a workbook is kept as changed cells on top of it.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core.forms import Answers, Form
from croupier.core.sheet import Workbook

from .base import Missing, OneByOne, Outcome, ReadCell, Receipt, Snapshot, Unreadable, named_block, named_cell, ref
from .drawn import UNTOUCHED_SINCE, as_drawn
from .fill import strokes, typed_values
from .receipt_page import receipt_page

Key = tuple[str, str]


class MemoryStore(OneByOne):
    """Workbooks by seat and title. `now` is what the next change is dated with; `open` holds those that somebody has open."""

    def __init__(self) -> None:
        self.now = UNTOUCHED_SINCE
        self.open: set[Key] = set()
        self.receipts: dict[str, str] = {}
        self._workbooks: dict[Key, Workbook] = {}
        self._changes: dict[Key, dict[tuple[str, int, int], tuple[object, str | None]]] = {}
        self._saved: dict[Key, str] = {}

    def place(self, seat_id: str, workbook: Workbook) -> str:
        """A name for people."""
        return f"memory:{seat_id}/{workbook.title}"

    def bring(self, seat_id: str, workbook: Workbook) -> bool:
        """Keeps the workbook where there is none of its title yet."""
        key = (seat_id, workbook.title)
        if key in self._workbooks:
            return False
        self._workbooks[key], self._changes[key], self._saved[key] = workbook, {}, self.now
        return True

    def read(self, seat_id: str, workbook: Workbook, form: Form) -> Snapshot:
        """What the workbook holds now. Raises Unreadable."""
        key, place = (seat_id, workbook.title), self.place(seat_id, workbook)
        kept = self._workbooks.get(key)
        if kept is None:
            raise Missing(place, "there is no such workbook", "Bring it first")
        if kept.stamp != workbook.stamp:
            raise Unreadable(place, f"it belongs to another step, seat or match: it says “{kept.stamp}”", "Bring the one of this step")
        there = {cell.name for tab in kept.tabs for cell in tab.cells}
        lost = {field.name: _lost(workbook, field.name) for field in form.fields if field.name not in there}
        if lost and len(lost) == len(form.fields):
            raise Unreadable(place, "it has lost all its inputs", "Bring a whole one")
        known = replace(form, fields=tuple(field for field in form.fields if field.name not in lost))
        try:
            found = as_drawn(kept, known, self._changes[key], self._saved[key])
        except KeyError as fault:
            raise Unreadable(place, f"it has lost the cells called {fault}", "Bring a whole one") from None
        return replace(found, fields={**found.fields, **lost})

    def replace(self, seat_id: str, workbook: Workbook, seen: str | None) -> Outcome:
        """Keeps the workbook in the place of the one that was read."""
        key = (seat_id, workbook.title)
        outcome = self._outcome(key, seen)
        if outcome == "done":
            self._workbooks[key], self._changes[key], self._saved[key] = workbook, {}, self.now
        return outcome

    def remove(self, seat_id: str, workbook: Workbook, seen: str) -> Outcome:
        """Loses the workbook that was read."""
        outcome = self._outcome((seat_id, workbook.title), seen)
        if outcome == "done":
            self.lose(seat_id, workbook.title)
        return outcome

    def _outcome(self, key: Key, seen: str | None) -> Outcome:
        if key in self.open:
            return "open"
        return "done" if self._saved.get(key) == seen else "changed"

    def receipt(self, seat_id: str, receipt: Receipt) -> None:
        """Keeps the page as the seat's last receipt."""
        self.receipts[seat_id] = receipt_page(receipt)

    def wanted(self, seat_id: str, title: str) -> Workbook:
        """The workbook as it was brought; KeyError where there is none."""
        return self._workbooks[seat_id, title]

    def fill(self, seat_id: str, title: str, form: Form, answers: Answers) -> None:
        """Types and paints what the answers say, as `fill.fill` does in a file: open cells only."""
        key = (seat_id, title)
        workbook, changes = self._workbooks[key], self._changes[key]
        for name, value in typed_values(form, answers):
            tab, cell = named_cell(workbook, name)
            changes[tab.title, cell.row, cell.column] = (value, cell.style.fill)
        for grid in form.grids:
            tab, block = named_block(workbook, grid.name)
            free = {(cell.row, cell.column) for cell in tab.cells if cell.open or cell.name}
            for y, x, colour, text in strokes(grid, answers):
                if (block.top + y, block.left + x) in free:
                    changes[tab.title, block.top + y, block.left + x] = (text, colour)
        self._saved[key] = self.now

    def lose(self, seat_id: str, title: str) -> None:
        """Loses a workbook, as a player who deletes the file."""
        del self._workbooks[seat_id, title], self._changes[seat_id, title], self._saved[seat_id, title]


def _lost(workbook: Workbook, name: str) -> ReadCell:
    tab, cell = named_cell(workbook, name)
    return ReadCell(ref(tab.title, cell.row, cell.column), "lost")
