"""The default deck between sensible teams of two: hard is won about half of the time, easy nine times in ten.

Must not play with odd hand-ins; the rates are those of `best`.
"""

from __future__ import annotations

from functools import cache

import pytest

from croupier.games.haunted_house_escape import GAME
from croupier.games.haunted_house_escape.bots import best
from haunted_house_escape.seated import Match

MATCHES = 250


@cache
def won(difficulty: str) -> int:
    """Of a hundred matches."""
    count = 0
    for number in range(MATCHES):
        match = Match({"difficulty": difficulty}, seed=f"balance {number}")
        while not match.finished:
            match.play({"Team": best(match.view())})
        outcome = GAME.outcome(match.state)
        count += bool(outcome and outcome.winners)
    return 100 * count // MATCHES


@pytest.mark.parametrize(("difficulty", "least", "most"), [("hard", 35, 65), ("easy", 85, 98)])
def test_sensible_teams_of_two(difficulty: str, least: int, most: int) -> None:
    assert least <= won(difficulty) <= most
