"""Turns a season as everybody may know it into pages of Markdown and HTML, pictures, and the order of the menu.

Must not write files, nor name a game: a game's own pages and parts are whatever lies in its folder of templates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from croupier.core.picture import Picture
from croupier.draw.painter import file_name
from croupier.resources import resource

from . import progress
from .card import card
from .escape import Name, environment, escape, front_matter
from .feeds import DATES, FEED, dates, feed
from .public import PublicMatch, PublicSeason
from .shown import Shown, anchor, plain_text, when
from .tidy import tidy

CARDS = "cards"
# page-1-reveal.md is a page of its own; seat-3-house.md gives one for each seat. The number is the place in the menu.
_OWN_PAGE = re.compile(r"(page|seat)-[0-9]+-([a-z-]+)\.md")


@dataclass(frozen=True)
class Page:
    """One page: its path below the docs folder, its title as plain text, the text of its file."""

    path: str
    title: str
    text: str


@dataclass(frozen=True)
class Section:
    """A titled group of the menu."""

    title: str
    entries: tuple[Page | Section, ...]


@dataclass(frozen=True)
class Book:
    """The whole site before it is built: pages in the order of the menu, pictures = (folder, file, picture), and files = (path, text)."""

    entries: tuple[Page | Section, ...]
    pictures: tuple[tuple[str, str, Picture], ...]
    files: tuple[tuple[str, str], ...] = ()

    @property
    def pages(self) -> tuple[Page, ...]:
        return tuple(page for entry in self.entries for page in pages_of(entry))

    @property
    def menu(self) -> list[dict[str, Any]]:
        """MkDocs' `nav`."""
        return [_menu(entry) for entry in self.entries]


def book(season: PublicSeason, compiled: Path | None = None) -> Book:
    """Every page and picture of a season. `compiled` = a folder for compiled templates."""
    templates = environment([resource("templates")], compiled)
    inside = [Shown(match, templates) for match in season.matches]
    shown = [match.seen_from(Markup("{}/").format(anchor(match.id))) for match in inside]
    sections = [_match_section(match, seen, templates) for match, seen in zip(reversed(season.matches), reversed(inside), strict=True)]
    home = Page("index.md", "The season", page_file(season.title, _season_text(season, shown, templates), _season_card(season), wide=True))
    entries: list[Page | Section] = [home, *sections]
    if season.ledger:
        text = templates.get_template("pages/ledger.md").render(season=season, matches={match.id: match for match in shown}, when=when, name=Name)
        entries.insert(1, Page("ledger.md", "The ledger", page_file("The ledger", text, _season_card(season))))
    pictures = [picture for match in inside for picture in match.picture_list()]
    pictures += [(CARDS, file_name(name, picture), picture) for name, picture in (_season_picture(season), *map(_match_picture, season.matches))]
    files = ((FEED, feed(season.title, season.address, shown)), (DATES, dates(season.title, season.address, shown)))
    return Book(tuple(entries), tuple(pictures), files)


def _season_text(season: PublicSeason, shown: list[Shown], templates: Environment) -> str:
    return templates.get_template("pages/season.md").render(
        season=season,
        running=[match for match in shown if match.running],
        past=[match for match in reversed(shown) if not match.running],
        matches=shown,
        rows=progress.rows(season, shown),
        leavings=progress.leavings(season, shown),
        replacements=progress.replacements(season),
        garnets=progress.garnets(season, shown),
        feed=FEED,
        dates=DATES,
        when=when,
        anchor=anchor,
    )


def _season_picture(season: PublicSeason) -> tuple[str, Picture]:
    running = any(match.current for match in season.matches)
    return "season", card("A season of games", "A match is on the table" if running else "Between two matches", over=False)


def _match_picture(match: PublicMatch) -> tuple[str, Picture]:
    """While it is played, nothing in it changes: whoever sees the card learns no result from it."""
    count = len(match.phases)
    line = "Being played" if match.current else f"Played to the end in {count} phase{'s' if count != 1 else ''}"
    return match.id, card(match.game.title, line, over=match.current is None)


def _season_card(season: PublicSeason) -> dict[str, str]:
    return _card(*_season_picture(season), "Standings, results, deadlines and reveals of the season.")


def _match_card(match: PublicMatch, shown: Shown) -> dict[str, str]:
    """What a link to the match shows beside its title: while it runs what the game is, then who won."""
    won = ", ".join(match.winners)
    return _card(*_match_picture(match), match.game.summary if shown.running or not won else f"Over. Won by {won}.")


def _card(name: str, picture: Picture, words: str) -> dict[str, str]:
    return {"description": words, "card": f"{CARDS}/{file_name(name, picture)}", "card_alt": picture.alt}


def _match_section(match: PublicMatch, shown: Shown, templates: Environment) -> Section:
    card_of = _match_card(match, shown)

    def page(file: str, title: str, template: str, **more: Any) -> Page:
        text = templates.get_template(f"pages/{template}.md").render(shown.context(), **more)
        return Page(f"{match.id}/{file}.md", title, page_file(f"{title} · {match.title}" if file != "index" else title, text, card_of))

    phases = tuple(
        page(phase.file, phase.title, "phase", phase=phase, before=before, after=after)
        for phase, before, after in zip(shown.phases, (None, *shown.phases), (*shown.phases[1:], None), strict=False)
    )
    entries: list[Page | Section] = [page("index", match.title, "match"), page("standings", "Standings", "standings")]
    entries += _ownpages_of(shown, templates, card_of)
    if phases:
        entries.append(Section("Phase by phase", phases))
    entries += [page("rules", "Rules", "rules"), page("fairness", "Fairness", "fairness")]
    return Section(match.title, tuple(entries))


def _ownpages_of(shown: Shown, templates: Environment, card_of: dict[str, str]) -> Iterator[Page | Section]:
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
            pages.append(Page(f"{shown.id}/{name}.md", title, page_file(f"{title} · {shown.title}", text, card_of)))
        if section and pages:
            yield Section(section, tuple(pages))
        else:
            yield from pages


def page_file(title: str, text: str, said: dict[str, str], *, wide: bool = False) -> str:
    """A page's file; `said` = what else stands in its head."""
    return front_matter(title, wide=wide, **said) + tidy(text)


def pages_of(entry: Page | Section) -> Iterator[Page]:
    """An entry's pages in the order of the menu."""
    if isinstance(entry, Page):
        yield entry
    else:
        for inner in entry.entries:
            yield from pages_of(inner)


def _menu(entry: Page | Section) -> dict[str, Any]:
    """Both builders print the menu's titles unescaped, so they are escaped here."""
    title = str(escape(entry.title))
    return {title: entry.path} if isinstance(entry, Page) else {title: [_menu(inner) for inner in entry.entries]}
