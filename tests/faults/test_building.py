"""The site's builder when a step of it fails: the last good site stays, and building again works.

Must not build large sites: what fails does not depend on how many pages there are.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from croupier.core.problems import HostError
from croupier.site import build as building
from croupier.site.build import build
from croupier.site.public import PublicSeason
from faults.injected import Disk, Killed, Manner

BEFORE, AFTER = PublicSeason("A season as it was", ()), PublicSeason("A season as it is", ())
FILES = {"index.html", "a/b", "c"}
"""What the stub of MkDocs builds."""
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def shown(folder: Path) -> str:
    """The title that the built site has; "" where there is none."""
    page = folder / "html" / "index.html"
    return page.read_text(encoding="utf-8") if page.exists() else ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A build folder with a good site in it."""
    build(BEFORE, tmp_path / "build")
    assert BEFORE.title in shown(tmp_path / "build")
    return tmp_path / "build"


def with_mkdocs(monkeypatch: pytest.MonkeyPatch, **more: Any) -> None:
    """Lets the real MkDocs run under other conditions."""
    run = subprocess.run
    monkeypatch.setattr(building.subprocess, "run", lambda command, **given: run(command, **given, **more))


def stays_and_comes(folder: Path, fails: Callable[[], Any]) -> None:
    """The last good site stays to the last byte while something fails, and the same build works afterwards."""
    before = tree(folder / "html")
    fails()
    assert tree(folder / "html") == before
    build(AFTER, folder)
    assert AFTER.title in shown(folder) and BEFORE.title not in shown(folder)
    assert sorted(path.name for path in folder.iterdir()) == [building.COMPILED, "html", "staged"]


def operation(folder: Path, step: str) -> int:
    """At which of its file operations a build comes to this one."""
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    with Disk() as disk:
        build(AFTER, copy)
    return disk.operations.index(step) + 1


def test_no_room_for_a_staged_page(folder: Path) -> None:
    number = operation(folder, "open index.md")

    def fails() -> None:
        with Disk(number, "full") as disk, pytest.raises(OSError, match=r"index\.md"):
            build(AFTER, folder)
        assert disk.operations[-1] == "open index.md"

    stays_and_comes(folder, fails)


@POSIX
def test_no_room_for_what_mkdocs_writes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    def fails() -> None:
        with monkeypatch.context() as patch:
            with_mkdocs(patch, preexec_fn=limit)
            with pytest.raises(HostError, match=r"the site could not be built: OSError.*File too large") as told:
                build(AFTER, folder)
        assert "croupier site" in told.value.next_step
        assert not (folder / "html.new").exists()

    stays_and_comes(folder, fails)


def test_mkdocs_that_is_killed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        with monkeypatch.context() as patch:
            run = subprocess.run

            def killed(command: list[str], **given: Any) -> Any:
                return run([sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"], **given)

            patch.setattr(building.subprocess, "run", killed)
            with pytest.raises(HostError, match="the site could not be built: MkDocs gave no reason"):
                build(AFTER, folder)

    stays_and_comes(folder, fails)


@pytest.mark.parametrize("step", ["rename html.old", "rename html"])
def test_a_site_that_cannot_be_put_in_place(folder: Path, step: str) -> None:
    number = operation(folder, step)

    def fails() -> None:
        with Disk(number, "full") as broken, pytest.raises(OSError, match="html"):
            build(AFTER, folder)
        assert broken.operations[number - 1] == step

    stays_and_comes(folder, fails)


def with_stub(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes in place of MkDocs three files, past every fault."""

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        into = Path(command[command.index("-d") + 1])
        settings = Path(command[command.index("-f") + 1]).read_text(encoding="utf-8")
        title = AFTER.title if AFTER.title in settings else BEFORE.title
        lines = ["import os, sys", "os.makedirs(sys.argv[1] + '/a')"]
        lines += [f"open(sys.argv[1] + '/{name}', 'w').write(sys.argv[2])" for name in FILES]
        return real([sys.executable, "-S", "-c", "\n".join(lines), str(into), title], capture_output=True, text=True)

    real = subprocess.run
    monkeypatch.setattr(building.subprocess, "run", run)


@pytest.mark.parametrize("manner", ["full", "killed", "torn"])
def test_whatever_fails_readers_have_one_site_or_the_other_and_the_next_build_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manner: Manner
) -> None:
    """Only a run that is killed between two renames leaves none for a while; the next puts the last good one back first."""
    with_stub(monkeypatch)
    for number in range(1, 200):
        folder = tmp_path / str(number)
        build(BEFORE, folder)
        with Disk(number, manner) as disk, suppress(OSError, Killed, HostError):
            build(AFTER, folder)
        kept = {building.COMPILED, "staged", "html", "html.new", "html.old"}
        assert {path.name for path in folder.iterdir()} <= kept
        if manner != "full" and disk.operations[-1] == "rename html":
            assert not shown(folder) and BEFORE.title in (folder / "html.old" / "index.html").read_text(encoding="utf-8")
        else:
            assert shown(folder) in (BEFORE.title, AFTER.title)
            assert set(tree(folder / "html")) == FILES
        build(AFTER, folder)
        assert shown(folder) == AFTER.title
        assert sorted(path.name for path in folder.iterdir()) == [building.COMPILED, "html", "staged"]
        assert BEFORE.title.encode() not in b"".join(tree(folder / "staged").values())
        if not disk.reached:
            break
    assert number > 8
    print(f"site: broken at each of {number - 1} file operations ({manner})")
