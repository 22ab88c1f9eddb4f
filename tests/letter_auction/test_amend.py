"""A host's rulings on a seat: what each changes, what each refuses, and that the match goes on after it.

Must not know journals or workbooks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from croupier.core import engine
from croupier.core.audience import HOST, PUBLIC, Seat
from croupier.core.game import OptionError
from croupier.core.plain import Codec, plain
from croupier.games.letter_auction import GAME
from croupier.games.letter_auction.state import State
from croupier.words import Wording
from letter_auction.rounds import play, table_of

WHY = "the sheet was broken"


def begun(rounds: int = 1) -> tuple[Any, State]:
    table = table_of({"schedule": [["A", "B"], ["C"]], "variations": ["theme", "theme"]})
    return table, play(table, [{"Ana": {"bids": {"A": 5, "B": 5}}}, {}, {}][:rounds])[-1].state


def ruled(state: State, what: str, value: str) -> State:
    events, problems = GAME.amend(state, "Ana", what, value, WHY)
    assert not problems and events
    codec = Codec(GAME.events)
    for event in events:
        assert codec.decode(codec.encode(event)) == event
        told = GAME.tell(event, Seat("Ana"))
        assert told is not None and WHY in Wording(GAME.slug).line(told)
        state = GAME.evolve(state, event)
    return state


def own(state: State) -> Mapping[str, Any]:
    view: Mapping[str, Any] = plain(GAME.view(state, Seat("Ana")))
    return view


def test_points_change_and_everybody_is_told() -> None:
    _, state = begun()
    assert own(ruled(state, "points", "+9"))["points"] == own(state)["points"] + 9
    assert own(ruled(state, "points", "-4"))["points"] == own(state)["points"] - 4
    events, _ = GAME.amend(state, "Ana", "points", "+9", WHY)
    for event in events:
        told = [GAME.tell(event, audience) for audience in (PUBLIC, Seat("Bo"), HOST)]
        lines = [Wording(GAME.slug).line(one) for one in told if one]
        assert lines[:2] == ["The host has ruled on the points of Ana: +9."] * 2 and WHY in lines[2]


def test_letters_are_given_for_two_rounds_and_taken_oldest_first() -> None:
    table, state = begun()
    given = ruled(state, "letters", "+2 c")
    assert own(given)["inventory"][-1] == {"letter": "C", "copies": 2, "until": 3}
    taken = ruled(given, "letters", "A −2")
    assert own(taken)["inventory"][0] == {"letter": "A", "copies": 1, "until": 3}
    assert not any(GAME.tell(event, PUBLIC) for event in GAME.amend(state, "Ana", "letters", "+2 C", WHY)[0])
    after = engine.resolve(GAME, table, taken, {"Ana": {"words": ["CAB"]}})
    assert plain(GAME.view(after.state, PUBLIC))["words"][0]["points"] == 9


@pytest.mark.parametrize("value", ["+2 C", "C +2", "+2C", "2 c", " + 2 C"])
def test_spellings_of_a_gift(value: str) -> None:
    assert own(ruled(begun()[1], "letters", value))["inventory"][-1]["letter"] == "C"


@pytest.mark.parametrize(
    ("what", "value", "code"),
    [
        ("points", "x", "unreadable"),
        ("points", "0", "unreadable"),
        ("points", "-11", "over-budget"),
        ("points", "9" * 20, "illegal"),
        ("letters", "A", "unreadable"),
        ("letters", "+2 AB", "unreadable"),
        ("letters", "+2 É", "unreadable"),
        ("letters", "0 A", "unreadable"),
        ("letters", "+100 A", "unreadable"),
        ("letters", "-4 A", "over-budget"),
        ("letters", "-1 Z", "over-budget"),
        ("word", "TEA", "not-offered"),
    ],
)
def test_what_is_refused(what: str, value: str, code: str) -> None:
    events, problems = GAME.amend(begun()[1], "Ana", what, value, WHY)
    assert not events and [problem.code for problem in problems] == [code]


def test_nothing_is_ruled_on_after_the_end() -> None:
    _, state = begun(3)
    assert GAME.outcome(state) is not None
    for what, value in (("points", "+1"), ("letters", "+1 A")):
        assert [problem.code for problem in GAME.amend(state, "Ana", what, value, WHY)[1]] == ["illegal"]


def test_garnets_go_into_the_ledger() -> None:
    table = table_of({"schedule": [["A"]], "points_per_garnet": 5})
    outcome = GAME.outcome(play(table, [{"Ana": {"bids": {"A": 29}}}, {}])[-1].state)
    assert outcome is not None and outcome.winners == ("Bo", "Cy", "Di")
    assert [(entry.seat, entry.what, entry.change) for entry in outcome.ledger] == [("Bo", "garnets", 3), ("Cy", "garnets", 3), ("Di", "garnets", 3)]
    assert all("LA-11" in entry.reason for entry in outcome.ledger)
    assert dict(outcome.places) == {"Ana": 4, "Bo": 1, "Cy": 1, "Di": 1}


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError):
        table_of({"garnets": {"Ana": 1}})
