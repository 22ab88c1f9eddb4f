"""What a host can rule on: each game lists it, and takes what it lists.

Must not test what a ruling does; that is the game's.
"""

from __future__ import annotations

from croupier.core import engine
from croupier.core.game import AnyGame
from croupier.core.ruling import unknown
from every_game.kit import lay_table
from every_game.settings import settings

COMMON = {"extend", "pause", "resume", "absent", "late", "void"}


def test_every_ruling_is_listed_and_taken(game: AnyGame) -> None:
    table = lay_table(game, settings(game).short)
    state = engine.begin(game, table).state
    assert len({ruling.what for ruling in game.rulings}) == len(game.rulings)
    assert not COMMON & {ruling.what for ruling in game.rulings}
    for ruling in game.rulings:
        assert ruling.text.endswith(".")
        _, problems = game.amend(state, table.seats[0], ruling.what, ruling.value, "why")
        assert problems != unknown(game.rulings, ruling.what)[1]


def test_what_is_not_listed_is_refused_with_the_list(game: AnyGame) -> None:
    table = lay_table(game, settings(game).short)
    state = engine.begin(game, table).state
    events, problems = game.amend(state, table.seats[0], "no such ruling", "+1", "why")
    assert not events and [problem.code for problem in problems] == ["not-offered"]
    assert problems == unknown(game.rulings, "no such ruling")[1]
