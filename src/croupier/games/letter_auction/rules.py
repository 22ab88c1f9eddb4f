"""A step of Letter Auction: all moves in, the events of the round out.

Must not read what was typed: a hand-in has been looked at before, seat by seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.core.game import Absent, OptionError, Refused, Table

from . import auction
from .auction import PRINT_PRICE
from .dictionary import DictionaryFault
from .handin import Move
from .inventory import Copies, with_copies
from .options import RANGE, Options
from .spelling import Made, points, spell
from .state import (
    LAST_WORDS,
    Bid,
    BidJudged,
    Chosen,
    DictionaryCounted,
    HandedIn,
    LettersShown,
    LettersWon,
    PhaseOpened,
    Printed,
    RangeChosen,
    Revealed,
    RoundScored,
    Score,
    ShiftNamed,
    State,
    TokensCounted,
    Word,
    WordList,
    WordMade,
)


def setup(table: Table[Options]) -> Sequence[object]:
    """LA-8, LA-1: the dictionary is looked over, the first two sets are shown, round 1 opens. OptionError where the host's list will not do."""
    dictionary = table.options.dictionary
    try:
        count, of_two = dictionary.count()
    except DictionaryFault as fault:
        raise OptionError("words", str(fault)) from fault
    counted = DictionaryCounted(WordList(count, of_two, dictionary.is_embedded))
    return [counted, *_shown(table, 1), *_shown(table, 2), _opened(table, 1)]


def decide(state: State, moves: Mapping[str, Move | Absent], table: Table[Options]) -> Sequence[object]:
    """One round, or the last words. A seat that is ABSENT bids nothing and makes nothing, which is no fault (LA-15)."""
    events: list[object] = []
    standing: dict[str, Move] = {}
    for seat in table.seats:
        move = moves[seat]
        standing[seat] = Move() if isinstance(move, Absent) else move
        events.append(HandedIn(seat, standing[seat].problems, absent=isinstance(move, Absent)))
    number = state.round
    spelt, made = _spelt(state, standing, table)
    judged: list[Bid] = []
    if number <= table.options.ground.rounds:
        sold, judged = _sold(state, standing, table)
        events += sold
    events += spelt
    events += _scored(state, standing, judged, made)
    if number > table.options.ground.rounds:
        return [*events, Revealed()]
    return [*events, *_shown(table, number + 2), _opened(table, number + 1)]


def _shown(table: Table[Options], number: int) -> list[LettersShown]:
    """LA-1: a set becomes public one round ahead."""
    variation = table.options.ground.variation(number)
    return [LettersShown(number, variation, auction.letters_of(table, number))] if variation else []


def _opened(table: Table[Options], number: int) -> PhaseOpened:
    variation = table.options.ground.variation(number)
    return PhaseOpened(number, f"round-{number}" if variation else LAST_WORDS, variation)


def _prints(state: State, seat: str, move: Move) -> Printed | None:
    """LA-14: usable at once, and in the next round."""
    return Printed(Chosen(state.round, seat, move.prints), state.round + 1) if move.prints else None


def _sold(state: State, moves: Mapping[str, Move], table: Table[Options]) -> tuple[list[object], list[Bid]]:
    """LA-3, LA-4, LA-5, LA-12 … LA-14: what was chosen and bid, and who receives what."""
    number, variation, ground = state.round, state.ground.variation(state.round), state.ground
    events: list[object] = []
    for seat, move in moves.items():
        printed = _prints(state, seat, move)
        events += [printed] if printed else []
        events += [RangeChosen(Chosen(number, seat, move.range))] if move.range else []
        events += [ShiftNamed(Chosen(number, seat, (move.shift,)))] if move.shift else []
    until = ground.last_round(number)
    if variation == RANGE:
        won = auction.claimed(number, state.letters, {seat: move.range for seat, move in moves.items()})
        return [*events, *(LettersWon(one, until, "range") for one in won)], []
    judged = auction.judge(number, state.letters, {seat: dict(move.bids) for seat, move in moves.items()}, variation)
    named = [move.shift for move in moves.values() if move.shift]
    received = auction.received(number, judged, named, table.seats)
    return [*events, *(BidJudged(bid) for bid in judged), *(LettersWon(one, until, "bids") for one in received)], judged


def _spelt(state: State, moves: Mapping[str, Move], table: Table[Options]) -> tuple[list[object], dict[str, list[Made]]]:
    """LA-7 … LA-9, LA-14: the words made of the letters of earlier rounds and the prints of this one."""
    refused: list[object] = []
    made: dict[str, list[Made]] = {}
    for seat, move in moves.items():
        printed = _prints(state, seat, move)
        more = [Copies(letter, 1, printed.until) for letter in printed.chosen.letters] if printed else []
        made[seat], problems = spell(move.words, with_copies(state.seat(seat).inventory, more), table.options.dictionary)
        refused += [Refused(seat, problem) for problem in problems]
    worth = points(made)
    words = [
        WordMade(Word(state.round, seat, one.word, scored), one.used)
        for seat, own in made.items()
        for one, scored in zip(own, worth[seat], strict=True)
    ]
    return [*refused, *words], made


def _scored(state: State, moves: Mapping[str, Move], judged: Sequence[Bid], made: Mapping[str, Sequence[Made]]) -> list[object]:
    """LA-6, LA-9, LA-10: two tokens not paid are a point; the last words have no tokens."""
    events: list[object] = []
    scores: list[Score] = []
    worth = points(made)
    for seat, move in moves.items():
        earned = 0
        if state.round <= state.ground.rounds:
            paid = sum(bid.paid for bid in judged if bid.seat == seat) + PRINT_PRICE * len(move.prints)
            left = state.ground.tokens - paid
            earned = left // 2
            events.append(TokensCounted(state.round, seat, paid, left, earned))
        scores.append(Score(state.round, seat, earned, sum(worth[seat])))
    return [*events, RoundScored(tuple(scores))]
