"""Simulated matches: bots play through real workbooks and the same commands' code that a host uses.

Must not take a short cut past the workbooks, the deadline or the journal.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

from croupier.core.audience import Seat
from croupier.core.draws import Draws, from_text
from croupier.core.game import AnyGame, OptionError
from croupier.core.problems import HostError
from croupier.games import find

from . import files, gamedata, opening, season, sync
from .match import Match, load
from .publish import publish
from .sheets.base import Tell, silent
from .sheets.fill import fill
from .sheets.xlsx import XlsxStore
from .store import MatchFolder
from .words import phase_title

MARK = ".croupier-demo"
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Io")
BEGINNING = datetime(2026, 10, 1, 18, 0, tzinfo=UTC)


def prepare(folder: Path) -> season.Season:
    """An empty season for a demonstration; one that an earlier demonstration made is replaced, nothing else is touched."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise HostError(f"{folder} is not empty, and no demonstration made it", "choose another folder: croupier demo --folder FOLDER")
        shutil.rmtree(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files.write(folder / MARK, b"croupier demo made this folder and may replace it.\n")
    return season.create(folder, "A demonstration season", "America/New_York")


def play(place: season.Season, slug: str, title: str, seed: str, tell: Tell = silent) -> Match:
    """A whole match by bots, from `new` to the reveal; equal seeds give equal matches."""
    game = find(slug)
    players = place.path / "players.csv"
    lines = [f"{name},,,{number % 4}\n" for number, name in enumerate(_seated(game))]
    files.write(players, ("name,contact,zone,garnets\n" + "".join(lines)).encode())
    folder = opening.new(place, slug, title, players, BEGINNING)
    players.unlink()
    match = opening.open_match(folder, BEGINNING, hashlib.sha256(seed.encode()).digest())
    store = XlsxStore(folder.boards)
    match = sync.deliver(folder, store, lambda: publish(place), BEGINNING, tell)
    while not match.finished:
        hand_in(match, folder, from_text(f"bots of {seed}"), tell)
        sync.check(folder, store, match.deadline - timedelta(hours=1), tell)
        # The site is built at the beginning and at the end: every day between would show bots' work that nobody looks at.
        sync.sync(folder, store, lambda: publish(place) if load(folder).finished else None, match.deadline + timedelta(minutes=1), tell=tell)
        match = load(folder)
    return match


def _seated(game: AnyGame) -> tuple[str, ...]:
    """As many players as there are names for and the game's default options let play."""
    parsed = gamedata.parsed(game)
    for number in range(min(len(NAMES), game.players[1]), game.players[0], -1):
        try:
            game.seats(game.read_options({}, parsed, NAMES[:number]), NAMES[:number])
        except OptionError:
            continue
        return NAMES[:number]
    return NAMES[: game.players[0]]


def hand_in(match: Match, folder: MatchFolder, draws: Draws, tell: Tell) -> None:
    """Lets a bot fill in the workbook of every seat that is asked something."""
    for done, (seat, form) in enumerate(match.asked.items()):
        tell(f"Bots at their workbooks: {phase_title(match.phase)}", done, len(match.asked))
        answers = match.game.bot(match.game.view(match.state, Seat(seat)), form, draws.stream(f"{match.step}/{seat}"))
        if answers is not None:
            path = folder.boards / match.seat_ids[seat] / f"{match.form_name}.xlsx"
            fill(path, form, answers)
            saved = (match.deadline - timedelta(hours=2)).timestamp()  # in the match's own time, or it would count as late
            os.utime(path, (saved, saved))
