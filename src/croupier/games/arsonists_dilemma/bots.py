"""Plays a seat for rehearsals and tests: plausible turns, and at a set rate odd, wrong or missing ones.

Must not see more than the seat's own view and form, nor take chance from anywhere but the stream that it is handed.
"""

from __future__ import annotations

from croupier.core.draws import Stream
from croupier.core.forms import Answers, Form

from .events import PRICING, PURCHASING
from .fire import AAAHHH, ON_FIRE, TASTY, burn
from .handin import TICK
from .structures import APPLE, BANANA, CARPET, CELLS, STRUCTURES
from .views import SeatView

ODD_RATE = 12
"""One turn in so many begins with something that does not stand."""
LATE_RATE = 40
"""One turn in so many runs out."""
DANGER = 6
"""How many structures a bot believes to burn when it begins to think of escaping."""

_PRICES = ("1", "7", "50", "4000", "4,000", "999,999", "4,000,000,009", "1" + "0" * 40, "9" * 1000)
_ODD_PRICES = ("1e9", "4B", "-5", "0", "2.50", "infinity", "=2*50", "10,00", "")


def bot(view: SeatView, form: Form, stream: Stream) -> Answers | None:
    """A hand-in for this form; None where the clock runs out."""
    return play(view, form, stream, odd_one_in=ODD_RATE, late_one_in=LATE_RATE)


def play(view: SeatView, form: Form, stream: Stream, *, odd_one_in: int, late_one_in: int) -> Answers | None:
    """As `bot`, with one odd turn and one late turn in so many; 0: none."""
    if late_one_in and stream.below(late_one_in) == 0:
        return None
    odd = bool(odd_one_in) and stream.below(odd_one_in) == 0
    phase = view.public.phase
    if phase == PRICING:
        answers = _price(view, stream, odd)
    elif phase == PURCHASING:
        answers = _purchase(view, stream, odd)
    else:
        answers = _in_a_house(view, stream, odd)
    return {**answers, TICK: "yes"}


def _price(view: SeatView, stream: Stream, odd: bool) -> dict[str, object]:
    unpriced = [structure for structure in STRUCTURES if view.public.price_of(structure.number) is None]
    chosen = stream.choice(unpriced)
    return {"structure": stream.choice((chosen.label, str(chosen.number))), "price": stream.choice(_ODD_PRICES if odd else _PRICES)}


def _purchase(view: SeatView, stream: Stream, odd: bool) -> dict[str, object]:
    """A structure where it fits; an odd one where it does not."""
    number, house = stream.choice([(number, house) for number, house in view.public.houses if len(house.cells) < len(CELLS)])
    cells = dict(house.cells)
    chosen = stream.choice([structure for structure in STRUCTURES if structure.number not in cells.values()])
    free = [cell for cell in CELLS if cell not in cells]
    taken = [cell for cell in CELLS if cell in cells] or ["D4", "middle"]
    return {"structure": chosen.label, "house": number, "cell": stream.choice(taken if odd else free)}


def _in_a_house(view: SeatView, stream: Stream, odd: bool) -> dict[str, object]:
    """Burns while the house seems to stand, then leaves. What the other has lit unheard is guessed at one for each of the other's turns."""
    house = view.public.house or 1
    named = view.named_in(house)
    if odd:
        wrong = [{}, {"burn": "12"}, {"burn": "D2"}, {"burn": "the lot"}, {"burn": "5", "escape": "yes"}]
        wrong += [{"burn": str(named[0])}] if named else []
        return dict(stream.choice(wrong))
    known = believed(view, house)
    turn = view.public.turn.number if view.public.turn else 1
    alone = bool(view.public.house_of(house).escaped)
    guessed = 0 if alone else (turn - 1) // 2
    left = [structure for structure in STRUCTURES if structure.number not in named]
    whole = [structure for structure in left if structure.number not in known]
    if not whole or (len(known) + guessed >= DANGER and stream.below(3) > 0):
        return {"escape": "yes"}
    chosen = stream.choice(whole)
    if stream.below(3):
        return {"burn": chosen.label}
    cells = {thing: cell for cell, thing in view.public.house_of(house).cells}
    return {"burn": stream.choice((str(chosen.number), f"[{chosen.number}]", cells[chosen.number].lower()))}


def believed(view: SeatView, house: int) -> frozenset[int]:
    """What a seat can take for burned: what it named, what could be heard, and what its first name lit where it was the first turn."""
    cells = dict(view.public.house_of(house).cells)
    heard = [entry for entry in view.feedback if entry.house == house]
    burning = set(view.named_in(house))
    for entry in heard:
        burning |= {thing for sound, thing in ((AAAHHH, BANANA), (ON_FIRE, CARPET), (TASTY, APPLE)) if sound in entry.heard}
    if heard and heard[0].turn == 1 and view.public.house_of(house).starts == view.name and burning:
        fire = burn(tuple(cells[cell] for cell in CELLS), (), view.named_in(house)[0], 1)
        burning |= {thing for step in fire.steps for thing in step}
    return frozenset(burning)
