"""Plays any game with its own bots, and keeps what every audience saw and was told at each step.

Must not know a game, nor judge one: what differs from game to game stands in `settings`, what must hold in the tests.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from croupier import gamedata
from croupier.core import engine, journal
from croupier.core.audience import HOST, PUBLIC, Audience, Host, Public, Seat
from croupier.core.draws import from_text
from croupier.core.forms import Answers, Form
from croupier.core.game import AnyGame, AnyTable, Told
from croupier.core.picture import Picture
from croupier.core.plain import Codec
from croupier.core.sheet import Heading, Tab

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Io", "Jo", "Kim", "Lou")
BOTS = "bots of every game"
MOST_STEPS = 200
MOST_REFUSED = 3
"""At a clocked table so many hand-ins in a row may leave the turn open; then its time has run out."""

HandIn = Callable[[int, str, Any, Form], Answers | None]
"""(number of the step, seat, its view, its form) → what it hands in; None = nothing at all."""


@dataclass(frozen=True)
class Variant:
    """A match to play: how many seats, which options, which draws."""

    name: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "every game"


@dataclass(frozen=True)
class Position:
    """A match after one deadline: `number` 0 = after the set-up. `answers` are those that led here."""

    number: int
    answers: Mapping[str, Answers]
    resolution: engine.Resolution

    @property
    def state(self) -> Any:
        return self.resolution.state


@dataclass(frozen=True)
class Record:
    """A match that was played to its end, position by position."""

    game: AnyGame
    table: AnyTable
    positions: tuple[Position, ...]

    @property
    def events(self) -> tuple[Any, ...]:
        return tuple(event for position in self.positions for event in position.resolution.events)

    @cached_property
    def open_positions(self) -> tuple[Position, ...]:
        """Those before the end, each of which asks something."""
        return tuple(position for position in self.positions if self.game.outcome(position.state) is None)

    @property
    def steps(self) -> Iterator[tuple[Position, Position]]:
        """Each deadline as (before, after)."""
        return zip(self.positions, self.positions[1:], strict=False)


class Endless(AssertionError):
    """A match that does not end."""


def lay_table(game: AnyGame, variant: Variant) -> AnyTable:
    """The table of a variant, with the data files that the game brings along."""
    seats = (*NAMES, *(f"Seat {number}" for number in range(len(NAMES) + 1, variant.seats + 1)))[: variant.seats]
    return engine.lay(game, variant.options, gamedata.parsed(game), seats, from_text(variant.seed))


def bots(game: AnyGame, label: str = BOTS) -> HandIn:
    """The game's own bots; another label makes other hand-ins."""
    draws = from_text(label)
    return lambda number, seat, view, form: game.bot(view, form, draws.stream(f"{number}/{seat}"))


def play(game: AnyGame, variant: Variant, hand_in: HandIn | None = None) -> Record:
    """A whole match."""
    table = lay_table(game, variant)
    begun = Position(0, {}, engine.begin(game, table))
    return Record(game, table, go_on(game, table, (begun,), hand_in or bots(game)))


def go_on(game: AnyGame, table: AnyTable, positions: Sequence[Position], hand_in: HandIn) -> tuple[Position, ...]:
    """The positions with all that come after them until the match ends."""
    found = list(positions)
    while game.outcome(found[-1].state) is None:
        if len(found) > MOST_STEPS:
            raise Endless(f"{game.slug} has not ended after {MOST_STEPS} deadlines")
        number, state = len(found), found[-1].state
        answers = {} if _ran_out(game, found) else hand_ins(game, table, state, number, hand_in)
        found.append(Position(number, answers, engine.resolve(game, table, state, answers)))
    return tuple(found)


def _ran_out(game: AnyGame, positions: Sequence[Position]) -> bool:
    """Whether the last hand-ins at a clocked table all left the same turn open."""
    last = [position.state for position in positions[-MOST_REFUSED - 1 :]]
    return game.clock(last[-1]) is not None and len(last) > MOST_REFUSED and all(state == last[-1] for state in last)


def hand_ins(game: AnyGame, table: AnyTable, state: Any, number: int, hand_in: HandIn) -> dict[str, Answers]:
    """What the seats that are asked something hand in for step `number`; a seat that hands in nothing is not there."""
    given: dict[str, Answers] = {}
    for seat, form in engine.asked(game, state, table.seats).items():
        answers = hand_in(number, seat, game.view(state, Seat(seat)), form)
        if answers is not None:
            given[seat] = answers
    return given


# What an audience sees --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shown:
    """All that one audience gets to see of a position."""

    view: Any
    form: Form | None
    tabs: tuple[Tab, ...]
    pictures: tuple[tuple[str, Picture], ...]


def others(table: AnyTable, seat: str) -> tuple[Audience, ...]:
    """The public and every seat but one."""
    return (PUBLIC, *(Seat(name) for name in table.seats if name != seat))


def everybody(table: AnyTable) -> tuple[Audience, ...]:
    """The public, each seat, the host."""
    return (PUBLIC, *map(Seat, table.seats), HOST)


def audience_name(audience: Audience) -> str:
    match audience:
        case Public():
            return "public"
        case Seat(name):
            return name
        case Host():
            return "host"


def heading(game: AnyGame, state: Any, seat: str) -> Heading:
    """A heading with fixed words."""
    return Heading("A match", seat, game.phase(state), "Sun 1 Nov 2026, 21:59 EST (UTC-05:00)", "What stands here counts.", "Ask the host.")


def shown(game: AnyGame, table: AnyTable, state: Any, audience: Audience) -> Shown:
    """The view, and what is made of nothing but the view."""
    view = game.view(state, audience)
    if not isinstance(audience, Seat):
        return Shown(view, None, (), game.pictures(view))
    form = None if game.outcome(state) is not None else game.ask(view)
    return Shown(view, form, game.sheet(view, form, heading(game, state, audience.name)), game.pictures(view))


def feed(game: AnyGame, events: Sequence[Any], audience: Audience) -> tuple[Told, ...]:
    """What an audience is told of some events."""
    told = (game.tell(event, audience) for event in events)
    return tuple(one for one in told if one is not None)


def journal_lines(record: Record) -> Iterator[bytes]:
    """The journal of a record: an entry a deadline, with its answers, events and problems, all at one fixed time."""
    codec, previous = Codec(record.game.events), journal.FIRST
    for position in record.positions:
        body = {
            "answers": {seat: position.answers.get(seat) for seat in record.table.seats},
            "steps": [{"phase": step.phase, "events": list(map(codec.encode, step.events))} for step in position.resolution.steps],
            "problems": {seat: [str(problem) for problem in found] for seat, found in position.resolution.problems.items()},
        }
        line = journal.line(position.number + 1, previous, "resolved", "2026-11-01T21:59:00-05:00", body)
        previous = journal.digest(line)
        yield line


# Looking into values ----------------------------------------------------------------------------------------------


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What a value is made of, by name: fields (and whatever else was stowed away in an object), items, keys."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [one.name for one in dataclasses.fields(value)]
        stowed = [name for name in getattr(value, "__dict__", {}) if name not in names]
        names += [name for name in stowed if not isinstance(getattr(type(value), name, None), cached_property)]
        for name in names:
            yield f".{name}", getattr(value, name)
    elif isinstance(value, Mapping):
        for number, (key, item) in enumerate(value.items()):
            yield f"[key {number}]", key
            yield f"[{key!r}]", item
    elif isinstance(value, (tuple, list)):
        for number, item in enumerate(value):
            yield f"[{number}]", item
    elif isinstance(value, (set, frozenset)):
        for item in value:
            yield f"{{{item!r}}}", item


def walk(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """A value and everything in it, each object once, with the way there."""
    met: set[int] = set()
    waiting = [(path, value)]
    while waiting:
        way, one = waiting.pop()
        if not isinstance(one, (str, int, float, type(None))):
            if id(one) in met:
                continue
            met.add(id(one))
        yield way, one
        waiting.extend((way + name, part) for name, part in parts(one))


def difference(one: Any, other: Any, path: str = "") -> str | None:
    """Where two values differ first, whatever their classes call equal; None where they are alike to the last part."""
    if one is other:
        return None
    if type(one) is not type(other):
        return f"{path or 'the whole'}: {type(one).__name__} and {type(other).__name__}"
    if isinstance(one, (set, frozenset)):
        return None if one == other else f"{path}: {one!r} and {other!r}"
    mine, theirs = list(parts(one)), list(parts(other))
    if [name for name, _ in mine] != [name for name, _ in theirs]:
        return f"{path or 'the whole'}: {_short(one)} and {_short(other)}"
    if mine:
        found = (difference(part, theirs[number][1], path + name) for number, (name, part) in enumerate(mine))
        return next((line for line in found if line), None)
    alike = one == other or (isinstance(one, float) and math.isnan(one) and math.isnan(other))
    return None if alike else f"{path or 'the whole'}: {_short(one)} and {_short(other)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 120 else f"{text[:120]}…"
