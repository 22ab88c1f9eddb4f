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

from .actions import ACTIONS, USES
from .grid import Cell, Grid
from .options import Options
from .pairs import Pair

PRE_GAME = "pre-game"
FINISHED = "finished"
ROUNDS = 8
Named = tuple[tuple[str, int], ...]
"""Numbers by name."""


def phase_of(number: int) -> str:
    """The phase of a round from 1; 0 = the pre-game."""
    return f"round-{number}" if number else PRE_GAME


@dataclass(frozen=True, slots=True)
class Pick:
    """Whom a player named for a round; None = nobody, or a void entry (PC-5)."""

    positive: str | None = None
    negative: str | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Where a token began; `drawn` = which of row and column no guest had given (PC-4)."""

    pair: str
    cell: Cell
    drawn: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Landing:
    """A token in one round: its submitted move, where it would have landed and where it did (PC-13, PC-16)."""

    pair: str
    start: Cell
    vertical: int
    horizontal: int
    reference_cell: Cell
    reference: int
    cell: Cell
    number: int
    earner: str


@dataclass(frozen=True, slots=True)
class Deed:
    """What a player did in a round. `action` = as typed where it is none of the four; `what` = its fields in words."""

    player: str
    action: str
    effect: str
    affected: tuple[str, ...] = ()
    what: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """A whole round: the grid before, as scored (after the actions) and after the decay; every token; every action."""

    number: int
    before: Grid
    scored: Grid
    after: Grid
    landings: tuple[Landing, ...]
    deeds: tuple[Deed, ...]
    nets: Named


@dataclass(frozen=True, slots=True)
class Earning:
    """What a player earned in a round: by either prediction (PC-15), and by chaos for each affected token (PC-16)."""

    positive: int
    negative: int
    chaos: Named


@dataclass(frozen=True, slots=True)
class Gift:
    """Garnets that went from a player to a guest (PC-19)."""

    phase: str
    player: str
    guest: str
    garnets: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended (PC-18 … PC-20)."""

    totals: Named = field(metadata=MAPPING)
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    tokens: tuple[str, ...]
    garnets: Named = field(metadata=MAPPING)
    guest_totals: Named = field(metadata=MAPPING)
    guest_winners: tuple[str, ...]


@dataclass(frozen=True)
class PlayerState:
    """What belongs to a player. `picks` is empty until the pre-game is settled; `used` counts the uses of each action."""

    name: str
    garnets: int
    picks: tuple[Pick, ...] = ()
    earnings: tuple[Earning, ...] = ()
    used: tuple[int, ...] = (0,) * len(ACTIONS)
    problems: tuple[Problem, ...] = ()

    @property
    def predicted(self) -> int:
        return sum(earning.positive + earning.negative for earning in self.earnings)

    @property
    def chaos(self) -> int:
        return sum(points for earning in self.earnings for _, points in earning.chaos)

    @property
    def total(self) -> int:
        """PC-18"""
        return self.predicted + self.chaos

    def left(self) -> Named:
        """How often each action may still be used (PC-7)."""
        return tuple((action, USES - used) for action, used in zip(ACTIONS, self.used, strict=True))


@dataclass(frozen=True)
class GuestState:
    """What belongs to a guest: the net points of each round, and the Garnets received."""

    name: str
    points: tuple[int, ...] = ()
    garnets: int = 0
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class State:
    """A match at one moment. `number` = the round that is to be played, 0 in the pre-game; `tokens` in the order of the pairs."""

    phase: str
    number: int
    players: tuple[PlayerState, ...]
    guests: tuple[GuestState, ...]
    grid: Grid = ()
    pairs: tuple[Pair, ...] = ()
    tokens: tuple[Cell, ...] = ()
    starts: tuple[Start, ...] = ()
    rounds: tuple[Round, ...] = ()
    gifts: tuple[Gift, ...] = ()
    result: Result | None = None

    def player(self, name: str) -> PlayerState | None:
        return next((player for player in self.players if player.name == name), None)

    def guest(self, name: str) -> GuestState | None:
        return next((guest for guest in self.guests if guest.name == name), None)


# Events ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laid:
    """The grid and the six games (PC-1, PC-2, PC-3)."""

    grid: Grid
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class PhaseOpened:
    phase: str


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What a seat is told about its hand-in; the problems of the step replace those of the step before."""

    seat: str
    problems: tuple[Problem, ...]
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Predicted:
    """A player's predictions for the eight rounds are settled (PC-5)."""

    seat: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A token stands at its start (PC-4)."""

    start: Start


@dataclass(frozen=True, slots=True)
class Given:
    """Garnets leave a player (PC-19)."""

    gift: Gift


@dataclass(frozen=True, slots=True)
class Received:
    """All Garnets that a guest gets in one step, which is all that the guest learns of them (PC-19)."""

    seat: str
    garnets: int


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A round is over (PC-8). Only the grid, the tokens and the guests' points of it are public before the end."""

    round: Round


@dataclass(frozen=True, slots=True)
class Earned:
    """A player's points of a round (PC-15, PC-16)."""

    seat: str
    number: int
    earning: Earning


@dataclass(frozen=True, slots=True)
class Paid:
    """Garnets for a player's points, at the end (PC-18)."""

    seat: str
    garnets: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The last round is over, and everything becomes public (PC-20)."""

    result: Result


@dataclass(frozen=True, slots=True)
class GarnetsCorrected:
    """A host's ruling on what a player holds."""

    seat: str
    change: int
    reason: str


EVENTS: tuple[type, ...] = (
    *(Laid, PhaseOpened, HandedIn, Refused, Predicted, Placed, Given, Received),
    *(RoundPlayed, Earned, Paid, Ended, GarnetsCorrected),
)


def start(table: Table[Options]) -> State:
    """The state before the first event."""
    options = table.options
    garnets = dict(options.garnets)
    players = tuple(PlayerState(name, garnets.get(name, 0)) for name in options.players)
    return State("", 0, players, tuple(GuestState(name) for name in options.guests))


def _with(state: State, name: str, **changes: Any) -> State:
    """The state with something of a seat changed, whether a player's or a guest's."""
    return replace(state, players=with_changes(state.players, name, **changes), guests=with_changes(state.guests, name, **changes))


def evolve(state: State, event: object) -> State:
    """The state after an event."""
    match event:
        case Laid(grid, pairs):
            return replace(state, grid=grid, pairs=pairs)
        case PhaseOpened(phase):
            return replace(state, phase=phase, number=0 if phase == PRE_GAME else int(phase.removeprefix("round-")))
        case HandedIn(name, problems):
            return _with(state, name, problems=problems)
        case Refused(name, problem):
            seat = state.player(name) or state.guest(name)
            return _with(state, name, problems=(*(seat.problems if seat else ()), problem))
        case Predicted(name, picks):
            return _with(state, name, picks=picks)
        case Placed(began):
            return replace(state, starts=(*state.starts, began), tokens=(*state.tokens, began.cell))
        case Given(gift):
            giver = state.player(gift.player)
            state = _with(state, gift.player, garnets=(giver.garnets if giver else 0) - gift.garnets)
            return replace(state, gifts=(*state.gifts, gift))
        case Received(name, garnets):
            guest = state.guest(name)
            return _with(state, name, garnets=(guest.garnets if guest else 0) + garnets)
        case RoundPlayed(played):
            return _after_round(state, played)
        case Earned(name, _, earning):
            player = state.player(name)
            return _with(state, name, earnings=(*(player.earnings if player else ()), earning))
        case Paid(name, change) | GarnetsCorrected(name, change):
            player = state.player(name)
            return _with(state, name, garnets=(player.garnets if player else 0) + change)
        case Ended(result):
            return replace(state, phase=FINISHED, result=result)
    return state


def _after_round(state: State, played: Round) -> State:
    nets, spent = dict(played.nets), {deed.player: deed.action for deed in played.deeds if deed.effect != "void"}
    guests = tuple(replace(guest, points=(*guest.points, nets[guest.name])) for guest in state.guests)
    players = tuple(
        replace(player, used=tuple(used + (spent.get(player.name) == action) for action, used in zip(ACTIONS, player.used, strict=True)))
        for player in state.players
    )
    tokens = tuple(landing.cell for landing in played.landings)
    return replace(state, players=players, guests=guests, grid=played.after, tokens=tokens, rounds=(*state.rounds, played))
