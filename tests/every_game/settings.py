"""What the suite needs to know of single games: matches that are quick to play, and what is secret or guarded there.

Must not be needed: a game that is not named here is played with its defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core.forms import Form, put
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


# Little Auction House of Horrors ----------------------------------------------------------------------------------

_FIRST = {"scares": ["Wolfman", "Playtest", "Desk Job"], "walls": 2}
_SMALL = {"size": 5, "auctions": 2, "lots": 4, "walls": 2}


def _horror_bids(form: Form, step: int) -> tuple[dict[str, Any], frozenset[int]]:
    answers: dict[str, Any] = {}
    numbers: set[int] = set()
    for place, one in enumerate(form.fields):
        if one.path[0] in ("bids", "entrants", "garnets") and one.path[-1] != "Walls":
            number = 7_019_301 + 1009 * step + 10_007 * place
            put(answers, one.path, f"${number:,}" if one.path[0] != "garnets" and place % 2 else number)
            numbers.add(number)
    return answers, frozenset(numbers)


HORRORS = Settings(
    short=Variant("short", 3, {**_SMALL, "garnets": {"Ana": 2, "Cy": 1}}),
    full=Variant("full", 9),
    more=(
        Variant("two", 2, {**_SMALL, "walls": 9}, seed="two"),
        Variant("poor", 4, {"size": 4, "cash": 60, "auctions": 3, "lots": 6, "walls": 12}, seed="poor"),
        Variant("twelve", 12, {"size": 6, "auctions": 2, "lots": 9}, seed="twelve"),
    ),
    least_hidden=100,
    may_be_float=frozenset({"Bid.amount", "Line.typed"}),
    guarded=frozenset(
        {"SeatState.won", "SeatState.pieces", "SeatState.discarded", "SeatState.entrants"}
        | {"State.sold", "Offer.scares", "Offer.walls", "WallSale.sold", "WallSale.carried"}
    ),
    always_guarded=frozenset({"SeatState.cash", "SeatState.garnets"}),
    numbers=_horror_bids,
    rich=Variant("rich", 3, {**_SMALL, "cash": 10**9, "garnets": {"Ana": 10**9}}),
    twins=(
        Twins(
            "the offers to come",
            Variant("one", 3, {**_SMALL, "auctions": 3, "schedule": [_FIRST, _FIRST, {"scares": ["Blood Walls"], "walls": 3}]}),
            Variant("other", 3, {**_SMALL, "auctions": 3, "schedule": [_FIRST, _FIRST]}),
            2,
        ),
        Twins(
            "the seed, while nothing was drawn",
            Variant("one", 3, {**_SMALL, "schedule": [_FIRST, _FIRST]}, seed="one seed"),
            Variant("other", 3, {**_SMALL, "schedule": [_FIRST, _FIRST]}, seed="another seed"),
            3,
        ),
    ),
)

SETTINGS: Mapping[str, Settings] = {"house-of-horrors": HORRORS}


def settings(game: AnyGame) -> Settings:
    """The settings of a game; those of one that is not named above are made from its own defaults."""
    if game.slug in SETTINGS:
        return SETTINGS[game.slug]
    least, most = game.players
    return Settings(
        short=Variant("short", min(max(least, 3), most)), full=Variant("full", most), more=(Variant("least", least, seed="least"),), least_hidden=1
    )
