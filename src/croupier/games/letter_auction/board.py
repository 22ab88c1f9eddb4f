"""Draws letters as tiles, and grids with the sets of the players: what a view allows to be seen, as data for the painter.

Must not look at a state, nor put a player's name into a picture: seats go by their number in the roster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.core.picture import Box, Disc, Label, Picture, Shape

from .alphabet import SIDE
from .options import RANGE
from .views import PublicView, SeatView

CLOTH, TILE, EDGE, INK, CHOSEN, CHOSEN_EDGE, CHOSEN_INK = "#2f5d50", "#f7efd9", "#cbb689", "#2a231a", "#7a2e3a", "#f3c9a9", "#fff6e9"
SIZE, GAP, RIM = 52, 8, 14
MOST_IN_A_ROW = 9


def pictures(view: object) -> tuple[tuple[str, Picture], ...]:
    """Every picture that a view allows: `letters-n` of each set that is public, and after the end `range-n-k` of each seat's set."""
    if isinstance(view, SeatView):
        return pictures(view.public)
    if not isinstance(view, PublicView):
        return ()
    drawn: list[tuple[str, Picture]] = []
    for number, letters in enumerate(view.sets, start=1):
        if letters:
            what = "The grid" if view.ground.variation(number) == RANGE else "The letters"
            drawn.append((f"letters-{number}", _tiles(f"{what} of round {number}", letters, _columns(view, number))))
    for number, chosen in view.ranges or ():
        seats = dict(chosen)
        for seat, name in enumerate(view.ground.seats, start=1):
            if name in seats:
                title = f"The set of player {seat} in round {number}"
                drawn.append((f"range-{number}-{seat}", _tiles(title, view.sets[number - 1], SIDE, seats[name])))
    return tuple(drawn)


def _columns(view: PublicView, number: int) -> int:
    if view.ground.variation(number) == RANGE:
        return SIDE
    count = len(view.sets[number - 1])
    rows = -(-count // MOST_IN_A_ROW)
    return -(-count // rows)


def _tiles(title: str, letters: Sequence[str], columns: int, chosen: Sequence[str] = ()) -> Picture:
    rows = [letters[at : at + columns] for at in range(0, len(letters), columns)]
    width = 2 * RIM + columns * SIZE + (columns - 1) * GAP
    height = 2 * RIM + len(rows) * SIZE + (len(rows) - 1) * GAP
    shapes: list[Shape] = [Box(0, 0, width, height, CLOTH, radius=12)]
    for down, row in enumerate(rows):
        for across, letter in enumerate(row):
            x, y = RIM + across * (SIZE + GAP), RIM + down * (SIZE + GAP)
            shapes += _chosen(x, y, letter) if letter in chosen else _tile(x, y, letter)
    return Picture(width, height, CLOTH, tuple(shapes), _alt(title, rows, columns, chosen))


def _tile(x: int, y: int, letter: str) -> Iterator[Shape]:
    yield Box(x, y, SIZE, SIZE, TILE, EDGE, 2, radius=8)
    yield Label(x + SIZE // 2, y + SIZE // 2, letter, 28, INK, bold=True)


def _chosen(x: int, y: int, letter: str) -> Iterator[Shape]:
    """A chosen cell has another colour, and a dot, which tells it apart without colours."""
    yield Box(x, y, SIZE, SIZE, CHOSEN, CHOSEN_EDGE, 3, radius=8)
    yield Label(x + SIZE // 2, y + SIZE // 2, letter, 28, CHOSEN_INK, bold=True)
    yield Disc(x + SIZE - 10, y + 10, 4, CHOSEN_EDGE)


def _alt(title: str, rows: Sequence[Sequence[str]], columns: int, chosen: Sequence[str]) -> str:
    if columns != SIDE or len(rows) != SIDE:
        return f"{title}: {', '.join(letter for row in rows for letter in row)}."
    grid = "; ".join(f"row {number}: {' '.join(row)}" for number, row in enumerate(rows, start=1))
    sets = f" Chosen: {', '.join(letter for row in rows for letter in row if letter in chosen)}." if chosen else ""
    return f"{title}, {SIDE} by {SIDE}. {grid[0].upper()}{grid[1:]}.{sets}"
