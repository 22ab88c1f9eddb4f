"""Little Auction House of Horrors for the suite: matches that are quick to play, and what is secret or guarded there.

Must not hold tests.
"""

from __future__ import annotations

from typing import Any

from croupier.core.forms import Form, put
from every_game.kit import Variant
from every_game.settings import Settings, Twins

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


SETTINGS = Settings(
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
