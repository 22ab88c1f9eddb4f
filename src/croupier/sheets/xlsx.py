"""Keeps the seats' workbooks as .xlsx files: a folder for each seat, a file for each step.

Must not write a file again that is there, since it may hold what a player typed, unless it is told which one it was shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from croupier.core.forms import Form
from croupier.core.sheet import Workbook
from croupier.files import sync_folder, write

from .base import Missing, OneByOne, Outcome, Receipt, Snapshot, Unreadable
from .receipt_page import receipt_page
from .xlsx_read import open_elsewhere, read_book
from .xlsx_write import render

RECEIPT = "receipt.html"
WITHDRAWN = " (taken back, does not count)"
_TRIES = 4
_PAUSE = 0.25


class XlsxStore(OneByOne):
    """The workbooks below one folder. `pause` waits between two looks at a file that somebody is writing."""

    def __init__(self, folder: Path, pause: Callable[[float], None] = time.sleep) -> None:
        self._folder = folder
        self._pause = pause

    def file(self, seat_id: str, workbook: Workbook) -> Path:
        """The file of a seat's workbook."""
        return self._folder / seat_id / f"{workbook.title}.xlsx"

    def place(self, seat_id: str, workbook: Workbook) -> str:
        """The path of the file."""
        return str(self.file(seat_id, workbook))

    def bring(self, seat_id: str, workbook: Workbook) -> bool:
        """Writes the file where there is none yet."""
        file = self.file(seat_id, workbook)
        if file.exists():
            return False
        write(file, render(workbook))
        return True

    def read(self, seat_id: str, workbook: Workbook, form: Form) -> Snapshot:
        """What the file holds now. Raises Unreadable."""
        file = self.file(seat_id, workbook)
        data, saved_at = self._bytes(file)
        snapshot = read_book(data, saved_at, workbook, form, str(file))
        return replace(snapshot, remarks=(*open_elsewhere(_names(file.parent), file.name), *snapshot.remarks))

    def replace(self, seat_id: str, workbook: Workbook, seen: str | None) -> Outcome:
        """Writes the file in the place of the one that was read."""
        file, data = self.file(seat_id, workbook), render(workbook)
        outcome = _outcome(file, seen)
        if outcome == "done":
            try:
                write(file, data)
            except PermissionError:  # where a program that has a file open keeps others from it
                return "open"
        return outcome

    def remove(self, seat_id: str, workbook: Workbook, seen: str) -> Outcome:
        """Deletes the file that was read."""
        file = self.file(seat_id, workbook)
        outcome = _outcome(file, seen)
        if outcome == "done":
            try:
                file.unlink()
            except PermissionError:
                return "open"
            sync_folder(file.parent)
        return outcome

    def withdraw(self, seat_id: str, title: str) -> None:
        """Gives the file another name, which says that it counts no longer: what was typed into it is there to be looked up."""
        file = self._folder / seat_id / f"{title}.xlsx"
        if file.exists():
            try:
                file.replace(file.with_name(f"{title}{WITHDRAWN}.xlsx"))
            except PermissionError:  # a program has it open; the receipt names the file that counts
                return
            sync_folder(file.parent)

    def receipt(self, seat_id: str, receipt: Receipt) -> None:
        """A page in the seat's folder, in place of the one before."""
        write(self._folder / seat_id / RECEIPT, receipt_page(receipt).encode())

    def _bytes(self, file: Path) -> tuple[bytes, str]:
        """The bytes of a file that did not change while it was read, and when it was saved."""
        place = str(file)
        trouble, remedy = "", ""
        for attempt in range(_TRIES):
            if attempt:
                self._pause(_PAUSE)
            try:
                before = file.stat()
                data = file.read_bytes()
                after = file.stat()
            except FileNotFoundError:
                beside = [name for name in _names(file.parent) if name.endswith(".xlsx")]
                known = f" (there: {', '.join(beside)})" if beside else ""
                raise Missing(
                    place,
                    f"there is no such file{known}",
                    f"Rename it back to {file.name}, or bring it back from the bin or a backup, then run again",
                ) from None
            except OSError as fault:
                trouble = f"the file cannot be opened ({fault.strerror})"
                remedy = "Close it wherever it is open, look at its permissions, then run again"
                continue
            if (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns) and len(data) == after.st_size:
                return data, _moment(after.st_mtime)
            trouble, remedy = "the file is being saved this very moment", "Wait until its saving or its upload is done, then run again"
        raise Unreadable(place, trouble, remedy)


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def _outcome(file: Path, seen: str | None) -> Outcome:
    """Whether a file may be touched by somebody who has seen it as it was saved at `seen`."""
    if f"~${file.name}" in (names := _names(file.parent)) or f".~lock.{file.name}#" in names:
        return "open"
    try:
        saved_at: str | None = _moment(file.stat().st_mtime)
    except FileNotFoundError:
        saved_at = None
    return "done" if saved_at == seen else "changed"


def _names(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError:
        return []
