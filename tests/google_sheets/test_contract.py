"""What every store must do, run over the emulated Google: each test of the stores' contract but those that files alone can meet.

Must not leave one out without saying why, and what is so instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from croupier.sheets.base import Unreadable, answers
from google_sheets.kit import GoogleKit, table
from sheets import test_contract as contract
from sheets.samples import sample

OTHERWISE = {
    "test_workbooks_of_seats_and_steps_lie_apart": "a seat has one spreadsheet for the whole match",
    "test_both_stores_read_the_same_out_of_whatever_is_typed": "is about the two other stores",
    "test_a_workbook_that_somebody_has_open_is_left_alone": "a spreadsheet may be open while it is written",
}
_TESTS = {name: test for name, test in vars(contract).items() if name.startswith("test_") and callable(test)}
globals().update({name: test for name, test in _TESTS.items() if name not in OTHERWISE})


@pytest.fixture
def kit() -> Iterator[GoogleKit]:
    with table() as found:
        yield GoogleKit(found, contract.SEAT)


def test_what_is_left_out_is_still_there_to_be_left_out() -> None:
    tests: dict[str, Callable[..., object]] = _TESTS
    assert set(OTHERWISE) <= set(tests)
    assert len(tests) > 12


def test_workbooks_of_seats_lie_apart(kit: GoogleKit) -> None:
    workbook, form = sample("01-auction-1")
    theirs = replace(workbook, stamp=workbook.stamp.replace("01-ana", "02-bo"))
    assert kit.store.bring(contract.SEAT, workbook)
    assert kit.store.bring("02-bo", theirs)
    kit.fill(workbook, form, {"bids": {"Desk Job": "$7"}})
    assert answers(form, kit.store.read("02-bo", theirs, form)) == {}
    assert kit.store.place(contract.SEAT, workbook) != kit.store.place("02-bo", theirs)


def test_workbooks_of_steps_follow_one_another_in_one_spreadsheet(kit: GoogleKit) -> None:
    workbook, form = sample("01-auction-1")
    later = replace(workbook, title="02-auction-2", stamp="match-2/01-ana/02-auction-2/0123456789ab")
    kit.store.bring(contract.SEAT, workbook)
    kit.fill(workbook, form, {"bids": {"Desk Job": "$7"}})
    assert kit.store.bring(contract.SEAT, later)
    assert answers(form, kit.store.read(contract.SEAT, later, form)) == {}
    assert kit.store.place(contract.SEAT, later) == kit.store.place(contract.SEAT, workbook)
    with pytest.raises(Unreadable, match="another step"):
        kit.store.read(contract.SEAT, workbook, form)
