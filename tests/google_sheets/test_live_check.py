"""The live check: every question gets the answer that is true of this Google, whatever that is, and nothing private is kept.

Must not say what the real Google does.
"""

from __future__ import annotations

import io
import json
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from croupier.core.problems import HostError
from croupier.live_check import check
from croupier.sheets.google.trial import Answer
from emulator import Behaviour, Fault, Faults, Kind
from google_sheets.hosted import Hosted, Terminal, hosted
from table import BEGINNING

QUESTIONS = {
    "names_in_response_ranges": ("locking and reading", "refused (refused, 400): Google refused the request (400): Unable to parse range"),
    "grid_in_response": ("locking and reading", "yes, but without cells"),
    "ranges_limit_marks": ("merged cells outside", "no"),
    "tables_as_bands": ("a table stands among", "no"),
    "bands_shown": ("alternating colours show", "no"),
    "theme_with_plain": ("a theme's colour", "no"),
    "plain_cells_have_format": ("never formatted", "no"),
    "anyone_id": ("everyone with the link", "somebody"),
    "guards_copied": ("when a tab is copied", "yes"),
    "sends_retry_after": ("requests at once", "429 with Retry-After"),
    "storage_refusal": ("a file of its own", "refused (storage, 403)"),
}
OTHERS: dict[str, Any] = {"anyone_id": "somebody", "storage_refusal": "storage"}
BY_EYE = ("links_blocked", "structure_blocked")


def sheet(host: Hosted) -> str:
    """An empty spreadsheet of the host's for the check."""
    host.table.give("check")
    return host.table.ids["check"]


def run(host: Hosted, pasted: str | None, said: bool | None = None) -> list[Answer]:
    told: list[Answer] = []
    check(host.season, host.account(), pasted, BEGINNING, lambda _: said, told.append)
    return told


def found(told: list[Answer], part: str) -> str:
    return next(answer.found for answer in told if part in answer.question)


@pytest.mark.parametrize("service", [True, False])
def test_an_emulated_google_does_what_is_believed(tmp_path: Path, service: bool) -> None:
    with hosted(tmp_path / "season", service=service) as host:
        told = run(host, sheet(host) if service else None)
        for answer in told:
            assert answer.found.startswith(answer.believed) or not answer.found, answer
        assert {answer.question for answer in told if not answer.found} >= {"… and from colouring"}
        kept = json.loads((host.season.path / "live-check.json").read_text())
        assert [one["question"] for one in kept["answers"]] == [answer.question for answer in told]
        assert host.table.emulator.log.malformed() == []


def test_every_belief_has_its_question() -> None:
    assert {*QUESTIONS, *BY_EYE} == {field.name for field in fields(Behaviour)}


@pytest.mark.parametrize("belief", QUESTIONS)
def test_another_google_is_found_out(tmp_path: Path, belief: str) -> None:
    service = belief != "anyone_id"
    with hosted(tmp_path / "season", service=service) as host:
        other = OTHERS.get(belief, not getattr(Behaviour(), belief))
        host.table.emulator.behaviour = Behaviour(**{belief: other})
        part, wanted = QUESTIONS[belief]
        assert found(run(host, sheet(host) if service else None), part).startswith(wanted)


def test_a_check_can_be_repeated_and_leaves_nothing_of_its_own(tmp_path: Path) -> None:
    with hosted(tmp_path / "season") as host:
        pasted = sheet(host)
        first = run(host, pasted)
        host.table.clock.now += 120
        assert run(host, pasted)[:-1] == first[:-1]
        assert [tab.title for tab in host.table.owner("check").book.sheets] == ["Trial"]
    with hosted(tmp_path / "other", service=False) as host:
        run(host, None)
        assert [file.trashed for file in host.table.emulator.world.files.values()] == [True]


def test_what_the_host_sees_is_kept(tmp_path: Path) -> None:
    with hosted(tmp_path / "season") as host:
        assert found(run(host, sheet(host), said=False), "from inserting a row") == "no"
        assert found(run(host, sheet(host), said=True), "that a protection keeps out") == "it was written"  # nobody has protected it here


def test_no_spreadsheet_of_anybodys_is_touched(tmp_path: Path) -> None:
    with hosted(tmp_path / "season") as host:
        with pytest.raises(HostError, match="no spreadsheet to try things out in"):
            run(host, None)
        pasted = sheet(host)
        host.table.owner("check").type("Sheet1!B2", "mine")
        with pytest.raises(HostError, match="something in this spreadsheet"):
            run(host, pasted)
        (host.season.path / "links.csv").write_text(host.give_links("Ana"))
        (host.folder.private).mkdir(exist_ok=True)
        (host.folder.private / "links.json").write_text(json.dumps({"01-ana": host.table.ids["01-ana"]}))
        with pytest.raises(HostError, match="a spreadsheet of small-match"):
            run(host, host.table.ids["01-ana"])


def test_a_check_that_breaks_off_keeps_what_it_has_found(tmp_path: Path) -> None:
    with hosted(tmp_path / "season") as host:
        pasted = sheet(host)
        host.table.emulator.faults = Faults.of(Fault(Kind.TOKEN_REVOKED, at=14))
        with pytest.raises(HostError, match="sign-in"):
            run(host, pasted)
        assert json.loads((host.season.path / "live-check.json").read_text())["answers"][0]["found"] == "yes"


def test_the_command_shows_the_answers_and_keeps_nothing_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with hosted(tmp_path / "season") as host:
        terminal = Terminal(host, monkeypatch, capsys)
        pasted = sheet(host)
        monkeypatch.setattr(sys, "stdin", io.StringIO("yes\nno\n\n"))
        status, shown = terminal.run("doctor", "--live-check", "--sheet", pasted)
        assert status == 0
        assert "it can be read: yes\n" in shown
        assert "… and is held back from typing elsewhere: no (believed: yes)" in shown
        assert "… and from colouring: not tried" in shown
        kept = (host.season.path / "live-check.json").read_text()
        held = host.table.emulator.credentials(host.table.robot)
        for private in (pasted, host.table.robot.email, host.table.host.email, held["client_id"], *held["private_key"].splitlines()[1:-1]):
            assert private not in kept
