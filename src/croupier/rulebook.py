"""The rulings of a game in words, by number: the source of rules pages and of the workbooks' Rules tab.

Must not know a match: the rules are the same for everybody, always.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from .resources import resource


@dataclass(frozen=True, slots=True)
class Ruling:
    """One numbered ruling: "HH-6", a short heading, and its text (plain text; blank lines part paragraphs)."""

    number: str
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Topic:
    """Rulings that belong together, in order."""

    title: str
    rulings: tuple[Ruling, ...]


@cache
def rulebook(slug: str) -> tuple[Topic, ...]:
    """The topics of `templates/<slug>/rulings.toml`."""
    data = tomllib.loads(resource(f"templates/{slug}/rulings.toml").read_text(encoding="utf-8"))
    return tuple(
        Topic(topic["title"], tuple(Ruling(entry["number"], entry["heading"], entry["text"].strip()) for entry in topic["ruling"]))
        for topic in data["topic"]
    )
