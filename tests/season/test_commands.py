"""The season's commands as a host types them: what they show to whom, that they ask, and that `-2` is a number.

Must not test what an entry does.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host import Host, Terminal


@pytest.fixture
def host(tmp_path: Path) -> Host:
    """A match runs with Ana, Bo and Cy; nobody had a Garnet."""
    return Host(tmp_path / "season")


@pytest.fixture
def terminal(host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    monkeypatch.setenv("COLUMNS", "160")
    return Terminal(host, monkeypatch, capsys)


def test_a_season_from_the_first_contestant_to_its_files(terminal: Terminal, host: Host) -> None:
    for words in (
        ("contestant", "add", "Zoe", "--garnets", "4", "--tokens", "1"),
        ("contestant", "add", "Yan"),
        ("contestant", "alias", "Zoe", "The Owl"),
        ("garnets", "the owl", "-2", "--reason", "paid for a hint"),
        ("tokens", "Zoe", "-1", "--reason", "used"),
        ("gift", "Zoe", "Yan", "1", "--reason", "=why not"),
        ("gift", "Yan", "Zoe", "--what", "garnets", "--reason", "thanks"),
        ("contestant", "eliminate", "Yan", "--match", "small-match", "--reason", "had no time"),
        ("contestant", "return", "Yan", "--reason", "found some"),
        ("contestant", "replace", "Yan", "Xu", "--reason", "had none after all"),
    ):
        assert terminal.run(*words, "--yes")[0] == 0, words
    status, shown, _ = terminal.run("season")
    assert status == 0
    rows = {line.split("│")[1].strip(): [cell.strip() for cell in line.split("│")[2:5]] for line in shown.splitlines() if line.count("│") == 6}
    assert rows["Zoe, also The Owl"] == ["in", "2", "0"]
    assert rows["Yan"] == ["replaced by Xu", "0", "0"]
    assert rows["Xu"][0] == "in" and rows["Ana"] == ["in", "not told yet", "0"]
    assert shown.splitlines()[-1].startswith("Next: ")
    status, shown, _ = terminal.run("export", "--folder", "files")
    assert status == 0 and "ledger.csv" in shown
    assert "'=why not" in (host.season.path / "files" / "ledger.csv").read_text(encoding="utf-8-sig")
    names = [row["contestant"] for row in json.loads((host.season.path / "files" / "standings.json").read_text(encoding="utf-8"))]
    assert names == ["Ana", "Bo", "Cy", "Zoe", "Yan", "Xu"]
    assert terminal.run("export")[0] == 0 and (host.season.path / "exports" / "results.json").exists()


def test_what_only_the_host_knows_is_shown_with_host_alone(terminal: Terminal) -> None:
    assert terminal.run("garnets", "Ana", "+7", "--reason", "SECRETREASON", "--yes")[0] == 0
    public, private = terminal.run("season")[1], terminal.run("season", "--host")[1]
    assert "SECRETREASON" not in public and "7" not in public
    assert "SECRETREASON" in private and "+7 Garnets" in private


def test_every_entry_is_shown_and_asks_first(terminal: Terminal, host: Host) -> None:
    for typed, entered in (("n\n", 0), ("", 0), ("y\n", 1)):
        status, shown, said = terminal.run("garnets", "Ana", "+7", "--reason", "a bet", typed=typed)
        assert "Ana: +7 Garnets." in shown and "once this is over: Small match" in shown
        assert (status == 0) == bool(entered) and ("nothing was changed" in said) != bool(entered)
        assert len(host.season.book.entries()) == entered


@pytest.mark.parametrize(
    "words",
    [
        ("garnets", "Ana", "-1", "--reason", "no"),
        ("garnets", "Ana", "+1"),
        ("gift", "Ana", "Bo", "1", "--reason", "no"),
        ("tokens", "Zoe", "+1", "--reason", "no"),
        ("contestant", "add", "Ana"),
        ("contestant", "return", "Ana", "--reason", "no"),
    ],
)
def test_a_refusal_is_one_line_and_a_next_step(terminal: Terminal, host: Host, words: tuple[str, ...]) -> None:
    status, shown, said = terminal.run(*words, "--yes")
    assert (status, shown) == (2, "")
    assert len(said.splitlines()) == 2 and said.splitlines()[1].startswith("Next: ")
    assert host.season.book.entries() == ()


def test_a_roll_back_of_what_was_used_warns(terminal: Terminal, host: Host) -> None:
    while not host.match.finished:
        host.sync()
    winner = host.match.game.outcome(host.match.state).winners[0]
    other = next(name for name in ("Ana", "Bo", "Cy") if name != winner)
    assert "Careful: what this takes back" not in terminal.run("rollback", "small-match", "--reason", "wrong", typed="n\n")[1]
    host.now = host.now.replace(year=2027)
    assert terminal.run("gift", winner, other, "--what", "tokens", "--reason", "a deal", "--yes")[0] == 0
    assert "Careful: what this takes back" in terminal.run("rollback", "small-match", "--reason", "wrong", "--yes")[1]
    assert f"{winner} │ in │ 0" in " ".join(terminal.run("season", "--host")[1].split())
    assert "1 Token of Life" in terminal.run("season", "--host")[1]
