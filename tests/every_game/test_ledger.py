"""What a game pays at its end is fit for the season's ledger: known seats, known kinds, a reason, and nobody left with less than nothing.

Must not know what a game pays for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from croupier.core.game import AnyGame, LedgerEntry, Outcome
from croupier.ledger import GARNETS, TOKENS
from every_game.kit import Record, play
from every_game.settings import settings


def check_ledger(record: Record, held: Mapping[str, int]) -> None:
    """`held` = what each player had at the beginning."""
    for position in record.open_positions:
        assert record.game.outcome(position.state) is None
    outcome = record.game.outcome(record.positions[-1].state)
    assert outcome is not None
    left = Counter(held)
    for line in outcome.ledger:
        assert line.seat in record.table.seats, line
        assert line.what in (GARNETS, TOKENS) and line.change and line.reason.strip(), line
        if line.what == GARNETS:
            left[line.seat] += line.change
    assert all(count >= 0 for count in left.values()), left
    assert {*outcome.winners, *dict(outcome.places)} <= {*record.table.seats}
    assert all(place >= 1 for _, place in outcome.places)


def test_what_a_match_pays_can_be_posted(game: AnyGame) -> None:
    its = settings(game)
    for variant in (its.short, *its.more):
        check_ledger(play(game, variant), variant.options.get("garnets", {}))


@pytest.mark.parametrize(
    "line",
    [
        LedgerEntry("Nobody", GARNETS, 1, "a gift"),
        LedgerEntry("Ana", "gold", 1, "a gift"),
        LedgerEntry("Ana", GARNETS, 0, "nothing"),
        LedgerEntry("Ana", TOKENS, 1, " "),
        LedgerEntry("Ana", GARNETS, -(10**9), "too much"),
    ],
)
def test_a_payment_that_cannot_be_posted_is_found(game: AnyGame, line: LedgerEntry) -> None:
    record = play(game, settings(game).short)

    def outcome(state: Any) -> Outcome | None:
        found = game.outcome(state)
        return None if found is None else replace(found, ledger=(*found.ledger, line))

    with pytest.raises(AssertionError):
        check_ledger(replace(record, game=replace(game, outcome=outcome)), settings(game).short.options.get("garnets", {}))
