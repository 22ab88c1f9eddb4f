"""What other programs read: the feed, the calendar, and what stands in a page's head for those who show links.

Must not need a browser.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sample

from croupier.site.feeds import DATES, FEED
from croupier.site.pages import book
from croupier.site.public import PublicMatch, PublicSeason

ATOM = "{http://www.w3.org/2005/Atom}"


def file(season: PublicSeason, name: str) -> str:
    return dict(book(season).files)[name]


def events(text: str) -> list[dict[str, str]]:
    """The entries of a calendar file, its folded lines joined."""
    lines = text.replace("\r\n ", "").split("\r\n")
    found: list[dict[str, str]] = []
    for line in lines:
        if line == "BEGIN:VEVENT":
            found.append({})
        elif found and ":" in line:
            key, _, value = line.partition(":")
            found[-1][key] = value
    return found


def running(**change: object) -> PublicSeason:
    return sample.season(replace(sample.match("auction-3"), **change))


def test_every_phase_is_an_entry_that_leads_to_its_page() -> None:
    season = sample.long_season()
    root = ET.fromstring(file(season, FEED))
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == sum(len(match.phases) for match in season.matches)
    pages = {f"https://example.org/season/{page.path.removesuffix('.md')}.html" for page in book(season).pages}
    assert {str(entry.find(f"{ATOM}link").get("href")) for entry in entries} <= pages
    times = [str(entry.findtext(f"{ATOM}updated")) for entry in entries]
    assert times == sorted(times, reverse=True)
    assert root.findtext(f"{ATOM}updated") == times[0]


def test_an_entry_keeps_its_id_when_another_phase_is_resolved() -> None:
    def ids(season: PublicSeason) -> set[str]:
        return {str(entry.findtext(f"{ATOM}id")) for entry in ET.fromstring(file(season, FEED)).findall(f"{ATOM}entry")}

    before, after = ids(sample.season(sample.match("auction-3"))), ids(sample.season(sample.match("auction-4")))
    assert (len(before), len(after)) == (2, 3)
    assert before < after


def test_names_are_text_in_the_feed_and_in_the_calendar() -> None:
    season = sample.season(sample.match("auction-3", names=sample.HOSTILE, title=sample.TITLE + "; a, b\\c\ufffe"), title="S & <T>")
    root = ET.fromstring(file(season, FEED))
    assert root.findtext(f"{ATOM}title") == "S & <T>"
    content = "".join(str(entry.findtext(f"{ATOM}content")) for entry in root.findall(f"{ATOM}entry"))
    assert "<script" not in content and "&#60;script&#62;" in content
    dates = file(season, DATES)
    assert "SUMMARY:First <script>window.PWN_MATCH=1</script> & *Night*\\; a\\, b\\\\c" in dates.replace("\r\n ", "")
    assert all(len(line.encode()) <= 75 for line in dates.split("\r\n"))


def test_a_calendar_has_every_deadline_and_ends_its_lines_as_it_must() -> None:
    text = file(running(), DATES)
    assert text.endswith("END:VCALENDAR\r\n") and "\n" not in text.replace("\r\n", "")
    found = events(text)
    assert [event["SUMMARY"] for event in found] == [f"First Night: Auction {n} of 9" for n in (1, 2, 3)]
    assert found[-1]["DTEND"] == "20261031T015900Z", "21:59 in New York, while its clocks are still on summer time"
    assert len({event["UID"] for event in found}) == 3


def test_a_moved_deadline_keeps_its_id_and_gets_a_higher_number() -> None:
    phase, deadline = running().matches[0].current or ("", None)
    assert deadline
    first, moved = events(file(running(), DATES))[-1], events(file(running(current=(phase, deadline + timedelta(days=1)), moved=1), DATES))[-1]
    assert moved["UID"] == first["UID"]
    assert int(moved["SEQUENCE"]) > int(first["SEQUENCE"])
    assert moved["DTEND"] == "20261101T015900Z"
    resolved = events(file(sample.season(sample.match("auction-4")), DATES))[2]
    assert resolved["UID"] == first["UID"], "also once it has passed"


def test_a_live_match_has_no_deadline_to_tell_and_a_paused_one_none_to_rely_on() -> None:
    assert len(events(file(running(current=("auction-3", None)), DATES))) == 2
    assert [event["STATUS"] for event in events(file(running(paused=True), DATES))] == ["CONFIRMED", "CONFIRMED", "TENTATIVE"]
    home = {page.path: page.text for page in book(running(current=("auction-3", None))).pages}
    for path in ("index.md", "first-night/index.md"):
        assert "being played live" in home[path]
        assert "data-left" not in home[path]


def test_a_season_in_which_nothing_happened_has_both_files() -> None:
    empty = PublicSeason("Empty", ())
    assert ET.fromstring(file(empty, FEED)).findall(f"{ATOM}entry") == []
    assert events(file(empty, DATES)) == []


def head(html: Path, page: str) -> dict[str, str]:
    text = (html / page).read_text(encoding="utf-8")
    return dict(re.findall(r'<meta (?:property|name)="([a-z:]+)" content="([^"]*)">', text))


def test_a_link_shows_a_neutral_card_while_a_match_runs_and_the_result_after(long: Path) -> None:
    html = long / "html"
    going, over = head(html, "third-night/index.html"), head(html, "first-night/index.html")
    for said in (going, over, head(html, "index.html"), head(html, "first-night/03-auction-3.html")):
        assert said["og:image"].startswith("https://example.org/season/cards/")
        assert (html / said["og:image"].removeprefix("https://example.org/season/")).is_file()
    assert going["og:image"] != over["og:image"]
    assert "Ezekiel" in over["og:description"]
    assert not any(name in " ".join(going.values()) for name in sample.NAMES)


def test_the_card_of_a_running_match_does_not_change_with_its_results() -> None:
    def cards(match: PublicMatch) -> set[object]:
        return {picture for folder, name, picture in book(sample.season(match)).pictures if folder == "cards" and name.startswith(match.id)}

    assert cards(sample.match("auction-2")) == cards(sample.match("ceremony", secret="another")) != cards(sample.match())


def test_no_card_without_an_address_for_a_preview_needs_a_full_one(good: Path) -> None:
    said = head(good / "html", "index.html")
    assert "og:image" not in said and said["og:title"] == "Mainly by Design"


@pytest.mark.parametrize("payload", sample.HOSTILE)
def test_a_name_in_a_pages_head_stays_in_its_attribute(payload: str) -> None:
    match = replace(sample.match(), winners=(payload,))
    text = {page.path: page.text for page in book(sample.season(match)).pages}["first-night/index.md"]
    front = text.split("---\n")[1]
    assert not set('<>"') & set(front.split("description:")[1].split("\n")[0].strip().strip("'\"").replace("''", ""))


def test_the_time_of_an_empty_feed_is_fixed() -> None:
    assert datetime(2026, 1, 1, tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ") in file(PublicSeason("Empty", ()), FEED)
