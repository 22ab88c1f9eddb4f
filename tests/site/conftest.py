"""Builds the sample sites once for all tests that look at them, and starts the browser.

Must not build anything that a test changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # `import site.…` would find Python's own module

import sample
from looking import ARGUMENTS, Served, browser_path

from croupier.site.build import build


@pytest.fixture(scope="session")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of a season with a finished and a running match."""
    folder = tmp_path_factory.mktemp("good season")
    build(sample.season(), folder)
    return folder


@pytest.fixture(scope="session")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build folder of a season with everything in it: main matches, a death match, somebody who is out, an address."""
    folder = tmp_path_factory.mktemp("long season")
    build(sample.long_season(), folder)
    return folder


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with names and titles that would like to be more than text."""
    folder = tmp_path_factory.mktemp("hostile")
    one = sample.match(names=sample.HOSTILE, title=sample.TITLE)
    two = sample.match("ceremony", names=sample.HOSTILE, id="second-night", title=sample.TITLE, seed="other")
    build(sample.season(one, two, title="<script>window.PWN_SEASON=1</script> & {{ 7*7 }}"), folder)
    return folder


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    path = browser_path()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def served_good(good: Path) -> Iterator[Served]:
    served = Served(good / "html")
    yield served
    served.close()


@pytest.fixture
def served_long(long: Path) -> Iterator[Served]:
    served = Served(long / "html")
    yield served
    served.close()


@pytest.fixture
def served_hostile(hostile: Path) -> Iterator[Served]:
    served = Served(hostile / "html")
    yield served
    served.close()
