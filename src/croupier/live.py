"""The table that is watched: turns of a clocked game as they are confirmed or their time runs out, deadlines of a daily one as they come.

Must not decide anything that `sync` would not decide, nor hold what is not in the journal: it can be stopped and started at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from croupier.core.forms import Form
from croupier.core.game import Clock
from croupier.core.journal import Entry
from croupier.core.problems import HostError

from . import desk, history, sync
from .announce import announcement
from .handins import UNDECIDED, Decisions, HandIn, late_seats, read_each, unconfirmed
from .match import Match, load
from .sheets.base import Store, Unreadable, silent, ticked
from .store import MatchFolder, stamp
from .words import listed, phase_title

POLL = 3.0
"""Seconds between two looks at the workbooks of a clocked turn: twenty reads a minute for the one seat that is asked."""
QUIET_POLL = 20.0
"""The same where no clock runs."""
LEAST_OF_FILES = 600
"""The shortest turn in seconds that can be played with files: one that is open in a program does not reload."""
CHECK_EVERY = timedelta(minutes=30)
LAST_CHECK = timedelta(minutes=2)
"""So long before a deadline a last snapshot is taken, in case the machine is asleep when it comes."""
OVERSLEPT = 30.0
"""Seconds after the end of a turn from which on this machine must have been asleep."""
PATIENCE = timedelta(minutes=10)
"""How long one and the same trouble is put up with."""


@dataclass(frozen=True)
class Seen:
    """What the host's screen shows: public things, and troubles. `left` = until the turn or the phase is over."""

    title: str
    phase: str
    waits_for: str
    left: timedelta | None
    told: str
    trouble: str = ""


class Watcher(Protocol):
    """Who watches: the time, a pause between two looks, a screen, and somebody who can be asked."""

    def now(self) -> datetime:
        """The time that deadlines are judged by."""

    def sleep(self, seconds: float) -> None:
        """Waits."""

    def show(self, seen: Seen) -> None:
        """Puts this on the screen."""

    def say(self, text: str) -> None:
        """A line that stays."""

    def ask(self, question: str) -> bool:
        """Yes or no, from the host."""


@dataclass
class Table:
    """A match that is watched. `store` keeps its workbooks, `publish` builds the site.

    `control` gives the host's control workbook for one run; between the turns of a clock there is no time for it.
    """

    folder: MatchFolder
    store: Store
    publish: Callable[[], object]
    watcher: Watcher
    control: Callable[[], sync.Control | None] = lambda: None
    _troubled: tuple[str, datetime] | None = None

    def run(self) -> Match:
        """Watches until the match is over. HostError where only the host can go on."""
        match = self._begin()
        while not match.finished:
            try:
                self.step(match)
                self._troubled = None
            except (HostError, Unreadable) as fault:
                self._bear(match, fault)
            match = load(self.folder)
        return match

    def _begin(self) -> Match:
        match = load(self.folder)
        clock = self._clock(match)
        if clock is not None and self.store.server_now() is None and (clock.seconds or LEAST_OF_FILES) < LEAST_OF_FILES:
            raise HostError(
                f"a turn of {clock.seconds} seconds cannot be played with files, which do not reload while they are open",
                f"play it in Google Sheets (docs/google.md), or turn by turn: croupier sync {self.folder.id}",
            )
        return match

    def _clock(self, match: Match) -> Clock | None:
        return match.game.clock(match.state) if match.live else None

    def step(self, match: Match) -> None:
        """One look: resolves if it is time, else waits a little."""
        self.store.begin()
        if not match.delivered:  # a run before this look did not get to its end
            sync.deliver(self.folder, self.store, self.publish, self.watcher.now())
            return
        if match.needs is not None:
            raise HostError(f"the match waits for the host: {match.needs}", f'enter it: croupier dice {self.folder.id} "…", then watch again')
        if match.paused:
            self._wait(match, "the host (the match is paused)", None, QUIET_POLL)
            return
        clock = self._clock(match)
        if clock is not None:
            self._turn(match, clock)
        else:
            self._day(match)

    # A clocked turn -----------------------------------------------------------------------------------------------

    def _turn(self, match: Match, clock: Clock) -> None:
        now = self.watcher.now()
        began = _clock_entry(match)
        if began is None:
            self._start(match, "pause" if clock.pause else "turn")
            # Nobody can have answered yet, and every look counts against the quota.
            self._wait(match, listed(list(match.asked)), timedelta(seconds=clock.pause or clock.seconds or 0), POLL)
            return
        what, at = began
        if what == "pause":
            self._pause(match, at + timedelta(seconds=clock.pause))
            return
        due = at + timedelta(seconds=clock.seconds or 0)
        found = read_each(match, self.store, silent)
        waiting = unconfirmed(match, found)
        trouble = "; ".join(hand_in.trouble for hand_in in found if hand_in.trouble)
        if not waiting and not trouble:
            self._resolve(match, found, UNDECIDED)
        elif trouble and now >= due:
            self._ask_again(match, f"The turn is over, but its workbook cannot be read: {trouble}.")
        elif now < due:
            # What was ticked and cannot be played is told to its seat at once: the clock goes on meanwhile.
            sync.give_receipts(match, self.store, [one for one in found if one.seat in waiting and one.ticked], now)
            self._wait(match, listed(waiting), due - now, POLL, trouble)
        elif (now - due).total_seconds() > OVERSLEPT:
            self._ask_again(match, f"This machine slept through the turn of {listed(waiting)}.")
        else:
            self._time_is_up(match)

    def _ask_again(self, match: Match, why: str) -> None:
        """Nobody loses a turn to a machine: the host says whether it is played again."""
        if self.watcher.ask(f"{why} Give the whole turn again? (No = its time has run out)"):
            self._start(match, "turn")
        else:
            self._time_is_up(match)

    def _start(self, match: Match, what: str) -> None:
        """The clock starts: a fact, so that a turn is not lost with the program."""
        self._note(match, [("clock", {"step": match.step, "what": what})])

    def _note(self, match: Match, facts: Sequence[tuple[str, dict[str, object]]]) -> None:
        """Writes facts of the table into the journal, unless another command has been at the match since this look."""
        with self.folder.lock():
            if len(self.folder.entries()) == len(match.entries):
                for kind, body in facts:
                    self.folder.append(kind, stamp(self.watcher.now()), body)

    def _pause(self, match: Match, until: datetime) -> None:
        ready = {entry.body["seat"] for entry in _since_last_act(match) if entry.kind == "ready"}
        fresh = [seat for seat in match.table.seats if seat not in ready and self._is_ready(match, seat)]
        if fresh:
            self._note(match, [("ready", {"step": match.step, "seat": seat}) for seat in fresh])
            return
        missing = [seat for seat in match.table.seats if seat not in ready]
        now = self.watcher.now()
        if not missing or now >= until:
            self._start(match, "turn")
        else:
            self._wait(match, f"{listed(missing)} (a pause)", until - now, POLL)

    def _is_ready(self, match: Match, seat: str) -> bool:
        form = Form(match.phase, (desk.READY,))
        with suppress(Unreadable):
            return ticked(form, self.store.read(match.seat_ids[seat], desk.workbook(match, seat), form))
        return False

    def _time_is_up(self, match: Match) -> None:
        decisions = Decisions(absent=tuple(match.asked))
        self._resolve(match, read_each(match, self.store, silent, decisions), decisions)

    def _resolve(self, match: Match, found: Sequence[HandIn], decisions: Decisions) -> None:
        """One turn; the site is built when a phase is over."""

        def publish() -> None:
            after = load(self.folder)
            if after.finished or after.phase != match.phase:
                self.publish()

        report = sync.take_turn(self.folder, self.store, publish, self.watcher.now(), found, decisions)
        self.watcher.say(report.public.splitlines()[0])

    # A day ----------------------------------------------------------------------------------------------------------

    def _day(self, match: Match) -> None:
        now = self.watcher.now()
        if now < match.deadline:
            forms = match.asked.values()
            if forms and all(form.tick for form in forms):
                found = read_each(match, self.store, silent)
                if all(hand_in.ticked for hand_in in found):
                    self._sync(now, UNDECIDED, early=True)
                    return
            if self._check_is_due(match, now):
                control = self.control()
                sync.check(self.folder, self.store, now, control=control)
                self._remarks(control)
            self._wait(match, "the deadline", match.deadline - now, QUIET_POLL)
        elif now < match.deadline + match.grace:
            self._wait(match, "the grace after the deadline", match.deadline + match.grace - now, QUIET_POLL)
        else:
            self._deadline(match, now)

    def _check_is_due(self, match: Match, now: datetime) -> bool:
        """Whether it is time for a snapshot: now and then, and shortly before the deadline."""
        kept = [datetime.fromisoformat(entry.at) for entry in match.entries if entry.kind == "snapshot" and entry.body["step"] == match.step]
        last = kept[-1] if kept else None
        return last is None or now - last >= CHECK_EVERY or last < match.deadline - LAST_CHECK <= now

    def _deadline(self, match: Match, now: datetime) -> None:
        decisions = UNDECIDED
        found = read_each(match, self.store, silent)
        late = [seat for seat, _ in late_seats(match, found)]
        if late:
            kept = history.last_snapshots(match.entries, match.deadline + match.grace)
            self.watcher.say(f"{phase_title(match.phase)}: workbooks were saved after the deadline, which this machine was not there for.")
            if all(seat in kept for seat in late):
                self.watcher.say("What was there before it counts: the snapshots of then are taken.")
                decisions = replace(decisions, late="refuse")
            else:
                without = listed([seat for seat in late if seat not in kept])
                take = self.watcher.ask(f"There is no snapshot from before the deadline of {without}. Take the late hand-ins? (No = refuse them)")
                decisions = replace(decisions, late="take" if take else "refuse")
        self._sync(now, decisions, early=False)

    def _sync(self, now: datetime, decisions: Decisions, *, early: bool) -> None:
        control = self.control()
        try:
            report = sync.sync(self.folder, self.store, self.publish, now, decisions=decisions, early=early, control=control)
        finally:
            self._remarks(control)
        self.watcher.say(report.public)

    def _remarks(self, control: sync.Control | None) -> None:
        for remark in control.remarks if control is not None else ():
            self.watcher.say(remark)

    # ----------------------------------------------------------------------------------------------------------------

    def _wait(self, match: Match, whom: str, left: timedelta | None, poll: float, trouble: str = "") -> None:
        told = announcement(match)
        self.watcher.show(Seen(match.title, phase_title(match.phase), whom, left, told, trouble))
        self.watcher.sleep(poll if left is None else max(0.2, min(poll, left.total_seconds())))

    def _bear(self, match: Match, fault: HostError | Unreadable) -> None:
        """Shows a trouble and waits, unless it has lasted too long or the host has to do something about the match itself."""
        text = fault.message if isinstance(fault, HostError) else f"{fault.place}: {fault.trouble}"
        now = self.watcher.now()
        if self._troubled is None or self._troubled[0] != text:
            self._troubled = (text, now)
        if match.needs is not None or history.needs_host(load(self.folder).entries, match.step) or now - self._troubled[1] > PATIENCE:
            raise fault if isinstance(fault, HostError) else HostError(text, fault.remedy)
        self._wait(match, "things to come right", None, POLL if match.live else QUIET_POLL, text)


def _clock_entry(match: Match) -> tuple[str, datetime] | None:
    """What the clock of the turn that is being played was last set to, and when; nothing where it has not been started since."""
    set_ = [entry for entry in _since_last_act(match) if entry.kind == "clock"]
    return (set_[-1].body["what"], datetime.fromisoformat(set_[-1].at)) if set_ else None


def _since_last_act(match: Match) -> tuple[Entry, ...]:
    """What was noted since the turn began: what was noted of one that was taken back or paused counts no longer."""
    acts = [entry.n for entry in match.entries if entry.kind in (*history.ACTS, "rolled_back", "resumed")]
    return match.entries[acts[-1] if acts else 0 :]
