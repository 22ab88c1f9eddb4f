"""The cards that a channel shows beside a link: a neutral one while a match is played, another one once it is over.

Must not hold a player's name, nor anything of a match but its game and how far it has come.
"""

from __future__ import annotations

from croupier.core.picture import Box, Disc, Label, Path, Picture, Shape

WIDTH, HEIGHT = 600, 315  # painted at twice that: the 1200 × 630 that channels ask for
_FELT, _FELT_DEEP, _FELT_LIGHT, _BRASS, _CREAM, _INK, _RED = "#123b2f", "#0a231b", "#1c5543", "#e0bd72", "#f6eedb", "#231c13", "#a51f36"
_LINE = 26  # as many letters of the title as fit on a line


def card(heading: str, line: str, *, over: bool) -> Picture:
    """A card with a game's title and a line below it; playing cards face down while it is played, face up once it is over."""
    lines = _wrapped(heading)
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, HEIGHT, _FELT_DEEP),
        Box(12, 12, WIDTH - 24, HEIGHT - 24, _FELT, _BRASS, 2, 18),
        Box(19, 19, WIDTH - 38, HEIGHT - 38, None, _FELT_LIGHT, 1, 12),
    ]
    shapes += _hand(over)
    top = 132 - 18 * (len(lines) - 1)
    shapes += [Label(46, top + 38 * number, words, 31, _CREAM, True, "left") for number, words in enumerate(lines)]
    below = top + 38 * (len(lines) - 1)
    shapes += [
        Label(46, top - 40, "THE RESULT" if over else "ON THE TABLE", 13, _BRASS, True, "left"),
        Box(46, below + 26, 56, 2, _BRASS),
        Label(46, below + 48, line, 17, _CREAM, False, "left"),
    ]
    return Picture(WIDTH, HEIGHT, _FELT_DEEP, tuple(shapes), f"{heading}: {line}")


def _hand(over: bool) -> list[Shape]:
    """Three cards in the lower right corner."""
    shapes: list[Shape] = []
    for number, (x, y) in enumerate(((352, 192), (424, 184), (496, 192))):
        shapes.append(Box(x + 2, y + 3, 62, 90, _FELT_DEEP, None, 0, 7))
        shapes.append(Box(x, y, 62, 90, _CREAM, _FELT_DEEP, 1, 7))
        if over:
            shapes += _face(x, y, number)
        else:
            shapes.append(Box(x + 6, y + 6, 50, 78, _FELT_LIGHT, _BRASS, 1, 4))
            shapes += [Path(((x + 6 + step, y + 6), (x + 6 + step + 10, y + 84)), _FELT, 2) for step in (5, 15, 25, 35)]
            shapes += [Path(((x + 6 + step + 10, y + 6), (x + 6 + step, y + 84)), _FELT, 2) for step in (5, 15, 25, 35)]
    return shapes


def _face(x: int, y: int, number: int) -> list[Shape]:
    """The sign of a suit: a spade, a heart, a club, made of discs and lines."""
    left, top = x + 31, y + 45
    if number == 1:
        heart = [Disc(left - 7, top - 6, 8, _RED), Disc(left + 7, top - 6, 8, _RED)]
        return [*heart, *(Path(((left - 13 + step, top - 2 + step), (left + 13 - step, top - 2 + step)), _RED, 3) for step in range(0, 14, 1))]
    stem = Path(((left, top + 4), (left, top + 17)), _INK, 3)
    foot = Path(((left - 6, top + 18), (left + 6, top + 18)), _INK, 3)
    if number == 2:
        return [*(Disc(left + a, top + b, 8, _INK) for a, b in ((0, -9), (-9, 3), (9, 3))), stem, foot]
    point = [Path(((left - step, top - 18 + step), (left + step, top - 18 + step)), _INK, 3) for step in range(0, 14, 1)]
    return [*point, Disc(left - 7, top, 8, _INK), Disc(left + 7, top, 8, _INK), stem, foot]


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _LINE:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines[:3]
