"""Carries what a seat has typed and painted from one edition of a workbook into the next, so that nothing is lost.

Must not read files: it changes a wanted workbook before it is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from croupier.core.forms import Answers, Form, get, put
from croupier.core.sheet import Cell, Tab, Workbook

from .fill import strokes, typed_values

AS_DRAWN = "="
"""Stands for a square that nobody has touched; no square reads so, since a reading begins with what is painted."""


def changes(form: Form, answers: Answers, drawn: Answers) -> dict[str, Any]:
    """The answers without what is in their grids because it was drawn there: the next edition may draw other things."""
    kept: dict[str, Any] = {}
    for field in form.fields:
        value = get(answers, field.path)
        if value is not None:
            put(kept, field.path, value)
    for grid in form.grids:
        rows, before = get(answers, grid.path), get(drawn, grid.path)
        put(kept, grid.path, [_changed(row, row_before) for row, row_before in zip(rows, before, strict=False)])
    return kept


def _changed(row: str, before: str) -> str:
    return " ".join(AS_DRAWN if token == drawn else token for token, drawn in zip(row.split(), before.split(), strict=False))


def carried(workbook: Workbook, form: Form, answers: Answers) -> Workbook:
    """The workbook with the answers in its open cells; what has no place in it any more is left out."""
    typed = dict(typed_values(form, _renamed(form, answers)))
    tabs: list[Tab] = []
    for tab in workbook.tabs:
        painted: dict[tuple[int, int], tuple[str | None, str]] = {}
        for grid in form.grids:
            untouched = {(y, x) for y, row in enumerate(get(answers, grid.path) or ()) for x, token in enumerate(row.split()) if token == AS_DRAWN}
            for block in tab.blocks:
                if block.name == grid.name:
                    done = [stroke for stroke in strokes(grid, answers) if stroke[:2] not in untouched]
                    painted |= {(block.top + y, block.left + x): (colour, text) for y, x, colour, text in done}
        tabs.append(replace(tab, cells=tuple(_with(cell, typed, painted) for cell in tab.cells)))
    return replace(workbook, tabs=tuple(tabs))


def _renamed(form: Form, answers: Answers) -> dict[str, Any]:
    """The typed answers under the form's names: what there is one of now may have been the first of several, and the other way round."""
    found: dict[str, Any] = {}
    for field in form.fields:
        value = _value(answers, field.path)
        if value is not None:
            put(found, field.path, value)
    return found


def _value(answers: Any, path: tuple[str, ...]) -> Any:
    if not path:
        return answers
    if not isinstance(answers, Mapping):
        return None
    first, second = path[0], path[0].removesuffix(" 1") if path[0].endswith(" 1") else f"{path[0]} 1"
    return _value(answers.get(first, answers.get(second)), path[1:])


def _with(cell: Cell, typed: dict[str, str | int | float], painted: dict[tuple[int, int], tuple[str | None, str]]) -> Cell:
    if cell.name in typed:
        return replace(cell, value=typed[cell.name])
    if cell.open and (cell.row, cell.column) in painted:
        colour, text = painted[cell.row, cell.column]
        return replace(cell, value=text, style=replace(cell.style, fill=colour))
    return cell
