"""Tests of placing what was won: lines, assignment, judging, problems."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from croupier.core.problems import CODES, Problem
from croupier.games.house_of_horrors.house import Piece, build
from croupier.games.house_of_horrors.placement import Placement, place, scare_of
from house_of_horrors.rounds import corner_plot, shipped_catalogue

SCARES = shipped_catalogue()

TEACHER = "That One Teacher, Ya Know"
EMPTY = [". . . . . E", ". . . . . .", ". . . . . .", ". . . . . .", ". . . . . .", "S . . . . ."]


def placed(pending: Sequence[str], board: object, lines: object = None, old: Sequence[Piece] = (), size: int = 6) -> Placement:
    return place(build(corner_plot(size), SCARES, old), SCARES, pending, board, lines)


def codes(placement: Placement) -> list[tuple[str, str]]:
    """The problems as (code, where)."""
    return [(problem.code, problem.where) for problem in placement.problems]


def only(placement: Placement) -> Problem:
    (problem,) = placement.problems
    return problem


# Labels


def test_labels_stand_for_scares() -> None:
    assert [scare_of(label, SCARES) for label in ("Wolfman", "Wolfman B", "Wall", f"{TEACHER} C", "Man-Spider")] == [
        "Wolfman",
        "Wolfman",
        "Wall",
        TEACHER,
        "Man-Spider",
    ]
    with pytest.raises(KeyError):
        scare_of("Ghost A", SCARES)


# Assignment and judging (HH-12, HH-13, HH-16)


def test_equal_scares_take_their_bodies_row_by_row_in_the_order_won() -> None:
    board = [". . . . Gr E", ". . . . . .", "Gr . . . . .", ". . . . . .", ". . . Gr . .", "S . . . . ."]
    placement = placed(["Grunkle-In-a-Box C", "Wolfman", "Grunkle-In-a-Box A", "Grunkle-In-a-Box B"], board)
    # The first of the three by row is the one at E1, so that it is the first one won, and its zone covers the exit.
    assert placement.labels == ("Grunkle-In-a-Box A", "Grunkle-In-a-Box B")
    assert placement.pieces == (Piece("Grunkle-In-a-Box", "A3", 0), Piece("Grunkle-In-a-Box", "D5", 0))
    assert placement.discarded == ("Grunkle-In-a-Box C", "Wolfman")
    assert codes(placement) == [("illegal", "board/E1"), ("missing", "place/Wolfman")]


def test_bodies_of_one_group_and_of_another_are_counted_together_row_by_row() -> None:
    board = ["Wa . Wa . . E", "Wa . . . . .", *EMPTY[2:]]
    assert [piece.at for piece in placed(["Wall"] * 3, board).pieces] == ["A1", "C1", "A2"]


def test_pieces_are_judged_in_the_order_won_and_walls_last() -> None:
    narrow = ["o o E", "Wo Wo .", "S . Wa"]
    assert codes(placed(["Wolfman", "Wall"], narrow, size=3)) == [("illegal", "board/C3")]
    assert placed(["Wolfman", "Wall"], narrow, size=3).pieces == (Piece("Wolfman", "A2", 270),)
    assert placed(["Wall", "Wolfman"], narrow, size=3).pieces == (Piece("Wall", "C3", 0),)


@pytest.mark.parametrize(
    ("pending", "board", "where", "rule"),
    [
        (["Wall"], [". . . Wa", ". . . .", ". . . .", "S . . ."], "board/D1", "HH-12"),
        ([TEACHER], [". . . E", ". Te o .", ". Te o .", "Te Te o ."], "board/B2", "HH-12"),
        (["Grunkle-In-a-Box"], [". . o E", ". . o Gr", ". . o o", "S . . ."], "board/D2", "HH-12"),
        (["Grunkle-In-a-Box"], [". . . E", "o o o .", "o Gr o .", "S o o ."], "board/B3", "HH-12"),
        (["Slug Boy"], ["Sl o . E", "Sl Sl . .", "o Sl . .", "S Wa . ."], "board/A1", "HH-13"),
    ],
)
def test_an_illegal_body_is_not_placed(pending: list[str], board: list[str], where: str, rule: str) -> None:
    placement = placed(pending, board, size=4, old=[Piece("Wall", "B4", 0)] if pending == ["Slug Boy"] else ())
    problem = only(placement)
    assert placement.discarded == tuple(pending)
    assert (problem.code, problem.where, problem.rule) == ("illegal", where, rule)


def test_zones_end_at_the_edge_and_under_bodies() -> None:
    board = ["o Gr Gr o . E", "o o o o . .", ". . . . . .", ". . . . . .", ". . . . . .", "S . . . . ."]
    placement = placed(["Grunkle-In-a-Box A", "Grunkle-In-a-Box B"], board)
    assert placement.pieces == (Piece("Grunkle-In-a-Box", "B1", 0), Piece("Grunkle-In-a-Box", "C1", 0))
    assert placement.problems == ()


# What the picture leaves open, and what is no piece (HH-14, HH-37)


def test_more_bodies_of_a_colour_than_pending_pieces_are_all_left_open() -> None:
    board = [". . . . . E", ". Wa . Gr o .", ". . . o o .", ". . Wa . . .", ". . . . . .", "S . . . Wa ."]
    placement = placed(["Wall", "Wall"], board)
    assert placement.pieces == ()
    assert codes(placement) == [("not-offered", "board/D2"), ("ambiguous", "board/B2"), ("ambiguous", "board/C4")]
    assert "3" in placement.problems[1].text


def test_a_body_that_can_be_turned_is_ambiguous_at_its_square_and_costs_no_other_piece() -> None:
    board = [". . . . . E", ". Wo . Gr . .", ". Wo . . . .", ". . . . . .", ". . . . . .", "S . . . . ."]
    placement = placed(["Wolfman", "Grunkle-In-a-Box"], board)
    assert (placement.labels, placement.discarded) == (("Grunkle-In-a-Box",), ("Wolfman",))
    problem = only(placement)
    assert (problem.rule, problem.code, problem.where) == ("HH-14", "ambiguous", "board/B2")
    assert "B2" in problem.text
    assert "purple" in problem.text


def test_of_a_group_settled_in_part_the_open_part_is_pointed_at() -> None:
    old = [Piece(TEACHER, "A4", 0), Piece(TEACHER, "F4", 180)]
    rows = [". . . . . . E", ". . o Wo . . .", ". . o Wo . . .", ". Te o Wo o Te Te", ". Te o Wo o Te .", "Te Te o . o Te .", "S . . . . . ."]
    placement = placed(["Wolfman A", "Wolfman B"], rows, old=old, size=7)
    assert (placement.labels, placement.pieces) == (("Wolfman A",), (Piece("Wolfman", "D2", 180),))
    assert codes(placement) == [("ambiguous", "board/D4")]


def test_each_pending_piece_not_placed_gives_one_problem() -> None:
    block = [". . . . . E", ". . . . . .", ". Wo Wo . . .", ". Wo Wo . . .", ". . . . . .", "S . . . . ."]
    assert codes(placed(["Wolfman A", "Wolfman B", "Wolfman C"], block)) == [
        ("ambiguous", "board/B3"),
        ("ambiguous", "board/B3"),
        ("missing", "place/Wolfman C"),
    ]


def test_a_group_that_is_no_body_is_unreadable_and_the_piece_is_missing() -> None:
    board = [". . . . . E", ". . . Wo o .", ". . . Wo o .", ". . . . . .", ". Wo o . . .", "S . . . . ."]
    placement = placed(["Wolfman A", "Wolfman B"], board)
    assert placement.pieces == (Piece("Wolfman", "D2", 0),)
    assert codes(placement) == [("unreadable", "board/B5"), ("missing", "place/Wolfman B")]


def test_each_group_of_a_scare_that_is_not_pending_is_not_offered() -> None:
    board = [". . . . . E", ". Wo . . Wo .", ". Wo . . . .", ". . . . Wa .", ". . . . . .", "S . . . . ."]
    # The second is no Wolfman's form, so it is no Scare at all.
    assert codes(placed(["Wall"], board)) == [("not-offered", "board/B2"), ("unreadable", "board/E2")]


def test_without_a_board_each_piece_is_missing() -> None:
    for board in (None, "", []):
        placement = placed(["Wolfman B", "Wall", "Wall"], board, old=[Piece("Grunkle-In-a-Box", "C3", 0)])
        assert placement.discarded == ("Wolfman B", "Wall", "Wall")
        assert codes(placement) == [("missing", "place/Wolfman B"), ("missing", "place/Wall 1"), ("missing", "place/Wall 2")]


def test_a_board_of_another_form_counts_as_none() -> None:
    placement = placed(["Wall"], ["Wa . .", ". . ."], old=[Piece("Wall", "C3", 0)])
    assert codes(placement) == [("unreadable", "board"), ("missing", "place/Wall")]


# What is told but does no harm (HH-15, HH-17)


def test_purple_outside_and_bare_zone_squares_are_told_once_all_is_placed() -> None:
    board = [". . . . . E", ". . . . o .", "Gr . . . . .", "o . . . . .", ". . Wa . . .", "S . . . . o"]
    placement = placed(["Grunkle-In-a-Box", "Wall"], board)
    assert placement.discarded == ()
    assert codes(placement) == [("illegal", "board/E2"), ("missing", "board/A2")]
    stray, bare = placement.problems
    assert (stray.rule, bare.rule) == ("HH-15", "HH-15")
    assert "E2, F6" in stray.text
    assert "A2, B2, B3, B4" in bare.text
    assert codes(placed(["Grunkle-In-a-Box", "Wall", "Wolfman"], board)) == [("missing", "place/Wolfman")]


def test_purple_in_an_old_zone_or_on_an_old_body_is_not_outside() -> None:
    old = [Piece("Wolfman", "C3", 0)]
    assert placed([], [". . . . . E", ". . . . . .", ". . Wo o . .", ". . Wo o . .", ". . . . . .", "S . . . . ."], old=old).problems == ()
    painted_over = placed([], [". . . . . E", ". . . . . .", ". . Wo o . .", ". . o o . .", ". . . . . .", "S . . . . ."], old=old)
    assert codes(painted_over) == [("altered", "board/C4")]


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        ([". Wo . . . .", ". Wo o . . ."], "board/C3"),
        ([". . o . . .", ". . o . . ."], "board/B3"),
        ([". Wo o . . .", ". Pl o . . ."], "board/B4"),
        ([". Wo/. o . . .", ". De/Wo . . . ."], "board/B3"),
        ([". Wo o . . .", ". Wo Wo/o . . ."], None),
        ([". Wo o . . .", ". Wo Gr . . ."], None),
    ],
)
def test_an_old_piece_shown_otherwise_is_altered_once_and_a_body_may_hide_its_zone(rows: list[str], where: str | None) -> None:
    board = [*EMPTY[:2], *rows, *EMPTY[4:]]
    placement = placed([], board, old=[Piece("Wolfman", "B3", 0)])
    altered = [problem for problem in placement.problems if problem.code == "altered"]
    assert [problem.where for problem in altered] == ([] if where is None else [where])
    assert all(problem.rule == "HH-17" for problem in altered)


def test_bare_zone_squares_of_an_old_piece_are_told_once() -> None:
    board = [*EMPTY[:2], ". Wo o . . .", ". Wo . . Wa .", *EMPTY[4:]]
    assert codes(placed(["Wall"], board, old=[Piece("Wolfman", "B3", 0)])) == [("altered", "board/C4")]


def test_new_squares_beside_an_old_piece_of_the_same_colour_are_a_piece_of_their_own() -> None:
    board = [". . . . . E", ". . . . . .", ". o Wo Wo o .", ". o Wo Wo o .", ". . . . . .", "S . . . . ."]
    placement = placed(["Wolfman"], board, old=[Piece("Wolfman", "C3", 180)])
    assert (placement.pieces, placement.problems) == ((Piece("Wolfman", "D3", 0),), ())


# Lines (HH-11)


def test_a_line_wins_over_the_cells() -> None:
    board = [". . . . . E", ". . . . . .", ". Wo o . . .", ". Wo o . . .", ". . . . . .", "S . . . . ."]
    placement = placed(["Wolfman"], board, {"Wolfman": {"at": "b3", "turn": "180"}})
    assert placement.pieces == (Piece("Wolfman", "B3", 180),)
    assert codes(placement) == [("illegal", "board/C3"), ("missing", "board/A3")]


def test_cells_are_not_looked_at_where_every_piece_of_the_colour_has_a_line() -> None:
    board = [". . . . . E", ". . . . . .", ". Wo . . . .", ". Wo . Wo . .", ". . . . . .", "S . . . . ."]
    placement = placed(["Wolfman"], board, {"Wolfman": {"at": "E4", "turn": 0}})
    assert placement.pieces == (Piece("Wolfman", "E4", 0),)
    assert codes(placement) == [("missing", "board/F4")]


def test_without_a_board_lines_alone_place_pieces_and_nothing_is_told() -> None:
    lines = {"Wolfman": {"at": "C3", "turn": 90}, "Wall": {"at": "A1", "turn": ""}}
    placement = placed(["Wolfman", "Wall"], None, lines, old=[Piece("Grunkle-In-a-Box", "E4", 0)])
    assert placement.pieces == (Piece("Wolfman", "C3", 90), Piece("Wall", "A1", 0))
    assert placement.problems == ()


def test_a_line_for_one_of_two_leaves_the_other_to_the_cells() -> None:
    board = [". . . . . E", ". . . . . .", ". o Wo Wo o .", ". o Wo Wo o .", ". . . . . .", "S . . . . ."]
    lines = {"Wolfman B": {"at": "C3", "turn": 180}}
    placement = placed(["Wolfman A", "Wolfman B"], board, lines)
    assert placement.pieces == (Piece("Wolfman", "D3", 0), Piece("Wolfman", "C3", 180))
    assert placement.problems == ()


def test_more_bodies_than_pieces_without_a_line_are_ambiguous_for_those() -> None:
    board = [". . . . . E", ". Wo o . . .", ". Wo o . . .", ". . . . . .", ". . . Wo Wo .", "S . . o o ."]
    lines = {"Wolfman A": {"at": "E2", "turn": 0}}
    placement = placed(["Wolfman A", "Wolfman B"], board, lines)
    assert placement.labels == ("Wolfman A",)
    assert codes(placement) == [("ambiguous", "board/B2")]


def test_a_lined_body_hides_nothing_that_the_board_handed_in_shows() -> None:
    """HH-14 calls visible what no old body and no code on the board handed in covers: a line is on neither."""
    board = [". . . . . E", ". . . . . .", ". Wo o . Wa .", ". Wo o . . .", ". . . . . .", "S . . . . ."]
    old = [Piece("Wolfman", "B3", 0)]
    covered = placed(["Wall", "Wall"], board, {"Wall 1": {"at": "C3"}, "Wall 2": {"at": "E3"}}, old=old)
    assert (covered.discarded, covered.problems) == ((), ())
    bare = [*EMPTY[:2], ". Wo . . Wa .", ". Wo o . o .", *EMPTY[4:]]
    hidden = placed(["Wall", "Wall"], bare, {"Wall 1": {"at": "C3"}, "Wall 2": {"at": "E4"}}, old=old)
    assert hidden.discarded == () and codes(hidden)[0] == ("altered", "board/C3")
    both = placed(["Grunkle-In-a-Box", "Wall"], board, {"Grunkle-In-a-Box": {"at": "E3"}}, old=old)
    assert both.labels == ("Grunkle-In-a-Box",)
    assert codes(both) == [("illegal", "board/E3")]


def test_the_zone_of_a_lined_body_explains_purple() -> None:
    board = [". . . . . E", ". . . . . .", ". o Wo o . .", ". o Wo o . .", ". . . . . .", "S . . . . ."]
    assert codes(placed(["Wolfman", TEACHER], board, {})) == [("ambiguous", "board/C3"), ("missing", f"place/{TEACHER}")]
    told = placed(["Wolfman", TEACHER], board, {TEACHER: {"at": "E3", "turn": 180}})
    assert told.pieces[0] == Piece("Wolfman", "C3", 180)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"at": "C3"}, ("missing", "place/Wolfman/turn")),
        ({"at": " ", "turn": 90}, ("missing", "place/Wolfman/at")),
        ({"at": "hall", "turn": 90}, ("unreadable", "place/Wolfman/at")),
        ({"at": "C3", "turn": "left"}, ("unreadable", "place/Wolfman/turn")),
        ({"at": "C3", "turn": 90.5}, ("unreadable", "place/Wolfman/turn")),
        ("C3", ("unreadable", "place/Wolfman")),
        (["C3", 90], ("unreadable", "place/Wolfman")),
        ({"at": "", "turn": "", "mood": "grim"}, ("not-offered", "place/Wolfman/mood")),
    ],
)
def test_a_line_that_cannot_be_used_leaves_it_to_the_cells(line: object, problem: tuple[str, str]) -> None:
    board = [". . . . . E", ". . . . . .", ". Wo o . . .", ". Wo o . . .", ". . . . . .", "S . . . . ."]
    placement = placed(["Wolfman"], board, {"Wolfman": line})
    assert placement.pieces == (Piece("Wolfman", "B3", 0),)
    assert codes(placement) == [problem]


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ({"at": "C3", "turn": 45}, "place/Wolfman/turn"),
        ({"at": "C3", "turn": 360}, "place/Wolfman/turn"),
        ({"at": "G3", "turn": 0}, "place/Wolfman/at"),
        ({"at": "C0", "turn": 0}, "place/Wolfman/at"),
        ({"at": "F4", "turn": 90}, "place/Wolfman/at"),
        ({"at": "A5", "turn": 0}, "place/Wolfman/at"),
    ],
)
def test_a_line_against_the_rules_is_illegal_and_the_cells_do_not_help(line: object, where: str) -> None:
    board = [". . . . . E", ". . . . . .", ". Wo o . . .", ". Wo o . . .", ". . . . . .", "S . . . . ."]
    placement = placed(["Wolfman"], board, {"Wolfman": line})
    assert (placement.pieces, placement.discarded) == ((), ("Wolfman",))
    assert codes(placement) == [("illegal", where)]


def test_names_of_lines_are_read_as_typed() -> None:
    lines = {" wolfman ": {"AT": "c3", "Turn": " 90 "}, "wall  2": {"at": "A1"}, "WALL": {"at": "A2", "turn": 0}}
    placement = placed(["Wolfman B", "Wall", "Wall"], None, lines)
    assert placement.pieces == (Piece("Wolfman", "C3", 90), Piece("Wall", "A2", 0), Piece("Wall", "A1", 0))
    assert placement.problems == ()
    assert placed(["Wall"], None, {"Wall 1": {"at": "A1"}}).pieces == (Piece("Wall", "A1", 0),)


def test_without_its_letter_a_name_must_mean_one_piece() -> None:
    placement = placed(["Wolfman A", "Wolfman B"], None, {"Wolfman": {"at": "C3", "turn": 0}})
    assert codes(placement)[0] == ("not-offered", "place/Wolfman")
    assert placement.pieces == ()


def test_a_line_for_no_pending_piece_is_not_offered_if_it_holds_something() -> None:
    lines = {"Wolfman": {"at": "C3", "turn": None}, "Wall": {"at": "", "turn": " "}, 7: None, None: {}}
    assert codes(placed([], None, lines)) == [("not-offered", "place/Wolfman")]


def test_a_second_line_for_a_piece_does_not_count() -> None:
    placement = placed(["Wall", "Wall"], None, {"Wall 1": {"at": "A1"}, "Wall": {"at": "A2"}})
    assert placement.pieces == (Piece("Wall", "A1", 0),)
    assert codes(placement) == [("not-offered", "place/Wall"), ("missing", "place/Wall 2")]


@pytest.mark.parametrize("name", [scare.name for scare in SCARES.scares])
def test_a_turn_may_be_left_out_where_all_turns_look_the_same(name: str) -> None:
    placement = placed([name], None, {name: {"at": "C3"}})
    assert bool(placement.pieces) == (name in ("Wall", "Grunkle-In-a-Box"))


ODD = [None, 0, 7, True, 1.5, float("nan"), "text", [], ["x"], [[]], {}, {"a": 1}, {1: [2]}, {"Wolfman": [None, {"at": 1}]}, object()]


@pytest.mark.parametrize("odd", ODD)
def test_odd_answers_never_raise(odd: object) -> None:
    for board, lines in ((odd, None), (None, odd), (odd, odd), (EMPTY, {"Wolfman": odd}), (EMPTY, {"Wolfman": {"at": odd, "turn": odd}})):
        placement = placed(["Wolfman", "Wall"], board, lines)
        assert placement.pieces == ()
        assert all(problem.code in CODES and problem.rule.startswith("HH-") for problem in placement.problems)


def test_problems_quote_long_texts_shortly() -> None:
    board = [*EMPTY[:5], "S . . /" + "x" * 500 + " . ."]
    assert len(only(placed([], board)).text) < 200
