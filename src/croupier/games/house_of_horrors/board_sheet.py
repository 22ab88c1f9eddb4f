"""Lays out the Board tab: the grid to colour, the legend, every shape, and the pieces to place with their lines.

Must not decide what is asked: an input is there for each field of the form, and squares are open where the form has the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from croupier.core.forms import Field, Form
from croupier.core.look import BAND, FIGURE, HEAD, HEAD_MIDDLE, INK, INPUT, LINE, MUTED, NOTE, SECTION, STRONG, SUBTITLE, TEXT, TITLE, fitting
from croupier.core.sheet import Block, Cell, Heading, Style, Tab

from .catalogue import EXIT_CODE, FIXED_COLOURS, START_CODE, TURNS, ZONE_CODE, Catalogue, Scare, Shape, Square
from .colours import ink_on
from .forms import BOARD
from .handin import FINE
from .house import House, build
from .lines import Pending, pending_pieces
from .views import SeatView

# Every column is as wide as every row is high, 30 pixels: what is drawn beside the board has the size that it takes on it.
SIDE_WIDTH, SIDE_HEIGHT = 4.29, 22.5
LEFT_COLUMNS = 10  # of the left half, at least: the board with its labels, and below it the lines
NAME_COLUMNS = 6
LEGEND_COLUMNS = 2 + NAME_COLUMNS + 3
SHAPES_COLUMNS = 19
NOTES_ROWS = 8
CORNER = "◤"

PLAIN = Style(ink=INK, bold=True, size=10, align="center", border=LINE)
LABEL = Style(ink=MUTED, bold=True, size=9, align="center")
SMALL = replace(NOTE, wrap=False)


def coloured(colour: str) -> Style:
    """A square in a colour, its text in the ink that can be read on it."""
    return replace(PLAIN, fill=colour, ink=ink_on(colour, INK, "ffffff"))


ZONE = coloured(FIXED_COLOURS[ZONE_CODE])


@dataclass
class _Layout:
    """What is on the tab so far. The right half begins at column `right`, in the row `top` under its heading."""

    size: int
    cells: list[Cell] = field(default_factory=list)
    bottom: int = 0

    @property
    def right(self) -> int:
        return max(self.size + 1, LEFT_COLUMNS) + 2

    def put(self, row: int, column: int, value: str | int, style: Style, *, width: int = 1, height: int = 1, spare: bool = False) -> None:
        """Adds a cell; `spare` = open though it has no name."""
        self.cells.append(Cell(row, column, value, style, open=spare, width=width, height=height))
        self.bottom = max(self.bottom, row + height - 1)


def board_tab(view: SeatView, form: Form | None, heading: Heading) -> Tab:
    """The whole tab. The house's squares have the sheet's own letters and numbers: C4 of the house is the cell C4."""
    ground = view.public.ground
    size = ground.plot.size
    layout = _Layout(size)
    asked = form is not None and any(grid.name == BOARD for grid in form.grids)
    _draw_board(layout, build(ground.plot, ground.catalogue, view.pieces), asked)
    legend = _draw_legend(layout, ground.catalogue, heading)
    _draw_shapes(layout, ground.catalogue)
    notes_end = max(layout.bottom, size + 2 + NOTES_ROWS)
    layout.put(size + 3, 1, _notes(view, asked), replace(NOTE, middle=False), width=LEFT_COLUMNS, height=notes_end - size - 2)
    if form is not None and asked:
        _draw_pieces(layout, notes_end + 2, view, form)
    columns = layout.right + LEGEND_COLUMNS + 1 + SHAPES_COLUMNS
    return Tab(
        title="Board",
        cells=tuple(layout.cells),
        widths=tuple((column, SIDE_WIDTH) for column in range(1, columns)),
        heights=tuple((row, SIDE_HEIGHT) for row in range(1, layout.bottom + 1)),
        blocks=(Block(BOARD, 1, 1, size, size), legend),
        colour="7a2e3a",
        landscape=True,
    )


def _draw_board(layout: _Layout, house: House, asked: bool) -> None:
    """The grid: what stands is locked, the rest open where a placement is asked (HH-10, HH-17)."""
    plot = house.plot
    fixed = {square: (piece.scare.code, coloured(piece.scare.colour)) for piece in house.standing for square in piece.body}
    fixed[plot.start] = (START_CODE, coloured(FIXED_COLOURS[START_CODE]))
    fixed[plot.exit] = (EXIT_CODE, coloured(FIXED_COLOURS[EXIT_CODE]))
    for x, y in plot.squares:
        if (x, y) in fixed:
            layout.put(y + 1, x + 1, *fixed[x, y])
        else:
            layout.put(y + 1, x + 1, "", ZONE if (x, y) in house.owners else PLAIN, spare=asked)
    for index in range(plot.size):
        layout.put(plot.size + 1, index + 1, chr(65 + index), LABEL)
        layout.put(index + 1, plot.size + 1, str(index + 1), LABEL)


def _notes(view: SeatView, asked: bool) -> str:
    fears = "Ex, Mo and Ph in the legend: existential, monster and phobia fear."
    if not asked:
        return f"Your house as it stands. There is nothing to place this time.\n\n{fears}"
    return (
        "Colour the squares of each new piece in its own colour and its activation squares purple. "
        "Or type the code into a square (Wo or wo; o for purple): what is typed counts, whatever the colour.\n\n"
        "What stands is locked. Purple may be built over.\n\n"
        "Hard to colour on your phone? Fill in the lines under “Pieces to place”. "
        "A line that is filled in counts for its piece instead of the squares.\n\n"
        f"A piece that is not placed is lost, and ${FINE} with it.\n\n{fears}"
    )


def _draw_legend(layout: _Layout, catalogue: Catalogue, heading: Heading) -> Block:
    """The heading of the right half, then every colour with code, name and fears; returns the two columns that are read."""
    left, top = layout.right, 4
    wide = LEGEND_COLUMNS + 1 + SHAPES_COLUMNS
    layout.put(1, left, f"{heading.match} · {heading.seat}", replace(TITLE, size=14), width=wide)
    layout.put(2, left, f"{heading.phase} · {heading.deadline}", SUBTITLE, width=wide)
    layout.put(3, left, "Legend", HEAD, width=2 + NAME_COLUMNS)
    for number, word in enumerate(("Ex", "Mo", "Ph")):
        layout.put(3, left + 2 + NAME_COLUMNS + number, word, HEAD_MIDDLE)
    entries: list[tuple[str, str, str, Sequence[int]]] = [(scare.colour, scare.code, scare.name, scare.fears) for scare in catalogue.scares]
    names = {ZONE_CODE: "Activation squares", START_CODE: "Start", EXIT_CODE: "Exit"}
    entries += [(FIXED_COLOURS[code], code, name, ()) for code, name in names.items()]
    for row, (colour, code, name, fears) in enumerate(entries, start=top):
        layout.put(row, left, "", coloured(colour))
        layout.put(row, left + 1, code, replace(FIGURE, bold=True))
        layout.put(row, left + 2, name, fitting(name, replace(TEXT, size=9, indent=1), NAME_COLUMNS * SIDE_WIDTH), width=NAME_COLUMNS)
        for number, fear in enumerate(fears):
            layout.put(row, left + 2 + NAME_COLUMNS + number, fear if any(fears) else "–", replace(FIGURE, ink=INK if fear else "b9bcc2"))
    return Block(f"legend_{BOARD}", top, left, top + len(entries) - 1, left + 1)


def _draw_shapes(layout: _Layout, catalogue: Catalogue) -> None:
    """Every shape as drawn at turn 0, side by side in rows as far as they fit."""
    left, row = layout.right + LEGEND_COLUMNS + 1, 4
    layout.put(3, left, "Shapes at turn 0", HEAD, width=SHAPES_COLUMNS)
    column, tallest = left, 0
    for scare in catalogue.scares:
        width, height = _extent(scare.shapes[0])
        if column > left and column + width > left + SHAPES_COLUMNS:
            column, row, tallest = left, row + tallest + 1, 0
        _draw_shape(layout, scare, scare.shapes[0], row, column, corner=False)
        column, tallest = column + width + 1, max(tallest, height)


def _extent(shape: Shape) -> tuple[int, int]:
    """(columns, rows) of a shape with its zone."""
    squares = (*shape.body, *shape.zone)
    return 1 + max(x for x, _ in squares) - min(x for x, _ in squares), 1 + max(y for _, y in squares) - min(y for _, y in squares)


def _draw_shape(layout: _Layout, scare: Scare, shape: Shape, top: int, left: int, *, corner: bool) -> None:
    """The squares of a shape with its code in the first one, or with the mark in the corner that a line names."""
    squares = (*shape.body, *shape.zone)
    x_least, y_least = min(x for x, _ in squares), min(y for _, y in squares)
    marks: dict[Square, str] = {(0, 0): CORNER} if corner else {shape.body[0]: scare.code}
    if corner:
        marks.setdefault(next(square for square in shape.body if square != (0, 0)) if len(shape.body) > 1 else (0, 0), scare.code)
    styles = dict.fromkeys(shape.zone, ZONE) | dict.fromkeys(shape.body, coloured(scare.colour))
    for square in sorted({*styles, *marks}):
        layout.put(top + square[1] - y_least, left + square[0] - x_least, marks.get(square, ""), styles.get(square, LABEL))


def _draw_pieces(layout: _Layout, top: int, view: SeatView, form: Form) -> None:
    """A card for each Scare that waits: its lines on the left, its four turns on the right."""
    layout.put(top, 1, "Pieces to place", SECTION, width=LEFT_COLUMNS)
    words = f"The four turns, clockwise. {CORNER} is the corner whose square a line names."
    layout.put(top, layout.right, words, SMALL, width=LEGEND_COLUMNS + 1 + SHAPES_COLUMNS)
    fields = {known.path: known for known in form.fields}
    pieces = pending_pieces(view.won, view.public.ground.catalogue)
    row = top + 1
    for scare, group in _by_scare(pieces):
        layout.put(row, 1, scare.code, coloured(scare.colour))
        layout.put(row, 2, scare.name, fitting(scare.name, replace(STRONG, fill=BAND, indent=1), 5 * SIDE_WIDTH), width=5)
        layout.put(row, 7, "square", HEAD_MIDDLE, width=2)
        layout.put(row, 9, "turn", HEAD_MIDDLE, width=2)
        for line, piece in enumerate(group, start=row + 1):
            layout.put(line, 1, piece.key, fitting(piece.key, replace(TEXT, align="right", ink=MUTED, indent=1), 6 * SIDE_WIDTH), width=6)
            _put_input(layout, line, 7, fields[("place", piece.key, "at")])
            _put_input(layout, line, 9, fields[("place", piece.key, "turn")])
        drawn = _draw_turns(layout, row, scare)
        row += max(len(group), drawn) + 2


def _by_scare(pieces: Sequence[Pending]) -> Iterator[tuple[Scare, list[Pending]]]:
    groups: dict[str, list[Pending]] = {}
    for piece in pieces:
        groups.setdefault(piece.scare.name, []).append(piece)
    return ((group[0].scare, group) for group in groups.values())


def _put_input(layout: _Layout, row: int, column: int, known: Field) -> None:
    layout.cells.append(Cell(row, column, style=INPUT, name=known.name, note=known.note, choices=known.choices, width=2))
    layout.bottom = max(layout.bottom, row)


def _draw_turns(layout: _Layout, row: int, scare: Scare) -> int:
    """The four turns with their degrees above them; returns how many rows the tallest one takes."""
    extents = [_extent(shape) for shape in scare.shapes]
    slot = max(3, *(width for width, _ in extents)) + 1
    for number, (turn, shape) in enumerate(zip(TURNS, scare.shapes, strict=True)):
        column = layout.right + number * slot
        layout.put(row, column, f"{turn}°", HEAD_MIDDLE, width=slot - 1)
        _draw_shape(layout, scare, shape, row + 1, column, corner=True)
    return max(height for _, height in extents)
