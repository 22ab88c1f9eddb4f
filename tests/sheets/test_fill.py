"""Filling in a workbook as a player would.

Must not read with anything but a program for spreadsheets: what a store makes of it is the contract's matter.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.styles import Protection

from croupier.sheets.fill import NO_COLOUR_OF_THE_LEGEND, fill, strokes
from croupier.sheets.xlsx_write import render
from sheets.samples import sample


def looks(cell: Any) -> tuple[Any, ...]:
    fill, protection = cell.fill, cell.protection
    return cell.value, cell.data_type, fill.fill_type, fill.fgColor.rgb, protection.locked, cell.number_format, cell.font.sz


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "03-auction-3.xlsx"
    made.write_bytes(render(sample("03-auction-3")[0]))
    return made


def test_answers_are_typed_and_painted_into_open_cells(file: Path) -> None:
    _, form = sample("03-auction-3")
    board = ["Sl De/Wo /Wo o . ? . . .", "Sl Sl Sl Sl . . . . ."]
    fill(file, form, {"bids": {"Desk Job": "=1+1", "Walls": 3}, "board": board, "place": {"Wall 1": {"at": "C7"}}})
    book = load_workbook(file)
    colours = {code: f"FF{colour}" for colour, code in form.grids[0].colours}
    row = [(cell.fill.fgColor.rgb if cell.fill.fill_type else None, cell.value) for cell in book["Board"][1][:6]]
    assert row == [
        (colours["Sl"], None),
        (colours["De"], "Wo"),
        (None, "Wo"),
        (colours["o"], None),
        (None, None),
        (f"FF{NO_COLOUR_OF_THE_LEGEND}", None),
    ]
    assert book["Board"]["C2"].fill.fgColor.rgb == colours["Ni"]  # a settled square
    typed = {name: defined.attr_text.replace("$", "").split("!")[1] for name, defined in book.defined_names.items()}
    desk_job = book["Submit"][typed["bid_8"]]
    assert (desk_job.value, desk_job.data_type) == ("=1+1", "s")
    assert book["Submit"][typed["bid_walls"]].value == 3
    assert book["Board"][typed["at_5"]].value == "C7"


def test_the_rest_of_the_file_stays_as_it_was(file: Path) -> None:
    _, form = sample("03-auction-3")
    before = load_workbook(file)
    fill(file, form, {"bids": {"Desk Job": "5"}})
    after = load_workbook(file)
    assert after.sheetnames == before.sheetnames
    assert {name: defined.attr_text for name, defined in after.defined_names.items()} == {
        name: defined.attr_text for name, defined in before.defined_names.items()
    }
    differing = [
        (sheet.title, cell.coordinate)
        for sheet in before
        for row in sheet
        for cell in row
        if looks(cell) != looks(after[sheet.title][cell.coordinate])
    ]
    assert len(differing) == 1
    assert after["Board"].protection.sheet
    assert len(after["Submit"].conditional_formatting) == len(before["Submit"].conditional_formatting)


def test_a_locked_input_is_not_typed_into(file: Path) -> None:
    _, form = sample("03-auction-3")
    book = load_workbook(file)
    area = book.defined_names["bid_1"].attr_text.replace("$", "").split("!")[1]
    sheet = book["Submit"]
    sheet[area].protection = Protection(locked=True)
    book.save(file)
    fill(file, form, {"bids": {"Wolfman A": "5"}})
    assert load_workbook(file)["Submit"][area].value is None


def test_answers_that_are_no_board_paint_nothing() -> None:
    _, form = sample("03-auction-3")
    grid = form.grids[0]
    boards: tuple[object, ...] = (None, "Wo", 7, [])
    for board in boards:
        assert list(strokes(grid, {"board": board})) == []
    assert len(list(strokes(grid, {"board": ["Wo"] * 20}))) == 9
    assert len(list(strokes(grid, {"board": ["Wo " * 20]}))) == 9
