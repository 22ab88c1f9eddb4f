"""Reads what the seats have handed in: workbooks into answers, problems by cell, who is late.

Must not resolve anything, nor write any file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from croupier.core.audience import Seat
from croupier.core.calendar import spoken
from croupier.core.forms import Form
from croupier.core.problems import HostError, Problem

from . import desk, history
from .match import Match
from .sheets.base import Snapshot, Store, Unreadable, answers, cells, snapshot_from
from .sheets.drawn import as_drawn
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
    note: str = ""

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
        return "problems" if self.problems else "handed in"


@dataclass(frozen=True)
class Decisions:
    """What the host has decided about hand-ins. `late` = "take", "refuse" or None (nothing decided)."""

    absent: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Seats whose last kept snapshot counts instead of their workbook (`--use-snapshot`)."""
    late: str | None = None


UNDECIDED = Decisions()


def read_each(match: Match, store: Store, tell: Tell, decisions: Decisions = UNDECIDED) -> list[HandIn]:
    """Every asked seat's hand-in, read and checked; `trouble` tells of one that could not be read."""
    found: list[HandIn] = []
    for done, (seat, form) in enumerate(match.asked.items()):
        tell("Reading workbooks", done, len(match.asked))
        try:
            if seat in decisions.absent:
                found.append(HandIn(seat, None, note="taken as absent"))
            elif seat in decisions.kept:
                found.append(kept_hand_in(match, seat, form))
            else:
                found.append(understand(match, seat, form, store.read(match.seat_ids[seat], desk.workbook(match, seat), form)))
        except Unreadable as fault:
            found.append(HandIn(seat, None, trouble=f"{fault.place}: {fault.trouble}. {fault.remedy}"))
    tell("Reading workbooks", len(match.asked), len(match.asked))
    return found


def read_hand_ins(match: Match, store: Store, tell: Tell, decisions: Decisions, now: datetime) -> list[HandIn]:
    """The same, failing closed: HostError names each workbook that cannot be read or is late, and what to do."""
    for seat in (*decisions.absent, *decisions.kept):
        if seat not in match.table.seats:
            raise HostError(f"there is no seat {seat!r}", f"the seats are: {', '.join(match.table.seats)}")
    found = read_each(match, store, tell, decisions)
    troubled = [hand_in for hand_in in found if hand_in.trouble]
    if troubled:
        troubles = "".join(f"\n  {hand_in.seat}: {hand_in.trouble}" for hand_in in troubled)
        kept = history.last_snapshots(match.entries, match.step)
        decide = " ".join(f'--{"use-snapshot" if hand_in.seat in kept else "absent"} "{hand_in.seat}"' for hand_in in troubled)
        raise HostError(f"nothing was resolved, since not every workbook could be read:{troubles}", f"mend them and run again, or decide: {decide}")
    late = late_seats(match, found) if now >= match.deadline else []
    if late and decisions.late is None:
        named = "".join(f"\n  {seat}: saved on {spoken(saved.astimezone(match.deadline.tzinfo))}" for seat, saved in late)
        raise HostError(
            f"nothing was resolved, since workbooks were saved after the deadline of {spoken(match.deadline)}:{named}",
            "decide for all of them: --late take, or --late refuse (then what was there before the deadline counts, if a check kept it)",
        )
    names = [seat for seat, _ in late]
    return [_refused(match, hand_in) if hand_in.seat in names and decisions.late == "refuse" else hand_in for hand_in in found]


def understand(match: Match, seat: str, form: Form, snapshot: Snapshot) -> HandIn:
    """What a snapshot of a seat's workbook means now."""
    given = answers(form, snapshot)
    if given == answers(form, as_drawn(desk.workbook(match, seat, carried=False), form, {})):
        return HandIn(seat, None, snapshot=snapshot)
    move, problems = match.game.check(match.game.view(match.state, Seat(seat)), given)
    wording = Wording(match.game.slug)
    understood = tuple(line for told in match.game.understood(move) if (line := wording.line(told)))
    return HandIn(seat, given, problems, tuple(desk.problem_lines(problems, cells(form, snapshot))), understood, snapshot)


def kept_hand_in(match: Match, seat: str, form: Form, until: datetime | None = None) -> HandIn:
    """The hand-in of the last snapshot that was kept of a seat in this step. HostError where there is none."""
    name = history.last_snapshots(match.entries, match.step, until).get(seat)
    if name is None:
        raise HostError(f"no snapshot of {seat} was kept in {match.phase}", f'`croupier check` keeps them; decide otherwise: --absent "{seat}"')
    hand_in = understand(match, seat, form, snapshot_from(match.folder.snapshot(name)))
    return dataclasses.replace(hand_in, note="taken from the last snapshot")


def late_seats(match: Match, found: Collection[HandIn]) -> list[tuple[str, datetime]]:
    """Seats whose workbook was changed and saved after the deadline and its grace, with the time."""
    late: list[tuple[str, datetime]] = []
    for hand_in in found:
        if hand_in.answers is None or hand_in.snapshot is None or hand_in.note:
            continue
        saved = datetime.fromisoformat(hand_in.snapshot.saved_at)
        form = match.asked[hand_in.seat]
        as_delivered = answers(form, as_drawn(desk.workbook(match, hand_in.seat), form, {}))
        if saved > match.deadline + match.grace and hand_in.answers != as_delivered:
            late.append((hand_in.seat, saved))
    return late


def _refused(match: Match, hand_in: HandIn) -> HandIn:
    """What a late seat had handed in by the deadline, as far as a kept snapshot tells; else it is absent."""
    until = match.deadline + match.grace
    if hand_in.seat not in history.last_snapshots(match.entries, match.step, until):
        return HandIn(hand_in.seat, None, note="late: refused, and nothing is known from before the deadline")
    earlier = kept_hand_in(match, hand_in.seat, match.asked[hand_in.seat], until)
    return dataclasses.replace(earlier, note="late: taken as it was before the deadline")
