"""The site in a real browser: nothing runs that should not, nothing is fetched from elsewhere, nothing sticks out on a phone.

Must not be skipped under CI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import sample
from looking import Served, browser_path

pytestmark = pytest.mark.browser

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
PLANTED = "Object.keys(window).filter(key => key.startsWith('PWN_'))"
TOO_WIDE = """() => {
  const width = document.documentElement.clientWidth, found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page: ' + document.documentElement.scrollWidth);
  for (const element of document.querySelectorAll('.md-content *')) {
    const box = element.getBoundingClientRect();
    if (box.width && box.right > width + 1 && !element.closest('.rw, .highlight, pre')) found.push(element.outerHTML.slice(0, 120));
  }
  return found;
}"""
LOOSE_TABLES = """[...document.querySelectorAll('.md-content table')].filter(table => !table.closest('.highlight') &&
  !table.closest('.rw[role=region][tabindex="0"][aria-label]')).length"""
# Names outside <bdi> could turn the writing direction of what stands beside them. Titles and menus have no room for marks.
BARE_NAMES = """(names) => {
  const walker = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (names.some(name => node.data.includes(name)) && !node.parentElement.closest('bdi, code, h1')) found.push(node.parentElement.outerHTML);
  }
  return found;
}"""


class Visit:
    """One browser context; `away` collects what was asked of other hosts, `faults` what scripts complained about."""

    def __init__(self, context: Any, base: str) -> None:
        self.context, self.base = context, base
        self.away: list[str] = []
        self.faults: list[str] = []
        context.route(lambda address: not address.startswith((base, "data:", "blob:")), self._refuse)
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))

    def _refuse(self, route: Any) -> None:
        self.away.append(route.request.url)
        route.abort()

    def open(self, path: str) -> Any:
        self.page.goto(self.base + path, wait_until="load")
        return self.page


@contextmanager
def visit(chromium: Any, base: str, viewport: dict[str, int] = DESK, **more: Any) -> Iterator[Visit]:
    context = chromium.new_context(viewport=viewport, timezone_id=more.pop("timezone_id", "Europe/Berlin"), **more)
    try:
        yield Visit(context, base)
    finally:
        context.close()


def test_no_name_and_no_title_runs_anything(chromium: Any, served_hostile: Served) -> None:
    """Every page, and the search, which shows pages' words by scripts of its own."""
    with visit(chromium, served_hostile.base) as seen:
        for path in served_hostile.pages():
            page = seen.open(path)
            assert page.evaluate(PLANTED) == [], path
        page = seen.open("index.html")
        found = 0
        for words in ("script", "onerror", "PWN_IMG", "House of", "img src"):
            page.fill("input.md-search__input", "")
            page.locator("input.md-search__input").press_sequentially(words)  # it listens to keys
            page.wait_for_function("/matching/.test(document.querySelector('.md-search-result__meta').textContent)")
            page.wait_for_timeout(300)
            found += page.locator(".md-search-result__item").count()
            assert page.evaluate(PLANTED) == [], f"searching for {words}"
        assert found
        assert seen.faults == []
        assert seen.away == []


def test_nothing_runs_with_the_other_builder_either(chromium: Any, hostile: Path, tmp_path: Path) -> None:
    staged = tmp_path / "staged"
    shutil.copytree(hostile / "staged", staged)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", "mkdocs.yml"]
    subprocess.run(command, cwd=staged, check=True, capture_output=True, env={**os.environ, "NO_COLOR": "1"})
    served = Served(staged / "html")
    with visit(chromium, served.base) as seen:
        for path in served.pages():
            assert seen.open(path).evaluate(PLANTED) == [], path
        assert seen.faults == []
        assert seen.away == []
    served.close()


def test_what_would_run_is_noticed(chromium: Any, served_hostile: Served, hostile: Path) -> None:
    """The test above can fail: the same names, put in as they are, do run."""
    page = hostile / "html" / "raw.html"
    page.write_text("<!doctype html><title>x</title><body>" + "".join(f"<p>{name}</p>" for name in sample.HOSTILE))
    try:
        with visit(chromium, served_hostile.base) as seen:
            raw = seen.open("raw.html")
            raw.wait_for_timeout(200)
            assert len(raw.evaluate(PLANTED)) >= 4
    finally:
        page.unlink()


def test_names_show_as_they_are_and_stand_in_bdi(chromium: Any, served_hostile: Served) -> None:
    shown = [name.replace("\u202e", "") for name in sample.HOSTILE]
    with visit(chromium, served_hostile.base) as seen:
        for path in served_hostile.pages():
            if path != "404.html":
                assert seen.open(path).evaluate(BARE_NAMES, shown) == [], path
        page = seen.open("first-night/standings.html")
        for number, name in enumerate(shown, start=1):
            assert page.locator(f"#seat-{number:02d} bdi").first.inner_text() == name
        assert page.title().startswith("Standings · " + sample.TITLE)
        page = seen.open("first-night/house-01.html")
        assert page.locator("h1 bdi").inner_text() == shown[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_comes_from_elsewhere_and_no_script_fails(chromium: Any, served_good: Served, scheme: str) -> None:
    with visit(chromium, served_good.base, color_scheme=scheme) as seen:
        for path in served_good.pages() if scheme == "dark" else ("index.html", "first-night/reveal.html"):
            page = seen.open(path)
            ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
            brightness = sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(",")))
            assert brightness > 700 if scheme == "light" else brightness < 90, path
        assert seen.away == []
        assert seen.faults == []


def test_a_request_to_elsewhere_is_noticed(chromium: Any, served_good: Served) -> None:
    with visit(chromium, served_good.base) as seen:
        page = seen.open("index.html")
        page.evaluate("fetch('https://fonts.example.org/x').catch(() => 0)")
        page.wait_for_timeout(100)
        assert seen.away == ["https://fonts.example.org/x"]


@pytest.mark.parametrize("which", ["served_good", "served_hostile"])
def test_nothing_sticks_out_on_a_phone(chromium: Any, which: str, request: pytest.FixtureRequest) -> None:
    served = request.getfixturevalue(which)
    with visit(chromium, served.base, PHONE) as seen:
        for path in served.pages():
            page = seen.open(path)
            page.evaluate("document.querySelectorAll('details').forEach(element => element.open = true)")
            assert page.evaluate(TOO_WIDE) == [], path
            assert page.evaluate(LOOSE_TABLES) == 0, f"{path}: a table that a keyboard cannot scroll"


def test_something_that_sticks_out_is_noticed(chromium: Any, served_good: Served) -> None:
    with visit(chromium, served_good.base, PHONE) as seen:
        page = seen.open("first-night/rules.html")
        page.add_style_tag(content=".ruling { width: 500px }")
        assert page.evaluate(TOO_WIDE)


def test_the_site_works_from_a_disk(chromium: Any, good: Path) -> None:
    """From the home page by clicks to a house and back, every picture loaded, without a server."""
    root = (good / "html").resolve().as_uri() + "/"
    with visit(chromium, root) as seen:
        page = seen.open("index.html")
        page.click("a.cardlink")
        page.click("text=The reveal: every house, every walk, every bid")
        page.click(".house h2 a >> nth=0")
        page.wait_for_url("**/first-night/house-*.html", wait_until="load")
        loaded = """() => Promise.all([...document.images].map(image => {
            image.loading = 'eager'; return image.decode().then(() => image.naturalWidth) }))"""
        widths = page.evaluate(loaded)
        assert len(widths) == 5
        assert min(widths) > 500
        page.click("summary >> nth=0")
        page.click("details .rule >> nth=0")
        page.wait_for_url("**/first-night/rules.html#hh-26", wait_until="load")
        page.click(".md-header a.md-logo")
        page.wait_for_url("**/index.html", wait_until="load")
        assert seen.away == []
        assert seen.faults == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_reader_is_told_the_own_time_and_the_time_left(chromium: Any, served_good: Served, viewport: dict[str, int]) -> None:
    with visit(chromium, served_good.base, viewport, timezone_id="Europe/Berlin") as seen:
        seen.page.clock.set_fixed_time("2026-10-31T20:00:00Z")
        felt = seen.open("index.html").locator(".felt").inner_text()
        assert "until Sat 31 Oct 2026, 21:59 EDT (UTC−04:00)" in felt
        assert "Sun 1 Nov, 02:59 your time" in felt
        assert "closes in 5 h 59 min" in felt
        seen.page.clock.set_fixed_time("2026-11-01T03:00:00Z")
        assert "closed, results follow" in seen.open("index.html").locator(".felt").inner_text()
    with visit(chromium, served_good.base, viewport, timezone_id="America/New_York") as seen:
        seen.page.clock.set_fixed_time("2026-10-29T20:00:00Z")
        felt = seen.open("index.html").locator(".felt").inner_text()
        assert "your time" not in felt, "who lives in the match's zone needs no second time"
        assert "closes in 2 days 5 h" in felt


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_search_finds_a_ruling_and_leads_to_it(chromium: Any, served_good: Served, viewport: dict[str, int]) -> None:
    with visit(chromium, served_good.base, viewport) as seen:
        page = seen.open("index.html")
        if viewport is PHONE:
            page.click("label.md-header__button[for=__search]")
        page.locator("input.md-search__input").press_sequentially("heart attack")
        found = page.locator(".md-search-result__link").first
        found.wait_for()
        assert "heart" in page.locator(".md-search-result").inner_text().casefold()
        found.click()
        page.wait_for_url(lambda address: "first-night/" in address or "second-night/" in address)
        assert seen.faults == [] and seen.away == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_lights_can_be_dimmed_and_stay_so(chromium: Any, served_good: Served, viewport: dict[str, int]) -> None:
    scheme = "document.body.dataset.mdColorScheme"
    with visit(chromium, served_good.base, viewport, color_scheme="light") as seen:
        page = seen.open("index.html")
        assert page.evaluate(scheme) == "default"
        page.click("label[title='Dim the lights']")
        assert page.evaluate(scheme) == "slate"
        page = seen.open("first-night/standings.html")
        assert page.evaluate(scheme) == "slate", "on the next page, too"
        page.click("label[title='Turn the lights up']")
        assert page.evaluate(scheme) == "default"


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_progress_table_scrolls_within_itself_and_keeps_the_names(chromium: Any, served_long: Served, viewport: dict[str, int]) -> None:
    with visit(chromium, served_long.base, viewport) as seen:
        page = seen.open("index.html")
        table = page.locator(".rw:has(.progress)")
        table.evaluate("element => { element.scrollLeft = 10000 }")
        name = page.locator(".progress tbody th").first.bounding_box()
        assert 0 <= name["x"] - table.bounding_box()["x"] < 3
        if viewport is DESK:
            assert table.evaluate("element => element.scrollWidth <= element.clientWidth"), "four matches fit on a desk"
        page.locator(".progress .cell a").first.click()
        page.wait_for_url("**/first-night/standings.html#seat-01")


def test_a_chart_tells_its_lines_apart_in_both_schemes(chromium: Any, served_long: Served) -> None:
    """Each line is at least three times as light or as dark as the page it lies on."""
    ratio = """element => { const rgb = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
      const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
      const a = light(rgb(getComputedStyle(element).stroke)), b = light(rgb(getComputedStyle(document.body).backgroundColor));
      return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); }"""
    for scheme in ("light", "dark"):
        with visit(chromium, served_long.base, color_scheme=scheme) as seen:
            lines = seen.open("index.html").locator(".chart .lines g > path:not(.reach)").all()
            assert len(lines) == 9
            assert all(line.evaluate(ratio) >= 3 for line in lines), scheme


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_on_paper_nothing_is_cut_off(chromium: Any, served_long: Served, viewport: dict[str, int]) -> None:
    with visit(chromium, served_long.base, viewport, color_scheme="dark") as seen:
        page = seen.open("index.html")
        page.emulate_media(media="print")
        for hidden in (".md-header", ".md-sidebar", ".takeaway"):
            assert not page.locator(hidden).first.is_visible(), hidden
        assert page.locator(".chart details table").is_visible()
        assert page.locator(".rw").first.evaluate("element => getComputedStyle(element).overflowX") == "visible"
        assert len(page.pdf()) > 10_000


def test_on_paper_the_steps_are_unfolded(chromium: Any, served_good: Served) -> None:
    with visit(chromium, served_good.base) as seen:
        page = seen.open("first-night/house-01.html")
        assert not page.locator("details table").first.is_visible()
        page.emulate_media(media="print")
        assert page.locator("details table").first.is_visible()


def test_without_a_browser_the_tests_are_skipped_but_under_ci_they_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CHROMIUM", "/no/such/browser")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="/no/such/browser is not there"):
        browser_path()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="/no/such/browser is not there"):
        browser_path()
