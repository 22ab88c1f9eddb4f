"""The Drive interface: who sees, finds, makes, shares, bins and locks what.

Must not look into spreadsheets.
"""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError
from hypothesis import given
from hypothesis import strategies as st

from emulator import Behaviour, Player, Refused, drive_query, mocked
from emulator.conftest import DRIVE, SHEETS, Setting, refusal
from emulator.errors import ApiError, NotEmulated
from emulator.state import World


def names(setting: Setting, q: str, who: Any = None, **parameters: Any) -> list[str]:
    return [file["name"] for file in setting.ask("get", f"{DRIVE}/files", None, who, q=q, fields="files(name)", **parameters).json()["files"]]


def test_the_list_of_a_folder_in_one_request(setting: Setting) -> None:
    google = setting.google
    folder = google.folder("Match", setting.host)
    for seat in ("Cy", "Bo"):
        google.spreadsheet(seat, setting.host, parents=[folder])
    google.share(folder, setting.robot)
    fields = "files(id,name,mimeType,version,modifiedTime,trashed,capabilities/canEdit)"
    reply = setting.ask("get", f"{DRIVE}/files", q=f"'{folder}' in parents and trashed = false", fields=fields, orderBy="name").json()
    assert [file["name"] for file in reply["files"]] == ["Bo", "Cy"]
    assert reply["files"][0].keys() == {"id", "name", "mimeType", "version", "modifiedTime", "trashed", "capabilities"}
    assert reply["files"][0]["capabilities"] == {"canEdit": True}
    assert reply["files"][0]["version"] == "1"
    assert setting.google.log.buckets() == {"token": 1, "drive": 1}
    assert names(setting, f"'{folder}' in parents", google.user("x@example.com")) == []


def test_every_change_raises_the_version_and_reading_does_not(setting: Setting) -> None:
    def version() -> int:
        return int(setting.ask("get", f"{DRIVE}/files/{setting.book}", fields="version").json()["version"])

    before = version()
    setting.get()
    assert version() == before
    setting.player.type("Board!A1", "x")
    setting.batch({"addSheet": {}})
    setting.ask("put", "/values/A1", {"values": [[1]]}, valueInputOption="RAW")
    assert version() == before + 3
    setting.clock.now += 60
    setting.player.type("Board!A1", "y")
    file = setting.ask("get", f"{DRIVE}/files/{setting.book}", fields="modifiedTime,createdTime").json()
    assert file == {"modifiedTime": "2026-11-29T12:01:00.000Z", "createdTime": "2026-11-29T12:00:00.000Z"}


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("name = 'Ana'", ["Ana"]),
        ('name="Ana"', ["Ana"]),
        ("name contains 'n'", ["Ana", "Jon's"]),
        ("name = 'Jon\\'s'", ["Jon's"]),
        ("mimeType = 'application/vnd.google-apps.folder'", ["Folder"]),
        ("mimeType != 'application/vnd.google-apps.folder' and not name contains 'n'", []),
        ("name = 'Ana' or (name = 'Folder' and trashed = false)", ["Ana", "Folder"]),
        ("trashed = true", []),
        ("'host@example.com' in owners", ["Ana", "Folder", "Jon's"]),
        ("modifiedTime > '2026-11-29T11:00:00'", ["Ana", "Folder", "Jon's"]),
        ("modifiedTime > '2026-11-29T13:00:00'", []),
        ("", ["Ana", "Folder", "Jon's"]),
    ],
)
def test_searching(setting: Setting, q: str, found: list[str]) -> None:
    setting.google.folder("Folder", setting.host)
    setting.google.spreadsheet("Jon's", setting.host)
    assert sorted(names(setting, q, setting.host)) == found


@pytest.mark.parametrize(
    "q", ["name", "name = Ana", "name = 'Jon's'", "name ~ 'x'", "trashed = 'yes'", "'x' in x", "(name = 'a'", "name = 'a' and", "@"]
)
def test_searches_that_cannot_be_read(setting: Setting, q: str) -> None:
    with pytest.raises(APIError) as error:
        names(setting, q)
    assert refusal(error) == (400, "Invalid Value")
    assert error.value.error["errors"][0]["location"] == "q"


@given(st.text(alphabet="name'\"= ()andort\\<>trashed", max_size=30))
def test_any_search_is_read_or_refused(text: str) -> None:
    try:
        drive_query.query(text, World())
    except (ApiError, NotEmulated):
        return


def test_pages(setting: Setting) -> None:
    for at in range(5):
        setting.google.spreadsheet(f"S{at}", setting.host)
    found, token = [], ""
    while True:
        reply = setting.ask("get", f"{DRIVE}/files", None, setting.host, pageSize=2, orderBy="name", pageToken=token or None).json()
        found += [file["name"] for file in reply["files"]]
        token = reply.get("nextPageToken", "")
        if not token:
            break
    assert found == ["Ana", "S0", "S1", "S2", "S3", "S4"]


def test_what_drive_sends_unless_told_otherwise(setting: Setting) -> None:
    url = f"{DRIVE}/files/{setting.book}"
    assert setting.ask("get", url).json() == {
        "kind": "drive#file",
        "id": setting.book,
        "name": "Ana",
        "mimeType": "application/vnd.google-apps.spreadsheet",
    }
    assert setting.ask("get", f"{DRIVE}/files").json().keys() == {"kind", "incompleteSearch", "files"}
    assert setting.ask("get", url, fields="*").json()["webViewLink"].endswith(f"{setting.book}/edit?usp=drivesdk")


def test_a_file_that_one_may_not_know_of_is_not_found(setting: Setting) -> None:
    private = setting.google.spreadsheet("Private", setting.host)
    for identifier in (private, "nothing"):
        with pytest.raises(APIError) as error:
            setting.ask("get", f"{DRIVE}/files/{identifier}")
        assert refusal(error) == (404, f"File not found: {identifier}.")
        assert error.value.error["errors"][0]["reason"] == "notFound"


def test_a_link_opens_a_file_but_does_not_list_it(setting: Setting) -> None:
    stranger = setting.google.user("stranger@example.com")
    assert names(setting, "", stranger) == []
    assert setting.ask("get", f"{DRIVE}/files/{setting.book}", None, stranger).json()["name"] == "Ana"


def test_sharing_by_address_by_link_and_taking_it_back(setting: Setting) -> None:
    url, google = f"{DRIVE}/files/{setting.book}/permissions", setting.google
    google.share(setting.book, None, "none")
    ana = google.user("ana@example.com")
    made = setting.ask("post", url, {"type": "user", "role": "reader", "emailAddress": ana.email}, setting.host).json()
    assert made == {"kind": "drive#permission", "id": ana.permission_id, "type": "user", "role": "reader"}
    with pytest.raises(Refused):
        Player(google, setting.book, ana).type("Board!A1", "1")
    assert setting.ask("patch", f"{url}/{made['id']}", {"role": "writer"}, setting.host).json()["role"] == "writer"
    Player(google, setting.book, ana).type("Board!A1", "1")
    setting.ask("delete", f"{url}/{made['id']}", None, setting.host)
    with pytest.raises(Refused):
        Player(google, setting.book, ana).type("Board!A1", "1")
    link = setting.ask("post", url, {"type": "anyone", "role": "writer", "allowFileDiscovery": False}, setting.host).json()
    assert link == {"kind": "drive#permission", "id": "anyoneWithLink", "type": "anyone", "role": "writer", "allowFileDiscovery": False}
    setting.player.type("Board!A1", "2")
    assert setting.ask("get", f"{url}/anyoneWithLink", None, setting.host, fields="id").json() == {"id": "anyoneWithLink"}
    listed = setting.ask("get", url, None, setting.host, fields="permissions(type,role,emailAddress)").json()["permissions"]
    assert {one["type"] for one in listed} == {"user", "anyone"}
    with pytest.raises(APIError):
        setting.ask("delete", f"{url}/{setting.host.permission_id}", None, setting.host)


def test_the_id_of_the_link_s_permission_is_not_known_for_sure() -> None:
    setting = Setting(Behaviour(anyone_id="anyone"))
    with mocked(setting.google):
        reply = setting.ask("post", f"{DRIVE}/files/{setting.book}/permissions", {"type": "anyone", "role": "writer"}, setting.host)
        assert reply.json()["id"] == "anyone"


def test_writers_share_only_if_they_may(setting: Setting) -> None:
    url, body = f"{DRIVE}/files/{setting.book}", {"type": "user", "role": "reader", "emailAddress": "x@example.com"}
    setting.ask("post", f"{url}/permissions", body)
    with pytest.raises(APIError):
        setting.ask("patch", url, {"writersCanShare": False})
    setting.ask("patch", url, {"writersCanShare": False}, setting.host)
    with pytest.raises(APIError) as error:
        setting.ask("post", f"{url}/permissions", body)
    assert error.value.response.status_code == 403
    assert error.value.error["errors"][0]["reason"] == "insufficientFilePermissions"


def test_a_folder_s_permissions_hold_for_what_is_in_it(setting: Setting) -> None:
    folder = setting.google.folder("Match", setting.host)
    book = setting.google.spreadsheet("Bo", setting.host, parents=[folder])
    with pytest.raises(APIError):
        setting.ask("get", f"{SHEETS}/{book}")
    setting.google.share(folder, setting.robot, "reader")
    assert setting.ask("get", f"{SHEETS}/{book}", fields="properties.title").json() == {"properties": {"title": "Bo"}}
    with pytest.raises(APIError, match="does not have permission"):
        setting.ask("post", f"{SHEETS}/{book}:batchUpdate", {"requests": [{"addSheet": {}}]})


def test_who_owns_a_folder_does_not_own_what_others_put_there(setting: Setting) -> None:
    other = setting.google.user("other@example.com")
    book = setting.google.spreadsheet("Bo", setting.host, parents=[setting.google.folder("Match", other)])
    assert setting.ask("get", f"{DRIVE}/files/{book}", None, other, fields="ownedByMe,capabilities(canEdit,canTrash)").json() == {
        "ownedByMe": False,
        "capabilities": {"canEdit": True, "canTrash": False},
    }
    with pytest.raises(APIError):
        setting.ask("patch", f"{DRIVE}/files/{book}", {"trashed": True}, other)


def test_a_binned_file_can_still_be_read_and_written(setting: Setting) -> None:
    url = f"{DRIVE}/files/{setting.book}"
    with pytest.raises(APIError) as error:
        setting.ask("patch", url, {"trashed": True})
    assert error.value.response.status_code == 403
    assert setting.ask("patch", url, {"trashed": True}, setting.host, fields="trashed").json() == {"trashed": True}
    setting.batch({"addSheet": {}})
    assert setting.get("properties.title")["properties"]["title"] == "Ana"
    assert names(setting, "trashed = false") == []


def test_a_restriction_stops_all_content_and_only_its_owner_lifts_it_if_so_made(setting: Setting) -> None:
    url = f"{DRIVE}/files/{setting.book}"
    lock = {"contentRestrictions": [{"readOnly": True, "reason": "the round is over"}]}
    setting.ask("patch", url, lock)
    assert setting.ask("get", url, fields="capabilities/canEdit").json() == {"capabilities": {"canEdit": False}}
    for player in (setting.owner, setting.player):
        with pytest.raises(Refused):
            player.type("Board!A1", "1")
    with pytest.raises(APIError):
        setting.batch({"addSheet": {}})
    setting.ask("patch", url, {"contentRestrictions": [{"readOnly": False}]})
    setting.player.type("Board!A1", "1")
    setting.ask("patch", url, {"contentRestrictions": [{"readOnly": True, "ownerRestricted": True}]}, setting.host)
    with pytest.raises(APIError):
        setting.ask("patch", url, {"contentRestrictions": [{"readOnly": False}]})


def test_creating_naming_moving_deleting(setting: Setting) -> None:
    host = setting.host
    folder = setting.ask("post", f"{DRIVE}/files", {"name": "F", "mimeType": "application/vnd.google-apps.folder"}, host).json()["id"]
    body = {"name": "N", "mimeType": "application/vnd.google-apps.spreadsheet", "parents": [folder], "appProperties": {"seat": "01"}}
    made = setting.ask("post", f"{DRIVE}/files", body, host, fields="id,appProperties/seat").json()
    assert made["appProperties"] == {"seat": "01"}
    url = f"{DRIVE}/files/{made['id']}"
    setting.ask("patch", url, {"name": "M"}, host, removeParents=folder)
    assert names(setting, f"'{folder}' in parents", host) == []
    assert setting.ask("get", f"{SHEETS}/{made['id']}", None, host, fields="properties.title").json()["properties"]["title"] == "M"
    assert setting.ask("delete", url, None, host).status_code == 204
    with pytest.raises(APIError) as error:
        setting.ask("get", f"{SHEETS}/{made['id']}", None, host)
    assert refusal(error) == (404, "Requested entity was not found.")


def test_a_whole_spreadsheet_created_at_once(setting: Setting) -> None:
    board = {"sheetId": 7, "title": "Board", "gridProperties": {"rowCount": 9, "columnCount": 9}}
    row = {"values": [{"userEnteredValue": {"stringValue": "x"}}]}
    body = {
        "properties": {"title": "Match", "locale": "de_DE", "timeZone": "Europe/Berlin"},
        "sheets": [{"properties": board}, {"properties": {"sheetId": 8, "title": "Submit"}, "data": [{"startRow": 1, "rowData": [row]}]}],
        "namedRanges": [{"name": "board", "range": {"sheetId": 7, "startRowIndex": 0, "endRowIndex": 9}}],
    }
    made = setting.ask("post", SHEETS, body, setting.host).json()
    assert made["properties"]["timeZone"] == "Europe/Berlin"
    assert made["sheets"][0]["properties"]["gridProperties"]["rowCount"] == 9
    assert made["namedRanges"][0]["name"] == "board"
    values = setting.ask("get", f"{SHEETS}/{made['spreadsheetId']}/values/Submit", None, setting.host).json()["values"]
    assert values == [[], ["x"]]


@pytest.mark.parametrize(("belief", "words"), [("permission", "The caller does not have permission"), ("storage", "The user's Drive storage quota")])
def test_a_service_account_owns_nothing(belief: Any, words: str) -> None:
    setting = Setting(Behaviour(storage_refusal=belief))
    with mocked(setting.google):
        with pytest.raises(APIError, match=words) as error:
            setting.ask("post", SHEETS, {"properties": {"title": "x"}})
        assert error.value.response.status_code == 403
        folder = setting.google.folder("Shared", setting.host)
        setting.google.share(folder, setting.robot)
        for verb in ("files", f"files/{setting.book}/copy"):
            body = {"name": "x", "mimeType": "application/vnd.google-apps.spreadsheet", "parents": [folder]}
            with pytest.raises(APIError) as error:
                setting.ask("post", f"{DRIVE}/{verb}", body)
            assert error.value.error["errors"][0] == {
                "message": "The user's Drive storage quota has been exceeded.",
                "domain": "usageLimits",
                "reason": "storageQuotaExceeded",
            }
        limit = setting.ask("get", f"{DRIVE}/about", fields="user(emailAddress,me),storageQuota.limit").json()
        assert limit == {"user": {"emailAddress": setting.robot.email, "me": True}, "storageQuota": {"limit": "0"}}


def test_about_needs_fields(setting: Setting) -> None:
    with pytest.raises(APIError) as error:
        setting.ask("get", f"{DRIVE}/about")
    assert error.value.error["errors"][0]["reason"] == "required"
