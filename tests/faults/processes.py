"""Processes of their own that run `croupier` commands for a test, one after the other.

Must not share anything with the test but files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from faults.evening import Evening

DRIVER = Path(__file__).parent / "driver.py"


class Croupier:
    """A process that runs commands."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.hear() == {"ready": True}

    def begin(self, at: Evening, *words: str, **more: Any) -> None:
        """Gives it a command."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"season": str(at.path), "now": at.now.isoformat(), "words": words, **more}) + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """Waits for its answer."""
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def run(self, at: Evening, *words: str, **more: Any) -> tuple[int, str]:
        self.begin(at, *words, **more)
        answer = self.hear()
        return answer["status"], answer["said"]


@contextmanager
def croupier() -> Iterator[Croupier]:
    started = Croupier()
    with started.process:
        try:
            yield started
        finally:
            started.process.kill()
