"""What each phase asks of a seat: bids, the field of the variation, and lines for words.

Must not lay anything out, nor see more than the seat's own view.
"""

from __future__ import annotations

from croupier.core.forms import Field, Form

from .auction import PRINT_PRICE
from .handin import asked_keys
from .views import SeatView

LEAST_LINES = 20
SPARE_LINES = 4
MOST_PRINTS = 24
MARK = "x"


def ask(view: SeatView) -> Form | None:
    """What the present phase asks of the seat, None after the end (LA-2, LA-7, LA-12 … LA-14)."""
    if view.public.finished:
        return None
    fields: list[Field] = []
    letters = view.public.letters.now_
    prints = 0
    for key in asked_keys(view.public.variation):
        match key:
            case "bids":
                note = "Whole tokens, such as 7. Empty or 0: no bid."
                fields += [Field(f"bid_{letter.lower()}", ("bids", letter), letter, note) for letter in letters]
            case "range":
                note = f"Type {MARK} to have this cell in your set; empty: it is not in it."
                fields += [Field(f"range_{letter.lower()}", ("range", letter), letter, note, (MARK,)) for letter in letters]
            case "shift":
                fields.append(Field("shift", ("shift",), "Letter to shift", "One letter of this auction, such as A. Empty: none.", letters))
            case "print":
                prints = min(view.public.ground.tokens // PRINT_PRICE, MOST_PRINTS)
                note = f"One letter to print, such as E. It costs {PRINT_PRICE} tokens. Empty: none."
                fields += [Field(f"print_{number}", ("print", str(number)), f"Print {number}", note) for number in range(1, prints + 1)]
    note = "One word, such as TEA. Words are made in the order of these lines."
    fields += [Field(f"word_{number}", ("words", str(number)), f"Word {number}", note) for number in range(1, _lines(view, prints) + 1)]
    return Form(view.public.phase, tuple(fields))


def _lines(view: SeatView, prints: int) -> int:
    """More lines than words of two letters that the seat could ever make, and always a good number of them."""
    copies = sum(item.copies for item in view.inventory) + prints
    return max(LEAST_LINES, copies // 2 + SPARE_LINES)
