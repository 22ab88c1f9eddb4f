"""What a game says must always hold does hold in whole matches, and it notices when something is lost, made or changed.

Must not know what is conserved; the settings name the fields that a game watches over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from croupier.core.game import AnyGame
from every_game.kit import Record, difference, play
from every_game.settings import settings


def single_steps(record: Record) -> Iterator[tuple[str, Any, Any]]:
    """Each step with the states before and after it, silent ones too."""
    game, state = record.game, None
    for position in record.positions:
        for step in position.resolution.steps:
            before = state
            state = game.start(record.table) if before is None else before
            for event in step.events:
                state = game.evolve(state, event)
            if before is not None:
                yield step.phase, before, state


def check_invariants(record: Record) -> None:
    for phase, before, after in single_steps(record):
        found = record.game.faults(before, after)
        assert not found, f"in {phase}: {found}"


def corruptions(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """A value with one thing in it changed: (the field where, the value). Numbers go up or down, lists lose or repeat an item."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield name, value + 1
        yield name, value - 1
    elif isinstance(value, tuple):
        if value:
            yield name, value[1:]
            yield name, value[:-1]
            yield name, (*value, value[-1])
        for number, item in enumerate(value):
            for where, changed in corruptions(item, name):
                yield where, (*value[:number], changed, *value[number + 1 :])
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            if one.name != "options":
                for where, changed in corruptions(getattr(value, one.name), f"{type(value).__name__}.{one.name}"):
                    yield where, replace(value, **{one.name: changed})


def noticed(game: AnyGame, before: Any, corrupt: Any) -> bool:
    """Whether the invariants find fault with a state; one that they cannot even look at counts."""
    try:
        return bool(game.faults(before, corrupt))
    except (LookupError, ValueError, TypeError):
        return True


def check_faults_are_noticed(game: AnyGame) -> None:
    """Corrupts the state after each step in every way: some of it is noticed, and all of what the settings name."""
    known, seen = settings(game), set[str]()
    for variant in (known.short, *known.more):
        for phase, before, after in single_steps(play(game, variant)):
            for where, corrupt in corruptions(after):
                if noticed(game, before, corrupt):
                    seen.add(where)
                else:
                    assert where not in known.always_guarded, f"nobody notices that {where} is another one after {phase}"
    assert seen, "nothing is ever noticed"
    missed = (known.guarded | known.always_guarded) - seen
    assert not missed, f"nobody ever notices a change of {', '.join(sorted(missed))}"


def test_the_invariants_hold(game: AnyGame) -> None:
    for variant in (settings(game).short, settings(game).full, *settings(game).more):
        check_invariants(play(game, variant))


def test_the_invariants_notice(game: AnyGame) -> None:
    check_faults_are_noticed(game)


def test_catches_invariants_that_notice_nothing(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match=r"nobody notices|nothing is ever"):
        check_faults_are_noticed(replace(game, faults=lambda before, after: ()))


def test_catches_invariants_that_look_away(game: AnyGame) -> None:
    """They watch over all but one of the fields that they should watch over."""
    last: list[Any] = []

    def evolve(state: Any, event: Any) -> Any:
        last[:] = [game.evolve(state, event)]
        return last[0]

    for name in (*sorted(settings(game).guarded)[-2:], *settings(game).always_guarded):

        def faults(before: Any, after: Any, ending: str = name.partition(".")[2]) -> tuple[str, ...]:
            way = (difference(last[0], after) or "").partition(":")[0]
            return () if re.fullmatch(rf".*\.{ending}(\[\d+\])*", way) else game.faults(before, after)

        with pytest.raises(AssertionError, match="nobody"):
            check_faults_are_noticed(replace(game, evolve=evolve, faults=faults))


def test_catches_a_fold_that_makes_something(game: AnyGame) -> None:
    """One kind of event leads to more or less than it should; of some kinds at least that is noticed."""
    record, guarded, found = play(game, settings(game).short), settings(game).always_guarded, 0

    def spoil(state: Any) -> Any:
        return next((changed for where, changed in corruptions(state) if not guarded or where in guarded), state)

    for kind in {type(event) for event in record.events}:

        def evolve(state: Any, event: Any, kind: type = kind) -> Any:
            following = game.evolve(state, event)
            return spoil(following) if type(event) is kind else following

        try:
            check_invariants(replace(record, game=replace(game, evolve=evolve)))
        except (AssertionError, LookupError, ValueError):
            found += 1
    assert found, "not one of the events could go wrong and be noticed"
