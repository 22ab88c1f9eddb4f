"""Plays one round: the actions in their order, then the tokens move, score, and the cells under them decay (PC-8 … PC-17).

Must not read what was typed, nor count uses: every action that comes here is valid or void.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from .actions import Action, DoubleMovement, OffByOne, PointSwap, Void, Wall
from .grid import LEAST, MOST, SIDE, Border, Cell, Grid, changed, decayed, number_on, shifted, square
from .pairs import Pair
from .state import Deed, Landing, Round

Steps = tuple[int, int]
"""A submitted move: steps down and to the right."""
Acts = Sequence[tuple[str, Action]]
"""Each player's action, in roster order; a player without one is not there."""


def play_round(number: int, grid: Grid, pairs: Sequence[Pair], tokens: Sequence[Cell], moves: Mapping[str, Steps], acts: Acts) -> Round:
    """A whole round. `tokens` = their cells in the order of the pairs; `moves` by pair."""
    idle = blocked_swaps(acts)
    scored = swapped(off_by_one(grid, acts), [act for name, act in acts if name not in idle])
    walls = [act.border for _, act in acts if isinstance(act, Wall)]
    doubled = Counter(act.pair for _, act in acts if isinstance(act, DoubleMovement))
    landings: list[Landing] = []
    for pair, cell in zip(pairs, tokens, strict=True):
        down, right = moves[pair.name]
        reference = shifted(cell, down, right)
        times = 2 ** doubled[pair.name]
        landed = shifted(cell, times * stopped("R", cell[0], down, walls), times * stopped("C", cell[1], right, walls))
        numbers = number_on(grid, reference), number_on(scored, landed)
        landings.append(Landing(pair.name, cell, down, right, reference, numbers[0], landed, numbers[1], pair.active(number)))
    deeds = tuple(_deed(name, act, landings, idle=name in idle) for name, act in acts)
    nets = {guest: 0 for pair in pairs for guest in pair.guests}
    for landing in landings:
        nets[landing.earner] += landing.number
    return Round(number, grid, scored, decay(scored, [landing.cell for landing in landings]), tuple(landings), deeds, tuple(nets.items()))


def off_by_one(grid: Grid, acts: Acts) -> Grid:
    """PC-9: all of the round's are added up for each cell, and the sum is held between -4 and 4 once."""
    added: Counter[Cell] = Counter()
    for _, act in acts:
        if isinstance(act, OffByOne):
            for cell, by in zip(square(act.corner), act.by, strict=True):
                added[cell] += by
    return changed(grid, {cell: max(LEAST, min(MOST, number_on(grid, cell) + by)) for cell, by in added.items()})


def blocked_swaps(acts: Acts) -> tuple[str, ...]:
    """PC-10: the players whose swap shares a cell with another's, and so has no effect; all are judged at once."""
    named = Counter(cell for _, act in acts if isinstance(act, PointSwap) for cell in act.cells)
    return tuple(name for name, act in acts if isinstance(act, PointSwap) and any(named[cell] > 1 for cell in act.cells))


def swapped(grid: Grid, acts: Sequence[Action]) -> Grid:
    """PC-10: the numbers of each pair of cells exchanged. No cell is in two swaps that have an effect, so their order is none."""
    numbers: dict[Cell, int] = {}
    for act in acts:
        if isinstance(act, PointSwap):
            one, other = act.cells
            numbers |= {one: number_on(grid, other), other: number_on(grid, one)}
    return changed(grid, numbers)


def crossed(axis: str, line: int, steps: int) -> tuple[Border, ...]:
    """PC-11: the borders that a move along an axis crosses from a line, in order. A border's number is that of the line before it."""
    if steps >= 0:
        return tuple((axis, (line + step) % SIDE) for step in range(steps))
    return tuple((axis, (line - step) % SIDE) for step in range(1, -steps + 1))


def stopped(axis: str, line: int, steps: int, walls: Sequence[Border]) -> int:
    """PC-11: what is left of a move along an axis: it ends before the first Wall in its way."""
    way = crossed(axis, line, steps)
    free = next((index for index, border in enumerate(way) if border in walls), len(way))
    return free if steps > 0 else -free


def decay(grid: Grid, tokens: Sequence[Cell]) -> Grid:
    """PC-14: each cell with a token loses 2, once however many tokens are there."""
    return changed(grid, {cell: decayed(number_on(grid, cell)) for cell in tokens})


def affects(act: Action, landing: Landing) -> bool:
    """PC-17: whether an action that has an effect affects a token."""
    match act:
        case OffByOne(corner):
            return landing.cell in square(corner)
        case PointSwap(cells):
            return landing.cell in cells
        case Wall(border):
            ways = crossed("R", landing.start[0], landing.vertical) + crossed("C", landing.start[1], landing.horizontal)
            return border in ways
        case DoubleMovement(pair):
            return landing.pair == pair
        case Void():
            return False


def chaos(landing: Landing) -> int:
    """PC-16: what an affected token is worth to whoever affected it."""
    return abs(landing.number - landing.reference)


def _deed(player: str, act: Action, landings: Sequence[Landing], *, idle: bool) -> Deed:
    effect = "void" if isinstance(act, Void) else "none" if idle else "done"
    affected = () if idle else tuple(landing.pair for landing in landings if affects(act, landing))
    return Deed(player, act.name, effect, affected, act.words())
