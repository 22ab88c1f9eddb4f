"""A step of Arsonist's Dilemma: the asked seat's choice in, the events of its turn out, and whose turn is next.

Must not read what was typed: a hand-in has been looked at before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.core.game import Absent, Clock, Outcome, Table

from .choices import Burn, Escape, Move, Price, Purchase, TimeOut
from .events import (
    PRICING,
    PURCHASING,
    Burned,
    Ended,
    Escaped,
    Forfeited,
    HandedIn,
    HouseOver,
    Placed,
    Priced,
    Skipped,
    StartersSet,
    Totals,
    TurnOpened,
    house_phase,
)
from .fire import burn
from .options import Options
from .state import State, evolve, start
from .structures import STRUCTURES

MOST_SKIPS = 3


def setup(table: Table[Options]) -> Sequence[object]:
    """The first price is asked for (AD-1); or, where the houses stand already, the first of them is entered (AD-4)."""
    options = table.options
    if not options.layouts:
        return (TurnOpened(PRICING, options.first, 1),)
    return tuple(_enter_houses(start(table)))


def decide(state: State, moves: Mapping[str, Move | Absent], table: Table[Options]) -> Sequence[object]:
    """One turn. ABSENT where a seat is asked = its clock has run out; what does not stand leaves the turn open (AD-3)."""
    events: list[object] = []
    for seat in table.seats:
        move = moves.get(seat)
        if isinstance(move, Move) and not isinstance(move.choice, TimeOut):
            events.append(HandedIn(seat, move.problems))
    move = moves.get(state.seat)
    choice = move.choice if isinstance(move, Move) else TimeOut()
    if choice is None:
        return events
    if isinstance(choice, TimeOut):
        events.append(HandedIn(state.seat, ()))
    turn = _turn(state, choice)
    return [*events, *turn, *_following(_folded(state, turn))]


def _folded(state: State, events: Sequence[object]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _turn(state: State, choice: object) -> list[object]:
    """What the turn of the asked seat brings about."""
    seat, number, house = state.seat, state.number, state.house
    match choice:
        case Price(structure, price):
            return [Priced(number, seat, structure, price)]
        case Purchase(structure, where, cell):
            return [Placed(number, seat, structure, where, cell, state.prices[structure])]
        case Burn(structure) if house is not None:
            fire = burn(state.layout(house), state.burned(house), structure, number)
            return [Burned(house, number, seat, structure, fire.steps, fire.euphoria, fire.heard)]
        case Escape() | TimeOut() if house is not None:
            return [Escaped(house, number, seat, isinstance(choice, TimeOut))]
        case TimeOut():
            return _skip(state)
    raise ValueError(f"{choice} cannot be in {state.phase}")


def _skip(state: State) -> list[object]:
    """AD-3: the third skip of both phases together is the end."""
    skips = dict(state.skips)[state.seat] + 1
    skipped = Skipped(state.phase, state.number, state.seat, skips)
    return [skipped] if skips < MOST_SKIPS else [skipped, *forfeit(state, state.seat, "")]


def forfeit(state: State, seat: str, reason: str) -> list[object]:
    """AD-3: the other player wins; what was earned so far stays on record."""
    return [Forfeited(seat, reason), Ended(so_far(state), state.other(seat), seat)]


def so_far(state: State) -> Totals:
    """What each has earned: the houses that are over, and the one that is being burned."""
    totals = dict.fromkeys(state.options.seats, 0)
    for house in range(1, state.options.houses + 1):
        for seat, euphoria in state.over.get(house, state.earned(house)):
            totals[seat] += euphoria
    return tuple(totals.items())


def _following(state: State) -> list[object]:
    """Whose turn is next, or what ends here."""
    if state.ended is not None:
        return []
    if state.phase == PRICING and len(state.prices) == len(STRUCTURES):
        return [TurnOpened(PURCHASING, state.other(state.options.first), 1)]
    if state.phase == PURCHASING and all(all(state.layout(house)) for house in range(1, state.options.houses + 1)):
        return _enter_houses(state)
    house = state.house
    if house is None:
        return [TurnOpened(state.phase, state.other(state.seat), state.number + 1)]
    escaped = state.escaped(house)
    collapsed = len(state.burned(house)) == len(STRUCTURES)
    if collapsed or len(escaped) == len(state.options.seats):
        return _leave(state, house, collapsed)
    other = state.other(state.seat)
    return [TurnOpened(state.phase, state.seat if other in escaped else other, state.number + 1)]


def _enter_houses(state: State) -> list[object]:
    """AD-4: who begins in each house is settled, and the first is entered."""
    named = dict(state.options.starts)
    starts = tuple((house, named.get(house) or _spent_less(state, house)) for house in range(1, state.options.houses + 1))
    return [StartersSet(starts), TurnOpened(house_phase(1), starts[0][1], 1)]


def _spent_less(state: State, house: int) -> str:
    """AD-4: who spent more goes second; where both spent the same the DMO goes first."""
    (one, spent), (two, other) = state.spent(house)
    if spent == other:
        return state.options.dmo
    return one if spent < other else two


def _leave(state: State, house: int, collapsed: bool) -> list[object]:
    """AD-6, AD-7: who is inside when all nine burn takes nothing out of the house."""
    escaped = state.escaped(house)
    taken = tuple((seat, 0 if collapsed and seat not in escaped else euphoria) for seat, euphoria in state.earned(house))
    over = HouseOver(house, taken, collapsed)
    if house < state.options.houses:
        return [over, TurnOpened(house_phase(house + 1), state.starts[house + 1], 1)]
    totals = so_far(evolve(state, over))
    return [over, Ended(totals, _winner(state.options, totals), None)]


def _winner(options: Options, totals: Totals) -> str:
    """AD-13: most euphoria; the DMO where both have the same."""
    (one, euphoria), (two, other) = totals
    if euphoria == other:
        return options.dmo
    return one if euphoria > other else two


def clock(state: State) -> Clock | None:
    """AD-3: the time of a turn; the two pauses lie before the first purchase and before the first house is entered after the last."""
    if state.ended is not None:
        return None
    pause = state.number == 1 and not state.options.layouts and state.phase in (PURCHASING, house_phase(1))
    return Clock(state.options.turn_seconds, state.options.pause_seconds if pause else 0)


def outcome(state: State) -> Outcome | None:
    """AD-13, AD-3"""
    if state.ended is None:
        return None
    winner = state.ended.winner
    return Outcome((winner,), places=tuple((seat, 1 if seat == winner else 2) for seat in state.options.seats))
