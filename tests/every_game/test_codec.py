"""Events go into the journal and come out again as they were, and lead to the same state.

Must not look at files: the journal's bytes are all that is needed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest

from croupier.core import engine
from croupier.core.game import AnyGame
from croupier.core.plain import KIND, Codec
from every_game.kit import Record, difference, play
from every_game.settings import settings


def check_codec(game: AnyGame, record: Record) -> None:
    """Encode, write as JSON, read, decode, fold."""
    codec = Codec(game.events)
    decoded: list[Any] = []
    for event in record.events:
        try:
            written = json.dumps(codec.encode(event), ensure_ascii=False, sort_keys=True, allow_nan=False)
            again = codec.decode(json.loads(written))
        except (TypeError, ValueError, KeyError) as fault:
            raise AssertionError(f"{event!r} does not go through the journal: {fault}") from fault
        unlike = difference(event, again)
        assert unlike is None, f"a {type(event).__name__} comes back differently: {unlike}"
        decoded.append(again)
    unlike = difference(engine.fold(game, record.table, decoded), record.positions[-1].state)
    assert unlike is None, f"the events read lead to another state: {unlike}"


def test_events_come_back_as_they_were(game: AnyGame) -> None:
    for variant in (settings(game).short, settings(game).full, *settings(game).more):
        check_codec(game, play(game, variant))


def test_the_kinds_of_events_have_names_of_their_own(game: AnyGame) -> None:
    names = [kind.__name__ for kind in game.events]
    assert len(set(names)) == len(names)
    assert KIND not in {field for kind in game.events for field in kind.__dataclass_fields__}


def test_catches_a_kind_that_the_game_does_not_list(game: AnyGame) -> None:
    record = play(game, settings(game).short)
    met = {type(event) for event in record.events}
    for kind in met:
        with pytest.raises(AssertionError, match="does not go through"):
            check_codec(replace(game, events=tuple(one for one in game.events if one is not kind)), record)


@dataclass(frozen=True)
class Remark:
    """An event whose fields are not what they say they are."""

    words: tuple[str, ...]
    number: int | str = 1


@pytest.mark.parametrize("event", [Remark(("a", 1)), Remark({"a"}), Remark(("a",), 0.5), Remark(["a"]), Remark((Remark(("b",)),))], ids=repr)
def test_catches_an_event_that_comes_back_differently(game: AnyGame, event: Any) -> None:
    record = play(game, settings(game).short)
    first, *rest = record.positions
    step = replace(first.resolution.steps[0], events=(event, *first.resolution.steps[0].events))
    spoilt = replace(record, positions=(replace(first, resolution=replace(first.resolution, steps=(step,))), *rest))
    with pytest.raises(AssertionError):
        check_codec(replace(game, events=(*game.events, Remark)), spoilt)


def test_catches_an_event_that_the_journal_lacks(game: AnyGame) -> None:
    record = play(game, settings(game).short)
    last = record.positions[-1]
    step = replace(last.resolution.steps[-1], events=last.resolution.steps[-1].events[:-1])
    spoilt = replace(record, positions=(*record.positions[:-1], replace(last, resolution=replace(last.resolution, steps=(step,)))))
    with pytest.raises(AssertionError, match="another state"):
        check_codec(game, spoilt)
