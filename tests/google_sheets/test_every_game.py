"""Each game that there is, a short match by bots: over the emulated Google it comes to the same facts as elsewhere.

Must not know a game: how a short match of one is set up stands with the suite of all games.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from croupier import files, opening, playtest, season
from croupier.core.draws import from_text
from croupier.core.forms import Answers
from croupier.core.game import AnyGame
from croupier.games import games
from croupier.match import Match
from croupier.playtest import BEGINNING, Table
from croupier.sheets.memory import MemoryStore
from every_game.kit import NAMES, Variant
from every_game.settings import settings
from google_sheets.bots import emulated

KEPT = ("step", "phase", "answers", "steps", "decisions", "early")


class MemoryTable:
    """The workbooks are in memory."""

    def __init__(self) -> None:
        self.kept = MemoryStore()

    def at(self, moment: datetime) -> None:
        self.kept.now = moment.isoformat()

    def store(self, match: Match) -> MemoryStore:
        return self.kept

    def fill(self, match: Match, seat: str, answers: Answers) -> None:
        self.kept.fill(match.seat_ids[seat], match.form_name, match.asked[seat], answers)

    def where(self, match: Match) -> str:
        return "memory"


def toml(value: Any) -> str:
    """An option in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {toml(inner)}" for key, inner in value.items()) + "}"
    return f"[{', '.join(map(toml, value))}]" if isinstance(value, (list, tuple)) else json.dumps(value)


def opened(place: Path, game: AnyGame, variant: Variant) -> Match:
    """The match of a variant, just opened."""
    made = season.create(place, "Test season", "UTC")
    listed = place / "list.csv"
    files.write(listed, ("name\n" + "".join(f"{name}\n" for name in NAMES[: variant.seats])).encode())
    folder = opening.new(made, game.slug, "Short match", listed, BEGINNING)
    lines = "".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in variant.options.items())
    files.write(folder.settings, folder.settings.read_bytes() + f"\n{lines}".encode())
    return opening.open_match(folder, BEGINNING, hashlib.sha256(variant.seed.encode()).digest())


def facts(match: Match) -> list[dict[str, Any]]:
    """What the journal says was handed in, decided, and came of it."""
    return [{key: entry.body[key] for key in KEPT} for entry in match.entries if entry.kind == "resolved"]


def played(place: Path, game: AnyGame, table: Table) -> Match:
    variant = settings(game).short
    return playtest.go_on(opened(place, game, variant), table, from_text("bots of every game"), lambda: None)


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_short_match_comes_to_the_same_facts(tmp_path: Path, game: AnyGame) -> None:
    here = played(tmp_path / "memory", game, MemoryTable())
    with emulated() as table:
        there = played(tmp_path / "google", game, table)
    assert facts(there) == facts(here)
    assert there.finished and len(facts(there)) > 1
    assert any(any(answers.values()) for answers in (deadline["answers"] for deadline in facts(there))), "bots have handed in"
