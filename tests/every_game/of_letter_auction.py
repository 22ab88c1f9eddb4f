"""Letter Auction for the suite: matches that are quick to play, and what is secret or guarded there.

Must not hold tests.
"""

from __future__ import annotations

from typing import Any

from croupier.core.forms import Form, put
from every_game.kit import Variant
from every_game.settings import Settings, Twins

_FIRST, _SECOND = ["E", "A", "T"], ["S", "N", "O"]


def _horror_bids(form: Form, step: int) -> tuple[dict[str, Any], frozenset[int]]:
    answers: dict[str, Any] = {}
    numbers: set[int] = set()
    for place, one in enumerate(form.fields):
        if one.path[0] == "bids":
            number = 7_019_301 + 1009 * step + 10_007 * place
            put(answers, one.path, number)
            numbers.add(number)
    return answers, frozenset(numbers)


SETTINGS = Settings(
    short=Variant("short", 6, {"letters": 2}),
    full=Variant("full", 12),
    more=(
        Variant("set by the host", 3, {"schedule": [_FIRST, _SECOND, [], ["R", "Q"]], "points_per_garnet": 10}, seed="host"),
        Variant("rich in letters", 4, {"letters": 26, "tokens": 60, "variations": ["printer", "letter_shift"]}, seed="rich"),
        Variant("halves", 5, {"variations": ["adjacency_discount", "adjacency_discount"], "letters": 12}, seed="halves"),
        Variant("two grids", 3, {"variations": ["range_and_power", "range_and_power"], "words": ["TEA", "EAT", "AN"]}, seed="grids"),
        Variant("nothing to bid with", 3, {"tokens": 0, "variations": ["printer"]}, seed="poor"),
    ),
    least_hidden=60,
    guarded=frozenset(
        {"State.won", "State.bids", "State.words", "State.scores", "State.prints", "State.ranges", "State.sets", "State.round"}
        | {"Bid.amount", "Bid.strength", "Bid.copies", "Word.points", "Score.tokens", "Score.words", "Won.copies"}
    ),
    always_guarded=frozenset({"SeatState.points", "SeatState.inventory", "Copies.copies", "Copies.until"}),
    numbers=_horror_bids,
    rich=Variant("rich", 3, {"tokens": 10**9, "words": ["TEA", "EAT", "AN"]}),
    twins=(
        Twins(
            "the sets to come",
            Variant("one", 3, {"schedule": [_FIRST, _SECOND, [], ["R", "Q"]]}),
            Variant("other", 3, {"schedule": [_FIRST, _SECOND, [], ["X"]]}),
            2,
        ),
        Twins(
            "the grid to come",
            Variant("one", 3, {"schedule": [_FIRST, _SECOND, []]}, seed="one seed"),
            Variant(
                "other", 3, {"schedule": [_FIRST, _SECOND, []], "grid": [list("ZYXWV"), list("UTSRP"), list("ONMLK"), list("JIHGF"), list("EDCBA")]}
            ),
            1,
        ),
        Twins(
            "the dictionary, while no word was listed",
            Variant("one", 3, {"schedule": [_FIRST, _SECOND], "words": ["TEA", "EAT", "AN"]}, seed="one seed"),
            Variant("other", 3, {"schedule": [_FIRST, _SECOND], "words": ["SEA", "OAT", "AT"]}, seed="another seed"),
            1,
        ),
    ),
)
