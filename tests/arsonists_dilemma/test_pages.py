"""The public pages of every moment of a match can be written, hold every long number whole, run nobody's name, and tell nothing hidden.

Must not build a site: the text of the pages is looked at.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

from arsonists_dilemma.matches import ESCAPE, PLAIN, P, Q, begin, built, burn, hand_in, houses, step, table
from croupier.core import engine
from croupier.core.audience import PUBLIC
from croupier.core.draws import from_text
from croupier.games.arsonists_dilemma import GAME
from croupier.games.arsonists_dilemma.amounts import exact
from croupier.games.arsonists_dilemma.state import State
from croupier.site.pages import book
from croupier.site.public import PublicMatch, PublicPhase, PublicSeason
from every_game.kit import Variant, feed, play
from every_game.settings import settings

LONG = "9" * 1000
AT = datetime(2026, 11, 1, 22, 0, tzinfo=UTC)
HOSTILE = ("<script>window.PWN=1</script>", "{{ 7*7 }}|*a*</td><img src=x onerror=1>")


def pages(state: State) -> dict[str, str]:
    """The pages by path, with one day for all that has happened."""
    told = feed(GAME, state.history, PUBLIC)
    day = PublicPhase(1, state.phase, AT, told)
    current = None if state.ended else (state.phase, AT)
    seats = tuple((f"0{number}-seat", name) for number, name in enumerate(state.options.seats, start=1))
    view = GAME.view(state, PUBLIC)
    match = PublicMatch("match", "A match", GAME, view, seats, (day,), current, (), "UTC", "0" * 64, 1, (), "0" * 64 if state.ended else None)
    return {page.path: page.text for page in book(PublicSeason("A season", (match,))).pages}


def test_every_moment_has_its_pages() -> None:
    for variant in settings(GAME).more:
        for position in play(GAME, Variant(variant.name, 2, variant.options, variant.seed)).positions[::4]:
            text = pages(position.state)
            assert ("match/reveal.md" in text) == (position.state.ended is not None)
            assert "match/standings.md" in text and "match/log.md" in text


def test_long_numbers_are_whole_somewhere() -> None:
    state = built(table(), {1: LONG, 2: LONG[:-1] + "8"})
    standings = pages(state)["match/standings.md"]
    for amount in (int(LONG), *(spent for _, spent in state.spent(1))):
        assert exact(amount) in standings
    bare = re.sub("<code.*?</code>", "", standings)
    assert not re.search("[0-9,]{30}", re.sub('alt="[^"]*"|src="[^"]*"|href="[^"]*"', "", bare))


def test_names_stay_names() -> None:
    at = engine.lay(GAME, {"layouts": {"1": list(PLAIN)}}, {}, HOSTILE, from_text("x"))
    state = hand_in(at, hand_in(at, hand_in(at, begin(at), burn(1)), ESCAPE), ESCAPE)
    for path, text in pages(state).items():
        assert not any(name in text for name in HOSTILE), path
        assert "<script>window" not in text and "49|" not in text and "<img src=x" not in text


def test_pages_tell_nothing_of_what_burned() -> None:
    """Two matches with the same sounds, and one page of the same bytes each; until the end, then the reveal tells both apart."""
    at = houses(PLAIN)
    one, other = (hand_in(at, hand_in(at, begin(at), burn(choice)), burn(9)) for choice in (2, 5))
    assert pages(one) == pages(other)
    one, other = (hand_in(at, hand_in(at, state, ESCAPE), ESCAPE) for state in (one, other))
    assert pages(one)["match/standings.md"] != "" and pages(one)["match/reveal.md"] != pages(other)["match/reveal.md"]


def test_a_forfeit_has_its_pages() -> None:
    at = table()
    state = begin(at)
    for _ in range(5):
        state = step(at, state, {}).state
    text = pages(state)
    assert "has forfeited" in text["match/index.md"] and "Nobody set foot" in text["match/reveal.md"]
    assert P in text["match/reveal.md"] and Q in text["match/reveal.md"]
