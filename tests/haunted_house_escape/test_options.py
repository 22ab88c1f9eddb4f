"""What a host can set: what each option does, and what is refused with its remedy.

Must not play rooms.
"""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from croupier.core.game import OptionError
from croupier.games.haunted_house_escape import GAME
from haunted_house_escape.seated import NAMES, Match

SIX = NAMES[:6]
TEAMS = {"Reds": ["Ana", "Bo"], "Blues": ["Cy", "Di", "Ed"], "Solo": ["Flo"]}


def test_one_team_of_all_by_default() -> None:
    match = Match(players=NAMES[:4])
    assert match.table.seats == ("Team",) and match.state.team("Team").players == NAMES[:4] and match.state.team("Team").counter == 90


def test_seats_are_teams_in_the_order_of_the_roster() -> None:
    turned = dict(reversed(TEAMS.items()))
    for teams in (TEAMS, turned):
        assert Match({"teams": teams}, SIX).table.options.teams == (("Reds", ("Ana", "Bo")), ("Blues", ("Cy", "Di", "Ed")), ("Solo", ("Flo",)))


@pytest.mark.parametrize(("difficulty", "counters"), [("hard", (28, 40, 63, 90)), ("EASY ", (24, 30, 50, 65))])
def test_the_counter_by_size(difficulty: str, counters: tuple[int, ...]) -> None:
    for size, counter in enumerate(counters, start=1):
        assert Match({"difficulty": difficulty}, NAMES[:size]).view().counter == counter


def test_the_counter_that_is_given_wins() -> None:
    assert Match({"difficulty": "easy", "counter": "7"}, NAMES[:3]).view().counter == 7


def test_gems_for_all_or_by_name() -> None:
    assert Match({"gems": 5}).view().gems == (("Ana", 5), ("Bo", 5))
    match = Match({"gems": {"bo": 0}})
    assert match.view().gems == (("Ana", 18), ("Bo", 0)) and match.view().alive == ("Ana",)


@pytest.mark.parametrize(
    ("option", "options", "players"),
    [
        ("teams", {}, NAMES[:5]),
        ("teams", {"teams": {"Reds": ["Ana"]}}, ("Ana", "Bo")),
        ("teams", {"teams": {"Reds": ["Ana", "Bo"], "Blues": ["Ana"]}}, ("Ana", "Bo")),
        ("teams", {"teams": {"Reds": ["Ana", "ana"], "Blues": ["Bo"]}}, ("Ana", "Bo")),
        ("teams", {"teams": {"Reds": ["Ana", "Zoe"]}}, ("Ana",)),
        ("teams", {"teams": {"Reds": [], "Blues": ["Ana"]}}, ("Ana",)),
        ("teams", {"teams": {"Reds": list(NAMES[:5])}}, NAMES[:5]),
        ("teams", {"teams": {"Reds": ["Ana"], " reds": ["Bo"]}}, ("Ana", "Bo")),
        ("teams", {"teams": {" ": ["Ana"]}}, ("Ana",)),
        ("teams", {"teams": {"Reds": "Ana"}}, ("Ana",)),
        ("teams", {"teams": ["Ana"]}, ("Ana",)),
        ("difficulty", {"difficulty": "medium"}, ("Ana",)),
        ("difficulty", {"difficulty": 3, "counter": 4}, ("Ana",)),
        ("counter", {"counter": 100}, ("Ana",)),
        ("counter", {"counter": -1}, ("Ana",)),
        ("counter", {"counter": "many"}, ("Ana",)),
        ("gems", {"gems": 0}, ("Ana",)),
        ("gems", {"gems": "1.5"}, ("Ana",)),
        ("gems", {"gems": {"Ana": 19}}, ("Ana",)),
        ("gems", {"gems": {"Zoe": 3}}, ("Ana",)),
        ("gems", {"gems": {"Ana": 0}}, ("Ana",)),
        ("gems", {"gems": True}, ("Ana",)),
        ("dice", {"dice": "loaded"}, ("Ana",)),
        ("rolls", {"rolls": {"1": {"Ana": 21}}}, ("Ana",)),
        ("rolls", {"rolls": {"1": {"Ana": 0}}}, ("Ana",)),
        ("rolls", {"rolls": {"1": {"Zoe": 3}}}, ("Ana",)),
        ("rolls", {"rolls": {"1": 7}}, ("Ana",)),
        ("rolls", {"rolls": {"1 escape": 21}}, ("Ana",)),
        ("rolls", {"rolls": {"1 escape": {"Ana": 3}}}, ("Ana",)),
        ("rolls", {"rolls": {"one": {"Ana": 3}}}, ("Ana",)),
        ("rolls", {"rolls": {"0": {"Ana": 3}}}, ("Ana",)),
        ("rolls", {"rolls": {"1 dance": 3}}, ("Ana",)),
        ("rolls", {"rolls": {"": 3}}, ("Ana",)),
        ("rolls", {"rolls": {"1": {"Ana": 3, "ana": 4}}}, ("Ana",)),
        ("rolls", {"rolls": {"1 escape": 3, "1  Escape": 4}}, ("Ana",)),
        ("rolls", {"rolls": [7]}, ("Ana",)),
        ("cards", {"cards": 3}, ("Ana",)),
    ],
)
def test_refused(option: str, options: dict[str, Any], players: tuple[str, ...]) -> None:
    with pytest.raises(OptionError) as told:
        Match(options, players)
    assert told.value.option == option and told.value.text.strip()


def test_every_option_can_be_written_with_its_default() -> None:
    text = "\n".join(f"{option.name} = {option.default}" for option in GAME.options)
    match = Match(tomllib.loads(text))
    assert match.view() == Match().view()


def test_fixed_dice_from_toml() -> None:
    options = tomllib.loads('rolls = { "1" = { Ana = 20, Bo = 1 }, "2 escape" = 14 }')
    match = Match(options)
    match.choose(choice="roll")
    assert match.view().log[0].rolls == (("Ana", 20), ("Bo", 1)) and match.view().log[0].by_hand == ("Ana", "Bo")
    assert {event.source for event in match.last.events if type(event).__name__ == "Rolled"} == {"fixed"}
