"""The feed's sentences: the same facts as plain text and as HTML, none of them able to be more than a text.

Must not depend on a game's sentences; each game's own file is only read to see that every sentence is one.
"""

from __future__ import annotations

import html
import re
import tomllib
from pathlib import Path
from typing import Any

import jinja2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from croupier import words
from croupier.core.game import Told
from croupier.games import find
from croupier.resources import resource
from croupier.words import Wording, bare, listed, phase_title

SENTENCES = """
sold = "{{ lot }} goes to {{ to }}."
many = "On offer: {{ lots | listed }}."
joined = "{{ lots | join(' ') }}"
lines = '''
{%- if count %}{{ count }} Wall{{ 's' if count != 1 }}
{%- endif %},
done ({{ rule }}).'''
entity = "5 &lt; 6 &amp; <b>{{ name }}</b>"
silent = ""
"""
NASTY = ["<script>alert(1)</script>", "R&D", "a < b > c", '"quoted"', "{{ 7 * 7 }}", "{% raw %}", "O'Hara", "**bold**"]


@pytest.fixture
def wording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wording:
    path = tmp_path / "templates" / "test-game" / "told.toml"
    path.parent.mkdir(parents=True)
    path.write_text(SENTENCES, encoding="utf-8")
    monkeypatch.setattr(words, "resource", lambda name: tmp_path / name)
    return Wording("test-game")


def told(key: str, **facts: Any) -> Told:
    return Told("HH-5", key, tuple(facts.items()))


@pytest.mark.parametrize("name", NASTY)
def test_a_line_gives_the_facts_as_they_are(wording: Wording, name: str) -> None:
    assert wording.line(told("sold", lot="Wolfman A", to=name)) == f"Wolfman A goes to {name}."


@pytest.mark.parametrize("name", NASTY)
def test_markup_gives_the_facts_escaped(wording: Wording, name: str) -> None:
    marked = wording.markup(told("sold", lot="Wolfman A", to=name))
    assert isinstance(marked, Markup)
    assert html.unescape(marked) == f"Wolfman A goes to {name}."
    assert not re.search("[<>\"']", marked)
    assert marked == f"Wolfman A goes to {Markup.escape(name)}."


@pytest.mark.parametrize("key", ["many", "joined"])
def test_facts_in_a_list_are_escaped_too(wording: Wording, key: str) -> None:
    marked = wording.markup(told(key, lots=("<b>", "R&D", "x")))
    assert "<" not in marked
    assert "&lt;b&gt;" in marked
    assert "R&amp;D" in marked


def test_a_list_in_a_line(wording: Wording) -> None:
    assert wording.line(told("many", lots=("<b>", "R&D", "x"))) == "On offer: <b>, R&D and x."


@pytest.mark.parametrize("name", ["&lt;b&gt;", "R&amp;D", "&copy", "&#64;everyone", "&nbsp;"])
def test_a_fact_that_looks_like_an_entity_stays_what_it_is(wording: Wording, name: str) -> None:
    assert wording.line(told("sold", lot="Wolfman A", to=name)) == f"Wolfman A goes to {name}."


def test_the_sentence_itself_may_hold_entities_and_markup(wording: Wording) -> None:
    assert wording.line(told("entity", name="x")) == "5 < 6 & <b>x</b>"
    assert wording.markup(told("entity", name="<x>")) == "5 &lt; 6 &amp; <b>&lt;x&gt;</b>"


def test_a_sentence_is_one_line(wording: Wording) -> None:
    assert wording.line(told("lines", count=2)) == "2 Walls, done (HH-5)."
    assert wording.line(told("sold", lot="Wolfman\n A", to="Ana\r\n")) == "Wolfman A goes to Ana ."
    assert "\n" not in wording.markup(told("sold", lot="Wolfman\n A", to="Ana\r\n"))


def test_a_key_without_a_sentence_says_nothing(wording: Wording) -> None:
    for key in ("unknown", "silent"):
        assert wording.line(told(key)) == ""
        assert wording.markup(told(key)) == ""


def test_a_fact_that_is_missing_is_an_error(wording: Wording) -> None:
    with pytest.raises(jinja2.UndefinedError):
        wording.line(told("sold", lot="Wolfman A"))


@given(st.text(), st.lists(st.text(), max_size=4))
@settings(deadline=None)
def test_no_fact_becomes_markup(name: str, lots: list[str]) -> None:
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    environment.filters["listed"] = words._listed_html
    assert environment.from_string("{{ lots | listed }}|{{ name }}").render(lots=lots, name=name) == str(
        Markup.escape(listed(lots)) + "|" + Markup.escape(name)
    )


@pytest.mark.parametrize("slug", ["house-of-horrors"])
def test_every_sentence_of_a_game_is_one(slug: str) -> None:
    path = resource(f"templates/{find(slug).slug}/told.toml")
    for escaped in (True, False):
        assert set(words._templates(path, escaped)) == set(tomllib.loads(path.read_text(encoding="utf-8")))


# Small things ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("items", "text"),
    [
        ((), ""),
        (("a",), "a"),
        (("a", "b"), "a and b"),
        (("a", "b", "c"), "a, b and c"),
        ([1, 2, 3, 4], "1, 2, 3 and 4"),
        (("a, b", "c"), "a, b and c"),
    ],
)
def test_a_list_in_words(items: Any, text: str) -> None:
    assert listed(items) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana", "Ana"),
        ("  Ana \r\n\t Bo ", "Ana Bo"),
        ("Ana\x00\x1b[31mBo\x7f", "Ana [31mBo"),
        ("\u202eanA\u202c", "anA"),
        ("\u2066Ana\u2069", "Ana"),
        ("Ana\u2028\u2029\x85Bo", "Ana Bo"),
        ("Ana\u00a0Bo", "Ana Bo"),
        ("Жук ☠️ 花子 علي", "Жук ☠️ 花子 علي"),
        ("", ""),
        ("\n", ""),
    ],
)
def test_bare_text(text: str, expected: str) -> None:
    assert bare(text) == expected


def test_bare_text_keeps_an_emoji_whole() -> None:
    assert bare("👨\u200d👩\u200d👧") == "👨\u200d👩\u200d👧"


@given(st.text())
@settings(deadline=None)
def test_bare_text_is_one_line_without_control_characters(text: str) -> None:
    done = bare(text)
    assert bare(done) == done
    assert len(done.splitlines()) <= 1
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", done)


@pytest.mark.parametrize(("phase", "title"), [("auction-3", "Auction 3"), ("entrants", "Entrants"), ("pre-game", "Pre game"), ("", "")])
def test_a_phase_has_a_title(phase: str, title: str) -> None:
    assert phase_title(phase) == title
