"""The deadline: reads every workbook, resolves the step, commits it to the journal, then brings everything up to date.

Must not know rules, file formats or pages; must not publish anything before the journal holds it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.calendar import spoken, time_left
from croupier.core.forms import Form
from croupier.core.plain import Codec, plain
from croupier.core.problems import HostError, Problem

from . import desk
from .announce import announcement
from .match import Match, Resolved, load, write_steps
from .opening import stamp
from .sheets.base import ReadCell, Snapshot, Store, Unreadable, answers, cells
from .sheets.drawn import as_drawn
from .store import MatchFolder
from .words import Wording

Tell = Callable[[str, int, int], None]
"""Progress: what is being done, how many are done, of how many."""


def silent(_what: str, _done: int, _all: int) -> None:
    """Progress for nobody."""


@dataclass(frozen=True)
class HandIn:
    """What one seat handed in. `answers` None = nothing at all; `lines` = its problems by cell, in words."""

    seat: str
    answers: Mapping[str, Any] | None
    problems: tuple[Problem, ...] = ()
    lines: tuple[str, ...] = ()
    understood: tuple[str, ...] = ()
    snapshot: Snapshot | None = None
    trouble: str = ""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the host should hear about the workbook itself."""
        trouble = (self.trouble,) if self.trouble else ()
        return trouble + (self.snapshot.remarks if self.snapshot else ())

    @property
    def state(self) -> str:
        """ "nothing", "problems", "handed in" or "unreadable": one predicate for every list and every reminder."""
        if self.trouble:
            return "unreadable"
        if self.answers is None:
            return "nothing"
        return "problems" if self.problems else "handed in"


@dataclass(frozen=True)
class Report:
    """What a run did, for the terminal: `public` is ready to paste, `host` is for the host's eyes."""

    public: str
    host: tuple[str, ...]
    match: Match
    resolved: bool
    finished_earlier: bool = False


def read_each(match: Match, store: Store, absent: Collection[str], tell: Tell) -> list[HandIn]:
    """Every asked seat's workbook, read and checked; `trouble` tells of one that could not be read."""
    found: list[HandIn] = []
    for done, (seat, form) in enumerate(match.asked.items()):
        tell("Reading workbooks", done, len(match.asked))
        try:
            found.append(HandIn(seat, None) if seat in absent else _read(match, store, seat, form))
        except Unreadable as fault:
            found.append(HandIn(seat, None, trouble=f"{fault.place}: {fault.trouble}. {fault.remedy}"))
    tell("Reading workbooks", len(match.asked), len(match.asked))
    return found


def read_hand_ins(match: Match, store: Store, absent: Collection[str], tell: Tell) -> list[HandIn]:
    """The same, failing closed: HostError names each workbook that cannot be read, and what to do."""
    found = read_each(match, store, absent, tell)
    troubled = [hand_in for hand_in in found if hand_in.trouble]
    if troubled:
        troubles = "".join(f"\n  {hand_in.seat}: {hand_in.trouble}" for hand_in in troubled)
        decide = " ".join(f'--absent "{hand_in.seat}"' for hand_in in troubled)
        raise HostError(f"nothing was resolved, since not every workbook could be read:{troubles}", f"mend them and run again, or decide: {decide}")
    return found


def _read(match: Match, store: Store, seat: str, form: Form) -> HandIn:
    wanted = desk.workbook(match, seat)
    snapshot = store.read(match.seat_ids[seat], wanted, form)
    given = answers(form, snapshot)
    places: dict[str, ReadCell] = cells(form, snapshot)
    if given == answers(form, as_drawn(wanted, form, {})):
        return HandIn(seat, None, snapshot=snapshot)
    view = match.game.view(match.state, Seat(seat))
    move, problems = match.game.check(view, given)
    wording = Wording(match.game.slug)
    understood = tuple(line for told in match.game.understood(move) if (line := wording.line(told)))
    return HandIn(seat, given, problems, tuple(desk.problem_lines(problems, places)), understood, snapshot)


def check(folder: MatchFolder, store: Store, now: datetime, tell: Tell = silent) -> tuple[Match, list[HandIn]]:
    """A look at every hand-in before the deadline: each seat gets a receipt, nothing else changes."""
    with folder.lock():
        match = load(folder)
        if match.finished:
            raise HostError(f"{folder.id} is over", "look at the reveal: croupier site")
        _deliver_workbooks(match, store, tell)
        found = read_hand_ins(match, store, (), tell)
        for hand_in in found:
            store.receipt(match.seat_ids[hand_in.seat], desk.receipt(match, hand_in.seat, hand_in.understood, hand_in.lines, now))
    return match, found


def open_workbooks(folder: MatchFolder, store: Store, publish: Callable[[], object], now: datetime, tell: Tell = silent) -> Match:
    """Brings the workbooks of a match that has just been opened, and its first pages."""
    with folder.lock():
        match = load(folder)
        return _deliver(match, store, publish, now, tell)


def sync(
    folder: MatchFolder,
    store: Store,
    publish: Callable[[], object],
    now: datetime,
    *,
    early: bool = False,
    absent: Collection[str] = (),
    preview: bool = False,
    tell: Tell = silent,
) -> Report:
    """The deadline of a match. What an earlier run left unfinished is finished first, and nothing more is done then.

    HostError where the deadline has not come (`early` says to go on), a workbook cannot be read, or a name is wrong.
    """
    with folder.lock():
        match = load(folder)
        if not match.delivered and not preview:
            match = _deliver(match, store, publish, now, tell)
            return Report(announcement(match), (), match, resolved=False, finished_earlier=True)
        if match.finished:
            return Report(announcement(match), (), match, resolved=False)
        _may_resolve(match, now, early or preview, absent)
        found = read_hand_ins(match, store, absent, tell)
        if now < match.deadline and not preview and all(hand_in.answers is None for hand_in in found) and not absent:
            raise HostError(
                f"nobody has handed in anything for {match.phase}, and its deadline is {spoken(match.deadline)}",
                "wait for it, or say who is absent: --early --absent NAME",
            )
        given = {hand_in.seat: hand_in.answers for hand_in in found if hand_in.answers is not None}
        tell("Resolving", 0, 1)
        resolution = engine.resolve(match.game, match.table, match.state, given)
        tell("Resolving", 1, 1)
        host = _host_lines(found, resolution)
        if preview:
            after = dataclasses.replace(match, resolved=(*match.resolved, _as_resolved(match, resolution)))
            return Report(announcement(after), host, match, resolved=False)
        _commit(match, found, given, resolution, now, early, absent)
        match = _deliver(load(folder), store, publish, now, tell)
        return Report(announcement(match), host, match, resolved=True)


def _may_resolve(match: Match, now: datetime, early: bool, absent: Collection[str]) -> None:
    unknown = [seat for seat in absent if seat not in match.table.seats]
    if unknown:
        raise HostError(f"there is no seat {unknown[0]!r}", f"the seats are: {', '.join(match.table.seats)}")
    if now < match.deadline and not early:
        raise HostError(
            f"{match.phase} is open until {spoken(match.deadline)} (in {time_left(now, match.deadline)})",
            "wait for it, look with `croupier check`, or resolve now with --early",
        )


def _as_resolved(match: Match, resolution: engine.Resolution) -> Resolved:
    return Resolved(match.step, resolution.steps, "")


def _commit(
    match: Match,
    found: Sequence[HandIn],
    given: Mapping[str, Any],
    resolution: engine.Resolution,
    now: datetime,
    early: bool,
    absent: Collection[str],
) -> None:
    """Snapshots first, then the one line that makes the step a fact."""
    folder = match.folder
    snapshots = {hand_in.seat: folder.keep_snapshot(plain(hand_in.snapshot)) for hand_in in found if hand_in.snapshot}
    body = {
        "step": match.step,
        "phase": match.phase,
        "answers": {seat: given.get(seat) for seat in match.asked},
        "snapshots": snapshots,
        "absent": sorted(absent),
        "early": early and now < match.deadline,
        "steps": write_steps(Codec(match.game.events), resolution.steps),
    }
    folder.append("resolved", stamp(now), body)


def _deliver(match: Match, store: Store, publish: Callable[[], object], now: datetime, tell: Tell) -> Match:
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


def _host_lines(found: Sequence[HandIn], resolution: engine.Resolution) -> tuple[str, ...]:
    lines: list[str] = []
    for hand_in in found:
        lines.append(f"{hand_in.seat}: {hand_in.state}")
        lines += [f"    {line}" for line in (*hand_in.lines, *hand_in.remarks)]
        if hand_in.answers is None:
            lines += [f"    {problem.text} ({problem.rule})" for problem in resolution.problems.get(hand_in.seat, ())]
    return tuple(lines)
