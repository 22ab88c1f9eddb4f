"""Golden playthroughs: a short and a full match of every game, printed for all audiences, are what they were.

Must not judge the rules; a change that is meant is written anew with CROUPIER_PLAYTHROUGHS=write, and read before it is kept.
"""

from __future__ import annotations

import difflib
import gzip
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.core.engine import BrokenInvariant
from croupier.core.game import AnyGame
from croupier.core.problems import Problem
from croupier.games import games
from every_game import broken
from every_game.kit import Variant, play
from every_game.playthrough import printed
from every_game.settings import settings

FOLDER = Path(__file__).parent / "playthroughs"
LARGEST_PLAIN = 200_000
KINDS = ("short", "full")
WRITE = os.environ.get("CROUPIER_PLAYTHROUGHS") == "write"


def variant_of(game: AnyGame, kind: str) -> Variant:
    return settings(game).short if kind == "short" else settings(game).full


def file_of(game: AnyGame, kind: str) -> Path:
    """The file that is kept; large ones are packed."""
    plain = FOLDER / f"{game.slug}-{kind}.txt"
    packed = plain.with_suffix(".txt.gz")
    return packed if packed.exists() else plain


def kept(game: AnyGame, kind: str) -> str:
    file = file_of(game, kind)
    assert file.exists(), f"{game.slug} has no {kind} playthrough; write it with CROUPIER_PLAYTHROUGHS=write"
    data = file.read_bytes()
    return (gzip.decompress(data) if file.suffix == ".gz" else data).decode()


def keep(game: AnyGame, kind: str, text: str) -> None:
    file_of(game, kind).unlink(missing_ok=True)
    data = text.encode()
    packed = len(data) > LARGEST_PLAIN
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{game.slug}-{kind}.txt{'.gz' if packed else ''}"
    file.write_bytes(gzip.compress(data, 9, mtime=0) if packed else data)


def check_playthrough(game: AnyGame, kind: str) -> None:
    """The match comes out as it is kept."""
    found, known = printed(play(game, variant_of(game, kind))), kept(game, kind)
    if found != known:
        lines = list(difflib.unified_diff(known.splitlines(), found.splitlines(), "kept", "now", n=1, lineterm=""))
        raise AssertionError(f"the {kind} playthrough of {game.slug} is another one now:\n" + "\n".join(lines[:40]))


@pytest.mark.parametrize("kind", KINDS)
def test_playthrough(game: AnyGame, kind: str) -> None:
    if WRITE:
        keep(game, kind, printed(play(game, variant_of(game, kind))))
    check_playthrough(game, kind)


def test_every_game_has_its_playthroughs_and_no_other_is_kept() -> None:
    expected = {f"{slug}-{kind}" for slug in games() for kind in KINDS}
    assert {file.name.partition(".")[0] for file in FOLDER.iterdir()} == expected
    assert len(list(FOLDER.iterdir())) == len(expected), "a playthrough is kept twice, plain and packed"


def test_catches_a_game_without_playthroughs(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="has no"):
        kept(replace(game, slug="another-game"), "short")


def another_problem(found: Any) -> Any:
    move, problems = found
    return move, (*problems, Problem("X-1", "somewhere", "illegal", "Something else is wrong."))


SPOILT: Mapping[str, Callable[[Any], Any]] = {
    "view": lambda found: broken.Leaky(found, "more"),
    "tell": lambda found: found and replace(found, key="another-key"),
    "ask": lambda found: found and replace(found, fields=found.fields[1:]),
    "check": another_problem,
    "decide": lambda found: [*found, found[-1]],
    "outcome": lambda found: found and replace(found, winners=found.winners[1:]),
}


@pytest.mark.parametrize("part", SPOILT)
def test_catches_another(game: AnyGame, part: str) -> None:
    """A change of what a function gives, in the second half of the match alone, shows in the playthrough."""
    deadlines: list[int] = []
    late = len(play(game, variant_of(game, "short")).positions) // 2
    sound = broken.leaking(game, lambda state, audience: None)

    def decide(state: Any, moves: Any, table: Any) -> Any:
        deadlines.append(1)
        return game.decide(state, moves, table)

    def spoil(*given: Any) -> Any:
        found = (decide if part == "decide" else getattr(sound, part))(*given)
        return SPOILT[part](found) if len(deadlines) > late else found

    with pytest.raises((AssertionError, BrokenInvariant)) as caught:
        changes: dict[str, Any] = {"decide": decide, part: spoil}
        check_playthrough(replace(sound, **changes), "short")
    # A game's own invariants may be quicker to find it.
    assert isinstance(caught.value, BrokenInvariant) or "another one now" in str(caught.value)
