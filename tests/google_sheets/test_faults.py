"""Every kind of fault at every request of a step: after a second run the spreadsheets are as if nothing had happened.

Must not run whole matches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from croupier.core.forms import Field, Form
from croupier.core.problems import HostError
from croupier.core.sheet import Cell, Tab, Workbook
from croupier.sheets.base import Snapshot, Unreadable, answers
from croupier.sheets.google import marks
from emulator import Fault, Faults, Kind
from google_sheets.boards import silent
from google_sheets.kit import Table, table

SEATS = ("01-ana", "02-bo", "03-cy")
FORM = Form("small", (Field("wish", ("wish",), "Wish"),))
STAYS = frozenset(
    {
        Kind.TAB_RENAMED,
        Kind.TAB_DELETED,
        Kind.ROWS_INSERTED,
        Kind.GRID_SHRUNK,
        Kind.THEME_PAINTED,
        Kind.MERGED,
        Kind.NAMES_DELETED,
        Kind.PROTECTION_REMOVED,
        Kind.LOCALE_CHANGED,
        Kind.PLAYER_EDIT,
    }
)
"""What people do to the form itself: it stays as they did it until the next form, or until they undo it."""
TOLD = frozenset({Kind.TAB_DELETED, Kind.GRID_SHRUNK, Kind.NAMES_DELETED})
"""Those of them after which nothing can be read."""


def small(seat: str, step: str) -> Workbook:
    """A form with one input, and an Inbox."""
    inbox = Tab("Inbox", (Cell(1, 1, "Inbox"), Cell(2, 1, step)))
    return Workbook(step, f"match-2/{seat}/{step}/0123", (Tab("One", (Cell(1, 1, step), Cell(2, 2, name="wish"))), inbox))


def step(found: Table) -> dict[str, Any]:
    """One run of a deadline: reads all under lock, and lays the next form out if all could be read."""
    store = found.store()
    results = store.read_many([(seat, small(seat, "1"), FORM) for seat in SEATS], silent, lock=True)
    read = {seat: answers(FORM, result) for seat, result in zip(SEATS, results, strict=True) if isinstance(result, Snapshot)}
    if len(read) == len(SEATS):
        store.bring_many([(seat, small(seat, "2")) for seat in SEATS], silent)
    return read


def held(found: Table) -> Mapping[str, Any]:
    """What all spreadsheets hold, but for the ids that Google gives out and the touched cells that are empty."""
    held: dict[str, Any] = {}
    for seat in SEATS:
        book = found.emulator.world.spreadsheets[found.ids[seat]]
        tabs = [
            (sheet.number, sheet.title, sheet.guards, {at: cell for at, cell in sheet.cells.items() if cell != type(cell)()}) for sheet in book.sheets
        ]
        names = sorted((name.name, repr(name.box)) for name in book.names)
        held[seat] = tabs, names, sorted((one.key, one.value or "") for one in book.metadata)
    return held


def ready(found: Table) -> None:
    found.store().bring_many([(seat, small(seat, "1")) for seat in SEATS], silent)
    for seat in SEATS:
        found.player(seat).type(f"{marks.PREFIX}wish", f"wish of {seat}")
    found.clock.now += 120


@pytest.mark.parametrize("kind", sorted(set(Kind) - STAYS))
def test_after_a_fault_at_any_request_a_second_run_ends_the_same(kind: Kind) -> None:
    with table(*SEATS) as found:
        ready(found)
        start = found.emulator.checkpoint()
        wishes = step(found)
        assert wishes == {seat: {"wish": f"wish of {seat}"} for seat in SEATS}
        wanted, requests = held(found), len(found.emulator.log.without_tokens())
        for at in range(1, 3 * requests):
            found.emulator.restore(start)
            found.emulator.faults = Faults.of(Fault(kind, at=at))
            read: dict[str, Any] = {}
            try:
                read = step(found)
            except HostError as fault:
                assert fault.next_step and "ya29" not in fault.message
            fired = bool(found.emulator.faults.fired)
            found.emulator.faults.heal()
            assert all(wishes[seat] == said for seat, said in read.items())
            found.clock.now += 700
            stamps = {seat: dict(held(found)[seat][2])[marks.STAMP] for seat in SEATS}
            if all(stamp.startswith(f"match-2/{seat}/1") for seat, stamp in stamps.items()):
                assert step(found) == wishes
            else:  # the step is a fact: what is left is to lay the next form out
                found.store().bring_many([(seat, small(seat, "2")) for seat in SEATS], silent)
            assert tidy(held(found)) == tidy(wanted), at
            if not fired:
                break
        else:
            raise AssertionError("it never ended")


def tidy(held: Mapping[str, Any]) -> Mapping[str, Any]:
    """A protection that the owner's own change has written anew may name its editors in another order."""
    return {
        seat: (
            [(number, title, [replace(guard, users=tuple(sorted(guard.users))) for guard in guards], cells) for number, title, guards, cells in tabs],
            *rest,
        )
        for seat, (tabs, *rest) in held.items()
    }


@pytest.mark.parametrize("kind", sorted(STAYS))
def test_what_people_do_meanwhile_is_read_or_told(kind: Kind) -> None:
    with table(*SEATS) as found:
        ready(found)
        start = found.emulator.checkpoint()
        for at in range(1, 9):
            found.emulator.restore(start)
            found.emulator.faults = Faults.of(Fault(kind, at=at, text="late"))
            store = found.store()
            results = store.read_many([(seat, small(seat, "1"), FORM) for seat in SEATS], silent, lock=True)
            for seat, result in zip(SEATS, results, strict=True):
                if isinstance(result, Unreadable):
                    assert kind in TOLD and result.trouble and result.remedy
                else:
                    assert answers(FORM, result)["wish"] in (f"wish of {seat}", "late")
            if kind in (Kind.PLAYER_EDIT, Kind.PROTECTION_REMOVED, Kind.LOCALE_CHANGED):
                locked = dict(zip(SEATS, results, strict=True))
                again = found.store().read_many([(seat, small(seat, "1"), FORM) for seat in SEATS], silent, lock=True)
                assert [result.fields for result in again if isinstance(result, Snapshot)] == [
                    result.fields for result in locked.values() if isinstance(result, Snapshot)
                ]
            store.bring_many([(seat, small(seat, "2")) for seat in SEATS], silent)
            assert all(dict(held(found)[seat][2])[marks.STAMP] == small(seat, "2").stamp for seat in SEATS)
