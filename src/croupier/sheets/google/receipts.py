"""Puts a receipt into the place that the Inbox keeps for it, as lines of text.

Must not write anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.sheets.base import Receipt

from . import marks
from .cells import clean
from .errors import Json
from .state import State


def receipt_text(receipt: Receipt) -> str:
    """The lines of a receipt, as one text."""
    return clean("\n".join(_lines(receipt)))


def _lines(receipt: Receipt) -> Iterator[str]:
    heading = receipt.heading
    yield f"Receipt · {heading.phase}"
    if receipt.paused:
        yield f"Read on {receipt.read_at}. The match is paused; the deadline will move on from {heading.deadline}."
    elif receipt.live:
        yield f"Read on {receipt.read_at}. You may change it until your turn is played."
    else:
        yield f"Read on {receipt.read_at}. You may still change everything until {heading.deadline}."
    if receipt.problems:
        yield from ("", "What is wrong", *(f"✗ {line}" for line in receipt.problems))
    yield from ("", "What was understood")
    yield from (f"✓ {line}" for line in receipt.understood) if receipt.understood else (_nothing(receipt),)
    if receipt.notes:
        yield from ("", "Worth a look, but it does no harm", *(f"– {line}" for line in receipt.notes))
    for line in filter(None, (heading.counts, heading.report)):
        yield from ("", line)


def _nothing(receipt: Receipt) -> str:
    return "Nothing of what you have handed in can be taken as it stands." if receipt.problems else "Nothing has come in from you yet."


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
