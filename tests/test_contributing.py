"""CONTRIBUTING holds: the sixth game that it adds step by step is found, passes its cases and is played to the end.

Must not add anything to the game beyond what the page says.
"""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout, at a path with a blank, with the files of the page put in."""
    copy = tmp_path_factory.mktemp("with a sixth game")
    for name in ("src", "templates", "site"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, copy / name)
    blocks = BLOCK.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    assert len(blocks) == 4, "rulings, game, words, case"
    for name, text in blocks:
        path = copy / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return copy


def _python(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    return subprocess.run([sys.executable, *arguments], cwd=checkout, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_its_rule_case_passes(checkout: Path) -> None:
    ran = _python(checkout, "-m", "croupier", "case", "tests/cases/two-thirds/numbers.yaml")
    assert ran.stdout.splitlines()[-1:] == ["1 passed, 0 failed"], ran.stdout + ran.stderr


def test_bots_play_it_through_workbooks_into_a_site(checkout: Path) -> None:
    ran = _python(checkout, "-m", "croupier", "demo", "two-thirds", "--folder", "demo")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "The numbers: Ana" in ran.stdout
    page = (checkout / "demo" / "build" / "html" / "main-match-1" / "rules.html").read_text(encoding="utf-8")
    assert "TT-2" in html.unescape(page)


def test_its_code_is_as_clean_as_the_rest(checkout: Path) -> None:
    game = "src/croupier/games/two_thirds/__init__.py"
    for tool in (("ruff", "check"), ("ruff", "format", "--check")):
        ran = _python(checkout, "-m", *tool, "--config", str(checkout / "pyproject.toml"), game)
        assert ran.returncode == 0, ran.stdout + ran.stderr
