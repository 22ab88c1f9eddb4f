"""What a check may say: problems come from the seat's own view, and of a word only whether it can be read.

Must not resolve a round.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from croupier.core import engine
from croupier.core.audience import HOST, PUBLIC, Seat
from croupier.core.forms import put
from croupier.games.letter_auction import GAME
from croupier.games.letter_auction.dictionary import Dictionary
from croupier.games.letter_auction.handin import check
from croupier.games.letter_auction.inventory import Copies
from croupier.games.letter_auction.options import VARIATIONS
from croupier.games.letter_auction.views import SeatView
from letter_auction.rounds import FEW, SEATS, hand_in, play, table_of


def view_in(variation: str, seat: str = "Ana") -> SeatView:
    table = table_of({"schedule": [list(FEW)], "variations": [variation]})
    view = GAME.view(play(table, [])[0].state, Seat(seat))
    assert isinstance(view, SeatView)
    return view


@settings(max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(hand_in)
def test_a_check_does_not_look_at_the_letters_held(answers: dict[str, Any]) -> None:
    for variation in VARIATIONS:
        view = view_in(variation)
        rich = replace(view, inventory=tuple(Copies(letter, 9, 2) for letter in FEW))
        assert check(view, answers) == check(rich, answers)


@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(hand_in)
def test_of_words_a_check_says_only_that_they_cannot_be_read(answers: dict[str, Any]) -> None:
    for variation in VARIATIONS:
        _, problems = check(view_in(variation), {"words": answers.get("words", ())})
        assert {problem.code for problem in problems} <= {"unreadable"}


def test_a_check_is_the_same_for_a_word_that_is_one_and_one_that_is_none() -> None:
    view = view_in("theme")
    for words in (["TEA", "TEA"], ["QQQ", "QQQ"], ["A"]):
        move, problems = check(view, {"words": words})
        assert problems == () and [line.word for line in move.words] == words


def parts(value: Any) -> Any:
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from parts(getattr(value, one.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item)


def test_no_view_and_no_state_holds_the_dictionary() -> None:
    table = table_of({"schedule": [list(FEW)]})
    for position in play(table, [{}, {}]):
        for held in (position.state, *(GAME.view(position.state, audience) for audience in (PUBLIC, HOST, *map(Seat, SEATS)))):
            assert not any(isinstance(one, (Dictionary, bytes)) for one in parts(held))
            assert "CEDE" not in repr(held)


def test_a_workbook_s_answers_are_read_as_those_of_a_case() -> None:
    """Every field of every round, filled in by its path."""
    as_listed = {
        "theme": {"bids": {"A": 3}, "words": ["AB"]},
        "range_and_power": {"range": ["A", "B"], "words": ["AB"]},
        "letter_shift": {"bids": {"A": 3}, "shift": "B", "words": ["AB"]},
        "printer": {"bids": {"A": 3}, "print": ["E", "S"], "words": ["AB"]},
    }
    typed = {"bid_a": "3", "range_a": "x", "range_b": "x", "shift": "B", "print_1": "E", "print_2": "s", "word_1": " ab"}
    for variation, answers in as_listed.items():
        view, filled = view_in(variation), dict[str, Any]()
        form = GAME.ask(view)
        assert form is not None
        for field in form.fields:
            if field.name in typed:
                put(filled, field.path, typed[field.name])
        mine, problems = check(view, filled)
        listed, _ = check(view, answers)
        assert problems == () and mine == listed


def test_every_field_has_a_name_a_label_and_a_note() -> None:
    for variation in VARIATIONS:
        form = GAME.ask(view_in(variation))
        assert form is not None and form.counts == "always" and not form.grids
        names = [field.name for field in form.fields]
        assert len(set(names)) == len(names) and all(name.replace("_", "").isalnum() and name.islower() for name in names)
        assert all(field.label and field.note for field in form.fields)
        assert sum(field.path[0] == "words" for field in form.fields) >= 20


def test_there_are_always_more_lines_than_words_can_be_made() -> None:
    view = replace(view_in("theme"), inventory=(Copies("A", 60, 2),))
    form = GAME.ask(view)
    assert form is not None and sum(field.path[0] == "words" for field in form.fields) > 30


@pytest.mark.parametrize("variation", VARIATIONS)
def test_problems_say_what_to_do(variation: str) -> None:
    odd = {"bids": {"A": "x", "Q": 1, "B": 99}, "range": ["A", "A", "E"], "shift": "?", "print": ["?"], "words": [3], "more": 1}
    _, problems = check(view_in(variation), odd)
    assert problems
    for problem in problems:
        assert problem.text.endswith(".") and len(problem.text) > 30 and problem.rule.startswith("LA-")


def test_an_absent_seat_is_told_so_and_nothing_else() -> None:
    position = play(table_of({"schedule": [list(FEW)]}), [{"Ana": {"words": ["?"]}}])[1]
    assert position.problems["Bo"] == () and len(position.problems["Ana"]) == 1
    told = [told.key for event in position.events if (told := GAME.tell(event, Seat("Bo")))]
    assert "handed-in" in told and "refused" not in told
    assert isinstance(position, engine.Resolution)
