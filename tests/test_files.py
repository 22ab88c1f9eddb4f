"""Files are whole or as they were, whatever fails on the way; appends keep what was written.

Must not depend on how a write is done, only on what stands on the disk after it.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier import files

FULL = OSError(errno.ENOSPC, "no space left on device")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such folders or modes")


def fail(*_: Any, **__: Any) -> Any:
    raise FULL


class Torn:
    """A file whose write stops half-way, as on a full disk."""

    def __init__(self, file: Any) -> None:
        self.file = file

    def __enter__(self) -> Torn:
        self.file.__enter__()
        return self

    def __exit__(self, *fault: Any) -> Any:
        return self.file.__exit__(*fault)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def write(self, data: bytes) -> int:
        self.file.write(data[: len(data) // 2])
        self.file.flush()
        raise FULL


def break_write(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, whole_path = open, Path.open
    monkeypatch.setattr("builtins.open", lambda *given, **more: Torn(whole(*given, **more)))
    monkeypatch.setattr(Path, "open", lambda *given, **more: Torn(whole_path(*given, **more)))


def break_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", fail)


def break_replace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "replace", fail)
    monkeypatch.setattr(os, "replace", fail)


def on_disk(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_file_is_written_with_its_folders(tmp_path: Path) -> None:
    files.write(tmp_path / "a" / "b" / "c.txt", b"one\n")
    files.write(tmp_path / "a" / "b" / "c.txt", b"two")
    files.write(tmp_path / "a" / "empty", b"")
    assert on_disk(tmp_path) == {"a/b/c.txt": b"two", "a/empty": b""}


@pytest.mark.parametrize("broken", [break_write, break_fsync, break_replace])
@pytest.mark.parametrize("before", [{}, {"file": b"as it was"}], ids=["new", "old"])
def test_a_write_that_fails_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: Any, before: dict[str, bytes]
) -> None:
    for name, data in before.items():
        (tmp_path / name).write_bytes(data)
    with monkeypatch.context() as patch:
        broken(patch)
        with pytest.raises(OSError, match="no space left"):
            files.write(tmp_path / "file", b"what is to stand there")
    assert on_disk(tmp_path) == before, "neither a half file nor a left-over beside it"
    files.write(tmp_path / "file", b"again")
    assert on_disk(tmp_path) == {"file": b"again"}


def test_what_a_killed_run_left_beside_the_file_does_no_harm(tmp_path: Path) -> None:
    left = tmp_path / ".file.tmp"
    left.write_bytes(b"half of someth")
    left.chmod(0o444)
    files.write(tmp_path / "file", b"whole")
    assert on_disk(tmp_path) == {"file": b"whole"}


def test_the_bytes_are_synced_before_the_name_is_given_and_the_folder_after(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        status = os.fstat(handle)
        steps.append("sync folder" if stat.S_ISDIR(status.st_mode) else f"sync file of {status.st_size}")
        sync(handle)

    def renamed(self: Path, target: Path) -> Path:
        steps.append("rename")
        assert self.read_bytes() == b"data"
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", renamed)
    files.write(tmp_path / "file", b"data")
    folder = [] if sys.platform == "win32" else ["sync folder"]
    assert steps == ["sync file of 4", "rename", *folder]
    steps.clear()
    files.append(tmp_path / "log", b"1\n", 0)
    assert steps == ["sync file of 2", *folder]
    steps.clear()
    files.append(tmp_path / "log", b"2\n", 2)
    assert steps == ["sync file of 4"]


@POSIX
def test_new_folders_are_synced_into_the_folder_above(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(files, "sync_folder", synced.append)
    files.write(tmp_path / "a" / "b" / "file", b"")
    assert set(synced) == {tmp_path, tmp_path / "a", tmp_path / "a" / "b"}
    synced.clear()
    files.write(tmp_path / "a" / "b" / "file", b"")
    assert synced == [tmp_path / "a" / "b"]


def test_a_folder_that_cannot_be_synced_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.sync_folder(tmp_path / "not there")
    monkeypatch.setattr(os, "fsync", fail)
    files.sync_folder(tmp_path)


@POSIX
def test_the_mode_holds_from_the_first_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    sync = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
        sync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    files.write(tmp_path / "secret", b"", mode=0o600)
    files.write(tmp_path / "open", b"")
    umask = os.umask(0)
    os.umask(umask)
    assert modes == [0o600, 0o666 & ~umask]
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


# Appending ------------------------------------------------------------------------------------------------------------


def test_what_is_appended_comes_after_what_was_there(tmp_path: Path) -> None:
    log = tmp_path / "deep" / "log"
    files.append(log, b"one\n", 0)
    files.append(log, b"two\n", 4)
    assert log.read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("tail", [b"t", b"two", b"two and more than what comes now\x00"])
def test_a_torn_tail_goes(tmp_path: Path, tail: bytes) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n" + tail)
    files.append(log, b"2\n", 4)
    assert log.read_bytes() == b"one\n2\n"


@pytest.mark.parametrize("broken", [break_write, break_fsync])
def test_an_append_that_fails_harms_nothing_before_it_and_can_be_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: Any) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"one\n")
    with monkeypatch.context() as patch:
        broken(patch)
        with pytest.raises(OSError, match="no space left"):
            files.append(log, b"two two two\n", 4)
    assert log.read_bytes().startswith(b"one\n")
    files.append(log, b"2\n", 4)
    assert log.read_bytes() == b"one\n2\n"


@pytest.mark.parametrize("before", [None, b"", b"one"])
def test_a_file_shorter_than_it_was_is_not_filled_up(tmp_path: Path, before: bytes | None) -> None:
    log = tmp_path / "log"
    if before is not None:
        log.write_bytes(before)
    with pytest.raises(OSError, match="shorter than it was"):
        files.append(log, b"two\n", 4)
    assert (log.read_bytes() if log.exists() else None) == before
