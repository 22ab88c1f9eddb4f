"""A picture as data: shapes in the order painted, and the words that stand for it.

Must not know Pillow; `draw/` paints it. Holds no player's name: names belong to the page beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with its upper left corner at (x, y)."""

    x: int
    y: int
    width: int
    height: int
    fill: str | None = None
    edge: str | None = None
    edge_width: int = 0
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around (x, y)."""

    x: int
    y: int
    radius: int
    fill: str | None = None
    edge: str | None = None
    edge_width: int = 0


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points."""

    points: tuple[tuple[int, int], ...]
    colour: str
    width: int


@dataclass(frozen=True, slots=True)
class Label:
    """A short text whose anchor (x, y) is its centre, or the middle of its left or right edge."""

    x: int
    y: int
    text: str
    size: int
    colour: str
    bold: bool = False
    anchor: Literal["left", "middle", "right"] = "middle"


Shape = Box | Disc | Path | Label


@dataclass(frozen=True, slots=True)
class Picture:
    """Sizes in CSS pixels; the painter draws at twice that. `alt` tells the position to who cannot see it."""

    width: int
    height: int
    ground: str
    shapes: tuple[Shape, ...]
    alt: str
