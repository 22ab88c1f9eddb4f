"""Rulings from the control workbook: taken up once each, refused in words, and never lost.

Must not look into what a ruling does to a game; the corrections' own tests do that.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from controls import BIDS, MONEY, WHY, Controlled
from croupier import corrections, sync
from croupier.core.problems import HostError
from croupier.handins import Decisions
from croupier.sheets.base import Unreadable


@pytest.fixture(autouse=True)
def _no_rules_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.desk.rulebook", lambda slug: ())  # half of the time, and nothing to the point


@pytest.fixture
def desk(tmp_path: Path) -> Controlled:
    return Controlled(tmp_path / "season")


def _late(desk: Controlled, answers: dict[str, Any]) -> None:
    desk.store.now = (desk.match.deadline + timedelta(hours=1)).isoformat()
    desk.hand_in(answers)


def test_a_ruling_is_taken_up_with_its_reason_before_the_step_is_resolved(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.type({1: MONEY})
    report = desk.sync()
    assert desk.kinds() == ["opened", "delivered", "ruled", "delivered", "resolved", "delivered"]
    assert report.resolved and "Wolfman goes to Ana." in report.public
    assert desk.match.state.seat("Ana").cash == 550 - 117
    ruled = desk.bodies("ruled")[0]
    assert ruled["reason"] == WHY
    assert ruled["control_rows"] == [{"number": 1, "what": "money", "seat": "Ana", "value": "+50", "reason": WHY}]
    assert f"Ruling 1: money +50 for Ana. Because: {WHY}" in report.host
    assert any("taken up" in remark for remark in desk.control.remarks)


def test_it_is_taken_up_once_however_often_sync_runs(desk: Controlled) -> None:
    desk.type({1: MONEY})
    desk.sync()
    while not desk.match.finished:
        desk.sync()
    desk.sync()
    assert desk.kinds().count("ruled") == 1
    assert desk.typed() == {}
    assert 1 not in desk.states() and len(desk.states()) == 12
    taken = desk.row_of("Rulings", "1")
    assert taken[:5] == ["1", "money", "Ana", "+50", WHY] and taken[5].startswith("taken up on Sun 22 Nov 2026, 22:00 EST")


def test_the_same_ruling_in_two_rows_is_two_rulings(desk: Controlled) -> None:
    desk.type({1: MONEY, 2: MONEY})
    desk.sync()
    assert desk.kinds().count("ruled") == 2
    desk.type({3: MONEY})
    desk.sync()
    assert desk.kinds().count("ruled") == 3


def test_a_file_from_before_that_comes_back_is_not_taken_up_again(tmp_path: Path) -> None:
    desk = Controlled(tmp_path / "season", "xlsx")
    desk.type({1: MONEY})
    before = desk.path().read_bytes()
    desk.sync()
    desk.path().write_bytes(before)
    desk.sync()
    assert desk.kinds().count("ruled") == 1
    assert desk.typed() == {}


def test_a_row_that_was_taken_up_and_is_changed_afterwards_is_refused(tmp_path: Path) -> None:
    desk = Controlled(tmp_path / "season", "xlsx")
    desk.type({1: MONEY})
    before = desk.path().read_bytes()
    desk.sync()
    desk.path().write_bytes(before)
    desk.type({1: ("money", "Ana", "+60", WHY)})
    with pytest.raises(HostError, match="taken up already, as “money \\+50 for Ana”"):
        desk.sync()
    assert desk.typed() == {1: ("money", "Ana", "+60", WHY)}
    desk.type({1: ("", "", "", "")})
    assert desk.sync().resolved
    assert desk.kinds().count("ruled") == 1


REFUSED = {
    "no reason": (("money", "Ana", "+50", ""), "E", "no reason"),
    "a blank reason": (("money", "Ana", "+50", " \u200b "), "E", "no reason"),
    "nothing to do": (("", "Ana", "+50", WHY), "B", "does not say what to do"),
    "a seat that is not there": (("money", "Anna", "+50", WHY), "C", "no seat “Anna”"),
    "no seat": (("money", "", "+50", WHY), "C", "which seat"),
    "no value": (("money", "Ana", "", WHY), "D", "needs a value"),
    "a value that is none": (("money", "Ana", "lots", WHY), "D", "no change"),
    "more than there is": (("money", "Ana", "-9999", WHY), "D", "cannot lose"),
    "a ruling that the game does not know": (("fame", "Ana", "+1", WHY), "B", "no ruling 'fame'"),
    "everybody's clock for one": (("extend", "Ana", "1", WHY), "C", "concerns everybody"),
    "days that are none": (("extend", "", "0", WHY), "D", "0 days"),
    "days beyond the calendar": (("extend", "", "99999999", WHY), "D", "99999999 days"),
    "a time that is none": (("extend", "", "tomorrow", WHY), "D", "no date and time like"),
    "a time that has passed": (("extend", "", "2026-11-21 12:00", WHY), "D", "has passed"),
    "a pause with a value": (("pause", "", "2", WHY), "D", "takes no value"),
    "a resume of what runs": (("resume", "", "", WHY), "B", "is not paused"),
    "late without a value": (("late", "Bo", "", WHY), "D", "needs a value"),
    "late with another": (("late", "Bo", "maybe", WHY), "D", "take, refuse, anew"),
    "late anew of nobody": (("late", "", "anew", WHY), "C", "whose hand-in"),
    "a step that is not there": (("void", "Ana", "", WHY), "B", "no step"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_row_that_will_not_do_is_refused_with_its_cell_and_nothing_is_resolved(desk: Controlled, case: str) -> None:
    row, column, words = REFUSED[case]
    desk.hand_in(BIDS)
    desk.type({2: row})
    with pytest.raises(HostError) as refusal:
        desk.sync()
    assert "nothing was resolved" in refusal.value.message and words in refusal.value.message
    assert f"row 2, Rulings!{column}8 in memory:private/control: " in refusal.value.message
    assert "empty it" in refusal.value.next_step
    assert desk.kinds() == ["opened", "delivered"]
    assert desk.states()[2].startswith("refused: ") and words in desk.states()[2]
    assert list(desk.typed()) == [2]
    desk.type({2: ("", "", "", "")})
    assert desk.sync().resolved
    assert desk.states()[2] == ""


def test_absent_or_late_of_a_seat_that_is_asked_nothing_is_refused(desk: Controlled) -> None:
    while desk.match.phase != "ceremony":
        desk.sync()
    idle = next(seat for seat in desk.match.table.seats if seat not in desk.match.asked)
    desk.type({1: ("absent", idle, "", WHY)})
    with pytest.raises(HostError, match=f"{idle} is asked nothing in ceremony"):
        desk.sync()


def test_where_one_row_does_not_read_well_none_is_taken_up(desk: Controlled) -> None:
    desk.type({1: MONEY, 2: ("money", "Bo", "+50", "")})
    with pytest.raises(HostError, match="row 2"):
        desk.sync()
    assert desk.kinds() == ["opened", "delivered"]
    assert desk.states()[1] == "waits for the next croupier sync"


def test_what_comes_before_a_row_that_cannot_be_stands_and_what_comes_after_waits(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.type({1: MONEY, 2: ("money", "Ana", "-551", WHY), 3: ("money", "Bo", "+1", WHY)})
    with pytest.raises(HostError, match="Ana has 550 and cannot lose 551"):
        desk.sync()
    assert desk.kinds() == ["opened", "delivered", "ruled", "delivered"]
    assert desk.states()[2].startswith("refused") and desk.states()[3].startswith("waits")
    desk.type({2: ("money", "Ana", "-550", WHY)})
    report = desk.sync()
    assert report.resolved and desk.kinds().count("ruled") == 3
    assert desk.match.state.seat("Bo").cash == 501 - 70
    assert desk.match.state.seat("Ana").cash == 0


def test_seats_and_words_may_be_typed_in_any_case(desk: Controlled) -> None:
    desk.type({1: ("Money", " ana ", "50", WHY)})
    desk.sync()
    assert desk.match.state.seat("Ana").cash == 550
    assert desk.typed() == {}


# The clock --------------------------------------------------------------------------------------------------------


def test_an_extension_is_taken_up_and_the_step_waits_for_its_new_deadline(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    before = desk.match.deadline
    desk.type({4: ("extend", "", "1", WHY)})
    report = desk.sync()
    assert not report.resolved and report.waits.startswith("auction-1 is open until Mon 23 Nov 2026, 21:59")
    assert desk.match.deadline - before == timedelta(days=1)
    assert "23 Nov" in report.public
    assert "23 Nov" in desk.store.receipts["01-ana"]
    assert desk.kinds() == ["opened", "delivered", "extended", "delivered"]
    assert desk.sync().resolved


def test_what_waits_for_the_step_is_not_said_to_be_taken_up_with_an_extension(desk: Controlled) -> None:
    desk.type({1: ("extend", "", "1", WHY), 2: ("absent", "Ana", "", WHY)})
    report = desk.sync()
    assert report.waits and not any("absent" in line for line in report.host)
    assert desk.typed() == {2: ("absent", "Ana", "", WHY)}
    assert desk.sync().resolved and desk.typed() == {}


def test_the_clock_comes_before_what_depends_on_it(desk: Controlled) -> None:
    _late(desk, {"Bo": {"bids": {"Nightmare": "70"}}})
    desk.type({1: MONEY, 2: ("extend", "", "2026-11-24 21:59", WHY)})
    now = desk.match.deadline + timedelta(hours=2)
    assert desk.sync(now=now).waits
    assert desk.kinds() == ["opened", "delivered", "extended", "ruled", "delivered"]
    report = desk.sync()
    assert "Nightmare goes to Bo." in report.public


def test_a_pause_and_its_end(desk: Controlled) -> None:
    desk.type({1: ("pause", "", "", WHY)})
    assert "is paused" in desk.sync().waits
    with pytest.raises(HostError, match="is paused"):
        desk.sync()
    desk.type({2: ("resume", "", "", WHY)})
    assert "open until" in desk.sync().waits
    assert desk.sync().resolved


def test_rulings_are_taken_up_before_the_deadline_too(desk: Controlled) -> None:
    desk.type({1: MONEY})
    report = desk.sync(now=desk.match.deadline - timedelta(hours=3))
    assert not report.resolved and "open until" in report.waits
    assert desk.match.state.seat("Ana").cash == 550


# Hand-ins ---------------------------------------------------------------------------------------------------------


def test_a_seat_that_is_absent_by_a_row_is_so_at_the_deadline_and_not_before(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.type({1: ("absent", "Ana", "", WHY)})
    desk.check()
    assert desk.states()[1] == "waits until auction-1 is resolved"
    with pytest.raises(HostError, match="open until"):
        desk.sync(now=desk.match.deadline - timedelta(hours=3))
    assert desk.typed() == {1: ("absent", "Ana", "", WHY)}
    report = desk.sync()
    body = desk.bodies("resolved")[0]
    assert body["answers"]["Ana"] is None and body["decisions"]["absent"] == ["Ana"]
    assert body["control_rows"][0]["reason"] == WHY
    assert f"Ruling 1: absent for Ana. Because: {WHY}" in report.host
    desk.hand_in({"Ana": {"bids": {"Grunkle-In-a-Box": "5"}}})
    desk.sync()
    assert desk.bodies("resolved")[1]["answers"]["Ana"] is not None
    assert "control_rows" not in desk.bodies("resolved")[1]


def test_the_absent_of_the_command_and_of_the_rows_are_absent_together(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.type({1: ("absent", "Ana", "", WHY)})
    desk.sync(decisions=Decisions(absent=("Bo",)))
    assert [seat for seat, given in desk.bodies("resolved")[0]["answers"].items() if given is None] == ["Ana", "Bo"]


@pytest.mark.parametrize(("seat", "value", "wins"), [("", "take", True), ("Bo", "take", True), ("", "refuse", False)])
def test_late_hand_ins_are_taken_or_refused_by_a_row(desk: Controlled, seat: str, value: str, wins: bool) -> None:
    _late(desk, {"Bo": {"bids": {"Nightmare": "70"}}})
    now = desk.match.deadline + timedelta(hours=2)
    with pytest.raises(HostError, match="saved after the deadline"):
        desk.sync(now=now)
    assert "saved after the deadline" in desk.texts("Hand-ins")
    desk.type({1: ("late", seat, value, WHY)})
    report = desk.sync(now=now)
    assert ("Nightmare goes to Bo." in report.public) == wins
    assert desk.bodies("resolved")[0]["decisions"]["late"] == value


def test_a_row_for_one_late_seat_does_not_let_another_in(desk: Controlled) -> None:
    _late(desk, {"Bo": {"bids": {"Nightmare": "70"}}, "Cy": {"bids": {"Wolfman": "1"}}})
    desk.type({1: ("late", "Bo", "take", WHY)})
    with pytest.raises(HostError, match="Cy saved after the deadline as well"):
        desk.sync(now=desk.match.deadline + timedelta(hours=2))
    assert desk.kinds() == ["opened", "delivered"]
    desk.type({2: ("late", "Cy", "take", WHY)})
    assert desk.sync(now=desk.match.deadline + timedelta(hours=2)).resolved


def test_a_ruling_on_money_does_not_make_a_late_hand_in_a_timely_one(desk: Controlled) -> None:
    _late(desk, {"Bo": {"bids": {"Nightmare": "70"}}})
    desk.type({1: MONEY})
    with pytest.raises(HostError, match="saved after the deadline"):
        desk.sync(now=desk.match.deadline + timedelta(hours=2))
    desk.type({2: ("late", "", "refuse", WHY)})
    assert "Nightmare" not in desk.sync(now=desk.match.deadline + timedelta(hours=2)).public.split("Carried")[0]


def test_the_command_and_a_row_may_not_contradict_each_other(desk: Controlled) -> None:
    desk.type({1: ("late", "", "refuse", WHY)})
    with pytest.raises(HostError, match="“take” was said before"):
        desk.sync(decisions=Decisions(late="take"))
    assert desk.sync(decisions=Decisions(late="refuse")).resolved


def test_an_unreadable_workbook_stops_a_ruling_that_would_lose_it_unless_the_seat_is_absent(
    desk: Controlled, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.hand_in(BIDS)
    read = desk.store.read

    def damaged(seat_id: str, workbook: Any, *more: Any) -> Any:
        if seat_id == "02-bo" and workbook.title == "01-auction-1":
            raise Unreadable("boards/02-bo", "the file is broken", "Restore it")
        return read(seat_id, workbook, *more)

    monkeypatch.setattr(desk.store, "read", damaged)
    desk.type({1: MONEY})
    with pytest.raises(HostError, match=r"row 1 was not taken up.*\n.*Bo: boards/02-bo"):
        desk.sync()
    assert desk.kinds() == ["opened", "delivered"]
    desk.type({2: ("absent", "Bo", "", WHY)})
    assert desk.sync().resolved
    assert desk.bodies("resolved")[0]["answers"]["Bo"] is None


def test_a_seat_taken_from_its_snapshot_keeps_it_through_a_ruling(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.check()
    desk.store.lose("02-bo", "01-auction-1")
    desk.type({1: MONEY})
    report = desk.sync(decisions=Decisions(kept=("Bo",)))
    assert "Nightmare goes to Bo." in report.public


# The last step anew -----------------------------------------------------------------------------------------------


def test_a_voided_hand_in_decides_the_last_step_anew_and_no_other(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.sync()
    desk.hand_in({"Bo": {"bids": {"Grunkle-In-a-Box": "5"}}})
    desk.type({1: ("void", "Ana", "", WHY)})
    report = desk.sync(now=desk.match.deadline - timedelta(hours=1), early=True)
    assert not report.resolved and "decided anew" in report.waits
    assert "Wolfman goes to Ana." not in report.public and "Auction 1" in report.public
    assert desk.bodies("resolved")[1]["ruling"] == "void" and desk.bodies("resolved")[1]["control_rows"]
    assert desk.match.phase == "auction-2"


def test_a_late_hand_in_of_the_last_step_decides_it_anew(desk: Controlled) -> None:
    desk.hand_in({"Bo": BIDS["Bo"]})
    desk.sync()
    title = "01-auction-1"
    desk.store.fill("01-ana", title, desk.match.before_last().asked["Ana"], BIDS["Ana"])
    desk.type({1: ("late", "Ana", "anew", WHY)})
    report = desk.sync(now=desk.match.deadline - timedelta(hours=1))
    assert not report.resolved and "Wolfman goes to Ana." in report.public


def test_a_match_that_is_over_takes_up_what_can_still_be_ruled_and_refuses_the_rest(desk: Controlled) -> None:
    while not desk.match.finished:
        desk.sync()
    desk.type({1: ("absent", "Ana", "", WHY)})
    with pytest.raises(HostError, match="the match is over"):
        desk.sync(now=desk.match.deadline + timedelta(days=9))


def test_a_ruling_that_was_rolled_back_is_not_taken_up_again(desk: Controlled) -> None:
    desk.type({1: MONEY})
    now = desk.match.deadline - timedelta(hours=3)
    desk.sync(now=now)
    corrections.apply(desk.folder, corrections.plan_rollback(desk.folder, WHY), desk.store, desk.publish, now)
    desk.sync()
    assert desk.kinds().count("ruled") == 1
    assert desk.match.state.seat("Ana").cash == 500
    assert "taken back" in desk.row_of("Rulings", "1")[5]


# Previews ---------------------------------------------------------------------------------------------------------


def test_a_preview_says_that_rulings_wait_and_its_code_takes_none_up(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.type({1: MONEY})
    shown = sync.show(desk.folder, desk.store, desk.now, control=desk.control)
    assert any("this preview shows nothing of them" in remark for remark in desk.control.remarks)
    assert desk.kinds() == ["opened", "delivered"]
    with pytest.raises(HostError, match="rulings wait"):
        desk.sync(commit=shown.code)
    assert desk.kinds() == ["opened", "delivered"]
    desk.type({1: ("", "", "", "")})
    assert desk.sync(commit=shown.code).resolved
