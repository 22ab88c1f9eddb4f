"""Bots play a whole match sensibly; odd hand-ins are odd, and not too many.

Must not judge who wins.
"""

from __future__ import annotations

from typing import Any

from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.draws import from_text
from croupier.games.predictions_chaos import GAME
from croupier.games.predictions_chaos.bots import play
from predictions_chaos.scene import GUESTS, PLAYERS

ROSTER = (*PLAYERS, *GUESTS)


def match(seed: str, odd_one_in: int) -> tuple[Any, list[str]]:
    """The last state of a match that bots play, and the codes of all problems."""
    draws, codes = from_text(f"bots of {seed}"), list[str]()
    table = engine.lay(GAME, {"garnets": {"Ana": 6, "Bo": 2}}, {}, ROSTER, from_text(seed))
    now = engine.begin(GAME, table)
    while GAME.outcome(now.state) is None:
        given: dict[str, Any] = {}
        for seat, form in engine.asked(GAME, now.state, table.seats).items():
            answers = play(GAME.view(now.state, Seat(seat)), form, draws.stream(f"{form.phase}/{seat}"), odd_one_in=odd_one_in)
            if answers is not None:
                given[seat] = answers
        now = engine.resolve(GAME, table, now.state, given)
        codes += [problem.code for problems in now.problems.values() for problem in problems]
    return now.state, codes


def test_sensible_bots_make_no_mistake_and_use_every_action_twice() -> None:
    for seed in ("one", "two", "three"):
        state, codes = match(seed, 0)
        assert not codes
        for player in state.players:
            assert player.used == (2, 2, 2, 2) and all(pick.positive and pick.negative for pick in player.picks)
        assert any(total > 10 for _, total in state.result.totals), "chaos and predictions pay something"


def test_odd_bots_make_all_kinds_of_mistakes() -> None:
    codes = {code for seed in range(12) for code in match(f"odd {seed}", 2)[1]}
    assert {"missing", "unreadable", "not-offered", "illegal"} <= codes
