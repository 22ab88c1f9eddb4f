"""Counts every operation that changes a disk, and makes one of them go wrong: the disk is full, the run is killed, the power is cut.

Must not know croupier: it stands between Python and the system, so that every library's files go through it too.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

Manner = Literal["full", "killed", "torn", "cut"]
"""What goes wrong at the chosen operation.

full: it fails with ENOSPC (half of what a write had to write is there), and the program goes on.
killed: it and all after it do not happen; no code of the program's can tidy up.
torn: the same, but half of a write is there.
cut: the same as killed, and what was not synced is gone: bytes without fsync, names without fsync of their folder.
"""

_CHANGES = ("mkdir", "rmdir", "unlink", "remove", "chmod", "fchmod", "utime", "truncate", "ftruncate", "link", "symlink")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class Killed(BaseException):
    """The process is gone. No `except Exception` stops it, and no file can be touched after it."""


class Disk:
    """Within its `with`, operation number `at` (from 1) goes wrong in a manner; None = all go well and are only counted.

    `unsynced` = path → what a power cut brings back of a file that an earlier run has changed and not synced.
    """

    def __init__(self, at: int | None = None, manner: Manner = "full", unsynced: Mapping[str, bytes] | None = None) -> None:
        self.operations: list[str] = []
        self.reached = False
        self._at, self._manner = at, manner
        self._dead = False
        self._real: dict[str, Any] = {}
        self._handles: dict[int, str] = {}
        self._unsynced = dict(unsynced or {})
        """Path → the bytes that a power cut brings back."""
        self._unnamed: list[tuple[str, str | None, bytes | None]] = []
        """(path, where it was before or None if it was nowhere, what the path held before) until its folder is synced."""

    def __enter__(self) -> Disk:
        replacements: dict[str, Callable[..., Any]] = {name: self._change(name) for name in _CHANGES}
        replacements |= {"open": self._os_open, "write": self._os_write, "fsync": self._fsync, "fdatasync": self._fsync}
        replacements |= {"replace": self._move("replace"), "rename": self._move("rename")}
        for name, replacement in replacements.items():
            self._real[name] = getattr(os, name)
            setattr(os, name, replacement)
        self._io_open = io.open
        io.open = self._open
        builtins.open = self._open
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        for name, real in self._real.items():
            setattr(os, name, real)
        io.open = self._io_open
        builtins.open = self._io_open

    def meet(self, operation: str, path: object, *, half: Callable[[], object] | None = None, named: bool = True) -> None:
        """Counts an operation before it is done. Raises where it is not to be done; `half` does as much of it as still goes."""
        if self._dead:
            raise Killed
        self.operations.append(f"{operation} {Path(str(path)).name}")
        if len(self.operations) != self._at:
            return
        self.reached = True
        if half is not None and self._manner in ("full", "torn"):
            half()
        if self._manner == "full":
            raise full(str(path) if named else None)
        self._dead = True
        if self._manner == "cut":
            self._lose()
        raise Killed

    # What the system offers --------------------------------------------------------------------------------------

    def _change(self, name: str) -> Callable[..., Any]:
        def changed(path: Any, *given: Any, **more: Any) -> Any:
            self.meet(name, self._handles.get(path, path) if isinstance(path, int) else path)
            return self._real[name](path, *given, **more)

        return changed

    def _move(self, name: str) -> Callable[..., Any]:
        def moved(source: Any, target: Any, **more: Any) -> None:
            self.meet(name, target)
            old, new = str(source), str(target)
            before = _content(self._io_open, new)
            self._real[name](source, target, **more)
            if old in self._unsynced:
                self._unsynced[new] = self._unsynced.pop(old)
            self._unnamed.append((new, old, before))

        return moved

    def _os_open(self, path: Any, flags: int, mode: int = 0o777, **more: Any) -> int:
        name, writes = str(path), bool(flags & _WRITING)
        there = os.path.lexists(name)
        if writes:
            self.meet("open", name)
        handle: int = self._real["open"](path, flags, mode, **more)
        self._handles[handle] = name
        if writes and not there:
            self._unnamed.append((name, None, None))
        return handle

    def _os_write(self, handle: int, data: Any) -> int:
        if handle in self._handles:
            self.written(self._handles[handle], lambda: self._real["write"](handle, bytes(data)[: len(data) // 2]))
        return int(self._real["write"](handle, data))

    def written(self, name: str, half: Callable[[], object]) -> None:
        """Bytes are about to be written into a file."""
        self.touched(name)
        self.meet("write", name, half=half, named=False)

    def touched(self, name: str) -> None:
        """What a file holds is about to change."""
        self._unsynced.setdefault(name, _content(self._io_open, name) or b"")

    def _fsync(self, handle: int) -> None:
        name = self._handles.get(handle, "")
        self.meet("fsync", name, named=False)  # and that is all: no disk of this machine is waited for
        self._unsynced.pop(name, None)
        self._unnamed = [entry for entry in self._unnamed if str(Path(entry[0]).parent) != name]

    def _open(
        self,
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        closefd: bool = True,
        opener: Any = None,
    ) -> Any:
        if not set(mode) & set("wax+"):
            return self._io_open(file, mode, buffering, encoding, errors, newline, closefd, opener)
        raw = _File(self, file, mode.replace("b", "").replace("t", ""), closefd, opener or self._os_open_for(mode))
        if buffering == 0:
            return raw
        buffer: Any = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return buffer if "b" in mode else io.TextIOWrapper(buffer, encoding, errors, newline)

    def _os_open_for(self, mode: str) -> Callable[[str, int], int]:
        def opened(name: str, flags: int) -> int:
            if "w" in mode and os.path.lexists(name):
                self.touched(str(name))
            return self._os_open(name, flags, 0o666)

        return opened

    def name_of(self, handle: int) -> str:
        """The path that a handle was opened under."""
        return self._handles.get(handle, str(handle))

    def _lose(self) -> None:
        """What a power cut takes: newest first, so that each name finds what it stood for before."""
        for name, synced in self._unsynced.items():
            if os.path.lexists(name):
                with self._io_open(name, "wb") as file:
                    file.write(synced)
        for name, source, before in reversed(self._unnamed):
            with suppress(FileNotFoundError):
                if source is None:
                    self._real["unlink"](name)
                else:
                    self._real["rename"](name, source)
            if before is not None:
                with self._io_open(name, "wb") as file:
                    file.write(before)


class _File(io.FileIO):
    """A file that is written: its writes are the disk's, with nothing of them kept back unseen."""

    def __init__(self, disk: Disk, file: Any, mode: str, closefd: bool, opener: Any) -> None:
        self._disk, self._no_room = disk, False
        super().__init__(file, mode, closefd, None if isinstance(file, int) else opener)

    def write(self, data: Any, /) -> int:
        if self._no_room:  # as long as it is open; the system, too, first writes less than it was given and only then says why
            raise full()
        part = bytes(data)[: len(data) // 2]
        try:
            self._disk.written(self._disk.name_of(self.fileno()), lambda: super(_File, self).write(part))
        except OSError:
            self._no_room = True
            if part:
                return len(part)
            raise
        return super().write(data)

    def truncate(self, size: int | None = None, /) -> int:
        name = self._disk.name_of(self.fileno())
        self._disk.touched(name)
        self._disk.meet("truncate", name, named=False)
        return super().truncate(size)


def full(name: str | None = None) -> OSError:
    """What the system says when there is no room left; of a write it does not say into which file."""
    fault = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    fault.filename = name
    return fault


def _content(real_open: Callable[..., Any], name: str) -> bytes | None:
    try:
        with real_open(name, "rb") as file:
            return bytes(file.read())
    except OSError:
        return None
