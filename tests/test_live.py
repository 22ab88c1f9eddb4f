"""A daily match that is watched: snapshots, receipts, the deadline, and a machine that was asleep.

Must not test clocked turns; those are tried over the emulated Google.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

import watching
from controls import MONEY, Controlled
from croupier import live, sync
from croupier.control import ControlWorkbook
from croupier.core.problems import HostError
from croupier.handins import UNDECIDED, read_each
from croupier.sheets.base import silent
from host import Host
from table import BEGINNING
from watching import Enough

BID = {"Ana": {"bids": {"Wolfman": "77"}}}


class Watched(watching.Watched):
    """The same at a host's desk; `then` is called after each wait of ten minutes, and may let things happen."""

    def __init__(self, host: Host, then: Callable[[Watched], None], *, answer: bool = False) -> None:
        def wait(seconds: float) -> None:
            host.now += timedelta(seconds=max(seconds, 600))
            host.store.now = host.now.isoformat()
            then(self)

        super().__init__(lambda: host.now, wait, answer)
        self.host = host

    def run(self) -> None:
        live.Table(self.host.folder, self.host.store, self.host.publish, self).run()


@pytest.fixture
def host(tmp_path: Path) -> Host:
    made = Host(tmp_path / "season")
    made.store.now = made.now.isoformat()
    return made


def until_step(step: int) -> Callable[[Watched], None]:
    def then(watched: Watched) -> None:
        if watched.host.match.step >= step:
            raise Enough

    return then


def test_a_day_is_watched_and_its_deadline_kept(host: Host) -> None:
    host.hand_in(BID)
    watched = Watched(host, until_step(2))
    with pytest.raises(Enough):
        watched.run()
    kinds = host.kinds()
    assert 20 < kinds.count("snapshot") < 200, "two an hour, for more than two days"
    assert kinds.count("resolved") == 1 and host.match.resolved[0].answers["Ana"] == BID["Ana"]
    assert all("77" not in seen.told + seen.waits_for + seen.trouble for seen in watched.seen), "nothing secret is on the screen"
    assert any("Auction 1" in text for text in watched.said)


def test_a_snapshot_is_taken_shortly_before_the_deadline(host: Host) -> None:
    watched = Watched(host, until_step(2))
    with pytest.raises(Enough):
        watched.run()
    deadline = host.match.calendar.deadline(0)
    last = [datetime.fromisoformat(entry.at) for entry in host.match.entries if entry.kind == "snapshot"][-1]
    assert deadline - timedelta(minutes=40) < last


@pytest.mark.parametrize("kept", [True, False])
def test_a_machine_that_slept_through_the_deadline(host: Host, kept: bool) -> None:
    host.hand_in(BID)
    if kept:
        host.check()
    deadline = host.match.deadline
    host.now = deadline + timedelta(hours=3)
    host.store.now = (deadline + timedelta(hours=2)).isoformat()
    host.hand_in({"Ana": {"bids": {"Wolfman": "99"}}})
    watched = Watched(host, until_step(2), answer=True)
    with pytest.raises(Enough):
        watched.run()
    assert "this machine was not there" in watched.said[0]
    assert len(watched.asked) == (0 if kept else 1)
    assert host.match.resolved[0].answers["Ana"]["bids"]["Wolfman"] == ("77" if kept else "99")


def test_a_paused_match_waits(host: Host) -> None:
    host.pause()
    calls: list[int] = []

    def then(watched: Watched) -> None:
        calls.append(1)
        if len(calls) == 4:
            raise Enough

    watched = Watched(host, then)
    with pytest.raises(Enough):
        watched.run()
    assert all("paused" in seen.waits_for for seen in watched.seen)


def test_a_trouble_that_lasts_ends_it_with_its_remedy(host: Host) -> None:
    host.store.lose("01-ana", host.match.form_name)
    watched = Watched(host, lambda watched: None)
    with pytest.raises(HostError, match="not every workbook could be read"):
        watched.run()
    assert any(seen.trouble for seen in watched.seen)


def test_a_team_that_is_ready_does_not_wait_for_the_deadline(tmp_path: Path) -> None:
    host = Host(tmp_path / "season", ("Ana", "Bo"), "", slug="haunted-house-escape")
    host.store.now = host.now.isoformat()
    form = host.match.asked["Team"]
    assert form.tick is not None
    host.hand_in({"Team": {"choice": "roll", form.tick.path[0]: "yes"}})
    with pytest.raises(Enough):
        Watched(host, until_step(2)).run()
    assert host.now < host.match.calendar.deadline(0)


def test_what_the_control_workbook_asks_for_is_taken_up(tmp_path: Path) -> None:
    desk = Controlled(tmp_path / "season")
    desk.type({1: MONEY})
    host = Host.__new__(Host)
    host.__dict__.update(desk.__dict__, now=BEGINNING + timedelta(hours=1))
    watched = Watched(host, until_step(2))
    table = live.Table(host.folder, host.store, host.publish, watched, lambda: ControlWorkbook(desk.held))
    with pytest.raises(Enough):
        table.run()
    assert host.kinds().count("ruled") == 1
    assert any("taken up" in text for text in watched.said)


def test_a_turn_is_not_taken_from_what_was_read_before_somebody_else_was_at_the_match(tmp_path: Path) -> None:
    host = Host(tmp_path / "season", ("Pia", "Quin"), "", slug="arsonists-dilemma")
    (asked,) = host.match.asked
    form = host.match.asked[asked]
    assert form.tick is not None
    host.hand_in({asked: {"structure": "3", "price": "50", form.tick.path[0]: "yes"}})
    read = read_each(host.match, host.store, silent)
    host.pause()
    with pytest.raises(HostError, match="paused"):
        sync.take_turn(host.folder, host.store, host.publish, host.now, read, UNDECIDED)
    host.resume()
    sync.sync(host.folder, host.store, host.publish, host.now)
    before = host.journal()
    with pytest.raises(HostError, match="has gone on"):
        sync.take_turn(host.folder, host.store, host.publish, host.now, read, UNDECIDED)
    assert host.journal() == before and host.match.step == 2


def test_what_is_noted_of_a_table_gives_way_to_another_command(host: Host) -> None:
    table = live.Table(host.folder, host.store, host.publish, Watched(host, lambda _: None))
    seen = host.match
    host.extend(days=1)
    before = host.journal()
    table._start(seen, "turn")
    assert host.journal() == before
    table._start(host.match, "turn")
    assert host.kinds()[-1] == "clock"
