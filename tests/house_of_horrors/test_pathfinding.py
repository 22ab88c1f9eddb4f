"""Paths equal those of PathFinding.js: reference answers, an oracle of our own, planted faults, Node.js (HH-27).

Must not look at Scares or walks.
"""

from __future__ import annotations

import gzip
import json
import random  # noqa: TID251 - boards for tests, always from a fixed seed
import shutil
import subprocess
from collections.abc import Callable
from functools import lru_cache
from itertools import count, pairwise
from math import inf, sqrt
from pathlib import Path
from typing import Any

import pytest

from croupier.games.house_of_horrors import pathfinding
from croupier.games.house_of_horrors.house import read_square, square_name
from croupier.games.house_of_horrors.pathfinding import Grid, path_names

ROOT = Path(__file__).parents[2]
GOLDEN = {"astar": 3200, "astar_nodiag": 500, "biastar": 3200, "biastar_nodiag": 500, "tiebreak": 604}


@lru_cache(maxsize=8)
def golden(name: str) -> list[dict[str, Any]]:
    """The reference answers of one file; `mode` says which search gave each."""
    with gzip.open(ROOT / "tests" / "data" / "pathfinding" / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        cases: list[dict[str, Any]] = json.load(file)["cases"]
    return [{"mode": name, **case} for case in cases]


def answer(case: dict[str, Any]) -> list[str]:
    """Our path for a reference case."""
    mode = case["mode"]
    return path_names(case["walls"], case["start"], case["end"], diagonal="nodiag" not in mode, both_ends=mode.startswith("bi"))


def cell_of(name: str, width: int) -> int:
    square = read_square(name)
    assert square is not None
    return square[1] * width + square[0]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_reference_answers(name: str) -> None:
    cases = golden(name)
    assert len(cases) == GOLDEN[name]
    different = [case["id"] for case in cases if answer(case) != case["path"]]
    assert different == []


@pytest.mark.parametrize("name", [name for name in GOLDEN if name != "tiebreak"])
def test_lengths_of_the_reference_answers(name: str) -> None:
    layout = Grid(9, 9, frozenset())
    for case in golden(name):
        if case["path"]:
            assert layout.length([cell_of(square, 9) for square in case["path"]]) == pytest.approx(case["length"], abs=1e-6)


def test_length_counts_diagonals_on_narrow_boards_too() -> None:
    assert Grid(2, 2, frozenset()).length([0, 3]) == sqrt(2)
    assert Grid(2, 2, frozenset()).length([1, 2]) == sqrt(2)
    assert Grid(1, 3, frozenset()).length([0, 1, 2]) == 2
    assert Grid(9, 9, frozenset()).length([40]) == 0


# --- mistakes that ports make: the reference answers must catch each -------------------------------------------------


class FirstInFirstOut(pathfinding._Open):
    """Ties go to the entry that was made first."""

    __slots__ = ("turn",)
    counter = count()

    def __init__(self, value: float) -> None:
        super().__init__()
        self.turn = next(self.counter)

    def __lt__(self, other: object) -> bool:
        assert isinstance(other, FirstInFirstOut)
        return (float(self), self.turn) < (float(other), other.turn)


def pop_to_the_left(heap: list[pathfinding._Open]) -> pathfinding._Open:
    """Taking the top, but towards the left one of equal children."""
    top, last = heap[0], heap.pop()
    if heap:
        hole = 0
        while (child := 2 * hole + 1) < len(heap):
            if child + 1 < len(heap) and heap[child + 1] < heap[child]:
                child += 1
            heap[hole] = heap[child]
            hole = child
        heap[hole] = last
        pathfinding._rise(heap, 0, hole)
    return top


def rise_past_equals(heap: list[pathfinding._Open], entry: pathfinding._Open) -> None:
    heap.append(entry)
    place = len(heap) - 1
    while place and heap[place] <= heap[(place - 1) >> 1]:
        heap[place], heap[(place - 1) >> 1] = heap[(place - 1) >> 1], heap[place]
        place = (place - 1) >> 1


def octile(width: int, height: int, goal: int) -> tuple[float, ...]:
    apart = [(abs(cell // width - goal // width), abs(cell % width - goal % width)) for cell in range(width * height)]
    return tuple(max(pair) + (sqrt(2) - 1) * min(pair) for pair in apart)


def around(change: Callable[[list[tuple[int, float]]], list[tuple[int, float]]]) -> Callable[..., list[tuple[int, float]]]:
    honest = Grid._around

    def changed(self: Grid, cell: int, blocked: frozenset[int], diagonal: bool) -> list[tuple[int, float]]:
        return change(honest(self, cell, blocked, diagonal))

    return changed


def corners(beside_free: int) -> Callable[..., list[tuple[int, float]]]:
    """Another corner rule: a diagonal needs this many of the two squares beside it free."""

    def changed(self: Grid, cell: int, blocked: frozenset[int], diagonal: bool) -> list[tuple[int, float]]:
        def free(dx: int, dy: int) -> bool:
            x, y = cell % self.width + dx, cell // self.width + dy
            return 0 <= x < self.width and 0 <= y < self.height and y * self.width + x not in blocked

        steps = [(0, -1), (1, 0), (0, 1), (-1, 0)] + [(-1, -1), (1, -1), (1, 1), (-1, 1)] * diagonal
        return [
            (cell + dy * self.width + dx, sqrt(dx * dx + dy * dy))
            for dx, dy in steps
            if free(dx, dy) and (not (dx and dy) or free(dx, 0) + free(0, dy) >= beside_free)
        ]

    return changed


FAULTS: dict[str, tuple[str, Any]] = {
    "ties first in, first out": ("_Open", FirstInFirstOut),
    "equal children to the left": ("heappop", pop_to_the_left),
    "rising past equals": ("heappush", rise_past_equals),
    "no second pass after a decrease": ("_settle", lambda heap, place: pathfinding._rise(heap, 0, place)),
    "no decrease in the open list": ("_settle", lambda heap, place: None),
    "octile heuristic": ("_distances", octile),
    "root of 2 cut short": ("DIAGONAL", 1.4142),
    "diagonals at 1": ("DIAGONAL", 1.0),
    "gaps open": ("Grid._around", corners(0)),
    "corners not crossed": ("Grid._around", corners(2)),
    "diagonals first": ("Grid._around", around(lambda found: sorted(found, key=lambda pair: -pair[1]))),
    "west first": ("Grid._around", around(lambda found: found[::-1])),
    "clockwise from north": ("Grid._around", around(lambda found: sorted(found, key=lambda pair: (pair[1], pair[0])))),
}


def test_the_harness_of_the_planted_faults_adds_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pathfinding, "grid", pathfinding.grid.__wrapped__)
    monkeypatch.setattr(Grid, "_around", corners(1))
    assert [case["id"] for case in golden("tiebreak") if answer(case) != case["path"]] == []


@pytest.mark.parametrize("fault", FAULTS)
def test_the_reference_answers_catch(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, instead = FAULTS[fault]
    monkeypatch.setattr(pathfinding, "grid", pathfinding.grid.__wrapped__)
    if where == "Grid._around":
        monkeypatch.setattr(Grid, "_around", instead)
    else:
        monkeypatch.setattr(pathfinding, where, instead)
    assert any(answer(case) != case["path"] for case in golden("tiebreak"))


# --- an oracle that knows nothing of A* -----------------------------------------------------------------------------

Board = tuple[list[str], str, str]


def boards(seed: int, number: int) -> list[Board]:
    """Random boards of all shapes with two free squares, which may be one."""
    source = random.Random(seed)
    made: list[Board] = []
    while len(made) < number:
        width, height, density = source.randint(1, 12), source.randint(1, 12), source.choice((0.0, 0.15, 0.3, 0.45))
        rows = ["".join("#" if source.random() < density else "." for _ in range(width)) for _ in range(height)]
        free = [square_name((x, y)) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "."]
        if free:
            made.append((rows, source.choice(free), source.choice(free)))
    return made


def steps_from(rows: list[str], x: int, y: int, diagonal: bool) -> dict[tuple[int, int], float]:
    """The legal steps from a square, told from the rule alone."""

    def free(x: int, y: int) -> bool:
        return 0 <= y < len(rows) and 0 <= x < len(rows[0]) and rows[y][x] == "."

    found: dict[tuple[int, int], float] = {}
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if (dx, dy) == (0, 0) or not free(x + dx, y + dy):
                continue
            if dx and dy:
                if diagonal and (free(x + dx, y) or free(x, y + dy)):
                    found[x + dx, y + dy] = sqrt(2)
            else:
                found[x + dx, y + dy] = 1.0
    return found


def shortest(rows: list[str], start: tuple[int, int], goal: tuple[int, int], diagonal: bool) -> float:
    """The length of a shortest path, by relaxing until nothing changes; inf if there is none."""
    lengths, edge = {start: 0.0}, [start]
    while edge:
        x, y = edge.pop(0)
        for other, step in steps_from(rows, x, y, diagonal).items():
            if lengths[x, y] + step < lengths.get(other, inf) - 1e-12:
                lengths[other] = lengths[x, y] + step
                edge.append(other)
    return lengths.get(goal, inf)


def faults(board: Board, path: list[str], diagonal: bool, both_ends: bool) -> list[str]:
    """What is wrong with a path, whichever search gave it."""
    rows, start, goal = board
    squares = [read_square(name) or (-1, -1) for name in path]
    best = shortest(rows, read_square(start) or (-1, -1), read_square(goal) or (-1, -1), diagonal)
    if not path:
        return [] if best == inf else ["there is a path"]
    found: list[str] = []
    if best == inf:
        found.append("there is no path")
    if (path[0], path[-1]) != (start, goal):
        found.append("ends")
    if len(set(path)) != len(path):
        found.append("a square twice")
    steps = [steps_from(rows, *here, diagonal).get(there, inf) for here, there in pairwise(squares)]
    if sum(steps) == inf:
        found.append("an illegal step")
    if sum(steps) < best - 1e-9 or (not diagonal and not both_ends and sum(steps) != best):
        found.append("length")
    return found


@pytest.mark.parametrize("both_ends", [False, True])
@pytest.mark.parametrize("diagonal", [False, True])
def test_paths_are_legal_and_found_where_there_is_one(diagonal: bool, both_ends: bool) -> None:
    for board in boards(27, 600):
        path = path_names(*board, diagonal=diagonal, both_ends=both_ends)
        assert faults(board, path, diagonal, both_ends) == [], board


def test_the_oracle_sees_bad_paths() -> None:
    board: Board = (["..#.", "....", ".#..", "...."], "A1", "D1")
    assert faults(board, ["A1", "B1", "C2", "D1"], True, False) == []
    assert faults(board, [], True, False) == ["there is a path"]
    assert faults(board, ["A1", "B1", "C1", "D1"], True, False) == ["an illegal step"]
    assert faults(board, ["A1", "B1", "C2", "D1"], False, False) == ["an illegal step", "length"]
    assert faults(board, ["A1", "B1", "C2"], True, False) == ["ends", "length"]
    assert faults(board, ["A1", "B1", "B2", "B1", "C2", "D1"], True, False) == ["a square twice"]
    assert faults(board, ["A1", "A2", "A3", "A4", "B4", "C4", "D4", "D3", "D2", "D1"], False, False) == ["length"]
    assert faults((["..", ".."], "A1", "B2"), ["A1", "B2"], True, False) == []
    assert faults(([".#", "#."], "A1", "B2"), ["A1", "B2"], True, False) == ["there is no path", "an illegal step"]


# --- the edges of the interface -------------------------------------------------------------------------------------


@pytest.mark.parametrize("both_ends", [False, True])
def test_start_and_goal_in_one(both_ends: bool) -> None:
    assert path_names(["...", "..."], "B1", "B1", both_ends=both_ends) == ["B1"]


@pytest.mark.parametrize(
    ("rows", "start"), [([], "A1"), (["..", "."], "A1"), (["..", ".x"], "A1"), (["..", ".."], "C1"), (["..", ".."], "A3"), (["..", ".."], "?")]
)
def test_what_is_no_board_or_square_is_refused(rows: list[str], start: str) -> None:
    with pytest.raises(ValueError, match="board"):
        path_names(rows, start, "A1")


def test_a_search_leaves_no_trace() -> None:
    case = golden("biastar")[1500]
    layout = Grid(9, 9, frozenset(cell for cell, mark in enumerate("".join(case["walls"])) if mark == "#"))
    ends = cell_of(case["start"], 9), cell_of(case["end"], 9)
    assert [layout.find(*ends), layout.find_both_ends(*ends)] == [layout.find(*ends), layout.find_both_ends(*ends)]


def test_the_caches_are_bounded() -> None:
    assert pathfinding.grid.cache_info().maxsize is not None
    assert pathfinding._distances.cache_info().maxsize is not None


# --- the reference itself -------------------------------------------------------------------------------------------


def reference(questions: list[dict[str, Any]]) -> list[list[str]]:
    """Answers of the npm package under Node.js."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    if not (ROOT / "node_modules" / "pathfinding").is_dir():
        pytest.skip("the npm package pathfinding is not installed: run `npm ci`")
    run = subprocess.run(
        [node, str(ROOT / "tests" / "node" / "pathfinding.cjs")],
        input="\n".join(map(json.dumps, questions)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return [[square_name((x, y)) for x, y in json.loads(line)] for line in run.stdout.splitlines()]


@pytest.mark.node
@pytest.mark.parametrize("both_ends", [False, True])
@pytest.mark.parametrize("diagonal", [False, True])
def test_same_paths_as_the_npm_package(diagonal: bool, both_ends: bool) -> None:
    asked = [board for board in boards(1829 + diagonal, 4000) if board[1] != board[2]]
    theirs = reference(
        [
            {"rows": rows, "start": read_square(start), "goal": read_square(goal), "diagonal": diagonal, "bothEnds": both_ends}
            for rows, start, goal in asked
        ]
    )
    ours = [path_names(*board, diagonal=diagonal, both_ends=both_ends) for board in asked]
    assert len(theirs) == len(ours) > 3000
    assert [board for board, our, their in zip(asked, ours, theirs, strict=True) if our != their] == []
