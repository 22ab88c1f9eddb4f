"""What a turn asks of the seat whose turn it is.

Must not lay anything out, nor see more than the seat's own view.
"""

from __future__ import annotations

from croupier.core.forms import Field, Form

from .events import PRICING, PURCHASING
from .handin import TICK
from .structures import CELLS, STRUCTURES
from .views import SeatView


def ask(view: SeatView) -> Form | None:
    """The form of the seat whose turn it is; None for the other one, and after the end (AD-1, AD-2, AD-5)."""
    if not view.asked:
        return None
    phase = view.public.phase
    if phase == PRICING:
        fields = _pricing(view)
    elif phase == PURCHASING:
        fields = _purchasing(view)
    else:
        fields = _house(view)
    tick = Field(TICK, (TICK,), "Done", "Tick this last, or choose yes: your turn is handed in as soon as it is ticked.", ("yes",), tick=True)
    return Form(phase, (*fields, tick), counts="ticked")


def _pricing(view: SeatView) -> tuple[Field, ...]:
    """AD-1"""
    open_ones = tuple(structure.label for structure in STRUCTURES if view.public.price_of(structure.number) is None)
    return (
        Field("structure", ("structure",), "Structure", "One that has no price yet, such as [3] Oven. Its number alone, 3, will do.", open_ones),
        Field("price", ("price",), "Price", "A positive whole number, such as 50 or 4,000: up to 1,000 digits, nothing but digits and commas."),
    )


def _purchasing(view: SeatView) -> tuple[Field, ...]:
    """AD-2"""
    houses = [(number, dict(house.cells)) for number, house in view.public.houses]
    things = tuple(structure.label for structure in STRUCTURES if any(structure.number not in cells.values() for _, cells in houses))
    open_houses = tuple(number for number, cells in houses if len(cells) < len(CELLS))
    free = tuple(cell for cell in CELLS if any(cell not in cells for _, cells in houses))
    return (
        Field("structure", ("structure",), "Structure", "One that the house does not have yet, such as [3] Oven or 3.", things),
        Field("house", ("house",), "House", "The number of the house, such as 1.", open_houses),
        Field("cell", ("cell",), "Cell", "A free cell of that house: a letter and a number, such as C3.", free),
    )


def _house(view: SeatView) -> tuple[Field, ...]:
    """AD-5"""
    named = view.named_in(view.public.house or 1)
    left = tuple(structure.label for structure in STRUCTURES if structure.number not in named)
    return (
        Field("burn", ("burn",), "Burn", "A structure that you have not named in this house: [3] Oven, 3, or its cell, C3.", left),
        Field("escape", ("escape",), "or escape", "Choose yes to leave the house for good; then name nothing to burn.", ("yes",)),
    )
