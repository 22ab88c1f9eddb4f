"""The words of a round: which of those listed are made, of which copies, and which of them several players made.

Must not be asked before the deadline: this is where the dictionary is looked into.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.core.problems import Problem

from .dictionary import Dictionary
from .inventory import Inventory, needed, without

LONGEST_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Listed:
    """A word as a player listed it: where it stands in the hand-in, and the word in capitals."""

    where: str
    word: str


@dataclass(frozen=True, slots=True)
class Made:
    """A word that stands, and the copies that it used."""

    word: str
    used: Inventory


def spell(listed: Sequence[Listed], inventory: Inventory, dictionary: Dictionary) -> tuple[list[Made], list[Problem]]:
    """LA-7, LA-8: the words that stand, in order, and why the others do not; a refused word uses no letters."""
    made: list[Made] = []
    problems: list[Problem] = []
    for line in listed:
        shown = short(line.word)
        if any(line.word == other.word for other in made):
            text = f"You have made {shown} in this round already. List another word instead."
            problems.append(Problem("LA-7", line.where, "duplicate", text))
            continue
        if line.word not in dictionary:
            problems.append(Problem("LA-8", line.where, "not-offered", f"{shown} is not in the dictionary of this match. It used no letters."))
            continue
        used = needed(inventory, line.word)
        if used is None:
            text = f"The letters that you had left do not form {shown}. It used none; words count in the order in which you list them."
            problems.append(Problem("LA-7", line.where, "illegal", text))
            continue
        inventory = without(inventory, used)
        made.append(Made(line.word, used))
    return made, problems


def points(made: Mapping[str, Sequence[Made]]) -> dict[str, list[int]]:
    """LA-9: by seat, what each word scores: the square of its length, or nothing where another seat made it too."""
    makers = Counter(one.word for own in made.values() for one in own)
    return {seat: [len(one.word) ** 2 if makers[one.word] == 1 else 0 for one in own] for seat, own in made.items()}


def short(text: str) -> str:
    """A text for a message, cut where it is very long."""
    return f"{text[:LONGEST_SHOWN]}…" if len(text) > LONGEST_SHOWN else text
