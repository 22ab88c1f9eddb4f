"""Prices are read strictly, kept exactly and shown short, up to a thousand digits, in every place where they turn up.

Must not know who pays them.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arsonists_dilemma.matches import P, Q, built, hand_in, priced, table
from croupier.core import journal
from croupier.core.audience import HOST, PUBLIC, Seat
from croupier.core.plain import Codec, plain
from croupier.games.arsonists_dilemma import GAME
from croupier.games.arsonists_dilemma.amounts import exact, read_price, short, worded
from croupier.words import Wording
from every_game.kit import feed, heading, shown, walk

LONG = "9" * 1000
AMOUNTS = st.integers(1, 10**1000 - 1) | st.integers(1, 10**9) | st.integers(0, 999).map(lambda digits: 10**digits)


@given(AMOUNTS)
def test_a_price_is_read_as_it_was_typed(amount: int) -> None:
    assert read_price(str(amount)) == read_price(exact(amount)) == read_price(f"  {amount}\n") == read_price(amount) == amount


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "0",
            "00",
            "-1",
            "+1",
            "−1",
            "1.0",
            "1.5",
            "1e9",
            "1E9",
            "4B",
            "4K",
            "=2*50",
            "1/2",
            "infinity",
            "10,00",
            "1000,000",
            ",1",
            "1,",
            "1,,000",
            0,
            -5,
        ),
        *("1 000", "1_000", "", " ", "ten", "²", "½", "٣", "$5", "5$", "0x10", "1" + LONG, 10**1000, 2.0, 2.5, True, None, [5], {"a": 1}, 10**4200),
    ],
)
def test_nothing_else_is_a_price(typed: Any) -> None:
    assert read_price(typed) is None


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        *((1, "1"), (4000, "4,000"), (999_999, "999,999"), (1_000_000, "1.0M"), (1_999_999, "1.9M"), (45_600_000, "45.6M"), (4_000_000_009, "4.0B")),
        *((10**12, "1.0T"), (999_999_999_999_999, "999.9T"), (10**15, "1.0e15"), (123 * 10**98, "1.2e100"), (int(LONG), "9.9e999")),
    ],
)
def test_short(amount: int, words: str) -> None:
    assert short(amount) == words


@given(AMOUNTS, AMOUNTS)
def test_short_fits_and_keeps_the_order(one: int, other: int) -> None:
    """Cut and never rounded up, so that what is shown is never more than what was paid."""
    assert len(short(one)) <= 7
    assert len(worded(one)) <= 32
    if one <= other:
        assert len(short(one)) <= 7 and _value(short(one)) <= _value(short(other)) <= other


def _value(words: str) -> int:
    number, _, power = words.replace(",", "").partition("e")
    if power:
        return int(number.replace(".", "")) * 10 ** (int(power) - 1)
    units = {"M": 10**6, "B": 10**9, "T": 10**12}
    return int(number[:-1].replace(".", "")) * units[number[-1]] // 10 if number[-1] in units else int(number)


def test_a_thousand_digits_go_everywhere() -> None:
    """Summed and compared exactly; on every sheet short, with the exact number at hand; through the journal as a number."""
    at = table()
    state = built(at, {1: LONG, 2: LONG[:-1] + "8"})
    house = dict(GAME.view(state, PUBLIC).houses)["1"]
    spent = dict(house.spent)
    # Quin bought 1, 3, 5, 7 and 9 of house 1, Pia the others.
    assert spent == {Q: int(LONG) + 240, P: int(LONG) - 1 + 180}
    assert house.starts == P
    for seat in (P, Q):
        view = GAME.view(state, Seat(seat))
        texts = [str(cell.value) for tab in GAME.sheet(view, GAME.ask(view), heading(GAME, state, seat)) for cell in tab.cells]
        for amount in (int(LONG), *spent.values()):
            assert exact(amount) in texts
        assert any(short(spent[Q]) in text for text in texts)
        assert all(len(text) < 200 or text.replace(",", "").isdigit() for text in texts)
    wording = Wording(GAME.slug)
    for audience in (PUBLIC, HOST, Seat(P)):
        for told in feed(GAME, state.history, audience):
            assert len(wording.line(told)) < 160
    codec = Codec(GAME.events)
    for event in state.history:
        line = journal.line(1, journal.FIRST, "resolved", "2026-11-01T21:59:00-05:00", {"event": codec.encode(event)})
        assert codec.decode(json.loads(line)["event"]) == event
    labels = [one for _, one in walk(GAME.pictures(GAME.view(state, PUBLIC))) if isinstance(one, str)]
    assert all(len(label) < 600 for label in labels) and "9.9e999" in labels


@pytest.mark.parametrize(("more", "starts"), [(59, P), (60, Q), (61, Q)])
def test_one_unit_in_a_thousand_digits_decides_who_begins(more: int, starts: str) -> None:
    """AD-4: Quin's other four cost 60 more than Pia's; where both spend the same, Quin begins as the DMO."""
    price = int(LONG) - 100
    state = built(table(dmo=Q, first=P), {1: str(price), 2: str(price + more)})
    (_, one), (_, other) = state.spent(1)
    assert one - other == more - 60
    assert state.starts[1] == starts


def test_thirty_six_long_prices_are_summed_exactly() -> None:
    """The sums stay far below the digits that Python writes out."""
    at = table()
    state = built(at, dict.fromkeys(range(1, 10), LONG))
    for house in range(1, 5):
        assert sum(amount for _, amount in state.spent(house)) == 9 * int(LONG)
    view = plain(GAME.view(state, HOST))
    assert json.loads(json.dumps(view)) == view
    for audience in (PUBLIC, HOST, Seat(P), Seat(Q)):
        shown(GAME, at, state, audience)


def test_a_receipt_says_what_was_read() -> None:
    state = priced(table())
    view = GAME.view(state, Seat(state.seat))
    move, problems = GAME.check(view, {"structure": "[3] oven", "house": "2", "cell": "b1"})
    assert not problems
    assert Wording(GAME.slug).line(GAME.understood(move)[0]) == "[3] Oven into B1 of house 2."
    after = hand_in(table(), state, {"structure": 3, "house": 2, "cell": "b1"})
    assert dict(after.spent(2)) == {Q: 30, P: 0}
