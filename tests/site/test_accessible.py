"""What machines find wrong with the pages: axe in both colour schemes, the Nu checker, sizes, shifts of the layout.

Must not be skipped under CI.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from looking import Served
from test_browser import DESK, PHONE, visit

MODULES = Path(__file__).parent.parent.parent / "node_modules"
KINDS = (
    "index.html",
    "ledger.html",
    "about.html",
    "first-night/index.html",
    "first-night/standings.html",
    "first-night/03-auction-3.html",
    "first-night/10-entrants.html",
    "first-night/11-paths.html",
    "first-night/12-ceremony.html",
    "first-night/reveal.html",
    "first-night/bids.html",
    "first-night/house-01.html",
    "first-night/rules.html",
    "first-night/fairness.html",
    "third-night/index.html",
    "third-night/standings.html",
)
"""One page of each kind, and of the kinds that look otherwise while a match is played, that one too."""
THEIRS = {("aria-dialog-name", ".md-search")}
"""The search dialog of Material, which no template can name."""
# Filtered out: what the theme writes and the standard does not know.
THEIR_HTML = r".*autocomplete.*|.*“for” attribute.*|.*Trailing slash.*"
SHIFTS = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; }).observe({type: 'layout-shift', buffered: true});
  setTimeout(() => done(sum), 400);
})"""


def needed(path: Path) -> Path:
    """A file of an npm package. Without it the test is skipped, under CI it fails."""
    if not path.is_file():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"{path.name} is not there; run: npm ci --ignore-scripts")
    return path


def axe_faults(seen: Any, paths: Iterable[str]) -> list[tuple[str, str, str, str]]:
    """(rule, element, page, why) of all that axe finds on some pages, with everything on them unfolded, but for what is the theme's."""
    axe = needed(MODULES / "axe-core/axe.min.js").read_text(encoding="utf-8")
    faults: list[tuple[str, str, str, str]] = []
    for path in paths:
        page = seen.open(path)
        page.evaluate("document.querySelectorAll('details').forEach(element => element.open = true)")
        page.evaluate(axe)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        faults += [(fault["id"], " ".join(node["target"]), path, node["failureSummary"]) for fault in found for node in fault["nodes"]]
    return [fault for fault in faults if fault[:2] not in THEIRS]


def assert_small_pages(html: Path) -> None:
    """No page is heavy, and every picture has its size, so that nothing jumps."""
    for path in html.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert len(text.encode()) < 150_000, path
        for image in re.findall(r"<img\b[^>]*>", text):
            assert re.search(r'\bwidth="\d+"', image) and re.search(r'\bheight="\d+"', image), f"{path}: {image}"


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", PHONE), ("light", DESK)], ids=["dark on a phone", "light on a desk"])
def test_axe_finds_nothing_but_the_search_dialog(chromium: Any, served_long: Served, scheme: str, viewport: dict[str, int]) -> None:
    with visit(chromium, served_long.base, viewport, color_scheme=scheme) as seen:
        assert axe_faults(seen, KINDS) == []


@pytest.mark.browser
def test_axe_notices_what_is_wrong(chromium: Any, served_long: Served) -> None:
    axe = needed(MODULES / "axe-core/axe.min.js").read_text(encoding="utf-8")
    with visit(chromium, served_long.base) as seen:
        page = seen.open("index.html")
        page.evaluate(
            "document.querySelector('article').insertAdjacentHTML('beforeend', '<img src=\"assets/favicon.svg\"><p style=\"color:#ccc\">x</p>')"
        )
        page.evaluate(axe)
        assert {"image-alt"} <= {fault["id"] for fault in page.evaluate("axe.run()")["violations"]}


def test_the_html_is_valid(long: Path) -> None:
    """Every page but the theme's own faults, which are filtered by their words."""
    ran = nu(long / "html")
    assert ran.returncode == 0, ran.stderr


def test_html_that_is_not_valid_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<!doctype html><html lang="en"><title>x</title><ul><p>x</p></ul></html>')
    assert nu(tmp_path).returncode != 0


def nu(html: Path) -> subprocess.CompletedProcess[str]:
    jar = needed(MODULES / "vnu-jar/build/dist/vnu.jar")
    java = shutil.which("java")
    if java is None:
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("no Java, which the Nu checker needs")
    command = [str(java), "-Xss2m", "-jar", str(jar), "--errors-only", "--skip-non-html", "--filterpattern", THEIR_HTML, str(html)]
    return subprocess.run(command, capture_output=True, text=True)


def test_pages_are_small_and_pictures_have_their_size(long: Path) -> None:
    assert_small_pages(long / "html")


@pytest.mark.browser
@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_moves_while_a_page_loads(chromium: Any, served_long: Served, viewport: dict[str, int]) -> None:
    with visit(chromium, served_long.base, viewport) as seen:
        moved = {path: shift for path in KINDS if (shift := seen.open(path).evaluate(SHIFTS)) > 0.001}
        assert moved == {}
