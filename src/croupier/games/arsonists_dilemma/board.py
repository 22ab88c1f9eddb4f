"""Draws the houses as shapes: what a view allows to be seen, as data for the painter.

Must not look at a state, nor put a player's name into a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from croupier.core.picture import Box, Disc, Label, Path, Picture, Shape

from .amounts import short
from .events import PRICING
from .icons import sign
from .structures import CELLS, SIDE, structure
from .views import HouseView, PublicView, SeatView

CARD, PAPER, GRID, FRAME, INK, FAINT = "#f3ecdc", "#fffdf6", "#ddd2ba", "#3a3226", "#211b14", "#6d614d"
OWN, OWN_PAPER, FLAME, FLAME_PAPER = "#1f4e8c", "#e3edf9", "#b3360b", "#ffe0bd"
LEFT, TOP, RIGHT, BOTTOM = 28, 28, 12, 12
CELL = 96


@dataclass(frozen=True)
class Marked:
    """What is marked in a house: structures in order, in which colours, and how the words call it."""

    structures: tuple[int, ...]
    ink: str
    paper: str
    words: str


def pictures(view: object) -> tuple[tuple[str, Picture], ...]:
    """Every picture that a view allows: `house-n` as it stands (AD-12), for a seat with its own attempts; after the end `burned-n`."""
    if isinstance(view, SeatView):
        public, own = view.public, dict(view.attempted)
    elif isinstance(view, PublicView):
        public, own = view, {}
    else:
        return ()
    if public.phase == PRICING:
        return ()
    drawn = [(f"house-{number}", _picture(public, number, house, _attempts(own.get(number, ())))) for number, house in public.houses]
    drawn += [
        (f"burned-{number}", _picture(public, number, house, Marked(house.burned, FLAME, FLAME_PAPER, "Burned, in order")))
        for number, house in public.houses
        if house.burned is not None
    ]
    return tuple(drawn)


def _attempts(named: tuple[int, ...]) -> Marked:
    return Marked(named, OWN, OWN_PAPER, "Named by you, in order")


def _picture(public: PublicView, number: str, house: HouseView, marked: Marked) -> Picture:
    side = SIDE * CELL
    shapes = (*_plan(), *_cells(public, house, marked), Box(LEFT - 2, TOP - 2, side + 4, side + 4, None, FRAME, 2, 4))
    return Picture(LEFT + side + RIGHT, TOP + side + BOTTOM, CARD, shapes, _words(public, number, house, marked))


def _words(public: PublicView, number: str, house: HouseView, marked: Marked) -> str:
    """The position for who cannot see it."""
    cells = dict(house.cells)
    rows = [", ".join(_told(public, cell, cells.get(cell)) for cell in CELLS[start : start + SIDE]) for start in range(0, len(CELLS), SIDE)]
    words = f"House {number}, row by row from the top. {'; '.join(rows)}."
    if marked.ink == FLAME and not marked.structures:
        return f"{words} Nothing burned."
    named = ", ".join(structure(thing).name for thing in marked.structures)
    return f"{words} {marked.words}: {named}." if named else words


def _told(public: PublicView, cell: str, thing: int | None) -> str:
    if thing is None:
        return f"{cell} free"
    price = public.price_of(thing)
    return f"{cell} {structure(thing).label}" + (f" at {short(price)}" if price is not None else "")


def _plan() -> Iterator[Shape]:
    """The card with its letters and numbers, and the empty cells."""
    for index in range(SIDE):
        middle = index * CELL + CELL // 2
        yield Label(LEFT + middle, TOP // 2, "ABC"[index], 14, FAINT, bold=True)
        yield Label(LEFT // 2, TOP + middle, str(index + 1), 14, FAINT, bold=True)
    yield Box(LEFT, TOP, SIDE * CELL, SIDE * CELL, GRID)


def _cells(public: PublicView, house: HouseView, marked: Marked) -> Iterator[Shape]:
    for index, cell in enumerate(CELLS):
        x, y = LEFT + index % SIDE * CELL, TOP + index // SIDE * CELL
        thing = house.at(cell)
        place = marked.structures.index(thing) + 1 if thing in marked.structures else None
        yield Box(x + 1, y + 1, CELL - 2, CELL - 2, marked.paper if place else PAPER, radius=3)
        if thing is not None:
            yield from _furniture(x, y, thing, public.price_of(thing))
            if place:
                yield from _mark(x, y, place, marked)


def _furniture(x: int, y: int, thing: int, price: int | None) -> Iterator[Shape]:
    yield from sign(thing, x + CELL // 2, y + 36)
    yield Label(x + 8, y + 13, str(thing), 15, INK, bold=True, anchor="left")
    yield Label(x + CELL // 2, y + 68, structure(thing).name, 12 if len(structure(thing).name) < 12 else 11, INK)
    if price is not None:
        yield Label(x + CELL // 2, y + 84, short(price), 11, FAINT)


def _mark(x: int, y: int, place: int, marked: Marked) -> Iterator[Shape]:
    """A rim around the cell and its place in the order; fire has a flame's point on top, so that the colour is not the only sign."""
    yield Box(x + 3, y + 3, CELL - 6, CELL - 6, None, marked.ink, 3, 5)
    centre_x, centre_y = x + CELL - 16, y + 18
    if marked.ink == FLAME:
        yield Path(((centre_x, centre_y - 14), (centre_x - 5, centre_y - 4)), marked.ink, 4)
        yield Path(((centre_x, centre_y - 14), (centre_x + 5, centre_y - 4)), marked.ink, 4)
    yield Disc(centre_x, centre_y, 10, marked.ink)
    yield Label(centre_x, centre_y, str(place), 13, "#ffffff", bold=True)
