"""The house look of every workbook: dark ink, one accent, quiet notes, paper-coloured inputs.

Must not lay anything out; a cell's place and words are the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .sheet import Cell, Heading, Style

INK, MUTED, ACCENT, ALARM = "1f2430", "6b7280", "7a2e3a", "b3261e"
BAND, PAPER, EDGE, LINE, BLUSH = "f4f1ec", "fff9e5", "c9b27a", "cbc6bd", "fdeceb"

TITLE = Style(ink=INK, bold=True, size=16)
SUBTITLE = Style(ink=ACCENT, bold=True, size=11)
SECTION = Style(ink=ACCENT, bold=True, size=12)
TEXT = Style(ink=INK, size=10, wrap=True)
STRONG = replace(TEXT, bold=True)
NOTE = Style(ink=MUTED, size=9, wrap=True)
HEAD = Style(fill=BAND, ink=MUTED, bold=True, size=9)
HEAD_MIDDLE = replace(HEAD, align="center")
FIGURE = Style(ink=INK, size=10, align="center")
INPUT = Style(fill=PAPER, ink=INK, border=EDGE, size=11, align="center")
INPUT_TEXT = replace(INPUT, align="left", wrap=True, indent=1)
PROBLEM = Style(fill=BLUSH, ink=ALARM, size=10, wrap=True, indent=1)
WARNING = Style(fill=BLUSH, ink=ALARM, bold=True)

POINTS_A_LINE = 1.36
"""Height of a line of text in font sizes, with its leading."""


def lines(text: str, width: float, style: Style) -> int:
    """How many lines a text takes in `width` characters of size 11, told generously: cut text is worse than a gap."""
    fit = max(4.0, (width - 2 * style.indent) * 11.4 / style.size * (0.93 if style.bold else 1.0))
    taken = 0
    for paragraph in text.split("\n"):
        room, rows = fit, 1
        for word in paragraph.split(" "):
            if room < fit and len(word) > room:
                rows, room = rows + 1, fit
            rows += int(max(0, len(word) - 1) // fit)
            room -= len(word) % fit + 1
        taken += rows
    return taken


def height(text: str, width: float, style: Style, least: float = 18) -> float:
    """The height in points of a row whose text may run over `width` characters."""
    return max(least, round(lines(text, width, style) * style.size * POINTS_A_LINE + 5, 1))


def fitting(text: str, style: Style, width: float) -> Style:
    """The style in the largest size, from its own down, in which a text stays on one line; where none is small enough, in 7 and wrapped."""
    for size in range(style.size, 7, -1):
        if lines(text, width, replace(style, size=size)) == 1:
            return replace(style, size=size)
    return replace(style, size=7, wrap=True)


def told(heading: Heading) -> Iterator[tuple[str, Style]]:
    """What every form says at its top, line by line: whose it is, until when, what counts, where to report an error."""
    yield heading.match, TITLE
    yield f"{heading.phase} · {heading.seat}", SUBTITLE
    yield f"Deadline: {heading.deadline}" if any(mark.isdigit() for mark in heading.deadline) else heading.deadline, STRONG
    for line in (heading.counts, heading.report):
        if line:
            yield line, NOTE


def column(rows: Iterable[tuple[str, Style]], *, top: int, left: int, width: int, room: float) -> tuple[list[Cell], list[tuple[int, float]]]:
    """Texts one below the other over `width` merged columns that are `room` characters wide; (cells, heights)."""
    cells: list[Cell] = []
    heights: list[tuple[int, float]] = []
    for row, (text, style) in enumerate(rows, start=top):
        cells.append(Cell(row, left, text, style, width=width))
        heights.append((row, height(text, room, style, round(style.size * POINTS_A_LINE + 4, 1))))
    return cells, heights
