"""What each audience may know of a match, built up for it from nothing.

Must not cut a view down from the state: a key that is not put in is not known. No view holds the dictionary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from croupier.core.audience import Audience, Host, Public, Seat
from croupier.core.plain import DEEPLY_NESTED, INNER, MAPPING, NESTED
from croupier.core.problems import Problem

from .alphabet import SIDE
from .ending import Result, result
from .inventory import Inventory
from .options import PRINTER, RANGE, SHIFT, Ground
from .state import Bid, Chosen, Score, SeatState, State, Won, Word, WordList

Amounts = tuple[tuple[str, int], ...]
BidsByRound = tuple[tuple[int, tuple[tuple[str, Amounts], ...]], ...]
LettersByRound = tuple[tuple[int, tuple[tuple[str, tuple[str, ...]], ...]], ...]
LetterByRound = tuple[tuple[int, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True)
class Letters:
    """The set of the round that runs and of the next one; nothing where there is none (LA-1)."""

    now_: tuple[str, ...]  # the view key is `now`; an attribute of that name would be taken for a clock
    next: tuple[str, ...]


@dataclass(frozen=True)
class PublicView:
    """What everybody knows (LA-10); bids, sets, shifts and prints (those that stood) only after the end."""

    phase: str
    finished: bool
    letters: Letters
    won: tuple[Won, ...]
    words: tuple[Word, ...]
    points: tuple[tuple[str, int], ...] = field(metadata=MAPPING)
    variation: str | None = None
    grid: tuple[tuple[str, ...], ...] | None = None
    bids: BidsByRound | None = field(default=None, metadata=DEEPLY_NESTED)
    ranges: LettersByRound | None = field(default=None, metadata=NESTED)
    shifts: LetterByRound | None = field(default=None, metadata=NESTED)
    prints: LettersByRound | None = field(default=None, metadata=NESTED)
    outcome: Result | None = None
    judged: tuple[Bid, ...] | None = field(default=None, metadata=INNER)
    round: int = field(kw_only=True, metadata=INNER)
    sets: tuple[tuple[str, ...], ...] = field(kw_only=True, metadata=INNER)
    scores: tuple[Score, ...] = field(kw_only=True, metadata=INNER)
    dictionary: WordList | None = field(kw_only=True, metadata=INNER)
    ground: Ground = field(kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class SeatView:
    """What one seat knows of itself."""

    inventory: Inventory
    points: int
    problems: tuple[Problem, ...]
    name: str = field(kw_only=True, metadata=INNER)
    public: PublicView = field(kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class HostView:
    """What the host knows: every seat, and what stood of every hand-in."""

    seats: tuple[tuple[str, SeatView], ...] = field(metadata=MAPPING)
    bids: BidsByRound = field(metadata=DEEPLY_NESTED)
    ranges: LettersByRound = field(metadata=NESTED)
    shifts: LetterByRound = field(metadata=NESTED)
    prints: LettersByRound = field(metadata=NESTED)
    public: PublicView = field(kw_only=True, metadata=INNER)


def view(state: State, audience: Audience) -> PublicView | SeatView | HostView:
    """The view of an audience."""
    match audience:
        case Public():
            return public_view(state)
        case Seat(name):
            return _seat(state.seat(name), public_view(state))
        case Host():
            public = public_view(state)
            return HostView(
                seats=tuple((seat.name, _seat(seat, public)) for seat in state.seats),
                bids=_bids(state),
                ranges=_chosen(state, RANGE, state.ranges),
                shifts=_shifts(state),
                prints=_chosen(state, PRINTER, state.prints),
                public=public,
            )


def public_view(state: State) -> PublicView:
    """What everybody knows."""
    ground = state.ground
    now = state.letters if not state.finished else ()
    following = state.sets[state.round] if 1 <= state.round < len(state.sets) and not state.finished else ()
    grids = [letters for number, letters in enumerate(state.sets, start=1) if ground.variation(number) == RANGE]
    known = PublicView(
        phase=state.phase,
        finished=state.finished,
        letters=Letters(now, following),
        won=state.won,
        words=state.words,
        points=tuple((seat.name, seat.points) for seat in state.seats),
        variation=ground.variation(state.round) if not state.finished else None,
        grid=tuple(grids[0][at : at + SIDE] for at in range(0, SIDE * SIDE, SIDE)) if grids else None,
        round=state.round,
        sets=state.sets,
        scores=state.scores,
        dictionary=state.dictionary,
        ground=ground,
    )
    if not state.finished:
        return known
    return replace(
        known,
        bids=_bids(state),
        ranges=_chosen(state, RANGE, state.ranges),
        shifts=_shifts(state),
        prints=_chosen(state, PRINTER, state.prints),
        outcome=result(state),
        judged=state.bids,
    )


def _seat(seat: SeatState, public: PublicView) -> SeatView:
    return SeatView(seat.inventory, seat.points, seat.problems, name=seat.name, public=public)


def _rounds(state: State, *variations: str) -> list[int]:
    """The rounds of some variations that are over."""
    over = state.ground.rounds if state.finished else state.round - 1
    return [number for number in range(1, over + 1) if state.ground.variation(number) in variations]


def _bids(state: State) -> BidsByRound:
    """The own bids by round and player; who won on halves alone has no bid there (LA-12)."""
    numbers = _rounds(state, *(name for name in state.ground.variations if name != RANGE))
    found: list[tuple[int, tuple[tuple[str, Amounts], ...]]] = []
    for number in numbers:
        own = {
            seat.name: tuple((bid.letter, bid.amount) for bid in state.bids if (bid.round, bid.seat) == (number, seat.name)) for seat in state.seats
        }
        found.append((number, tuple((name, amounts) for name, every in own.items() if (amounts := tuple(one for one in every if one[1])))))
    return tuple(found)


def _chosen(state: State, variation: str, every: Sequence[Chosen]) -> LettersByRound:
    return tuple((number, tuple((one.seat, one.letters) for one in every if one.round == number)) for number in _rounds(state, variation))


def _shifts(state: State) -> LetterByRound:
    return tuple((number, tuple((one.seat, one.letters[0]) for one in state.shifts if one.round == number)) for number in _rounds(state, SHIFT))
