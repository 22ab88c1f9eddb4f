"""Times a deadline of nine and of twenty seats in Google Sheets beside a plain gspread script, where each request takes 100 ms.

Must not judge, nor use the network: Google is the emulated one, so that its share of the time is shown as well.

Usage: PYTHONPATH=tests python bench/on_google.py
"""

from __future__ import annotations

import contextlib
import dataclasses
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gspread

from croupier import desk
from croupier.core.sheet import Tab, Workbook
from croupier.games import games
from croupier.sheets.base import ref
from croupier.sheets.google.cells import colour
from emulator import Emulator, gspread_client
from google_sheets.kit import table
from google_sheets.matches import GoogleMatch

LATENCY = 0.1
TIMED, LARGEST = (9, 20), 40
A_MINUTE = 60
"""Google's limit for reads, and for writes, of one user in a minute."""
READ, WRITTEN = ("Board", "Submit"), ("Board", "Submit", "Inbox")
BUCKETS = ("read", "write", "drive")


@dataclass(frozen=True)
class Run:
    """What a deadline took: seconds (those that the emulated Google worked among them), requests, and waits for the quota."""

    seconds: float
    google: float
    requests: dict[str, int]
    waited: float

    @property
    def count(self) -> int:
        return sum(self.requests.values())

    @property
    def shown(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.requests.items() if count)
        return f"{self.seconds:7.2f} s (emulator's own work {self.google:5.2f} s)   {self.count:4d} requests ({kinds})"


def play(seats: int, latency: float, deadline: Callable[[GoogleMatch], object]) -> Run:
    """A match whose players have handed in for the first time; then the deadline, timed."""
    with tempfile.TemporaryDirectory() as folder, table() as calm:
        match = GoogleMatch(Path(folder) / "season", calm, tuple(f"Player {number}" for number in range(1, seats + 1)), "")
        match.open()
        match.hand_in(match.bots("bench"))
        world, now = calm.emulator.checkpoint(), calm.clock.now
        with table(quota=False, latency=latency) as google:
            google.emulator.world, google.clock.now = world, now
            google.ids.update(calm.ids)
            match.table = google
            with working(google.emulator) as spent:
                begun = time.perf_counter()
                deadline(match)
                seconds = time.perf_counter() - begun
            buckets = google.emulator.log.buckets()
            return Run(seconds, spent[0], {kind: buckets[kind] for kind in BUCKETS}, sum(google.clock.slept))


@contextlib.contextmanager
def working(emulator: Emulator) -> Iterator[list[float]]:
    """Adds up the processor's seconds that the emulator takes for its replies."""
    answered, spent, lock = emulator._answered, [0.0], threading.Lock()

    def timed(*arguments: Any) -> Any:
        begun = time.thread_time()
        try:
            return answered(*arguments)
        finally:
            with lock:
                spent[0] += time.thread_time() - begun

    setattr(emulator, "_answered", timed)  # noqa: B010 - timed from outside, since the emulator keeps no time
    yield spent


def plain_script(match: GoogleMatch, results: dict[str, Workbook]) -> None:
    """What a host's script does: one spreadsheet after the other, one tab after the other; each is fetched once."""
    client = gspread_client(match.table.emulator, match.table.robot)
    client.http_client.set_timeout((5, 60))
    for seat_id, workbook in results.items():
        book = client.open_by_key(match.table.ids[seat_id])
        tabs = {title: book.worksheet(title) for title in WRITTEN}
        for title in READ:
            tabs[title].get_all_values()
            book.fetch_sheet_metadata({"ranges": title, "fields": "sheets.data.rowData.values.userEnteredFormat.backgroundColor"})
        for tab in workbook.tabs:
            if tab.title in WRITTEN:
                put(tabs[tab.title], tab)


def put(sheet: gspread.Worksheet, tab: Tab) -> None:
    """Writes a tab's values, then its colours."""
    size = max(cell.row for cell in tab.cells), max(cell.column for cell in tab.cells)
    rows: list[list[str | int | float]] = [[""] * size[1] for _ in range(size[0])]
    for cell in tab.cells:
        rows[cell.row - 1][cell.column - 1] = cell.value
    sheet.resize(*size) if sheet.row_count < size[0] or sheet.col_count < size[1] else None
    sheet.update(rows, "A1")
    fills = [(ref("", cell.row, cell.column)[1:], cell.style.fill) for cell in tab.cells if cell.style.fill]
    sheet.batch_format([{"range": place, "format": {"backgroundColor": colour(fill)}} for place, fill in fills])


def main() -> None:
    """Prints for each number of seats both runs and their ratio, then what the quota adds."""
    game = games()["house-of-horrors"]
    games()["house-of-horrors"] = dataclasses.replace(game, players=(2, LARGEST))  # more than its rules allow: how it grows
    print(f"A deadline in Google Sheets, {LATENCY * 1000:.0f} ms a request, no waits for the quota:")
    runs: dict[int, tuple[Run, Run]] = {}
    for seats in TIMED:
        results: dict[str, Workbook] = {}

        def ours(match: GoogleMatch, results: dict[str, Workbook] = results) -> None:
            match.sync()
            results |= {seat_id: desk.workbook(match.match, seat) for seat, seat_id in match.match.seat_ids.items()}

        def theirs(match: GoogleMatch, results: dict[str, Workbook] = results) -> None:
            plain_script(match, results)

        croupier, script = play(seats, LATENCY, ours), play(seats, LATENCY, theirs)
        runs[seats] = croupier, script
        print(f"  {seats} seats   croupier sync {croupier.shown}")
        print(f"            plain gspread {script.shown}")
        print(f"            {script.seconds / croupier.seconds:.1f} times as fast, {script.count / croupier.count:.1f} times fewer requests")
    print(f"What the quota adds ({A_MINUTE} reads and {A_MINUTE} writes a minute; croupier keeps to 50, and a script breaks off unless it waits):")
    for seats in (TIMED[-1], LARGEST):
        waited = runs[seats][0].waited if seats in runs else play(seats, 0, lambda match: match.sync()).waited
        most = max(runs[TIMED[-1]][1].requests[kind] for kind in ("read", "write")) * seats / TIMED[-1]
        print(f"  {seats} seats   croupier sync {waited:5.0f} s   plain gspread at least {60 * ((most - 1) // A_MINUTE):5.0f} s")


if __name__ == "__main__":
    main()
