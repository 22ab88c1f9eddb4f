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

ACTS = ("resolved", "ruled")
DELIVERABLE = ("opened", "resolved", "ruled", "rolled_back", "extended", "paused", "resumed", "revealed")
HOST_LOG = ("ruled", "rolled_back", "extended", "paused", "resumed", "replaced")


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The `resolved` and `ruled` entries that stand: a roll-back takes back its entry and all after it.

    A `resolved` entry with `replaces` (a late or voided hand-in) stands in for the step that it decides anew.
    """
    stack: list[Entry] = []
    for entry in entries:
        _apply(stack, entry)
    return tuple(stack)


def _apply(stack: list[Entry], entry: Entry) -> None:
    back_to = {"rolled_back": entry.body.get("entry"), "resolved": entry.body.get("replaces")}.get(entry.kind)
    if back_to is not None:
        while stack and stack[-1].n >= back_to:
            stack.pop()
    if entry.kind in ACTS:
        stack.append(entry)


@dataclass(frozen=True, slots=True)
class Edition:
    """Which of its forms a step has now: 0 as first laid out, one more for each ruling or new beginning that changed it."""

    step: int
    number: int


def edition(entries: Sequence[Entry]) -> Edition:
    """The step that is being played and its edition. A step that comes back as it was (a roll-back) has its old edition."""
    stack: list[Entry] = []
    seen: dict[int, list[tuple[int, ...]]] = {}
    now = (1, 0)
    for entry in entries:
        if entry.kind not in ("opened", "rolled_back", *ACTS):
            continue
        _apply(stack, entry)
        resolved = [act.n for act in stack if act.kind == "resolved"]
        began = resolved[-1] if resolved else 0
        key = (began, *[act.n for act in stack if act.kind == "ruled" and act.n > began])
        step = len(resolved) + 1
        keys = seen.setdefault(step, [])
        if key not in keys:
            keys.append(key)
        now = (step, keys.index(key))
    return Edition(*now)


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


def last_snapshots(entries: Sequence[Entry], step: int, until: datetime | None = None) -> dict[str, str]:
    """Seat → hash of the last snapshot that a check or a preview kept of this step, taken no later than `until`."""
    found: dict[str, str] = {}
    for entry in entries:
        if entry.kind == "snapshot" and entry.body["step"] == step and (until is None or datetime.fromisoformat(entry.at) <= until):
            found.update(entry.body["snapshots"])
    return found


def carried(entries: Sequence[Entry]) -> dict[str, Any]:
    """Seat → what stood in its workbook when the last standing ruling since the last deadline made a new edition of it."""
    found: dict[str, Any] = {}
    began = max((act.n for act in standing(entries) if act.kind == "resolved"), default=0)
    for act in standing(entries):
        if act.kind == "ruled" and act.n > began:
            found = dict(act.body["carried"])
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
