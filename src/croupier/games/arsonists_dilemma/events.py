"""What can happen in a match, as data; the history of a match is made of these.

Must not decide or word anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.problems import Problem

Totals = tuple[tuple[str, int], ...]
"""Each seat with a number, in roster order."""

PRICING, PURCHASING, FINISHED = "pricing", "purchasing", "finished"


def house_phase(house: int) -> str:
    """ "house-2" """
    return f"house-{house}"


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A seat is asked: the turn of that number in the phase (AD-1, AD-2, AD-6)."""

    phase: str
    seat: str
    number: int


@dataclass(frozen=True, slots=True)
class Priced:
    """A structure got its price (AD-1)."""

    number: int
    seat: str
    structure: int
    price: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A structure was bought into a cell, at its price (AD-2)."""

    number: int
    seat: str
    structure: int
    house: int
    cell: str
    price: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A turn of pricing or purchasing ran out; `skips` = how many the seat has now (AD-3)."""

    phase: str
    number: int
    seat: str
    skips: int


@dataclass(frozen=True, slots=True)
class SkipsCorrected:
    """The host has ruled on a seat's skips."""

    seat: str
    skips: int
    reason: str


@dataclass(frozen=True, slots=True)
class StartersSet:
    """Who begins in each house, by its number (AD-4)."""

    starts: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Burned:
    """A turn in which a structure was named. `heard` = by the burner; `steps` is empty where it burned already (AD-5, AD-8 … AD-11)."""

    house: int
    turn: int
    seat: str
    structure: int
    steps: tuple[tuple[int, ...], ...]
    euphoria: int
    heard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Escaped:
    """A turn that was an escape; `timed_out` is the seat's own affair (AD-5, AD-6)."""

    house: int
    turn: int
    seat: str
    timed_out: bool


@dataclass(frozen=True, slots=True)
class HouseOver:
    """Both have escaped, or all nine burn: what each took out of the house (AD-6, AD-7, AD-12)."""

    house: int
    euphoria: Totals
    collapsed: bool


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A seat is out: three skips, or the host's ruling with its reason (AD-3)."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over, and everything is open (AD-12, AD-13)."""

    euphoria: Totals
    winner: str
    forfeit: str | None


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What was wrong with a seat's last hand-in; () = nothing, or its time ran out. Changes no turn (AD-3)."""

    seat: str
    problems: tuple[Problem, ...]


Record = TurnOpened | Priced | Placed | Skipped | SkipsCorrected | StartersSet | Burned | Escaped | HouseOver | Forfeited | Ended
EVENTS = (TurnOpened, Priced, Placed, Skipped, SkipsCorrected, StartersSet, Burned, Escaped, HouseOver, Forfeited, Ended, HandedIn)
