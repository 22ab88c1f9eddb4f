"""Rows for rulings on their way from one control workbook into the next: carried, guarded, never written over.

Must not test what becomes of a ruling.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controls import MONEY, WHY, Controlled
from croupier.control import SEAT, TITLES
from croupier.control_sheet import bare
from croupier.core.problems import HostError
from croupier.sheets.memory import MemoryStore


@pytest.fixture(autouse=True)
def _no_rules_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.desk.rulebook", lambda slug: ())  # half of the time, and nothing to the point


@pytest.fixture
def filed(tmp_path: Path) -> Controlled:
    """A match whose control workbook is a file."""
    return Controlled(tmp_path / "season", "xlsx")


@pytest.mark.parametrize("held", ["memory", "xlsx"])
def test_rows_that_wait_are_carried_into_the_next_workbook(tmp_path: Path, held: str) -> None:
    desk = Controlled(tmp_path / "season", held)
    rows = {2: MONEY, 7: ("", "", "", "a reason that was begun")}
    desk.type(rows)
    desk.check()
    assert desk.typed() == rows
    assert any("2 rows" in remark and "wait" in remark for remark in desk.control.remarks)
    assert desk.kinds() == ["opened", "delivered", "snapshot"]


@pytest.mark.parametrize("held", ["memory", "xlsx"])
def test_a_row_typed_while_the_workbook_is_being_written_is_not_lost(tmp_path: Path, held: str, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Controlled(tmp_path / "season", held)
    place = desk.held.replace
    late = [{1: MONEY}, {2: MONEY}]

    def slow(*arguments: Any) -> Any:
        if late:
            desk.type(late.pop())
        return place(*arguments)

    monkeypatch.setattr(desk.held, "replace", slow)
    desk.check()
    assert desk.typed() == {1: MONEY, 2: MONEY}
    assert any("2 rows" in remark for remark in desk.control.remarks)


@pytest.mark.parametrize("mark", ["~$control.xlsx", ".~lock.control.xlsx#"])
def test_a_workbook_that_is_open_is_left_alone_and_a_second_one_written(filed: Controlled, mark: str) -> None:
    filed.type({1: MONEY})
    (filed.folder.private / mark).touch()
    before = filed.path().read_bytes()
    filed.check()
    assert filed.path().read_bytes() == before
    assert filed.typed(TITLES[1]) == {1: MONEY}
    assert any("is open somewhere" in remark and str(filed.path(TITLES[1])) in remark for remark in filed.control.remarks)


@pytest.fixture
def opened(filed: Controlled) -> Controlled:
    """A refused row in a workbook that is open, and the second workbook beside it."""
    filed.type({1: ("money", "Ana", "+50", "")})
    (filed.folder.private / "~$control.xlsx").touch()
    with pytest.raises(HostError, match="no reason"):
        filed.sync()
    return filed


def _closed(desk: Controlled) -> None:
    (desk.folder.private / "~$control.xlsx").unlink()


def test_a_row_mended_in_the_second_workbook_counts_and_the_first_takes_its_place_again(opened: Controlled) -> None:
    opened.type({1: MONEY}, TITLES[1])
    _closed(opened)
    assert opened.sync().resolved
    assert opened.kinds().count("ruled") == 1
    assert not opened.path(TITLES[1]).exists() and opened.typed() == {}
    assert opened.sync().resolved and opened.kinds().count("ruled") == 1


def test_a_row_emptied_in_the_second_workbook_does_not_come_back(opened: Controlled) -> None:
    opened.type({1: ("", "", "", "")}, TITLES[1])
    assert opened.sync().resolved
    _closed(opened)
    opened.sync()
    assert "ruled" not in opened.kinds() and opened.typed() == {} and not opened.path(TITLES[1]).exists()


def test_a_first_workbook_saved_after_the_second_was_made_counts_as_well(opened: Controlled) -> None:
    opened.type({1: MONEY}, TITLES[1])
    opened.type({1: MONEY, 2: ("money", "Bo", "+1", WHY)})
    _closed(opened)
    assert opened.sync().resolved
    assert opened.kinds().count("ruled") == 2


def test_two_workbooks_that_say_different_things_in_one_row_are_refused(opened: Controlled) -> None:
    opened.type({1: MONEY}, TITLES[1])
    opened.type({1: ("money", "Ana", "+60", WHY)})
    _closed(opened)
    for _ in range(2):
        with pytest.raises(HostError, match="control and control-new say different things"):
            opened.sync()
        assert opened.typed()[1][2] == "+60" and opened.typed(TITLES[1])[1][2] == "+50"
    opened.type({1: ("", "", "", "")})
    assert opened.sync().resolved
    assert opened.bodies("ruled")[0]["value"] == "+50" and not opened.path(TITLES[1]).exists()


def test_they_are_refused_as_well_while_the_second_is_written_once_more(opened: Controlled) -> None:
    opened.type({1: MONEY}, TITLES[1])
    opened.type({1: ("money", "Ana", "+60", WHY)})
    for _ in range(3):
        with pytest.raises(HostError, match="say different things"):
            opened.sync()
    assert opened.typed()[1][2] == "+60" and opened.typed(TITLES[1])[1][2] == "+50"


def test_a_broken_workbook_stops_the_deadline_and_is_never_written_over(filed: Controlled) -> None:
    filed.path().write_bytes(b"half a file")
    with pytest.raises(HostError, match="may hold rulings cannot be read") as refusal:
        filed.sync()
    assert "move it out" in refusal.value.next_step
    assert filed.path().read_bytes() == b"half a file"
    assert filed.path(TITLES[1]).exists()
    filed.path().unlink()
    assert filed.sync().resolved
    assert filed.path().exists() and not filed.path(TITLES[1]).exists()


def test_the_workbook_of_another_match_is_refused(tmp_path: Path) -> None:
    desk = Controlled(tmp_path / "season")
    assert isinstance(desk.held, MemoryStore)
    desk.held.lose(SEAT, TITLES[0])
    desk.held.bring(SEAT, bare(TITLES[0], "match-2/host/control/0123456789ab", range(1, 13)))
    with pytest.raises(HostError, match="belongs to another"):
        desk.sync()
    assert desk.wanted().stamp.startswith("match-2")


def test_copies_that_lie_beside_it_are_named(filed: Controlled) -> None:
    (filed.folder.private / "control (1).xlsx").write_bytes(b"")
    filed.check()
    assert any("control (1).xlsx" in remark and "was not read" in remark for remark in filed.control.remarks)


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), RuntimeError("SECRETCELL")])
def test_a_workbook_that_cannot_be_written_never_stops_the_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    desk = Controlled(tmp_path / "season")

    def full(*_: Any) -> Any:
        raise fault

    monkeypatch.setattr(desk.held, "replace", full)
    assert desk.sync().resolved
    assert any("could not be written" in remark for remark in desk.control.remarks)
    assert not any("SECRETCELL" in remark for remark in desk.control.remarks)
    assert desk.kinds()[-1] == "delivered"
