"""Writes files so that they are whole or not there, and appends so that what was written stays.

Must not know what is in them.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def write(path: Path, data: bytes, mode: int = 0o666) -> None:
    """The file with exactly these bytes: written beside, synced, renamed over, the folder synced.

    `mode` = who may read it from its first moment on, less what the system takes away (umask).
    """
    make_folder(path.parent)
    beside = path.with_name(f".{path.name}.tmp")
    with named(path):
        beside.unlink(missing_ok=True)
        try:
            with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        except BaseException:
            with suppress(OSError):  # what went wrong first is what is told
                beside.unlink(missing_ok=True)
            raise
    sync_folder(path.parent)


def append(path: Path, data: bytes, length: int) -> None:
    """Puts data after the first `length` bytes (what a crash left behind them goes), and syncs. Where that fails, nothing of it stays."""
    make_folder(path.parent)
    new = not path.exists()
    if length > (0 if new else path.stat().st_size):
        raise OSError(errno.EIO, "the file is shorter than it was", str(path))
    # Without a buffer: what is in one when the disk is full would still be written when the file is closed.
    with named(path), path.open("wb" if new else "r+b", buffering=0) as file:
        try:
            file.truncate(length)
            file.seek(length)
            rest = memoryview(data)
            while rest:
                rest = rest[file.write(rest) :]
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(length)
            raise
    if new:
        sync_folder(path.parent)


def settle(path: Path) -> None:
    """Makes a file durable as it now reads, with its name: whoever wrote it may have died before the disk had it."""
    with named(path), path.open("r+b") as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """A fault of the disk's says which file it was about: where a write fails, the system itself leaves that out."""
    try:
        yield
    except OSError as fault:
        fault.filename = str(path)
        raise


def make_folder(folder: Path) -> None:
    """The folder with all above it, each made durable in the one above."""
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in missing:
        sync_folder(place.parent)


def sync_folder(folder: Path) -> None:
    """Makes a folder's names durable, where the system can (Windows cannot)."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)
