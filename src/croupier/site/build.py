"""Builds a season's site: stages its pages and pictures, lets MkDocs build them, and swaps the result in.

Must not be handed anything but a public season, and must not touch the last good site before the new one is whole.
"""

from __future__ import annotations

import gc
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from croupier.core.problems import HostError
from croupier.draw.painter import keep_as
from croupier.resources import resource

from .escape import escape
from .feeds import FEED
from .pages import Book, book
from .public import PublicSeason

STAGED, HTML, COMPILED, THEME = "staged", "html", ".templates", "templates/theme"
# The builders put times into what they write. One fixed time keeps equal seasons equal to the last byte.
BUILD_TIME = "1767225600"
MOST_PAGES_IN_EVERY_MENU = 60

Progress = Callable[[str], None]


def build(season: PublicSeason, folder: Path, *, progress: Progress | None = None) -> Path:
    """The finished site's folder, `folder/html`. HostError where it cannot be built; what was there before then stays."""
    return build_book(partial(book, season, folder / COMPILED), season, folder, progress=progress)


def build_book(
    write: Callable[[], Book], season: PublicSeason, folder: Path, *, private: str | None = None, progress: Progress | None = None
) -> Path:
    """The same for pages that somebody else writes. `private` = what stands on each page of a site that is not for everybody."""
    say = progress or (lambda _: None)
    html, fresh, old = folder / HTML, folder / f"{HTML}.new", folder / f"{HTML}.old"
    if old.exists() and not html.exists():  # a run died between the two renames below
        old.rename(html)
    settings = _stage(write, season, folder, private, say)
    say("building the site")
    _remove(fresh)
    _run_mkdocs(settings, fresh)
    _remove(old)
    if html.exists():
        html.rename(old)
    try:
        fresh.rename(html)
    except OSError:
        if old.exists():
            old.rename(html)
        raise
    _remove(old)
    return html


def stage(season: PublicSeason, folder: Path, *, progress: Progress | None = None) -> Path:
    """Writes all that the builder reads under `folder/staged`, and nothing else stays there. The path of its mkdocs.yml."""
    return _stage(partial(book, season, folder / COMPILED), season, folder, None, progress or (lambda _: None))


def _stage(write: Callable[[], Book], season: PublicSeason, folder: Path, private: str | None, say: Progress) -> Path:
    staged = folder / STAGED
    docs = staged / "docs"
    say("writing the pages")
    with _collector_paused():
        content = write()
    wanted: set[Path] = set()
    assets: dict[str, str] = {}
    own = resource("site")
    generated = {page.path for page in content.pages}
    for source in sorted(path for path in own.rglob("*") if path.is_file()):
        name = source.relative_to(own).as_posix()
        if name in generated:
            continue
        data = source.read_bytes()
        if source.suffix in (".css", ".js"):
            # A changed style sheet needs another name, or readers keep the one that their browser has stored.
            assets[name] = f"{name.removesuffix(source.suffix)}-{hashlib.sha256(data).hexdigest()[:8]}{source.suffix}"
        wanted.add(_write(docs / assets.get(name, name), data))
    for page in content.pages:
        wanted.add(_write(docs / page.path, page.text.encode()))
    for name, text in content.files:
        wanted.add(_write(docs / name, text.encode()))
    for source in sorted(resource(THEME).iterdir()):
        wanted.add(_write(staged / THEME / source.name, source.read_bytes()))
    for number, (place, file, picture) in enumerate(content.pictures, start=1):
        if not (docs / place / file).exists():
            say(f"drawing pictures: {number} of {len(content.pictures)}")
        wanted.add(keep_as(file, picture, docs / place))
    settings = _write(staged / "mkdocs.yml", _settings(season, content, assets, private).encode())
    _clear(staged, {*wanted, settings})
    return settings


@contextmanager
def _collector_paused() -> Iterator[None]:
    """All that is made here lives until it is written; the collector would only look through it again and again."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _settings(season: PublicSeason, content: Book, assets: dict[str, str], private: str | None) -> str:
    """The season's mkdocs.yml, derived from the project's."""
    settings: dict[str, Any] = yaml.safe_load(resource("mkdocs.yml").read_text(encoding="utf-8"))
    own = [entry for entry in settings.pop("nav", []) if "index.md" not in entry.values()]
    settings |= {"site_name": str(escape(season.title)), "docs_dir": "docs", "site_dir": HTML}
    if private:
        settings["extra"]["private"] = private
    elif season.address:
        settings["site_url"] = season.address
    if len(content.pages) > MOST_PAGES_IN_EVERY_MENU:
        settings["theme"]["features"].append("navigation.prune")
    settings["extra"]["feed"] = FEED
    for key in ("extra_css", "extra_javascript"):
        settings[key] = [assets.get(name, name) for name in settings.get(key, [])]
    settings["nav"] = [*content.menu, *own]
    return yaml.safe_dump(settings, sort_keys=False, allow_unicode=True)


def _run_mkdocs(settings: Path, into: Path) -> None:
    # Neither -q nor -v: the first switches --strict off, the second hides broken anchors from it.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(settings), "-d", str(into.resolve())]
    quiet = {"NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true", "NO_COLOR": "1"}
    run = subprocess.run(
        command, env={**os.environ, **quiet, "SOURCE_DATE_EPOCH": BUILD_TIME}, capture_output=True, text=True, encoding="utf-8", errors="replace"
    )
    if run.returncode:
        _remove(into)
        raise HostError(
            f"the site could not be built: {_first_fault(run.stderr + run.stdout)}",
            "the last good site stays as it was; mend the page or template that is named and run `croupier site` again",
        )


def _first_fault(output: str) -> str:
    """The first line of the builder's that says what is wrong."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in output.splitlines()]
    faults = [re.sub(r"^(WARNING|ERROR)\s*-\s*", "", line) for line in lines if line.startswith(("WARNING", "ERROR"))]
    return " ".join((faults or [line for line in lines if line][-1:] or ["MkDocs gave no reason"])[0].split())


def _write(path: Path, data: bytes) -> Path:
    """Writes a file unless it is the same already: watchers and copies by time then see only what changed."""
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return path


def _clear(folder: Path, wanted: Iterable[Path]) -> None:
    """Removes every file that is not wanted: all that lies here is published."""
    kept = set(wanted)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in kept:
            path.unlink()


def _remove(folder: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
