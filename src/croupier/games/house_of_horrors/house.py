"""A house: its squares, the pieces in it, who owns which zone square, and whether a piece may stand there.

Must not know players, money or phases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from croupier.core import typed

from .catalogue import TURNS, Catalogue, Scare, Square

_SQUARE = re.compile(r"([a-z])([0-9]{1,2})")
CARDINAL = ((0, -1), (1, 0), (0, 1), (-1, 0))


def square_name(square: Square) -> str:
    """(0, 8) is "A9"."""
    return f"{chr(65 + square[0])}{square[1] + 1}"


def read_square(value: object) -> Square | None:
    """ "a9" is (0, 8); None where the text is no square. It may lie outside the house."""
    match = _SQUARE.fullmatch(typed.text(value).casefold())
    return (ord(match[1]) - 97, int(match[2]) - 1) if match else None


@dataclass(frozen=True, slots=True)
class Piece:
    """A placed Scare: `at` = the top-left corner of the body's box, `turn` in degrees clockwise."""

    scare: str
    at: str
    turn: int


@dataclass(frozen=True)
class Standing:
    """A piece with its squares worked out: `body` in the house or not, `zone` as drawn (HH-12 not yet applied)."""

    scare: Scare
    turn: int
    body: tuple[Square, ...]
    zone: tuple[Square, ...]

    @property
    def at(self) -> Square:
        return min(x for x, _ in self.body), min(y for _, y in self.body)

    @property
    def piece(self) -> Piece:
        return Piece(self.scare.name, square_name(self.at), self.turn)


def stand(scare: Scare, at: Square, turn: int) -> Standing:
    """The piece with its box's top-left corner at a square."""
    shape = scare.shapes[TURNS.index(turn)]
    x, y = at
    return Standing(
        scare,
        turn,
        tuple((x + dx, y + dy) for dx, dy in shape.body),
        tuple((x + dx, y + dy) for dx, dy in shape.zone),
    )


@dataclass(frozen=True)
class Plot:
    """The ground of every house of a match: a square of `size` × `size`, its start and its exit."""

    size: int
    start: Square
    exit: Square

    def holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """Row by row, left to right."""
        return tuple((x, y) for y in range(self.size) for x in range(self.size))


@dataclass(frozen=True)
class House:
    """A plot with the pieces that stand in it, in the order placed."""

    plot: Plot
    standing: tuple[Standing, ...] = ()

    @cached_property
    def bodies(self) -> frozenset[Square]:
        return frozenset(square for piece in self.standing for square in piece.body)

    @cached_property
    def owners(self) -> dict[Square, int]:
        """Zone square → index of the piece that it triggers (HH-12, HH-19)."""
        owned: dict[Square, int] = {}
        rank: dict[int, tuple[int, int]] = {}
        for index, piece in enumerate(self.standing):
            right = max(x for x, _ in piece.body)
            rank[index] = (-right, min(y for x, y in piece.body if x == right))
        for index, piece in enumerate(self.standing):
            for square in piece.zone:
                if not self.plot.holds(square) or square in self.bodies:
                    continue
                if square not in owned or rank[index] < rank[owned[square]]:
                    owned[square] = index
        return owned

    def fault(self, piece: Standing) -> tuple[str, str] | None:
        """Why a piece may not be added: (ruling, words) by HH-12 or HH-13; None where it may."""
        name = piece.scare.name
        for square in piece.body:
            if not self.plot.holds(square):
                return "HH-12", f"the {name} would stand outside the house"
            if square in self.bodies:
                return "HH-12", f"the {name} would stand on another piece at {square_name(square)}"
        for what, square in (("start", self.plot.start), ("exit", self.plot.exit)):
            if square in piece.body:
                return "HH-12", f"the {name} would stand on the {what}, {square_name(square)}"
            if square in piece.zone:
                return "HH-12", f"the activation zone of the {name} would cover the {what}, {square_name(square)}"
        if not self.with_piece(piece).has_way:
            return "HH-13", f"with the {name} at {square_name(piece.at)} no way from start to exit would remain (up, down, left, right)"
        return None

    def with_piece(self, piece: Standing) -> House:
        return House(self.plot, (*self.standing, piece))

    @cached_property
    def has_way(self) -> bool:
        """Whether an orthogonal way leads from start to exit around the bodies (HH-13)."""
        return self.plot.exit in reachable(self.plot, self.plot.start, self.bodies)


def reachable(plot: Plot, start: Square, blocked: frozenset[Square] | set[Square]) -> set[Square]:
    """All squares that cardinal steps reach from `start`, itself included."""
    seen, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for dx, dy in CARDINAL:
            step = (x + dx, y + dy)
            if step not in seen and step not in blocked and plot.holds(step):
                seen.add(step)
                edge.append(step)
    return seen


def build(plot: Plot, catalogue: Catalogue, pieces: Iterable[Piece]) -> House:
    """The house with these pieces, in this order; legality is not looked at."""
    standing: list[Standing] = []
    for piece in pieces:
        at = read_square(piece.at)
        if at is None:
            raise ValueError(f"{piece.at!r} is no square")
        standing.append(stand(catalogue.by_name[piece.scare], at, piece.turn))
    return House(plot, tuple(standing))
