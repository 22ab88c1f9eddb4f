"""Keeps each seat's workbook in one Google spreadsheet for the whole match: every step is laid out in it anew.

Must not write over what a seat has typed into the present step, nor send a request that is not needed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Lock
from typing import TypeVar

from croupier.core.forms import Form
from croupier.core.problems import HostError
from croupier.core.sheet import Workbook
from croupier.sheets.base import Job, Missing, Outcome, Receipt, Snapshot, Tell, Unreadable
from croupier.sheets.drawn import as_drawn

from . import locks, marks
from .drive import Facts, all_facts, why_unfit
from .errors import GoogleTrouble, Json, Refused, SignInFailed
from .http import GoogleHttp
from .layout import forgotten, layout, made_note, noted
from .links import Link
from .reading import NotRead, input_tabs, read_state, refuse_lost_tabs, refuse_other
from .receipts import receipt_request, receipt_text
from .state import GRID_FIELDS, STATE_FIELDS, State, state

WORKERS = 4
_Job = TypeVar("_Job")
_Made = TypeVar("_Made")
_OWN_WRITE = timedelta(seconds=5)
_FRESH = 3.0
"""What was read so few seconds ago is taken to be still so, where only a host could have changed it."""


class GoogleStore:
    """The spreadsheets of a match, by the seats' ids. `editor` = the address that is signed in.

    What is read of a spreadsheet is kept until it is written to, or until `begin`: a run makes a store, or begins it anew.
    """

    def __init__(self, http: GoogleHttp, ids: Mapping[str, str], editor: str) -> None:
        twice = sorted(seat for seat, identifier in ids.items() if list(ids.values()).count(identifier) > 1)
        if twice:
            raise HostError(f"{' and '.join(twice)} have the same spreadsheet", "give every seat one of its own")
        self._http, self._ids, self._editor = http, dict(ids), editor
        self._lock = Lock()
        self._names_work = True
        self._facts_at = -math.inf
        self.begin()

    def begin(self) -> None:
        """Forgets what was read: a new run."""
        self._http.begin()
        if self._http.now - self._facts_at >= _FRESH:
            self._facts: dict[str, Facts] | None = None
        self._seen: dict[str, State] = {}
        self._done: dict[str, str] = {}
        self._known: dict[str, tuple[str | None, str | None]] = {}
        self._saved: dict[str, str] = {}
        self._read_at: dict[str, float] = {}
        self._kept: dict[str, tuple[str, Snapshot]] = {}
        self._laid: dict[str, str] = {}

    def server_now(self) -> datetime | None:
        """The time on Google's clock, which every deadline is judged by."""
        self._http.sign_in()
        if self._http.server_now is None:
            self._all_facts()
        return self._http.server_now

    def keeps(self, seat_id: str) -> bool:
        """Whether there is a spreadsheet for it."""
        return seat_id in self._ids

    def place(self, seat_id: str, workbook: Workbook) -> str:
        """The link; the same for every step."""
        identifier = self._ids.get(seat_id)
        return Link(identifier).url if identifier else f"no spreadsheet ({seat_id})"

    # Reading ----------------------------------------------------------------------------------------------------

    def read(self, seat_id: str, workbook: Workbook, form: Form) -> Snapshot:
        """What the spreadsheet holds now; it stays open. Raises Unreadable, Missing where nothing was laid out in it."""
        return self._guarded(seat_id, workbook, lambda: self._read(seat_id, workbook, form, locked=False))

    def lock_and_read(self, seat_id: str, workbook: Workbook, form: Form) -> Snapshot:
        """Locks the inputs and reads them, in one request: nothing can be changed after what was read."""
        return self._guarded(seat_id, workbook, lambda: self._read(seat_id, workbook, form, locked=True))

    def read_many(self, jobs: Sequence[Job], tell: Tell, *, lock: bool) -> list[Snapshot | Unreadable]:
        """The same for many, several at a time; in the order of the jobs, with what was wrong in the place of a snapshot."""

        def one(job: Job) -> Snapshot | Unreadable:
            try:
                return self.lock_and_read(*job) if lock else self.read(*job)
            except Unreadable as fault:
                return fault

        return self._many(jobs, one, "Reading workbooks", tell)

    def _read(self, seat_id: str, workbook: Workbook, form: Form, *, locked: bool) -> Snapshot:
        place = self.place(seat_id, workbook)
        kept = self._kept.get(seat_id)
        if kept is not None and kept[0] == workbook.stamp and not locked:
            return kept[1]
        if self._laid.get(seat_id) == workbook.stamp and not locked:  # laid out anew in this very run
            return as_drawn(workbook, form, {})
        stamp, title = self._known.get(seat_id, (None, None))
        if stamp == workbook.stamp and title not in (None, workbook.title):
            raise Missing(place, f"there is no such form as {workbook.title} in the spreadsheet", "Lay it out first")
        facts = self._fit(seat_id)
        self._seen.pop(seat_id, None)
        found = self._locked_state(seat_id, workbook, form, facts) if locked else self._open_state(seat_id, workbook, form)
        try:
            snapshot = read_state(found, workbook, form, place, self._saved_at(found, facts))
        except NotRead:
            found = self._cells(seat_id, workbook, list(found.sheets))
            try:
                snapshot = read_state(found, workbook, form, place, self._saved_at(found, facts))
            except NotRead:
                raise Unreadable(
                    place, "its inputs were moved to another tab", "Put them back (Edit → Undo, or Version history), then run again"
                ) from None
        self._remember(seat_id, found)
        self._saved[seat_id] = snapshot.saved_at
        self._kept[seat_id] = (workbook.stamp, snapshot)
        return snapshot

    def _open_state(self, seat_id: str, workbook: Workbook, form: Form) -> State:
        try:
            return self._cells(seat_id, workbook)
        except Refused:  # a tab is not there
            found = self._look(seat_id, workbook, form)
            return self._cells(seat_id, workbook, found.sheets)

    def _locked_state(self, seat_id: str, workbook: Workbook, form: Form, facts: Facts) -> State:
        """The quick way is one request; where Google does not go along with it, the inputs are locked first and then read."""
        identifier, requests = self._ids[seat_id], locks.lock_requests(workbook, facts.modified or "-")
        try:
            if self._names_work:
                body: Json = {
                    "requests": requests,
                    "includeSpreadsheetInResponse": True,
                    "responseIncludeGridData": True,
                    "responseRanges": locks.names(workbook),
                }
                reply, _ = self._http.batch(identifier, body, f"updatedSpreadsheet({GRID_FIELDS})")
                found = state(reply.get("updatedSpreadsheet") or {}, whole=False)
                if all((sheet := found.sheets.get(marks.gid(title))) and sheet.read for title in input_tabs(workbook, form)):
                    return found
                self._names_work = False
            else:
                self._http.batch(identifier, {"requests": requests})
        except Refused:
            looked = self._look(seat_id, workbook, form)
            again = locks.lock_as_found(looked, workbook, facts.modified or "-")
            if again:
                self._http.batch(identifier, {"requests": again})
                if all(name.casefold() in looked.names for name in locks.names(workbook)) and locks.numbers_hold(looked, workbook):
                    self._names_work = False
            return self._cells(seat_id, workbook, looked.sheets)
        return self._cells(seat_id, workbook)

    def _look(self, seat_id: str, workbook: Workbook, form: Form) -> State:
        """The spreadsheet without its cells. Raises Unreadable where it is not the one, or has lost a tab with inputs."""
        found, place = state(self._http.sheet(self._ids[seat_id], STATE_FIELDS)), self.place(seat_id, workbook)
        refuse_other(found, workbook, place)
        refuse_lost_tabs(found, workbook, form, place)
        return found

    def _cells(self, seat_id: str, workbook: Workbook, there: Collection[int] | None = None) -> State:
        return state(self._http.cells(self._ids[seat_id], locks.filters(workbook, there), GRID_FIELDS))

    def _remember(self, seat_id: str, found: State) -> None:
        self._seen[seat_id] = found
        self._known[seat_id] = (found.note(marks.STAMP), found.note(marks.TITLE))
        self._read_at[seat_id] = self._http.now

    def _saved_at(self, found: State, facts: Facts) -> str:
        """When somebody else than croupier last changed it: as of the lock where it is locked, and before croupier's own receipts."""
        saved = found.note(marks.LOCKED) or facts.modified
        before, _, own = (found.note(marks.TOUCHED) or "").partition(" ")
        try:
            if own and datetime.fromisoformat(saved) <= datetime.fromisoformat(own) + _OWN_WRITE:
                saved = datetime.fromisoformat(before).isoformat()
            return datetime.fromisoformat(saved).isoformat()
        except ValueError:
            now = self._http.server_now
            return now.isoformat() if now else ""

    # Writing ----------------------------------------------------------------------------------------------------

    def bring(self, seat_id: str, workbook: Workbook) -> bool:
        """Lays the workbook out, in one request; False where it is there already. HostError where Google does not let it."""
        if self._done.get(seat_id) == marks.applied(workbook):
            return False
        try:
            return self._brought(seat_id, workbook)
        except (SignInFailed, Unreadable):
            raise
        except GoogleTrouble as fault:
            raise HostError(f"{self.place(seat_id, workbook)}: {fault.message}", fault.next_step) from None

    def bring_many(self, jobs: Sequence[tuple[str, Workbook]], tell: Tell) -> list[bool]:
        """The same for many, several at a time. What fails for one is told when all were tried; to do it again is safe."""

        def one(job: tuple[str, Workbook]) -> bool | HostError:
            try:
                return self.bring(*job)
            except SignInFailed:
                raise
            except HostError as fault:
                return fault

        found = self._many(jobs, one, "Writing workbooks", tell)
        faults = {seat_id: fault for (seat_id, _), fault in zip(jobs, found, strict=True) if isinstance(fault, HostError)}
        if faults:
            told = "".join(f"\n  {seat_id}: {fault.message}; {fault.next_step}" for seat_id, fault in faults.items())
            raise HostError(f"these workbooks could not be brought up to date:{told}", "mend them, then run again: it goes on where it stopped")
        return [brought is True for brought in found]

    def _brought(self, seat_id: str, workbook: Workbook) -> bool:
        self._kept.pop(seat_id, None)
        seen = self._seen.pop(seat_id, None)
        found = seen or self._looked(seat_id)
        for again in (seen is not None, False):
            self._refuse_foreign(seat_id, workbook, found)
            if found.note(marks.TITLE) == workbook.title and found.note(marks.STAMP) != workbook.stamp:
                return False
            blank: list[int] = []
            if found.note(marks.STAMP) is None:  # a new spreadsheet: its own empty tab goes
                found = self._looked(seat_id, cells=True)
                blank = [sheet.gid for sheet in found.sheets.values() if sheet.is_blank]
            requests = layout(workbook, found, self._editor, discard=blank)
            if not requests:
                self._done[seat_id] = marks.applied(workbook)
                return not again and seen is not None
            try:
                self._http.batch(self._ids[seat_id], {"requests": requests})
            except Refused:
                found = self._looked(seat_id)  # it is not as it was; or it was done, and the reply was lost
                if found.note(marks.APPLIED) == marks.applied(workbook):
                    break
                if not again:
                    raise
                continue
            break
        self._done[seat_id] = marks.applied(workbook)
        self._known[seat_id] = (workbook.stamp, workbook.title)
        if found.note(marks.STAMP) != workbook.stamp:
            self._laid[seat_id] = workbook.stamp
        return True

    def _looked(self, seat_id: str, *, cells: bool = False) -> State:
        return state(self._http.sheet(self._identifier(seat_id), GRID_FIELDS if cells else STATE_FIELDS))

    def _refuse_foreign(self, seat_id: str, workbook: Workbook, found: State) -> None:
        """Another match's or another seat's spreadsheet is never written over."""
        stamp = found.note(marks.STAMP)
        there, wanted = (stamp or "").split("/")[:2], workbook.stamp.split("/")[:2]
        if stamp and len(there) == len(wanted) == 2 and there != wanted:
            raise HostError(
                f"{self.place(seat_id, workbook)} holds a form of {'/'.join(there)[:80]}", "give this seat a spreadsheet of its own: croupier adopt"
            )

    def withdraw(self, seat_id: str, title: str) -> None:
        """Nothing is to be done: the form that counts is laid out in its place."""

    def receipt(self, seat_id: str, receipt: Receipt) -> None:
        """Shows the seat a receipt in its Inbox. One that is there already is not written again, nor one that has nothing to say."""
        if receipt.read_at is None or not receipt.asked:
            return
        found = self._seen.get(seat_id) or self._looked(seat_id)
        request = receipt_request(found, receipt_text(receipt))
        if request is None:
            return
        now = self._http.server_now
        value = f"{self._saved.get(seat_id) or '-'} {now.isoformat() if now else '-'}"
        known = found.metadata.get(marks.TOUCHED)
        note = noted(known[0], value) if known else made_note(marks.TOUCHED, value)
        self._http.batch(self._ids[seat_id], {"requests": [request, note]})
        self._seen.pop(seat_id, None)

    def unlock(self, seat_id: str, workbook: Workbook) -> bool:
        """Opens the inputs of a workbook again; False where they are open."""
        requests = locks.unlock_requests(self._looked(seat_id), workbook)
        if requests:
            self._http.batch(self._ids[seat_id], {"requests": requests})
            self._seen.pop(seat_id, None)
        return bool(requests)

    def replace(self, seat_id: str, workbook: Workbook, seen: str | None) -> Outcome:
        """Lays the workbook out over the one that was read, whatever stands there."""
        self._kept.pop(seat_id, None)
        kept = self._seen.pop(seat_id, None)
        found = kept if kept and self._http.now - self._read_at[seat_id] < _FRESH else self._looked(seat_id, cells=kept is not None)
        there = found.note(marks.STAMP) is not None and found.note(marks.TITLE) == workbook.title
        if there != (seen is not None) or (there and not self._is_as_read(seat_id, kept, found, seen)):
            return "changed"
        self._http.batch(self._ids[seat_id], {"requests": layout(workbook, found, self._editor, anew=True)})
        self._done[seat_id] = marks.applied(workbook)
        self._known[seat_id] = (workbook.stamp, workbook.title)
        return "done"

    def remove(self, seat_id: str, workbook: Workbook, seen: str) -> Outcome:
        """Takes the marks away: what stands there is no workbook of croupier's any more."""
        self._kept.pop(seat_id, None)
        kept = self._seen.pop(seat_id, None)
        found = self._looked(seat_id, cells=True)
        if not self._is_as_read(seat_id, kept, found, seen):
            return "changed"
        notes = [found.metadata[key][0] for key in (marks.STAMP, marks.APPLIED, marks.TITLE) if key in found.metadata]
        if notes:
            self._http.batch(self._ids[seat_id], {"requests": [forgotten(note) for note in notes]})
        self._seen.pop(seat_id, None)
        self._done.pop(seat_id, None)
        self._known.pop(seat_id, None)
        self._saved.pop(seat_id, None)
        return "done"

    def _is_as_read(self, seat_id: str, kept: State | None, found: State, seen: str | None) -> bool:
        """Whether a workbook still holds what was read of it at `seen`."""
        if kept is None or seen is None or seen != self._saved.get(seat_id) or found.note(marks.APPLIED) != kept.note(marks.APPLIED):
            return False
        return kept is found or all(number in found.sheets and sheet.same_cells(found.sheets[number]) for number, sheet in kept.sheets.items())

    # What all do ------------------------------------------------------------------------------------------------

    def _many(self, jobs: Sequence[_Job], one: Callable[[_Job], _Made], what: str, tell: Tell) -> list[_Made]:
        """Every job, by a few workers; what one cannot go on from ends all, and those that have not begun are not begun."""
        self._http.sign_in()
        self._all_facts()
        with ThreadPoolExecutor(WORKERS) as pool:
            futures = [pool.submit(one, job) for job in jobs]
            found: list[_Made] = []
            try:
                for done, future in enumerate(futures):
                    tell(what, done, len(jobs))
                    found.append(future.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        tell(what, len(jobs), len(jobs))
        return found

    def _guarded(self, seat_id: str, workbook: Workbook, work: Callable[[], Snapshot]) -> Snapshot:
        try:
            return work()
        except SignInFailed:
            raise
        except GoogleTrouble as fault:
            raise Unreadable(self.place(seat_id, workbook), fault.message, _sentence(fault.next_step)) from None

    def _identifier(self, seat_id: str) -> str:
        if seat_id not in self._ids:
            raise HostError(f"{seat_id} has no spreadsheet yet", "give its link: croupier adopt; or let croupier open make it")
        return self._ids[seat_id]

    def _fit(self, seat_id: str) -> Facts:
        """What Drive says of the seat's file, once for all files. Raises GoogleTrouble where it cannot be used."""
        facts = self._all_facts()[self._identifier(seat_id)]
        trouble = why_unfit(facts, self._editor)
        if trouble is not None:
            raise trouble
        return facts

    def _all_facts(self) -> dict[str, Facts]:
        with self._lock:
            if self._facts is None:
                self._facts = all_facts(self._http, self._ids.values())
                self._facts_at = self._http.now
            return self._facts


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
