"""The state of a match, the events that change it, and the fold of one into the other.

Must not decide anything: every fact comes from an event, and folding never fails and never draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from croupier.core.game import Refused, Table
from croupier.core.plain import MAPPING
from croupier.core.problems import Problem
from croupier.core.seats import with_changes

from .catalogue import WALL
from .house import House, Piece, build
from .options import Options
from .roster import BY_NAME
from .walks import Walk

FINISHED = "finished"
WALLS = "Walls"
Typed = int | float | str | bool


@dataclass(frozen=True, slots=True)
class Offer:
    """What an auction offers: lots by label, lettered where a Scare repeats (HH-2), and the Walls."""

    scares: tuple[str, ...]
    walls: int


@dataclass(frozen=True, slots=True)
class Sale:
    """Who won a lot, or has an Entrant (HH-9)."""

    phase: str
    lot: str
    to: str


@dataclass(frozen=True, slots=True)
class WallSale:
    """How many Walls an auction sold and carried on (HH-8)."""

    phase: str
    sold: int
    carried: int


@dataclass(frozen=True, slots=True)
class Bid:
    """One bid and what became of it. `amount` = dollars, Garnets or Walls asked; as typed where the line is void."""

    phase: str
    lot: str
    by: str
    amount: Typed
    result: str
    garnets: bool | None = None
    got: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How the match stands after the walks, and, once the ceremony is over, how it ended (HH-33 … HH-36)."""

    screams: tuple[tuple[str, int], ...] = field(metadata=MAPPING)
    winners: tuple[str, ...]
    eligible: tuple[str, ...]
    garnets: tuple[tuple[str, int], ...] = field(metadata=MAPPING)
    candidate: str | None = None
    tokens: tuple[tuple[str, int], ...] | None = field(default=None, metadata=MAPPING)


@dataclass(frozen=True)
class SeatState:
    """What belongs to one seat. `won` = labels to be placed by the next deadline."""

    name: str
    cash: int
    garnets: int
    won: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    discarded: tuple[str, ...] = ()
    entrants: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    walks: tuple[Walk, ...] | None = None


@dataclass(frozen=True)
class State:
    """A match at one moment. `lettered` = the carried lots by Scare, without letters."""

    options: Options
    phase: str
    auction: int
    offer: Offer | None
    carried: Offer
    seats: tuple[SeatState, ...]
    sold: tuple[Sale, ...] = ()
    walls_sold: tuple[WallSale, ...] = ()
    bids: tuple[Bid, ...] = ()
    result: Result | None = None
    revealed: bool = False

    def seat(self, name: str) -> SeatState:
        """The seat of a name; KeyError where there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise KeyError(name)

    def house(self, name: str) -> House:
        """A seat's house as it stands."""
        return build(self.options.plot, self.options.catalogue, self.seat(name).pieces)


# Events ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseOpened:
    phase: str


@dataclass(frozen=True, slots=True)
class OfferOpened:
    """An auction opens (HH-1, HH-2): the only moment at which its offer becomes known."""

    phase: str
    scares: tuple[str, ...]
    walls: int


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What a seat is told about its hand-in; the problems of the step replace those of the step before.

    `asked` = the step asked this seat something; `absent` = it handed in nothing at all.
    """

    seat: str
    problems: tuple[Problem, ...]
    asked: bool = True
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    seat: str
    label: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Discarded:
    """A piece that was not placed in its round (HH-18)."""

    seat: str
    label: str
    scare: str
    fine: int


@dataclass(frozen=True, slots=True)
class BidJudged:
    bid: Bid


@dataclass(frozen=True, slots=True)
class LotSold:
    phase: str
    lot: str
    seat: str
    price: int


@dataclass(frozen=True, slots=True)
class WallsGot:
    phase: str
    seat: str
    count: int
    price: int


@dataclass(frozen=True, slots=True)
class AuctionClosed:
    """What goes on into the next auction: Scares by name (HH-7) and Walls (HH-8); nothing after the last."""

    phase: str
    carried: tuple[str, ...]
    walls_sold: int
    walls_carried: int


@dataclass(frozen=True, slots=True)
class EntrantTaken:
    """An Entrant for a seat, `how` = money, garnets or drawn (HH-21 … HH-23)."""

    seat: str
    entrant: str
    how: str
    price: int


@dataclass(frozen=True, slots=True)
class EntrantsListed:
    """Who has which Entrant, in order of entry, then roster (HH-9)."""

    sales: tuple[Sale, ...]


@dataclass(frozen=True, slots=True)
class Walked:
    seat: str
    number: int
    walk: Walk


@dataclass(frozen=True, slots=True)
class Scored:
    """The screams and who stands where after the walks (HH-33, HH-36)."""

    result: Result


@dataclass(frozen=True, slots=True)
class CandidateNamed:
    """The Elimination Candidate; `how` = only, chosen or drawn (HH-35)."""

    candidate: str
    how: str


@dataclass(frozen=True, slots=True)
class TokensGiven:
    tokens: tuple[tuple[str, int], ...]
    second: str | None


@dataclass(frozen=True, slots=True)
class MoneyCorrected:
    """A host's ruling on a seat's money: changes of cash and of Garnets."""

    seat: str
    cash: int
    garnets: int
    reason: str


@dataclass(frozen=True, slots=True)
class PieceGiven:
    """A host's ruling: a Scare to be placed with what the seat has won."""

    seat: str
    scare: str
    reason: str


@dataclass(frozen=True, slots=True)
class PieceTaken:
    """A host's ruling: a piece is taken, from the house (`piece`) or from what waits to be placed."""

    seat: str
    label: str
    piece: Piece | None
    reason: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """The match is over: everything becomes public."""


EVENTS: tuple[type, ...] = (
    PhaseOpened,
    OfferOpened,
    HandedIn,
    Placed,
    Discarded,
    BidJudged,
    LotSold,
    WallsGot,
    AuctionClosed,
    EntrantTaken,
    EntrantsListed,
    Walked,
    Scored,
    CandidateNamed,
    TokensGiven,
    MoneyCorrected,
    PieceGiven,
    PieceTaken,
    Revealed,
    Refused,
)


def start(table: Table[Options]) -> State:
    """The state before the first event."""
    garnets = dict(table.options.garnets)
    seats = tuple(SeatState(name, table.options.cash, garnets.get(name, 0)) for name in table.seats)
    return State(table.options, "", 0, None, Offer((), 0), seats)


def _with(state: State, name: str, **changes: Any) -> State:
    return replace(state, seats=with_changes(state.seats, name, **changes))


def evolve(state: State, event: object) -> State:
    """The state after an event."""
    match event:
        case PhaseOpened(phase):
            return replace(state, phase=phase, offer=None)
        case OfferOpened(phase, scares, walls):
            return replace(state, phase=phase, auction=state.auction + 1, offer=Offer(scares, walls), carried=Offer((), 0))
        case HandedIn(name, problems):
            return _with(state, name, problems=problems)
        case Refused(name, problem):
            return _with(state, name, problems=(*state.seat(name).problems, problem))
        case Placed(name, label, piece):
            seat = state.seat(name)
            return _with(state, name, won=_without(seat.won, label), pieces=(*seat.pieces, piece))
        case Discarded(name, label, scare, fine):
            seat = state.seat(name)
            return _with(state, name, won=_without(seat.won, label), discarded=(*seat.discarded, scare), cash=seat.cash - fine)
        case BidJudged(bid):
            return replace(state, bids=(*state.bids, bid))
        case LotSold(phase, lot, name, price):
            seat = state.seat(name)
            state = _with(state, name, won=(*seat.won, lot), cash=seat.cash - price)
            return replace(state, sold=(*state.sold, Sale(phase, lot, name)))
        case WallsGot(_, name, count, price):
            seat = state.seat(name)
            return _with(state, name, won=(*seat.won, *[WALL] * count), cash=seat.cash - price)
        case AuctionClosed(phase, carried, sold, walls_carried):
            return replace(state, carried=Offer(carried, walls_carried), walls_sold=(*state.walls_sold, WallSale(phase, sold, walls_carried)))
        case EntrantTaken(name, entrant, how, price):
            seat = state.seat(name)
            cash, garnets = (seat.cash, seat.garnets - price) if how == "garnets" else (seat.cash - price, seat.garnets)
            return _with(state, name, entrants=in_order_of_entry((*seat.entrants, entrant)), cash=cash, garnets=garnets)
        case EntrantsListed(sales):
            return replace(state, sold=(*state.sold, *sales))
        case Walked(name, _, walk):
            return _with(state, name, walks=(*(state.seat(name).walks or ()), walk))
        case Scored(result):
            return replace(state, result=result)
        case CandidateNamed(candidate, _) if state.result:
            return replace(state, result=replace(state.result, candidate=candidate))
        case TokensGiven(tokens, _) if state.result:
            return replace(state, result=replace(state.result, tokens=tokens))
        case MoneyCorrected(name, cash, garnets):
            seat = state.seat(name)
            return _with(state, name, cash=seat.cash + cash, garnets=seat.garnets + garnets)
        case PieceGiven(name, scare):
            # Walls are judged last (HH-16), so whatever is given stands before them.
            won = state.seat(name).won
            walls = won.count(WALL) if scare != WALL else 0
            return _with(state, name, won=(*won[: len(won) - walls], scare, *[WALL] * walls))
        case PieceTaken(name, label, piece):
            seat = state.seat(name)
            if piece is None:
                return _with(state, name, won=_without(seat.won, label))
            return _with(state, name, pieces=tuple(other for other in seat.pieces if other != piece))
        case Revealed():
            return replace(state, phase=FINISHED, revealed=True)
    return state


def in_order_of_entry(entrants: tuple[str, ...]) -> tuple[str, ...]:
    """HH-24: Entrants as they walk a house, two of the same one after the other."""
    return tuple(sorted(entrants, key=list(BY_NAME).index))


def _without(labels: tuple[str, ...], label: str) -> tuple[str, ...]:
    at = labels.index(label)
    return labels[:at] + labels[at + 1 :]
