"""What each audience may know of a match, built up for it from nothing.

Must not cut a view down from the state: a key that is not put in is not known.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from croupier.core.audience import Audience, Host, Public, Seat
from croupier.core.plain import INNER, MAPPING
from croupier.core.problems import Problem

from .catalogue import Catalogue
from .house import Piece, Plot
from .state import Bid, Offer, Result, Sale, SeatState, State, WallSale
from .walks import Walk


@dataclass(frozen=True)
class Ground:
    """The public facts of a match that never change: no offer, no schedule, no seed."""

    plot: Plot
    catalogue: Catalogue
    cash: int
    auctions: int
    slots: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class PublicView:
    """What everybody knows (HH-9). `outcome` from the end of the walks on; `seats` and `bids` after the end."""

    phase: str
    finished: bool
    sold: tuple[Sale, ...]
    walls_sold: tuple[WallSale, ...]
    offer: Offer | None = None
    outcome: Result | None = None
    seats: tuple[tuple[str, SeatView], ...] | None = field(default=None, metadata=MAPPING)
    bids: tuple[Bid, ...] | None = None
    ground: Ground = field(kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class SeatView:
    """What one seat knows of itself; `walks` and `screams` are the host's until everything is revealed."""

    cash: int
    garnets: int
    won: tuple[str, ...]
    pieces: tuple[Piece, ...]
    discarded: tuple[str, ...]
    entrants: tuple[str, ...]
    problems: tuple[Problem, ...]
    walks: tuple[Walk, ...] | None = None
    screams: int | None = None
    name: str = field(kw_only=True, metadata=INNER)
    public: PublicView = field(kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class HostView:
    """What the host knows: every seat and every bid."""

    seats: tuple[tuple[str, SeatView], ...] = field(metadata=MAPPING)
    bids: tuple[Bid, ...]
    public: PublicView = field(kw_only=True, metadata=INNER)


def view(state: State, audience: Audience) -> PublicView | SeatView | HostView:
    """The view of an audience."""
    match audience:
        case Public():
            return _public(state)
        case Seat(name):
            return seat_view(state, name)
        case Host():
            public = _public(state)
            return HostView(tuple((seat.name, _whole_seat(seat, state, public)) for seat in state.seats), state.bids, public=public)


def seat_view(state: State, name: str) -> SeatView:
    """What the seat of a name knows."""
    return _seat(state.seat(name), _public(state))


def _public(state: State) -> PublicView:
    options = state.options
    ground = Ground(options.plot, options.catalogue, options.cash, options.auctions, options.slots, tuple(seat.name for seat in state.seats))
    known = PublicView(
        phase=state.phase,
        finished=state.revealed,
        sold=state.sold,
        walls_sold=state.walls_sold,
        offer=state.offer,
        outcome=state.result,
        ground=ground,
    )
    if not state.revealed:
        return known
    seats = tuple((seat.name, _whole_seat(seat, state, known)) for seat in state.seats)
    return replace(known, seats=seats, bids=state.bids)


def _seat(seat: SeatState, public: PublicView) -> SeatView:
    return SeatView(
        cash=seat.cash,
        garnets=seat.garnets,
        won=seat.won,
        pieces=seat.pieces,
        discarded=seat.discarded,
        entrants=seat.entrants,
        problems=seat.problems,
        name=seat.name,
        public=public,
    )


def _whole_seat(seat: SeatState, state: State, public: PublicView) -> SeatView:
    screams = dict(state.result.screams)[seat.name] if state.result else None
    return replace(_seat(seat, public), walks=seat.walks, screams=screams)
