"""The season's book on disk: an entry is there whole or not at all, whatever fails, and only as it was shown.

Must not test what an entry does.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from croupier import entering, ledger, season
from croupier.core.problems import HostError
from croupier.entering import Planned, plan_add, plan_change, plan_gift
from croupier.ledger import Ledger
from faults.injected import Disk, Killed, Manner
from season.evenings import Evenings

WHY = "because"


@pytest.fixture
def evenings(tmp_path: Path) -> Evenings:
    evenings = Evenings(tmp_path / "season")
    evenings.enter(lambda book: plan_add(book, "Ana", 5, 0))
    evenings.enter(lambda book: plan_add(book, "Bo", 0, 0))
    return evenings


def gift(book: Ledger) -> Planned:
    return plan_gift(book, "Ana", "Bo", "garnets", 2, WHY)


def test_entries_are_chained_and_a_change_of_one_is_noticed(evenings: Evenings) -> None:
    path = evenings.season.path / "private" / "season.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["joined", "joined"]
    path.write_text("\n".join(line.replace('"garnets",5', '"garnets",9') for line in lines) + "\n", encoding="utf-8")
    with pytest.raises(HostError, match="not as it was written"):
        ledger.read(evenings.season)


def test_the_book_reaches_no_repository(evenings: Evenings) -> None:
    assert "private/" in (evenings.season.path / ".gitignore").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("manner", ["full", "killed", "torn", "cut"])
def test_an_entry_is_there_whole_or_not_at_all_whatever_fails(evenings: Evenings, manner: Manner, tmp_path: Path) -> None:
    with Disk() as disk:
        evenings.enter(gift)
    operations, now = len(disk.operations), evenings.now
    assert operations >= 3 and evenings.held() == {"Ana": 3, "Bo": 2}
    evenings.give("Bo", "Ana", 2)
    begun = len(evenings.book.entries)
    for number in range(1, operations + 1):
        place = season.find(shutil.copytree(evenings.season.path, tmp_path / f"{number}"))
        planned = gift(ledger.read(place))
        with Disk(number, manner) as disk:
            try:
                entering.enter(place, gift, planned, now)
                through = True
            except (OSError, Killed):
                through = False
        assert disk.reached
        written = len(ledger.read(place).entries) - begun
        assert written == 1 if through else written in (0, 1)
        if not written:
            entering.enter(place, gift, gift(ledger.read(place)), now)
        book = ledger.read(place)
        assert (book.held("Ana"), book.held("Bo"), len(book.entries)) == (3, 2, begun + 1)


def test_an_entry_that_can_no_longer_be_is_not_written(evenings: Evenings) -> None:
    planned = gift(evenings.book)
    evenings.garnets("Ana", -4)
    with pytest.raises(HostError, match="has not got 2 Garnets"):
        entering.enter(evenings.season, gift, planned, evenings.tick())
    assert evenings.held() == {"Ana": 1, "Bo": 0}


def test_an_entry_that_would_be_another_one_by_now_is_not_written(evenings: Evenings) -> None:
    planned = gift(evenings.book)
    evenings.open("Main Match 1", {"Bo": "", "Cy": ""})
    with pytest.raises(HostError, match="has gone on"):
        entering.enter(evenings.season, gift, planned, evenings.tick())
    assert evenings.held() == {"Ana": 5, "Bo": 0, "Cy": 0}


def test_two_runs_cannot_meet(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entering, "PATIENCE", 0)
    planned = gift(evenings.book)
    with season.find(evenings.season.path).book.lock(), pytest.raises(HostError, match="another croupier"):
        entering.enter(evenings.season, gift, planned, evenings.tick())


def test_a_clock_that_is_far_behind_is_refused(evenings: Evenings) -> None:
    evenings.now = evenings.now.replace(year=2025)
    with pytest.raises(HostError, match="clock says"):
        evenings.enter(lambda book: plan_change(book, "Ana", "garnets", "+1", WHY))
