"""The deadline: reads every workbook, resolves the step, commits it to the journal, then brings everything up to date.

Must not know rules, file formats or pages; must not publish anything before the journal holds it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from croupier.core import engine
from croupier.core.calendar import spoken, time_left
from croupier.core.plain import Codec, plain
from croupier.core.problems import HostError

from . import desk, preview
from .announce import announcement
from .handins import UNDECIDED, Decisions, HandIn, Tell, read_hand_ins, silent
from .match import Match, Resolved, load, write_steps
from .sheets.base import Store
from .store import MatchFolder, stamp
from .trouble import resolve_or_keep

Publish = Callable[[], object]


@dataclass(frozen=True)
class Report:
    """What a run did, for the terminal: `public` is ready to paste, `host` is for the host's eyes."""

    public: str
    host: tuple[str, ...]
    match: Match
    resolved: bool
    finished_earlier: bool = False
    code: str | None = None


def check(folder: MatchFolder, store: Store, now: datetime, tell: Tell = silent) -> tuple[Match, list[HandIn]]:
    """A look at every hand-in before the deadline: each seat gets a receipt, a snapshot is kept, nothing else changes."""
    with folder.lock():
        match = load(folder)
        if match.finished:
            raise HostError(f"{folder.id} is over", "look at the reveal: croupier site --serve")
        _deliver_workbooks(match, store, tell)
        found = read_hand_ins(match, store, tell, Decisions(late="take"), now)
        keep_snapshots(match, found, now)
        for hand_in in found:
            store.receipt(match.seat_ids[hand_in.seat], desk.receipt(match, hand_in.seat, hand_in.understood, hand_in.lines, now))
    return match, found


def keep_snapshots(match: Match, found: Sequence[HandIn], now: datetime) -> dict[str, str]:
    """Keeps what was read, and says so in the journal; seat → hash."""
    hashes = {hand_in.seat: match.folder.keep_snapshot(plain(hand_in.snapshot)) for hand_in in found if hand_in.snapshot}
    match.folder.append("snapshot", stamp(now), {"step": match.step, "snapshots": hashes})
    return hashes


def deliver(folder: MatchFolder, store: Store, publish: Publish, now: datetime, tell: Tell = silent) -> Match:
    """Brings the workbooks and the site of a match to what its journal says; safe to repeat."""
    with folder.lock():
        return _deliver(load(folder), store, publish, now, tell)


def sync(
    folder: MatchFolder,
    store: Store,
    publish: Publish,
    now: datetime,
    *,
    early: bool = False,
    decisions: Decisions = UNDECIDED,
    commit: str | None = None,
    tell: Tell = silent,
) -> Report:
    """The deadline of a match. What an earlier run left unfinished is finished first, and nothing more is done then.

    `commit` = the code of a preview: what it showed is done exactly, or nothing is. HostError where the deadline has not
    come (`early` says to go on), a workbook cannot be read or is late, or something has changed since the preview.
    """
    with folder.lock():
        match = load(folder)
        if not match.delivered:
            match = _deliver(match, store, publish, now, tell)
            return Report(announcement(match), (), match, resolved=False, finished_earlier=True)
        if match.finished:
            return Report(announcement(match), (), match, resolved=False)
        promised = preview.recall(match, commit) if commit else None
        if promised is not None:
            decisions = promised.decisions
        _may_resolve(match, now, early)
        found = read_hand_ins(match, store, tell, decisions, now)
        if now < match.deadline and all(hand_in.answers is None for hand_in in found) and not decisions.absent:
            raise HostError(
                f"nobody has handed in anything for {match.phase}, and its deadline is {spoken(match.deadline)}",
                "wait for it, or say who is absent: --early --absent NAME",
            )
        if promised is not None:
            preview.compare(match, promised, found)
        resolution = _resolve(match, found, now, tell)
        if promised is not None:
            preview.compare_outcome(match, promised, resolution)
        folder.append("resolved", stamp(now), resolved_body(match, found, resolution, early=early and now < match.deadline, decisions=decisions))
        match = _deliver(load(folder), store, publish, now, tell)
        return Report(announcement(match), host_lines(found, resolution), match, resolved=True)


def show(folder: MatchFolder, store: Store, now: datetime, *, decisions: Decisions = UNDECIDED, tell: Tell = silent) -> Report:
    """What `sync` would do now, under a code that `sync --commit` takes; nothing but snapshots and that code is written."""
    with folder.lock():
        match = load(folder)
        if match.finished:
            return Report(announcement(match), (), match, resolved=False)
        found = read_hand_ins(match, store, tell, decisions, now)
        resolution = _resolve(match, found, now, tell)
        code = preview.keep(match, found, resolution, decisions)
        after = dataclasses.replace(match, resolved=(*match.resolved, Resolved(match.step, 0, resolution.steps, "", {})))
        return Report(announcement(after), host_lines(found, resolution), match, resolved=False, code=code)


def _may_resolve(match: Match, now: datetime, early: bool) -> None:
    if match.paused:
        raise HostError(f"{match.folder.id} is paused", f"go on with: croupier resume {match.folder.id}")
    if now < match.deadline and not early:
        raise HostError(
            f"{match.phase} is open until {spoken(match.deadline)} (in {time_left(now, match.deadline)})",
            "wait for it, look with `croupier check`, or resolve now with --early",
        )


def _resolve(match: Match, found: Sequence[HandIn], now: datetime, tell: Tell) -> engine.Resolution:
    tell("Resolving", 0, 1)
    resolution = resolve_or_keep(match, given(found), now)
    tell("Resolving", 1, 1)
    return resolution


def given(found: Sequence[HandIn]) -> dict[str, Mapping[str, Any]]:
    """The answers of those who handed in something."""
    return {hand_in.seat: hand_in.answers for hand_in in found if hand_in.answers is not None}


def resolved_body(match: Match, found: Sequence[HandIn], resolution: engine.Resolution, *, early: bool, decisions: Decisions) -> dict[str, Any]:
    """The line that makes a step a fact: what was read (its snapshots are kept first), what was decided, what came of it."""
    snapshots = {hand_in.seat: match.folder.keep_snapshot(plain(hand_in.snapshot)) for hand_in in found if hand_in.snapshot}
    answers = given(found)
    return {
        "step": match.step,
        "phase": match.phase,
        "answers": {seat: answers.get(seat) for seat in match.asked},
        "snapshots": snapshots,
        "decisions": {"absent": sorted(decisions.absent), "kept": sorted(decisions.kept), "late": decisions.late},
        "early": early,
        "steps": write_steps(Codec(match.game.events), resolution.steps),
    }


def _deliver(match: Match, store: Store, publish: Publish, now: datetime, tell: Tell) -> Match:
    """Brings workbooks and site to what the journal says. Safe to repeat after a crash at any point."""
    folder = match.folder
    if match.finished and match.seed is None:
        folder.append("revealed", stamp(now), {"seed": match.table.draws.seed.hex()})
        match = load(folder)
    _deliver_workbooks(match, store, tell)
    tell("Building the site", 0, 1)
    publish()
    tell("Building the site", 1, 1)
    if not match.delivered:
        folder.append("delivered", stamp(now), {"step": match.step})
    return load(folder)


def _deliver_workbooks(match: Match, store: Store, tell: Tell) -> None:
    for done, seat in enumerate(match.table.seats):
        tell("Writing workbooks", done, len(match.table.seats))
        store.bring(match.seat_ids[seat], desk.workbook(match, seat))
    tell("Writing workbooks", len(match.table.seats), len(match.table.seats))


def host_lines(found: Sequence[HandIn], resolution: engine.Resolution) -> tuple[str, ...]:
    """The host's: what each seat had handed in, and what was wrong with it."""
    lines: list[str] = []
    for hand_in in found:
        lines.append(f"{hand_in.seat}: {hand_in.state}")
        lines += [f"    {line}" for line in (*hand_in.lines, *hand_in.remarks)]
        if hand_in.answers is None:
            lines += [f"    {problem.text} ({problem.rule})" for problem in resolution.problems.get(hand_in.seat, ())]
    return tuple(lines)
