"""What every store must do, run over the .xlsx folder and the memory of tests alike.

Must not look into a store: what is not promised by the seam is tested with the store that does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.core.forms import Answers, Field, Form
from croupier.core.sheet import Cell, Heading, Tab, Workbook
from croupier.sheets.base import Missing, Receipt, Snapshot, Store, Unreadable, answers, cells, ticked
from croupier.sheets.drawn import as_drawn
from croupier.sheets.fill import fill
from croupier.sheets.memory import MemoryStore
from croupier.sheets.xlsx import XlsxStore
from sheets.samples import VIEWS, sample

SEAT = "01-ana"


class Kit(Protocol):
    """A store, and what a player or bad luck does to its workbooks."""

    @property
    def store(self) -> Store: ...

    def fill(self, workbook: Workbook, form: Form, given: Answers) -> None: ...

    def lose(self, workbook: Workbook) -> None: ...

    def open(self, workbook: Workbook) -> None: ...

    def close(self, workbook: Workbook) -> None: ...


@dataclass
class XlsxKit:
    store: XlsxStore

    def fill(self, workbook: Workbook, form: Form, given: Answers) -> None:
        fill(self.store.file(SEAT, workbook), form, given)

    def lose(self, workbook: Workbook) -> None:
        self.store.file(SEAT, workbook).unlink()

    def open(self, workbook: Workbook) -> None:
        self._mark(workbook).touch()

    def close(self, workbook: Workbook) -> None:
        self._mark(workbook).unlink()

    def _mark(self, workbook: Workbook) -> Path:
        return self.store.file(SEAT, workbook).with_name(f".~lock.{workbook.title}.xlsx#")


@dataclass
class MemoryKit:
    store: MemoryStore

    def fill(self, workbook: Workbook, form: Form, given: Answers) -> None:
        self.store.now = (datetime.fromisoformat(self.store.now) + timedelta(seconds=1)).isoformat()
        self.store.fill(SEAT, workbook.title, form, given)

    def lose(self, workbook: Workbook) -> None:
        self.store.lose(SEAT, workbook.title)

    def open(self, workbook: Workbook) -> None:
        self.store.open.add((SEAT, workbook.title))

    def close(self, workbook: Workbook) -> None:
        self.store.open.remove((SEAT, workbook.title))


@pytest.fixture(params=["xlsx", "memory"])
def kit(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Kit]:
    yield XlsxKit(XlsxStore(tmp_path / "boards")) if request.param == "xlsx" else MemoryKit(MemoryStore())


def dateless(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, saved_at="", remarks=())


@pytest.mark.parametrize("title", VIEWS)
def test_an_untouched_workbook_reads_as_it_was_drawn(kit: Kit, title: str) -> None:
    workbook, form = sample(title)
    assert kit.store.bring(SEAT, workbook)
    found = kit.store.read(SEAT, workbook, form)
    assert dateless(found) == dateless(as_drawn(workbook, form, {}))
    assert found.stamp == workbook.stamp
    assert found.remarks == ()
    assert set(found.fields) == {field.name for field in form.fields}
    assert all(cell.kind == "blank" for cell in found.fields.values())


def test_bringing_again_changes_nothing(kit: Kit) -> None:
    workbook, form = sample("01-auction-1")
    kit.store.bring(SEAT, workbook)
    kit.fill(workbook, form, {"bids": {"Desk Job": "$7"}})
    assert not kit.store.bring(SEAT, workbook)
    assert not kit.store.bring(SEAT, replace(workbook, stamp="another"))
    assert answers(form, kit.store.read(SEAT, workbook, form)) == {"bids": {"Desk Job": "$7"}}


def test_what_is_typed_comes_back_as_it_was_typed(kit: Kit) -> None:
    workbook, form = sample("01-auction-1")
    kit.store.bring(SEAT, workbook)
    typed: dict[str, Any] = {
        "Wolfman A": "$1,000",
        "Wolfman B": 100,
        "Nightmare": " 7 ",
        "That One Teacher, Ya Know": "=1+1",
        "Roach Cannon": 9.5,
        "Blood Walls": True,
        "Slug Boy": "#N/A",
        "Desk Job": "0059",
        "Walls": "   ",
    }
    kit.fill(workbook, form, {"bids": typed})
    found = answers(form, kit.store.read(SEAT, workbook, form))
    assert found == {"bids": {label: value for label, value in typed.items() if label != "Walls"}}


def test_a_painted_board_comes_back_in_codes(kit: Kit) -> None:
    workbook, form = sample("03-auction-3")
    kit.store.bring(SEAT, workbook)
    before = answers(form, kit.store.read(SEAT, workbook, form))
    assert before["board"][2] == ". Ni/Ni Ni/Ni Ni/Ni . Wo/Wo Wo/Wo . ."
    board = ["Wa De/wo /Ro o/Sl ? Sl o . E/E", "Pl . . . . . . . .", *before["board"][2:]]
    kit.fill(workbook, form, {"board": board, "place": {"Wall 2": {"at": "c4", "turn": 90}}})
    found = answers(form, kit.store.read(SEAT, workbook, form))
    # A settled square cannot be wiped; its zone beside it can.
    assert found["board"] == ["Wa De/wo ./Ro o/Sl ? Sl o . E/E", "Pl . Ni/Ni . . . . . .", *before["board"][2:]]
    assert found["place"] == {"Wall 2": {"at": "c4", "turn": 90}}


def test_protected_cells_stay_as_they_were(kit: Kit) -> None:
    workbook, form = sample("03-auction-3")
    kit.store.bring(SEAT, workbook)
    kit.fill(workbook, form, {"board": [" ".join(["Pl"] * 9)] * 9})
    board = [row.split() for row in answers(form, kit.store.read(SEAT, workbook, form))["board"]]
    assert board[8][0] == "S/S"
    assert board[0][8] == "E/E"
    assert board[2][1:4] == ["Ni/Ni"] * 3
    assert board[8][1:] == ["Pl"] * 8


def test_cells_are_named_as_they_stand_in_the_workbook(kit: Kit) -> None:
    workbook, form = sample("03-auction-3")
    kit.store.bring(SEAT, workbook)
    found = cells(form, kit.store.read(SEAT, workbook, form))
    assert found["board/C4"].ref == "Board!C4"
    assert found["bids/Wolfman A"].ref.startswith("Submit!C")
    assert found["place/Wall 3/at"].ref.startswith("Board!G")


def test_the_legend_is_read_from_the_workbook(kit: Kit) -> None:
    workbook, form = sample("03-auction-3")
    kit.store.bring(SEAT, workbook)
    legend = kit.store.read(SEAT, workbook, form).legend
    assert sorted(legend) == sorted(form.grids[0].colours)


def test_another_stamp_is_refused(kit: Kit) -> None:
    workbook, form = sample("01-auction-1")
    kit.store.bring(SEAT, workbook)
    with pytest.raises(Unreadable, match="belongs to another step, seat or match") as refusal:
        kit.store.read(SEAT, replace(workbook, stamp="match-2/02-bo/01-auction-1/0123456789ab"), form)
    assert refusal.value.remedy
    assert refusal.value.place == kit.store.place(SEAT, workbook)


def test_a_lost_workbook_is_refused(kit: Kit) -> None:
    workbook, form = sample("01-auction-1")
    with pytest.raises(Missing, match="there is no such"):
        kit.store.read(SEAT, workbook, form)
    kit.store.bring(SEAT, workbook)
    kit.lose(workbook)
    with pytest.raises(Unreadable, match="there is no such"):
        kit.store.read(SEAT, workbook, form)
    assert kit.store.bring(SEAT, workbook)


def test_workbooks_of_seats_and_steps_lie_apart(kit: Kit) -> None:
    workbook, form = sample("01-auction-1")
    later = replace(workbook, title="02-auction-2")
    assert kit.store.bring(SEAT, workbook)
    assert kit.store.bring("02-bo", workbook)
    assert kit.store.bring(SEAT, later)
    kit.fill(workbook, form, {"bids": {"Desk Job": "$7"}})
    assert answers(form, kit.store.read("02-bo", workbook, form)) == {}
    assert answers(form, kit.store.read(SEAT, later, form)) == {}
    assert len({kit.store.place(SEAT, workbook), kit.store.place("02-bo", workbook), kit.store.place(SEAT, later)}) == 3


def test_a_receipt_leaves_the_workbook_alone(kit: Kit) -> None:
    workbook, form = sample("01-auction-1")
    kit.store.bring(SEAT, workbook)
    heading = Heading("Match", "Ana", "Auction 1", "Thu 3 Dec 2026, 21:59", "What stands here counts.", "Tell the host.")
    kit.store.receipt(SEAT, Receipt(heading, "01-auction-1", ("Żółć",), read_at="noon"))
    kit.store.receipt(SEAT, Receipt(heading, "01-auction-1", ("again",), read_at="one"))
    assert answers(form, kit.store.read(SEAT, workbook, form)) == {}


NOTES = Form("notes", (Field("note_1", ("1",), "One"), Field("note_2", ("2",), "Two")))
NOTEBOOK = Workbook("notes", "stamp", (Tab("Notes", (Cell(1, 1, "first"), Cell(2, 2, name="note_1"), Cell(3, 2, name="note_2"))),))
SHORTER = replace(NOTEBOOK, tabs=(Tab("Notes", (Cell(1, 1, "second"), Cell(2, 2, "kept", name="note_2"))),))


def test_a_workbook_is_replaced_by_whoever_has_read_it(kit: Kit) -> None:
    assert kit.store.replace(SEAT, NOTEBOOK, None) == "done"
    kit.fill(NOTEBOOK, NOTES, {"1": "7"})
    seen = kit.store.read(SEAT, NOTEBOOK, NOTES)
    assert answers(NOTES, seen) == {"1": "7"}
    assert kit.store.replace(SEAT, SHORTER, seen.saved_at) == "done"
    found = kit.store.read(SEAT, NOTEBOOK, NOTES)
    assert found.fields["note_1"].kind == "lost" and found.fields["note_1"].ref == "Notes!B2"
    assert found.fields["note_2"].value == "kept"


def test_a_workbook_that_was_saved_since_it_was_read_is_left_alone(kit: Kit) -> None:
    kit.store.replace(SEAT, NOTEBOOK, None)
    assert kit.store.replace(SEAT, SHORTER, None) == "changed"
    seen = kit.store.read(SEAT, NOTEBOOK, NOTES).saved_at
    kit.fill(NOTEBOOK, NOTES, {"1": "7"})
    assert kit.store.replace(SEAT, SHORTER, seen) == "changed"
    assert kit.store.remove(SEAT, SHORTER, seen) == "changed"
    assert answers(NOTES, kit.store.read(SEAT, NOTEBOOK, NOTES)) == {"1": "7"}


def test_a_workbook_that_is_gone_was_changed(kit: Kit) -> None:
    kit.store.replace(SEAT, NOTEBOOK, None)
    seen = kit.store.read(SEAT, NOTEBOOK, NOTES).saved_at
    kit.lose(NOTEBOOK)
    assert kit.store.replace(SEAT, SHORTER, seen) == "changed"
    assert kit.store.remove(SEAT, SHORTER, seen) == "changed"
    with pytest.raises(Missing):
        kit.store.read(SEAT, NOTEBOOK, NOTES)


def test_a_workbook_that_somebody_has_open_is_left_alone(kit: Kit) -> None:
    kit.store.replace(SEAT, NOTEBOOK, None)
    seen = kit.store.read(SEAT, NOTEBOOK, NOTES).saved_at
    kit.open(NOTEBOOK)
    assert kit.store.replace(SEAT, SHORTER, seen) == "open"
    assert kit.store.remove(SEAT, SHORTER, seen) == "open"
    assert kit.store.replace(SEAT, replace(SHORTER, title="others"), None) == "done"
    kit.close(NOTEBOOK)
    assert kit.store.replace(SEAT, SHORTER, seen) == "done"


def test_a_workbook_is_taken_away_by_whoever_has_read_it(kit: Kit) -> None:
    kit.store.replace(SEAT, NOTEBOOK, None)
    assert kit.store.remove(SEAT, NOTEBOOK, kit.store.read(SEAT, NOTEBOOK, NOTES).saved_at) == "done"
    with pytest.raises(Missing):
        kit.store.read(SEAT, NOTEBOOK, NOTES)
    assert kit.store.replace(SEAT, NOTEBOOK, None) == "done"


def test_a_workbook_that_has_lost_every_input_is_refused(kit: Kit) -> None:
    kit.store.replace(SEAT, replace(NOTEBOOK, tabs=(Tab("Notes", (Cell(1, 1, "bare"),)),)), None)
    with pytest.raises(Unreadable, match="lost"):
        kit.store.read(SEAT, NOTEBOOK, NOTES)


TURN_FORM = Form("turn", (Field("say", ("say",), "Say"), Field("done", ("done",), "Done", tick=True)), counts="ticked")
TURN = Workbook("turn", "stamp", (Tab("Turn", (Cell(1, 1, "Turn"), Cell(2, 2, name="say"), Cell(3, 2, name="done", tick=True, width=2))),))


def test_a_box_is_ticked_once_the_seat_has_ticked_it(kit: Kit) -> None:
    kit.store.bring(SEAT, TURN)
    untouched = kit.store.read(SEAT, TURN, TURN_FORM)
    assert untouched.fields["done"].kind == "blank" and not ticked(TURN_FORM, untouched)
    kit.fill(TURN, TURN_FORM, {"say": "hello"})
    assert not ticked(TURN_FORM, kit.store.read(SEAT, TURN, TURN_FORM))
    kit.fill(TURN, TURN_FORM, {"done": "yes"})
    found = kit.store.read(SEAT, TURN, TURN_FORM)
    assert ticked(TURN_FORM, found) and answers(TURN_FORM, found) == {"say": "hello"}
    kit.fill(TURN, TURN_FORM, {"done": False})
    assert not ticked(TURN_FORM, kit.store.read(SEAT, TURN, TURN_FORM))


@pytest.mark.parametrize(
    ("typed", "means"), [("x", True), (" Done ", True), ("TRUE", True), (True, True), (1, True), ("no", False), ("FALSE", False)]
)
def test_words_typed_over_a_box_count_as_what_they_mean(kit: Kit, typed: str | int, means: bool) -> None:
    kit.store.bring(SEAT, TURN)
    kit.fill(TURN, TURN_FORM, {"say": "hello", "done": typed})
    assert ticked(TURN_FORM, kit.store.read(SEAT, TURN, TURN_FORM)) is means


def fifteen_digits(value: float) -> float:
    """As much of a number as any spreadsheet keeps."""
    return float(f"{value:.15g}")


ODD = ["_x0041_", "'59", "a\rb", "５９", "\x00", "\ud800", "=A1", "+1"]
SMALL_FORM = Form("small", (Field("wish", ("wish",), "Wish"),))
SMALL = Workbook("small", "stamp", (Tab("One", (Cell(2, 2, name="wish"),)),))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=st.text(max_size=12) | st.sampled_from(ODD) | st.integers(-(10**15), 10**15) | st.floats().map(fifteen_digits))
def test_both_stores_read_the_same_out_of_whatever_is_typed(tmp_path: Path, value: str | int | float) -> None:
    found: list[Snapshot] = []
    for made in (XlsxKit(XlsxStore(tmp_path / "boards")), MemoryKit(MemoryStore())):
        made.store.bring(SEAT, SMALL)
        made.fill(SMALL, SMALL_FORM, {"wish": value})
        found.append(dateless(made.store.read(SEAT, SMALL, SMALL_FORM)))
        made.lose(SMALL)
    assert found[0] == found[1]
    if isinstance(value, str) and value.isprintable() and value.strip():
        assert found[0].fields["wish"].value == value
