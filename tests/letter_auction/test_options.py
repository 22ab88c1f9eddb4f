"""What a host can set: what is taken, and what is refused with the option's name.

Must not play.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.game import OptionError
from croupier.games.letter_auction import GAME
from croupier.games.letter_auction.alphabet import USUAL_GRID
from croupier.games.letter_auction.options import VARIATIONS, Options
from letter_auction.rounds import table_of


def options_of(raw: dict[str, Any]) -> Options:
    return table_of(raw).options


def test_the_defaults_are_the_source_s() -> None:
    found = options_of({})
    assert found.ground.variations == VARIATIONS and found.ground.rounds == 5
    assert (found.ground.tokens, found.letters, found.grid, found.schedule) == (30, 6, USUAL_GRID, None)
    assert found.ground.points_per_garnet == 0
    assert GAME.players == (3, 12)


def test_rounds_are_the_shorter_of_schedule_and_variations() -> None:
    assert options_of({"schedule": [["A"], ["B"]]}).ground.rounds == 2
    assert options_of({"schedule": [["A"], ["B"]], "variations": ["theme"]}).ground.rounds == 1
    assert options_of({"variations": ["Letter Shift", "range-and-power"]}).ground.variations == ("letter_shift", "range_and_power")


def test_letters_are_read_as_typed() -> None:
    assert options_of({"schedule": [[" e ", "a"]]}).schedule == (("E", "A"),)
    assert options_of({"schedule": [["E"], "ignored"], "variations": ["theme", "range_and_power"]}).schedule == (("E",), ())


@pytest.mark.parametrize(
    ("raw", "option"),
    [
        ({"letter": 6}, "letter"),
        ({"letters": 0}, "letters"),
        ({"letters": 27}, "letters"),
        ({"letters": "six"}, "letters"),
        ({"tokens": -1}, "tokens"),
        ({"tokens": True}, "tokens"),
        ({"tokens": 2.5}, "tokens"),
        ({"points_per_garnet": -1}, "points_per_garnet"),
        ({"variations": []}, "variations"),
        ({"variations": "theme"}, "variations"),
        ({"variations": ["theme", "themes"]}, "variations"),
        ({"variations": [3]}, "variations"),
        ({"schedule": []}, "schedule"),
        ({"schedule": "ABC"}, "schedule"),
        ({"schedule": ["ABC"]}, "schedule"),
        ({"schedule": [["A", "a"]]}, "schedule"),
        ({"schedule": [["AB"]]}, "schedule"),
        ({"schedule": [["É"]]}, "schedule"),
        ({"schedule": [[1]]}, "schedule"),
        ({"grid": [["A"] * 5] * 5}, "grid"),
        ({"grid": [list("ABCDE")] * 4}, "grid"),
        ({"grid": ["ABCDE", "FGHIJ", "KLMNO", "PRSTU", "VWXYZ"]}, "grid"),
        ({"grid": 5}, "grid"),
    ],
)
def test_wrong_options_are_refused_by_name(raw: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as refused:
        options_of(raw)
    assert refused.value.option == option and refused.value.text
