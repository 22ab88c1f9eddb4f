"""Options that cannot be are refused with what would do.

Must not play.
"""

from __future__ import annotations

from typing import Any

import pytest

from arsonists_dilemma.matches import P, Q, begin, table
from croupier.core import engine
from croupier.core.audience import PUBLIC
from croupier.core.draws import from_text
from croupier.core.game import OptionError
from croupier.core.plain import plain
from croupier.games.arsonists_dilemma import GAME

ROWS = ["1 2 3", "4 5 6", "7 8 9"]


def test_defaults() -> None:
    options = table().options
    assert (options.dmo, options.first, options.houses, options.turn_seconds, options.pause_seconds) == (P, P, 4, 60, 180)
    assert table(dmo=Q).options.first == Q
    assert table(dmo=" quin ").options.dmo == Q
    assert table(dmo="", first="", layouts={}, starts={}).options == options


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colour", "red"),
        ("dmo", "Ana"),
        ("dmo", 3),
        ("first", "nobody"),
        ("turn_seconds", 0),
        ("turn_seconds", "soon"),
        ("pause_seconds", -1),
        ("pause_seconds", 2.5),
        ("layouts", "1 2 3"),
        ("layouts", {"2": ROWS}),
        ("layouts", {"5": ROWS}),
        ("layouts", {"one": ROWS}),
        ("layouts", {"1": ROWS[:2]}),
        ("layouts", {"1": ["1 2 3", "4 5 6", "7 8 8"]}),
        ("layouts", {"1": ["1 2 3", "4 5 6", "7 8"]}),
        ("layouts", {"1": ["1 2 3", "4 5 6", "7 8 x"]}),
        ("layouts", {"1": 5}),
        ("starts", [P]),
        ("starts", {"5": P}),
        ("starts", {"1": "Ana"}),
        ("garnets", {}),
    ],
)
def test_refused(name: str, value: Any) -> None:
    with pytest.raises(OptionError) as refused:
        table(**{name: value})
    assert refused.value.option.startswith(name) and refused.value.text


@pytest.mark.parametrize("roster", [(), (P,), (P, Q, "Ana")])
def test_two_play(roster: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match="two players"):
        engine.lay(GAME, {}, {}, roster, from_text("x"))


def test_a_starter_must_be_of_a_house_that_there_is() -> None:
    with pytest.raises(OptionError, match="starts"):
        table(layouts={"1": ROWS}, starts={"2": P})


def test_layouts_by_numbers_too() -> None:
    state = begin(table(layouts={1: [[1, 2, 3], [4, 5, 6], [7, 8, 9]]}, starts={1: Q}))
    assert plain(GAME.view(state, PUBLIC))["houses"]["1"]["cells"]["C3"] == 9
    assert state.seat == Q
