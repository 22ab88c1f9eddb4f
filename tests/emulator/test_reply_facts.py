"""What the reference says of Google's replies, each in a test of its own.

Must not go beyond the reference: what is believed and unchecked is tried both ways.
"""

from __future__ import annotations

from email.utils import parsedate_to_datetime

import pytest
from gspread.exceptions import APIError

from emulator import Behaviour, mocked
from emulator.conftest import START, Setting, refusal


def grid(sheet: int = 0, top: int = 0, bottom: int = 1, left: int = 0, right: int = 1) -> dict[str, int]:
    return {"sheetId": sheet, "startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right}


def painted(colour: dict[str, float], **where: int) -> dict[str, object]:
    cell = {"userEnteredFormat": {"backgroundColor": colour}}
    return {"repeatCell": {"range": grid(**where), "cell": cell, "fields": "userEnteredFormat.backgroundColor"}}


def test_a_sheet_id_of_0_is_printed_in_properties_and_left_out_of_ranges(setting: Setting) -> None:
    assert setting.get("sheets.properties.sheetId")["sheets"][0] == {"properties": {"sheetId": 0}}
    reply = setting.batch({"addNamedRange": {"namedRange": {"name": "n", "range": grid()}}})
    area = reply["replies"][0]["addNamedRange"]["namedRange"]["range"]
    assert area == {"startRowIndex": 0, "endRowIndex": 1, "startColumnIndex": 0, "endColumnIndex": 1}
    reply = setting.batch({"addNamedRange": {"namedRange": {"name": "m", "range": grid(setting.submit)}}})
    assert reply["replies"][0]["addNamedRange"]["namedRange"]["range"]["sheetId"] == setting.submit


def test_hidden_is_printed_only_if_true(setting: Setting) -> None:
    assert "hidden" not in setting.get()["sheets"][0]["properties"]
    setting.owner.hide_tab("Board")
    assert setting.get()["sheets"][0]["properties"]["hidden"] is True


def test_channels_are_short_and_zeros_are_left_out(setting: Setting) -> None:
    setting.batch(painted({"red": 66 / 255, "green": 0, "blue": 1, "alpha": 1}), painted({}, left=1, right=2), painted({"red": 1}, left=2, right=3))
    rows = setting.get("sheets.data.rowData.values.userEnteredFormat.backgroundColor", ["Board!A1:C1"])["sheets"][0]["data"][0]["rowData"]
    colours = [cell["userEnteredFormat"]["backgroundColor"] for cell in rows[0]["values"]]
    assert colours == [{"red": 0.25882354, "blue": 1}, {}, {"red": 1}]
    assert '"blue":1}' in setting.ask("get", "", fields="sheets.data.rowData.values.userEnteredFormat.backgroundColor").text


def test_black_is_an_empty_colour_and_no_fill_is_none(setting: Setting) -> None:
    setting.batch(painted({}))
    assert setting.cell("Board!A1")["userEnteredFormat"] == {"backgroundColor": {}, "backgroundColorStyle": {"rgbColor": {}}}
    setting.player.paint("Board!A1", None)
    assert "userEnteredFormat" not in setting.cell("Board!A1")


def test_untouched_cells_and_rows_are_empty_and_the_rest_is_missing(setting: Setting) -> None:
    assert setting.get("sheets.data", ["Board!A1:I9"])["sheets"][0]["data"][0].keys() == {"rowMetadata", "columnMetadata"}
    assert setting.get("sheets.data.rowData", ["Board!A1:I9"])["sheets"][0]["data"] == [{}]
    setting.player.type("Board!C3", "x")
    rows = setting.get("sheets.data.rowData.values.formattedValue", ["Board!A1:I9"])["sheets"][0]["data"][0]["rowData"]
    assert rows == [{}, {}, {"values": [{}, {}, {"formattedValue": "x"}]}]


def test_start_row_and_column_are_left_out_if_0(setting: Setting) -> None:
    setting.player.type("Board!C3", "x")
    grids = setting.get("sheets.data(startRow,startColumn)", ["Board!A1:C3", "Board!C3", "Board!A3:C3"])["sheets"][0]["data"]
    assert grids == [{}, {"startRow": 2, "startColumn": 2}, {"startRow": 2}]


def test_only_the_sheets_of_the_ranges_come_back_one_grid_for_each_range(setting: Setting) -> None:
    found = setting.get("sheets(properties.title,data.startRow)", ["Submit!A2", "Submit!A5:B6"])["sheets"]
    assert found == [{"properties": {"title": "Submit"}, "data": [{"startRow": 1}, {"startRow": 4}]}]


def test_cells_come_only_if_asked_for(setting: Setting) -> None:
    setting.player.type("Board!A1", "x")
    assert "data" not in setting.get()["sheets"][0]
    assert "data" not in setting.get(includeGridData="False")["sheets"][0]
    assert setting.get(includeGridData="true")["sheets"][0]["data"][0]["rowData"][0]["values"][0]["formattedValue"] == "x"
    assert "data" in setting.get("sheets.data.rowData", includeGridData="false")["sheets"][0]


def test_an_empty_range_of_values_has_no_values_and_inner_empty_rows_are_lists(setting: Setting) -> None:
    assert setting.ask("get", "/values/Board!D4").json() == {"range": "Board!D4", "majorDimension": "ROWS"}
    setting.player.type("Board!A1", "x")
    setting.player.type("Board!B3", "y")
    assert setting.ask("get", "/values/Board!A1:F9").json()["values"] == [["x"], [], ["", "y"]]
    assert setting.ask("get", "/values/Board!A1:F9", majorDimension="COLUMNS").json()["values"] == [["x"], ["", "", "y"]]


@pytest.mark.parametrize(
    ("title", "asked", "echoed"),
    [
        ("Board", "Board!A:A", "Board!A1:A1000"),
        ("Board", "'Board'!A1:ZZ5000", "Board!A1:Z1000"),
        ("Board", "Board", "Board!A1:Z1000"),
        ("Board", "B2", "Board!B2"),
        ("Jon's board", "'Jon''s board'!A1:B2", "'Jon''s board'!A1:B2"),
        ("CO2", "'CO2'!A1", "'CO2'!A1"),
        ("a b", "a b!A1", "'a b'!A1"),
        ("Board", "Board!2:3", "Board!A2:Z3"),
        ("Board", "Board!B3:B", "Board!B3:B1000"),
    ],
)
def test_a_range_is_echoed_cut_to_the_grid_its_title_quoted_only_where_needed(setting: Setting, title: str, asked: str, echoed: str) -> None:
    if title != "Board":
        setting.owner.rename_tab("Board", title)
    assert setting.ask("get", "/values:batchGet", ranges=asked).json()["valueRanges"][0]["range"] == echoed


def test_a_tab_called_like_a_cell_needs_quotes_and_a_name_wins_over_a_tab(setting: Setting) -> None:
    setting.owner.rename_tab("Submit", "CO2")
    assert setting.ask("get", "/values/C2").json()["range"] == "Board!C2"
    with pytest.raises(APIError, match="exceeds grid limits"):  # the cell CO2 of the first tab, and not the tab
        setting.ask("get", "/values/CO2")
    setting.batch({"addNamedRange": {"namedRange": {"name": "Board", "range": grid(setting.submit, 1, 2)}}})
    assert setting.ask("get", "/values/Board").json()["range"] == "'CO2'!A2"
    assert setting.ask("get", "/values/'Board'").json()["range"] == "Board!A1:Z1000"


@pytest.mark.parametrize("asked", ["Nope!A5:F15", "'Nope'!A1", "nope", "Board!A0", "Board!", "'Board!A1"])
def test_what_cannot_be_read_as_a_range(setting: Setting, asked: str) -> None:
    with pytest.raises(APIError) as error:
        setting.ask("get", "/values:batchGet", ranges=asked)
    assert refusal(error) == (400, f"Unable to parse range: {asked}")
    assert error.value.error["status"] == "INVALID_ARGUMENT"


def test_a_range_that_begins_outside_of_the_grid(setting: Setting) -> None:
    with pytest.raises(APIError) as error:
        setting.ask("get", "/values/Board!A1001")
    assert refusal(error) == (400, "Range (Board!A1001) exceeds grid limits. Max rows: 1000, max columns: 26")


def test_one_reply_for_each_request_empty_where_there_is_nothing_to_say(setting: Setting) -> None:
    reply = setting.batch(painted({}), {"addSheet": {"properties": {"title": "T"}}}, painted({}))
    assert reply["replies"][0] == reply["replies"][2] == {}
    assert reply["replies"][1]["addSheet"]["properties"]["title"] == "T"


def test_editors_of_a_new_protection_show_at_the_next_look(setting: Setting) -> None:
    sent = {"range": grid(), "editors": {"users": [], "groups": []}, "requestingUserCanEdit": False, "description": None}
    reply = setting.batch({"addProtectedRange": {"protectedRange": sent}})["replies"][0]["addProtectedRange"]["protectedRange"]
    assert (reply["requestingUserCanEdit"], reply["editors"]) == (True, {})
    seen = setting.get("sheets.protectedRanges")["sheets"][0]["protectedRanges"][0]
    assert seen["editors"]["users"] == [setting.robot.email, setting.host.email]


def test_totals_of_values_count_rows_and_columns_once(setting: Setting) -> None:
    data = [{"range": "'Board'!A1:D1", "values": [["A1", "B1", "", "D1"]]}, {"range": "'Board'!A4:D4", "values": [["A4", None, "", "D4"]]}]
    reply = setting.ask("post", "/values:batchUpdate", {"valueInputOption": "RAW", "data": data}).json()
    totals = {key: reply[f"totalUpdated{key}"] for key in ("Rows", "Columns", "Cells", "Sheets")}
    assert totals == {"Rows": 2, "Columns": 4, "Cells": 7, "Sheets": 1}
    assert [one["updatedRange"] for one in reply["responses"]] == ["Board!A1:D1", "Board!A4:D4"]


def test_fields_take_dots_and_slashes_and_truth_values_capitals(setting: Setting) -> None:
    assert setting.get("sheets/properties/title", includeGridData="True") == setting.get("sheets.properties.title", includeGridData="False")


def test_every_reply_has_a_date_and_none_an_etag(setting: Setting) -> None:
    reply = setting.ask("get", "")
    assert parsedate_to_datetime(reply.headers["Date"]).timestamp() == START
    assert "ETag" not in reply.headers
    assert reply.headers["Content-Type"] == "application/json; charset=UTF-8"
    setting.clock.now += 90
    with pytest.raises(APIError) as error:
        setting.ask("get", "/values/nope")
    assert parsedate_to_datetime(error.value.response.headers["Date"]).timestamp() == START + 90


def test_a_cleared_cell_has_a_white_effective_format_or_none() -> None:
    for shown in (True, False):
        setting = Setting(Behaviour(plain_cells_have_format=shown))
        with mocked(setting.google):
            setting.player.type("Board!A1", "x")
            setting.player.clear("Board!A1")
            cell = setting.cell("Board!A1")
            assert cell.get("effectiveFormat", {}).get("backgroundColor") == ({"red": 1, "green": 1, "blue": 1} if shown else None)
            assert "userEnteredFormat" not in cell


def test_hidden_rows_are_returned_and_said_to_be_hidden(setting: Setting) -> None:
    setting.player.type("Board!A2", "x")
    setting.player.hide_rows("Board", 1)
    data = setting.get("sheets.data(rowData.values.formattedValue,rowMetadata.hiddenByUser)", ["Board!A1:A3"])["sheets"][0]["data"][0]
    assert data == {"rowData": [{}, {"values": [{"formattedValue": "x"}]}], "rowMetadata": [{}, {"hiddenByUser": True}, {}]}


@pytest.mark.parametrize("limited", [True, False])
def test_ranges_leave_out_marks_elsewhere_as_believed(limited: bool) -> None:
    setting = Setting(Behaviour(ranges_limit_marks=limited))
    with mocked(setting.google):
        setting.owner.merge("Board!D4:E5")
        setting.owner.conditional_format("Board!D4", "ff0000")
        setting.owner.band("Board!F4:F9", "ffffff", "eeeeee")
        setting.owner.make_table("Board!H1:I9")
        setting.batch({"addProtectedRange": {"protectedRange": {"range": grid(0, 20, 21), "editors": {}}}})
        fields = "sheets(merges,conditionalFormats.ranges,bandedRanges.range,tables.range,protectedRanges.range)"
        kinds = {"merges", "conditionalFormats", "bandedRanges", "tables", "protectedRanges"}
        assert setting.get(fields, ["Board!A1:B2"])["sheets"][0].keys() == (set() if limited else kinds)
        assert setting.get(fields, ["Board!A1:I30"])["sheets"][0].keys() == kinds
        assert setting.get(fields)["sheets"][0].keys() == kinds


def test_tables_stand_among_the_banded_ranges_unless_told(setting: Setting) -> None:
    setting.owner.make_table("Board!A1:B4")
    band = setting.get("sheets.bandedRanges")["sheets"][0]["bandedRanges"][0]
    assert "bandedRangeId" not in band
    assert band["range"]["endRowIndex"] == 4
    assert setting.get("sheets.bandedRanges", excludeTablesInBandedRanges="true")["sheets"][0] == {}
