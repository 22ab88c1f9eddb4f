"""What is in the .xlsx files that we write.

Must not look at looks; those are looked at.
"""

from __future__ import annotations

import getpass
import os
import re
import socket
import subprocess
import sys
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.utils.cell import range_boundaries

from croupier.core.sheet import Block, Cell, Heading, Style, Tab, Warning, Workbook
from croupier.sheets import xlsx_write
from croupier.sheets.base import Receipt
from croupier.sheets.xlsx import XlsxStore
from croupier.sheets.xlsx_write import LISTS, STAMP, clean, render
from sheets.samples import NAMES, VIEWS, sample

SCRIPT = "import hashlib, sys; from sheets.samples import sample; from croupier.sheets.xlsx_write import render; " + (
    "sys.stdout.write(hashlib.sha256(render(sample('03-auction-3')[0])).hexdigest())"
)


def one_tab(*cells: Cell, **more: Any) -> Workbook:
    return Workbook("01-one", "a/b/c", (Tab("One", cells, **more),))


def parts(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {info.filename: archive.read(info).decode() for info in archive.infolist()}


def load(workbook: Workbook) -> Any:
    return load_workbook(BytesIO(render(workbook)))


def test_equal_content_gives_equal_bytes_under_other_hashes_and_clocks() -> None:
    digests = set()
    for seed, zone in (("1", "UTC"), ("2", "Asia/Kathmandu")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(Path(__file__).parents[1])}
        digests.add(subprocess.run([sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True, text=True).stdout)
    assert len(digests) == 1
    assert len(digests.pop()) == 64


def test_merged_cells_stand_in_one_order() -> None:
    board = parts(render(sample("03-auction-3")[0]))["xl/worksheets/sheet1.xml"]
    merged = [range_boundaries(area) for area in re.findall(r'<mergeCell ref="([^"]+)"', board)]
    assert len(merged) > 50
    assert merged == sorted(merged)  # openpyxl keeps them in a set


def test_other_content_gives_other_bytes() -> None:
    assert render(one_tab(Cell(1, 1, "a"))) != render(one_tab(Cell(1, 1, "b")))
    assert render(one_tab(Cell(1, 1, "a"))) != render(replace(one_tab(Cell(1, 1, "a")), stamp="a/b/d"))


def test_no_time_and_nobody_is_in_the_file() -> None:
    data = render(sample("03-auction-3")[0])
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(2000, 1, 1, 0, 0, 0)}
    core = parts(data)["docProps/core.xml"]
    assert set(re.findall(r"\d{4}-\d\d-\d\dT[\d:]+Z", core)) == {"2000-01-01T00:00:00Z"}
    assert re.findall(r"<dc:creator[^>]*>([^<]*)", core) == ["croupier"]
    assert "lastModifiedBy" not in core
    for known in (getpass.getuser(), socket.gethostname(), str(Path.home())):
        assert not re.search(rf"\b{re.escape(known)}\b", " ".join(text for name, text in parts(data).items() if name.startswith("docProps")))


@pytest.mark.parametrize("title", VIEWS)
def test_only_our_own_formulas_are_formulas(title: str) -> None:
    workbook, _ = sample(title)
    ours = {(tab.title, cell.row, cell.column) for tab in workbook.tabs for cell in tab.cells if cell.formula}
    book = load(workbook)
    found = {(sheet.title, cell.row, cell.column) for sheet in book for row in sheet for cell in row if cell.data_type in "fe"}
    assert found == ours
    assert sum(text.count("<f>") for name, text in parts(render(workbook)).items() if "worksheets" in name) == len(ours)


def test_texts_that_look_like_formulas_stay_texts_when_they_are_edited() -> None:
    texts = ("=1+1", "+1", "-1", "@sum", "'59", "plain", "#N/A", "TRUE", "")
    sheet = load(one_tab(*(Cell(row, 1, text) for row, text in enumerate(texts, start=1))))["One"]
    assert [sheet.cell(row, 1).value for row in range(1, 10)] == [*texts[:-1], None]
    assert [bool(sheet.cell(row, 1).quotePrefix) for row in range(1, 7)] == [True] * 5 + [False]
    assert {sheet.cell(row, 1).data_type for row in range(1, 9)} == {"s"}


def test_what_a_file_cannot_hold_becomes_a_mark() -> None:
    assert clean("a\x00b\x1fc\ud800d\uffff") == "a\ufffdb\ufffdc\ufffdd\ufffd"
    assert clean("a\r\nb\rc\td") == "a\nb\nc\td"
    assert len(clean("x" * 40000)) == 32767


def test_inputs_are_open_named_and_text_and_the_rest_is_locked() -> None:
    workbook, form = sample("03-auction-3")
    book = load(workbook)
    inputs = {}
    for name, defined in book.defined_names.items():
        if name in {field.name for field in form.fields}:
            title, _, area = defined.attr_text.rpartition("!")
            inputs[name] = book[title.strip("'")][area.replace("$", "")]
    assert set(inputs) == {field.name for field in form.fields}
    assert {cell.number_format for cell in inputs.values()} == {"@"}
    free = {(cell.parent.title, cell.coordinate) for sheet in book for row in sheet for cell in row if not cell.protection.locked}
    wanted = {
        (tab.title, book[tab.title].cell(cell.row + down, cell.column + right).coordinate)
        for tab in workbook.tabs
        for cell in tab.cells
        if cell.open or cell.name
        for down in range(cell.height)
        for right in range(cell.width)
    }
    assert free == wanted
    board = book["Board"]
    assert board["A1"].number_format == "@"
    assert not board["A1"].protection.locked
    assert board["C3"].protection.locked  # a settled piece
    for sheet in book:
        assert sheet.protection.sheet
        assert not sheet.protection.formatCells  # "formatCells" bars it; who may not format cannot colour
        assert sheet.protection.password is None
    assert book.security.lockStructure


def test_names_and_blocks_can_be_found_from_every_tab() -> None:
    workbook, form = sample("03-auction-3")
    names = {name: defined.attr_text for name, defined in load(workbook).defined_names.items()}
    assert set(names) == {*(field.name for field in form.fields), "board", "legend_board", STAMP}
    assert names["board"] == "'Board'!$A$1:$I$9"
    assert re.fullmatch(r"'Board'!\$A\$\d+", names[STAMP])


def test_the_stamp_is_locked_small_and_below_everything() -> None:
    workbook, _ = sample("03-auction-3")
    sheet = load(workbook)["Board"]
    stamp = sheet.cell(sheet.max_row, 1)
    assert stamp.value == workbook.stamp
    assert stamp.protection.locked
    assert stamp.font.size < 8


def test_two_things_of_one_name_are_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="two things of one workbook are called wish"):
        render(one_tab(Cell(1, 1, name="wish"), Cell(2, 1, name="wish")))


def rules(book: Any, title: str) -> dict[str, Any]:
    return {str(rule.sqref): rule for rule in book[title].data_validations.dataValidation}


def test_short_plain_choices_stand_in_the_rule_itself() -> None:
    book = load(one_tab(Cell(1, 1, name="turn", choices=("0", "90"), note="Degrees.")))
    rule = rules(book, "One")["A1"]
    assert (rule.type, rule.formula1, rule.prompt) == ("list", '"0,90"', "Degrees.")
    assert not rule.showErrorMessage  # nothing typed is refused by the sheet
    assert book.sheetnames == ["One"]


def test_a_box_to_tick_is_a_list_with_a_yes() -> None:
    found = rules(load(one_tab(Cell(1, 1, name="done", tick=True), Cell(2, 1, name="sure", tick=True, choices=("yes", "no")))), "One")
    assert (found["A1"].type, found["A1"].formula1) == ("list", '"yes"')
    assert found["A2"].formula1 == '"yes,no"'


@pytest.mark.parametrize("choices", [("a, b", "c"), ('say "x"', "c"), ("=1+1", "c"), tuple(f"choice {number}" for number in range(40))])
def test_choices_that_a_rule_cannot_hold_stand_on_a_hidden_tab(choices: tuple[str, ...]) -> None:
    book = load(one_tab(Cell(1, 1, name="one", choices=choices), Cell(2, 1, name="two", choices=choices)))
    assert rules(book, "One")["A1"].formula1 == f"'{LISTS}'!$A$1:$A${len(choices)}"
    assert rules(book, "One")["A2"].formula1 == rules(book, "One")["A1"].formula1
    assert book[LISTS].sheet_state == "veryHidden"
    assert [cell.value for (cell,) in book[LISTS]["A1:A" + str(len(choices))]] == list(choices)
    assert {cell.data_type for (cell,) in book[LISTS]["A1:A" + str(len(choices))]} == {"s"}


def test_a_note_without_choices_is_a_prompt_of_bearable_length() -> None:
    rule = rules(load(one_tab(Cell(1, 1, name="wish", note="x" * 300))), "One")["A1"]
    assert rule.type is None
    assert rule.prompt == "x" * 255
    assert rule.showInputMessage


def test_players_names_in_drop_downs_are_texts() -> None:
    workbook, form = sample("12-ceremony")
    token = next(field for field in form.fields if field.name == "token_to")
    listed = {str(cell.value): cell.data_type for row in load(workbook)[LISTS] for cell in row if cell.value is not None}
    assert token.choices == NAMES[1:]
    assert all(listed[xlsx_write._ESCAPE.sub("_x005F_", name)] == "s" for name in token.choices)


def test_looks_sizes_merges_and_warnings_are_written() -> None:
    style = Style(fill="aabbcc", ink="112233", bold=True, italic=True, size=13, align="right", wrap=True, border="445566", middle=False, indent=2)
    cells = (Cell(2, 2, "x", style, width=3, height=2), Cell(4, 1, 7), Cell(5, 1, formula="=A4+1"))
    warning = Warning(Block("", 4, 1, 5, 1), "=A4>6", Style(fill="ff0000", ink="ffffff"))
    tab = Tab("One", cells, ((1, 12.5), (3, 0.0)), ((2, 33.0),), (), (warning,), frozen_rows=2, colour="abcdef", landscape=True)
    sheet = load(Workbook("w", "s", (tab,)))["One"]
    cell = sheet["B2"]
    assert (cell.fill.fill_type, cell.fill.fgColor.rgb) == ("solid", "FFaabbcc")
    assert (cell.font.color.rgb, cell.font.bold, cell.font.italic, cell.font.size) == ("FF112233", True, True, 13)
    assert (cell.alignment.horizontal, cell.alignment.vertical, cell.alignment.wrap_text, cell.alignment.indent) == ("right", "top", True, 2)
    assert cell.border.left.color.rgb == "FF445566"
    assert [str(area) for area in sheet.merged_cells.ranges] == ["B2:D3"]
    assert (sheet["A4"].value, sheet["A5"].value) == (7, "=A4+1")
    assert sheet.column_dimensions["A"].width == 12.5
    assert sheet.column_dimensions["C"].hidden
    assert sheet.row_dimensions[2].height == 33
    assert sheet.freeze_panes == "A3"
    assert sheet.sheet_properties.tabColor.rgb == "00abcdef"
    assert sheet.page_setup.orientation == "landscape"
    ((area, (rule,)),) = ((str(found.sqref), found.rules) for found in sheet.conditional_formatting)
    assert (area, rule.formula, rule.dxf.fill.bgColor.rgb) == ("A4:A5", ["A4>6"], "FFff0000")


def test_pages_end_before_rows_in_which_nothing_stands() -> None:
    cells = tuple(Cell(row, 1, "x") for row in range(1, 101) if row % 10)
    sheet = load(one_tab(*cells, heights=tuple((row, 20.0) for row in range(1, 101))))["One"]
    ends = [found.id for found in sheet.row_breaks.brk]
    assert ends == [39, 69]  # 784 points a page, less two margins


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, workbook = XlsxStore(tmp_path), one_tab(Cell(1, 1, "a"))

    def crash(path: Path, target: Path) -> None:
        raise OSError("no")

    monkeypatch.setattr(Path, "replace", crash)
    with pytest.raises(OSError, match="no"):
        store.bring("01-ana", workbook)
    assert not store.file("01-ana", workbook).exists()
    monkeypatch.undo()
    assert store.bring("01-ana", workbook)
    assert [path.name for path in (tmp_path / "01-ana").iterdir()] == ["01-one.xlsx"]


def test_an_existing_file_is_not_written_even_where_it_is_broken(tmp_path: Path) -> None:
    store, workbook = XlsxStore(tmp_path), one_tab(Cell(1, 1, "a"))
    store.file("01-ana", workbook).parent.mkdir()
    store.file("01-ana", workbook).write_bytes(b"torn")
    assert not store.bring("01-ana", workbook)
    assert store.file("01-ana", workbook).read_bytes() == b"torn"


def test_the_receipt_lies_beside_the_workbook(tmp_path: Path) -> None:
    heading = Heading("Match", "Ana", "Auction 1", "Thu 3 Dec 2026, 21:59", "What stands here counts.", "Tell the host.")
    XlsxStore(tmp_path).receipt("01-ana", Receipt(heading, "01-auction-1", ("Żółć",), read_at="noon"))
    assert "Żółć" in (tmp_path / "01-ana" / "receipt.html").read_text(encoding="utf-8")
