"""A crash between taking a ruling up and writing that down in the control workbook: nothing happens twice, nothing is lost.

Must not crash anything for real; the tests of faults do that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from controls import BIDS, MONEY, WHY, Controlled
from croupier.sheets.memory import MemoryStore
from croupier.store import MatchFolder
from table import Desk


@pytest.fixture(autouse=True)
def _no_rules_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.desk.rulebook", lambda slug: ())  # half of the time, and nothing to the point


class Crash(BaseException):
    """The process is gone."""


@contextmanager
def bomb(count: int) -> Iterator[list[int]]:
    """Lets everything that leaves a trace count down before it is done, which is after the one before, and crash at zero."""
    left = [count]

    def tick() -> None:
        left[0] -= 1
        if left[0] == 0:
            raise Crash

    traces = ((MatchFolder, "append"), (MemoryStore, "bring"), (MemoryStore, "replace"), (MemoryStore, "receipt"), (Desk, "publish"))
    with pytest.MonkeyPatch.context() as patch:
        for owner, name in traces:
            patch.setattr(owner, name, _ticking(owner.__dict__[name], tick))
        yield left


def _ticking(work: Callable[..., Any], tick: Callable[[], None]) -> Callable[..., Any]:
    def ticking(*arguments: Any, **more: Any) -> Any:
        tick()
        return work(*arguments, **more)

    return ticking


RULINGS = {1: MONEY, 2: ("garnets", "Bo", "+2", WHY), 3: ("extend", "", "1", WHY), 4: ("absent", "Ana", "", WHY)}


def _played(folder: Path, crash_at: int) -> tuple[Controlled, bool]:
    """A step with rulings, as it is in the end; whether there was a crash on the way."""
    desk = Controlled(folder, names=("Ana", "Bo"))
    desk.hand_in({"Ana": BIDS["Ana"]})
    desk.type(RULINGS)
    crashed, now = False, desk.now
    with bomb(crash_at):
        while not (desk.match.phase == "auction-2" and desk.match.delivered):
            try:
                desk.sync(now=now)
            except Crash:
                crashed = True
            now = max(now, desk.now) if desk.match.phase == "auction-1" else now
    desk.check(now + timedelta(minutes=1))
    return desk, crashed


def test_a_crash_at_any_point_takes_nothing_up_twice_and_loses_nothing(tmp_path: Path) -> None:
    whole, _ = _played(tmp_path / "whole", 0)
    kinds = [kind for kind in whole.kinds() if kind not in ("delivered", "snapshot")]
    assert kinds == ["opened", "extended", "ruled", "ruled", "resolved"]
    for point in range(1, 1000):
        desk, crashed = _played(tmp_path / f"crash-{point}", point)
        if not crashed:
            break
        assert desk.match.state == whole.match.state, point
        assert [kind for kind in desk.kinds() if kind not in ("delivered", "snapshot")] == kinds, point
        assert desk.match.deadline == whole.match.deadline
        assert desk.bodies("resolved")[0]["decisions"]["absent"] == ["Ana"]
        assert desk.typed() == {} and sorted(desk.states()) == list(range(5, 17)), point
    assert point > 20, point


def test_a_crash_between_the_journal_and_the_workbook_is_seen_by_the_row_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Controlled(tmp_path / "season")
    desk.type({1: MONEY})
    with monkeypatch.context() as patch:
        patch.setattr(desk, "publish", lambda: (_ for _ in ()).throw(Crash()))
        with pytest.raises(Crash):
            desk.sync()
    assert desk.kinds()[-1] == "ruled" and desk.typed() == {1: MONEY}
    assert desk.sync().finished_earlier
    assert desk.kinds().count("ruled") == 1 and desk.typed() == {}
