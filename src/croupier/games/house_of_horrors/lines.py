"""Reads the lines beside the board, where a piece is told by its square and its turn (HH-11).

Must not look at the board, nor judge whether the piece may stand where a line puts it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.core import typed
from croupier.core.problems import Problem

from .catalogue import TURNS, Catalogue, Scare
from .house import Standing, read_square, stand

_FIELDS = ("at", "turn")
_FIELD_WORDS = {"at": "the square", "turn": "the turn"}


@dataclass(frozen=True)
class Pending:
    """A piece to be placed: the label it was won under, and what its line is called (repeats of a label are numbered)."""

    label: str
    key: str
    scare: Scare


@dataclass(frozen=True)
class Line:
    """A line that is filled in: the piece it tells, None where it tells no piece that could be (the line then has a problem)."""

    standing: Standing | None


def scare_of(label: str, catalogue: Catalogue) -> str:
    """The name of the Scare that a label of an offer stands for: "Wolfman B" is a Wolfman (HH-2). KeyError for anything else."""
    name = label if label in catalogue.by_name else label.rpartition(" ")[0]
    return catalogue.by_name[name].name


def pending_pieces(labels: Sequence[str], catalogue: Catalogue) -> tuple[Pending, ...]:
    """The pieces to be placed, in the order of judging; several Walls are told apart as Wall 1, Wall 2, …"""
    pieces: list[Pending] = []
    for number, label in enumerate(labels):
        key = f"{label} {labels[: number + 1].count(label)}" if labels.count(label) > 1 else label
        pieces.append(Pending(label, key, catalogue.by_name[scare_of(label, catalogue)]))
    return tuple(pieces)


def _names(pieces: Sequence[Pending]) -> dict[str, int]:
    """What a line may be called → the piece: its key, and shorter or longer forms where they mean only one piece."""
    names = {typed.name_key(piece.key): number for number, piece in enumerate(pieces)}
    for number, piece in enumerate(pieces):
        names.setdefault(typed.name_key(piece.label), number)
        names.setdefault(typed.name_key(f"{piece.label} 1"), number)
        if sum(other.scare is piece.scare for other in pieces) == 1:
            names.setdefault(typed.name_key(piece.scare.name), number)
    return names


def read_lines(lines: object, pieces: Sequence[Pending]) -> tuple[dict[int, Line], list[Problem]]:
    """The lines that are filled in, by the number of the piece; for a piece without one the cells decide."""
    if typed.is_blank(lines):
        return {}, []
    if not isinstance(lines, Mapping):
        return {}, [
            Problem("HH-11", "place", "unreadable", "The lines beside the board could not be read. Fill in a square and a turn for each piece.")
        ]
    names = _names(pieces)
    found: dict[int, Line] = {}
    problems: list[Problem] = []
    named: set[int] = set()
    for label, fields in lines.items():
        number = names.get(typed.name_key(label))
        where = f"place/{typed.text(label)}"
        if typed.is_blank(fields):
            continue
        if number is None:
            problems.append(Problem("HH-11", where, "not-offered", f"{typed.text(label)} is no piece that you have to place now. Clear its line."))
        elif number in named:
            words = f"There is a second line for {pieces[number].key}; only the first one counts. Clear one of them."
            problems.append(Problem("HH-11", where, "not-offered", words))
        else:
            named.add(number)
            line = _read_line(fields, pieces[number], where, problems)
            if line is not None:
                found[number] = line
    return found, problems


def _read_line(fields: object, piece: Pending, where: str, problems: list[Problem]) -> Line | None:
    """One line that holds something; None where the cells are to decide."""
    if not isinstance(fields, Mapping):
        problems.append(Problem("HH-11", where, "unreadable", f"The line of {piece.key} needs a square and a turn, each in its own cell."))
        return None
    held = {typed.name_key(field): value for field, value in fields.items() if not typed.is_blank(value)}
    for field in held:
        if field not in _FIELDS:
            words = f"The line of {piece.key} asks for a square and a turn only."
            problems.append(Problem("HH-37", f"{where}/{field}", "not-offered", words))
    if "at" in held and "turn" not in held and len(set(piece.scare.shapes)) == 1:
        held["turn"] = TURNS[0]
    present = [field for field in _FIELDS if field in held]
    if len(present) < len(_FIELDS):
        for field in _FIELDS:
            if present and field not in held:
                words = f"The line of {piece.key} lacks {_FIELD_WORDS[field]}, so only the board was looked at. Fill it in or clear the line."
                problems.append(Problem("HH-11", f"{where}/{field}", "missing", words))
        return None
    at, turn = read_square(held["at"]), typed.whole(_bare_turn(held["turn"]))
    if at is None:
        words = f"The line of {piece.key} needs a square such as C4, so only the board was looked at."
        problems.append(Problem("HH-11", f"{where}/at", "unreadable", words))
    if turn is None:
        words = f"The line of {piece.key} needs a turn of 0, 90, 180 or 270, so only the board was looked at."
        problems.append(Problem("HH-11", f"{where}/turn", "unreadable", words))
    if at is None or turn is None:
        return None
    if turn not in TURNS:
        words = f"{piece.key} can be turned by 0, 90, 180 or 270 degrees only, so it is not placed. Choose one of these."
        problems.append(Problem("HH-10", f"{where}/turn", "illegal", words))
        return Line(None)
    return Line(stand(piece.scare, at, turn))


def _bare_turn(value: object) -> object:
    """A turn without the sign that the drawings head it with: 90° is 90."""
    return typed.text(value).removesuffix("°") if isinstance(value, str) else value
