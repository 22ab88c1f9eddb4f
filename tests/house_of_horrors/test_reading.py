"""Tests of what is read from a board: cells, groups, and the bodies that the picture makes certain."""

from __future__ import annotations

import os
import random  # noqa: TID251
import time

import pytest

from croupier.games.house_of_horrors import cutting
from croupier.games.house_of_horrors.catalogue import TURNS, Square
from croupier.games.house_of_horrors.house import House, Piece, build, square_name, stand
from croupier.games.house_of_horrors.reading import Group, Shown, read_board, read_groups, visible_squares
from house_of_horrors.letter import by_the_letter
from house_of_horrors.rounds import Grid, corner_plot, damaged, paint, random_round, rows_of, shipped_catalogue

SCARES = shipped_catalogue()
ROUNDS = int(os.environ.get("CROUPIER_ROUNDS", "1000"))


def shown_on(rows: list[str], house: House | None = None) -> Shown:
    """What these rows show; they must have no fault."""
    shown, problems = read_board(rows, (house or House(corner_plot(len(rows)))).plot, SCARES)
    assert problems == []
    assert shown is not None
    return shown


def groups_on(rows: list[str], house: House | None = None) -> tuple[Group, ...]:
    house = house or House(corner_plot(len(rows)))
    return read_groups(house, shown_on(rows, house), (), ())


def pieces_on(rows: list[str], house: House | None = None) -> list[tuple[str, str, int]]:
    """The certain bodies as (code, at, turn)."""
    return [(piece.scare.code, square_name(piece.at), piece.turn) for group in groups_on(rows, house) for piece in group.taken]


def codes_of(shown: Shown) -> dict[str, str]:
    return {square_name(square): scare.code for square, scare in shown.codes.items()}


# Cells (HH-11, HH-37)


def test_a_typed_code_wins_over_the_colour_and_case_does_not_matter() -> None:
    shown = shown_on([".  De/Wo E", "/gR o/wa wO/O", "S Wo/. ms"])
    assert codes_of(shown) == {"B1": "Wo", "A2": "Gr", "B2": "Wa", "C3": "Ms"}
    assert shown.purple == {(2, 1)}


@pytest.mark.parametrize("token", ["?", "Xx", "Wo/xx", "De/?", "o/1", "S", "e", "Wo/S", "oo", "//Wo"])
def test_what_is_no_code_counts_as_empty_and_is_reported_with_its_square(token: str) -> None:
    shown, problems = read_board([". . E", f". {token} .", "S . ."], corner_plot(3), SCARES)
    assert shown == Shown({}, frozenset())
    assert [(problem.rule, problem.code, problem.where) for problem in problems] == [("HH-11", "unreadable", "board/B2")]
    assert "B2" in problems[0].text


@pytest.mark.parametrize("token", ["S", "E", "s", ".", "/", "S/."])
def test_start_and_exit_may_show_their_letters_or_nothing(token: str) -> None:
    shown, problems = read_board([f". . {token}", ". . .", f"{token} . ."], corner_plot(3), SCARES)
    assert (shown, problems) == (Shown({}, frozenset()), [])


def test_a_code_or_purple_on_start_and_exit_counts_as_that() -> None:
    shown = shown_on([". . Wa", ". . .", "S/o . ."])
    assert codes_of(shown) == {"C1": "Wa"}
    assert shown.purple == {(0, 2)}


@pytest.mark.parametrize(
    "board",
    [
        [". . E", ". . ."],
        [". . E", ". . .", "S . .", ". . ."],
        [". . E", ". .", "S . ."],
        [". . E", ". . . .", "S . ."],
        [". . E", "", "S . ."],
        [". . E", None, "S . ."],
        [". . E", 7, "S . ."],
        [[".", ".", "E"], [".", ".", "."], ["S", ".", "."]],
        ". . E",
        {"A1": "Wo"},
        42,
        True,
        1.5,
    ],
)
def test_a_board_of_another_form_is_one_problem_and_no_board(board: object) -> None:
    shown, problems = read_board(board, corner_plot(3), SCARES)
    assert shown is None
    assert [(problem.code, problem.where) for problem in problems] == [("unreadable", "board")]


@pytest.mark.parametrize("board", [None, "", [], {}, ["", " "], [None, [""]]])
def test_a_blank_board_was_not_handed_in(board: object) -> None:
    assert read_board(board, corner_plot(3), SCARES) == (None, [])


# Groups (HH-14)


def test_squares_that_touch_side_by_side_are_a_group_corners_do_not_join() -> None:
    rows = ["Wa Wa . E", ". Wa Gr .", ". . Wa .", "S . . Wa"]
    assert [(group.scare.code, [square_name(square) for square in group.squares]) for group in groups_on(rows)] == [
        ("Wa", ["A1", "B1", "B2"]),
        ("Gr", ["C2"]),
        ("Wa", ["C3"]),
        ("Wa", ["D4"]),
    ]


def test_squares_of_old_bodies_are_never_new_their_zone_squares_are() -> None:
    house = build(corner_plot(5), SCARES, [Piece("Wolfman", "B2", 0)])
    rows = [". . . . E", ". Wo Wo . .", ". Gr Wo . .", ". . . . .", "S . . . ."]
    assert [[square_name(square) for square in group.squares] for group in groups_on(rows, house)] == [["C2", "C3"]]


def test_a_group_with_one_reading_is_taken_whatever_is_purple() -> None:
    assert pieces_on([". Bt . Bt E", ". Bt Bt Bt .", ". . Bt . .", "o . . . .", "S o . . ."]) == [("Bt", "B1", 270)]


def test_of_several_readings_those_with_all_their_visible_zone_purple_stay() -> None:
    assert pieces_on([". . . E", "o Wo . .", "o Wo o .", "S . . ."]) == [("Wo", "B2", 180)]
    assert pieces_on([". . . E", ". Wo . .", "o Wo o .", "S . . ."]) == []


def test_then_the_purple_left_over_decides() -> None:
    rows = [". . . . . E", ". . . . . .", ". o Wo Wo o .", ". o Wo Wo o .", ". . . . . .", "S . . . . ."]
    assert pieces_on(rows) == [("Wo", "C3", 180), ("Wo", "D3", 0)]


def test_the_purple_is_counted_over_all_groups_together() -> None:
    # Either Wolfman could own the two columns beside it, but only one choice leaves none of the three columns over.
    rows = [". . . . . . E", ". . . . . . .", ". . o Wo o Wo o", ". . o Wo o Wo o", ". . . . . . .", ". . . . . . .", "S . . . . . ."]
    assert pieces_on(rows) == []
    rows[2], rows[3] = ". . . Wo o Wo o", ". . . Wo o Wo o"
    assert pieces_on(rows) == [("Wo", "D3", 0), ("Wo", "F3", 0)]


def test_old_zones_explain_purple_too() -> None:
    rows = [". . . . . . E", ". . . . . . .", "o o o . . . .", "o Gr o Wo o . .", "o o o Wo o . .", ". . . . . . .", "S . . . . . ."]
    left = Piece("Grunkle-In-a-Box", "B4", 0)
    assert pieces_on(rows, build(corner_plot(7), SCARES, [left])) == [("Wo", "D4", 0)]
    rows[2:5] = ["o o o . o Te Te", "o Gr o Wo o Te .", "o o o Wo o Te ."]
    right = Piece("That One Teacher, Ya Know", "F3", 180)
    assert pieces_on(rows, build(corner_plot(7), SCARES, [left, right])) == []


def test_a_body_on_which_the_best_combinations_agree_is_taken_the_other_of_its_group_is_not() -> None:
    old = [Piece("That One Teacher, Ya Know", "A4", 0), Piece("That One Teacher, Ya Know", "F4", 180)]
    rows = [". . . . . . E", ". . o Wo . . .", ". . o Wo . . .", ". Te o Wo o Te Te", ". Te o Wo o Te .", "Te Te o . o Te .", "S . . . . . ."]
    (group,) = groups_on(rows, build(corner_plot(7), SCARES, old))
    assert group.bodies == 2
    assert [piece.piece for piece in group.taken] == [Piece("Wolfman", "D2", 180)]


def test_readings_that_look_the_same_are_one_with_the_lowest_turns() -> None:
    house = build(corner_plot(6), SCARES, [])
    rows = [". . . . . E", "Wo Wa o . . .", "Wo Gr o . . .", "o o o . . .", ". . . . . .", "S . . . . ."]
    assert pieces_on(rows, house) == [("Wo", "A2", 0), ("Wa", "B2", 0), ("Gr", "B3", 0)]


def test_start_and_exit_are_visible() -> None:
    # The zone on the left would lie on the start, which is not purple; the one on the right is hidden and so cannot lack purple.
    rows = [". . . E", ". . . .", "o Wo Wa .", "S Wo Wa ."]
    assert pieces_on(rows)[0] == ("Wo", "B3", 0)
    rows[3] = "S/o Wo Wa ."
    assert pieces_on(rows)[0] == ("Wo", "B3", 180)


def test_a_group_that_cannot_be_cut_holds_no_body_and_the_others_stand() -> None:
    rows = [". Bl Bl . E", "o Bl o . .", "Bl Bl . . .", ". . . . .", "S . . . Gr"]
    assert [(group.scare.code, group.bodies, len(group.taken)) for group in groups_on(rows)] == [("Bl", 0, 0), ("Gr", 1, 1)]


def test_known_pieces_take_their_squares_out_and_explain_purple() -> None:
    house = House(corner_plot(6))
    rows = [". . . . . E", ". . . . . .", ". o Wo Wo o .", ". o Wo Wo o .", ". . . . . .", "S . . . . ."]
    known = [stand(SCARES.by_name["Wolfman"], (3, 2), 180)]
    groups = read_groups(house, shown_on(rows, house), known, ())
    assert [[square_name(square) for square in group.squares] for group in groups] == [["C3", "C4"]]
    assert [piece.turn for group in groups for piece in group.taken] == [180]
    assert read_groups(house, shown_on(rows, house), known, ("Wolfman",)) == ()


# Against the letter of the rule


def compared(house: House, grid: Grid) -> bool | None:
    """Compares a board with the letter of HH-14; None where that would take too long, else whether anything was left open."""
    shown, _ = read_board(rows_of(grid, house.plot.size), house.plot, SCARES)
    assert shown is not None
    letter = by_the_letter(house, shown.codes, shown.purple)
    if letter is None:
        return None
    visible = visible_squares(house, shown)
    read = read_groups(house, shown, (), ())
    told = "\n" + "\n".join(rows_of(grid, house.plot.size))
    assert [(group.scare, frozenset(group.squares), group.bodies) for group in read] == [(one.scare, one.squares, one.bodies) for one in letter], told
    for group, verdict in zip(read, letter, strict=True):
        taken = {(frozenset(piece.body), visible.intersection(piece.zone)) for piece in group.taken}
        assert taken == verdict.taken, (told, group.scare.code)
        for piece in group.taken:
            corner = piece.at
            looks = [stand(piece.scare, corner, turn) for turn in TURNS]
            same = [
                other.turn
                for other in looks
                if set(other.body) == set(piece.body) and visible.intersection(other.zone) == visible.intersection(piece.zone)
            ]
            assert piece.turn == min(same)
    return any(group.bodies > len(group.taken) for group in read)


def soup(randomizer: random.Random, size: int) -> tuple[House, Grid]:
    """A board that nobody would hand in: bodies of a few colours thrown together, with much purple."""
    plot = corner_plot(size)
    grid: Grid = {square: "o" if randomizer.random() < randomizer.choice((0.5, 0.9)) else "." for square in plot.squares}
    kinds = randomizer.sample(SCARES.drawn, randomizer.randint(1, 2))
    free: set[Square] = set(plot.squares)
    house = House(plot)
    for number in range(randomizer.randint(2, 6)):
        piece = stand(randomizer.choice(kinds), (randomizer.randrange(size), randomizer.randrange(size)), randomizer.choice(TURNS))
        if free.issuperset(piece.body):
            free.difference_update(piece.body)
            grid |= dict.fromkeys(piece.body, piece.scare.code)
            if number == 0 and randomizer.random() < 0.3:
                house = house.with_piece(piece)
    return house, grid


def comb(randomizer: random.Random) -> tuple[House, Grid]:
    """Upright Wolfmen a column apart, each with purple to argue about with its neighbours, so that many groups hang together."""
    plot = corner_plot(9)
    grid: Grid = dict.fromkeys(plot.squares, ".")
    for column in range(9):
        row = randomizer.randint(1, 3)
        for square in ((column, row), (column, row + 1)) if column % 2 else ((column, row) for row in range(1, 5)):
            grid[square] = "Wo" if column % 2 else "o" if randomizer.random() < 0.9 else "."
    return House(plot), grid


@pytest.mark.slow
def test_groups_that_share_purple_are_weighed_together() -> None:
    randomizer = random.Random(15)
    verdicts = [compared(*comb(randomizer)) for _ in range(ROUNDS)]
    assert verdicts.count(True) > len(verdicts) / 10
    assert verdicts.count(False) > len(verdicts) / 10


@pytest.mark.slow
def test_small_and_strange_boards_are_read_by_the_letter() -> None:
    randomizer = random.Random(14)
    verdicts = [compared(*soup(randomizer, randomizer.choice((4, 5, 6)))) for _ in range(ROUNDS)]
    assert verdicts.count(None) < len(verdicts) / 20
    assert verdicts.count(True) > len(verdicts) / 10
    assert verdicts.count(False) > len(verdicts) / 10


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 7, 9])
def test_damaged_rounds_are_read_by_the_letter(size: int) -> None:
    randomizer = random.Random(size)
    verdicts = []
    for _ in range(ROUNDS // 3):
        played = random_round(randomizer, SCARES, corner_plot(size), most_old=size, walls=0.2)
        verdicts.append(compared(played.house, damaged(randomizer, played, SCARES)))
    assert verdicts.count(None) < len(verdicts) / 20
    assert verdicts.count(True) > len(verdicts) / 50


def test_a_reader_out_of_steps_leaves_bodies_open_and_takes_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    randomizer = random.Random(7)
    open_ones = 0
    for _ in range(200):
        house, grid = soup(randomizer, 6)
        shown, _ = read_board(rows_of(grid, 6), house.plot, SCARES)
        assert shown is not None
        monkeypatch.setattr(cutting, "MOST_STEPS", 150_000)
        exact = {piece for group in read_groups(house, shown, (), ()) for piece in group.taken}
        monkeypatch.setattr(cutting, "MOST_STEPS", randomizer.choice((0, 3, 10, 30)))
        hasty = {piece for group in read_groups(house, shown, (), ()) for piece in group.taken}
        assert hasty <= exact
        open_ones += len(exact) - len(hasty)
    assert open_ones > 50


HARD_BOARDS = {
    "one colour": ["Wo Wo Wo Wo Wo Wo Wo Wo Wo"] * 9,
    "cannons": [
        "o Ro o o o o o Ro o",
        "o Ro Ro Ro o Ro Ro Ro o",
        "Ro o Ro Ro Ro Ro Ro o Ro",
        "Ro Ro Ro Ro Ro Ro Ro o Ro",
        "Ro Ro o Ro Ro Ro o Ro Ro",
        "Ro Ro Ro o o Ro o Ro Ro",
        "o o o Ro Ro o o Ro Ro",
        "o o o o Ro Ro Ro Ro o",
        "Ro Ro Ro Ro Ro Ro o Ro Ro",
    ],
    "two colours": [
        "o o o Ro Ro o o o o",
        "Ro Ro Ro Ro o o Wo Wo o",
        "Ro Ro Ro Ro Ro Ro Wo Wo o",
        "Ro Ro o o Ro Ro Ro Ro Ro",
        "Ro Ro o o Ro Ro Ro Ro Ro",
        "Wo Wo Wo Wo Ro Ro Ro Ro Ro",
        "o o o Ro o Wo Wo o Ro",
        "o o Wo Ro Wo Wo o Wo o",
        "o o Wo o o Ro Ro Wo o",
    ],
    "all purple": ["o o o o o o o o o"] * 9,
    "stripes": ["Wo Wo Wo Wo Wo Wo Wo Wo Wo", "o o o o o o o o o"] * 4 + ["Pl Pl Pl Pl Pl Pl Pl Pl Pl"],
    "dominoes": [
        "o Wo Wo o Wo Wo Wo Wo Wo",
        "Wo Wo Wo Wo Wo o Wo o Wo",
        "Wo Wo Wo Wo o o Wo Wo Wo",
        "Wo Wo o Wo o Wo Wo o o",
        "Wo o o Wo Wo o o Wo o",
        "Wo Wo Wo o o o o Wo Wo",
        "o o Wo Wo o Wo Wo o Wo",
        "Wo Wo Wo o Wo Wo Wo Wo Wo",
        "Wo Wo Wo o Wo o o Wo Wo",
    ],
}


@pytest.mark.parametrize("name", HARD_BOARDS)
def test_no_board_takes_long(name: str) -> None:
    begun = time.perf_counter()
    groups_on(HARD_BOARDS[name])
    assert time.perf_counter() - begun < 2


def test_a_board_painted_from_a_house_shows_its_old_pieces_only() -> None:
    randomizer = random.Random(3)
    for _ in range(20):
        house = random_round(randomizer, SCARES, corner_plot()).house
        assert groups_on(paint(house), house) == ()
