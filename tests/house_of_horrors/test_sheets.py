"""The layout of Board and Submit: every input there once, nothing over anything else, no text cut.

Must not read files: workbooks are data here.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from croupier.core import look
from croupier.core.sheet import Cell, Heading, Tab
from croupier.games.house_of_horrors.catalogue import TURNS
from croupier.games.house_of_horrors.forms import ask
from croupier.games.house_of_horrors.house import Piece, Plot
from croupier.games.house_of_horrors.sheet import sheet
from croupier.games.house_of_horrors.state import Offer, Result
from croupier.games.house_of_horrors.views import SeatView
from sheets.samples import GROUND, OFFER, OLD, VIEWS, public, seat

HEADING = Heading("Season 3, Main Match 2", "Ana", "Auction 3", "Thu 3 Dec 2026, 21:59 CET (UTC+01:00)", "What stands here counts.", "Tell the host.")
EVERY_SCARE = tuple(scare.name for scare in GROUND.catalogue.drawn)
ALL = Offer(EVERY_SCARE, 9)


def of_size(view: SeatView, size: int) -> SeatView:
    plot = Plot(size, (0, size - 1), (size - 1, 0))
    return replace(view, public=replace(view.public, ground=replace(GROUND, plot=plot)))


LONG = ("Ana", *(f"{letter} very long name, just forty letters ok"[:40] for letter in "BCDEFGHI"))
LONG_RESULT = Result(tuple((name, 1) for name in LONG), ("Ana",), LONG[1:3], tuple((name, 0) for name in LONG))

MANY = {
    **VIEWS,
    "every Scare and twenty Walls": seat(public("auction-2", offer=ALL), won=(*EVERY_SCARE, *["Wall"] * 20)),
    "two by two": of_size(seat(public("auction-2", offer=ALL), won=EVERY_SCARE), 2),
    "twelve by twelve": of_size(seat(public("entrants"), won=EVERY_SCARE[:3], garnets=2), 12),
    "twenty-six by twenty-six": of_size(seat(public("auction-2", offer=ALL), won=("Wall",)), 26),
    "nothing on offer": seat(public("auction-2", offer=Offer((), 0))),
    "in debt": seat(public("auction-2", offer=OFFER), cash=-150),
    "long names": seat(replace(public("ceremony", outcome=LONG_RESULT), ground=replace(GROUND, seats=LONG))),
    "long paths": seat(public("paths"), entrants=("Lazy Leboss",) * 4),
    "paths of others": seat(public("paths"), entrants=("Timid Tim",) * 4),
}


def tabs(view: SeatView) -> tuple[Tab, Tab]:
    board, submit = sheet(view, ask(view), HEADING)
    assert (board.title, submit.title) == ("Board", "Submit")
    return board, submit


def at(tab: Tab, row: int, column: int) -> Cell:
    (found,) = (cell for cell in tab.cells if (cell.row, cell.column) == (row, column))
    return found


def covered(cell: Cell) -> list[tuple[int, int]]:
    return [(cell.row + down, cell.column + right) for down in range(cell.height) for right in range(cell.width)]


@pytest.mark.parametrize("view", MANY.values(), ids=MANY)
def test_nothing_lies_over_anything_else(view: SeatView) -> None:
    for tab in tabs(view):
        often = Counter(place for cell in tab.cells for place in covered(cell))
        assert [place for place, count in often.items() if count > 1] == []
        assert min(min(place) for place in often) >= 1


@pytest.mark.parametrize("view", MANY.values(), ids=MANY)
def test_every_question_has_its_one_cell_and_no_cell_asks_more(view: SeatView) -> None:
    form = ask(view)
    named = [cell for tab in tabs(view) for cell in tab.cells if cell.name]
    wanted = {field.name: field for field in form.fields} if form else {}
    assert sorted(str(cell.name) for cell in named) == sorted(wanted)
    for cell in named:
        assert (cell.note, cell.choices) == (wanted[str(cell.name)].note, wanted[str(cell.name)].choices)
        assert cell.value == ""


@pytest.mark.parametrize("view", MANY.values(), ids=MANY)
def test_no_text_is_cut(view: SeatView) -> None:
    for tab in tabs(view):
        widths, heights = dict(tab.widths), dict(tab.heights)
        taken = {place for cell in tab.cells for place in covered(cell)}
        for cell in tab.cells:
            text = str(cell.value)
            room = sum(widths.get(column, 8.4) for column in range(cell.column, cell.column + cell.width))
            if not cell.style.wrap and cell.style.align == "left":
                column = cell.column + cell.width
                while (cell.row, column) not in taken and column < 60:
                    room, column = room + widths.get(column, 8.4), column + 1
            lines = look.lines(text, room, cell.style)
            high = sum(heights.get(row, 15.0) for row in range(cell.row, cell.row + cell.height))
            assert lines == 1 or cell.style.wrap, (tab.title, text)
            assert lines * cell.style.size * 1.2 <= high, (tab.title, text, lines, high)


@pytest.mark.parametrize("view", MANY.values(), ids=MANY)
def test_squares_are_open_where_a_placement_is_asked_and_only_there(view: SeatView) -> None:
    form, (board, submit) = ask(view), tabs(view)
    size = view.public.ground.plot.size
    (grid,) = (block for block in board.blocks if block.name == "board")
    assert (grid.top, grid.left, grid.bottom, grid.right) == (1, 1, size, size)
    squares = [cell for cell in board.cells if cell.row <= size and cell.column <= size]
    assert len(squares) == size * size
    free = [cell for cell in squares if cell.open]
    assert bool(free) == bool(form and form.grids)
    assert all(cell.value == "" for cell in free)
    assert not any(cell.open for cell in submit.cells)
    assert not any(cell.open for cell in board.cells if cell not in squares)


def test_the_house_stands_on_the_cells_of_its_own_names() -> None:
    board, _ = tabs(VIEWS["03-auction-3"])
    colours = {scare.name: scare.colour for scare in GROUND.catalogue.scares}
    assert (at(board, 9, 1).value, at(board, 9, 1).style.fill) == ("S", "00ff00")  # A9
    assert (at(board, 1, 9).value, at(board, 1, 9).style.fill) == ("E", "ff0000")  # I1
    assert (at(board, 3, 2).value, at(board, 3, 2).style.fill) == ("Ni", colours["Nightmare"])  # B3
    assert (at(board, 2, 2).value, at(board, 2, 2).style.fill) == ("", "9900ff")  # B2, its zone
    assert not at(board, 3, 2).open
    assert at(board, 2, 2).open
    assert [at(board, 10, column).value for column in range(1, 10)] == list("ABCDEFGHI")
    assert [at(board, row, 10).value for row in range(1, 10)] == list("123456789")


def test_a_zone_below_a_later_body_is_not_shown() -> None:
    view = replace(VIEWS["10-entrants"], pieces=(Piece("Wolfman", "C3", 0), Piece("Wall", "D3", 0)))
    board, _ = tabs(view)
    assert (at(board, 3, 4).value, at(board, 4, 4).style.fill) == ("Wa", "9900ff")


def test_the_legend_has_every_colour_beside_its_code() -> None:
    for view in VIEWS.values():
        board, _ = tabs(view)
        (legend,) = (block for block in board.blocks if block.name == "legend_board")
        pairs = [(at(board, row, legend.left).style.fill, at(board, row, legend.right).value) for row in range(legend.top, legend.bottom + 1)]
        wanted = [(scare.colour, scare.code) for scare in GROUND.catalogue.scares] + [("9900ff", "o"), ("00ff00", "S"), ("ff0000", "E")]
        assert pairs == wanted
        assert legend.right == legend.left + 1
        assert all(at(board, row, legend.left).value == "" for row in range(legend.top, legend.bottom + 1))


def test_the_four_turns_are_drawn_as_they_will_stand() -> None:
    for scare in GROUND.catalogue.scares:
        board, _ = tabs(seat(public("auction-2", offer=OFFER), won=(scare.name,)))
        for turn in TURNS:
            (head,) = (cell for cell in board.cells if cell.value == f"{turn}°")
            shape = scare.shape(turn)
            width = 1 + max(x for x, _ in (*shape.body, *shape.zone)) - min(x for x, _ in (*shape.body, *shape.zone))
            drawn = {
                (cell.column, cell.row): cell
                for cell in board.cells
                if head.row < cell.row <= head.row + 5 and head.column <= cell.column < head.column + max(width, head.width)
            }
            body = {place for place, cell in drawn.items() if cell.style.fill == scare.colour}
            zone = {place for place, cell in drawn.items() if cell.style.fill == "9900ff"}
            left, top = min(x for x, _ in body), min(y for _, y in body)
            assert {(x - left, y - top) for x, y in body} == set(shape.body)
            assert {(x - left, y - top) for x, y in zone} == set(shape.zone)
            assert drawn[left, top].value == "◤"


def test_formulas_name_the_cells_that_they_are_about() -> None:
    for name in ("03-auction-3", "10-entrants"):
        _, submit = tabs(VIEWS[name])
        by_name = {f"{chr(64 + cell.column)}{cell.row}": cell for cell in submit.cells}
        inputs = {place for place, cell in by_name.items() if cell.name}
        used: set[str] = set()
        for cell in submit.cells:
            if cell.formula:
                named = set(re.findall(r"\b[A-Z]\d+\b", re.sub(r'"[^"]*"', "", cell.formula)))
                assert named <= set(by_name), cell.formula
                used |= named
        assert inputs <= used


def test_formulas_use_what_all_three_programs_know() -> None:
    known = {"IF", "LEFT", "TRIM", "MID", "SUBSTITUTE", "AND", "OR", "LEN", "TEXT", "VALUE", "REPLACE", "MAX", "MOD", "IFERROR", "SUM"}
    for view in MANY.values():
        for cell in tabs(view)[1].cells:
            if cell.formula:
                assert set(re.findall(r"([A-Z]+)\(", cell.formula)) <= known
                assert len(cell.formula) < 1000


def test_whoever_is_in_debt_is_not_alarmed_before_bidding() -> None:
    _, submit = tabs(MANY["in debt"])
    alarms = {warning.formula for warning in submit.warnings if ">" in warning.formula}
    assert {alarm.rpartition(">")[2] for alarm in alarms} == {"0"}
    assert "You have −$150." in texts(submit)


def test_the_steps_of_the_formulas_are_hidden() -> None:
    _, submit = tabs(VIEWS["10-entrants"])
    widths = dict(submit.widths)
    assert {column for column, width in widths.items() if width == 0} == {20, 21, 22, 23}
    assert all(widths[cell.column] > 0 for cell in submit.cells if cell.name or (not cell.formula and cell.value != ""))


def texts(tab: Tab) -> str:
    return "\n".join(str(cell.value) for cell in tab.cells)


def test_submit_says_whose_it_is_until_when_and_what_was_wrong() -> None:
    _, submit = tabs(VIEWS["03-auction-3"])
    said = texts(submit)
    for part in (
        "Season 3, Main Match 2",
        "Ana",
        "Auction 3",
        "Deadline: Thu 3 Dec 2026, 21:59 CET (UTC+01:00)",
        "What stands here counts.",
        "Tell the host.",
    ):
        assert part in said
    assert said.index("From your last hand-in") < said.index("Your bids")
    assert "It does no harm; clear it if it is a slip. (HH-15)" in said
    assert "You have $640. Each of your 7 pieces that is not placed takes $50 from it first." in said


def test_a_flood_of_problems_is_cut_with_a_word_about_the_rest() -> None:
    view = replace(VIEWS["03-auction-3"], problems=VIEWS["03-auction-3"].problems * 20)
    said = texts(tabs(view)[1])
    assert said.count("(HH-15)") == 6
    assert "… and 28 more: see Inbox" in said


def test_nothing_of_others_and_nothing_more_is_told() -> None:
    for view in (VIEWS["01-auction-1"], VIEWS["03-auction-3"], VIEWS["10-entrants"]):
        said = "\n".join(texts(tab) for tab in tabs(view))
        assert not any(re.search(rf"\b{name}\b", said) for name in ("Bo", "sum"))


def test_who_is_not_asked_is_told_so_and_still_sees_the_house() -> None:
    board, submit = tabs(MANY["paths of others"])
    assert "Nothing is asked of you" in texts(submit)
    assert "Nothing to hand in" in texts(submit)
    assert at(board, 9, 1).value == "S"


def test_after_the_walks_the_table_is_shown_and_after_the_end_the_tokens() -> None:
    _, ceremony = tabs(VIEWS["12-ceremony"])
    assert "Eligible for elimination: -5, @sum, _x0041_." in texts(ceremony)
    _, finished = tabs(VIEWS["13-finished"])
    assert "Tokens of Life" in texts(finished)
    assert "Elimination Candidate: -5." in texts(finished)
    assert "The match is over." in texts(finished)


def test_an_old_piece_stays_where_it_is_in_every_phase() -> None:
    for name in ("03-auction-3", "10-entrants", "11-paths", "12-ceremony"):
        board, _ = tabs(VIEWS[name])
        assert at(board, 6, 7).value == "Co", OLD
