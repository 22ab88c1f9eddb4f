"""Words the feed: turns what an audience was told into sentences, by the game's `told.toml`.

Must not decide what is told, nor look at anything but the told facts.
"""

from __future__ import annotations

import html
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from croupier.core.game import Told

from .resources import resource

_JOINERS = "\u200c\u200d"  # they hold emoji and some scripts' words together
_INVISIBLE_TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def bare(text: str) -> str:
    """A text on one line, without control characters and marks that turn the direction of what follows."""
    return " ".join("".join(mark if _shows(mark) else " " for mark in text.translate(_INVISIBLE_TURNS)).split())


def _shows(mark: str) -> bool:
    """Whether a mark may stand in a line: printable, a joiner, or an emoji that this Python does not know yet."""
    return mark.isprintable() or mark in _JOINERS or (mark >= "\U0001f000" and unicodedata.category(mark) == "Cn")


def listed(items: list[str] | tuple[str, ...]) -> str:
    """ "a", "a and b", "a, b and c"."""
    items = [str(item) for item in items]
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)


def _listed_html(items: list[str] | tuple[str, ...]) -> Markup:
    return Markup(listed([str(Markup.escape(item)) for item in items]))


@cache
def _templates(path: Path, escaped: bool) -> dict[str, Template]:
    environment = Environment(autoescape=escaped, undefined=StrictUndefined, trim_blocks=True)
    environment.filters["listed"] = _listed_html if escaped else listed
    sentences = tomllib.loads(path.read_text(encoding="utf-8"))
    # The sentences may hold entities, for both forms; plain text has none, and facts must not be taken for some.
    return {key: environment.from_string(sentence.strip() if escaped else html.unescape(sentence.strip())) for key, sentence in sentences.items()}


class Wording:
    """The sentences of one game: one a key, as Jinja2 over the told facts (`templates/<slug>/told.toml`)."""

    def __init__(self, slug: str) -> None:
        self._path = resource(f"templates/{slug}/told.toml")

    def line(self, told: Told) -> str:
        """One line of plain text; "" where the game says nothing about this key."""
        return " ".join(self._render(told, False).split())

    def markup(self, told: Told) -> Markup:
        """The same as HTML, every fact escaped."""
        return Markup(" ".join(self._render(told, True).split()))

    def _render(self, told: Told, escaped: bool) -> str:
        template = _templates(self._path, escaped).get(told.key)
        return template.render(dict(told.facts), rule=told.rule) if template else ""


def phase_title(phase: str) -> str:
    """ "auction-3" is "Auction 3"."""
    return phase.replace("-", " ").capitalize()
