"""Bots play sensibly: without a slip nothing of theirs is refused but for words, and they make words; with slips all kinds occur.

Must not know how they choose.
"""

from __future__ import annotations

from collections import Counter

from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.draws import from_text
from croupier.core.forms import Answers
from croupier.games.letter_auction import GAME
from croupier.games.letter_auction.bots import play
from every_game.kit import Position, Record, Variant, lay_table
from every_game.kit import play as play_match


def record(seed: str, odd_one_in: int) -> Record:
    draws = from_text(f"bots {seed}")

    def hand_in(number: int, seat: str, view: object, form: object) -> Answers | None:
        return play(view, form, draws.stream(f"{number}/{seat}"), odd_one_in=odd_one_in)

    return play_match(GAME, Variant(seed, 6, {}, seed=seed), hand_in)


def codes(positions: tuple[Position, ...]) -> Counter[str]:
    return Counter(problem.code for position in positions for found in position.resolution.problems.values() for problem in found)


def test_sensible_bots_are_refused_nothing_and_make_words() -> None:
    words = 0
    for seed in ("one", "two", "three"):
        found = record(seed, 0)
        assert not codes(found.positions)
        state = found.positions[-1].state
        words += len(state.words)
        assert state.bids and state.ranges and any(state.shifts or state.prints for _ in (1,))
    assert words > 60


def test_odd_bots_go_wrong_in_every_way() -> None:
    met: Counter[str] = Counter()
    absent = 0
    for seed in ("one", "two", "three", "four"):
        found = record(seed, 1)
        met += codes(found.positions)
        absent += sum(len(found.table.seats) - len(position.answers) for position in found.positions[1:])
    assert set(met) == {"unreadable", "not-offered", "over-budget", "duplicate", "illegal"}
    assert absent


def test_bots_are_asked_only_what_the_form_has() -> None:
    table = lay_table(GAME, Variant("forms", 3))
    state = engine.begin(GAME, table).state
    view = GAME.view(state, Seat("Ana"))
    form = GAME.ask(view)
    assert form is not None
    answers = play(view, form, from_text("one").stream("x"), odd_one_in=0)
    assert answers is not None and set(answers) <= {"bids", "words"}
