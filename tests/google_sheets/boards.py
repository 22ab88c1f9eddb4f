"""Workbooks of a match's seats at two of its steps, for the tests of the Google store.

Must not play: they are written down.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from croupier.core.forms import Field, Form
from croupier.core.sheet import Cell, Tab, Workbook
from croupier.sheets.base import Snapshot, answers
from croupier.sheets.google.store import GoogleStore
from google_sheets.kit import Table
from sheets.samples import sample

SEAT = "01-seat"
NINE = tuple(f"{number:02d}-seat" for number in range(1, 10))
FIRST, SECOND = "01-auction-1", "03-auction-3"


@cache
def board(seat: str, title: str = SECOND) -> tuple[Workbook, Form]:
    """A seat's workbook and form of a step."""
    workbook, form = sample(title)
    return replace(workbook, stamp=f"match-2/{seat}/{title}/0123456789ab"), form


def jobs(seats: tuple[str, ...], title: str = SECOND) -> list[tuple[str, Workbook, Form]]:
    """What is read of each seat."""
    return [(seat, *board(seat, title)) for seat in seats]


def wanted(seats: tuple[str, ...], title: str = SECOND) -> list[tuple[str, Workbook]]:
    """What each seat is to have."""
    return [(seat, board(seat, title)[0]) for seat in seats]


def silent(_what: str, _done: int, _all: int) -> None:
    """Progress for nobody."""


SMALL_FORM = Form("small", (Field("wish", ("wish",), "Wish"),))


def small(seat: str, step: str) -> Workbook:
    """A workbook with one input."""
    return Workbook(step, f"match-2/{seat}/{step}/0123", (Tab("One", (Cell(1, 1, step), Cell(2, 2, name="wish"))),))


def laid_out(found: Table, title: str = SECOND) -> GoogleStore:
    store = found.store()
    store.bring_many(wanted(tuple(found.ids), title), silent)
    found.asked()
    found.clock.now += 120
    return store


def read(found: Table, title: str = SECOND, *, lock: bool = False) -> Snapshot:
    store = found.store()
    return store.lock_and_read(SEAT, *board(SEAT, title)) if lock else store.read(SEAT, *board(SEAT, title))


def given(found: Table, title: str = SECOND) -> dict[str, object]:
    return answers(board(SEAT, title)[1], read(found, title))
