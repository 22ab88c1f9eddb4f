"""What each audience may know of a match, built up for it from nothing.

Must not cut a view down from the state: a key that is not put in is not known.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from croupier.core.audience import Audience, Host, Public, Seat
from croupier.core.game import Told
from croupier.core.plain import INNER, MAPPING
from croupier.core.problems import Problem

from .amounts import exact, short
from .events import FINISHED, PRICING, Burned, Escaped, Totals
from .fire import NONE, PUBLIC_SOUNDS
from .state import State
from .structures import CELLS, STRUCTURES, Structure
from .tell import public_line

ESCAPE = "escape"


class Nobody(Enum):
    """Stands where a key is there and names nobody."""

    NOBODY = None


@dataclass(frozen=True)
class Ground:
    """The public facts of a match that never change. `built` = the players build the houses themselves."""

    seats: tuple[str, str]
    dmo: str
    first: str
    houses: int
    built: bool
    turn_seconds: int
    pause_seconds: int


@dataclass(frozen=True)
class TurnView:
    """Who is asked, and the number of the turn in its phase."""

    seat: str
    number: int


@dataclass(frozen=True)
class HouseView:
    """A house; `burned`, in the order of the steps, is the host's until the end (AD-12)."""

    cells: tuple[tuple[str, int], ...] = field(metadata=MAPPING)
    spent: Totals = field(metadata=MAPPING)
    starts: str | None
    escaped: tuple[str, ...]
    euphoria: Totals | None = field(default=None, metadata=MAPPING)
    burned: tuple[int, ...] | None = None

    def at(self, cell: str) -> int | None:
        """The structure in a cell."""
        return dict(self.cells).get(cell)


@dataclass(frozen=True)
class PlayedTurn:
    """A turn in a house as the host knows it: `choice` = the structure's number or "escape"."""

    house: int
    turn: int
    seat: str
    choice: int | str
    burned: tuple[tuple[int, ...], ...]
    euphoria: int


@dataclass(frozen=True)
class OutcomeView:
    """How the match ended (AD-3, AD-13)."""

    euphoria: Totals = field(metadata=MAPPING)
    winner: str
    forfeit: str | Nobody

    @property
    def forfeited(self) -> str | None:
        """Who forfeited, None for nobody."""
        return self.forfeit if isinstance(self.forfeit, str) else None


@dataclass(frozen=True)
class PublicView:
    """What everybody knows (AD-12). `turns` and what burned come with the end."""

    phase: str
    finished: bool
    turn: TurnView | None
    prices: tuple[tuple[str, int], ...] = field(metadata=MAPPING)
    houses: tuple[tuple[str, HouseView], ...] = field(metadata=MAPPING)
    skips: Totals = field(metadata=MAPPING)
    log: tuple[Told, ...]
    outcome: OutcomeView | None = None
    turns: tuple[PlayedTurn, ...] | None = None
    ground: Ground = field(kw_only=True, metadata=INNER)

    @property
    def house(self) -> int | None:
        """The number of the house that is being burned."""
        return int(self.phase.partition("-")[2]) if self.phase.startswith("house-") else None

    def price_of(self, structure: int) -> int | None:
        return dict(self.prices).get(str(structure))

    def house_of(self, number: int) -> HouseView:
        """A house by its number; KeyError where there is none."""
        return dict(self.houses)[str(number)]

    def short(self, amount: int) -> str:
        """A price in at most seven characters, for pages."""
        return short(amount)

    def exact(self, amount: int) -> str:
        """A price with all its digits, for pages."""
        return exact(amount)

    @property
    def structures(self) -> tuple[Structure, ...]:
        """All nine, for pages."""
        return STRUCTURES


@dataclass(frozen=True)
class Feedback:
    """What a seat heard in one turn of a house (AD-11)."""

    house: int
    turn: int
    heard: tuple[str, ...]


@dataclass(frozen=True)
class SeatView:
    """What one seat knows: what it heard, and what it has named, by house."""

    feedback: tuple[Feedback, ...]
    attempted: tuple[tuple[str, tuple[int, ...]], ...] = field(metadata=MAPPING)
    problems: tuple[Problem, ...]
    name: str = field(kw_only=True, metadata=INNER)
    public: PublicView = field(kw_only=True, metadata=INNER)

    @property
    def asked(self) -> bool:
        """Whether it is this seat's turn."""
        return self.public.turn is not None and self.public.turn.seat == self.name

    def named_in(self, house: int) -> tuple[int, ...]:
        """What the seat has named in a house, in order."""
        return dict(self.attempted).get(str(house), ())


@dataclass(frozen=True)
class HostView(PublicView):
    """What the host knows: everything that the public will know at the end."""


def view(state: State, audience: Audience) -> PublicView | SeatView | HostView:
    """The view of an audience."""
    match audience:
        case Public():
            public = _public(state)
            return _opened(public, state) if state.ended else public
        case Seat(name):
            return seat_view(state, name)
        case Host():
            opened = _opened(_public(state), state)
            return HostView(**{key: getattr(opened, key) for key in opened.__dataclass_fields__})


def seat_view(state: State, name: str) -> SeatView:
    """AD-11: its own burns with all that it heard, the other's burns only where both heard something, with just that."""
    feedback: list[Feedback] = []
    named: dict[str, tuple[int, ...]] = {}
    for record in state.all(Burned):
        sounds = record.heard if record.seat == name else tuple(sound for sound in record.heard if sound in PUBLIC_SOUNDS)
        if record.seat == name:
            named[str(record.house)] = (*named.get(str(record.house), ()), record.structure)
        if sounds or record.seat == name:
            feedback.append(Feedback(record.house, record.turn, sounds or (NONE,)))
    public = _public(state)
    return SeatView(
        feedback=tuple(feedback),
        attempted=tuple(named.items()),
        problems=dict(state.problems).get(name, ()),
        name=name,
        public=_opened(public, state) if state.ended else public,
    )


def _public(state: State) -> PublicView:
    options = state.options
    ended = state.ended
    return PublicView(
        phase=state.phase or PRICING,
        finished=state.phase == FINISHED,
        turn=TurnView(state.seat, state.number) if state.seat else None,
        prices=tuple((str(number), price) for number, price in sorted(state.prices.items())),
        houses=tuple((str(house), _house(state, house)) for house in range(1, options.houses + 1)),
        skips=state.skips,
        log=tuple(line for record in state.history if (line := public_line(record))),
        outcome=OutcomeView(ended.euphoria, ended.winner, ended.forfeit or Nobody.NOBODY) if ended else None,
        ground=Ground(options.seats, options.dmo, options.first, options.houses, not options.layouts, options.turn_seconds, options.pause_seconds),
    )


def _house(state: State, house: int) -> HouseView:
    return HouseView(
        cells=tuple((cell, number) for cell, number in zip(CELLS, state.layout(house), strict=True) if number),
        spent=state.spent(house),
        starts=state.starts.get(house),
        escaped=state.escaped(house),
        euphoria=state.over.get(house),
    )


def _opened(public: PublicView, state: State) -> PublicView:
    """With what burned, and every turn (AD-12)."""
    houses = tuple((number, replace(house, burned=state.burned(int(number)))) for number, house in public.houses)
    return replace(public, houses=houses, turns=tuple(turn for record in state.history if (turn := _turn(record))))


def _turn(record: object) -> PlayedTurn | None:
    match record:
        case Burned(house, turn, seat, structure, steps, euphoria, _):
            return PlayedTurn(house, turn, seat, structure, steps, euphoria)
        case Escaped(house, turn, seat, _):
            return PlayedTurn(house, turn, seat, ESCAPE, (), 0)
    return None
