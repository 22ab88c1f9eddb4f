"""The escaper: whatever a name holds, a page shows exactly that and nothing happens.

Must not test by the escaper's own list of signs: Markdown, HTML and YAML readers judge.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jinja2 import UndefinedError
from sample import HOSTILE

from croupier.resources import resource
from croupier.site.escape import Name, clean, environment, escape, front_matter, named

SETTINGS = yaml.safe_load(resource("mkdocs.yml").read_text(encoding="utf-8"))
EXTENSIONS = [next(iter(entry)) if isinstance(entry, dict) else entry for entry in SETTINGS["markdown_extensions"]]
# Letters alone find nothing: half of every text is signs, alone and in the company in which they mean something.
PIECES = st.one_of(
    st.text(max_size=6),
    st.sampled_from(("*", "_", "`", "|", "[x](y)", "![x](y)", "<b>", "</td>", "&amp;", "&lt;", "{{", "}}", "{%", "{: .x }", "{#x}", "#", "##", "- ")),
    st.sampled_from(
        ("1. ", "> ", "~~", "==", "^^", "++", "--8<--", "--", "***", "???", "!!!", "///", ":smile:", "http://x.y", "a@b.c", "\\", '"', "'")
    ),
    st.sampled_from(("\u202e", "\u2066", "\u200d", "\u200f", "\n", "\t", "\x00", "\x7f", "\ud800", "漢字", "ع", "🎩", "$x$", "*[a]: b", "[^1]", "=")),
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)
PLACES: dict[str, str] = {
    "paragraph": "before {} after",
    "start of a line": "{}",
    "heading": "# before {} after {{#x}}",
    "list": "- before {} after",
    "emphasis": "before *{}* after",
    "table": "| a | b |\n| --- | --- |\n| {} | c |",
    "html block": "<table>\n<tr>\n<td>{}</td>\n</tr>\n</table>",
    "inline html": "before <span>{}</span> after",
}


class Words(HTMLParser):
    """Collects what a reader sees, and the tags."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words, self.tags, self.attributes = "", [], {}
        self.feed(page)
        self.close()

    def handle_data(self, data: str) -> None:
        self.words += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= dict(attrs)


def rendered(page: str) -> str:
    return markdown.markdown(page, extensions=EXTENSIONS)


def shows(place: str, text: str, escaper: Callable[[str], str]) -> bool:
    """Whether a page shows a text in a place as it is, with no tag more than with a harmless word there."""
    harmless = Words(rendered(PLACES[place].format("word")))
    page = Words(rendered(PLACES[place].format(escaper(text))))
    expected = harmless.words.replace("word", clean(text))
    return page.words.split() == expected.split() and page.tags == harmless.tags


@pytest.mark.parametrize("place", PLACES)
@given(text=TEXTS)
@example(text=HOSTILE[0])
@example(text=HOSTILE[6])
@example(text=HOSTILE[8])
@settings(max_examples=150, deadline=None)
def test_a_text_shows_as_it_is_wherever_markdown_has_it(place: str, text: str) -> None:
    assert shows(place, clean(text).strip() or "x", escape)


@pytest.mark.parametrize("place", [place for place in PLACES if place != "html block"])
def test_escaping_for_html_alone_would_not_do(place: str) -> None:
    """The test above can fail: html.escape, which many take for enough, does not pass it."""
    assert not shows(place, "*a* [b](javascript:c) `d`", lambda text: html.escape(text))


@given(text=TEXTS)
def test_a_text_comes_back_from_an_attribute_and_from_html(text: str) -> None:
    page = Words(f'<p title="{escape(text)}">{escape(text)}</p>')
    assert (page.words, page.attributes["title"], page.tags) == (clean(text), clean(text), ["p"])


@given(text=TEXTS)
def test_a_title_comes_back_from_the_head_of_a_page(text: str) -> None:
    head = front_matter(text).removeprefix("---\n").removesuffix("---\n")
    title = yaml.safe_load(head)["title"]
    assert "<" not in title
    assert html.unescape(title) == clean(text).strip()


@given(text=TEXTS)
def test_cleaning_is_done_once_and_for_all(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert not set(clean(text)) & set("\n\t\x00\u202e\u2066")


def test_an_emoji_of_several_people_stays_one() -> None:
    family = "👩\u200d👩\u200d👧"
    assert escape(family) == family


def test_a_name_is_its_text_but_prints_in_bdi() -> None:
    name = Name("<Bo>")
    assert name == "<Bo>"
    made = environment([Path(__file__).parent])
    assert made.from_string("{{ name }}").render(name=name) == "<bdi>&#60;Bo&#62;</bdi>"
    assert made.from_string("{{ n | join(', ') }}{{ 3 }}{{ n[0] ~ '_' }}").render(n=["|", "*"]) == "&#124;, &#42;3&#124;&#95;"


def test_a_name_in_a_told_fact_is_marked_and_still_compares() -> None:
    facts = named(("paths", ("Ana", 1), "drawn"), frozenset({"Ana", "drawn"}))
    assert facts == ("paths", ("Ana", 1), "drawn")
    assert [type(fact) for fact in (facts[0], facts[1][0], facts[2])] == [str, Name, Name]


def test_an_unknown_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        environment([]).from_string("{{ nothing }}").render()
