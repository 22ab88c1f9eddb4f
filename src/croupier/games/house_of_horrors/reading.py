"""Reads the cells of a board: what each square shows, and which new bodies the picture holds (HH-11, HH-14).

Must not know which pieces a player has to place, nor judge where a body may stand.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.core import typed
from croupier.core.problems import Problem

from .catalogue import EMPTY_CODE, EXIT_CODE, START_CODE, TURNS, ZONE_CODE, Catalogue, Scare, Square
from .cutting import Candidate, cut_groups
from .house import CARDINAL, House, Plot, Standing, square_name, stand

_LONGEST_QUOTE = 20


@dataclass(frozen=True)
class Shown:
    """What the cells of a board show: the Scare whose code stands on a square, and the purple squares."""

    codes: Mapping[Square, Scare]
    purple: frozenset[Square]


@dataclass(frozen=True)
class Group:
    """New squares of one colour that touch: how many bodies they hold (0: they cannot be cut) and the bodies that are certain."""

    scare: Scare
    squares: tuple[Square, ...]
    bodies: int
    taken: tuple[Standing, ...]


def row_order(square: Square) -> Square:
    """Sorts squares row by row, left to right."""
    return square[1], square[0]


def quoted(value: object) -> str:
    """A typed value for a problem's text, shortened where somebody typed a novel."""
    words = typed.text(value)
    return f'"{words if len(words) <= _LONGEST_QUOTE else words[: _LONGEST_QUOTE - 1] + "…"}"'


def read_board(board: object, plot: Plot, catalogue: Catalogue) -> tuple[Shown | None, list[Problem]]:
    """What the board handed in shows (HH-11), None where there is none or it has the wrong form (HH-37)."""
    if typed.is_blank(board):
        return None, []
    size = plot.size
    rows = [row.split() if isinstance(row, str) else [] for row in board] if isinstance(board, (list, tuple)) else []
    if len(rows) != size or any(len(row) != size for row in rows):
        words = f"The board must have {size} rows of {size} cells, so nothing was read from it. Start again from a fresh board."
        return None, [Problem("HH-37", "board", "unreadable", words)]
    codes: dict[Square, Scare] = {}
    purple: set[Square] = set()
    problems: list[Problem] = []
    for square in plot.squares:
        token = rows[square[1]][square[0]]
        painted, _, over = (typed.text(part) for part in token.partition("/"))
        counts = (over or painted).casefold()
        if counts in catalogue.by_code:
            codes[square] = catalogue.by_code[counts]
        elif counts == ZONE_CODE.casefold():
            purple.add(square)
        elif counts not in ("", EMPTY_CODE) and not (square in (plot.start, plot.exit) and counts in (START_CODE.casefold(), EXIT_CODE.casefold())):
            problems.append(_no_code(square, over, counts))
    return Shown(codes, frozenset(purple)), problems


def _no_code(square: Square, over: str, counts: str) -> Problem:
    name = square_name(square)
    if counts in (START_CODE.casefold(), EXIT_CODE.casefold()):
        words = f"{name} shows the colour or the letter of the start or the exit, which lie elsewhere. It counts as empty; clear it."
    elif over:
        words = f"{name} says {quoted(over)}, which is no code of the legend. It counts as empty; type a code or clear it."
    else:
        words = f"The colour of {name} is none of the legend. It counts as empty; colour it anew or type the code into it."
    return Problem("HH-11", f"board/{name}", "unreadable", words)


def visible_squares(house: House, shown: Shown) -> frozenset[Square]:
    """Where zone squares can be seen (HH-14): in the house, off the old bodies and off every code."""
    return frozenset(square for square in house.plot.squares if square not in house.bodies and square not in shown.codes)


def read_groups(house: House, shown: Shown, known: Sequence[Standing], passed_over: Collection[str]) -> tuple[Group, ...]:
    """The groups of new squares in row order, each with the bodies that the picture makes certain (HH-14).

    `known` are new pieces told by other means than cells, whose squares in their own colour are not new any more. Squares of the
    Scares in `passed_over` make no groups; as codes they hide zones like all others.
    """
    plot, visible = house.plot, visible_squares(house, shown)
    told = {(square, piece.scare.code) for piece in known for square in piece.body}
    new = {
        square: scare
        for square, scare in sorted(shown.codes.items(), key=lambda item: row_order(item[0]))
        if square not in house.bodies and (square, scare.code) not in told and scare.name not in passed_over
    }
    groups = list(_touching(new))
    explained = {square for piece in (*house.standing, *known) for square in piece.zone}
    cuts = cut_groups(
        [(_mask(squares, plot), _candidates(scare, squares, visible, plot)) for scare, squares in groups],
        _mask(shown.purple, plot),
        _mask((square for square in explained if plot.holds(square)), plot),
    )
    return tuple(Group(scare, squares, cut.bodies, cut.taken) for (scare, squares), cut in zip(groups, cuts, strict=True))


def _touching(new: Mapping[Square, Scare]) -> Iterable[tuple[Scare, tuple[Square, ...]]]:
    """The parts of one colour that hang together side by side, by their first squares in row order."""
    seen: set[Square] = set()
    for first, scare in new.items():
        if first in seen:
            continue
        seen.add(first)
        squares = [first]
        for x, y in squares:
            for dx, dy in CARDINAL:
                step = (x + dx, y + dy)
                if step not in seen and step in new and new[step] is scare:
                    seen.add(step)
                    squares.append(step)
        yield scare, tuple(sorted(squares, key=row_order))


def _candidates(scare: Scare, squares: Sequence[Square], visible: Collection[Square], plot: Plot) -> tuple[Candidate, ...]:
    """The bodies that fit into a group; of turns that look the same the lowest."""
    within = set(squares)
    found: dict[tuple[int, int], Candidate] = {}
    for x, y in squares:
        for turn in TURNS:
            left, top = scare.shape(turn).body[0]
            standing = stand(scare, (x - left, y - top), turn)
            if not within.issuperset(standing.body):
                continue
            body = _mask(standing.body, plot)
            zone = _mask((square for square in standing.zone if square in visible), plot)
            found.setdefault((body, zone), Candidate(standing, body, zone))
    return tuple(found.values())


def _mask(squares: Iterable[Square], plot: Plot) -> int:
    mask = 0
    for x, y in squares:
        mask |= 1 << y * plot.size + x
    return mask
