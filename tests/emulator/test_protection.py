"""Protected ranges hold back whom they should, and nobody else.

Must not try what a write does where it is allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from gspread.exceptions import APIError

from emulator import Behaviour, Emulator, Player, Refused, mocked
from emulator.conftest import Setting, refusal
from emulator.test_reply_facts import grid

WORDS = "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit."


def lock(setting: Setting, *opened: dict[str, int], who: Any = None, **changes: Any) -> int:
    guard = {"range": {"sheetId": 0}, "unprotectedRanges": list(opened), "editors": {"users": [setting.robot.email]}, **changes}
    reply = setting.batch({"addProtectedRange": {"protectedRange": guard}}, who=who)
    number: int = reply["replies"][0]["addProtectedRange"]["protectedRange"]["protectedRangeId"]
    return number


def test_a_protected_tab_is_open_only_where_it_says(setting: Setting) -> None:
    lock(setting, grid(0, 2, 4, 1, 3), grid(0, 4, 5, 1, 3))
    setting.player.type("B3:C5", "1")
    setting.player.paint("B3:C5", "ff0000")
    for where in ("A1", "B3:C6", "A3:C3", "B2:C3"):
        with pytest.raises(Refused, match="protected cell or object"):
            setting.player.paint(where, "ff0000")
    setting.player.type("Submit!A1", "free")
    assert setting.player.value("A1") is None


def test_closing_it_holds_back_what_was_open(setting: Setting) -> None:
    number = lock(setting, grid(0, 2, 4, 1, 3))
    setting.player.type("B3", "1")
    setting.batch({"updateProtectedRange": {"protectedRange": {"protectedRangeId": number, "unprotectedRanges": []}, "fields": "unprotectedRanges"}})
    with pytest.raises(Refused):
        setting.player.type("B3", "2")
    with pytest.raises(Refused):
        setting.player.paint("B3", "00ff00")
    with pytest.raises(Refused):
        setting.player.clear("B3")
    assert setting.player.value("B3") == {"numberValue": 1}


STRUCTURE: dict[str, Callable[[Player], None]] = {
    "rename": lambda player: player.rename_tab("Board", "Mine"),
    "delete": lambda player: player.delete_tab("Board"),
    "hide": lambda player: player.hide_tab("Board"),
    "insert rows": lambda player: player.insert_rows("Board", 0),
    "delete rows": lambda player: player.delete_rows("Board", 0),
    "resize": lambda player: player.resize("Board", rows=5),
    "hide rows": lambda player: player.hide_rows("Board", 0),
}


@pytest.mark.parametrize("name", STRUCTURE)
@pytest.mark.parametrize("blocked", [True, False])
def test_the_structure_of_a_protected_tab_is_held_or_not_as_believed(name: str, blocked: bool) -> None:
    setting = Setting(Behaviour(structure_blocked=blocked))
    with mocked(setting.google):
        lock(setting, grid(0, 0, 9, 0, 9))
    if blocked:
        with pytest.raises(Refused, match="protected cell or object"):
            STRUCTURE[name](setting.player)
        STRUCTURE[name](setting.owner)
    else:
        STRUCTURE[name](setting.player)


COVERED: dict[str, Callable[[Player], None]] = {
    "type": lambda player: player.type("A1", "1"),
    "paste": lambda player: player.paste("A1", [["1", 2], [True, "x"]]),
    "paint": lambda player: player.paint("A1", theme="ACCENT1"),
    "format": lambda player: player.number_format("A1", "PERCENT", "0%"),
    "note": lambda player: player.note("A1", "hello"),
    "merge": lambda player: player.merge("A1:B2"),
    "unmerge": lambda player: player.unmerge("A1:B2"),
    "conditional format": lambda player: player.conditional_format("A1", "ff0000"),
    "band": lambda player: player.band("A1:B9", "ffffff", "eeeeee"),
    "table": lambda player: player.make_table("A1:B9"),
    "copy": lambda player: player.copy("Submit!A1", "Board!A1"),
}


@pytest.mark.parametrize("name", COVERED)
def test_all_that_changes_cells_is_held(setting: Setting, name: str) -> None:
    lock(setting)
    setting.player.type("Submit!A1", "1")
    before = setting.google.world.spreadsheets[setting.book]
    with pytest.raises(Refused, match="protected cell or object"):
        COVERED[name](setting.player)
    assert setting.google.world.spreadsheets[setting.book] == before
    COVERED[name](setting.owner)
    assert setting.google.world.spreadsheets[setting.book] != before or name == "unmerge"


def test_the_owner_passes_without_being_on_the_list(setting: Setting) -> None:
    lock(setting)
    sheet = setting.google.world.spreadsheets[setting.book].sheets[0]
    sheet.guards = (replace(sheet.guards[0], users=()),)
    setting.owner.type("A1", "1")
    with pytest.raises(APIError, match="protected cell or object"):
        setting.ask("put", "/values/A1", {"values": [[1]]}, valueInputOption="RAW")


def test_links_pass_if_protections_do_not_hold_them() -> None:
    setting = Setting(Behaviour(links_blocked=False))
    with mocked(setting.google):
        lock(setting)
    setting.player.type("A1", "1")


def test_over_the_interface_the_words_say_which_request(setting: Setting) -> None:
    writer = setting.google.user("ana@example.com")
    setting.google.share(setting.book, writer)
    number = lock(setting)
    value = {"range": grid(), "cell": {"userEnteredValue": {"numberValue": 1}}, "fields": "userEnteredValue"}
    with pytest.raises(APIError) as error:
        setting.batch({"addSheet": {"properties": {"title": "T"}}}, {"repeatCell": value}, who=writer)
    assert refusal(error) == (400, f"Invalid requests[1].repeatCell: {WORDS}")
    with pytest.raises(APIError) as error:
        setting.ask("put", "/values/A1", {"values": [[1]]}, writer, valueInputOption="RAW")
    assert refusal(error) == (400, WORDS)
    with pytest.raises(APIError, match="protected cell or object"):
        setting.batch({"deleteProtectedRange": {"protectedRangeId": number}}, who=writer)
    setting.batch({"repeatCell": value})
    setting.batch({"repeatCell": value}, who=setting.host)


def test_editors_show_only_to_those_who_may_edit(setting: Setting) -> None:
    writer = setting.google.user("ana@example.com")
    setting.google.share(setting.book, writer)
    lock(setting)
    fields = "sheets.protectedRanges(editors,requestingUserCanEdit)"
    mine = setting.ask("get", "", fields=fields).json()["sheets"][0]["protectedRanges"][0]
    assert mine == {"requestingUserCanEdit": True, "editors": {"users": [setting.robot.email, setting.host.email]}}
    assert setting.ask("get", "", None, writer, fields=fields).json()["sheets"][0]["protectedRanges"][0] == {}


def test_without_a_list_of_editors_nobody_with_a_name_is_held_back(setting: Setting) -> None:
    writer = setting.google.user("ana@example.com")
    setting.google.share(setting.book, writer)
    setting.batch({"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}}}})
    Player(setting.google, setting.book, writer).type("A1", "1")
    with pytest.raises(Refused):
        setting.player.type("A1", "2")


def test_a_warning_holds_nobody_and_has_no_editors(setting: Setting) -> None:
    with pytest.raises(APIError) as error:
        lock(setting, warningOnly=True)
    assert refusal(error)[1] == "Invalid requests[0].addProtectedRange: ProtectedRange is warningOnly. Editors cannot be set on it."
    number = lock(setting, warningOnly=True, editors=None)
    setting.player.type("A1", "1")
    change = {"protectedRange": {"protectedRangeId": number, "warningOnly": False}, "fields": "warningOnly"}
    setting.google.share(setting.book, setting.google.user("ana@example.com"))
    setting.batch({"updateProtectedRange": change})
    seen = setting.get("sheets.protectedRanges.editors")["sheets"][0]["protectedRanges"][0]
    assert seen["editors"]["users"] == [setting.host.email, setting.robot.email, "ana@example.com"]
    with pytest.raises(Refused):
        setting.player.type("A1", "2")


def test_holes_only_in_whole_tabs_and_on_them(setting: Setting) -> None:
    with pytest.raises(APIError, match="only supported on protected sheets"):
        lock(setting, grid(0, 1, 2), range=grid(0, 0, 9, 0, 9))
    with pytest.raises(APIError, match="must be on the protected sheet"):
        lock(setting, grid(setting.submit, 1, 2))


def test_roles_and_restrictions_hold_too(setting: Setting) -> None:
    google = setting.google
    google.share(setting.book, None, "reader")
    with pytest.raises(Refused, match="does not have permission"):
        setting.player.type("A1", "1")
    google.share(setting.book, None, "none")
    with pytest.raises(Refused, match="does not have permission"):
        setting.player.type("A1", "1")
    google.share(setting.book, setting.robot, "reader")
    with pytest.raises(APIError) as error:
        setting.batch({"addSheet": {}})
    assert refusal(error) == (403, "The caller does not have permission")
    assert setting.get("properties.title")["properties"]["title"] == "Ana"


def test_copies_of_tabs_leave_protections_behind_unless_believed_otherwise() -> None:
    for carried in (False, True):
        setting = Setting(Behaviour(guards_copied=carried))
        with mocked(setting.google):
            lock(setting)
            other = setting.google.spreadsheet("Other", setting.host, writers=[setting.robot])
            setting.ask("post", "/sheets/0:copyTo", {"destinationSpreadsheetId": other})
        assert bool(setting.google.world.spreadsheets[other].sheets[1].guards) is carried


def test_copies_of_files_keep_protections_with_the_copier_alone() -> None:
    setting = Setting()
    with mocked(setting.google):
        lock(setting, grid(0, 2, 4))
        copy = setting.ask("post", f"https://www.googleapis.com/drive/v3/files/{setting.book}/copy", {"name": "Copy"}, setting.host).json()["id"]
    guard = setting.google.world.spreadsheets[copy].sheets[0].guards[0]
    assert guard.users == (setting.host.email,)
    assert guard.open
    assert setting.google.world.spreadsheets[setting.book].sheets[0].guards[0].users != guard.users


def test_a_player_needs_a_spreadsheet_that_there_is() -> None:
    google = Emulator()
    with pytest.raises(KeyError):
        Player(google, "nowhere").type("A1", "1")
