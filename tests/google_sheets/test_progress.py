"""What a host sees while many spreadsheets are worked on: how many are done, how long it will take, and why nothing moves.

Must not time anything.
"""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from croupier import console
from croupier.sheets.google.http import GoogleHttp
from croupier.sheets.google.store import GoogleStore
from emulator import signed_in
from google_sheets.boards import small
from google_sheets.kit import table


def shown(seats: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What stands on a terminal after new spreadsheets for so many seats were laid out."""
    terminal = io.StringIO()
    monkeypatch.setattr(console, "err", Console(file=terminal, force_terminal=True, highlight=False, width=110))
    names = [f"{number:02d}-seat" for number in range(1, seats + 1)]
    with table(*names) as google, console.progress() as tell:
        http = GoogleHttp(
            signed_in(google.emulator, google.robot),
            who=google.robot.email,
            clock=google.clock,
            sleep=google.clock.sleep,
            jitter=lambda: 0.5,
            on_wait=console.waiting,
        )
        GoogleStore(http, google.ids, google.robot.email).bring_many([(name, small(name, "01-one")) for name in names], tell)
    return terminal.getvalue()


def test_bars_tell_how_many_are_done_and_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(24, monkeypatch)
    assert "Writing workbooks" in text and "24/24" in text and "left:" in text
    assert "Waiting" not in text


def test_a_wait_for_the_quota_is_told_once_for_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(60, monkeypatch)
    assert "60/60" in text
    assert 1 <= text.count("Waiting 60 seconds: Google takes no more than about one request a second.") <= 3
