"""A match as it stands: the journal read, its table laid, its events folded.

Must not write anything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from croupier.core import engine
from croupier.core.calendar import Calendar, read_local
from croupier.core.draws import Draws
from croupier.core.forms import Form
from croupier.core.game import AnyGame, AnyTable, OptionError, Table
from croupier.core.journal import Entry
from croupier.core.plain import Codec
from croupier.core.problems import HostError
from croupier.games import find

from .store import MatchFolder


@dataclass(frozen=True)
class Resolved:
    """One resolved deadline: `number` from 1, the phases it resolved with their events, the problems it found."""

    number: int
    steps: tuple[engine.Step, ...]
    at: str


@dataclass(frozen=True)
class Match:
    """A match that was opened, at its present moment."""

    folder: MatchFolder
    game: AnyGame
    table: AnyTable
    entries: tuple[Entry, ...]
    opened: Mapping[str, Any]
    opening: tuple[engine.Step, ...]
    resolved: tuple[Resolved, ...]

    @cached_property
    def state(self) -> Any:
        """The fold of all events."""
        events = [event for step in self.opening for event in step.events]
        events += [event for entry in self.resolved for step in entry.steps for event in step.events]
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

    @cached_property
    def calendar(self) -> Calendar:
        return Calendar(self.opened["zone"], read_local(self.opened["first_deadline"]), self.opened["days"])

    @property
    def deadline(self) -> datetime:
        """When the step that is being played is due."""
        return self.calendar.deadline(len(self.resolved))

    @cached_property
    def asked(self) -> dict[str, Form]:
        """The form of each seat that is asked something now."""
        return engine.asked(self.game, self.state, self.table.seats)

    @property
    def commitment(self) -> str:
        return str(self.opened["commitment"])

    @property
    def seed(self) -> str | None:
        """The seed in hex, once it was revealed."""
        return next((entry.body["seed"] for entry in self.entries if entry.kind == "revealed"), None)

    @property
    def delivered(self) -> bool:
        """Whether the last step's results have reached workbooks and site."""
        last = [entry.kind for entry in self.entries if entry.kind in ("opened", "resolved", "delivered", "revealed")]
        return bool(last) and last[-1] == "delivered"


def load(folder: MatchFolder) -> Match:
    """The match of a folder. HostError where it was not opened, or was opened under other rules."""
    entries = folder.entries()
    if not entries or entries[0].kind != "opened":
        raise HostError(f"{folder.id} is not open yet", f"check match.toml, then: croupier open {folder.id}")
    opened = entries[0].body
    game = find(opened["game"])
    if opened["rules_version"] != game.rules_version:
        raise HostError(
            f"{folder.id} was opened under version {opened['rules_version']} of the rules, this croupier plays version {game.rules_version}",
            "go on with the croupier that opened it",
        )
    data = {key: tomllib.loads(folder.pinned(pin["file"], pin["sha256"]).decode("utf-8-sig")) for key, pin in opened["data"].items()}
    table = lay_table(game, opened, data, folder.draws())
    if table.draws.commitment != opened["commitment"]:
        raise HostError(f"the seed of {folder.id} is not the one it was opened with", "restore private/seed from a copy")
    codec = Codec(game.events)
    resolved: list[Resolved] = []
    for entry in entries:
        if entry.kind == "resolved":
            resolved.append(Resolved(len(resolved) + 1, read_steps(codec, entry.body["steps"]), entry.at))
    return Match(folder, game, table, entries, opened, read_steps(codec, opened["steps"]), tuple(resolved))


def lay_table(game: AnyGame, opened: Mapping[str, Any], data: Mapping[str, Any], draws: Draws) -> AnyTable:
    """The table that an `opened` entry (or one about to be written) describes; HostError for an option that cannot be."""
    seats = tuple(seat["name"] for seat in opened["seats"])
    options = dict(opened["options"])
    if any(seat["garnets"] for seat in opened["seats"]):
        options["garnets"] = {seat["name"]: seat["garnets"] for seat in opened["seats"]}
    try:
        return Table(seats, game.read_options(options, data, seats), draws)
    except OptionError as fault:
        raise HostError(f"option {fault}", "mend it in match.toml, then open the match again") from fault


def write_steps(codec: Codec, steps: tuple[engine.Step, ...]) -> list[dict[str, Any]]:
    """Steps as the journal keeps them."""
    return [{"phase": step.phase, "events": [codec.encode(event) for event in step.events]} for step in steps]


def read_steps(codec: Codec, steps: list[Mapping[str, Any]]) -> tuple[engine.Step, ...]:
    """Steps as `write_steps` wrote them."""
    return tuple(engine.Step(step["phase"], tuple(codec.decode(event) for event in step["events"])) for step in steps)
