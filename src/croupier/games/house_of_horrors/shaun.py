"""Straight Shaun: slides, turns, and the ways out where no turn helps (HH-31).

Must not know limits or screams; the house and the account of steps are those of `ways.Walker`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .pathfinding import Grid
from .ways import Walker

# (column, row) of the slides in the order in which the pointer cycles: Down, Left, Up, Right.
DIRECTIONS = ((0, 1), (-1, 0), (0, -1), (1, 0))
RIGHT = 3


@dataclass(frozen=True, slots=True)
class Scan:
    """What checking the directions at a square gave: the slide taken, () if all four failed, and whether Right was checked."""

    slide: tuple[int, ...]
    pointer: int  # where the pointer stands afterwards; unmoved if all four failed
    checked_right: bool


class _Floor:
    """The floor under Shaun: what a slide covers, and what he has travelled."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.travelled = {walker.start}

    def slide(self, cell: int, direction: int) -> tuple[int, ...]:
        """The squares that a slide covers, up to a body or the edge, or onto the exit."""
        walker = self.walker
        across, down = DIRECTIONS[direction]
        row, column = divmod(cell, walker.size)
        covered: list[int] = []
        while True:
            column, row = column + across, row + down
            cell = row * walker.size + column
            if not (0 <= column < walker.size and 0 <= row < walker.size) or cell in walker.blocked:
                return tuple(covered)
            covered.append(cell)
            if cell == walker.exit:
                return tuple(covered)

    def works(self, slide: tuple[int, ...]) -> bool:
        """Whether a slide moves, covers a square not yet travelled and does not end on the start (HH-31)."""
        return bool(slide) and slide[-1] != self.walker.start and not self.travelled.issuperset(slide)

    def scan(self, cell: int, pointer: int) -> Scan:
        """Check the directions from the pointer on and take the first that works (HH-31)."""
        for turn in range(4):
            direction = (pointer + turn) % 4
            slide = self.slide(cell, direction)
            if self.works(slide):
                # Right is checked if the pointer has come to it or passed it on the way.
                return Scan(slide, (direction + 1) % 4, (RIGHT - pointer) % 4 <= turn)
        return Scan((), pointer, True)

    def highest_that_helps(self) -> int:
        """The travelled square of highest letter, then highest number, from which some direction works (HH-31).

        In a house with a cardinal way to the exit there is one: somewhere on that way travelled ground meets new
        ground, and where the slide across would end on the start, the slide from the start the other way works.
        """
        size = self.walker.size
        for cell in sorted(self.travelled, key=lambda cell: (cell % size, cell // size), reverse=True):
            if any(self.works(self.slide(cell, direction)) for direction in range(4)):
                return cell
        raise ValueError("Shaun cannot get on: the house is against HH-13")

    def way_over(self, goal: int) -> list[int]:
        """A shortest way over travelled ground, in cardinal steps. The rulings leave its squares open."""
        size = self.walker.size
        untravelled = frozenset(set(range(size * size)) - self.travelled)
        return Grid(size, size, untravelled, diagonal=False).find(self.walker.at, goal)


def walk_in_slides(walker: Walker) -> int:
    """Shaun's walk; 1 each time Right is checked, except while going back (HH-31)."""
    floor, pointer, bonus = _Floor(walker), 0, 0
    walker.stops = [walker.name(walker.start)]
    # The stops of the way that he is on, latest last, and the squares covered from each to the next. A stop where all
    # four directions failed never helps again (travelled ground only grows), so those that he went back past are dropped.
    stops: list[int] = [walker.start]
    covered: list[tuple[int, ...]] = []
    while not walker.out:
        scan = floor.scan(stops[-1], pointer)
        bonus += scan.checked_right
        if not scan.slide:
            scan = _go_back(floor, stops, covered, pointer)
        if not scan.slide:
            target = floor.highest_that_helps()
            walker.follow(floor.way_over(target), "HH-31", "moved")
            stops, covered = [target], []
            walker.stops.append(walker.name(target))
            continue
        walker.follow((walker.at, *scan.slide), "HH-31", "slide")
        floor.travelled.update(scan.slide)
        pointer = scan.pointer
        stops.append(walker.at)
        covered.append(scan.slide)
        walker.stops.append(walker.name(walker.at))
    return bonus


def _go_back(floor: _Floor, stops: list[int], covered: list[tuple[int, ...]], pointer: int) -> Scan:
    """Go back stop by stop to the latest from which some direction works, scanned from the unmoved pointer (HH-31).

    If none helps he stays where he is, for he will move from there.
    """
    for earlier in range(len(stops) - 2, -1, -1):
        scan = floor.scan(stops[earlier], pointer)
        if scan.slide:
            for origin, slide in zip(reversed(stops[earlier:-1]), reversed(covered[earlier:]), strict=True):
                floor.walker.follow((*reversed(slide), origin), "HH-31", "went-back")
            del stops[earlier + 1 :], covered[earlier:]
            if floor.walker.stops is not None:
                floor.walker.stops.append(floor.walker.name(stops[earlier]))
            return scan
    return Scan((), pointer, False)
