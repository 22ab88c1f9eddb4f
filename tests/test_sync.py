"""The deadline: what `sync` and `check` do, in which order, and what they refuse.

Must not look into a game's rules; the rule cases do that.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier import sync
from croupier.core.problems import HostError
from croupier.handins import Decisions
from croupier.sheets.base import Unreadable
from table import BEGINNING, Desk

BIDS = {"Ana": {"bids": {"Wolfman": "117"}}, "Bo": {"bids": {"Nightmare": "$70", "Walls": "1"}}, "Cy": {"bids": {"Wolfman": "99.50"}}}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "season")


def test_a_step_is_resolved_written_back_and_published(desk: Desk) -> None:
    desk.hand_in(BIDS)
    report = desk.sync()
    assert report.resolved
    assert desk.kinds() == ["opened", "delivered", "resolved", "delivered"]
    assert "Wolfman goes to Ana." in report.public
    assert desk.published == 2
    assert desk.match.phase == "auction-2"
    inbox = desk.store.wanted("01-ana", "02-auction-2").tabs[2]
    assert any("You won Wolfman for $117" in str(cell.value) for cell in inbox.cells)


def test_what_is_pasted_names_no_amount_and_no_loser(desk: Desk) -> None:
    desk.hand_in(BIDS)
    report = desk.sync()
    for secret in ("$117", "$70", "99.50", "117", "Cy"):
        assert secret not in report.public.replace(str(int(desk.match.deadline.timestamp())), "")
    assert any("Cy: problems" in line for line in report.host)


def test_before_the_deadline_nothing_is_resolved_without_early(desk: Desk) -> None:
    desk.hand_in(BIDS)
    with pytest.raises(HostError, match="auction-1 is open until"):
        desk.sync(now=BEGINNING)
    assert desk.kinds() == ["opened", "delivered"]
    assert desk.sync(now=BEGINNING, early=True).resolved


def test_early_with_nothing_handed_in_is_refused_unless_the_absent_are_named(desk: Desk) -> None:
    with pytest.raises(HostError, match="nobody has handed in"):
        desk.sync(now=BEGINNING, early=True)
    assert desk.sync(now=BEGINNING, early=True, decisions=Decisions(absent=("Ana",))).resolved


def test_run_twice_it_does_nothing_twice(desk: Desk) -> None:
    desk.hand_in(BIDS)
    now = desk.match.deadline + timedelta(minutes=1)
    desk.sync(now=now)
    with pytest.raises(HostError, match="auction-2 is open until"):
        desk.sync(now=now)
    assert desk.kinds().count("resolved") == 1


def test_a_run_that_died_before_the_site_was_built_is_finished_by_the_next(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.hand_in(BIDS)
    now = desk.match.deadline + timedelta(minutes=1)

    def broken() -> None:
        raise RuntimeError("the power went out")

    with pytest.raises(RuntimeError):
        sync.sync(desk.folder, desk.store, broken, now)
    assert desk.kinds()[-1] == "resolved"
    report = desk.sync(now=now, early=True)
    assert report.finished_earlier and not report.resolved
    assert desk.kinds() == ["opened", "delivered", "resolved", "delivered"]


def test_a_run_that_died_before_the_journal_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.hand_in(BIDS)
    with monkeypatch.context() as patch:
        patch.setattr(type(desk.folder), "append", _no_append)
        with pytest.raises(OSError, match="disk full"):
            desk.sync()
    assert desk.kinds() == ["opened", "delivered"]
    assert desk.sync().resolved


def _no_append(*_: Any) -> None:
    raise OSError("disk full")


def test_one_unreadable_workbook_stops_everything_and_is_named(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.hand_in(BIDS)
    read = desk.store.read

    def damaged(seat_id: str, *more: Any) -> Any:
        if seat_id == "02-bo":
            raise Unreadable("boards/02-bo/01-auction-1.xlsx", "the file is broken", "Restore it from a copy")
        return read(seat_id, *more)

    monkeypatch.setattr(desk.store, "read", damaged)
    with pytest.raises(HostError) as fault:
        desk.sync()
    assert "Bo: boards/02-bo" in fault.value.message and '--absent "Bo"' in fault.value.next_step
    assert desk.kinds() == ["opened", "delivered"]
    assert desk.sync(decisions=Decisions(absent=("Bo",))).resolved


def test_an_unknown_absent_seat_is_refused(desk: Desk) -> None:
    with pytest.raises(HostError, match="no seat 'Bob'"):
        desk.sync(decisions=Decisions(absent=("Bob",)))


def test_preview_shows_the_result_and_changes_nothing(desk: Desk) -> None:
    desk.hand_in(BIDS)
    before = {path: path.read_bytes() for path in desk.folder.private.rglob("*") if path.is_file()}
    report = sync.show(desk.folder, desk.store, BEGINNING)
    assert "Wolfman goes to Ana." in report.public and not report.resolved
    after = {path: path.read_bytes() for path in desk.folder.private.rglob("*") if path.is_file()}
    assert {path: data for path, data in after.items() if path in before} == before
    assert {path.parent.name for path in after.keys() - before.keys()} == {"snapshots", "previews"}
    assert desk.match.phase == "auction-1"
    assert desk.sync().public.splitlines()[0] == report.public.splitlines()[0]


def test_check_leaves_receipts_with_cells_and_nothing_else(desk: Desk) -> None:
    desk.hand_in(BIDS)
    _, found = sync.check(desk.folder, desk.store, BEGINNING)
    assert {hand_in.seat: hand_in.state for hand_in in found} == {"Ana": "handed in", "Bo": "handed in", "Cy": "problems"}
    assert "Wolfman: $117." in desk.store.receipts["01-ana"]
    assert "99.50" in desk.store.receipts["03-cy"] and "Submit!" in desk.store.receipts["03-cy"]
    assert "Ana" not in desk.store.receipts["03-cy"] and "117" not in desk.store.receipts["03-cy"]
    assert desk.kinds() == ["opened", "delivered", "snapshot"]


def test_the_seed_comes_out_with_the_end_and_not_before(desk: Desk) -> None:
    seed = desk.match.table.draws.seed.hex()
    while not desk.match.finished:
        assert desk.match.seed is None
        assert seed not in (desk.folder.private / "journal.jsonl").read_text(encoding="utf-8")
        desk.sync()
    assert desk.match.seed == seed
    assert desk.kinds()[-2:] == ["revealed", "delivered"]
    assert not desk.sync().resolved


def test_a_reveal_that_was_cut_off_is_made_up_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    while desk.match.phase != "ceremony":
        desk.sync()
    append = type(desk.folder).append

    def cut_off(folder: Any, kind: str, *more: Any) -> Any:
        if kind == "revealed":
            raise OSError("disk full")
        return append(folder, kind, *more)

    with monkeypatch.context() as patch:
        patch.setattr(type(desk.folder), "append", cut_off)
        with pytest.raises(OSError, match="disk full"):
            desk.sync()
    assert desk.match.finished and desk.match.seed is None
    assert desk.sync(now=BEGINNING + timedelta(days=30)).finished_earlier
    assert desk.match.seed is not None


def test_a_match_played_in_another_clock_zone_has_its_deadlines_on_the_wall_clock(desk: Desk) -> None:
    assert desk.match.deadline.isoformat() == "2026-11-22T21:59:00-05:00"


def test_two_runs_cannot_meet(desk: Desk) -> None:
    with desk.folder.lock(), pytest.raises(HostError, match="another croupier"):
        desk.sync()


def test_a_second_seed_never_replaces_the_first(desk: Desk) -> None:
    before = desk.match.commitment
    desk.folder.keep_seed(b"x" * 32)
    assert desk.match.commitment == before
