"""A match's folder on disk: its journal, its seed, its snapshots, its lock. A season's folder has a journal and a lock, too.

Must not know rules or workbooks, nor where a seat's workbook lies.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from croupier.core import journal
from croupier.core.draws import SEED_BYTES, Draws
from croupier.core.problems import HostError

from . import files

BACKWARDS = timedelta(minutes=5)
"""How far a clock may be behind the journal's last entry before croupier refuses to write."""


def stamp(now: datetime) -> str:
    """A moment as the journal writes it."""
    return now.isoformat(timespec="seconds")


class Book:
    """A folder with a journal that only grows, and a lock. Everything that only the host may see lies in its `private/`."""

    def __init__(self, path: Path, journal_name: str) -> None:
        self.path = path
        self.private = path / "private"
        self._journal = self.private / journal_name

    @property
    def id(self) -> str:
        """The folder's name."""
        return self.path.name

    @contextmanager
    def lock(self, patience: float = 0) -> Iterator[None]:
        """Holds the folder: two runs cannot meet. The system frees the lock of a run that died. `patience` = seconds to wait for another run."""
        files.make_folder(self.private)
        with suppress(PermissionError):  # some file systems know no such rights
            self.private.chmod(0o700)
        lock = FileLock(self.private / "lock")
        try:
            with lock.acquire(timeout=patience):
                yield
        except Timeout as fault:
            raise HostError(
                f"another croupier is working on {self.id} right now", "wait until it is done, then look with `croupier status`"
            ) from fault

    def entries(self) -> tuple[journal.Entry, ...]:
        """The journal from its beginning; empty where there is none yet. HostError where it was tampered with."""
        return self._read()[0]

    def append(self, kind: str, at: str, body: Mapping[str, Any]) -> journal.Entry:
        """Writes one entry durably. A torn line that a crash left at the end is dropped first."""
        entries, length = self._read()
        if entries:
            last = datetime.fromisoformat(entries[-1].at)
            if datetime.fromisoformat(at) < last - BACKWARDS:
                raise HostError(f"this machine's clock says {at}, but the journal of {self.id} goes on to {entries[-1].at}", "set the clock right")
            at = max(datetime.fromisoformat(at), last).isoformat()
        written, entry = journal.append(entries, kind, at, body)
        files.append(self._journal, written, length)
        return entry

    def settle(self) -> None:
        """Makes sure that the disk has the journal before anything is done because of what it says."""
        files.settle(self._journal)

    def _read(self) -> tuple[tuple[journal.Entry, ...], int]:
        if not self._journal.exists():
            return (), 0
        try:
            return journal.read(self._journal.read_bytes())
        except journal.BrokenJournal as fault:
            raise HostError(f"{self.id}: {fault}", f"restore {self._journal} from a copy; nothing was changed") from fault


class MatchFolder:
    """The files of one match."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings = path / "match.toml"
        self.players = path / "players.csv"
        self.boards = path / "boards"
        self._book = Book(path, "journal.jsonl")
        self.private = self._book.private
        self._seed = self.private / "seed"

    @property
    def id(self) -> str:
        """The match's name in links and file names."""
        return self._book.id

    def lock(self) -> AbstractContextManager[None]:
        """Holds the match: two runs cannot meet."""
        return self._book.lock()

    def entries(self) -> tuple[journal.Entry, ...]:
        """The journal from its beginning; empty for a match that was not opened. HostError where it was tampered with."""
        return self._book.entries()

    def append(self, kind: str, at: str, body: Mapping[str, Any]) -> journal.Entry:
        """Writes one entry durably."""
        return self._book.append(kind, at, body)

    def settle(self) -> None:
        """Makes sure that the disk has the journal before anything is done because of what it says."""
        self._book.settle()

    # The seed ---------------------------------------------------------------------------------------------------

    def keep_seed(self, entropy: bytes) -> Draws:
        """Keeps the match's seed; one that is there already stays (an `open` that did not get to its end)."""
        if not self._seed.exists():
            files.write(self._seed, entropy.hex().encode() + b"\n", mode=0o600)
        return self.draws()

    def draws(self) -> Draws:
        """The draws of the match's seed. HostError where the file is gone or no seed."""
        try:
            seed = bytes.fromhex(self._seed.read_text(encoding="ascii").strip())
        except (OSError, ValueError) as fault:
            raise HostError(f"the seed of {self.id} cannot be read", f"restore {self._seed} from a copy") from fault
        if len(seed) != SEED_BYTES:
            raise HostError(f"the seed of {self.id} is damaged", f"restore {self._seed} from a copy")
        return Draws(seed)

    # Snapshots and pinned files ---------------------------------------------------------------------------------

    def keep_snapshot(self, snapshot: Mapping[str, Any]) -> str:
        """Keeps a snapshot under its hash, and returns the hash."""
        data = json.dumps(snapshot, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()
        name = hashlib.sha256(data).hexdigest()
        path = self.private / "snapshots" / f"{name}.json.gz"
        if not path.exists():
            files.write(path, gzip.compress(data, mtime=0))
        return name

    def snapshot(self, name: str) -> dict[str, Any]:
        """A snapshot kept by `keep_snapshot`; HostError where it is gone or damaged."""
        path = self.private / "snapshots" / f"{name}.json.gz"
        try:
            data = gzip.decompress(path.read_bytes())
        except (OSError, EOFError, zlib.error) as fault:
            raise HostError(f"the snapshot {path} cannot be read", "restore it from a copy") from fault
        if hashlib.sha256(data).hexdigest() != name:
            raise HostError(f"the snapshot {path} has been changed", "restore it from a copy")
        found: dict[str, Any] = json.loads(data)
        return found

    def keep_preview(self, code: str, body: Mapping[str, Any]) -> None:
        """Keeps what a preview showed, under its code."""
        files.write(self.private / "previews" / f"{code}.json", json.dumps(body, sort_keys=True, indent=1, allow_nan=False).encode())

    def preview(self, code: str) -> dict[str, Any] | None:
        """What a preview showed; None where no preview has this code."""
        path = self.private / "previews" / f"{code}.json"
        if not re.fullmatch("[0-9a-f]{8}", code) or not path.exists():
            return None
        found: dict[str, Any] = json.loads(path.read_bytes())
        return found

    def pin(self, name: str, data: bytes) -> str:
        """Keeps a data file of the match as it was when the match was opened, and returns its SHA-256."""
        files.write(self.private / "data" / name, data)
        return hashlib.sha256(data).hexdigest()

    def pinned(self, name: str, digest: str) -> bytes:
        """A data file kept by `pin`; HostError where it has changed since."""
        path = self.private / "data" / name
        try:
            data = path.read_bytes()
        except OSError as fault:
            raise HostError(f"{path} is gone", "restore it from a copy; the match was opened with it") from fault
        if hashlib.sha256(data).hexdigest() != digest:
            raise HostError(f"{path} has changed since the match was opened", "restore it from a copy")
        return data
