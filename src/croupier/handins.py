"""Reads what the seats have handed in: workbooks into answers, problems by cell, who is late.

Must not resolve anything, nor write any file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from croupier.core import typed
from croupier.core.audience import Seat
from croupier.core.calendar import spoken
from croupier.core.forms import Form
from croupier.core.problems import HostError, Problem

from . import desk, history
from .match import Match
from .sheets.base import Snapshot, Store, Tell, Unreadable, answers, cells, snapshot_from, ticked
from .sheets.carry import changes
from .sheets.drawn import as_drawn
from .words import Wording


@dataclass(frozen=True)
class HandIn:
    """What one seat handed in. `answers` None = nothing at all; `lines` = its problems by cell, in words."""

    seat: str
    answers: Mapping[str, Any] | None
    problems: tuple[Problem, ...] = ()
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """Problems that do no harm, in words."""
    understood: tuple[str, ...] = ()
    snapshot: Snapshot | None = None
    trouble: str = ""
    note: str = ""
    ticked: bool = False
    """Whether the seat has ticked the box of its form."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the host should hear about the workbook itself."""
        return (*filter(None, (self.trouble, self.note)), *(self.snapshot.remarks if self.snapshot else ()))

    @property
    def state(self) -> str:
        """ "nothing", "problems", "handed in" or "unreadable": one predicate for every list and every reminder."""
        if self.trouble:
            return "unreadable"
        if self.answers is None:
            return "nothing"
        return "problems" if any(not problem.harmless for problem in self.problems) else "handed in"


@dataclass(frozen=True)
class Decisions:
    """What the host has decided about hand-ins. `late` = "take", "refuse" or None (nothing decided)."""

    absent: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Seats whose last kept snapshot counts instead of their workbook (`--use-snapshot`)."""
    late: str | None = None


UNDECIDED = Decisions()


def read_each(match: Match, store: Store, tell: Tell, decisions: Decisions = UNDECIDED, *, lock: bool = False) -> list[HandIn]:
    """Every asked seat's hand-in, read and checked; `trouble` tells of one that could not be read.

    `lock` = what was read cannot be changed afterwards, where the store can do that.
    """
    read = [seat for seat in match.asked if seat not in (*decisions.absent, *decisions.kept)]
    jobs = [(match.seat_ids[seat], desk.workbook(match, seat), match.asked[seat]) for seat in read]
    snapshots = dict(zip(read, store.read_many(jobs, tell, lock=lock), strict=True))
    return [_hand_in(match, seat, snapshots.get(seat), decisions) for seat in match.asked]


def _hand_in(match: Match, seat: str, read: Snapshot | Unreadable | None, decisions: Decisions) -> HandIn:
    try:
        if isinstance(read, Unreadable):
            raise read
        if read is not None:
            return understand(match, seat, match.asked[seat], read)
        return HandIn(seat, None, note="taken as absent") if seat in decisions.absent else kept_hand_in(match, seat, match.asked[seat])
    except Unreadable as fault:
        return HandIn(seat, None, trouble=f"{fault.place}: {fault.trouble}. {fault.remedy}")


def read_hand_ins(match: Match, store: Store, tell: Tell, decisions: Decisions, now: datetime, *, lock: bool = False) -> list[HandIn]:
    """The same, failing closed: HostError names each workbook that cannot be read or is late, and what to do."""
    for seat in (*decisions.absent, *decisions.kept):
        if seat not in match.table.seats:
            raise HostError(f"there is no seat {seat!r}", f"the seats are: {', '.join(match.table.seats)}")
        if seat in decisions.absent and seat in decisions.kept:
            raise HostError(f"{seat} cannot be absent and be taken from a snapshot", "give one of --absent and --use-snapshot")
    found = read_each(match, store, tell, decisions, lock=lock)
    refuse_unreadable(match, found, "nothing was resolved, since not every workbook could be read")
    late = late_seats(match, found) if now >= match.deadline and not match.live else []
    if late and decisions.late is None:
        named = "".join(
            f"\n  {seat}: {store.place(match.seat_ids[seat], desk.workbook(match, seat))}, saved on {spoken(saved.astimezone(match.deadline.tzinfo))}"
            for seat, saved in late
        )
        raise HostError(
            f"nothing was resolved, since workbooks were saved after the deadline of {spoken(match.deadline)}:{named}",
            "decide for all of them: --late take, or --late refuse (then what was there before the deadline counts, if a check kept it)",
        )
    names = [seat for seat, _ in late]
    return [_refused(match, hand_in) if hand_in.seat in names and decisions.late == "refuse" else hand_in for hand_in in found]


def spelt(match: Match, decisions: Decisions) -> Decisions:
    """The decisions with the seats' names as the match spells them: capitals and blanks around do not matter."""
    known = {typed.name_key(seat): seat for seat in match.table.seats}
    absent, kept = (tuple(known.get(typed.name_key(seat), seat) for seat in seats) for seats in (decisions.absent, decisions.kept))
    return dataclasses.replace(decisions, absent=absent, kept=kept)


def unconfirmed(match: Match, found: Collection[HandIn]) -> list[str]:
    """Seats whose turn goes on: their form counts only when ticked, and they have not ticked it, or what they ticked cannot be played."""
    waiting = [hand_in for hand_in in found if match.asked[hand_in.seat].counts == "ticked" and hand_in.snapshot is not None]
    return [hand_in.seat for hand_in in waiting if not hand_in.ticked or any(not problem.harmless for problem in hand_in.problems)]


def refuse_unreadable(match: Match, found: Collection[HandIn], what: str) -> None:
    """HostError that names each workbook that could not be read, and what to do about it."""
    troubled = [hand_in for hand_in in found if hand_in.trouble]
    if troubled:
        troubles = "".join(f"\n  {hand_in.seat}: {hand_in.trouble}" for hand_in in troubled)
        kept = history.last_snapshots(match.entries)
        decide = " ".join(f'--{"use-snapshot" if hand_in.seat in kept else "absent"} "{hand_in.seat}"' for hand_in in troubled)
        raise HostError(f"{what}:{troubles}", f"mend them and run again; at the deadline, croupier sync can do without: {decide}")


def understand(match: Match, seat: str, form: Form, snapshot: Snapshot) -> HandIn:
    """What a snapshot of a seat's workbook means now. Raises Unreadable where the rules' code fails on it."""
    given = answers(form, snapshot)
    untouched = given == answers(form, as_drawn(desk.workbook(match, seat, carried=False), form, {}))
    try:
        move, problems = match.game.check(match.game.view(match.state, Seat(seat)), {} if untouched else given)
    except Exception as fault:  # whatever it is that the rules' code cannot bear, it must not stop the other seats
        trouble = f"croupier's rules failed on what it holds ({type(fault).__name__})"
        raise Unreadable(f"the workbook {match.form_name}", trouble, "Tell croupier's developers, and keep the file for them") from fault
    places = cells(form, snapshot)
    if untouched:
        return HandIn(seat, None, lines=tuple(desk.problem_lines(problems, places)), snapshot=snapshot, ticked=ticked(form, snapshot))
    wording = Wording(match.game.slug)
    understood = tuple(line for told in match.game.understood(move) if (line := wording.line(told)))
    wrong = tuple(desk.problem_lines([problem for problem in problems if not problem.harmless], places))
    notes = tuple(desk.problem_lines([problem for problem in problems if problem.harmless], places))
    return HandIn(seat, given, problems, wrong, notes, understood, snapshot, ticked=ticked(form, snapshot))


def kept_hand_in(match: Match, seat: str, form: Form) -> HandIn:
    """The hand-in of the last snapshot that was kept of a seat in this step. HostError where there is none."""
    name = history.last_snapshots(match.entries).get(seat)
    if name is None:
        raise HostError(
            f"no snapshot of {seat} was kept of {match.form_name}",
            f'`croupier check` keeps them, before it is too late; or decide: --absent "{seat}"',
        )
    hand_in = understand(match, seat, form, snapshot_from(match.folder.snapshot(name)))
    return dataclasses.replace(hand_in, note="taken from the last snapshot")


def late_seats(match: Match, found: Collection[HandIn]) -> list[tuple[str, datetime]]:
    """Seats whose workbook was changed and saved after the deadline and its grace, with the time.

    Late is what differs from what is known to have stood there in time: saving a file once more changes nothing,
    clearing it does.
    """
    late: list[tuple[str, datetime]] = []
    for hand_in in found:
        if hand_in.snapshot is None or hand_in.note:
            continue
        form, saved = match.asked[hand_in.seat], saved_at(match, hand_in.seat, hand_in.snapshot)
        if saved > match.deadline + match.grace and answers(form, hand_in.snapshot) != answers(form, _in_time(match, hand_in.seat, form)[0]):
            late.append((hand_in.seat, saved))
    return late


def saved_at(match: Match, seat: str, snapshot: Snapshot) -> datetime:
    """When what a workbook holds was saved: what a correction has carried into a new edition is as old as it was there."""
    carried = history.carried_saved(match.entries).get(seat)
    form = match.asked[seat]
    as_brought = carried and answers(form, snapshot) == answers(form, as_drawn(desk.workbook(match, seat), form, {}))
    return datetime.fromisoformat(carried if carried and as_brought else snapshot.saved_at)


def carried_over(match: Match, found: Collection[HandIn]) -> dict[str, dict[str, Any]]:
    """What a correction that makes new editions keeps of the hand-ins: what was typed and painted, and when it was saved."""
    carried: dict[str, Any] = {}
    saved: dict[str, str] = {}
    for hand_in in found:
        if hand_in.answers is not None and hand_in.snapshot is not None:
            form = match.asked[hand_in.seat]
            drawn = answers(form, as_drawn(desk.workbook(match, hand_in.seat, carried=False), form, {}))
            carried[hand_in.seat] = changes(form, hand_in.answers, drawn)
            saved[hand_in.seat] = saved_at(match, hand_in.seat, hand_in.snapshot).isoformat()
    return {"carried": carried, "saved": saved}


def _in_time(match: Match, seat: str, form: Form) -> tuple[Snapshot, bool]:
    """What is known to have stood in a seat's workbook by the deadline and its grace, and whether that is more than nothing."""
    until = match.deadline + match.grace
    kept = history.last_snapshots(match.entries, until).get(seat)
    if kept is not None:
        return snapshot_from(match.folder.snapshot(kept)), True
    saved = history.carried_saved(match.entries).get(seat)
    carried = saved is not None and datetime.fromisoformat(saved) <= until
    return as_drawn(desk.workbook(match, seat, carried=carried), form, {}), carried


def _refused(match: Match, hand_in: HandIn) -> HandIn:
    """What a late seat had handed in by the deadline, as far as that is known; else it is absent."""
    snapshot, known = _in_time(match, hand_in.seat, match.asked[hand_in.seat])
    if not known:
        return HandIn(hand_in.seat, None, note="late: refused, and nothing is known from before the deadline")
    earlier = understand(match, hand_in.seat, match.asked[hand_in.seat], snapshot)
    return dataclasses.replace(earlier, note="late: taken as it was before the deadline")
