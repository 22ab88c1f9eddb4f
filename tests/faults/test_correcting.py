"""Corrections broken at every file operation: a ruling, a step decided anew, a roll-back, a moved deadline.

Must not sample where a run is killed, nor in a ruling or a roll-back; what differs little from them is broken at every third
operation, and a sync that takes up rulings from the control workbook, whose tables take their time, at every eleventh.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import sync
from faults import evening
from faults.evening import Command, Evening, same_end
from faults.injected import Disk, Manner
from faults.trial import count, every_fault, fault_after_fault, run

COMMANDS: dict[str, tuple[Callable[[Path], Evening], Command]] = {
    "rule": (evening.opened, evening.ruling("Ana", "money", "+50")),
    "rule void": (evening.resolved, evening.ruling("Bo", "void", "")),
    "rollback": (evening.resolved, evening.rollback),
    "extend": (evening.opened, evening.extend),
}

THOROUGH = ("rule", "rollback")


@pytest.mark.parametrize("manner", ["full", "killed", "torn", "cut"])
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_fails_the_command_given_again_ends_as_without(tmp_path: Path, name: str, manner: Manner) -> None:
    make, command = COMMANDS[name]
    stride = 3 if manner in ("full", "cut") and name not in THOROUGH else 1
    operations = every_fault(command, make(tmp_path / "begun"), manner, tmp_path, but_the_last=manner == "killed", stride=stride)
    print(f"{name}: broken at every {stride}. of {operations} file operations ({manner})")
    assert operations > 40


@pytest.mark.parametrize("manner", ["killed", "torn", "cut"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_that_breaks_again_and_again_gets_there(tmp_path: Path, name: str, manner: Manner) -> None:
    make, command = COMMANDS[name]
    assert fault_after_fault(command, make(tmp_path / "begun"), manner, tmp_path) > 10


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_after_its_last_line_it_is_done_although_nobody_was_told(tmp_path: Path, name: str) -> None:
    """Given again then, it would be done again: two equal rulings are two. The host looks at `croupier history` first."""
    make, command = COMMANDS[name]
    begun = make(tmp_path / "begun")
    wanted, operations = count(command, begun, tmp_path / "sound")
    assert operations[-1] == "fsync journal.jsonl"
    killed = begun.copy(tmp_path / "killed")
    assert not run(command, killed, Disk(len(operations), "killed"))
    same_end(killed, wanted)
    assert sync.finish(killed.folder, killed.store, killed.publish, killed.now) is None


@pytest.mark.parametrize("manner", ["full", "killed"])
def test_a_ruling_that_waits_in_the_control_workbook_is_taken_up_once(tmp_path: Path, manner: Manner) -> None:
    begun = evening.ruled(tmp_path / "begun")
    operations = every_fault(evening.resolve_with_rulings, begun, manner, tmp_path, stride=11)
    print(f"sync with a ruling: broken at every eleventh of {operations} file operations ({manner})")
    assert operations > 100
