"""The journal of a match: one line an entry, each with the hash of the line before and with its own.

Must not read or write files; `store.py` keeps the bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

FIRST = "0" * 64
OWN = frozenset({"n", "prev", "kind", "at", "sum"})
"""The keys of a line that are the journal's; all others are its kind's."""


class BrokenJournal(Exception):
    """The lines do not hang together: something else than croupier has changed the journal."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: number from 1, kind, time (ISO, with offset), the kind's own data, and the line's hash."""

    n: int
    kind: str
    at: str
    body: Mapping[str, Any]
    digest: str


def line(n: int, prev: str, kind: str, at: str, body: Mapping[str, Any]) -> bytes:
    """The bytes of an entry, its line's end included: equal content gives equal bytes.

    `sum` is the SHA-256 of the line without it: a change of the last line, which no other line vouches for, shows too.
    """
    taken = OWN & body.keys()
    if taken:
        raise ValueError(f"an entry of the journal has its own {', '.join(sorted(taken))}")
    record = {"n": n, "prev": prev, "kind": kind, "at": at, **body}
    return _written({**record, "sum": digest(_written(record))})


def _written(record: Mapping[str, Any]) -> bytes:
    text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "surrogatepass") + b"\n"


def digest(written: bytes) -> str:
    """SHA-256 of a line, its end included, in hex."""
    return hashlib.sha256(written).hexdigest()


def read(data: bytes) -> tuple[tuple[Entry, ...], int]:
    """The entries and the length of their bytes; an unfinished last line (a crash while writing) is left out.

    Raises BrokenJournal where a line is not as it was written, or does not follow from the line before.
    """
    entries: list[Entry] = []
    prev, length = FIRST, data.rfind(b"\n") + 1
    for number, raw in enumerate(data[:length].split(b"\n")[:-1], start=1):
        entry = _read_line(number, prev, raw + b"\n")
        entries.append(entry)
        prev = entry.digest
    return tuple(entries), length


def _read_line(number: int, prev: str, raw: bytes) -> Entry:
    try:
        record = json.loads(raw)
        n, linked, kind, at = record["n"], record["prev"], record["kind"], record["at"]
        body = {key: value for key, value in record.items() if key not in OWN}
        whole = raw == line(n, linked, kind, at, body)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise BrokenJournal(f"line {number} of the journal is no entry") from fault
    if not whole:
        raise BrokenJournal(f"line {number} of the journal is not as it was written")
    if n != number or linked != prev:
        raise BrokenJournal(f"line {number} of the journal does not follow from the line before it")
    return Entry(n, kind, at, body, digest(raw))


def append(entries: Sequence[Entry], kind: str, at: str, body: Mapping[str, Any]) -> tuple[bytes, Entry]:
    """The line that comes after these entries, and the entry that it is."""
    n, prev = len(entries) + 1, entries[-1].digest if entries else FIRST
    kept = json.loads(json.dumps(body, allow_nan=False))
    written = line(n, prev, kind, at, kept)
    return written, Entry(n, kind, at, kept, digest(written))
