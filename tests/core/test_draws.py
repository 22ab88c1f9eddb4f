"""Named draws: numbers worked out by other implementations, fairness, and nothing that gives the seed away.

Must not take an expected number from the code that is tested: each constant names the command that gave it, and the
oracle below builds HMAC from nothing but SHA-256.
"""

from __future__ import annotations

import copy
import hashlib
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.draws import Draws, Stream, from_text

# printf %s croupier | openssl dgst -sha256
SEED = "2c6efcecf60887650f301debdbc5a88446094e3fd5c747cc59bbeb9a019e7f9d"
# printf %s $SEED | xxd -r -p | openssl dgst -sha256
COMMITMENT = "9dcc34781d43179cf7d6291509b2b4e06a3560337054ad471632b65ef25bb89b"
# printf %s 'auction-1/offer#0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:$SEED | cut -c … (the first 16 digits)
NUMBERS = {
    "auction-1/offer": (0xC7CAEEF22BFE2EE0, 0x9DF0D2F4E6955242, 0xB3580C436C64E74E),
    "paths/red/Жук/1": (0xF63181B9B72FC4B4,),
}

# The lines below were printed by Node.js, where seed = createHash("sha256").update("croupier").digest() and
#   number = (label, i) => createHmac("sha256", seed).update(`${label}#${i}`).digest().readBigUInt64BE(0)
#   below(n): u = number(label, i++) until u < n * ((1n << 64n) / n), then u % n
# Array.from({length: 12}, () => below(24)) of "auction-1/offer"
OFFER = [8, 10, 14, 10, 13, 0, 10, 4, 7, 16, 20, 13]
# Array.from({length: 10}, () => below(20) + 1) of "room-1/d20/1"
DICE = [10, 3, 16, 7, 20, 9, 1, 15, 9, 18]
# for (let i = 15; i > 0; i--) { j = below(i + 1); [a[i], a[j]] = [a[j], a[i]] } over 1 … 16, of "deck"
DECK = [6, 4, 5, 10, 9, 1, 2, 14, 13, 8, 11, 3, 15, 12, 7, 16]
# Array.from({length: 49}, () => below(9) - 4) of "setup/grid"
GRID = "-1 0 0 -3 -4 -3 4 -4 1 -3 2 2 -3 -1 0 2 -2 -4 -4 1 0 0 3 0 -3 2 -2 2 1 -2 -4 -4 -2 1 1 0 1 3 -4 -4 -3 4 -4 3 2 3 2 3 -3"  # row by row
# below((1n << 63n) + 1n) of these labels, with all the numbers that it took: what is not below the bound is drawn again
HALF_AND_ONE = 2**63 + 1
REJECTED = {
    "rejected/1": [2594512257058081057],
    "rejected/7": [15268300427005705594, 16084064636796657479, 2619969383452864503],
    "rejected/10": [18090012873273696407, 4457334118014967311],
    "rejected/11": [11754653490073250868, 5881654428496320490],
}


def number(seed: bytes, label: str, index: int) -> int:
    """The oracle: HMAC (RFC 2104) written out, since a key of 32 bytes is padded to the 64 of a block."""
    key = seed + bytes(32)
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + f"{label}#{index}".encode()).digest()
    return int(hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).hexdigest()[:16], 16)


@pytest.fixture
def draws() -> Draws:
    return from_text("croupier")


def test_a_text_stands_for_its_hash(draws: Draws) -> None:
    assert draws.seed.hex() == SEED
    assert from_text("Жук").seed == hashlib.sha256(b"\xd0\x96\xd1\x83\xd0\xba").digest()


def test_the_commitment_is_the_hash_of_the_seed_s_bytes(draws: Draws) -> None:
    assert draws.commitment == COMMITMENT


@pytest.mark.parametrize("label", NUMBERS)
def test_numbers_are_those_of_openssl(draws: Draws, label: str) -> None:
    stream = draws.stream(label)
    assert tuple(stream.number() for _ in NUMBERS[label]) == NUMBERS[label]
    assert tuple(number(draws.seed, label, index) for index in range(len(NUMBERS[label]))) == NUMBERS[label]


def test_draws_are_those_of_node(draws: Draws) -> None:
    stream = draws.stream("auction-1/offer")
    assert [stream.below(24) for _ in OFFER] == OFFER
    dice = draws.stream("room-1/d20/1")
    assert [dice.below(20) + 1 for _ in DICE] == DICE
    grid = draws.stream("setup/grid")
    assert " ".join(str(grid.below(9) - 4) for _ in range(49)) == GRID
    assert draws.stream("deck").shuffle(range(1, 17)) == DECK
    assert draws.stream("ceremony/candidate").choice(["Ana", "Bo", "Cy", "Dee", "Eve"]) == "Bo"


@pytest.mark.parametrize("label", REJECTED)
def test_a_number_past_the_last_fair_one_is_drawn_again(draws: Draws, label: str) -> None:
    taken = REJECTED[label]
    assert [value < HALF_AND_ONE for value in taken] == [False] * (len(taken) - 1) + [True]
    stream = draws.stream(label)
    assert stream.below(HALF_AND_ONE) == taken[-1]
    assert stream.number() == number(draws.seed, label, len(taken))


class Scripted(Stream):
    """A stream whose numbers are given."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(b"", "")
        self.left = list(numbers)

    def number(self) -> int:
        return self.left.pop(0)


@pytest.mark.parametrize(
    ("bound", "numbers", "drawn"),
    [
        (3, [2**64 - 1, 2**64 - 2], 2),  # 2**64 = 3k + 1: the last number alone is unfair
        (2**63 + 1, [2**63 + 1, 2**63], 2**63),
        (2**64, [2**64 - 1], 2**64 - 1),  # every number is fair
        (2**32, [2**64 - 1], 2**32 - 1),
        (10, [2**64 - 1, 2**64 - 6, 2**64 - 7], 9),  # 2**64 = 10k + 6
    ],
)
def test_the_border_of_fairness_is_exact(bound: int, numbers: list[int], drawn: int) -> None:
    stream = Scripted(*numbers)
    assert stream.below(bound) == drawn
    assert stream.left == []


def test_below_one_takes_nothing(draws: Draws) -> None:
    stream = draws.stream("auction-1/offer")
    assert [stream.below(1) for _ in range(5)] == [0] * 5
    assert stream.choice(["only"]) == "only"
    assert stream.shuffle(["only"]) == ["only"]
    assert stream.shuffle([]) == []
    assert stream.number() == NUMBERS["auction-1/offer"][0]


@pytest.mark.parametrize("bound", [0, -1, 2**64 + 1, 2**65])
def test_a_bound_without_a_fair_answer_is_an_error_and_no_endless_loop(draws: Draws, bound: int) -> None:
    with pytest.raises(ValueError, match="a draw below"):
        draws.stream("x").below(bound)


def test_no_choice_among_nothing(draws: Draws) -> None:
    with pytest.raises(ValueError, match="a draw below 0"):
        draws.stream("x").choice([])


def test_a_label_is_used_from_its_beginning_each_time_and_no_label_moves_another(draws: Draws) -> None:
    first = [draws.stream("a").below(1000), draws.stream("b").below(1000)]
    second = [draws.stream("b").below(1000), draws.stream("a").below(1000)]
    assert first == second[::-1]
    assert draws.stream("a").number() != draws.stream("a ").number()
    held = draws.stream("a")
    held.number()
    assert draws.stream("a").number() == number(draws.seed, "a", 0)
    assert held.number() == number(draws.seed, "a", 1)


def test_a_shuffle_leaves_the_given_list_alone(draws: Draws) -> None:
    given_list = list(range(10))
    mixed = draws.stream("deck").shuffle(given_list)
    assert given_list == list(range(10))
    assert mixed != given_list
    assert sorted(mixed) == given_list


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Draws(b"s" * size)


def test_the_seed_does_not_show(draws: Draws) -> None:
    stream = draws.stream("a label")
    stream.number()
    shown = [repr(draws), str(draws), repr(stream), f"{stream}", repr([draws]), repr(copy.copy(stream))]
    try:
        stream.below(0)
    except ValueError:
        shown.append(traceback.format_exc())
    try:
        Draws(draws.seed[:31])
    except ValueError:
        shown.append(traceback.format_exc())
    for text in shown:
        for secret in (draws.seed.hex(), draws.seed.hex()[:12], repr(draws.seed)[2:-1], repr(draws.seed)[2:12]):
            assert secret not in text


@given(st.binary(min_size=32, max_size=32), st.text(st.characters(exclude_categories=["Cs"])), st.lists(st.integers(1, 2**64), max_size=8))
@settings(deadline=None)
def test_every_draw_is_the_oracle_s(seed: bytes, label: str, bounds: list[int]) -> None:
    stream = Draws(seed).stream(label)
    index = 0
    for bound in bounds:
        value = 0
        while bound > 1:
            value = number(seed, label, index)
            index += 1
            if value < bound * (2**64 // bound):
                break
        assert stream.below(bound) == value % bound


# Sanity of the whole: not a proof of fairness, but a slip in `below` or `shuffle` shows --------------------------------


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def naive_shuffle(stream: Stream, items: Sequence[int]) -> list[int]:
    """The classic slip: every place is exchanged with any place."""
    mixed = list(items)
    for index in range(len(mixed)):
        other = stream.below(len(mixed))
        mixed[index], mixed[other] = mixed[other], mixed[index]
    return mixed


def orders(shuffle: Callable[[Stream, Sequence[int]], list[int]], draws: Draws) -> float:
    seen = Counter(tuple(shuffle(draws.stream(f"order/{number}"), range(4))) for number in range(4800))
    return chi_square([seen[order] for order in permutations(range(4))])


def test_each_answer_comes_about_as_often_as_the_others(draws: Draws) -> None:
    stream = draws.stream("many")
    along = Counter(stream.below(6) for _ in range(6000))
    across = Counter(draws.stream(f"many/{label}").below(6) for label in range(6000))
    pairs = Counter(zip([stream.below(3) for _ in range(4500)], [stream.below(3) for _ in range(4500)], strict=True))
    assert chi_square([along[face] for face in range(6)]) < 20.5  # one in a thousand, 5 degrees of freedom
    assert chi_square([across[face] for face in range(6)]) < 20.5
    assert chi_square(list(pairs.values())) < 26.1  # 8 degrees


def test_each_order_comes_about_as_often_as_the_others_and_the_measure_can_tell(draws: Draws) -> None:
    assert orders(Stream.shuffle, draws) < 49.7  # one in a thousand, 23 degrees of freedom
    assert orders(naive_shuffle, draws) > 49.7
