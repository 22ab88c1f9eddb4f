"""HH-14 by the letter: every reading of every group written out, the combinations gone through one by one.

Must not share code or ideas with the reader in the package, and is fit for small or sparse boards only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from croupier.games.house_of_horrors.catalogue import TURNS, Scare, Square
from croupier.games.house_of_horrors.house import House, stand

Body = tuple[frozenset[Square], frozenset[Square]]
Reading = frozenset[Body]


@dataclass(frozen=True)
class Verdict:
    """What becomes of a group: the number of bodies in it, 0 if it cannot be cut, and those to take."""

    scare: Scare
    squares: frozenset[Square]
    bodies: int
    taken: frozenset[Body]


def _groups(new: Mapping[Square, Scare]) -> list[tuple[Scare, frozenset[Square]]]:
    groups: list[tuple[Scare, frozenset[Square]]] = []
    for square, scare in new.items():
        touching = [group for group in groups if group[0] is scare and any(abs(square[0] - x) + abs(square[1] - y) == 1 for x, y in group[1])]
        groups = [group for group in groups if group not in touching]
        groups.append((scare, frozenset([square]).union(*(squares for _, squares in touching))))
    return groups


def _readings(
    scare: Scare, squares: frozenset[Square], visible: frozenset[Square], known: dict[frozenset[Square], frozenset[Reading]]
) -> frozenset[Reading]:
    if not squares:
        return frozenset([frozenset()])
    if squares in known:
        return known[squares]
    some = min(squares)
    found: set[Reading] = set()
    bodies: set[Body] = set()
    for turn in TURNS:
        for dx, dy in scare.shape(turn).body:
            piece = stand(scare, (some[0] - dx, some[1] - dy), turn)
            if squares.issuperset(piece.body):
                bodies.add((frozenset(piece.body), visible.intersection(piece.zone)))
    for body in bodies:
        found.update(rest | {body} for rest in _readings(scare, squares - body[0], visible, known))
    known[squares] = frozenset(found)
    return known[squares]


@dataclass(frozen=True)
class Combinations:
    """All groups by their first squares in row order, their readings, and the best choices of one reading for each of `chosen_for`."""

    groups: list[tuple[Scare, frozenset[Square]]]
    readings: list[frozenset[Reading]]
    chosen_for: list[int]
    best: list[tuple[Reading, ...]]


def best_combinations(house: House, codes: Mapping[Square, Scare], purple: frozenset[Square], most: int = 20_000) -> Combinations | None:
    """The combinations of readings that leave the fewest purple outside every zone; None where there are too many to go through."""
    plot = house.plot
    visible = frozenset(square for square in plot.squares if square not in house.bodies and square not in codes)
    new = {square: scare for square, scare in codes.items() if square not in house.bodies}
    groups = sorted(_groups(new), key=lambda group: min((y, x) for x, y in group[1]))
    readings = [_readings(scare, squares, visible, {}) for scare, squares in groups]
    left = [every if len(every) == 1 else frozenset(reading for reading in every if all(zone <= purple for _, zone in reading)) for every in readings]
    chosen_for = [number for number in range(len(groups)) if left[number]]
    if prod(len(left[number]) for number in chosen_for) > most:
        return None
    old = {square for piece in house.standing for square in piece.zone}
    best: list[tuple[Reading, ...]] = []
    fewest = None
    for combination in product(*(sorted(left[number], key=repr) for number in chosen_for)):
        zones = old.union(*(zone for reading in combination for _, zone in reading))
        outside = len((purple & visible) - zones)
        if fewest is None or outside < fewest:
            fewest, best = outside, []
        if outside == fewest:
            best.append(combination)
    return Combinations(groups, readings, chosen_for, best)


def by_the_letter(house: House, codes: Mapping[Square, Scare], purple: frozenset[Square]) -> list[Verdict] | None:
    """The verdict on each group of new squares, by first squares in row order; None where there are too many combinations."""
    found = best_combinations(house, codes, purple)
    if found is None:
        return None
    verdicts = []
    for number, (scare, squares) in enumerate(found.groups):
        place = found.chosen_for.index(number) if number in found.chosen_for else None
        chosen = [] if place is None else [combination[place] for combination in found.best]
        taken = frozenset.intersection(*chosen) if chosen else frozenset()
        bodies = len(squares) // len(scare.shape(0).body) if found.readings[number] else 0
        verdicts.append(Verdict(scare, squares, bodies, taken))
    return verdicts
