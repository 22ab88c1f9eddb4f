"""spreadsheets.batchUpdate: what each kind of request does, that all are done or none, and what moves with rows.

Must not look at HTTP; what a request is refused for by its form is tried in test_checks.
"""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from emulator import NotEmulated
from emulator.conftest import Setting, refusal
from emulator.test_reply_facts import grid


def cells(*rows: list[Any], **start: int) -> dict[str, Any]:
    data = [{"values": [{} if value is None else {"userEnteredValue": {"numberValue": value}} for value in row]} for row in rows]
    return {"start": {"sheetId": 0, **start}, "rows": data, "fields": "userEnteredValue"}


def test_all_or_nothing(setting: Setting) -> None:
    world = setting.google.checkpoint()
    good: list[dict[str, Any]] = [
        {"updateCells": cells([1, 2])},
        {"addSheet": {"properties": {"title": "More"}}},
        {"updateSheetProperties": {"properties": {"sheetId": 0, "title": "Other"}, "fields": "title"}},
        {"deleteSheet": {"sheetId": setting.submit}},
        {"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 2}}},
        {"addNamedRange": {"namedRange": {"name": "n", "range": grid()}}},
        {"updateSpreadsheetProperties": {"properties": {"title": "Bo"}, "fields": "title"}},
        {"createDeveloperMetadata": {"developerMetadata": {"metadataKey": "k", "visibility": "DOCUMENT", "location": {"spreadsheet": True}}}},
    ]
    with pytest.raises(APIError) as error:
        setting.batch(*good, {"deleteSheet": {"sheetId": 99}})
    assert refusal(error) == (400, "Invalid requests[8].deleteSheet: No sheet with id: 99")
    assert setting.google.world.spreadsheets == world.spreadsheets
    assert setting.google.world.files == world.files
    setting.batch(*good)
    assert setting.google.world.spreadsheets != world.spreadsheets
    assert setting.google.world.files[setting.book].name == "Bo"


def test_a_range_that_cannot_be_shown_undoes_the_writes_too(setting: Setting) -> None:
    with pytest.raises(APIError, match="Unable to parse range: nope"):
        setting.batch({"updateCells": cells([1])}, includeSpreadsheetInResponse=True, responseRanges=["nope"])
    assert setting.player.value("Board!A1") is None


@pytest.mark.parametrize(
    ("request_body", "words"),
    [
        ({"updateCells": {**cells([1]), "fields": ""}}, "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)"),
        ({"updateCells": {**cells([1]), "fields": "effectiveValue"}}, "read-only"),
        ({"updateCells": {**cells([1]), "fields": "userEntered"}}, "no field named 'userEntered'"),
        ({"updateCells": cells([1], columnIndex=26)}, "Attempting to write column: 26, beyond the last requested column of: 25"),
        ({"updateCells": {"range": grid(), "rows": cells([1, 2])["rows"], "fields": "*"}}, "beyond the last requested column of: 0"),
        ({"updateCells": {"rows": [], "fields": "*"}}, "Must specify either 'start' or 'range'"),
        ({"repeatCell": {"range": grid(7), "cell": {}, "fields": "*"}}, "No grid with id: 7"),
        ({"repeatCell": {"range": grid(0, 1000, 1001), "cell": {}, "fields": "*"}}, "exceeds grid limits. Max rows: 1000, max columns: 26"),
        ({"updateSheetProperties": {"properties": {"sheetId": 0, "title": "submit"}, "fields": "title"}}, 'name "submit" already exists'),
        ({"updateSheetProperties": {"properties": {"sheetId": 0, "title": "x" * 101}, "fields": "title"}}, "greater than 100 characters"),
        ({"addSheet": {"properties": {"title": "Board"}}}, 'A sheet with the name "Board" already exists. Please enter another name.'),
        ({"addSheet": {"properties": {"sheetId": 0}}}, "already exists"),
        ({"addNamedRange": {"namedRange": {"name": "A1", "range": grid()}}}, "not valid"),
        ({"addNamedRange": {"namedRange": {"name": "two words", "range": grid()}}}, "not valid"),
        ({"deleteProtectedRange": {"protectedRangeId": 5}}, "No protected range with id: 5"),
        ({"deleteNamedRange": {"namedRangeId": "5"}}, "No named range with id: 5"),
        ({"deleteDimension": {"range": {"dimension": "ROWS"}}}, "can't delete all the rows"),
        ({"updateCells": {**cells([1]), "rows": [{"values": [{"userEnteredValue": {"stringValue": "x" * 50_001}}]}]}}, "50000 characters"),
        ({"addConditionalFormatRule": {"rule": {"ranges": [grid()]}}}, "Either a booleanRule or a gradientRule"),
    ],
)
def test_refusals(setting: Setting, request_body: dict[str, Any], words: str) -> None:
    with pytest.raises(APIError) as error:
        setting.batch(request_body)
    kind = next(iter(request_body))
    assert refusal(error)[0] == 400
    assert refusal(error)[1].startswith(f"Invalid requests[0].{kind}: ")
    assert words in refusal(error)[1]


def test_the_last_visible_tab_stays(setting: Setting) -> None:
    hide = [{"updateSheetProperties": {"properties": {"sheetId": sheet, "hidden": True}, "fields": "hidden"}} for sheet in (0, setting.submit)]
    with pytest.raises(APIError, match="You can't hide all the sheets in a document"):
        setting.batch(*hide)
    setting.batch({"deleteSheet": {"sheetId": 0}})
    with pytest.raises(APIError, match="You can't remove all the sheets in a document"):
        setting.batch({"deleteSheet": {"sheetId": setting.submit}})


def test_no_requests_and_unknown_kinds(setting: Setting) -> None:
    with pytest.raises(APIError, match="Must specify at least one request"):
        setting.batch()
    with pytest.raises(NotEmulated, match="findReplace"):
        setting.batch({"findReplace": {"find": "a", "replacement": "b", "allSheets": True}})


def test_update_cells_from_a_start_leaves_the_rest_and_over_a_range_clears_it(setting: Setting) -> None:
    setting.batch({"updateCells": cells([1, 2, 3], [4, 5, 6])})
    setting.batch({"updateCells": cells([None, 9])})
    assert setting.player.value("A1") is None
    assert setting.player.value("C1") == {"numberValue": 3}
    setting.batch({"updateCells": cells([1, 2, 3], [8])})  # the second row is shorter
    assert setting.player.value("B2") == {"numberValue": 5}
    setting.batch({"updateCells": {"range": grid(0, 0, 2, 0, 3), "rows": cells([7])["rows"], "fields": "userEnteredValue"}})
    assert setting.ask("get", "/values/A1:C2").json()["values"] == [["7"]]


def test_only_the_fields_named_are_written(setting: Setting) -> None:
    setting.player.paint("A1", "ff0000")
    setting.player.note("A1", "hello")
    value = {"userEnteredValue": {"stringValue": "x"}, "userEnteredFormat": {"textFormat": {"bold": True, "italic": True}}}
    setting.batch({"repeatCell": {"range": grid(), "cell": value, "fields": "userEnteredValue,userEnteredFormat.textFormat.bold"}})
    cell = setting.cell("A1")
    assert cell["userEnteredFormat"]["textFormat"] == {"bold": True}
    assert cell["userEnteredFormat"]["backgroundColor"] == {"red": 1}
    assert (cell["note"], cell["formattedValue"]) == ("hello", "x")
    setting.batch({"repeatCell": {"range": grid(), "cell": {}, "fields": "userEnteredFormat(textFormat,backgroundColor),note"}})
    assert {"note", "userEnteredFormat"} & set(setting.cell("A1")) == set()


def test_values_of_all_kinds(setting: Setting) -> None:
    sent: list[dict[str, Any]] = [
        {"stringValue": "=1+1"},
        {"numberValue": 59.0},
        {"numberValue": 0.5},
        {"boolValue": True},
        {"formulaValue": "=B1*2"},
        {"formulaValue": "=1/0"},
        {"formulaValue": "=NOSUCH(1)"},
        {},
    ]
    setting.batch({"updateCells": {"start": {}, "rows": [{"values": [{"userEnteredValue": one} for one in sent]}], "fields": "userEnteredValue"}})
    row = setting.get("sheets.data.rowData.values(userEnteredValue,effectiveValue,formattedValue)", ["Board!A1:H1"])
    found = row["sheets"][0]["data"][0]["rowData"][0]["values"]
    assert [cell.get("formattedValue") for cell in found] == ["=1+1", "59", "0.5", "TRUE", "118", "#DIV/0!", "#NAME?"]
    assert found[1]["effectiveValue"] == {"numberValue": 59}
    assert found[4] == {"userEnteredValue": {"formulaValue": "=B1*2"}, "effectiveValue": {"numberValue": 118}, "formattedValue": "118"}
    assert found[5]["effectiveValue"]["errorValue"]["type"] == "DIVIDE_BY_ZERO"
    assert found[6]["effectiveValue"]["errorValue"] == {"type": "NAME", "message": "Unknown function: 'NOSUCH'."}
    unformatted = setting.ask("get", "/values/A1:H1", valueRenderOption="UNFORMATTED_VALUE").json()["values"][0]
    assert unformatted[1:5] == [59, 0.5, True, 118]
    assert unformatted[5].startswith("#DIV/0! (")


def test_merging_keeps_only_the_top_left_value(setting: Setting) -> None:
    setting.batch({"updateCells": cells([1, 2], [3, 4])})
    setting.batch({"mergeCells": {"range": grid(0, 0, 2, 0, 2), "mergeType": "MERGE_ALL"}})
    assert setting.ask("get", "/values/A1:B2").json()["values"] == [["1"]]
    assert setting.get("sheets.merges", ["Board!A1"])["sheets"][0]["merges"][0]["endRowIndex"] == 2
    with pytest.raises(APIError, match="You must select all cells in a merged range to merge or unmerge them"):
        setting.batch({"mergeCells": {"range": grid(0, 1, 3, 0, 2), "mergeType": "MERGE_ALL"}})
    setting.batch({"unmergeCells": {"range": grid(0, 0, 2, 0, 2)}})
    setting.batch({"mergeCells": {"range": grid(0, 0, 2, 0, 3), "mergeType": "MERGE_ROWS"}})
    assert len(setting.get("sheets.merges")["sheets"][0]["merges"]) == 2


def test_everything_moves_with_inserted_rows(setting: Setting) -> None:
    setting.batch(
        {"updateCells": cells([1], rowIndex=4)},
        {"addNamedRange": {"namedRange": {"name": "n", "range": grid(0, 4, 6)}}},
        {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}, "unprotectedRanges": [grid(0, 4, 6)], "editors": {"users": []}}}},
        {"mergeCells": {"range": grid(0, 8, 9, 0, 2), "mergeType": "MERGE_ALL"}},
        {"createDeveloperMetadata": {"developerMetadata": row_note(4)}},
        {"addBanding": {"bandedRange": {"range": grid(0, 4, 6), "rowProperties": {"firstBandColor": {"red": 1}, "secondBandColor": {}}}}},
        {"addConditionalFormatRule": {"rule": {"ranges": [grid(0, 4, 6)], "booleanRule": {"condition": {"type": "BLANK"}, "format": {}}}}},
        {"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 5, "endIndex": 7}}},
        {"insertDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}}},
    )
    found = setting.get("namedRanges.range,sheets")
    sheet, moved = found["sheets"][0], {"startRowIndex": 5, "endRowIndex": 9, "startColumnIndex": 0, "endColumnIndex": 1}
    assert sheet["properties"]["gridProperties"]["rowCount"] == 1003
    assert setting.player.value("A6") == {"numberValue": 1}
    assert found["namedRanges"][0]["range"] == moved
    assert sheet["protectedRanges"][0]["range"] == {}
    assert sheet["protectedRanges"][0]["unprotectedRanges"] == [moved]
    assert sheet["bandedRanges"][0]["range"] == sheet["conditionalFormats"][0]["ranges"][0] == moved
    assert (sheet["merges"][0]["startRowIndex"], sheet["merges"][0]["endRowIndex"]) == (11, 12)
    assert sheet["data"][0]["rowMetadata"][5]["developerMetadata"][0]["metadataKey"] == "row"
    setting.batch({"deleteDimension": {"range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 5, "endIndex": 9}}})
    after = setting.get("namedRanges,sheets(developerMetadata,protectedRanges.unprotectedRanges,bandedRanges,conditionalFormats)")
    assert after == {"sheets": [{"protectedRanges": [{}]}, {}]}


def row_note(row: int) -> dict[str, Any]:
    location = {"dimensionRange": {"sheetId": 0, "dimension": "ROWS", "startIndex": row, "endIndex": row + 1}}
    return {"metadataKey": "row", "visibility": "DOCUMENT", "location": location}


def test_columns_move_too(setting: Setting) -> None:
    setting.batch({"updateCells": cells([1, 2, 3])}, {"addNamedRange": {"namedRange": {"name": "n", "range": grid(0, 0, 1, 1, 3)}}})
    setting.batch({"insertDimension": {"range": {"dimension": "COLUMNS", "startIndex": 2, "endIndex": 3}}})
    assert setting.ask("get", "/values/n").json() == {"range": "Board!B1:D1", "majorDimension": "ROWS", "values": [["2", "", "3"]]}
    setting.batch({"deleteDimension": {"range": {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 2}}})
    assert setting.ask("get", "/values/n").json() == {"range": "Board!A1:B1", "majorDimension": "ROWS", "values": [["", "3"]]}


def test_metadata_is_made_found_changed_and_deleted(setting: Setting) -> None:
    whole = {"metadataKey": "croupier.applied", "metadataValue": "R03", "visibility": "DOCUMENT", "location": {"spreadsheet": True}}
    made = setting.batch({"createDeveloperMetadata": {"developerMetadata": whole}})["replies"][0]["createDeveloperMetadata"]["developerMetadata"]
    assert made["location"] == {"locationType": "SPREADSHEET", "spreadsheet": True}
    on_tab = {**whole, "metadataKey": "tab", "location": {"sheetId": setting.submit}}
    setting.batch({"createDeveloperMetadata": {"developerMetadata": on_tab}})
    seen = setting.get("developerMetadata(metadataKey,metadataValue),sheets.developerMetadata(metadataKey)")
    assert seen["developerMetadata"] == [{"metadataKey": "croupier.applied", "metadataValue": "R03"}]
    assert seen["sheets"] == [{}, {"developerMetadata": [{"metadataKey": "tab"}]}]
    lookup = {"developerMetadataLookup": {"metadataKey": "croupier.applied"}}
    change = {"dataFilters": [lookup], "developerMetadata": {"metadataValue": "R04"}, "fields": "metadataValue"}
    reply = setting.batch({"updateDeveloperMetadata": change})["replies"][0]["updateDeveloperMetadata"]["developerMetadata"]
    assert (reply[0]["metadataId"], reply[0]["metadataValue"], reply[0]["metadataKey"]) == (made["metadataId"], "R04", "croupier.applied")
    found = setting.ask("post", "/developerMetadata:search", {"dataFilters": [lookup]}).json()["matchedDeveloperMetadata"]
    assert [one["developerMetadata"]["metadataValue"] for one in found] == ["R04"]
    assert setting.ask("get", f"/developerMetadata/{made['metadataId']}").json()["metadataValue"] == "R04"
    setting.batch({"deleteDeveloperMetadata": {"dataFilter": lookup}})
    assert setting.ask("post", "/developerMetadata:search", {"dataFilters": [lookup]}).json() == {}
    with pytest.raises(APIError, match="No developer metadata matches"):
        setting.batch({"updateDeveloperMetadata": change})


@pytest.mark.parametrize(
    ("location", "strategy", "found"),
    [
        ({"spreadsheet": True}, None, {"book"}),
        ({"sheetId": 0}, None, {"tab", "row"}),
        ({"sheetId": 0}, "EXACT_LOCATION", {"tab"}),
        ({"dimensionRange": {"sheetId": 0, "dimension": "ROWS", "startIndex": 4, "endIndex": 5}}, "EXACT_LOCATION", {"row"}),
        ({"dimensionRange": {"sheetId": 0, "dimension": "ROWS", "startIndex": 2, "endIndex": 9}}, None, {"row", "tab"}),
        ({"dimensionRange": {"sheetId": 0, "dimension": "ROWS", "startIndex": 5, "endIndex": 9}}, None, {"tab"}),
    ],
)
def test_metadata_by_place(setting: Setting, location: dict[str, Any], strategy: str | None, found: set[str]) -> None:
    for key, place in (("book", {"spreadsheet": True}), ("tab", {"sheetId": 0}), ("other", {"sheetId": setting.submit})):
        setting.batch({"createDeveloperMetadata": {"developerMetadata": {"metadataKey": key, "visibility": "DOCUMENT", "location": place}}})
    setting.batch({"createDeveloperMetadata": {"developerMetadata": row_note(4)}})
    lookup = {"metadataLocation": location, **({"locationMatchingStrategy": strategy} if strategy else {})}
    reply = setting.ask("post", "/developerMetadata:search", {"dataFilters": [{"developerMetadataLookup": lookup}]}).json()
    assert {one["developerMetadata"]["metadataKey"] for one in reply["matchedDeveloperMetadata"]} == found


def test_the_updated_spreadsheet_comes_with_the_reply(setting: Setting) -> None:
    setting.batch({"addNamedRange": {"namedRange": {"name": "input", "range": grid(setting.submit, 1, 3)}}})
    setting.player.type("input", "59")
    mask = "replies,updatedSpreadsheet(namedRanges.name,sheets(properties.sheetId,data.rowData.values.effectiveValue))"
    rest: dict[str, Any] = {"includeSpreadsheetInResponse": True, "responseRanges": ["input"]}
    reply = setting.batch({"updateCells": cells([1])}, fields=mask, **rest)
    value = {"values": [{"effectiveValue": {"numberValue": 59}}]}
    assert reply == {
        "replies": [{}],
        "updatedSpreadsheet": {
            "namedRanges": [{"name": "input"}],
            "sheets": [{"properties": {"sheetId": setting.submit}, "data": [{"rowData": [value, value]}]}],
        },
    }
    plain = setting.batch({"updateCells": cells([1])}, **rest)
    assert "data" not in plain["updatedSpreadsheet"]["sheets"][0]
    full = setting.batch({"updateCells": cells([1])}, responseIncludeGridData=True, **rest)
    assert full["updatedSpreadsheet"]["sheets"][0]["data"][0]["startRow"] == 1
    assert "updatedSpreadsheet" not in setting.batch({"updateCells": cells([1])})


def test_reading_by_sheet_id_after_a_tab_was_renamed(setting: Setting) -> None:
    setting.player.type("Submit!B2", "x")
    setting.owner.rename_tab("Submit", "Entry")
    with pytest.raises(APIError, match="Unable to parse range: Submit!B2"):
        setting.get(ranges=["Submit!B2"])
    filters = {"dataFilters": [{"gridRange": grid(setting.submit, 1, 2, 1, 2)}]}
    found = setting.ask("post", ":getByDataFilter", filters, fields="sheets(properties.title,data.rowData.values.formattedValue)").json()
    assert found["sheets"] == [{"properties": {"title": "Entry"}, "data": [{"rowData": [{"values": [{"formattedValue": "x"}]}]}]}]
    values = setting.ask("post", "/values:batchGetByDataFilter", filters).json()["valueRanges"][0]["valueRange"]
    assert values == {"range": "Entry!B2", "majorDimension": "ROWS", "values": [["x"]]}
    body = {"valueInputOption": "RAW", "data": [{"dataFilter": filters["dataFilters"][0], "values": [["y"]]}]}
    assert setting.ask("post", "/values:batchUpdateByDataFilter", body).json()["totalUpdatedCells"] == 1
    with pytest.raises(APIError, match="No grid with id: 77"):
        setting.ask("post", ":getByDataFilter", {"dataFilters": [{"gridRange": {"sheetId": 77}}]})


def test_borders_drop_downs_copies_and_themes(setting: Setting) -> None:
    line = {"style": "SOLID", "color": {"red": 1}}
    rule = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "a"}]}, "strict": True, "showCustomUi": True}
    setting.batch(
        {"updateBorders": {"range": grid(0, 0, 2, 0, 2), "top": line, "innerVertical": line}},
        {"setDataValidation": {"range": grid(), "rule": rule}},
        {"copyPaste": {"source": grid(), "destination": grid(setting.submit, 0, 1, 0, 2), "pasteType": "PASTE_NORMAL"}},
    )
    borders = setting.cell("Board!B1")["userEnteredFormat"]["borders"]
    assert set(borders) == {"top", "left"}
    assert borders["top"]["colorStyle"] == {"rgbColor": {"red": 1}}
    assert setting.cell("Submit!B1")["dataValidation"] == rule
    setting.batch({"setDataValidation": {"range": grid()}})
    assert "dataValidation" not in setting.cell("Board!A1")
    theme = {"primaryFontFamily": "Arial", "themeColors": [{"colorType": "ACCENT1", "color": {"rgbColor": {"blue": 1}}}]}
    setting.batch({"updateSpreadsheetProperties": {"properties": {"spreadsheetTheme": theme}, "fields": "spreadsheetTheme"}})
    assert setting.get("properties.spreadsheetTheme")["properties"]["spreadsheetTheme"] == theme
