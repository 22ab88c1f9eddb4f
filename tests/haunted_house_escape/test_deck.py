"""Decks: the one that the game brings, and those of hosts, good and broken in every way.

Must not play rooms.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from croupier import opening, season
from croupier.core.game import OptionError
from croupier.core.problems import HostError
from croupier.gamedata import own
from croupier.games.haunted_house_escape import GAME
from croupier.games.haunted_house_escape.rooms import Room, read_csv
from croupier.match import load
from haunted_house_escape.seated import DECK, Match, card

HEADER = "name,cost,points,d20,fail,gems,lost\n"
GOOD = HEADER + "Attic,6,2,9,5,5,3\n" + '"Hall, the Long",9,3,11,4,5,4\n'
BEGINNING = datetime(2026, 10, 1, 18, 0, tzinfo=UTC)


def test_the_default_deck_has_what_the_source_prints() -> None:
    deck = read_csv(own(GAME, "rooms.csv"))
    assert len(deck) == 24
    assert any((room.cost, room.points) == (9, 3) for room in deck)
    assert any((room.points, room.d20, room.fail) == (3, 7, 7) for room in deck)


@pytest.mark.parametrize(
    "raw",
    [
        GOOD.encode(),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        GOOD.strip().encode(),
        ("\n\n" + GOOD + " , ,,,,,\n\n").encode(),
        GOOD.replace("name,cost", " Name , COST").encode(),
        GOOD.replace(",9,5,5,3", ", 9 ,+5,5.0,3").encode(),
    ],
)
def test_files_that_will_do(raw: bytes) -> None:
    assert read_csv(raw) == (Room("Attic", 6, 2, 9, 5, 5, 3), Room("Hall, the Long", 9, 3, 11, 4, 5, 4))


BROKEN: dict[str, tuple[bytes, str]] = {
    "latin": (HEADER.encode() + "Séance,6,2,9,5,5,3\n".encode("latin-1"), "line 2 is not in UTF-8"),
    "utf-16": (GOOD.encode("utf-16"), "line 1 is not in UTF-8"),
    "empty": (b"", "the first line must be name,cost,points,d20,fail,gems,lost"),
    "header alone": (HEADER.encode(), "1 to 500 rooms, this one has 0"),
    "no header": (GOOD.partition("\n")[2].encode(), "the first line must be"),
    "another header": (GOOD.replace("fail", "failure").encode(), "the first line must be"),
    "columns in another order": (GOOD.replace("cost,points", "points,cost").encode(), "the first line must be"),
    "semicolons": (GOOD.replace(",", ";").encode(), "the first line must be"),
    "a name twice": ((GOOD + "attic ,1,1,1,1,1,1\n").encode(), "line 4 has the same name as line 2, 'attic'"),
    "no name": ((GOOD + " ,1,1,1,1,1,1\n").encode(), "line 4 needs a name"),
    "a very long name": ((GOOD + "x" * 61 + ",1,1,1,1,1,1\n").encode(), "line 4 needs a name of 1 to 60"),
    "a field too few": ((GOOD + "Cellar,1,1,1,1,1\n").encode(), "line 4 has 6 fields"),
    "a field too many": ((GOOD + "Cellar, the Old,1,1,1,1,1,1\n").encode(), "a name that holds a comma needs double quotes"),
    "a word for a number": ((GOOD + "Cellar,one,1,1,1,1,1\n").encode(), "line 4: cost is a whole number from 0 to 999, not one"),
    "no number": ((GOOD + "Cellar,1,,1,1,1,1\n").encode(), "line 4: points is a whole number from 0 to 999, not nothing"),
    "a fraction": ((GOOD + "Cellar,1,1.5,1,1,1,1\n").encode(), "points is a whole number"),
    "a negative number": ((GOOD + "Cellar,1,1,1,-1,1,1\n").encode(), "fail is a whole number"),
    "a d20 of 0": ((GOOD + "Cellar,1,1,0,1,1,1\n").encode(), "d20 is a whole number from 1 to 20, not 0"),
    "a d20 of 21": ((GOOD + "Cellar,1,1,21,1,1,1\n").encode(), "d20 is a whole number from 1 to 20, not 21"),
    "an open quote": ((GOOD + '"Cellar,1,1,1,1,1,1\n').encode(), "cannot be read"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_files_that_will_not_do(fault: str) -> None:
    raw, words = BROKEN[fault]
    with pytest.raises(OptionError) as told:
        Match(data={"deck": raw})
    assert told.value.option == "deck" and words in told.value.text


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="CSV file"):
        opened(tmp_path, 'deck = "mine.toml"', {"mine.toml": b"name = 1"})


def test_a_line_is_counted_over_blank_ones() -> None:
    with pytest.raises(ValueError, match="line 6: lost"):
        read_csv((GOOD + "\n\nCellar,1,1,1,1,1,x\n").encode())


def opened(folder: Path, options: str, files: dict[str, bytes]) -> Any:
    """A match on disk whose host has put these files into its folder."""
    place = season.create(folder / "season", "A season", "Europe/Berlin")
    players = folder / "players.csv"
    players.write_text("name\nAna\nBo\n", encoding="utf-8")
    match = opening.new(place, GAME.slug, "Escape", players, BEGINNING)
    assert (match.path / "rooms.csv").read_bytes() == own(GAME, "rooms.csv"), "the host gets a copy to look over"
    match.settings.write_text(match.settings.read_text(encoding="utf-8") + "\n" + options, encoding="utf-8")
    for name, raw in files.items():
        (match.path / name).write_bytes(raw)
    return opening.open_match(match, BEGINNING, bytes(32))


def test_a_host_names_a_file(tmp_path: Path) -> None:
    match = opened(tmp_path, 'deck = "mine.csv"', {"mine.csv": GOOD.encode()})
    assert {room.name for room in match.state.deck} == {"Attic", "Hall, the Long"}
    assert (match.folder.path / "private" / "data" / "mine.csv").exists()


def test_teams_of_a_match_that_is_read_back_are_the_seats(tmp_path: Path) -> None:
    """The journal sorts the keys of a mapping, and still every seat is the team that it was."""
    match = opened(tmp_path, 'teams = { Zebras = ["Ana"], Apes = ["Bo"] }', {})
    again = load(match.folder)
    assert tuple(match.seat_ids) == tuple(again.seat_ids) == ("Zebras", "Apes")
    assert [team.name for team in again.state.teams] == [team.name for team in match.state.teams] == ["Zebras", "Apes"]


def test_a_host_changes_the_copy(tmp_path: Path) -> None:
    match = opened(tmp_path, "", {"rooms.csv": GOOD.encode()})
    assert len(match.state.deck) == 2


@pytest.mark.parametrize("fault", ["latin", "a name twice", "semicolons", "a d20 of 21"])
def test_a_host_is_told_what_is_wrong_with_a_file(tmp_path: Path, fault: str) -> None:
    raw, words = BROKEN[fault]
    with pytest.raises(HostError) as told:
        opened(tmp_path, 'deck = "mine.csv"', {"mine.csv": raw})
    assert words in told.value.message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(HostError, match=r"no file 'mine\.csv'"):
        opened(tmp_path, 'deck = "mine.csv"', {})


def test_a_list_in_the_options_keeps_its_order_and_a_file_is_shuffled() -> None:
    assert [room.name for room in Match({"deck": DECK}, seed="any").state.deck] == [entry["name"] for entry in DECK]
    orders = {tuple(room.name for room in Match(seed=seed).state.deck) for seed in ("one", "two", "three")}
    assert len(orders) == 3 and len({frozenset(order) for order in orders}) == 1


@pytest.mark.parametrize(
    "deck",
    [
        [],
        7,
        {"name": "Hall"},
        ["Hall"],
        [card("Hall"), card(" hall")],
        [card("Hall", d20=0)],
        [card("Hall", cost=-1)],
        [card("")],
        [{**card("Hall"), "more": 1}],
        [{"name": "Hall", "cost": 1}],
        [{**card("Hall"), "cost": True}],
        [{**card("Hall"), "cost": "2.5"}],
    ],
)
def test_lists_that_will_not_do(deck: Any) -> None:
    with pytest.raises(OptionError) as told:
        Match({"deck": deck})
    assert told.value.option == "deck"
