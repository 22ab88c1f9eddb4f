"""The built site: both builders, broken links, failures that keep the last good site, and what a withdrawal takes away.

Must not look into pages with a browser; that is another file.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import links
import pytest
import sample
import yaml
from PIL import Image

from croupier import resources
from croupier.core.problems import HostError
from croupier.site import build as building
from croupier.site.build import build, stage
from croupier.site.feeds import DATES, FEED
from croupier.site.public import PublicSeason
from croupier.site.serve import address, serve, server

THEIR_OWN = {"404.html"}
ALLOWED_CHUNKS = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}


def page_set(html: Path) -> set[str]:
    return {path.relative_to(html).as_posix() for path in html.rglob("*.html")} - THEIR_OWN


def chunks(png: bytes) -> list[bytes]:
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append(png[at + 4 : at + 8])
        at += 12 + length
    return found


def with_own_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, change: Callable[[Path], Any]) -> None:
    """Lets the next build read a changed copy of the hand-written pages."""
    copy = tmp_path / "own"
    shutil.copytree(resources.resource("site"), copy)
    change(copy)
    monkeypatch.setattr(building, "resource", lambda name: copy if name == "site" else resources.resource(name))


def test_every_staged_page_is_built_and_no_other(good: Path) -> None:
    docs = good / "staged/docs"
    assert page_set(good / "html") == {path.relative_to(docs).with_suffix(".html").as_posix() for path in docs.rglob("*.md")}
    assert len(page_set(good / "html")) > 30


def test_the_other_builder_builds_the_same_pages(good: Path, tmp_path: Path) -> None:
    staged = tmp_path / "staged"
    shutil.copytree(good / "staged", staged)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", "mkdocs.yml"]
    ran = subprocess.run(command, cwd=staged, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"})
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert page_set(staged / "html") == page_set(good / "html")
    assert not list(links.broken(staged / "html"))
    for name in (FEED, DATES):
        assert (staged / "html" / name).read_bytes() == (good / "html" / name).read_bytes()


def test_both_builders_say_the_same_in_a_pages_head(long: Path, tmp_path: Path) -> None:
    staged = tmp_path / "staged"
    shutil.copytree(long / "staged", staged)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "-f", "mkdocs.yml"]
    subprocess.run(command, cwd=staged, check=True, capture_output=True, env={**os.environ, "NO_COLOR": "1"})

    def head(page: Path) -> list[str]:
        text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8")).replace('"./', '"')
        return re.findall(r'<meta (?:property|name)="(?:og|twitter):[^>]*>|<link rel="alternate"[^>]*>', text)

    for name in ("index.html", "first-night/index.html", "third-night/standings.html"):
        theirs, ours = head(staged / "html" / name), head(long / "html" / name)
        assert theirs == ours, name
        assert len(ours) > 8


def test_all_links_and_pictures_are_there(good: Path, hostile: Path, long: Path) -> None:
    # Its canonical addresses are all that leads to where it is published.
    assert not [fault for fault in links.broken(long / "html") if "link leads away to https://example.org/season/" not in fault]
    assert not list(links.broken(good / "html"))
    assert not list(links.broken(hostile / "html"))


def test_the_link_check_finds_what_is_broken(good: Path, tmp_path: Path) -> None:
    copy = tmp_path / "html"
    shutil.copytree(good / "html", copy)
    next((copy / "first-night/pictures").glob("house-1-*.png")).unlink()
    page = copy / "first-night/rules.html"
    page.write_text(page.read_text().replace('id="hh-6"', 'id="hh-66"').replace("</body>", '<a href="https://example.org/">x</a></body>'))
    found = "\n".join(links.broken(copy))
    for fault in ("img to pictures/house-1-", "#hh-6, no such id", "leads away to https://example.org/"):
        assert fault in found


def test_every_picture_has_words_and_no_id_occurs_twice(good: Path) -> None:
    read = links.pages(good / "html")
    pictures = [picture for page in read.values() for picture in page.pictures]
    assert len(pictures) == 9 * 4 + 9 * 2, "each walk once, each house on its page and in the reveal"
    for picture in pictures:
        assert len(picture.get("alt") or "") > 40
        assert picture["width"] and picture["height"]
    for path, page in read.items():
        assert len(page.ids) == len(set(page.ids)), path


def test_pictures_are_pixels_and_nothing_else(good: Path) -> None:
    files = sorted((good / "html/first-night/pictures").iterdir())
    assert len(files) == 9 + 9 * 4
    for file in files:
        assert re.fullmatch(r"(house-\d|walk-\d-\d)-[0-9a-f]{8}\.png", file.name)
        assert set(chunks(file.read_bytes())) <= ALLOWED_CHUNKS
        with Image.open(file) as image:
            image.load()
            assert image.info == {}


def test_a_second_build_gives_the_same_bytes(good: Path, tmp_path: Path) -> None:
    build(sample.season(), tmp_path)

    def tree(folder: Path) -> dict[str, bytes]:
        files = (path for path in sorted(folder.rglob("*")) if path.is_file())
        return {
            path.relative_to(folder).as_posix(): gzip.decompress(data) if (data := path.read_bytes())[:2] == b"\x1f\x8b" else data for path in files
        }

    assert tree(tmp_path / "html") == tree(good / "html")


def test_a_withdrawn_page_is_gone_from_everywhere(tmp_path: Path) -> None:
    build(sample.season(sample.match()), tmp_path)
    html = tmp_path / "html"
    assert (html / "first-night/reveal.html").exists()
    build(sample.season(sample.match("auction-3")), tmp_path)
    assert not list(html.rglob("reveal.html"))
    assert not list(tmp_path.rglob("*.png")) or all({"assets", "cards"} & set(path.parts) for path in tmp_path.rglob("*.png"))
    index = json.loads((html / "search/search_index.json").read_text())
    assert not [entry for entry in index["docs"] if "reveal.html" in entry["location"] or "house-" in entry["location"]]
    assert "reveal" not in gzip.decompress((html / "sitemap.xml.gz").read_bytes()).decode()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".templates", "html", "staged"]


def test_a_failed_build_keeps_the_last_good_site(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(good / "html", tmp_path / "html")
    before = {path: path.read_bytes() for path in (tmp_path / "html").rglob("*") if path.is_file()}
    with_own_pages(monkeypatch, tmp_path, lambda own: (own / "about.md").write_text("# About\n\n[gone](nowhere.md)\n"))
    with pytest.raises(HostError) as told:
        build(sample.season(), tmp_path)
    assert "nowhere.md" in told.value.message
    assert "\n" not in told.value.message + told.value.next_step
    assert "croupier site" in told.value.next_step
    assert {path: path.read_bytes() for path in (tmp_path / "html").rglob("*") if path.is_file()} == before
    assert not (tmp_path / "html.new").exists()


@pytest.mark.parametrize(
    "text", ["[x](missing.md)", "![x](missing.png)", "[x](first-night/rules.md#no-such-ruling)", "[x](/absolute.md)", "[x](about.md#none)"]
)
def test_a_broken_link_stops_the_build(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_own_pages(monkeypatch, tmp_path, lambda own: (own / "about.md").write_text(f"# About\n\n{text}\n"))
    with pytest.raises(HostError):
        build(sample.season(sample.match("auction-2")), tmp_path)
    assert not (tmp_path / "html").exists()


def test_the_builder_is_asked_for_strictness_and_not_for_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def run(command: list[str], **more: Any) -> subprocess.CompletedProcess[str]:
        asked.append((command, more["env"]))
        Path(command[command.index("-d") + 1]).mkdir()
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    build(PublicSeason("Empty", ()), tmp_path)
    ((command, environment),) = asked
    assert "--strict" in command
    assert not {"-q", "--quiet", "-v", "--verbose", "--dirty"} & set(command)
    assert (environment["NO_MKDOCS_2_WARNING"], environment["SOURCE_DATE_EPOCH"]) == ("1", building.BUILD_TIME)


def test_a_run_that_died_between_the_renames_is_taken_up(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(good / "html", tmp_path / "html.old")
    (tmp_path / "html.new").mkdir()

    def fail(*_: Any, **__: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, "", "ERROR   -  no\n")

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(HostError, match="could not be built: no"):
        build(sample.season(), tmp_path)
    assert page_set(tmp_path / "html") == page_set(good / "html")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".templates", "html", "staged"]


def test_progress_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    stage(sample.season(sample.match()), tmp_path, progress=told.append)
    assert told[0] == "writing the pages"
    assert told[1] == "drawing pictures: 1 of 47"
    assert told[-1] == "drawing pictures: 47 of 47"
    told.clear()
    stage(sample.season(sample.match()), tmp_path, progress=told.append)
    assert told == ["writing the pages"], "pictures that are there are not drawn again"


def test_the_settings_stay_within_what_both_builders_know_and_fetch_nothing() -> None:
    settings = yaml.safe_load(resources.resource("mkdocs.yml").read_text())
    assert settings["plugins"] == ["search"]
    assert "hooks" not in settings and "repo_url" not in settings
    assert settings["theme"]["font"] is False
    assert settings["use_directory_urls"] is False
    allowed = {"attr_list", "tables", "pymdownx.highlight", "pymdownx.superfences", "toc"}
    assert {next(iter(entry)) if isinstance(entry, dict) else entry for entry in settings["markdown_extensions"]} <= allowed


def test_own_styles_and_scripts_are_small_and_change_their_name_with_their_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = [path for path in resources.resource("site").rglob("*") if path.suffix in (".css", ".js")]
    assert 0 < sum(path.stat().st_size for path in own) < 30_000
    stage(PublicSeason("Empty", ()), tmp_path)
    before = sorted(path.name for path in (tmp_path / "staged/docs/assets").iterdir())
    with_own_pages(monkeypatch, tmp_path, lambda own: (own / "assets/croupier.css").write_text("body { color: red }"))
    stage(PublicSeason("Empty", ()), tmp_path)
    after = sorted(path.name for path in (tmp_path / "staged/docs/assets").iterdir())
    assert [name for name in before if name not in after] == [name for name in before if name.endswith(".css")]
    assert next(name for name in after if name.endswith(".css")) in (tmp_path / "staged/mkdocs.yml").read_text()


def test_the_projects_own_settings_build_the_hand_written_pages_alone(tmp_path: Path) -> None:
    root = resources.resource("mkdocs.yml")
    ran = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(root), "-d", str(tmp_path / "html")],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )
    assert ran.returncode == 0, ran.stderr
    assert page_set(tmp_path / "html") == {"index.html", "about.html"}


def test_serving_is_for_this_machine_alone_and_says_what_is_wrong(good: Path, tmp_path: Path) -> None:
    with server(good / "html", 0) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        assert running.server_address[0] == "127.0.0.1"
        with urllib.request.urlopen(address(running)) as answer:
            assert b"Mainly by Design" in answer.read()
        with pytest.raises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen(address(running) + "../mkdocs.yml")
        missing.value.close()
        with pytest.raises(HostError, match="cannot be used"):
            serve(good / "html", running.server_address[1])
        running.shutdown()
        thread.join()
    with pytest.raises(HostError, match="there is no site"):
        serve(tmp_path, 0)
