"""Masks and rectangles, each against a plainer way to say the same.

Must not need a spreadsheet.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator import boxes, masks
from emulator.boxes import Box
from emulator.masks import WrongMask, cut, mask, overlaid

edge = st.integers(0, 8)
areas = st.builds(lambda top, height, left, width: Box(1, top, top + height, left, left + width), edge, st.integers(1, 5), edge, st.integers(1, 5))


def squares(*found: Box) -> set[tuple[int, int]]:
    return {(row, column) for box in found for row in range(*box.edges[:2]) for column in range(*box.edges[2:])}


@given(areas, areas)
def test_common_and_minus_share_out_a_rectangle(first: Box, second: Box) -> None:
    shared, rest = first.common(second), list(first.minus(second))
    assert squares(*rest) == squares(first) - squares(second)
    assert sum(len(squares(one)) for one in rest) == len(squares(*rest))
    assert (squares(shared) if shared else set()) == squares(first) & squares(second)
    assert first.meets(second) == bool(shared)


@given(areas, st.integers(0, 12), st.integers(-4, 4), st.sampled_from(["ROWS", "COLUMNS"]))
def test_a_rectangle_moves_as_its_cells_do(area: Box, index: int, count: int, axis: Any) -> None:
    def moved(place: int) -> int | None:
        if count < 0 and index <= place < index - count:
            return None
        return place + count if place >= index else place

    at = 0 if axis == "ROWS" else 1
    cells = {moved(place[at]) for place in squares(area)} - {None}
    found = area.moved(axis, index, count)
    start, end = found.edges[at * 2 : at * 2 + 2] if found else (0, 0)
    inside = set(range(start, end))
    assert cells <= inside
    first, last = area.edges[at * 2 : at * 2 + 2]
    grows = count > 0 and first < index < last
    assert inside - cells == (set(range(index, index + count)) if grows else set()), "what is inserted inside comes in, and nothing else"
    assert bool(found) == bool(cells)


@given(st.integers(0, 20_000), st.integers(0, 5000))
def test_addresses_in_letters_and_back(column: int, row: int) -> None:
    if column < 18_278:
        assert boxes.column_of(boxes.letters(column)) == column
        assert boxes.read_a1(f"{boxes.letters(column)}{row + 1}", 3) == Box(3, row, row + 1, column, column + 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B2:A1", Box(0, 0, 2, 0, 2)),
        ("$B$2", Box(0, 1, 2, 1, 2)),
        ("A:C", Box(0, None, None, 0, 3)),
        ("2:4", Box(0, 1, 4, None, None)),
        ("B3:B", Box(0, 2, None, 1, 2)),
        ("A", None),
        ("7", None),
        ("A0", None),
        ("", None),
        ("A1:", None),
        ("Total", None),
        ("A1:B2:C3", None),
    ],
)
def test_addresses(text: str, found: Box | None) -> None:
    assert boxes.read_a1(text, 0) == found


@pytest.mark.parametrize(
    ("title", "quoted"),
    [
        ("Sheet1", "Sheet1"),
        ("a b", "'a b'"),
        ("CO2", "'CO2'"),
        ("Jon's", "'Jon''s'"),
        ("2026", "'2026'"),
        ("Größe", "'Größe'"),
        ("r1c1", "'r1c1'"),
        ("x_1", "x_1"),
    ],
)
def test_titles_are_quoted_where_needed(title: str, quoted: str) -> None:
    assert boxes.quoted(title) == quoted


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("properties.title", {"properties": {"title": {}}}),
        ("properties/title", {"properties": {"title": {}}}),
        ("properties(title,locale)", {"properties": {"title": {}, "locale": {}}}),
        (
            "sheets(data(rowData/values(note)),merges),properties",
            {"sheets": {"data": {"rowData": {"values": {"note": {}}}}, "merges": {}}, "properties": {}},
        ),
        ("sheets.data,sheets.merges", {"sheets": {"data": {}, "merges": {}}}),
        ("sheets.data.rowData,sheets", {"sheets": {}}),
        ("*", {}),
        ("properties(*)", {"properties": {}}),
        ("", {}),
    ],
)
def test_masks(text: str, tree: dict[str, Any]) -> None:
    assert mask(text, "sheets", "Spreadsheet") == tree


@pytest.mark.parametrize("text", ["properties.titel", "title", "properties(", "properties)", "properties..title", ",", "sheets,", "§"])
def test_wrong_masks(text: str) -> None:
    with pytest.raises(WrongMask):
        mask(text, "sheets", "Spreadsheet")


def test_cutting_keeps_messages_that_are_there() -> None:
    reply = {"sheets": [{"properties": {"title": "a"}, "data": []}, {}], "spreadsheetId": "x"}
    assert cut(reply, mask("sheets.properties.tabColor", "sheets", "Spreadsheet")) == {"sheets": [{"properties": {}}, {}]}
    assert cut(reply, masks.ALL) == reply


@pytest.mark.parametrize(
    ("old", "new", "wanted", "after"),
    [
        ({"a": 1, "b": 2}, {"a": 3, "b": 4}, {"a": {}}, {"a": 3, "b": 2}),
        ({"a": 1, "b": 2}, {}, {"a": {}}, {"b": 2}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"x": 5}}, {"a": {"x": {}}}, {"a": {"x": 5, "y": 2}}),
        ({"a": {"x": 1}}, {}, {"a": {"x": {}}}, {}),
        ({"a": {"x": 1}}, {"a": {}}, {"a": {}}, {"a": {}}),
        (None, {"a": 1}, {"a": {}, "b": {}}, {"a": 1}),
        ({"a": 1}, {"b": 2}, {}, {"b": 2}),
    ],
)
def test_writing_by_a_mask(old: Any, new: Any, wanted: Any, after: Any) -> None:
    before = repr(old)
    assert overlaid(old, new, wanted) == after
    assert repr(old) == before
