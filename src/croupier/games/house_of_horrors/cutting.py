"""Cuts groups of squares into bodies and weighs the ways to do so by the purple they explain (HH-14).

Must not know cells, pending pieces or problems, and never takes a body that it had no time to settle.

Squares are bits: bit `row * size + column`, so that the lowest bit of a mask is its first square in row order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .house import Standing

# Steps that each of the two passes over a board may cost. Boards of play need some hundreds.
MOST_STEPS = 150_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A body that a group may hold, with the part of its zone that can be seen; `standing` has the lowest of the turns that look so."""

    standing: Standing
    body: int
    zone: int


@dataclass(frozen=True, slots=True)
class Cut:
    """What became of a group: how many bodies it holds (0: it cannot be cut) and those of them that are settled."""

    bodies: int
    taken: tuple[Standing, ...]


@dataclass(slots=True)
class _Steps:
    """How much work may still be spent on a pass over the board."""

    left: int


@dataclass(frozen=True, slots=True)
class _Best:
    """The best readings of a mask: how many there are, and the candidates that all of them hold."""

    count: int
    common: tuple[Candidate, ...]


@dataclass(slots=True)
class _Open:
    """A group that has several readings. `candidates` are those whose whole visible zone is purple; None: too much to look through."""

    index: int
    squares: int
    candidates: Sequence[Candidate] | None
    reach: int


def _best_readings(squares: int, candidates: Sequence[Candidate], purple: int, steps: _Steps) -> _Best | None:
    """The exact cuts of `squares` that explain most of `purple`; None where the steps run out.

    Each state takes the first square not yet in a body and tries every body that begins there. A state is what is left to
    cut, and which purple is explained of that which later bodies could still explain: more of the past does not matter for what
    comes, so that the number of states follows the width of the board and not the number of readings.
    """
    starting: dict[int, list[tuple[int, int, int]]] = {}
    for number, candidate in enumerate(candidates):
        starting.setdefault(candidate.body & -candidate.body, []).append((candidate.body, candidate.zone & purple, 1 << number))
    later: dict[int, int] = {0: 0}
    reach = 0
    for bit in range(squares.bit_length() - 1, -1, -1):
        for _, zone, _ in starting.get(1 << bit, ()):
            reach |= zone
        later[1 << bit] = reach

    states: dict[tuple[int, int], tuple[int, int, int]] = {(squares, 0): (0, 1, 0)}
    while states and (0, 0) not in states:
        following: dict[tuple[int, int], tuple[int, int, int]] = {}
        for (left, explained), (gain, count, common) in states.items():
            for body, zone, mark in starting.get(left & -left, ()):
                if body & ~left:
                    continue
                steps.left -= 1
                rest = left ^ body
                state = (rest, (explained | zone) & later[rest & -rest])
                reached = gain + (zone & ~explained).bit_count()
                known = following.get(state)
                if known is None or known[0] < reached:
                    following[state] = (reached, count, common | mark)
                elif known[0] == reached:
                    following[state] = (reached, known[1] + count, known[2] & (common | mark))
            if steps.left < 0:
                return None
        states = following
    _, count, common = states.get((0, 0), (0, 0, 0))
    return _Best(count, tuple(candidate for number, candidate in enumerate(candidates) if common >> number & 1))


def _linked(groups: Sequence[_Open]) -> list[list[_Open]]:
    """The groups in parts that share no purple: what is chosen in one part never matters in another."""
    parts: list[tuple[int, list[_Open]]] = []
    for group in groups:
        reach, members = group.reach, [group]
        apart: list[tuple[int, list[_Open]]] = []
        for other_reach, others in parts:
            if other_reach & reach:
                reach, members = reach | other_reach, [*others, *members]
            else:
                apart.append((other_reach, others))
        parts = [*apart, (reach, members)]
    return [members for _, members in parts]


def _union(candidates: Iterable[Candidate]) -> int:
    zones = 0
    for candidate in candidates:
        zones |= candidate.zone
    return zones


def cut_groups(groups: Sequence[tuple[int, Sequence[Candidate]]], purple: int, explained: int) -> tuple[Cut, ...]:
    """What HH-14 makes of the groups of a board, each given by its squares and the bodies that fit into it.

    `explained` is the purple that lies in the zone of a piece known beforehand. Where the work grows beyond all play the bodies in
    question stay open, as if the picture could not tell.
    """
    steps = _Steps(MOST_STEPS)
    cuts: dict[int, Cut] = {}
    unsure: list[_Open] = []
    # Small groups first: a monstrous one must not use up the steps of the others.
    for index in sorted(range(len(groups)), key=lambda index: (groups[index][0].bit_count(), index)):
        squares, candidates = groups[index]
        size = candidates[0].body.bit_count() if candidates else 0
        if size == 0 or squares.bit_count() % size:
            cuts[index] = Cut(0, ())
            continue
        best = _best_readings(squares, candidates, 0, steps)
        bodies = 0 if best is not None and best.count == 0 else squares.bit_count() // size
        if best is not None and best.count > 1:
            candidates = [candidate for candidate in candidates if not candidate.zone & ~purple]
            best = _best_readings(squares, candidates, 0, steps)
        if best is None or best.count > 1:
            cuts[index] = Cut(bodies, ())
            unsure.append(_Open(index, squares, None if best is None else candidates, _union(candidates)))
        else:
            cuts[index] = Cut(bodies, tuple(candidate.standing for candidate in best.common))
            explained |= _union(best.common)

    steps = _Steps(MOST_STEPS)
    purple &= ~explained
    for group in unsure:
        group.reach &= purple
    for members in sorted(_linked(unsure), key=lambda members: (sum(group.squares.bit_count() for group in members), members[0].index)):
        if any(group.candidates is None for group in members):
            continue
        joint = [candidate for group in members for candidate in group.candidates or ()]
        best = _best_readings(sum(group.squares for group in members), joint, purple, steps)
        if best is None:
            continue
        for group in members:
            taken = tuple(candidate.standing for candidate in best.common if candidate.body & group.squares)
            cuts[group.index] = Cut(cuts[group.index].bodies, taken)
    return tuple(cuts[index] for index in range(len(groups)))
