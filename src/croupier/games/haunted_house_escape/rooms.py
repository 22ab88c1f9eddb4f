"""The room cards: what stands on one, and a deck read from a host's file or from the options.

Must not read files, nor shuffle: a file arrives as bytes, the order is that of the file.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core import typed

COLUMNS = ("name", "cost", "points", "d20", "fail", "gems", "lost")
SIDES = 20
MOST_NUMBER = 999
MOST_ROOMS = 500
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Room:
    """One card: gems to pay, points for each who earns them, the least d20, the gems of a failure, gems to gain, points lost by that."""

    name: str
    cost: int
    points: int
    d20: int
    fail: int
    gems: int
    lost: int


def read_csv(raw: bytes) -> tuple[Room, ...]:
    """The deck of a file in UTF-8 (EH-1), in its order; ValueError names the line that is wrong and what would do."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = raw[: fault.start].count(b"\n") + 1
        raise ValueError(f"line {line} is not in UTF-8; save the file as “CSV UTF-8”") from fault
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = _rows(lines)
    _, header = next(rows, (0, []))
    if tuple(field.strip().casefold() for field in header) != COLUMNS:
        raise ValueError(f"the first line must be {','.join(COLUMNS)}, parted by commas")
    return _deck((f"line {number}", _named(f"line {number}", row)) for number, row in rows)


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines that hold something, with their numbers."""
    reader = csv.reader(lines, strict=True, skipinitialspace=True)
    try:
        for row in reader:
            if any(field.strip() for field in row):
                yield reader.line_num, row
    except csv.Error as fault:
        raise ValueError(f"line {reader.line_num} cannot be read: {fault}") from fault


def _named(where: str, row: Sequence[str]) -> dict[str, Any]:
    if len(row) != len(COLUMNS):
        raise ValueError(f"{where} has {len(row)} fields; there are {len(COLUMNS)}, and a name that holds a comma needs double quotes")
    return dict(zip(COLUMNS, row, strict=True))


def read_cards(cards: Sequence[Any]) -> tuple[Room, ...]:
    """The deck of a list of cards in the options, in its order (EH-1); ValueError says which card is wrong."""
    return _deck((f"card {number}", card) for number, card in enumerate(cards, start=1))


def _deck(cards: Iterator[tuple[str, Any]]) -> tuple[Room, ...]:
    deck: list[Room] = []
    taken: dict[str, str] = {}
    for where, card in cards:
        room = _room(where, card)
        key = typed.name_key(room.name)
        if key in taken:
            raise ValueError(f"{where} has the same name as {taken[key]}, {room.name!r}; names must differ")
        taken[key] = where
        deck.append(room)
    if not 1 <= len(deck) <= MOST_ROOMS:
        raise ValueError(f"a deck has 1 to {MOST_ROOMS} rooms, this one has {len(deck)}")
    return tuple(deck)


def _room(where: str, card: Any) -> Room:
    if not isinstance(card, Mapping) or set(card) != set(COLUMNS):
        raise ValueError(f"{where} must have {', '.join(COLUMNS)}, and nothing else")
    name = " ".join(typed.text(card["name"]).split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"{where} needs a name of 1 to {LONGEST_NAME} characters")
    return Room(name, *(_number(where, column, card[column]) for column in COLUMNS[1:]))


def _number(where: str, column: str, value: Any) -> int:
    least, most = (1, SIDES) if column == "d20" else (0, MOST_NUMBER)
    number = typed.whole(value)
    if number is None or not least <= number <= most:
        shown = typed.text(value)[:20] or "nothing"
        raise ValueError(f"{where}: {column} is a whole number from {least} to {most}, not {shown}")
    return number
