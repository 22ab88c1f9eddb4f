"""Runs a game's table of functions: begins a match, asks, checks, resolves a step, folds events.

Must not read or write anything, nor know which game it runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .audience import Seat
from .draws import Draws
from .forms import Answers, Form
from .game import ABSENT, AnyGame, AnyTable, Refused, Table
from .problems import Problem

_MOST_SILENT_STEPS = 100


class BrokenInvariant(Exception):
    """A resolution that must not be committed: a fault in croupier, not of a player."""


@dataclass(frozen=True)
class Step:
    """One phase that was resolved, with its events."""

    phase: str
    events: tuple[Any, ...]


@dataclass(frozen=True)
class Resolution:
    """What one deadline brought about: the phases that were resolved, in order, and where that leads."""

    steps: tuple[Step, ...]
    state: Any
    problems: Mapping[str, tuple[Problem, ...]]

    @property
    def events(self) -> tuple[Any, ...]:
        """All events, in order."""
        return tuple(event for step in self.steps for event in step.events)


def lay(game: AnyGame, options: Mapping[str, Any], data: Mapping[str, Any], roster: tuple[str, ...], draws: Draws) -> AnyTable:
    """The table of a match. OptionError where an option cannot be."""
    read = game.read_options(options, data, roster)
    return Table(tuple(seat for seat, _ in game.seats(read, roster)), read, draws)


def fold(game: AnyGame, table: AnyTable, events: Iterable[Any]) -> Any:
    """The state that a match's events, from its set-up on, lead to."""
    state = game.start(table)
    for event in events:
        state = game.evolve(state, event)
    return state


def begin(game: AnyGame, table: AnyTable) -> Resolution:
    """The set-up (a step with no phase), and every step that asks nobody before the first question."""
    opening = Step("", tuple(game.setup(table)))
    silent, state = _run_silent(game, table, fold(game, table, opening.events))
    return Resolution((opening, *silent), state, {})


def asked(game: AnyGame, state: Any, seats: Iterable[str]) -> dict[str, Form]:
    """The form of each seat that this step asks something of, in roster order."""
    if game.outcome(state) is not None or game.needs(state) is not None:
        return {}
    forms = {seat: game.ask(game.view(state, Seat(seat))) for seat in seats}
    return {seat: form for seat, form in forms.items() if form is not None}


def resolve(game: AnyGame, table: AnyTable, state: Any, answers: Mapping[str, Answers]) -> Resolution:
    """One step for all seats at once; a seat without answers is ABSENT. Then every step that asks nobody.

    Raises BrokenInvariant where the result must not be committed.
    """
    moves: dict[str, Any] = {}
    problems: dict[str, tuple[Problem, ...]] = {}
    for seat in table.seats:
        if seat in answers:
            moves[seat], problems[seat] = game.check(game.view(state, Seat(seat)), answers[seat])
        else:
            moves[seat], problems[seat] = ABSENT, ()
    step, state = _decide(game, table, state, moves)
    for event in step.events:
        if isinstance(event, Refused):
            problems[event.seat] = (*problems[event.seat], event.problem)
    silent, state = _run_silent(game, table, state)
    return Resolution((step, *silent), state, problems)


def enter(game: AnyGame, table: AnyTable, state: Any, text: str) -> tuple[Resolution, tuple[Problem, ...]]:
    """What the host has brought, and what comes of it; problems where it cannot be, and then nothing comes of it.

    Raises BrokenInvariant where the result must not be committed.
    """
    events, problems = game.enter(state, text, table)
    if problems:
        return Resolution((), state, {}), problems
    step, after = _fold_step(game, state, events)
    silent, after = _run_silent(game, table, after)
    return Resolution((step, *silent), after, {}), ()


def _run_silent(game: AnyGame, table: AnyTable, state: Any) -> tuple[tuple[Step, ...], Any]:
    steps: list[Step] = []
    while game.outcome(state) is None and game.needs(state) is None and not asked(game, state, table.seats):
        if len(steps) >= _MOST_SILENT_STEPS:
            raise BrokenInvariant(f"{game.slug} goes on without asking anybody")
        step, state = _decide(game, table, state, dict.fromkeys(table.seats, ABSENT))
        steps.append(step)
    return tuple(steps), state


def _decide(game: AnyGame, table: AnyTable, before: Any, moves: Mapping[str, Any]) -> tuple[Step, Any]:
    return _fold_step(game, before, game.decide(before, moves, table))


def _fold_step(game: AnyGame, before: Any, decided: Iterable[Any]) -> tuple[Step, Any]:
    events = tuple(decided)
    after = before
    for event in events:
        after = game.evolve(after, event)
    faults = game.faults(before, after)
    if faults:
        raise BrokenInvariant("; ".join(faults))
    return Step(game.phase(before), events), after
