"""The source's own words, played: what the page of the game says of bids, variations and points.

Must not add rules of its own.
"""

from __future__ import annotations

from typing import Any

from croupier.core.audience import PUBLIC, Seat
from croupier.core.plain import plain
from croupier.games.letter_auction import GAME
from letter_auction.rounds import play, table_of


def public(positions: list[Any], at: int = -1) -> Any:
    return plain(GAME.view(positions[at].state, PUBLIC))


def inventory(positions: list[Any], seat: str, at: int = -1) -> list[tuple[str, int, int]]:
    view: Any = plain(GAME.view(positions[at].state, Seat(seat)))
    return [(item["letter"], item["copies"], item["until"]) for item in view["inventory"]]


def test_the_source_s_five_rounds_and_the_last_words() -> None:
    """Theme, adjacency discount, range and power, letter shift, 3D printer; then one last chance for words."""
    table = table_of({})
    positions = play(table, [{}] * 6)
    phases = [GAME.phase(position.state) for position in positions]
    assert phases == ["round-1", "round-2", "round-3", "round-4", "round-5", "words", "finished"]
    variations = [public(positions, at).get("variation") for at in range(7)]
    assert variations == ["theme", "adjacency_discount", "range_and_power", "letter_shift", "printer", None, None]
    # Five rounds of 30 unused tokens are 75 points.
    assert public(positions)["points"] == dict.fromkeys(table.seats, 75)
    assert set(public(positions)["outcome"]["winners"]) == set(table.seats)


def test_highest_second_and_third_and_the_lowest_of_four() -> None:
    bids = {"Ana": 12, "Bo": 8, "Cy": 5, "Di": 1}
    positions = play(table_of({"schedule": [["A"]]}), [{seat: {"bids": {"A": bid}} for seat, bid in bids.items()}])
    assert public(positions)["won"] == [{"round": 1, "letter": "A", "copies": {"Ana": 3, "Bo": 2, "Cy": 1}}]
    # "Only the winning players pay the bid. Every two unused tokens are worth one point."
    assert public(positions)["points"] == {"Ana": 9, "Bo": 11, "Cy": 12, "Di": 15}


def test_letters_cannot_be_used_twice_and_last_for_two_rounds() -> None:
    table = table_of({"schedule": [["A", "B"], ["C"], ["D"], ["E"]], "variations": ["theme"] * 4})
    positions = play(table, [{"Ana": {"bids": {"A": 5, "B": 5}}}, {"Ana": {"words": ["ABBA", "AA"]}}, {}, {}])
    assert inventory(positions, "Ana", 1) == [("A", 3, 3), ("B", 3, 3)]
    assert inventory(positions, "Ana", 2) == [("A", 1, 3), ("B", 1, 3)]
    assert [problem.code for problem in positions[2].problems["Ana"]] == ["illegal"]
    assert inventory(positions, "Ana", 3) == []


def test_a_word_of_several_players_scores_for_none() -> None:
    table = table_of({"schedule": [["A", "B"], ["C"]], "variations": ["theme", "theme"]})
    bids = {"bids": {"A": 1, "B": 1}}
    positions = play(table, [{"Ana": bids, "Bo": {"bids": {"A": 2, "B": 2}}}, {"Ana": {"words": ["BA"]}, "Bo": {"words": ["AB", "BA"]}}])
    scored = [(word["name"], word["word"], word["points"]) for word in public(positions)["words"]]
    assert scored == [("Ana", "BA", 0), ("Bo", "AB", 4), ("Bo", "BA", 0)]


def test_the_shift_counts_the_tokens_that_the_winner_spent() -> None:
    table = table_of({"schedule": [["A"]], "variations": ["letter_shift"]})
    positions = play(table, [{"Ana": {"bids": {"A": 4}}, "Bo": {"bids": {"A": 2}}, "Cy": {"shift": "A"}}])
    assert inventory(positions, "Ana") == [("E", 3, 2)] and inventory(positions, "Bo") == [("C", 2, 2)]


def test_four_tokens_print_any_letter() -> None:
    positions = play(table_of({"schedule": [["A"]], "variations": ["printer"]}), [{"Ana": {"print": ["E", "B", "B"], "words": ["EBB"]}}])
    assert public(positions)["words"] == [{"round": 1, "name": "Ana", "word": "EBB", "points": 9}]
    assert public(positions)["points"]["Ana"] == 9 + 9
