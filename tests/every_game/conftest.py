"""Runs every test of this folder that takes a `game` once for each game there is.

Must not list the games.
"""

from __future__ import annotations

import pytest

from croupier.games import games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(games().values()), ids=list(games()))
