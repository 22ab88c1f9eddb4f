"""The deadline: reads every workbook, resolves the step, commits it to the journal, then brings everything up to date.

Must not know rules, file formats or pages; must not publish anything before the journal holds it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from croupier.core import engine
from croupier.core.calendar import spoken, time_left
from croupier.core.plain import Codec, plain
from croupier.core.problems import HostError

from . import desk, history, preview
from .announce import announcement
from .handins import UNDECIDED, Decisions, HandIn, read_each, read_hand_ins, refuse_unreadable, spelt, unconfirmed
from .match import Match, Resolved, load, write_steps
from .sheets.base import Store, Tell, Unreadable, silent
from .store import MatchFolder, stamp
from .trouble import resolve_or_keep
from .words import listed

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
    waits: str = ""
    """Why the step was not resolved, although rulings were taken up."""


@dataclass(frozen=True)
class TakenUp:
    """What came of the host's rulings: what they say of the hand-ins, and `body` for the entry of the step that is resolved with them.

    `changed` = the journal has got entries of their own; `anew` = the last step was decided anew; `refused` = why it ended there.
    """

    decisions: Decisions
    body: Mapping[str, Any] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    changed: bool = False
    anew: bool = False
    refused: HostError | None = None


class Control(Protocol):
    """The host's own desk: rulings come from it, and it shows how things stand."""

    remarks: list[str]

    def waiting(self, match: Match) -> int:
        """How many rulings were not taken up yet."""

    def take_up(self, match: Match, store: Store, now: datetime, decisions: Decisions, *, early: bool, tell: Tell) -> TakenUp:
        """Takes the rulings up, each as an entry of the journal."""

    def write(self, folder: MatchFolder, store: Store, now: datetime) -> None:
        """Shows how things stand. Never fails."""


@contextmanager
def _at_work(folder: MatchFolder, store: Store, now: datetime, control: Control | None) -> Iterator[None]:
    """Holds the match; when the work is done, or the host has to do something first, the control workbook shows how things stand."""
    with folder.lock():
        store.begin()
        try:
            yield
        except HostError:
            if control is not None:
                control.write(folder, store, now)
            raise
        if control is not None:
            control.write(folder, store, now)


def check(folder: MatchFolder, store: Store, now: datetime, tell: Tell = silent, *, control: Control | None = None) -> tuple[Match, list[HandIn]]:
    """A look at every hand-in before the deadline: each seat gets a receipt, a snapshot is kept, nothing else changes."""
    with _at_work(folder, store, now, control):
        match = load(folder)
        if match.finished:
            raise HostError(f"{folder.id} is over", "look at the reveal: croupier site --serve")
        if not match.delivered:
            raise HostError(f"an earlier run on {folder.id} did not get to its end", f"finish it first: croupier sync {folder.id}")
        # A workbook that is gone is not laid out anew here: a blank one would stand for what the seat had handed in.
        found = read_each(match, store, tell)
        keep_snapshots(match, found, now)
        give_receipts(match, store, found, now)
        refuse_unreadable(match, found, "receipts are written but for these workbooks, which could not be read")
    return match, found


def keep_snapshots(match: Match, found: Sequence[HandIn], now: datetime) -> dict[str, str]:
    """Keeps what was read, and says so in the journal; seat → hash."""
    hashes = {hand_in.seat: match.folder.keep_snapshot(plain(hand_in.snapshot)) for hand_in in found if hand_in.snapshot}
    match.folder.append("snapshot", stamp(now), {"step": match.step, "snapshots": hashes})
    return hashes


def deliver(folder: MatchFolder, store: Store, publish: Publish, now: datetime, tell: Tell = silent, *, control: Control | None = None) -> Match:
    """Brings the workbooks and the site of a match to what its journal says; safe to repeat."""
    with _at_work(folder, store, now, control):
        return _deliver(load(folder), store, publish, now, tell)


def finish(folder: MatchFolder, store: Store, publish: Publish, now: datetime, tell: Tell = silent) -> Match | None:
    """Finishes what an earlier run began and did not get to the end of; None where nothing was left.

    A command that is about to write an act into the journal asks this first: its own act may stand there already.
    """
    with folder.lock():
        match = load(folder)
        return None if match.delivered else _deliver(match, store, publish, now, tell)


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
    control: Control | None = None,
) -> Report:
    """The deadline of a match. What an earlier run left unfinished is finished first, and nothing more is done then.

    `commit` = the code of a preview: what it showed is done exactly, or nothing is. HostError where the deadline has not
    come (`early` says to go on), a workbook cannot be read or is late, or something has changed since the preview.
    Rulings that wait in the `control` workbook are taken up first; one that cannot be means HostError.
    """
    with _at_work(folder, store, now, control):
        match = load(folder)
        if not match.delivered:
            match = _deliver(match, store, publish, now, tell)
            return Report(announcement(match), (), match, resolved=False, finished_earlier=True)
        decisions = spelt(match, decisions)
        taken = TakenUp(decisions)
        if control is not None and commit is None:
            taken = control.take_up(match, store, now, decisions, early=early, tell=tell)
            decisions = taken.decisions
        if taken.changed:
            match = _deliver(load(folder), store, publish, now, tell)
        if taken.refused is not None:
            raise taken.refused
        if match.finished:
            return Report(announcement(match), taken.lines, match, resolved=False)
        waits = _why_not_now(match, now, early, taken)
        if waits:
            return Report(announcement(match), taken.lines, match, resolved=False, waits=waits)
        if control is not None and commit is not None and control.waiting(match):
            raise HostError("nothing was resolved: rulings wait in the control workbook, and no preview shows them", "sync without --commit")
        promised = preview.recall(match, commit) if commit is not None else None
        if promised is not None:
            if decisions not in (UNDECIDED, promised.decisions):
                raise HostError("a preview is committed with the decisions it was made with", "give them to sync --preview, and commit its code")
            decisions = promised.decisions
        may_resolve(match, now, early)
        # What a preview read is what counts: it was in time then, or its lateness decided on.
        late = "take" if promised is not None and decisions.late is None else decisions.late
        with _locked(match, store, now):
            found = read_hand_ins(match, store, tell, dataclasses.replace(decisions, late=late), now, lock=not match.live)
            _refuse_nothing_yet(match, found, decisions, now)
            if promised is not None:
                preview.compare(match, promised, found)
            resolution = _resolve(match, found, now, tell)
            if promised is not None:
                preview.compare_outcome(match, promised, resolution)
            body = resolved_body(match, found, resolution, early=early and now < match.deadline, decisions=decisions)
        folder.append("resolved", stamp(now), {**body, **taken.body})
        match = _deliver(load(folder), store, publish, now, tell)
        return Report(announcement(match), (*taken.lines, *host_lines(found, resolution)), match, resolved=True)


def take_turn(folder: MatchFolder, store: Store, publish: Publish, now: datetime, found: Sequence[HandIn], decisions: Decisions) -> Report:
    """A clocked turn with hand-ins that were read a moment ago, in this very run: what was confirmed then counts.

    HostError where it is not confirmed, or the match has gone on since.
    """
    with folder.lock():
        match = load(folder)
        read = {hand_in.seat: hand_in.snapshot for hand_in in found}
        stale = [seat for seat, snapshot in read.items() if snapshot is not None and snapshot.stamp != desk.workbook(match, seat).stamp]
        if stale or list(read) != list(match.asked) or not match.delivered:
            raise HostError(f"{folder.id} has gone on since its workbooks were read", "look again")
        may_resolve(match, now, early=False)
        _refuse_unconfirmed(match, found)
        resolution = _resolve(match, found, now, silent)
        folder.append("resolved", stamp(now), resolved_body(match, found, resolution, early=False, decisions=decisions))
        match = _deliver(load(folder), store, publish, now, silent)
        return Report(announcement(match), host_lines(found, resolution), match, resolved=True)


@contextmanager
def _locked(match: Match, store: Store, now: datetime) -> Iterator[None]:
    """What ends before anything is resolved opens again what it has locked, unless the deadline has passed."""
    try:
        yield
    except BaseException:
        if now < match.deadline:
            for seat in match.asked:
                with suppress(HostError, Unreadable):  # what ended the run is what has to be told
                    store.unlock(match.seat_ids[seat], desk.workbook(match, seat))
        raise


def _refuse_nothing_yet(match: Match, found: Sequence[HandIn], decisions: Decisions, now: datetime) -> None:
    """HostError where it is too early to resolve what was read."""
    _refuse_unconfirmed(match, found)
    if match.live or now >= match.deadline or decisions.absent or any(hand_in.answers is not None for hand_in in found):
        return
    raise HostError(
        f"nobody has handed in anything for {match.phase}, and its deadline is {spoken(match.deadline)}",
        "wait for it, or say who is absent: --early --absent NAME",
    )


def _refuse_unconfirmed(match: Match, found: Sequence[HandIn]) -> None:
    waiting = unconfirmed(match, found)
    if waiting:
        absent = " ".join(f'--absent "{seat}"' for seat in waiting)
        raise HostError(
            f"waiting for {listed(waiting)}: the turn is not confirmed, or what is confirmed cannot be played",
            f"see what is wrong with croupier status {match.folder.id} --host; if the time has run out: croupier sync {match.folder.id} {absent}",
        )


def show(
    folder: MatchFolder,
    store: Store,
    now: datetime,
    *,
    decisions: Decisions = UNDECIDED,
    tell: Tell = silent,
    control: Control | None = None,
) -> Report:
    """What `sync` would do now, under a code that `sync --commit` takes; nothing but snapshots and that code is written."""
    with folder.lock():
        store.begin()
        match = load(folder)
        if not match.delivered:
            raise HostError(f"an earlier run on {folder.id} did not get to its end", f"finish it first: croupier sync {folder.id}")
        if match.finished:
            return Report(announcement(match), (), match, resolved=False)
        if control is not None and control.waiting(match):
            control.remarks.append("Rulings wait in the control workbook: sync takes them up first, and this preview shows nothing of them.")
        decisions = spelt(match, decisions)
        found = read_hand_ins(match, store, tell, decisions, now)
        _refuse_unconfirmed(match, found)
        resolution = _resolve(match, found, now, tell)
        code = preview.keep(match, found, resolution, decisions)
        after = dataclasses.replace(match, resolved=(*match.resolved, Resolved(match.step, 0, resolution.steps, "", {})))
        return Report(announcement(after), host_lines(found, resolution), match, resolved=False, code=code)


def _why_not_now(match: Match, now: datetime, early: bool, taken: TakenUp) -> str:
    """Why a run that has taken up rulings ends with that; "" where it goes on."""
    if not taken.changed:
        return ""
    try:
        may_resolve(match, now, early)
    except HostError as fault:
        return fault.message
    return f"the last step was decided anew; look at what came of it, then run again to resolve {match.phase}" if taken.anew else ""


def may_resolve(match: Match, now: datetime, early: bool) -> None:
    """HostError where the present step is not to be resolved now."""
    if match.paused:
        raise HostError(f"{match.folder.id} is paused", f"go on with: croupier resume {match.folder.id}")
    if match.needs is not None:
        raise HostError(f"the match waits for the host: {match.needs}", f'enter it: croupier dice {match.folder.id} "…"')
    if match.live:
        return
    if now < match.deadline and not early:
        raise HostError(
            f"{match.phase} is open until {spoken(match.deadline)} (in {time_left(now, match.deadline)})",
            "wait for it, look with `croupier check`, or resolve now with --early",
        )
    if match.resolved and datetime.fromisoformat(match.resolved[-1].at) >= match.deadline and not early:
        raise HostError(
            f"{match.phase} was laid out only after its own deadline, {spoken(match.deadline)}: nobody has had time for it",
            f'give them time: croupier extend {match.folder.id} --days 1 --reason "…"; or resolve it as it is with --early',
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
    folder.settle()
    if match.finished and match.seed is None:
        folder.append("revealed", stamp(now), {"seed": match.table.draws.seed.hex()})
        match = load(folder)
    _withdraw_workbooks(match, store)
    _deliver_workbooks(match, store, tell)
    if not match.delivered:
        _deliver_receipts(match, store, now)
    tell("Building the site", 0, 1)
    publish()
    tell("Building the site", 1, 1)
    if not match.delivered:
        folder.append("delivered", stamp(now), {"step": match.step})
    return load(folder)


def _withdraw_workbooks(match: Match, store: Store) -> None:
    """After a roll-back, the forms that came of what was taken back are set aside."""
    last = [entry for entry in match.entries if entry.kind in history.DELIVERABLE][-1]
    if last.kind == "rolled_back":
        taken_back = load(match.folder, match.entries[: last.n - 1]).form_name
        if taken_back != match.form_name:
            for seat_id in match.seat_ids.values():
                store.withdraw(seat_id, taken_back)


def _deliver_workbooks(match: Match, store: Store, tell: Tell) -> None:
    store.bring_many([(match.seat_ids[seat], desk.workbook(match, seat)) for seat in match.table.seats], tell)


def _deliver_receipts(match: Match, store: Store, now: datetime) -> None:
    """Receipts that belong to the step now being played: what a correction has changed, or that nothing has come in yet."""
    if _corrected(match):
        give_receipts(match, store, read_each(match, store, silent), now)
    else:
        for seat, seat_id in match.seat_ids.items():
            store.receipt(seat_id, desk.receipt(match, seat, None))


def _corrected(match: Match) -> bool:
    """Whether what is to be delivered comes from a correction: it changes what receipts say (the deadline, for one)."""
    last = [entry for entry in match.entries if entry.kind in history.DELIVERABLE][-1]
    return last.kind not in ("opened", "resolved", "entered", "revealed") or "replaces" in last.body


def give_receipts(match: Match, store: Store, found: Sequence[HandIn], now: datetime) -> None:
    """A new receipt for each seat whose workbook could be read: the file itself is the player's, the page beside it can be replaced."""
    for hand_in in found:
        if not hand_in.trouble:
            store.receipt(match.seat_ids[hand_in.seat], desk.receipt(match, hand_in.seat, now, hand_in.understood, hand_in.lines, hand_in.notes))


def host_lines(found: Sequence[HandIn], resolution: engine.Resolution) -> tuple[str, ...]:
    """The host's: what each seat had handed in, and what was wrong with it."""
    lines: list[str] = []
    for hand_in in found:
        lines.append(f"{hand_in.seat}: {hand_in.state}")
        lines += [f"    {line}" for line in (*hand_in.lines, *hand_in.notes, *hand_in.remarks)]
        if hand_in.answers is None and not hand_in.lines:
            lines += [f"    {problem.text} ({problem.rule})" for problem in resolution.problems.get(hand_in.seat, ())]
    return tuple(lines)
