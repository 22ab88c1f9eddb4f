"""Dice of the table: decisions are fixed first, then the host is told which dice to throw, and the match waits for them.

Must not know journals or workbooks.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.draws import from_text
from croupier.core.game import OptionError
from croupier.games.haunted_house_escape import GAME
from croupier.games.haunted_house_escape.bots import play
from haunted_house_escape.seated import DECK, Match, card

TABLE = {"dice": "table", "deck": DECK}
TWO = {"Reds": ["Ana", "Bo"], "Blues": ["Cy", "Di"]}


def codes(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


def test_the_decision_is_fixed_and_the_match_waits() -> None:
    match = Match(TABLE)
    assert match.needs() is None and match.asked()
    done = match.choose(choice="roll")
    assert match.public().phase == "room-1-dice"
    assert not match.asked() and match.view().waiting and match.view().log == ()
    assert match.needs() == "Room 1: throw a d20 for Ana, Bo, and enter them: Ana 7, Bo 5."
    assert "Decided" in [type(event).__name__ for event in done.events] and match.state.team("Team").decision.choice == "roll"


def test_the_dice_finish_the_room() -> None:
    match = Match(TABLE)
    match.choose(choice="roll")
    assert match.throw("Ana 12, Bo 3") == ()
    assert match.public().phase == "room-2" and match.needs() is None and match.asked()
    assert match.view().log[0].rolls == (("Ana", 12), ("Bo", 3)) and match.view().gems == (("Ana", 18), ("Bo", 15))
    assert {event.source for event in match.last.events if type(event).__name__ == "Rolled"} == {"thrown"}
    assert match.view().log[0].by_hand == ("Ana", "Bo")


def test_a_room_without_dice_is_played_at_once() -> None:
    match = Match(TABLE)
    match.choose(choice="pay", payer="Ana")
    assert match.public().phase == "room-2" and match.needs() is None
    match.choose(choice="gain")
    assert match.public().phase == "room-3"


@pytest.mark.parametrize(
    "text", ["Ana 7, Bo 5, escape 14", "ana: 7; bo=5 ; ESCAPE 14", "Escape 14, Bo 5, Ana 7", "Ana 7 Bo 5 escape 14", " Ana  7.0,,Bo 5,escape 14,"]
)
def test_all_dice_on_one_line(text: str) -> None:
    match = Match({**TABLE, "counter": 16, "deck": [card("Hall", d20=5), *DECK[1:]]})
    match.choose(choice="roll")
    assert "the escape die is thrown too" in str(match.needs())
    assert match.throw(text) == ()
    assert match.finished and match.view().log[0].escape_roll == 14 and match.view().counter == 12


def test_the_escape_die_may_come_afterwards() -> None:
    match = Match({**TABLE, "counter": 24})
    match.choose(choice="roll")
    assert match.throw("Ana 20, Bo 20") == ()
    assert match.public().phase == "room-1-dice" and match.needs() == "Room 1: throw the escape die, and enter it: escape 14"
    assert match.view().counter == 24 and match.view().log == (), "nobody sees half a room"
    assert codes(match.throw("Ana 3, escape 14")) == ["not-offered"]
    assert codes(match.throw("")) == ["missing"]
    assert match.throw("escape 19") == ()
    assert match.public().phase == "room-2" and match.view().log[0].escape_roll == 19 and match.view().log[0].escape_by_hand


def test_an_escape_die_alone_after_a_room_that_was_paid() -> None:
    match = Match({**TABLE, "counter": 14})
    match.choose(choice="pay", payer="Bo")
    assert match.public().phase == "room-1-dice"
    assert match.throw("escape 10") == ()
    assert match.finished


def test_an_escape_die_that_nobody_needs_is_refused() -> None:
    match = Match({**TABLE, "counter": 24})
    match.choose(choice="roll")
    problems = match.throw("Ana 1, Bo 20, escape 14")
    assert codes(problems) == ["not-offered"] and "no team has an escape roll" in problems[0].text
    assert match.public().phase == "room-1-dice", "nothing of the line counts"
    assert match.throw("Ana 1, Bo 20") == () and match.public().phase == "room-2"


def test_a_team_that_declines_needs_no_escape_die() -> None:
    match = Match({**TABLE, "counter": 16})
    match.choose(choice="pay", payer="Ana", escape="no")
    assert match.public().phase == "room-2" and match.view().log[0].declined
    match.choose(choice="roll", escape="no")
    assert "escape" not in str(match.needs())


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("Ana 7", "missing", "d20 of Bo is missing"),
        ("", "missing", "d20 of Ana, Bo is missing"),
        ("Ana 7, Bo 21", "unreadable", "the die of Bo must be a whole number from 1 to 20, not 21"),
        ("Ana 7, Bo 0", "unreadable", "from 1 to 20"),
        ("Ana 7, Bo 2.5", "unreadable", "from 1 to 20"),
        ("Ana 7, Bo", "unreadable", "not nothing"),
        ("Ana seven, Bo 5", "unreadable", "not seven"),
        ("Ana 7, Bo 5, Zoe 3", "not-offered", "'zoe' names no die"),
        ("Ana 7, Bo 5, Ana 8", "duplicate", "given twice, as 7 and 8"),
        ("Ana 7, Bo 5, escape 3, escape 4", "duplicate", "one escape die"),
        ("7, 5", "not-offered", "names no die"),
    ],
)
def test_what_is_wrong_is_said_plainly(text: str, code: str, words: str) -> None:
    match = Match({**TABLE, "counter": 22})
    match.choose(choice="roll")
    problems = match.throw(text)
    assert code in codes(problems) and words in " ".join(problem.text for problem in problems)
    assert match.public().phase == "room-1-dice"


def test_the_dead_throw_no_die() -> None:
    match = Match({**TABLE, "gems": {"Ana": 0}})
    match.choose(choice="roll")
    assert match.needs() == "Room 1: throw a d20 for Bo, and enter it: Bo 7."
    assert "Ana throws no die now" in match.throw("Ana 3, Bo 7")[0].text
    assert match.throw("Bo 7") == ()


def test_nothing_to_enter_when_nothing_is_needed() -> None:
    match = Match(TABLE)
    assert codes(match.throw("Ana 7, Bo 5")) == ["not-offered"]


def test_dice_that_the_options_fix_are_not_asked_for() -> None:
    match = Match({**TABLE, "counter": 18, "rolls": {"1": {"Ana": 20}, "1 escape": 1, "2": {"Ana": 1, "Bo": 1}}})
    match.choose(choice="roll")
    assert match.needs() == "Room 1: throw a d20 for Bo, and enter it: Bo 7."
    assert codes(match.throw("Bo 7, escape 3")) == ["not-offered"]
    assert match.throw("Bo 7") == ()
    assert match.view().log[0].rolls == (("Ana", 20), ("Bo", 7)) and match.view().log[0].escape_roll == 1
    assert [event.source for event in match.last.events if type(event).__name__ in ("Rolled", "EscapeRolled")] == ["fixed", "thrown", "fixed"]
    match.choose(choice="roll", escape="no")
    assert match.public().phase == "room-3"


def test_teams_that_race_share_the_die_of_a_place() -> None:
    match = Match({**TABLE, "teams": TWO}, ("Ana", "Bo", "Cy", "Di"))
    match.play({"Reds": {"choice": "roll"}, "Blues": {"choice": "roll"}})
    needs = str(match.needs())
    assert needs.startswith("Room 1: throw a d20 for Ana = Cy, Bo = Di, and the escape die, and enter them: Ana 7, Bo 5, escape 14.")
    assert "share one die" in needs
    assert codes(match.throw("Ana 7, Cy 8, Bo 5, escape 1")) == ["duplicate"]
    assert codes(match.throw("Cy 7, Bo 12")) == ["missing"]
    assert match.throw("Cy 7, Bo 12, Di 12, escape 3") == ()
    assert match.view("Reds").log[0].rolls == (("Ana", 7), ("Bo", 12)) and match.view("Blues").log[0].rolls == (("Cy", 7), ("Di", 12))


def test_all_dice_are_thrown_in_a_race_so_that_nobody_learns_what_another_team_has_chosen() -> None:
    """EH-10: whatever the teams have decided, the host is asked for the same, and everybody sees the same."""
    asked: set[object] = set()
    for reds in ({"choice": "pay", "payer": "Ana"}, {"choice": "roll"}, {"choice": "gain"}):
        for counter in (22, 40):
            match = Match({**TABLE, "teams": TWO, "counter": counter}, ("Ana", "Bo", "Cy", "Di"))
            match.play({"Reds": reds, "Blues": {"choice": "pay", "payer": "Cy"}})
            asked.add((match.needs(), match.public().phase))
            assert match.throw("Ana 9, Bo 5, escape 1") == ()
    assert len(asked) == 1


def test_one_escape_die_serves_all() -> None:
    match = Match({**TABLE, "teams": TWO, "counter": 22}, ("Ana", "Bo", "Cy", "Di"))
    match.play({"Reds": {"choice": "pay", "payer": "Ana"}, "Blues": {"choice": "roll"}})
    assert match.throw("Cy 20, Di 1, Reds escape 18") == ()
    assert match.view("Reds").result == "complete" and match.view("Blues").log[0].escape_roll == 18 and match.view("Blues").result is None


def test_a_whole_match_with_dice_of_the_table() -> None:
    match = Match({"dice": "table", "difficulty": "easy"}, ("Ana", "Bo", "Cy"))
    for number in range(200):
        if match.finished:
            break
        needs = match.needs()
        if needs is None:
            match.choose(choice="roll")
        elif "throw the escape die" in needs:
            assert match.throw(f"escape {number % 20 + 1}") == ()
        else:
            alive = match.view().alive
            assert match.throw(", ".join(f"{name} {(number * 7 + place) % 20 + 1}" for place, name in enumerate(alive))) == ()
    assert match.finished
    sources = {entry.by_hand for entry in match.view().log}
    assert sources and all(entry.by_hand == tuple(name for name, _ in entry.rolls) for entry in match.view().log)


def test_names_with_blanks_commas_and_capitals() -> None:
    match = Match(TABLE, ("Ana Maria", "Ana", "Smith, Jo"))
    match.choose(choice="roll")
    assert match.throw("ana maria 3, ana 4, Smith, Jo 5") == ()
    assert match.view().log[0].rolls == (("Ana Maria", 3), ("Ana", 4), ("Smith, Jo", 5))


def test_nobody_can_be_called_escape() -> None:
    with pytest.raises(OptionError, match="escape die"):
        Match(TABLE, ("Ana", "Escape"))
    Match({"deck": DECK}, ("Ana", "Escape"))


def test_a_ruling_waits_for_the_dice() -> None:
    match = Match(TABLE)
    match.choose(choice="roll")
    events, problems = GAME.amend(match.state, "Team", "gems", "Ana -3", "a slip")
    assert not events and "enter them first" in problems[0].text


def test_the_dice_of_another_seed_are_not_looked_at() -> None:
    one, other = Match(TABLE), Match(TABLE, seed="another")
    for match in (one, other):
        match.choose(choice="roll")
        match.throw("Ana 3, Bo 4")
    assert one.view() == other.view()


@pytest.mark.parametrize("one_line", [True, False])
@pytest.mark.parametrize("teams", [{"All": ["Ana", "Bo", "Cy", "Di"]}, TWO, {"Solo": ["Ana"], "Three": ["Bo", "Cy", "Di"]}])
def test_entered_dice_play_as_drawn_ones(teams: dict[str, list[str]], one_line: bool) -> None:
    """A host who happens to throw what the seed would have drawn gets the same match."""
    players = ("Ana", "Bo", "Cy", "Di")
    drawn, thrown = Match({"teams": teams, "counter": 30}, players), Match({"teams": teams, "counter": 30, "dice": "table"}, players)
    bots = from_text("both")
    while not drawn.finished:
        room, seats = drawn.state.room, list(drawn.asked())
        assert seats == list(thrown.asked())
        answers = {seat: play(drawn.view(seat), bots.stream(f"{room}/{seat}"), odd_one_in=5) for seat in seats}
        given = {seat: hand for seat, hand in answers.items() if hand is not None}
        drawn.play(given)
        thrown.play(given)
        dice: dict[str, int] = {}
        escapes: set[int] = set()
        for seat in seats:
            entry = drawn.view(seat).log[-1]
            dice |= dict(entry.rolls)
            escapes |= {entry.escape_roll} - {None}
        escape = [f"escape {die}" for die in escapes]
        lines = [f"{name} {die}" for name, die in dice.items()]
        if len(teams) > 1:  # all dice are thrown; those that nobody needs change nothing
            places = [[team[place] for team in teams.values() if place < len(team)] for place in range(max(map(len, teams.values())))]
            lines = [f"{held[0]} {next((dice[name] for name in held if name in dice), 1)}" for held in places]
            escape = escape or ["escape 1"]
        for line in [[*lines, *escape]] if one_line or len(teams) > 1 else [lines, escape]:
            assert not line or thrown.throw(", ".join(line)) == ()
        for team in drawn.state.teams:
            other = thrown.state.team(team.name)
            assert (team.gems, team.counter, team.result) == (other.gems, other.counter, other.result)
            assert [entry.rolls for entry in team.log] == [entry.rolls for entry in other.log]
    assert thrown.finished and drawn.public().outcome == thrown.public().outcome
