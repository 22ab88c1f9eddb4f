"""What of each event an audience is told, as data for the feed.

Must not word anything; an event that is not named here is told to nobody but the host.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core.audience import Audience, Host, Seat
from croupier.core.game import Refused, Told

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
            return Told.of("LA-8", "dictionary", count=words.count, of_two=words.of_two, embedded=words.embedded)
        case happened.LettersShown(number, variation, letters):
            return Told.of("LA-1", "letters-shown", round=number, variation=variation, letters=letters)
        case happened.PhaseOpened(number, phase, variation):
            rule = _VARIATION_RULES.get(variation, "LA-12") if variation else "LA-5"
            return Told.of(rule, "phase-opened", round=number, phase=phase, variation=variation)
        case happened.LettersWon(won, _, how):
            return Told.of("LA-13" if how == "range" else "LA-3", "letters-won", round=won.round, letter=won.letter, copies=won.copies)
        case happened.WordMade(word):
            return Told.of("LA-9", "word-made", round=word.round, by=word.name, word=word.word, points=word.points)
        case happened.RoundScored(scores):
            lines = tuple((score.name, score.tokens, score.words) for score in scores)
            return Told.of("LA-6", "scored", round=scores[0].round, scores=lines)
        case happened.PointsCorrected(seat, change):  # points are public, the reason is the seat's affair
            return Told.of("host", "points-corrected", to=seat, change=change)
        case happened.Revealed():
            return Told.of("LA-10", "revealed")
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
            return Told.of("LA-15", "handed-in", problems=tuple(problem.facts for problem in problems), absent=absent)
        case Refused(_, problem):
            return Told.of(problem.rule, "refused", problem=problem.facts)
        case happened.Printed(chosen, until):
            return Told.of("LA-14", "printed", letters=chosen.letters, until=until)
        case happened.RangeChosen(chosen):
            return Told.of("LA-13", "range-chosen", letters=chosen.letters)
        case happened.ShiftNamed(chosen):
            return Told.of("LA-13", "shift-named", letter=chosen.letters[0])
        case happened.BidJudged(bid):  # not the rank of one that won nothing: how many bid more is not the seat's to know
            return Told.of("LA-3", "bid-judged", letter=bid.letter, amount=bid.amount, strength=bid.strength, copies=bid.copies, paid=bid.paid)
        case happened.TokensCounted(number, _, paid, left, points):
            return Told.of("LA-6", "tokens-counted", round=number, paid=paid, left=left, points=points)
        case happened.PointsCorrected(_, change, reason):
            return Told.of("host", "own-points-corrected", change=change, reason=reason)
        case happened.LettersCorrected(_, given, taken, reason):
            return Told.of("host", "letters-corrected", given=_counts(given), taken=_counts(taken), reason=reason)
    return None


def understood(move: Move) -> list[Told]:
    """What a receipt says was understood of a hand-in; of words only that they can be read."""
    lines = [Told.of("LA-2", "read-bid", letter=letter, amount=amount) for letter, amount in move.bids]
    if move.range:
        lines.append(Told.of("LA-13", "read-range", letters=move.range))
    if move.shift:
        lines.append(Told.of("LA-13", "read-shift", letter=move.shift))
    if move.prints:
        lines.append(Told.of("LA-14", "read-prints", letters=move.prints))
    if move.words:
        lines.append(Told.of("LA-7", "read-words", words=tuple(short(line.word) for line in move.words)))
    return lines


def _counts(items: Inventory) -> tuple[tuple[str, int], ...]:
    return tuple((item.letter, item.copies) for item in items)
