"""Letters that a player holds: copies that come in, fade, and go into words.

Must not know whose they are, nor what a word is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies of one letter that serve up to and in round `until`."""

    letter: str
    copies: int
    until: int


Inventory = tuple[Copies, ...]
"""By letter, then by `until`; no two entries alike in both."""


def gathered(items: Iterable[Copies]) -> Inventory:
    """Entries of the same letter and round added up, in order; those that come to nothing left out."""
    counts: Counter[tuple[str, int]] = Counter()
    for item in items:
        counts[item.letter, item.until] += item.copies
    return tuple(Copies(letter, counts[letter, until], until) for letter, until in sorted(counts) if counts[letter, until])


def with_copies(inventory: Inventory, more: Iterable[Copies]) -> Inventory:
    """An inventory with more copies in it."""
    return gathered((*inventory, *more))


def without(inventory: Inventory, gone: Iterable[Copies]) -> Inventory:
    """An inventory without copies that are in it."""
    return gathered((*inventory, *(Copies(item.letter, -item.copies, item.until) for item in gone)))


def serving(inventory: Inventory, number: int) -> Inventory:
    """What still serves in a round (LA-5)."""
    return tuple(item for item in inventory if item.until >= number)


def needed(inventory: Inventory, letters: str) -> Inventory | None:
    """The copies that go into a word, those that fade first before the others; None where there are too few (LA-7)."""
    used: list[Copies] = []
    for letter, count in sorted(Counter(letters).items()):
        for item in inventory:
            if item.letter == letter and count:
                taken = min(count, item.copies)
                used.append(Copies(letter, taken, item.until))
                count -= taken
        if count:
            return None
    return tuple(used)
