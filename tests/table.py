"""Lays a small match for tests of the deadline: a season in a folder, workbooks in memory, a clock in hand.

Must not take a way into a match that a host could not take.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from croupier import desk, files, opening, season, sync
from croupier.match import Match, load
from croupier.sheets.memory import MemoryStore
from croupier.store import MatchFolder

BEGINNING = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SMALL = """
auctions = 2
cash = 500
size = 5
start = "A5"
exit = "E1"
[[options.schedule]]
scares = ["Wolfman", "Nightmare"]
walls = 3
[[options.schedule]]
scares = ["Grunkle-In-a-Box"]
walls = 0
"""


class Desk:
    """A match under way: `store` holds the workbooks, `published` counts how often the site was built."""

    def __init__(
        self,
        folder: Path,
        names: tuple[str, ...] = ("Ana", "Bo", "Cy"),
        options: str = SMALL,
        players: str = "",
        data: Mapping[str, str] | None = None,
        slug: str = "house-of-horrors",
    ) -> None:
        self.season = season.create(folder, "Test season", "America/New_York")
        listed = folder / "list.csv"
        files.write(listed, (players or "name\n" + "\n".join(names) + "\n").encode())
        made = opening.new(self.season, slug, "Small match", listed, BEGINNING)
        files.write(made.settings, made.settings.read_text(encoding="utf-8").encode() + options.encode())
        for name, text in (data or {}).items():
            files.write(made.path / name, text.encode())
        self.folder = MatchFolder(made.path)
        self.store = MemoryStore()
        self.published = 0
        opening.open_match(self.folder, BEGINNING, hashlib.sha256(b"test").digest())
        sync.deliver(self.folder, self.store, self.publish, BEGINNING)

    def publish(self) -> None:
        self.published += 1

    @property
    def match(self) -> Match:
        return load(self.folder)

    def hand_in(self, answers: Mapping[str, Mapping[str, Any]]) -> None:
        """Types answers into the workbooks of the present step."""
        match = self.match
        for seat, given in answers.items():
            self.store.fill(match.seat_ids[seat], desk.workbook(match, seat).title, match.asked[seat], given)

    def sync(self, **more: Any) -> sync.Report:
        """Runs `sync` a minute after the deadline."""
        now = more.pop("now", None) or self.match.deadline + timedelta(minutes=1)
        return sync.sync(self.folder, self.store, self.publish, now, **more)

    def kinds(self) -> list[str]:
        """The kinds of the journal's entries."""
        return [entry.kind for entry in self.folder.entries()]
