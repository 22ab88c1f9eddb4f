"""The walk of one entrant through a house, with its fears and screams; whose way each takes; reading a Chao's path.

Must not know players, money or phases: a house goes in, a walk comes out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.core import typed
from croupier.core.draws import Stream
from croupier.core.problems import Code

from . import roster, ways
from .catalogue import Square
from .house import House, read_square, square_name
from .shaun import walk_in_slides
from .ways import REASONS, Reason, Step, Walker

__all__ = ["REASONS", "Fears", "Reason", "Step", "Walk", "read_chao_path", "walk", "whose_way"]


@dataclass(frozen=True, slots=True)
class Fears:
    """The three meters of a walk."""

    existential: int
    monster: int
    phobia: int


@dataclass(frozen=True, slots=True)
class Walk:
    """One entrant's walk. `as_` is the Entrant whose way, limit and bonus he has; `steps` has one entry a square of `path`."""

    entrant: str
    as_: str
    path: tuple[str, ...]
    stops: tuple[str, ...] | None
    fears: Fears
    activated: tuple[str, ...]
    bonus: int
    screams: int
    heart_attack: bool
    limit: int
    fear_total: int
    steps: tuple[Step, ...]


def whose_way(entrants: Sequence[str]) -> tuple[str, ...]:
    """The Entrant as whom each walks, for the entrants of one house in order of entry (HH-25).

    A Leboss takes what the one before him has, a Leboss before him passes on what he took; with nobody before him he is a Chao.
    """
    taken: list[str] = []
    for name in entrants:
        taken.append(name if name != roster.LEBOSS else taken[-1] if taken else roster.CHAO)
    return tuple(taken)


def walk(house: House, entrant: str, as_: str, *, path: tuple[str, ...] | None = None, stream: Stream | None = None) -> Walk:
    """Send an entrant through an unspent house (HH-26 to HH-32).

    `path` is the checked path of whoever walks as a Chao (None: A*, HH-32), `stream` the draws of whoever walks as Red.
    """
    whose = roster.BY_NAME[as_]
    if whose.limit is None:
        raise ValueError(f"nobody walks as {as_}: ask whose_way")
    walker = Walker(house)
    bonus = _send(walker, as_, path, stream)
    fear_total = sum(walker.fears) * whose.times
    return Walk(
        entrant=entrant,
        as_=as_,
        path=tuple(step.square for step in walker.steps),
        stops=None if walker.stops is None else tuple(walker.stops),
        fears=Fears(*walker.fears),
        activated=tuple(walker.activated),
        bonus=bonus,
        screams=fear_total + bonus,
        heart_attack=max(walker.fears) > whose.limit,
        limit=whose.limit,
        fear_total=fear_total,
        steps=tuple(walker.steps),
    )


def _send(walker: Walker, as_: str, path: tuple[str, ...] | None, stream: Stream | None) -> int:
    """Walk the way of an Entrant; the bonus that it earned."""
    match as_:
        case roster.DUO:
            return ways.walk_from_both_ends(walker)
        case roster.JACK:
            return ways.walk_with_runs(walker)
        case roster.RED:
            if stream is None:
                raise ValueError("Random Red needs a stream of draws")
            return ways.walk_by_draw(walker, stream)
        case roster.WIMP:
            return ways.walk_to_nearest(walker)
        case roster.SHAUN:
            return walk_in_slides(walker)
        case roster.ZERO:
            return ways.walk_straight_to_exit(walker)
        case roster.CHAO:
            if path is None:
                return ways.walk_straight_to_exit(walker, "HH-32")
            return ways.walk_own_path(walker, [walker.cell(square) for square in map(read_square, path) if square])
        case roster.TIM:
            return ways.walk_around_zones(walker)
        case _:
            raise AssertionError(f"no way for {as_}")


# What may part the squares of a path (HH-32): blanks, commas, semicolons, dashes and arrows of all alphabets, also the
# arrows typed as "->" or "=>". All after NFKC and without the invisible marks with which phones make arrows coloured.
_PARTING = re.compile(
    r"(?:[\s,;\-<>\u055d\u060c\u061b\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\u3001\u301c"
    r"\u2190-\u21ff\u2794\u2798-\u27af\u27b1-\u27be\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b11\u2b30-\u2b4f\u2b5a-\u2bb9"
    r"\U0001f800-\U0001f8ff]|=+(?=>))+"
)
_LIKE_A_SQUARE = re.compile(r"[A-Za-z][0-9]+")  # of any size: one that no house has is a square outside
_QUOTED = 12  # characters of a word of the player's that a message repeats


def read_chao_path(house: House, typed_value: object) -> tuple[tuple[str, ...] | None, tuple[Code, str] | None]:
    """A Chao's path as typed: the squares if it is legal, else (code, words) that name the wrong step (HH-32)."""
    if not isinstance(typed_value, str):
        if _holds_nothing(typed_value):
            return None, ("missing", _MISSING.format(*_ends(house)))
        return None, ("unreadable", _UNREADABLE.format("this", *_ends(house)))
    words = [word for word in _PARTING.split(typed.text(typed_value)) if word]
    if not words:
        return None, ("missing", _MISSING.format(*_ends(house)))
    for number, word in enumerate(words, 1):
        if not _LIKE_A_SQUARE.fullmatch(word):
            shown = word if len(word) <= _QUOTED else word[:_QUOTED] + "…"
            return None, ("unreadable", _UNREADABLE.format(f"step {number}, “{shown}”,", *_ends(house)))
    fault = _fault(house, [word.upper() for word in words])
    if fault is not None:
        return None, ("illegal", fault)
    return tuple(square_name(square) for square in map(read_square, words) if square), None


_MISSING = "no path is written down: write the squares from {0} to {1}, one step each, or the Chao walks by A*"
_UNREADABLE = "{0} is no square: write a letter and a number for each square from {1} to {2}, with blanks between them"


def _ends(house: House) -> tuple[str, str]:
    return square_name(house.plot.start), square_name(house.plot.exit)


def _holds_nothing(value: object) -> bool:
    """Whether a value that is no text is blank."""
    try:
        return typed.is_blank(value)
    except RecursionError:  # a list in a list in a list … is no text, whatever lies at the bottom
        return False


def _fault(house: House, words: Sequence[str]) -> str | None:
    """What is wrong with the first wrong step of a path of readable squares; None if it is legal (HH-32)."""
    plot = house.plot
    start, goal = _ends(house)
    walker = Walker(house)  # for its ground only
    seen: dict[Square, int] = {}
    before: Square | None = None
    for number, word in enumerate(words, 1):
        square = read_square(word)
        where = f"step {number}, {word if len(word) <= _QUOTED else word[:_QUOTED] + '…'},"
        if square is None or not plot.holds(square):
            last = square_name((plot.size - 1, plot.size - 1))
            return f"{where} is outside the house: stay within A1 to {last}"
        name = square_name(square)
        if before is None:
            if square != plot.start:
                return f"{where} is not the start: begin with {start}"
        elif square in house.bodies:
            return f"{where} is inside a piece: lead the path around it"
        elif square in seen:
            return f"{where} was entered before, as step {seen[square]}: enter no square twice"
        elif max(abs(square[0] - before[0]), abs(square[1] - before[1])) > 1:
            return f"{where} is more than one step from {square_name(before)}: name every square between them"
        elif walker.cell(square) not in (cell for cell, _ in walker.grid.neighbours[walker.cell(before)]):
            return f"{where} cannot be reached from {square_name(before)}: both squares beside that diagonal are blocked, go another way"
        if square == plot.exit and number < len(words):
            return f"{where} is the exit, but the path goes on: end it with {name}"
        seen[square], before = number, square
    if before != plot.exit:
        return f"step {len(words)}, {words[-1]}, is the last but not the exit: go on to {goal}"
    return None
