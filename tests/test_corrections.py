"""The host's corrections: what each changes, what it refuses, and that nothing handed in is lost by one.

Must not look into a game's rules; what a ruling may do to a seat is the game's own test.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from croupier import corrections, desk, logbook, status, sync
from croupier.core.problems import HostError
from croupier.corrections import Correction
from croupier.handins import Decisions
from croupier.publish import public_match, publish
from croupier.sheets.base import Unreadable, answers, named_cell
from croupier.sheets.fill import fill
from croupier.sheets.xlsx import XlsxStore
from host import WHY, Host, Terminal
from table import BEGINNING

BIDS = {"Ana": {"bids": {"Wolfman": "117"}}, "Bo": {"bids": {"Nightmare": "$70"}}, "Cy": {"bids": {"Walls": "2"}}}
BOARD = [". . . . E", ". Wo o . .", ". Wo o . .", ". . . . .", "S . . . ."]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    host = Host(tmp_path / "season")
    host.hand_in(BIDS)
    return host


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """A match at its first step that nothing has been done to, nor may be."""
    host = Host(tmp_path_factory.mktemp("still") / "season")
    host.hand_in(BIDS)
    return host


def _refused(host: Host, plan: Callable[[], object]) -> HostError:
    """The error of a correction that changes nothing."""
    before = host.journal()
    with pytest.raises(HostError) as fault:
        plan()
    assert host.journal() == before
    assert "\n" not in fault.value.message + fault.value.next_step and fault.value.next_step
    return fault.value


def _last(host: Host) -> Any:
    """The last entry of the journal but for deliveries."""
    return [entry for entry in host.match.entries if entry.kind != "delivered"][-1]


# Deadlines --------------------------------------------------------------------------------------------------------


def _deadlines(host: Host, numbers: int = 4) -> list[str]:
    return [host.match.calendar.deadline(number).isoformat() for number in range(numbers)]


def test_extend_by_days_moves_this_deadline_and_those_after_it(host: Host) -> None:
    planned = corrections.plan_extend(host.folder, None, 2, WHY, host.now)
    assert "from Sun 22 Nov 2026, 21:59" in planned.lines[0] and "to Tue 24 Nov 2026, 21:59" in planned.lines[0]
    host.apply(planned)
    assert _deadlines(host, 3) == ["2026-11-24T21:59:00-05:00", "2026-11-25T21:59:00-05:00", "2026-11-26T21:59:00-05:00"]
    assert _last(host).body == {"number": 0, "to": "2026-11-24 21:59", "reason": WHY}
    with pytest.raises(HostError, match="is open until Tue 24 Nov"):
        host.sync(now=datetime(2026, 11, 23, 12, tzinfo=UTC))


def test_extend_to_a_time_on_the_wall_clock(host: Host) -> None:
    host.extend(to="2026-11-23 08:30")
    assert _deadlines(host, 2) == ["2026-11-23T08:30:00-05:00", "2026-11-24T08:30:00-05:00"]
    host.sync()
    assert host.match.deadline.isoformat() == "2026-11-24T08:30:00-05:00"


def test_a_deadline_can_be_moved_again_and_nearer(host: Host) -> None:
    host.extend(days=5)
    host.extend(days=-4)
    assert _deadlines(host, 2) == ["2026-11-23T21:59:00-05:00", "2026-11-24T21:59:00-05:00"]
    host.sync()
    host.extend(days=1)
    assert _deadlines(host, 3) == ["2026-11-23T21:59:00-05:00", "2026-11-25T21:59:00-05:00", "2026-11-26T21:59:00-05:00"]


def test_what_was_extended_first_follows_a_later_change_before_it(host: Host) -> None:
    host.sync()
    host.extend(days=7)
    host.roll_back()
    host.extend(to="2026-12-10 20:00")
    assert _deadlines(host, 2) == ["2026-12-10T20:00:00-05:00", "2026-12-11T20:00:00-05:00"]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("2027-11-06 21:59", ["2027-11-07T21:59:00-05:00", "2027-11-08T21:59:00-05:00"]),
        ("2027-11-05 21:59", ["2027-11-06T21:59:00-04:00", "2027-11-07T21:59:00-05:00"]),
        ("2027-03-13 21:59", ["2027-03-14T21:59:00-04:00", "2027-03-15T21:59:00-04:00"]),
        ("2027-03-13 02:30", ["2027-03-14T03:30:00-04:00", "2027-03-15T02:30:00-04:00"]),
        ("2027-11-06 01:30", ["2027-11-07T01:30:00-04:00", "2027-11-08T01:30:00-05:00"]),
    ],
)
def test_the_wall_clock_counts_across_daylight_saving(host: Host, first: str, expected: list[str]) -> None:
    host.extend(to=first)
    host.extend(days=1)
    assert _deadlines(host, 2) == expected


@pytest.mark.parametrize(
    ("to", "days", "words"),
    [
        (None, None, "say how far"),
        ("2026-12-03 21:59", 1, "say how far"),
        (None, 0, "already"),
        ("2026-11-22 21:59", None, "already"),
        (None, -3, "has passed"),
        ("2026-11-20 07:59", None, "has passed"),
        ("2020-01-01 00:00", None, "has passed"),
        ("tomorrow", None, "no date and time"),
        ("2026-12-03", None, "no date and time"),
        ("", None, "no date and time"),
        ("2026-13-45 21:59", None, "no date and time"),
        ("9999-01-01 00:00", None, "no year"),
        (None, 400_000, "no year"),
        (None, -800_000, "every calendar"),
        (None, 10**12, "every calendar"),
    ],
)
def test_what_is_no_later_deadline_is_refused(still: Host, to: str | None, days: int | None, words: str) -> None:
    assert words in _refused(still, lambda: still.extend(to, days)).message


def test_the_new_deadline_stands_in_the_receipts(host: Host) -> None:
    host.extend(days=2)
    for seat in ("01-ana", "02-bo", "03-cy"):
        assert "Tue 24 Nov 2026, 21:59" in host.store.receipts[seat]


# Pauses -----------------------------------------------------------------------------------------------------------


def test_in_a_pause_nothing_is_resolved_but_all_can_be_looked_at(host: Host) -> None:
    host.pause()
    for early in (False, True):
        with pytest.raises(HostError, match="small-match is paused") as fault:
            host.sync(early=early)
        assert fault.value.next_step == "go on with: croupier resume small-match"
    host.check()
    assert "Wolfman: $117." in host.store.receipts["01-ana"]
    assert "The match is paused." in status.overview(host.folder, host.now)[1]
    assert status.next_deadline(host.match, host.now) == "the match is paused; go on with: croupier resume small-match"


@pytest.mark.parametrize(
    ("paused", "resumed", "deadline"),
    [
        ("2026-11-22T12:00-05:00", "2026-11-22T13:00-05:00", "2026-11-23T21:59:00-05:00"),
        ("2026-11-22T12:00-05:00", "2026-11-22T12:00-05:00", "2026-11-22T21:59:00-05:00"),
        ("2026-11-21T12:00-05:00", "2026-12-01T11:00-05:00", "2026-12-02T21:59:00-05:00"),
        ("2026-11-22T21:58-05:00", "2026-12-01T11:00-05:00", "2026-12-01T21:59:00-05:00"),
        ("2026-11-22T22:30-05:00", "2026-11-22T23:00-05:00", "2026-11-23T21:59:00-05:00"),
        ("2026-11-22T22:30-05:00", "2026-11-25T22:15-05:00", "2026-11-26T21:59:00-05:00"),
        ("2026-11-21T22:00-05:00", "2027-03-13T21:59-05:00", "2027-03-15T21:59:00-04:00"),
        ("2026-11-21T22:00-05:00", "2027-03-13T20:59-05:00", "2027-03-14T21:59:00-04:00"),
    ],
)
def test_after_a_pause_nobody_has_less_time_at_the_same_time_of_day(host: Host, paused: str, resumed: str, deadline: str) -> None:
    host.now = datetime.fromisoformat(paused)
    left = max(host.match.deadline.astimezone(UTC) - host.now, timedelta(0))
    host.pause()
    host.now = datetime.fromisoformat(resumed)
    planned = corrections.plan_resume(host.folder, WHY, host.now)
    assert "goes on" in planned.lines[0]
    host.apply(planned)
    assert host.match.deadline.isoformat() == deadline
    assert host.match.deadline.astimezone(UTC) - host.now >= left
    assert not host.match.paused and host.sync().resolved


def test_a_deadline_moved_in_a_pause_counts(host: Host) -> None:
    host.pause()
    host.extend(days=3)
    host.now += timedelta(hours=1)
    host.resume()
    assert host.match.deadline.isoformat() == "2026-11-26T21:59:00-05:00"


def test_a_second_pause_is_measured_from_its_own_beginning(host: Host) -> None:
    host.pause()
    host.resume()
    host.now = datetime.fromisoformat("2026-11-22T21:00-05:00")
    host.pause()
    host.now += timedelta(minutes=50)
    host.resume()
    assert host.match.deadline.isoformat() == "2026-11-23T21:59:00-05:00", "nine minutes are less than 59"
    host.now = datetime.fromisoformat("2026-11-23T12:00-05:00")
    host.pause()
    host.now = datetime.fromisoformat("2026-11-30T12:00-05:00")
    host.resume()
    assert host.match.deadline.isoformat() == "2026-11-30T21:59:00-05:00", "as much as was left this time, not the first time"


def test_a_match_cannot_be_paused_twice_nor_resumed_unpaused(host: Host) -> None:
    assert "not paused" in _refused(host, host.resume).message
    host.pause()
    assert "paused already" in _refused(host, host.pause).message
    host.resume()
    assert "not paused" in _refused(host, host.resume).message


# Another person ---------------------------------------------------------------------------------------------------


def test_replace_keeps_the_seats_name_and_workbook(host: Host) -> None:
    before = host.match
    host.replace("Bo", "eve#5", "Asia/Tokyo")
    after = host.match
    assert (after.seat_ids, after.form_name, after.state) == (before.seat_ids, before.form_name, before.state)
    assert _last(host).body == {"seat": "Bo", "contact": "eve#5", "zone": "Asia/Tokyo", "reason": WHY}
    assert "Nightmare goes to Bo." in host.sync().public


@pytest.mark.parametrize("seat", ["Eve", "", "02-bo"])
def test_an_unknown_seat_is_refused(still: Host, seat: str) -> None:
    for plan in (lambda: still.replace(seat, "eve"), lambda: still.rule(seat, "money", "+5"), lambda: still.rule(seat, "void")):
        fault = _refused(still, plan)
        assert "there is no seat" in fault.message and fault.next_step == "the seats are: Ana, Bo, Cy"


@pytest.mark.parametrize("seat", ["bo", " BO "])
def test_capitals_and_blanks_of_a_seats_name_do_not_matter(still: Host, seat: str) -> None:
    planned = still.plan_rule(seat, "money", "+5")
    assert planned.body["seat"] == "Bo"


def test_a_zone_that_is_none_is_refused(still: Host) -> None:
    assert "no time zone" in _refused(still, lambda: still.replace("Bo", "eve", "Atlantis/Capital")).message


# Rulings ----------------------------------------------------------------------------------------------------------


def test_a_ruling_on_money_makes_a_new_edition_and_loses_nothing(host: Host) -> None:
    planned = host.plan_rule("Ana", "money", "+50")
    assert planned.lines[0].startswith("Ana: money +50.") and "new edition" in planned.lines[1]
    host.apply(planned)
    assert host.match.form_name == "01-auction-1-v2"
    assert host.match.state.seat("Ana").cash == 550
    report = host.sync()
    assert "Wolfman goes to Ana." in report.public and "Nightmare goes to Bo." in report.public
    assert host.match.state.seat("Ana").cash == 550 - 117
    assert host.match.form_name == "02-auction-2"


def test_a_seat_is_told_of_its_ruling_in_the_new_edition_and_nobody_else(host: Host) -> None:
    host.rule("Ana", "money", "+50")
    texts = {seat: str(host.store.wanted(seat, "01-auction-1-v2")) for seat in ("01-ana", "02-bo", "03-cy")}
    assert "+$50" in texts["01-ana"] and WHY in texts["01-ana"]
    assert not any(WHY in texts[seat] or "+$50" in texts[seat] for seat in ("02-bo", "03-cy"))


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("money", "-501", "cannot lose 501"),
        ("money", "much", "no change"),
        ("money", "", "no change"),
        ("garnets", "-1", "cannot lose 1"),
        ("give", "Wolfman", "nothing is placed"),
        ("take", "B3", "no piece at B3"),
        ("screams", "+5", "no ruling 'screams'"),
        ("late", "", "no step has been decided"),
        ("void", "", "no step has been decided"),
        ("late", "+5", "means nothing"),
        ("void", "Wolfman", "means nothing"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused(still: Host, what: str, value: str, words: str) -> None:
    assert words in _refused(still, lambda: still.rule("Ana", what, value)).message


def test_after_the_end_nothing_is_ruled_moved_or_replaced(host: Host) -> None:
    while not host.match.finished:
        host.sync()
    for plan in (
        lambda: host.rule("Ana", "money", "+5"),
        lambda: host.extend(days=1),
        host.pause,
        host.resume,
        lambda: host.replace("Bo", "eve"),
    ):
        fault = _refused(host, plan)
        assert fault.message == "small-match is over" and "croupier rollback small-match" in fault.next_step


REASONLESS: list[Callable[[Host, str], object]] = [
    lambda host, reason: host.extend(days=1, reason=reason),
    lambda host, reason: host.pause(reason),
    lambda host, reason: host.replace("Bo", "eve", reason=reason),
    lambda host, reason: host.rule("Ana", "money", "+5", reason),
    lambda host, reason: host.rule("Cy", "void", reason=reason),
    lambda host, reason: host.roll_back(reason),
]


@pytest.mark.parametrize("correct", REASONLESS)
def test_every_correction_needs_a_reason_which_is_kept_on_one_line(host: Host, correct: Callable[[Host, str], object]) -> None:
    host.sync()
    for nothing in ("", "  \n", "\u200b", "\u200d", "\x1b"):
        assert "needs a reason" in _refused(host, partial(correct, host, nothing)).message
    correct(host, " the sheet\n was \x1b[31mwrong\u202e ")
    assert _last(host).body["reason"] == "the sheet was [31mwrong"


def test_every_reason_comes_out_with_the_reveal_and_none_before(host: Host) -> None:
    for number, correct in enumerate(REASONLESS[:4]):
        correct(host, f"reason {number}")
    host.resume("reason of the end of the pause")
    host.sync()
    host.rule("Cy", "void", reason="reason of the void")
    host.roll_back("reason of the roll-back")
    while not host.match.finished:
        assert "reason" not in str(public_match(host.match).rulings).casefold()
        assert len(public_match(host.match).rulings) == 7
        host.sync()
    told = [words for _, words in public_match(host.match).rulings]
    assert [words.partition(" Because: ")[2] for words in told] == [
        *[f"reason {number}" for number in range(4)],
        "reason of the end of the pause",
        "reason of the void",
        "reason of the roll-back",
    ]
    assert told[3].startswith("Ruling on Ana: money +5.") and told[5].startswith("auction-1 was decided anew (void: Cy).")
    assert told[2].startswith("Bo has changed hands.") and not any("eve" in words.split("Because")[0] for words in told)


# Nothing typed is lost --------------------------------------------------------------------------------------------


def test_all_that_was_typed_is_in_the_new_edition(host: Host) -> None:
    host.sync()
    board = ["/x . . . E", ". Wo o . .", ". Wo o/q . .", ". ? . Ni/wo .", "S . . . ."]
    odd = {"Ana": {"board": board, "place": {"Wolfman": {"at": "b2", "turn": "90°"}}, "bids": {"Grunkle-In-a-Box": "99.50"}}}
    odd |= {"Bo": {"bids": {"Grunkle-In-a-Box": "=1+1"}}, "Cy": {"bids": {"Grunkle-In-a-Box": 7}}}
    host.hand_in(odd)
    before = {seat: host.stands(seat) for seat in host.match.asked}
    for number in (2, 3, 4):
        host.rule("Cy", "money", "+5")
        assert host.match.form_name == f"02-auction-2-v{number}"
        assert {seat: host.stands(seat) for seat in host.match.asked} == before


def test_what_a_new_form_asks_elsewhere_is_carried_there(host: Host) -> None:
    """One Wall has a line called Wall; of two the first is called Wall 1."""
    host.hand_in({"Cy": {"bids": {"Walls": "1"}}})
    host.sync()
    line = {"at": "B2", "turn": "0"}
    host.hand_in({"Cy": {"place": {"Wall": line}}})
    host.rule("Cy", "give", "Wall")
    assert host.stands("Cy")["place"] == {"Wall 1": line}
    host.rule("Cy", "take", "Wall")
    assert host.stands("Cy")["place"] == {"Wall": line}


def test_a_piece_that_is_taken_is_not_painted_again_by_what_was_carried(host: Host) -> None:
    """The old edition's board showed it; read as painted it would be taken for the piece that waits."""
    host.hand_in({"Ana": {"bids": {"Wolfman": "117", "Walls": "1"}}})
    host.sync()
    host.hand_in({"Ana": {"board": BOARD, "place": {"Wall": {"at": "E5"}}, "bids": {"Grunkle-In-a-Box": "5"}}})
    host.sync()
    host.rule("Ana", "give", "Wolfman")
    host.hand_in({"Ana": {"board": [". . . . E", ". Wo o . .", ". Wo o . .", ". . . . .", "S . Ni . ."]}})
    host.rule("Ana", "take", "B2")
    rows = host.stands("Ana")["board"]
    assert not any("Wo" in row or "o" in row.split() for row in rows)
    assert rows[4].split()[2] == "Ni", "what the player has painted is there"
    host.sync()
    assert [piece.scare for piece in host.match.state.seat("Ana").pieces if piece.scare == "Wolfman"] == []


def test_where_a_piece_stands_now_nothing_is_painted(host: Host) -> None:
    """A late hand-in has put a Wolfman where the next board was painted already."""
    host.sync()
    host.hand_in({"Ana": {"bids": {"Grunkle-In-a-Box": "5"}}})
    host.sync()
    host.hand_in({"Ana": {"board": [". . . . E", ". Gr Gr . .", ". . . . .", ". . . . .", "S . . . ."]}})
    _fill_last(host, "Ana", {"board": BOARD})
    host.rule("Ana", "late")
    assert [piece.at for piece in host.match.state.seat("Ana").pieces] == ["B2"]
    assert host.stands("Ana")["board"][1].split()[1:3] == ["Wo/Wo", "Gr"]


def test_a_workbook_that_cannot_be_read_stops_a_ruling(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in it could not be carried."""
    read = host.store.read

    def damaged(seat_id: str, *more: Any) -> Any:
        if seat_id == "02-bo":
            raise Unreadable("boards/02-bo/01-auction-1.xlsx", "the file is broken", "Restore it from a copy")
        return read(seat_id, *more)

    before = host.journal()
    with monkeypatch.context() as patch:
        patch.setattr(host.store, "read", damaged)
        with pytest.raises(HostError, match="would be lost") as fault:
            host.rule("Ana", "money", "+50")
        assert "Bo: boards/02-bo" in fault.value.message
        assert host.journal() == before
        host.extend(days=1)
    assert "02-bo" not in host.store.receipts or "Nothing has come in" not in host.store.receipts["02-bo"]


def test_a_ruling_waits_until_an_earlier_run_is_finished(host: Host) -> None:
    def broken() -> None:
        raise RuntimeError("the power went out")

    planned = host.plan_rule("Ana", "money", "+50")
    with pytest.raises(RuntimeError):
        corrections.apply(host.folder, planned, host.store, broken, host.now)
    assert "did not get to its end" in _refused(host, lambda: host.rule("Ana", "money", "+50")).message
    assert "did not get to its end" in status.next_deadline(host.match, host.now)
    host.sync()
    assert host.match.state.seat("Ana").cash == 550


# Late and void ----------------------------------------------------------------------------------------------------


def _fill_last(host: Host, seat: str, given: dict[str, Any]) -> None:
    before = host.match.before_last()
    host.store.fill(before.seat_ids[seat], before.form_name, before.asked[seat], given)


def test_a_late_hand_in_decides_the_step_anew(host: Host) -> None:
    host.sync()
    _fill_last(host, "Cy", {"bids": {"Wolfman": "118", "Walls": ""}})
    planned = host.plan_rule("Cy", "late")
    assert "auction-1 is decided anew, with the hand-in of Cy as it is now." in planned.lines
    told = "\n".join(planned.lines)
    assert "Wolfman goes to Ana." in told.split("Public then:")[0] and "Wolfman goes to Cy." in told.split("Public then:")[1]
    host.apply(planned)
    assert host.match.state.seat("Cy").won == ("Wolfman",) and host.match.state.seat("Ana").won == ()
    assert host.match.state.seat("Bo").won == ("Nightmare",), "the others as they were"
    assert host.match.form_name == "02-auction-2-v2"
    entry = _last(host)
    assert (entry.body["ruling"], entry.body["seat"], entry.body["replaces"], entry.body["reason"]) == ("late", "Cy", 3, WHY)
    assert sorted(entry.body["snapshots"]) == ["Ana", "Bo", "Cy"]


def test_a_void_hand_in_counts_as_absent(host: Host) -> None:
    host.sync(decisions=Decisions(late="take"))
    host.rule("Ana", "void")
    assert host.match.state.seat("Ana").won == () and host.match.state.seat("Ana").cash == 500
    assert host.match.resolved[-1].answers["Ana"] is None
    entry = _last(host)
    assert sorted(entry.body["snapshots"]) == ["Bo", "Cy"] and entry.body["decisions"]["late"] == "take"


def test_late_and_void_of_the_next_step_keep_what_was_typed_there(host: Host) -> None:
    host.sync()
    host.hand_in({"Ana": {"bids": {"Grunkle-In-a-Box": "5"}, "board": BOARD}, "Bo": {"bids": {"Grunkle-In-a-Box": "6"}}})
    before = {seat: host.stands(seat) for seat in ("Ana", "Bo", "Cy")}
    host.rule("Cy", "void")
    assert host.match.form_name == "02-auction-2-v2"
    after = {seat: host.stands(seat) for seat in ("Ana", "Bo", "Cy")}
    assert (after["Ana"], after["Bo"]) == (before["Ana"], before["Bo"]) and after["Bo"]["bids"] == {"Grunkle-In-a-Box": "6"}
    host.sync()
    assert [piece.scare for piece in host.match.state.seat("Ana").pieces] == ["Wolfman"]


def test_one_late_hand_in_after_another(host: Host) -> None:
    """Each reads the edition of the step that the seat had in hand."""
    host.rule("Bo", "money", "+5")
    host.sync()
    _fill_last(host, "Cy", {"bids": {"Wolfman": "118", "Walls": ""}})
    host.rule("Cy", "late")
    assert host.match.before_last().form_name == "01-auction-1-v2"
    _fill_last(host, "Ana", {"bids": {"Wolfman": "119"}})
    host.rule("Ana", "late")
    assert host.match.state.seat("Ana").won == ("Wolfman",)
    host.rule("Ana", "void")
    assert host.match.state.seat("Cy").won == ("Wolfman",)
    assert host.match.state.seat("Bo").cash == 505 - 70
    assert host.match.form_name == "02-auction-2-v4"


def test_what_would_change_nothing_is_refused(host: Host) -> None:
    host.hand_in({"Cy": {"bids": {"Walls": ""}}})
    host.sync()
    assert "what stands in its workbook has been taken already" in _refused(host, lambda: host.rule("Ana", "late")).message
    assert "nothing was taken from it already" in _refused(host, lambda: host.rule("Cy", "void")).message
    assert "nothing was taken from it already" in _refused(host, lambda: host.rule("Cy", "late")).message


def test_a_lost_workbook_cannot_be_taken_late(host: Host) -> None:
    host.sync()
    host.store.lose("03-cy", "01-auction-1")
    fault = _refused(host, lambda: host.rule("Cy", "late"))
    assert "memory:03-cy/01-auction-1" in fault.message


def test_rulings_since_have_to_be_taken_back_first(host: Host) -> None:
    host.sync()
    host.rule("Ana", "money", "+5")
    assert "there are rulings since" in _refused(host, lambda: host.rule("Cy", "void")).message
    host.roll_back()
    host.rule("Cy", "void")


def test_a_seat_that_was_asked_nothing_is_refused(host: Host) -> None:
    while not host.match.finished:
        host.sync()
    others = [seat for seat in host.match.table.seats if seat not in host.match.before_last().asked]
    assert others
    assert "was asked nothing in ceremony" in _refused(host, lambda: host.rule(others[0], "void")).message


def test_the_deadline_of_the_text_is_the_present_one(host: Host) -> None:
    host.sync()
    host.extend(days=3)
    planned = host.plan_rule("Cy", "void")
    stamp = f"<t:{int(host.match.deadline.timestamp())}:F>"
    assert sum(stamp in line for line in planned.lines) == 2


# Roll-backs -------------------------------------------------------------------------------------------------------


def test_a_roll_back_brings_the_step_back_with_what_was_handed_in(host: Host) -> None:
    first = host.sync().public
    events = host.events()
    planned = corrections.plan_rollback(host.folder, WHY)
    told = "\n".join(planned.lines)
    assert "Takes back the deadline of auction-1" in told and "already public" in told and "Wolfman goes to Ana." in told
    assert "workbooks of 01-auction-1, until Sun 22 Nov 2026, 21:59" in told
    host.apply(planned)
    assert host.match.form_name == "01-auction-1" and not host.match.resolved
    assert host.stands("Ana")["bids"] == {"Wolfman": "117"}
    assert _last(host).body == {"entry": 3, "step": 2, "phase": "auction-1", "reason": WHY}
    assert host.sync(now=host.match.deadline + timedelta(hours=2)).public == first
    assert host.events() == events, "the same draws"
    assert host.match.form_name == "02-auction-2-v2"


def test_what_was_taken_back_stays_in_the_journal(host: Host) -> None:
    host.sync()
    before = host.journal()
    host.roll_back()
    assert host.journal().startswith(before)


def test_twice_in_a_row_and_then_on_again(host: Host) -> None:
    host.sync()
    host.hand_in({"Ana": {"board": BOARD, "bids": {"Grunkle-In-a-Box": "5"}}})
    stood = host.stands("Ana")
    host.sync()
    events = host.events()
    host.roll_back()
    assert host.match.form_name == "02-auction-2" and host.stands("Ana") == stood
    host.roll_back()
    assert host.match.form_name == "01-auction-1" and host.stands("Bo")["bids"] == {"Nightmare": "$70"}
    host.sync()
    assert host.match.form_name == "02-auction-2-v2"
    host.hand_in({"Ana": {"board": BOARD, "bids": {"Grunkle-In-a-Box": "5"}}})
    host.sync(early=True)
    assert host.events() == events
    assert host.match.form_name == "03-entrants-v2"


def test_a_ruling_is_taken_back_with_its_edition(host: Host) -> None:
    host.rule("Ana", "money", "+50")
    host.rule("Bo", "money", "-50")
    assert host.match.form_name == "01-auction-1-v3"
    planned = corrections.plan_rollback(host.folder, WHY)
    assert "Takes back the ruling on Bo (money -50)." in planned.lines[0] and not any("already public" in line for line in planned.lines)
    host.apply(planned)
    assert host.match.form_name == "01-auction-1-v2"
    assert [host.match.state.seat(seat).cash for seat in ("Ana", "Bo")] == [550, 500]
    host.roll_back()
    assert host.match.form_name == "01-auction-1" and host.match.state.seat("Ana").cash == 500
    host.rule("Ana", "money", "+50")
    assert host.match.form_name == "01-auction-1-v4", "another ruling, though it says the same"


@pytest.mark.parametrize("what", ["late", "void"])
def test_a_late_or_voided_hand_in_is_taken_back_to_what_was_decided_first(host: Host, what: str) -> None:
    host.sync()
    events = host.events()
    _fill_last(host, "Ana", {"bids": {"Wolfman": "118"}})
    host.hand_in({"Cy": {"bids": {"Grunkle-In-a-Box": "9"}}})
    host.rule("Ana", what)
    assert host.events() != events and host.match.form_name == "02-auction-2-v2"
    planned = corrections.plan_rollback(host.folder, WHY)
    assert f"Takes back the ruling on Ana ({what}); auction-1 is as it was decided first" in planned.lines[0]
    host.apply(planned)
    assert host.events() == events and host.match.form_name == "02-auction-2"
    assert host.stands("Cy")["bids"] == {"Grunkle-In-a-Box": "9"}
    host.roll_back()
    assert host.match.form_name == "01-auction-1"


def test_where_nothing_was_done_nothing_is_taken_back(host: Host) -> None:
    assert "nothing to take back" in _refused(host, host.roll_back).message
    host.extend(days=1)
    assert "nothing to take back" in _refused(host, host.roll_back).message


def test_the_end_is_taken_back_but_never_what_was_revealed(host: Host) -> None:
    while not host.match.finished:
        host.sync()
    seed, shown = host.match.seed, public_match(host.match)
    planned = corrections.plan_rollback(host.folder, WHY)
    assert "The reveal has been published: the seed and all that was shown stay public." in planned.lines
    host.apply(planned)
    assert not host.match.finished and host.match.seed == seed
    after = public_match(host.match)
    assert (after.seed, after.view, after.phases, after.current) == (seed, shown.view, shown.phases, None)
    assert after.rulings[-1][1] == f"The result of ceremony was taken back. Because: {WHY}"
    host.roll_back("again")
    assert public_match(host.match).view == shown.view
    host.hand_in({"Ana": {"bids": {"Grunkle-In-a-Box": "3"}}} if host.match.phase == "auction-2" else {})
    while not host.match.finished:
        host.sync(early=True)
    assert host.kinds().count("revealed") == 1
    assert public_match(host.match).seed == seed


def test_the_same_end_comes_again(host: Host) -> None:
    while not host.match.finished:
        host.sync()
    events = host.events()
    for _ in range(3):
        host.roll_back()
    while not host.match.finished:
        host.sync(early=True)
    assert host.events() == events


# Between plan and deed --------------------------------------------------------------------------------------------

PLANS: list[Callable[[Host], Correction]] = [
    lambda host: corrections.plan_extend(host.folder, None, 1, WHY, host.now),
    lambda host: corrections.plan_pause(host.folder, WHY),
    lambda host: corrections.plan_replace(host.folder, "Bo", "eve", "", WHY),
    lambda host: host.plan_rule("Ana", "money", "+5"),
    lambda host: host.plan_rule("Cy", "void"),
    lambda host: corrections.plan_rollback(host.folder, WHY),
]


@pytest.mark.parametrize("plan", PLANS)
def test_a_correction_is_refused_if_the_match_went_on_since_it_was_planned(host: Host, plan: Callable[[Host], Correction]) -> None:
    host.sync()
    planned = plan(host)
    host.sync()
    fault = _refused(host, lambda: host.apply(planned))
    assert "has gone on since" in fault.message and fault.next_step == "give the command again"


@pytest.mark.parametrize("plan", PLANS)
def test_planning_changes_nothing(host: Host, plan: Callable[[Host], Correction]) -> None:
    host.sync()
    before, published = host.journal(), host.published
    planned = plan(host)
    assert planned.lines and host.journal() == before and host.published == published
    host.apply(planned)
    assert host.published == published + 1 and host.match.delivered


@pytest.mark.parametrize("plan", PLANS)
def test_a_correction_that_was_cut_off_is_finished_by_the_next_run(host: Host, plan: Callable[[Host], Correction]) -> None:
    host.sync()
    resolved = host.kinds().count("resolved")

    def broken() -> None:
        raise RuntimeError("the power went out")

    planned = plan(host)
    with pytest.raises(RuntimeError):
        corrections.apply(host.folder, planned, host.store, broken, host.now)
    if planned.kind == "replaced":
        return
    assert not host.match.delivered
    assert host.sync().finished_earlier
    assert host.match.delivered and host.kinds().count("resolved") == resolved + (planned.kind == "resolved")


def test_two_runs_cannot_meet_over_a_correction(host: Host) -> None:
    planned = host.plan_rule("Ana", "money", "+5")
    with host.folder.lock(), pytest.raises(HostError, match="another croupier"):
        host.apply(planned)


# On the command line ----------------------------------------------------------------------------------------------

COMMANDS = {
    "extend": ("extend", "small-match", "--days", "1"),
    "pause": ("pause", "small-match"),
    "resume": ("resume", "small-match"),
    "replace": ("replace", "small-match", "Bo", "--contact", "eve#5"),
    "rule": ("rule", "small-match", "Ana", "money", "+50"),
    "void": ("rule", "small-match", "Ana", "void"),
    "rollback": ("rollback", "small-match"),
}
SHOWN = {
    "extend": "The deadline of auction-2 moves",
    "pause": "is paused; nothing is resolved",
    "resume": "goes on. The deadline of auction-2 is",
    "replace": "The seat Bo is held by eve#5",
    "rule": "Ana: money +50.",
    "void": "auction-1 is decided anew",
    "rollback": "Takes back the deadline of auction-1",
}


@pytest.fixture
def terminal(host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """A match at its second step."""
    host.sync()
    return Terminal(host, monkeypatch, capsys)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_shows_what_it_will_change_and_asks(terminal: Terminal, command: str) -> None:
    host = terminal.host
    if command == "resume":
        host.pause()
    before, words = host.journal(), (*COMMANDS[command], "--reason", WHY)
    for answer in ("n\n", "\n", "perhaps\nno\n", ""):
        found, out, err = terminal.run(*words, typed=answer)
        assert found == 2 and SHOWN[command] in out and "Do this?" in out, answer
        assert err.splitlines()[-2:] == ["croupier: nothing was changed", "Next: give the command again if you think better of it"]
        assert host.journal() == before
    found, out, err = terminal.run(*words, typed="y\n")
    assert found == 0 and err == "" and "Done, and noted in the journal." in out and out.splitlines()[-1].startswith("Next: ")
    assert _last(host).body["reason"] == WHY


def test_money_can_be_taken_on_the_command_line(terminal: Terminal) -> None:
    """A value that begins like an option is none."""
    assert terminal.run("rule", "small-match", "Bo", "money", "-20", "--reason", WHY, "--yes")[0] == 0
    assert terminal.host.match.state.seat("Bo").cash == 500 - 70 - 20


@pytest.mark.parametrize("command", ["rule", "rollback"])
def test_yes_skips_the_question_but_not_what_will_change(terminal: Terminal, command: str) -> None:
    found, out, _ = terminal.run(*COMMANDS[command], "--reason", WHY, "--yes")
    assert found == 0 and SHOWN[command] in out and "Do this?" not in out
    assert _last(terminal.host).body["reason"] == WHY


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "resume"])
def test_without_a_reason_a_command_is_one_line_and_a_next_step(terminal: Terminal, command: str) -> None:
    found, out, err = terminal.run(*COMMANDS[command], "--yes")
    assert (found, out) == (2, "")
    assert err.splitlines() == ["croupier: a correction needs a reason; it is shown at the reveal", 'Next: give one: --reason "…"']


@pytest.mark.parametrize(
    "words",
    [
        ("extend", "small-match", "--reason", WHY),
        ("extend", "small-match", "--to", "soon", "--reason", WHY),
        ("extend", "other-match", "--days", "1", "--reason", WHY),
        ("resume", "small-match"),
        ("replace", "small-match", "Eve", "--reason", WHY),
        ("rule", "small-match", "Ana", "money", "much", "--reason", WHY),
        ("rule", "small-match", "Ana", "dance", "--reason", WHY),
        ("history", "other-match"),
    ],
)
def test_every_error_is_one_line_and_a_next_step(terminal: Terminal, words: tuple[str, ...]) -> None:
    before = terminal.host.journal()
    found, out, err = terminal.run(*words)
    assert found == 2 and out == ""
    assert len(err.splitlines()) == 2 and err.splitlines()[0].startswith("croupier: ") and err.splitlines()[1].startswith("Next: ")
    assert terminal.host.journal() == before


def test_after_a_crash_the_command_given_again_does_nothing_twice(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("the power went out")

    host, words = terminal.host, (*COMMANDS["rule"], "--reason", WHY, "--yes")
    with monkeypatch.context() as patch:
        patch.setattr("croupier.cli_corrections.publish", lambda place: broken())
        assert terminal.run(*words)[0] == 70
    found, _, err = terminal.run(*words)
    assert found == 2 and "had not got to its end" in err
    assert "croupier history small-match --host" in err
    assert host.match.delivered and host.match.state.seat("Ana").cash == 500 - 117 + 50
    assert terminal.run(*words)[0] == 0
    assert host.match.state.seat("Ana").cash == 500 - 117 + 100


# Secrets ----------------------------------------------------------------------------------------------------------

CONTACT, ZONE, REASON, AMOUNT = "canarycontact@example.org", "Pacific/Chatham", "CANARYREASON", "71317"


@pytest.fixture(scope="module")
def corrected(tmp_path_factory: pytest.TempPathFactory) -> Host:
    """A match in which every correction was made, each with a secret in it."""
    host = Host(tmp_path_factory.mktemp("corrected") / "season")
    host.hand_in(BIDS)
    host.sync()
    host.rule("Bo", "money", f"+{AMOUNT}", REASON)
    host.rule("Bo", "give", "Wolfman", REASON)
    host.roll_back(REASON)
    host.roll_back(REASON)
    host.rule("Cy", "void", reason=REASON)
    host.replace("Cy", CONTACT, ZONE, REASON)
    host.extend(days=1, reason=REASON)
    host.pause(REASON)
    host.resume(REASON)
    host.rule("Bo", "money", f"+{AMOUNT}", REASON)
    return host


def test_what_is_shown_by_default_tells_no_seat_no_reason_and_no_amount(
    corrected: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal(corrected, monkeypatch, capsys)
    for command in ("history", "status"):
        found, out, err = terminal.run(command, "small-match")
        assert found == 0
        for secret in (CONTACT, ZONE, "Chatham", REASON, AMOUNT, "71,317", "Because"):
            assert secret not in out + err, f"{secret} in {command}"
        private = out if command == "history" else out.split("\n\n")[0]
        assert not [seat for seat in ("Ana", "Bo", "Cy") if seat in private], command


def test_what_the_host_asks_for_tells_all(corrected: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = Terminal(corrected, monkeypatch, capsys).run("history", "small-match", "--host")
    for told in (CONTACT, REASON, f"Ruling on Bo: money +{AMOUNT}", "Ruling on Bo: give Wolfman", "auction-1 was decided anew (void: Cy)", "Because"):
        assert told in out
    kinds = [entry.kind for entry in corrected.match.entries if entry.kind not in ("delivered", "snapshot")]
    assert len([line for line in out.splitlines() if re.match(r"[A-Z][a-z][a-z] \d+ Nov 2026", line)]) == len(kinds)


def test_no_seats_files_tell_of_another_seats_ruling(corrected: Host) -> None:
    for seat, seat_id in corrected.match.seat_ids.items():
        text = str(corrected.store.wanted(seat_id, corrected.match.form_name)) + corrected.store.receipts[seat_id]
        assert (REASON in text) == (seat in ("Bo", "Cy"))  # Cy is told why his hand-in does not count
        assert (AMOUNT in text.replace(",", "")) == (seat == "Bo")
        assert CONTACT not in text and ZONE not in text


def _site(host: Host) -> dict[str, bytes]:
    """Every file of the built site, and the names of them all."""
    html = publish(host.season)
    files = {path.relative_to(html).as_posix(): path for path in sorted(html.rglob("*")) if path.is_file()}
    packed = {name: gzip.decompress(path.read_bytes()) for name, path in files.items() if path.suffix == ".gz"}
    return {name: path.read_bytes() for name, path in files.items()} | packed | {"names": "\n".join(files).encode()}


def test_the_built_site_tells_no_seat_and_no_reason_before_the_end(corrected: Host) -> None:
    site = _site(corrected)
    pages = b"".join(site.values())
    for secret in (CONTACT, "canarycontact", ZONE, "Chatham", REASON, AMOUNT, "71,317"):
        assert secret.casefold().encode() not in pages.lower(), secret


def test_what_can_be_published_tells_no_seat_and_no_reason_before_the_end_and_never_who_holds_a_seat(corrected: Host) -> None:
    while not corrected.match.finished:
        public = public_match(corrected.match)
        for secret in (CONTACT, "Chatham", REASON, AMOUNT, "71,317"):
            assert secret not in str(public), corrected.match.phase
        assert len(public.rulings) == 10
        assert not any(seat in words for _, words in public.rulings for seat in ("Ana", "Bo", "Cy"))
        report = corrected.sync()
        assert REASON not in report.public and AMOUNT not in report.public and CONTACT not in report.public
    public = public_match(corrected.match)
    assert REASON in str(public.rulings) and f"money +{AMOUNT}" in str(public.rulings), "the reveal tells what was ruled and why"
    for secret in (CONTACT, "canarycontact", ZONE, "Chatham"):
        assert secret not in str(public)
        assert secret not in "\n".join(logbook.log_lines(corrected.match, host=False))
    assert any(CONTACT in line for line in logbook.log_lines(corrected.match, host=True))
    pages = b"".join(_site(corrected).values())
    assert REASON.encode() in pages, "the canary can be found at all"
    assert not [secret for secret in (CONTACT, "canarycontact", ZONE, "Chatham") if secret.casefold().encode() in pages.lower()]


# Workbooks as files -----------------------------------------------------------------------------------------------


def test_what_was_typed_into_a_file_is_in_the_file_of_the_new_edition(
    host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    host.sync()
    terminal = Terminal(host, monkeypatch, capsys, files=True)
    match = host.match
    given = {"board": ["/x . . . E", ". Wo o . .", ". Wo o . .", ". ? . . .", "S . . . ."], "bids": {"Grunkle-In-a-Box": "99.50"}}
    given["place"] = {"Wolfman": {"at": "b2", "turn": 90}}
    fill(host.folder.boards / "01-ana/02-auction-2.xlsx", match.asked["Ana"], given)
    assert terminal.run("rule", "small-match", "Bo", "money", "+5", "--reason", WHY, "--yes")[0] == 0
    match = host.match
    workbook = desk.workbook(match, "Ana")
    assert workbook.title == "02-auction-2-v2"
    read = terminal.files.read("01-ana", workbook, match.asked["Ana"])
    given["board"] = ["./x . . . E/E", ". Wo o . .", ". Wo o . .", ". ? . . .", "S/S . . . ."]
    assert answers(match.asked["Ana"], read) == given
    assert read.fields["turn_1"].kind == "number"
    assert named_cell(workbook, "bid_1")[1].value == "99.50"


def test_a_roll_back_sets_the_forms_aside_that_came_of_what_is_taken_back(tmp_path: Path) -> None:
    host = Host(tmp_path / "season")
    files = XlsxStore(host.folder.boards, pause=lambda _: None)
    host.store = files
    sync.deliver(host.folder, files, host.publish, BEGINNING)
    host.sync()
    seat = host.folder.boards / "02-bo"
    typed = (seat / "02-auction-2.xlsx").read_bytes()
    planned = corrections.plan_rollback(host.folder, WHY)
    assert any("set aside" in line for line in planned.lines)
    host.apply(planned)
    assert sorted(path.name for path in seat.glob("*.xlsx")) == ["01-auction-1.xlsx", "02-auction-2 (taken back, does not count).xlsx"]
    assert (seat / "02-auction-2 (taken back, does not count).xlsx").read_bytes() == typed
