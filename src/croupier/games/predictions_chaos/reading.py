"""Reads what guests and players type: moves, rows and columns, signs (PC-4, PC-6, PC-9).

Must not judge anything that depends on the match; what cannot be read comes back as the code of the problem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from croupier.core import typed
from croupier.core.problems import Code, Problem

MOST_STEPS = 2
_WORD = re.compile(r"(up|down|left|right)\s*([0-9]{1,9})(?:\.0+)?")
_WAYS = {"up": ("vertical", -1), "down": ("vertical", 1), "left": ("horizontal", -1), "right": ("horizontal", 1)}
MOVES = {
    "vertical": ("up 2", "up 1", "stay", "down 1", "down 2"),
    "horizontal": ("left 2", "left 1", "stay", "right 1", "right 2"),
}
"""The legal moves of each axis in words."""


def read_move(value: object, axis: str) -> tuple[int, Code | None, str]:
    """PC-6: (steps down or to the right, code of the problem or None, what is wrong). A refused move is 0."""
    words = typed.text(value).casefold() if isinstance(value, str) else ""
    if words == "stay":
        return 0, None, ""
    word = _WORD.fullmatch(words)
    if word:
        along, way = _WAYS[word[1]]
        if along != axis:
            return 0, "illegal", f"you move {' or '.join(way for way, (own, _) in _WAYS.items() if own == axis)} in this game"
        steps = way * int(word[2])
    else:
        read = typed.whole(value)
        if read is None:
            return 0, "unreadable", f"type {', '.join(MOVES[axis])}, or a number from −2 to 2"
        steps = read
    if abs(steps) > MOST_STEPS:
        return 0, "illegal", f"a move has {MOST_STEPS} steps at most"
    return steps, None, ""


def quoted(value: object) -> str:
    """What was typed, short enough for a message."""
    text = typed.text(value)
    return f"“{text if len(text) <= 40 else text[:39] + '…'}”"


def where(*parts: object) -> str:
    """The path of an answer, made of what was typed, short and never blank."""
    return "/".join((typed.text(part) or "(blank)")[:60] for part in parts)


def lines(answers: object, key: str, offered: Sequence[str], rule: str, what: str, problems: list[Problem]) -> dict[str, tuple[str, Any]] | None:
    """The lines of a mapping that name something on offer: name → (where, value). Blank ones are left out, others reported.

    None = there is something else than lines, which is reported too.
    """
    if typed.is_blank(answers):
        return {}
    if not isinstance(answers, Mapping):
        problems.append(Problem(rule, key, "unreadable", f"There should be one line for each {what}, with its own cell beside it."))
        return None
    names = {typed.name_key(name): name for name in offered}
    found: dict[str, tuple[str, Any]] = {}
    twice: set[str] = set()
    for typed_name, value in answers.items():
        if typed.is_blank(value):
            continue
        name, place = names.get(typed.name_key(typed_name)), where(key, typed_name)
        if name is None:
            problems.append(Problem(rule, place, "not-offered", f"There is no {what} {quoted(typed_name)} for you here; this line is ignored."))
        elif name in found:
            twice.add(name)
            problems.append(Problem(rule, place, "duplicate", f"{quoted(name)} stands here twice; neither line counts."))
        else:
            found[name] = (place, value)
    # One that stands there twice is not missing: it is known, but says nothing.
    return {name: (place, None if name in twice else value) for name, (place, value) in found.items()}


def several(value: object, key: str, names: Sequence[str], rule: str, problems: list[Problem]) -> list[Any]:
    """The values of a list, or of a mapping with a name for each place: as many as there are names, or more; None = left out."""
    if isinstance(value, Mapping):
        found = lines(value, key, names, rule, "place", problems) or {}
        return [found[name][1] if name in found else None for name in names]
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    return [None if typed.is_blank(item) else item for item in items]


def filled(values: Sequence[Any]) -> Iterator[Any]:
    """Those values that were not left out."""
    return (value for value in values if value is not None)
