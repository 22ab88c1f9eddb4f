"""The host's own site: the public pages, and behind each match's pages what is hidden in it. Marked on every page.

Must not be reached by anything that builds the public site (import-linter sees to that), nor be built into a public folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from croupier.core.game import Told
from croupier.core.plain import plain
from croupier.core.problems import HostError
from croupier.resources import resource

from .build import COMPILED, Progress, build_book
from .escape import Name, environment
from .pages import Book, Page, Section, book, page_file, pages_of
from .public import PublicMatch, PublicSeason
from .shown import Shown, anchor

MARK = "host-only.txt"
"""A file at the top of every site that holds secrets; nothing that has it is ever published."""
LINE = 110
BANNER = "For the host alone: these pages hold what is hidden. Mind who looks at your screen."


@dataclass(frozen=True)
class HostPhase:
    """A resolved phase: what everybody was told of it, what nobody but the host was, and what concerns each seat."""

    name: str
    public: tuple[Told, ...]
    hidden: tuple[Told, ...]
    seats: tuple[HostLine, ...]


@dataclass(frozen=True)
class HostLine:
    """A seat in a phase: what was told to it and not to everybody, and what it had handed in (None = nothing)."""

    seat: str
    told: tuple[Told, ...]
    answers: Mapping[str, Any] | None


@dataclass(frozen=True)
class HostSeat:
    """A seat's inbox: its name, what it sees now, and (phase, told) of all that it was told, the opening's under ""."""

    name: str
    view: Any
    told: tuple[tuple[str, tuple[Told, ...]], ...]


@dataclass(frozen=True)
class HostMatch:
    """A match as its host may know it; `id` as in the public one."""

    id: str
    view: Any
    phases: tuple[HostPhase, ...]
    seats: tuple[HostSeat, ...]


@dataclass(frozen=True)
class HostSeason:
    """The season as everybody may know it, and for each match what only the host may."""

    public: PublicSeason
    matches: tuple[HostMatch, ...]


def build_host_site(season: HostSeason, folder: Path, public: Path, *, progress: Progress | None = None) -> Path:
    """The finished site's folder. HostError where `folder` lies in the public build's (`public`) or holds it."""
    here, there = folder.resolve(), public.resolve()
    if here.is_relative_to(there) or there.is_relative_to(here):
        raise HostError(f"{folder} is where the public site is built", "the host's site needs a folder of its own")
    return build_book(partial(host_book, season, folder / COMPILED), season.public, folder, private=BANNER, progress=progress)


def host_book(season: HostSeason, compiled: Path | None = None) -> Book:
    """Every page of the public site, and in each match's part of it the host's."""
    templates = environment([resource("templates")], compiled)
    public = book(season.public, compiled)
    behind = {match.id: match for match in season.matches}
    entries: list[Page | Section] = []
    pictures = list(public.pictures)
    for entry in public.entries:
        match = next((match for match in season.public.matches if next(pages_of(entry)).path == f"{match.id}/index.md"), None)
        if match is None or not isinstance(entry, Section):
            entries.append(entry)
            continue
        known = behind[match.id]
        entries.append(Section(entry.title, (*entry.entries, _behind(match, known, templates))))
        for view in (known.view, *(seat.view for seat in known.seats)):
            pictures += Shown(replace(match, view=view), templates).picture_list()
    return Book(
        tuple(entries),
        tuple({(folder, file): (folder, file, picture) for folder, file, picture in pictures}.values()),
        (*public.files, (MARK, f"{BANNER}\n")),
    )


def _behind(public: PublicMatch, match: HostMatch, templates: Environment) -> Section:
    """The host's pages of one match."""

    def page(file: str, title: str, template: str, view: Any, **more: Any) -> Page:
        shown = Shown(replace(public, view=view), templates)
        helpers = {"words": partial(_words, shown), "handed_in": handed_in, "data": _data, "name": Name, "file": _file}
        text = templates.get_template(f"pages/{template}.md").render(shown.context(), **helpers, **more)
        return Page(f"{match.id}/{file}.md", title, page_file(f"{title} · {public.title}", text, {}, wide=True))

    titles = Shown(public, templates).phase_title  # by the public view: a game's templates know no other
    numbers = {name: number for number, (_, name) in enumerate(public.seats, start=1)}
    phases = tuple(
        page(f"host-{number:02d}-{anchor(phase.name)}", titles(phase.name), "host-phase", match.view, phase=phase, titles=titles)
        for number, phase in enumerate(match.phases, start=1)
    )
    inboxes = tuple(page(f"host-seat-{numbers[seat.name]:02d}", seat.name, "host-seat", seat.view, seat=seat, titles=titles) for seat in match.seats)
    entries: list[Page | Section] = [
        page("host", "What is hidden", "host", match.view, phases=phases, inboxes=inboxes, boards=_boards(public, match, templates))
    ]
    entries += [Section("What was handed in", phases)] if phases else []
    entries += [Section("What each seat sees", inboxes), page("host-data", "All data", "host-data", match.view)]
    return Section("Behind the screen", tuple(entries))


def _boards(public: PublicMatch, match: HostMatch, templates: Environment) -> list[tuple[str, Markup]]:
    """(whose, figure) of every picture that the host or a seat sees, each once."""
    found: dict[str, tuple[str, Markup]] = {}
    for whose, view in (("", match.view), *((seat.name, seat.view) for seat in match.seats)):
        shown = Shown(replace(public, view=view), templates)
        for name, file in shown.picture_files.items():
            found.setdefault(file, (whose, shown.figure(name)))
    return list(found.values())


def _file(page: Page) -> Markup:
    """Where a page is, seen from another one of its match."""
    return Markup(page.path.rsplit("/", 1)[1].replace(".md", ".html"))


def _words(shown: Shown, told: tuple[Told, ...]) -> list[Markup]:
    return [words for line in told if (words := shown.words(line))]


def handed_in(answers: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """(where, what) of each cell that says something; a grid row by row."""
    if isinstance(answers, Mapping):
        for key, inner in answers.items():
            yield from handed_in(inner, f"{place} {key}".strip())
    elif isinstance(answers, (list, tuple)):
        for number, inner in enumerate(answers, start=1):
            yield from handed_in(inner, f"{place} {number}".strip())
    elif answers not in (None, ""):
        yield place, str(answers)


def _data(view: Any) -> Markup:
    """A view as lines of JSON for a block of code: every line begins with a blank or a sign of JSON's, so that none can end the block."""
    return Markup("\n".join(_lines(plain(view))))


def _lines(value: Any, before: str = "", depth: int = 0) -> Iterator[str]:
    """JSON with a line for each part that is short enough for one."""
    whole = f"{' ' * depth}{before}{json.dumps(value, ensure_ascii=False, default=str)}"
    if len(whole) <= LINE or not isinstance(value, (dict, list)) or not value:
        yield whole
        return
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    parts = (
        [(f"{json.dumps(str(key), ensure_ascii=False)}: ", part) for key, part in value.items()]
        if isinstance(value, dict)
        else [("", part) for part in value]
    )
    yield f"{' ' * depth}{before}{opens}"
    for number, (name, part) in enumerate(parts, start=1):
        *most, last = _lines(part, name, depth + 1)
        yield from most
        yield last + ("," if number < len(parts) else "")
    yield f"{' ' * depth}{closes}"
