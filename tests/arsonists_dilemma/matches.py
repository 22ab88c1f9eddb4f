"""Plays Arsonist's Dilemma by scripts of hand-ins, for the tests of this folder.

Must not hold tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.core import engine
from croupier.core.draws import from_text
from croupier.core.game import AnyTable
from croupier.games.arsonists_dilemma import GAME
from croupier.games.arsonists_dilemma.state import State

P, Q = "Pia", "Quin"
PLAIN = ("1 2 3", "4 5 6", "7 8 9")
Answers = Mapping[str, Any]


def table(**options: Any) -> AnyTable:
    """A table of two with these options."""
    return engine.lay(GAME, options, {}, (P, Q), from_text("arsonists"))


def houses(*layouts: Iterable[str], starts: str = P, **options: Any) -> AnyTable:
    """A table with houses that stand already, all begun by one seat."""
    known = {str(number): list(rows) for number, rows in enumerate(layouts, start=1)}
    return table(layouts=known, starts=dict.fromkeys(known, starts), **options)


def begin(at: AnyTable) -> State:
    state: State = engine.begin(GAME, at).state
    return state


def step(at: AnyTable, state: State, answers: Mapping[str, Answers]) -> engine.Resolution:
    return engine.resolve(GAME, at, state, answers)


def hand_in(at: AnyTable, state: State, answers: Answers) -> State:
    """The state after the asked seat has handed in something that must stand."""
    found = step(at, state, {state.seat: answers})
    assert not found.problems[state.seat], found.problems[state.seat]
    following: State = found.state
    return following


def play(at: AnyTable, *script: Answers) -> State:
    """A match from its beginning, the asked seat's hand-ins one after the other."""
    state = begin(at)
    for answers in script:
        state = hand_in(at, state, answers)
    return state


def burn(number: int) -> Answers:
    return {"burn": number}


ESCAPE: Answers = {"escape": True}


def priced(at: AnyTable, prices: Mapping[int, str] | None = None) -> State:
    """A match whose nine prices are named, 10 times the number unless it is given."""
    given = prices or {}
    return play(at, *({"structure": number, "price": given.get(number, str(10 * number))} for number in range(1, 10)))


def built(at: AnyTable, prices: Mapping[int, str] | None = None) -> State:
    """A match whose four houses are laid out like PLAIN, cell by cell."""
    state = priced(at, prices)
    for house in range(1, 5):
        for place in range(9):
            state = hand_in(at, state, {"structure": place + 1, "house": house, "cell": f"{'ABC'[place % 3]}{place // 3 + 1}"})
    return state
