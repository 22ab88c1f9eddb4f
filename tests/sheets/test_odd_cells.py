"""Odd cells in a real file: each gets a problem that names the cell and what to do, and nobody else is affected.

Must not test what a ruling makes of a value; only that it is told, and where.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from croupier import sync
from croupier.sheets.xlsx import XlsxStore
from table import BEGINNING, Desk

ODD: list[tuple[str, Any, str]] = [
    ("cents", "12.50", "Type whole dollars"),
    ("negative", -5, "Type whole dollars"),
    ("word", "ten", "Type whole dollars"),
    ("exponent", "1e3", "Type whole dollars"),
    ("comma", "1,5", "Type whole dollars"),
    ("formula without a result", "=5+5", "type the plain value"),
    ("date", date(2026, 3, 4), "format it as text"),
    ("truth", True, "Type whole dollars"),
    ("error", "#N/A", "Type whole dollars"),
]


@pytest.mark.parametrize(("value", "remedy"), [(value, remedy) for _, value, remedy in ODD], ids=[name for name, _, _ in ODD])
def test_an_odd_bid_is_told_with_its_cell_and_what_to_do(tmp_path: Path, value: Any, remedy: str) -> None:
    table = Desk(tmp_path / "season")
    store = XlsxStore(tmp_path / "boards")
    table.store = store  # type: ignore[assignment]
    sync.deliver(table.folder, store, table.publish, BEGINNING)
    path = tmp_path / "boards" / "03-cy" / "01-auction-1.xlsx"
    book = load_workbook(path)
    tab, place = next(iter(book.defined_names["bid_1"].destinations))
    place = place.replace("$", "")
    book[tab][place] = value
    book.save(path)
    from croupier import desk as desks

    match = table.match
    for seat, seat_id in match.seat_ids.items():
        store.bring(seat_id, desks.workbook(match, seat))
    _, found = sync.check(table.folder, store, BEGINNING)
    own = next(hand_in for hand_in in found if hand_in.seat == "Cy")
    assert own.state == "problems"
    assert any(line.startswith(f"{tab}!{place}: ") and remedy in line for line in own.lines), own.lines
    assert {hand_in.state for hand_in in found if hand_in.seat != "Cy"} == {"nothing"}
    receipt = (tmp_path / "boards" / "03-cy" / "receipt.html").read_text(encoding="utf-8")
    assert f"{tab}!{place}" in receipt
    assert f"{tab}!{place}" not in (tmp_path / "boards" / "01-ana" / "receipt.html").read_text(encoding="utf-8")
