"""`open`, `check` and `sync --preview` at every file operation: the disk is full, the run is killed, the power is cut.

Must not sample: each of these commands has few enough operations to break every one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import desk
from croupier.sheets.xlsx_write import render
from faults import evening
from faults.evening import Command, Evening, Stand
from faults.injected import Disk, Manner
from faults.trial import count, every_fault, fault_after_fault, run

COMMANDS: dict[str, tuple[Callable[[Path], Evening], Command]] = {
    "open": (evening.made, evening.open_),
    "check": (evening.opened, evening.check),
    "preview": (evening.due, evening.preview),
}


@pytest.mark.parametrize("manner", ["full", "killed", "torn", "cut"])
@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_fails_the_command_given_again_ends_as_without(tmp_path: Path, name: str, manner: Manner) -> None:
    make, command = COMMANDS[name]
    operations = every_fault(command, make(tmp_path / "begun"), manner, tmp_path)
    print(f"{name}: broken at each of {operations} file operations ({manner})")
    assert operations > 25


@pytest.mark.parametrize("manner", ["killed", "torn", "cut"])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_that_breaks_again_and_again_gets_there(tmp_path: Path, name: str, manner: Manner) -> None:
    make, command = COMMANDS[name]
    assert fault_after_fault(command, make(tmp_path / "begun"), manner, tmp_path) > 10


def test_a_seed_that_is_kept_stays_whatever_the_next_run_would_have_drawn(tmp_path: Path) -> None:
    begun = evening.made(tmp_path / "begun")
    _, operations = count(evening.open_, begun, tmp_path / "sound")
    kept = 0
    for number in range(1, len(operations) + 1):
        again = begun.copy(tmp_path / str(number))
        run(evening.open_, again, Disk(number, "killed"))
        seed = again.folder.private / "seed"
        before = seed.read_bytes() if seed.exists() else None
        evening.open_(again, entropy=b"x" * 32)
        assert before in (None, seed.read_bytes())
        assert seed.read_bytes() in (evening.ENTROPY.hex().encode() + b"\n", (b"x" * 32).hex().encode() + b"\n")
        kept += before is not None
    assert 0 < kept < len(operations)


def test_nothing_is_left_in_the_machine_s_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a workbook holds is its player's secret, half-made or not."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    evening.open_(evening.made(tmp_path / "begun"))
    with Disk() as disk:
        assert render(desk.workbook(Evening(tmp_path / "begun").match, "Ana"))
    assert disk.operations == []
    assert not list(temporary.iterdir())


def test_the_faults_are_real(tmp_path: Path) -> None:
    """A run that is killed leaves what was there: nothing of croupier's tidies up behind it."""
    begun = evening.opened(tmp_path / "begun")
    _, operations = count(evening.check, begun, tmp_path / "sound")
    torn = next(number for number, operation in enumerate(operations, start=1) if operation.startswith("write .receipt"))
    killed = begun.copy(tmp_path / "killed")
    assert not run(evening.check, killed, Disk(torn, "torn"))
    left = list(killed.path.rglob("*.tmp"))
    assert [path.name for path in left] == [".receipt.html.tmp"]
    assert 0 < left[0].stat().st_size < (tmp_path / "sound" / left[0].parent.relative_to(killed.path) / "receipt.html").stat().st_size
    assert Stand.of(killed).entries != Stand.of(begun).entries
