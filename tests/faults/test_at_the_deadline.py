"""`sync`, `sync --commit` and the sync that ends the match, broken at every file operation.

Must not sample where a run is killed, nor in a plain sync; what differs little from it is broken at every third operation.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import sync
from croupier.core.problems import HostError
from faults import evening
from faults.evening import Command, Evening, Stand, facts
from faults.injected import Disk, Manner
from faults.trial import count, every_fault, fault_after_fault, run, run_on

COMMANDS: dict[str, tuple[Callable[[Path], Evening], Command]] = {
    "sync": (evening.due, evening.resolve),
    "commit": (evening.previewed, evening.commit),
    "sync that ends the match": (evening.nearly_over, evening.resolve),
}

THOROUGH = ("sync",)


@pytest.mark.parametrize("manner", ["full", "killed", "torn", "cut"])
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_fails_the_command_given_again_ends_as_without(tmp_path: Path, name: str, manner: Manner) -> None:
    make, command = COMMANDS[name]
    stride = 3 if manner in ("full", "cut") and name not in THOROUGH else 1
    operations = every_fault(command, make(tmp_path / "begun"), manner, tmp_path, stride=stride)
    print(f"{name}: broken at every {stride}. of {operations} file operations ({manner})")
    assert operations > 40


@pytest.mark.parametrize("manner", ["killed", "torn", "cut"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_that_breaks_again_and_again_gets_there(tmp_path: Path, name: str, manner: Manner) -> None:
    make, command = COMMANDS[name]
    assert fault_after_fault(command, make(tmp_path / "begun"), manner, tmp_path) > 10


def test_no_preview_is_made_of_what_an_earlier_run_has_not_finished(tmp_path: Path) -> None:
    """Its workbooks are not there yet: a preview would call them lost, and the host might take everybody as absent."""
    begun = evening.due(tmp_path / "begun")
    _, operations = count(evening.resolve, begun, tmp_path / "sound")
    first_workbook = next(number for number, operation in enumerate(operations, start=1) if "02-auction-2.xlsx" in operation)
    assert not run(evening.resolve, begun, Disk(first_workbook, "killed"))
    with pytest.raises(HostError, match="did not get to its end") as refused:
        evening.preview(begun)
    assert "croupier sync small-match" in refused.value.next_step
    assert sync.finish(begun.folder, begun.store, begun.publish, begun.now) is not None
    assert sync.finish(begun.folder, begun.store, begun.publish, begun.now) is None


def test_nobody_sees_a_result_before_the_disk_has_it(tmp_path: Path) -> None:
    """A run dies before its last line is synced; the next one goes on from that line; then the power is cut."""
    begun = evening.due(tmp_path / "begun")
    wanted, operations = count(evening.resolve, begun, tmp_path / "sound")
    before = Stand.of(begun)
    line = operations.index("write journal.jsonl") + 2
    assert operations[line - 1] == "fsync journal.jsonl"
    for number in range(1, len(operations)):
        again = begun.copy(tmp_path / str(number))
        assert not run(evening.resolve, again, Disk(line, "killed"))
        assert len(facts(again.folder.entries())) == len(facts(before.entries)) + 1, "the line is there, but not for good"
        unsynced = again.folder.private / "journal.jsonl"
        disk = Disk(number, "cut", unsynced={str(unsynced): (begun.folder.private / "journal.jsonl").read_bytes()})
        run(evening.resolve, again, disk)
        if not disk.reached:
            break
        evening.whole(again, before, wanted)
        run_on(evening.resolve, again)
        evening.same_end(again, wanted)
    else:
        pytest.fail("no run got through")
    assert number > 10
