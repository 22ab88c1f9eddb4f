"""What a host can set for a match of Letter Auction, checked and frozen.

Must not unpack the dictionary: that waits until a word has to be looked up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.game import Option, OptionError
from croupier.core.options import whole

from .alphabet import ALPHABET, SIDE, USUAL_GRID, read_letter
from .dictionary import Dictionary

THEME, ADJACENCY, RANGE, SHIFT, PRINTER = "theme", "adjacency_discount", "range_and_power", "letter_shift", "printer"
VARIATIONS = (THEME, ADJACENCY, RANGE, SHIFT, PRINTER)
MOST_ROUNDS = 30
MOST_TOKENS = 10**9

OPTIONS = (
    Option("letters", "6", "different letters auctioned in each round, where they are drawn"),
    Option("schedule", '[["A", "E", "R"], ["S", "T", "O"]]', "the letters of each round, where the host sets them; left out: drawn"),
    Option("tokens", "30", "Bidding Tokens that each player has in each round"),
    Option(
        "variations", '["theme", "adjacency_discount", "range_and_power", "letter_shift", "printer"]', "what is special about each round, in order"
    ),
    Option(
        "grid",
        '[["A", "B", "C", "D", "E"], ["F", "G", "H", "I", "J"], ["K", "L", "M", "N", "O"], ["P", "R", "S", "T", "U"], ["V", "W", "X", "Y", "Z"]]',
        "the letters of a range_and_power round, five rows of five",
    ),
    Option("words", '"words.txt.gz"', "the dictionary: a text file in the match's folder, one word a line (plain or packed with gzip)"),
    Option("points_per_garnet", "0", "points that earn one Garnet; 0: none are earned"),
)


@dataclass(frozen=True)
class Ground:
    """The public facts of a match that never change: no letters, no dictionary."""

    seats: tuple[str, ...]
    variations: tuple[str, ...]
    tokens: int
    points_per_garnet: int

    @property
    def rounds(self) -> int:
        """How many rounds there are before the last words."""
        return len(self.variations)

    def variation(self, number: int) -> str | None:
        """What is special about a round, None for the last words (LA-12)."""
        return self.variations[number - 1] if 1 <= number <= self.rounds else None

    def last_round(self, number: int) -> int:
        """The last round in which a letter that is won in this one serves (LA-5)."""
        return min(number + 2, self.rounds + 1)


@dataclass(frozen=True)
class Options:
    """The options of one match. `schedule` None = every set is drawn; an entry of a range_and_power round means nothing (LA-1)."""

    ground: Ground
    schedule: tuple[tuple[str, ...], ...] | None
    letters: int
    grid: tuple[str, ...]
    dictionary: Dictionary


def read_options(raw: Mapping[str, Any], data: Mapping[str, Any], seats: tuple[str, ...]) -> Options:
    """The options of a match for these seats; OptionError names the one that cannot be (LA-1, LA-8, LA-11, LA-12)."""
    known = [option.name for option in OPTIONS]
    for name in raw:
        if name not in known:
            raise OptionError(str(name), f"there is no such option; there are {', '.join(sorted(known))}")
    variations = _variations(raw.get("variations"))
    schedule = _schedule(raw.get("schedule"), variations)
    rounds = len(variations) if schedule is None else min(len(schedule), len(variations))
    return Options(
        ground=Ground(
            seats=seats,
            variations=variations[:rounds],
            tokens=whole(raw, "tokens", 30, 0, MOST_TOKENS),
            points_per_garnet=whole(raw, "points_per_garnet", 0, 0, 10**9),
        ),
        schedule=schedule[:rounds] if schedule is not None else None,
        letters=whole(raw, "letters", 6, 1, len(ALPHABET)),
        grid=_grid(raw.get("grid")),
        dictionary=_dictionary(raw.get("words"), data),
    )


def _variations(raw: Any) -> tuple[str, ...]:
    if raw is None:
        return VARIATIONS
    if not isinstance(raw, (list, tuple)) or not 1 <= len(raw) <= MOST_ROUNDS:
        raise OptionError("variations", f"it is a list with the name of a variation for each round, at least one and at most {MOST_ROUNDS}")
    found = [typed.name_key(value).replace(" ", "_").replace("-", "_") for value in raw]
    for value, name in zip(raw, found, strict=True):
        if name not in VARIATIONS:
            raise OptionError("variations", f"there is no variation {value!r}; there are {', '.join(VARIATIONS)}")
    return tuple(found)


def _schedule(raw: Any, variations: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    if raw is None:
        return None
    if not isinstance(raw, (list, tuple)) or not raw:
        raise OptionError("schedule", "it is a list with the letters of each round, which are a list too; leave it out to have them drawn")
    sets: list[tuple[str, ...]] = []
    for number, entry in enumerate(raw[: len(variations)], start=1):
        if variations[number - 1] == RANGE:
            sets.append(())
            continue
        if not isinstance(entry, (list, tuple)):
            raise OptionError("schedule", f"the entry of round {number} is a list of letters")
        sets.append(_letters("schedule", f"round {number}", entry))
    return tuple(sets)


def _letters(option: str, where: str, entry: Any) -> tuple[str, ...]:
    found: list[str] = []
    for value in entry:
        letter = read_letter(value)
        if letter is None:
            raise OptionError(option, f"{where}: {value!r} is no letter from A to Z; write each letter by itself, in quotes")
        if letter in found:
            raise OptionError(option, f"{where}: {letter} is there twice; the letters must differ")
        found.append(letter)
    return tuple(found)


def _grid(raw: Any) -> tuple[str, ...]:
    if raw is None:
        return USUAL_GRID
    rows = raw if isinstance(raw, (list, tuple)) else ()
    if len(rows) != SIDE or any(not isinstance(row, (list, tuple)) or len(row) != SIDE for row in rows):
        raise OptionError("grid", f"it has {SIDE} rows of {SIDE} letters each")
    return _letters("grid", "the grid", [letter for row in rows for letter in row])


def _dictionary(raw: Any, data: Mapping[str, Any]) -> Dictionary:
    if isinstance(raw, (list, tuple)):
        return Dictionary(tuple(typed.text(item) if isinstance(item, (str, bool)) else "" for item in raw))
    if raw is not None and not isinstance(raw, str):
        raise OptionError("words", "it names a text file with one word a line, or it is a list of words")
    source = data.get("words")
    if not isinstance(source, bytes):
        raise OptionError("words", "the dictionary is a text file with one word a line, such as collins.txt")
    return Dictionary(source)
