"""Gives a command on a disk that fails at each of its operations in turn, and again on a sound one.

Must not decide what has to be whole then; the evening knows that.
"""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier import history
from croupier.core.problems import HostError
from faults.evening import Command, Evening, Stand, facts, same_end, whole
from faults.injected import Disk, Killed, Manner


def count(command: Command, begun: Evening, path: Path) -> tuple[Stand, list[str]]:
    """How it ends without a fault, and the file operations that it takes."""
    evening = begun.copy(path)
    with Disk() as disk:
        command(evening)
    return Stand.of(evening), disk.operations


def run(command: Command, evening: Evening, disk: Disk) -> bool:
    """One run on a disk that may fail: whether it got through. That there is nothing left to do is an answer, too."""
    with disk:
        try:
            return not command(evening)
        except (OSError, Killed):
            return False
        except HostError:
            return True


def run_on(command: Command, evening: Evening) -> None:
    """Gives the command on a sound disk as often as it asks for it."""
    for _ in range(3):
        if run(command, evening, Disk()):
            return
    raise AssertionError("it does not get through even on a sound disk")


def every_fault(command: Command, begun: Evening, manner: Manner, folder: Path, *, but_the_last: bool = False, stride: int = 1) -> int:
    """Breaks the command at every file operation in turn, looks at what that left, gives it again. How many operations there are.

    `stride` = only at every so many of them.
    """
    wanted, operations = count(command, begun, folder / "sound")
    before = Stand.of(begun)
    for number, operation in enumerate(operations[: -1 if but_the_last else None], start=1):
        if number % stride or (manner == "torn" and not operation.startswith("write")):  # else torn is the same as killed
            continue
        with told(f"{manner} at {number} of {len(operations)}: {operation}"):
            one_fault(command, begun, Disk(number, manner), folder / str(number), before, wanted)
        shutil.rmtree(folder / str(number))
    return len(operations)


def one_fault(command: Command, begun: Evening, disk: Disk, path: Path, before: Stand, wanted: Stand) -> None:
    """Gives the command on a disk that fails, and again on a sound one."""
    evening = begun.copy(path)
    through = run(command, evening, disk)
    assert disk.reached, "the same operations come in the same order"
    whole(evening, before, wanted)
    if not through:
        run_on(command, evening)
    same_end(evening, wanted)


def fault_after_fault(command: Command, begun: Evening, manner: Manner, folder: Path) -> int:
    """One evening on which run after run breaks, each an operation later than the one before, until all is done. How many runs."""
    wanted, _ = count(command, begun, folder / "sound")
    before, evening = Stand.of(begun), begun.copy(folder / "worn")
    for number in itertools.count(1):
        with told(f"{manner}, run {number}"):
            through = run(command, evening, Disk(number, manner))
            whole(evening, before, wanted)
            entries = evening.folder.entries()
            if through or (history.delivered(entries) and facts(entries) == facts(wanted.entries) != facts(before.entries)):
                same_end(evening, wanted)
                return number
    raise AssertionError


@contextmanager
def told(where: str) -> Iterator[None]:
    """Says at which fault an expectation was not met."""
    try:
        yield
    except (AssertionError, HostError) as fault:
        raise AssertionError(f"{where}: {fault}") from fault
