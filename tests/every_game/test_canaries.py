"""Odd texts and numbers that one seat hands in turn up nowhere with anybody else before the end.

Must not look at what the host sees, nor at what the seat sees of itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from croupier.core.audience import Audience, Seat
from croupier.core.forms import Answers, Form, put
from croupier.core.game import AnyGame
from croupier.core.problems import Problem
from every_game import broken
from every_game.kit import HandIn, Record, Variant, audience_name, bots, feed, others, play, shown, walk
from every_game.settings import settings

TEXT = "Zqcanary"


def all_fields(form: Form, step: int) -> dict[str, Any]:
    """A hand-in in which each input has a text that nobody else would type."""
    answers: dict[str, Any] = {f"{TEXT} key {step}": f"{TEXT} value {step}"}
    for place, one in enumerate(form.fields):
        put(answers, one.path, f"{TEXT} {step} {place}")
    for grid in form.grids:
        put(answers, grid.path, [" ".join(f"./{TEXT}{step}" for _ in range(grid.columns)) for _ in range(grid.rows)])
    return answers


def one_field(form: Form, step: int, answers: Answers) -> dict[str, Any]:
    """A bot's hand-in, but for one field that holds such a text."""
    changed = {key: dict(part) if isinstance(part, dict) else part for key, part in answers.items()}
    if form.fields:
        put(changed, form.fields[step % len(form.fields)].path, f"{TEXT} {step}")
    return changed


def planting(game: AnyGame, seat: str, *, everywhere: bool) -> HandIn:
    usual = bots(game)

    def hand_in(step: int, name: str, view: Any, form: Form) -> Answers | None:
        answers = usual(step, name, view, form)
        if name != seat:
            return answers
        return all_fields(form, step) if everywhere else one_field(form, step, answers or {})

    return hand_in


def assert_nowhere(record: Record, seat: str, secrets: Iterable[str | int]) -> None:
    """The secrets stand in nothing that others see, are told or are asked before the end."""
    game, table = record.game, record.table
    texts = tuple(
        secret if isinstance(secret, str) else digits
        for secret in secrets
        for digits in (str(secret), f"{secret:,}" if isinstance(secret, int) else "")
    )
    looked_for = tuple({text.casefold() for text in texts if text})
    for position in record.open_positions:
        for audience in others(table, seat):
            told = feed(game, position.resolution.events, audience)
            found = position.resolution.problems.get(audience.name, ()) if isinstance(audience, Seat) else ()
            for way, one in walk((shown(game, table, position.state, audience), told, found)):
                if isinstance(one, (str, int, float)):
                    text = str(one).casefold()
                    where = f"{audience_name(audience)} after deadline {position.number}"
                    assert not any(secret in text for secret in looked_for), f"{where} sees what {seat} handed in: {way} is {one!r}"


def check_no_text_of_others(game: AnyGame, variant: Variant, *, everywhere: bool) -> None:
    """Plants texts in the hand-ins of each seat in turn."""
    for seat in play(game, variant).table.seats:
        record = play(game, variant, planting(game, seat, everywhere=everywhere))
        assert any(TEXT in str(position.answers.get(seat)) for position in record.positions), f"{seat} was never asked anything"
        assert_nowhere(record, seat, [TEXT])


def check_no_number_of_others(game: AnyGame) -> None:
    """Plants numbers that stand, where a game takes numbers."""
    variant, numbers = settings(game).rich, settings(game).numbers
    if variant is None or numbers is None:
        return
    seat, usual, planted = play(game, variant).table.seats[0], bots(game), set[int]()

    def hand_in(step: int, name: str, view: Any, form: Form) -> Answers | None:
        answers = usual(step, name, view, form)
        if name != seat:
            return answers
        mine, secret = numbers(form, step)
        planted.update(secret)
        return {**(answers or {}), **mine}

    record = play(game, variant, hand_in)
    own = [one for position in record.positions for told in feed(game, position.resolution.events, Seat(seat)) for _, one in walk(told)]
    assert planted.intersection(one for one in own if isinstance(one, int)), "none of the numbers ever stood"
    assert_nowhere(record, seat, planted)


def check_no_secret_of_others(game: AnyGame) -> None:
    for everywhere in (True, False):
        check_no_text_of_others(game, settings(game).short, everywhere=everywhere)
    check_no_number_of_others(game)


def test_nothing_of_a_hand_in_turns_up_with_others(game: AnyGame) -> None:
    check_no_secret_of_others(game)


def test_catches_a_feed_that_tells_everybody_everything(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="sees what"):
        check_no_secret_of_others(broken.telling_all(game))


def remembering(game: AnyGame) -> tuple[AnyGame, list[Any]]:
    """The game, and what was handed in so far, at hand for whoever wants to misuse it."""
    typed: list[Any] = []

    def check(view: Any, answers: Answers) -> Any:
        typed.append(str(answers))
        return game.check(view, answers)

    return replace(game, check=check), typed


def test_catches_a_view_of_what_was_handed_in(game: AnyGame) -> None:
    fault, typed = remembering(game)
    with pytest.raises(AssertionError, match="sees what"):
        check_no_secret_of_others(broken.leaking(fault, lambda state, audience: tuple(typed)))


def test_catches_a_message_that_quotes_another_seat(game: AnyGame) -> None:
    fault, typed = remembering(game)

    def check(view: Any, answers: Answers) -> Any:
        before = tuple(typed)
        move, problems = fault.check(view, answers)
        return move, (*problems, *(Problem("X-1", "somewhere", "duplicate", f"Somebody handed in the same: {text}") for text in before))

    with pytest.raises(AssertionError, match="sees what"):
        check_no_secret_of_others(replace(fault, check=check))


def test_catches_a_picture_with_a_hidden_label(game: AnyGame) -> None:
    """What is not drawn but stands in the picture all the same."""
    fault, typed = remembering(game)

    def pictures(view: Any) -> Any:
        return (*game.pictures(view), ("blank", tuple(typed)))

    with pytest.raises(AssertionError, match="sees what"):
        check_no_secret_of_others(replace(fault, pictures=pictures))


def test_catches_a_number_in_the_wrong_view(game: AnyGame) -> None:
    if settings(game).rich is None:
        pytest.skip("the game takes no numbers")

    first = Seat(play(game, settings(game).short).table.seats[0])
    last: list[Any] = []

    def leak(state: Any, audience: Audience) -> Any:
        return None if audience == first else feed(game, last, first)

    def evolve(state: Any, event: Any) -> Any:
        last.append(event)
        return game.evolve(state, event)

    with pytest.raises(AssertionError, match="sees what"):
        check_no_number_of_others(replace(broken.leaking(game, leak), evolve=evolve))
