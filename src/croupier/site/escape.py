"""The one escaper of the site: what it lets through means itself in Markdown, in HTML and in an attribute alike.

Must not be gone round: the environment made here puts every value that a template prints through it.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

# Whatever Markdown, its extensions or HTML could take for a sign of theirs.
_SIGNS = frozenset("&<>\"'\\`*_{}[]()#+-.!|~^:=$@/?%")
_GAP = re.compile(r"\s+")
# Marks that turn the direction of everything behind them; <bdi> does that job without them.
_TURNS = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def clean(text: str) -> str:
    """A text on one line, each gap one blank, without control characters and marks that turn the writing direction."""
    return _GAP.sub(" ", "".join(" " if unicodedata.category(mark) in ("Cc", "Cs") else mark for mark in text if mark not in _TURNS))


def escape(text: str) -> Markup:
    """A text as numeric character references where it could mean anything but itself. One pass: nothing is escaped twice."""
    return Markup("".join(f"&#{ord(mark)};" if mark in _SIGNS else mark for mark in clean(text)))


class Name(str):
    """A player's name: compares as the text that it is, prints escaped and in <bdi>, so that it cannot turn its neighbours' direction."""

    def __html__(self) -> Markup:
        return Markup("<bdi>{}</bdi>").format(escape(str(self)))


def named(value: Any, names: frozenset[str]) -> Any:
    """A told fact with every player's name in it, at whatever depth, as a Name."""
    if isinstance(value, str):
        return Name(value) if value in names else value
    if isinstance(value, (tuple, list)):
        return tuple(named(item, names) for item in value)
    return value


def front_matter(title: str) -> str:
    """The head of a page. Both builders print a title unescaped, so it is escaped here; YAML quotes the rest."""
    return f"---\n{yaml.safe_dump({'title': html.escape(clean(title).strip())}, allow_unicode=True)}---\n"


def _finalize(value: Any) -> Any:
    return value if hasattr(value, "__html__") else escape(str(value))


def environment(folders: Sequence[Path]) -> Environment:
    """A Jinja2 environment in which every printed value is escaped, and an unknown one is an error."""
    made = Environment(
        loader=FileSystemLoader(list(folders)),
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        comment_start_string="{##",  # "{#" begins the id of a heading
        comment_end_string="##}",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["head"] = lambda items: next(iter(items), None)  # `first` makes an error of having nothing
    return made
