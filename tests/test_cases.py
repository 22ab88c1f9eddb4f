"""Runs every rule case as a test of its own, named for its file and title.

Must not judge anything itself; the runner of rule cases does.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier.cases import differences, load

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.glob("*/*.yaml"))
REFUSED = [(file, case) for file in sorted((FOLDER.parent / "data" / "refused-setups").glob("*.yaml")) for case in load(file)]
"""Setups that the rules page does not allow."""
CASES = [(file, case) for file in FILES for case in load(file)]


@pytest.mark.parametrize(("file", "case"), CASES, ids=[f"{file.parent.name}/{file.name}: {case.get('title')}" for file, case in CASES])
def test_case(file: Path, case: dict[str, Any]) -> None:
    found = differences(case, file.parent)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("case", [case for _, case in REFUSED], ids=[f"{file.stem}: {case.get('title')}" for file, case in REFUSED])
def test_setups_that_cannot_be_are_refused(case: dict[str, Any]) -> None:
    (found,) = differences(case)
    assert "OptionError" in found


def test_each_case_has_a_title_of_its_own_and_its_folders_game() -> None:
    titles = Counter((file, case.get("title")) for file, case in CASES)
    assert all(title for _, title in titles)
    assert [title for title, number in titles.items() if number > 1] == []
    assert [file for file, case in CASES if case["game"] != file.parent.name] == []


def test_each_case_expects_something() -> None:
    """A case that compares nothing would always pass."""
    for file, case in CASES:
        steps = [step.get("expect") for step in case.get("steps") or ()]
        walks = [walk.get("expect") for walk in case.get("walks") or ()]
        assert any([case.get("begin"), *steps, *walks]), f"{file.name}: {case['title']}"
        assert all(walk.get("expect") for walk in case.get("walks") or ()), f"{file.name}: {case['title']}"
