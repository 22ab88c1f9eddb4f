"""Publishing: a clean tree into a folder or a branch, nothing private in it, no past, and nothing of others overwritten.

Must not push anywhere.
"""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from croupier import release
from croupier.core.problems import HostError
from croupier.publish import publish
from croupier.season import Season
from table import Desk

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    desk = Desk(tmp_path_factory.mktemp("release") / "season")
    publish(desk.season)
    return desk.season


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a commit, a change that is staged and one that is not."""
    folder = tmp_path / "repository with blanks"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch", "main")
    (folder / "own.txt").write_text("own")
    git(folder, "add", ".")
    git(folder, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "Own")
    (folder / "staged.txt").write_text("staged")
    git(folder, "add", "staged.txt")
    (folder / "own.txt").write_text("changed")
    return folder


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_gets_the_site_and_nothing_else(season: Season, tmp_path: Path) -> None:
    count = release.into_folder(season, tmp_path / "a" / "site")
    html = tree(season.build / "html")
    assert tree(tmp_path / "a" / "site") == {**html, release.MARK: release.MARK_TEXT, ".nojekyll": b""}
    assert count == len(html)


def test_a_second_time_replaces_what_is_there_and_writes_only_what_changed(season: Season, tmp_path: Path) -> None:
    out = tmp_path / "site"
    release.into_folder(season, out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.html")}
    (out / "old").mkdir()
    (out / "old" / "page.html").write_text("withdrawn")
    (out / ".git").mkdir()
    (out / ".git" / "config").write_text("kept")
    release.into_folder(season, out)
    assert not (out / "old").exists()
    assert (out / ".git" / "config").read_text() == "kept"
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.html")} == before


def test_nothing_of_others_is_overwritten(season: Season, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    for target, words in ((tmp_path, "is not empty"), (tmp_path / "mine.txt", "is not empty"), (season.path / "matches", "among what is private")):
        with pytest.raises(HostError, match=words):
            release.into_folder(season, target)
    with pytest.raises(HostError, match="holds the season itself"):
        release.into_folder(season, season.path.parent)
    assert tree(tmp_path) == {"mine.txt": b"mine"}


@pytest.mark.parametrize("name", ["journal.jsonl", "match.toml", "players.csv", "host-only.txt", "boards.xlsx", "seed"])
def test_a_stray_private_file_stops_everything(season: Season, tmp_path: Path, name: str, repository: Path) -> None:
    stray = season.build / "html" / name
    stray.write_text("secret")
    try:
        with pytest.raises(HostError, match="does not belong"):
            release.into_folder(season, tmp_path / "site")
        with pytest.raises(HostError, match="does not belong"):
            release.into_branch(season, repository, "pages", NOW)
    finally:
        stray.unlink()
    assert not (tmp_path / "site").exists()
    assert git(repository, "branch", "--list", "pages") == ""


def test_a_branch_gets_one_commit_without_a_past(season: Season, repository: Path) -> None:
    status, head = git(repository, "status", "--porcelain"), git(repository, "rev-parse", "HEAD")
    commit = release.into_branch(season, repository, "pages", NOW)
    assert git(repository, "rev-parse", "pages") == commit
    assert git(repository, "rev-list", "--count", "pages") == "1"
    files = set(git(repository, "-c", "core.quotePath=false", "ls-tree", "-r", "--name-only", "pages").splitlines())
    assert files == {*tree(season.build / "html"), release.MARK, ".nojekyll"}
    assert (git(repository, "status", "--porcelain"), git(repository, "rev-parse", "HEAD")) == (status, head), "the host's own work is left alone"
    assert release.into_branch(season, repository, "pages", datetime(2027, 1, 1, tzinfo=UTC)) == commit, "an equal site is no new commit"
    assert git(repository, "log", "-1", "--format=%an %ae", "pages") == "croupier croupier@localhost"


def test_a_changed_site_replaces_the_commit(season: Season, repository: Path) -> None:
    first = release.into_branch(season, repository, "pages", NOW)
    page = season.build / "html" / "about.html"
    text = page.read_text()
    page.write_text(text + "<!-- -->")
    try:
        second = release.into_branch(season, repository, "pages", NOW)
    finally:
        page.write_text(text)
    assert second != first
    assert git(repository, "rev-list", "--count", "pages") == "1"


def test_branches_of_others_and_odd_names_are_refused(season: Season, repository: Path, tmp_path: Path) -> None:
    git(repository, "branch", "work")
    for branch, words in (("main", "is checked out"), ("work", "did not write"), ("no..good", "cannot be a branch"), ("-x", "cannot be a branch")):
        with pytest.raises(HostError, match=words):
            release.into_branch(season, repository, branch, NOW)
    with pytest.raises(HostError, match="is no git repository"):
        release.into_branch(season, tmp_path, "pages", NOW)
