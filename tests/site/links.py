"""Reads built pages as a browser does: where their links and pictures lead, and whether anything is there.

Must not trust a builder's own check: raw HTML escapes that.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LEADING = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src", "iframe": "src", "form": "action"}


class Page(HTMLParser):
    """One page's targets, ids and pictures."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.targets: list[tuple[str, str]] = []
        self.ids: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        target = given.get(LEADING.get(tag, ""))
        if target is not None:
            self.targets.append((tag, target))
        if tag == "img":
            self.pictures.append(given)


def pages(html: Path) -> dict[Path, Page]:
    """Every page below a folder."""
    return {path: Page(path) for path in sorted(html.rglob("*.html"))}


def broken(html: Path) -> Iterator[str]:
    """Each link that leads nowhere, out of the site, or to an id that is not there."""
    read = pages(html)
    for path, page in read.items():
        if path.name == "404.html":
            continue  # its links are absolute by design, for a server shows it for any address
        for tag, target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                yield f"{path.relative_to(html)}: {tag} leads away to {target}"
                continue
            aim = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if aim.is_dir():
                aim /= "index.html"
            if not aim.is_file() or not aim.is_relative_to(html.resolve()):
                yield f"{path.relative_to(html)}: {tag} to {target}"
            elif parts.fragment and aim in read and unquote(parts.fragment) not in (*read[aim].ids, "__skip"):
                yield f"{path.relative_to(html)}: {tag} to {target}, no such id"
