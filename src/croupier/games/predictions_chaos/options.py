"""What a host can set for a match of Predictions / Chaos, checked and frozen.

Must not read files: a grid of the host's arrives as bytes.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.game import Option, OptionError, Seating

from .grid import LEAST, MOST, SIDE, Cell, Grid, is_on_grid, read_cell
from .pairs import GUESTS, Bits, couples, is_fair, pair_name

PLAYERS = 4

OPTIONS = (
    Option(
        "guests",
        '["Chao", "Reds", "Mia", "Tom"]',
        "the four guests, in their order: names of players.csv, or others; left out: the last four of eight in players.csv",
    ),
    Option(
        "grid",
        '"grid.csv"',
        f"a file beside this one: {SIDE} lines of {SIDE} whole numbers from {LEAST} to {MOST}; or such lists; left out: drawn from the seed",
    ),
)
_FIXED = ("axes", "active", "starts", "predictions", "garnets")


@dataclass(frozen=True)
class Options:
    """The options of one match. None = drawn, or left to the guests. `picks` = predictions as they were typed, by player."""

    players: tuple[str, ...]
    guests: tuple[str, ...]
    garnets: tuple[tuple[str, int], ...]
    grid: Grid | None
    vertical: Bits | None
    active: Bits | None
    starts: tuple[Cell, ...] | None
    picks: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]


def read_options(raw: Mapping[str, Any], data: Mapping[str, Any], roster: tuple[str, ...]) -> Options:
    """The options of a match for this roster; OptionError names the one that cannot be (PC-1 … PC-5, PC-19)."""
    known = {option.name for option in OPTIONS} | set(_FIXED)
    for name in raw:
        if name not in known:
            raise OptionError(str(name), f"there is no such option; there are {', '.join(sorted(known))}")
    players, guests = _seated(raw.get("guests"), roster)
    pairs = _pairs(guests)
    vertical = _chosen(raw, "axes", pairs, guests, _vertical)
    starts = _starts(raw.get("starts"), pairs)
    return Options(
        players=players,
        guests=guests,
        garnets=_garnets(raw.get("garnets"), players, (*roster, *guests)),
        grid=_grid(raw.get("grid"), data.get("grid")),
        vertical=vertical,
        active=_chosen(raw, "active", pairs, guests, lambda value, couple: value),
        starts=starts,
        picks=_picks(raw.get("predictions"), players, begun=starts is not None),
    )


def seats(options: Options, _roster: tuple[str, ...]) -> Seating:
    """The players, then the guests, each alone at a seat."""
    return tuple((name, (name,)) for name in (*options.players, *options.guests))


def _seated(raw: Any, roster: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who plays, and who is a guest: the guests named, or the last four of eight."""
    if raw is None:
        if len(roster) != PLAYERS + GUESTS:
            raise OptionError("guests", f"name the four guests, or list {PLAYERS + GUESTS} people, of whom the last four are guests")
        return roster[:PLAYERS], roster[PLAYERS:]
    if not isinstance(raw, (list, tuple)) or len(raw) != GUESTS or any(not isinstance(name, str) or typed.is_blank(name) for name in raw):
        raise OptionError("guests", f"it is a list of {GUESTS} names")
    listed = {typed.name_key(name): name for name in roster}
    guests = tuple(listed.get(typed.name_key(name), typed.text(name)) for name in raw)
    keys = {typed.name_key(name) for name in guests}
    if len(keys) != GUESTS:
        raise OptionError("guests", "they are four different people")
    players = tuple(name for name in roster if typed.name_key(name) not in keys)
    if len(players) != PLAYERS:
        raise OptionError("guests", f"beside them there must be {PLAYERS} players in the list, but there are {len(players)}")
    return players, guests


def _pairs(guests: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """PC-3: each pair's guests by its name as compared; the names must come out unique."""
    pairs = {typed.name_key(pair_name(couple)): couple for couple in couples(guests)}
    if len(pairs) != len(couples(guests)):
        raise OptionError("guests", "two pairs would have the same name; change a guest's name")
    return pairs


def _by_pair(raw: Any, option: str, pairs: Mapping[str, tuple[str, str]]) -> dict[str, Any]:
    """What an option says of each pair, in the order of the pairs: all of them are there."""
    names = ", ".join(map(pair_name, pairs.values()))
    if not isinstance(raw, Mapping):
        raise OptionError(option, f"it says something of each pair: {names}")
    found = {typed.name_key(name): value for name, value in raw.items()}
    if found.keys() != pairs.keys() or len(found) != len(raw):
        raise OptionError(option, f"it needs every pair once: {names}")
    return {key: found[key] for key in pairs}


def _vertical(value: Any, couple: tuple[str, str]) -> Any:
    """The vertical guest of a line `{vertical, horizontal}`; None where that names anything but the two guests."""
    if not isinstance(value, Mapping) or set(value) != {"vertical", "horizontal"}:
        return None
    named = {typed.name_key(name) for name in value.values()}
    return value["vertical"] if named == {typed.name_key(guest) for guest in couple} else None


def _chosen(raw: Mapping[str, Any], option: str, pairs: Mapping[str, tuple[str, str]], guests: tuple[str, ...], choose: Any) -> Bits | None:
    """PC-2: which guest of each pair is vertical, or active first; 0 = the pair's first."""
    if raw.get(option) is None:
        return None
    bits: list[int] = []
    for key, value in _by_pair(raw[option], option, pairs).items():
        keys = [typed.name_key(guest) for guest in pairs[key]]
        name = typed.name_key(choose(value, pairs[key]))
        if name not in keys:
            raise OptionError(option, f"for {pair_name(pairs[key])} it must name {' and '.join(pairs[key])}")
        bits.append(keys.index(name))
    if not is_fair(tuple(bits)):
        what = "vertical in" if option == "axes" else "active first in"
        raise OptionError(option, f"each of {', '.join(guests)} must be {what} one or two of the three games")
    return tuple(bits)


def _starts(raw: Any, pairs: Mapping[str, tuple[str, str]]) -> tuple[Cell, ...] | None:
    if raw is None:
        return None
    found: list[Cell] = []
    for key, value in _by_pair(raw, "starts", pairs).items():
        cell = read_cell(value)
        if cell is None or not is_on_grid(cell):
            raise OptionError("starts", f"{value!r} is no cell for {pair_name(pairs[key])}; cells are R1C1 to R{SIDE}C{SIDE}")
        found.append(cell)
    return tuple(found)


def _garnets(raw: Any, players: tuple[str, ...], everybody: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """PC-19: what each player holds. What the season has for a guest is not played with."""
    if raw is None:
        return tuple((name, 0) for name in players)
    if not isinstance(raw, Mapping):
        raise OptionError("garnets", "it gives each player a number")
    names = {typed.name_key(name): name for name in everybody}
    held: dict[str, int] = {}
    for typed_name, value in raw.items():
        count, name = typed.whole(value), names.get(typed.name_key(typed_name))
        if name is None or name in held:
            raise OptionError("garnets", f"{typed_name!r} is nobody of this match, or stands here twice")
        if count is None or not 0 <= count <= 10**9:
            raise OptionError("garnets", f"{value!r} will not do for {name}; it is a whole number from 0 up")
        held[name] = count
    return tuple((name, held.get(name, 0)) for name in players)


def _grid(raw: Any, data: Any) -> Grid | None:
    """PC-1: the host's grid, from the option itself or from the file that it names."""
    if raw is None:
        return None
    rows = raw
    if isinstance(raw, str):
        if not isinstance(data, bytes):
            raise OptionError("grid", "the file must be a CSV file")
        rows = _csv_rows(data)
    if not isinstance(rows, (list, tuple)) or len(rows) != SIDE:
        raise OptionError("grid", f"it has {SIDE} rows")
    return tuple(_row(number, row) for number, row in enumerate(rows, start=1))


def _row(number: int, row: Any) -> tuple[int, ...]:
    if not isinstance(row, (list, tuple)) or len(row) != SIDE:
        raise OptionError("grid", f"row {number} needs {SIDE} numbers")
    found: list[int] = []
    for column, value in enumerate(row, start=1):
        read = typed.whole(value)
        if read is None or not LEAST <= read <= MOST:
            raise OptionError("grid", f"R{number}C{column} is {value!r}; it is a whole number from {LEAST} to {MOST}")
        found.append(read)
    return tuple(found)


def _csv_rows(data: bytes) -> list[list[str]]:
    """The lines that hold something, parted by commas, semicolons or tabs, as spreadsheets save them."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise OptionError("grid", "save the file as CSV (UTF-8)") from fault
    parting = next((mark for mark in "\t;" if mark in text), ",")
    rows: Sequence[list[str]] = list(csv.reader(text.splitlines(), delimiter=parting))
    return [row for row in rows if any(field.strip() for field in row)]


def _picks(raw: Any, players: tuple[str, ...], *, begun: bool) -> tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]:
    """Predictions for a match that begins at round 1, as (round, role, name) by player; they are judged as typed ones are (PC-5)."""
    if raw is None:
        return ()
    if not begun:
        raise OptionError("predictions", "they can only be given with `starts`; without it the players hand them in")
    if not isinstance(raw, Mapping):
        raise OptionError("predictions", "it gives each player a table")
    keys = {typed.name_key(name): name for name in players}
    found: dict[str, tuple[tuple[str, str, str], ...]] = {}
    for name, table in raw.items():
        player = keys.get(typed.name_key(name))
        if player is None or player in found:
            raise OptionError("predictions", f"{name!r} is no player of this match, or stands here twice")
        if not isinstance(table, Mapping) or not all(isinstance(line, Mapping) for line in table.values()):
            raise OptionError("predictions", f"{player} has a line {{positive, negative}} for each round")
        found[player] = tuple(
            (typed.text(number), typed.text(role), typed.text(guest)) for number, line in table.items() for role, guest in line.items()
        )
    return tuple(found.items())
