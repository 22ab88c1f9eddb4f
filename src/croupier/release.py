"""Writes the public site where the world can see it: into a folder, or as one commit without a past into a branch of a git repository.

Must not take any folder but the public build as its source, nor write into one that is not a site of its own making.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from datetime import datetime
from pathlib import Path

from croupier.core.problems import HostError

from . import files
from .season import Season
from .site.build import HTML

MARK = ".croupier-site"
MARK_TEXT = b"croupier publish wrote this folder and replaces all that is in it.\n"
HIDDEN = ("host-only.txt", "journal.jsonl", "match.toml", "players.csv", "season.toml", "credentials.json")
"""Names of files that no public site has. None of them is ever built; this is the last look before the door."""
KINDS = frozenset((".html", ".css", ".js", ".map", ".json", ".png", ".svg", ".xml", ".ics", ".gz", ".txt", ".csv", ".webmanifest"))


def into_folder(season: Season, target: Path) -> int:
    """Replaces what `target` holds by the public site, and returns how many files that is. HostError where it is no site's folder."""
    html = _checked(season)
    where = target.resolve()
    if where.is_relative_to(season.path) and not where.is_relative_to(season.path / "public"):
        raise HostError(f"{target} lies in the season's folder, among what is private", "choose a folder elsewhere, or public/ in the season")
    if season.path.is_relative_to(where):
        raise HostError(f"{target} holds the season itself", "choose a folder elsewhere")
    if target.exists() and (not target.is_dir() or (any(target.iterdir()) and not (target / MARK).is_file())):
        raise HostError(f"{target} is not empty, and croupier did not write it", "choose a new or empty folder")
    files.make_folder(target)
    files.write(target / MARK, MARK_TEXT)
    files.write(target / ".nojekyll", b"")  # or GitHub's pages would leave out what begins with a low line
    wanted = {path.relative_to(html): path for path in sorted(html.rglob("*")) if path.is_file()}
    for path in sorted(target.rglob("*"), reverse=True):
        name = path.relative_to(target)
        if name.parts[0] in (".git", MARK, ".nojekyll") or name in wanted:
            continue
        if path.is_dir() and not path.is_symlink():
            if not any(path.iterdir()):
                path.rmdir()
        else:
            path.unlink()
    for name, path in wanted.items():
        data = path.read_bytes()
        if not (target / name).is_file() or (target / name).read_bytes() != data:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(data)
    return len(wanted)


def into_branch(season: Season, repository: Path, branch: str, now: datetime) -> str:
    """Makes the public site the one commit of a branch, and returns its id. The working copy and its index are left alone; nothing is pushed."""
    html = _checked(season)
    if not (repository / ".git").exists():
        raise HostError(f"{repository} is no git repository", "make one there: git init, or name another: --repository FOLDER")
    if _git(repository, "check-ref-format", "--branch", branch, fails=True) is None:
        raise HostError(f"{branch!r} cannot be a branch's name", "use letters, digits and dashes, such as --branch pages")
    current = _git(repository, "symbolic-ref", "--quiet", "--short", "HEAD", fails=True)
    if current == branch:
        raise HostError(f"{branch!r} is checked out in {repository}", "name a branch that only the site is in, such as --branch pages")
    before = _git(repository, "rev-parse", "--quiet", "--verify", f"refs/heads/{branch}", fails=True)
    if before and MARK not in (_git(repository, "ls-tree", "--name-only", before) or "").splitlines():
        raise HostError(f"the branch {branch!r} holds something that croupier did not write", "name another branch: --branch NAME")
    with tempfile.TemporaryDirectory(dir=season.build) as scratch:
        tree_folder = Path(scratch) / "tree"
        shutil.copytree(html, tree_folder)
        files.write(tree_folder / MARK, MARK_TEXT)
        files.write(tree_folder / ".nojekyll", b"")
        place = {"GIT_INDEX_FILE": str(Path(scratch) / "index"), "GIT_WORK_TREE": str(tree_folder)}
        git_dir = str(Path(_git(repository, "rev-parse", "--absolute-git-dir") or ""))
        _git(tree_folder, "--git-dir", git_dir, "add", "--all", "--force", ".", more=place)
        tree = _git(tree_folder, "--git-dir", git_dir, "write-tree", more=place) or ""
    if before and _git(repository, "rev-parse", f"{before}^{{tree}}") == tree:
        return before
    stamp = f"{int(now.timestamp())} +0000"
    who = {
        f"GIT_{role}_{what}": value
        for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "croupier"), ("EMAIL", "croupier@localhost"), ("DATE", stamp))
    }
    commit = _git(repository, "commit-tree", tree, "-m", f"Publish {season.title}", more=who) or ""
    _git(repository, "update-ref", f"refs/heads/{branch}", commit)
    return commit


def _checked(season: Season) -> Path:
    """The public build, looked over once more: every file of a kind that sites have, and none of a name that is private."""
    html = season.build / HTML
    for path in sorted(html.rglob("*")):
        if path.is_symlink() or path.name in HIDDEN or (path.is_file() and path.suffix not in KINDS):
            raise HostError(f"{path.relative_to(html)} does not belong into a public site", "nothing was published; build it anew: croupier site")
    return html


def _git(folder: Path, *arguments: str, more: dict[str, str] | None = None, fails: bool = False) -> str | None:
    """What git answers; None where it says no and that may be."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | (more or {})
    try:
        ran = subprocess.run(["git", *arguments], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", errors="replace")
    except FileNotFoundError as fault:
        raise HostError("git is not installed", "install it, or publish into a folder: croupier publish FOLDER") from fault
    if ran.returncode:
        if fails:
            return None
        raise HostError(f"git {arguments[0]} failed: {' '.join(ran.stderr.split())}", "mend that, then publish again")
    return ran.stdout.strip()
