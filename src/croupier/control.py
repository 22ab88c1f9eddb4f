"""The host's control workbook of a match: written anew at every check and deadline, its rulings taken up exactly once.

Must not lose a row that a host has typed, nor write anywhere but into the match's private folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from croupier.core import typed
from croupier.core.problems import HostError

from .control_rows import COLUMNS, Refused, Row, Taken, is_decision, known_numbers, open_rows, taken_rows, understand
from .control_rulings import Run, Stopped
from .control_sheet import FOLLOWS, Pages, bare, field_name, form, workbook
from .control_tables import pages
from .handins import Decisions
from .match import Match, load
from .sheets.base import Missing, ReadCell, Snapshot, Store, Tell, Unreadable, silent
from .sheets.xlsx import XlsxStore
from .store import MatchFolder
from .sync import TakenUp

SEAT = "private"
"""Where the workbook lies in a match's folder: a desk as the seats have theirs, in the one folder that is never shared."""
TITLES = ("control", "control-new")
"""The workbook, and the one that is written beside it while somebody has it open."""
_TRIES = 3


@dataclass(frozen=True)
class Sheet:
    """One of the two workbooks as it lies there: no snapshot = there is none; a fault = it cannot be read.

    `follows` = when the other was saved that this one has followed: its rows count here, and no longer there.
    """

    title: str
    rows: Mapping[int, Row]
    snapshot: Snapshot | None = None
    fault: Unreadable | None = None
    follows: str = ""

    @property
    def saved_at(self) -> str | None:
        return self.snapshot.saved_at if self.snapshot else None


class ControlWorkbook:
    """The workbook in its store. `remarks` = what the host should hear after a run, whoever looks at the screen."""

    _tabs_read: tuple[str, ...] = ()
    """Tabs without inputs that a store has to know of before it writes them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._states: dict[int, str] = {}
        self.remarks: list[str] = []

    def waiting(self, match: Match) -> int:
        """How many rows hold something that was not taken up."""
        taken = taken_rows(match.entries)
        return len(_typed(self._readable(match, taken), taken))

    def take_up(self, match: Match, store: Store, now: datetime, decisions: Decisions, *, early: bool, tell: Tell = silent) -> TakenUp:
        """Takes up the rulings that wait, each as a journal entry. Decisions on hand-ins are left to the step's own entry.

        Nothing is done where a row does not read well; a row that cannot be taken up all the same ends it, and what came
        before it stands. HostError where the workbook cannot be read.
        """
        taken = taken_rows(match.entries)
        sheets = self._readable(match, taken)
        rows = _typed(sheets, taken)
        run = Run(match, store, now, decisions, {row.number: row for row in rows}, tell)
        read: list[Row] = []
        refused: dict[int, Refused] = {}
        for row in rows:
            try:
                read.append(understand(match, _unless_it_clashes(row, sheets, taken), taken))
            except Refused as fault:
                refused[row.number] = fault
        if refused:
            return run.result(refused=self._refusal(match, sheets, refused))
        try:
            return run.take_up(read, early)
        except Stopped as stop:
            return run.result(refused=self._refusal(match, sheets, {stop.row.number: stop.fault}))
        except HostError as fault:
            return run.result(refused=fault)
        finally:
            if run.changed:
                self._remark("Rulings of the control workbook were taken up: it says which, and so does croupier history --host.")

    def _refusal(self, match: Match, sheets: Sequence[Sheet], refused: Mapping[int, Refused]) -> HostError:
        """What the host is told of rows that cannot be taken up; their states say the same."""
        lines: list[str] = []
        for number, fault in refused.items():
            self._states[number] = f"refused: {fault.text}"
            sheet = next(sheet for sheet in sheets if number in sheet.rows and not sheet.rows[number].blank)
            cell = sheet.snapshot.fields[field_name(fault.column, number)].ref if sheet.snapshot else ""
            lines.append(f"\n  row {number}, {cell} in {self._place(match, sheet.title)}: {fault.text}")
        return HostError(
            f"nothing was resolved, since the control workbook asks for what cannot be:{''.join(lines)}",
            "mend each such row or empty it, save the file, then run again",
        )

    # Writing ----------------------------------------------------------------------------------------------------

    def write(self, folder: MatchFolder, store: Store, now: datetime) -> None:
        """Writes the workbook as the match now stands. Never fails: what is resolved is resolved, whatever becomes of this."""
        try:
            if folder.entries():
                self._write(load(folder), store, now)
        except Exception as fault:
            why = fault.message if isinstance(fault, HostError) else type(fault).__name__
            self._remark(f"The control workbook could not be written ({why}); nothing else is affected, and the next check or sync tries again.")

    def _write(self, match: Match, store: Store, now: datetime) -> None:
        taken = taken_rows(match.entries)
        shown = pages(match, store, taken, now)
        place, beside = (self._place(match, title) for title in TITLES)
        trouble = self._bring(match, TITLES[0], shown, taken)
        waiting = len(_typed(self._read(match, taken), taken))
        if waiting:
            self._remark(f"{waiting} row{'s' * (waiting != 1)} of the control workbook wait{'s' * (waiting == 1)}; its column State says for what.")
        if not trouble:
            self._clear(match, taken)
        elif not self._bring(match, TITLES[1], shown, taken):
            self._remark(f"{place} {trouble}; the new control workbook is {beside}")
        else:
            self._remark(f"{place} {trouble}, and {beside} cannot be written either; close both, then run croupier check")

    def _bring(self, match: Match, title: str, shown: Pages, taken: Mapping[int, Taken]) -> str:
        """Puts one of the two workbooks in place, with every row that is typed in either; "" or why it was not done."""
        for _ in range(_TRIES):
            sheets = sorted(self._read(match, taken), key=lambda sheet: sheet.title != title)
            own = sheets[0]
            if own.fault:
                return f"cannot be read ({own.fault.trouble})"
            rows = open_rows(_typed(sheets, taken), taken)
            follows = own.follows
            if title == TITLES[1] and all(row in rows for row in _typed(sheets[1:], taken)):
                follows = sheets[1].saved_at or ""
            stated = [(row, self._state(match, row, sheets, taken)) for row in rows]
            outcome = self._store.replace(SEAT, workbook(title, stamp_of(match), shown, stated, follows), own.saved_at)
            if outcome == "done":
                return ""
            if outcome == "open":
                return "is open somewhere (or a program that died has left its mark beside it), and what was not saved there was not read"
        return "is being saved again and again"

    def _clear(self, match: Match, taken: Mapping[int, Taken]) -> None:
        """Takes the second workbook away once the first holds everything that was typed into it."""
        first, second = self._read(match, taken)
        if second.fault or second.saved_at is None:
            return
        there = {row.number: row for row in _typed([first], taken)}
        lost = [row for row in _typed([second], taken) if there.get(row.number) != row]
        if lost or self._store.remove(SEAT, bare(second.title, stamp_of(match), ()), second.saved_at) != "done":
            self._remark(f"{self._place(match, second.title)} is no longer needed, but is open or says something else; go on in {first.title}")

    def _state(self, match: Match, row: Row, sheets: Sequence[Sheet], taken: Mapping[int, Taken]) -> str:
        if row.blank:
            return ""
        if row.number in self._states:
            return self._states[row.number]
        try:
            ruling = understand(match, _unless_it_clashes(row, sheets, taken), taken)
        except Refused as fault:
            return f"refused: {fault.text}"
        return f"waits until {match.phase} is resolved" if is_decision(ruling) else "waits for the next croupier sync"

    # Reading ----------------------------------------------------------------------------------------------------

    def _readable(self, match: Match, taken: Mapping[int, Taken]) -> list[Sheet]:
        sheets = self._read(match, taken)
        for sheet in sheets:
            if sheet.fault:
                fault = sheet.fault
                raise HostError(
                    f"nothing was resolved, since a control workbook that may hold rulings cannot be read: {fault.place}: {fault.trouble}",
                    "put a sound copy in its place, or move it out of that folder: the next run makes a new one",
                )
        return sheets

    def _read(self, match: Match, taken: Mapping[int, Taken]) -> list[Sheet]:
        numbers = known_numbers(taken)
        first, second = (self._sheet(match, title, numbers) for title in TITLES)
        return [replace(first, rows={}) if second.follows and second.follows == first.saved_at else first, second]

    def _sheet(self, match: Match, title: str, numbers: Sequence[int]) -> Sheet:
        """One workbook with the rows that have these numbers."""
        try:
            snapshot = self._store.read(SEAT, bare(title, stamp_of(match), numbers, self._tabs_read), form(numbers))
        except Missing:
            return Sheet(title, {})
        except Unreadable as fault:
            return Sheet(title, {}, fault=fault)
        rows = {number: Row(number, *(_text(snapshot.fields[field_name(name, number)]) for name in COLUMNS)) for number in numbers}
        for remark in snapshot.remarks:
            if not any(known in remark for known in ("is open somewhere", *(f"“{other}.xlsx”" for other in TITLES))):
                self._remark(f"{self._place(match, title)}: {remark}")
        return Sheet(title, rows, snapshot, follows=_text(snapshot.fields[FOLLOWS]))

    def _place(self, match: Match, title: str) -> str:
        return self._store.place(SEAT, bare(title, stamp_of(match), ()))

    def _remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)


def of(folder: MatchFolder) -> ControlWorkbook:
    """The control workbook of a match, as a file."""
    return ControlWorkbook(XlsxStore(folder.path))


def places(folder: MatchFolder) -> list[str]:
    """Where the host finds it: usually one file, two while one of them is open."""
    paths = [folder.path / SEAT / f"{title}.xlsx" for title in TITLES]
    return [str(path) for path in paths if path.exists()]


def stamp_of(match: Match) -> str:
    return f"{match.folder.id}/host/control/{match.commitment[:12]}"


def _text(cell: ReadCell) -> str:
    """What a cell says, as text; what is merged away or lost says nothing."""
    return "" if cell.kind in ("blank", "lost", "merged") else typed.text(cell.value)


def _typed(sheets: Iterable[Sheet], taken: Mapping[int, Taken]) -> list[Row]:
    """The rows that say something which was not taken up, by number; where two sheets have one, the first's."""
    rows: dict[int, Row] = {}
    for sheet in sheets:
        for number, row in sheet.rows.items():
            if not row.blank and not (number in taken and taken[number].row == row):
                rows.setdefault(number, row)
    return [rows[number] for number in sorted(rows)]


def _unless_it_clashes(row: Row, sheets: Sequence[Sheet], taken: Mapping[int, Taken]) -> Row:
    """The row. Raises Refused where the two workbooks have different things in it."""
    said = {other for sheet in sheets for other in _typed([sheet], taken) if other.number == row.number}
    if len(said) > 1:
        raise Refused("what", f"{' and '.join(sheet.title for sheet in sheets)} say different things in this row; empty it in one of them")
    return row
