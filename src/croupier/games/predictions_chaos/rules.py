"""A step of Predictions / Chaos: all moves in, the events of the phase out.

Must not read what was typed: a hand-in has been looked at before, seat by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.core.draws import Draws
from croupier.core.game import ABSENT, Absent, Refused, Table

from . import rounds
from .actions import Action
from .ending import end
from .grid import LEAST, MOST, SIDE, Grid
from .handin import Move, check
from .options import Options
from .pairs import Pair, fair_assignments, make_pairs
from .predictions import read_predictions, score
from .state import (
    PRE_GAME,
    ROUNDS,
    Earned,
    Earning,
    Gift,
    Given,
    HandedIn,
    Laid,
    PhaseOpened,
    Placed,
    Predicted,
    Received,
    RoundPlayed,
    Start,
    State,
    evolve,
    phase_of,
)
from .views import seat_view


def setup(table: Table[Options]) -> Sequence[object]:
    """The grid is laid and the guests are paired (PC-1, PC-2, PC-3); with `starts`, round 1 opens at once."""
    options, draws = table.options, table.draws
    fair = tuple(fair_assignments())
    vertical = options.vertical or draws.stream("setup/axes").choice(fair)
    active = options.active or draws.stream("setup/active").choice(fair)
    pairs = make_pairs(options.guests, vertical, active)
    laid = Laid(options.grid or draw_grid(draws), pairs)
    if options.starts is None:
        return laid, PhaseOpened(PRE_GAME)
    placed = [Placed(Start(pair.name, cell, ())) for pair, cell in zip(pairs, options.starts, strict=True)]
    return laid, *_given_picks(options), *placed, PhaseOpened(phase_of(1))


def draw_grid(draws: Draws) -> Grid:
    """PC-1: 49 numbers, row by row."""
    stream = draws.stream("setup/grid")
    return tuple(tuple(stream.below(MOST - LEAST + 1) + LEAST for _ in range(SIDE)) for _ in range(SIDE))


def _given_picks(options: Options) -> list[Predicted]:
    """The predictions of a match that begins at round 1."""
    given = dict(options.picks)
    events: list[Predicted] = []
    for player in options.players:
        table: dict[str, dict[str, str]] = {}
        for number, role, guest in given.get(player, ()):
            table.setdefault(number, {})[role] = guest
        events.append(Predicted(player, read_predictions(table, options.guests)[0]))
    return events


def decide(state: State, moves: Mapping[str, Move | Absent], table: Table[Options]) -> Sequence[object]:
    """One step. A seat that is ABSENT is judged as one that handed in nothing, and told what that cost it."""
    events: list[object] = []
    standing: dict[str, Move] = {}
    for seat in table.seats:
        move = moves.get(seat, ABSENT)
        if isinstance(move, Absent):
            standing[seat], problems = check(seat_view(state, seat), {})
            events += [HandedIn(seat, (), absent=True), *(Refused(seat, problem) for problem in problems)]
        else:
            standing[seat] = move
            events.append(HandedIn(seat, move.problems))
    events += _gifts(state, standing)
    if state.phase == PRE_GAME:
        return [*events, *_pre_game(state, standing, table)]
    return [*events, *_round(state, events, standing, table)]


def _gifts(state: State, moves: Mapping[str, Move]) -> list[object]:
    """PC-19: what goes to each guest, and what each guest gets of it."""
    given = [Gift(state.phase, player.name, guest, count) for player in state.players for guest, count in moves[player.name].gifts]
    sums = [(guest.name, sum(gift.garnets for gift in given if gift.guest == guest.name)) for guest in state.guests]
    return [*(Given(gift) for gift in given), *(Received(name, count) for name, count in sums if count)]


def _pre_game(state: State, moves: Mapping[str, Move], table: Table[Options]) -> list[object]:
    """PC-4, PC-5"""
    predicted = [Predicted(player.name, moves[player.name].picks) for player in state.players]
    placed = [Placed(_start(pair, moves, table.draws)) for pair in state.pairs]
    return [*predicted, *placed, PhaseOpened(phase_of(1))]


def _start(pair: Pair, moves: Mapping[str, Move], draws: Draws) -> Start:
    """PC-4: the row of the vertical guest and the column of the horizontal one; what is missing is drawn."""
    lines: list[int] = []
    drawn: list[str] = []
    for guest, what in zip(pair.guests, ("row", "column"), strict=True):
        line = dict(moves[guest].starts).get(pair.name)
        if line is None:
            line = draws.stream(f"pre-game/{pair.name}/{what}").below(SIDE)
            drawn.append(what)
        lines.append(line)
    return Start(pair.name, (lines[0], lines[1]), tuple(drawn))


def _round(state: State, before: Sequence[object], moves: Mapping[str, Move], table: Table[Options]) -> list[object]:
    """PC-6 … PC-18"""
    steps = {pair.name: _steps(pair, moves) for pair in state.pairs}
    acts: list[tuple[str, Action]] = []
    for player in state.players:
        action = moves[player.name].action
        if action is not None:
            acts.append((player.name, action))
    played = rounds.play_round(state.number, state.grid, state.pairs, state.tokens, steps, acts)
    events: list[object] = [RoundPlayed(played)]
    deeds = {deed.player: deed for deed in played.deeds}
    for player in state.players:
        pick = player.picks[state.number - 1]
        deed = deeds.get(player.name)
        chaos = tuple((landing.pair, rounds.chaos(landing)) for landing in played.landings if deed and landing.pair in deed.affected)
        events.append(Earned(player.name, state.number, Earning(*score(pick, dict(played.nets)), chaos)))
    if state.number < ROUNDS:
        return [*events, PhaseOpened(phase_of(state.number + 1))]
    after = state
    for event in (*before, *events):
        after = evolve(after, event)
    return [*events, *end(after, table.draws)]


def _steps(pair: Pair, moves: Mapping[str, Move]) -> rounds.Steps:
    """PC-6: the move of a token, 0 where none stands."""
    down, right = (dict(moves[guest].steps).get(pair.name, 0) for guest in pair.guests)
    return down, right
