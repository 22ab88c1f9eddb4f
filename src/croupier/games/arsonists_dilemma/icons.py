"""Draws the nine structures as small signs, each within 40 pixels around a point.

Must not know houses: where a sign goes is the board's affair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from croupier.core.picture import Box, Disc, Label, Path, Shape

from .structures import APPLE, BANANA, CARPET, COUCH, DETECTOR, MIRROR, OVEN, TABLE, XBOX

INK = "#2b2118"
Shapes = tuple[Shape, ...]


def _couch(x: int, y: int) -> Shapes:
    return (
        Box(x - 15, y - 12, 30, 16, "#a8543a", INK, 1, 5),
        Box(x - 14, y, 28, 9, "#c4694b", INK, 1, 2),
        Box(x - 20, y - 4, 8, 15, "#8c4430", INK, 1, 4),
        Box(x + 12, y - 4, 8, 15, "#8c4430", INK, 1, 4),
        Path(((x - 15, y + 11), (x - 15, y + 14)), INK, 2),
        Path(((x + 15, y + 11), (x + 15, y + 14)), INK, 2),
    )


def _xbox(x: int, y: int) -> Shapes:
    return (
        Disc(x, y, 16, "#2f7d32", INK, 1),
        Path(((x - 8, y - 9), (x + 8, y + 9)), "#ffffff", 4),
        Path(((x + 8, y - 9), (x - 8, y + 9)), "#ffffff", 4),
    )


def _oven(x: int, y: int) -> Shapes:
    dots = tuple(Disc(x + step, y - 11, 2, INK) for step in (-10, -3, 4, 11))
    return (
        Box(x - 16, y - 16, 32, 32, "#c9ced6", INK, 1, 3),
        *dots,
        Box(x - 12, y - 5, 24, 17, "#3b4150", INK, 1, 3),
        Path(((x - 8, y - 2), (x + 8, y - 2)), "#f0b34a", 2),
        Box(x - 6, y + 3, 12, 5, "#b5652a", None, 0, 2),
    )


def _table(x: int, y: int) -> Shapes:
    return (
        Path(((x - 13, y - 4), (x - 13, y + 14)), "#6b4423", 3),
        Path(((x + 13, y - 4), (x + 13, y + 14)), "#6b4423", 3),
        Box(x - 19, y - 9, 38, 7, "#9c6b3c", INK, 1, 2),
    )


def _mirror(x: int, y: int) -> Shapes:
    return (
        Box(x - 11, y - 17, 22, 32, "#a98a4a", INK, 1, 10),
        Box(x - 8, y - 14, 16, 26, "#cfe6f2", None, 0, 7),
        Path(((x - 3, y + 5), (x + 4, y - 7)), "#ffffff", 2),
        Path(((x + 1, y + 7), (x + 5, y)), "#ffffff", 2),
    )


def _carpet(x: int, y: int) -> Shapes:
    fringe = tuple(
        Path(((x + side, y + step), (x + side + (4 if side > 0 else -4), y + step)), "#7a2e3a", 1)
        for side in (-17, 16)
        for step in (-9, -4, 1, 6, 11)
    )
    return (*fringe, Box(x - 17, y - 12, 34, 26, "#7a2e3a", INK, 1, 1), Box(x - 12, y - 8, 24, 18, None, "#e8c46b", 2), Disc(x, y + 1, 4, "#e8c46b"))


def _banana(x: int, y: int) -> Shapes:
    curve = ((x - 13, y - 10), (x - 10, y), (x - 3, y + 7), (x + 6, y + 10), (x + 14, y + 8))
    return (Path(curve, INK, 11), Path(curve, "#f2cf3b", 9), Path(((x - 13, y - 10), (x - 14, y - 15)), INK, 4), Disc(x + 15, y + 8, 3, INK))


def _apple(x: int, y: int) -> Shapes:
    return (
        Disc(x - 5, y + 3, 10, "#b8242f", INK, 1),
        Disc(x + 5, y + 3, 10, "#b8242f", INK, 1),
        Disc(x, y + 4, 9, "#b8242f"),
        Path(((x, y - 5), (x + 2, y - 14)), "#5a3a1c", 3),
        Path(((x + 4, y - 11), (x + 11, y - 14)), "#3f8f3a", 4),
    )


def _detector(x: int, y: int) -> Shapes:
    return (
        Disc(x, y, 17, "#f2f2ee", INK, 1),
        Disc(x, y, 10, None, "#8c8c86", 2),
        Disc(x, y, 4, "#c4232f", INK, 1),
        *(Label(x + step, y - 13, "·", 10, INK, bold=True) for step in (-4, 0, 4)),
    )


_SIGNS: Mapping[int, Callable[[int, int], Shapes]] = MappingProxyType(
    {
        COUCH: _couch,
        XBOX: _xbox,
        OVEN: _oven,
        TABLE: _table,
        MIRROR: _mirror,
        CARPET: _carpet,
        BANANA: _banana,
        APPLE: _apple,
        DETECTOR: _detector,
    }
)


def sign(structure: int, x: int, y: int) -> Shapes:
    """The sign of a structure around a point."""
    return _SIGNS[structure](x, y)
