"""The seam's own small functions: values, cell names, colours and codes.

Must not need a store.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.forms import Field, Form, Grid
from croupier.sheets.base import CellKind, ReadCell, Snapshot, answers, cells, plain_value, read_legend, ref

GRID = Grid("board", ("board",), 1, 1, (("cc0000", "Re"), ("0000cc", "Bl")))
FORM = Form("one", (Field("wish", ("a", "wish"), "Wish"),), (GRID,))


@pytest.mark.parametrize(
    ("value", "kind", "plain"),
    [
        (110.0, "number", 110),
        (-0.0, "number", 0),
        (2.5, "number", 2.5),
        (1e300, "number", 1e300),
        (float("nan"), "error", "nan"),
        (float("inf"), "error", "inf"),
        (False, "bool", False),
        ("", "blank", None),
        (" \u200b", "blank", None),
        ("0", "text", "0"),
    ],
)
def test_values_are_sorted_by_what_they_are(value: object, kind: CellKind, plain: object) -> None:
    found = plain_value(value)
    assert found == (kind, plain)
    assert type(found[1]) is type(plain)


def test_cells_are_named_as_spreadsheets_do() -> None:
    places = [(1, 1, "A1"), (5, 26, "Z5"), (5, 27, "AA5"), (9, 52, "AZ9"), (9, 53, "BA9"), (1, 702, "ZZ1"), (1, 703, "AAA1")]
    assert [ref("T", row, column) for row, column, _ in places] == [f"T!{name}" for _, _, name in places]


def snapshot(cell: ReadCell, legend: tuple[tuple[str, str], ...] = (), wish: ReadCell | None = None) -> Snapshot:
    return Snapshot("s", "", {"wish": wish or ReadCell("T!A9", "blank")}, {"board": ((cell,),)}, legend)


def token(kind: CellKind, value: Any = None, colour: str | None = None, legend: tuple[tuple[str, str], ...] = ()) -> str:
    (row,) = answers(FORM, snapshot(ReadCell("T!A1", kind, value, colour), legend))["board"]
    return str(row)


def test_a_square_reads_as_its_colour_and_what_is_typed_over_it() -> None:
    assert token("blank") == "."
    assert token("blank", colour="cc0000") == "Re"
    assert token("blank", colour="ce0200") == "Re"
    assert token("blank", colour="cf0000") == "?"
    assert token("blank", colour="fdfdff") == "."
    assert token("text", "Bl", "cc0000") == "Re/Bl"
    assert token("text", "two words") == "./two_words"
    assert token("text", "Ｂｌ") == "./Bl"
    assert token("unplain-fill", "Bl") == "?"
    assert token("formula", "=A1") == "./=A1"
    assert token("merged", "A1:B2") == "./(merged:_A1:B2)"


def test_the_workbooks_legend_comes_before_the_forms_colours() -> None:
    assert token("blank", colour="00cc00") == "?"
    assert token("blank", colour="00cc00", legend=(("00cc00", "Re"),)) == "Re"
    assert token("blank", colour="0000cc", legend=(("0000cc", "Re"),)) == "Re"


def test_answers_leave_out_what_is_blank_and_keep_what_is_odd_as_odd() -> None:
    blank = ReadCell("T!A1", "blank")
    assert "a" not in answers(FORM, snapshot(blank))
    assert answers(FORM, snapshot(blank, wish=ReadCell("T!A9", "date", "2026-04-03")))["a"] == {"wish": "(date: 2026-04-03)"}


def test_problems_can_be_traced_to_their_cells() -> None:
    found = cells(FORM, snapshot(ReadCell("T!A1", "blank")))
    assert {where: cell.ref for where, cell in found.items()} == {"a/wish": "T!A9", "board/A1": "T!A1"}


def row(colour: str | None, code: str) -> list[ReadCell]:
    return [ReadCell("T!A1", "blank", None, colour), ReadCell("T!B1", "text", code)]


def test_a_legend_is_read_by_its_codes() -> None:
    assert read_legend(GRID, [row("cc0000", "re"), row("0000cc", " Bl ")]) == ((("cc0000", "Re"), ("0000cc", "Bl")), True)
    assert read_legend(GRID, [row("123456", "Re"), row("0000cc", "Bl")]) == ((("123456", "Re"), ("0000cc", "Bl")), False)
    assert read_legend(GRID, [row("cc0000", "Re"), row("cc0000", "Bl")]) == ((), False)
    assert read_legend(GRID, [row("cc0000", "Zz"), row(None, "Re")]) == ((), False)
    assert read_legend(GRID, [[ReadCell("T!A1", "blank")]]) == ((), False)
