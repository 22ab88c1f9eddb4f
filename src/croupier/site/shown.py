"""What the templates see of a match: its phases in words, its players, its pictures, and the links between its pages.

Must not know a game: what only a game can say is found in the game's own folder of templates.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from jinja2 import Environment, TemplateNotFound
from markupsafe import Markup

from croupier.core.calendar import spoken
from croupier.core.draws import Draws, Stream
from croupier.core.game import Told
from croupier.core.picture import Picture
from croupier.draw.painter import file_name
from croupier.rulebook import Topic, rulebook
from croupier.words import Wording

from .escape import Name, clean, escape, named
from .public import PublicMatch, PublicPhase

PICTURES = "pictures"
_HERE = Markup("")
_RULE = re.compile(r"\b[A-Z]{2}-[0-9]+\b")


def when(moment: datetime, *, here: bool = False) -> Markup:
    """A moment for people and for programs; a script tells the reader's own time, and writes it out where `here` is set."""
    words = spoken(moment).replace("UTC-", "UTC−")  # a hyphen would let the line break behind it
    return Markup('<time{} datetime="{}">{}</time>').format(Markup(' class="here"') if here else "", moment.isoformat(), escape(words))


def plain_text(markup: str) -> str:
    """What a reader sees of a piece of HTML, as one line of plain text."""
    return clean(html.unescape(re.sub(r"<[^>]*>", "", markup))).strip()


def anchor(number: str) -> Markup:
    """ "HH-6" is "hh-6"; anything else as far as a link can hold it. Safe by its letters alone, in Markdown too."""
    return Markup(re.sub(r"[^a-z0-9]+", "-", number.casefold()).strip("-"))


def ordinal(place: int) -> str:
    """ "1st", "2nd", "3rd", "4th", "11th"."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


@dataclass(frozen=True)
class Seat:
    """A player of a match. `number` = the place in the roster from "01", which every permanent link uses."""

    number: str
    name: Name


@dataclass(frozen=True)
class Line:
    """One line of what everybody was told, in words."""

    key: str
    rule: str
    words: Markup


@dataclass(frozen=True)
class Phase:
    """A resolved phase: its title, the name of its page, and what everybody was told of it."""

    number: int
    name: str
    title: str
    file: str
    deadline: datetime
    lines: tuple[Line, ...]


class Shown:
    """One match for templates. `base` leads from the page to the match's own folder: "" inside it."""

    def __init__(self, match: PublicMatch, templates: Environment, base: Markup = _HERE) -> None:
        self._match, self._templates, self.base = match, templates, base
        self.id, self.title, self.view, self.zone = match.id, match.title, match.view, match.zone
        self.game_title, self.summary, self.slug = match.game.title, match.game.summary, match.game.slug
        self.current, self.seed, self.commitment = match.current, match.seed, match.commitment
        self.rules_version, self.data_digests, self.corrections = match.rules_version, match.data_digests, match.rulings
        self.paused, self.kind, self.candidate, self.opponent = match.paused, match.kind, match.candidate, match.opponent
        self.moved, self.winners, self.places, self.payouts = match.moved, match.winners, match.places, match.payouts
        self.seats = tuple(Seat(f"{number:02d}", Name(name)) for number, (_, name) in enumerate(match.seats, start=1))
        self._numbers = {str(seat.name): seat.number for seat in self.seats}
        self._wording = Wording(match.game.slug)
        self._rules: dict[str, Markup] = {}

    @property
    def running(self) -> bool:
        return self.current is not None

    @property
    def live(self) -> bool:
        """Whether it is being played by the clock at this hour, without a deadline of the calendar."""
        return self.current is not None and self.current[1] is None

    @property
    def ended(self) -> datetime | None:
        """When its last phase was resolved, once it is over."""
        return None if self.running or not self.phases else self.phases[-1].deadline

    @cached_property
    def pictures(self) -> Mapping[str, Picture]:
        """Every picture that the public view allows, by name."""
        return dict(self._match.game.pictures(self.view))

    @cached_property
    def picture_files(self) -> Mapping[str, str]:
        """Every picture's file by its name. A game names its pictures by letters, digits and dashes."""
        return {name: file_name(name, picture) for name, picture in self.pictures.items()}

    def picture_list(self) -> list[tuple[str, str, Picture]]:
        """(folder, file, picture) of each."""
        return [(f"{self.id}/{PICTURES}", self.picture_files[name], picture) for name, picture in self.pictures.items()]

    def seen_from(self, base: Markup) -> Shown:
        """The same match for a page elsewhere. What has no links in it, pictures and the told lines, is worked out once."""
        other = Shown(self._match, self._templates, base)
        vars(other).update(pictures=self.pictures, picture_files=self.picture_files, phases=self.phases)
        return other

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        return rulebook(self.slug)

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The resolved phases, oldest first."""
        return tuple(self._phase(phase) for phase in self._match.phases)

    def _phase(self, phase: PublicPhase) -> Phase:
        lines = tuple(Line(told.key, told.rule, words) for told in phase.told if (words := self.words(told)))
        file = f"{phase.number:02d}-{anchor(phase.name)}"
        return Phase(phase.number, phase.name, self.phase_title(phase.name), file, phase.deadline, lines)

    def words(self, told: Told) -> Markup:
        """A told line in the game's words, names marked as names."""
        return self._wording.markup(Told(told.rule, told.key, tuple((key, named(fact, self._names)) for key, fact in told.facts)))

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self._numbers)

    def told(self, key: str, **facts: Any) -> tuple[dict[str, Any], ...]:
        """The facts of every told line of a key, oldest first, that hold these facts."""
        everything = (*self._match.opening, *(told for phase in self._match.phases for told in phase.told))
        found = (dict(told.facts) for told in everything if told.key == key)
        return tuple(known for known in found if all(known.get(name) == fact for name, fact in facts.items()))

    def phase_title(self, name: str) -> str:
        """A phase's name in words: the game's, else the name itself."""
        return plain_text(self.part("phase-title", phase=name)) or name.replace("-", " ").capitalize()

    def part(self, name: str, **more: Any) -> Markup:
        """`part-<name>.md` of the game's templates; nothing where it has none."""
        try:
            template = self._templates.get_template(f"{self.slug}/part-{name}.md")
        except TemplateNotFound:
            return Markup("")
        return Markup(template.render(self.context(), **more))

    def who(self, name: str) -> Markup:
        """A player's name that leads to the player's line in the standings."""
        shown = Name(name).__html__()
        return Markup(f'<a class="who" href="{self.seat_link(name)}">{shown}</a>') if name in self._numbers else shown

    def seat_of(self, *names: str) -> Seat | None:
        """The seat that somebody holds under one of these names, alone or with others."""
        held = {player: seat for seat, players in self._match.players for player in players}
        known = [held.get(name, name) for name in names]
        return next((seat for seat in self.seats if str(seat.name) in known), None)

    def seat_link(self, name: str) -> Markup:
        """Where a seat's line in the standings is."""
        number = self._numbers.get(name)
        return Markup(f"{self.base}standings.html#seat-{number}" if number else f"{self.base}standings.html")

    def rule(self, number: str) -> Markup:
        """A ruling's number that leads to it."""
        if number not in self._rules:
            self._rules[number] = Markup('<a class="rule" href="{}rules.html#{}">{}</a>').format(self.base, anchor(number), number)
        return self._rules[number]

    def ruled(self, text: str) -> Markup:
        """A text of the rulings in which every ruling's number leads to it."""
        parts: list[str] = []
        end = 0
        for found in _RULE.finditer(text):
            parts += [escape(text[end : found.start()]), str(self.rule(found[0]))]
            end = found.end()
        return Markup("".join([*parts, escape(text[end:])]))

    def picture_file(self, name: str) -> Markup:
        """The picture's file, as seen from the page."""
        return Markup(f"{self.base}{PICTURES}/{self.picture_files[name]}")

    def figure(self, name: str, caption: str = "", link: str = "") -> Markup:
        """A picture with its text alternative; it leads to its full size, or to `link`."""
        picture, file = self.pictures[name], self.picture_file(name)
        image = Markup('<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">').format(
            file, escape(picture.alt), picture.width, picture.height
        )
        words = Markup("\n<figcaption>{}</figcaption>").format(caption) if caption else ""
        return Markup('<figure class="board">\n<a href="{}">{}</a>{}\n</figure>').format(link or file, image, words)

    def stream(self, label: str) -> Stream:
        """The draws of a label, to be shown worked out. Only a revealed seed can be asked."""
        if self.seed is None:
            raise ValueError("the seed is not revealed")
        return Draws(bytes.fromhex(self.seed)).stream(label)

    def context(self) -> dict[str, Any]:
        """What a template can use."""
        helpers: tuple[Callable[..., Any], ...] = (self.who, self.rule, self.ruled, self.figure, self.part, self.told, self.phase_title, self.stream)
        return {
            "match": self,
            "view": self.view,
            "when": when,
            "anchor": anchor,
            "ordinal": ordinal,
            **{helper.__name__: helper for helper in helpers},
        }
