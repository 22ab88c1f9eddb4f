"""What is pasted into a channel: every name shows as it is, pings nobody, and the deadline is every reader's own.

Must not know which game is told about.
"""

from __future__ import annotations

import re
from datetime import datetime
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.announce import LONGEST, announcement, announcements, safe, split
from croupier.core.audience import PUBLIC
from croupier.core.engine import Step
from croupier.core.game import Told
from croupier.match import Match
from croupier.words import bare

MARKS = set("\\*_~`|>#[]()-")
"""What Discord's Markdown gives a meaning to: bold, italic, struck out, code, spoiler, quote, heading, link, list."""


def shown(text: str) -> tuple[str, str]:
    """(what a channel shows of a text, what of it was not escaped): a backslash makes the sign after it a sign."""
    literal, live = "", ""
    place = 0
    while place < len(text):
        escaped = text[place] == "\\" and place + 1 < len(text) and re.fullmatch(r"[^0-9A-Za-z\s]", text[place + 1])
        place += 1 if escaped else 0
        literal += text[place]
        live += "" if escaped else text[place]
        place += 1
    return literal.replace("@\u200b", "@"), live


@pytest.mark.parametrize(
    "text",
    [
        "**bold**",
        "_it_",
        "~~x~~",
        "`code`",
        "```\nblock",
        "||spoiler||",
        "> quote",
        "# big",
        "-# small",
        "- list",
        "[x](https://example.org)",
        "\\",
        "\\*",
        "a\\",
    ],
)
def test_markup_shows_as_it_was_typed(text: str) -> None:
    literal, live = shown(safe(text))
    assert literal == bare(text)
    assert not MARKS & set(live)


@pytest.mark.parametrize("text", ["@everyone", "@here", "<@123456789012345678>", "<@!1>", "<@&1>", "@@everyone", "@\\everyone", "x@everyone"])
def test_nobody_is_pinged(text: str) -> None:
    assert not re.search(r"@(everyone|here|!|&|[0-9])", safe(text))
    assert shown(safe(text))[0] == text


@pytest.mark.parametrize("text", ["<t:0:R>", "<:pepe:1234>", "<a:x:1>", "<id:home>", "</kick:1>", "https://example.org/x", ":skull:"])
def test_nothing_else_becomes_live(text: str) -> None:
    """Times, emoji, commands, and links with their previews."""
    literal, live = shown(safe(text))
    assert literal == text
    assert not re.search(r"<[#:a-z/@]|:\w+:|https?:/", live)


@given(st.text() | st.text("@everyoneh\\*_~`|>#[]()-<&!:1 \n\u200b\u202e"))
@settings(deadline=None)
def test_any_text_shows_as_it_is_and_pings_nobody(text: str) -> None:
    done = safe(text)
    literal, live = shown(done)
    assert literal == bare(text)
    assert not MARKS & set(live)
    assert "\n" not in done
    assert not re.search("@(?!\u200b)", done)


# The whole text -------------------------------------------------------------------------------------------------------


def match(**changes: Any) -> Match:
    """A match that has sold a lot to somebody with a live name."""

    def tell(event: str, audience: object) -> Told | None:
        assert audience == PUBLIC, "nothing but what everybody is told"
        if event == "secret":
            return None
        return Told("HH-5", event, (("lot", "Wolfman A"), ("to", "@everyone **Bo**")))

    steps = (Step("auction-1", ("lot-sold", "secret", "no such key")), Step("auction-2", ()))
    given_match = {
        "game": SimpleNamespace(slug="house-of-horrors", tell=tell),
        "title": "Main_Match",
        "opening": (Step("", ("lot-sold",)),),
        "resolved": (SimpleNamespace(steps=steps),),
        "finished": False,
        "phase": "auction-3",
        "deadline": datetime(2026, 11, 1, 1, 30, tzinfo=ZoneInfo("America/New_York")),
    }
    return cast(Match, SimpleNamespace(live=False, needs=None, **{**given_match, **changes}))


def test_an_announcement_names_what_was_resolved_and_the_next_deadline() -> None:
    assert announcement(match()).split("\n") == [
        "**Main\\_Match – Auction 1 · Auction 2**",
        "- Wolfman A goes to @\u200beveryone \\*\\*Bo\\*\\*.",
        "Next: **Auction 3**, until <t:1793511000:F> (<t:1793511000:R>), Sun 1 Nov 2026, 01:30 EDT (UTC-04:00)",
    ]  # 1793511000: date -ud '2026-11-01 05:30' +%s


def test_the_first_announcement_is_that_the_match_begins() -> None:
    lines = announcement(match(resolved=())).split("\n")
    assert lines[0] == "**Main\\_Match – The match begins**"
    assert lines[1].startswith("- Wolfman A goes to")


def test_the_last_announcement_has_no_next_deadline() -> None:
    lines = announcement(match(finished=True)).split("\n")
    assert lines[-1] == "The match is over; the reveal is on the site."
    assert "<t:" not in "".join(lines)


def test_each_deadline_has_its_own_text_and_only_the_last_one_tells_what_comes_next() -> None:
    told = match()
    assert announcements(told) == (announcement(told),)
    (opening,), (last,) = announcements(told, 0), announcements(told, 1)
    assert opening == "**Main\\_Match – The match begins**\n- Wolfman A goes to @\u200beveryone \\*\\*Bo\\*\\*."
    assert last == announcement(told)
    for number in (-1, 2):
        with pytest.raises(IndexError):
            announcements(told, number)


def test_a_long_text_is_split_between_entries() -> None:
    steps = tuple(Step("auction-1", ("lot-sold",)) for _ in range(120))
    messages = announcements(match(resolved=(SimpleNamespace(steps=steps),)))
    assert len(messages) > 2
    assert all(len(message) <= LONGEST for message in messages)
    entries = "\n".join(messages).split("\n")
    assert sum(entry.startswith("- Wolfman A goes to") for entry in entries) == 120
    assert all(re.match(r"(- |Next: |\*\*)", entry) for entry in entries), "no entry is cut"


@given(st.lists(st.text("ab \\*\U0001f600", min_size=1, max_size=60).filter(str.strip), min_size=1, max_size=12), st.integers(8, 40))
@settings(deadline=None)
def test_messages_hold_everything_in_order_and_are_never_too_long(entries: list[str], longest: int) -> None:
    messages = split(entries, longest)
    assert all(len(message.encode("utf-16-le")) // 2 <= longest for message in messages)
    assert re.sub(r"\s", "", "".join(messages)) == re.sub(r"\s", "", "".join(entries))
    assert all(messages)
