"""The fixture of the Google store's tests: one seat's spreadsheet with a form in it.

Must not be needed by tests that begin with empty spreadsheets.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from emulator.state import World
from google_sheets.boards import SEAT, laid_out
from google_sheets.kit import Table, table


@pytest.fixture
def one() -> Iterator[Table]:
    with table(SEAT) as found:
        if SEAT in _LAID_OUT:
            found.emulator.world = _LAID_OUT[SEAT].copy()
            found.clock.now += 120
        else:
            laid_out(found)
            _LAID_OUT[SEAT] = found.emulator.world.copy()
        yield found


_LAID_OUT: dict[str, World] = {}
"""The emulated Google after a form was laid out: made once, and copied for each test."""
