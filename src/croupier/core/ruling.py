"""What a host can rule on in a game, and how a ruling is refused.

Must not know any game's rulings: each game lists its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .problems import Code, Problem


@dataclass(frozen=True, slots=True)
class HostRuling:
    """One thing that a host can correct: its name, an example of the value that it takes ("" = none), and what it does."""

    what: str
    value: str
    text: str


def refused(code: Code, where: str, text: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """No events, and why."""
    return (), (Problem("host", where, code, text),)


def unknown(rulings: Sequence[HostRuling], what: str) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """Refuses a ruling that the game does not have."""
    named = ", ".join(ruling.what for ruling in rulings)
    return refused("not-offered", what, f"there is no ruling {what!r}; there are {named}, and late and void")
