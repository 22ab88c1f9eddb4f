"""The commands as a host types them: the README's, their help, their errors, and what they show to whom.

Must not test what the commands call; each of those has tests of its own.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from croupier import cli, clock, console
from croupier.sheets.fill import fill
from croupier.sheets.xlsx import XlsxStore
from table import Desk

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = ("init", "new", "open", "check", "sync", "status", "site", "demo", "case", "watch")
OUTSIDE = ("announce", "publish")
GOOGLE = ("sign-in", "adopt", "doctor")
CORRECTIONS = ("extend", "pause", "resume", "dice", "replace", "rule", "rollback", "history")
SEASON = ("season", "garnets", "tokens", "gift", "export")
CONTESTANT = ("add", "alias", "replace", "eliminate", "return")
ALL = (*COMMANDS, *OUTSIDE, *GOOGLE, *CORRECTIONS, *SEASON)


def _run(*arguments: str) -> Result:
    return CliRunner().invoke(cli.app, list(arguments), catch_exceptions=False)


def _shell(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "croupier", *arguments], cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def _names(commands: typer.Typer) -> set[str]:
    return {command.name or command.callback.__name__ for command in commands.registered_commands if command.callback}


@pytest.mark.parametrize("command", [*ALL, "contestant", *(f"contestant {name}" for name in CONTESTANT)])
def test_every_command_has_help_with_an_example(command: str) -> None:
    shown = re.sub(r"\s+", " ", _run(*command.split(), "--help").output)
    assert "Example: croupier" in shown


def test_the_list_of_commands_here_is_the_list_there_is() -> None:
    assert _names(cli.app) == set(ALL)
    (group,) = cli.app.registered_groups
    assert group.name == "contestant" and group.typer_instance is not None and _names(group.typer_instance) == set(CONTESTANT)


def test_the_readme_first_match_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = README.split("## Your first match in ten lines")[1].split("```sh\n")[1].split("```")[0]
    lines = [line.split("   #")[0].strip() for line in block.splitlines()]
    monkeypatch.setattr("croupier.site.serve.serve", lambda html, port: None)
    monkeypatch.setattr(clock, "now", lambda: moment[0])
    monkeypatch.chdir(tmp_path)
    moment = [datetime.now(UTC)]
    ran = []
    for line in lines[2:]:
        if line.startswith("cd "):
            monkeypatch.chdir(tmp_path / line.removeprefix("cd "))
        elif line.startswith("printf "):
            subprocess.run(["bash", "-c", line], check=True)
        elif line.startswith("croupier "):
            if " sync" in line:
                moment[0] += timedelta(days=3)
            shown = _run(*shlex.split(line)[1:])
            assert shown.exit_code == 0, (line, shown.output)
            assert "Next:" in shown.output or "sync" not in line
            ran.append(line.split()[1])
    assert ran == ["init", "new", "open", "check", "sync", "site"]
    assert (tmp_path / "horrors/build/html/index.html").exists()
    assert (tmp_path / "horrors/matches/main-match-4/boards/01-ana/receipt.html").exists()
    assert len(list((tmp_path / "horrors/matches/main-match-4/boards/01-ana").glob("*.xlsx"))) == 2


def test_every_croupier_command_that_the_readme_names_exists() -> None:
    named = set(re.findall(r"croupier ([a-z]+)(?: |`)", README)) - {"runs", "reads", "resolves", "draws"}
    known = {*ALL, "contestant"}
    assert named <= known, named - known


def test_an_error_of_the_hosts_is_one_line_and_a_next_step_and_status_2(tmp_path: Path) -> None:
    ran = _shell("status", folder=tmp_path)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 2 and ran.stderr.splitlines()[1].startswith("Next: ")
    assert "Traceback" not in ran.stderr


def test_a_fault_of_croupiers_shows_no_contents(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        int("SECRETCELL")
    except ValueError as fault:
        console.crashed(fault)
    shown = capsys.readouterr().err
    assert "ValueError" in shown and "test_cli.py" in shown
    assert "SECRETCELL" not in shown


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A small match whose workbooks are real files, with bids in two of them."""
    desk = Desk(tmp_path / "season")
    monkeypatch.setattr(clock, "now", lambda: desk.match.deadline - timedelta(hours=2))
    monkeypatch.chdir(desk.season.path)
    store, match = XlsxStore(desk.folder.boards), desk.match
    from croupier import desk as wanted

    for seat, seat_id in match.seat_ids.items():
        store.bring(seat_id, wanted.workbook(match, seat))
    fill(desk.folder.boards / "01-ana/01-auction-1.xlsx", match.asked["Ana"], {"bids": {"Wolfman": "137"}})
    fill(desk.folder.boards / "02-bo/01-auction-1.xlsx", match.asked["Bo"], {"bids": {"Nightmare": "12.50"}})
    return desk


@pytest.mark.parametrize("command", [("check",), ("status",), ("sync", "--early", "--preview")])
def test_the_terminal_shows_secrets_only_with_host(played: Desk, command: tuple[str, ...]) -> None:
    public, private = _run(*command).output, _run(*command, "--host").output
    assert "137" not in public and "12.50" not in public and "Cy" not in public
    assert "12.50" in private and "nothing" in private and "Cy" in private


def test_status_host_tells_handed_in_problems_and_nothing(played: Desk) -> None:
    shown = _run("status", "--host").output
    rows = {line.split("│")[1].strip(): line.split("│")[2].strip() for line in shown.splitlines() if line.count("│") >= 3}
    assert rows["Ana"] == "handed in" and rows["Bo"] == "problems" and rows["Cy"] == "nothing"
    assert "Submit!" in shown
    assert "2 h" in shown


def test_case_tells_what_differed_and_ends_with_the_count(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        "title: wrong\ngame: house-of-horrors\nplayers: [Ana, Bo]\nsetup: {auctions: 1}\nbegin: {public: {phase: entrants}}\n", encoding="utf-8"
    )
    ran = _shell("case", str(wrong), folder=ROOT)
    assert ran.returncode == 1
    assert "phase" in ran.stdout.splitlines()[0] and "wrong" in ran.stdout.splitlines()[0]
    assert ran.stdout.splitlines()[-1] == "0 passed, 1 failed"
    ran = _shell("case", "tests/cases/house-of-horrors/01-auction.yaml", folder=ROOT)
    assert ran.returncode == 0 and ran.stdout.splitlines()[-1].endswith(" passed, 0 failed")


def test_demo_replaces_its_own_folder_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("years of work")
    ran = _shell("demo", "--folder", "mine", folder=tmp_path)
    assert ran.returncode == 2 and "not empty" in ran.stderr
    assert (tmp_path / "mine" / "thesis.txt").exists()


@pytest.mark.skipif(os.name == "nt", reason="colours differ there")
def test_output_without_a_terminal_has_no_colour_codes(tmp_path: Path) -> None:
    ran = _shell("init", "horrors", folder=tmp_path)
    assert ran.returncode == 0 and "\x1b" not in ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("Next: ")


def test_a_results_text_is_printed_for_any_deadline(played: Desk) -> None:
    assert "The match begins" in _run("announce", "--deadline", "0").output
    ran = _shell("announce", "--deadline", "7", folder=played.season.path)
    assert ran.returncode == 2 and "name one from 0 to 0" in ran.stderr


def test_publishing_needs_one_place_to_go(played: Desk, tmp_path: Path) -> None:
    ran = _shell("publish", folder=played.season.path)
    assert ran.returncode == 2 and "say where the site should go" in ran.stderr
    shown = _run("publish", str(tmp_path / "out"))
    assert shown.exit_code == 0 and "nothing private" in shown.output
    assert (tmp_path / "out/index.html").is_file()


def test_the_hosts_site_is_built_beside_the_public_one(played: Desk) -> None:
    assert "private" in re.sub(r"\s", "", _run("site", "--host").output)
    assert (played.season.path / "private/site/html/small-match/host.html").is_file()
    assert not list(played.season.build.rglob("host*"))
