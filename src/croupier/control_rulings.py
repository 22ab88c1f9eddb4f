"""Takes up the host's rulings from the rows of the control workbook: each as a journal entry that names its row.

Must not read the control workbook, nor do anything that a command for corrections would not do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from croupier.core import typed
from croupier.core.problems import HostError

from . import corrections, desk
from .control_rows import Refused, Row, decided, named, sorted_rows
from .corrections import Correction
from .handins import Decisions, carried_over, late_seats, read_each, refuse_unreadable
from .match import Match, load
from .sheets.base import Store, Tell
from .store import stamp
from .sync import TakenUp, may_resolve


class Stopped(Exception):
    """A row that could not be taken up although it reads well."""

    def __init__(self, row: Row, fault: Refused) -> None:
        super().__init__(fault.text)
        self.row = row
        self.fault = fault


@dataclass
class Run:
    """One taking up: the match as it becomes, row by row. `as_typed` = the rows as the workbook has them, by number."""

    match: Match
    store: Store
    now: datetime
    decisions: Decisions
    as_typed: Mapping[int, Row]
    tell: Tell
    lines: tuple[str, ...] = ()
    anew: bool = False

    @property
    def changed(self) -> bool:
        """Whether the journal has got anything from this run."""
        return bool(self.lines)

    def take_up(self, rows: Sequence[Row], early: bool) -> TakenUp:
        """Takes up rows that read well. Raises Stopped at one that cannot be; what came before it stands."""
        clock, asked, others = sorted_rows(rows)
        for row in clock:
            self._rule(row)
        waits = self._waits(early)
        if not waits:
            self._decide(asked)
        for row in others:
            self._rule(row)
        # What is said about hand-ins belongs to the step's own entry; it waits where that is not written now.
        return self.result([] if waits or self.anew else asked)

    def result(self, asked: Sequence[Row] = (), refused: HostError | None = None) -> TakenUp:
        """What the sync has to mind."""
        lines = (*self.lines, *(_said(row) for row in asked))
        body = named(self.as_typed[row.number] for row in asked)
        return TakenUp(self.decisions, body, lines, changed=self.changed, anew=self.anew, refused=refused)

    def _waits(self, early: bool) -> bool:
        """Whether the step is not resolved now."""
        try:
            may_resolve(self.match, self.now, early)
        except HostError:
            return True
        return self.match.finished

    def _rule(self, row: Row) -> None:
        """A ruling into the journal, and the workbooks to what then holds."""
        try:
            correction = plan(self.match, self.store, row, self.now)
        except Refused as fault:
            raise Stopped(row, fault) from fault
        body = {**correction.body, **named([self.as_typed[row.number]])}
        if correction.carries:
            found = read_each(self.match, self.store, self.tell, Decisions(kept=self.decisions.kept))
            needed = [hand_in for hand_in in found if hand_in.seat not in self.decisions.absent]
            refuse_unreadable(self.match, needed, f"row {row.number} was not taken up, since what stands in these workbooks would be lost")
            body |= carried_over(self.match, found)
            self.decisions = replace(self.decisions, kept=())  # what was taken from a snapshot stands in the new edition
        self.match.folder.append(correction.kind, stamp(self.now), body)
        self.match = load(self.match.folder)
        self.store.bring_many([(seat_id, desk.workbook(self.match, seat)) for seat, seat_id in self.match.seat_ids.items()], self.tell)
        self.anew = self.anew or row.what in ("late", "void")
        self.lines = (*self.lines, _said(row), *(f"    {line}" for line in correction.lines))

    def _decide(self, rows: Sequence[Row]) -> None:
        """Adds decisions on hand-ins to what the command said."""
        for row in rows:
            try:
                self.decisions = decided(self.decisions, row)
            except Refused as fault:
                raise Stopped(row, fault) from fault
        meant = [row for row in rows if row.what == "late"]
        if meant and all(row.seat for row in meant):
            found = read_each(self.match, self.store, self.tell, self.decisions)
            others = [seat for seat, _ in late_seats(self.match, found) if seat not in [row.seat for row in meant]]
            if others:
                text = f"{', '.join(others)} saved after the deadline as well, and late workbooks are treated alike; empty this cell to mean all"
                raise Stopped(meant[0], Refused("seat", text))


def _said(row: Row) -> str:
    return f"Ruling {row.number}: {row.words}. Because: {row.reason}"


def plan(match: Match, store: Store, row: Row, now: datetime) -> Correction:
    """The correction that a row asks for: what the commands would plan. Raises Refused."""
    folder = match.folder
    try:
        match row.what:
            case "extend":
                days = typed.whole(row.value)
                return corrections.plan_extend(folder, row.value if days is None else None, days, row.reason, now)
            case "pause":
                return corrections.plan_pause(folder, row.reason)
            case "resume":
                return corrections.plan_resume(folder, row.reason, now)
        return corrections.plan_ruling(folder, store, row.seat, row.what, "" if row.what == "late" else row.value, row.reason, now)
    except HostError as fault:
        column = "value" if row.what in ("extend", *(ruling.what for ruling in match.game.rulings if ruling.value)) else "what"
        raise Refused(column, fault.message.removeprefix("this ruling cannot be: ")) from fault
