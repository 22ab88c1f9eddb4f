"""A full disk, a folder that may not be written to, a clock set back: one line that names what failed, one with the next step.

Must not look at what stays whole; the other files of this folder do that.
"""

from __future__ import annotations

import errno
import stat
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier import cli, cli_corrections, clock, console, corrections, files, sync
from croupier.core.problems import HostError
from croupier.season import Season
from faults import evening
from faults.evening import Evening, Stand, facts
from faults.injected import Disk
from faults.processes import Croupier, croupier
from faults.trial import count, run, run_on

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux's capabilities and limits")
SECRETS = ("117", "$70", "Wolfman", "Nightmare", evening.WHY)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    def publish(place: Season) -> None:
        files.write(place.build / "html" / "index.html", b"a site")

    monkeypatch.setattr(cli, "publish", publish)
    monkeypatch.setattr(cli_corrections, "publish", publish)


def give(at: Evening, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(clock, "now", lambda: at.now)
    monkeypatch.setattr(sys, "argv", ["croupier", *words, "--season", str(at.path)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return int(ended.value.code or 0)


# A full disk ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (evening.made, ("open",)),
        (evening.opened, ("check",)),
        (evening.due, ("sync",)),
        (evening.due, ("sync", "--preview")),
        (evening.opened, ("rule", "small-match", "Ana", "money", "+50", "--reason", evening.WHY, "--yes")),
    ],
)
def test_a_full_disk_is_one_line_with_the_file_and_one_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make: Any, words: tuple[str, ...]
) -> None:
    """At every fifth file operation: whatever it is that fails, it reads alike."""
    begun = make(tmp_path / "begun")
    monkeypatch.setattr(clock, "entropy", lambda: evening.ENTROPY)
    failed = 0
    for number in range(3, 1000, 5):
        again = begun.copy(tmp_path / str(number))
        with Disk(number, "full") as disk:
            status = give(again, monkeypatch, *words)
        told = capsys.readouterr().err.splitlines()
        if not disk.reached:
            break
        if status == 0:  # where the command goes on without it: a folder's name not synced, the host's own tables
            assert not told
            continue
        failed += 1
        assert status == 2, disk.operations[-1]
        what, remedy = told
        name = what.removeprefix("croupier: ").removesuffix(": No space left on device")
        assert len(what) == len("croupier: ") + len(name) + len(": No space left on device"), what
        assert Path(name).parts[0] in ("matches", "build"), what
        assert Path(name).name == disk.operations[number - 1].split(" ", 1)[1].removeprefix(".").removesuffix(".tmp")
        assert remedy == "Next: make room on that disk; then give the same command again: it goes on where it stopped, and nothing is done twice"
        assert not any(secret in line for secret in SECRETS for line in told)
    assert failed > 3


@LINUX
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """As full as one can be without being the system's administrator: no file may get longer than the journal is."""
    begun = evening.due(tmp_path / "season")
    before = Stand.of(begun)
    with croupier() as started:
        status, said = started.run(begun, "sync", longest=(begun.folder.private / "journal.jsonl").stat().st_size + 100)
        assert status == 2
        what, remedy = said.splitlines()
        assert what == "croupier: matches/small-match/private/journal.jsonl: File too large"
        assert remedy.startswith("Next: make room on that disk; then give the same command again")
        assert Stand.of(begun).entries == before.entries
    with croupier() as started:
        assert started.run(begun, "sync")[0] == 0
    assert [kind for kind, _ in facts(begun.folder.entries())] == ["opened", "resolved"]


# A folder that may not be written to ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def powerless() -> Iterator[Croupier]:
    with croupier() as started:
        yield started


@LINUX
@pytest.mark.parametrize(
    ("closed", "named"),
    [
        ("matches/small-match/boards/02-bo", "matches/small-match/boards/02-bo/02-auction-2.xlsx"),
        ("matches/small-match/private/snapshots", "matches/small-match/private/snapshots/"),
        ("build/html", "build/html/index.html"),
    ],
)
def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path, powerless: Croupier, closed: str, named: str) -> None:
    begun = evening.due(tmp_path / "season")
    folder = begun.path / closed
    folder.mkdir(exist_ok=True)
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    status, said = powerless.run(begun, "sync", powerless=True)
    assert status == 2
    what, remedy = said.splitlines()
    assert what.startswith(f"croupier: {named}") and what.endswith(": Permission denied")
    assert remedy.startswith("Next: give yourself the right to write there, or close the file wherever it is open; then give the same command again")
    folder.chmod(stat.S_IRWXU)
    assert powerless.run(begun, "sync")[0] == 0
    assert [kind for kind, _ in facts(begun.folder.entries())] == ["opened", "resolved"]


@LINUX
def test_a_season_that_may_only_be_read_can_be_looked_at(tmp_path: Path, powerless: Croupier) -> None:
    begun = evening.due(tmp_path / "season")
    places = [begun.path, *begun.path.rglob("*")]
    for path in places:
        path.chmod(stat.S_IRUSR | (stat.S_IXUSR if path.is_dir() else 0))
    try:
        before = Stand.of(begun)
        for words in (("status",), ("status", "--host"), ("history", "small-match")):
            assert powerless.run(begun, *words, powerless=True)[0] == 0
        for words in (("sync",), ("check",), ("open",), ("pause", "small-match", "--reason", "no", "--yes")):
            status, said = powerless.run(begun, *words, powerless=True)
            assert status == 2 and len(said.splitlines()) == 2, said
            assert "matches/small-match/private" in said.splitlines()[0]
        assert Stand.of(begun) == before
    finally:
        for path in places:
            path.chmod(stat.S_IRWXU)


# A clock set back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back", [timedelta(minutes=6), timedelta(hours=2), timedelta(days=400)])
def test_with_a_clock_set_back_nothing_is_written_down(tmp_path: Path, back: timedelta) -> None:
    begun = evening.resolved(tmp_path / "season")
    last = datetime.fromisoformat(begun.folder.entries()[-1].at)
    wrong = begun.at(last - back)
    before = Stand.of(begun)
    correction = corrections.plan_ruling(wrong.folder, wrong.store, "Ana", "money", "+50", evening.WHY, wrong.now)
    commands = (
        lambda: evening.check(wrong),
        lambda: sync.sync(wrong.folder, wrong.store, wrong.publish, wrong.now, early=True),
        lambda: corrections.apply(wrong.folder, correction, wrong.store, wrong.publish, wrong.now),
    )
    for command in commands:
        with pytest.raises(HostError, match="this machine's clock says") as refused:
            command()
        assert refused.value.next_step == "set the clock right"
        found = Stand.of(begun)
        assert found.entries == before.entries
        assert {name: data for name, data in found.files.items() if "/snapshots/" not in name} == {
            name: data for name, data in before.files.items() if "/snapshots/" not in name
        }


def test_a_clock_that_lags_a_little_is_borne_and_the_journal_does_not_go_back(tmp_path: Path) -> None:
    begun = evening.resolved(tmp_path / "season")
    last = datetime.fromisoformat(begun.folder.entries()[-1].at)
    evening.check(begun.at(last - timedelta(minutes=4)))
    assert datetime.fromisoformat(begun.folder.entries()[-1].at) == last


def test_a_run_that_a_clock_set_back_has_stopped_is_finished_once_it_is_right(tmp_path: Path) -> None:
    begun = evening.due(tmp_path / "begun")
    wanted, operations = count(evening.resolve, begun, tmp_path / "sound")
    site = next(number for number, operation in enumerate(operations, start=1) if "index.html" in operation)
    assert not run(evening.resolve, begun, Disk(site, "killed"))
    with pytest.raises(HostError, match="this machine's clock says"):
        evening.resolve(begun.at(begun.now - timedelta(hours=5)))
    run_on(evening.resolve, begun)
    evening.same_end(begun, wanted)


# What is croupier's own -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "line"),
    [
        (OSError(errno.EROFS, "x", "/elsewhere/file"), "croupier: /elsewhere/file: Read-only file system"),
        (OSError(errno.EIO, "x"), "croupier: Input/output error"),
        (FileNotFoundError(errno.ENOENT, "CELL", b"/elsewhere/file"), "croupier: /elsewhere/file: No such file or directory"),
    ],
)
def test_the_words_are_the_system_s_and_never_a_cell_s(capsys: pytest.CaptureFixture[str], fault: OSError, line: str) -> None:
    console.broken(fault)
    told = capsys.readouterr().err.splitlines()
    assert told[0] == line and told[1].startswith("Next: ") and len(told) == 2


def test_a_fault_that_a_library_calls_the_system_s_is_still_a_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fails() -> None:
        raise OSError("SECRETCELL")

    monkeypatch.setattr(cli, "app", fails)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 70
    told = capsys.readouterr().err
    assert "croupier has a fault (OSError)" in told and "SECRETCELL" not in told
