"""What befalls a spreadsheet between two requests: it shows, it heals, and it leaves alone what others have changed since.

Must not plan faults of requests; those are tried in test_faults.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from gspread.exceptions import APIError

from emulator import DISASTERS, Fault, Faults, Kind, mocked
from emulator.conftest import DRIVE, Setting
from emulator.test_faults import write
from emulator.test_reply_facts import grid


def prepared() -> Setting:
    """A board with everything that disasters can take away."""
    setting = Setting()
    with mocked(setting.google):
        setting.batch(
            {"addNamedRange": {"namedRange": {"name": "bid", "range": grid(0, 1, 2, 1, 2)}}},
            {"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}, "unprotectedRanges": [grid(0, 1, 3, 1, 3)], "editors": {}}}},
            {"createDeveloperMetadata": {"developerMetadata": {"metadataKey": "m", "visibility": "DOCUMENT", "location": {"sheetId": 0}}}},
        )
    setting.player.type("bid", "59")
    setting.player.type("C2", "60")
    setting.owner.type("A9", "below")
    setting.player.paint("B2", "00ff00")
    return setting


def _refused(act: Callable[[], object], words: str) -> bool:
    with pytest.raises(APIError, match=words):
        act()
    return True


def _sheet(setting: Setting) -> Any:
    return setting.google.world.spreadsheets[setting.book].sheets[0]


SIGNS: dict[Kind, Callable[[Setting], Any]] = {
    Kind.PERMISSION_LOST: lambda setting: _refused(setting.get, "does not have permission"),
    Kind.READ_ONLY: lambda setting: bool(setting.get()) and _refused(lambda: write(setting), "does not have permission"),
    Kind.MISSING: lambda setting: _refused(setting.get, "Requested entity was not found"),
    Kind.BINNED: lambda setting: setting.ask("get", f"{DRIVE}/files/{setting.book}", fields="trashed").json()["trashed"],
    Kind.OFFICE_FILE: lambda setting: _refused(setting.get, "not supported for this document"),
    Kind.TAB_RENAMED: lambda setting: _sheet(setting).title == "Board (old)",
    Kind.TAB_DELETED: lambda setting: _sheet(setting).number == setting.submit,
    Kind.ROWS_INSERTED: lambda setting: setting.player.value("Board!B4") == {"numberValue": 59},
    Kind.GRID_SHRUNK: lambda setting: _sheet(setting).rows == 1,
    Kind.THEME_PAINTED: lambda setting: setting.cell("Board!B2")["userEnteredFormat"]["backgroundColorStyle"] == {"themeColor": "ACCENT1"},
    Kind.MERGED: lambda setting: _sheet(setting).merges and setting.player.value("Board!C2") is None,
    Kind.CONDITIONAL_FORMAT: lambda setting: setting.cell("Board!B2")["effectiveFormat"]["backgroundColor"] == {"red": 1},
    Kind.BANDED: lambda setting: setting.get("sheets.bandedRanges")["sheets"][0],
    Kind.NAMES_DELETED: lambda setting: setting.get("namedRanges") == {},
    Kind.PROTECTION_REMOVED: lambda setting: setting.get("sheets.protectedRanges")["sheets"][0] == {},
    Kind.LOCALE_CHANGED: lambda setting: setting.get("properties.locale")["properties"]["locale"] == "de_DE",
    Kind.PLAYER_EDIT: lambda setting: setting.player.value("bid") == {"numberValue": 1},
}


@pytest.mark.parametrize("kind", sorted(DISASTERS))
def test_disasters_happen_before_the_request_and_heal(kind: Kind) -> None:
    setting = prepared()
    before = setting.google.checkpoint()
    with mocked(setting.google):
        setting.google.faults = Faults.of(Fault(kind))
        setting.ask("get", f"{DRIVE}/about", fields="user")
        assert SIGNS[kind](setting), "nothing is to be seen of it"
        assert setting.google.faults.fired[0].refused == ""
        setting.google.faults.heal()
        if kind != Kind.PLAYER_EDIT:
            after = setting.google.world
            assert after.spreadsheets == before.spreadsheets
            healed, file = after.files[setting.book], before.files[setting.book]
            same = ("name", "kind", "owner", "permissions", "parents", "trashed")
            assert [getattr(healed, name) for name in same] == [getattr(file, name) for name in same]
        write(setting)


def test_what_was_written_after_a_disaster_stays_when_it_heals() -> None:
    for kind in sorted(DISASTERS - {Kind.MISSING, Kind.PERMISSION_LOST, Kind.READ_ONLY, Kind.OFFICE_FILE}):
        setting = prepared()
        with mocked(setting.google):
            setting.google.faults = Faults.of(Fault(kind))
            value = {"start": {"sheetId": setting.submit}, "rows": [{"values": [{"note": "later"}]}], "fields": "note"}
            setting.batch({"updateCells": value})
            setting.google.faults.heal()
            assert setting.cell("Submit!A1") == {"note": "later", "effectiveFormat": setting.cell("Submit!A1")["effectiveFormat"]}, kind


def _unmerged(setting: Setting) -> None:
    setting.owner.unmerge("Board!B2")
    setting.owner.type("Board!C2", "61")


REPAIRS: dict[Kind, Callable[[Setting], None]] = {
    Kind.TAB_RENAMED: lambda setting: setting.owner.rename_tab("Board (old)", "Repaired"),
    Kind.TAB_DELETED: lambda setting: setting.owner.add_tab("Board"),
    Kind.ROWS_INSERTED: lambda setting: setting.owner.delete_rows("Board", 1, 2),
    Kind.GRID_SHRUNK: lambda setting: setting.owner.resize("Board", rows=50),
    Kind.THEME_PAINTED: lambda setting: setting.owner.paint("Board!B2:C3", "0000ff"),
    Kind.MERGED: _unmerged,
    Kind.LOCALE_CHANGED: lambda setting: setting.owner.set_locale("fr_FR"),
}


@pytest.mark.parametrize("kind", REPAIRS)
def test_what_somebody_has_set_right_is_not_touched_when_it_heals(kind: Kind) -> None:
    setting = prepared()
    with mocked(setting.google):
        setting.google.faults = Faults.of(Fault(kind))
        setting.ask("get", f"{DRIVE}/about", fields="user")
        REPAIRS[kind](setting)
        repaired = setting.google.checkpoint().spreadsheets
        setting.google.faults.heal()
        assert setting.google.world.spreadsheets == repaired or kind == Kind.GRID_SHRUNK
        assert _sheet(setting).rows == (50 if kind == Kind.GRID_SHRUNK else 1000)


def test_a_disaster_with_nothing_to_befall() -> None:
    setting = Setting()
    with mocked(setting.google):
        setting.google.faults = Faults.of(Fault(Kind.MISSING, times=3), Fault(Kind.MERGED, where="nowhere"))
        for _ in range(2):
            setting.ask("get", f"{DRIVE}/about", fields="user")
    assert [fired.refused != "" for fired in setting.google.faults.fired] == [False, True, True]
    setting.google.faults.heal()
    assert setting.book in setting.google.world.spreadsheets


def test_a_player_who_edits_between_lock_and_write_is_refused() -> None:
    setting = prepared()
    number = _sheet(setting).guards[0].number
    with mocked(setting.google):
        setting.google.faults = Faults.of(Fault(Kind.PLAYER_EDIT, at=2, where="bid", text="99"))
        change = {"protectedRange": {"protectedRangeId": number, "unprotectedRanges": []}, "fields": "unprotectedRanges"}
        setting.batch({"updateProtectedRange": change})
        setting.get()
    assert "protected cell" in setting.google.faults.fired[0].refused
    assert setting.player.value("bid") == {"numberValue": 59}


def test_an_act_of_one_s_own() -> None:
    setting = prepared()

    def act(book: str) -> Callable[[], None]:
        setting.owner.rename_tab("Submit", "Mine")
        return lambda: setting.owner.rename_tab("Mine", "Submit")

    with mocked(setting.google):
        setting.google.faults = Faults.of(Fault(Kind.PLAYER_EDIT, at=2, act=act))
        assert setting.get("sheets.properties.title")["sheets"][1]["properties"]["title"] == "Submit"
        assert setting.get("sheets.properties.title")["sheets"][1]["properties"]["title"] == "Mine"
    setting.google.faults.heal()
    assert setting.google.world.spreadsheets[setting.book].titled("Submit")
