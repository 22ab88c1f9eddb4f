"""Matches over the emulated Google: how many requests each command takes, and that they come to what they come to elsewhere.

Must not look at single requests; that is for `test_store`.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from croupier import sync
from croupier.core.problems import HostError
from google_sheets.hosted import Terminal, hosted
from google_sheets.kit import table
from google_sheets.matches import GoogleMatch
from table import SMALL, Desk

NINE = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Io")
LIST, GET, CELLS, BATCH = "drive.files.list", "sheets.spreadsheets.get", "sheets.spreadsheets.getByDataFilter", "sheets.spreadsheets.batchUpdate"


def test_a_deadline_of_nine_seats_takes_twenty_one_requests(tmp_path: Path) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "season", google, NINE)
        match.open()
        match.hand_in(match.bots("nine"))
        google.asked()
        waits = len(google.clock.slept)
        match.sync()
        # one list of files, the control spreadsheet read; nine read under lock, nine laid out anew, the control spreadsheet written
        assert google.asked() == {LIST: 1, CELLS: 1, BATCH: 9 + 9 + 1}
        assert google.clock.slept[waits:] == []
        match.sync()
        assert match.match.step == 3, "the second deadline, which nobody had handed in anything for"


def test_a_run_that_finds_all_as_it_should_be_writes_nothing(tmp_path: Path) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "season", google, NINE[:3])
        match.open()
        google.asked()
        match.open()
        assert google.asked() == {LIST: 1, GET: 3, CELLS: 3 + 1}, "only looks"


def test_a_look_before_the_deadline_locks_nothing(tmp_path: Path) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "season", google, NINE[:3])
        match.open()
        match.hand_in(match.bots("look"))
        google.asked()
        match.check()
        assert google.asked() == {LIST: 1, CELLS: 3 + 1, BATCH: 3 + 1}, "each seat read and given its receipt, the control spreadsheet too"
        match.hand_in({"Ana": {"bids": {"Wolfman": "77"}}})
        match.sync()
        assert match.match.resolved[0].answers["Ana"]["bids"]["Wolfman"] == "77"


def test_a_whole_match_comes_to_the_same_facts_as_elsewhere(tmp_path: Path) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "google", google, NINE[:3])
        match.open()
        elsewhere = Desk(tmp_path / "memory")
        while not match.match.finished:
            given = match.bots("same")
            match.hand_in(given)
            elsewhere.store.now = (elsewhere.match.deadline - timedelta(hours=1)).isoformat()
            elsewhere.hand_in(given)
            match.sync()
            elsewhere.sync()
        there = [{key: entry.body[key] for key in match.facts()[0]} for entry in elsewhere.match.entries if entry.kind == "resolved"]
        assert match.facts() == there
        assert len(there) == 4


def test_a_ruling_typed_by_the_host_is_taken_up_once_and_stays_as_it_was_typed(tmp_path: Path) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "season", google, NINE[:3])
        match.open()
        match.rule(1, ("money", "Ana", "+50", "the sheet was wrong"))
        match.sync()
        assert [entry.kind for entry in match.match.entries].count("ruled") == 1
        assert match.match.step == 2
        match.rule(2, ("money", "Bo", "+20", ""))
        with pytest.raises(HostError, match="row 2, Rulings!"):
            match.sync()
        match.rule(2, ("money", "Bo", "+20", "this sheet too"))
        match.sync()
        cash = {seat.name: seat.cash for seat in match.match.state.seats}
        assert (cash["Ana"], cash["Bo"], cash["Cy"]) == (550, 520, 500)


def test_what_ends_before_the_deadline_opens_the_inputs_again(tmp_path: Path) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "season", google, NINE[:2], SMALL)
        match.open()
        store = match.store()
        with pytest.raises(HostError, match="nobody has handed in"):
            sync.sync(match.folder, store, match.publish, match.now, early=True)
        match.hand_in({"Ana": {"bids": {"Wolfman": "12"}}})
        match.sync()
        assert match.match.resolved[0].answers["Ana"]["bids"]["Wolfman"] == "12"


def test_check_tells_where_its_receipts_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with hosted(tmp_path / "season") as host:
        terminal = Terminal(host, monkeypatch, capsys)
        (host.season.path / "links.csv").write_text(host.give_links("Ana", "Bo", "Cy"))
        terminal.run("adopt", "small-match", "--links", "links.csv")
        host.open()
        status, shown = terminal.run("check")
        assert status == 0 and "3 receipts written for auction-1 (in each player's Inbox)." in shown
        assert not list(host.season.path.rglob("receipt.html"))
