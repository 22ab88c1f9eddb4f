"""Frozen dataclasses to plain data and back: what is absent gives no key, and a round trip loses nothing.

Must not use a game's classes: the games' own events are tried by the suite of every game.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.plain import DEEPLY_NESTED, INNER, MAPPING, NESTED, Codec, encode, key_of, plain


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Lot:
    name: str
    price: int | None = None


@dataclass(frozen=True)
class PricedLot:
    name: str
    price: int | None
    colour: Colour


@dataclass(frozen=True)
class Sold:
    lots: tuple[Lot | PricedLot, ...]
    to: str
    how: Literal["bid", "drawn"]
    colour: Colour
    pair: tuple[str, int]
    typed: str | int | float | bool | None
    words: tuple[str, ...] | str = ()


@dataclass(frozen=True)
class Empty:
    pass


@dataclass(frozen=True)
class View:
    cash: int
    secret: int = field(metadata=INNER)
    as_: str
    walls: int | None = None
    bids: tuple[tuple[str, Lot], ...] | None = field(default=None, metadata=MAPPING)
    flags: Mapping[str, Any] = field(default_factory=dict)


CODEC = Codec((Sold, Empty))


def test_a_view_has_a_key_for_what_is_told_and_none_for_what_is_not() -> None:
    assert plain(View(0, 7, "Red")) == {"cash": 0, "as": "Red", "flags": {}}
    view = View(1, 7, "Red", walls=0, bids=(("Wolfman A", Lot("Wolfman")), ("Wolfman B", Lot("Wolfman", 3))), flags={"open": (True, Colour.RED)})
    assert plain(view) == {
        "cash": 1,
        "as": "Red",
        "walls": 0,
        "bids": {"Wolfman A": {"name": "Wolfman"}, "Wolfman B": {"name": "Wolfman", "price": 3}},
        "flags": {"open": [True, "red"]},
    }


def test_empty_is_not_absent() -> None:
    assert plain(View(0, 0, "", bids=())) == {"cash": 0, "as": "", "bids": {}, "flags": {}}


def test_an_inner_field_never_shows() -> None:
    assert "7654321" not in json.dumps(plain((View(1, 7654321, "x"), {"deep": [View(2, 7654321, "y")]})))


def test_only_a_trailing_underscore_is_dropped() -> None:
    assert [key_of(each) for each in dataclasses.fields(View)][:3] == ["cash", "secret", "as"]


lots = st.builds(Lot, st.text(), st.none() | st.integers()) | st.builds(PricedLot, st.text(), st.none() | st.integers(), st.sampled_from(Colour))
sales = st.builds(
    Sold,
    st.lists(lots, max_size=3).map(tuple),
    st.text(),
    st.sampled_from(["bid", "drawn"]),
    st.sampled_from(Colour),
    st.tuples(st.text(), st.integers()),
    st.text() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.booleans() | st.none(),
    st.text() | st.lists(st.text(), max_size=3).map(tuple),
)


@given(sales | st.builds(Empty))
@settings(deadline=None)
def test_an_event_comes_back_from_json_as_it_was(event: Any) -> None:
    read = CODEC.decode(json.loads(json.dumps(CODEC.encode(event))))
    assert read == event
    assert repr(read) == repr(event), "equal, and of the same types: 1 is not True, 1.0 is not 1"


def written(**changes: Any) -> dict[str, Any]:
    event = Sold((Lot("Wolfman", 3),), "Ana", "bid", Colour.RED, ("a", 1), "9.50")
    return {**json.loads(json.dumps(CODEC.encode(event))), **changes}


def test_the_data_name_the_class_and_hold_every_field() -> None:
    assert written() == {
        "kind": "Sold",
        "lots": [{"name": "Wolfman", "price": 3}],
        "to": "Ana",
        "how": "bid",
        "colour": "red",
        "pair": ["a", 1],
        "typed": "9.50",
        "words": [],
    }
    assert CODEC.encode(Empty()) == {"kind": "Empty"}


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "Stolen"},
        {"to": 7},
        {"to": None},
        {"how": "stolen"},
        {"colour": "green"},
        {"colour": None},
        {"pair": ["a"]},
        {"pair": ["a", "1"]},
        {"pair": ["a", True]},
        {"pair": ["a", 1, 2]},
        {"lots": "Wolfman"},
        {"lots": {"name": "Wolfman"}},
        {"lots": [{"name": "Wolfman"}]},
        {"lots": [{"name": "Wolfman", "price": 3, "colour": "red", "more": 1}]},
        {"lots": ["Wolfman"]},
        {"typed": ["x"]},
        {"more": 1},
    ],
)
def test_data_that_are_no_event_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError)):
        CODEC.decode(written(**changes))


def test_a_missing_field_is_refused() -> None:
    for name in written():
        with pytest.raises((KeyError, TypeError)):
            CODEC.decode({key: value for key, value in written().items() if key != name})


@pytest.mark.parametrize("value", [{1, 2}, ["a list can change"], {"a": 1}, b"bytes", object(), 1j, Sold])
def test_what_cannot_be_kept_is_an_error(value: Any) -> None:
    with pytest.raises(TypeError, match="cannot be kept"):
        encode(dataclasses.replace(Lot("x"), price=value))


def test_only_the_game_s_own_events_are_encoded() -> None:
    @dataclass(frozen=True)
    class Empty:
        """Of the same name, but another class."""

    for stranger in (Lot("x"), Empty(), "text", None):
        with pytest.raises(TypeError, match="no event"):
            CODEC.encode(stranger)


def test_an_event_cannot_have_a_field_that_hides_its_class() -> None:
    @dataclass(frozen=True)
    class Hidden:
        kind: str

    with pytest.raises(TypeError, match="has a field `kind`"):
        Codec((Hidden,))


def test_mappings_may_be_nested() -> None:
    @dataclass(frozen=True)
    class Nested:
        two: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = field(metadata=NESTED)
        three: tuple[tuple[str, tuple[tuple[str, tuple[tuple[str, int], ...]], ...]], ...] = field(metadata=DEEPLY_NESTED)

    found = plain(Nested((("1", (("Ana", 2),)), ("2", ())), (("1", (("Ana", (("A", 3),)),)),)))
    assert found == {"two": {"1": {"Ana": 2}, "2": {}}, "three": {"1": {"Ana": {"A": 3}}}}
