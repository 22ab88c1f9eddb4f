"""What a host can set for a match of Arsonist's Dilemma, checked and frozen.

Must not read files: options arrive as a parsed mapping.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.game import Option, OptionError
from croupier.core.options import whole

from .structures import EMPTY, HOUSES, SIDE, Layout

PLAYERS = 2
LONGEST = 1_000_000

OPTIONS = (
    Option("dmo", '""', "which player is the DMO, who goes first where both spent the same and wins a tie; empty: the first of the roster"),
    Option("first", '""', "who names the first price; empty: the one of `dmo`"),
    Option("turn_seconds", "60", "seconds for each turn"),
    Option("pause_seconds", "180", "seconds of each of the two pauses, ended early when both are ready"),
    Option(
        "layouts",
        "{}",
        'houses that stand already, by number, top row first, such as { 1 = ["1 2 3", "4 5 6", "7 8 9"] }; '
        "the match then begins in house 1 and has as many houses. Empty: the players price and place everything",
    ),
    Option("starts", "{}", 'who begins in a house, by its number, where that is not to be decided by what was spent, such as { 1 = "Ana" }'),
)


@dataclass(frozen=True)
class Options:
    """The options of one match. `layouts` = () where the players build the houses themselves; `starts` = (house, seat)."""

    seats: tuple[str, str]
    dmo: str
    first: str
    layouts: tuple[Layout, ...]
    starts: tuple[tuple[int, str], ...]
    turn_seconds: int
    pause_seconds: int

    @property
    def houses(self) -> int:
        return len(self.layouts) or HOUSES


def read_options(raw: Mapping[str, Any], data: Mapping[str, Any], roster: tuple[str, ...]) -> Options:
    """The options of a match between two players; OptionError names the one that cannot be (AD-1, AD-4)."""
    known = [option.name for option in OPTIONS]
    for name in raw:
        if name not in known:
            raise OptionError(str(name), f"there is no such option; there are {', '.join(sorted(known))}")
    if len(roster) != PLAYERS:
        raise OptionError("players", f"a Death Match has two players, not {len(roster)}")
    dmo = _player(raw, "dmo", roster, roster[0])
    layouts = _layouts(raw.get("layouts"))
    return Options(
        seats=(roster[0], roster[1]),
        dmo=dmo,
        first=_player(raw, "first", roster, dmo),
        layouts=layouts,
        starts=_starts(raw.get("starts"), roster, len(layouts) or HOUSES),
        turn_seconds=whole(raw, "turn_seconds", 60, 1, LONGEST),
        pause_seconds=whole(raw, "pause_seconds", 180, 0, LONGEST),
    )


def _player(raw: Mapping[str, Any], name: str, roster: tuple[str, ...], default: str) -> str:
    value = raw.get(name)
    return default if typed.is_blank(value) else _named(value, name, roster)


def _named(value: object, where: str, roster: tuple[str, ...]) -> str:
    for player in roster:
        if isinstance(value, str) and value in (player, typed.text(player)):
            return player
    for player in roster:
        if isinstance(value, str) and typed.name_key(value) == typed.name_key(player):
            return player
    raise OptionError(where, f"{value!r} is none of the two players; name {' or '.join(roster)}")


def _house(key: object, where: str, most: int) -> int:
    house = typed.whole(key)
    if house is None or not 1 <= house <= most:
        raise OptionError(where, f"{key!r} is no house; they are numbered from 1 to {most}")
    return house


def _layouts(raw: object) -> tuple[Layout, ...]:
    if typed.is_blank(raw):
        return ()
    if not isinstance(raw, Mapping):
        raise OptionError("layouts", "it gives a house's number its three rows, from the top")
    found = {_house(key, "layouts", HOUSES): _layout(rows, f"layouts, house {typed.text(key)}") for key, rows in raw.items()}
    if sorted(found) != list(range(1, len(raw) + 1)):
        raise OptionError("layouts", f"{len(raw)} houses are numbered 1 to {len(raw)}, each once")
    return tuple(found[house] for house in sorted(found))


def _layout(rows: object, where: str) -> Layout:
    remedy = 'a house has three rows of three, each structure from 1 to 9 once: ["1 2 3", "4 5 6", "7 8 9"]'
    if not isinstance(rows, (list, tuple)) or len(rows) != SIDE:
        raise OptionError(where, remedy)
    placed: list[int] = []
    for row in rows:
        cells = list(row) if isinstance(row, (list, tuple)) else typed.text(row).split()
        numbers = [typed.whole(cell) for cell in cells]
        if len(numbers) != SIDE:
            raise OptionError(where, remedy)
        placed += [number or 0 for number in numbers]
    if sorted(placed) != list(range(1, len(EMPTY) + 1)):
        raise OptionError(where, remedy)
    return tuple(placed)


def _starts(raw: object, roster: tuple[str, ...], houses: int) -> tuple[tuple[int, str], ...]:
    if typed.is_blank(raw):
        return ()
    if not isinstance(raw, Mapping):
        raise OptionError("starts", "it gives a house's number the player who begins there")
    found = [(_house(key, "starts", houses), _named(name, f"starts, house {typed.text(key)}", roster)) for key, name in raw.items()]
    if len(dict(found)) != len(found):
        raise OptionError("starts", "a house is named twice")
    return tuple(sorted(found))
