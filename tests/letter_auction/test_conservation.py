"""Letters, tokens and points over whole matches: all that comes in goes out, whatever is handed in.

Must not use the game's own accounts: everything is counted again from what was told and what views show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.core.audience import PUBLIC, Seat
from croupier.core.plain import plain
from croupier.games.letter_auction import GAME
from croupier.games.letter_auction.options import PRINTER, RANGE, VARIATIONS
from croupier.games.letter_auction.state import BidJudged, LettersWon, Printed, TokensCounted, WordMade
from letter_auction.rounds import FEW, SEATS, WORDS, play, rounds, table_of

TOKENS = 20


@settings(max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(rounds, st.permutations(VARIATIONS))
def test_nothing_is_lost_or_made(hand_ins: list[dict[str, Any]], variations: list[str]) -> None:
    table = table_of({"schedule": [list(FEW)] * 5, "variations": variations, "tokens": TOKENS})
    positions = play(table, hand_ins)
    held: dict[str, Counter[tuple[str, int]]] = {seat: Counter() for seat in SEATS}
    points = dict.fromkeys(SEATS, 0)
    for number, position in enumerate(positions[1:], start=1):
        for event in position.events:
            match event:
                case Printed(chosen, until):
                    held[chosen.seat].update((letter, until) for letter in chosen.letters)
                    assert until == number + 1 and variations[number - 1] == PRINTER
        for event in position.events:
            match event:
                case WordMade(word, used):
                    assert word.word in WORDS
                    assert Counter(word.word) == Counter({item.letter: 0 for item in used}) + _letters(used)
                    _spend(held[word.name], word.word)
                    points[word.name] += word.points
        for event in position.events:
            match event:
                case LettersWon(won, until):
                    assert until == min(number + 2, 6)
                    for name, copies in won.copies:
                        held[name][won.letter, until] += copies
                case TokensCounted(_, seat, paid, left, earned):
                    assert paid + left == TOKENS and left >= 0 and earned == left // 2
                    points[seat] += earned
        _check_lots(position.events, variations[number - 1] if number <= 5 else None)
        for seat in SEATS:
            held[seat] = Counter({key: count for key, count in held[seat].items() if key[1] > number and number < 6})
            view: Any = plain(GAME.view(position.state, Seat(seat)))
            assert Counter({(item["letter"], item["until"]): item["copies"] for item in view["inventory"]}) == +held[seat]
            assert view["points"] == points[seat]
        public: Any = plain(GAME.view(position.state, PUBLIC))
        assert public["points"] == points
    _check_ending(public)


def _letters(used: Any) -> Counter[str]:
    found: Counter[str] = Counter()
    for item in used:
        found[item.letter] += item.copies
    return found


def _spend(held: Counter[tuple[str, int]], word: str) -> None:
    for letter in word:
        oldest = min(until for (own, until), count in held.items() if own == letter and count)
        held[letter, oldest] -= 1


def _check_lots(events: tuple[Any, ...], variation: str | None) -> None:
    """No lot gives more than a first, a second and a third place; what is given is what was won."""
    lots: Counter[str] = Counter()
    paid: Counter[str] = Counter()
    for event in events:
        if isinstance(event, BidJudged):
            lots[event.bid.letter] += event.bid.copies
            paid[event.bid.seat] += event.bid.amount
    assert all(copies <= 6 for copies in lots.values()) and all(total <= TOKENS for total in paid.values())
    given = sum(copies for event in events if isinstance(event, LettersWon) for _, copies in event.won.copies)
    assert given == lots.total() if variation != RANGE else not lots


def _check_ending(public: Mapping[str, Any]) -> None:
    points, outcome = public["points"], public["outcome"]
    ordered = sorted(points.values(), reverse=True)
    assert public["finished"] and outcome["points"] == points
    assert outcome["places"] == {name: ordered.index(own) + 1 for name, own in points.items()}
    assert outcome["winners"] == [name for name in points if points[name] == ordered[0]]


@settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(rounds)
def test_clashes_score_for_nobody(hand_ins: list[dict[str, Any]]) -> None:
    table = table_of({"schedule": [list(FEW)] * 5, "variations": ["printer"] * 5, "tokens": TOKENS})
    public: Any = plain(GAME.view(play(table, hand_ins)[-1].state, PUBLIC))
    makers = Counter((word["round"], word["word"]) for word in public["words"])
    for word in public["words"]:
        assert word["points"] == (len(word["word"]) ** 2 if makers[word["round"], word["word"]] == 1 else 0)
    once = Counter((word["round"], word["name"], word["word"]) for word in public["words"])
    assert all(count == 1 for count in once.values())
    order = [(word["round"], SEATS.index(word["name"])) for word in public["words"]]
    assert order == sorted(order)
