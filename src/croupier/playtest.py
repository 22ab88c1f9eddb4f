"""Simulated matches: bots play through real workbooks and the same commands' code that a host uses.

Must not take a short cut past the workbooks, the deadline or the journal.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from croupier.core.audience import Seat
from croupier.core.draws import Draws, from_text
from croupier.core.forms import Answers, put
from croupier.core.game import AnyGame, OptionError
from croupier.core.problems import HostError
from croupier.games import find, games

from . import files, gamedata, opening, season, sync
from .handins import Decisions, unconfirmed
from .match import Match, load
from .publish import publish
from .resources import resource
from .sheets.base import Store, Tell, silent
from .sheets.fill import fill
from .sheets.xlsx import XlsxStore
from .sync import Publish
from .words import phase_title

MARK = ".croupier-demo"
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Io")
TRIES = 4
"""So often a bot tries before its turn has run out, where what it ticked could not be played."""
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


class Table(Protocol):
    """Where a match is played: the store of its workbooks, the time there, and hands that fill them in as players do."""

    def at(self, moment: datetime) -> None:
        """It is this time now."""

    def store(self, match: Match) -> Store:
        """The store, as one run of a command has it."""

    def fill(self, match: Match, seat: str, answers: Answers) -> None:
        """Types, paints and ticks what the answers say into the seat's workbook; what is protected stays as it is."""

    def where(self, match: Match) -> str:
        """Where the workbooks are, for the host."""


class FileTable:
    """The workbooks are .xlsx files below the match's folder."""

    def __init__(self) -> None:
        self._now = BEGINNING

    def at(self, moment: datetime) -> None:
        """It is this time now."""
        self._now = moment

    def store(self, match: Match) -> XlsxStore:
        """The store of the match's files."""
        return XlsxStore(match.folder.boards)

    def fill(self, match: Match, seat: str, answers: Answers) -> None:
        """Opens the seat's file, types and paints, and saves it in the match's own time, or it would count as late."""
        path = match.folder.boards / match.seat_ids[seat] / f"{match.form_name}.xlsx"
        fill(path, match.asked[seat], answers)
        os.utime(path, (self._now.timestamp(), self._now.timestamp()))

    def where(self, match: Match) -> str:
        """Their folder."""
        return f"The workbooks: {match.folder.boards}"


@contextmanager
def emulated() -> Iterator[Table]:
    """The workbooks are spreadsheets of an emulated Google while this lasts. HostError where that is not at hand: it is a part of the tests."""
    try:
        tests = str(resource("tests/google_sheets").parent)
        if tests not in sys.path:
            sys.path.append(tests)
        found: Any = importlib.import_module("google_sheets.bots")
    except (FileNotFoundError, ModuleNotFoundError) as fault:
        missing = f" ({fault.name} is missing)" if isinstance(fault, ModuleNotFoundError) else ""
        raise HostError(
            f"the emulated Google is not installed here: it is a part of croupier's tests{missing}",
            "take croupier's source with git, and there: pip install -c constraints.txt -e '.[test]'; then give the command again",
        ) from None
    with found.emulated() as table:
        yield table


def play_all(place: season.Season, seed: str, tell: Tell, table: Table) -> list[Match]:
    """A match of each game there is, one after the other, into one season; those for two are death matches, and come last."""
    played: list[Match] = []
    found = sorted(games().values(), key=lambda game: (game.players[1] == 2, game.slug))
    for number, game in enumerate(found, start=1):
        death = game.players[1] == 2
        title = f"{'Death' if death else 'Main'} Match {1 if death else number}"
        # The site is built once, when all is over.
        build = (lambda: publish(place)) if number == len(found) else (lambda: None)
        played.append(play(place, game.slug, title, seed, tell, table, begin=BEGINNING + timedelta(weeks=6 * (number - 1)), build=build))
    return played


def play(
    place: season.Season,
    slug: str,
    title: str,
    seed: str,
    tell: Tell = silent,
    table: Table | None = None,
    *,
    begin: datetime = BEGINNING,
    build: Publish | None = None,
) -> Match:
    """A whole match by bots, from `new` to the reveal; equal seeds give equal matches."""
    game = find(slug)
    roster = seated(game)
    players = place.path / "players.csv"
    # Only whom the season does not know yet brings Garnets; what the others hold stands in its ledger.
    lines = [f"{name},,,{'' if place.matches() else number % 4}\n" for number, name in enumerate(roster)]
    files.write(players, ("name,contact,zone,garnets\n" + "".join(lines)).encode())
    folder = opening.new(place, slug, title, players, begin)
    players.unlink()
    if len(roster) == 2:
        duel = f'kind = "death"\ncandidate = "{roster[0]}"\nopponent = "{roster[1]}"\n'
        files.write(folder.settings, duel.encode() + folder.settings.read_bytes())
    match = opening.open_match(folder, begin, hashlib.sha256(seed.encode()).digest())
    return go_on(match, table or FileTable(), from_text(f"bots of {seed}"), build or (lambda: publish(place)), tell, begin)


def go_on(match: Match, table: Table, draws: Draws, build: Publish, tell: Tell = silent, begin: datetime = BEGINNING) -> Match:
    """Plays a match that was just opened to its end: bots hand in, the host checks, the deadline comes."""
    folder = match.folder
    table.at(begin)
    match = sync.deliver(folder, table.store(match), build, begin, tell)
    while not match.finished:
        for tried in range(TRIES):
            table.at(match.deadline - timedelta(hours=2, minutes=-tried))
            hand_in(match, table, draws, tell, tried)
            table.at(match.deadline - timedelta(hours=1))
            _, found = sync.check(folder, table.store(match), match.deadline - timedelta(hours=1), tell)
            waiting = unconfirmed(match, found)
            if not waiting:
                break
        # Whoever does not tick in time, or ticks what cannot be played, has let the clock run out.
        decisions = Decisions(absent=tuple(waiting))
        table.at(match.deadline + timedelta(minutes=1))
        # The site is built at the beginning and at the end: every day between would show bots' work that nobody looks at.
        sync.sync(
            folder,
            table.store(match),
            lambda: build() if load(folder).finished else None,
            match.deadline + timedelta(minutes=1),
            decisions=decisions,
            tell=tell,
        )
        match = load(folder)
    return match


def seated(game: AnyGame, known: tuple[str, ...] = NAMES) -> tuple[str, ...]:
    """As many players as there are names for and the game's default options let play."""
    parsed = gamedata.parsed(game)
    for number in range(min(len(known), game.players[1]), game.players[0], -1):
        try:
            game.seats(game.read_options({}, parsed, known[:number]), known[:number])
        except OptionError:
            continue
        return known[:number]
    return known[: game.players[0]]


def hand_in(match: Match, table: Table, draws: Draws, tell: Tell, tried: int = 0) -> None:
    """Lets a bot fill in the workbook of every seat that is asked something, and tick what counts only when ticked."""
    for done, (seat, form) in enumerate(match.asked.items()):
        tell(f"Bots at their workbooks: {phase_title(match.phase)}", done, len(match.asked))
        answers = match.game.bot(match.game.view(match.state, Seat(seat)), form, draws.stream(f"{match.step}/{seat}{f'/{tried}' if tried else ''}"))
        if answers is None:
            continue
        given = dict(answers)
        if form.counts == "ticked" and form.tick is not None:
            put(given, form.tick.path, "yes")
        table.fill(match, seat, given)
