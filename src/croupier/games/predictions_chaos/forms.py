"""What each phase asks of a player and of a guest: one field per line of the sheet.

Must not lay anything out, nor see more than the seat's own view.
"""

from __future__ import annotations

from croupier.core.forms import Field, Form

from .actions import TITLES
from .deeds import CELL_PLACES, SIGN_PLACES
from .grid import BORDERS, CELLS, SIDE, border_name, cell_name
from .predictions import KEY, ROLES
from .reading import MOVES
from .state import PRE_GAME, ROUNDS
from .views import GuestView, PlayerView

SIGNS = ("+1", "−1")
_CELLS = tuple(map(cell_name, CELLS))


def ask(view: PlayerView | GuestView) -> Form | None:
    """What the present phase asks of the seat (PC-4 … PC-7, PC-19); None after the end."""
    phase = view.public.phase
    if view.public.finished:
        return None
    if isinstance(view, GuestView):
        return Form(phase, _starts(view) if phase == PRE_GAME else _moves(view))
    asked = _predictions(view) if phase == PRE_GAME else _action(view)
    return Form(phase, (*asked, *_gifts(view)))


def _predictions(view: PlayerView) -> tuple[Field, ...]:
    """PC-5"""
    guests = view.public.ground.guests
    note = {
        "positive": f"The guest who will gain points in this round, such as {guests[0]}. Each guest stands twice in this column.",
        "negative": f"The guest who will lose points in this round, such as {guests[1]}. Each guest stands twice in this column.",
    }
    return tuple(
        Field(f"{role}_{number}", (KEY, str(number), role), f"Round {number}, {role}", note[role], guests)
        for number in range(1, ROUNDS + 1)
        for role in ROLES
    )


def _action(view: PlayerView) -> tuple[Field, ...]:
    """PC-7, PC-9 … PC-12"""
    left = tuple(TITLES[action] for action, uses in view.actions_left if uses)
    corners = ("top left", "top right", "bottom left", "bottom right")
    signs = tuple(
        Field(f"by_{place}", ("by", place), f"Off by One, {corner}", f"+1 or −1 for the {corner} cell. One sign alone stands for all four.", SIGNS)
        for place, corner in zip(SIGN_PLACES, corners, strict=True)
    )
    cells = tuple(
        Field(f"cell_{place}", ("cells", place), f"Point Swap, cell {place}", "A cell such as R1C1; its number goes to the other one.", _CELLS)
        for place in CELL_PLACES
    )
    pairs = tuple(pair.name for pair in view.public.ground.pairs)
    borders = tuple(map(border_name, BORDERS))
    corner_note = f"The top-left cell of the square, such as R4C4. It wraps: R{SIDE}C{SIDE} is the four corners of the grid."
    return (
        Field("action", ("action",), "Action", "One of your actions, such as The Wall. Then fill in the lines below its name.", left),
        Field("square", ("square",), "Off by One, square", corner_note, _CELLS),
        *signs,
        *cells,
        Field("border", ("border",), "The Wall, border", "A whole line of the grid, such as C2|C3 (between columns 2 and 3).", borders),
        Field("pair", ("pair",), "Double Movement, token", f"The pair whose token goes twice as far, such as {pairs[0]}.", pairs),
    )


def _gifts(view: PlayerView) -> tuple[Field, ...]:
    """PC-19"""
    note = "How many of your Garnets this guest gets now, such as 2. Empty: none. A gift is final."
    return tuple(
        Field(f"gift_{number}", ("gifts", guest), f"Garnets for {guest}", note) for number, guest in enumerate(view.public.ground.guests, start=1)
    )


def _starts(view: GuestView) -> tuple[Field, ...]:
    """PC-4"""
    numbers = tuple(str(number) for number in range(1, SIDE + 1))
    fields: list[Field] = []
    for pair in view.public.ground.pairs:
        if view.name in pair.guests:
            what = "row" if view.name == pair.vertical else "column"
            note = f"The {what} in which the token begins, such as 4. Empty: one is drawn."
            fields.append(Field(f"start_{pair.sign.casefold()}", ("start", pair.name), f"{pair.name}, {what}", note, numbers))
    return tuple(fields)


def _moves(view: GuestView) -> tuple[Field, ...]:
    """PC-6"""
    fields: list[Field] = []
    for pair in view.public.ground.pairs:
        if view.name in pair.guests:
            moves = MOVES["vertical" if view.name == pair.vertical else "horizontal"]
            note = f"Up to two steps, such as {moves[0]}. Empty: you stay."
            fields.append(Field(f"move_{pair.sign.casefold()}", ("moves", pair.name), f"{pair.name}, move", note, moves))
    return tuple(fields)
