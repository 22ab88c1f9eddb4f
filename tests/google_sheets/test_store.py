"""What the Google store asks of Google, request by request, and what it makes of what players do to their spreadsheets.

Must not look into the store: requests are counted by the emulator.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from croupier.core.sheet import Heading
from croupier.sheets.base import Receipt, Snapshot, answers
from croupier.sheets.google import marks
from emulator import Behaviour, Refused
from google_sheets.boards import FIRST, NINE, SEAT, SMALL_FORM, board, given, jobs, laid_out, read, silent, small, wanted
from google_sheets.kit import Table, table

LIST, GET, CELLS, BATCH = "drive.files.list", "sheets.spreadsheets.get", "sheets.spreadsheets.getByDataFilter", "sheets.spreadsheets.batchUpdate"
BELIEFS = {
    "as believed": Behaviour(),
    "no names in responseRanges": Behaviour(names_in_response_ranges=False),
    "no cells in the reply": Behaviour(grid_in_response=False),
    "bands not shown": Behaviour(bands_shown=False),
    "theme alone": Behaviour(theme_with_plain=False),
    "plain cells bare": Behaviour(plain_cells_have_format=False),
}


# Requests -----------------------------------------------------------------------------------------------------------


def test_a_deadline_of_nine_seats_takes_nineteen_requests() -> None:
    with table(*NINE) as found:
        laid_out(found, FIRST)
        store = found.store()
        snapshots = store.read_many(jobs(NINE, FIRST), silent, lock=True)
        assert [snapshot.stamp for snapshot in snapshots if isinstance(snapshot, Snapshot)] == [board(seat, FIRST)[0].stamp for seat in NINE]
        assert found.asked() == {LIST: 1, BATCH: 9}
        assert store.bring_many(wanted(NINE), silent) == [True] * 9
        assert found.asked() == {BATCH: 9}
        assert store.bring_many(wanted(NINE), silent) == [False] * 9
        assert found.asked() == {}
        assert found.store().bring_many(wanted(NINE), silent) == [False] * 9
        assert found.asked() == {LIST: 1, GET: 9}
        assert found.clock.slept == []


def test_a_look_before_the_deadline_takes_one_request_a_seat_and_one_a_receipt() -> None:
    seats = NINE[:2]
    with table(*seats) as found:
        laid_out(found)
        store = found.store()
        store.read_many(jobs(seats), silent, lock=False)
        for seat in seats:
            store.receipt(seat, receipt("1"))
        assert found.asked() == {LIST: 1, CELLS: 2, BATCH: 2}


def test_a_form_is_laid_out_in_one_request(one: Table) -> None:
    one.give("02-new")
    one.asked()
    assert one.store().bring(*wanted(("02-new",))[0])
    assert one.asked() == {GET: 2, BATCH: 1}
    assert [sheet.title for sheet in one.player("02-new").book.sheets] == ["Board", "Submit", "Inbox", "Rules"]


def test_progress_counts_up_to_all() -> None:
    with table(*NINE[:3]) as found:
        found.store().bring_many([(seat, small(seat, "1")) for seat in NINE[:3]], silent)
        told: list[tuple[str, int, int]] = []
        found.store().read_many([(seat, small(seat, "1"), SMALL_FORM) for seat in NINE[:3]], lambda *what: told.append(what), lock=False)
        assert told == [("Reading workbooks", number, 3) for number in range(4)]


def test_many_seats_keep_to_the_quota() -> None:
    seats = tuple(f"{number:02d}-seat" for number in range(1, 31))
    with table(*seats) as found:
        found.store().bring_many([(seat, small(seat, "1")) for seat in seats], silent)
        found.clock.now += 61
        store = found.store()
        store.read_many([(seat, small(seat, "1"), SMALL_FORM) for seat in seats], silent, lock=True)
        store.bring_many([(seat, small(seat, "2")) for seat in seats], silent)
        assert not any(entry.status == 429 for entry in found.emulator.log)
        assert found.clock.slept and max(found.clock.slept) <= 60


# What is not checked of Google --------------------------------------------------------------------------------------


@pytest.mark.parametrize("belief", BELIEFS)
def test_a_locked_reading_is_the_same_whatever_google_does(belief: str) -> None:
    with table(SEAT, behaviour=BELIEFS[belief]) as found:
        laid_out(found)
        workbook, form = board(SEAT)
        found.fill(SEAT, workbook, form, {"bids": {"Desk Job": "$7"}, "board": ["Wa De/wo /Ro o/Sl ? Sl o . E/E", *["."] * 8]})
        open_ = found.store().read(SEAT, workbook, form)
        locked = found.store().lock_and_read(SEAT, workbook, form)
        assert locked == open_
        assert answers(form, locked)["bids"] == {"Desk Job": "$7"}
        assert answers(form, locked)["board"][0] == "Wa De/wo ./Ro o/Sl ? Sl o . E/E"
        with pytest.raises(Refused):
            found.player(SEAT).type(f"{marks.PREFIX}bid_8", "9")
        assert found.store().lock_and_read(SEAT, workbook, form) == locked


@pytest.mark.parametrize("belief", ["no names in responseRanges", "no cells in the reply"])
def test_the_slow_way_is_learned_once(belief: str) -> None:
    with table(*NINE, behaviour=BELIEFS[belief]) as found:
        found.store().bring_many([(seat, small(seat, "1")) for seat in NINE], silent)
        store = found.store()
        store.lock_and_read(NINE[0], small(NINE[0], "1"), SMALL_FORM)
        found.asked()
        store.read_many([(seat, small(seat, "1"), SMALL_FORM) for seat in NINE[1:]], silent, lock=True)
        assert found.asked() == {BATCH: 8, CELLS: 8}


# Locks --------------------------------------------------------------------------------------------------------------


def test_a_lock_holds_back_players_until_it_is_opened(one: Table) -> None:
    workbook, _ = board(SEAT)
    bid = f"{marks.PREFIX}bid_8"
    one.player(SEAT).type(bid, "1")
    read(one, lock=True)
    with pytest.raises(Refused):
        one.player(SEAT).type(bid, "2")
    assert one.store().unlock(SEAT, workbook)
    one.player(SEAT).type(bid, "3")
    one.player(SEAT).paint("Board!A1", "#ff0000")
    assert not one.store().unlock(SEAT, workbook)
    assert given(one)["bids"] == {"Desk Job": "3"}


def test_inputs_open_where_they_are_after_rows_came(one: Table) -> None:
    workbook, _ = board(SEAT)
    one.owner(SEAT).insert_rows("Submit", 3, 2)
    read(one, lock=True)
    one.store().unlock(SEAT, workbook)
    one.player(SEAT).type(f"{marks.PREFIX}bid_8", "3")
    with pytest.raises(Refused):
        one.player(SEAT).type("Submit!A1", "3")


def test_the_next_form_is_open(one: Table) -> None:
    read(one, lock=True)
    store = one.store()
    store.lock_and_read(SEAT, *board(SEAT))
    store.bring(SEAT, board(SEAT, FIRST)[0])
    one.player(SEAT).type(f"{marks.PREFIX}bid_1", "3")
    assert given(one, FIRST)["bids"] == {"Wolfman A": "3"}


def test_a_player_edits_only_what_is_open(one: Table) -> None:
    for act in (
        lambda player: player.type("Submit!A1", "x"),
        lambda player: player.paint("Board!A9", "#00ff00"),
        lambda player: player.rename_tab("Submit", "Mine"),
        lambda player: player.delete_tab("Rules"),
        lambda player: player.insert_rows("Board", 2),
    ):
        with pytest.raises(Refused):
            act(one.player(SEAT))


# When it was saved --------------------------------------------------------------------------------------------------


def moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def test_a_snapshot_says_when_somebody_last_changed_it(one: Table) -> None:
    saved = one.clock.now
    one.player(SEAT).type(f"{marks.PREFIX}bid_8", "1")
    one.clock.now += 500
    assert read(one, lock=True).saved_at == moment(saved)
    one.clock.now += 500
    assert read(one, lock=True).saved_at == moment(saved)  # croupier's own lock is nobody's change
    one.clock.now += 500
    store = one.store()
    store.lock_and_read(SEAT, *board(SEAT))
    store.receipt(SEAT, receipt("1"))
    assert read(one).saved_at == moment(saved)


def test_a_receipt_is_no_change_and_what_a_player_does_after_it_is_one(one: Table) -> None:
    saved = one.clock.now
    one.player(SEAT).type(f"{marks.PREFIX}bid_8", "1")
    one.clock.now += 500
    store = one.store()
    store.read(SEAT, *board(SEAT))
    store.receipt(SEAT, receipt("1"))
    assert read(one).saved_at == moment(saved)
    one.clock.now += 60
    one.player(SEAT).type(f"{marks.PREFIX}bid_8", "2")
    assert read(one).saved_at == moment(one.clock.now)


# Receipts -----------------------------------------------------------------------------------------------------------


def receipt(read_at: str) -> Receipt:
    heading = Heading("Match 2", "Ana", "Auction 1", "Thu 3 Dec 2026, 21:59", "What stands here counts.", "Tell the host.")
    return Receipt(heading, "02-auction-2", ("$7 for Desk Job",), ("Submit!C5: =1+1 is no amount.",), read_at=read_at)


def test_a_receipt_stands_in_the_inbox_as_text(one: Table) -> None:
    store = one.store()
    store.read(SEAT, *board(SEAT))
    store.receipt(SEAT, receipt("noon"))
    shown = one.player(SEAT).value(f"{marks.PREFIX}receipt")
    assert shown is not None
    text = shown["stringValue"]
    assert text.startswith("Receipt · Auction 1\nRead on noon.")
    assert "✓ $7 for Desk Job" in text and "✗ Submit!C5: =1+1 is no amount." in text
    one.asked()
    again = one.store()
    again.read(SEAT, *board(SEAT))
    again.receipt(SEAT, receipt("noon"))
    assert one.asked() == {LIST: 1, CELLS: 1}
    one.store().bring(SEAT, board(SEAT, FIRST)[0])
    assert one.player(SEAT).value(f"{marks.PREFIX}receipt") is None
