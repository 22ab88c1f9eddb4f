"""A match as it stands: the journal read, its table laid, its events folded.

Must not write anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from croupier.core import engine
from croupier.core.calendar import Calendar, read_local, spoken
from croupier.core.draws import Draws
from croupier.core.forms import Form
from croupier.core.game import AnyGame, AnyTable, OptionError
from croupier.core.journal import Entry
from croupier.core.plain import Codec
from croupier.core.problems import HostError
from croupier.games import find

from . import gamedata, history
from .store import MatchFolder


@dataclass(frozen=True)
class Resolved:
    """One resolved deadline that stands: `number` from 1, journal number `n`, the phases it resolved with their events."""

    number: int
    n: int
    steps: tuple[engine.Step, ...]
    at: str
    answers: Mapping[str, Any]
    ruling: tuple[str, str, str] | None = None
    """(seat, late or void, reason) where a host's ruling on a hand-in had it decided anew."""
    rulings: tuple[Any, ...] = ()
    """The events of the host's rulings since, before the next deadline was resolved."""


@dataclass(frozen=True)
class Match:
    """A match that was opened, at its present moment."""

    folder: MatchFolder
    game: AnyGame
    table: AnyTable
    entries: tuple[Entry, ...]
    opened: Mapping[str, Any]
    opening: tuple[engine.Step, ...]
    opening_rulings: tuple[Any, ...]
    resolved: tuple[Resolved, ...]
    edition: int

    @cached_property
    def state(self) -> Any:
        """The fold of all events that stand."""
        events = [event for step in self.opening for event in step.events]
        events += self.opening_rulings
        for deadline in self.resolved:
            events += [event for step in deadline.steps for event in step.events]
            events += deadline.rulings
        return engine.fold(self.game, self.table, events)

    @property
    def title(self) -> str:
        return str(self.opened["title"])

    @property
    def report(self) -> str:
        """Where players report an error, and until when."""
        return str(self.opened["report"])

    @cached_property
    def seat_ids(self) -> dict[str, str]:
        """Seat's name → id, in roster order."""
        return {seat["name"]: seat["id"] for seat in self.opened["seats"]}

    @property
    def step(self) -> int:
        """The number of the step that is being played, from 1."""
        return len(self.resolved) + 1

    @property
    def finished(self) -> bool:
        return self.game.outcome(self.state) is not None

    @property
    def phase(self) -> str:
        return self.game.phase(self.state)

    @property
    def form_name(self) -> str:
        """What the workbooks of this step are called: "03-auction-3", with "-v2" where the step was laid out anew."""
        again = f"-v{self.edition + 1}" if self.edition else ""
        return f"{self.step:02d}-{'finished' if self.finished else self.phase}{again}"

    @cached_property
    def calendar(self) -> Calendar:
        first = read_local(self.opened["first_deadline"])
        return Calendar(self.opened["zone"], first, self.opened["days"], history.moved(self.entries))

    @property
    def deadline(self) -> datetime:
        """When the step that is being played is due."""
        return self.calendar.deadline(len(self.resolved))

    @property
    def needs(self) -> str | None:
        """What the host must bring before anything can be resolved, in words."""
        return None if self.finished else self.game.needs(self.state)

    @property
    def live(self) -> bool:
        """Whether the step that is being played is one of a clocked table, which no deadline of the calendar ends."""
        clock = None if self.finished else self.game.clock(self.state)
        return clock is not None and clock.seconds is not None

    @property
    def due(self) -> str:
        """When the step that is being played is due, in words."""
        if self.needs is not None:
            return "the host has entered what the table gave"
        return "its turn is confirmed or its clock has run out" if self.live else spoken(self.deadline)

    @property
    def grace(self) -> timedelta:
        """How long after the deadline a workbook may be saved and still counts as in time."""
        return timedelta(minutes=self.opened["grace"])

    @property
    def paused(self) -> bool:
        return history.paused(self.entries)

    @cached_property
    def asked(self) -> dict[str, Form]:
        """The form of each seat that is asked something now."""
        return engine.asked(self.game, self.state, self.table.seats)

    @property
    def commitment(self) -> str:
        return str(self.opened["commitment"])

    @property
    def seed(self) -> str | None:
        """The seed in hex, once it was revealed; a roll-back does not take it back."""
        return next((entry.body["seed"] for entry in self.entries if entry.kind == "revealed"), None)

    @property
    def delivered(self) -> bool:
        """Whether workbooks and site show what the journal says."""
        return history.delivered(self.entries)

    def before_last(self) -> Match:
        """The match as it was when the last deadline that stands was being played. ValueError where none was resolved."""
        if not self.resolved:
            raise ValueError("nothing was resolved yet")
        first = self.resolved[-1].n
        while "replaces" in self.entries[first - 1].body:
            first = self.entries[first - 1].body["replaces"]
        earlier = self.entries[: first - 1]
        return replace(self, entries=earlier, resolved=self.resolved[:-1], edition=history.edition(earlier).number)


def load(folder: MatchFolder, entries: tuple[Entry, ...] | None = None) -> Match:
    """The match of a folder, or as it was after some of its entries. HostError where it was not opened, or under other rules."""
    entries = folder.entries() if entries is None else entries
    if not entries or entries[0].kind != "opened":
        raise HostError(f"{folder.id} is not open yet", f"check match.toml, then: croupier open {folder.id}")
    opened = entries[0].body
    game = find(opened["game"])
    if opened["rules_version"] != game.rules_version:
        raise HostError(
            f"{folder.id} was opened under version {opened['rules_version']} of the rules, this croupier plays version {game.rules_version}",
            "go on with the croupier that opened it",
        )
    data = {key: gamedata.parse(pin["file"], folder.pinned(pin["file"], pin["sha256"])) for key, pin in opened["data"].items()}
    table = lay_table(game, opened, data, folder.draws())
    if table.draws.commitment != opened["commitment"]:
        raise HostError(f"the seed of {folder.id} is not the one it was opened with", "restore private/seed from a copy")
    codec = Codec(game.events)
    opening_rulings: list[Any] = []
    resolved: list[Resolved] = []
    for act in history.standing(entries):
        if act.kind == "resolved":
            steps = read_steps(codec, act.body["steps"])
            resolved.append(Resolved(len(resolved) + 1, act.n, steps, act.at, act.body["answers"], _ruling(act)))
            continue
        if act.kind == "entered":
            resolved[-1] = replace(resolved[-1], steps=resolved[-1].steps + read_steps(codec, act.body["steps"]))
            continue
        ruled = tuple(codec.decode(event) for event in act.body["events"])
        if resolved:
            resolved[-1] = replace(resolved[-1], rulings=resolved[-1].rulings + ruled)
        else:
            opening_rulings += ruled
    opening = read_steps(codec, opened["steps"])
    number = history.edition(entries).number
    return Match(folder, game, table, entries, opened, opening, tuple(opening_rulings), tuple(resolved), number)


def _ruling(act: Entry) -> tuple[str, str, str] | None:
    return (act.body["seat"], act.body["ruling"], act.body["reason"]) if "replaces" in act.body else None


def lay_table(game: AnyGame, opened: Mapping[str, Any], data: Mapping[str, Any], draws: Draws) -> AnyTable:
    """The table that an `opened` entry (or one about to be written) describes; HostError for an option that cannot be."""
    roster = tuple(opened["roster"]) if "roster" in opened else tuple(seat["name"] for seat in opened["seats"])
    try:
        return engine.lay(game, options_of(game, opened), data, roster, draws)
    except OptionError as fault:
        raise wrong_option(fault) from fault


def wrong_option(fault: OptionError) -> HostError:
    """What a host is told of an option that cannot be."""
    return HostError(f"option {fault}", "mend it in match.toml, then open the match again")


def options_of(game: AnyGame, opened: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a match is played with: the host's, and the season's money where the game knows of it."""
    held = {seat["name"]: seat["garnets"] for seat in opened["seats"]}
    return {**opened["options"], **({"garnets": held} if any(held.values()) and game.garnets else {})}


def write_steps(codec: Codec, steps: tuple[engine.Step, ...]) -> list[dict[str, Any]]:
    """Steps as the journal keeps them."""
    return [{"phase": step.phase, "events": [codec.encode(event) for event in step.events]} for step in steps]


def read_steps(codec: Codec, steps: list[Mapping[str, Any]]) -> tuple[engine.Step, ...]:
    """Steps as `write_steps` wrote them."""
    return tuple(engine.Step(step["phase"], tuple(codec.decode(event) for event in step["events"])) for step in steps)
