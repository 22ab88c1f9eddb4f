"""Functions are functions: no order of seats, no call before, no other match matters, and nothing handed in is changed.

Must not compare runs of Python; what may differ between those is looked at by the journals' bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

import pytest

from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.draws import from_text
from croupier.core.forms import Answers
from croupier.core.game import ABSENT, AnyGame
from croupier.core.problems import Problem
from every_game.kit import Record, audience_name, difference, everybody, play, shown
from every_game.settings import settings

Orders = Iterator[tuple[str, ...]]


def orders(seats: tuple[str, ...]) -> Orders:
    """Some orders of the seats: turned round, shifted, mixed."""
    yield seats[::-1]
    for shift in range(1, len(seats)):
        yield seats[shift:] + seats[:shift]
    stream = from_text("orders of seats").stream("mixed")
    for _ in range(3):
        yield tuple(stream.shuffle(seats))


def moves_of(record: Record, number: int) -> dict[str, Any]:
    """The moves of step `number`, in roster order."""
    game, before, answers = record.game, record.positions[number - 1].state, record.positions[number].answers
    return {seat: game.check(game.view(before, Seat(seat)), answers[seat])[0] if seat in answers else ABSENT for seat in record.table.seats}


def check_order_of_seats(game: AnyGame, record: Record) -> None:
    """Neither the order in which answers are read nor the order of moves matters."""
    table = record.table
    for before, after in record.steps:
        expected = engine.resolve(game, table, before.state, after.answers)
        moves = moves_of(record, after.number)
        decided = list(game.decide(before.state, moves, table))
        for order in orders(table.seats):
            read = {seat: after.answers[seat] for seat in order if seat in after.answers}
            found = engine.resolve(game, table, before.state, read)
            unlike = difference((expected.steps, expected.state, dict(expected.problems)), (found.steps, found.state, dict(found.problems)))
            assert unlike is None, f"read in the order {order}, step {after.number} comes out differently: {unlike}"
            unlike = difference(decided, list(game.decide(before.state, {seat: moves[seat] for seat in order}, table)))
            assert unlike is None, f"decided in the order {order}, step {after.number} comes out differently: {unlike}"


def test_the_order_of_seats_does_not_matter(game: AnyGame) -> None:
    check_order_of_seats(game, play(game, settings(game).short))


def test_catches_who_comes_first_is_served(game: AnyGame) -> None:
    record = play(game, settings(game).short)
    if all(len(position.answers) < 2 for position in record.positions):
        pytest.skip("one seat hands in at a time")

    def decide(state: Any, moves: Mapping[str, Any], table: Any) -> Any:
        last = [seat for seat, move in moves.items() if move is not ABSENT][-1:]
        return game.decide(state, {seat: ABSENT if seat in last else move for seat, move in moves.items()}, table)

    with pytest.raises(AssertionError, match="comes out differently"):
        check_order_of_seats(replace(game, decide=decide), record)


def check_pure(game: AnyGame, record: Record) -> None:
    """Every function gives the same again, later and for equal copies, and leaves what it was given as it was."""
    table = record.table
    for before, after in record.steps:
        _check_evolve(game, before.state, after.resolution.events, after.state)
        for seat, answers in after.answers.items():
            view, kept = game.view(before.state, Seat(seat)), deepcopy(answers)
            judged = game.check(view, answers)
            assert difference(answers, kept) is None, f"looking at what {seat} handed in changed it"
            unlike = difference(judged, game.check(deepcopy(view), kept))
            assert unlike is None, f"what {seat} handed in, looked at twice, comes out differently: {unlike}"
        first = engine.resolve(game, table, before.state, after.answers)
        again = engine.resolve(game, table, deepcopy(before.state), deepcopy(after.answers))
        unlike = difference((first.steps, first.state), (again.steps, again.state))
        assert unlike is None, f"step {after.number}, resolved twice, comes out differently: {unlike}"
        unlike = difference((first.steps, first.state), (after.resolution.steps, after.state))
        assert unlike is None, f"step {after.number} came out differently in the match: {unlike}"
        for audience in everybody(table):
            unlike = difference(shown(game, table, before.state, audience), shown(game, table, before.state, audience))
            assert unlike is None, f"{audience_name(audience)} sees another thing when looking twice: {unlike}"


def _check_evolve(game: AnyGame, before: Any, events: tuple[Any, ...], after: Any) -> None:
    state = before
    for event in events:
        kept = deepcopy(state), deepcopy(event)
        following = game.evolve(state, event)
        unlike = difference((state, event), kept)
        assert unlike is None, f"folding a {type(event).__name__} changed what it was given: {unlike}"
        unlike = difference(following, game.evolve(*kept))
        assert unlike is None, f"folding a {type(event).__name__} twice comes out differently: {unlike}"
        state = following
    assert difference(state, after) is None, "the events do not lead to the state"


def test_functions_are_functions(game: AnyGame) -> None:
    check_pure(game, play(game, settings(game).short))


def must_go_red(fault: AnyGame, game: AnyGame, reason: str) -> None:
    with pytest.raises(AssertionError, match=reason):
        check_pure(fault, play(game, settings(game).short))


def test_catches_a_decision_that_remembers(game: AnyGame) -> None:
    calls: list[int] = []

    def decide(state: Any, moves: Mapping[str, Any], table: Any) -> Any:
        calls.append(1)
        return game.decide(state, moves if len(calls) % 2 else dict.fromkeys(moves, ABSENT), table)

    must_go_red(replace(game, decide=decide), game, "comes out differently")


def test_catches_a_check_that_remembers(game: AnyGame) -> None:
    met: list[str] = []

    def check(view: Any, answers: Answers) -> Any:
        move, problems = game.check(view, answers)
        twice = str(answers) in met
        met.append(str(answers))
        return move, (*problems, Problem("X-1", "somewhere", "duplicate", "That came in before.")) if twice else problems

    must_go_red(replace(game, check=check), game, "looked at twice")


def test_catches_a_check_that_tidies_the_answers(game: AnyGame) -> None:
    def check(view: Any, answers: Answers) -> Any:
        if isinstance(answers, dict):
            answers.setdefault("seen", True)
        return game.check(view, {key: value for key, value in answers.items() if key != "seen"})

    must_go_red(replace(game, check=check), game, "changed it|comes out differently")


def test_catches_a_fold_that_changes_the_state(game: AnyGame) -> None:
    def evolve(state: Any, event: Any) -> Any:
        following = game.evolve(state, event)
        for one in fields(state):
            object.__setattr__(state, one.name, getattr(following, one.name))
        return following

    must_go_red(replace(game, evolve=evolve), game, "changed what it was given")


def test_catches_a_fold_that_counts(game: AnyGame) -> None:
    calls: list[int] = []

    def evolve(state: Any, event: Any) -> Any:
        calls.append(1)
        return game.evolve(state, event) if len(calls) % 2 else state

    must_go_red(replace(game, evolve=evolve), game, "comes out differently|do not lead")


def test_catches_a_view_that_counts_its_readers(game: AnyGame) -> None:
    readers: list[int] = []

    def pictures(view: Any) -> Any:
        readers.append(1)
        return (*game.pictures(view), (f"picture {len(readers)}", None))

    must_go_red(replace(game, pictures=pictures), game, "looking twice")
