"""A player with LibreOffice: what is painted, typed, merged, inserted and deleted there is read as it was meant, or told by cell.

Must not change a workbook by any other program than LibreOffice.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from croupier import desk as desks
from croupier.core.forms import Form
from croupier.core.sheet import Workbook
from croupier.handins import HandIn, understand
from croupier.match import Match
from croupier.sheets.base import ReadCell, Snapshot, Unreadable, answers, cells
from croupier.sheets.fill import NO_COLOUR_OF_THE_LEGEND, fill
from croupier.sheets.xlsx import XlsxStore
from table import Desk

pytestmark = pytest.mark.libreoffice

Order = tuple[str, ...]
SEAT, BID = "01-ana", "bids/Nightmare"
CELL, WHERE = "$Submit.$C$11", "Submit!C11"
BOARD = [". . . . E/E", ". Wo o Pl .", ". ./wo De/Wo ./Wa .", "Sl ? . . .", "S/S . . . ."]

# Typed into a cell as croupier lays it out, it stays what it was. Typed after the player has given the cell a number format,
# LibreOffice makes something else of it: (kind, value, what the player is told to do; "" = it is an amount).
AMOUNT, PLAIN, AS_TEXT = "Type whole dollars", "type the plain value", "format it as text and type it again"
TYPED: dict[str, tuple[str, object, str]] = {
    "100": ("number", 100, ""),
    "$100": ("number", 100, ""),
    "ten": ("text", "ten", AMOUNT),
    "59.5": ("number", 59.5, AMOUNT),
    "-5": ("number", -5, AMOUNT),
    "50%": ("number", 0.5, AMOUNT),
    "TRUE": ("bool", True, AMOUNT),
    "1/2": ("date", "2026-01-02T00:00:00", AS_TEXT),
    "12:30": ("date", "12:30:00", AS_TEXT),
    "=1+1": ("formula", "=1+1", PLAIN),
    "=1/0": ("formula", "=1/0", PLAIN),
    "=A1": ("formula", "=A1", PLAIN),
}
# What else a player does → the orders.
DEEDS: dict[str, tuple[Order, ...]] = {
    "nothing": (),
    "paints over what is locked": (("paint", "$Board.$A$5", "9900ff"), ("type", "$Board.$A$5", "Wo"), ("type", "$Submit.$A$1", "mine")),
    "paints white": (("paint", "$Board.$B$2", "ffffff"),),
    "paints and wipes": (("paint", "$Board.$B$2", "9900ff"), ("unpaint", "$Board.$B$2"), ("type", "$Board.$B$2", "Wo"), ("empty", "$Board.$B$2")),
    "merges squares": (("unprotect", "Board"), ("paint", "$Board.$B$2", "9900ff"), ("merge", "$Board.$B$2:$C$2")),
    "merges bids": (("unprotect", "Submit"), ("merge", "$Submit.$C$11:$C$12")),
    "inserts a row above": (("unprotect", "Submit"), ("insert row", "$Submit.$A$5"), ("type", "$Submit.$C$12", "ten")),
    "inserts a row above the board": (("unprotect", "Board"), ("insert row", "$Board.$A$1"), ("type", "$Board.$B$3", "zz")),
    "inserts a row into the board": (("unprotect", "Board"), ("insert row", "$Board.$A$3")),
    "deletes a row of the board": (("unprotect", "Board"), ("delete row", "$Board.$A$3")),
    "deletes the row of a bid": (("unprotect", "Submit"), ("delete row", "$Submit.$A$11"), ("type", CELL, "7")),
    "empties the labels": (("unprotect", "Submit"), ("empty", "$Submit.$A$1:$B$30"), ("type", CELL, "7")),
    "renames a tab": (("unprotect all",), ("rename tab", "Submit", "My bids"), ("type", "$'My bids'.$C$11", "ten")),
    "deletes a tab": (("unprotect all",), ("delete tab", "Submit")),
    "deletes the board": (("unprotect all",), ("delete tab", "Board")),
    "deletes a tab that asks nothing": (("unprotect all",), ("delete tab", "Rules"), ("type", CELL, "7")),
}


@dataclass(frozen=True)
class Evening:
    """A match in its second auction, and Ana's workbooks as LibreOffice has saved them, by what was done to them."""

    match: Match
    folder: Path
    names: tuple[str, ...]

    @property
    def workbook(self) -> Workbook:
        return desks.workbook(self.match, "Ana")

    @property
    def form(self) -> Form:
        return self.match.asked["Ana"]

    def store(self, name: str) -> XlsxStore:
        return XlsxStore(self.folder / str(self.names.index(name)), pause=lambda _: None)

    def read(self, name: str) -> Snapshot:
        return self.store(name).read(SEAT, self.workbook, self.form)

    def hand_in(self, name: str) -> HandIn:
        return understand(self.match, "Ana", self.form, self.read(name))

    def cell(self, name: str, where: str) -> ReadCell:
        return cells(self.form, self.read(name))[where]

    def lines(self, name: str) -> list[str]:
        """The problems of a hand-in, but for those that Ana has for not having placed what she has won."""
        return [line for line in self.hand_in(name).lines if " is not placed: " not in line]


def office() -> str:
    found = shutil.which("soffice")
    if found is None:
        reason = "LibreOffice Calc is not installed (no soffice)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


def play(profile: Path, orders: list[Order]) -> None:
    """Has LibreOffice follow orders, by a macro in a profile of its own."""
    base = [office(), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
    subprocess.run([*base, "--terminate_after_init"], check=True, capture_output=True, timeout=120)
    module = '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">'
    macro = escape((Path(__file__).parent / "player.bas").read_text(encoding="utf-8"))
    library = profile / "user" / "basic" / "Standard"
    (library / "Module1.xba").write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{module}{macro}</script:module>', encoding="utf-8")
    given = profile / "orders"
    given.write_text("".join("\t".join(order) + "\n" for order in orders), encoding="utf-8")
    command = [*base, "macro:///Standard.Module1.Play"]
    subprocess.run(command, check=True, capture_output=True, timeout=300, env={**os.environ, "CROUPIER_ORDERS": str(given)})
    assert given.with_name("orders.said").read_text(encoding="utf-8").strip() == f"done {len(orders)}"


def painted(form: Form) -> tuple[Order, ...]:
    """The board, square by square, as a player with a mouse and a keyboard would do it."""
    colours: Mapping[str, str] = {code: colour for colour, code in form.grids[0].colours}
    orders: list[Order] = []
    for y, row in enumerate(BOARD, start=1):
        for x, token in enumerate(row.split()):
            colour, _, typed = token.partition("/")
            place = f"$Board.${'ABCDE'[x]}${y}"
            if colour != "." and token not in ("E/E", "S/S"):
                orders.append(("paint", place, colours.get(colour, NO_COLOUR_OF_THE_LEGEND)))
            if typed and token not in ("E/E", "S/S"):
                orders.append(("type", place, typed))
    return tuple(orders)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """Everything that the tests below look at, done in one go."""
    office()
    folder = tmp_path_factory.mktemp("evening")
    table = Desk(folder / "season")
    table.hand_in({"Ana": {"bids": {"Wolfman": "20", "Walls": "1"}}})
    table.sync()
    deeds = {
        **DEEDS,
        "paints": painted(table.match.asked["Ana"]),
        **{f"types {typed}": (("type", CELL, typed),) for typed in TYPED},
        **{f"types {typed} into a number": (("plain number", CELL), ("type", CELL, typed)) for typed in TYPED},
    }
    made = Evening(table.match, folder, tuple(deeds))
    orders: list[Order] = []
    for name, deed in deeds.items():
        made.store(name).bring(SEAT, made.workbook)
        path = str(made.store(name).file(SEAT, made.workbook))
        orders += [("open", path), *deed, ("save", path)]
    play(tmp_path_factory.mktemp("profile"), orders)
    return made


def test_a_painted_board_is_read_as_it_was_painted(evening: Evening, tmp_path: Path) -> None:
    found = answers(evening.form, evening.read("paints"))
    assert found["board"] == BOARD
    ours = XlsxStore(tmp_path)
    ours.bring(SEAT, evening.workbook)
    fill(ours.file(SEAT, evening.workbook), evening.form, {"board": BOARD})
    assert found == answers(evening.form, ours.read(SEAT, evening.workbook, evening.form))
    lines = evening.lines("paints")
    assert any(line.startswith("Board!B4: The colour of B4 is none of the legend.") for line in lines)
    assert not evening.hand_in("paints").remarks


@pytest.mark.parametrize("name", ["nothing", "paints over what is locked", "paints white", "paints and wipes"])
def test_what_changes_nothing_is_no_hand_in(evening: Evening, name: str) -> None:
    assert evening.hand_in(name).state == "nothing"
    assert answers(evening.form, evening.read(name)) == answers(evening.form, evening.read("nothing"))


@pytest.mark.parametrize("typed", TYPED)
def test_what_is_typed_stays_what_it_was(evening: Evening, typed: str) -> None:
    assert evening.cell(f"types {typed}", BID) == ReadCell(WHERE, "text", typed)
    lines = evening.lines(f"types {typed}")
    if typed in ("100", "$100"):
        assert not lines and "Nightmare: $100." in evening.hand_in(f"types {typed}").understood
    else:
        assert [line.startswith(f"{WHERE}: '{typed}' for Nightmare is no amount. {AMOUNT}") for line in lines] == [True]


@pytest.mark.parametrize("typed", TYPED)
def test_what_becomes_something_else_in_a_cell_for_numbers_is_told(evening: Evening, typed: str) -> None:
    name, (kind, value, remedy) = f"types {typed} into a number", TYPED[typed]
    found = evening.cell(name, BID)
    assert (found.ref, found.kind) == (WHERE, kind)
    # Of a day and a month, the year is the one in which it was typed.
    assert found.value == value or (kind == "date" and str(found.value)[4:] == str(value)[4:])
    lines = evening.lines(name)
    if not remedy:
        assert not lines and "Nightmare: $100." in evening.hand_in(name).understood
    else:
        assert len(lines) == 1 and lines[0].startswith(f"{WHERE}: ") and remedy in lines[0]


def test_merged_squares_are_told_each_with_the_remedy(evening: Evening) -> None:
    lines = evening.lines("merges squares")
    assert [line.split(":")[0] for line in lines if "The cell is merged with others: undo that." in line] == ["Board!C2"]
    assert answers(evening.form, evening.read("merges squares"))["board"][1].split()[1] == "o", "what is painted still counts where it begins"


def test_merged_bids_are_told_and_the_first_still_counts(evening: Evening) -> None:
    (line,) = evening.lines("merges bids")
    assert line.startswith("Submit!C12: ") and "Grunkle-In-a-Box" in line and "The cell is merged with others: undo that." in line


def test_an_inserted_row_moves_the_inputs_along_and_the_words_with_them(evening: Evening) -> None:
    (line,) = evening.lines("inserts a row above")
    assert line.startswith("Submit!C12: 'ten' for Nightmare is no amount.")
    (line,) = evening.lines("inserts a row above the board")
    assert line.startswith('Board!B3: B2 says "zz"')


@pytest.mark.parametrize("name", ["inserts a row into the board", "deletes a row of the board"])
def test_a_board_of_another_size_is_not_read_and_says_why(evening: Evening, name: str) -> None:
    (line,) = evening.lines(name)
    assert line.startswith("Board: The board must have 5 rows of 5 cells") and "Start again from a fresh board." in line


def test_a_deleted_input_is_told_and_the_others_count(evening: Evening) -> None:
    (line,) = evening.lines("deletes the row of a bid")
    assert line.startswith(f"{WHERE}: ") and "The cell is gone from the sheet: ask the host for the file anew." in line
    assert "Grunkle-In-a-Box: $7." in evening.hand_in("deletes the row of a bid").understood


@pytest.mark.parametrize("name", ["empties the labels", "deletes a tab that asks nothing"])
def test_what_nothing_is_read_from_may_go(evening: Evening, name: str) -> None:
    assert not evening.lines(name)
    assert "Nightmare: $7." in evening.hand_in(name).understood


def test_a_renamed_tab_is_read_under_its_new_name(evening: Evening) -> None:
    (line,) = evening.lines("renames a tab")
    assert line.startswith("My bids!C11: 'ten' for Nightmare is no amount.")


@pytest.mark.parametrize(("name", "trouble"), [("deletes a tab", "its tab Submit is gone"), ("deletes the board", "does not say which step")])
def test_without_a_tab_that_asks_something_nothing_is_read(evening: Evening, name: str, trouble: str) -> None:
    with pytest.raises(Unreadable, match=trouble) as refused:
        evening.read(name)
    assert refused.value.place.endswith("01-ana/02-auction-2.xlsx")
    assert "Put an earlier version of the file in its place" in refused.value.remedy
