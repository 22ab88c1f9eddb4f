"""What a seat may choose in its turn, as data.

Must not judge whether it may.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.problems import Problem


@dataclass(frozen=True, slots=True)
class Price:
    """AD-1: a structure, and what it is to cost."""

    structure: int
    price: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """AD-2: a structure, and where it goes."""

    structure: int
    house: int
    cell: str


@dataclass(frozen=True, slots=True)
class Burn:
    """AD-5: the structure that is named."""

    structure: int


@dataclass(frozen=True, slots=True)
class Escape:
    """AD-5"""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """AD-3: the clock has run out."""


Choice = Price | Purchase | Burn | Escape | TimeOut


@dataclass(frozen=True, slots=True)
class Move:
    """What stands of a hand-in. `choice` None = nothing stands, and the turn stays open (AD-3)."""

    choice: Choice | None = None
    problems: tuple[Problem, ...] = ()
