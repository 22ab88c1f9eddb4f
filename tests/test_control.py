"""The control workbook itself: what each tab says, that no row is lost in writing it, and that nothing of it gets out.

Must not test what a ruling does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

from controls import BIDS, MONEY, WHY, Controlled
from croupier import cli, clock, control, control_tables, corrections, sync
from croupier import desk as wanted_desk
from croupier.control import ControlWorkbook
from croupier.control_sheet import BAD, CARE, GOOD, QUIET, state_style
from croupier.core.problems import HostError
from croupier.core.sheet import Cell
from croupier.match import load
from croupier.publish import publish
from croupier.sheets.fill import fill
from croupier.sheets.xlsx import XlsxStore
from table import BEGINNING

PLAYERS = "name,contact,zone,garnets\nAna,ana#1,Europe/Berlin,2\nBo,bo#2,,\nCy,,Pacific/Chatham,\n"


@pytest.fixture(autouse=True)
def _no_rules_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.desk.rulebook", lambda slug: ())  # half of the time, and nothing to the point


@pytest.fixture
def desk(tmp_path: Path) -> Controlled:
    return Controlled(tmp_path / "season", players=PLAYERS)


@pytest.fixture
def filed(tmp_path: Path) -> Controlled:
    """The same with the control workbook as a file."""
    return Controlled(tmp_path / "season", "xlsx")


# What it says -----------------------------------------------------------------------------------------------------


def test_roster_names_everybody_with_their_own_clock_and_folder(desk: Controlled) -> None:
    assert desk.row_of("Roster", "Ana") == [
        "Ana", "01-ana", "ana#1", "Europe/Berlin", "Mon 23 Nov 2026, 03:59 CET (UTC+01:00)", "memory:01-ana/01-auction-1", "01-auction-1"
    ]  # fmt: skip
    assert desk.row_of("Roster", "Bo")[4] == ""
    assert "16:44 UTC+13:45" in desk.row_of("Roster", "Cy")[4]
    replaced = corrections.plan_replace(desk.folder, "Bo", "eve#5", "Asia/Kolkata", WHY)
    corrections.apply(desk.folder, replaced, desk.store, desk.publish, BEGINNING)
    desk.check()
    assert desk.row_of("Roster", "Bo")[1:5] == ["02-bo", "eve#5", "Asia/Kolkata", "Mon 23 Nov 2026, 08:29 IST (UTC+05:30)"]


def test_roster_names_folders_below_the_match_where_workbooks_are_files(desk: Controlled) -> None:
    table = control_tables.roster(desk.match, XlsxStore(desk.folder.boards))
    assert table.rows[0][5:] == ("boards/01-ana", "01-auction-1.xlsx")
    assert any(str(desk.folder.path) in text for text in desk.texts("Roster"))


def test_phases_tell_what_was_due_and_what_became_of_it(desk: Controlled) -> None:
    desk.type({1: MONEY})
    desk.sync()
    desk.type({2: ("extend", "", "1", WHY)})
    desk.check()
    assert desk.row_of("Phases", "Auction 1")[:5] == [
        "1", "Auction 1", "Sun 22 Nov 2026, 21:59 EST (UTC-05:00)", "Sun 22 Nov 2026, 22:00 EST (UTC-05:00)", "resolved"
    ]  # fmt: skip
    assert "ruling" in desk.row_of("Phases", "Auction 1")[5]
    assert desk.row_of("Phases", "Auction 2")[2:5] == ["Mon 23 Nov 2026, 21:59 EST (UTC-05:00)", "", "open"]
    desk.sync()
    assert "deadline moved on Mon 23 Nov 2026, 22:00" in desk.row_of("Phases", "Auction 2")[5]
    assert desk.row_of("Phases", "Auction 2")[2].startswith("Tue 24 Nov")
    desk.type({3: ("pause", "", "", WHY)})
    desk.sync(now=desk.match.deadline - timedelta(hours=2))
    assert desk.row_of("Phases", "Auction 2")[4] == "paused"


def test_phases_say_when_a_deadline_has_passed(desk: Controlled) -> None:
    desk.check(desk.match.deadline + timedelta(minutes=1))
    assert desk.row_of("Phases", "Auction 1")[4] == "deadline passed: run sync"


def test_hand_ins_tell_states_and_cells_but_no_contents(desk: Controlled) -> None:
    desk.hand_in({seat: BIDS[seat] for seat in ("Ana", "Cy")})
    desk.check()
    _tells_hand_ins(desk)
    assert "Auction 1 – now" in desk.texts("Hand-ins")
    desk.sync()
    texts = desk.texts("Hand-ins")
    assert texts.index("Auction 2 – now") < texts.index("Auction 1 – resolved")
    _tells_hand_ins(desk, below="Auction 1 – resolved")


def _tells_hand_ins(desk: Controlled, below: str = "") -> None:
    assert desk.row_of("Hand-ins", "Ana", below)[1] == "handed in"
    assert desk.row_of("Hand-ins", "Bo", below)[1] == "nothing"
    row = desk.row_of("Hand-ins", "Cy", below)
    assert row[1] == "problems" and row[3].startswith("Submit!C") and "unreadable (HH-3)" in row[3]
    assert not any(typed in text for text in desk.texts("Hand-ins") for typed in ("99.50", "117"))


def test_an_unreadable_workbook_is_named_though_check_stops(desk: Controlled) -> None:
    desk.store.lose("02-bo", "01-auction-1")
    desk.store.bring("02-bo", wanted_desk.workbook(desk.match, "Ana"))
    with pytest.raises(HostError):
        desk.check()
    row = desk.row_of("Hand-ins", "Bo")
    assert row[1] == "unreadable" and "another step, seat or match" in row[4]


def test_contents_warn_and_tell_what_was_typed_and_understood(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.check()
    tab = desk.tab("Contents")
    assert tab.colour == "b3261e" and tab.frozen_rows >= 3
    warning = tab.cells[2]
    assert warning.row == 3 and warning.style.fill == "b3261e" and "SECRET" in str(warning.value)
    row = desk.row_of("Contents", "117")
    assert row[0].startswith("Submit!C") and row[1:] == ["Wolfman", "117", ""]
    assert "HH-3" not in desk.row_of("Contents", "99.50")[3] and desk.row_of("Contents", "99.50")[3].endswith(".")
    assert "Wolfman: $117." in desk.texts("Contents")
    desk.sync()
    assert "Auction 1 – resolved" in desk.texts("Contents") and desk.row_of("Contents", "117")[1] == "Wolfman"


def test_contents_tell_the_squares_that_were_changed(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    desk.sync()
    desk.hand_in({"Ana": {"board": [". . . . E", ". . . . .", ". . Wo . .", ". . . . .", "S . . . ."]}})
    desk.check()
    assert desk.row_of("Contents", "Board, changed squares")[2] == "C3\u00a0Wo"


def test_results_hold_every_announcement_and_the_hosts_own_table(desk: Controlled) -> None:
    desk.hand_in(BIDS)
    first = desk.sync().public
    second = desk.sync().public
    texts = desk.texts("Results")
    assert all(line in texts for public in (first, second) for line in public.splitlines()[:-1])
    assert texts.index(second.splitlines()[0]) < texts.index(first.splitlines()[0])
    assert desk.row_of("Results", "Ana")[:3] == ["Ana", str(desk.match.state.seat("Ana").cash), "2"]


def test_standings_take_whatever_a_games_host_view_tells_of_its_seats() -> None:
    view = {
        "numbers": {"Ana": 7, "Bo": 8},
        "seats": {"Ana": {"cash": 1, "items": ["a", "b"], "deep": [{"x": 1}]}, "Bo": {"cash": 2}},
        "other": {"x": 1},
    }
    match: Any = SimpleNamespace(
        table=SimpleNamespace(seats=("Ana", "Bo", "Cy")), state=None, game=SimpleNamespace(view=lambda state, audience: view)
    )
    table = control_tables.standings(match)
    assert table.columns == ("Seat", "Numbers", "Cash", "Items")
    assert table.rows == (("Ana", 7, 1, "a, b"), ("Bo", 8, 2, ""), ("Cy", "", "", ""))


def test_rulings_have_twelve_rows_to_type_into_with_lists(desk: Controlled) -> None:
    tab = desk.tab("Rulings")
    inputs = [cell for cell in tab.cells if cell.name and cell.name != "follows"]
    assert len(inputs) == 48 and tab.frozen_rows == 6
    what, seat = inputs[0], inputs[1]
    assert what.choices[:4] == ("extend", "pause", "resume", "absent") and "void" in what.choices and "take" in what.choices
    assert seat.choices == ("Ana", "Bo", "Cy")
    assert all(cell.note for cell in inputs)
    assert desk.states() == dict.fromkeys(range(1, 13), "")


def test_the_log_is_the_hosts_with_reasons(desk: Controlled) -> None:
    desk.type({1: MONEY})
    desk.sync()
    texts = desk.texts("Log")
    assert any(text.startswith("Ruling on Ana: money +50") and WHY in text for text in texts)
    assert texts.index("auction-1 was resolved.") < texts.index("The match was opened.")


def test_states_have_a_colour_and_the_word(desk: Controlled) -> None:
    assert [state_style(word) for word in ("handed in", "problems", "unreadable", "nothing", "taken up on Sunday", "refused: no")] == [
        GOOD, CARE, BAD, QUIET, GOOD, BAD
    ]  # fmt: skip


def test_no_text_of_a_player_or_host_is_cut_off_or_becomes_a_formula(filed: Controlled) -> None:
    filed.hand_in({"Ana": {"bids": {"Wolfman": "=HYPERLINK(1)"}}})
    filed.type({1: ("money", "Ana", "+50", "=1+1")})
    filed.check()
    parts = _parts(filed.path())
    assert b"<f>" not in parts.replace(b"<formula>", b"")
    assert b"=HYPERLINK(1)" in parts and filed.typed()[1][3] == "=1+1"


def test_it_is_written_alike_for_a_match_that_is_over(desk: Controlled) -> None:
    while not desk.match.finished:
        desk.sync()
        assert not desk.control.remarks
    assert desk.row_of("Phases", "Ceremony")[4] == "resolved"
    assert "Screams" in desk.texts("Results")


# Where it lies, and what it costs ---------------------------------------------------------------------------------

REASON, CONTACT, BID = "CANARYREASON", "canarycontact@example.org", "71317"


def test_nothing_of_it_is_outside_the_private_folder(tmp_path: Path) -> None:
    desk = Controlled(tmp_path / "season", "xlsx", players=f"name,contact\nAna,{CONTACT}\nBo,\n")
    store, match = XlsxStore(desk.folder.boards), desk.match
    sync.deliver(desk.folder, store, desk.publish, desk.match.deadline - timedelta(days=1))
    board = desk.folder.boards / "01-ana/01-auction-1.xlsx"
    fill(board, match.asked["Ana"], {"bids": {"Wolfman": BID}})
    os.utime(board, ((match.deadline - timedelta(hours=2)).timestamp(),) * 2)
    desk.type({1: ("money", "Bo", "+50", REASON), 2: ("absent", "Bo", "", REASON)})
    workbook = control.of(desk.folder)
    sync.check(desk.folder, store, match.deadline - timedelta(hours=1), control=workbook)
    inside = _parts(desk.path())
    assert all(secret.encode() in inside for secret in (REASON, CONTACT, BID))
    pasted = sync.sync(desk.folder, store, lambda: publish(desk.season), match.deadline + timedelta(minutes=1), control=workbook)
    assert pasted.resolved and not [path for path in desk.season.path.rglob("control*") if path.parent != desk.folder.private]
    html = desk.season.build / "html"
    public = {path: path.read_bytes() for path in html.rglob("*") if path.is_file()} | {Path("pasted"): pasted.public.encode()}
    assert len(public) > 10
    ana = {path: _parts(path) for path in (desk.folder.boards / "01-ana").iterdir()}
    bo = {path: _parts(path) for path in (desk.folder.boards / "02-bo").iterdir()}
    remarks = {Path("remarks"): "".join(workbook.remarks).encode()}
    for secret in (REASON, CONTACT, BID):
        assert not [path for path, data in {**public, **remarks}.items() if secret.encode() in data], secret
    assert not [path for path, data in {**ana, **bo}.items() if CONTACT.encode() in data]
    assert not [path for path, data in ana.items() if REASON.encode() in data]
    assert not [path for path, data in bo.items() if BID.encode() in data]
    assert [path for path, data in bo.items() if REASON.encode() in data], "the seat is told why"


def _parts(path: Path) -> bytes:
    if not zipfile.is_zipfile(path):
        return path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def test_pandas_is_loaded_by_what_writes_tables_and_by_no_other_command(filed: Controlled) -> None:
    def loaded(code: str) -> set[str]:
        command = [sys.executable, "-X", "importtime", "-c", code]
        ran = subprocess.run(command, cwd=filed.season.path, capture_output=True, text=True, timeout=60, check=True)
        return {line.rsplit("|", 1)[-1].strip() for line in ran.stderr.splitlines()}

    status = loaded("import sys; sys.argv = ['croupier', 'status', '--host']; from croupier.cli import main; main()")
    assert "croupier.control_tables" in status and "pandas" not in status
    assert "pandas" in loaded("from croupier import control_tables; control_tables._frame([], ['a'])")


def test_the_commands_write_it_and_say_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Controlled(tmp_path / "season", "xlsx")
    sync.deliver(desk.folder, XlsxStore(desk.folder.boards), desk.publish, desk.match.deadline - timedelta(days=1))
    desk.path().unlink()
    monkeypatch.chdir(desk.season.path)
    monkeypatch.setattr("croupier.cli.publish", lambda place: None)
    moment = [desk.match.deadline - timedelta(hours=2)]
    monkeypatch.setattr(clock, "now", lambda: moment[0])
    assert "no control workbook yet" in _run("status", "--host")
    _run("check")
    assert str(desk.path()) in _run("status", "--host").replace("\n", "")
    assert "control" not in _run("status")
    desk.type({1: ("extend", "", "1", WHY), 2: MONEY})
    said = _run("sync")
    assert "Rulings were taken up. Nothing was resolved: auction-1 is open until" in said and "history --host" in said
    assert WHY not in said and "+50" not in said
    moment[0] = desk.match.deadline + timedelta(minutes=1)
    assert "Auction 2" in _run("sync")
    desk.path().write_bytes(b"")
    assert "cannot be read" in _run("check")


def _run(*arguments: str) -> str:
    ran = CliRunner().invoke(cli.app, list(arguments), catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return ran.output


def test_a_match_that_is_not_open_has_none(filed: Controlled) -> None:
    filed.path().unlink()
    (filed.folder.private / "journal.jsonl").unlink()
    workbook = ControlWorkbook(filed.held)
    workbook.write(filed.folder, filed.store, BEGINNING)
    assert not filed.path().exists() and not workbook.remarks


def test_names_of_any_kind_have_room(tmp_path: Path) -> None:
    names = ("Ana", "Bartholomew the Third of Wherever", "Žofie 🦇", "=1+1", 'O\'Hara, "Q"')
    desk = Controlled(tmp_path / "season", players="name\n" + "\n".join(f'"{name.replace(chr(34), chr(34) * 2)}"' for name in names) + "\n")
    assert not desk.control.remarks
    for name in ("Roster", "Hand-ins", "Results", "Rulings"):
        tab = desk.tab(name)
        heights, widths = dict(tab.heights), dict(tab.widths)
        for cell in tab.cells:
            assert _fits(cell, heights, widths), (name, cell)
    assert load(desk.folder).table.seats == names


def _fits(cell: Cell, heights: dict[int, float], widths: dict[int, float]) -> bool:
    """Whether a text has as many lines of height as it needs at the very least."""
    room = sum(widths.get(column, 8.0) for column in range(cell.column, cell.column + cell.width)) * 11 / cell.style.size * 1.25
    least = max(1, -(-len(str(cell.value)) // int(max(1, room))))
    return heights.get(cell.row, 15.0) >= min(400.0, least * cell.style.size)
