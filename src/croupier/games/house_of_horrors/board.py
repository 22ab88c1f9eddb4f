"""Draws houses and walks as shapes: what a view allows to be seen, as data for the painter.

Must not look at a state, nor put a player's name into a picture: houses go by their number in the roster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from croupier.core.picture import Box, Label, Path, Picture, Shape

from . import colours
from .catalogue import WALL, Square
from .colours import mixed
from .house import House, build, square_name
from .route import route_shapes
from .views import PublicView, SeatView
from .walks import Walk

CARD, PAPER, GRID, FRAME, INK, FAINT = "#f3ecdc", "#fffdf6", "#ddd2ba", "#3a3226", "#211b14", "#7d715c"
ZONE, ZONE_EDGE, ZONE_HATCH, ZONE_INK = "#eee2fd", "#8a3fd6", "#c9a2f5", "#4a148c"
START, EXIT = "#147d44", "#c4232f"

LEFT, TOP, RIGHT, BOTTOM = 28, 28, 14, 14
HATCH = 10  # pixels between two lines of the hatching


@dataclass(frozen=True)
class Sheet:
    """Where things lie on the picture of a house: squares get smaller where a house has many."""

    house: House

    @property
    def square(self) -> int:
        return 40 if self.house.plot.size <= 10 else 28

    @property
    def side(self) -> int:
        return self.square * self.house.plot.size

    @property
    def width(self) -> int:
        return LEFT + self.side + RIGHT

    @property
    def height(self) -> int:
        return TOP + self.side + BOTTOM

    def corner(self, square: Square) -> tuple[int, int]:
        """The upper left corner of a square."""
        return LEFT + square[0] * self.square, TOP + square[1] * self.square

    def centre(self, square: Square) -> tuple[int, int]:
        x, y = self.corner(square)
        return x + self.square // 2, y + self.square // 2


def pictures(view: object) -> tuple[tuple[str, Picture], ...]:
    """Every picture that a view allows: of the public view nothing before the end, then each `house-n` and `walk-n-k`."""
    if isinstance(view, SeatView):
        return (("house", _house_picture("Your house", build(view.public.ground.plot, view.public.ground.catalogue, view.pieces))),)
    if not isinstance(view, PublicView) or not view.finished:
        return ()
    drawn: list[tuple[str, Picture]] = []
    for number, (_, seat) in enumerate(view.seats or (), start=1):
        house = build(view.ground.plot, view.ground.catalogue, seat.pieces)
        drawn.append((f"house-{number}", _house_picture(f"House {number}", house)))
        sheet = Sheet(house)
        ground = _ground(sheet) if seat.walks else ()
        for k, walk in enumerate(seat.walks or (), start=1):
            drawn.append((f"walk-{number}-{k}", _walk_picture(f"House {number}, walk {k}", sheet, ground, walk)))
    return tuple(drawn)


def marks(house: House) -> tuple[str, ...]:
    """What each piece is called on the picture: its code, with a number where a Scare with a zone stands there more than once."""
    often = Counter(piece.scare.name for piece in house.standing)
    met: Counter[str] = Counter()
    called: list[str] = []
    for piece in house.standing:
        met[piece.scare.name] += 1
        numbered = often[piece.scare.name] > 1 and piece.scare.name != WALL
        called.append(f"{piece.scare.code}{met[piece.scare.name]}" if numbered else piece.scare.code)
    return tuple(called)


# The words ------------------------------------------------------------------------------------------------------


def _told_house(house: House) -> str:
    plot = house.plot
    ground = f"{plot.size} by {plot.size} squares, start {square_name(plot.start)}, exit {square_name(plot.exit)}"
    if not house.standing:
        return f"{ground}. No piece stands in it."
    pieces = "; ".join(
        f"{piece.scare.name} ({mark}) at {square_name(piece.at)}{f' turned {piece.turn}°' if piece.turn else ''}"
        for piece, mark in zip(house.standing, marks(house), strict=True)
    )
    return f"{ground}. In the order placed: {pieces}."


def _told_walk(walk: Walk) -> str:
    way = walk.entrant if walk.as_ == walk.entrant else f"{walk.entrant}, who walks as {walk.as_},"
    triggered = "; ".join(f"{n} {step.triggered} at {step.square}" for n, step in enumerate((s for s in walk.steps if s.triggered), start=1))
    return f"{way} goes {' '.join(walk.path)}. " + (f"Triggered: {triggered}." if triggered else "Nothing is triggered.")


# The pictures ---------------------------------------------------------------------------------------------------


def _house_picture(title: str, house: House) -> Picture:
    sheet = Sheet(house)
    shapes = (*_floor(sheet), *_zones(sheet, centred=True), *_ends(sheet), *_bodies(sheet), *_frame(sheet))
    return Picture(sheet.width, sheet.height, CARD, shapes, f"{title}: {_told_house(house)}")


def _ground(sheet: Sheet) -> tuple[Shape, ...]:
    """The house below a way, the same for all its walks."""
    return (*_floor(sheet), *_zones(sheet, centred=False), *_bodies(sheet), *_frame(sheet))


def _walk_picture(title: str, sheet: Sheet, ground: tuple[Shape, ...], walk: Walk) -> Picture:
    way = route_shapes(walk, sheet.square, sheet.centre)
    return Picture(sheet.width, sheet.height, CARD, (*ground, *way.line, *_ends(sheet), *way.marks), f"{title}: {_told_walk(walk)}")


def _floor(sheet: Sheet) -> Iterator[Shape]:
    """The card with its letters and numbers, and the empty squares."""
    size = 13 if sheet.square == 40 else 10
    for index in range(sheet.house.plot.size):
        middle = index * sheet.square + sheet.square // 2
        yield Label(LEFT + middle, TOP // 2, chr(65 + index), size, FAINT, bold=True)
        yield Label(LEFT // 2, TOP + middle, str(index + 1), size, FAINT, bold=True)
    yield Box(LEFT, TOP, sheet.side, sheet.side, GRID)
    for square in sheet.house.plot.squares:
        x, y = sheet.corner(square)
        yield Box(x + 1, y + 1, sheet.square - 2, sheet.square - 2, PAPER, radius=2)


def _frame(sheet: Sheet) -> Iterator[Shape]:
    yield Box(LEFT - 2, TOP - 2, sheet.side + 4, sheet.side + 4, None, FRAME, 2, 4)


def _ends(sheet: Sheet) -> Iterator[Shape]:
    for square, colour, letter in ((sheet.house.plot.start, START, "S"), (sheet.house.plot.exit, EXIT, "E")):
        x, y = sheet.corner(square)
        yield Box(x + 3, y + 3, sheet.square - 6, sheet.square - 6, colour, mixed(colour, INK, 0.45), 2, 7)
        yield Label(*sheet.centre(square), letter, sheet.square // 2, "#ffffff", bold=True)


def _zones(sheet: Sheet, *, centred: bool) -> Iterator[Shape]:
    """Each Scare's own zone squares as one hatched field with the Scare's mark; squares that two zones claim are hatched both ways."""
    house = sheet.house
    claims = Counter(square for piece in house.standing for square in piece.zone)
    called = marks(house)
    for index in range(len(house.standing)):
        own = {square for square in house.plot.squares if house.owners.get(square) == index}
        yield from _merged(sheet, own, 2, 8, ZONE_EDGE)
        yield from _merged(sheet, own, 4, 6, ZONE)
        for square in sorted(own):
            yield from _hatching(sheet, square, own, falling=False)
            if claims[square] > 1:
                yield from _hatching(sheet, square, own, falling=True)
        for square in sorted(own):
            yield from _zone_mark(sheet, square, called[index], centred)


def _zone_mark(sheet: Sheet, square: Square, mark: str, centred: bool) -> Iterator[Shape]:
    """In the middle of the square, or small in its corner where a walk needs the middle."""
    size = (11 if sheet.square == 40 else 8) - (0 if centred else 2)
    wide, high = (len(mark) * size * 2) // 3 + (6 if centred else 2), size + 3
    if centred:
        x, y = sheet.centre(square)
    else:
        x, y = sheet.corner(square)
        x, y = x + 5 + wide // 2, y + 5 + high // 2
    yield Box(x - wide // 2, y - high // 2, wide, high, ZONE, radius=high // 2)
    yield Label(x, y, mark, size, ZONE_INK, bold=True)


def _hatching(sheet: Sheet, square: Square, own: set[Square], *, falling: bool) -> Iterator[Shape]:
    """Slanting lines over one square, in step with those of its neighbours."""
    x, y = sheet.corner(square)
    column, row = square
    left = x + (0 if (column - 1, row) in own else 6)
    right = x + sheet.square - (0 if (column + 1, row) in own else 6)
    top = y + (0 if (column, row - 1) in own else 6)
    bottom = y + sheet.square - (0 if (column, row + 1) in own else 6)
    if falling:
        for number in range(-(-(left - bottom) // HATCH), (right - top) // HATCH + 1):
            gap = number * HATCH  # the line x - y = gap
            begin, end = max(left, top + gap), min(right, bottom + gap)
            if begin < end:
                yield Path(((begin, begin - gap), (end, end - gap)), ZONE_HATCH, 1)
        return
    for number in range(-(-(left + top) // HATCH), (right + bottom) // HATCH + 1):
        total = number * HATCH  # the line x + y = total
        begin, end = max(left, total - bottom), min(right, total - top)
        if begin < end:
            yield Path(((begin, total - begin), (end, total - end)), ZONE_HATCH, 1)


def _bodies(sheet: Sheet) -> Iterator[Shape]:
    for piece, mark in zip(sheet.house.standing, marks(sheet.house), strict=True):
        fill = f"#{piece.scare.colour}"
        squares = set(piece.body)
        yield from _merged(sheet, squares, 1, 8, PAPER)
        yield from _merged(sheet, squares, 2, 7, mixed(fill, INK, 0.55))
        yield from _merged(sheet, squares, 4, 5, fill)
        if piece.scare.name == WALL:
            yield from _bricks(sheet, piece.body, mixed(fill, INK, 0.25))
        yield Label(*sheet.centre(_middle(piece.body)), mark, 16 if sheet.square == 40 else 11, colours.ink_on(fill), bold=True)


def _bricks(sheet: Sheet, body: Sequence[Square], colour: str) -> Iterator[Shape]:
    quarter, rim = sheet.square // 4, 5
    for square in body:
        x, y = sheet.corner(square)
        for line in (1, 3):
            yield Path(((x + rim, y + line * quarter), (x + sheet.square - rim, y + line * quarter)), colour, 1)
        for across, top, bottom in ((2, 0, 1), (1, 1, 3), (3, 1, 3), (2, 3, 4)):
            begin, end = max(top * quarter, rim), min(bottom * quarter, sheet.square - rim)
            yield Path(((x + across * quarter, y + begin), (x + across * quarter, y + end)), colour, 1)


def _middle(squares: Iterable[Square]) -> Square:
    """The square nearest to the middle of a piece."""
    body = list(squares)
    count, across, down = len(body), sum(x for x, _ in body), sum(y for _, y in body)
    return min(body, key=lambda square: ((square[0] * count - across) ** 2 + (square[1] * count - down) ** 2, square[1], square[0]))


def _merged(sheet: Sheet, squares: set[Square], inset: int, radius: int, fill: str) -> Iterator[Shape]:
    """Squares as one field: a rounded box each, and bridges to the neighbours, all `inset` within the outline."""
    whole, narrow = sheet.square, sheet.square - 2 * inset
    for column, row in sorted(squares):
        x, y = sheet.corner((column, row))
        yield Box(x + inset, y + inset, narrow, narrow, fill, radius=radius)
        right, below = (column + 1, row) in squares, (column, row + 1) in squares
        if right:
            yield Box(x + whole // 2, y + inset, whole, narrow, fill)
        if below:
            yield Box(x + inset, y + whole // 2, narrow, whole, fill)
        if right and below and (column + 1, row + 1) in squares:
            yield Box(x + whole - inset, y + whole - inset, 2 * inset, 2 * inset, fill)
