"""Makes a match from a host's files, and opens it: checked, frozen, committed to its seed.

Must not play: after `open` only `sync` changes anything.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from croupier.core import calendar, engine, typed
from croupier.core.game import AnyGame, OptionError
from croupier.core.plain import Codec
from croupier.core.problems import HostError
from croupier.games import find

from . import files, gamedata, ledger, names
from .ledger import Ledger
from .match import Match, lay_table, load, write_steps, wrong_option
from .season import Season, quoted, read_toml
from .season import find as find_season
from .stakes import occasion, stakes
from .store import MatchFolder, stamp

DEADLINE_HOUR = "21:59"
GRACE_MINUTES = 15
COLUMNS = ("name", "contact", "zone", "garnets")
PATIENCE = 60
"""Seconds to wait for another match that is being opened."""
SETTINGS = ("title", "game", "zone", "first_deadline", "days", "grace", "report", "kind", "candidate", "opponent", "options")
REPORT = "Tell the host before the next deadline; after it the result stands."


@dataclass(frozen=True, slots=True)
class Player:
    """One line of players.csv. Contact and zone are for the host alone."""

    name: str
    contact: str
    zone: str
    garnets: int


def read_players(file: Path) -> tuple[Player, ...]:
    """The players of a CSV file with a column `name` and, if wanted, `contact`, `zone`, `garnets`; roster order.

    Commas, semicolons and tabs may part the fields, as spreadsheets save them. HostError names the line and what to
    mend; twins are refused.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise HostError(f"{file} cannot be read as a list of players: {fault}", f"save it as CSV (UTF-8); {_FIRST_LINE}") from fault
    columns, rows = _rows(file, text)
    players: list[Player] = []
    for number, row in rows:
        value = {name: row[at].strip() for name, at in columns.items()}
        garnets = typed.whole(value.get("garnets") or "0")
        if garnets is None or garnets < 0:
            raise HostError(f"{file}, line {number}: {value.get('garnets')!r} is no number of Garnets", "write a whole number from 0 up")
        zone = value.get("zone", "")
        if zone:
            _zone(zone, f"{file}, line {number}")
        players.append(Player(value["name"], value.get("contact", ""), zone, garnets))
    names.refuse_twins([player.name for player in players])
    return tuple(players)


_FIRST_LINE = f"the first line names the columns: {', '.join(COLUMNS)} (only name is needed)"


def _rows(file: Path, text: str) -> tuple[dict[str, int], list[tuple[int, list[str]]]]:
    """Where each column is, and the lines that hold something, with their numbers."""
    head, _, body = text.partition("\n")
    skipped = 0
    if head.strip().casefold().startswith("sep="):
        text, skipped = body, 1
        head = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True, skipinitialspace=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(field.strip() for field in row):
                lines.append((reader.line_num + skipped, row))
    except csv.Error as fault:
        where = f"{file}, line {reader.line_num + skipped}, cannot be read as a list of players: {fault}"
        raise HostError(where, _FIRST_LINE) from fault
    header = [field.strip().casefold() for field in lines[0][1]] if lines else []
    while header and not header[-1]:
        header.pop()
    for name in header:
        if name not in COLUMNS:
            raise HostError(f"{file} has a column {name!r}", _FIRST_LINE)
        if header.count(name) > 1:
            raise HostError(f"{file} has two columns {name!r}", _FIRST_LINE)
    if "name" not in header:
        raise HostError(f"{file} has no column `name`", _FIRST_LINE)
    for number, row in lines[1:]:
        if any(field.strip() for field in row[len(header) :]) or len(row) > len(lines[0][1]):
            raise HostError(f"{file}, line {number}, has more fields than the first line", "put a field that holds a comma into double quotes")
        row += [""] * (len(header) - len(row))
    return {name: at for at, name in enumerate(header)}, lines[1:]


def new(season: Season, slug: str, title: str, players_file: Path, now: datetime, zone: str | None = None) -> MatchFolder:
    """A new match with a commented `match.toml` and a copy of the players' list, for the host to look over."""
    game = find(slug)
    if not title.strip():
        raise HostError("a match needs a name", 'give it one: croupier new house-of-horrors "Main Match 1" --players players.csv')
    players = read_players(players_file)
    _count(game, len(players))
    place = calendar.zone(_zone(zone or season.zone, "--zone"))
    first = (now.astimezone(place) + timedelta(days=2)).strftime(f"%Y-%m-%d {DEADLINE_HOUR}")
    folder = MatchFolder(season.path / "matches" / names.slug(title, f"match-{len(season.matches()) + 1}"))
    if folder.path.exists():
        raise HostError(f"there is a match in {folder.path} already", "choose another name")
    folder.path.mkdir(parents=True)
    files.write(folder.players, players_file.read_bytes())
    for name in game.data_files.values():
        if name is not None and name.endswith(gamedata.EDITABLE):
            files.write(folder.path / name, gamedata.own(game, name))
    files.write(folder.settings, settings_text(game, title, str(place), first).encode())
    return folder


def settings_text(game: AnyGame, title: str, zone: str, first: str) -> str:
    """A commented `match.toml`: every option is there, with its default, commented out."""
    lines = [
        f"# A match of {game.title}. Look this over, then: croupier open {names.slug(title, 'NAME')}",
        "# Once the match is open, this file is no longer read.",
        "",
        f"title = {quoted(title)}",
        f"game = {quoted(game.slug)}",
        "",
        "# Deadlines are wall-clock times of this zone, daylight saving included. One every `days` days.",
        f"zone = {quoted(zone)}",
        f"first_deadline = {quoted(first)}",
        "days = 1",
        "",
        "# Minutes after a deadline in which a workbook may still be saved.",
        f"grace = {GRACE_MINUTES}",
        "",
        "# Every player's sheet says this below the deadline.",
        f"report = {quoted(REPORT)}",
        "",
        "# What the match is for the season: a main match is for all; a death match is for two, named as in players.csv.",
        '# kind = "main"',
        '# kind = "death"',
        '# candidate = "…"',
        '# opponent = "…"',
        "",
        "[options]",
    ]
    for option in game.options:
        lines += [f"# {option.text}", f"# {option.name} = {option.default}", ""]
    return "\n".join(lines).rstrip() + "\n"


def open_match(folder: MatchFolder, now: datetime, entropy: bytes) -> Match:
    """Checks the host's files and freezes them in the journal's first entry; a match that is open already stays as it is.

    `entropy` = 32 random bytes, used only if the match has no seed yet.
    """
    if folder.entries():
        return load(folder)
    season = find_season(folder.path)
    with season.book.lock(PATIENCE):  # two matches opened at once must not reserve the same Garnets
        return _open(folder, ledger.read(season), now, entropy)


def _open(folder: MatchFolder, book: Ledger, now: datetime, entropy: bytes) -> Match:
    settings, game, players = _brought(folder)
    roster = tuple(player.name for player in players)
    options = settings.get("options", {})
    data = gamedata.gather(game, options, folder.path)
    parsed = {key: gamedata.parse(name, raw) for key, (name, raw) in data.items()}
    draws = folder.keep_seed(entropy)
    opened: dict[str, Any] = {
        "title": _text(settings, "title"),
        "game": game.slug,
        "rules_version": game.rules_version,
        "zone": _zone(_text(settings, "zone"), "match.toml, zone"),
        "first_deadline": _first(settings, now),
        "days": _number(settings, "days", 1, 1, 365),
        "grace": _number(settings, "grace", GRACE_MINUTES, 0, 24 * 60),
        "report": _text(settings, "report") if "report" in settings else REPORT,
        "options": options,
        "data": {key: {"file": name, "sha256": hashlib.sha256(raw).hexdigest()} for key, (name, raw) in data.items()},
        "roster": list(roster),
        "commitment": draws.commitment,
        "occasion": occasion(settings, roster),
    }
    brought = stakes(book, [(player.name, player.garnets) for player in players], plays=game.garnets)
    seated = _seats(game, options, parsed, players, brought.reserved)
    opened |= {"start": dict(brought.start), "reserved": dict(brought.reserved), "seats": seated}
    table = lay_table(game, opened, parsed, draws)
    try:
        beginning = engine.begin(game, table)
    except OptionError as fault:  # what only a thorough look into a file of the host's can tell
        raise wrong_option(fault) from fault
    for name, raw in data.values():
        folder.pin(name, raw)
    folder.append("opened", stamp(now), {**opened, "steps": write_steps(Codec(game.events), beginning.steps)})
    return load(folder)


def seats(folder: MatchFolder) -> list[dict[str, Any]]:
    """The seats of a match: {name, id, contact, zone, …} each, as it was opened, or as `open_match` would seat the players. HostError."""
    entries = folder.entries()
    if entries:
        found: list[dict[str, Any]] = load(folder, entries[:1]).opened["seats"]
        return found
    settings, game, players = _brought(folder)
    options = settings.get("options", {})
    parsed = {key: gamedata.parse(name, raw) for key, (name, raw) in gamedata.gather(game, options, folder.path).items()}
    return _seats(game, options, parsed, players, {})


def _brought(folder: MatchFolder) -> tuple[dict[str, Any], AnyGame, tuple[Player, ...]]:
    """What the host's files say: the settings, the game, the players."""
    settings = read_toml(folder.settings)
    unknown = sorted(set(settings) - set(SETTINGS))
    if unknown:
        raise HostError(f"match.toml has a line `{unknown[0]}` that means nothing", "take it out, or put it below [options]")
    game = find(_text(settings, "game"))
    players = read_players(folder.players)
    _count(game, len(players))
    return settings, game, players


def _seats(
    game: AnyGame, options: Mapping[str, Any], data: Mapping[str, Any], players: tuple[Player, ...], reserved: Mapping[str, int]
) -> list[dict[str, Any]]:
    """The seats as the journal keeps them; a seat of several players has the contacts of all."""
    roster = tuple(player.name for player in players)
    try:
        seating = game.seats(game.read_options(options, data, roster), roster)
    except OptionError as fault:
        raise wrong_option(fault) from fault
    known = {player.name: player for player in players}
    names.refuse_twins([seat for seat, _ in seating])
    ids = names.seat_ids([seat for seat, _ in seating])
    found: list[dict[str, Any]] = []
    for seat, members in seating:
        held = [known[name] for name in members if name in known]
        contact, zone = ", ".join(player.contact for player in held if player.contact), held[0].zone if held else ""
        garnets = sum(reserved.get(player.name, 0) for player in held)
        who = [player.name for player in held]
        found.append({"name": seat, "id": ids[seat], "contact": contact, "zone": zone, "garnets": garnets, "players": who})
    return found


def _count(game: AnyGame, players: int) -> None:
    least, most = game.players
    if not least <= players <= most:
        raise HostError(f"{game.title} is for {least} to {most} players, the list has {players}", "mend players.csv")


def _text(settings: Mapping[str, Any], key: str) -> str:
    value = settings.get(key)
    if isinstance(value, datetime) and value.tzinfo is not None:
        raise HostError(f"match.toml, {key}: the time has an offset of its own", "leave it out; the time is one of the match's zone")
    if isinstance(value, datetime):  # written without quotes, TOML reads it as a date by itself
        value = value.strftime("%Y-%m-%d %H:%M")
    if not isinstance(value, str) or not value.strip():
        raise HostError(f"match.toml has no {key}", f'write a line: {key} = "…"')
    return value.strip()


def _zone(name: str, where: str) -> str:
    try:
        calendar.zone(name)
    except ValueError as fault:
        raise HostError(f"{where}: {fault}", "mend the zone") from fault
    return name


def _first(settings: Mapping[str, Any], now: datetime) -> str:
    text = _text(settings, "first_deadline")
    try:
        local = calendar.read_local(text)
    except ValueError as fault:
        raise HostError(f"match.toml, first_deadline: {fault}", "mend that line") from fault
    if calendar.instant(local, calendar.zone(_text(settings, "zone"))) <= now:
        raise HostError(f"the first deadline, {text}, has passed", "set first_deadline in match.toml to a time to come")
    return text


def _number(settings: Mapping[str, Any], key: str, default: int, least: int, most: int) -> int:
    value = settings.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HostError(f"match.toml: {key} = {value!r} will not do", f"write a whole number from {least} to {most}")
    return value
