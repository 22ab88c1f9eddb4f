"""Two matches that differ only in what burned look the same to the other seat and the public, at every step, to the last byte.

Must not trust the feed for what a seat may know: that is told here anew, from the rulings.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arsonists_dilemma.matches import ESCAPE, PLAIN, P, Q, begin, burn, hand_in, houses, step
from croupier.core.audience import HOST, PUBLIC, Audience, Host, Seat
from croupier.core.draws import Stream, from_text
from croupier.core.game import AnyGame, AnyTable, Table
from croupier.core.sheet import Heading
from croupier.draw.painter import paint
from croupier.games.arsonists_dilemma import GAME, fire
from croupier.games.arsonists_dilemma.state import State
from croupier.words import Wording
from every_game.broken import leaking
from every_game.kit import audience_name, difference, feed, shown

OTHERS: tuple[Audience, ...] = (PUBLIC, Seat(Q))
WORDING = Wording(GAME.slug)
HEADING = Heading("A match", Q, "House 1", "21:59:30", "What is ticked counts.", "Ask the host.")
PUBLIC_SOUNDS = {"aaahhh", "carpet"}
Choice = int | None
"""The structure that is named; None = an escape."""


def answers(choice: Choice) -> dict[str, Any]:
    return dict(ESCAPE) if choice is None else dict(burn(choice))


def outcome_of(state: State, choice: Choice) -> fire.Fire:
    """What a choice would burn, earn and sound like."""
    house = state.house or 1
    if choice is None:
        return fire.Fire((), 0, ())
    return fire.burn(state.layout(house), state.burned(house), choice, state.number)


def open_choices(state: State) -> list[Choice]:
    house = state.house or 1
    named = {record.structure for record in state.burns(house) if record.seat == state.seat}
    return [number for number in range(1, 10) if number not in named]


def told_to_others(state: State, choice: Choice) -> tuple[Any, ...]:
    """AD-11, AD-12: all that the other seat and the public may learn of a turn of P."""
    after = hand_in(houses_of(state), state, answers(choice))
    over = after.over.get(state.house or 1)
    sounds = tuple(sound for sound in outcome_of(state, choice).heard if sound in PUBLIC_SOUNDS)
    return choice is None, sounds, over, after.phase, after.seat, after.number


def houses_of(state: State) -> AnyTable:
    """The table that a state was played at."""
    return Table(state.options.seats, state.options, from_text("arsonists"))


def assert_alike(game: AnyGame, at: AnyTable, one: Any, other: Any) -> None:
    """Views, forms, tabs, pictures, feeds, receipts' problems and clocks are the same to everybody but P."""
    for audience in OTHERS:
        name = audience_name(audience)
        unlike = difference(shown(game, at, one.state, audience), shown(game, at, other.state, audience))
        assert unlike is None, f"{name} can tell the two matches apart: {unlike}"
        mine, theirs = (feed(game, found.events, audience) for found in (one, other))
        assert mine == theirs, f"{name} is told different things: {mine} and {theirs}"
        assert [WORDING.line(told) for told in mine] == [WORDING.line(told) for told in theirs]
        pictures = (game.pictures(game.view(found.state, audience)) for found in (one, other))
        assert [(title, drawn) for title, drawn in next(pictures)] == [(title, drawn) for title, drawn in next(pictures)]
    assert one.problems[Q] == other.problems[Q]
    assert game.clock(one.state) == game.clock(other.state)
    assert game.phase(one.state) == game.phase(other.state)
    assert repr(game.outcome(one.state)) == repr(game.outcome(other.state))


def play_twins(game: AnyGame, at: AnyTable, stream: Stream) -> tuple[int, bool]:
    """Plays two matches side by side for as long as nobody but P may tell them apart.

    Returns how many steps were compared while something hidden differed, and whether they came to the match's end like that.
    """
    one, other = begin(at), begin(at)
    compared = 0
    while True:
        if one.seat == P:
            choices = open_choices(one)
            mine: Choice = None if stream.below(6) == 0 else stream.choice(choices)
            alike = [choice for choice in (*open_choices(other), None) if told_to_others(other, choice) == told_to_others(one, mine)]
            unlike = [choice for choice in alike if choice != mine] or alike
            if not unlike:
                return compared, False
            theirs = stream.choice(unlike)
        else:
            mine = None if stream.below(6) == 0 else stream.choice(open_choices(one))
            if outcome_of(one, mine).heard != outcome_of(other, mine).heard or told_to_others(one, mine) != told_to_others(other, mine):
                return compared, False
            theirs = mine
        found = step(at, one, {one.seat: answers(mine)}), step(at, other, {other.seat: answers(theirs)})
        one, other = found[0].state, found[1].state
        if one.ended is not None:
            # From now on everything is open; up to here not a byte has told.
            return compared, difference(game.view(one, HOST), game.view(other, HOST)) is not None
        assert_alike(game, at, *found)
        compared += difference(game.view(one, HOST), game.view(other, HOST)) is not None


layouts = st.permutations("123456789").map(lambda cells: tuple(" ".join(cells[row : row + 3]) for row in (0, 3, 6)))


@settings(max_examples=40, deadline=None)
@given(layouts, layouts, st.sampled_from((P, Q)), st.integers(0, 10**6))
def test_nobody_else_can_tell_what_burned(first: tuple[str, ...], second: tuple[str, ...], starts: str, seed: int) -> None:
    play_twins(GAME, houses(first, second, starts=starts), from_text(str(seed)).stream("twins"))


def test_the_twins_mean_something() -> None:
    """Many steps are compared in which something hidden differs, and some matches come to their end like that."""
    compared, ended = 0, 0
    for seed in range(50):
        steps, whole = play_twins(GAME, houses(PLAIN, ("3 5 7", "1 4 2", "6 9 8")), from_text(str(seed)).stream("twins"))
        compared += steps
        ended += whole
    assert compared > 60, compared
    assert ended > 1, ended


def assert_caught(fault: AnyGame) -> None:
    with pytest.raises(AssertionError, match=r"can tell|different things"):
        for seed in range(60):
            play_twins(fault, houses(PLAIN, PLAIN), from_text(str(seed)).stream("twins"))


def test_catches_a_view_that_counts_the_fires() -> None:
    """One number in the other seat's view is enough."""
    assert_caught(leaking(GAME, lambda state, audience: None if audience == HOST else len(state.burned(1)) + len(state.burned(2))))


def test_catches_a_view_that_knows_the_score() -> None:
    assert_caught(leaking(GAME, lambda state, audience: None if audience == HOST else repr(state.earned(1))))


def test_catches_one_line_more_where_something_burns() -> None:
    """A line that says nothing still says that there was something to say."""

    def tell(event: Any, audience: Audience) -> Any:
        told = GAME.tell(event, audience)
        return None if getattr(event, "steps", None) == () and not isinstance(audience, Host) and told and told.key == "turn-over" else told

    assert_caught(replace(GAME, tell=tell))


def test_a_burn_is_one_line_to_each_whatever_it_burns() -> None:
    """AD-11: also where nothing happens."""
    at = houses(PLAIN)
    state = begin(at)
    for choice in (1, 3, 7, 4, 8):
        found = step(at, state, {state.seat: burn(choice)})
        for audience in (PUBLIC, Seat(P), Seat(Q)):
            assert len(feed(GAME, found.events, audience)) == 1
        state = found.state


def test_a_refused_hand_in_is_told_to_nobody_else() -> None:
    """What is wrong with it may say what the seat has named before."""
    at = houses(PLAIN)
    state = hand_in(at, hand_in(at, begin(at), burn(5)), burn(9))
    found = step(at, state, {P: burn(5)})
    assert [problem.code for problem in found.problems[P]] == ["illegal"]
    assert found.state == state and found.problems[Q] == ()
    for audience in OTHERS:
        assert feed(GAME, found.events, audience) == ()
        assert difference(shown(GAME, at, state, audience), shown(GAME, at, found.state, audience)) is None
    assert [told.key for told in feed(GAME, found.events, Seat(P))] == ["not-taken"]


def test_the_number_of_tries_on_a_sheet_is_the_own_one() -> None:
    """The other's sheet has the same cells whatever P named."""
    at = houses(PLAIN)
    one, other = (hand_in(at, begin(at), burn(choice)) for choice in (5, 9))
    mine, theirs = (GAME.sheet(GAME.view(state, Seat(Q)), GAME.ask(GAME.view(state, Seat(Q))), HEADING) for state in (one, other))
    assert mine == theirs
    pictures = [GAME.pictures(GAME.view(state, Seat(Q))) for state in (one, other)]
    assert [paint(picture) for _, picture in pictures[0]] == [paint(picture) for _, picture in pictures[1]]
    assert GAME.pictures(GAME.view(one, Seat(P))) != GAME.pictures(GAME.view(other, Seat(P)))


def test_an_escape_says_nothing_of_the_clock() -> None:
    """AD-11: whether the time ran out is the seat's own affair."""
    at = houses(PLAIN)
    state = begin(at)
    chosen, ran_out = step(at, state, {P: ESCAPE}), step(at, state, {})
    assert_alike(GAME, at, chosen, ran_out)
    assert feed(GAME, chosen.events, Seat(P)) != feed(GAME, ran_out.events, Seat(P))
