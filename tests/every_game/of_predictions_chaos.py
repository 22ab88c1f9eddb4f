"""Predictions / Chaos for the suite: matches that are quick to play, and what is secret or guarded there.

Must not hold tests.
"""

from __future__ import annotations

from every_game.kit import Variant
from every_game.settings import Settings, Twins

_GRID = [[(3 * row + 5 * column) % 9 - 4 for column in range(7)] for row in range(7)]
_AXES = {
    "Ed-Flo": {"vertical": "Ed", "horizontal": "Flo"},
    "Ed-Gus": {"vertical": "Gus", "horizontal": "Ed"},
    "Ed-Hal": {"vertical": "Ed", "horizontal": "Hal"},
    "Flo-Gus": {"vertical": "Flo", "horizontal": "Gus"},
    "Flo-Hal": {"vertical": "Hal", "horizontal": "Flo"},
    "Gus-Hal": {"vertical": "Gus", "horizontal": "Hal"},
}
_ACTIVE = {"Ed-Flo": "Ed", "Ed-Gus": "Gus", "Ed-Hal": "Hal", "Flo-Gus": "Flo", "Flo-Hal": "Flo", "Gus-Hal": "Hal"}
_STARTS = {"Ed-Flo": "R4C4", "Ed-Gus": "R1C1", "Ed-Hal": "R7C7", "Flo-Gus": "R1C7", "Flo-Hal": "R7C1", "Gus-Hal": "R2C6"}
_FIXED = {"grid": _GRID, "axes": _AXES, "active": _ACTIVE}
_PICKS = {"Ana": {"2": {"positive": "Ed", "negative": "Flo"}}}


SETTINGS = Settings(
    short=Variant("short", 8, {"garnets": {"Ana": 5, "Bo": 3, "Cy": 1, "Ed": 2}}),
    full=Variant("full", 8, seed="full"),
    more=(
        Variant("begun", 8, {**_FIXED, "starts": _STARTS, "predictions": _PICKS, "garnets": {"Di": 4}}, seed="begun"),
        Variant("others", 4, {"guests": ["Zoe", "Yan", "Xia", "Wim"]}, seed="others"),
        Variant("mixed", 8, {"guests": ["Ana", "Cy", "Ed", "Gus"], "garnets": {"Bo": 9, "Hal": 9}}, seed="mixed"),
    ),
    least_hidden=100,
    guarded=frozenset({"State.grid", "State.tokens", "State.rounds", "State.gifts", "PlayerState.used", "Landing.number", "Gift.garnets"}),
    always_guarded=frozenset({"PlayerState.garnets", "GuestState.garnets", "GuestState.points", "State.tokens", "State.grid"}),
    twins=(
        Twins(
            "the seed, while nothing was drawn",
            Variant("one", 8, {**_FIXED, "garnets": {"Ana": 1}}, seed="one seed"),
            Variant("other", 8, {**_FIXED, "garnets": {"Ana": 1}}, seed="another seed"),
            1,
        ),
    ),
)
