"""The demonstration over the emulated Google: the command plays it where croupier's tests are at hand, and else says how to get them.

Must not look at the match; that it is the same as elsewhere is tried for each game.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from croupier import cli, playtest
from croupier.core.problems import HostError


def test_the_command_plays_a_match_in_the_emulated_google(tmp_path: Path) -> None:
    words = ["demo", "haunted-house-escape", "--store", "emulator", "--folder", str(tmp_path / "demo")]
    ran = CliRunner().invoke(cli.app, words, catch_exceptions=False)
    assert ran.exit_code == 0
    assert "The match is over" in ran.output and "1 spreadsheet of an emulated Google" in ran.output
    assert (tmp_path / "demo/build/html/index.html").exists()
    assert not list((tmp_path / "demo").rglob("*.xlsx"))


def missing_folder(name: str) -> Path:
    raise FileNotFoundError(name)


def missing_package(name: str) -> object:
    raise ModuleNotFoundError(name, name="responses")


@pytest.mark.parametrize(
    ("name", "instead", "told"), [("resource", missing_folder, "tests"), ("importlib.import_module", missing_package, "responses")]
)
def test_without_croupiers_tests_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch, name: str, instead: object, told: str) -> None:
    monkeypatch.setattr(f"croupier.playtest.{name}", instead)
    with pytest.raises(HostError, match=told) as refusal, playtest.emulated():
        pass
    assert "'.[test]'" in refusal.value.next_step
