"""Whatever stands in the cells, nothing crashes: it is read or it is a problem that a player can do something about.

Must not know what is right; rule cases say that.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.core import engine, journal
from croupier.core.audience import Seat
from croupier.core.forms import Answers, Form
from croupier.core.game import ABSENT, AnyGame
from croupier.core.plain import Codec
from croupier.core.problems import CODES, Problem
from croupier.games import games
from croupier.rulebook import rulebook
from every_game.kit import Record, everybody, feed, play, shown
from every_game.settings import settings as settings_of

ROUNDS = int(os.environ.get("CROUPIER_ROUNDS", "0")) or 100
LONGEST_MESSAGE = 300

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 2**31, 2**63, 10**40, 10**400, -(10**400), 10**4200),
    *(0.0, -0.0, 0.5, 7.0, 1e16, 1e300, -1e300, 1e-300, math.nan, math.inf, -math.inf),
    *("", " ", "\n", "\t\t", "\u00a0", "\u200b", "\ufeff", "\u202e", "\u200fאבג\u200e", "\x00", "\x07bell", "\x1b[31m", "a\x00b"),
    *("=A1", "=1+1", '=HYPERLINK("x")', "@SUM(A1)", "#REF!", "#N/A", "+1", "-1", "−1", "--1", "+", "-", "$", "$$5", "$ 5", "5$", "$-5", "€5"),
    *(
        "1e5",
        "1E5",
        "12_34",
        "0x10",
        "1,0",
        "1,000",
        "10,00",
        "1.000",
        ".5",
        "5.",
        "5.0",
        "5.00",
        "5.000",
        "007",
        "１２",
        "²",
        "½",
        "Ⅷ",
        "٣",
        "९",
        "一",
    ),
    *("2026-11-01", "1/2", "11:59", "nan", "inf", "Infinity", "null", "None", "TRUE", "false", "yes", "NO"),
    *("👻", "🏴\u200d☠\ufe0f", "e\u0301", "ﬀ", "İ", "ß", "ŉ", "\u0345", "Z̸̢͝a̶l̷g̵o̴", "\U0010ffff", "𝟙𝟚"),
    *("<b>bold</b>", "</script>", "{{ 7 * 7 }}", "{% raw %}", "| a | b |", "[a](b)", "*", "\\", "'", '"', "`", "%s", "{0}", "${x}"),
    *("A9", "a9", "A0", "A10", "Z99", "AA1", "A-1", "A９", "ten", "x" * 500, "9" * 5000, "boo " * 2000, "🎃" * 300, "A9 " * 3000),
    *([], {}, [[]], {"": ""}, [None], ["a", 1, None], {"a": {"b": {"c": []}}}, {"at": "A1"}, {"turn": []}, [["."]], [{"a": 1}], ("a",)),
)
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=30)
    | st.text(st.characters(categories=["Cc", "Cf", "Zs", "Sc", "No", "Nd"]), max_size=8)
)
keys = st.text(max_size=12) | st.sampled_from(["", " ", "1", "at", "Zq", "=A1", "👻", "x" * 400])
odd = st.sampled_from(ODD) | st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4), max_leaves=8)


@dataclass(frozen=True)
class Seated:
    """One seat at one moment of a match, with what it would hand in and what the others do."""

    record: Record
    number: int
    seat: str
    view: Any
    form: Form
    usual: Mapping[str, Any]


@cache
def seatings(slug: str) -> tuple[Seated, ...]:
    """A seat of every kind of phase in which one is asked something, the best furnished of those there are."""
    game = games()[slug]
    found: dict[str, Seated] = {}
    for variant in (settings_of(game).short, *settings_of(game).more[:2]):
        record = play(game, variant)
        for position, after in record.steps:
            for seat, form in engine.asked(game, position.state, record.table.seats).items():
                seated = Seated(record, position.number, seat, game.view(position.state, Seat(seat)), form, dict(after.answers.get(seat) or {}))
                known = found.get(kind := re.sub("[0-9]+", "", form.phase))
                if known is None or len(form.fields) + 9 * len(form.grids) > len(known.form.fields) + 9 * len(known.form.grids):
                    found[kind] = seated
    return tuple(found.values())


def paths_of(form: Form) -> list[tuple[str, ...]]:
    return [field.path for field in form.fields] + [grid.path for grid in form.grids]


@st.composite
def hand_ins(draw: st.DrawFn, seated: Seated) -> dict[str, Any]:
    """A hand-in with odd things in it: in fields, in place of whole parts, under keys that are not asked for."""
    answers: dict[Any, Any] = deepcopy(dict(seated.usual)) if draw(st.booleans()) else {}
    paths = paths_of(seated.form)
    for _ in range(draw(st.integers(1, 4))):
        path: tuple[Any, ...] = draw(st.sampled_from(paths)) if paths else (draw(keys),)
        kind = draw(st.sampled_from(("field", "field", "field", "part", "below", "beside", "elsewhere", "row", "cell")))
        if kind == "part":
            path = path[:1]
        elif kind == "below":
            path = (*path, draw(keys))
        elif kind == "beside":
            path = (*path[:-1], draw(keys | st.integers() | st.none() | st.booleans() | st.floats(allow_nan=False)))
        elif kind == "elsewhere":
            path = (draw(keys),)
        if kind in ("row", "cell") and seated.form.grids:
            _spoil_grid(draw, answers, seated.form, kind)
        else:
            _place(answers, path, draw(odd))
    return answers


def _place(answers: dict[Any, Any], path: tuple[Any, ...], value: Any) -> None:
    for part in path[:-1]:
        if not isinstance(answers.get(part), dict):
            answers[part] = {}
        answers = answers[part]
    answers[path[-1]] = value


def _spoil_grid(draw: st.DrawFn, answers: dict[Any, Any], form: Form, kind: str) -> None:
    grid = draw(st.sampled_from(form.grids))
    codes = [code for _, code in grid.colours] + [".", "?", "./?", "/", "//", "o/o", "Zz", "=A1", "👻", "a/b/c"]
    cell = st.sampled_from(codes) | st.tuples(st.sampled_from(codes), st.sampled_from(codes)).map("/".join)
    rows: list[Any] = [" ".join(draw(cell) for _ in range(grid.columns)) for _ in range(grid.rows)]
    if kind == "row":
        rows[draw(st.integers(0, grid.rows - 1))] = draw(odd)
    _place(answers, grid.path, rows)


@cache
def numbers_of(slug: str) -> frozenset[str]:
    return frozenset(ruling.number for topic in rulebook(slug) for ruling in topic.rulings)


def assert_told_well(problem: Problem, slug: str) -> None:
    """A problem is of a known kind, names a ruling and a place, and says something in not too many words."""
    assert isinstance(problem, Problem)
    assert problem.code in CODES, f"{problem.code!r} is no code: {problem}"
    assert problem.rule in numbers_of(slug), f"{problem.rule!r} is no ruling: {problem}"
    assert isinstance(problem.where, str) and problem.where.strip(), f"it is not said where: {problem}"
    assert isinstance(problem.text, str) and problem.text.strip(), f"nothing is said: {problem}"
    assert len(problem.text) <= LONGEST_MESSAGE, f"that is a novel: {problem}"


def check_hand_in(game: AnyGame, seated: Seated, answers: Answers, *, show: bool) -> None:
    """Looks at a hand-in, resolves the step with it, writes that down, and shows everybody the result."""
    record, table = seated.record, seated.record.table
    kept = repr(answers)
    move, problems = game.check(seated.view, answers)
    assert repr(answers) == kept, "the answers were changed"
    for told in game.understood(move):
        assert told.rule in numbers_of(game.slug), f"{told.rule!r} is no ruling"
    before, usual = record.positions[seated.number].state, record.positions[seated.number + 1].answers
    found = engine.resolve(game, table, before, {**usual, seated.seat: answers})
    assert found.problems[seated.seat][: len(problems)] == problems
    for problem in (*problems, *(one for told in found.problems.values() for one in told)):
        assert_told_well(problem, game.slug)
    codec = Codec(game.events)
    body = {"events": [codec.encode(event) for event in found.events]}
    json.loads(journal.line(1, journal.FIRST, "resolved", "2026-11-01T21:59:00-05:00", body))
    for audience in everybody(table) if show else ():
        shown(game, table, found.state, audience)
        feed(game, found.events, audience)


def explore(game: AnyGame, seated: Seated, rounds: int) -> None:
    """Tries odd hand-ins for one seat at one moment."""

    @settings(max_examples=rounds, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(hand_ins(seated))
    def look(answers: dict[str, Any]) -> None:
        check_hand_in(game, seated, answers, show=True)

    look()


def each_thing_everywhere(game: AnyGame) -> None:
    """Each odd thing in each kind of field, as a whole part, and under a key that is not asked for."""
    for seated in seatings(game.slug):
        kinds = {path[:1] + path[2:]: path for path in paths_of(seated.form)}
        for path in (("unasked",), *((part,) for part in dict.fromkeys(path[0] for path in kinds.values())), *kinds.values()):
            for value in ODD:
                answers = deepcopy(dict(seated.usual))
                _place(answers, path, value)
                check_hand_in(game, seated, answers, show=False)


def test_odd_cells_never_crash(game: AnyGame) -> None:
    for seated in seatings(game.slug):
        explore(game, seated, ROUNDS)


def test_each_odd_thing_everywhere(game: AnyGame) -> None:
    each_thing_everywhere(game)


def test_every_phase_is_tried(game: AnyGame) -> None:
    asked = {re.sub("[0-9]+", "", game.phase(position.state)) for position in play(game, settings_of(game).short).open_positions}
    assert len(seatings(game.slug)) >= min(2, len(asked))


def must_go_red(fault: AnyGame, reason: str) -> None:
    with pytest.raises((AssertionError, RuntimeError), match=reason):
        each_thing_everywhere(fault)


def with_problem(game: AnyGame, **changes: Any) -> AnyGame:
    """The game, but its problems are told badly."""

    def check(view: Any, answers: Answers) -> Any:
        move, problems = game.check(view, answers)
        return move, tuple(replace(problem, **changes) for problem in problems)

    return replace(game, check=check)


BADLY_TOLD: Mapping[str, tuple[dict[str, Any], str]] = {
    "a code that is none": ({"code": "odd"}, "is no code"),
    "a ruling that is none": ({"rule": "X-1"}, "is no ruling"),
    "no place": ({"where": " "}, "not said where"),
    "no words": ({"text": ""}, "nothing is said"),
    "a novel": ({"text": "boo " * 100}, "a novel"),
}


@pytest.mark.parametrize("fault", BADLY_TOLD)
def test_catches_a_problem_with(game: AnyGame, fault: str) -> None:
    changes, reason = BADLY_TOLD[fault]
    must_go_red(with_problem(game, **changes), reason)


def trips_over(game: AnyGame, kind: type) -> AnyGame:
    """The game, but a cell of one kind makes it crash."""

    def check(view: Any, answers: Answers) -> Any:
        def look(value: Any) -> None:
            if type(value) is kind:
                raise RuntimeError(f"{kind.__name__} was not expected")
            for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
                look(item)

        look(dict(answers).get("unasked"))
        return game.check(view, answers)

    return replace(game, check=check)


@pytest.mark.parametrize("kind", [bool, int, float, str, list, dict, tuple, type(None)], ids=lambda kind: kind.__name__)
def test_catches_a_crash_over(game: AnyGame, kind: type) -> None:
    must_go_red(trips_over(game, kind), f"{kind.__name__} was not expected")


def test_catches_a_crash_while_resolving(game: AnyGame) -> None:
    def decide(state: Any, moves: Mapping[str, Any], table: Any) -> Any:
        if any(move is not ABSENT and "👻" in repr(move) for move in moves.values()):
            raise RuntimeError("a ghost")
        return game.decide(state, moves, table)

    must_go_red(replace(game, decide=decide), "a ghost")
