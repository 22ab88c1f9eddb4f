"""The host's rulings on skips and on a forfeit, and what they are refused for.

Must not play longer than a ruling needs.
"""

from __future__ import annotations

import pytest

from arsonists_dilemma.matches import ESCAPE, PLAIN, P, Q, begin, built, burn, hand_in, houses, play, step, table
from croupier.core.audience import PUBLIC, Seat
from croupier.core.engine import fold
from croupier.core.game import AnyTable
from croupier.games.arsonists_dilemma import GAME
from croupier.games.arsonists_dilemma.state import State
from croupier.words import Wording


def ruled(at: AnyTable, state: State, seat: str, what: str, value: str) -> State:
    events, problems = GAME.amend(state, seat, what, value, "The line was down.")
    assert not problems
    following: State = fold(GAME, at, (*state.history, *events))
    assert GAME.faults(state, following) == ()
    for event in events:
        for audience in (PUBLIC, Seat(P), Seat(Q)):
            told = GAME.tell(event, audience)
            assert told is not None and Wording(GAME.slug).line(told)
    return following


def test_a_skip_is_taken_back() -> None:
    at = table()
    state = step(at, begin(at), {}).state
    after = ruled(at, state, P, "skips", "-1")
    assert dict(after.skips) == {P: 0, Q: 0}
    assert (after.seat, after.number) == (state.seat, state.number)
    again = step(at, hand_in(at, after, {"structure": 1, "price": 1}), {}).state
    assert dict(again.skips) == {P: 1, Q: 0}


@pytest.mark.parametrize(("value", "code"), [("-1", "illegal"), ("+3", "illegal"), ("0", "unreadable"), ("some", "unreadable")])
def test_skips_stay_within_bounds(value: str, code: str) -> None:
    events, problems = GAME.amend(begin(table()), P, "skips", value, "")
    assert not events and [problem.code for problem in problems] == [code]


def test_a_forfeit() -> None:
    at = houses(PLAIN)
    after = ruled(at, play(at, burn(1)), P, "forfeit", "")
    outcome = GAME.view(after, PUBLIC).outcome
    assert dict(outcome.euphoria) == {P: 7, Q: 0} and outcome.winner == Q and outcome.forfeited == P


def test_refused() -> None:
    over = play(houses(PLAIN), ESCAPE, ESCAPE)
    for state, what, code in (
        (over, "forfeit", "illegal"),
        (over, "skips", "illegal"),
        (built(table()), "skips", "illegal"),
        (over, "money", "not-offered"),
    ):
        events, problems = GAME.amend(state, P, what, "-1", "")
        assert not events and [problem.code for problem in problems] == [code]
