"""What each phase asks of a seat: one field per line of its sheet, and the board where something is to be placed.

Must not lay anything out, nor see more than the seat's own view.
"""

from __future__ import annotations

from croupier.core.forms import Field, Form, Grid

from .catalogue import FIXED_COLOURS, TURNS, Catalogue
from .handin import takes_placement, winners_choose
from .house import Plot, square_name
from .lines import pending_pieces
from .money import WALL_PRICE
from .roster import CHAO, ENTRANTS
from .state import WALLS
from .views import SeatView
from .walks import whose_way

BOARD = "board"


def ask(view: SeatView) -> Form | None:
    """What the present phase asks of the seat, None where it asks nothing (HH-10, HH-20, HH-32, HH-34, HH-35)."""
    phase = view.public.phase
    if view.public.finished:
        return None
    if phase.startswith("auction-"):
        return _with_placement(view, _bids(view))
    if phase == "entrants":
        return _with_placement(view, _entrants())
    if phase == "paths":
        fields = _paths(view)
        return Form(phase, fields) if fields else None
    if phase == "ceremony":
        return _ceremony(view)
    return None


def _with_placement(view: SeatView, fields: tuple[Field, ...]) -> Form:
    phase, ground = view.public.phase, view.public.ground
    if not (takes_placement(phase) and view.won):
        return Form(phase, fields)
    grid = board_grid(ground.plot, ground.catalogue)
    return Form(phase, (*fields, *_places(view)), (grid,))


def board_grid(plot: Plot, catalogue: Catalogue) -> Grid:
    """The board with every colour that means something on it (HH-11)."""
    colours = [(scare.colour, scare.code) for scare in catalogue.scares]
    colours += [(colour, code) for code, colour in FIXED_COLOURS.items()]
    return Grid(BOARD, (BOARD,), plot.size, plot.size, tuple(colours))


def _bids(view: SeatView) -> tuple[Field, ...]:
    """HH-3, HH-4"""
    offer = view.public.offer
    if offer is None:
        return ()
    note = "Whole dollars, such as 100 or $1,000. Empty or 0: no bid."
    fields = [Field(f"bid_{number}", ("bids", label), label, note) for number, label in enumerate(offer.scares, start=1)]
    if offer.walls:
        note = f"How many Walls (3), or what you spend on them at ${WALL_PRICE} each, with the $ (${3 * WALL_PRICE})."
        fields.append(Field("bid_walls", ("bids", WALLS), WALLS, note))
    return tuple(fields)


def _entrants() -> tuple[Field, ...]:
    """HH-20, HH-21"""
    money = [
        Field(f"entrant_{number}", ("entrants", entrant.name), entrant.name, "Whole dollars, such as 100 or $1,000. Empty or 0: no bid.")
        for number, entrant in enumerate(ENTRANTS, start=1)
    ]
    garnets = [
        Field(f"garnet_{number}", ("garnets", entrant.name), f"{entrant.name}, Garnets", "Whole Garnets, such as 2. Empty or 0: no bid.")
        for number, entrant in enumerate(ENTRANTS, start=1)
    ]
    return (*money, *garnets)


def _places(view: SeatView) -> tuple[Field, ...]:
    """Two fields per pending piece: where the corner of its box lies, and how it is turned (HH-11)."""
    ground = view.public.ground
    squares = tuple(square_name(square) for square in ground.plot.squares)
    turns = tuple(str(turn) for turn in TURNS)
    fields: list[Field] = []
    for number, piece in enumerate(pending_pieces(view.won, ground.catalogue), start=1):
        note = "The square of the corner marked ◤ in the drawing. Filled in, this line counts for the piece instead of the board."
        fields.append(Field(f"at_{number}", ("place", piece.key, "at"), f"{piece.key}, square", note, squares))
        alike = len(set(piece.scare.shapes)) == 1
        note = "Every turn of this piece is the same; it may stay empty." if alike else "Degrees clockwise, as in the drawings."
        fields.append(Field(f"turn_{number}", ("place", piece.key, "turn"), f"{piece.key}, turn", note, turns))
    return tuple(fields)


def _paths(view: SeatView) -> tuple[Field, ...]:
    """One field per walk that the player leads, numbered in order of entry (HH-25, HH-32)."""
    plot = view.public.ground.plot
    note = f"Every square from {square_name(plot.start)} to {square_name(plot.exit)}, parted by blanks; diagonal steps are allowed."
    led = [name for name, way in zip(view.entrants, whose_way(view.entrants), strict=True) if way == CHAO]
    return tuple(Field(f"path_{number}", ("paths", str(number)), name, note) for number, name in enumerate(led, start=1))


def _ceremony(view: SeatView) -> Form | None:
    """Asks every winner, even one who has nothing left to choose: the ceremony always takes its day (HH-34, HH-35)."""
    outcome, phase = view.public.outcome, view.public.phase
    if outcome is None or view.name not in outcome.winners:
        return None
    fields: list[Field] = []
    if winners_choose(view.public):
        fields.append(Field("candidate", ("candidate",), "Elimination Candidate", "One of those who are eligible.", outcome.eligible))
    if outcome.winners == (view.name,):
        barred = {view.name} if winners_choose(view.public) else {view.name, *outcome.eligible}
        names = tuple(name for name in view.public.ground.seats if name not in barred)
        fields.append(Field("token_to", ("token_to",), "Second Token of Life", "Anyone but yourself and the Elimination Candidate.", names))
    return Form(phase, tuple(fields))
