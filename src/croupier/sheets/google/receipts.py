"""Puts a receipt into the place that the Inbox keeps for it, as lines of text.

Must not write anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from croupier.sheets.base import Receipt

from . import marks
from .cells import clean
from .errors import Json
from .state import State


def receipt_text(page: Receipt | str) -> str:
    """The lines of a receipt; of a page of HTML, its text."""
    return clean("\n".join(_lines(page) if isinstance(page, Receipt) else _Page(page).lines))


def _lines(receipt: Receipt) -> Iterator[str]:
    heading = receipt.heading
    yield f"Receipt · {heading.phase}"
    yield f"Read on {receipt.read_at}. You may still change everything until {heading.deadline}."
    if receipt.problems:
        yield from ("", "What is wrong", *(f"✗ {line}" for line in receipt.problems))
    yield from ("", "What was understood")
    yield from (f"✓ {line}" for line in receipt.understood) if receipt.understood else ("Nothing has come in from you yet.",)
    for line in filter(None, (heading.counts, heading.report)):
        yield from ("", line)


def receipt_request(state: State, text: str) -> Json | None:
    """Writes the text; None where it stands there already, or where there is no place for it."""
    area = state.name(marks.cell_name(marks.RECEIPT))
    if area is None:
        return None
    sheet = state.sheets[area.gid]
    shown = (sheet.cells.get((area.top, area.left), {}).get("userEnteredValue") or {}).get("stringValue")
    if sheet.read and shown == text:
        return None
    start = {"sheetId": area.gid, "rowIndex": area.top, "columnIndex": area.left}
    return {"updateCells": {"start": start, "rows": [{"values": [{"userEnteredValue": {"stringValue": text}}]}], "fields": "userEnteredValue"}}


class _Page(HTMLParser):
    """The text of a page, a line for each of its blocks."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines: list[str] = [""]
        self._muted = 0
        self.feed(page)
        self.close()
        self.lines = [line for line in (" ".join(line.split()) for line in self.lines) if line]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._muted += tag in ("style", "title")
        if tag in ("p", "li", "h1", "h2"):
            self.lines.append("• " if tag == "li" else "")

    def handle_endtag(self, tag: str) -> None:
        self._muted -= tag in ("style", "title")

    def handle_data(self, data: str) -> None:
        if not self._muted:
            self.lines[-1] += data
