"""Finds the browser, and serves a built site to it.

Must not hide that something was not looked at: without a browser a test says so, and under CI it fails.
"""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from croupier.site.serve import address, server

BROWSERS = ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--disable-extensions",
    "--mute-audio",
]


def browser_path() -> str:
    """Where Chromium is: CROUPIER_CHROMIUM, else the usual places. Without one the test is skipped, under CI it fails."""
    named = os.environ.get("CROUPIER_CHROMIUM")
    for name in (named,) if named else BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    reason = f"no Chromium: {named} is not there" if named else "no Chromium found: install it, or name it in CROUPIER_CHROMIUM"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


class Served:
    """A built site over http for as long as a test lasts."""

    def __init__(self, html: Path) -> None:
        self.html = html
        self.server = server(html, 0)
        self.base = address(self.server)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def pages(self) -> list[str]:
        """The addresses of all pages below the base."""
        return sorted(path.relative_to(self.html).as_posix() for path in self.html.rglob("*.html"))

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
