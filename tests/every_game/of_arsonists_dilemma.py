"""Arsonist's Dilemma for the suite: matches that are quick to play, and what is guarded there.

Must not hold tests.
"""

from __future__ import annotations

from every_game.kit import Variant
from every_game.settings import Settings

_ONE = ["1 2 3", "4 5 6", "7 8 9"]
_TWO = ["3 5 7", "1 4 2", "6 9 8"]

SETTINGS = Settings(
    short=Variant("short", 2, {"layouts": {"1": _ONE, "2": _TWO}, "starts": {"1": "Bo", "2": "Ana"}}),
    full=Variant("full", 2),
    more=(
        Variant("other", 2, {"layouts": {"1": _TWO}, "dmo": "Ana"}, seed="other"),
        Variant("built", 2, {"dmo": "Bo", "turn_seconds": 20, "pause_seconds": 0}, seed="built"),
    ),
    least_hidden=20,
    guarded=frozenset({"Placed.structure", "Placed.house", "Priced.structure", "TurnOpened.number", "Skipped.skips"}),
    always_guarded=frozenset(
        {"Burned.steps", "Burned.euphoria", "Burned.turn", "HouseOver.euphoria", "Escaped.turn", "Ended.euphoria", "State.history", "State.number"}
    ),
)
