"""The state of a match: its history, whose turn it is, and what both come to.

Must not decide anything: every fact comes from an event, and folding never fails and never draws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from croupier.core.game import Table
from croupier.core.problems import Problem

from .events import (
    FINISHED,
    PRICING,
    PURCHASING,
    Burned,
    Ended,
    Escaped,
    HandedIn,
    HouseOver,
    Placed,
    Priced,
    Record,
    Skipped,
    SkipsCorrected,
    StartersSet,
    Totals,
    TurnOpened,
)
from .options import Options
from .structures import CELLS, EMPTY, Layout

RecordT = TypeVar("RecordT")


@dataclass(frozen=True)
class State:
    """A match at one moment: everything that has happened, and the turn that is being played.

    Two states are equal where the match stands at the same turn; what was wrong with a hand-in changes nothing (AD-3).
    """

    options: Options
    phase: str = ""
    seat: str = ""
    number: int = 0
    history: tuple[Record, ...] = ()
    problems: tuple[tuple[str, tuple[Problem, ...]], ...] = field(default=(), compare=False)

    @property
    def house(self) -> int | None:
        """The number of the house that is being burned, None in other phases."""
        return None if self.phase in ("", PRICING, PURCHASING, FINISHED) else int(self.phase.partition("-")[2])

    def other(self, seat: str) -> str:
        """The other player."""
        one, two = self.options.seats
        return two if seat == one else one

    def all(self, kind: type[RecordT]) -> Iterator[RecordT]:
        """What of one kind has happened, oldest first."""
        return (record for record in self.history if isinstance(record, kind))

    @cached_property
    def prices(self) -> dict[int, int]:
        """AD-1"""
        return {record.structure: record.price for record in self.all(Priced)}

    def layout(self, house: int) -> Layout:
        """The structures of a house as they stand (AD-2)."""
        if self.options.layouts:
            return self.options.layouts[house - 1]
        placed = {record.cell: record.structure for record in self.all(Placed) if record.house == house}
        return tuple(placed.get(cell, 0) for cell in CELLS) if placed else EMPTY

    def spent(self, house: int) -> Totals:
        """What each has spent on a house, exactly (AD-2)."""
        return self._totals((record.seat, record.price) for record in self.all(Placed) if record.house == house)

    @cached_property
    def skips(self) -> Totals:
        """AD-3"""
        skips = dict.fromkeys(self.options.seats, 0)
        for record in self.history:
            if isinstance(record, (Skipped, SkipsCorrected)):
                skips[record.seat] = record.skips
        return tuple(skips.items())

    @cached_property
    def starts(self) -> dict[int, str]:
        """Who begins in each house; nothing before purchasing is over (AD-4)."""
        return {house: seat for record in self.all(StartersSet) for house, seat in record.starts}

    def burns(self, house: int) -> tuple[Burned, ...]:
        return tuple(record for record in self.all(Burned) if record.house == house)

    def burned(self, house: int) -> tuple[int, ...]:
        """All that burns in a house, in the order of the steps."""
        return tuple(number for record in self.burns(house) for step in record.steps for number in step)

    def escaped(self, house: int) -> tuple[str, ...]:
        """Who has escaped from a house, in order."""
        return tuple(record.seat for record in self.all(Escaped) if record.house == house)

    def earned(self, house: int) -> Totals:
        """What each has earned in a house so far, before AD-7."""
        return self._totals((record.seat, record.euphoria) for record in self.burns(house))

    @cached_property
    def over(self) -> dict[int, Totals]:
        """What each took out of every house that is over (AD-12)."""
        return {record.house: record.euphoria for record in self.all(HouseOver)}

    @cached_property
    def ended(self) -> Ended | None:
        return next(self.all(Ended), None)

    def _totals(self, parts: Iterator[tuple[str, int]]) -> Totals:
        totals = dict.fromkeys(self.options.seats, 0)
        for seat, change in parts:
            totals[seat] += change
        return tuple(totals.items())


def start(table: Table[Options]) -> State:
    """A match before anything has happened."""
    return State(table.options)


def evolve(state: State, event: object) -> State:
    """The state after an event."""
    match event:
        case HandedIn(seat, problems):
            kept = {**dict(state.problems), seat: problems}
            return replace(state, problems=tuple((name, kept.get(name, ())) for name in state.options.seats))
        case TurnOpened(phase, seat, number):
            return replace(state, phase=phase, seat=seat, number=number, history=(*state.history, event))
        case Ended():
            return replace(state, phase=FINISHED, seat="", number=0, history=(*state.history, event))
    if isinstance(event, Record):
        return replace(state, history=(*state.history, event))
    return state
