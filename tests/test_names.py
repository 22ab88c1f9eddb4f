"""Names: which are refused, which are twins, and the ids made from them.

Must not judge a name by its alphabet: names hold any letters there are.
"""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from croupier.core import typed
from croupier.core.problems import HostError
from croupier.names import MOST_LETTERS, RESERVED, look, refuse_twins, seat_ids, slug

FAMILY = "👨\u200d👩\u200d👧"
TWINS = [
    # letters' case
    ("Ana", "ana"),
    ("Straße", "STRASSE"),
    ("ΣΊΣΥΦΟΣ", "Σίσυφος"),
    ("Νίκος", "ΝΊΚΟΣ"),
    ("Жук", "жУК"),
    # form
    ("Zoë", "Zoe\u0308"),
    ("Ana", "Ａｎａ"),
    ("Ana", "𝐀𝐧𝐚"),
    ("ﬁn", "fin"),
    ("x²", "x2"),
    ("ℓea", "lea"),
    # look: other alphabets
    ("Anna", "Аnnа"),  # Cyrillic А and а
    ("Bo", "Вo"),  # Cyrillic В
    ("Hope", "Норе"),
    ("Leo", "Leο"),  # Greek omicron
    ("Nick", "Νick"),  # Greek capital nu
    ("Nick", "𝚴ick"),  # the same, from mathematics
    ("Zed", "Ζed"),
    ("Mia", "Μia"),
    ("Yan", "Υan"),
    ("Peter", "Рeter"),
    ("Leo", "Leօ"),  # Armenian
    ("Gigi", "ɡigi"),
    # look: within one alphabet
    ("Iris", "lris"),
    ("Ill", "I11"),
    ("Bill", "BiIl"),
    ("Oscar", "0scar"),
    ("Jess", "Je55"),
    ("Jess", "Je$$"),
    ("Burny", "Bumy"),
    ("Vvill", "Will"),
    ("Zoe", "Zoé"),
    ("Ana", "A\u0301n\u0323a"),
    ("Ili", "|1!"),
    # blanks and points
    ("Ana Bo", "AnaBo"),
    ("Ana Bo", "Ana  Bo"),
    ("Ana-Bo", "ana.bo"),
    ("O'Hara", "O’Hara"),
    # what is not seen
    ("Ana", "A\u200dna"),
    (FAMILY, FAMILY.replace("\u200d", "")),
    ("❤", "❤\ufe0f"),
    ("Ana", "Ana\ufe0f"),
]
APART = [
    ("Ana", "Anna"),
    ("Ana", "Bo"),
    ("Hans", "Nans"),
    ("Vera", "Wera"),
    ("José", "Josef"),
    ("👨", FAMILY),
    ("😀", "😃"),
    ("花", "華"),
    ("Mo", "Rno2"),
    ("A1", "A2"),
]
FINE = [
    FAMILY,
    "👩🏽\u200d🚀",
    "🇩🇪",
    "☠️",
    "1️⃣",
    "🫨",
    "花子",
    "Жанна",
    "علي",
    "שרה",
    "नेहा",
    "ქეთი",
    "Nguyễn Thị Bình",
    "O'Hara-Smith Jr.",
    "=SUM(1)",
    "<b>",
    "a|b",
    "x" * MOST_LETTERS,
]
UNSEEN = {
    "right-to-left override": "An\u202ea",
    "right-to-left mark": "Ana\u200f",
    "isolate": "\u2066Ana\u2069",
    "zero-width space": "A\u200bna",
    "word joiner": "A\u2060na",
    "byte order mark": "\ufeffAna",
    "soft hyphen": "A\u00adna",
    "grapheme joiner": "A\u034fna",
    "Hangul filler": "\u3164",
    "half-width Hangul filler": "A\uffa0",
    "Braille blank": "\u2800",
    "joiners alone": "\u200d\ufe0f",
    "no-break space": "Ana\u00a0Bo",
    "line separator": "Ana\u2028Bo",
    "newline": "Ana\nBo",
    "tab": "Ana\tBo",
    "null": "Ana\x00",
    "delete": "Ana\x7f",
    "private use": "Ana\ue000",
    "tags": "Ana\U000e0041",
    "supplementary selector": "Ana\U000e0100",
    "unassigned": "Ana\u0378",
    "half a letter": "Ana\ud800",
}


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_twins_are_refused_whoever_comes_first(one: str, other: str) -> None:
    for pair in ((one, other), (other, one)):
        with pytest.raises(HostError, match="are the same or look the same") as refused:
            refuse_twins([pair[0], "Somebody else", pair[1]])
        assert repr(pair[0]) in refused.value.message
        assert repr(pair[1]) in refused.value.message


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_are_let_in(one: str, other: str) -> None:
    refuse_twins([one, other])


@pytest.mark.parametrize("name", FINE)
def test_names_of_any_letters_are_let_in(name: str) -> None:
    refuse_twins([name, "Ana"])


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_what_is_not_seen_is_refused(name: str) -> None:
    with pytest.raises(HostError, match=r"holds invisible marks|blanks around it"):
        refuse_twins([name])


@pytest.mark.parametrize("name", ["", " ", " Ana", "Ana ", "\u3000Ana", "x" * (MOST_LETTERS + 1)])
def test_empty_and_endless_names_are_refused(name: str) -> None:
    with pytest.raises(HostError, match=r"is empty or has blanks around it|is longer than"):
        refuse_twins([name])


@pytest.mark.parametrize("name", [*RESERVED, "Public", "HOST", "h0st", "Ноst", "no body", "EVERYONE", "here"])
def test_names_that_mean_something_else_are_refused(name: str) -> None:
    with pytest.raises(HostError, match="cannot be called"):
        refuse_twins(["Ana", name])


letters = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@given(letters, letters)
@settings(deadline=None)
@example("Ana", "ANA")
@example("ΐ", "Ϊ\u0301")
def test_two_names_that_a_cell_would_take_for_one_are_twins(one: str, other: str) -> None:
    """Else who types a name would vote for somebody else."""
    for spelling in (typed.text(one), one.casefold(), unicodedata.normalize("NFD", one), f" {one}\u200b", other):
        if typed.name_key(spelling) == typed.name_key(one):
            assert look(spelling) == look(one)


@given(st.lists(letters, max_size=4))
@settings(deadline=None)
def test_any_list_of_names_is_let_in_or_refused_in_words(names: list[str]) -> None:
    try:
        refuse_twins(names)
    except HostError as refused:
        assert refused.next_step.endswith("players.csv")
        return
    keys = [typed.name_key(name) for name in names]
    assert len(set(keys)) == len(names)
    assert all(keys)


# File names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ana", "ana"),
        ("Main Match 4", "main-match-4"),
        ("Zoë D'Árc", "zoe-d-arc"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\x", "c-x"),
        ("=SUM(A1)", "sum-a1"),
        ("花子", "fallback"),
        (FAMILY, "fallback"),
        ("---", "fallback"),
        ("", "fallback"),
        ("x" * 50, "x" * 30),
        ("x" * 29 + " y", "x" * 29),
        ("１２", "12"),
    ],
)
def test_a_slug(name: str, expected: str) -> None:
    assert slug(name, "fallback") == expected


@given(st.lists(st.text(), max_size=12, unique=True))
@settings(deadline=None)
def test_ids_are_safe_file_names_and_no_two_are_alike(names: list[str]) -> None:
    ids = seat_ids(names)
    assert list(ids) == names
    assert len({seat.casefold() for seat in ids.values()}) == len(names)
    assert all(re.fullmatch(r"[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*", seat) for seat in ids.values())


def test_twelve_names_without_a_latin_letter_have_twelve_ids() -> None:
    names = ["花子", "太郎", "Жанна", "علي", "שרה", "नेहा", "ქეთი", "Νίκος", FAMILY, "☠️", "서연", "ไทย"]
    refuse_twins(names)
    assert list(seat_ids(names).values()) == [f"{number:02d}-player" for number in range(1, 13)]
