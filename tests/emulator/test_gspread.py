"""gspread, unchanged, does with the emulator what it does with Google, request by request.

Must not call the emulator but through gspread, save to set the scene.
"""

from __future__ import annotations

from collections.abc import Callable

import gspread
import pytest
from gspread.exceptions import APIError, SpreadsheetNotFound, WorksheetNotFound
from gspread.utils import ExportFormat, ValueInputOption

from emulator import NotEmulated, gspread_client
from emulator.conftest import Setting


def test_opens_by_key_with_one_request_and_looks_for_tabs_anew_each_time(setting: Setting) -> None:
    sheet = setting.client.open_by_key(setting.book)
    assert [entry.method for entry in setting.google.log] == ["token", "sheets.spreadsheets.get"]
    assert [tab.title for tab in sheet.worksheets()] == ["Board", "Submit"]
    assert sheet.worksheet("Submit").id == setting.submit
    assert sheet.get_worksheet_by_id(setting.submit).title == "Submit"
    assert sheet.sheet1.id == 0
    assert setting.google.log.methods() == {"token": 1, "sheets.spreadsheets.get": 5}
    with pytest.raises(WorksheetNotFound):
        sheet.worksheet("board")


def test_what_is_not_there_or_not_shared(setting: Setting) -> None:
    with pytest.raises(SpreadsheetNotFound):
        setting.client.open_by_key("1" + "x" * 43)
    private = setting.google.spreadsheet("Private", setting.host)
    with pytest.raises(PermissionError):
        setting.client.open_by_key(private)
    assert gspread_client(setting.google, setting.host).open_by_key(private).title == "Private"


def test_reads_and_writes_values(setting: Setting) -> None:
    tab = setting.client.open_by_key(setting.book).worksheet("Board")
    assert tab.get_all_values() == [[]]
    tab.update([["a", 1], [None, 2.5], ["", True]], "B2")
    assert tab.get_all_values() == [["", "", ""], ["", "a", "1"], ["", "", "2.5"], ["", "", "TRUE"]]
    assert tab.get("B2:C3", value_render_option=gspread.utils.ValueRenderOption.unformatted) == [["a", 1], ["", 2.5]]
    assert tab.batch_get(["B2:B9", "E1:F2", "C2"]) == [[["a"]], [], [["1"]]]
    assert tab.acell("C2").value == "1"
    tab.update([["3-4", "1e3", "=C2+1"]], "A9", value_input_option=ValueInputOption.user_entered)
    assert tab.row_values(9) == ["3-4", "1.00E+03", "2"]
    tab.batch_clear(["A9:C9"])
    assert tab.row_values(9) == []
    tab.clear()
    assert tab.get_all_values() == [[]]


def test_formats_notes_merges_and_protects(setting: Setting) -> None:
    tab = setting.client.open_by_key(setting.book).worksheet("Board")
    tab.format("A1:B1", {"backgroundColor": {"red": 1, "green": 0.8}, "textFormat": {"bold": True}})
    assert setting.cell("Board!B1")["userEnteredFormat"] == {
        "backgroundColor": {"red": 1, "green": 0.8},
        "backgroundColorStyle": {"rgbColor": {"red": 1, "green": 0.8}},
        "textFormat": {"bold": True},
    }
    tab.update_notes({"A1": "read this", "C3": "and this"})
    assert tab.get_notes() == [["read this", ""], [], ["", "", "and this"]]  # B1 has a format
    tab.merge_cells("D1:E2")
    assert setting.get("sheets.merges")["sheets"] == [
        {"merges": [{"startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 3, "endColumnIndex": 5}]},
        {},
    ]
    tab.add_protected_range("A1:A3", [setting.robot.email])
    assert tab.spreadsheet.list_protected_ranges(0)[0]["range"]["endRowIndex"] == 3
    tab.add_validation("F1", gspread.utils.ValidationConditionType.one_of_list, ["x", "y"], strict=True)
    assert setting.cell("Board!F1")["dataValidation"]["condition"]["type"] == "ONE_OF_LIST"
    tab.resize(rows=50, cols=9)
    tab.freeze(rows=2)
    tab.hide()
    properties = setting.get("sheets.properties")["sheets"][0]["properties"]
    assert properties["gridProperties"] == {"rowCount": 50, "columnCount": 9, "frozenRowCount": 2}
    assert properties["hidden"] is True


def test_named_ranges_tabs_and_copies(setting: Setting) -> None:
    sheet = setting.client.open_by_key(setting.book)
    sheet.worksheet("Submit").define_named_range("B2:B4", "bids")
    sheet.worksheet("Submit").update([["1"], ["2"]], "B2")
    assert sheet.values_get("bids")["values"] == [["1"], ["2"]]
    added = sheet.add_worksheet("More", 5, 6)
    assert [tab.title for tab in sheet.worksheets()] == ["Board", "Submit", "More"]
    added.update_title("Mehr")
    sheet.duplicate_sheet(setting.submit, new_sheet_name="Twin")
    assert {tab.title for tab in sheet.worksheets()} == {"Board", "Submit", "Mehr", "Twin"}
    sheet.del_worksheet(added)
    assert len(sheet.worksheets()) == 3
    copied = sheet.worksheet("Submit").copy_to(setting.book)
    assert copied["title"] == "Copy of Submit"
    assert copied["sheetId"] != setting.submit


def test_a_user_creates_shares_and_copies_a_service_account_may_not(setting: Setting) -> None:
    client = gspread_client(setting.google, setting.host)
    made = client.create("New match")
    assert made.sheet1.title == "Sheet1"
    made.share("ana@example.com", "user", "writer", notify=False)
    made.share("", "anyone", "writer")
    assert [(one["type"], one["role"]) for one in made.list_permissions()] == [("user", "owner"), ("user", "writer"), ("anyone", "writer")]
    assert client.copy(setting.book, title="Bo", copy_comments=False).title == "Bo"
    assert {file["name"] for file in client.list_spreadsheet_files()} == {"Ana", "New match", "Bo"}
    assert client.open("New match").id == made.id
    assert made.get_lastUpdateTime().startswith("2026-11-29T12:00:00")
    attempts: tuple[Callable[[], object], ...] = (lambda: setting.client.create("Mine"), lambda: setting.client.copy(setting.book))
    for attempt in attempts:
        with pytest.raises(APIError) as error:
            attempt()
        reply = error.value.response.json()["error"]
        assert (reply["code"], reply["message"]) == (403, "The user's Drive storage quota has been exceeded.")
        assert reply["errors"][0]["domain"] == "usageLimits"


def test_what_is_not_emulated_is_never_answered(setting: Setting) -> None:
    sheet = setting.client.open_by_key(setting.book)
    with pytest.raises(NotEmulated, match=r"values\.append"):
        sheet.sheet1.append_row(["x"])
    with pytest.raises(NotEmulated, match=r"files\.export"):
        sheet.export(ExportFormat.CSV)
    with pytest.raises(NotEmulated, match="sortRange"):
        sheet.sheet1.sort((1, "asc"), range="A1:B9")
