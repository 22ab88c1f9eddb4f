"""The journal's chain: whatever is changed, dropped, doubled or moved is noticed; what a crash tore off is not missed.

Must not touch files. (That whole lines were cut off at the end shows in no chain; the workbooks and the site would tell.)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.journal import FIRST, OWN, BrokenJournal, Entry, append, line, read

BODIES: list[dict[str, Any]] = [
    {"title": "Zoë & Жук 👨\u200d👩\u200d👧", "seats": [{"name": "Ana\u2028\u0085", "garnets": 3}]},
    {},
    {"answers": {"Ana": {"bids": {"Wolfman A": "9.50\r\n"}}, "Bo": None}, "early": False},
    {"odd": "\ud800 half a letter", "float": 0.1, "big": 10**30, "nothing": None},
]


def journal(bodies: Sequence[dict[str, Any]] = BODIES) -> tuple[bytes, tuple[Entry, ...]]:
    data = b""
    entries: tuple[Entry, ...] = ()
    for number, body in enumerate(bodies):
        written, entry = append(entries, f"kind-{number}", f"2026-12-0{number + 1}T21:59:00-05:00", body)
        data, entries = data + written, (*entries, entry)
    return data, entries


def lines() -> list[bytes]:
    return journal()[0].splitlines(keepends=True)


def test_what_is_appended_is_read() -> None:
    data, entries = journal()
    assert read(data) == (entries, len(data))
    assert [entry.body for entry in entries] == BODIES
    assert [entry.n for entry in entries] == [1, 2, 3, 4]
    assert entries[1].kind == "kind-1"
    assert entries[1].at == "2026-12-02T21:59:00-05:00"
    assert read(b"") == ((), 0)


def test_each_line_holds_the_hash_of_the_line_before_and_its_own() -> None:
    prev = "0" * 64
    for raw in lines():
        record = json.loads(raw)
        assert record["prev"] == prev
        assert set(record) >= OWN
        own = record.pop("sum")
        text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8", "surrogatepass")
        assert own == hashlib.sha256(text + b"\n").hexdigest()
        prev = hashlib.sha256(raw).hexdigest()
    assert journal()[1][-1].digest == prev


def test_equal_content_gives_equal_bytes() -> None:
    assert line(1, FIRST, "k", "t", {"b": 1, "a": 2}) == line(1, FIRST, "k", "t", {"a": 2, "b": 1})
    assert line(1, FIRST, "k", "t", {"a": 2}).count(b"\n") == 1


def test_a_tail_torn_at_any_byte_is_left_out_and_the_journal_goes_on() -> None:
    data, entries = journal()
    starts = [0]
    for raw in lines():
        starts.append(starts[-1] + len(raw))
    for length in range(len(data) + 1):
        whole = sum(start <= length for start in starts) - 1
        found, end = read(data[:length])
        assert (found, end) == (entries[:whole], starts[whole])
        written, entry = append(found, "after", "later", {})
        assert read(data[:end] + written) == ((*found, entry), end + len(written))


def test_any_byte_changed_in_any_complete_line_is_noticed() -> None:
    data, entries = journal()
    for place in range(len(data)):
        for changed in {data[place] ^ 1, data[place] ^ 0x20, 0x0A, 0x0D, 0x00, 0x20, 0x22, 0xFF} - {data[place]}:
            forged = data[:place] + bytes([changed]) + data[place + 1 :]
            if place == len(data) - 1:  # the end of the last line: what stands there now is a torn tail, nothing wrong is read
                assert read(forged)[0] == entries[:-1]
                continue
            with pytest.raises(BrokenJournal):
                read(forged)


def test_any_byte_dropped_or_put_in_is_noticed() -> None:
    data, entries = journal()
    for place in range(len(data) - 1):
        with pytest.raises(BrokenJournal):
            read(data[:place] + data[place + 1 :])
        for more in (b" ", b"\n", b"\r", b"\x85", b"0"):
            with pytest.raises(BrokenJournal):
                read(data[:place] + more + data[place:])
    assert read(data[:-1])[0] == entries[:-1]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_line_dropped_doubled_or_moved_is_noticed(number: int) -> None:
    given_lines = lines()
    moved, rest = given_lines[number - 1], given_lines[: number - 1] + given_lines[number:]
    forgeries = [[*given_lines[:number], moved, *given_lines[number:]]]
    forgeries += [[*rest[:place], moved, *rest[place:]] for place in range(4) if place != number - 1]
    forgeries += [rest] if number < 4 else []
    for forged in forgeries:
        with pytest.raises(BrokenJournal, match="does not follow"):
            read(b"".join(forged))


def test_a_line_forged_with_a_right_hash_of_its_own_breaks_the_chain() -> None:
    given_lines = lines()
    record = json.loads(given_lines[1])
    given_lines[1] = line(2, record["prev"], "kind-1", record["at"], {"more": 1})
    with pytest.raises(BrokenJournal, match=r"line 3 .* does not follow"):
        read(b"".join(given_lines))


def test_a_line_from_another_match_breaks_the_chain() -> None:
    other = journal([{"another": "match"}, {}])[0].splitlines(keepends=True)
    with pytest.raises(BrokenJournal, match="line 2"):
        read(lines()[0] + other[1])


@pytest.mark.parametrize(
    "raw",
    [
        b"\n",
        b"[]\n",
        b"null\n",
        b"1\n",
        b'"n"\n',
        b"{}\n",
        b"{\n",
        b"\xff\xfe{}\n",
        b"\xef\xbb\xbf{}\n",
        b"[" * 100_000 + b"\n",
        b'{"n":1}\n',
        b'{"n":true,"prev":"' + FIRST.encode() + b'","kind":"k","at":"t","sum":""}\n',
        b'{"n":1e999,"prev":"","kind":"k","at":"t","sum":""}\n',
    ],
)
def test_a_line_that_is_no_entry_is_named(raw: bytes) -> None:
    with pytest.raises(BrokenJournal, match="line 1 of the journal"):
        read(raw)
    with pytest.raises(BrokenJournal, match="line 5 of the journal"):
        read(journal()[0] + raw)


def test_the_same_content_written_another_way_is_noticed() -> None:
    """Such as by an editor that saves the file anew."""
    first = lines()[0]
    for forged in (first[:-1] + b"\r\n", json.dumps(json.loads(first)).encode() + b"\n", b" " + first, first.replace(b'"n":1', b'"n":1.0')):
        with pytest.raises(BrokenJournal):
            read(forged)


@pytest.mark.parametrize("key", sorted(OWN))
def test_a_body_cannot_take_the_journal_s_own_keys(key: str) -> None:
    with pytest.raises(ValueError, match=key):
        append((), "kind", "at", {key: 7})


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_json_is_refused_before_it_is_written(value: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        append((), "kind", "at", {"value": value})
    with pytest.raises(ValueError, match="JSON"):
        line(1, FIRST, "kind", "at", {"value": value})


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3) | st.dictionaries(st.integers(), inner, max_size=3),
    max_leaves=6,
)
bodies = st.lists(st.dictionaries(st.text().filter(lambda key: key not in OWN), values, max_size=3), max_size=4)


@given(bodies)
@settings(deadline=None)
def test_every_body_comes_back(given_bodies: list[dict[str, Any]]) -> None:
    data, entries = journal(given_bodies)
    assert read(data) == (entries, len(data))
    assert data.count(b"\n") == len(given_bodies)
