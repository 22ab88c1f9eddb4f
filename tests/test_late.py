"""Workbooks saved after the deadline, and snapshots that stand in for workbooks: what counts, and what the host is asked.

Must not look at what the rules make of a hand-in.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier.core.problems import HostError
from croupier.handins import Decisions
from croupier.sheets.base import Unreadable
from croupier.sheets.fill import fill
from host import Host, Terminal

EARLIER, THEN = {"bids": {"Nightmare": "40"}}, {"bids": {"Nightmare": "70"}}
GRACE = timedelta(minutes=15)
SECOND = timedelta(seconds=1)
TAKE, REFUSE = Decisions(late="take"), Decisions(late="refuse")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "season")


def _types(host: Host, seat: str, answers: dict[str, Any], after: timedelta) -> None:
    """A seat types something and saves it so long after the deadline."""
    host.store.now = (host.match.deadline + after).isoformat()
    host.hand_in({seat: answers})


def _sync(host: Host, decisions: Decisions = Decisions(), hours: float = 1, **more: Any) -> Any:  # noqa: B008
    return host.sync(now=host.match.deadline + timedelta(hours=hours), decisions=decisions, **more)


def _taken(host: Host, seat: str = "Bo") -> Any:
    """What was taken from a seat in the last step; None = nothing."""
    answers = host.match.resolved[-1].answers[seat]
    return answers and answers["bids"].get("Nightmare")


SAVED = {"before": -timedelta(hours=1), "at the deadline": timedelta(0), "within grace": GRACE, "after": GRACE + SECOND}


@pytest.mark.parametrize("saved", SAVED)
@pytest.mark.parametrize("decisions", [Decisions(), TAKE, REFUSE])
@pytest.mark.parametrize("kept", [True, False])
def test_what_counts(host: Host, saved: str, decisions: Decisions, kept: bool) -> None:
    _types(host, "Bo", EARLIER, -timedelta(hours=9))
    host.now = host.match.deadline - timedelta(hours=8)
    if kept:
        host.check()
    _types(host, "Bo", THEN, SAVED[saved])
    if saved == "after" and decisions.late is None:
        with pytest.raises(HostError) as fault:
            _sync(host)
        assert fault.value.message.splitlines()[1:] == ["  Bo: memory:02-bo/01-auction-1, saved on Sun 22 Nov 2026, 22:14 EST (UTC-05:00)"]
        assert "--late take" in fault.value.next_step and "--late refuse" in fault.value.next_step
        assert host.match.phase == "auction-1" and "resolved" not in host.kinds()
        return
    assert _sync(host, decisions).resolved
    refused = saved == "after" and decisions.late == "refuse"
    assert _taken(host) == (("40" if kept else None) if refused else "70")
    assert host.match.entries[-2].body["decisions"]["late"] == decisions.late


def test_every_late_file_is_named_with_its_time(host: Host) -> None:
    _types(host, "Ana", {"bids": {"Wolfman": "3"}}, timedelta(minutes=16))
    _types(host, "Bo", THEN, timedelta(minutes=14))
    _types(host, "Cy", THEN, timedelta(hours=2))
    with pytest.raises(HostError) as fault:
        _sync(host, hours=3)
    named = fault.value.message.splitlines()[1:]
    assert [line.split(":")[0].strip() for line in named] == ["Ana", "Cy"]
    assert named[0].startswith("  Ana: memory:01-ana/01-auction-1, saved on Sun 22 Nov 2026, 22:15")
    assert named[1].startswith("  Cy: memory:03-cy/01-auction-1, saved on Sun 22 Nov 2026, 23:59")


def test_the_hosts_words_say_what_became_of_a_late_file(host: Host) -> None:
    _types(host, "Ana", {"bids": {"Wolfman": "3"}}, -timedelta(hours=2))
    host.now = host.match.deadline - timedelta(hours=1)
    host.check()
    _types(host, "Ana", {"bids": {"Wolfman": "4"}}, timedelta(hours=1))
    _types(host, "Bo", THEN, timedelta(hours=1))
    told = "\n".join(_sync(host, REFUSE, hours=2).host)
    assert "late: taken as it was before the deadline" in told.split("Bo:")[0]
    assert told.split("Bo:")[1].startswith(" nothing\n    late: taken as it was")
    _types(host, "Cy", {"bids": {"Grunkle-In-a-Box": "4"}}, timedelta(hours=1))
    told = "\n".join(_sync(host, REFUSE, hours=2).host)
    assert "late: refused, and nothing is known from before the deadline" in told.split("Cy:")[1]


def test_before_the_deadline_nothing_is_late(host: Host) -> None:
    _types(host, "Bo", THEN, timedelta(hours=5))
    assert host.sync(now=host.match.deadline - timedelta(hours=1), early=True).resolved
    assert _taken(host) == "70"


def test_a_file_that_nobody_touched_is_never_late(host: Host) -> None:
    _types(host, "Bo", {}, timedelta(days=1))
    assert _sync(host, hours=30).resolved
    assert _taken(host) is None


def test_saving_once_more_what_a_check_has_seen_is_not_late(host: Host) -> None:
    _types(host, "Bo", THEN, -timedelta(hours=2))
    host.now = host.match.deadline - timedelta(hours=1)
    host.check()
    _types(host, "Bo", THEN, timedelta(hours=2))
    assert _sync(host, hours=3).resolved
    assert _taken(host) == "70"


def test_clearing_a_hand_in_after_the_deadline_is_late(host: Host) -> None:
    _types(host, "Bo", THEN, -timedelta(hours=2))
    host.now = host.match.deadline - timedelta(hours=1)
    host.check()
    _types(host, "Bo", {"bids": {"Nightmare": ""}}, timedelta(hours=2))
    with pytest.raises(HostError, match="saved after the deadline"):
        _sync(host, hours=3)
    assert _sync(host, REFUSE, hours=3).resolved
    assert _taken(host) == "70"


def test_a_check_after_the_deadline_tells_nothing_of_before(host: Host) -> None:
    _types(host, "Bo", THEN, timedelta(hours=1))
    host.now = host.match.deadline + timedelta(hours=2)
    host.check()
    assert _sync(host, REFUSE, hours=3).resolved
    assert _taken(host) is None


def test_a_later_deadline_makes_it_in_time(host: Host) -> None:
    _types(host, "Bo", THEN, timedelta(hours=2))
    host.now = host.match.deadline + timedelta(hours=3)
    with pytest.raises(HostError, match="saved after"):
        host.sync(now=host.now)
    host.extend(days=1)
    assert _sync(host).resolved
    assert _taken(host) == "70"


# Rulings ----------------------------------------------------------------------------------------------------------


def test_what_a_ruling_has_only_carried_is_not_late(host: Host) -> None:
    """The new edition's file is younger than the deadline, what stands in it is not."""
    _types(host, "Bo", THEN, -timedelta(hours=2))
    host.now = host.match.deadline + timedelta(hours=1)
    host.store.now = host.now.isoformat()
    host.rule("Ana", "money", "+5")
    assert host.stands("Bo")["bids"] == THEN["bids"]
    assert _sync(host, hours=2).resolved
    assert _taken(host) == "70"


@pytest.mark.parametrize("rulings", [1, 2, 3])
def test_a_ruling_does_not_make_a_late_hand_in_good(host: Host, rulings: int) -> None:
    _types(host, "Bo", THEN, timedelta(hours=1))
    host.now = host.match.deadline + timedelta(hours=2)
    for _ in range(rulings):
        host.store.now = host.now.isoformat()
        host.rule("Ana", "money", "+5")
    with pytest.raises(HostError, match="22:59"):
        _sync(host, hours=3)
    assert _sync(host, REFUSE, hours=3).resolved
    assert _taken(host) is None


def test_a_change_after_the_ruling_is_late_and_refused_it_is_what_was_carried(host: Host) -> None:
    _types(host, "Bo", EARLIER, -timedelta(hours=2))
    host.rule("Ana", "money", "+5")
    _types(host, "Bo", THEN, timedelta(hours=2))
    with pytest.raises(HostError, match="23:59"):
        _sync(host, hours=3)
    assert _sync(host, REFUSE, hours=3).resolved
    assert _taken(host) == "40"


# Snapshots --------------------------------------------------------------------------------------------------------


def test_the_last_snapshot_counts_in_place_of_a_workbook(host: Host) -> None:
    for amount in ("40", "50"):
        _types(host, "Bo", {"bids": {"Nightmare": amount}}, -timedelta(hours=2))
        host.check()
    host.store.lose("02-bo", "01-auction-1")
    with pytest.raises(HostError) as fault:
        _sync(host)
    assert 'croupier sync can do without: --use-snapshot "Bo"' in fault.value.next_step
    told = _sync(host, Decisions(kept=("Bo",))).host
    assert _taken(host) == "50"
    assert any("taken from the last snapshot" in line for line in told)
    assert host.match.entries[-2].body["decisions"]["kept"] == ["Bo"]


def test_a_snapshot_of_after_the_deadline_may_be_used_without_more_ado(host: Host) -> None:
    """The host has said that it counts."""
    _types(host, "Bo", THEN, timedelta(hours=1))
    host.now = host.match.deadline + timedelta(hours=2)
    host.check()
    assert _sync(host, Decisions(kept=("Bo",)), hours=3).resolved
    assert _taken(host) == "70"


def test_without_a_snapshot_there_is_none_to_use(host: Host) -> None:
    _types(host, "Bo", THEN, -timedelta(hours=2))
    with pytest.raises(HostError, match="no snapshot of Bo"):
        _sync(host, Decisions(kept=("Bo",)))
    host.store.lose("02-bo", "01-auction-1")
    with pytest.raises(HostError) as fault:
        _sync(host)
    assert '--absent "Bo"' in fault.value.next_step and "use-snapshot" not in fault.value.next_step


def test_a_snapshot_of_another_step_is_not_used(host: Host) -> None:
    _types(host, "Bo", THEN, -timedelta(hours=2))
    host.check()
    _sync(host)
    _types(host, "Bo", {"bids": {"Grunkle-In-a-Box": "7"}}, timedelta(hours=1))
    with pytest.raises(HostError, match="no snapshot of Bo"):
        _sync(host, Decisions(kept=("Bo",)))
    assert _sync(host, REFUSE, hours=2).resolved
    assert host.match.resolved[-1].answers["Bo"] is None


def test_a_snapshot_of_another_edition_is_not_used_until_that_is_back(host: Host) -> None:
    """A ruling changes the form: what was read from the one before may not fit it."""
    host.sync()
    _types(host, "Bo", {"bids": {"Grunkle-In-a-Box": "40"}}, -timedelta(hours=2))
    host.check()
    host.rule("Bo", "give", "Wolfman")
    with pytest.raises(HostError, match="no snapshot of Bo was kept of 02-auction-2-v2"):
        _sync(host, Decisions(kept=("Bo",)))
    host.check()
    host.roll_back()
    _types(host, "Bo", {"bids": {"Grunkle-In-a-Box": "50"}}, -timedelta(hours=1))
    _sync(host, Decisions(kept=("Bo",)))
    assert host.match.resolved[-1].answers["Bo"]["bids"] == {"Grunkle-In-a-Box": "40"}


def test_one_broken_workbook_does_not_keep_a_check_from_the_others(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    _types(host, "Bo", THEN, -timedelta(hours=2))
    read = host.store.read

    def damaged(seat_id: str, *more: Any) -> Any:
        if seat_id == "01-ana":
            raise Unreadable("boards/01-ana/01-auction-1.xlsx", "the file is broken", "Restore it from a copy")
        return read(seat_id, *more)

    with monkeypatch.context() as patch:
        patch.setattr(host.store, "read", damaged)
        with pytest.raises(HostError, match="Ana: boards/01-ana"):
            host.check()
    assert "Nobody has looked" in host.store.receipts["01-ana"] and "$70" in host.store.receipts["02-bo"]
    assert sorted(host.match.entries[-1].body["snapshots"]) == ["Bo", "Cy"]


@pytest.mark.parametrize("decisions", [Decisions(absent=("Bob",)), Decisions(kept=("Bob",)), Decisions(absent=("",))])
def test_a_seat_that_is_not_there_is_refused(host: Host, decisions: Decisions) -> None:
    with pytest.raises(HostError, match="there is no seat") as fault:
        _sync(host, decisions)
    assert fault.value.next_step == "the seats are: Ana, Bo, Cy"


def test_capitals_of_a_seats_name_do_not_matter(host: Host) -> None:
    _sync(host, Decisions(absent=("ana",)))
    assert host.match.entries[-2].body["decisions"]["absent"] == ["Ana"]


def test_a_seat_cannot_be_both_absent_and_kept(host: Host) -> None:
    host.check()
    with pytest.raises(HostError, match="Bo cannot be absent and"):
        _sync(host, Decisions(absent=("Bo",), kept=("Bo",)))


def test_an_absent_seats_late_file_asks_nothing(host: Host) -> None:
    _types(host, "Bo", THEN, timedelta(hours=1))
    assert _sync(host, Decisions(absent=("Bo",)), hours=2).resolved
    assert _taken(host) is None


# On the command line, with real files -----------------------------------------------------------------------------


def test_undecided_ends_with_status_2_and_the_choices(host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(host, monkeypatch, capsys, files=True)
    path = host.folder.boards / "02-bo/01-auction-1.xlsx"
    deadline = host.match.deadline
    for at in (deadline - timedelta(hours=1), deadline + timedelta(minutes=16)):
        fill(path, host.match.asked["Bo"], EARLIER if at < deadline else THEN)
        os.utime(path, (at.timestamp(), at.timestamp()))
        if at < deadline:
            host.now = deadline - timedelta(minutes=30)
            assert terminal.run("check")[0] == 0
    host.now = deadline + timedelta(hours=1)
    status, out, err = terminal.run("sync")
    assert status == 2 and out == ""
    assert str(path) in err and "22:15" in err and err.splitlines()[-1].startswith("Next: decide for all of them: --late take, or --late refuse")
    assert "resolved" not in host.kinds()
    assert terminal.run("sync", "--late", "perhaps")[0] == 2
    assert terminal.run("sync", "--preview")[0] == 2
    status, out, _ = terminal.run("sync", "--late", "refuse")
    assert status == 0 and "Bo" in out
    assert _taken(host) == "40"


def test_use_snapshot_on_the_command_line(host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(host, monkeypatch, capsys, files=True)
    path = host.folder.boards / "02-bo/01-auction-1.xlsx"
    fill(path, host.match.asked["Bo"], THEN)
    assert terminal.run("check")[0] == 0
    path.write_bytes(b"PK broken")
    host.now = host.match.deadline + timedelta(hours=1)
    status, _, err = terminal.run("sync")
    assert status == 2 and '--use-snapshot "Bo"' in err
    assert terminal.run("sync", "--use-snapshot", "Bo")[0] == 0
    assert _taken(host) == "70"
