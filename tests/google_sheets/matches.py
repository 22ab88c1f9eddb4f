"""A whole match whose workbooks are spreadsheets of the emulated Google: laid out, filled in and resolved as by the commands.

Must not reach past the commands' own code, nor into the spreadsheets but as a player.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from croupier import desk, files, opening, season, sync
from croupier.control import SEAT
from croupier.control_rows import COLUMNS
from croupier.control_sheet import field_name
from croupier.control_spreadsheet import control_of
from croupier.core.audience import Seat
from croupier.core.draws import from_text
from croupier.handins import HandIn
from croupier.match import Match, load
from croupier.sheets.google import marks
from croupier.sheets.google.store import GoogleStore
from croupier.store import MatchFolder
from google_sheets.kit import Table
from table import BEGINNING, SMALL


class GoogleMatch:
    """A match under way. Every command has a store of its own; `folder` holds the journal, `table` the spreadsheets."""

    def __init__(
        self, place: Path, table: Table, names: tuple[str, ...], options: str = SMALL, seed: bytes = b"test", game: str = "house-of-horrors"
    ) -> None:
        self.table, self.published = table, 0
        table.clock.now = BEGINNING.timestamp()
        made = season.create(place, "Test season", "America/New_York")
        listed = place / "list.csv"
        files.write(listed, ("name\n" + "\n".join(names) + "\n").encode())
        self.folder = MatchFolder(opening.new(made, game, "Small match", listed, BEGINNING).path)
        files.write(self.folder.settings, self.folder.settings.read_bytes() + options.encode())
        opening.open_match(self.folder, BEGINNING, hashlib.sha256(seed).digest())
        table.give(*self.match.seat_ids.values(), SEAT)

    @property
    def match(self) -> Match:
        return load(self.folder)

    def at(self, moment: datetime) -> None:
        """It is this time now, by Google's clock too."""
        self.table.clock.now = max(self.table.clock.now, moment.timestamp())

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self.table.clock.now, BEGINNING.tzinfo)

    def publish(self) -> None:
        self.published += 1

    def store(self) -> GoogleStore:
        return self.table.store()

    def open(self) -> Match:
        store = self.store()
        return sync.deliver(self.folder, store, self.publish, self.now, control=control_of(self.folder, store))

    def check(self) -> list[HandIn]:
        store = self.store()
        return sync.check(self.folder, store, self.now, control=control_of(self.folder, store))[1]

    def sync(self, *, control: bool = True, **more: Any) -> sync.Report:
        """A minute after the deadline, or now if that is later."""
        if not self.match.finished:
            self.at(self.match.deadline + timedelta(minutes=1))
        store = self.store()
        held = control_of(self.folder, store) if control else None
        return sync.sync(self.folder, store, self.publish, store.server_now() or self.now, control=held, **more)

    def hand_in(self, answers: Mapping[str, Mapping[str, Any]]) -> None:
        """Players type and paint."""
        match = self.match
        for seat, given in answers.items():
            self.table.fill(match.seat_ids[seat], desk.workbook(match, seat), match.asked[seat], given)

    def bots(self, label: str) -> dict[str, Mapping[str, Any]]:
        """What the bots hand in for the step that is being played."""
        match, draws = self.match, from_text(label)
        found = {
            seat: match.game.bot(match.game.view(match.state, Seat(seat)), form, draws.stream(f"{match.step}/{seat}"))
            for seat, form in match.asked.items()
        }
        return {seat: answers for seat, answers in found.items() if answers is not None}

    def rule(self, number: int, row: tuple[str, str, str, str]) -> None:
        """The host types a ruling into the control spreadsheet."""
        host = self.table.owner(SEAT)
        for column, text in zip(COLUMNS, row, strict=True):
            host.type(marks.cell_name(field_name(column, number)), text)

    def facts(self) -> list[dict[str, Any]]:
        """What the journal says was handed in and came of it, without times and snapshots."""
        kept = ("step", "phase", "answers", "steps", "early")
        return [{key: entry.body[key] for key in kept} for entry in self.match.entries if entry.kind == "resolved"]
