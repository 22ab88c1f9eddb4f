"""Reading .xlsx files that people, programs and bad luck have been at.

Must not rely on our own writer for what only others write.
"""

from __future__ import annotations

import datetime
import os
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook as Book
from openpyxl import load_workbook
from openpyxl.styles import GradientFill, PatternFill
from openpyxl.styles.colors import Color
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from croupier.core.forms import Field, Form, Grid
from croupier.core.sheet import Block, Cell, Style, Tab, Workbook
from croupier.sheets.base import ReadCell, Snapshot, Unreadable, answers
from croupier.sheets.colours import NotPlain, fill_colour, theme_colours, tinted
from croupier.sheets.xlsx import XlsxStore
from croupier.sheets.xlsx_read import read_book
from croupier.sheets.xlsx_write import render

RED, BLUE = "cc0000", "b8cce4"
GRID = Grid("board", ("board",), 3, 3, ((RED, "Re"), (BLUE, "Bl")))
FORM = Form("one", (Field("wish", ("wish",), "Wish"), Field("hope", ("hope",), "Hope"), Field("aim", ("aim",), "Aim")), (GRID,))
WANTED = Workbook(
    "01-one",
    "match/01-ana/01-one",
    (
        Tab(
            "Board",
            (
                *(Cell(row, column, open=True) for row in (1, 2, 3) for column in (1, 2, 3)),
                Cell(1, 5, style=Style(fill=RED)),
                Cell(1, 6, "Re"),
                Cell(2, 5, style=Style(fill=BLUE)),
                Cell(2, 6, "Bl"),
            ),
            blocks=(Block("board", 1, 1, 3, 3), Block("legend_board", 1, 5, 2, 6)),
        ),
        Tab("Submit", (Cell(2, 2, name="wish"), Cell(3, 2, name="hope"))),
        Tab("More", (Cell(1, 1, name="aim"),)),
    ),
)
SOUND = render(WANTED)
Change = Callable[[Book], None]


def changed(change: Change) -> bytes:
    """The file after somebody has changed it with another program."""
    book = load_workbook(BytesIO(SOUND))
    change(book)
    saved = BytesIO()
    book.save(saved)
    return saved.getvalue()


def sheet(book: Book, title: str) -> Worksheet:
    found: object = book[title]
    assert isinstance(found, Worksheet)
    return found


def read(data: bytes) -> Snapshot:
    return read_book(data, "", WANTED, FORM, "here")


def read_wish(value: Any) -> ReadCell:
    def type_it(book: Book) -> None:
        sheet(book, "Submit")["B2"] = value

    return read(changed(type_it)).fields["wish"]


def read_square(fill: PatternFill | GradientFill) -> tuple[ReadCell, str]:
    def paint(book: Book) -> None:
        sheet(book, "Board")["B2"].fill = fill

    found = read(changed(paint))
    return found.grids["board"][1][1], answers(FORM, found)["board"][1].split()[1]


# Values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kind", "plain"),
    [
        (None, "blank", None),
        ("  \u00a0\u200b", "blank", None),
        ("$59", "text", "$59"),
        (" 59 ", "text", " 59 "),
        (59, "number", 59),
        (110.0, "number", 110),
        (0.59, "number", 0.59),
        (True, "bool", True),
        (datetime.datetime(2026, 4, 3), "date", "2026-04-03T00:00:00"),
        (datetime.time(12, 30), "date", "12:30:00"),
        (datetime.timedelta(hours=30), "date", "1 day, 6:00:00"),
        ("=1+1", "formula", "=1+1"),
        ("=TRUE()", "bool", True),
        ("=#N/A", "error", "=#N/A"),
        ("#REF!", "error", "#REF!"),
        (ArrayFormula("B2", "=SUM(A1:A3)"), "formula", "=SUM(A1:A3)"),
    ],
)
def test_a_value_is_told_as_what_it_is(value: Any, kind: str, plain: Any) -> None:
    found = read_wish(value)
    assert (found.kind, found.value) == (kind, plain)
    assert found.ref == "Submit!B2"
    assert type(found.value) is type(plain)


def test_what_is_no_plain_value_becomes_an_answer_that_no_ruling_reads() -> None:
    for value in (datetime.datetime(2026, 4, 3), "#REF!", "=100"):
        given = answers(FORM, read(changed(lambda book, value=value: sheet(book, "Submit").__setitem__("B2", value))))["wish"]
        assert isinstance(given, str) and given[0] in "(=", given


def test_cells_merged_into_others_are_told() -> None:
    def merge(book: Book) -> None:
        sheet(book, "Submit")["A2"] = "x"
        sheet(book, "Submit").merge_cells("A2:B2")
        sheet(book, "Board")["A1"].fill = PatternFill("solid", fgColor=RED)
        sheet(book, "Board").merge_cells("A1:B1")

    found = read(changed(merge))
    assert found.fields["wish"] == ReadCell("Submit!B2", "merged", "A2:B2")
    assert answers(FORM, found)["board"][0] == "Re ./(merged:_A1:B1) ."


# Fills ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fill", "colour", "token"),
    [
        (PatternFill("solid", fgColor=f"FF{RED}"), RED, "Re"),
        (PatternFill("solid", fgColor=f"00{RED.upper()}", bgColor="FF123456"), RED, "Re"),
        (PatternFill("solid", fgColor="FFcc0102"), "cc0102", "Re"),
        (PatternFill("solid", fgColor="FFcc0003"), "cc0003", "?"),
        (PatternFill("solid", fgColor="FFFFFFFF"), "ffffff", "."),
        (PatternFill("solid"), "000000", "?"),
        (PatternFill(None, fgColor=f"FF{RED}"), None, "."),
        (PatternFill("solid", fgColor=Color(theme=0)), "ffffff", "."),
        (PatternFill("solid", fgColor=Color(theme=1)), "000000", "?"),
        (PatternFill("solid", fgColor=Color(theme=4)), "4f81bd", "?"),
        (PatternFill("solid", fgColor=Color(theme=4, tint=0.5999938962981048)), None, "Bl"),
        (PatternFill("solid", fgColor=Color(indexed=9)), "ffffff", "."),
        (PatternFill("solid", fgColor=Color(indexed=10)), "ff0000", "?"),
        (PatternFill("solid", fgColor=Color(indexed=64)), "000000", "?"),
    ],
)
def test_a_plain_fill_is_read_in_all_its_forms(fill: PatternFill, colour: str | None, token: str) -> None:
    found, told = read_square(fill)
    assert found.kind == "blank"
    assert told == token
    assert found.colour == colour or (token == "Bl" and found.colour is not None)


@pytest.mark.parametrize(
    "fill",
    [
        PatternFill("lightGray", fgColor=f"FF{RED}"),
        PatternFill("darkUp", fgColor=f"FF{RED}", bgColor=f"FF{RED}"),
        GradientFill(stop=(f"FF{RED}", f"FF{BLUE}")),
        PatternFill("solid", fgColor=Color(theme=77)),
        PatternFill("solid", fgColor=Color(indexed=80)),
        PatternFill("solid", fgColor=Color(auto=True)),
    ],
)
def test_a_fill_that_is_no_single_colour_is_told(fill: PatternFill | GradientFill) -> None:
    found, token = read_square(fill)
    assert found.kind == "unplain-fill"
    assert token == "?"


def test_themes_count_light_before_dark() -> None:
    assert " ".join(theme_colours(None)) == "ffffff 000000 eeece1 1f497d 4f81bd c0504d 9bbb59 8064a2 4bacc6 f79646 0000ff 800080"


def test_a_theme_of_the_files_own_is_used() -> None:
    theme = b"""<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="Sheets">
        <a:dk1><a:sysClr val="windowText" lastClr="101010"/></a:dk1><a:lt1><a:srgbClr val="FAFAFA"/></a:lt1>
        <a:accent1><a:srgbClr val="CC0000"/></a:accent1></a:clrScheme></a:themeElements></a:theme>"""
    own = theme_colours(theme)
    assert own[:2] == ("fafafa", "101010")
    assert fill_colour(PatternFill("solid", fgColor=Color(theme=4)), own) == RED
    with pytest.raises(NotPlain):
        fill_colour(PatternFill("solid", fgColor=Color(theme=5)), own)


@pytest.mark.parametrize(("colour", "tint", "wanted"), [("4f81bd", 0.6, "b8cce4"), ("f79646", -0.25, "e46c0a"), ("808080", 0.0, "808080")])
def test_tints_agree_with_excel_to_two_steps(colour: str, tint: float, wanted: str) -> None:
    pairs = zip(bytes.fromhex(tinted(colour, tint)), bytes.fromhex(wanted), strict=True)
    assert all(abs(found - expected) <= 2 for found, expected in pairs)


# Names ------------------------------------------------------------------------------------------------------------


def test_inputs_are_found_where_they_have_moved_to() -> None:
    def move(book: Book) -> None:
        sheet(book, "Submit").title = "What's up!"
        sheet(book, "What's up!")["D9"] = "here"
        book.defined_names["wish"].attr_text = "'What''s up!'!$D$9"
        book.defined_names["board"].attr_text = "Board!$A$1:$C$4"

    found = read(changed(move))
    assert found.fields["wish"] == ReadCell("What's up!!D9", "text", "here")
    assert len(found.grids["board"]) == 4


def test_one_lost_input_is_told_and_the_rest_is_read() -> None:
    def lose(book: Book) -> None:
        book.defined_names["wish"].attr_text = "Submit!#REF!"
        sheet(book, "Submit")["B3"] = "kept"

    found = read(changed(lose))
    assert found.fields["wish"] == ReadCell("Submit!B2", "lost")
    assert found.fields["hope"].value == "kept"
    assert answers(FORM, found)["wish"] == "(lost: None)"


@pytest.mark.parametrize("area", ["#REF!", "Nowhere!$A$1", "Submit!$B:$B", "Submit!$2:$2", "Submit!$A$1:$XFD$1048576", "5", "", "SUM(Submit!$B$2)"])
def test_a_name_without_a_place_is_lost(area: str) -> None:
    found = read(changed(lambda book: setattr(book.defined_names["wish"], "attr_text", area)))
    assert found.fields["wish"].kind == "lost"


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        (lambda book: book.remove(book["More"]), "its tab More is gone"),
        (lambda book: book.defined_names.pop("aim"), "its tab More is gone, or has lost the names"),
        (lambda book: book.defined_names.pop("board"), "its tab Board has lost the cells called “board”"),
        (lambda book: book.defined_names.pop("croupier_stamp"), "does not say which step"),
        (lambda book: book.remove(book["Board"]), "does not say which step"),
        (lambda book: sheet(book, "Board").__setitem__("A5", "match/01-ana/00-zero"), "belongs to another step.*match/01-ana/00-zero"),
        (lambda book: sheet(book, "Board").__setitem__("A5", 7), "belongs to another step"),
    ],
)
def test_a_workbook_that_is_not_whole_is_refused(change: Change, trouble: str) -> None:
    with pytest.raises(Unreadable, match=trouble) as refusal:
        read(changed(change))
    assert refusal.value.place == "here"
    assert "run again" in refusal.value.remedy


# The legend -------------------------------------------------------------------------------------------------------


def test_colours_are_matched_with_the_legend_of_the_workbook() -> None:
    def repaint(book: Book) -> None:
        for cell in ("E1", "A1"):
            sheet(book, "Board")[cell].fill = PatternFill("solid", fgColor="FF00FF00")

    found = read(changed(repaint))
    assert found.legend == (("00ff00", "Re"), (BLUE, "Bl"))
    assert answers(FORM, found)["board"][0] == "Re . ."
    assert found.remarks == ("the legend beside “board” was changed, and is read as it is now",)


def test_a_legend_that_gives_one_colour_to_two_codes_counts_for_nothing() -> None:
    def confuse(book: Book) -> None:
        sheet(book, "Board")["E1"].fill = PatternFill("solid", fgColor=f"FF{BLUE}")
        sheet(book, "Board")["A1"].fill = PatternFill("solid", fgColor=f"FF{BLUE}")

    found = read(changed(confuse))
    assert found.legend == ()
    assert answers(FORM, found)["board"][0] == "Bl . ."
    assert "the colours of the form count" in found.remarks[0]


def test_codes_that_the_form_does_not_know_are_no_part_of_the_legend() -> None:
    def write_over(book: Book) -> None:
        sheet(book, "Board")["F1"] = "Zz"

    found = read(changed(write_over))
    assert found.legend == ((BLUE, "Bl"),)
    assert len(found.remarks) == 1


# Broken files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 5000,
        b"<!DOCTYPE html><html><title>Sign in</title></html>",
        b"name,amount\nana,5\n",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000,
        SOUND[:-30],
    ],
)
def test_what_is_no_workbook_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(data)
    assert "file is" in refusal.value.trouble
    assert refusal.value.remedy


def test_a_truncated_file_is_never_read() -> None:
    for length in range(0, len(SOUND), max(1, len(SOUND) // 60)):
        with pytest.raises(Unreadable):
            read(SOUND[:length])


def test_a_file_with_holes_is_refused_or_reads_the_same() -> None:
    sound, outcomes = read(SOUND), set()
    for start in range(0, len(SOUND) - 64, max(1, len(SOUND) // 80)):
        holed = SOUND[:start] + b"\0" * 64 + SOUND[start + 64 :]
        try:
            assert read(holed) == sound
            outcomes.add("same")
        except Unreadable:
            outcomes.add("refused")
    assert "refused" in outcomes


def _repacked(name: str, content: bytes) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(BytesIO(SOUND)) as old, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, content if info.filename == name else old.read(info))
    return packed.getvalue()


@pytest.mark.parametrize("name", ["xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "[Content_Types].xml"])
def test_parts_that_make_no_sense_are_refused(name: str) -> None:
    for content in (b"", b"<oops", b"<x/>"):
        try:
            found = read(_repacked(name, content))
        except Unreadable:
            continue
        assert found == read(SOUND)  # a part that nothing is read from


def test_a_file_that_unpacks_to_far_more_than_a_workbook_is_refused() -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("xl/workbook.xml", "w", force_zip64=True) as part:
        for _ in range(210):
            part.write(b"\0" * 1_000_000)
    with pytest.raises(Unreadable, match="far bigger"):
        read(packed.getvalue())


# The folder -------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> XlsxStore:
    made = XlsxStore(tmp_path, pause=lambda seconds: None)
    made.bring("01-ana", WANTED)
    return made


@pytest.mark.parametrize("mark", ["~$01-one.xlsx", ".~lock.01-one.xlsx#"])
def test_a_file_that_is_open_somewhere_is_read_with_a_remark(store: XlsxStore, mark: str) -> None:
    store.file("01-ana", WANTED).with_name(mark).write_text("somebody's name")
    remarks = store.read("01-ana", WANTED, FORM).remarks
    assert remarks == ("the file is open somewhere; what was not saved was not read",)


def test_copies_beside_the_file_are_mentioned(store: XlsxStore) -> None:
    for name in ("01-one (1).xlsx", "Copy of 01-one.xlsx", "00-zero.xlsx", "receipt.html"):
        store.file("01-ana", WANTED).with_name(name).write_bytes(b"")
    assert store.read("01-ana", WANTED, FORM).remarks == (
        "“01-one (1).xlsx” lies beside it and was not read",
        "“Copy of 01-one.xlsx” lies beside it and was not read",
    )


def test_a_missing_file_is_told_with_what_is_there(store: XlsxStore) -> None:
    file = store.file("01-ana", WANTED)
    file.rename(file.with_name("renamed.xlsx"))
    with pytest.raises(Unreadable, match=r"there is no such file \(there: renamed.xlsx\)") as refusal:
        store.read("01-ana", WANTED, FORM)
    assert refusal.value.place == str(file)


def test_the_time_of_saving_is_told_with_its_offset(store: XlsxStore) -> None:
    os.utime(store.file("01-ana", WANTED), (1_700_000_000, 1_700_000_000))
    assert store.read("01-ana", WANTED, FORM).saved_at == "2023-11-14T22:13:20+00:00"


def test_a_file_that_changes_while_it_is_read_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    store = XlsxStore(tmp_path, pause=pauses.append)
    store.bring("01-ana", WANTED)
    file, calm = store.file("01-ana", WANTED), Path.read_bytes

    def read_while_saving(path: Path) -> bytes:
        data = calm(path)
        os.utime(path, ns=(0, len(pauses) + 1))
        return data

    monkeypatch.setattr(Path, "read_bytes", read_while_saving)
    with pytest.raises(Unreadable, match="being saved this very moment"):
        store.read("01-ana", WANTED, FORM)
    assert len(pauses) == 3
    monkeypatch.setattr(Path, "read_bytes", lambda path: read_while_saving(path) if len(pauses) < 5 else calm(path))
    assert store.read("01-ana", WANTED, FORM).stamp == WANTED.stamp
    assert file.exists()


def test_a_file_that_cannot_be_opened_is_told(store: XlsxStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(Unreadable, match="cannot be opened"):
        store.read("01-ana", WANTED, FORM)
