"""Prints what the journals of a game's matches come to, line by line, as one run of Python under one environment sees it.

Must not be run by hand; the test of the journals' bytes runs it in environments that differ, with planted faults on request.
"""

from __future__ import annotations

import json
import locale
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from croupier.core.game import ABSENT, AnyGame, AnyTable
from croupier.core.journal import digest
from croupier.games import find
from every_game.kit import Variant, journal_lines, play
from every_game.settings import settings

FAULTS: Mapping[str, Callable[[], bool]] = {
    "the order of a set": lambda: next(iter({"Ana", "Bo"})) == "Ana",
    "the hash of a text": lambda: hash("Ana") % 2 == 0,
    "the time zone": lambda: time.localtime(0).tm_hour < 12,
    "the locale": lambda: locale.getpreferredencoding().upper() == "UTF-8",
    "the environment": lambda: "." in os.environ.get("LC_ALL", ""),
}
"""Ways in which the surroundings of a run can get into a match."""


def planted(game: AnyGame, fault: Callable[[], bool], step: int) -> AnyGame:
    """The game, but in its step `step` (from 1, silent ones left out) a hand-in is lost if the surroundings are so."""
    met = [0]

    def start(table: AnyTable) -> Any:
        met[0] = 0
        return game.start(table)

    def decide(state: Any, moves: Mapping[str, Any], table: AnyTable) -> Any:
        handed_in = [seat for seat in table.seats if moves[seat] is not ABSENT]
        met[0] += bool(handed_in)
        if met[0] == step and handed_in and fault():
            moves = {**moves, handed_in[0]: ABSENT}
        return game.decide(state, moves, table)

    return replace(game, start=start, decide=decide)


def lines_of(game: AnyGame, variant: Variant) -> list[str]:
    return [digest(line) for line in journal_lines(play(game, variant))]


def report(game: AnyGame) -> dict[str, list[str]]:
    """Name of a match → digests of its journal's lines; with a fault, "fault/step"."""
    known = settings(game)
    found = {variant.name: lines_of(game, variant) for variant in (known.short, *known.more)}
    for name, fault in FAULTS.items():
        for step in range(1, len(found[known.short.name])):
            found[f"{name}/{step}"] = lines_of(planted(game, fault, step), known.short)
    return found


if __name__ == "__main__":
    print(json.dumps(report(find(sys.argv[1]))))
