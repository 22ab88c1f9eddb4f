"""What is typed into cells: each sentence of the rule "as typed" as a table of values, and odd cells that must not crash.

Must not test what a game reads by its own ruling (`$`, comma groups): that is the game's.
"""

from __future__ import annotations

import math
import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core import typed

HUGE = 10**5000  # more digits than Python turns into text at once
ODD = [float("nan"), float("inf"), float("-inf"), 1e308, -0.0, HUGE, -HUGE, object(), b"7", b"\xff", 1j, {7}, "\x00", "\ud800", "\U0010ffff"]

WHOLE: list[tuple[Any, int]] = [
    # digits with an optional sign and an optional .0…, as text or number
    (7, 7),
    (" 7 ", 7),
    ("+2", 2),
    ("-2", -2),
    ("−2", -2),
    ("3.0", 3),
    ("3.000", 3),
    ("-3.0", -3),
    (3.0, 3),
    (-3.0, -3),
    (-0.0, 0),
    ("-0", 0),
    ("0003", 3),
    (1e15, 10**15),
    (2**70, 2**70),
    ("\t7\r\n", 7),
    # NFKC first: full width, and the blanks of other scripts
    ("２", 2),
    ("１２.０", 12),
    ("＋２", 2),
    ("－２", -2),
    ("﹣2", -2),
    ("𝟕", 7),
    ("①", 1),
    ("\u00a07\u00a0", 7),
    ("\u30007\u2009", 7),
    # marks that come along with what is copied and that nobody sees
    ("\u200b7", 7),
    ("7\ufeff", 7),
    ("1\u200d2", 12),
    ("\u202d−7\u202c", -7),
    ("\u20667\u2069", 7),
    ("\u200e7\u200f", 7),
    ("1\u00ad2", 12),
]

NOT_WHOLE: list[Any] = [
    "2.5",
    2.5,
    "1e1",
    "1E1",
    "1,0",
    "1.000,0",
    "1,000",
    "ten",
    # a truth value
    True,
    False,
    "TRUE",
    # a blank cell
    None,
    "",
    " ",
    "\u00a0\u200b",
    # parts of a number
    "3.",
    ".0",
    "+",
    "-",
    ".",
    "--2",
    "+-2",
    "− 2",
    "+ 2",
    "2-",
    "3.0.0",
    "3.01",
    "3.0 0",
    # other ways to write numbers, none of which is digits
    "1 000",
    "1\u202f000",
    "1_000",
    "1'000",
    "0x10",
    "0b1",
    "1/1",
    "7%",
    "$7",
    "7 €",
    "(7)",
    "'7",
    "=7",
    "12:30",
    "1-Jan",
    "2026-12-01",
    "#REF!",
    "–2",  # a dash is no sign
    # NFKC leaves the digits of other scripts as they are
    "٣",
    "३",
    "７٣",
    # and what it would make of these is a guess: 10² is not 102
    "10²",
    "²",
    "H₂",
    "1₀",
    "½",
    "1½",
    "Ⅳ",
    "1️⃣",
    # containers and others
    [],
    [7],
    {},
    {"a": 7},
    (7,),
]


@pytest.mark.parametrize(("value", "number"), WHOLE)
def test_a_whole_number(value: Any, number: int) -> None:
    read = typed.whole(value)
    assert read == number
    assert type(read) is int


@pytest.mark.parametrize("value", [*NOT_WHOLE, *(odd for odd in ODD if odd not in (1e308, -0.0))], ids=lambda value: ascii(typed.text(value))[:20])
def test_no_whole_number(value: Any) -> None:
    assert typed.whole(value) is None


def test_a_number_of_very_many_digits_neither_crashes_nor_is_read() -> None:
    assert typed.whole("9" * 4000) == 10**4000 - 1
    for digits in (4001, 5000, 100_000):
        assert typed.whole("9" * digits) is None
        assert typed.whole("0" * digits) is None
        assert typed.whole("-" + "9" * digits + ".0") is None
    assert typed.whole(10**4000 - 1) == 10**4000 - 1
    assert typed.whole(10**4000) is None
    assert str(typed.whole("9" * 4000)), "what was read can be written"
    for odd in (HUGE, -HUGE, [HUGE], {HUGE: 1}):
        assert typed.text(odd) == typed.name_key(odd) == "(a number too long to read)"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("  ", ""),
        ("\u00a0\u3000\u200b\u2060\ufeff", ""),
        ("  Wolfman A\n", "Wolfman A"),
        (True, "TRUE"),
        (False, "FALSE"),
        (3, "3"),
        (3.0, "3"),
        (2.5, "2.5"),
        (-0.0, "0"),
        ("Ａｎａ", "Ana"),
        ("ﬁn", "fin"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("10²", "10²"),
        ("ﬁ²ﬁ", "fi²fi"),
        ("0003", "0003"),
        ("8085e4", "8085e4"),
        ("18_29", "18_29"),
        ("=A1", "=A1"),
        ("\u202eanA\u202c", "anA"),
    ],
)
def test_the_text_of_a_cell(value: Any, text: str) -> None:
    assert typed.text(value) == text


@pytest.mark.parametrize("value", [None, "", " ", "\u00a0", "\u200b", "\u202d\u202c", [], {}, (), [None, " "], {"a": None, "b": {"c": [" "]}}])
def test_a_blank_cell(value: Any) -> None:
    assert typed.is_blank(value)


@pytest.mark.parametrize("value", [0, 0.0, False, "0", ".", "\u2800", [None, 0], {"a": {"b": "x"}}, float("nan")])
def test_no_blank_cell(value: Any) -> None:
    assert not typed.is_blank(value)
    assert not typed.is_blank([HUGE])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Wolfman A", " wolfman  a "),
        ("Wolfman A", "WOLFMAN\u00a0A"),
        ("Straße", "STRASSE"),
        ("é", "E\u0301"),
        ("ΐ", "Ϊ\u0301"),
        ("Ｗolfman", "wolfman"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("❤\ufe0f", "❤"),
        ("x²", "x2"),
        (7, "7.0".removesuffix(".0")),
        (7.0, 7),
    ],
)
def test_two_spellings_of_one_name(one: Any, other: Any) -> None:
    assert typed.name_key(one) == typed.name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Wolfman A", "WolfmanA"), ("Ana", "Anna"), ("a", "а"), ("0003", "3"), ("Ana", "Ána"), ("1e5", "100000")])
def test_two_names(one: str, other: str) -> None:
    assert typed.name_key(one) != typed.name_key(other)


def test_letters_case_and_form_never_part_a_name_from_itself() -> None:
    """Every character there is, in the middle of a name."""
    for number in range(sys.maxunicode + 1):
        mark = chr(number)
        if unicodedata.category(mark)[0] == "C" or (unicodedata.category(mark) == "Lo" and not unicodedata.decomposition(mark)):
            continue  # neither case nor forms
        name = f"a{mark}b"
        key = typed.name_key(name)
        assert typed.name_key(key) == key
        assert typed.name_key(name.casefold()) == key
        assert typed.text(typed.text(name)) == typed.text(name)
        if name.upper().casefold() == name.casefold():
            assert typed.name_key(name.upper()) == key, hex(number)


cells = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.sampled_from([odd for odd in ODD if type(odd) is not int]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(cells)
@settings(deadline=None)
def test_no_cell_crashes_the_reader(value: Any) -> None:
    text = typed.text(value)
    assert typed.text(text) == text
    assert text == text.strip()
    assert typed.name_key(typed.name_key(value)) == typed.name_key(value)
    typed.is_blank(value)
    number = typed.whole(value)
    if number is not None:
        assert typed.whole(str(number)) == number
        assert math.isfinite(number)


@given(
    st.integers(-(10**20), 10**20),
    st.sampled_from(["{}", " {}", "{}.0", "{}.00 ", "\u00a0{}", "\u200b{}\ufeff"]),
    st.sampled_from(["-", "−", "－"]),
    st.booleans(),
)
@settings(deadline=None)
def test_every_way_to_write_a_whole_number_is_read(number: int, form: str, minus: str, wide: bool) -> None:
    digits = form.format(number).replace("-", minus)
    if wide:
        digits = digits.translate({ord("0") + digit: chr(0xFF10 + digit) for digit in range(10)})
    assert typed.whole(digits) == number


@given(st.floats())
@settings(deadline=None)
def test_a_fraction_is_never_rounded(value: float) -> None:
    number = typed.whole(value)
    assert (number is None) == (not math.isfinite(value) or value != math.floor(value))
    assert number is None or number == value
