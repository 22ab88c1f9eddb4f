"""What each audience may know of a match, built up for it from nothing.

Must not cut a view down from the state: a key that is not put in is not known.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.core.audience import Audience, Host, Public, Seat
from croupier.core.plain import INNER, MAPPING
from croupier.core.problems import Problem

from .rooms import Room
from .state import Entry, Numbers, Result, State, TeamState


@dataclass(frozen=True)
class Ground:
    """The public facts of a match that never change: who plays with whom, and where all begin. No card, no seed."""

    teams: tuple[tuple[str, tuple[str, ...]], ...]
    gems: tuple[tuple[str, int], ...]
    limit: int
    counters: tuple[int, ...]
    rooms: int
    table_dice: bool


@dataclass(frozen=True)
class PublicView:
    """What everybody knows (EH-1, EH-10). `opened` = the rooms up to the open one; `teams` and `deck` after the end."""

    phase: str
    finished: bool
    outcome: Result | None = None
    opened: tuple[Room, ...] = field(kw_only=True, metadata=INNER)
    ground: Ground = field(kw_only=True, metadata=INNER)
    teams: tuple[TeamView, ...] = field(default=(), kw_only=True, metadata=INNER)
    deck: tuple[str, ...] = field(default=(), kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class TeamView:
    """What a team knows of itself; `room` and `cards_left` until it is through. `waiting` = its decision is fixed, dice are thrown."""

    counter: int
    gems: Numbers = field(metadata=MAPPING)
    alive: tuple[str, ...]
    log: tuple[Entry, ...]
    problems: tuple[Problem, ...]
    room: Room | None = None
    cards_left: int | None = None
    outcome: Result | None = None
    name: str = field(kw_only=True, metadata=INNER)
    result: str | None = field(default=None, kw_only=True, metadata=INNER)
    waiting: bool = field(default=False, kw_only=True, metadata=INNER)
    public: PublicView = field(kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class HostView:
    """What the host knows: every team and the whole deck."""

    deck: tuple[str, ...]
    teams: tuple[tuple[str, TeamView], ...] = field(metadata=MAPPING)
    outcome: Result | None = None
    public: PublicView = field(kw_only=True, metadata=INNER)


def view(state: State, audience: Audience) -> PublicView | TeamView | HostView:
    """The view of an audience."""
    match audience:
        case Public():
            return _public(state)
        case Seat(name):
            return _team(state, state.team(name), _public(state))
        case Host():
            public = _public(state)
            teams = tuple((team.name, _team(state, team, public)) for team in state.teams)
            return HostView(tuple(card.name for card in state.deck), teams, state.result, public=public)


def _public(state: State) -> PublicView:
    options = state.options
    ground = Ground(options.teams, options.gems, options.limit, options.counters, len(options.deck), options.table_dice)
    opened = state.deck[: state.room]
    known = PublicView(state.phase, state.result is not None, state.result, opened=opened, ground=ground)
    if state.result is None:
        return known
    teams = tuple(_team(state, team, known) for team in state.teams)
    deck = tuple(card.name for card in state.deck)
    return PublicView(state.phase, True, state.result, opened=opened, ground=ground, teams=teams, deck=deck)


def _team(state: State, team: TeamState, public: PublicView) -> TeamView:
    playing = team.result is None
    return TeamView(
        counter=team.counter,
        gems=team.gems,
        alive=team.alive,
        log=team.log,
        problems=team.problems,
        room=state.card if playing else None,
        cards_left=len(state.deck) - state.room if playing else None,
        outcome=state.result,
        name=team.name,
        result=team.result,
        waiting=team.decision is not None,
        public=public,
    )
