"""Bots play sensibly: what they hand in stands, they get out of houses, and at a set rate they slip.

Must not judge how well they play.
"""

from __future__ import annotations

from arsonists_dilemma.matches import P, Q, begin, step, table
from croupier.core.audience import Seat
from croupier.core.draws import from_text
from croupier.games.arsonists_dilemma import GAME
from croupier.games.arsonists_dilemma.bots import play
from croupier.games.arsonists_dilemma.state import State


def match(seed: str, odd: int, late: int) -> tuple[State, int, int]:
    """A match by bots: the end, how many hand-ins there were, and how many did not stand."""
    at, draws = table(), from_text(seed)
    state, count, wrong = begin(at), 0, 0
    while state.ended is None:
        view = GAME.view(state, Seat(state.seat))
        form = GAME.ask(view)
        assert form is not None
        answers = play(view, form, draws.stream(f"{count}"), odd_one_in=odd, late_one_in=late)
        found = step(at, state, {} if answers is None else {state.seat: answers})
        wrong += bool(found.problems[state.seat])
        state, count = found.state, count + 1
        assert count < 400
    return state, count, wrong


def test_sensible_bots_make_no_mistakes() -> None:
    for seed in "abcde":
        state, _, wrong = match(seed, 0, 0)
        assert wrong == 0 and dict(state.skips) == {P: 0, Q: 0}
        assert sum(amount for _, amount in state.ended.euphoria) > 0


def test_bots_escape_more_often_than_they_are_buried() -> None:
    collapsed = [record.collapsed for seed in "abcdefgh" for record in match(seed, 0, 0)[0].history if hasattr(record, "collapsed")]
    assert 0 < sum(collapsed) < len(collapsed) / 2 + 1


def test_bots_slip_at_their_rate() -> None:
    _, count, wrong = match("slips", 4, 0)
    assert count / 8 < wrong < count / 2
    assert dict(match("late", 0, 3)[0].skips) != {P: 0, Q: 0}
