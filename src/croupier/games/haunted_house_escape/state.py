"""What has happened in a match, as events, and how they add up to a state.

Must not decide anything: `evolve` only writes down what an event says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from croupier.core.game import Refused, Table
from croupier.core.plain import INNER, MAPPING
from croupier.core.problems import Problem

from .options import Options
from .rooms import Room

FINISHED = "finished"
PAY, ROLL, GAIN = "pay", "roll", "gain"
CHOICES = (PAY, ROLL, GAIN)
COMPLETE, GRIM, LOSS = "complete", "grim", "loss"
DRAWN, FIXED, THROWN = "drawn", "fixed", "thrown"
"""Where a die comes from: the seed, the options, the host's table."""

Numbers = tuple[tuple[str, int], ...]
"""A number for each of some players, in the order of the team."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a team does in a room. `share` None = evenly; `escape` = whether it rolls to escape where it can."""

    choice: str = ROLL
    payer: str | None = None
    share: Numbers | None = None
    escape: bool = True


@dataclass(frozen=True, slots=True)
class Entry:
    """A room as a team played it; `counter` and `gems` after the room. `by_hand` = whose dice were not drawn."""

    room: int
    choice: str
    rolls: Numbers = field(metadata=MAPPING)
    counter: int
    gems: Numbers = field(metadata=MAPPING)
    escape_roll: int | None = None
    payer: str | None = field(default=None, metadata=INNER)
    gained: Numbers = field(default=(), metadata=INNER)
    declined: bool = field(default=False, metadata=INNER)
    by_hand: tuple[str, ...] = field(default=(), metadata=INNER)
    escape_by_hand: bool = field(default=False, metadata=INNER)


@dataclass(frozen=True)
class TeamState:
    """One team. `decision` = fixed and not yet played; `result` None = still in the house."""

    name: str
    players: tuple[str, ...]
    gems: Numbers
    counter: int
    log: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    decision: Decision | None = None
    result: str | None = None

    @property
    def alive(self) -> tuple[str, ...]:
        """EH-7: who has a gem left, in team order."""
        return tuple(name for name, held in self.gems if held > 0)

    @property
    def rooms(self) -> int:
        """How many rooms it has played."""
        return len(self.log)


@dataclass(frozen=True, slots=True)
class TeamResult:
    """How it went for a team (EH-9); `slow` = the deck was used up with somebody alive."""

    result: str
    rooms: int
    gems: int
    counter: int = field(metadata=INNER)
    slow: bool = field(metadata=INNER)


@dataclass(frozen=True, slots=True)
class Result:
    """The end: each team's result and place (EH-10)."""

    teams: tuple[tuple[str, TeamResult], ...] = field(metadata=MAPPING)
    places: tuple[tuple[str, int], ...] = field(metadata=MAPPING)


@dataclass(frozen=True)
class State:
    """A match; `room` = the number of the open room, from 1; `thrown` = its dice that the host has entered, (place in the team, die)."""

    options: Options
    teams: tuple[TeamState, ...]
    deck: tuple[Room, ...] = ()
    room: int = 0
    thrown: tuple[tuple[int, int], ...] = ()
    result: Result | None = None

    @property
    def phase(self) -> str:
        """The room that is open; its dice are a phase of their own only where the host throws them."""
        if self.result is not None:
            return FINISHED
        if any(team.decision for team in self.teams):
            return f"room-{self.room}-dice"
        return f"room-{self.room}"

    @property
    def card(self) -> Room:
        """The open room."""
        return self.deck[self.room - 1]

    def team(self, name: str) -> TeamState:
        return next(team for team in self.teams if team.name == name)


@dataclass(frozen=True, slots=True)
class DeckLaid:
    """The names of the rooms in the order of the deck (EH-1); for the host alone."""

    rooms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoomOpened:
    room: int
    card: Room
    left: int


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A hand-in was looked at, with the problems that `check` had found; `absent` = there was none."""

    seat: str
    problems: tuple[Problem, ...]
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    seat: str
    decision: Decision


@dataclass(frozen=True, slots=True)
class Rolled:
    """A player's d20; `source` marks a die that was not drawn from the seed."""

    seat: str
    player: str
    room: int
    die: int
    least: int
    source: str


@dataclass(frozen=True, slots=True)
class Played:
    """A team has played the room; its escape roll, if there is one, comes next."""

    seat: str
    entry: Entry


@dataclass(frozen=True, slots=True)
class DiceThrown:
    """The host has entered the d20s of a room, (place in the team, die); the escape die is still to come."""

    room: int
    places: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class EscapeRolled:
    seat: str
    room: int
    die: int
    counter: int
    source: str


@dataclass(frozen=True, slots=True)
class Through:
    """A team has left the house, one way or another."""

    seat: str
    result: TeamResult


@dataclass(frozen=True, slots=True)
class Ended:
    result: Result


@dataclass(frozen=True, slots=True)
class GemsCorrected:
    """A host's ruling."""

    seat: str
    player: str
    change: int
    reason: str


@dataclass(frozen=True, slots=True)
class CounterCorrected:
    """A host's ruling."""

    seat: str
    change: int
    reason: str


EVENTS: tuple[type, ...] = (
    *(DeckLaid, RoomOpened, HandedIn, Refused, Decided, DiceThrown, Rolled, Played, EscapeRolled, Through, Ended),
    *(GemsCorrected, CounterCorrected),
)


def start(table: Table[Options]) -> State:
    """EH-1: nobody has moved."""
    options = table.options
    held = dict(options.gems)
    teams = tuple(
        TeamState(name, players, tuple((player, held[player]) for player in players), counter)
        for (name, players), counter in zip(options.teams, options.counters, strict=True)
    )
    return State(options, teams)


def evolve(state: State, event: object) -> State:
    """The state after an event."""
    match event:
        case DeckLaid(rooms):
            cards = {card.name: card for card in state.options.deck}
            return replace(state, deck=tuple(cards[name] for name in rooms))
        case RoomOpened(room):
            return replace(state, room=room, thrown=())
        case HandedIn(seat, problems):
            return _with(state, replace(state.team(seat), problems=problems))
        case Refused(seat, problem):
            team = state.team(seat)
            return _with(state, replace(team, problems=(*team.problems, problem)))
        case Decided(seat, decision):
            return _with(state, replace(state.team(seat), decision=decision))
        case DiceThrown(_, places):
            return replace(state, thrown=places)
        case Played(seat, entry):
            team = state.team(seat)
            return _with(state, replace(team, gems=entry.gems, counter=entry.counter, log=(*team.log, entry), decision=None))
        case EscapeRolled(seat, _, die, _, source):
            team = state.team(seat)
            last = team.log[-1]
            entry = replace(last, escape_roll=die, escape_by_hand=source != DRAWN)
            return _with(state, replace(team, log=(*team.log[:-1], entry)))
        case Through(seat, result):
            return _with(state, replace(state.team(seat), result=result.result))
        case Ended(result):
            return replace(state, result=result, thrown=())
        case GemsCorrected(seat, player, change, _):
            team = state.team(seat)
            gems = tuple((name, held + change if name == player else held) for name, held in team.gems)
            return _with(state, replace(team, gems=gems))
        case CounterCorrected(seat, change, _):
            team = state.team(seat)
            return _with(state, replace(team, counter=team.counter + change))
    return state


def fold(state: State, events: Iterable[object]) -> State:
    """The state after some events."""
    for event in events:
        state = evolve(state, event)
    return state


def _with(state: State, team: TeamState) -> State:
    return replace(state, teams=tuple(team if known.name == team.name else known for known in state.teams))
