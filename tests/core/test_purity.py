"""The lint of the pure layers: no clock, no chance, no files in `core` and `games`, and `core` lives on Python alone.

Must not import what it judges: it reads the source.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import croupier

SOURCE = Path(croupier.__file__).parent
CORE, GAMES = sorted((SOURCE / "core").rglob("*.py")), sorted((SOURCE / "games").rglob("*.py"))
BANNED = {"random", "secrets", "uuid", "time", "os", "socket", "subprocess", "threading", "asyncio", "io", "pathlib", "tempfile", "shutil", "locale"}
CALLS = {"open", "print", "input", "exec", "eval", "__import__", "id", "hash"}
"""`id` and `hash` differ from run to run."""
CLOCKS = {"now", "utcnow", "today", "fromtimestamp"}


def modules(tree: ast.AST) -> set[str]:
    """All that is imported, at the top or inside a function; a relative import is "." or, from the package above, ".."."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * min(node.level, 2) or str(node.module))
    return found


def faults(source: str) -> set[str]:
    """What is not pure in a source: banned imports and calls."""
    tree = ast.parse(source)
    found = {name.partition(".")[0] for name in modules(tree)} & BANNED
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found |= {node.func.id} & CALLS
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & CLOCKS
    return found


def strangers(source: str) -> set[str]:
    """What a module of `core` imports that is neither of `core` nor of Python."""
    return {name for name in modules(ast.parse(source)) if name != "." and name.partition(".")[0] not in sys.stdlib_module_names}


def test_there_is_something_to_judge() -> None:
    assert len(CORE) > 10
    assert len(GAMES) > 10


@pytest.mark.parametrize("path", [*CORE, *GAMES], ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_core_and_games_are_pure(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_core_imports_python_and_itself_alone(path: Path) -> None:
    assert strangers(path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("import random", "random"),
        ("import os.path as p", "os"),
        ("from random import choice", "random"),
        ("def f():\n    from time import monotonic", "time"),
        ("import hashlib, secrets", "secrets"),
        ("from datetime import datetime\nx = datetime.now()", "now"),
        ("import datetime\nx = datetime.date.today", "today"),
        ("def f(x):\n    return open(x)", "open"),
        ("order = sorted(xs, key=lambda x: hash(x))", "hash"),
    ],
)
def test_a_planted_fault_is_found(source: str, fault: str) -> None:
    assert faults(source) == {fault}


def test_words_that_only_look_like_faults_are_none() -> None:
    assert faults("import timeit_like\nfrom .os import x\nself.open()\nrandom = 1\ntime: int = 2") == set()


@pytest.mark.parametrize(
    ("source", "stranger"),
    [
        ("import croupier.files", "croupier.files"),
        ("def f():\n    from .. import files", ".."),
        ("from jinja2 import Template", "jinja2"),
        ("import yaml as json", "yaml"),
    ],
)
def test_a_planted_stranger_is_found(source: str, stranger: str) -> None:
    assert strangers(f"import json\nfrom .game import Told\nfrom collections.abc import Mapping\n{source}") == {stranger}
