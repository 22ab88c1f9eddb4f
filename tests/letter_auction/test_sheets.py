"""The workbook's tabs: every question once, nothing over anything else, narrow, and no formula that helps with words.

Must not know a file format.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from croupier.core.audience import Seat
from croupier.core.sheet import Cell, Heading, Tab
from croupier.games.letter_auction import GAME
from croupier.games.letter_auction.inventory import Copies
from croupier.games.letter_auction.options import VARIATIONS
from croupier.games.letter_auction.views import SeatView
from letter_auction.rounds import FEW, play, table_of

HEADING = Heading("Season 3, Main Match 2", "Ana", "Round 1", "Thu 3 Dec 2026, 21:59 CET (UTC+01:00)", "What stands here counts.", "Tell the host.")
REFERENCE = re.compile(r"\b([A-Z]{1,2})([0-9]+)\b")
WIDEST = 80


def view_of(variation: str, **options: object) -> SeatView:
    table = table_of({"schedule": [list(FEW)] * 2, "variations": [variation, "theme"], **options})
    view = GAME.view(play(table, [])[0].state, Seat("Ana"))
    assert isinstance(view, SeatView)
    held = (Copies("A", 3, 1), Copies("A", 2, 2), Copies("E", 12, 2), Copies("Z", 1, 3))
    return replace(view, inventory=held)


def last_words() -> SeatView:
    view = GAME.view(play(table_of({"schedule": [list(FEW)]}), [{"Ana": {"bids": {"A": 1}, "words": ["?", "ZZ"]}}])[-1].state, Seat("Ana"))
    assert isinstance(view, SeatView)
    return view


def ended() -> SeatView:
    view = GAME.view(play(table_of({"schedule": [list(FEW)]}), [{}, {}])[-1].state, Seat("Ana"))
    assert isinstance(view, SeatView)
    return view


VIEWS = {
    **{name: view_of(name) for name in VARIATIONS},
    "with a whole alphabet": view_of("printer", schedule=[list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")], tokens=200),
    "without letters": replace(view_of("theme", schedule=[[], []]), inventory=()),
    "words": last_words(),
    "finished": ended(),
}
views = pytest.mark.parametrize("view", VIEWS.values(), ids=list(VIEWS))


def tabs(view: SeatView) -> tuple[Tab, ...]:
    return GAME.sheet(view, GAME.ask(view), HEADING)


def covered(cell: Cell) -> list[tuple[int, int]]:
    return [(row, column) for row in range(cell.row, cell.row + cell.height) for column in range(cell.column, cell.column + cell.width)]


@views
def test_nothing_lies_over_anything_else(view: SeatView) -> None:
    for tab in tabs(view):
        places = [place for cell in tab.cells for place in covered(cell)]
        assert len(places) == len(set(places))


@views
def test_every_question_has_its_one_cell_and_no_cell_asks_more(view: SeatView) -> None:
    form = GAME.ask(view)
    asked = sorted(field.name for field in form.fields) if form else []
    assert sorted(cell.name for tab in tabs(view) for cell in tab.cells if cell.name) == asked


@views
def test_the_tabs_are_narrow_enough_for_a_phone(view: SeatView) -> None:
    for tab in tabs(view):
        assert sum(width for _, width in tab.widths) <= WIDEST


@views
def test_no_formula_joins_the_letters_held_with_the_words(view: SeatView) -> None:
    """Formulas look at bids, prints, marks and their own steps: neither at a line for a word nor at a letter held."""
    submit = tabs(view)[0]
    at = {(cell.row, cell.column): cell for cell in submit.cells}
    for cell in (one for tab in tabs(view) for one in tab.cells if one.formula):
        assert cell in submit.cells
        bare = re.sub(r'"[^"]*"', "", str(cell.formula))
        assert ":" not in bare or "SUM(" in bare
        for letters, row in REFERENCE.findall(bare):
            assert (int(row), ord(letters) - 64) != (cell.row, cell.column), "a formula looks at itself"
            column = ord(letters) - 64
            source = at.get((int(row), column))
            name = source.name if source else None
            assert name is None or name.partition("_")[0] in ("bid", "print", "range")
            assert column not in (7, 8, 9), "a formula looks at the letters held"


@views
def test_the_letters_held_stand_beside_the_questions(view: SeatView) -> None:
    if GAME.ask(view) is None:
        return
    submit, inventory = tabs(view)
    beside = [(cell.row, cell.value) for cell in submit.cells if cell.column == 7]
    first = next(row for row, value in beside if value == "Your letters")
    shown = [value for row, value in beside if row > first + 1]
    assert shown == ([item.letter for item in view.inventory] or ["none yet"])
    texts = [cell.value for cell in inventory.cells]
    assert all(item.letter in texts and item.copies in texts for item in view.inventory)


def test_problems_of_the_last_hand_in_are_shown() -> None:
    texts = " ".join(str(cell.value) for cell in tabs(last_words())[0].cells)
    assert "From your last hand-in" in texts and "(LA-8)" in texts and "not in the dictionary" in texts


def test_the_end_shows_the_table() -> None:
    values = [cell.value for cell in tabs(ended())[0].cells]
    assert "The match is over." in values and "Garnets" in values and 15 in values


def test_a_drop_down_where_the_choice_is_closed() -> None:
    cells = {cell.name: cell for cell in tabs(VIEWS["letter_shift"])[0].cells if cell.name}
    assert cells["shift"].choices == tuple(FEW)
    assert {cell.choices for cell in tabs(VIEWS["range_and_power"])[0].cells if cell.name and cell.name.startswith("range_")} == {("x",)}
