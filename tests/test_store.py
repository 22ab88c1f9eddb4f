"""A match's folder: one run at a time, a journal that only grows, a seed that stays, snapshots and pinned files by hash.

Must not lay a match; nothing here knows a game.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from croupier.core.problems import HostError
from croupier.store import MatchFolder, stamp

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
ENTROPY = bytes(range(32))
AT, LATER = "2026-12-01T21:59:00-05:00", "2026-12-02T21:59:00-05:00"
HOLD = """
import sys
from pathlib import Path
from croupier.store import MatchFolder
with MatchFolder(Path(sys.argv[1])).lock():
    print("held", flush=True)
    sys.stdin.readline()
"""
APPEND = """
import sys
from pathlib import Path
from croupier.core.problems import HostError
from croupier.store import MatchFolder
folder, done = MatchFolder(Path(sys.argv[1])), 0
while done < 8:
    try:
        with folder.lock():
            folder.append("resolved", "2026-12-01T21:59:00+00:00", {"who": sys.argv[2], "done": done})
    except HostError:
        continue
    done += 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> MatchFolder:
    return MatchFolder(tmp_path / "matches" / "main-match-1")


@contextmanager
def another_process(folder: MatchFolder) -> Iterator[subprocess.Popen[str]]:
    """Another croupier that holds the lock."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(folder.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


# The lock -------------------------------------------------------------------------------------------------------------


def test_two_processes_cannot_meet_and_a_killed_holder_s_lock_is_free(folder: MatchFolder) -> None:
    with another_process(folder) as process:
        with pytest.raises(HostError, match="another croupier is working on main-match-1") as refused, folder.lock():
            pytest.fail("two runs met")
        assert "croupier status" in refused.value.next_step
        process.kill()  # SIGKILL: nothing in it can tidy up
        process.wait()
        with folder.lock():
            folder.append("opened", AT, {})
    with folder.lock():
        assert [entry.kind for entry in folder.entries()] == ["opened"]


def test_the_lock_holds_within_one_process_and_is_given_back_after_a_fault(folder: MatchFolder) -> None:
    with pytest.raises(ZeroDivisionError), folder.lock():
        with pytest.raises(HostError), MatchFolder(folder.path).lock():
            pytest.fail("two runs met")
        raise ZeroDivisionError
    with folder.lock():
        pass


def test_another_match_is_not_locked(folder: MatchFolder, tmp_path: Path) -> None:
    with folder.lock(), MatchFolder(tmp_path / "matches" / "main-match-2").lock():
        pass


def test_processes_that_append_at_once_leave_one_chain(folder: MatchFolder) -> None:
    running = [subprocess.Popen([sys.executable, "-c", APPEND, str(folder.path), who]) for who in ("one", "two")]
    try:
        assert [process.wait(30) for process in running] == [0, 0]
    finally:
        for process in running:
            process.kill()
    entries = folder.entries()
    assert [entry.n for entry in entries] == list(range(1, 17))
    assert [entry.body["done"] for entry in entries if entry.body["who"] == "one"] == list(range(8))


# The journal ----------------------------------------------------------------------------------------------------------


def journal(folder: MatchFolder) -> Path:
    return folder.private / "journal.jsonl"


def test_a_match_that_was_not_opened_has_no_entries(folder: MatchFolder) -> None:
    assert folder.entries() == ()
    assert not folder.path.exists(), "looking makes nothing"


def test_entries_come_back_as_they_were_appended(folder: MatchFolder) -> None:
    appended = [
        folder.append(kind, f"2026-12-0{day}T21:59:00-05:00", {"day": day, "who": "Zoë"}) for day, kind in enumerate(("opened", "resolved"), 1)
    ]
    assert list(folder.entries()) == appended
    assert list(MatchFolder(folder.path).entries()) == appended
    lines = journal(folder).read_bytes().splitlines(keepends=True)
    assert json.loads(lines[1])["prev"] == hashlib.sha256(lines[0]).hexdigest()


def test_the_journal_goes_on_after_a_torn_line(folder: MatchFolder) -> None:
    first = folder.append("opened", AT, {})
    whole = journal(folder).read_bytes()
    for length in range(1, len(whole)):
        journal(folder).write_bytes(whole + whole[:length])
        assert folder.entries() == (first,)
        second = folder.append("resolved", LATER, {"step": 1})
        assert MatchFolder(folder.path).entries() == (first, second)


def test_a_journal_that_was_changed_is_named_and_left_alone(folder: MatchFolder) -> None:
    folder.append("opened", AT, {"title": "Main"})
    folder.append("resolved", AT, {})
    forged = journal(folder).read_bytes().replace(b"Main", b"Mine")
    journal(folder).write_bytes(forged)
    for attempt in (folder.entries, lambda: folder.append("resolved", AT, {})):
        with pytest.raises(HostError, match=r"main-match-1: line 1 of the journal") as refused:
            attempt()
        assert "restore" in refused.value.next_step
    assert journal(folder).read_bytes() == forged


def test_a_clock_that_went_wrong_is_named_and_one_that_lags_a_little_does_not_turn_time_back(folder: MatchFolder) -> None:
    folder.append("opened", "2026-12-01T21:59:00-05:00", {})
    lagging = folder.append("resolved", "2026-12-02T02:55:00+00:00", {})
    assert datetime.fromisoformat(lagging.at) == datetime(2026, 12, 2, 2, 59, tzinfo=UTC)
    with pytest.raises(HostError, match="this machine's clock says 2026-12-02T02:53:59") as refused:
        folder.append("resolved", "2026-12-02T02:53:59+00:00", {})
    assert "clock" in refused.value.next_step
    assert [datetime.fromisoformat(entry.at).minute for entry in folder.entries()] == [59, 59]


# The seed -------------------------------------------------------------------------------------------------------------


def test_the_seed_is_kept_and_never_replaced(folder: MatchFolder) -> None:
    assert folder.keep_seed(ENTROPY).seed == ENTROPY
    kept = (folder.private / "seed").read_bytes()
    assert folder.keep_seed(b"\xff" * 32).seed == ENTROPY
    assert MatchFolder(folder.path).draws().seed == ENTROPY
    assert (folder.private / "seed").read_bytes() == kept == ENTROPY.hex().encode() + b"\n"


@POSIX
def test_nobody_else_can_read_the_seed(folder: MatchFolder) -> None:
    folder.keep_seed(ENTROPY)
    assert stat.S_IMODE((folder.private / "seed").stat().st_mode) == 0o600


@POSIX
def test_nobody_else_could_ever_read_the_seed(folder: MatchFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not between its writing and its narrowing, and not if the run dies there."""
    modes: list[int] = []
    replace = Path.replace

    def renamed(self: Path, target: Path) -> Path:
        modes.append(stat.S_IMODE(self.stat().st_mode))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", renamed)
    folder.keep_seed(ENTROPY)
    assert modes == [0o600]


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"not hex", ENTROPY.hex().encode()[:-1], ENTROPY.hex().encode()[:-2], ENTROPY.hex().encode() * 2, b"\xff"]
)
def test_a_seed_that_was_damaged_is_named(folder: MatchFolder, content: bytes) -> None:
    folder.keep_seed(ENTROPY)
    (folder.private / "seed").write_bytes(content)
    for attempt in (folder.draws, lambda: folder.keep_seed(ENTROPY)):
        with pytest.raises(HostError, match="the seed of main-match-1") as refused:
            attempt()
        assert "restore" in refused.value.next_step
    assert (folder.private / "seed").read_bytes() == content


def test_a_seed_that_is_gone_is_named(folder: MatchFolder) -> None:
    with pytest.raises(HostError, match="the seed of main-match-1 cannot be read"):
        folder.draws()


# Snapshots and pinned files -------------------------------------------------------------------------------------------


def test_a_snapshot_is_kept_under_the_hash_of_its_content(folder: MatchFolder) -> None:
    name = folder.keep_snapshot({"b": [1, "Zoë", None], "a": {"y": 2.5, "x": True}})
    assert folder.keep_snapshot({"a": {"x": True, "y": 2.5}, "b": [1, "Zoë", None]}) == name
    assert folder.keep_snapshot({"a": {"x": True, "y": 2.5}, "b": [1, "Zoe", None]}) != name
    path = folder.private / "snapshots" / f"{name}.json.gz"
    data = gzip.decompress(path.read_bytes())
    assert hashlib.sha256(data).hexdigest() == name
    assert json.loads(data) == {"a": {"x": True, "y": 2.5}, "b": [1, "Zoë", None]}
    assert len(list(path.parent.iterdir())) == 2


def test_equal_snapshots_are_equal_bytes_whenever_they_are_taken(folder: MatchFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = {"cells": ["a", 1]}
    name = folder.keep_snapshot(snapshot)
    monkeypatch.setattr("time.time", lambda: 4_000_000_000.0)
    other = MatchFolder(tmp_path / "other")
    assert other.keep_snapshot(snapshot) == name
    kept, again = (each.private / "snapshots" / f"{name}.json.gz" for each in (folder, other))
    assert kept.read_bytes() == again.read_bytes()
    before = kept.stat()
    folder.keep_snapshot(snapshot)
    assert kept.stat() == before, "a snapshot that is there is not written again"


def test_a_cell_with_half_a_letter_can_be_kept(folder: MatchFolder) -> None:
    assert folder.keep_snapshot({"cell": "\ud800"})


@pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: b"", lambda data: b"x" * 20, lambda data: gzip.compress(b'{"cell":2}')])
def test_a_snapshot_comes_back_or_its_damage_is_named(folder: MatchFolder, damage: Callable[[bytes], bytes]) -> None:
    name = folder.keep_snapshot({"cell": "Zoë \ud800"})
    assert folder.snapshot(name) == {"cell": "Zoë \ud800"}
    path = folder.private / "snapshots" / f"{name}.json.gz"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(HostError, match=r"the snapshot .* (cannot be read|has been changed)"):
        folder.snapshot(name)
    path.unlink()
    with pytest.raises(HostError, match=r"the snapshot .* cannot be read"):
        folder.snapshot(name)


def test_a_preview_is_found_by_its_code_and_by_nothing_else(folder: MatchFolder) -> None:
    folder.keep_preview("0a1b2c3d", {"b": 1})
    assert folder.preview("0a1b2c3d") == {"b": 1}
    for code in ("", "0a1b2c3e", "../seed", "./0a1b2c3d", "0a1b2c3d.json", "*"):
        assert folder.preview(code) is None


def test_a_pinned_file_is_read_as_it_was(folder: MatchFolder) -> None:
    digest = folder.pin("scares.toml", b"x = 1\n")
    assert digest == hashlib.sha256(b"x = 1\n").hexdigest()
    assert folder.pinned("scares.toml", digest) == b"x = 1\n"


@pytest.mark.parametrize("content", [b"x = 2\n", b"x = 1\r\n", b"", b"x = 1"])
def test_a_pinned_file_that_changed_is_named(folder: MatchFolder, content: bytes) -> None:
    digest = folder.pin("scares.toml", b"x = 1\n")
    (folder.private / "data" / "scares.toml").write_bytes(content)
    with pytest.raises(HostError, match=r"scares\.toml has changed since the match was opened"):
        folder.pinned("scares.toml", digest)


def test_a_pinned_file_that_is_gone_is_named(folder: MatchFolder) -> None:
    digest = folder.pin("scares.toml", b"x = 1\n")
    (folder.private / "data" / "scares.toml").unlink()
    with pytest.raises(HostError, match=r"scares\.toml is gone"):
        folder.pinned("scares.toml", digest)


def test_all_that_is_secret_lies_in_private(folder: MatchFolder) -> None:
    with folder.lock():
        folder.keep_seed(ENTROPY)
        folder.append("opened", AT, {})
        folder.keep_snapshot({})
        folder.keep_preview("0a1b2c3d", {})
        folder.pin("scares.toml", b"")
    assert [path.name for path in folder.path.iterdir()] == ["private"]


def test_a_moment_is_kept_with_its_offset() -> None:
    assert stamp(datetime(2026, 11, 20, 12, 0, tzinfo=UTC)) == "2026-11-20T12:00:00+00:00"
    moment = datetime(2026, 11, 20, 21, 59, 30, 999999, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    assert stamp(moment) == "2026-11-20T21:59:30+05:45"
    assert datetime.fromisoformat(stamp(moment)) == moment.replace(microsecond=0)
