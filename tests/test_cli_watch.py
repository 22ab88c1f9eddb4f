"""The command `watch` and its screen.

Must not watch a match; that is tried where the table is.
"""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path

import pytest
from rich.console import Console

from croupier import live
from croupier.cli_watch import panel
from host import Host, Terminal

SEEN = live.Seen("Death Match 1", "House 2", "Pia", timedelta(seconds=42), "**Death Match 1 – House 1**\n- Quin escapes.", "a sheet: no permission")


def shown(seen: live.Seen, since: timedelta) -> str:
    page = io.StringIO()
    Console(file=page, width=90, force_terminal=False).print(panel(seen, since))
    return page.getvalue()


def test_the_screen_says_whose_turn_it_is_what_time_is_left_what_was_told_and_what_is_wrong() -> None:
    page = shown(SEEN, timedelta(seconds=2))
    for words in ("Death Match 1 – House 2", "Waiting for Pia", "0:40 left", "Quin escapes.", "a sheet: no permission"):
        assert words in page


@pytest.mark.parametrize(("left", "since", "words"), [(3725, 0, "1:02:05 left"), (5, 9, "0:00 left"), (600, 1, "9:59 left")])
def test_time_left(left: int, since: int, words: str) -> None:
    seen = live.Seen("A", "B", "C", timedelta(seconds=left), "")
    assert words in shown(seen, timedelta(seconds=since))


def test_no_clock_no_time() -> None:
    assert " left" not in shown(live.Seen("A", "B", "the host", None, ""), timedelta(0))


def test_a_short_clock_is_refused_for_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    host = Host(tmp_path / "season", ("Pia", "Quin"), "", slug="arsonists-dilemma")
    status, _, err = Terminal(host, monkeypatch, capsys).run("watch", "small-match")
    assert status == 2 and "cannot be played with files" in err and "croupier sync small-match" in err


def test_stopping_it_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(_: live.Table) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(live.Table, "run", stopped)
    status, out, _ = Terminal(Host(tmp_path / "season"), monkeypatch, capsys).run("watch")
    assert status == 130 and "croupier watch small-match" in out
