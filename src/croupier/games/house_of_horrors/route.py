"""Draws the way of one walk: its line with arrows, its stops, and the numbers of what it triggered.

Must not know the house that it is drawn over, only where the middle of a square lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from croupier.core.picture import Disc, Label, Path, Shape

from .catalogue import Square
from .house import read_square
from .walks import Step, Walk

LINE, QUIET, CASING, COUNTER, INK = "#1b2a6b", "#6f7aa8", "#fffdf6", "#ffc93c", "#211b14"
QUIET_REASONS = frozenset({"went-back", "moved"})  # over ground already travelled, in search of a way on

Point = tuple[int, int]


@dataclass(frozen=True)
class Route:
    """`line` goes over the house, `marks` over everything."""

    line: tuple[Shape, ...]
    marks: tuple[Shape, ...]


@dataclass(frozen=True)
class _Leg:
    """One step from square to square; legs over the same ground lie beside one another."""

    begin: Point
    end: Point
    quiet: bool

    @property
    def middle(self) -> Point:
        return (self.begin[0] + self.end[0]) // 2, (self.begin[1] + self.end[1]) // 2


def route_shapes(walk: Walk, square: int, centre: Callable[[Square], Point]) -> Route:
    """The way of a walk on squares of a size, whose middles `centre` knows."""
    places = [_place(step.square) for step in walk.steps]
    legs = list(_legs(walk.steps, places, square, centre))
    return Route(tuple(_line(legs, square)), tuple(_marks(walk, places, square, centre)))


def _place(name: str) -> Square:
    square = read_square(name)
    if square is None:
        raise ValueError(f"{name!r} is no square")
    return square


def _legs(steps: tuple[Step, ...], places: list[Square], square: int, centre: Callable[[Square], Point]) -> Iterator[_Leg]:
    passed: Counter[tuple[Square, Square]] = Counter()
    gap = square // 6
    for here, there, step in zip(places, places[1:], steps[1:], strict=False):
        ground = (here, there) if here < there else (there, here)
        lane = passed[ground]
        passed[ground] += 1
        side = (lane + 1) // 2 * (1 if lane % 2 else -1) * gap
        across, down = ground[1][0] - ground[0][0], ground[1][1] - ground[0][1]
        if across and down:
            side = side * 2 // 3
        (x, y), (to_x, to_y) = centre(here), centre(there)
        shift_x, shift_y = -down * side, across * side
        yield _Leg((x + shift_x, y + shift_y), (to_x + shift_x, to_y + shift_y), step.reason in QUIET_REASONS)


def _line(legs: list[_Leg], square: int) -> Iterator[Shape]:
    """First the light casing of everything, so that no part of the way is cut by another; then the line, then the arrows."""
    thick = 4 if square >= 40 else 3
    points = [point for leg in legs for point in (leg.begin, leg.end)]
    if points:
        yield Path(_without_repeats(points), CASING, thick + 4)
    for leg, before in zip(legs, [None, *legs], strict=False):
        if before and before.end != leg.begin:
            yield Path((before.end, leg.begin), QUIET if leg.quiet else LINE, 2 if leg.quiet else thick)
        if leg.quiet:
            yield from _dashes(leg)
        else:
            yield Path((leg.begin, leg.end), LINE, thick)
    for number, leg in enumerate(legs):
        last = number == len(legs) - 1
        if last or (number and (number % 2 or leg.quiet != legs[number + 1].quiet)):  # the mark of the start would hide the first
            yield from _arrow(leg, square)


def _without_repeats(points: list[Point]) -> tuple[Point, ...]:
    return tuple(point for point, before in zip(points, [None, *points], strict=False) if point != before)


def _dashes(leg: _Leg) -> Iterator[Shape]:
    """Three short strokes a leg."""
    (x, y), (to_x, to_y) = leg.begin, leg.end
    for part in (1, 5, 9):
        begin = (x + (to_x - x) * part // 12, y + (to_y - y) * part // 12)
        end = (x + (to_x - x) * (part + 2) // 12, y + (to_y - y) * (part + 2) // 12)
        yield Path((begin, end), QUIET, 2)


def _arrow(leg: _Leg, square: int) -> Iterator[Shape]:
    """A chevron in the middle of a leg that points where it goes."""
    (x, y), middle = leg.begin, leg.middle
    across, down = _sign(leg.end[0] - x), _sign(leg.end[1] - y)
    long = square // 7 if not (across and down) else square // 10
    wide = square // 7 if not (across and down) else square // 10
    tip = (middle[0] + across * long // 2, middle[1] + down * long // 2)
    ends = [(tip[0] - across * long - down * wide * way, tip[1] - down * long + across * wide * way) for way in (1, -1)]
    chevron = (ends[0], tip, ends[1])
    yield Path(chevron, CASING, 5)
    yield Path(chevron, QUIET if leg.quiet else LINE, 3)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _marks(walk: Walk, places: list[Square], square: int, centre: Callable[[Square], Point]) -> Iterator[Shape]:
    """A dot for each stop between the ends, and a numbered counter for each Scare triggered."""
    between = {_place(name) for name in (walk.stops or ())} - {places[0], places[-1]}
    for stop in sorted(between):
        yield Disc(*centre(stop), square // 8, CASING, LINE, 2)
    triggered = [place for place, step in zip(places, walk.steps, strict=True) if step.triggered]
    for number, place in enumerate(triggered, start=1):
        x, y = centre(place)
        yield Disc(x, y, square // 4 + 1, CASING)
        yield Disc(x, y, square // 4, COUNTER, INK, 2)
        yield Label(x, y, str(number), square // 3 + 1 if number < 10 else square // 4 + 2, INK, bold=True)
