"""Whole matches of one to four players and of teams that race: the source's examples, invariants, places, and who sees what.

Must not look at single cells of a hand-in; rule cases do.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.core.audience import HOST, PUBLIC, Seat
from croupier.core.draws import from_text
from croupier.core.plain import Codec, plain
from croupier.games.haunted_house_escape import GAME
from croupier.games.haunted_house_escape.bots import best, play
from haunted_house_escape.seated import DECK, NAMES, Match, card

RACES: tuple[dict[str, list[str]], ...] = (
    {"Reds": ["Ana", "Bo"], "Blues": ["Cy", "Di"]},
    {"Solo": ["Ana"], "Pair": ["Bo", "Cy"], "Three": ["Di", "Ed", "Flo"], "Four": ["Gus", "Hal", "Io", "Jo"]},
    {f"Team {number}": [name] for number, name in enumerate(NAMES, start=1)},
)


def to_the_end(match: Match, label: str = "bots", odd: int = 6) -> Match:
    """Bots play on until the match ends; every state on the way is looked at."""
    draws = from_text(label)
    for number in range(1, 40):
        if match.finished:
            return match
        before = match.state
        answers = {seat: play(match.view(seat), draws.stream(f"{number}/{seat}"), odd_one_in=odd) for seat in match.asked()}
        match.play({seat: given for seat, given in answers.items() if given is not None})
        check_state(match, before)
    raise AssertionError("the match does not end")


def check_state(match: Match, before: Any) -> None:
    limit = match.table.options.limit
    for old, new in zip(before.teams, match.state.teams, strict=True):
        assert 0 <= new.counter <= 99 and all(0 <= held <= limit for _, held in new.gems)
        assert {name for name, held in old.gems if held == 0} <= {name for name, held in new.gems if held == 0}, "the dead stay dead"
        assert [entry.room for entry in new.log] == list(range(1, len(new.log) + 1))
        assert old.result is None or new == old, "a team that is through is left alone"
        assert sum(entry.escape_roll is not None for entry in new.log) <= len(new.log)
        for entry in new.log:
            if entry.escape_roll is not None:
                assert entry.counter <= 20 and any(held for _, held in entry.gems)
    codec = Codec(GAME.events)
    assert [codec.decode(codec.encode(event)) for event in match.last.events] == list(match.last.events)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("difficulty", ["hard", "easy"])
def test_a_team_of(size: int, difficulty: str) -> None:
    results = set()
    for seed in range(12):
        match = to_the_end(Match({"difficulty": difficulty}, NAMES[:size], seed=f"{size} {seed}"))
        outcome = plain(match.public())["outcome"]
        assert outcome["places"] == {"Team": 1}
        results.add(outcome["teams"]["Team"]["result"])
        assert bool(GAME.outcome(match.state).winners) == (outcome["teams"]["Team"]["result"] != "loss")
    assert results & {"complete", "grim"}


@pytest.mark.parametrize("teams", RACES, ids=["two", "four", "twelve"])
def test_teams_that_race(teams: dict[str, list[str]]) -> None:
    players = [name for members in teams.values() for name in members]
    for seed in range(4):
        match = to_the_end(Match({"teams": teams}, players, seed=f"race {seed}"))
        outcome = plain(match.public())["outcome"]
        assert set(outcome["places"]) == set(teams)
        for place in outcome["places"].values():
            assert place == 1 + sum(other < place for other in outcome["places"].values())
        assert match.public().deck == tuple(room.name for room in match.state.deck)


def test_teams_that_race_have_the_same_deck_and_dice() -> None:
    match = Match({"teams": RACES[0]}, NAMES[:4])
    while not match.finished:
        match.play({team: {"choice": "roll"} for team in RACES[0]})
    reds, blues = (match.state.team(name).log for name in RACES[0])
    assert [[die for _, die in entry.rolls] for entry in reds] == [[die for _, die in entry.rolls] for entry in blues]
    assert plain(match.public())["outcome"]["places"] == {"Reds": 1, "Blues": 1}


def test_the_examples_of_the_source() -> None:
    """Counter 30, 9 gems for 3 points: 24. Then a 7 against 7 passes, 24 to 21, and a 5 pays 7 of 18: 11."""
    deck = [card("First", cost=9, points=3), card("Second", points=3, d20=7, fail=7), card("Third")]
    match = Match({"difficulty": "easy", "deck": deck, "rolls": {"2": {"Ana": 7, "Bo": 5}}})
    match.choose(choice="pay", payer="Ana")
    assert match.view().counter == 24 and match.view().gems == (("Ana", 9), ("Bo", 18))
    match.choose(choice="roll")
    assert match.view().counter == 21 and match.view().gems == (("Ana", 9), ("Bo", 11))


answers = st.fixed_dictionaries(
    {},
    optional={
        "choice": st.sampled_from(["pay", "roll", "gain", "gain", "run", " "]),
        "payer": st.sampled_from(["Ana", "Bo", "Cy", "Zoe", ""]),
        "share": st.dictionaries(st.sampled_from(["Ana", "Bo", "Cy", "Zoe"]), st.integers(-1, 4) | st.sampled_from(["", "2", "x"]), max_size=3),
        "escape": st.sampled_from(["no", "yes", False, "", 3]),
    },
)
rooms = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 30), st.integers(1, 20), st.integers(0, 20), st.integers(0, 20), st.integers(0, 30)),
    min_size=1,
    max_size=5,
)
COLUMNS = ("cost", "points", "d20", "fail", "gems", "lost")


@settings(max_examples=150, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    deck=rooms,
    hands=st.lists(st.none() | answers, min_size=10, max_size=10),
    counter=st.integers(0, 99),
    gems=st.integers(1, 18) | st.fixed_dictionaries({"Ana": st.integers(0, 18), "Bo": st.integers(0, 18), "Cy": st.integers(1, 18)}),
    race=st.booleans(),
)
def test_whatever_is_handed_in_the_sums_hold(deck: Any, hands: Any, counter: int, gems: Any, race: bool) -> None:
    cards = [card(f"Room {number}", **dict(zip(COLUMNS, room, strict=True))) for number, room in enumerate(deck)]
    options = {"deck": cards, "counter": counter, "gems": gems, **({"teams": {"One": ["Ana", "Bo"], "Two": ["Cy"]}} if race else {})}
    match = Match(options, ("Ana", "Bo", "Cy"))
    given = list(hands)
    while not match.finished:
        before = match.state
        match.play({seat: hand for seat in match.asked() if given and (hand := given.pop()) is not None})
        check_state(match, before)
        for team in match.state.teams:
            view = plain(match.view(team.name))
            assert ("room" in view) == ("cards_left" in view) == (team.result is None)
            assert ("outcome" in view) == match.finished


def test_what_each_audience_sees() -> None:
    match = Match({"teams": RACES[0], "deck": DECK}, NAMES[:4])
    assert plain(match.public()) == {"phase": "room-1", "finished": False}
    match.play({"Reds": {"choice": "gain"}, "Blues": {"choice": "roll"}})
    assert plain(match.public()) == {"phase": "room-2", "finished": False}
    assert set(plain(match.view("Reds"))) == {"counter", "gems", "alive", "room", "cards_left", "log", "problems"}
    assert plain(match.view("Reds"))["log"][0] == {"room": 1, "choice": "gain", "rolls": {}, "counter": 42, "gems": {"Ana": 18, "Bo": 18}}
    assert set(plain(GAME.view(match.state, HOST))) == {"deck", "teams"}
    to_the_end(match)
    assert set(plain(match.public())) == {"phase", "finished", "outcome"} and match.public().phase == "finished"
    assert all("outcome" in plain(GAME.view(match.state, audience)) for audience in (PUBLIC, HOST, Seat("Reds")))


def test_what_a_team_hands_in_after_its_end_is_ignored() -> None:
    match = Match({"teams": RACES[0], "deck": DECK, "gems": {"Ana": 1, "Bo": 1}, "rolls": {"1": {"Ana": 1, "Bo": 1}}}, NAMES[:4])
    match.play({"Reds": {"choice": "roll"}, "Blues": {"choice": "gain"}})
    assert match.view("Reds").result == "loss" and list(match.asked()) == ["Blues"]
    reds = match.view("Reds")
    done = match.play({"Reds": {"choice": "pay", "payer": "Zoe"}, "Blues": {"choice": "gain"}})
    assert done.problems["Reds"] == () and match.view("Reds").log == reds.log and match.view("Reds").gems == reds.gems


def test_sensible_bots_hand_in_without_a_problem() -> None:
    match = Match(players=NAMES[:3])
    while not match.finished:
        match.play({"Team": best(match.view())})
        assert match.last.problems["Team"] == ()
