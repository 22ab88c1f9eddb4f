"""Forms: what is put at a path is got there, and what is not there is nothing.

Must not know workbooks.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.forms import Field, get, put

parts = st.text(max_size=3)
paths = st.lists(parts, min_size=1, max_size=4).map(tuple)


def test_put_makes_the_mappings_on_the_way() -> None:
    answers: dict[str, Any] = {}
    put(answers, ("bids", "Wolfman A"), "$100")
    put(answers, ("bids", "Wolfman B"), None)
    put(answers, ("candidate",), "Bo")
    assert answers == {"bids": {"Wolfman A": "$100", "Wolfman B": None}, "candidate": "Bo"}
    put(answers, ("bids", "Wolfman A"), 7)
    assert get(answers, ("bids", "Wolfman A")) == 7


@pytest.mark.parametrize("path", [("x",), ("bids", "x"), ("bids", "Wolfman", "x"), ("text", "x"), ("list", "0"), ("none", "x")])
def test_get_gives_none_where_there_is_nothing(path: tuple[str, ...]) -> None:
    assert get({"bids": {"Wolfman": 3}, "text": "xyz", "list": [1], "none": None}, path) is None


def test_a_path_is_named_with_strokes() -> None:
    assert Field("bid_1", ("bids", "Wolfman A"), "Wolfman A").where == "bids/Wolfman A"


@given(st.lists(st.tuples(paths, st.integers()), max_size=6))
@settings(deadline=None)
def test_what_was_put_is_got(given_values: list[tuple[tuple[str, ...], int]]) -> None:
    """Of paths none of which leads through another, as the fields of one form are."""
    fields: dict[tuple[str, ...], int] = {}
    for path, value in given_values:
        if not any(path[: len(other)] == other or other[: len(path)] == path for other in fields if other != path):
            fields[path] = value
    answers: dict[str, Any] = {}
    for path, value in fields.items():
        put(answers, path, value)
    assert {path: get(answers, path) for path in fields} == fields
