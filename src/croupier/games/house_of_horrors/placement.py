"""Places what a player won: gives the bodies of the board and the lines to the pending pieces and judges them (HH-10 to HH-17).

Must not know money, fines or phases: what was not placed is told, what that costs is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from croupier.core.problems import Problem

from .catalogue import Catalogue, Square
from .house import House, Piece, Standing, square_name
from .lines import Line, Pending, pending_pieces, read_lines, scare_of
from .reading import Group, Shown, read_board, read_groups, row_order, visible_squares

__all__ = ["Placement", "place", "scare_of"]

_MOST_NAMED = 6


@dataclass(frozen=True)
class Placement:
    """What became of one round's pending pieces."""

    pieces: tuple[Piece, ...]  # newly accepted, in the order placed, which is the order of judging
    labels: tuple[str, ...]  # the pending labels they belong to, same order
    discarded: tuple[str, ...]  # pending labels not placed, in the order won
    problems: tuple[Problem, ...]


def place(house: House, catalogue: Catalogue, pending: Sequence[str], board: object, lines: object) -> Placement:
    """Reads a board and its lines and judges the pending pieces, given in the order of judging, Walls last (HH-16)."""
    pieces = pending_pieces(pending, catalogue)
    shown, problems = read_board(board, house.plot, catalogue)
    filled, line_problems = read_lines(lines, pieces)
    problems += line_problems
    found = {number: line.standing for number, line in filled.items() if line.standing is not None}
    if shown is not None:
        told = tuple(found.values())
        groups = read_groups(house, shown, told, _told_only(pieces, filled))
    else:
        groups = ()
    problems += _group_problems(groups, pieces)
    faults: dict[int, Problem] = {}
    for scare in catalogue.scares:
        waiting = [number for number, piece in enumerate(pieces) if piece.scare is scare and number not in filled]
        of_scare = [group for group in groups if group.scare is scare]
        found.update(_shared_out(waiting, of_scare))
        faults |= _not_found(pieces, [number for number in waiting if number not in found], len(waiting), of_scare, shown is not None)
    grown, accepted, refused = _judged(house, pieces, found, filled)
    faults |= refused
    problems += [faults[number] for number in sorted(faults)]
    if shown is not None:
        problems += _altered(house, shown)
        if len(accepted) == len(pieces):
            problems += _loose_ends(house, grown, shown)
    return Placement(
        tuple(standing.piece for standing in grown.standing[len(house.standing) :]),
        tuple(pieces[number].label for number in accepted),
        tuple(piece.label for number, piece in enumerate(pieces) if number not in accepted),
        tuple(problems),
    )


def _told_only(pieces: Sequence[Pending], filled: dict[int, Line]) -> frozenset[str]:
    """The Scares all of whose pending pieces have a line: for them the line wins and cells are not looked at (HH-11)."""
    by_cells = {piece.scare.name for number, piece in enumerate(pieces) if number not in filled}
    return frozenset(piece.scare.name for piece in pieces) - by_cells


def _shared_out(waiting: Sequence[int], groups: Sequence[Group]) -> dict[int, Standing]:
    """The settled bodies of one Scare for its pieces that wait, row by row (HH-16); none if there are too many (HH-14)."""
    if sum(group.bodies for group in groups) > len(waiting):
        return {}
    bodies = [standing for group in groups for standing in group.taken]
    bodies.sort(key=lambda standing: (row_order(standing.at), standing.turn))
    return dict(zip(waiting, bodies, strict=False))


def _group_problems(groups: Sequence[Group], pieces: Sequence[Pending]) -> list[Problem]:
    """Groups that are no piece of this player: of a Scare that does not wait, or of a form that cannot be cut (HH-37)."""
    problems: list[Problem] = []
    wanted = {piece.scare.name for piece in pieces}
    for group in groups:
        name, first = group.scare.name, square_name(group.squares[0])
        if not group.bodies:
            words = f"The squares of the {name} at {first} do not make up its form, turned any way. Mend them by the drawing, or fill in its line."
            problems.append(Problem("HH-14", f"board/{first}", "unreadable", words))
        elif name not in wanted:
            words = f"There is a {name} at {first}, but you have none to place now. Clear those squares."
            problems.append(Problem("HH-37", f"board/{first}", "not-offered", words))
    return problems


def _not_found(pieces: Sequence[Pending], absent: Sequence[int], waiting: int, groups: Sequence[Group], handed_in: bool) -> dict[int, Problem]:
    """One problem for each piece of a Scare that got no body: the picture leaves it open, or it is nowhere (HH-14, HH-37)."""
    bodies = sum(group.bodies for group in groups)
    open_squares = [square for group in groups for square in _open_squares(group, bodies > waiting)]
    problems: dict[int, Problem] = {}
    for number, square in zip_longest(absent, open_squares[: len(absent)]):
        piece = pieces[number]
        if square is None:
            words = "no body of it can be read on the board" if handed_in else "no board came in"
            words = f"{piece.key} is not placed: {words}. Paint it, or fill in its line."
            problems[number] = Problem("HH-37", f"place/{piece.key}", "missing", words)
            continue
        if bodies > waiting:
            words = f"{bodies} bodies of the {piece.scare.name} can be read where only {waiting} can be meant. Clear what is too much."
        else:
            words = (
                f"the {piece.scare.name} at {square_name(square)} can be read in more than one way. "
                f"Colour its own activation squares purple and no others, or fill in its line."
            )
        problems[number] = Problem("HH-14", f"board/{square_name(square)}", "ambiguous", f"{piece.key} is not placed: {words}")
    return problems


def _open_squares(group: Group, too_many: bool) -> list[Square]:
    """A square to point at for each body that is not placed."""
    settled = set() if too_many else {square for standing in group.taken for square in standing.body}
    number = group.bodies if too_many else group.bodies - len(group.taken)
    return [next(square for square in group.squares if square not in settled)] * number if number else []


def _judged(
    house: House, pieces: Sequence[Pending], found: dict[int, Standing], filled: dict[int, Line]
) -> tuple[House, list[int], dict[int, Problem]]:
    """The house with the legal ones of the found pieces, judged one after the other; the others leave no trace (HH-12, HH-13, HH-16)."""
    accepted: list[int] = []
    problems: dict[int, Problem] = {}
    for number, piece in enumerate(pieces):
        if number not in found:
            continue
        standing = found[number]
        fault = house.fault(standing)
        if fault is None:
            house = house.with_piece(standing)
            accepted.append(number)
            continue
        rule, words = fault
        where = f"place/{piece.key}/at" if number in filled else f"board/{square_name(standing.body[0])}"
        problems[number] = Problem(rule, where, "illegal", f"{piece.key} is not placed: {words}. It needs another place or turn.")
    return house, accepted, problems


def _altered(house: House, shown: Shown) -> list[Problem]:
    """One problem for each old piece that the board shows otherwise (HH-17)."""
    problems: list[Problem] = []
    visible = visible_squares(house, shown)
    for standing in house.standing:
        changed = [square for square in standing.body if shown.codes.get(square) is not standing.scare]
        changed += [square for square in standing.zone if square in visible and square not in shown.purple]
        if changed:
            first = min(changed, key=row_order)
            name, at = standing.scare.name, square_name(standing.at)
            words = f"The {name} at {at} stands already and cannot be changed ({_named(changed)}). It is drawn again as it was."
            problems.append(Problem("HH-17", f"board/{square_name(first)}", "altered", words))
    return problems


def _loose_ends(house: House, grown: House, shown: Shown) -> list[Problem]:
    """Purple that belongs to nothing, and zone squares left bare, told once all is placed; neither does harm (HH-15)."""
    problems: list[Problem] = []
    visible = visible_squares(house, shown)
    zones = {square for standing in grown.standing for square in standing.zone}
    stray = [square for square in house.plot.squares if square in shown.purple and square in visible and square not in zones]
    if stray:
        words = f"Purple outside every activation zone: {_named(stray)}. It does no harm; clear it if it is a slip."
        problems.append(Problem("HH-15", f"board/{square_name(stray[0])}", "illegal", words, harmless=True))
    for standing in grown.standing[len(house.standing) :]:
        bare = [square for square in standing.zone if square in visible and square not in shown.purple]
        if bare:
            name, at = standing.scare.name, square_name(standing.at)
            words = f"The {name} at {at} is placed, but its activation zone lacks purple: {_named(bare)}. It does no harm."
            problems.append(Problem("HH-15", f"board/{square_name(min(bare, key=row_order))}", "missing", words, harmless=True))
    return problems


def _named(squares: Sequence[Square]) -> str:
    """ "C4, C5 and 3 more", in row order."""
    names = [square_name(square) for square in sorted(squares, key=row_order)]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more
