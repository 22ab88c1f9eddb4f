"""A host's rulings on a team: what each changes, what each refuses, and that the match goes on after it.

Must not know journals or workbooks.
"""

from __future__ import annotations

import pytest

from croupier.core.audience import PUBLIC, Seat
from croupier.core.plain import Codec
from croupier.games.haunted_house_escape import GAME
from croupier.words import Wording
from haunted_house_escape.seated import DECK, Match

WHY = "a die was read wrongly"


def ruled(match: Match, what: str, value: str) -> list[object]:
    events, problems = GAME.amend(match.state, "Team", what, value, WHY)
    assert problems == () and events
    codec = Codec(GAME.events)
    assert [codec.decode(codec.encode(event)) for event in events] == list(events)
    for event in events:
        match.state = GAME.evolve(match.state, event)
    return list(events)


def test_gems_and_counter() -> None:
    match = Match({"deck": DECK, "gems": {"Ana": 3, "Bo": 10}})
    ruled(match, "gems", "ana +4")
    ruled(match, "gems", "Bo −10")
    ruled(match, "counter", "-5")
    assert match.view().gems == (("Ana", 7), ("Bo", 0)) and match.view().alive == ("Ana",) and match.view().counter == 35
    match.choose(choice="pay", payer="Ana")
    assert match.view().gems == (("Ana", 3), ("Bo", 0)) and match.view().counter == 33
    ruled(match, "gems", "Bo 2")
    match.choose(choice="gain")
    assert match.view().gems == (("Ana", 6), ("Bo", 4))


@pytest.mark.parametrize(
    ("what", "value", "code"),
    [
        ("gems", "Ana +16", "illegal"),
        ("gems", "Ana -4", "over-budget"),
        ("gems", "Ana", "unreadable"),
        ("gems", "Zoe +1", "unreadable"),
        ("gems", "Ana 0", "unreadable"),
        ("gems", "Ana many", "unreadable"),
        ("gems", "", "unreadable"),
        ("gems", "Ana -3", "illegal"),
        ("counter", "+60", "illegal"),
        ("counter", "-41", "illegal"),
        ("counter", "0", "unreadable"),
        ("counter", "forty", "unreadable"),
        ("room", "3", "not-offered"),
    ],
)
def test_refused(what: str, value: str, code: str) -> None:
    match = Match({"deck": DECK, "gems": {"Ana": 3, "Bo": 0}})
    events, problems = GAME.amend(match.state, "Team", what, value, WHY)
    assert not events and [problem.code for problem in problems] == [code]


def test_nothing_counts_for_a_team_that_is_through() -> None:
    match = Match({"deck": DECK[:1]})
    match.choose(choice="gain")
    _, problems = GAME.amend(match.state, "Team", "counter", "-3", WHY)
    assert problems[0].code == "illegal" and "through" in problems[0].text


def test_the_team_is_told_and_nobody_else() -> None:
    match = Match({"deck": DECK, "gems": {"Ana": 3}})
    events = [*ruled(match, "gems", "Ana +1"), *ruled(match, "counter", "-2")]
    told = [GAME.tell(event, Seat("Team")) for event in events]
    lines = [Wording(GAME.slug).line(one) for one in told if one]
    assert lines == [f"The host has ruled: +1 gem for Ana. {WHY}", f"The host has ruled: the counter goes down by 2. {WHY}"]
    assert all(GAME.tell(event, PUBLIC) is None for event in events)
