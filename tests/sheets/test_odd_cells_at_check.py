"""Whatever a player does to a workbook: `check` names the cell and the remedy on that player's receipt, and nobody else notices.

Must not look at how a cell is read, nor at its words beyond what a player needs.
"""

from __future__ import annotations

import datetime
import html
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook as Book
from openpyxl import load_workbook
from openpyxl.styles import GradientFill, PatternFill
from openpyxl.styles.colors import Color
from openpyxl.worksheet.formula import ArrayFormula

from croupier import desk as desks
from croupier import sync
from croupier.core.problems import HostError
from croupier.handins import Decisions, HandIn
from faults import evening
from faults.evening import Evening, facts, quick_workbooks
from table import Desk

BO, STEP = "02-bo", "02-auction-2"
BID, SQUARE = "Submit!C11", "Board!B2"
AMOUNT, EMPTY = "Type whole dollars, such as 100 or $1,000.", "It counts as empty;"
FIRST = {"Bo": {"bids": {"Wolfman": "20", "Walls": "1"}}}
SECOND: dict[str, dict[str, Any]] = {
    "Ana": {"bids": {"Nightmare": "$30"}},
    "Bo": {"bids": {"Grunkle-In-a-Box": "7"}},
    "Cy": {"bids": {"Nightmare": "31.5", "Walls": "2"}},
}
STILL = "Grunkle-In-a-Box: $7."
Change = Callable[[Any], object]


@pytest.fixture(autouse=True, scope="module")
def _quick_workbooks() -> Iterator[None]:
    with quick_workbooks():
        yield


def second(folder: Path) -> Evening:
    """The second auction, in which all three have handed in; Bo has a Wolfman and a Wall to place."""
    begun = evening.made(folder)
    evening.open_(begun)
    evening.hand_in(begun, FIRST)
    begun = begun.at(begun.match.deadline + timedelta(minutes=1))
    evening.resolve(begun)
    begun = begun.at(begun.now + timedelta(hours=1))
    evening.hand_in(begun, SECOND)
    return begun


def check(at: Evening, memory: Desk | None = None) -> dict[str, HandIn]:
    """Runs `check`; over the workbooks in memory if there are some."""
    folder, store = (memory.folder, memory.store) if memory else (at.folder, at.store)
    return {hand_in.seat: hand_in for hand_in in sync.check(folder, store, at.now)[1]}


def receipts(at: Evening) -> dict[str, str]:
    found = {path.parent.name: path.read_text(encoding="utf-8") for path in at.folder.boards.glob("*/receipt.html")}
    assert len(found) == 3
    return found


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """The evening as it is before Bo does anything odd; not to be changed."""
    return second(tmp_path_factory.mktemp("begun") / "season")


@pytest.fixture(scope="module")
def sound(begun: Evening, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, HandIn], dict[str, str]]:
    """What `check` finds then, and the receipts."""
    copy = begun.copy(tmp_path_factory.mktemp("sound") / "season")
    return check(copy), receipts(copy)


@pytest.fixture
def files(begun: Evening, tmp_path: Path) -> Evening:
    """The evening, in files of the test's own."""
    return begun.copy(tmp_path / "season")


def bos(at: Evening) -> Path:
    return at.folder.boards / BO / f"{STEP}.xlsx"


def changed(at: Evening, change: Change) -> None:
    """Bo opens the file in another program, changes it, saves it."""
    book: Book = load_workbook(bos(at))
    change(book)
    book.save(bos(at))
    os.utime(bos(at), (at.now.timestamp(), at.now.timestamp()))


def bid(value: Any, number_format: str = "@") -> Change:
    def change(book: Any) -> None:
        book["Submit"]["C11"].number_format = number_format
        book["Submit"]["C11"].value = value

    return change


def text_of(value: str) -> Change:
    def change(book: Any) -> None:
        book["Submit"]["C11"].value = value
        book["Submit"]["C11"].data_type = "s"

    return change


def fill(look: Any) -> Change:
    return lambda book: setattr(book["Board"]["B2"], "fill", look)


def square(value: Any) -> Change:
    return lambda book: setattr(book["Board"]["B2"], "value", value)


def solid(**colour: Any) -> PatternFill:
    return PatternFill("solid", fgColor=Color(**colour))


PLAIN, ANEW, MENDED = "type the plain value", "format it as text and type it again", "use a plain fill"
# What Bo does → (where, what the receipt says there and what to do about it).
ODD: dict[str, tuple[Change, str, tuple[str, ...]]] = {
    "text for a number": (bid("ten"), BID, ("'ten'", AMOUNT)),
    "cents": (bid("59.50"), BID, ("'59.50'", AMOUNT)),
    "cents as a number": (bid(59.5, "General"), BID, ("'59.5'", AMOUNT)),
    "percent": (bid(0.59, "0%"), BID, ("'0.59'", AMOUNT)),
    "a negative number": (bid(-5, "General"), BID, ("'-5'", AMOUNT)),
    "a negative text": (bid("-5"), BID, ("'-5'", AMOUNT)),
    "a number beyond all": (bid(1e300, "General"), BID, (AMOUNT,)),
    "half a comma": (bid("$1,0"), BID, ("'$1,0'", AMOUNT)),
    "an exponent": (bid("1e3"), BID, ("'1e3'", AMOUNT)),
    "a truth": (bid(True, "General"), BID, ("'TRUE'", AMOUNT)),
    "a formula": (bid("=1+1", "General"), BID, ("'=1+1'", PLAIN)),
    "a formula in a text cell": (text_of("=1+1"), BID, ("'=1+1'", AMOUNT)),
    "a formula over cells": (bid(ArrayFormula("C11", "=SUM(A1:A3)"), "General"), BID, ("=SUM(A1:A3)", PLAIN)),
    "a date made of typed text": (bid(datetime.datetime(2026, 4, 3), "d-mmm"), BID, ("2026-04-03", ANEW)),
    "a time made of typed text": (bid(datetime.time(12, 30), "h:mm"), BID, ("12:30", ANEW)),
    "an error": (bid("#N/A", "General"), BID, ("#N/A", "clear it and type the plain value")),
    "an error as a formula": (bid("=#REF!", "General"), BID, ("#REF!", "clear it and type the plain value")),
    "a bid merged away": (lambda book: book["Submit"].merge_cells("B11:C11"), BID, ("B11:C11", "merged with others: undo that")),
    "an input without its name": (lambda book: book.defined_names.pop("bid_1"), BID, ("gone from the sheet", "ask the host for the file anew")),
    "a name without its input": (
        lambda book: setattr(book.defined_names["bid_1"], "attr_text", "Submit!#REF!"),
        BID,
        ("gone from the sheet", "ask the host for the file anew"),
    ),
    "a pattern": (fill(PatternFill("lightGray", fgColor="FF9900FF")), SQUARE, (EMPTY, MENDED)),
    "a gradient": (fill(GradientFill(stop=("FF9900FF", "FFFFFFFF"))), SQUARE, (EMPTY, MENDED)),
    "a colour of no legend": (fill(solid(rgb="FF123456")), SQUARE, ("none of the legend", EMPTY)),
    "a theme's colour": (fill(solid(theme=4)), SQUARE, ("none of the legend", EMPTY)),
    "a theme's colour with a tint": (fill(solid(theme=9, tint=-0.25)), SQUARE, ("none of the legend", EMPTY)),
    "a colour of the palette": (fill(solid(indexed=12)), SQUARE, ("none of the legend", EMPTY)),
    "a theme's colour that is none": (fill(solid(theme=77)), SQUARE, (EMPTY, MENDED)),
    "a code of no legend": (square("zz"), SQUARE, ('says "zz"', EMPTY)),
    "a number for a code": (square(5), SQUARE, ('says "5"', EMPTY)),
    "a formula for a code": (square("=1+1"), SQUARE, ('says "=1+1"', PLAIN)),
    "a date for a code": (square(datetime.datetime(2026, 4, 3)), SQUARE, (EMPTY, ANEW)),
    "an error for a code": (square("#DIV/0!"), SQUARE, ("#DIV/0!", "clear it and type the plain value")),
    "squares merged": (lambda book: book["Board"].merge_cells("A2:B2"), SQUARE, (EMPTY, "merged with others: undo that")),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_cell_is_told_to_its_player_with_the_remedy_and_to_nobody_else(
    files: Evening, sound: tuple[dict[str, HandIn], dict[str, str]], name: str
) -> None:
    change, where, says = ODD[name]
    changed(files, change)
    found, pages = check(files), receipts(files)
    lines = [line for line in found["Bo"].lines if line.startswith(f"{where}: ")]
    assert len(lines) == 1 and all(part in lines[0] for part in says), found["Bo"].lines
    assert found["Bo"].state == "problems"
    assert lines[0] in html.unescape(pages[BO])
    assert "For <bdi>Bo</bdi>" in pages[BO]
    assert STILL in found["Bo"].understood, "nothing else of the hand-in is lost"
    for seat, seat_id in (("Ana", "01-ana"), ("Cy", "03-cy")):
        assert found[seat] == sound[0][seat]
        assert pages[seat_id] == sound[1][seat_id]


# What does no harm ------------------------------------------------------------------------------------------------------


def locked(tab: str, first: int) -> Change:
    """Empties every label of a tab from a row on."""

    def change(book: Any) -> None:
        for row in book[tab].iter_rows(min_row=first):
            for cell in row:
                if cell.protection.locked and type(cell).__name__ == "Cell" and not str(cell.value).startswith("small-match/"):
                    cell.value = None

    return change


HARMLESS: dict[str, Change] = {
    "labels emptied": locked("Submit", 1),
    "labels beside the board emptied": locked("Board", 6),
    "a tab deleted that asks nothing": lambda book: book.remove(book["Rules"]),
    "a tab added": lambda book: book.create_sheet("Notes"),
    "a theme's white": fill(solid(theme=0)),
    "a colour under a fill of no kind": fill(PatternFill(None, fgColor="FF9900FF")),
    "a bid merged with an empty cell after it": lambda book: book["Submit"].merge_cells("C11:D11"),
    "columns hidden": lambda book: setattr(book["Board"].column_dimensions["B"], "hidden", True),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_no_harm_is_not_told(files: Evening, sound: tuple[dict[str, HandIn], dict[str, str]], name: str) -> None:
    changed(files, HARMLESS[name])
    found, pages = check(files), receipts(files)
    assert (found["Bo"].lines, found["Bo"].understood) == (sound[0]["Bo"].lines, sound[0]["Bo"].understood)
    assert pages == sound[1]


def test_a_legend_painted_over_is_read_as_it_is_and_the_host_hears_of_it(files: Evening) -> None:
    def repaint(book: Any) -> None:
        legend = next(cell for row in book["Board"].iter_rows() for cell in row if cell.value == "Wo" and cell.row > 5)
        legend.offset(0, -1).fill = solid(rgb="FF00FFFF")
        book["Board"]["B2"].fill = solid(rgb="FF00FFFF")

    changed(files, repaint)
    bo = check(files)["Bo"]
    assert any("Wolfman at B2" in line for line in bo.lines), bo.lines
    assert any("the legend beside “board” was changed" in remark for remark in bo.remarks)


# Both stores --------------------------------------------------------------------------------------------------------------

TYPED: dict[str, tuple[dict[str, Any], str, tuple[str, ...]]] = {
    "text": ({"bids": {"Nightmare": "ten"}}, BID, ("'ten'", AMOUNT)),
    "cents": ({"bids": {"Nightmare": "59.50"}}, BID, ("'59.50'", AMOUNT)),
    "a broken number": ({"bids": {"Nightmare": 59.5}}, BID, ("'59.5'", AMOUNT)),
    "a negative": ({"bids": {"Nightmare": -5}}, BID, ("'-5'", AMOUNT)),
    "a formula": ({"bids": {"Nightmare": "=1+1"}}, BID, ("'=1+1'", AMOUNT)),
    "an error": ({"bids": {"Nightmare": "#N/A"}}, BID, ("'#N/A'", AMOUNT)),
    "a date": ({"bids": {"Nightmare": "3-4"}}, BID, ("'3-4'", AMOUNT)),
    "no code": ({"board": [". . . . E/E", ". ./zz . . ."]}, SQUARE, ('says "zz"', EMPTY)),
    "no colour": ({"board": [". . . . E/E", ". ? . . ."]}, SQUARE, ("none of the legend", EMPTY)),
    "mark-up": ({"bids": {"Nightmare": "<b>5</b>"}}, BID, ("<b>5</b>", AMOUNT)),
}


@pytest.fixture
def memory(tmp_path: Path) -> Desk:
    """The same evening with its workbooks in memory."""
    table = Desk(tmp_path / "memory")
    table.hand_in(FIRST)
    table.sync()
    table.hand_in(SECOND)
    return table


@pytest.mark.parametrize("name", TYPED)
def test_what_is_typed_is_told_alike_whichever_the_store(
    files: Evening, memory: Desk, sound: tuple[dict[str, HandIn], dict[str, str]], name: str
) -> None:
    answers, where, says = TYPED[name]
    evening.hand_in(files, {"Bo": answers})
    memory.hand_in({"Bo": answers})
    in_files, in_memory = check(files), check(files, memory)
    (line,) = (line for line in in_files["Bo"].lines if line.startswith(f"{where}: "))
    assert all(part in line for part in says)
    assert STILL in in_files["Bo"].understood
    assert in_memory["Bo"].lines == in_files["Bo"].lines
    assert in_memory["Bo"].understood == in_files["Bo"].understood
    for page in (receipts(files)[BO], memory.store.receipts[BO]):
        assert line in html.unescape(page)
        assert "<b>" not in page
    assert {seat: in_files[seat] for seat in ("Ana", "Cy")} == {seat: sound[0][seat] for seat in ("Ana", "Cy")}


# Files ----------------------------------------------------------------------------------------------------------------------


def lose_names(book: Any) -> None:
    """A tab renamed by a program that knows nothing of names."""
    book["Submit"].title = "Mine"


def empty_stamp(book: Any) -> None:
    next(cell for row in book["Board"].iter_rows() for cell in row if str(cell.value).startswith("small-match/")).value = None


def write(data: Callable[[bytes], bytes]) -> Callable[[Evening], object]:
    return lambda at: bos(at).write_bytes(data(bos(at).read_bytes()))


def save(change: Change) -> Callable[[Evening], object]:
    return lambda at: changed(at, change)


# What befalls Bo's file → (what the host is told of it, what to do about it).
BEFALLS: dict[str, tuple[Callable[[Evening], object], str, str]] = {
    "deleted": (lambda at: bos(at).unlink(), "there is no such file", f"Rename it back to {STEP}.xlsx, or bring it back from the bin or a backup"),
    "renamed": (
        lambda at: bos(at).rename(bos(at).with_name("mine.xlsx")),
        "there is no such file (there: 01-auction-1.xlsx, mine.xlsx)",
        f"Rename it back to {STEP}.xlsx",
    ),
    "the file of another step": (
        lambda at: bos(at).write_bytes(bos(at).with_name("01-auction-1.xlsx").read_bytes()),
        "it belongs to another step, seat or match: it says “small-match/02-bo/01-auction-1/",
        f"Put the file {STEP} of this seat in its place",
    ),
    "the file of another seat": (
        lambda at: bos(at).write_bytes((at.folder.boards / "01-ana" / f"{STEP}.xlsx").read_bytes()),
        f"it belongs to another step, seat or match: it says “small-match/01-ana/{STEP}/",
        f"Put the file {STEP} of this seat in its place",
    ),
    "half-written": (
        write(lambda data: data[: len(data) // 2]),
        "the file is broken or no .xlsx workbook",
        "Put a sound copy of the file in its place",
    ),
    "empty": (write(lambda data: b""), "the file is empty", "Put a sound copy"),
    "zeros": (write(lambda data: bytes(len(data))), "the file is empty", "Put a sound copy"),
    "a page of a web site": (
        write(lambda data: b"<!doctype html><title>Sign in</title>"),
        "the file is broken or no .xlsx workbook",
        "Put a sound copy",
    ),
    "a tab deleted": (save(lambda book: book.remove(book["Submit"])), "its tab Submit is gone", "Put an earlier version of the file in its place"),
    "a tab renamed without its names": (save(lose_names), "its tab Submit is gone", "Put an earlier version of the file in its place"),
    "the board deleted": (save(lambda book: book.remove(book["Board"])), "does not say which step", "Put an earlier version"),
    "the stamp emptied": (save(empty_stamp), "does not say which step", "Put an earlier version"),
    "a board without its name": (
        save(lambda book: book.defined_names.pop("board")),
        "its tab Board has lost the cells called “board”",
        "Put an earlier",
    ),
}


@pytest.mark.parametrize("name", BEFALLS)
def test_a_file_that_cannot_be_read_is_named_with_seat_and_next_step_and_nobody_else_notices(
    files: Evening, sound: tuple[dict[str, HandIn], dict[str, str]], name: str
) -> None:
    befall, trouble, remedy = BEFALLS[name]
    before = receipts(files)[BO]
    befall(files)
    others = {path: path.read_bytes() for path in files.folder.boards.rglob("*.xlsx")}
    with pytest.raises(HostError) as refused:
        check(files)
    (line,) = (line for line in refused.value.message.splitlines() if line.startswith("  Bo: "))
    assert str(bos(files)) in line and trouble in line and f"{remedy}" in line
    assert '--absent "Bo"' in refused.value.next_step
    pages = receipts(files)
    assert pages == {**sound[1], BO: before}
    assert set(files.folder.entries()[-1].body["snapshots"]) == {"Ana", "Cy"}
    assert {path: path.read_bytes() for path in files.folder.boards.rglob("*.xlsx")} == others, "nothing is laid out in its place"


@pytest.mark.parametrize("name", BEFALLS)
def test_at_the_deadline_nothing_is_resolved_without_it_until_the_host_decides(files: Evening, name: str) -> None:
    check(files)
    BEFALLS[name][0](files)
    late = files.at(files.match.deadline + timedelta(minutes=1))
    before, page = facts(files.folder.entries()), files.page.read_bytes()
    with pytest.raises(HostError, match=r"nothing was resolved, since not every workbook could be read:\n  Bo: ") as refused:
        evening.resolve(late)
    assert '--use-snapshot "Bo"' in refused.value.next_step, "a check has kept what stood there"
    assert facts(files.folder.entries()) == before and files.page.read_bytes() == page
    report = sync.sync(late.folder, late.store, late.publish, late.now, decisions=Decisions(kept=("Bo",)))
    told = report.public.replace("\\", "")
    assert report.resolved and "Grunkle-In-a-Box goes to Bo." in told and "Nightmare goes to Ana." in told


def test_a_workbook_lost_from_memory_is_named_alike(memory: Desk, files: Evening) -> None:
    wanted = desks.workbook(memory.match, "Bo")
    memory.store.lose(BO, wanted.title)
    with pytest.raises(HostError, match=r"\n  Bo: memory:02-bo/02-auction-2: there is no such workbook") as refused:
        check(files, memory)
    assert '--absent "Bo"' in refused.value.next_step
    memory.store.bring(BO, replace(wanted, stamp="small-match/02-bo/01-auction-1/0"))
    with pytest.raises(HostError, match="Bo: memory:02-bo/02-auction-2: it belongs to another step, seat or match"):
        check(files, memory)
