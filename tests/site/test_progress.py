"""The season's home: who stands where, in words and links; who has left; Garnets as lines and as numbers.

Must not need a builder or a browser.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from itertools import pairwise

import pytest
import sample
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from croupier.resources import resource
from croupier.site import progress
from croupier.site.chart import APART, Line, _apart, _scale, chart
from croupier.site.escape import environment
from croupier.site.pages import book
from croupier.site.public import PublicContestant, PublicSeason
from croupier.site.shown import Shown, anchor, ordinal

SEASON = sample.long_season()


def shown(season: PublicSeason) -> list[Shown]:
    templates = environment([resource("templates")])
    return [Shown(match, templates, Markup("{}/").format(anchor(match.id))) for match in season.matches]


def home(season: PublicSeason) -> str:
    return next(page.text for page in book(season).pages if page.path == "index.md")


def row(season: PublicSeason, name: str) -> progress.Row:
    return next(row for row in progress.rows(season, shown(season)) if str(row.name) == name)


def test_a_cell_says_in_words_what_a_match_meant() -> None:
    ezekiel, gul, ana = (row(SEASON, name) for name in ("Ezekiel", "Gül", "Ana"))
    assert [cell.word for cell in ezekiel.cells] == ["won", "", "2nd", "playing"]
    assert ezekiel.cells[0].notes == ("+4 Garnets", "Token")
    assert [cell.word for cell in gul.cells] == ["9th", "out", "", ""]
    assert [cell.word for cell in ana.cells][1] == "survived"
    assert [cell.state for cell in ana.cells] == ["placed", "survived", "placed", "playing"]


def test_every_cell_leads_to_the_seats_line_in_that_match() -> None:
    for one in progress.rows(SEASON, shown(SEASON)):
        for cell, match in zip(one.cells, SEASON.matches, strict=True):
            if not cell.word:
                continue
            number = [name for _, name in match.seats].index(str(one.name)) + 1
            assert cell.link == f"{match.id}/standings.html#seat-{number:02d}"


def test_who_is_out_stands_last_and_the_first_to_go_at_the_very_end() -> None:
    last = replace(SEASON.contestants[3], status="out", left_match="second-night", left_how="left of their own will")
    season = replace(SEASON, contestants=(*SEASON.contestants[:3], last, *SEASON.contestants[4:]))
    assert [str(one.name) for one in progress.rows(season, shown(season))][-2:] == ["Dagný", "Gül"]
    assert [(str(one.name), one.how) for one in progress.leavings(season, shown(season))] == [
        ("Gül", "lost the death match"),
        ("Dagný", "left of their own will"),
    ]
    assert home(season).index("Gül</bdi></strong>") < home(season).index("Dagný</bdi></strong>")


def test_a_replaced_player_is_named_with_the_one_who_came() -> None:
    came = PublicContestant("Jo", (), "in", None, None, "", None, 0)
    gone = replace(SEASON.contestants[0], status="replaced", replaced_by="Jo")
    season = replace(SEASON, contestants=(gone, *SEASON.contestants[1:], came))
    assert "<bdi>Jo</bdi> plays on for <bdi>Ana</bdi>" in home(season)


def test_a_season_without_a_list_shows_whoever_sat_at_a_table() -> None:
    season = PublicSeason("Bare", sample.season().matches)
    assert [cell.word for cell in row(season, "Ezekiel").cells] == ["won", "playing"]
    text = home(season)
    assert "{#progress}" in text and "{#garnets}" not in text and "{#out}" not in text


def test_the_home_does_not_say_who_still_has_to_hand_in() -> None:
    assert not re.search(r"hand(ed)? in|waiting for|missing", home(SEASON), re.IGNORECASE)


def test_the_ledger_has_every_entry_with_its_reason() -> None:
    page = next(page.text for page in book(SEASON).pages if page.path == "ledger.md")
    assert page.count('<tr id="entry-') == len(SEASON.ledger)
    assert "Garnet bids on Entrants &#40;HH&#45;21&#41;" in page and "−2 Garnets" in page


def test_the_chart_has_a_line_a_legend_and_a_table_row_for_everybody() -> None:
    figure = progress.garnets(SEASON, shown(SEASON))
    count = len(SEASON.contestants)
    assert figure.count('<g class="c') == count == len(re.findall(r"<li><svg", figure))
    table = html.unescape(figure[figure.index("<table") :])
    assert table.count('<th scope="row">') == count
    for one in SEASON.contestants:
        values = [str(value).replace("-", "−") for _, value in one.history]
        cells = re.findall(r'<td class="num">([^<]*)</td>', table[table.index(one.name) :].split("</tr>")[0])
        assert [cell for cell in cells if cell != "–"] == values
    assert 'role="img" aria-label="Garnets over time&#58; line ' in figure
    signs = re.findall(r'class="((?:c\d d\d))"', figure)
    assert len(set(signs)) == count, "colour and dash together tell each line from every other"


def test_there_is_no_chart_before_a_match_is_over() -> None:
    assert progress.garnets(sample.season(sample.match("auction-2")), []) == ""


@pytest.mark.parametrize("words", ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th"])
def test_ordinals(words: str) -> None:
    assert ordinal(int(words[:-2])) == words


@given(st.lists(st.integers(-500, 5000), min_size=1, max_size=30))
def test_a_scale_holds_every_value_with_few_steps(values: list[int]) -> None:
    bottom, top, step = _scale(values)
    assert bottom <= min(0, *values) and top >= max(1, *values)
    assert bottom % step == top % step == 0
    assert 1 <= (top - bottom) // step <= 6


@given(st.lists(st.floats(10, 180), min_size=1, max_size=13))
def test_the_numbers_at_the_lines_ends_do_not_cover_one_another(heights: list[float]) -> None:
    placed = sorted(_apart(heights, 10, 180))
    assert all(later - earlier >= APART - 1e-6 for earlier, later in pairwise(placed))
    assert placed[0] >= 10 - 1e-6 and placed[-1] <= 180 + 1e-6


def test_a_name_in_a_chart_is_text() -> None:
    hostile = Markup("<bdi>{}</bdi>").format(sample.HOSTILE[0])
    figure = chart("T <b>", ["Start", sample.TITLE], [Line("1", hostile, (1, None))], "Garnets")
    assert "<script" not in figure and "T <b>" not in figure
