"""A* and bi-directional A* that give square for square the paths of PathFinding.js 0.4.18 (HH-27).

Must not know Scares, zones or Entrants: it sees a board of free and blocked cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import groupby, pairwise
from math import inf, sqrt
from operator import itemgetter

from .house import read_square, square_name

DIAGONAL = sqrt(2)  # the length of a diagonal step, to the last bit what PathFinding.js adds
_CLOSED = -1.0  # stands in the list of costs for a closed cell: nothing is ever cheaper


class _Open(float):
    """An entry of the open list: the cell's f, by which alone entries are compared, and the cell itself.

    A tuple would break ties by its second part; PathFinding.js leaves them to the shape of the heap, as `heapq` does
    with entries that are equal.
    """

    __slots__ = ("cell",)
    cell: int


def _exchange(heap: list[_Open], entry: _Open) -> None:
    """Put a smaller entry in the place of its cell's former one, and that in order, as the reference does."""
    cell = entry.cell
    for place, former in enumerate(heap):
        if former.cell == cell:
            heap[place] = entry
            _settle(heap, place)
            return
    raise AssertionError("an open cell has an entry in its open list")


def _settle(heap: list[_Open], place: int) -> None:
    """Bring the entry that has become smaller to where the reference has it.

    It rises from its place; then whatever is at that place now is sunk to a leaf, always towards the smaller child
    (of equal ones the right), and rises again, but not above that place. The second pass looks needless, yet it
    moves equal entries, so without it some paths differ.
    """
    _rise(heap, 0, place)
    hole, last = place, len(heap) - 1
    sunk = heap[place]
    while (child := 2 * hole + 1) <= last:
        if child < last and not heap[child] < heap[child + 1]:
            child += 1
        heap[hole] = heap[child]
        hole = child
    heap[hole] = sunk
    _rise(heap, place, hole)


def _rise(heap: list[_Open], top: int, place: int) -> None:
    """Move an entry past its parents while it is strictly smaller, but not above `top`."""
    entry = heap[place]
    while place > top:
        above = (place - 1) >> 1
        if not entry < heap[above]:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry


@lru_cache(maxsize=512)
def _distances(width: int, height: int, goal: int) -> tuple[int, ...]:
    """Manhattan distance of every cell from the goal."""
    goal_row, goal_column = divmod(goal, width)
    return tuple(abs(column - goal_column) + abs(row - goal_row) for row in range(height) for column in range(width))


class Grid:
    """A layout of free and blocked cells with the neighbours of every cell worked out. Never changed once built.

    Cells are numbered row by row from the upper left: cell = row * width + column.
    """

    __slots__ = ("height", "neighbours", "rings", "width")

    def __init__(self, width: int, height: int, blocked: frozenset[int], diagonal: bool = True) -> None:
        self.width, self.height = width, height
        # For each cell its free neighbours with the length of the step, in the order in which the search looks at them.
        # Blocked cells have theirs too, as in the reference: a search may begin in one.
        self.neighbours = tuple(tuple(self._around(cell, blocked, diagonal)) for cell in range(width * height))
        # The same in runs of one length, so that a search adds each length only once.
        self.rings = tuple(
            tuple((step, tuple(other for other, _ in run)) for step, run in groupby(around, key=itemgetter(1))) for around in self.neighbours
        )

    def _around(self, cell: int, blocked: frozenset[int], diagonal: bool) -> list[tuple[int, float]]:
        """N, E, S, W, then NW, NE, SE, SW; a diagonal needs one of the two cells beside it free (HH-27)."""
        width = self.width
        row, column = divmod(cell, width)
        up, right, down, left = row > 0, column < width - 1, row < self.height - 1, column > 0
        north, south = up and cell - width not in blocked, down and cell + width not in blocked
        east, west = right and cell + 1 not in blocked, left and cell - 1 not in blocked
        found: list[tuple[int, float]] = []
        for free, other in ((north, cell - width), (east, cell + 1), (south, cell + width), (west, cell - 1)):
            if free:
                found.append((other, 1.0))
        if diagonal:
            for inside, beside, other in (
                (up and left, north or west, cell - width - 1),
                (up and right, north or east, cell - width + 1),
                (down and right, south or east, cell + width + 1),
                (down and left, south or west, cell + width - 1),
            ):
                if inside and beside and other not in blocked:
                    found.append((other, DIAGONAL))
        return found

    def find(self, start: int, goal: int) -> list[int]:
        """The A* path, both ends included; [] if there is none (HH-27)."""
        rings, ahead = self.rings, _distances(self.width, self.height, goal)
        cells = self.width * self.height
        costs, parents = [inf] * cells, [start] * cells
        first = _Open(0.0)
        first.cell = start
        costs[start] = 0.0
        heap = [first]
        while heap:
            cell = heappop(heap).cell
            if cell == goal:
                return _trail(parents, start, goal)
            cost = costs[cell]
            costs[cell] = _CLOSED
            for step, others in rings[cell]:
                reached = cost + step
                for other in others:
                    known = costs[other]
                    if reached < known:
                        entry = _Open(reached + ahead[other])
                        entry.cell = other
                        costs[other] = reached
                        parents[other] = cell
                        if known == inf:
                            heappush(heap, entry)
                        else:
                            _exchange(heap, entry)
        return []

    def find_both_ends(self, start: int, goal: int) -> list[int]:
        """The path of the bi-directional A*, from start to goal, both included; [] if there is none (HH-27)."""
        if start == goal:
            return [start]
        rings = self.rings
        cells = self.width * self.height
        costs, parents = [inf] * cells, [start] * cells
        sides: list[list[_Open] | None] = [None] * cells  # the open list to which a cell was put
        turns: list[tuple[list[_Open], tuple[int, ...]]] = []
        for end, aim in ((start, goal), (goal, start)):
            entry = _Open(0.0)
            entry.cell = end
            heap = [entry]
            costs[end], sides[end] = 0.0, heap
            turns.append((heap, _distances(self.width, self.height, aim)))
        from_start, from_goal = turns[0][0], turns[1][0]
        while from_start and from_goal:
            for heap, ahead in turns:
                cell = heappop(heap).cell
                cost = costs[cell]
                costs[cell] = _CLOSED
                for step, others in rings[cell]:
                    reached = cost + step
                    for other in others:
                        known = costs[other]
                        if known == _CLOSED:
                            continue
                        side = sides[other]
                        if side is None:
                            sides[other] = heap
                        elif side is not heap:
                            # The first contact wins, even where a later one would be shorter.
                            near, far = (cell, other) if heap is from_start else (other, cell)
                            return _trail(parents, start, near) + _trail(parents, goal, far)[::-1]
                        if reached < known:
                            entry = _Open(reached + ahead[other])
                            entry.cell = other
                            costs[other] = reached
                            parents[other] = cell
                            if known == inf:
                                heappush(heap, entry)
                            else:
                                _exchange(heap, entry)
        return []

    def length(self, path: Sequence[int]) -> float:
        """The length of a path: 1 for a straight step, the root of 2 for a diagonal one (HH-30)."""
        # Counted, not added up one by one, so that equal paths have equal lengths to the last bit.
        straight = sum(here // self.width == there // self.width or here % self.width == there % self.width for here, there in pairwise(path))
        return straight + (len(path) - 1 - straight) * DIAGONAL


def _trail(parents: list[int], root: int, cell: int) -> list[int]:
    """From the root of a search to a cell that it has reached."""
    trail = [cell]
    while cell != root:
        cell = parents[cell]
        trail.append(cell)
    trail.reverse()
    return trail


@lru_cache(maxsize=128)
def grid(width: int, height: int, blocked: frozenset[int], diagonal: bool = True) -> Grid:
    """The grid of a layout; the latest ones are kept, for a house is walked many times."""
    return Grid(width, height, blocked, diagonal)


def path_names(rows: Sequence[str], start: str, goal: str, *, diagonal: bool = True, both_ends: bool = False) -> list[str]:
    """The path on a board drawn in rows of "." and "#", row 1 first, as square names; [] if there is none (HH-27).

    `diagonal` False: steps up, right, down and left only. `both_ends`: the bi-directional search.
    """
    width = len(rows[0]) if rows else 0
    if any(len(row) != width for row in rows) or set("".join(rows)) - {".", "#"}:
        raise ValueError('a board has rows of equal length, drawn with "." and "#"')
    ends: list[int] = []
    for name in (start, goal):
        square = read_square(name)
        if square is None or not (0 <= square[0] < width and 0 <= square[1] < len(rows)):
            raise ValueError(f"{name!r} is no square of the board")
        ends.append(square[1] * width + square[0])
    blocked = frozenset(cell for cell, mark in enumerate("".join(rows)) if mark == "#")
    layout = grid(width, len(rows), blocked, diagonal)
    path = layout.find_both_ends(*ends) if both_ends else layout.find(*ends)
    return [square_name((cell % width, cell // width)) for cell in path]
