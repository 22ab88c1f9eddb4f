"""The pages of a match, day by day: what they say, what they link to, and what they keep to themselves.

Must not need a builder or a browser.
"""

from __future__ import annotations

import html
import re
from datetime import datetime
from typing import Any

import pytest

from croupier.core.audience import PUBLIC, Seat
from croupier.core.calendar import Calendar
from croupier.core.draws import from_text
from croupier.games.predictions_chaos import GAME
from croupier.games.predictions_chaos.bots import play
from croupier.site.pages import Book, book
from croupier.site.public import PublicMatch, PublicPhase, PublicSeason
from predictions_chaos.scene import GUESTS, PLAYERS, Scene, scene

BEGINNING = Calendar("America/New_York", datetime(2026, 10, 31, 21, 59))
PHASES = ["pre-game", *(f"round-{number}" for number in range(1, 9))]
EVIL = ("<b>Ana</b>", "B|o `x`", "Cy & {{ 7 * 7 }}", "Di*_*")
EVIL_GUESTS = ("<i>Ed</i>", "Flo_ `y`", "{{ Gus }}", "Hal [x](y)")


def begun(roster: tuple[str, ...]) -> Scene:
    """A match before its first deadline; with eight on the roster the last four are guests."""
    drawn = {"guests": None, "axes": None, "active": None} if len(roster) > len(PLAYERS) else {}
    return scene(starts=None, roster=roster, garnets={roster[0]: 9, roster[1]: 2}, **drawn)


def days(until: str, roster: tuple[str, ...] = PLAYERS, secret: str = "bots") -> tuple[Scene, list[Scene]]:
    """A match that bots play until a phase, and each of its deadlines."""
    at = begun(roster)
    draws, found = from_text(secret), list[Scene]()
    while GAME.phase(at.now.state) != until:
        submit: dict[str, Any] = {}
        for seat in at.table.seats:
            view = at.view(Seat(seat))
            form = GAME.ask(view)
            assert form is not None
            submit[seat] = play(view, form, draws.stream(f"{form.phase}/{seat}"), odd_one_in=5) or {}
        at = at.play(**submit)
        found.append(at)
    return at, found


def pages(until: str = "finished", roster: tuple[str, ...] = PLAYERS, secret: str = "bots") -> Book:
    at, deadlines = days(until, roster, secret)
    phases = tuple(
        PublicPhase(number, PHASES[number - 1], BEGINNING.deadline(number - 1), tuple(one.told(PUBLIC)))
        for number, one in enumerate(deadlines, start=1)
    )
    opening = begun(roster).told(PUBLIC)
    match = PublicMatch(
        id="chaos-night",
        title="Chaos Night",
        game=GAME,
        view=at.view(PUBLIC),
        seats=tuple((f"{number:02d}-seat", name) for number, name in enumerate(at.table.seats, start=1)),
        phases=phases,
        current=None if until == "finished" else (until, BEGINNING.deadline(len(phases))),
        opening=tuple(opening),
        zone=BEGINNING.zone_name,
        commitment=at.table.draws.commitment,
        rules_version=1,
        data_digests=(),
        seed=at.table.draws.seed.hex() if until == "finished" else None,
    )
    return book(PublicSeason("A season", (match,)))


def texts(content: Book) -> dict[str, str]:
    return {page.path.rpartition("/")[2]: page.text for page in content.pages}


def words(text: str) -> str:
    """What a reader sees of it."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).split())


@pytest.mark.parametrize("until", ["pre-game", "round-1", "round-4", "round-8"])
def test_before_the_end_there_is_no_reveal_and_each_grid_has_its_picture(until: str) -> None:
    content = pages(until)
    assert not {"reveal.md", "predictions.md"} & set(texts(content))
    played = max(0, PHASES.index(until) - 1)
    drawn = [file for _, file, _ in content.pictures]
    assert sorted(file.rpartition("-")[0] for file in drawn if file.startswith("grid-")) == [f"grid-{number}" for number in range(played + 1)]


@pytest.mark.parametrize("until", ["pre-game", "round-1"])
def test_what_is_hidden_makes_no_difference(until: str) -> None:
    """Before round 1 is played, hand-ins show in nothing but where the tokens begin."""
    one, other = (texts(pages(until, secret=secret)) for secret in ("one", "other"))
    for path in sorted(one):
        assert re.sub(r"R[1-7]C[1-7]|grid-0-[0-9a-f]{8}| [A-F] on ", "", one[path]) == re.sub(
            r"R[1-7]C[1-7]|grid-0-[0-9a-f]{8}| [A-F] on ", "", other[path]
        )


def test_the_reveal_tells_every_action_move_and_payment() -> None:
    at, _ = days("finished")
    text = words(texts(pages())["reveal.md"])
    for line in at.view(PUBLIC).actions:
        if line.what:
            assert line.what in text, line
    record = at.view(PUBLIC).record
    assert {deed.effect for played in record.rounds for deed in played.deeds} >= {"done", "void"}
    for name in (*PLAYERS, *GUESTS):
        assert name in text
    for gift in record.gifts:
        assert f"{gift.player} {gift.guest} {gift.garnets}" in text


def test_every_day_and_round_has_its_place() -> None:
    found = texts(pages())
    for number in range(1, 9):
        assert f"{{#round-{number}}}" in found["reveal.md"]
        assert f"reveal.html#round-{number}" in found[f"{number + 1:02d}-round-{number}.md"]
    for number in range(1, 9):
        assert f'id="seat-{number:02d}"' in found["standings.md"]


def test_seats_have_their_place_in_the_standings_before_the_end_too() -> None:
    standings = texts(pages("round-3"))["standings.md"]
    assert all(standings.count(f'id="seat-{number:02d}"') == 1 for number in range(1, 9))


def test_names_mean_nothing_to_the_pages() -> None:
    for until in ("round-2", "finished"):
        for path, text in texts(pages(until, (*EVIL, *EVIL_GUESTS))).items():
            assert not [found for found in ("<b>", "<i>", "{{", "`x`", "`y`", "[x](") if found in text], path


def test_every_picture_that_a_page_shows_is_there() -> None:
    for until in ("round-3", "finished"):
        content = pages(until)
        shown = {found for page in content.pages for found in re.findall(r"pictures/(grid-[0-9]-[0-9a-f]{8}\.png)", page.text)}
        assert shown <= {name for _, name, _ in content.pictures}
        last = 2 if until == "round-3" else 8
        assert any(name.startswith(f"grid-{last}-") for name in shown)
