"""Reads a player's action and the fields that it needs (PC-7, PC-9 … PC-12).

Must not look at fields that the chosen action does not need.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core import typed
from croupier.core.forms import Answers
from croupier.core.problems import Problem

from .actions import ACTIONS, DOUBLE_MOVEMENT, OFF_BY_ONE, POINT_SWAP, TITLES, USES, Action, DoubleMovement, OffByOne, PointSwap, Void, Wall
from .grid import SIDE, Cell, is_on_grid, read_border, read_cell
from .reading import filled, quoted, several, where

FIELDS = ("square", "by", "cells", "border", "pair")
SIGN_PLACES = ("1", "2", "3", "4")
CELL_PLACES = ("1", "2")
_LONGEST = 40


def action_key(value: object) -> str | None:
    """The action of a typed name: `off_by_one`, `Off by One`, `The Wall` or `wall`; None where there is none."""
    words = typed.name_key(typed.text(value).replace("_", " ").replace("-", " ")).removeprefix("the ").replace(" ", "_")
    return words if words in ACTIONS else None


def read_action(answers: Answers, left: Mapping[str, int], pairs: Sequence[str], problems: list[Problem]) -> Action | None:
    """PC-7: the action, `Void` where it does nothing, None where there is none."""
    value = answers.get("action")
    if typed.is_blank(value):
        problems.append(Problem("PC-7", "action", "missing", "There is no action from you, so this round's is lost."))
        return None
    if isinstance(value, (list, tuple, Mapping)):
        problems.append(Problem("PC-7", "action", "unreadable", "Type the name of one action; as it is, it is void."))
        return Void("(unreadable)")
    name = action_key(value)
    if name is None:
        text = f"There is no action {quoted(value)}; there are {', '.join(TITLES.values())}. It is void."
        problems.append(Problem("PC-7", "action", "not-offered", text))
        return Void(typed.text(value)[:_LONGEST])
    if left[name] <= 0:
        problems.append(Problem("PC-7", "action", "illegal", f"You have used {TITLES[name]} {USES} times, so this one is void. Choose another."))
        _read(name, answers, pairs, problems)  # What is wrong with its fields is told too (PC-21).
        return Void(name)
    return _read(name, answers, pairs, problems) or Void(name)


def _read(name: str, answers: Answers, pairs: Sequence[str], problems: list[Problem]) -> Action | None:
    if name == OFF_BY_ONE:
        corner = _cell(answers.get("square"), "square", "PC-9", "the square's top-left cell", problems)
        by = _signs(answers.get("by"), problems)
        return OffByOne(corner, by) if corner is not None and by is not None else None
    if name == POINT_SWAP:
        return _swap(answers.get("cells"), problems)
    if name == DOUBLE_MOVEMENT:
        return _double(answers.get("pair"), pairs, problems)
    return _wall(answers.get("border"), problems)


def _cell(value: object, place: str, rule: str, what: str, problems: list[Problem]) -> Cell | None:
    if typed.is_blank(value):
        problems.append(Problem(rule, place, "missing", f"Say {what}, such as R4C4; without it the action is void."))
        return None
    cell = read_cell(value)
    if cell is None:
        problems.append(Problem(rule, place, "unreadable", f"{quoted(value)} is no cell. Type {what} such as R4C4; as it is, the action is void."))
        return None
    if not is_on_grid(cell):
        text = f"There is no cell {quoted(value)}; they go from R1C1 to R{SIDE}C{SIDE}. The action is void."
        problems.append(Problem(rule, place, "not-offered", text))
        return None
    return cell


def _signs(value: object, problems: list[Problem]) -> tuple[int, int, int, int] | None:
    """PC-9: +1 or −1 for each cell of the square; one alone stands for all four."""
    found = several(value, "by", SIGN_PLACES, "PC-9", problems)
    signs = list(filled(found))
    if len(signs) > len(SIGN_PLACES):
        problems.append(Problem("PC-9", "by", "unreadable", "A square has four cells; type four signs, or one for all. The action is void."))
        return None
    if len(signs) not in (1, len(SIGN_PLACES)):
        problems.append(Problem("PC-9", "by", "missing", "Type +1 or −1 for all four cells of the square, or one for all; the action is void."))
    by: list[int] = []
    for place, sign in enumerate(found, start=1):
        number = typed.whole(sign)
        if sign is None:
            continue
        at = where("by", place) if len(found) > 1 else "by"
        if number is None:
            problems.append(Problem("PC-9", at, "unreadable", f"{quoted(sign)} is not +1 or −1; the action is void."))
        elif abs(number) != 1:
            problems.append(Problem("PC-9", at, "illegal", f"{quoted(sign)} will not do, only +1 or −1; the action is void."))
        else:
            by.append(number)
    if len(by) != len(signs) or len(signs) not in (1, len(SIGN_PLACES)):
        return None
    one, two, three, four = by * 4 if len(by) == 1 else by
    return one, two, three, four


def _swap(value: object, problems: list[Problem]) -> PointSwap | None:
    """PC-10"""
    if isinstance(value, str) and not typed.is_blank(value) and read_cell(value) is None:
        text = f"{quoted(value)} is no cell. Two cells are swapped, each in a place of its own; the action is void."
        problems.append(Problem("PC-10", "cells", "unreadable", text))
        return None
    found = several(value, "cells", CELL_PLACES, "PC-10", problems)
    if len(list(filled(found))) > len(CELL_PLACES):
        problems.append(Problem("PC-10", "cells", "unreadable", "Two cells are swapped, and here are more; the action is void."))
        return None
    values = list(filled(found))
    cells = [_cell(one, where("cells", place), "PC-10", "a cell", problems) for place, one in enumerate(values, start=1)]
    if len(values) < len(CELL_PLACES):
        problems.append(Problem("PC-10", "cells", "missing", "Two cells are swapped; name both, or the action is void."))
    if len(cells) != len(CELL_PLACES) or cells[0] is None or cells[1] is None:
        return None
    if cells[0] == cells[1]:
        problems.append(Problem("PC-10", "cells", "illegal", "That is the same cell twice; name two, or the action is void."))
        return None
    return PointSwap((cells[0], cells[1]))


def _wall(value: object, problems: list[Problem]) -> Wall | None:
    """PC-11"""
    if typed.is_blank(value):
        problems.append(Problem("PC-11", "border", "missing", "Say which border, such as C2|C3; without it the action is void."))
        return None
    border = read_border(value)
    if border == "unreadable":
        text = f"{quoted(value)} is no border. Type two columns or two rows that meet, such as C2|C3 or R7|R1; the action is void."
        problems.append(Problem("PC-11", "border", "unreadable", text))
        return None
    if isinstance(border, str):
        text = f"There is no border {quoted(value)}; it lies between two neighbours, such as C2|C3 or R7|R1. The action is void."
        problems.append(Problem("PC-11", "border", "not-offered", text))
        return None
    return Wall(border)


def _double(value: Any, pairs: Sequence[str], problems: list[Problem]) -> DoubleMovement | None:
    """PC-12"""
    if typed.is_blank(value):
        problems.append(Problem("PC-12", "pair", "missing", "Say whose token is to go twice as far; without it the action is void."))
        return None
    if isinstance(value, (list, tuple, Mapping)):
        problems.append(Problem("PC-12", "pair", "unreadable", "Name one pair; as it is, the action is void."))
        return None
    pair = {typed.name_key(name): name for name in pairs}.get(typed.name_key(value))
    if pair is None:
        problems.append(
            Problem("PC-12", "pair", "not-offered", f"There is no pair {quoted(value)}; choose one of {', '.join(pairs)}. The action is void.")
        )
        return None
    return DoubleMovement(pair)
