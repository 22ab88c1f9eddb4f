"""Starts the emulator on loopback for a script that somebody is writing, and says how to reach it.

Must not run for ever.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from emulator.quota import Quota
from emulator.server import Server
from emulator.service import Emulator


def main(arguments: Sequence[str] | None = None, stop: threading.Event | None = None, out: TextIO | None = None) -> int:
    """Writes the addresses, a throw-away key and a spreadsheet to try on; ends after `--seconds` or at Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m emulator", description="Google Sheets and Drive as far as croupier needs them, on loopback.")
    parser.add_argument("--port", type=int, default=0, help="0 = any free one")
    parser.add_argument("--seconds", type=float, default=3600, help="how long it runs")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds that each request takes")
    parser.add_argument("--no-quota", action="store_true", help="no limit of 60 reads and 60 writes a minute")
    parser.add_argument("--key", type=Path, help="write the key into this file instead of printing it")
    given = parser.parse_args(arguments)
    emulator = Emulator(latency=given.latency)
    emulator.quota = None if given.no_quota else Quota(emulator.clock)
    host, robot = emulator.user("host@example.com"), emulator.service_account()
    book = emulator.spreadsheet("A sheet to try", host, writers=[robot], link="writer")
    with Server(emulator, given.port) as server:
        key = json.dumps(server.key(robot), indent=2)
        lines = [
            f"Sheets  {server.base}/v4/spreadsheets",
            f"Drive   {server.base}/drive/v3/files",
            f"Tokens  {server.token_uri}",
            f"Sheet   {book}  (owned by {host.email}, shared with {robot.email})",
        ]
        if given.key:
            with os.fdopen(os.open(given.key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(key + "\n")
            lines.append(f"Key     {given.key}")
        else:
            lines.append(f"Key     (worthless elsewhere)\n{key}")
        print(*lines, f"Ends after {given.seconds:g} seconds or at Ctrl-C.", sep="\n", file=out, flush=True)
        try:
            (stop or threading.Event()).wait(given.seconds)
        except KeyboardInterrupt:
            print("Stopped.", file=out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
