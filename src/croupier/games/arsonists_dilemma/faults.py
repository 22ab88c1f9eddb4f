"""What must always hold between the match before a step and after it.

Must not trust the step: every record is worked out again from what stood before it.
"""

from __future__ import annotations

from .amounts import MOST_DIGITS
from .events import FINISHED, Burned, Ended, Escaped, HouseOver, Placed, Priced, Record, Skipped, SkipsCorrected, StartersSet, TurnOpened
from .fire import burn
from .rules import MOST_SKIPS, so_far
from .state import State, evolve
from .structures import CELLS, STRUCTURES

NUMBERS = range(1, len(STRUCTURES) + 1)


def faults(before: State, after: State) -> tuple[str, ...]:
    """What a step broke, in words: the past stays, each structure is priced once and stands and burns once a house, sums are sums."""
    count = len(before.history)
    if after.history[:count] != before.history:
        return ("the past of the match was changed",)
    found: list[str] = []
    at = before
    for record in after.history[count:]:
        fault = _fault(at, record)
        if fault:
            found.append(fault)
        at = evolve(at, record)
    if (at.phase, at.seat, at.number) != (after.phase, after.seat, after.number):
        found.append("the turn is not the one that was opened")
    return tuple(found)


def _fault(at: State, record: Record) -> str | None:
    """What is wrong with one more record in a match that stands like this; None for nothing."""
    if at.phase == FINISHED:
        return "something happened after the end"
    match record:
        case TurnOpened(phase, seat, number):
            following = at.number + 1 if phase == at.phase else 1
            return None if number == following and seat in at.options.seats else "a turn is numbered wrongly"
        case Priced(number, _, structure, price):
            sound = number == at.number and structure in NUMBERS and structure not in at.prices and 0 < price < 10**MOST_DIGITS
            return None if sound else "a structure is priced twice, or at no price"
        case Placed(number, _, structure, house, cell, price):
            if number != at.number or not 1 <= house <= at.options.houses or cell not in CELLS:
                return "a structure was bought into no place"
            layout = at.layout(house)
            free = structure not in layout and not layout[CELLS.index(cell)]
            return None if free and at.prices.get(structure) == price else "a structure stands twice, or its price was not paid"
        case Skipped(_, number, seat, skips):
            return None if number == at.number and skips == dict(at.skips)[seat] + 1 else "the skips do not add up"
        case SkipsCorrected(_, skips):
            return None if 0 <= skips < MOST_SKIPS else "the skips do not add up"
        case StartersSet(starts):
            houses = [house for house, _ in starts]
            return None if houses == list(range(1, at.options.houses + 1)) else "a house has no starter"
        case Burned(house, turn, seat, structure, steps, euphoria, heard):
            if (house, turn) != (at.house, at.number) or structure not in NUMBERS:
                return "a turn burned where it was not played"
            if any(record.structure == structure for record in at.burns(house) if record.seat == seat):
                return "a structure was named twice by one player"
            fire = burn(at.layout(house), at.burned(house), structure, turn)
            return None if (steps, euphoria, heard) == (fire.steps, fire.euphoria, fire.heard) else "a fire does not come out as it should"
        case Escaped(house, turn, seat):
            sound = (house, turn) == (at.house, at.number) and seat not in at.escaped(house)
            return None if sound else "somebody escaped twice, or from another house"
        case HouseOver(house, euphoria, collapsed):
            inside = [seat for seat in at.options.seats if seat not in at.escaped(house)]
            taken = tuple((seat, 0 if collapsed and seat in inside else own) for seat, own in at.earned(house))
            over = collapsed == (len(at.burned(house)) == len(STRUCTURES)) and (collapsed or not inside)
            return None if house == at.house and over and euphoria == taken else "the euphoria of a house does not add up"
        case Ended(euphoria):
            return None if euphoria == so_far(at) else "the euphoria of the match does not add up"
    return None
