"""Every page of a match, at every deadline: it can be made, shows what is public, and hides what is not.

Must not build a site: pages are looked at as the texts that they are.
"""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import datetime
from typing import Any

import pytest

from croupier.core.audience import PUBLIC
from croupier.core.calendar import Calendar
from croupier.core.plain import plain
from croupier.games.letter_auction import GAME
from croupier.site.pages import book
from croupier.site.public import PublicMatch, PublicPhase, PublicSeason
from every_game.kit import Position, Record, Variant, play

BEGINNING = Calendar("America/New_York", datetime(2026, 10, 28, 21, 59))
VARIANTS = (
    Variant("usual", 4),
    Variant("nothing to bid", 3, {"schedule": [[], []], "points_per_garnet": 4}),
    Variant("own words", 3, {"variations": ["printer", "range_and_power"], "words": ["TEA", "EAT", "AN"], "letters": 26}),
)


def pages_at(record: Record, at: int) -> dict[str, str]:
    """The pages after a number of deadlines, by path."""
    view: Any = GAME.view(record.positions[at].state, PUBLIC)
    deadlines = [BEGINNING.deadline(number) for number in range(1, len(record.positions) + 1)]

    def told(position: Position) -> Any:
        return tuple(one for event in position.resolution.events if (one := GAME.tell(event, PUBLIC)))

    phases = tuple(
        PublicPhase(number, record.positions[number].resolution.steps[0].phase, deadlines[number - 1], told(record.positions[number]))
        for number in range(1, at + 1)
    )
    match = PublicMatch(
        id="letters",
        title="Letters",
        game=GAME,
        view=view,
        seats=tuple((f"{number:02d}-x", name) for number, name in enumerate(record.table.seats, start=1)),
        phases=phases,
        current=None if view.finished else (view.phase, deadlines[at]),
        opening=told(record.positions[0]),
        zone="America/New_York",
        commitment=record.table.draws.commitment,
        rules_version=1,
        data_digests=(("words.txt.gz", "0" * 64),),
        seed=record.table.draws.seed.hex() if view.finished else None,
    )
    return {page.path.partition("/")[2] or page.path: page.text for page in book(PublicSeason("A season", (match,))).pages}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_page_can_be_made_at_every_deadline(variant: Variant) -> None:
    record = play(GAME, variant)
    for at in range(len(record.positions)):
        pages = pages_at(record, at)
        finished = at == len(record.positions) - 1
        assert ("reveal.md" in pages) == finished
        assert ("dictionary.md" in pages) == (variant.name != "own words")
        assert all("None" not in re.sub(r"```.*?```", "", text, flags=re.S) for name, text in pages.items() if name != "dictionary.md")


def test_the_pages_tell_copies_words_and_points_and_the_reveal_all_bids() -> None:
    record = play(GAME, VARIANTS[0])
    last: Any = plain(GAME.view(record.positions[-1].state, PUBLIC))
    pages = pages_at(record, len(record.positions) - 1)
    for word in last["words"]:
        assert word["word"] in pages["standings.md"]
    for name, points in last["points"].items():
        assert re.search(rf">{name}</bdi>.*?{points}", pages["standings.md"], re.S)
    for number, by_name in last["bids"].items():
        for own in by_name.values():
            for amount in own.values():
                assert re.search(rf'<span class="num">{amount}\b', pages["reveal.md"]), (number, amount)
    assert "Chosen" not in pages["reveal.md"] or last["ranges"]
    assert record.table.draws.seed.hex() in pages["fairness.md"]
    assert pages["fairness.md"].count("the same") == 4 and "set by the host" not in pages["fairness.md"]


def test_before_the_end_no_page_depends_on_bids() -> None:
    """Two matches that differ in a hidden thing alone have the same pages."""
    record = play(GAME, Variant("plain", 3, {"schedule": [["A", "B"], ["C"]], "variations": ["theme", "theme"]}), lambda *_: None)
    again = play(
        GAME,
        Variant("plain", 3, {"schedule": [["A", "B"], ["C"]], "variations": ["theme", "theme"]}),
        lambda number, seat, view, form: {"bids": {"A": 31}, "words": ["QQQ"]} if seat == "Ana" and number == 1 else None,
    )
    assert pages_at(record, 1) == pages_at(again, 1)


def test_the_example_on_the_fairness_page_works_out_the_letters() -> None:
    """The program of the page, run as it stands there, prints what was auctioned."""
    record = play(GAME, Variant("short", 3, {"letters": 4, "variations": ["range_and_power", "theme"]}), lambda *_: None)
    page = pages_at(record, len(record.positions) - 1)["fairness.md"]
    program = re.sub("&#([0-9]+);", lambda sign: chr(int(sign[1])), page.partition("```python\n")[2].partition("```")[0])
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.splitlines()
    view: Any = GAME.view(record.positions[-1].state, PUBLIC)
    assert shown == [record.table.draws.commitment, repr(list(view.sets[1]))]
    assert f"# {' '.join(view.sets[1])}" in program


def test_the_rules_page_names_the_terms_of_the_list() -> None:
    pages = pages_at(play(GAME, VARIANTS[0]), 0)
    assert "Kevin Atkinson" in pages["rules.md"] and "dictionary.html" in pages["rules.md"]
    assert "The UK Advanced Cryptics Dictionary" in pages["dictionary.md"]
    for number in range(1, 16):
        assert f'id="la-{number}"' in pages["rules.md"]
