"""Equal inputs give equal journals, byte for byte, whatever hash seed, locale or time zone Python runs under.

Must not compare within one run of Python: what differs between runs would be the same there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.core.game import AnyGame
from every_game.journals import FAULTS
from every_game.kit import play
from every_game.settings import settings

TESTS = Path(__file__).parent.parent
SURROUNDINGS: tuple[dict[str, str], ...] = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Pacific/Auckland", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONHASHSEED": "4242", "LC_ALL": "tr_TR.UTF-8", "TZ": "America/New_York"},
)

Reports = tuple[dict[str, list[str]], ...]


@cache
def reports(slug: str) -> Reports:
    """The journals of a game's matches in each of the surroundings, all runs at once."""
    path = os.pathsep.join([str(TESTS), *sys.path])
    runs = []
    for surroundings in SURROUNDINGS:
        environment = {**os.environ, **surroundings, "PYTHONPATH": path}
        command = [sys.executable, "-m", "every_game.journals", slug]
        runs.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
    outputs = [run.communicate(timeout=120) for run in runs]
    for run, (_, errors) in zip(runs, outputs, strict=True):
        assert run.returncode == 0, errors.decode(errors="replace")
    return tuple(json.loads(output) for output, _ in outputs)


def check_equal_bytes(found: Reports, name: str) -> None:
    """The journals of one match are the same in all surroundings."""
    first = found[0][name]
    for surroundings, report in zip(SURROUNDINGS[1:], found[1:], strict=True):
        differing = [number for number, (one, other) in enumerate(zip(first, report[name], strict=False), start=1) if one != other]
        assert not differing, f"line {differing[0]} of the journal of {name} is another one under {surroundings}"
        assert len(first) == len(report[name]), f"the journal of {name} has another length under {surroundings}"


def test_equal_inputs_give_equal_bytes(game: AnyGame) -> None:
    known = settings(game)
    for variant in (known.short, *known.more):
        check_equal_bytes(reports(game.slug), variant.name)


@pytest.mark.parametrize("fault", FAULTS)
def test_catches_at_every_step(game: AnyGame, fault: str) -> None:
    """A match that depends on its surroundings is found out at whichever step that is: not at the first alone."""
    steps = len(play(game, settings(game).short).positions)
    for step in range(1, steps):
        with pytest.raises(AssertionError, match=r"another one|another length"):
            check_equal_bytes(reports(game.slug), f"{fault}/{step}")


def test_catches_a_line_that_is_missing(game: AnyGame) -> None:
    found: Any = tuple(dict(report) for report in reports(game.slug))
    name = settings(game).short.name
    found[1][name] = found[1][name][:-1]
    with pytest.raises(AssertionError, match="another length"):
        check_equal_bytes(found, name)
