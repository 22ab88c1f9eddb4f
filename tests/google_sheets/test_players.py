"""What the Google store makes of what players and hosts do to their spreadsheets, and of files that cannot be used.

Must not look into the store.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from croupier.core.forms import Form
from croupier.core.problems import HostError
from croupier.core.sheet import Workbook
from croupier.sheets.base import Snapshot, Unreadable, answers, cells
from croupier.sheets.google import marks
from croupier.sheets.google.errors import SignInFailed
from croupier.sheets.google.store import GoogleStore
from emulator import Behaviour, Emulator, Fault, Faults, Kind, Player
from google_sheets.boards import FIRST, NINE, SEAT, SMALL_FORM, board, given, jobs, laid_out, read, silent, small
from google_sheets.kit import Table, table

LIST, GET, CELLS, BATCH = "drive.files.list", "sheets.spreadsheets.get", "sheets.spreadsheets.getByDataFilter", "sheets.spreadsheets.batchUpdate"


# What players and hosts do ------------------------------------------------------------------------------------------


def test_renamed_tabs_are_read_all_the_same(one: Table) -> None:
    one.player(SEAT).type(f"{marks.PREFIX}bid_8", "7")
    one.owner(SEAT).rename_tab("Submit", "O'Hara's")
    found = read(one, lock=True)
    form = board(SEAT)[1]
    assert answers(form, found)["bids"] == {"Desk Job": "7"}
    assert cells(form, found)["bids/Desk Job"].ref == "O'Hara's!C22"
    assert any("renamed" in remark for remark in found.remarks)
    store = one.store()
    store.read(SEAT, *board(SEAT))
    store.bring(SEAT, board(SEAT, FIRST)[0])
    assert "Submit" in [sheet.title for sheet in one.player(SEAT).book.sheets]


@pytest.mark.parametrize("lock", [False, True])
def test_a_deleted_tab_is_told_with_its_remedy(one: Table, lock: bool) -> None:
    one.owner(SEAT).delete_tab("Submit")
    with pytest.raises(Unreadable, match="its tab Submit was deleted") as refusal:
        read(one, lock=lock)
    assert "Version history" in refusal.value.remedy
    assert refusal.value.place.startswith("https://docs.google.com/spreadsheets/d/")


@pytest.mark.parametrize("lock", [False, True])
def test_a_deleted_tab_without_inputs_troubles_nobody(one: Table, lock: bool) -> None:
    one.owner(SEAT).delete_tab("Rules")
    read(one, lock=lock)
    store = one.store()
    store.bring(SEAT, board(SEAT, FIRST)[0])
    assert "Rules" in [sheet.title for sheet in one.player(SEAT).book.sheets]


def test_inserted_rows_are_followed(one: Table) -> None:
    one.player(SEAT).type(f"{marks.PREFIX}bid_8", "7")
    before = given(one)
    one.owner(SEAT).insert_rows("Submit", 3, 2)
    one.owner(SEAT).insert_rows("Board", 0, 3)
    found = read(one, lock=True)
    form = board(SEAT)[1]
    assert answers(form, found) == before
    assert cells(form, found)["bids/Desk Job"].ref == "Submit!C24"
    assert cells(form, found)["board/C4"].ref == "Board!C7"


def test_rows_inside_a_board_stop_everything(one: Table) -> None:
    one.owner(SEAT).insert_rows("Board", 4, 1)
    with pytest.raises(Unreadable, match="“board” has 10 rows and 9 columns now, not 9 and 9"):
        read(one)


def test_lost_names_are_lost_inputs(one: Table) -> None:
    owner = one.owner(SEAT)
    names = {name.name: name.id for name in owner.book.names}
    owner.do({"deleteNamedRange": {"namedRangeId": names[f"{marks.PREFIX}bid_8"]}})
    assert read(one).fields["bid_8"].kind == "lost"
    assert read(one).fields["bid_8"].ref == "Submit!C22"
    bids = [identifier for name, identifier in names.items() if name.startswith(f"{marks.PREFIX}bid_") and name != f"{marks.PREFIX}bid_8"]
    owner.do(*({"deleteNamedRange": {"namedRangeId": identifier}} for identifier in bids))
    with pytest.raises(Unreadable, match="Submit has lost the names of all its inputs"):
        read(one)
    owner.do({"deleteNamedRange": {"namedRangeId": names[f"{marks.PREFIX}board"]}})
    with pytest.raises(Unreadable):
        read(one, lock=True)


@pytest.mark.parametrize("with_plain", [True, False])
def test_colours_of_the_theme_are_what_this_spreadsheet_says(with_plain: bool) -> None:
    with table(SEAT, behaviour=Behaviour(theme_with_plain=with_plain)) as found:
        laid_out(found)
        found.player(SEAT).paint("Board!A1", theme="ACCENT1")
        found.player(SEAT).paint("Board!B1", "#fbbc04")
        found.player(SEAT).paint("Board!C1", "#000000")
        found.player(SEAT).paint("Board!D1", "#ffffff")
        row = read(found).grids["board"][0]
        assert [cell.colour for cell in row[:5]] == ["4285f4", "fbbc04", "000000", "ffffff", None]
        theme = [{"colorType": "ACCENT1", "color": {"rgbColor": {"red": 0.07843138, "green": 0.37254903, "blue": 0.50980395}}}]
        others = [
            {"colorType": name, "color": {"rgbColor": {}}}
            for name in ("TEXT", "BACKGROUND", "ACCENT2", "ACCENT3", "ACCENT4", "ACCENT5", "ACCENT6", "LINK")
        ]
        properties = {"spreadsheetTheme": {"primaryFontFamily": "Arial", "themeColors": theme + others}}
        found.owner(SEAT).do({"updateSpreadsheetProperties": {"properties": properties, "fields": "spreadsheetTheme"}})
        assert read(found).grids["board"][0][0].colour == "145f82"


def test_merged_squares_are_told(one: Table) -> None:
    one.owner(SEAT).merge("Board!A1:B2")
    rows = read(one).grids["board"]
    assert [(cell.kind, cell.value) for cell in (rows[0][1], rows[1][0], rows[1][1])] == [("merged", "A1:B2")] * 3
    assert rows[0][0].kind == "blank"


def test_alternating_colours_and_tables_are_not_taken_for_paint() -> None:
    for shown in (True, False):
        with table(SEAT, behaviour=Behaviour(bands_shown=shown)) as found:
            laid_out(found)
            found.player(SEAT).paint("Board!A1", "#00ff00")
            found.player(SEAT).paint("Board!B2")
            found.owner(SEAT).band("Board!A1:B2", "#eeeeee", "#dddddd")
            snapshot = read(found)
            assert snapshot.grids["board"][0][0].colour == "00ff00"
            assert snapshot.grids["board"][1][1].kind == "unplain-fill"
            assert snapshot.grids["board"][2][8].kind == "blank"
            assert any("alternating colours" in remark for remark in snapshot.remarks)


def test_conditional_formats_show_other_colours_than_count(one: Table) -> None:
    one.player(SEAT).paint("Board!A1", "#00ff00")
    one.owner(SEAT).conditional_format("Board!A1:B1", "#ff0000", {"type": "BLANK"})
    snapshot = read(one)
    assert [cell.colour for cell in snapshot.grids["board"][0][:2]] == ["00ff00", None]
    assert any("conditional formatting shows other colours than were painted in Board!A1, Board!B1" in remark for remark in snapshot.remarks)


def test_hidden_rows_and_lost_protection_are_remarked_on(one: Table) -> None:
    one.owner(SEAT).hide_rows("Board", 2)
    one.owner(SEAT).do(*({"deleteProtectedRange": {"protectedRangeId": guard.number}} for guard in one.owner(SEAT).tab("Submit").guards))
    remarks = read(one).remarks
    assert any("rows with inputs of Board are hidden" in remark for remark in remarks)
    assert any("protection of Submit is gone" in remark for remark in remarks)
    assert read(one, lock=True).remarks == remarks


def test_every_kind_of_value_is_told(one: Table) -> None:
    player, bid = one.player(SEAT), f"{marks.PREFIX}bid_1"

    def typed(text: str, kind: str = "GENERAL", pattern: str = "") -> tuple[str, object]:
        one.owner(SEAT).do(
            {
                "repeatCell": {
                    "range": player.area(bid)[1].json(),
                    "cell": {"userEnteredFormat": {"numberFormat": {"type": kind, "pattern": pattern}}} if pattern else {"userEnteredFormat": {}},
                    "fields": "userEnteredFormat.numberFormat",
                }
            }
        )
        player.type(bid, text)
        cell = read(one).fields["bid_1"]
        return cell.kind, cell.value

    assert typed("=1+1", "TEXT", "@") == ("text", "=1+1")
    assert typed("7") == ("number", 7)
    assert typed("7.5") == ("number", 7.5)
    assert typed("TRUE") == ("bool", True)
    assert typed("3/4/2026") == ("date", "2026-03-04T00:00:00")
    assert typed("=1+1") == ("formula", "=1+1")
    assert typed("  ", "TEXT", "@") == ("blank", None)
    assert typed("３-4", "TEXT", "@") == ("text", "３-4")


# Trouble ------------------------------------------------------------------------------------------------------------

TROUBLES: dict[Kind, str] = {
    Kind.PERMISSION_LOST: "not shared with croupier",
    Kind.READ_ONLY: "may look at it, but not edit it",
    Kind.MISSING: "no such file",
    Kind.BINNED: "in the bin",
    Kind.OFFICE_FILE: "uploaded Excel file",
}


def two_small(found: Table) -> list[tuple[str, Workbook, Form]]:
    seats = NINE[:2]
    found.store().bring_many([(seat, small(seat, "1")) for seat in seats], silent)
    return [(seat, small(seat, "1"), SMALL_FORM) for seat in seats]


@pytest.mark.parametrize("kind", TROUBLES)
def test_a_file_that_cannot_be_used_is_told_and_the_others_are_read(kind: Kind) -> None:
    with table(*NINE[:2]) as found:
        looked_at = two_small(found)
        found.emulator.faults = Faults.of(Fault(kind, spreadsheet=found.ids[NINE[1]]))
        results = found.store().read_many(looked_at, silent, lock=True)
        assert [isinstance(result, Unreadable) for result in results] == [False, True]
        fault = results[1]
        assert isinstance(fault, Unreadable)
        assert TROUBLES[kind] in fault.trouble and fault.remedy and found.ids[NINE[1]] in fault.place
        found.emulator.faults.heal()
        results = found.store().read_many(looked_at, silent, lock=True)
        assert not any(isinstance(result, Unreadable) for result in results)


@pytest.mark.parametrize("kind", [Kind.PERMISSION_LOST, Kind.READ_ONLY, Kind.MISSING])
def test_permission_that_goes_between_the_list_and_the_reading(kind: Kind) -> None:
    with table(*NINE[:2]) as found:
        looked_at = two_small(found)
        found.emulator.faults = Faults.of(Fault(kind, at=2, spreadsheet=found.ids[NINE[1]]))
        results = found.store().read_many(looked_at, silent, lock=True)
        assert isinstance(results[0], Snapshot)
        assert isinstance(results[1], (Unreadable, Snapshot))  # two workers: it may have been read a moment before
        again = found.store().read_many(looked_at, silent, lock=True)
        assert isinstance(again[1], Unreadable)


def test_a_sign_in_that_was_taken_back_ends_the_run(one: Table) -> None:
    one.emulator.faults = Faults.of(Fault(Kind.TOKEN_REVOKED))
    with pytest.raises(SignInFailed) as refusal:
        one.store().read_many(jobs((SEAT,)), silent, lock=True)
    assert "ya29" not in str(refusal.value) and refusal.value.next_step


def test_an_interface_that_is_off_ends_the_run_with_its_link(one: Table) -> None:
    one.emulator.disabled = {"sheets"}
    with pytest.raises(SignInFailed, match="Sheets API is not switched on") as refusal:
        read(one)
    assert "https://console.developers.google.com/apis/api/sheets.googleapis.com/overview?project=" in refusal.value.next_step


def test_two_seats_cannot_have_one_spreadsheet(one: Table) -> None:
    one.ids["02-bo"] = one.ids[SEAT]
    with pytest.raises(HostError, match="01-seat and 02-bo have the same spreadsheet"):
        one.store()


def test_another_seats_spreadsheet_is_never_written_over(one: Table) -> None:
    with pytest.raises(HostError, match="holds a form of match-2/01-seat"):
        GoogleStore(one.http(), {"02-bo": one.ids[SEAT]}, one.robot.email).bring("02-bo", board("02-bo", FIRST)[0])


def test_what_is_typed_stays_when_a_form_is_brought_again_otherwise(one: Table) -> None:
    workbook, form = board(SEAT)
    one.player(SEAT).type(f"{marks.PREFIX}bid_8", "7")
    inbox = next(tab for tab in workbook.tabs if tab.title == "Inbox")
    told = replace(inbox, cells=(*inbox.cells, replace(inbox.cells[-1], row=30, value="News")))
    newer = replace(workbook, tabs=tuple(told if tab is inbox else tab for tab in workbook.tabs))
    assert one.store().bring(SEAT, newer)
    assert one.player(SEAT).value("Inbox!B30") == {"stringValue": "News"}
    assert answers(form, one.store().read(SEAT, newer, form))["bids"] == {"Desk Job": "7"}
    assert not one.store().bring(SEAT, newer)


def test_tabs_of_others_stay_and_make_way() -> None:
    with table(SEAT) as found:
        player = Player(found.emulator, found.ids[SEAT], found.host)
        player.rename_tab("Sheet1", "Submit")
        player.type("Submit!A1", "mine")
        laid_out(found)
        assert [sheet.title for sheet in player.book.sheets] == ["Board", "Submit", "Inbox", "Rules", "Submit (2)"]
        assert player.value("'Submit (2)'!A1") == {"stringValue": "mine"}


def test_a_foreign_language_does_not_change_formulas_nor_values() -> None:
    with table(SEAT) as found:
        found.owner(SEAT).set_locale("de_DE")
        laid_out(found)
        assert found.owner(SEAT).book.locale == "en_US"
        found.owner(SEAT).set_locale("de_DE")
        found.player(SEAT).type(f"{marks.PREFIX}bid_8", "1,000")
        assert given(found)["bids"] == {"Desk Job": "1,000"}


MESSES: dict[str, Callable[[Player], object]] = {
    "merge": lambda player: player.merge("Board!A1:C3"),
    "band": lambda player: player.band("Board!A1:C3", "#eeeeee", "#dddddd"),
    "table": lambda player: player.make_table("Submit!A1:C3"),
    "rules": lambda player: player.conditional_format("Board!A1:C3", "#ff0000"),
    "rename": lambda player: player.rename_tab("Board", "Mine"),
    "swap": lambda player: (player.rename_tab("Board", "x"), player.rename_tab("Submit", "Board"), player.rename_tab("x", "Submit")),
    "delete": lambda player: player.delete_tab("Board"),
    "rows": lambda player: player.insert_rows("Board", 2, 5),
    "fewer rows": lambda player: player.delete_rows("Board", 2, 5),
    "shrunk": lambda player: (
        player.do({"unmergeCells": {"range": {"sheetId": player.tab("Board").number}}}),
        player.resize("Board", rows=3, columns=3),
    ),
    "hidden": lambda player: player.hide_tab("Submit"),
    "hidden rows": lambda player: player.hide_rows("Submit", 0, 3),
    "typed": lambda player: player.type("Submit!A1:Z20", "x"),
    "moved": lambda player: player.move_tab("Board", 3),
    "protections": lambda player: player.do(*({"deleteProtectedRange": {"protectedRangeId": one.number}} for one in player.tab("Board").guards)),
    "names": lambda player: player.do(*({"deleteNamedRange": {"namedRangeId": one.id}} for one in player.book.names)),
    "other names": lambda player: player.do(
        {"addNamedRange": {"namedRange": {"name": "croupier_mine", "range": player.area("Submit!A1:B2")[1].json()}}}
    ),
}


def shape(emulator: Emulator, identifier: str) -> object:
    """All that a spreadsheet holds, but for numbers that Google gave out."""
    book = emulator.world.spreadsheets[identifier]
    sheets = [
        (
            sheet.number,
            sheet.title,
            sheet.rows,
            sheet.columns,
            sheet.hidden,
            sheet.extra,
            sheet.grid,
            {place: cell for place, cell in sheet.cells.items() if cell != type(cell)()},
            {(axis, at): value for (axis, at), value in sheet.lines.items() if value and at < (sheet.rows if axis == "ROWS" else sheet.columns)},
            sorted(map(repr, sheet.merges)),
            [(guard.number, guard.box, guard.open, guard.users, guard.description) for guard in sheet.guards],
            sheet.bands,
            sheet.rules,
            sheet.tables,
        )
        for sheet in book.sheets
    ]
    return (
        book.locale,
        sheets,
        sorted((name.name, repr(name.box)) for name in book.names),
        sorted((one.key, one.value or "") for one in book.metadata),
    )


@pytest.mark.parametrize("mess", MESSES)
def test_the_next_form_is_the_same_whatever_was_done_to_the_last(one: Table, mess: str) -> None:
    one.give("09-clean")
    one.ids["09-clean"], clean = one.ids["09-clean"], one.ids["09-clean"]
    GoogleStore(one.http(), {SEAT: clean}, one.robot.email).bring(SEAT, board(SEAT, FIRST)[0])
    MESSES[mess](one.owner(SEAT))
    for seen in (False, True):
        store = one.store()
        checkpoint = one.emulator.checkpoint()
        if seen:
            try:
                store.lock_and_read(SEAT, *board(SEAT))
            except Unreadable:
                continue
            MESSES["typed"](one.owner(SEAT)) if mess not in ("swap", "rename") else None
        assert store.bring(SEAT, board(SEAT, FIRST)[0])
        assert shape(one.emulator, one.ids[SEAT]) == shape(one.emulator, clean)
        one.emulator.restore(checkpoint)
