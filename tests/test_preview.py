"""Previews: `sync --commit CODE` does exactly what `sync --preview` showed, or names what has changed and does nothing.

Must not look at what the rules make of a hand-in.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier import sync
from croupier.core.forms import Form, Grid
from croupier.core.problems import HostError
from croupier.handins import Decisions
from croupier.sheets.base import ReadCell, Snapshot, named_block, named_cell, ref
from host import Host, Terminal

BIDS = {"Ana": {"bids": {"Wolfman": "117"}}, "Bo": {"bids": {"Nightmare": "$70", "Walls": "1"}}, "Cy": {"bids": {"Wolfman": "99.50"}}}
BOARD = [". . . . E", ". Wo o . .", ". Wo o . .", "/Wo . . . .", "S . . . ."]


@pytest.fixture
def host(tmp_path: Path) -> Host:
    host = Host(tmp_path / "season")
    host.hand_in(BIDS)
    return host


def _refused(host: Host, code: str | None, **more: Any) -> HostError:
    """The error of a commit that changes nothing."""
    before = host.kinds()
    with pytest.raises(HostError) as fault:
        host.sync(commit=code, **more)
    assert host.kinds() == before
    assert fault.value.next_step
    return fault.value


def test_commit_does_exactly_what_the_preview_showed(host: Host) -> None:
    shown = host.show()
    done = host.sync(commit=shown.code)
    assert done.resolved and done.public.splitlines()[:-1] == shown.public.splitlines()[:-1]
    assert done.host == shown.host
    assert host.match.phase == "auction-2"


def test_a_code_may_be_typed_in_capitals_and_with_blanks(host: Host) -> None:
    code = host.show().code
    assert code and host.sync(commit=f" {code.upper()} ").resolved


def test_equal_previews_have_equal_codes_and_others_do_not(host: Host) -> None:
    code = host.show().code
    assert host.show().code == code
    assert host.show(decisions=Decisions(absent=("Cy",))).code != code
    host.hand_in({"Bo": {"bids": {"Nightmare": "71"}}})
    assert host.show().code != code


def _cells(host: Host, seat: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Every cell that a seat can change: (its place in the workbook, what changes it)."""
    match, stands = host.match, host.stands(seat)
    form = match.asked[seat]
    workbook = host.store.wanted(match.seat_ids[seat], match.form_name)
    for field in form.fields:
        tab, cell = named_cell(workbook, field.name)
        yield ref(tab.title, cell.row, cell.column), _typing(host, seat, Form(form.phase, (field,)), _nested(field.path, "5"))
    for grid in form.grids:
        tab, block = named_block(workbook, grid.name)
        opened = {(cell.row, cell.column) for cell in tab.cells if cell.open}
        for row, column in sorted(opened):
            y, x = row - block.top, column - block.left
            rows = [line.split() for line in stands[grid.path[0]]]
            rows[y][x] = "Ni" if (x + y) % 2 else rows[y][x].split("/")[0] + "/ni"
            yield ref(tab.title, row, column), _typing(host, seat, _only(form, grid), _nested(grid.path, [" ".join(line) for line in rows]))


def _only(form: Form, grid: Grid) -> Form:
    return Form(form.phase, (), (grid,))


def _nested(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    for part in reversed(path):
        value = {part: value}
    return dict(value)


def _typing(host: Host, seat: str, form: Form, answers: dict[str, Any]) -> Callable[[], None]:
    match = host.match
    return lambda: host.store.fill(match.seat_ids[seat], match.form_name, form, answers)


def test_every_single_changed_cell_is_named_with_its_seat_and_refused(host: Host) -> None:
    host.sync()
    host.hand_in({"Ana": {"board": BOARD, "bids": {"Grunkle-In-a-Box": "3"}}})
    code = host.show().code
    tried = 0
    for seat in ("Ana", "Bo", "Cy"):
        stood = host.stands(seat)
        for place, change in list(_cells(host, seat)):
            change()
            fault = _refused(host, code)
            assert fault.message.splitlines()[1:] == [f"  {seat}: {place}"], place
            _restore(host, seat, stood)
            tried += 1
    assert tried > 30
    assert host.sync(commit=code).resolved


def _restore(host: Host, seat: str, answers: dict[str, Any]) -> None:
    form = host.match.asked[seat]
    for field in form.fields:
        _typing(host, seat, form, _nested(field.path, ""))()
    host.hand_in({seat: answers})


def test_all_changed_cells_are_named_at_once(host: Host) -> None:
    code = host.show().code
    host.hand_in({"Ana": {"bids": {"Wolfman": "118", "Walls": "2"}}, "Cy": {"bids": {"Wolfman": ""}}})
    changed = _refused(host, code).message.splitlines()[1:]
    assert [line.split(":")[0].strip() for line in changed] == ["Ana", "Ana", "Cy"]
    assert all("Submit!" in line for line in changed)


def test_a_value_of_another_kind_is_a_change(host: Host) -> None:
    code = host.show().code
    host.hand_in({"Ana": {"bids": {"Wolfman": 117}}})
    assert "Ana: Submit!" in _refused(host, code).message


@pytest.mark.parametrize("hours", [-20, 1, 30])
def test_a_file_that_was_merely_saved_again_is_fine(host: Host, hours: float) -> None:
    """Even long after the deadline: what the preview read was there in time."""
    code = host.show().code
    host.store.now = (host.match.deadline + timedelta(hours=hours)).isoformat()
    host.hand_in(BIDS)
    assert host.sync(commit=code, now=host.match.deadline + timedelta(hours=31)).resolved


def test_a_change_after_the_deadline_is_named_by_its_cell_too(host: Host) -> None:
    code = host.show().code
    host.store.now = (host.match.deadline + timedelta(hours=1)).isoformat()
    host.hand_in({"Bo": {"bids": {"Nightmare": "500"}}})
    assert "Bo: Submit!" in _refused(host, code, now=host.match.deadline + timedelta(hours=2)).message


def test_cells_that_only_moved_are_no_change(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    code = host.show().code
    _reading(host, monkeypatch, lambda cell: replace(cell, ref=cell.ref + "0"))
    assert host.sync(commit=code).resolved


@pytest.mark.parametrize("change", [{"kind": "formula"}, {"kind": "lost", "value": None}, {"value": "118"}])
def test_what_a_cell_holds_is_compared_whole(host: Host, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any]) -> None:
    code = host.show().code
    _reading(host, monkeypatch, lambda cell: replace(cell, **change) if cell.value == "117" else cell)
    assert "Ana: Submit!" in _refused(host, code).message


def _reading(host: Host, monkeypatch: pytest.MonkeyPatch, change: Callable[[ReadCell], ReadCell], **more: Any) -> None:
    read = host.store.read

    def changed(*asked: Any) -> Snapshot:
        found = read(*asked)
        return replace(found, fields={name: change(cell) for name, cell in found.fields.items()}, **more)

    monkeypatch.setattr(host.store, "read", changed)


def test_a_repainted_legend_is_a_change(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.sync()
    code = host.show().code
    legend = host.store.read("01-ana", host.store.wanted("01-ana", "02-auction-2"), host.match.asked["Ana"]).legend
    swapped = tuple((colour if code != "Wo" else "123456", code) for colour, code in legend)
    assert legend != swapped
    _reading(host, monkeypatch, lambda cell: cell, legend=swapped)
    assert "Ana: the colour of Wo in the legend" in _refused(host, code).message


def test_a_workbook_that_is_gone_is_refused(host: Host) -> None:
    code = host.show().code
    host.store.lose("02-bo", "01-auction-1")
    assert "Bo: " in _refused(host, code).message


def test_a_preview_of_another_step_is_refused(host: Host) -> None:
    code = host.show().code
    host.sync()
    fault = _refused(host, code)
    assert "01-auction-1" in fault.message and "02-auction-2" in fault.message
    assert "sync --preview" in fault.next_step


def test_an_unknown_or_odd_code_is_refused(host: Host) -> None:
    kept = host.show().code
    body = (host.folder.private / "previews" / f"{kept}.json").read_bytes()
    for name in ("x.json", "previews/x.json", "previews/deadbeef.json.json"):
        (host.folder.private / name).write_bytes(body)
    for code in ("12345678", "", " ", "..", "../x", "../previews/x", "a/b", "x", "x\0y", "a" * 300, "ⅷ" * 8, "%2e%2e", "deadbeef.json", f"./{kept}"):
        fault = _refused(host, code)
        assert "there is no preview" in fault.message and "sync --preview" in fault.next_step, code


def test_a_ruling_in_between_is_refused_and_taken_back_it_is_as_before(host: Host) -> None:
    code = host.show().code
    host.rule("Ana", "money", "+50")
    assert "01-auction-1-v2" in _refused(host, code).message
    host.roll_back()
    assert host.sync(commit=code).resolved


def test_an_outcome_that_would_differ_is_refused(host: Host) -> None:
    code = host.show().code
    path = host.folder.private / "previews" / f"{code}.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "outcome": "0" * 64}))
    assert "outcome would differ" in _refused(host, code).message


DECISIONS = [Decisions(absent=("Ana",)), Decisions(kept=("Bo",)), Decisions(late="refuse"), Decisions(late="take")]


@pytest.mark.parametrize("decisions", DECISIONS)
def test_the_hosts_decisions_are_part_of_a_preview(host: Host, decisions: Decisions) -> None:
    host.check()
    host.store.now = (host.match.deadline + timedelta(hours=1)).isoformat()
    host.hand_in({"Bo": {"bids": {"Nightmare": "71"}}})
    host.now = host.match.deadline + timedelta(hours=2)
    given = decisions if decisions.late else replace(decisions, late="take")
    shown = host.show(decisions=given)
    other = Decisions(absent=("Cy",))
    assert "decisions" in _refused(host, shown.code, decisions=other).message
    done = host.sync(commit=shown.code)
    assert done.host == shown.host
    body = host.match.entries[-2].body
    assert body["decisions"] == {"absent": list(given.absent), "kept": list(given.kept), "late": given.late}
    assert (body["answers"]["Ana"] is None) == ("Ana" in given.absent)
    assert body["answers"]["Bo"]["bids"]["Nightmare"] == ("$70" if given.kept or given.late == "refuse" else "71")


def test_the_same_decisions_may_be_given_again(host: Host) -> None:
    decisions = Decisions(absent=("Cy",))
    assert host.sync(commit=host.show(decisions=decisions).code, decisions=decisions).resolved


def test_before_the_deadline_a_commit_needs_early(host: Host) -> None:
    code = host.show().code
    assert "is open until" in _refused(host, code, now=host.now).message
    assert host.sync(commit=code, now=host.now, early=True).resolved
    assert host.match.entries[-2].body["early"] is True


def test_a_preview_can_be_had_in_a_pause_and_committed_after_it(host: Host) -> None:
    host.pause()
    code = host.show().code
    assert "is paused" in _refused(host, code).message
    host.resume()
    assert host.sync(commit=code).resolved


def test_after_the_end_there_is_nothing_to_preview(host: Host) -> None:
    while not host.match.finished:
        host.sync()
    assert host.show().code is None


def test_a_preview_is_no_part_of_the_journal(host: Host) -> None:
    before = host.journal()
    host.show(decisions=Decisions(absent=("Ana",)))
    assert host.journal() == before


def test_the_commands_print_the_code_and_take_it(host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(host, monkeypatch, capsys)
    status, out, _ = terminal.run("sync", "--preview", "--absent", "Cy")
    assert status == 0 and "PREVIEW" in out
    code = out.splitlines()[-1].rsplit(" ", 1)[1]
    assert out.splitlines()[-1].endswith(f"croupier sync small-match --commit {code}")
    status, _, err = terminal.run("sync", "--commit", code)
    assert status == 2 and err.splitlines()[0].startswith("croupier: auction-1 is open until") and len(err.splitlines()) == 2
    status, _, err = terminal.run("sync", "--commit", "")
    assert status == 2 and "there is no preview" in err
    assert host.match.phase == "auction-1"
    assert terminal.run("sync", "--commit", code, "--early")[0] == 0
    assert host.match.entries[-2].body["decisions"]["absent"] == ["Cy"]


def test_a_look_is_not_taken_while_a_run_is_unfinished(host: Host) -> None:
    """Its code would belong to workbooks that are not there yet."""

    def broken() -> None:
        raise RuntimeError("the power went out")

    with pytest.raises(RuntimeError):
        sync.sync(host.folder, host.store, broken, host.match.deadline)
    with pytest.raises(HostError, match="did not get to its end"):
        host.show()
