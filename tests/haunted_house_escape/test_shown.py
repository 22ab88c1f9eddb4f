"""What a team and the public get to look at: the sheet's inputs, the card, the pictures and their words.

Must not judge beauty.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.audience import PUBLIC, Seat
from croupier.core.game import Told
from croupier.core.picture import Label
from croupier.core.sheet import Heading, Tab
from croupier.draw.painter import paint
from croupier.games.haunted_house_escape import GAME
from croupier.words import Wording
from haunted_house_escape.seated import DECK, Match, card

HEADING = Heading("Main Match", "Team", "Room 1", "Sun 1 Nov 2026, 21:59 EST", "What stands here counts.", "Ask the host.")


def tabs(match: Match, team: str = "Team") -> tuple[Tab, ...]:
    view = match.view(team)
    return GAME.sheet(view, GAME.ask(view), HEADING)


def texts(tab: Tab) -> str:
    return "\n".join(str(cell.value) for cell in tab.cells)


def test_the_form() -> None:
    match = Match({"deck": DECK, "gems": {"Ana": 0, "Bo": 3}}, ("Ana", "Bo", "Cy"))
    form = match.asked()["Team"]
    assert [field.name for field in form.fields] == ["choice", "payer", "share_1", "share_2", "escape", "ready"]
    assert form.counts == "always" and form.tick is not None and form.tick.name == "ready"
    assert form.fields[1].choices == ("Bo", "Cy") and form.fields[2].path == ("share", "Bo")
    room, log = tabs(match)
    assert (room.title, log.title) == ("Room", "Log")
    assert [cell.name for cell in room.cells if cell.tick] == ["ready"]


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Bo", "Cy", "Somebody With A Very Long Name Indeed")])
def test_the_room_tab_is_narrow(names: tuple[str, ...]) -> None:
    room = tabs(Match({"deck": DECK}, names))[0]
    assert sum(width for _, width in room.widths) <= 80


def test_the_card_stands_on_the_sheet() -> None:
    match = Match({"deck": [card("Séance Table", cost=12, points=4, d20=13, fail=7, gems=6, lost=5), card("Door")]})
    shown = texts(tabs(match)[0])
    for words in ("Séance Table", "ROOM 1 · 1 card after it", "12 gems", "▼ 8 (2 × 4)", "13 or more", "7 gems", "6 gems to share", "▲ 5"):
        assert words in shown
    match.choose(choice="gain")
    assert "ROOM 2 · the last card" in texts(tabs(match)[0])


def test_problems_log_and_end_stand_on_the_sheet() -> None:
    match = Match({"deck": DECK[:3], "counter": 24, "rolls": {"1": {"Ana": 20, "Bo": 9}, "2 escape": 1, "3 escape": 20}})
    match.choose(choice="pay")
    room, log = tabs(match)
    assert "Name the one who pays the 4 gems" in texts(room) and "(EH-3)" in texts(room)
    assert "rolled: Ana 20*, Bo 9*" in texts(log)
    match.choose(choice="pay", payer="Bo")
    match.choose(choice="gain", share={"Bo": 2}, escape="no")
    room, log = tabs(match)
    assert match.finished and "too slow" in texts(room) and "Nothing to hand in" in texts(room)
    assert "Bo paid" in texts(log) and "gained: Bo 2" in texts(log) and "declined" in texts(log) and "1*" in texts(log)


def test_a_sheet_that_waits_for_dice_says_so() -> None:
    match = Match({"deck": DECK, "dice": "table"})
    match.choose(choice="roll")
    room = tabs(match)[0]
    assert "Your decision stands" in texts(room) and not any(cell.name for cell in room.cells)


def test_pictures() -> None:
    match = Match({"teams": {"Reds": ["Ana"], "Blues": ["Bo"]}, "deck": DECK})
    assert [name for name, _ in GAME.pictures(GAME.view(match.state, PUBLIC))] == ["room-1"]
    assert [name for name, _ in GAME.pictures(match.view("Reds"))] == ["room-1", "team", "way"]
    while not match.finished:
        match.play({"Reds": {"choice": "roll"}, "Blues": {"choice": "gain"}})
    drawn = dict(GAME.pictures(GAME.view(match.state, PUBLIC)))
    rooms = {f"room-{number}" for number in range(1, match.state.room + 1)}
    assert set(drawn) == rooms | {"team-1", "team-2", "way-1", "way-2"}
    for picture in drawn.values():
        written = " ".join(shape.text for shape in picture.shapes if isinstance(shape, Label))
        assert not {"Ana", "Bo", "Reds", "Blues"} & set(f"{written} {picture.alt}".split()), "no player's name in a picture"
        assert picture.alt.endswith(".") and paint(picture).startswith(b"\x89PNG")
    assert drawn["room-1"].alt.startswith("Room 1, Hall. Pay: 4 gems by one player, then every living player earns 2. Roll: a d20 of 10 or more")


@pytest.mark.parametrize("name", ["A", "Nursery with the Rocking Horse", "x" * 60, "The Very Long Corridor of Portraits That Follow You Down"])
@pytest.mark.parametrize("numbers", [0, 7, 999])
def test_a_card_with_odd_words_and_numbers(name: str, numbers: int) -> None:
    one = card(name, cost=numbers, points=numbers, fail=numbers, gems=numbers, lost=numbers)
    picture = dict(GAME.pictures(Match({"deck": [one], "gems": 999}).public()))["room-1"]
    assert str(numbers) in picture.alt and paint(picture)


def lines(match: Match, audience: Any) -> list[str]:
    told = (GAME.tell(event, audience) for event in match.last.events)
    return [Wording(GAME.slug).line(one) for one in told if one]


def test_the_feed_in_words() -> None:
    match = Match({"deck": DECK[:2], "counter": 24, "rolls": {"1": {"Ana": 20, "Bo": 20}, "1 escape": 3, "2 escape": 20}})
    match.choose(choice="roll")
    assert lines(match, Seat("Team")) == [
        "What you handed in was read without a problem.",
        "You roll.",
        "Ana rolls 20 (thrown by hand): passed, 10 or more was needed.",
        "Bo rolls 20 (thrown by hand): passed, 10 or more was needed.",
        "Room 1 is behind you. The counter stands at 20. Gems: Ana 18, Bo 18.",
        "The escape roll: 3 (thrown by hand), 20 or more was needed. The door stays shut.",
        "Room 2 lies open: Stairs. It is the last card.",
    ]
    assert lines(match, PUBLIC) == ["Room 2 lies open: Stairs. It is the last card."]
    match.choose(choice="pay", payer="Bo")
    assert lines(match, PUBLIC) == ["Team: a complete victory after 2 rooms with 32 gems."]
    assert "Everybody is out: a complete victory, 2 rooms and 32 gems." in lines(match, Seat("Team"))


def test_the_receipt_in_words() -> None:
    view = Match({"deck": DECK}).view()

    def read(**answers: Any) -> list[str]:
        told: list[Told] = list(GAME.understood(GAME.check(view, answers)[0]))
        return [Wording(GAME.slug).line(one) for one in told]

    stays = "If the counter is 20 or less after the room, you roll to escape."
    assert read(choice="pay", payer="ana") == ["You pay; Ana hands over the gems.", stays]
    assert read(choice="gain", escape="no") == ["You gain, shared evenly.", "You go on without an escape roll."]
    assert read(choice="gain", share={"Bo": 2, "Ana": 0}) == ["You gain: Bo 2, Ana 0.", stays]
    assert read(choice="jump") == ["You roll.", stays]
