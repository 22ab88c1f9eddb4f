"""Runs `croupier` commands in a process of their own, with a clock and a site of the test's; started by other tests.

Must not be imported by a test. Each line of its input is one command as JSON; it answers with a line of JSON when that has ended.
"""

from __future__ import annotations

import contextlib
import ctypes
import io
import json
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from croupier import cli, cli_corrections, clock, console, files
from croupier.season import Season

given: dict[str, Any] = {}


def publish(place: Season) -> None:
    """The site's stub. Where it is to `stop`, it says that it has come so far, and waits to be killed."""
    if given.get("stop"):
        answer({"stopped": True})
        time.sleep(600)
    files.write(place.build / "html" / "index.html", b"a site")


def powerless() -> None:
    """Gives up what the system's administrator may do: a folder that is not to be written to is not written to."""
    header, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None, use_errno=True).capset(header, nothing):
        raise OSError(ctypes.get_errno(), "capset")


def answer(what: dict[str, Any]) -> None:
    print(json.dumps(what), file=sys.__stdout__, flush=True)


def main() -> None:
    clock.now = lambda: datetime.fromisoformat(given["now"])
    for module in (cli, cli_corrections):
        setattr(module, "publish", publish)  # noqa: B010 - the commands build no site here
    answer({"ready": True})
    for line in sys.stdin:
        given.clear()
        given.update(json.loads(line))
        if given.get("powerless"):
            powerless()
        if given.get("longest"):
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (given["longest"],) * 2)
        sys.argv = ["croupier", *given["words"], "--season", str(Path(given["season"]))]
        said, status = io.StringIO(), 0
        console.out.file, console.err.file = said, said
        while time.monotonic() < given.get("start", 0):
            pass
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            try:
                cli.main()
            except SystemExit as end:
                status = int(end.code or 0)
        answer({"status": status, "said": said.getvalue()})


if __name__ == "__main__":
    main()
