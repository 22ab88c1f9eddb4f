"""What must always hold: no letter, token or point is lost or made from nothing (LA-2 … LA-7, LA-9, LA-12 … LA-14).

Must not use the code that resolves a round: everything is worked out a second time, more plainly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .alphabet import ALPHABET
from .auction import PRINT_PRICE
from .options import ADJACENCY, RANGE
from .state import SeatState, State

HISTORIES = ("sets", "bids", "ranges", "shifts", "prints", "won", "words", "scores")


def faults(before: State, after: State) -> tuple[str, ...]:
    """Everything that a step lost, made or changed; one that did nothing at all lost nothing."""
    if after == before:
        return ()
    found = [f"{name} that were settled have changed" for name in HISTORIES if not _goes_on(getattr(before, name), getattr(after, name))]
    found += [f"{name} are of another round" for name in HISTORIES[1:] if not _of_this_round(before, after, name)]
    if (after.ground, after.dictionary) != (before.ground, before.dictionary):
        found.append("what the match is played with has changed")
    shown = min(before.round + 2, before.ground.rounds)
    if after.round != before.round + (not after.finished) or len(after.sets) != shown:
        found.append("the rounds are not in order")
    if [seat.name for seat in after.seats] != [seat.name for seat in before.seats]:
        return (*found, "the seats have changed")
    found += _lots(before, after)
    for old, new in zip(before.seats, after.seats, strict=True):
        found += _seat(before, after, old, new)
    return tuple(found)


def _goes_on(before: tuple[object, ...], after: tuple[object, ...]) -> bool:
    return after[: len(before)] == before


def _of_this_round(before: State, after: State, name: str) -> bool:
    return all(entry.round == before.round for entry in getattr(after, name)[len(getattr(before, name)) :])


def _lots(before: State, after: State) -> Iterator[str]:
    """The ranking of each lot, and that just these copies were given out."""
    number = before.round
    bids = [bid for bid in after.bids if bid.round == number]
    halves = before.ground.variation(number) == ADJACENCY
    own = {(bid.seat, bid.letter): bid.amount for bid in bids}
    if len(own) != len(bids):
        yield "a bid was judged twice"
    for bid in bids:
        beside = [chr(ord(bid.letter) - 1), chr(ord(bid.letter) + 1)]
        if bid.strength != bid.amount + (sum(own.get((bid.seat, letter), 0) // 2 for letter in beside) if halves else 0):
            yield f"the bid of {bid.seat} on {bid.letter} was not added up"
        rank = sum(other.strength >= bid.strength for other in bids if other.letter == bid.letter)
        if bid.copies != max(0, 4 - rank) or bid.letter not in before.letters:
            yield f"{bid.letter} was not shared out by rank"
    won: Counter[tuple[str, str]] = Counter()
    for lot in after.won:
        if lot.round == number:
            for name, copies in lot.copies:
                won[lot.letter, name] += copies
    expected: Counter[tuple[str, str]] = Counter()
    named = {one.letters[0] for one in after.shifts if one.round == number}
    for bid in bids:
        places = bid.amount if bid.letter in named else 0
        expected[ALPHABET[(ALPHABET.find(bid.letter) + places) % 26], bid.seat] += bid.copies
    for letter in before.letters if before.ground.variation(number) == RANGE else ():
        sets = sorted((len(one.letters), one.seat) for one in after.ranges if one.round == number and letter in one.letters)
        if len(sets) == 1 or (len(sets) > 1 and sets[0][0] < sets[1][0]):
            expected[letter, sets[0][1]] += 1
    if +expected != +won or len(won) != sum(len(lot.copies) for lot in after.won if lot.round == number):
        yield "the copies given out are not those won"


def _seat(before: State, after: State, old: SeatState, new: SeatState) -> Iterator[str]:
    """Tokens, points and letters of one seat."""
    ground, number = before.ground, before.round
    bids = [bid for bid in after.bids if (bid.round, bid.seat) == (number, new.name)]
    prints = [letter for one in after.prints if (one.round, one.seat) == (number, new.name) for letter in one.letters]
    if sum(bid.amount for bid in bids) + PRINT_PRICE * len(prints) > ground.tokens:
        yield f"{new.name} bid more tokens than there are"
    paid = sum(bid.amount for bid in bids if bid.copies) + PRINT_PRICE * len(prints)
    for_tokens = (ground.tokens - paid) // 2 if number <= ground.rounds else 0
    words = [word for word in after.words if word.round == number]
    mine = [word for word in words if word.name == new.name]
    for word in mine:
        if word.points != (len(word.word) ** 2 if sum(other.word == word.word for other in words) == 1 else 0):
            yield f"{word.word} has the wrong points"
    for_words = sum(word.points for word in mine)
    scores = [(score.tokens, score.words) for score in after.scores if (score.round, score.name) == (number, new.name)]
    if scores != [(for_tokens, for_words)] or new.points != old.points + for_tokens + for_words:
        yield f"the points of {new.name} do not add up"
    yield from _letters(before, after, old, new, prints, "".join(word.word for word in mine))


def _letters(before: State, after: State, old: SeatState, new: SeatState, prints: list[str], spelt: str) -> Iterator[str]:
    number, last = before.round, before.ground.rounds + 1
    held = [(item.letter, item.until) for item in old.inventory for _ in range(item.copies)]
    held += [(letter, number + 1) for letter in prints]
    held.sort()
    for letter in spelt:
        use = next((one for one in held if one[0] == letter), None)
        if use is None:
            yield f"{new.name} spelt with a letter that was not there"
        else:
            held.remove(use)
    for won in after.won:
        if won.round == number:
            held += [(won.letter, min(number + 2, last)) for name, copies in won.copies if name == new.name for _ in range(copies)]
    expected = Counter(one for one in held if one[1] > number and not after.finished)
    found = Counter({(item.letter, item.until): item.copies for item in new.inventory})
    if found != expected or len(found) != len(new.inventory):
        yield f"letters of {new.name} were lost or made"
