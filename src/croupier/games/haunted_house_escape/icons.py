"""The small signs of the game, made of shapes: a gem, a d20, the counter going down or up, a closed and an open door.

Must not know a card or a view; every sign is drawn around a middle point.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.picture import Box, Disc, Label, Path, Shape

NIGHT, DUSK, MIST, PAPER, INK, FAINT = "#1b1730", "#2d2748", "#8d86ab", "#f6efdc", "#221c33", "#6a6280"
GEM, GEM_DARK, GEM_LIGHT = "#1f8f86", "#0d544f", "#a5ece2"
BRASS, BLOOD, MOON = "#d9b45f", "#b3262e", "#f4e3a6"
EMPTY = "#ded5c0"


def gem(x: int, y: int, size: int = 10) -> Iterator[Shape]:
    """A cut gem, `size` from its middle to each corner."""
    yield from _diamond(x, y, size, GEM_DARK)
    yield from _diamond(x, y, size - 3, GEM)
    third = max(2, size // 3)
    yield Path(((x - third, y - third // 2), (x, y - third - third // 2), (x + third, y - third // 2)), GEM_LIGHT, 2)


def hollow(x: int, y: int, size: int = 10) -> Iterator[Shape]:
    """The place of a gem that is gone."""
    yield Path(((x, y - size + 2), (x + size - 2, y), (x, y + size - 2), (x - size + 2, y), (x, y - size + 2)), EMPTY, 2)


def broken(x: int, y: int, size: int = 10) -> Iterator[Shape]:
    """A gem that is paid for a failure: crossed out."""
    yield from gem(x, y, size)
    yield Path(((x - size, y - size), (x + size, y + size)), BLOOD, 4)
    yield Path(((x - size, y + size), (x + size, y - size)), BLOOD, 4)


def _diamond(x: int, y: int, size: int, colour: str) -> Iterator[Shape]:
    """Filled by outlines within outlines."""
    for inner in range(size, -1, -3):
        yield Path(((x, y - inner), (x + inner, y), (x, y + inner), (x - inner, y), (x, y - inner)), colour, 4)


def d20(x: int, y: int, text: str, size: int = 22, ground: str = PAPER) -> Iterator[Shape]:
    """A d20 seen from above, with what it has to show."""
    side, half = size * 7 // 8, size // 2
    outline = ((x, y - size), (x + side, y - half), (x + side, y + half), (x, y + size), (x - side, y + half), (x - side, y - half), (x, y - size))
    for inner in range(0, size, 4):
        share = size - inner
        yield Path(tuple((x + (px - x) * share // size, y + (py - y) * share // size) for px, py in outline), ground, 6)
    yield Path(outline, INK, 3)
    top, left, right = (x, y - half - 2), (x - half - 2, y + half - 3), (x + half + 2, y + half - 3)
    yield Path((top, right, left, top), EMPTY, 1)
    for one, other in ((outline[0], top), (outline[4], left), (outline[2], right)):
        yield Path((one, other), MIST, 1)
    yield Label(x, y + 2, text, size * 3 // 4, INK, bold=True)


def down(x: int, y: int) -> Iterator[Shape]:
    """The counter goes down."""
    yield Path(((x, y - 9), (x, y + 8)), GEM_DARK, 4)
    yield Path(((x - 7, y + 2), (x, y + 9), (x + 7, y + 2)), GEM_DARK, 4)


def up(x: int, y: int) -> Iterator[Shape]:
    """The counter goes up."""
    yield Path(((x, y + 9), (x, y - 8)), BLOOD, 4)
    yield Path(((x - 7, y - 2), (x, y - 9), (x + 7, y - 2)), BLOOD, 4)


def door(x: int, y: int, *, is_open: bool) -> Iterator[Shape]:
    """A door of 40 by 56; an open one lets the moonlight in."""
    yield Box(x - 22, y - 30, 44, 60, INK, radius=6)
    yield Box(x - 18, y - 26, 36, 56, MOON if is_open else "#5b3f2c", radius=4)
    if is_open:
        yield Box(x - 18, y - 26, 12, 56, "#5b3f2c", radius=3)
        yield Disc(x - 9, y + 4, 2, BRASS)
    else:
        yield Box(x - 12, y - 19, 24, 18, "#482f20", radius=2)
        yield Box(x - 12, y + 5, 24, 18, "#482f20", radius=2)
        yield Disc(x + 12, y + 2, 3, BRASS)


def die_ten(x: int, y: int, digit: str) -> Iterator[Shape]:
    """One of the two ten-sided dice of the counter: a kite with its digit."""
    outline = ((x, y - 40), (x + 32, y + 4), (x, y + 40), (x - 32, y + 4), (x, y - 40))
    for inner in range(0, 40, 3):
        share = 40 - inner
        yield Path(tuple((x + (px - x) * share // 40, y + (py - y) * share // 40) for px, py in outline), PAPER, 6)
    yield Path(outline, INK, 3)
    yield Path(((x - 32, y + 4), (x, y + 16), (x + 32, y + 4)), MIST, 1)
    yield Path(((x, y + 16), (x, y + 40)), MIST, 1)
    yield Label(x, y - 6, digit, 34, INK, bold=True)
