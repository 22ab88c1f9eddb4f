"""The Entrant auction: Garnets first, then money, then the draw of what is left (HH-20 … HH-23).

Must not know houses or walks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.core.draws import Stream

from .handin import NEEDED
from .money import Line
from .roster import ENTRANTS
from .state import Bid, BidJudged, EntrantsListed, EntrantTaken, Sale

PHASE = "entrants"
NAMES = tuple(entrant.name for entrant in ENTRANTS)


@dataclass
class Hall:
    """Who has which Entrant so far. Lives only while one auction is resolved."""

    slots: int
    seats: Sequence[str]
    held: dict[str, list[str]] = field(init=False)

    def __post_init__(self) -> None:
        self.held = {seat: [] for seat in self.seats}

    def left(self, entrant: str) -> int:
        return self.slots - sum(names.count(entrant) for names in self.held.values())

    def needs(self, seat: str) -> int:
        return NEEDED - len(self.held[seat])


def hold_auction(hall: Hall, lines: Mapping[str, Sequence[Line]], *, garnets: bool) -> list[object]:
    """HH-21, HH-22: fills the hall from one kind of bids, and tells every line and every Entrant taken."""
    bids = {(seat, line.lot): line.amount for seat in hall.seats for line in lines.get(seat, ()) if line.amount is not None}
    results: dict[tuple[str, str], str] = {}
    taken: list[EntrantTaken] = []
    for amount in sorted(set(bids.values()), reverse=True):
        for (seat, entrant), result in _level(hall, [bid for bid, offered in bids.items() if offered == amount]).items():
            results[seat, entrant] = result
            if result == "won":
                hall.held[seat].append(entrant)
                taken.append(EntrantTaken(seat, entrant, "garnets" if garnets else "money", amount))
    judged: list[object] = []
    for entrant in NAMES:
        for seat in hall.seats:
            for line in lines.get(seat, ()):
                if line.lot == entrant:
                    void = line.amount is None
                    amount_told = line.typed if line.amount is None else line.amount
                    bid = Bid(PHASE, entrant, seat, amount_told, "void" if void else results[seat, entrant], garnets or None)
                    judged.append(BidJudged(bid))
    return [*judged, *taken]


def _level(hall: Hall, group: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """HH-22: all bids of one amount at once, by its steps (a) to (d)."""
    results: dict[tuple[str, str], str] = {}
    standing: list[tuple[str, str]] = []
    for seat, entrant in group:  # (a)
        if hall.left(entrant) <= 0 or entrant in hall.held[seat] or hall.needs(seat) <= 0:
            results[seat, entrant] = "refunded"
        else:
            standing.append((seat, entrant))
    crowded = {entrant for entrant in NAMES if sum(bid[1] == entrant for bid in standing) > hall.left(entrant)}
    for seat, entrant in standing:  # (b)
        if entrant in crowded:
            results[seat, entrant] = "tied"
    standing = [bid for bid in standing if bid[1] not in crowded]
    for seat in hall.seats:  # (c)
        own = sorted((entrant for name, entrant in standing if name == seat), key=NAMES.index)
        for place, entrant in enumerate(own):  # (d)
            results[seat, entrant] = "won" if place < hall.needs(seat) else "refunded"
    return results


def listing(hall: Hall) -> EntrantsListed:
    """HH-9: who has which Entrant, bought or drawn, in order of entry, then roster."""
    sales = [Sale(PHASE, entrant, seat) for entrant in NAMES for seat in hall.seats for _ in range(hall.held[seat].count(entrant))]
    return EntrantsListed(tuple(sales))


def draw_rest(hall: Hall, stream: Stream) -> list[EntrantTaken]:
    """HH-23: the slots left for the seats that still need Entrants, drawn, with as few repeats as can be.

    One need after the other, in a drawn order, takes a drawn Entrant that its seat does not have; where none is left,
    needs served before move aside (augmenting ways of a flow, so the number of repeats over all is the least there is).
    """
    given: dict[str, list[str]] = {seat: [] for seat in hall.seats}
    left = {entrant: hall.left(entrant) for entrant in NAMES}
    unserved: list[str] = []
    needs = [seat for seat in hall.seats for _ in range(hall.needs(seat))]
    for seat in stream.shuffle(needs):
        drawn = stream.shuffle([entrant for entrant in NAMES for _ in range(left[entrant])])
        order = tuple(dict.fromkeys((*drawn, *NAMES)))
        if not _serve(hall, seat, order, given, left, set()):
            unserved.append(seat)
    rest = stream.shuffle([entrant for entrant in NAMES for _ in range(left[entrant])])
    for seat, entrant in zip(unserved, rest, strict=False):
        given[seat].append(entrant)
    return [EntrantTaken(seat, entrant, "drawn", 0) for seat in hall.seats for entrant in given[seat]]


def _serve(hall: Hall, seat: str, order: Sequence[str], given: dict[str, list[str]], left: dict[str, int], tried: set[str]) -> bool:
    """Gives a seat one Entrant that is new to it, if need be by moving others aside; False where that cannot be."""
    for entrant in order:
        if entrant in tried or entrant in hall.held[seat] or entrant in given[seat]:
            continue
        tried.add(entrant)
        if left[entrant] > 0:
            left[entrant] -= 1
            given[seat].append(entrant)
            return True
        for other in hall.seats:
            if entrant in given[other] and _serve(hall, other, order, given, left, tried):
                given[other].remove(entrant)
                given[seat].append(entrant)
                return True
    return False
