"""Measures the path search against PathFinding.js and the PyPI package `pathfinding`, and all walks of a match, in one run.

Must not judge: it prints a table; goals stand beside the figures.

Usage: python bench/pathfinding.py
"""

from __future__ import annotations

import gc
import gzip
import json
import random  # noqa: TID251 - furnished houses, from a fixed seed
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.table import Table

from croupier.core.draws import from_text
from croupier.games.house_of_horrors import pathfinding, roster
from croupier.games.house_of_horrors.catalogue import TURNS, read_catalogue
from croupier.games.house_of_horrors.house import House, Plot, read_square, square_name, stand
from croupier.games.house_of_horrors.walks import walk, whose_way

ROOT = Path(__file__).parents[1]
ROUNDS = 15
SEARCHES = ("astar", "biastar", "astar_nodiag", "biastar_nodiag")
GOAL_PATH = 20.0  # microseconds
GOAL_MATCH = 50.0  # milliseconds
Question = tuple[list[str], tuple[int, int], tuple[int, int], list[str]]


def golden(search: str) -> list[Question]:
    """(rows, start, goal, path) of each reference answer."""
    with gzip.open(ROOT / "tests" / "data" / "pathfinding" / f"{search}.json.gz", "rt", encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    return [(case["walls"], read_square(case["start"]) or (0, 0), read_square(case["end"]) or (0, 0), case["path"]) for case in cases]


def best_of(rounds: int, work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Seconds of the fastest round; `before` is done ahead of each and not counted."""
    fastest = float("inf")
    gc.disable()
    for _ in range(rounds):
        before()
        begun = perf_counter()
        work()
        fastest = min(fastest, perf_counter() - begun)
        gc.enable()
        gc.collect()
        gc.disable()
    gc.enable()
    return fastest


def ours(search: str, questions: list[Question]) -> tuple[float, int]:
    """(microseconds a path with the neighbours cached, how many paths differ from the reference answers)"""
    prepared = []
    for rows, (x, y), (to_x, to_y), path in questions:
        blocked = frozenset(cell for cell, mark in enumerate("".join(rows)) if mark == "#")
        layout = pathfinding.Grid(9, 9, blocked, "nodiag" not in search)
        find = layout.find_both_ends if search.startswith("bi") else layout.find
        prepared.append((find, y * 9 + x, to_y * 9 + to_x, path))
    different = sum([square_name((cell % 9, cell // 9)) for cell in find(start, goal)] != path for find, start, goal, path in prepared)

    def work() -> None:
        for find, start, goal, _ in prepared:
            find(start, goal)

    return best_of(ROUNDS, work) / len(prepared) * 1e6, different


def package(search: str, questions: list[Question]) -> tuple[float, int]:
    """The same for the PyPI package, set to the same search; building and cleaning its grids is not counted."""
    # This script has the package's name, and a script's own folder is looked into first.
    sys.path[:] = [folder for folder in sys.path if Path(folder).resolve() != Path(__file__).resolve().parent]
    from pathfinding.core.diagonal_movement import DiagonalMovement
    from pathfinding.core.grid import Grid
    from pathfinding.core.heuristic import manhattan
    from pathfinding.finder.a_star import AStarFinder
    from pathfinding.finder.bi_a_star import BiAStarFinder

    finder = (BiAStarFinder if search.startswith("bi") else AStarFinder)(
        heuristic=manhattan, diagonal_movement=DiagonalMovement.never if "nodiag" in search else DiagonalMovement.if_at_most_one_obstacle
    )
    prepared = []
    for rows, start, goal, path in questions:
        grid = Grid(matrix=[[int(mark == ".") for mark in row] for row in rows])
        prepared.append((grid, grid.node(*start), grid.node(*goal), path))
    different = 0
    for grid, start, goal, path in prepared:
        found, _ = finder.find_path(start, goal, grid)
        different += [square_name((node.x, node.y)) for node in found] != path

    def clean() -> None:
        for grid, _, _, _ in prepared:
            grid.cleanup()

    def work() -> None:
        for grid, start, goal, _ in prepared:
            finder.find_path(start, goal, grid)

    return best_of(7, work, clean) / len(prepared) * 1e6, different


def reference(search: str, questions: list[Question]) -> float | None:
    """Microseconds a path of PathFinding.js under Node.js; None where one of them is missing."""
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules" / "pathfinding").is_dir():
        return None
    asked = [
        {"rows": rows, "start": start, "goal": goal, "diagonal": "nodiag" not in search, "bothEnds": search.startswith("bi")}
        for rows, start, goal, _ in questions
    ]
    run = subprocess.run(
        [node, str(ROOT / "tests" / "node" / "pathfinding.cjs"), "--time", str(ROUNDS)],
        input="\n".join(map(json.dumps, asked)),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(json.loads(run.stdout)["microseconds"])


def furnished(source: random.Random) -> House:
    """A full house: as many pieces as a good buyer has, wherever they may stand."""
    text = files("croupier.games.house_of_horrors").joinpath("scares.toml").read_text(encoding="utf-8")
    catalogue = read_catalogue(tomllib.loads(text))
    house = House(Plot(9, (0, 8), (8, 0)))
    scares = [*(source.choice(catalogue.drawn) for _ in range(30)), *[catalogue.by_name["Wall"]] * 10]
    for scare in scares:
        standing = stand(scare, (source.randrange(9), source.randrange(9)), source.choice(TURNS))
        if house.fault(standing) is None:
            house = house.with_piece(standing)
    return house


def all_walks(seed: int) -> tuple[float, int, dict[str, float]]:
    """(milliseconds, pieces, milliseconds by way) of the 36 walks of a match of nine, the fastest of some rounds; nothing is cached from before."""
    source = random.Random(seed)
    sold = [entrant.name for entrant in roster.ENTRANTS for _ in range(4)]
    # Entrant number i of the 36 goes to house i modulo 9: each house gets four different ones, in order of entry.
    entrants = [sold[house::9] for house in range(9)]
    houses = [furnished(source) for _ in range(9)]
    draws = from_text("croupier")
    rounds: list[dict[str, float]] = []

    def forget() -> None:
        pathfinding.grid.cache_clear()
        pathfinding._distances.cache_clear()

    def work() -> None:
        taken: dict[str, float] = {}
        for number, house in enumerate(houses):
            for index, (name, as_) in enumerate(zip(entrants[number], whose_way(entrants[number]), strict=True)):
                begun = perf_counter()
                walk(House(house.plot, house.standing), name, as_, stream=draws.stream(f"paths/red/{number}/{index}"))
                taken[as_] = taken.get(as_, 0) + (perf_counter() - begun) * 1e3
        rounds.append(taken)

    whole = best_of(7, work, forget) * 1e3
    return whole, sum(len(house.standing) for house in houses), min(rounds, key=lambda taken: sum(taken.values()))


def main() -> None:
    console = Console(width=120)  # narrower, the figures would be cut
    table = Table(title=f"Microseconds a path on the reference boards (goal: {GOAL_PATH:.0f} or less)")
    for title in ("search", "boards", "croupier", "differ", "PathFinding.js", "ours : js", f"PyPI {version('pathfinding')}", "differ", "PyPI : ours"):
        table.add_column(title, justify="right")
    for search in SEARCHES:
        questions = golden(search)
        mine, different = ours(search, questions)
        script, (theirs, others) = reference(search, questions), package(search, questions)
        table.add_row(
            *(search, str(len(questions)), f"{mine:.1f}", str(different)),
            *(("-", "-") if script is None else (f"{script:.1f}", f"{mine / script:.2f}")),
            *(f"{theirs:.1f}", str(others), f"{theirs / mine:.1f}"),
        )
    console.print(table)
    walks = Table(title=f"All 36 walks of a match of nine, in milliseconds (goal: under {GOAL_MATCH:.0f})", min_width=60)
    for title in ("match", "pieces", "all walks", "the slowest way (4 walks and those of Leboss)"):
        walks.add_column(title, justify="right")
    for seed in range(5):
        whole, pieces, taken = all_walks(seed)
        slowest = max(taken, key=lambda name: taken[name])
        walks.add_row(str(seed), str(pieces), f"{whole:.1f}", f"{slowest} {taken[slowest]:.1f}")
    console.print(walks)


if __name__ == "__main__":
    main()
