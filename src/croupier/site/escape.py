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
from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from markupsafe import Markup

# Whatever Markdown, its extensions or HTML could take for a sign of theirs.
_REFERENCES = {ord(sign): f"&#{ord(sign)};" for sign in "&<>\"'\\`*_{}[]()#+-.!|~^:=$@/?%"}
_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # the quick one, where PyYAML was built with it
_GAP = re.compile(r"\s+")
# Marks that turn the direction of everything behind them; <bdi> does that job without them.
_TURNS = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def clean(text: str) -> str:
    """A text on one line, each gap one blank, without control characters and marks that turn the writing direction."""
    if text.isascii() and text.isprintable() and "  " not in text:  # as most are: nothing to look for
        return text
    return _GAP.sub(" ", "".join(" " if unicodedata.category(mark) in ("Cc", "Cs") else mark for mark in text if mark not in _TURNS))


def escape(text: str) -> Markup:
    """A text as numeric character references where it could mean anything but itself. One pass: nothing is escaped twice."""
    return Markup(clean(text).translate(_REFERENCES))


class Name(str):
    """A player's name: compares as the text that it is, prints escaped and in <bdi>, so that it cannot turn its neighbours' direction."""

    def __html__(self) -> Markup:
        return Markup(f"<bdi>{escape(str(self))}</bdi>")


def named(value: Any, names: frozenset[str]) -> Any:
    """A told fact with every player's name in it, at whatever depth, as a Name."""
    if isinstance(value, str):
        return Name(value) if value in names else value
    if isinstance(value, (tuple, list)):
        return tuple(named(item, names) for item in value)
    return value


def front_matter(title: str, *, wide: bool = False, **more: str) -> str:
    """The head of a page. Both builders print what stands in it unescaped, so it is escaped here; YAML quotes the rest.

    A wide page has no list of its headings beside it.
    """
    said: dict[str, Any] = {key: html.escape(clean(text).strip()) for key, text in {"title": title, **more}.items()}
    if wide:
        said["hide"] = ["toc"]
    return f"---\n{yaml.dump(said, Dumper=_Dumper, allow_unicode=True, width=10_000)}---\n"


def _finalize(value: Any) -> Any:
    return value if hasattr(value, "__html__") else escape(str(value))


def environment(folders: Sequence[Path], compiled: Path | None = None) -> Environment:
    """A Jinja2 environment in which every printed value is escaped, and an unknown one is an error.

    `compiled` = a folder for what the templates were compiled to, so that the next run need not do that again.
    """
    if compiled is not None:
        compiled.mkdir(parents=True, exist_ok=True)
    made = Environment(
        loader=FileSystemLoader(list(folders)),
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        bytecode_cache=FileSystemBytecodeCache(str(compiled)) if compiled is not None else None,
        comment_start_string="{##",  # "{#" begins the id of a heading
        comment_end_string="##}",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["head"] = lambda items: next(iter(items), None)  # `first` makes an error of having nothing
    return made
