"""Prints a match for all audiences: what each hands in, is told, sees and is asked, deadline by deadline, to be read and compared.

Must not leave anything of a view out; what a view showed at the deadline before, and still shows, is not printed again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from croupier.core import engine
from croupier.core.forms import Form
from croupier.core.plain import plain
from croupier.core.problems import Problem
from every_game.kit import Position, Record, audience_name, everybody, feed

GONE = "(gone)"
MORE = "(and now)"
WIDTH, SENTENCE = 150, 40


def changes(before: Any, after: Any) -> Any:
    """What is new in a plain value: the keys that changed, the items that a list has more; the whole of it else."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        found = {key: changes(before.get(key, GONE), value) for key, value in after.items() if key not in before or before[key] != value}
        return found | dict.fromkeys((key for key in before if key not in after), GONE)
    if isinstance(before, list) and isinstance(after, list) and before and len(after) > len(before) and after[: len(before)] == before:
        return {MORE: after[len(before) :]}
    return after


def _inputs(form: Form) -> dict[str, str]:
    found = {one.name: one.label + (f" ({len(one.choices)} choices)" if one.choices else "") for one in form.fields}
    return found | {one.name: f"{one.rows} rows of {one.columns} cells" for one in form.grids}


def _told(record: Record, position: Position) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for audience in everybody(record.table):
        lines = feed(record.game, position.resolution.events, audience)
        if lines:
            told[audience_name(audience)] = [f"{one.rule} {one.key}: {_inline(dict(one.facts))}" for one in lines]
    return told


def _inline(value: Any) -> str:
    """On one line, names bare and texts quoted."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_inline(item)}' for key, item in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_inline, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _lines(value: Any, indent: str) -> Iterator[str]:
    """Over several lines what has no room on one."""
    named = value.items() if isinstance(value, Mapping) else (("-", item) for item in value)
    for key, item in named:
        head = f"{indent}- " if key == "-" else f"{indent}{key}: "
        inline = item if key == "-" and isinstance(item, str) else _inline(item)
        deep = isinstance(item, Mapping) and any(isinstance(part, (Mapping, list, tuple)) for part in item.values())
        small = not deep and not (isinstance(item, list) and any(isinstance(part, str) and len(part) > SENTENCE for part in item))
        if isinstance(item, (Mapping, list, tuple)) and item and (len(head) + len(inline) > WIDTH or not small):
            yield head.rstrip()
            yield from _lines(item, indent + "  ")
        else:
            yield head + inline


def printed(record: Record) -> str:
    """The whole match."""
    game, table = record.game, record.table
    seen: dict[str, Any] = {audience_name(audience): {} for audience in everybody(table)}
    lines = [f"# {game.title}: {len(table.seats)} seats, played by bots, as every audience sees it."]
    for position in record.positions:
        problems = {seat: list(map(_problem, found)) for seat, found in position.resolution.problems.items() if found}
        shown: dict[str, Any] = {}
        for audience in everybody(table):
            name, view = audience_name(audience), plain(game.view(position.state, audience))
            if view != seen[name]:
                shown[name] = changes(seen[name], view)
            seen[name] = view
        forms = engine.asked(game, position.state, table.seats)
        lines += ["", f"deadline {position.number}"]
        parts = {
            "resolved": [step.phase for step in position.resolution.steps],
            "handed in": dict(position.answers),
            "problems": problems,
            "told": _told(record, position),
            "sees": shown,
            "asked": {seat: _inputs(form) for seat, form in forms.items()},
        }
        lines += _lines({name: part for name, part in parts.items() if part}, "  ")
    lines += ["", *_lines({"outcome": plain(game.outcome(record.positions[-1].state))}, "")]
    return "\n".join(lines) + "\n"


def _problem(problem: Problem) -> str:
    return f"{problem.rule} {problem.where} {problem.code}: {problem.text}"
