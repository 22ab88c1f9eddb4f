"""Frozen all the way down: states, events, moves, views, forms, feeds and problems cannot be changed by whoever holds them.

Must not look at layout (sheets and pictures): nobody folds those, and widths are fractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any

import pytest

from croupier.core.audience import Seat
from croupier.core.forms import Answers
from croupier.core.game import AnyGame, Told
from every_game import broken
from every_game.kit import Record, audience_name, everybody, feed, play
from every_game.settings import settings

Named = Iterator[tuple[str, Any]]


def thawed(value: Any, path: str, may_be_float: frozenset[str]) -> Iterator[str]:
    """Where in a value something could be changed, or is no whole number."""
    waiting, met = [(path, value, "")], set[int]()
    while waiting:
        way, one, field = waiting.pop()
        if one is None or isinstance(one, (str, int, Enum)):
            continue
        if isinstance(one, float):
            if field not in may_be_float:
                yield f"{way} is the float {one!r}"
            continue
        if id(one) in met:
            continue
        met.add(id(one))
        if is_dataclass(one) and not isinstance(one, type):
            if not type(one).__dataclass_params__.frozen:
                yield f"{way} is a {type(one).__name__} that is not frozen"
            waiting += [(f"{way}.{part.name}", getattr(one, part.name), f"{type(one).__name__}.{part.name}") for part in fields(one)]
        elif isinstance(one, (tuple, frozenset)):
            waiting += [(f"{way}[{number}]", item, field) for number, item in enumerate(one)]
        else:
            yield f"{way} is a {type(one).__name__}"


def held(record: Record) -> Named:
    """Everything that a match hands around, by name."""
    game, table = record.game, record.table
    before: Any = None
    for position in record.positions:
        where = f"after deadline {position.number}: "
        yield f"{where}the state", position.state
        for event in position.resolution.events:
            yield f"{where}the event", event
        for seat, problems in position.resolution.problems.items():
            yield f"{where}the problems of {seat}", tuple(problems)
        for audience in everybody(table):
            name = audience_name(audience)
            view = game.view(position.state, audience)
            yield f"{where}the view of {name}", view
            yield f"{where}the feed of {name}", feed(game, position.resolution.events, audience)
            if isinstance(audience, Seat) and game.outcome(position.state) is None:
                yield f"{where}the form of {name}", game.ask(view)
        yield f"{where}the outcome", game.outcome(position.state)
        for seat, answers in position.answers.items():
            move, problems = game.check(game.view(before, Seat(seat)), answers)
            yield f"{where}the move of {seat}", move
            yield f"{where}the problems found of {seat}", problems
            yield f"{where}what was understood of {seat}", tuple(game.understood(move))
        before = position.state


def check_frozen(record: Record) -> None:
    for name, value in held(record):
        found = next(thawed(value, name, settings(record.game).may_be_float), None)
        assert found is None, found
        try:
            hash(value)
        except TypeError as fault:
            raise AssertionError(f"{name} cannot be hashed: {fault}") from fault


def test_everything_is_frozen(game: AnyGame) -> None:
    for variant in (settings(game).short, *settings(game).more):
        check_frozen(play(game, variant))


@dataclass
class Loose:
    """What can be changed by whoever holds it."""

    value: int = 1


MUTABLE = {
    "a list": [1],
    "a mapping": {"a": 1},
    "a set": {1},
    "a fraction": 0.5,
    "a loose class": Loose(),
    "bytes": bytearray(b"a"),
    "deep": ((("a", [1]),),),
}


@pytest.mark.parametrize("kind", MUTABLE)
def test_catches_in_a_view(game: AnyGame, kind: str) -> None:
    with pytest.raises(AssertionError, match="the view"):
        check_frozen(play(broken.leaking(game, lambda state, audience: MUTABLE[kind]), settings(game).short))


@pytest.mark.parametrize("kind", MUTABLE)
def test_catches_in_a_state(game: AnyGame, kind: str) -> None:
    """A field of the state itself holds something else than it should."""

    def change(state: Any) -> Any:
        return replace(state, **{fields(state)[-1].name: MUTABLE[kind]})

    record = play(game, settings(game).short)
    with pytest.raises(AssertionError, match="the state"):
        for one in record.positions:
            found = next(thawed(change(one.state), "the state", settings(game).may_be_float), None)
            assert found is None, found


def test_catches_a_list_in_an_event(game: AnyGame) -> None:
    record = play(game, settings(game).short)
    first = record.positions[0]
    event = first.resolution.events[0]
    step = replace(first.resolution.steps[0], events=(replace(event, **{fields(event)[0].name: ["x"]}),))
    spoilt = replace(record, positions=(replace(first, resolution=replace(first.resolution, steps=(step,))),))
    with pytest.raises(AssertionError, match="the event"):
        check_frozen(spoilt)


def test_catches_a_list_in_a_form(game: AnyGame) -> None:
    def ask(view: Any) -> Any:
        form = game.ask(view)
        fields_of: Any = list(form.fields) if form else []
        return form and replace(form, fields=fields_of)

    with pytest.raises(AssertionError, match="the form"):
        check_frozen(replace(play(game, settings(game).short), game=replace(game, ask=ask)))


def test_catches_a_list_in_a_feed(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="the feed"):
        check_frozen(play(replace(game, tell=lambda event, audience: Told("X-1", "leak", (("facts", [1]),))), settings(game).short))


def test_catches_a_loose_move(game: AnyGame) -> None:
    def check(view: Any, answers: Answers) -> Any:
        move, problems = game.check(view, answers)
        return (move, Loose()), problems

    fault = replace(game, check=check, understood=lambda move: game.understood(move[0]))
    with pytest.raises(AssertionError, match="the move"):
        check_frozen(replace(play(game, settings(game).short), game=fault))


def test_catches_problems_in_a_list(game: AnyGame) -> None:
    def check(view: Any, answers: Answers) -> Any:
        move, problems = game.check(view, answers)
        return move, list(problems)

    with pytest.raises(AssertionError, match="the problems"):
        check_frozen(replace(play(game, settings(game).short), game=replace(game, check=check)))
