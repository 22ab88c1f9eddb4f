"""Whose turn it is, what a turn that runs out means, when the pauses lie, and how a match ends.

Must not look at fires.
"""

from __future__ import annotations

import pytest

from arsonists_dilemma.matches import ESCAPE, PLAIN, P, Q, begin, built, burn, hand_in, houses, play, priced, step, table
from croupier.core.audience import PUBLIC, Seat
from croupier.core.game import Clock
from croupier.games.arsonists_dilemma import GAME
from croupier.games.arsonists_dilemma.events import Escaped, HandedIn


def test_one_seat_is_asked_and_its_form_counts_when_ticked() -> None:
    state = begin(table())
    form = GAME.ask(GAME.view(state, Seat(P)))
    assert form is not None and form.counts == "ticked" and form.tick is not None and form.tick.name == "confirmed"
    assert GAME.ask(GAME.view(state, Seat(Q))) is None


def test_drop_downs_offer_what_is_left() -> None:
    at = table()
    state = hand_in(at, begin(at), {"structure": 3, "price": "5"})
    form = GAME.ask(GAME.view(state, Seat(Q)))
    assert form is not None
    choices = {field.name: field.choices for field in form.fields}
    assert "[3] Oven" not in choices["structure"] and len(choices["structure"]) == 8 and choices["price"] == ()
    state = built(at)
    state = hand_in(at, state, burn(5))
    state = hand_in(at, state, burn(9))
    form = GAME.ask(GAME.view(state, Seat(state.seat)))
    assert form is not None
    choices = {field.name: field.choices for field in form.fields}
    assert "[5] Mirror" not in choices["burn"] and "[9] Smoke Detector" in choices["burn"] and choices["escape"] == ("yes",)


def test_an_invalid_hand_in_changes_nothing() -> None:
    """AD-3: the state stays equal, and what was wrong stands on the seat's own sheet until the next hand-in."""
    at = table()
    state = begin(at)
    found = step(at, state, {P: {"structure": 1, "price": "4B"}})
    assert found.state == state and hash(found.state) == hash(state)
    assert all(isinstance(event, HandedIn) for event in found.events)
    assert [problem.code for problem in GAME.view(found.state, Seat(P)).problems] == ["unreadable"]
    assert GAME.clock(found.state) == GAME.clock(state)
    again = hand_in(at, found.state, {"structure": 1, "price": "4"})
    assert GAME.view(again, Seat(P)).problems == () and again.seat == Q


def test_the_clock_wipes_what_was_wrong() -> None:
    at = table()
    found = step(at, begin(at), {P: {"price": "4B"}})
    later = step(at, found.state, {})
    assert GAME.view(later.state, Seat(P)).problems == () and dict(later.state.skips) == {P: 1, Q: 0}


@pytest.mark.parametrize("silence", [{}, {P: {"timeout": True}}, {Q: {"structure": 1, "price": 5}}])
def test_silence_is_a_skip(silence: dict[str, dict[str, object]]) -> None:
    at = table()
    found = step(at, begin(at), silence)
    assert dict(found.state.skips) == {P: 1, Q: 0} and (found.state.seat, found.state.number) == (Q, 2) and not found.state.prices


def test_silence_in_a_house_is_an_escape() -> None:
    at = houses(PLAIN)
    found = step(at, begin(at), {})
    assert [event.timed_out for event in found.events if isinstance(event, Escaped)] == [True]
    assert found.state.escaped(1) == (P,) and dict(found.state.skips) == {P: 0, Q: 0}


def test_the_pauses() -> None:
    """Before the first purchase, and before the first house is entered after the last purchase; nowhere else."""
    at = table(turn_seconds=30, pause_seconds=90)
    state = begin(at)
    assert GAME.clock(state) == Clock(30, 0)
    state = priced(at)
    assert (state.phase, state.number, GAME.clock(state)) == ("purchasing", 1, Clock(30, 90))
    state = hand_in(at, state, {"structure": 1, "house": 1, "cell": "A1"})
    assert GAME.clock(state) == Clock(30, 0)
    state = built(at)
    assert (state.phase, state.number, GAME.clock(state)) == ("house-1", 1, Clock(30, 90))
    state = hand_in(at, hand_in(at, state, ESCAPE), ESCAPE)
    assert (state.phase, state.number, GAME.clock(state)) == ("house-2", 1, Clock(30, 0))
    assert GAME.clock(begin(houses(PLAIN))) == Clock(60, 0)
    over = play(houses(PLAIN), ESCAPE, ESCAPE)
    assert GAME.clock(over) is None


def test_the_second_in_pricing_starts_purchasing_whoever_came_last() -> None:
    """AD-2: after one skip the second in pricing names the last price, and still starts."""
    at = table(first=Q)
    state = step(at, begin(at), {}).state
    for number in range(1, 10):
        state = hand_in(at, state, {"structure": number, "price": number})
    assert (state.phase, state.seat, state.number) == ("purchasing", P, 1)


def test_three_skips_forfeit() -> None:
    at = table()
    state = begin(at)
    for _ in range(5):
        state = step(at, state, {}).state
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == (Q,) and dict(outcome.places) == {P: 2, Q: 1}
    assert GAME.view(state, PUBLIC).outcome.forfeited == P


def test_a_tie_goes_to_the_dmo() -> None:
    for dmo in (P, Q):
        outcome = GAME.outcome(play(houses(PLAIN, dmo=dmo), ESCAPE, ESCAPE))
        assert outcome is not None and outcome.winners == (dmo,)


def test_who_is_out_moves_no_more() -> None:
    state = play(houses(PLAIN), ESCAPE, burn(9), burn(5))
    assert (state.seat, state.number) == (Q, 4)


def test_a_collapse_takes_all_from_who_is_inside() -> None:
    """AD-7: also where the other's own fire brought the house down."""
    state = play(houses(PLAIN, PLAIN), burn(1), burn(3), burn(8), ESCAPE, burn(6))
    assert dict(state.over[1]) == {P: 0, Q: 2} and state.phase == "house-2"
    assert state.escaped(1) == (Q,)
