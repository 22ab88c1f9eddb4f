"""A match goes on without being pushed and comes to an end; what it asks can be asked in a workbook.

Must not know what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.forms import Field, Form, Grid, put
from croupier.core.game import AnyGame
from croupier.core.sheet import Tab
from every_game.kit import Record, Variant, heading, play
from every_game.settings import settings

NAME = re.compile(r"[a-z][a-z0-9_]*")
LOOKS_LIKE_A_CELL = re.compile(r"[a-z]{1,3}[0-9]+|r[0-9]*c[0-9]*|[rc]")
LONGEST_NAME, LONGEST_CHOICES = 255, 32_000
COLOUR = re.compile(r"[0-9a-f]{6}")


def check_flow(game: AnyGame, variant: Variant) -> None:
    """Every position asks somebody something, up to an end that comes soon enough and stays."""
    try:
        record = play(game, variant)
    except engine.BrokenInvariant as fault:
        raise AssertionError(str(fault)) from fault
    assert len(record.open_positions) == len(record.positions) - 1 > 0, "the match is over before anybody was asked anything"
    for position in record.open_positions:
        forms = engine.asked(game, position.state, record.table.seats)
        assert forms, f"after deadline {position.number} nobody is asked anything, and still it waits"
        for seat, form in forms.items():
            assert form.phase == game.phase(position.state), f"{seat} is asked about another phase than the present one"
    last = record.positions[-1]
    assert not engine.asked(game, last.state, record.table.seats), "something is asked after the end"
    phases = [step.phase for position in record.positions for step in position.resolution.steps]
    assert phases[0] == "" and "" not in phases[1:], "a step without a phase"
    resolved = [position.resolution.steps[0].phase for position in record.positions[1:]]
    assert resolved == [game.phase(position.state) for position in record.open_positions], "a deadline resolved another phase than the one it was for"


def check_forms(game: AnyGame, record: Record) -> None:
    for position in record.open_positions:
        for seat, form in engine.asked(game, position.state, record.table.seats).items():
            where = f"what {seat} is asked after deadline {position.number}"
            _check_form(form, where)
            _check_tabs(game.sheet(game.view(position.state, Seat(seat)), form, heading(game, position.state, seat)), form, where)
            _check_choices(game, game.view(position.state, Seat(seat)), form, position_answers(record, position.number, seat), where)


def position_answers(record: Record, number: int, seat: str) -> dict[str, Any]:
    """What the seat hands in next."""
    return deepcopy(dict(record.positions[number + 1].answers.get(seat) or {}))


def _check_form(form: Form, where: str) -> None:
    inputs: list[Field | Grid] = [*form.fields, *form.grids]
    names = [one.name for one in inputs]
    assert len(set(names)) == len(names), f"{where}: two inputs share a name"
    for name in names:
        valid = NAME.fullmatch(name) and not LOOKS_LIKE_A_CELL.fullmatch(name) and len(name) <= LONGEST_NAME
        assert valid, f"{where}: {name!r} can be no cell's name in a workbook"
    paths = [one.path for one in inputs]
    for number, path in enumerate(paths):
        assert path and all(isinstance(part, str) and part.strip() for part in path), f"{where}: {path} is no path"
        clash = [other for place, other in enumerate(paths) if place != number and other[: len(path)] == path]
        assert not clash, f"{where}: the answers {path} and {clash} are in one another's way"
    for field in form.fields:
        assert field.label.strip(), f"{where}: {field.name} has no label"
        assert all(isinstance(choice, str) and choice.strip() for choice in field.choices), f"{where}: {field.name} offers an empty choice"
        assert len(set(field.choices)) == len(field.choices), f"{where}: {field.name} offers a choice twice"
        assert sum(map(len, field.choices)) <= LONGEST_CHOICES
    for grid in form.grids:
        assert grid.rows > 0 and grid.columns > 0, f"{where}: {grid.name} has no cells"
        assert all(COLOUR.fullmatch(colour) and code.strip() for colour, code in grid.colours), f"{where}: {grid.name} has an odd colour"
        assert len(dict(grid.colours)) == len(grid.colours), f"{where}: {grid.name} gives one colour two codes"


def _check_tabs(tabs: tuple[Tab, ...], form: Form, where: str) -> None:
    """The sheet has a cell for each field and a block for each grid, and no input that nobody asked for."""
    cells = [cell for tab in tabs for cell in tab.cells if cell.name is not None]
    assert sorted(cell.name or "" for cell in cells) == sorted(field.name for field in form.fields), (
        f"{where}: the sheet has other inputs than the form"
    )
    choices = {field.name: field.choices for field in form.fields}
    assert all(cell.choices == choices[cell.name or ""] for cell in cells), f"{where}: the sheet offers other choices than the form"
    blocks = {block.name: block for tab in tabs for block in tab.blocks}
    for grid in form.grids:
        assert grid.name in blocks, f"{where}: the sheet lacks {grid.name}"
        block = blocks[grid.name]
        size = (block.bottom - block.top + 1, block.right - block.left + 1)
        assert size == (grid.rows, grid.columns), f"{where}: {grid.name} is of another size on the sheet"


def _check_choices(game: AnyGame, view: Any, form: Form, answers: dict[str, Any], where: str) -> None:
    """What a drop-down offers can be read, and is on offer."""
    for field in form.fields:
        for choice in dict.fromkeys(field.choices[:2] + field.choices[-2:]):
            chosen = deepcopy(answers)
            put(chosen, field.path, choice)
            _, problems = game.check(view, chosen)
            refused = [problem for problem in problems if problem.where == field.where and problem.code in ("unreadable", "not-offered")]
            assert not refused, f"{where}: {field.name} offers {choice!r}, and then it is {refused[0].code}: {refused[0].text}"


def test_a_match_goes_on_and_ends(game: AnyGame) -> None:
    for variant in (settings(game).short, settings(game).full, *settings(game).more):
        check_flow(game, variant)


def test_forms_can_be_asked(game: AnyGame) -> None:
    for variant in (settings(game).short, *settings(game).more):
        check_forms(game, play(game, variant))


def test_catches_a_match_that_asks_nothing(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match=r"before anybody|without asking"):
        check_flow(replace(game, ask=lambda view: None), settings(game).short)


def test_catches_a_match_that_does_not_end(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match=r"without asking|not ended"):
        check_flow(replace(game, outcome=lambda state: None, decide=lambda state, moves, table: ()), settings(game).short)


def test_catches_a_form_for_another_phase(game: AnyGame) -> None:
    def ask(view: Any) -> Form | None:
        form = game.ask(view)
        return form and replace(form, phase="yesterday")

    with pytest.raises(AssertionError, match="another phase"):
        check_flow(replace(game, ask=ask), settings(game).short)


def test_catches_an_end_that_comes_and_goes(game: AnyGame) -> None:
    """The phase moves on, but a deadline resolves another one."""
    with pytest.raises(AssertionError, match="another phase"):
        check_flow(replace(game, phase=lambda state: f"{game.phase(state)} {id(state)}"), settings(game).short)


def _first(form: Form, **changes: Any) -> Form:
    return replace(form, fields=(replace(form.fields[0], **changes), *form.fields[1:])) if form.fields else form


SPOILT: dict[str, Callable[[Form], Form]] = {
    "a name twice": lambda form: replace(form, fields=(*form.fields, *form.fields[:1])),
    "a name with a blank": lambda form: _first(form, name="bid 1"),
    "a name like a cell": lambda form: _first(form, name="b12"),
    "a name like a row": lambda form: _first(form, name="r1c1"),
    "a capital": lambda form: _first(form, name="Bid_1"),
    "an answer twice": lambda form: replace(form, fields=(*form.fields, *(replace(one, name="again") for one in form.fields[:1]))),
    "an answer within another": lambda form: replace(
        form, fields=(*form.fields, *(replace(one, name="again", path=(*one.path, "x")) for one in form.fields[:1]))
    ),
    "no path": lambda form: _first(form, path=()),
    "no label": lambda form: _first(form, label=" "),
    "an empty choice": lambda form: _first(form, choices=("a", "")),
    "a choice twice": lambda form: _first(form, choices=("a", "a")),
    "a choice that is none": lambda form: _first(form, choices=("Zq is no such thing", "Zq")),
    "a choice that is no text": lambda form: _first(form, choices=(1, 2)),
    "an empty grid": lambda form: replace(form, grids=(*form.grids, Grid("more", ("more",), 0, 3, ()))),
    "an odd colour": lambda form: replace(form, grids=(*form.grids, Grid("more", ("more",), 2, 3, (("#ff0000", "Re"),)))),
    "a colour twice": lambda form: replace(form, grids=(*form.grids, Grid("more", ("more",), 2, 3, (("ff0000", "Re"), ("ff0000", "Ro"))))),
}


@pytest.mark.parametrize("fault", SPOILT)
def test_catches_a_form_with(game: AnyGame, fault: str) -> None:
    def ask(view: Any) -> Form | None:
        form = game.ask(view)
        return form and SPOILT[fault](form)

    record = replace(play(game, settings(game).short), game=replace(game, ask=ask))
    with pytest.raises((AssertionError, AttributeError)):
        check_forms(record.game, record)


UNLIKE: dict[str, Callable[[Tab], Tab]] = {
    "inputs lost": lambda tab: replace(tab, cells=tuple(cell for cell in tab.cells if cell.name is None)),
    "inputs twice": lambda tab: replace(tab, cells=(*tab.cells, *(cell for cell in tab.cells if cell.name))),
    "other choices": lambda tab: replace(tab, cells=tuple(replace(cell, choices=(*cell.choices, "more")) for cell in tab.cells)),
    "another name": lambda tab: replace(tab, cells=tuple((cell.name and replace(cell, name=f"{cell.name}_")) or cell for cell in tab.cells)),
}


@pytest.mark.parametrize("fault", UNLIKE)
def test_catches_a_sheet_with(game: AnyGame, fault: str) -> None:
    def sheet(view: Any, form: Any, heading: Any) -> tuple[Tab, ...]:
        return tuple(map(UNLIKE[fault], game.sheet(view, form, heading)))

    record = replace(play(game, settings(game).short), game=replace(game, sheet=sheet))
    with pytest.raises(AssertionError, match="the sheet"):
        check_forms(record.game, record)


def test_catches_a_sheet_without_its_grid(game: AnyGame) -> None:
    """A block that is lost or too small is found wherever a form has a grid."""
    record = play(game, settings(game).short)
    for position in record.open_positions:
        for seat, form in engine.asked(game, position.state, record.table.seats).items():
            tabs = game.sheet(game.view(position.state, Seat(seat)), form, heading(game, position.state, seat))
            for change in (lambda block: replace(block, bottom=block.bottom - 1), lambda block: replace(block, name="lost")):
                spoilt = tuple(replace(tab, blocks=tuple(map(change, tab.blocks))) for tab in tabs)
                if form.grids:
                    with pytest.raises(AssertionError, match=r"another size|lacks"):
                        _check_tabs(spoilt, form, "here")
