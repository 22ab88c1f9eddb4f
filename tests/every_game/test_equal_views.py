"""Equal things told, equal views: whoever was told the same sees the same, whatever others handed in.

Must not know what a view holds; views, forms, sheets and pictures are compared to their last part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from croupier.core.audience import HOST, Audience, Seat
from croupier.core.forms import Answers, Form
from croupier.core.game import AnyGame
from every_game import broken
from every_game.kit import Position, Record, Variant, audience_name, bots, difference, feed, go_on, others, play, shown
from every_game.settings import settings

OTHER_HANDS = ("another hand", "a third hand")
MOST_CHANGES = 60
"""Of all changes of a long match so many are tried, evenly spread over it."""


def other_hand_ins(record: Record, number: int, seat: str) -> Iterator[Answers | None]:
    """What the seat might have handed in instead in step `number`: a wholly other hand-in, and its own with one part of another."""
    game, before = record.game, record.positions[number - 1].state
    view = game.view(before, Seat(seat))
    form, own = game.ask(view), record.positions[number].answers.get(seat)
    if form is None:
        return
    for hand in OTHER_HANDS:
        other = bots(game, hand)(number, seat, view, form)
        yield other
        for part in dict.fromkeys((*(own or {}), *(other or {}))):
            mixed = {key: value for key, value in (own or {}).items() if key != part}
            yield mixed | ({part: other[part]} if other and part in other else {})


def changed_once(record: Record, number: int, seat: str, answers: Answers | None) -> tuple[Position, ...]:
    """The match again, but in step `number` the seat hands in something else; from there on everybody plays on as the views say."""
    usual = bots(record.game)

    def hand_in(step: int, name: str, view: Any, form: Form) -> Answers | None:
        return answers if (step, name) == (number, seat) else usual(step, name, view, form)

    return go_on(record.game, record.table, record.positions[:number], hand_in)


def unnoticed(record: Record, again: tuple[Position, ...], number: int, audience: Audience) -> int:
    """For how many positions an audience notices nothing of a change in step `number` that did change something.

    AssertionError where it has been told the same, and still sees something else.
    """
    game, table, found = record.game, record.table, 0
    for before, after in zip(record.positions[number:], again[number:], strict=False):
        ended = game.outcome(before.state) is not None or game.outcome(after.state) is not None
        if ended or feed(game, before.resolution.events, audience) != feed(game, after.resolution.events, audience):
            break
        if isinstance(audience, Seat) and difference(before.answers.get(audience.name), after.answers.get(audience.name)):
            break
        unlike = difference(shown(game, table, before.state, audience), shown(game, table, after.state, audience))
        name = audience_name(audience)
        assert unlike is None, f"{name} was told the same up to {game.phase(before.state)}, but sees something else: {unlike}"
        found += difference(game.view(before.state, HOST), game.view(after.state, HOST)) is not None
    return found


def check_equal_views(game: AnyGame, variant: Variant, least_hidden: int) -> None:
    """Changes each hand-in of a match in turn, and compares what all others see for as long as they are told the same."""
    record = play(game, variant)
    hidden: Counter[str] = Counter()
    moments = [(number, seat) for number in range(1, len(record.positions)) for seat in record.table.seats]
    changes = [(number, seat, answers) for number, seat in moments for answers in other_hand_ins(record, number, seat)]
    for number, seat, answers in changes[:: -(-len(changes) // MOST_CHANGES)]:
        again = changed_once(record, number, seat, answers)
        for audience in others(record.table, seat):
            hidden[audience_name(audience)] += unnoticed(record, again, number, audience)
    assert hidden.total() >= least_hidden, f"only {hidden.total()} comparisons meant anything: too much is told"
    assert hidden.keys() == {"public", *record.table.seats} and all(hidden.values()), f"nothing was hidden from somebody: {hidden}"


def test_equal_things_told_give_equal_views(game: AnyGame) -> None:
    check_equal_views(game, settings(game).short, settings(game).least_hidden)


def must_go_red(fault: AnyGame, game: AnyGame, reason: str = "sees something else") -> None:
    with pytest.raises(AssertionError, match=reason):
        check_equal_views(fault, settings(game).short, settings(game).least_hidden)


def test_catches_a_view_with_another_seats_view_in_it(game: AnyGame) -> None:
    seats = play(game, settings(game).short).table.seats
    must_go_red(broken.leaking_seats(game, seats), game)


def test_catches_a_view_that_gives_away_one_bit(game: AnyGame) -> None:
    must_go_red(broken.leaking(game, lambda state, audience: len(repr(game.view(state, HOST))) % 2), game)


def test_catches_a_form_that_depends_on_hidden_things(game: AnyGame) -> None:
    """The views are sound, but the drop-downs remember the state that a view was made from."""
    last: list[Any] = []

    def view(state: Any, audience: Audience) -> Any:
        last[:] = [state]
        return game.view(state, audience)

    def ask(seen: Any) -> Form | None:
        form = game.ask(seen)
        if form is None or not form.fields:
            return form
        choices = (*form.fields[0].choices, f"{len(repr(game.view(last[0], HOST)))}")
        return replace(form, fields=(replace(form.fields[0], choices=choices), *form.fields[1:]))

    must_go_red(replace(game, view=view, ask=ask), game)


def test_catches_a_feed_that_tells_everybody_everything(game: AnyGame) -> None:
    must_go_red(broken.telling_all(game), game, "too much is told")


def test_catches_a_feed_that_keeps_silent(game: AnyGame) -> None:
    if settings(game).all_hidden:
        pytest.skip("others see nothing of what a seat does, so that there is nothing to tell them")
    must_go_red(replace(game, tell=lambda event, audience: None), game)
