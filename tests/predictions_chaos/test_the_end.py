"""Totals, places, Tokens and what goes into the season's ledger; and a host's rulings on Garnets.

Must not repeat the rule cases of PC-20.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from croupier.core.audience import PUBLIC, Seat
from croupier.core.draws import from_text
from croupier.core.plain import Codec
from croupier.games.predictions_chaos import GAME
from croupier.games.predictions_chaos.ending import end, places
from croupier.games.predictions_chaos.state import Earning, Ended, PlayerState, State
from predictions_chaos.scene import GUESTS, PLAYERS, scene


def ended(points: dict[str, int], garnets: dict[str, int], seed: str = "croupier") -> Any:
    """The result of a match with these points and Garnets."""
    players = tuple(PlayerState(name, garnets.get(name, 0), earnings=(Earning(points.get(name, 0), 0, ()),)) for name in PLAYERS)
    last = end(State("round-8", 8, players, scene().now.state.guests), from_text(seed))[-1]
    assert isinstance(last, Ended)
    return last.result


@pytest.mark.parametrize(
    ("points", "garnets", "winners", "tokens", "losers"),
    [
        ({"Ana": 9}, {"Bo": 1, "Cy": 1}, ["Ana"], ["Ana"], ["Di"]),
        ({"Ana": 9, "Bo": 9, "Cy": 1}, {}, ["Ana", "Bo"], ["Ana", "Bo"], ["Di"]),
        ({"Ana": 9, "Bo": 9}, {"Cy": 1}, ["Ana", "Bo"], ["Ana", "Bo"], ["Di"]),
        ({"Ana": 9, "Bo": 9, "Cy": 9, "Di": 8}, {"Di": 50}, ["Ana", "Bo", "Cy"], [], ["Di"]),
        ({"Ana": 9, "Bo": 9, "Cy": 9, "Di": 9}, {"Ana": 1, "Bo": 0, "Cy": 1, "Di": 1}, ["Ana", "Bo", "Cy", "Di"], [], ["Bo"]),
        ({"Ana": 17, "Bo": 16, "Cy": 15, "Di": 14}, {}, ["Ana"], ["Ana"], ["Di"]),
    ],
)
def test_who_wins_holds_tokens_and_loses(
    points: dict[str, int], garnets: dict[str, int], winners: list[str], tokens: list[str], losers: list[str]
) -> None:
    result = ended(points, garnets)
    assert [list(result.winners), list(result.tokens), list(result.losers)] == [winners, tokens, losers]
    assert dict(result.garnets) == {name: garnets.get(name, 0) + points.get(name, 0) // 8 for name in PLAYERS}


def test_the_last_draw_is_among_the_tied_only_and_reaches_all_of_them() -> None:
    drawn = Counter(ended({"Bo": 8}, {"Ana": 1}, str(seed)).losers[0] for seed in range(60))
    assert set(drawn) == {"Cy", "Di"}


def test_places() -> None:
    assert places((("A", 3), ("B", 5), ("C", 5), ("D", 0))) == (("A", 3), ("B", 1), ("C", 1), ("D", 4))


def test_the_ledger_accounts_for_every_garnet_and_token() -> None:
    grid = [[4 if (row, column) == (0, 0) else -4 if (row, column) == (6, 6) else 0 for column in range(7)] for row in range(7)]
    at = scene(grid=grid, garnets={"Ana": 5, "Bo": 2})
    at = at.play(Bo={"action": "point_swap", "cells": ["R1C1", "R7C7"], "gifts": {"Tom": 1}}, Ana={"gifts": {"Tom": 2, "Mia": 1}}).until("finished")
    outcome = GAME.outcome(at.now.state)
    assert outcome is not None
    changes: Counter[tuple[str, str]] = Counter()
    for entry in outcome.ledger:
        assert entry.change and entry.reason.endswith(")") and "(PC-" in entry.reason
        changes[entry.seat, entry.what] += entry.change
    assert changes == {("Ana", "garnets"): -3, ("Bo", "garnets"): 1, ("Tom", "garnets"): 3, ("Mia", "garnets"): 1, ("Bo", "tokens"): 1}
    assert outcome.winners == ("Bo",) and dict(outcome.places) == {"Ana": 2, "Bo": 1, "Cy": 2, "Di": 2}
    held = dict(at.view(PUBLIC).outcome.garnets)
    assert held == {"Ana": 2, "Bo": 3, "Cy": 0, "Di": 0} == {name: at.view(Seat(name)).garnets for name in PLAYERS}
    given = sum(total for _, total in at.view(PUBLIC).outcome.guest_totals) - sum(points for _, points in at.view(PUBLIC).guests)
    assert given == 4


def test_a_ruling_on_garnets() -> None:
    state = scene(garnets={"Ana": 2}).now.state
    events, problems = GAME.amend(state, "Ana", "garnets", "+3", "a gift was counted twice")
    assert not problems
    codec = Codec(GAME.events)
    for event in events:
        assert codec.decode(codec.encode(event)) == event
        told = GAME.tell(event, Seat("Ana"))
        assert told is not None and told.rule == "host"
        assert GAME.tell(event, Seat("Bo")) is None and GAME.tell(event, PUBLIC) is None
        after = GAME.evolve(state, event)
        assert not GAME.faults(state, after)
        assert GAME.view(after, Seat("Ana")).garnets == 5


@pytest.mark.parametrize(
    ("seat", "what", "value", "code"),
    [
        ("Ana", "money", "+1", "not-offered"),
        ("Ana", "garnets", "many", "unreadable"),
        ("Ana", "garnets", "0", "unreadable"),
        ("Ana", "garnets", "-3", "over-budget"),
        ("Ana", "garnets", f"+{10**9}", "illegal"),
        (GUESTS[0], "garnets", "+1", "illegal"),
    ],
)
def test_a_ruling_that_cannot_be(seat: str, what: str, value: str, code: str) -> None:
    events, problems = GAME.amend(scene(garnets={"Ana": 2}).now.state, seat, what, value, "because")
    assert not events and [problem.code for problem in problems] == [code]


def test_no_ruling_after_the_end() -> None:
    at = scene(garnets={"Ana": 2}).until("finished")
    assert GAME.amend(at.now.state, "Ana", "garnets", "+1", "because")[1][0].code == "illegal"
