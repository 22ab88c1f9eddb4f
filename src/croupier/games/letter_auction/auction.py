"""The auction of a round: which letters, what bids are worth, who gets how many copies of what.

Must not read what was typed: bids and sets arrive as a hand-in left them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from croupier.core.draws import Stream
from croupier.core.game import Table

from .alphabet import WEIGHTS, neighbours, shifted
from .options import ADJACENCY, RANGE, Options
from .state import Bid, Won

COPIES = (3, 2, 1)
PRINT_PRICE = 4


def letters_of(table: Table[Options], number: int) -> tuple[str, ...]:
    """LA-1, LA-13: the letters of a round: the grid's, the host's, or drawn."""
    options = table.options
    if options.ground.variation(number) == RANGE:
        return options.grid
    if options.schedule is not None:
        return options.schedule[number - 1]
    return draw_letters(table.draws.stream(f"round-{number}/letters"), options.letters)


def draw_letters(stream: Stream, count: int) -> tuple[str, ...]:
    """LA-1: so many different letters, those that English uses more the likelier; in alphabetical order."""
    left = dict(WEIGHTS)
    for _ in range(count):
        at = stream.below(sum(left.values()))
        for letter, weight in left.items():
            if at < weight:
                del left[letter]
                break
            at -= weight
    return tuple(letter for letter in WEIGHTS if letter not in left)


def strength(bids: Mapping[str, int], letter: str, *, halves: bool) -> int:
    """LA-12: what a player's bids amount to on a letter: the own bid and, where they count, half of each bid beside it, rounded down."""
    beside = sum(bids.get(other, 0) // 2 for other in neighbours(letter)) if halves else 0
    return bids.get(letter, 0) + beside


def copies_won(mine: int, all_of_them: Sequence[int]) -> int:
    """LA-3: the rank is the number of amounts that are as high or higher, so that a tie takes the least placement."""
    rank = sum(other >= mine for other in all_of_them)
    return COPIES[rank - 1] if rank <= len(COPIES) else 0


def judge(number: int, letters: Sequence[str], bids: Mapping[str, Mapping[str, int]], variation: str | None) -> list[Bid]:
    """LA-3, LA-4, LA-12: every amount above 0, letter by letter, with the copies that it wins. `bids` by seat, roster order."""
    judged: list[Bid] = []
    for letter in letters:
        amounts = {seat: strength(own, letter, halves=variation == ADJACENCY) for seat, own in bids.items()}
        standing = [amount for amount in amounts.values() if amount > 0]
        for seat, amount in amounts.items():
            if amount > 0:
                judged.append(Bid(number, seat, letter, bids[seat].get(letter, 0), amount, copies_won(amount, standing)))
    return judged


def received(number: int, judged: Sequence[Bid], named: Sequence[str], seats: Sequence[str]) -> tuple[Won, ...]:
    """LA-10, LA-13: the copies by the letter received; a letter that was named goes as many places on as the winner bid on it."""
    got: dict[str, Counter[str]] = {}
    for bid in judged:
        if bid.copies:
            letter = shifted(bid.letter, bid.amount) if bid.letter in named else bid.letter
            got.setdefault(letter, Counter())[bid.seat] += bid.copies
    return tuple(Won(number, letter, tuple((seat, got[letter][seat]) for seat in seats if got[letter][seat])) for letter in sorted(got))


def claimed(number: int, grid: Sequence[str], ranges: Mapping[str, Sequence[str]]) -> tuple[Won, ...]:
    """LA-13: each letter of the grid goes, one copy, to the smallest set that holds it, unless two of that size do."""
    won: list[Won] = []
    for letter in sorted(grid):
        sizes = {seat: len(chosen) for seat, chosen in ranges.items() if letter in chosen}
        smallest = [seat for seat, size in sizes.items() if size == min(sizes.values())]
        if len(smallest) == 1:
            won.append(Won(number, letter, ((smallest[0], 1),)))
    return tuple(won)
