"""What of each event an audience is told, as data for the feed.

Must not word anything; an event that is not named here is told to nobody but the host.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.core.audience import Audience, Host, Seat
from croupier.core.game import Refused, Told
from croupier.core.problems import Problem

from . import state as happened
from .handin import Move
from .inventory import Inventory
from .spelling import short

_VARIATION_RULES = {"range_and_power": "LA-13", "letter_shift": "LA-13", "printer": "LA-14"}


def tell(event: object, audience: Audience) -> Told | None:
    """One line of the audience's feed, or None: a seat is told what everybody is told, and what is its own."""
    name = _owner(event)
    own = _own(event) if name is not None else None
    match audience:
        case Seat(seat) if own is not None and seat == name:
            return own
        case Host() if own is not None:
            return replace(own, facts=(("seat", name), *own.facts))
    return _public(event)


def _public(event: object) -> Told | None:
    match event:
        case happened.DictionaryCounted(words):
            return _told("LA-8", "dictionary", count=words.count, of_two=words.of_two, embedded=words.embedded)
        case happened.LettersShown(number, variation, letters):
            return _told("LA-1", "letters-shown", round=number, variation=variation, letters=letters)
        case happened.PhaseOpened(number, phase, variation):
            rule = _VARIATION_RULES.get(variation, "LA-12") if variation else "LA-5"
            return _told(rule, "phase-opened", round=number, phase=phase, variation=variation)
        case happened.LettersWon(won, _, how):
            return _told("LA-13" if how == "range" else "LA-3", "letters-won", round=won.round, letter=won.letter, copies=won.copies)
        case happened.WordMade(word):
            return _told("LA-9", "word-made", round=word.round, by=word.name, word=word.word, points=word.points)
        case happened.RoundScored(scores):
            lines = tuple((score.name, score.tokens, score.words) for score in scores)
            return _told("LA-6", "scored", round=scores[0].round, scores=lines)
        case happened.PointsCorrected(seat, change):  # points are public, the reason is the seat's affair
            return _told("host", "points-corrected", to=seat, change=change)
        case happened.Revealed():
            return _told("LA-10", "revealed")
    return None


def _owner(event: object) -> str | None:
    match event:
        case happened.BidJudged(bid):
            return bid.seat
        case happened.Printed(chosen) | happened.RangeChosen(chosen) | happened.ShiftNamed(chosen):
            return chosen.seat
    name = getattr(event, "seat", None)
    return name if isinstance(name, str) else None


def _own(event: object) -> Told | None:
    match event:
        case happened.HandedIn(_, problems, absent):
            return _told("LA-15", "handed-in", problems=tuple(_problem(problem) for problem in problems), absent=absent)
        case Refused(_, problem):
            return _told(problem.rule, "refused", problem=_problem(problem))
        case happened.Printed(chosen, until):
            return _told("LA-14", "printed", letters=chosen.letters, until=until)
        case happened.RangeChosen(chosen):
            return _told("LA-13", "range-chosen", letters=chosen.letters)
        case happened.ShiftNamed(chosen):
            return _told("LA-13", "shift-named", letter=chosen.letters[0])
        case happened.BidJudged(bid):  # not the rank of one that won nothing: how many bid more is not the seat's to know
            return _told("LA-3", "bid-judged", letter=bid.letter, amount=bid.amount, strength=bid.strength, copies=bid.copies, paid=bid.paid)
        case happened.TokensCounted(number, _, paid, left, points):
            return _told("LA-6", "tokens-counted", round=number, paid=paid, left=left, points=points)
        case happened.PointsCorrected(_, change, reason):
            return _told("host", "own-points-corrected", change=change, reason=reason)
        case happened.LettersCorrected(_, given, taken, reason):
            return _told("host", "letters-corrected", given=_counts(given), taken=_counts(taken), reason=reason)
    return None


def understood(move: Move) -> list[Told]:
    """What a receipt says was understood of a hand-in; of words only that they can be read."""
    lines = [_told("LA-2", "read-bid", letter=letter, amount=amount) for letter, amount in move.bids]
    if move.range:
        lines.append(_told("LA-13", "read-range", letters=move.range))
    if move.shift:
        lines.append(_told("LA-13", "read-shift", letter=move.shift))
    if move.prints:
        lines.append(_told("LA-14", "read-prints", letters=move.prints))
    if move.words:
        lines.append(_told("LA-7", "read-words", words=tuple(short(line.word) for line in move.words)))
    return lines


def _problem(problem: Problem) -> tuple[str, str, str, str]:
    return problem.rule, problem.where, problem.code, problem.text


def _told(rule: str, key: str, **facts: Any) -> Told:
    return Told(rule, key, tuple(facts.items()))


def _counts(items: Inventory) -> tuple[tuple[str, int], ...]:
    return tuple((item.letter, item.copies) for item in items)
