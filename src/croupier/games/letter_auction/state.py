"""The state of a match, the events that change it, and the fold of one into the other.

Must not decide anything: every fact comes from an event, and folding never fails and never draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from croupier.core.game import Refused, Table
from croupier.core.plain import MAPPING
from croupier.core.problems import Problem
from croupier.core.seats import with_changes

from .inventory import Copies, Inventory, serving, with_copies, without
from .options import Ground, Options

LAST_WORDS, FINISHED = "words", "finished"


@dataclass(frozen=True, slots=True)
class Bid:
    """An amount above 0 on a letter: `amount` = the own bid, `strength` with the halves beside it, and the copies that it won."""

    round: int
    seat: str
    letter: str
    amount: int
    strength: int
    copies: int

    @property
    def paid(self) -> int:
        """LA-4: winners pay their own bid, the others nothing."""
        return self.amount if self.copies else 0


@dataclass(frozen=True, slots=True)
class Won:
    """Who received how many copies of a letter in a round (LA-10)."""

    round: int
    letter: str
    copies: tuple[tuple[str, int], ...] = field(metadata=MAPPING)


@dataclass(frozen=True, slots=True)
class Word:
    """A word that was made; no points = several players made it (LA-9)."""

    round: int
    name: str
    word: str
    points: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """Letters that a seat chose in a round: a set of cells, the letter to be shifted, letters printed."""

    round: int
    seat: str
    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """What a round brought a player: points for tokens not paid, and for words (LA-6, LA-9)."""

    round: int
    name: str
    tokens: int
    words: int


@dataclass(frozen=True)
class SeatState:
    """What belongs to one seat."""

    name: str
    points: int = 0
    inventory: Inventory = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class WordList:
    """What everybody may know of the dictionary; `embedded` = the one that croupier brings along."""

    count: int
    of_two: int
    embedded: bool


@dataclass(frozen=True)
class State:
    """A match at one moment. `sets` = the letters of each round that are public, from round 1; a grid's row by row."""

    ground: Ground
    seats: tuple[SeatState, ...]
    phase: str = ""
    round: int = 0
    sets: tuple[tuple[str, ...], ...] = ()
    bids: tuple[Bid, ...] = ()
    ranges: tuple[Chosen, ...] = ()
    shifts: tuple[Chosen, ...] = ()
    prints: tuple[Chosen, ...] = ()
    won: tuple[Won, ...] = ()
    words: tuple[Word, ...] = ()
    scores: tuple[Score, ...] = ()
    dictionary: WordList | None = None

    def seat(self, name: str) -> SeatState:
        return next(seat for seat in self.seats if seat.name == name)

    @property
    def finished(self) -> bool:
        return self.phase == FINISHED

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that the present round auctions."""
        return self.sets[self.round - 1] if 1 <= self.round <= len(self.sets) else ()


# Events -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DictionaryCounted:
    """How many words the dictionary has, and how many of two letters (LA-8)."""

    words: WordList


@dataclass(frozen=True, slots=True)
class LettersShown:
    """The letters of a round become public (LA-1)."""

    round: int
    variation: str
    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhaseOpened:
    """A round begins, or the last words; letters that no longer serve are gone (LA-5)."""

    round: int
    phase: str
    variation: str | None


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What was wrong with a seat's hand-in, `absent` where there was none."""

    seat: str
    problems: tuple[Problem, ...]
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Printed:
    """Letters that a seat printed, to serve until a round (LA-14)."""

    chosen: Chosen
    until: int


@dataclass(frozen=True, slots=True)
class RangeChosen:
    """A set of cells that stands (LA-13)."""

    chosen: Chosen


@dataclass(frozen=True, slots=True)
class ShiftNamed:
    """A letter that a seat named to be shifted (LA-13)."""

    chosen: Chosen


@dataclass(frozen=True, slots=True)
class BidJudged:
    """A bid and what it won (LA-3)."""

    bid: Bid


@dataclass(frozen=True, slots=True)
class LettersWon:
    """Who receives a letter, to serve until a round; how it was won: by `bids` or by a `range` (LA-3, LA-13)."""

    won: Won
    until: int
    how: str


@dataclass(frozen=True, slots=True)
class WordMade:
    """A word that stands, and the copies that it used (LA-7)."""

    word: Word
    used: Inventory


@dataclass(frozen=True, slots=True)
class TokensCounted:
    """What a seat paid in a round, the tokens it had left, and their points (LA-6)."""

    round: int
    seat: str
    paid: int
    left: int
    points: int


@dataclass(frozen=True, slots=True)
class RoundScored:
    """What a round brought everybody (LA-10)."""

    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class PointsCorrected:
    """A host's ruling on a seat's points."""

    seat: str
    change: int
    reason: str


@dataclass(frozen=True, slots=True)
class LettersCorrected:
    """A host's ruling on a seat's letters: copies given, or taken away."""

    seat: str
    given: Inventory
    taken: Inventory
    reason: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """The end: everything becomes public (LA-10)."""


EVENTS: tuple[type, ...] = (
    DictionaryCounted,
    LettersShown,
    PhaseOpened,
    HandedIn,
    Printed,
    RangeChosen,
    ShiftNamed,
    BidJudged,
    LettersWon,
    WordMade,
    TokensCounted,
    RoundScored,
    PointsCorrected,
    LettersCorrected,
    Revealed,
    Refused,
)


def start(table: Table[Options]) -> State:
    """The state before the first event: nobody holds a letter."""
    return State(table.options.ground, tuple(SeatState(name) for name in table.seats))


def _with(state: State, name: str, **changes: Any) -> State:
    return replace(state, seats=with_changes(state.seats, name, **changes))


def _given(state: State, name: str, more: Inventory) -> State:
    return _with(state, name, inventory=with_copies(state.seat(name).inventory, more))


def evolve(state: State, event: object) -> State:
    """The state after an event."""
    match event:
        case DictionaryCounted(words):
            return replace(state, dictionary=words)
        case LettersShown(_, _, letters):
            return replace(state, sets=(*state.sets, letters))
        case PhaseOpened(number, phase):
            seats = tuple(replace(seat, inventory=serving(seat.inventory, number)) for seat in state.seats)
            return replace(state, round=number, phase=phase, seats=seats)
        case HandedIn(name, problems):
            return _with(state, name, problems=problems)
        case Refused(name, problem):
            return _with(state, name, problems=(*state.seat(name).problems, problem))
        case Printed(chosen, until):
            state = _given(state, chosen.seat, tuple(Copies(letter, 1, until) for letter in chosen.letters))
            return replace(state, prints=(*state.prints, chosen))
        case RangeChosen(chosen):
            return replace(state, ranges=(*state.ranges, chosen))
        case ShiftNamed(chosen):
            return replace(state, shifts=(*state.shifts, chosen))
        case BidJudged(bid):
            return replace(state, bids=(*state.bids, bid))
        case LettersWon(won, until):
            for name, copies in won.copies:
                state = _given(state, name, (Copies(won.letter, copies, until),))
            return replace(state, won=(*state.won, won))
        case WordMade(word, used):
            state = _with(state, word.name, inventory=without(state.seat(word.name).inventory, used))
            return replace(state, words=(*state.words, word))
        case RoundScored(scores):
            for score in scores:
                state = _with(state, score.name, points=state.seat(score.name).points + score.tokens + score.words)
            return replace(state, scores=(*state.scores, *scores))
        case PointsCorrected(name, change):
            return _with(state, name, points=state.seat(name).points + change)
        case LettersCorrected(name, given, taken):
            return _with(state, name, inventory=without(with_copies(state.seat(name).inventory, given), taken))
        case Revealed():
            return replace(state, phase=FINISHED, seats=tuple(replace(seat, inventory=()) for seat in state.seats))
    return state
