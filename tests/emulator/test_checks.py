"""Every request and every reply is measured by Google's discovery documents; planted malformed ones are caught.

Must not try what a request does.
"""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from emulator import Fault, Kind, MalformedReply, discovery, routes
from emulator.conftest import DRIVE, SHEETS, Setting, refusal
from emulator.discovery import Violation, document

UPDATE: dict[str, Any] = {"start": {"sheetId": 0, "rowIndex": 0}, "rows": [{"values": [{"userEnteredValue": {"numberValue": 1}}]}], "fields": "*"}


@pytest.mark.parametrize(
    ("request_body", "words"),
    [
        ({"updateCell": UPDATE}, "Unknown name \"updateCell\" at 'requests[0]': Cannot find field."),
        ({"updateCells": {**UPDATE, "field": "*"}}, "Unknown name \"field\" at 'requests[0].update_cells': Cannot find field."),
        ({"updateCells": {**UPDATE, "start": {"rowIndex": "one"}}}, "'requests[0].update_cells.start.row_index' (TYPE_INT32), \"one\""),
        ({"updateCells": {**UPDATE, "start": {"rowIndex": 1.5}}}, "(TYPE_INT32), 1.5"),
        ({"updateCells": {**UPDATE, "start": {"rowIndex": True}}}, "(TYPE_INT32), true"),
        ({"updateCells": {**UPDATE, "rows": [{"values": [{"note": 5}]}]}}, "'requests[0].update_cells.rows[0].values[0].note' (TYPE_STRING), 5"),
        ({"updateCells": UPDATE, "addSheet": {}}, "oneof field 'kind' is already set. Cannot set 'addSheet'"),
        (
            {"repeatCell": {"range": {}, "fields": "*", "cell": {"userEnteredValue": {"numberValue": 1, "stringValue": "1"}}}},
            "is already set. Cannot set 'stringValue'",
        ),
        ({"mergeCells": {"range": {}, "mergeType": "MERGE_SOME"}}, 'google.apps.sheets.v4.MergeCellsRequest.mergeType), "MERGE_SOME"'),
        ("updateCells", "'requests[0]' (type.googleapis.com/google.apps.sheets.v4.Request), \"updateCells\""),
    ],
)
def test_a_malformed_request_is_refused_named_and_not_done(setting: Setting, request_body: Any, words: str) -> None:
    before = setting.google.world.files[setting.book].version
    with pytest.raises(APIError) as error:
        setting.batch(request_body)
    status, message = refusal(error)
    assert status == 400
    assert words in message
    assert error.value.error["details"][0]["fieldViolations"][0]["description"] == message
    assert setting.google.log.malformed() == [f"sheets.spreadsheets.batchUpdate: {message}"]
    assert setting.google.world.files[setting.book].version == before


def test_values_that_are_no_rows(setting: Setting) -> None:
    with pytest.raises(APIError) as error:
        setting.ask("put", "/values/A1", {"values": "X", "majorDimension": None}, valueInputOption="RAW")
    assert refusal(error)[1] == "Invalid value at 'data.values' (type.googleapis.com/google.protobuf.ListValue), \"X\""
    with pytest.raises(APIError, match=r"'data.values\[1\]' \(type.googleapis.com/google.protobuf.ListValue\), \"b\""):
        setting.ask("put", "/values/A1", {"values": [["a"], "b"]}, valueInputOption="RAW")
    with pytest.raises(APIError, match="struct_value"):
        setting.ask("put", "/values/A1", {"values": [[{"a": 1}]]}, valueInputOption="RAW")
    with pytest.raises(APIError, match="'valueInputOption' is required"):
        setting.ask("put", "/values/A1", {"values": [["a"]]})


def test_numbers_that_json_does_not_have(setting: Setting) -> None:
    for text in (b'{"values": [[NaN]]}', b'{"values": [[Infinity]]}', b'{"values": [[1]'):
        with pytest.raises(APIError, match="Invalid JSON payload received"):
            setting.client.http_client.request("put", f"{SHEETS}/{setting.book}/values/A1", params={"valueInputOption": "RAW"}, data=text)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("range", "A1", "Unknown name \"range\": Cannot bind query parameter. Field 'range' could not be found in request message."),
        ("valueRenderOption", "NICE", "Invalid value at 'value_render_option'"),
        ("majorDimension", "rows", "Invalid value at 'major_dimension'"),
    ],
)
def test_parameters_that_there_are_not(setting: Setting, name: str, value: str, words: str) -> None:
    parameters: dict[str, Any] = {name: value}
    with pytest.raises(APIError) as error:
        setting.ask("get", "/values:batchGet", ranges="A1", **parameters)
    assert refusal(error)[0] == 400
    assert words in refusal(error)[1]


@pytest.mark.parametrize("verb_and_path", ["get /values:batchget", "delete ", "post /values/A1"])
def test_paths_that_there_are_not(setting: Setting, verb_and_path: str) -> None:
    verb, _, path = verb_and_path.partition(" ")
    with pytest.raises(APIError) as error:
        setting.ask(verb, path)
    assert error.value.response.status_code == 404
    assert error.value.code == -1  # a page of HTML, as gspread sees it


@pytest.mark.parametrize("fields", ["sheets.sheetProperties", "sheets(properties(titel))", "replies"])
def test_a_mask_that_names_no_field(setting: Setting, fields: str) -> None:
    with pytest.raises(APIError) as error:
        setting.get(fields)
    assert refusal(error) == (400, "Request contains an invalid argument.")
    described = error.value.error["details"][0]["fieldViolations"][0]["description"]
    assert described.startswith("Error expanding 'fields' parameter. Cannot find matching fields for path '")


def test_a_wrong_mask_of_a_write_changes_nothing(setting: Setting) -> None:
    with pytest.raises(APIError):
        setting.batch({"updateCells": UPDATE}, fields="repliez")
    assert setting.player.value("Board!A1") is None


def test_drive_names_the_field_selection(setting: Setting) -> None:
    with pytest.raises(APIError) as error:
        setting.ask("get", f"{DRIVE}/files", fields="files(id,titel)")
    assert refusal(error) == (400, "Invalid field selection files.titel")
    assert error.value.error["errors"][0]["reason"] == "invalidParameter"


def test_what_google_is_known_to_tolerate_is_tolerated(setting: Setting) -> None:
    url = f"{DRIVE}/files/{setting.book}"
    assert setting.ask("get", url, includeItemsFromAllDrives="True", supportsAllDrives="True").status_code == 200
    body = {"type": "user", "role": "writer", "emailAddress": "b@example.com", "withLink": False}
    assert setting.ask("post", f"{url}/permissions", body, setting.host).status_code == 200
    with pytest.raises(APIError):
        setting.ask("post", f"{url}/permissions", {**body, "withLinks": False}, setting.host)
    assert len(setting.google.log.malformed()) == 1


@pytest.mark.parametrize(
    "reply",
    [
        {"spreadsheetId": 5},
        {"sheets": {}},
        {"sheets": [{"properties": {"sheetId": 0.5}}]},
        {"sheets": [{"propertys": {}}]},
        {"sheets": [{"data": [{"rowData": [{"values": [{"userEnteredFormat": {"backgroundColor": {"red": "1"}}}]}]}]}]},
        {"sheets": None},
        {"sheets": [{"data": [{"rowData": [{"values": [{"effectiveValue": {"errorValue": {"type": "OOPS"}}}]}]}]}]},
    ],
)
def test_a_planted_malformed_reply_is_caught(setting: Setting, monkeypatch: pytest.MonkeyPatch, reply: Any) -> None:
    monkeypatch.setitem(routes.HANDLERS, "sheets.spreadsheets.get", lambda call: reply)
    with pytest.raises(MalformedReply):
        setting.get()


def test_numbers_of_64_bits_are_texts_in_replies_and_either_in_requests() -> None:
    for value, requests, replies in (("12", True, True), (12, True, False), ("1.5", False, False), (True, False, False)):
        assert (document("drive").check("File", "request")({"version": value}) is None) is requests
        assert (document("drive").check("File", "reply")({"version": value}) is None) is replies


def test_every_method_and_every_request_kind_that_is_answered_is_in_the_documents() -> None:
    from emulator.batch import KINDS

    known = {method.id for api in ("sheets", "drive") for method in document(api).methods}
    assert set(routes.HANDLERS) <= known
    assert set(routes.DEFAULT_FIELDS) <= set(routes.HANDLERS)
    assert set(KINDS) <= set(document("sheets").schemas["Request"]["properties"])


@pytest.mark.parametrize(
    ("verb", "path", "method", "inside"),
    [
        ("GET", "/v4/spreadsheets/I/values/A1%3AB2", "values.get", {"spreadsheetId": "I", "range": "A1:B2"}),
        ("GET", "/v4/spreadsheets/I/values/A1:B2", "values.get", {"spreadsheetId": "I", "range": "A1:B2"}),
        ("POST", "/v4/spreadsheets/I/values/A1:B2:clear", "values.clear", {"spreadsheetId": "I", "range": "A1:B2"}),
        ("GET", "/v4/spreadsheets/I/values:batchGet", "values.batchGet", {"spreadsheetId": "I"}),
        ("POST", "/v4/spreadsheets/I:getByDataFilter", "spreadsheets.getByDataFilter", {"spreadsheetId": "I"}),
        ("POST", "/drive/v3/files/I/copy", "files.copy", {"fileId": "I"}),
        ("GET", "/drive/v3/about", "about.get", {}),
    ],
)
def test_paths_lead_to_their_method(verb: str, path: str, method: str, inside: dict[str, str]) -> None:
    found = discovery.route(verb, path)
    assert found is not None
    assert found[0].id.endswith(method)
    assert found[1] == inside


def test_reads_and_writes_are_told_apart() -> None:
    buckets = {method.id.removeprefix("sheets.spreadsheets."): method.bucket for method in document("sheets").methods}
    reads = {name for name, bucket in buckets.items() if bucket == "read"}
    assert reads == {
        "get",
        "getByDataFilter",
        "developerMetadata.get",
        "developerMetadata.search",
        "values.get",
        "values.batchGet",
        "values.batchGetByDataFilter",
    }
    assert all(method.bucket == "drive" for method in document("drive").methods)


def test_a_violation_says_where() -> None:
    wrong = document("sheets").check("BatchUpdateSpreadsheetRequest", "request")({"requests": [{}, {"addSheet": {"properties": {"title": 1}}}]})
    assert wrong == [Violation(("requests", 1, "addSheet", "properties", "title"), "type", 1, "TYPE_STRING")]
    assert wrong[0].where == "requests[1].addSheet.properties.title"


def test_errors_of_faults_are_not_measured(setting: Setting) -> None:
    setting.google.faults = setting.google.faults.of(Fault(Kind.SERVER_ERROR))
    with pytest.raises(APIError, match="Internal error"):
        setting.get()
