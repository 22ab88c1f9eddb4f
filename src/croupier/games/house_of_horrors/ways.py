"""How each Entrant finds his way through a house, step by step (HH-26 to HH-30, HH-32; Shaun's is in `shaun`).

Must not know limits, screams or who walks as whom: a way returns its bonus, the rest is `walks`' business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from croupier.core.draws import Stream

from .catalogue import Square
from .house import House, square_name
from .pathfinding import DIAGONAL, grid

Reason = Literal[
    "start",  # he stands there when the walk begins
    "a-star",  # on the A* path to the exit
    "both-ends",  # on the path of the bi-directional A*
    "run-down",  # Jack runs straight down
    "drawn",  # Red's draw
    "to-zone",  # on the A* path to the activation square that the Wimp has chosen
    "to-exit",  # on the A* path to the exit that the Wimp has chosen
    "slide",  # Shaun slides
    "went-back",  # Shaun goes back along his way to an earlier stop
    "moved",  # Shaun moves over travelled ground to a square from which he gets on
    "own-path",  # the Chao's path, as handed in
    "around-zones",  # Tim's A* path with the activation squares as walls
]
REASONS: tuple[str, ...] = get_args(Reason)

# Lengths are sums of ones and roots of 2: what differs by less is equal (HH-30).
EQUAL_WITHIN = 1e-9


@dataclass(frozen=True, slots=True)
class Step:
    """One square of a walk: the ruling and the reason that led onto it, and the Scare that it triggered."""

    square: str
    rule: str
    reason: Reason
    triggered: str | None = None


class Walker:
    """One entrant on his walk: where he is, what he has triggered, and the account of his steps (HH-26).

    Cells are numbered as in `pathfinding`: row by row from the upper left.
    """

    def __init__(self, house: House) -> None:
        plot = house.plot
        self.house, self.size = house, plot.size
        self.start, self.exit = self.cell(plot.start), self.cell(plot.exit)
        self.blocked = frozenset(self.cell(square) for square in house.bodies if plot.holds(square))
        self.owners = {self.cell(square): index for square, index in house.owners.items()}
        self.grid = grid(self.size, self.size, self.blocked)
        self.at = self.start
        self.spent: set[int] = set()
        self.fears = [0, 0, 0]
        self.activated: list[str] = []
        self.steps = [Step(self.name(self.start), "HH-26", "start")]
        self.stops: list[str] | None = None

    def cell(self, square: Square) -> int:
        return square[1] * self.size + square[0]

    def name(self, cell: int) -> str:
        return square_name((cell % self.size, cell // self.size))

    @property
    def out(self) -> bool:
        """Whether he has left: the exit square ends every walk at once (HH-26)."""
        return self.at == self.exit

    def enter(self, cell: int, rule: str, reason: Reason) -> bool:
        """Step onto a square; True if that triggered its owner, which each Scare does once a walk (HH-26)."""
        self.at = cell
        owner = self.owners.get(cell)
        if owner is None or owner in self.spent:
            self.steps.append(Step(self.name(cell), rule, reason))
            return False
        scare = self.house.standing[owner].scare
        self.spent.add(owner)
        self.activated.append(scare.name)
        self.fears = [fear + more for fear, more in zip(self.fears, scare.fears, strict=True)]
        self.steps.append(Step(self.name(cell), rule, reason, scare.name))
        return True

    def follow(self, path: Sequence[int], rule: str, reason: Reason, *, until_trigger: bool = False) -> bool:
        """Walk a path that begins where he is, no farther than the exit; True if a trigger stopped him before its end."""
        for cell in path[1:]:
            triggered = self.enter(cell, rule, reason)
            if self.out:
                return False
            if triggered and until_trigger:
                return True
        return False

    def path_to_exit(self) -> list[int]:
        """His A* path to the exit (HH-27)."""
        path = self.grid.find(self.at, self.exit)
        if not path:
            raise ValueError(f"no way leads from {self.name(self.at)} to the exit: the house is against HH-13")
        return path


def walk_straight_to_exit(walker: Walker, rule: str = "HH-27") -> int:
    """Zero, and a Chao without a legal path: A* to the exit, no bonus (HH-27, HH-32)."""
    walker.follow(walker.path_to_exit(), rule, "a-star")
    return 0


def walk_from_both_ends(walker: Walker) -> int:
    """Duo: the bi-directional A*, one meter for both; 5 for each final fear divisible by 2, 0 too (HH-27)."""
    walker.path_to_exit()  # a house without a way is refused here as everywhere
    walker.follow(walker.grid.find_both_ends(walker.at, walker.exit), "HH-27", "both-ends")
    return 5 * sum(fear % 2 == 0 for fear in walker.fears)


def walk_with_runs(walker: Walker) -> int:
    """Jack: A*, but each activation on it makes him run down until something stops him; 2 an activation (HH-28)."""
    while not walker.out:
        if not walker.follow(walker.path_to_exit(), "HH-27", "a-star", until_trigger=True):
            continue
        # What the run itself triggers counts, but does not lengthen it: it ends at a body or the edge anyway.
        while not walker.out:
            below = walker.at + walker.size
            if below >= walker.size * walker.size or below in walker.blocked:
                break
            walker.enter(below, "HH-28", "run-down")
    return 2 * len(walker.activated)


def walk_by_draw(walker: Walker, stream: Stream) -> int:
    """Red: each step drawn among those that leave a way to the exit over unvisited squares; 1 per full 6 steps (HH-29)."""
    # Its cells are listed in the order of the draw: Up, Right, Down, Left.
    neighbours = grid(walker.size, walker.size, walker.blocked, diagonal=False).neighbours
    unvisited = set(range(walker.size * walker.size)) - walker.blocked - {walker.start}
    while not walker.out:
        # A square can reach the exit over unvisited squares exactly if the exit can reach it.
        hopeful, edge = {walker.exit}, [walker.exit]
        while edge:
            for cell, _ in neighbours[edge.pop()]:
                if cell in unvisited and cell not in hopeful:
                    hopeful.add(cell)
                    edge.append(cell)
        step = stream.choice([cell for cell, _ in neighbours[walker.at] if cell in hopeful])
        unvisited.discard(step)
        walker.enter(step, "HH-29", "drawn")
    return (len(walker.steps) - 1) // 6


def walk_to_nearest(walker: Walker) -> int:
    """Wimp: to the nearest square of an unspent Scare, chosen anew after each trigger, until the exit is strictly
    nearer (not asked at the first choice) or nothing is left; 2 an activation (HH-30).
    """
    first = True
    while not walker.out:
        goal, way_out = nearest_unspent(walker), walker.path_to_exit()
        nearer = bool(goal) and walker.grid.length(way_out) < walker.grid.length(goal) - EQUAL_WITHIN
        if not goal or (nearer and not first):
            walker.follow(way_out, "HH-30", "to-exit", until_trigger=True)
        else:
            walker.follow(goal, "HH-30", "to-zone", until_trigger=True)
        first = False
    return 2 * len(walker.activated)


def nearest_unspent(walker: Walker) -> list[int]:
    """The A* path to the nearest activation square of an unspent Scare, [] if none can be reached (HH-30).

    Equal lengths: the higher letter, then the higher number.
    """
    size = walker.size
    row, column = divmod(walker.at, size)
    candidates: list[tuple[float, int]] = []
    for cell, owner in walker.owners.items():
        if owner not in walker.spent:
            apart = abs(cell // size - row), abs(cell % size - column)
            # No path is shorter than the way over open ground: most candidates need no search.
            candidates.append((max(apart) + (DIAGONAL - 1) * min(apart), cell))
    candidates.sort()
    best: list[int] = []
    best_length = 0.0
    for at_least, cell in candidates:
        if best and at_least > best_length + EQUAL_WITHIN:
            break
        path = walker.grid.find(walker.at, cell)
        if not path:
            continue
        longer = walker.grid.length(path) - best_length
        higher = bool(best) and (cell % size, cell // size) > (best[-1] % size, best[-1] // size)
        if not best or longer < -EQUAL_WITHIN or (longer <= EQUAL_WITHIN and higher):
            best, best_length = path, best_length + longer
    return best


def walk_own_path(walker: Walker, path: Sequence[int]) -> int:
    """Chao: the path that the player handed in, already checked; no bonus (HH-32)."""
    walker.follow(path, "HH-32", "own-path")
    return 0


def walk_around_zones(walker: Walker) -> int:
    """Tim: A* with the activation squares as walls, for the corner rule too; if that leaves no path, plain A* (HH-32)."""
    path = grid(walker.size, walker.size, walker.blocked.union(walker.owners)).find(walker.at, walker.exit)
    if path:
        walker.follow(path, "HH-32", "around-zones")
        return 0
    return walk_straight_to_exit(walker, "HH-32")
