"""Ranks, halves, shifts and sets, beside a second implementation that is as plain as the ruling.

Must not use a match.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.core.draws import from_text
from croupier.games.letter_auction.alphabet import ALPHABET, USUAL_GRID, WEIGHTS, connected, neighbours, shifted
from croupier.games.letter_auction.auction import claimed, draw_letters, judge, received
from croupier.games.letter_auction.options import ADJACENCY, THEME

SEATS = ("Ana", "Bo", "Cy", "Di", "Ed")
bids = st.dictionaries(st.sampled_from("ABCDXYZ"), st.integers(1, 9), max_size=7)
tables = st.fixed_dictionaries(dict.fromkeys(SEATS, bids))


def places(amounts: dict[str, int]) -> dict[str, int]:
    """LA-3 in other words: line everybody up, the highest first; who ties stands where the last of them stands; three places have copies."""
    copies = {}
    line = sorted((amount for amount in amounts.values() if amount), reverse=True)
    for seat, amount in amounts.items():
        if amount:
            last_place = len(line) - line[::-1].index(amount)
            copies[seat] = {1: 3, 2: 2, 3: 1}.get(last_place, 0)
    return copies


@given(tables, st.permutations("ABCDXYZ"), st.booleans())
def test_copies_are_those_of_the_plain_ranking(table: dict[str, dict[str, int]], letters: list[str], halves: bool) -> None:
    judged = judge(1, letters, table, ADJACENCY if halves else THEME)
    for letter in letters:
        amounts = {}
        for seat, own in table.items():
            beside = [other for other in letters if abs(ord(other) - ord(letter)) == 1]
            amounts[seat] = own.get(letter, 0) + (sum(int(Fraction(own.get(other, 0), 2)) for other in beside) if halves else 0)
        found = {bid.seat: bid.copies for bid in judged if bid.letter == letter}
        assert found == places(amounts)
    for bid in judged:
        assert bid.paid == (table[bid.seat].get(bid.letter, 0) if bid.copies else 0)


@given(tables, st.sets(st.sampled_from("ABCDXYZ")))
def test_a_shift_moves_copies_and_loses_none(table: dict[str, dict[str, int]], named: set[str]) -> None:
    judged = judge(1, "ABCDXYZ", table, THEME)
    won = received(1, judged, sorted(named), SEATS)
    assert [one.letter for one in won] == sorted({one.letter for one in won})
    for seat in SEATS:
        expected: dict[str, int] = {}
        for bid in judged:
            if bid.seat == seat and bid.copies:
                letter = bid.letter
                for _ in range(bid.amount if letter in named else 0):
                    letter = "A" if letter == "Z" else chr(ord(letter) + 1)
                expected[letter] = expected.get(letter, 0) + bid.copies
        assert {one.letter: copies for one in won for name, copies in one.copies if name == seat} == expected


@given(st.fixed_dictionaries(dict.fromkeys(SEATS, st.sets(st.sampled_from(USUAL_GRID)))))
def test_a_letter_goes_to_the_one_smallest_set(chosen: dict[str, set[str]]) -> None:
    won = {one.letter: one.copies for one in claimed(1, USUAL_GRID, {seat: tuple(own) for seat, own in chosen.items() if own})}
    for letter in USUAL_GRID:
        holders = sorted((seat for seat in SEATS if letter in chosen[seat]), key=lambda seat: len(chosen[seat]))
        if not holders or (len(holders) > 1 and len(chosen[holders[0]]) == len(chosen[holders[1]])):
            assert letter not in won
        else:
            assert won[letter] == ((holders[0], 1),)


@given(st.sets(st.integers(0, 24), min_size=1))
def test_connected_is_reached_step_by_step(cells: set[int]) -> None:
    reached = {min(cells)}
    for _ in range(25):
        reached |= {cell for cell in cells for other in reached if abs(cell % 5 - other % 5) + abs(cell // 5 - other // 5) == 1}
    assert connected(USUAL_GRID, tuple(USUAL_GRID[cell] for cell in sorted(cells))) == (reached == cells)


@pytest.mark.parametrize(("letter", "places_on", "expected"), [("A", 2, "C"), ("Z", 1, "A"), ("X", 5, "C"), ("Q", 26, "Q"), ("Q", 0, "Q")])
def test_shifted(letter: str, places_on: int, expected: str) -> None:
    assert shifted(letter, places_on) == expected


def test_neighbours_end_with_the_alphabet() -> None:
    assert neighbours("A") == ("B",) and neighbours("Z") == ("Y",) and neighbours("M") == ("L", "N")


def test_letters_are_drawn_by_their_weights() -> None:
    """Over many draws of one letter each comes up about as often as English has it; a set never has a letter twice."""
    stream = from_text("weights").stream("many")
    drawn = [draw_letters(stream, 1)[0] for _ in range(20_000)]
    total = sum(WEIGHTS.values())
    for letter in "ETAOZQ":
        assert abs(drawn.count(letter) * total / 20_000 - WEIGHTS[letter]) < 60
    for count in (1, 6, 25, 26):
        found = draw_letters(stream, count)
        assert len(set(found)) == count and list(found) == sorted(found)
    assert draw_letters(stream, 26) == tuple(ALPHABET)
