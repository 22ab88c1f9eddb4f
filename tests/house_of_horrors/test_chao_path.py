"""Reading a Chao's path: what is accepted, which step a problem names, and that nothing typed can crash it (HH-32).

Must not test the walk that follows; that is `test_walks`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.house_of_horrors.catalogue import Catalogue, Scare, Shape
from croupier.games.house_of_horrors.house import House, Piece, Plot, build, read_square, square_name
from croupier.games.house_of_horrors.walks import read_chao_path

DOT = Shape(((0, 0),), ())
WALL = Scare("Wall", "Wa", "999999", 0, 0, 0, (DOT, DOT, DOT, DOT))
#     A  B  C  D
#  1  .  .  .  E
#  2  .  #  .  .
#  3  .  .  #  .
#  4  S  .  .  .
HOUSE = build(Plot(4, (0, 3), (3, 0)), Catalogue((WALL,)), [Piece("Wall", at, 0) for at in ("B2", "C3")])
LEGAL = "A4 B4 C4 D3 D2 D1"
TYPED_ARROWS = ["->", " -> ", "-->", "=>", ">", "➡\ufe0f", " ↗\ufe0f "]
ARROWS = "→➔➜➝➞➡⇒⟶⟹↗←￫🡒"


def read(typed: object, house: House = HOUSE) -> str:
    """The path in one string, or the code and words of the problem."""
    path, problem = read_chao_path(house, typed)
    assert (path is None) != (problem is None)
    return " ".join(path) if path is not None else ": ".join(problem or ())


@pytest.mark.parametrize(
    "parting",
    [
        " ",
        "  ",
        ",",
        ", ",
        ";",
        " ; ",
        "-",
        " - ",
        "–",
        "—",
        "‑",
        "−",
        "\n",
        "\r\n",
        "\t",
        "\u00a0",
        "\u3000",
        "，",
        "、",
        "；",
        *ARROWS,
        *TYPED_ARROWS,
    ],
)
def test_what_may_part_the_squares(parting: str) -> None:
    assert read(LEGAL.replace(" ", parting)) == LEGAL
    assert read(parting + LEGAL.lower().replace(" ", parting) + parting) == LEGAL


@pytest.mark.parametrize("typed", ["a4 b4 c4 d3 d2 d1", "Ａ４ Ｂ４ Ｃ４ Ｄ３ Ｄ２ Ｄ１", " A4 B4\u200b C4 D3 D2 D1 ", "A04 B04 C4 D3 D2 D1"])
def test_squares_are_read_as_typed(typed: str) -> None:
    assert read(typed) == LEGAL


@pytest.mark.parametrize("typed", [None, "", "   ", "\u200b", "\n", "-", " , ; → ", [], {}, [None, ""], ()])
def test_nothing_written_is_missing(typed: object) -> None:
    assert read(typed).startswith("missing: ")


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("A4 B4 hello D3 D2 D1", "step 3, “hello”,"),
        ("A4 C4 x D1", "step 3, “x”,"),
        ("A4B4 C4 D3 D2 D1", "step 1, “A4B4”,"),
        ("A4/B4", "step 1, “A4/B4”,"),
        ("A4 B4 4C", "step 3, “4C”,"),
        ("A4 B4 C4.", "step 3, “C4.”,"),
        ("A4 AA1", "step 2, “AA1”,"),
        ("A4 ı1", "step 2, “ı1”,"),
        ("A4 B-4", "step 2, “B”,"),
        ("A4 = B4", "step 2, “=”,"),
        (4, "this"),
        (4.5, "this"),
        (True, "this"),
        (float("nan"), "this"),
        (LEGAL.split(), "this"),
        ({"1": LEGAL}, "this"),
        (object(), "this"),
    ],
)
def test_a_word_that_is_no_square_is_unreadable(typed: object, named: str) -> None:
    assert read(typed).startswith(f"unreadable: {named} is no square")


def test_what_is_far_too_long_is_unreadable_and_not_repeated() -> None:
    assert read("A4 " + "x" * 50_000).startswith("unreadable: step 2, “xxxxxxxxxxxx…”, is no square")
    assert read("A4 A" + "1" * 50_000).startswith("illegal: step 2, A11111111111…, is outside")
    deep: list[object] = []
    for _ in range(10_000):
        deep = [deep]
    assert read(10**5000) == read([10**5000]) == read(deep) == read(4)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("B4 C4 D3 D2 D1", "step 1, B4, is not the start: begin with A4"),
        ("D1 D2 D3 C4 B4 A4", "step 1, D1, is not the start"),
        ("Z9", "step 1, Z9, is outside the house"),
        ("a4 a5 b4", "step 2, A5, is outside the house: stay within A1 to D4"),
        ("A4 B4 E4", "step 3, E4, is outside"),
        ("A4 A0", "step 2, A0, is outside"),
        ("A4 A100 B4", "step 2, A100, is outside"),
        ("A4 B3 C3 D2 D1", "step 3, C3, is inside a piece"),
        ("A4 B4 A4 A3", "step 3, A4, was entered before, as step 1"),
        ("A4 B4 C4 B4", "step 4, B4, was entered before, as step 2"),
        ("A4 A4 B4", "step 2, A4, was entered before, as step 1"),
        ("A4 C4 D3 D2 D1", "step 2, C4, is more than one step from A4"),
        ("A4 B4 B3 C2 D1", "step 4, C2, cannot be reached from B3: both squares beside"),
        ("A4 B4 C4 D3 D2 D1 C1", "step 6, D1, is the exit, but the path goes on"),
        ("A4 B4 C4 D3 D2", "step 5, D2, is the last but not the exit: go on to D1"),
        ("A4", "step 1, A4, is the last but not the exit"),
    ],
)
def test_the_first_wrong_step_is_named(typed: str, words: str) -> None:
    assert read(typed).startswith(f"illegal: {words}")


def is_legal(path: list[str]) -> bool:
    """The ruling for HOUSE, told once more."""
    squares = [read_square(name) or (-1, -1) for name in path]

    def free(x: int, y: int) -> bool:
        return 0 <= x < 4 and 0 <= y < 4 and (x, y) not in ((1, 1), (2, 2))

    steps_right = all(
        abs(a - c) <= 1 and abs(b - d) <= 1 and ((a == c or b == d) or free(a, d) or free(c, b)) for (a, b), (c, d) in pairwise(squares)
    )
    once = len(set(squares)) == len(squares)
    return path[0] == "A4" and path[-1] == "D1" and all(free(*at) for at in squares) and once and steps_right


@st.composite
def wanderings(draw: st.DrawFn) -> list[str]:
    """Squares one step apart from the start on, mostly in the house, sometimes with a slip."""
    x, y = 0, 3
    path = [(x, y)]
    for across, down in draw(st.lists(st.sampled_from([(1, 0), (0, -1), (1, -1), (0, 1), (-1, 0), (1, 1), (-1, -1), (-1, 1)]), max_size=9)):
        if 0 <= x + across < 4 and 0 <= y + down < 4:
            x, y = x + across, y + down
            path.append((x, y))
        if (x, y) == (3, 0):
            break
    if draw(st.integers(0, 3)) == 0:
        path.insert(draw(st.integers(0, len(path))), draw(st.tuples(st.integers(0, 4), st.integers(0, 4))))
    return [square_name(at) for at in path]


@settings(max_examples=600, deadline=None)
@given(wanderings())
def test_exactly_the_legal_paths_are_taken(path: list[str]) -> None:
    assert (read(" ".join(path)) == " ".join(path)) == is_legal(path)
    if not is_legal(path):
        assert read(" ".join(path)).startswith("illegal: step ")


def test_the_ruling_told_once_more_tells_paths_apart() -> None:
    assert is_legal(LEGAL.split())
    for wrong in ("A4 B4", "B4 C4 D3 D2 D1", "A4 B3 C2 D1", "A4 C4 D3 D2 D1", "A4 B4 A4 B4 C4 D3 D2 D1", "A4 B3 C3 D2 D1"):
        assert not is_legal(wrong.split())


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.text("A4B3C2D1 ,->→\ufe0f\ud800"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@settings(max_examples=200, deadline=None)
@given(JUNK)
def test_nothing_typed_crashes_it(typed: object) -> None:
    assert read(typed)
