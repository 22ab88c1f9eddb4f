"""What each action does to the grid and the tokens, as properties that hold whatever the numbers are.

Must not repeat the rule cases.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.predictions_chaos.actions import Action, OffByOne, PointSwap
from croupier.games.predictions_chaos.grid import CELLS, LEAST, MOST, SIDE, Cell, Grid, decayed, number_on, square
from croupier.games.predictions_chaos.rounds import blocked_swaps, crossed, decay, off_by_one, stopped, swapped

numbers = st.integers(LEAST, MOST)
grids: st.SearchStrategy[Grid] = st.tuples(*[st.tuples(*[numbers] * SIDE)] * SIDE)
cells = st.sampled_from(CELLS)
signs = st.sampled_from((1, -1))
off_by_ones = st.builds(OffByOne, cells, st.tuples(signs, signs, signs, signs))
swaps = st.tuples(cells, cells).filter(lambda both: both[0] != both[1]).map(PointSwap)


def acts(*found: Action) -> list[tuple[str, Action]]:
    return list(zip("abcdefgh", found, strict=False))


@given(grids, st.lists(off_by_ones, max_size=4))
def test_off_by_one_adds_up_and_holds_once(grid: Grid, found: list[OffByOne]) -> None:
    after = off_by_one(grid, acts(*found))
    for cell in CELLS:
        total = number_on(grid, cell) + sum(by for act in found for at, by in zip(square(act.corner), act.by, strict=True) if at == cell)
        assert number_on(after, cell) == max(LEAST, min(MOST, total))


@given(grids, st.lists(off_by_ones, min_size=2, max_size=4))
def test_the_order_of_off_by_one_does_not_matter(grid: Grid, found: list[OffByOne]) -> None:
    assert len({off_by_one(grid, acts(*order)) for order in permutations(found)}) == 1


def test_a_square_across_the_corner_is_the_four_corners() -> None:
    assert sorted(square((6, 6))) == [(0, 0), (0, 6), (6, 0), (6, 6)]
    assert all(len(set(square(cell))) == 4 for cell in CELLS)


@given(grids, st.lists(swaps, max_size=4))
def test_swaps_keep_all_numbers_and_are_judged_at_once(grid: Grid, found: list[PointSwap]) -> None:
    names = dict(acts(*found))
    idle = blocked_swaps(list(names.items()))
    for name, act in names.items():
        others = {cell for other, theirs in names.items() if other != name and isinstance(theirs, PointSwap) for cell in theirs.cells}
        assert isinstance(act, PointSwap)
        assert (name in idle) == bool(others & set(act.cells))
    done = [act for name, act in names.items() if name not in idle]
    after = swapped(grid, done)
    assert sorted(number for line in after for number in line) == sorted(number for line in grid for number in line)
    assert {swapped(grid, order) for order in permutations(done)} == {after}
    assert swapped(after, done) == grid, "the same swaps again take them back"


@given(grids, st.lists(cells, max_size=6))
def test_decay_takes_two_round_the_scale_once(grid: Grid, tokens: list[Cell]) -> None:
    after = decay(grid, tokens)
    for cell in CELLS:
        old, new = number_on(grid, cell), number_on(after, cell)
        assert (old - new) % 9 == (2 if cell in tokens else 0) and LEAST <= new <= MOST


@pytest.mark.parametrize(("old", "new"), [(4, 2), (0, -2), (-2, -4), (-3, 4), (-4, 3)])
def test_decay_wraps(old: int, new: int) -> None:
    assert decayed(old) == new


borders = st.lists(st.tuples(st.sampled_from("RC"), st.integers(0, SIDE - 1)), max_size=4)


@given(st.sampled_from("RC"), st.integers(0, SIDE - 1), st.integers(-2, 2), borders)
def test_a_wall_only_shortens_a_way(axis: str, line: int, steps: int, walls: list[tuple[str, int]]) -> None:
    left = stopped(axis, line, steps, walls)
    assert abs(left) <= abs(steps) and left * steps >= 0
    assert not set(crossed(axis, line, left)) & set(walls), "what is left crosses no wall"
    assert left == steps or crossed(axis, line, left + (1 if steps > 0 else -1))[-1] in walls, "and it ends right before one"


@given(st.sampled_from("RC"), st.integers(0, SIDE - 1), st.integers(1, 2))
def test_there_and_back_crosses_the_same_borders(axis: str, line: int, steps: int) -> None:
    assert crossed(axis, line, steps) == crossed(axis, (line + steps) % SIDE, -steps)[::-1]
