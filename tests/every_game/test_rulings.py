"""The numbers of the rulings hold everything together: rules page, code, cases, problems and feed name the same ones.

Must not read what a ruling says.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import croupier.games
from croupier.cases import load
from croupier.core.audience import PUBLIC, Seat
from croupier.core.game import AnyGame, Refused, Told
from croupier.core.problems import CODES
from croupier.resources import resource
from croupier.rulebook import rulebook
from croupier.words import Wording
from every_game.kit import feed, play, walk
from every_game.settings import settings

CASES = Path(__file__).parent.parent / "cases"
NUMBER = re.compile(r"\b([A-Z]{2,3})-([0-9]+)\b")


def rulings(slug: str) -> tuple[str, ...]:
    """The numbers of a game's rulings, in the order of the rules page; notes have none."""
    return tuple(ruling.number for topic in rulebook(slug) for ruling in topic.rulings if NUMBER.fullmatch(ruling.number))


def cases_of(slug: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for file in sorted((CASES / slug).glob("*.yaml")):
        for case in load(file):
            yield f"{file.name}: {case.get('title')}", case


def source_words(game: AnyGame) -> str:
    """All docstrings and comments of the game's folder."""
    words: list[str] = []
    for package in croupier.games.__path__:
        for file in sorted((Path(package) / game.slug.replace("-", "_")).rglob("*.py")):
            text = file.read_text(encoding="utf-8")
            nodes = ast.walk(ast.parse(text))
            documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            words += [ast.get_docstring(node) or "" for node in nodes if isinstance(node, documented)]
            words += [token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT]
    return "\n".join(words)


def check_rulebook(game: AnyGame, numbers: tuple[str, ...]) -> None:
    """One series of numbers without gaps, in order."""
    assert numbers, f"{game.slug} has no rulings"
    prefix = numbers[0].partition("-")[0]
    assert numbers == tuple(f"{prefix}-{number}" for number in range(1, len(numbers) + 1)), "a ruling is missing, or out of order"


def check_named_by_cases(game: AnyGame, numbers: tuple[str, ...]) -> None:
    named = {str(rule) for _, case in cases_of(game.slug) for rule in case.get("rules", ())}
    missing = [number for number in numbers if number not in named]
    assert not missing, f"no rule case of {game.slug} names {', '.join(missing)}"
    strange = {(title, str(rule)) for title, case in cases_of(game.slug) for rule in case.get("rules", ()) if str(rule) not in numbers}
    assert not strange, f"a case names a ruling that there is not: {strange}"
    assert all(case.get("rules") for _, case in cases_of(game.slug)), "a case names no ruling"


def check_named_by_code(game: AnyGame, numbers: tuple[str, ...], words: str) -> None:
    named = {match[0] for match in NUMBER.finditer(words)}
    missing = [number for number in numbers if number not in named]
    assert not missing, f"no docstring of {game.slug} names {', '.join(missing)}"
    prefix = numbers[0].partition("-")[0]
    strange = {name for name in named if name.startswith(f"{prefix}-") and name not in numbers}
    assert not strange, f"the code of {game.slug} names {', '.join(sorted(strange))}, which there is not"


def told_by(game: AnyGame) -> Iterator[Told]:
    """Every line that comes up in some matches: the feeds of the public and the seats, and what receipts say."""
    for variant in (settings(game).short, settings(game).full, *settings(game).more):
        record = play(game, variant)
        for position in record.positions:
            yield from feed(game, position.resolution.events, PUBLIC)
            for seat in record.table.seats:
                yield from feed(game, position.resolution.events, Seat(seat))
        for before, after in record.steps:
            for seat, answers in after.answers.items():
                yield from game.understood(game.check(game.view(before.state, Seat(seat)), answers)[0])


def check_told(game: AnyGame, numbers: tuple[str, ...], words: dict[str, str]) -> None:
    """What is told names a ruling, and has words."""
    for told in told_by(game):
        assert told.rule in numbers, f"{told.key} names {told.rule}, which there is not"
        assert told.key in words, f"there are no words for {told.key}"
        Wording(game.slug).line(told)


def check_problems(game: AnyGame, numbers: tuple[str, ...]) -> None:
    met = 0
    for variant in (settings(game).full, *settings(game).more):
        record = play(game, variant)
        refused = [event.problem for event in record.events if isinstance(event, Refused)]
        for problem in (*refused, *(one for position in record.positions for found in position.resolution.problems.values() for one in found)):
            met += 1
            assert problem.rule in numbers, f"{problem} names a ruling that there is not"
            assert problem.code in CODES
    assert met, "the bots never did anything wrong"


def words_of(slug: str) -> dict[str, str]:
    return tomllib.loads(resource(f"templates/{slug}/told.toml").read_text(encoding="utf-8"))


def test_the_rulebook_is_one_series(game: AnyGame) -> None:
    check_rulebook(game, rulings(game.slug))


def test_every_ruling_is_named_by_a_case(game: AnyGame) -> None:
    check_named_by_cases(game, rulings(game.slug))


def test_every_ruling_is_named_by_the_code(game: AnyGame) -> None:
    check_named_by_code(game, rulings(game.slug), source_words(game))


def test_what_is_told_names_a_ruling_and_has_words(game: AnyGame) -> None:
    check_told(game, rulings(game.slug), words_of(game.slug))


def test_problems_name_a_ruling(game: AnyGame) -> None:
    check_problems(game, rulings(game.slug))


def test_every_code_comes_up_in_a_case(game: AnyGame) -> None:
    """Of the codes that the rules page names for the game."""
    page = " ".join(ruling.text for topic in rulebook(game.slug) for ruling in topic.rulings).casefold()
    expected = {code for code in CODES if re.search(rf"(^|\.\s+){code.replace('-', '[ -]')}:", page)}
    given = {code for _, case in cases_of(game.slug) for one in walk(case.get("steps") or ()) for code in [one[1]] if code in CODES}
    assert expected <= given, f"no case of {game.slug} expects {', '.join(sorted(expected - given))}"


def test_catches_a_ruling_without_a_case(game: AnyGame) -> None:
    more = (*rulings(game.slug), "ZZ-99")
    with pytest.raises(AssertionError, match="no rule case"):
        check_named_by_cases(game, more)
    with pytest.raises(AssertionError, match="no docstring"):
        check_named_by_code(game, more, source_words(game))
    with pytest.raises(AssertionError, match="missing"):
        check_rulebook(game, more)


def test_catches_a_number_that_is_no_ruling(game: AnyGame) -> None:
    numbers = rulings(game.slug)
    with pytest.raises(AssertionError, match="which there is not"):
        check_named_by_code(game, numbers, source_words(game) + f"\n{numbers[0].partition('-')[0]}-999")
    with pytest.raises(AssertionError, match="a ruling that there is not"):
        check_named_by_cases(game, numbers[1:])
    with pytest.raises(AssertionError, match="which there is not"):
        check_told(replace(game, tell=lambda event, audience: Told("ZZ-1", "key")), numbers, {"key": ""})


def test_catches_a_line_without_words(game: AnyGame) -> None:
    words = words_of(game.slug)
    with pytest.raises(AssertionError, match="no words"):
        check_told(game, rulings(game.slug), dict(list(words.items())[1:]))
