"""Lays out the tabs that every game's workbook has: Inbox and Rules.

Must not word anything of a game: lines and rulings come in as they are to be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from croupier.core import look
from croupier.core.look import ACCENT, BAND, MUTED, NOTE, STRONG, SUBTITLE, TEXT, TITLE
from croupier.core.sheet import Cell, Heading, Style, Tab
from croupier.rulebook import Topic

_BAND = replace(STRONG, fill=BAND, ink=ACCENT, size=11, indent=1, wrap=False)
_MARK = replace(NOTE, bold=True, middle=False, wrap=False)
_ROOM = 84.0


def inbox(lines: Sequence[tuple[str, Sequence[str]]], heading: Heading) -> Tab:
    """What a seat has been told, (phase, lines) by phase, oldest first as it happened; shown newest first."""
    page = _Page("Inbox", heading)
    if not lines:
        page.line("", "Nothing has happened yet.", TEXT)
    for title, told in reversed(lines):
        page.band(title)
        for line in told:
            inner = line.startswith("– ")
            page.line("" if inner else "•", line, replace(TEXT, ink=MUTED) if inner else TEXT)
    return page.tab(2.5)


def rules(topics: Sequence[Topic], heading: Heading) -> Tab:
    """The rulings of the game, topic by topic, each with its number."""
    page = _Page("Rules", heading)
    for topic in topics:
        page.band(topic.title)
        for ruling in topic.rulings:
            page.line(ruling.number, ruling.heading, STRONG)
            for paragraph in ruling.text.split("\n\n"):
                page.line("", " ".join(paragraph.split()), TEXT)
            page.gap(5)
    return page.tab(8.0)


class _Page:
    """A narrow column of marks and a wide one of texts, under the tab's name."""

    def __init__(self, title: str, heading: Heading) -> None:
        self._title = title
        self._cells = [Cell(1, 1, title, TITLE, width=2), Cell(2, 1, f"{heading.match} · {heading.seat}", SUBTITLE, width=2)]
        self._heights = [(1, 28.0), (2, 20.0)]
        self._row = 3

    def gap(self, height: float) -> None:
        self._heights.append((self._row, height))
        self._row += 1

    def band(self, title: str) -> None:
        self.gap(10)
        self._cells.append(Cell(self._row, 1, title, _BAND, width=2))
        self.gap(21)

    def line(self, mark: str, text: str, style: Style) -> None:
        self._cells.append(Cell(self._row, 1, mark, _MARK))
        self._cells.append(Cell(self._row, 2, text, replace(style, middle=False)))
        self.gap(look.height(text, _ROOM, style, 15))

    def tab(self, width: float) -> Tab:
        widths = ((1, width), (2, _ROOM))
        return Tab(self._title, tuple(self._cells), widths, tuple(self._heights), frozen_rows=2, colour=look.MUTED)
