"""A host at a desk: every correction planned and applied as the commands do it, at the time that the host's clock shows.

Must not take a way into a match that a host could not take.
"""

from __future__ import annotations

import io
import sys
from datetime import timedelta
from typing import Any

import pytest

from croupier import cli, clock, corrections, desk, sync
from croupier.corrections import Correction
from croupier.match import Match
from croupier.sheets.base import answers
from croupier.sheets.xlsx import XlsxStore
from croupier.sync import Report
from table import BEGINNING, Desk

WHY = "the sheet showed a wrong sum"


class Host(Desk):
    """A match under way with a host who corrects it. `now` = what the host's clock shows."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.now = BEGINNING + timedelta(hours=1)

    def sync(self, **more: Any) -> Report:
        """Runs `sync` a minute after the deadline, or now if that is later."""
        self.now = more.pop("now", None) or max(self.now, self.match.deadline + timedelta(minutes=1))
        return super().sync(now=self.now, **more)

    def show(self, **more: Any) -> Report:
        """Runs `sync --preview`."""
        return sync.show(self.folder, self.store, self.now, **more)

    def check(self) -> None:
        """Runs `check`."""
        sync.check(self.folder, self.store, self.now)

    def apply(self, planned: Correction) -> Match:
        """Does what was planned."""
        return corrections.apply(self.folder, planned, self.store, self.publish, self.now)

    def extend(self, to: str | None = None, days: int | None = None, reason: str = WHY) -> Match:
        return self.apply(corrections.plan_extend(self.folder, to, days, reason, self.now))

    def pause(self, reason: str = WHY) -> Match:
        return self.apply(corrections.plan_pause(self.folder, reason))

    def resume(self, reason: str = WHY) -> Match:
        return self.apply(corrections.plan_resume(self.folder, reason, self.now))

    def replace(self, seat: str, contact: str = "", zone: str = "", reason: str = WHY) -> Match:
        return self.apply(corrections.plan_replace(self.folder, seat, contact, zone, reason))

    def plan_rule(self, seat: str, what: str, value: str = "", reason: str = WHY) -> Correction:
        return corrections.plan_ruling(self.folder, self.store, seat, what, value, reason, self.now)

    def rule(self, seat: str, what: str, value: str = "", reason: str = WHY) -> Match:
        return self.apply(self.plan_rule(seat, what, value, reason))

    def roll_back(self, reason: str = WHY) -> Match:
        return self.apply(corrections.plan_rollback(self.folder, reason))

    def stands(self, seat: str) -> dict[str, Any]:
        """What stands in the workbook of a seat now, as answers."""
        match = self.match
        form = match.asked[seat]
        return answers(form, self.store.read(match.seat_ids[seat], desk.workbook(match, seat), form))

    def journal(self) -> str:
        """The journal's text."""
        return (self.folder.private / "journal.jsonl").read_text(encoding="utf-8")

    def events(self) -> list[Any]:
        """The events of all deadlines that stand."""
        return [event for deadline in self.match.resolved for step in deadline.steps for event in step.events]


class Terminal:
    """The `croupier` command in this process, in the season's folder; with `files` the workbooks are real ones."""

    def __init__(self, host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *, files: bool = False) -> None:
        self.host, self._patch, self._capsys = host, monkeypatch, capsys
        self.files = XlsxStore(host.folder.boards, pause=lambda _: None)
        if files:
            sync.deliver(host.folder, self.files, host.publish, BEGINNING)
        monkeypatch.chdir(host.season.path)
        store = self.files if files else host.store
        for module in ("croupier.cli", "croupier.cli_corrections", "croupier.cli_watch"):
            monkeypatch.setattr(f"{module}.store_of", lambda season, folder, on_wait: store)
        monkeypatch.setattr(clock, "now", lambda: host.now)
        for module in ("croupier.cli", "croupier.cli_corrections", "croupier.cli_watch"):
            monkeypatch.setattr(f"{module}.publish", lambda place: host.publish())

    def run(self, *words: str, typed: str = "") -> tuple[int, str, str]:
        """(exit status, standard output, standard error) of a command; `typed` = what the host answers."""
        self._capsys.readouterr()
        self._patch.setattr(sys, "argv", ["croupier", *words])
        self._patch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            cli.main()
        out, err = self._capsys.readouterr()
        return int(left.value.code or 0), out, err
