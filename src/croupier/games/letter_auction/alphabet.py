"""The letters: which there are, how often English has them, which are neighbours, and how a cell is read as one.

Must not know a match.
"""

from __future__ import annotations

from croupier.core import typed

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WEIGHTS = dict(
    zip(
        ALPHABET,
        (817, 149, 278, 425, 1270, 223, 202, 609, 697, 15, 77, 403, 241, 675, 751, 193, 10, 599, 633, 906, 276, 98, 236, 15, 197, 7),
        strict=True,
    )
)
"""How often each letter is drawn against the others: its share of English text (LA-1)."""
SIDE = 5
USUAL_GRID = tuple(letter for letter in ALPHABET if letter != "Q")
"""The grid of a range_and_power round, row by row, unless the host sets another (LA-13)."""


def read_word(value: object) -> str | None:
    """A cell as a word in capitals; None where it holds anything but the letters A–Z. A truth value is the word TRUE or FALSE (LA-8)."""
    if not isinstance(value, (str, bool)):
        return None
    text = typed.text(value)
    return text.upper() if text.isascii() and text.isalpha() else None


def read_letter(value: object) -> str | None:
    """A cell as one letter in capitals, None where it is none."""
    word = read_word(value)
    return word if word is not None and len(word) == 1 else None


def shifted(letter: str, places: int) -> str:
    """The letter so many places on; behind Z comes A (LA-13)."""
    return ALPHABET[(ALPHABET.index(letter) + places) % len(ALPHABET)]


def neighbours(letter: str) -> tuple[str, ...]:
    """The letters just before and just after it in the alphabet; A and Z have one each (LA-12)."""
    at = ALPHABET.index(letter)
    return tuple(ALPHABET[place] for place in (at - 1, at + 1) if 0 <= place < len(ALPHABET))


def connected(grid: tuple[str, ...], chosen: tuple[str, ...]) -> bool:
    """Whether cells of a grid (row by row) hang together by their sides; its edges are edges (LA-13)."""
    places = {divmod(grid.index(letter), SIDE) for letter in chosen}
    reached = [places.pop()] if places else []
    for row, column in reached:
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & places
        places -= beside
        reached += sorted(beside)
    return not places
