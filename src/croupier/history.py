"""What of a journal still counts: the acts of a match in order, less what was rolled back; editions of a step; moved deadlines.

Must not write, nor know what the acts did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from croupier.core.calendar import read_local
from croupier.core.journal import Entry

ACTS = ("resolved", "entered", "ruled")
DELIVERABLE = ("opened", "resolved", "entered", "ruled", "rolled_back", "extended", "paused", "resumed", "revealed")
HOST_LOG = ("ruled", "rolled_back", "extended", "paused", "resumed", "replaced")


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The `resolved`, `entered` and `ruled` entries that stand.

    A roll-back brings back what stood before its entry. A `resolved` entry with `replaces` (a late or voided hand-in)
    stands in for the step that it decides anew; taken back, it gives way to that one again.
    """
    return _stood(entries)[-1]


def _stood(entries: Sequence[Entry]) -> list[tuple[Entry, ...]]:
    """What stood before the first entry, after it, after the second, and so on."""
    stood: list[tuple[Entry, ...]] = [()]
    for entry in entries:
        now = stood[-1]
        if entry.kind == "rolled_back":
            now = stood[entry.body["entry"] - 1]
        elif entry.kind in ACTS:
            now = (*(act for act in now if act.n < entry.body.get("replaces", entry.n)), entry)
        stood.append(now)
    return stood


@dataclass(frozen=True, slots=True)
class Edition:
    """Which of its forms a step has now: 0 as first laid out, one more for each ruling or new beginning that changed it.

    What the host has entered begins a step here, since other forms follow it; the calendar knows nothing of that.
    """

    step: int
    number: int


def edition(entries: Sequence[Entry]) -> Edition:
    """The step that is being played and its edition. A step that comes back as it was (a roll-back) has its old edition."""
    return _editions(entries)[-1]


def _editions(entries: Sequence[Entry]) -> list[Edition]:
    """Step and edition before the first entry, after it, after the second, and so on."""
    found: list[Edition] = []
    seen: dict[int, list[tuple[int, ...]]] = {}
    for acts in _stood(entries):
        began = max((act.n for act in acts if act.kind != "ruled"), default=0)
        step = sum(act.kind != "ruled" for act in acts) + 1
        key = (began, *[act.n for act in acts if act.kind == "ruled" and act.n > began])
        keys = seen.setdefault(step, [])
        if key not in keys:
            keys.append(key)
        found.append(Edition(step, keys.index(key)))
    return found


def moved(entries: Sequence[Entry]) -> tuple[tuple[int, datetime], ...]:
    """The deadlines that the host has moved: (number from 0, wall-clock time)."""
    return tuple((entry.body["number"], read_local(entry.body["to"])) for entry in entries if entry.kind in ("extended", "resumed"))


def paused(entries: Sequence[Entry]) -> bool:
    """Whether the match is paused."""
    last = [entry.kind for entry in entries if entry.kind in ("paused", "resumed")]
    return bool(last) and last[-1] == "paused"


def delivered(entries: Sequence[Entry]) -> bool:
    """Whether workbooks and site show what the journal says."""
    last = [entry.kind for entry in entries if entry.kind in (*DELIVERABLE, "delivered")]
    return bool(last) and last[-1] == "delivered"


def last_snapshots(entries: Sequence[Entry], until: datetime | None = None) -> dict[str, str]:
    """Seat → hash of the last snapshot that a check kept of the form that is being filled in, taken no later than `until`.

    What was read from another edition of the step does not count: its form may have asked other things.
    """
    found: dict[str, str] = {}
    editions = _editions(entries)
    for entry in entries:
        if entry.kind == "snapshot" and editions[entry.n] == editions[-1] and (until is None or datetime.fromisoformat(entry.at) <= until):
            found.update(entry.body["snapshots"])
    return found


def carried(entries: Sequence[Entry]) -> dict[str, Any]:
    """Seat → what stood in its workbook when the last correction that stands made a new edition of it."""
    return _carried(entries, "carried")


def carried_saved(entries: Sequence[Entry]) -> dict[str, str]:
    """Seat → when the workbook was saved from which that was taken."""
    return _carried(entries, "saved")


def _carried(entries: Sequence[Entry], key: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for act in standing(entries):
        found = dict(act.body.get(key, found if act.kind == "ruled" else {}))
    return found


def needs_host(entries: Sequence[Entry], step: int) -> str | None:
    """The file that holds the inputs of a step which the rules' code could not resolve; None where nothing is wrong."""
    trouble: str | None = None
    for entry in entries:
        if entry.kind == "failed" and entry.body["step"] == step:
            trouble = entry.body["case"]
        elif entry.kind in ACTS:
            trouble = None
    return trouble


def log(entries: Sequence[Entry]) -> list[tuple[str, str, dict[str, Any]]]:
    """The host's log: (time, kind, data) of every correction, in order."""
    return [(entry.at, entry.kind, dict(entry.body)) for entry in entries if entry.kind in HOST_LOG or "replaces" in entry.body]
