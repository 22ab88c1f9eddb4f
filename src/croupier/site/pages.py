"""Turns a season as everybody may know it into pages of Markdown and HTML, pictures, and the order of the menu.

Must not write files, nor name a game: a game's own pages and parts are whatever lies in its folder of templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from croupier.core.picture import Picture
from croupier.resources import resource

from .escape import Name, environment, escape, front_matter
from .public import PublicMatch, PublicSeason
from .shown import PICTURES, Shown, anchor, plain_text, when
from .tidy import tidy

# page-1-reveal.md is a page of its own; seat-3-house.md gives one for each seat. The number is the place in the menu.
_OWN_PAGE = re.compile(r"(page|seat)-[0-9]+-([a-z-]+)\.md")


@dataclass(frozen=True)
class Page:
    """One page: its path below the docs folder, its title as plain text, the text of its file."""

    path: str
    title: str
    text: str


@dataclass(frozen=True)
class Book:
    """The whole site before it is built. `pictures` = (folder, name, picture); `menu` = MkDocs' `nav`."""

    pages: tuple[Page, ...]
    pictures: tuple[tuple[str, str, Picture], ...]
    menu: list[Any]


@dataclass(frozen=True)
class Section:
    """A titled group of the menu."""

    title: str
    entries: tuple[Page | Section, ...]


def book(season: PublicSeason) -> Book:
    """Every page and picture of a season."""
    templates = environment([resource("templates")])
    sections = [_match_section(match, templates) for match in reversed(season.matches)]
    home = Page("index.md", "The season", _file(season.title, _season_text(season, templates)))
    entries: list[Page | Section] = [home, *sections]
    pictures = tuple((f"{match.id}/{PICTURES}", name, picture) for match in season.matches for name, picture in match.game.pictures(match.view))
    return Book(tuple(page for entry in entries for page in _pages(entry)), pictures, [_menu(entry) for entry in entries])


def _season_text(season: PublicSeason, templates: Environment) -> str:
    shown = [Shown(match, templates, Markup("{}/").format(anchor(match.id))) for match in reversed(season.matches)]
    names = dict.fromkeys(str(seat.name) for match in reversed(shown) for seat in match.seats)
    rows = [
        (Name(name), [match.part("result", seat=name) if name in [seat.name for seat in match.seats] else None for match in shown]) for name in names
    ]
    return templates.get_template("pages/season.md").render(
        season=season,
        running=[match for match in shown if match.running],
        past=[match for match in shown if not match.running],
        matches=shown,
        rows=rows,
        when=when,
        anchor=anchor,
    )


def _match_section(match: PublicMatch, templates: Environment) -> Section:
    shown = Shown(match, templates)

    def page(file: str, title: str, template: str, **more: Any) -> Page:
        text = templates.get_template(f"pages/{template}.md").render(shown.context(), **more)
        return Page(f"{match.id}/{file}.md", title, _file(f"{title} · {match.title}" if file != "index" else title, text))

    phases = tuple(
        page(phase.file, phase.title, "phase", phase=phase, before=before, after=after)
        for phase, before, after in zip(shown.phases, (None, *shown.phases), (*shown.phases[1:], None), strict=False)
    )
    entries: list[Page | Section] = [page("index", match.title, "match"), page("standings", "Standings", "standings")]
    entries += _own_pages(shown, templates)
    if phases:
        entries.append(Section("Day by day", phases))
    entries += [page("rules", "Rules", "rules"), page("fairness", "Fairness", "fairness")]
    return Section(match.title, tuple(entries))


def _own_pages(shown: Shown, templates: Environment) -> Iterator[Page | Section]:
    """The pages that only this game has. A template that comes to nothing gives no page: that is how it waits for the reveal."""
    for file in sorted(path.name for path in (resource("templates") / shown.slug).iterdir()):
        found = _OWN_PAGE.fullmatch(file)
        if not found:
            continue
        template = templates.get_template(f"{shown.slug}/{file}")
        pages: list[Page] = []
        section = ""
        for seat in shown.seats if found[1] == "seat" else [None]:
            module: Any = template.make_module({**shown.context(), "seat": seat})
            text = str(module)
            if not text.strip():
                continue
            title = plain_text(module.title)
            section = plain_text(getattr(module, "section", ""))
            name = f"{found[2]}-{seat.number}" if seat else found[2]
            pages.append(Page(f"{shown.id}/{name}.md", title, _file(f"{title} · {shown.title}", text)))
        if section and pages:
            yield Section(section, tuple(pages))
        else:
            yield from pages


def _file(title: str, text: str) -> str:
    return front_matter(title) + tidy(text)


def _pages(entry: Page | Section) -> Iterator[Page]:
    if isinstance(entry, Page):
        yield entry
    else:
        for inner in entry.entries:
            yield from _pages(inner)


def _menu(entry: Page | Section) -> dict[str, Any]:
    """Both builders print the menu's titles unescaped, so they are escaped here."""
    title = str(escape(entry.title))
    return {title: entry.path} if isinstance(entry, Page) else {title: [_menu(inner) for inner in entry.entries]}
