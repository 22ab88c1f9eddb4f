"""The layers: import-linter's contracts hold, and a module that breaks one is caught.

Must not repeat the contracts; they stand in pyproject.toml.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import croupier

ROOT = Path(__file__).parent.parent
LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(source: Path) -> subprocess.CompletedProcess[str]:
    """import-linter over the package in `source`, by the contracts of this checkout."""
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", LINT, "--no-cache"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package's sources, to break."""
    shutil.copytree(Path(croupier.__file__).parent, tmp_path / "croupier", ignore=shutil.ignore_patterns("__pycache__", "*.ttf", "_data"))
    return tmp_path


def test_the_layers_hold() -> None:
    done = lint(Path(croupier.__file__).parent.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("site/escape.py", "from croupier.store import MatchFolder", "what the public sees"),
        ("draw/painter.py", "def late() -> None:\n    from croupier.sheets import base", "what the public sees"),
        ("publish.py", "from . import backstage", "what builds and publishes the public site"),
        ("site/pages.py", "def late() -> None:\n    from . import backstage", "what builds and publishes the public site"),
        ("sheets/base.py", "import croupier.games", "workbooks know no game"),
        ("core/typed.py", "from croupier import files", "imports go downward only"),
        ("games/house_of_horrors/money.py", "from croupier.resources import resource", "games import nothing"),
        ("games/house_of_horrors/money.py", "from croupier import words", "imports go downward only"),
        ("games/another/rules.py", "from croupier.games.house_of_horrors import money", "no game knows another"),
        ("store.py", "from .match import load", "imports go downward only"),
        ("match.py", "from . import cli", "imports go downward only"),
        ("newcomer.py", "", "imports go downward only"),
    ],
)
def test_a_planted_import_is_caught(copy: Path, module: str, line: str, contract: str) -> None:
    path = copy / "croupier" / module
    path.parent.mkdir(exist_ok=True)
    (path.parent / "__init__.py").touch()
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
    done = lint(copy)
    assert done.returncode == 1, done.stdout + done.stderr
    broken = [told for told in done.stdout.splitlines() if told.endswith("BROKEN")]
    assert any(told.startswith(contract) for told in broken), broken
