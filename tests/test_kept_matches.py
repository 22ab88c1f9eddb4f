"""Matches that were finished once and are kept: every later croupier must open them and decide every step as it was decided.

Must not be made anew when it goes red: a change of the rules needs a new `rules_version`, and a kept match of its own.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.core import engine
from croupier.core.game import AnyGame, AnyTable
from croupier.core.plain import Codec
from croupier.games import find
from croupier.match import load, write_steps
from croupier.store import MatchFolder

KEPT = sorted((Path(__file__).parent / "data" / "matches").iterdir())


@pytest.fixture(params=KEPT, ids=lambda path: path.name)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> MatchFolder:
    """A copy of a kept match."""
    return MatchFolder(Path(shutil.copytree(request.param, tmp_path / "match")))


def test_a_kept_match_opens_and_is_finished(kept: MatchFolder) -> None:
    match = load(kept)
    assert match.finished and match.seed == match.table.draws.seed.hex()
    assert match.game.faults(match.state, match.state) == ()


def _decided_again(kept: MatchFolder) -> list[tuple[str, str]]:
    """(as the journal has it, as it is decided now) of the opening and every step."""
    match = load(kept)
    codec = Codec(match.game.events)
    position = engine.begin(match.game, match.table)
    found = [(json.dumps(write_steps(codec, match.opening)), json.dumps(write_steps(codec, position.steps)))]
    for deadline in match.resolved:
        given = {seat: answers for seat, answers in deadline.answers.items() if answers is not None}
        position = engine.resolve(match.game, match.table, position.state, given)
        found.append((json.dumps(write_steps(codec, deadline.steps)), json.dumps(write_steps(codec, position.steps))))
    return found


def test_every_step_of_a_kept_match_is_decided_as_it_was(kept: MatchFolder) -> None:
    for then, now in _decided_again(kept):
        assert then == now


def test_a_rule_that_has_changed_is_noticed(kept: MatchFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.match.find", lambda slug: _less(find(slug)))
    try:
        assert any(then != now for then, now in _decided_again(kept))
    except Exception as noticed:  # a game of which something is missing may not even get to its end
        assert not isinstance(noticed, AssertionError)


def _less(game: AnyGame) -> AnyGame:
    """The game with the last event of every step that has several left out."""

    def decide(state: Any, moves: Mapping[str, Any], table: AnyTable) -> Sequence[Any]:
        events = tuple(game.decide(state, moves, table))
        return events[:-1] if len(events) > 1 else events

    return replace(game, decide=decide)
