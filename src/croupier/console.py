"""What the terminal shows: results, progress bars, tables, one-line errors.

Must not decide what is public; the commands hand it what may be shown.
"""

from __future__ import annotations

import errno
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from croupier.core.problems import HostError

from .season import SETTINGS
from .sheets.base import Tell

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str, style: str = "") -> None:
    """A line of output, shown as it is: nothing in it is mark-up."""
    out.print(text, style=style or None, markup=False)


def next_step(text: str) -> None:
    """What the host can do now."""
    out.print(f"Next: {text}", style="bold", markup=False)


def failed(fault: HostError) -> None:
    """An error of the host's: one line, and the next step."""
    err.print(f"croupier: {fault.message}", style="red", markup=False)
    err.print(f"Next: {fault.next_step}", style="bold", markup=False)


def broken(fault: OSError) -> None:
    """An error of the machine's (a full disk, a folder that may not be written to): what failed, on which file, and the next step."""
    why = os.strerror(fault.errno or 0)
    place = _in_season(fault.filename)
    failed(HostError(f"{place}: {why}" if place else why, _REMEDIES.get(fault.errno or 0, "see to that") + _GOES_ON))


_ROOM, _LEAVE = "make room on that disk", "give yourself the right to write there"
_REMEDIES = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EFBIG: _ROOM,
    errno.EACCES: f"{_LEAVE}, or close the file wherever it is open",
    errno.EPERM: _LEAVE,
    errno.EROFS: _LEAVE,
    errno.ENOENT: "bring it back from a copy",
}
_GOES_ON = "; then give the same command again: it goes on where it stopped, and nothing is done twice"


def _in_season(name: object) -> str:
    """A file's name as a host knows it: from the season's folder on."""
    if not isinstance(name, (str, bytes)):
        return ""
    path = Path(os.fsdecode(name)).absolute()
    for above in path.parents:
        if (above / SETTINGS).exists():
            return str(path.relative_to(above))
    return str(path)


def crashed(fault: BaseException) -> None:
    """A fault in croupier: where it happened, without any text that could hold a cell's contents."""
    err.print(f"croupier has a fault ({type(fault).__name__}); please report these lines:", style="red", markup=False)
    for frame in traceback.extract_tb(fault.__traceback__):
        err.print(f"  {frame.filename.rsplit('croupier/', 1)[-1]}:{frame.lineno} {frame.name}", markup=False)
    err.print("Nothing was published that was not resolved before. Run the command again; if it fails again, wait for help.", markup=False)


def waiting(why: str, seconds: float) -> None:
    """A wait that somebody else imposes, told before it: a host who sees nothing happen stops a run."""
    if seconds >= 2:
        err.print(f"Waiting {seconds:.0f} seconds: {why}.", style="dim", markup=False)


@contextmanager
def progress() -> Iterator[Tell]:
    """Bars for long work, one a kind of work; nothing but their last state stays when there is no terminal."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bars:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int) -> None:
            key = what.split(":")[0]
            if key not in tasks:
                tasks[key] = bars.add_task(what, total=total)
            bars.update(tasks[key], description=what, completed=done, total=total)

        yield tell


def agreed() -> bool:
    """Asks the host whether to do what was shown."""
    try:
        return typer.confirm("Do this?", default=False)
    except typer.Abort:
        say("")
        return False


def table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """A table of plain texts."""
    shown = Table(title=title, title_justify="left")
    for column in columns:
        shown.add_column(column)
    for row in rows:
        shown.add_row(*[cell.replace("[", r"\[") for cell in row])
    out.print(shown)
