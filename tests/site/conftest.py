"""Builds the sample sites once for all tests that look at them, and finds the browser.

Must not hide that something was not looked at: without a browser a test says so, and under CI it fails.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # `import site.…` would find Python's own module

import sample

from croupier.site.build import build
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


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of a season with a finished and a running match."""
    folder = tmp_path_factory.mktemp("good season")
    build(sample.season(), folder)
    return folder


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with names and titles that would like to be more than text."""
    folder = tmp_path_factory.mktemp("hostile")
    one = sample.match(names=sample.HOSTILE, title=sample.TITLE)
    two = sample.match("ceremony", names=sample.HOSTILE, id="second-night", title=sample.TITLE, seed="other")
    build(sample.season(one, two, title="<script>window.PWN_SEASON=1</script> & {{ 7*7 }}"), folder)
    return folder


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


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    path = browser_path()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


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


@pytest.fixture
def served_good(good: Path) -> Iterator[Served]:
    served = Served(good / "html")
    yield served
    served.close()


@pytest.fixture
def served_hostile(hostile: Path) -> Iterator[Served]:
    served = Served(hostile / "html")
    yield served
    served.close()
