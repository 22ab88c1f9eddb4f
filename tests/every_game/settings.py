"""What the suite needs to know of single games: matches that are quick to play, and what is secret or guarded there.

Must not be needed: a game that is not named here is played with its defaults.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from croupier.core.forms import Form
from croupier.core.game import AnyGame
from every_game.kit import Variant


@dataclass(frozen=True)
class Twins:
    """Two matches that differ in what nobody can know yet: they look alike to everybody for `alike` positions."""

    name: str
    one: Variant
    other: Variant
    alike: int


@dataclass(frozen=True)
class Settings:
    """What holds for one game. `more` = other rosters and options that are worth a match."""

    short: Variant
    full: Variant
    more: tuple[Variant, ...] = ()
    least_hidden: int = 10
    """How many times at least a hidden change must have gone unnoticed, for the comparison of views to mean something."""
    all_hidden: bool = False
    """Nothing that a seat does is seen by others before the end, so that a feed that keeps silent hides nothing from them."""
    may_be_float: frozenset[str] = frozenset()
    """`Class.field` of values kept as they were typed."""
    guarded: frozenset[str] = frozenset()
    """`Class.field` of the state that the invariants watch over in some steps at least."""
    always_guarded: frozenset[str] = frozenset()
    """Those that they watch over in every step: no change of them passes."""
    numbers: Callable[[Form, int], tuple[dict[str, Any], frozenset[int]]] | None = None
    """(form, step) → a hand-in of numbers that nobody else may see, and these numbers."""
    rich: Variant | None = None
    """A match in which such a hand-in stands."""
    twins: tuple[Twins, ...] = ()


def settings(game: AnyGame) -> Settings:
    """The settings of a game, from `of_<slug>.py`; those of one that has no such module are made from its own defaults."""
    name = f"every_game.of_{game.slug.replace('-', '_')}"
    if importlib.util.find_spec(name):
        found: Settings = importlib.import_module(name).SETTINGS
        return found
    least, most = game.players
    return Settings(
        short=Variant("short", min(max(least, 3), most)), full=Variant("full", most), more=(Variant("least", least, seed="least"),), least_hidden=1
    )
