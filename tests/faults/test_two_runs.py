"""Two runs at once, in real processes: one works, the other says so; a run that was killed holds nothing up.

Must not fake a process, a lock or a kill.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from faults import evening
from faults.evening import Stand, facts
from faults.processes import Croupier, croupier
from faults.trial import count

BUSY = "another croupier is working on small-match right now"


@pytest.fixture(scope="module")
def one() -> Iterator[Croupier]:
    with croupier() as started:
        yield started


@pytest.fixture(scope="module")
def other() -> Iterator[Croupier]:
    with croupier() as started:
        yield started


@pytest.mark.parametrize("words", [("sync",), ("check",), ("sync", "--preview"), ("open",), ("rollback", "small-match", "--reason", "no", "--yes")])
def test_while_one_works_the_other_says_so_and_changes_nothing(tmp_path: Path, one: Croupier, words: tuple[str, ...]) -> None:
    begun = evening.due(tmp_path / "season")
    with begun.folder.lock():
        before = Stand.of(begun)
        status, said = one.run(begun, *words)
        assert Stand.of(begun) == before
    assert (status, said.splitlines()[0]) == (2, f"croupier: {BUSY}")
    assert said.splitlines()[1].startswith("Next: wait until it is done")


def test_looking_needs_no_lock(tmp_path: Path, one: Croupier) -> None:
    begun = evening.due(tmp_path / "season")
    with begun.folder.lock():
        for words in (("status",), ("history", "small-match")):
            assert one.run(begun, *words)[0] == 0


def test_a_killed_run_s_lock_is_taken_over_and_its_work_finished(tmp_path: Path, one: Croupier) -> None:
    begun = evening.due(tmp_path / "season")
    with croupier() as doomed:
        doomed.begin(begun, "sync", stop=True)
        assert doomed.hear() == {"stopped": True}
        status, said = one.run(begun, "sync")
        assert status == 2 and BUSY in said
        doomed.process.send_signal(signal.SIGKILL)
        doomed.process.wait()
    assert [entry.kind for entry in begun.folder.entries()] == ["opened", "delivered", "resolved"]
    status, said = one.run(begun, "sync")
    assert status == 0 and "Finished what an earlier run had begun; nothing new was resolved." in said
    assert [entry.kind for entry in begun.folder.entries()] == ["opened", "delivered", "resolved", "delivered"]
    status, said = one.run(begun, "sync")
    assert status == 2 and "auction-2 is open until" in said


def test_of_two_that_start_at_the_same_instant_one_resolves(tmp_path: Path, one: Croupier, other: Croupier) -> None:
    begun = evening.due(tmp_path / "begun")
    wanted, _ = count(evening.resolve, begun, tmp_path / "sound")
    met = 0
    for number in range(10):
        again = begun.copy(tmp_path / str(number))
        start = time.monotonic() + 0.1
        for each in (one, other):
            each.begin(again, "sync", start=start)
        answers = [each.hear() for each in (one, other)]
        assert sorted(answer["status"] for answer in answers) == [0, 2]
        refused = next(answer["said"] for answer in answers if answer["status"] == 2)
        assert BUSY in refused or "auction-2 is open until" in refused
        met += BUSY in refused
        assert facts(again.folder.entries()) == facts(wanted.entries)
        assert [entry.kind for entry in again.folder.entries()].count("resolved") == 1
        assert not list(again.path.rglob("*.tmp"))
    assert met, "none of ten pairs met"
