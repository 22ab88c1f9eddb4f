"""Escape The Haunted House for the suite: matches that are quick to play, and what is secret or guarded there.

Must not hold tests.
"""

from __future__ import annotations

from typing import Any

from every_game.kit import Variant
from every_game.settings import Settings, Twins


def _card(name: str, cost: int, points: int, least: int, fail: int, gems: int, lost: int) -> dict[str, Any]:
    return {"name": name, "cost": cost, "points": points, "d20": least, "fail": fail, "gems": gems, "lost": lost}


_DECK = [
    _card("Hall", 4, 3, 9, 4, 4, 2),
    _card("Stairs", 6, 2, 12, 6, 5, 3),
    _card("Attic", 3, 1, 6, 3, 3, 1),
    _card("Cellar", 9, 4, 11, 5, 6, 4),
    _card("Door", 2, 2, 8, 9, 2, 1),
]
_TWO = {"Reds": ["Ana", "Bo"], "Blues": ["Cy", "Di"]}
_SHORT = {"teams": _TWO, "counter": 24, "deck": _DECK}
_FIVE = {"Solo": ["Ana"], "Pair": ["Bo", "Cy"], "Three": ["Di", "Ed", "Flo"], "Four": ["Gus", "Hal", "Io", "Jo"], "Last": ["Kim", "Lou"]}

SETTINGS = Settings(
    short=Variant("short", 4, _SHORT),
    full=Variant("full", 12, {"teams": _FIVE}),
    more=(
        Variant("one", 1, {"difficulty": "easy"}, seed="one"),
        Variant("four", 4, {"counter": 60}, seed="four"),
        Variant("deadly", 3, {"gems": {"Ana": 2, "Bo": 0, "Cy": 5}, "deck": _DECK, "counter": 30}, seed="deadly"),
        Variant("fixed", 4, {**_SHORT, "rolls": {"1": {"Ana": 20, "Cy": 1}, "2 escape": 1}}, seed="fixed"),
    ),
    least_hidden=20,
    all_hidden=True,
    guarded=frozenset({"Entry.gems", "Entry.counter", "Entry.room", "State.deck", "State.room", "Room.cost"}),
    always_guarded=frozenset({"TeamState.gems", "TeamState.counter", "TeamState.players"}),
    twins=(
        Twins("the seed, while nothing was drawn", Variant("one", 4, _SHORT, seed="one seed"), Variant("other", 4, _SHORT, seed="another seed"), 1),
    ),
)
