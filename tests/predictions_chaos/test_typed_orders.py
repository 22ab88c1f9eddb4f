"""What is read of what guests and players type, and what is not.

Must not know what becomes of it.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.problems import Problem
from croupier.games.predictions_chaos.actions import ACTIONS, TITLES, USES, OffByOne, Void
from croupier.games.predictions_chaos.deeds import action_key, read_action
from croupier.games.predictions_chaos.forms import SIGNS
from croupier.games.predictions_chaos.grid import BORDERS, CELLS, border_name, cell_name, read_border, read_cell
from croupier.games.predictions_chaos.predictions import read_predictions
from croupier.games.predictions_chaos.reading import MOVES, read_move

LEFT = dict.fromkeys(ACTIONS, USES)


@pytest.mark.parametrize(
    ("value", "steps"),
    [
        ("down 2", 2),
        ("Up 1", -1),
        ("UP2", -2),
        ("stay", 0),
        (" Stay ", 0),
        (2, 2),
        ("-2", -2),
        ("−1", -1),
        ("+1", 1),
        (0.0, 0),
        ("down 1.0", 1),
        ("up 0", 0),
    ],
)
def test_a_move_up_or_down(value: Any, steps: int) -> None:
    assert read_move(value, "vertical")[:2] == (steps, None)


@pytest.mark.parametrize(("value", "steps"), [("left 2", -2), ("right1", 1), ("ｒｉｇｈｔ　２", 2), ("LEFT 1", -1), (-1, -1)])
def test_a_move_left_or_right(value: Any, steps: int) -> None:
    assert read_move(value, "horizontal")[:2] == (steps, None)


@pytest.mark.parametrize(
    "value", ["up", "up-1", "up +1", "1 up", "up 1 down 1", "south", "u1", "1.5", 1.5, True, "up two", "stay 0", "up 1,0", [1], {}, "up²"]
)
def test_no_move(value: Any) -> None:
    assert read_move(value, "vertical")[:2] == (0, "unreadable")


@pytest.mark.parametrize("value", ["up 3", -3, "3", "left 1", "right 0", "down 99", "down 999999999", 10**30])
def test_a_move_against_a_rule(value: Any) -> None:
    assert read_move(value, "vertical")[:2] == (0, "illegal")


def test_every_legal_move_in_words_is_read() -> None:
    for axis, words in MOVES.items():
        assert [read_move(word, axis)[0] for word in words] == [-2, -1, 0, 1, 2]


def test_every_cell_and_border_reads_back() -> None:
    assert all(read_cell(cell_name(cell)) == cell for cell in CELLS)
    assert all(read_border(border_name(border)) == border for border in BORDERS)
    for axis, line in BORDERS:
        one, other = border_name((axis, line)).split("|")
        assert read_border(f" {other.lower()} | {one} ") == (axis, line)


@pytest.mark.parametrize("value", ["", "R4", "C4R4", "4,4", "R4C", "RC", "R-1C1", "R1C1 R2C2", "R٣C1", None, 11, True, ["R1C1"], "R1C1\x00"])
def test_no_cell(value: Any) -> None:
    assert read_cell(value) is None


@pytest.mark.parametrize("value", ["C3", "C2|R3", "R2C3", "C2||C3", "C2-C3", "|", "C2|", None, 23, ["C2|C3"]])
def test_no_border(value: Any) -> None:
    assert read_border(value) == "unreadable"


@pytest.mark.parametrize("value", ["C2|C4", "C7|C8", "R0|R1", "R3|R3", "C1|C6"])
def test_a_border_that_there_is_not(value: str) -> None:
    assert read_border(value) == "not-offered"


def test_actions_go_by_name_and_title() -> None:
    for action in ACTIONS:
        for name in (action, TITLES[action], action.upper(), f"  {action.replace('_', ' ')} ", action.replace("_", "-")):
            assert action_key(name) == action
    assert [action_key(name) for name in ("wal", "the", "", "walls", "off by two")] == [None] * 5


def found(answers: dict[str, Any]) -> tuple[Any, list[str]]:
    problems: list[Problem] = []
    return read_action(answers, LEFT, ("A-B",), problems), [problem.code for problem in problems]


@pytest.mark.parametrize("by", [1, "+1", [1], ["", 1], {"4": SIGNS[0]}, [1, 1, 1, 1], {"1": 1, "2": 1, "3": 1, "4": "1.0"}])
def test_signs(by: Any) -> None:
    assert found({"action": "off_by_one", "square": "R1C1", "by": by}) == (OffByOne((0, 0), (1, 1, 1, 1)), [])


@pytest.mark.parametrize(
    ("by", "codes"),
    [
        ([1, 2, 1, 1], ["illegal"]),
        ([1, 1, 1], ["missing"]),
        ([], ["missing"]),
        ({}, ["missing"]),
        ("+", ["unreadable"]),
        (True, ["unreadable"]),
        ([1, "x", 0, 1], ["unreadable", "illegal"]),
        ([1] * 5, ["unreadable"]),
        ({"5": 1}, ["not-offered", "missing"]),
        ([[1], 1, 1, 1], ["unreadable"]),
    ],
)
def test_no_signs(by: Any, codes: list[str]) -> None:
    assert found({"action": "off_by_one", "square": "R1C1", "by": by}) == (Void("off_by_one"), codes)


@pytest.mark.parametrize(
    ("cells", "codes"),
    [
        ("R1C1", ["missing"]),
        ("R1C1 R2C2", ["unreadable"]),
        (["R1C1", "R2C2", ""], []),
        (["R1C1", "R2C2", "R3C3"], ["unreadable"]),
        ({"2": "R1C1"}, ["missing"]),
        ({"1": "R1C1", "2": "r1 c1"}, ["illegal"]),
        (["R8C1", "x"], ["not-offered", "unreadable"]),
        ("", ["missing"]),
        (11, ["unreadable", "missing"]),
    ],
)
def test_two_cells(cells: Any, codes: list[str]) -> None:
    action, given = found({"action": "point_swap", "cells": cells})
    assert given == codes and isinstance(action, Void) == bool(codes)


def test_a_used_up_action_is_void_and_what_is_wrong_with_its_fields_is_told_too() -> None:
    for typed, codes in ({}, ["illegal", "missing"]), ({"border": "C2|C3"}, ["illegal"]), ({"border": "C1|C4"}, ["illegal", "not-offered"]):
        problems: list[Problem] = []
        assert read_action({"action": "wall", **typed}, {**LEFT, "wall": 0}, (), problems) == Void("wall")
        assert [problem.code for problem in problems] == codes


def test_both_faults_of_an_action_are_told() -> None:
    assert found({"action": "off_by_one", "square": "R9C1", "by": 3})[1] == ["not-offered", "illegal"]


def test_a_whole_table_of_predictions() -> None:
    guests = ("A", "B", "C", "D")
    table = {str(number): {"positive": guests[number % 4], "negative": guests[number // 2 % 4]} for number in range(1, 9)}
    picks, problems = read_predictions(table, guests)
    assert not problems
    assert [(pick.positive, pick.negative) for pick in picks] == [(line["positive"], line["negative"]) for line in table.values()]


def test_a_refused_prediction_spends_no_use() -> None:
    table = {str(number): {"positive": name} for number, name in enumerate(("A", "Zoe", "A", "A", "a"), start=1)}
    picks, problems = read_predictions(table, ("A", "B", "C", "D"))
    assert [pick.positive for pick in picks] == ["A", None, "A", None, None, None, None, None]
    assert [problem.where for problem in problems if problem.code == "illegal"] == ["predictions/4/positive", "predictions/5/positive"]


def test_nothing_at_all_is_told_once() -> None:
    for nothing in (None, {}, "", {"1": {}}, {"1": {"positive": " "}}):
        picks, problems = read_predictions(nothing, ("A", "B", "C", "D"))
        assert [problem.code for problem in problems] == ["missing"] and not any(pick.positive or pick.negative for pick in picks)
