"""Previews: what a sync would do, kept under a code, and whether that is still what it would do.

Must not resolve anything itself, nor publish what a preview shows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core import engine
from croupier.core.plain import Codec, plain
from croupier.core.problems import HostError

from .handins import Decisions, HandIn
from .match import Match, write_steps
from .sheets.base import ReadCell, Snapshot, snapshot_from


@dataclass(frozen=True)
class Promise:
    """What a preview showed: the step's form, the hash of each seat's snapshot, the host's decisions, the outcome's hash."""

    form: str
    snapshots: Mapping[str, str | None]
    decisions: Decisions
    outcome: str


def keep(match: Match, found: Sequence[HandIn], resolution: engine.Resolution, decisions: Decisions) -> str:
    """Keeps a preview, and returns its code."""
    body: dict[str, Any] = {
        "form": match.form_name,
        "snapshots": {hand_in.seat: match.folder.keep_snapshot(plain(hand_in.snapshot)) if hand_in.snapshot else None for hand_in in found},
        "decisions": plain(decisions),
        "outcome": _outcome(match, resolution),
    }
    code = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:8]
    match.folder.keep_preview(code, body)
    return code


def recall(match: Match, code: str) -> Promise:
    """The preview of a code. HostError where there is none, or where it was of another step."""
    code = code.strip().lower()
    body = match.folder.preview(code)
    if body is None:
        raise HostError(f"there is no preview {code!r}", f"look again: croupier sync --preview {match.folder.id}")
    if body["form"] != match.form_name:
        raise HostError(
            f"the preview {code} was of {body['form']}, the match stands at {match.form_name}",
            f"look again: croupier sync --preview {match.folder.id}",
        )
    decisions = body["decisions"]
    return Promise(
        body["form"],
        body["snapshots"],
        Decisions(tuple(decisions["absent"]), tuple(decisions["kept"]), decisions.get("late")),
        body["outcome"],
    )


def compare(match: Match, promised: Promise, found: Sequence[HandIn]) -> None:
    """HostError that names every cell that is not as the preview read it."""
    changed: list[str] = []
    for hand_in in found:
        name = promised.snapshots.get(hand_in.seat)
        before = snapshot_from(match.folder.snapshot(name)) if name else None
        changed += [f"{hand_in.seat}: {cell}" for cell in _changes(before, hand_in.snapshot)]
    if changed:
        raise HostError(
            "nothing was resolved: these cells have changed since the preview:\n  " + "\n  ".join(changed),
            f"look again: croupier sync --preview {match.folder.id}; or sync without --commit",
        )


def compare_outcome(match: Match, promised: Promise, resolution: engine.Resolution) -> None:
    """HostError where the same cells would now lead to something else (another croupier)."""
    if _outcome(match, resolution) != promised.outcome:
        raise HostError("nothing was resolved: the outcome would differ from the preview", f"look again: croupier sync --preview {match.folder.id}")


def _outcome(match: Match, resolution: engine.Resolution) -> str:
    return hashlib.sha256(json.dumps(write_steps(Codec(match.game.events), resolution.steps), sort_keys=True).encode()).hexdigest()


def _changes(before: Snapshot | None, after: Snapshot | None) -> Iterator[str]:
    if before is None or after is None:
        if before is not after:
            yield "the whole workbook"
        return
    old, new = dict(_cells(before)), dict(_cells(after))
    for key in sorted(old.keys() | new.keys()):
        one, other = old.get(key), new.get(key)
        if _held(one) != _held(other):
            yield (other or one or ReadCell(key, "lost")).ref
    for code in sorted({code for _, code in set(before.legend) ^ set(after.legend)}):
        yield f"the colour of {code} in the legend"


def _held(cell: ReadCell | None) -> object:
    """What a cell holds, wherever it stands: a row put in above it changes nothing."""
    return cell and (cell.kind, cell.value, cell.colour)


def _cells(snapshot: Snapshot) -> Iterator[tuple[str, ReadCell]]:
    yield from snapshot.fields.items()
    for name, rows in snapshot.grids.items():
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                yield f"{name}/{y:03d}/{x:03d}", cell
