"""Draws the grid with its tokens as shapes, as data for the painter.

Must not look at a state, nor put a player's name into a picture: tokens go by their signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.core.picture import Box, Disc, Label, Picture, Shape

from .colours import SCALE, ink_on
from .grid import CELLS, SIDE, Cell, Grid, cell_name, number_on, signed
from .pairs import SIGNS
from .views import GuestView, HostView, PlayerView, PublicView

CARD, INK, FAINT, EDGE = "#fbf9f4", "#1f2430", "#6b6658", "#cfc9ba"
TOKEN, TOKEN_EDGE, TOKEN_INK = "#10151c", "#ffffff", "#ffffff"
LEFT, TOP, RIGHT, BOTTOM = 30, 26, 8, 8
CELL = 52
ROOM = 3  # tokens side by side in a cell


def pictures(view: object) -> tuple[tuple[str, Picture], ...]:
    """Every picture that a view allows: `grid-0` as it began, then `grid-n` after each round."""
    public = view.public if isinstance(view, (PlayerView, GuestView, HostView)) else view
    if not isinstance(public, PublicView):
        return ()
    first = ("grid-0", draw(public.ground.grid, public.starts))
    return (
        first,
        *((f"grid-{played.number}", draw(played.grid, tuple(scored.cell for scored in played.scored))) for played in public.played),
    )


def draw(grid: Grid, tokens: Sequence[Cell]) -> Picture:
    """A grid; `tokens` in the order of the pairs, none before they are placed."""
    shapes = [*_lines(), *(shape for cell in CELLS for shape in _cell(cell, number_on(grid, cell)))]
    for cell in CELLS:
        signs = [sign for sign, at in zip(SIGNS, tokens, strict=False) if at == cell]
        shapes += _tokens(cell, signs)
    return Picture(LEFT + SIDE * CELL + RIGHT, TOP + SIDE * CELL + BOTTOM, CARD, tuple(shapes), _words(grid, tokens))


def _corner(cell: Cell) -> tuple[int, int]:
    return LEFT + cell[1] * CELL, TOP + cell[0] * CELL


def _lines() -> Iterator[Shape]:
    """The names of rows and columns."""
    for line in range(SIDE):
        yield Label(LEFT + line * CELL + CELL // 2, TOP // 2, f"C{line + 1}", 13, FAINT, bold=True)
        yield Label(LEFT // 2, TOP + line * CELL + CELL // 2, f"R{line + 1}", 13, FAINT, bold=True)


def _cell(cell: Cell, number: int) -> Iterator[Shape]:
    x, y = _corner(cell)
    yield Box(x, y, CELL, CELL, f"#{SCALE[number]}", EDGE, 1)
    yield Label(x + CELL // 2, y + 15, signed(number), 19, f"#{ink_on(number)}", bold=True)


def _tokens(cell: Cell, signs: Sequence[str]) -> Iterator[Shape]:
    """The tokens of a cell below its number: up to three in a row, smaller where there are more."""
    x, y = _corner(cell)
    rows = [signs[at : at + ROOM] for at in range(0, len(signs), ROOM)]
    radius = 8 if len(rows) == 1 else 6
    for place, row in enumerate(rows):
        middle = y + (CELL - 13 if len(rows) == 1 else CELL - 20 + 13 * place)
        for number, sign in enumerate(row):
            across = x + CELL // 2 + (2 * number - len(row) + 1) * radius
            yield Disc(across, middle, radius, TOKEN, TOKEN_EDGE, 1)
            yield Label(across, middle, sign, radius + 4, TOKEN_INK, bold=True)


def _words(grid: Grid, tokens: Sequence[Cell]) -> str:
    """The whole position for whoever cannot see the picture."""
    rows = ". ".join(f"Row {number}: {' '.join(map(signed, line))}" for number, line in enumerate(grid, start=1))
    stand = ", ".join(f"{sign} on {cell_name(cell)}" for sign, cell in zip(SIGNS, tokens, strict=False))
    return f"The grid of seven rows and columns. {rows}. Tokens: {stand or 'none yet'}."
