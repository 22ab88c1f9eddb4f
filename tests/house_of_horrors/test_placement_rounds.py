"""Sweeps over random rounds of placement: painted well, told by lines, and damaged.

What a silent wrong placement is. A piece is *wrong* when its body is none that was meant, or when it is turned so that its zone in the
house is another than was meant. From a damaged board alone wrong pieces cannot always be told: where the damage happens to make the exact
picture of another placement, any reader must take that. So a wrong piece is *silent* only if
(1) a square of its body does not show its code, or
(2) its visible zone is not all purple although its squares could also be cut or turned otherwise, or
(3) the player was told nothing, and yet the board is not exactly the picture of the house that came out.
No damaged board may give a silent wrong piece. (1) and (2) say that the picture speaks for each piece on its own, (3) that
whatever does not fit the picture as a whole is told.
"""

from __future__ import annotations

import os
import random  # noqa: TID251
from collections import Counter
from collections.abc import Mapping

import pytest

from croupier.games.house_of_horrors.catalogue import TURNS, Catalogue
from croupier.games.house_of_horrors.house import House, Piece, Standing, build, square_name
from croupier.games.house_of_horrors.placement import Placement, place
from croupier.games.house_of_horrors.reading import read_board, visible_squares
from house_of_horrors.letter import best_combinations
from house_of_horrors.rounds import Round, corner_plot, damaged, line_keys, paint, painted, picture, random_round, rows_of, shipped_catalogue

SCARES = shipped_catalogue()
ROUNDS = int(os.environ.get("CROUPIER_ROUNDS", "1000"))


def look(played: Round, piece: Standing) -> tuple[object, ...]:
    return picture(played.house, played.meant, piece)


def accepted(played: Round, placement: Placement) -> list[Standing]:
    return list(build(played.house.plot, SCARES, placement.pieces).standing)


def undecidable(played: Round) -> bool:
    """Whether another placement than the meant one gives the very same board, so that no reader could tell."""
    shown, _ = read_board(played.rows, played.house.plot, SCARES)
    assert shown is not None
    found = best_combinations(played.house, shown.codes, shown.purple)
    assert found is not None
    meant = {(frozenset(piece.body), look(played, piece)[2]) for piece in played.meant}
    others = 0
    for combination in found.best:
        bodies = [body for reading in combination for body in reading]
        grid = painted(played.house)
        grid |= {square: "o" for _, zone in bodies for square in zone}
        grid |= {square: played.grid[square] for body, _ in bodies for square in body}
        assert grid == played.grid
        others += set(bodies) != meant
    return others > 0


def exact_sweep(randomizer: random.Random, rounds: int, walls: float) -> Counter[str]:
    """Reads rounds that are painted without a fault; nothing may be misread and what stays open must be undecidable."""
    tally: Counter[str] = Counter()
    for _ in range(rounds):
        played = random_round(randomizer, SCARES, corner_plot(), walls=walls)
        placement = place(played.house, SCARES, played.pending, played.rows, None)
        meant = {look(played, piece) for piece in played.meant}
        pieces = accepted(played, placement)
        assert {look(played, piece) for piece in pieces} <= meant, played.rows
        for piece in pieces:
            turned = [Piece(piece.scare.name, square_name(piece.at), turn) for turn in TURNS]
            same = [other.turn for other in build(played.house.plot, SCARES, turned).standing if look(played, other) == look(played, piece)]
            assert piece.turn == min(same)
        assert [problem.code for problem in placement.problems] == ["ambiguous"] * len(placement.discarded)
        assert sorted(placement.labels + placement.discarded) == sorted(played.pending)
        if placement.discarded:
            assert undecidable(played), played.rows
        tally["rounds"] += 1
        tally["whole"] += not placement.discarded
        tally["pieces"] += len(played.meant)
        tally["read"] += len(pieces)
    return tally


@pytest.mark.slow
@pytest.mark.parametrize(("walls", "least_rounds", "least_pieces"), [(0.5, 0.945, 0.97), (0.2, 0.88, 0.94)])
def test_painted_rounds_are_read_whenever_the_cells_tell_them_apart(walls: float, least_rounds: float, least_pieces: float) -> None:
    tally = exact_sweep(random.Random(96), ROUNDS, walls)
    print(
        f"\npainted, Walls {walls:.0%}: {tally['rounds']} rounds, {tally['whole'] / tally['rounds']:.2%} read whole, "
        f"{tally['read'] / tally['pieces']:.2%} of {tally['pieces']} pieces read; the rest undecidable, none misread"
    )
    assert tally["whole"] >= least_rounds * tally["rounds"]
    assert tally["read"] >= least_pieces * tally["pieces"]


@pytest.mark.slow
def test_with_lines_every_round_is_read() -> None:
    randomizer = random.Random(11)
    for _ in range(ROUNDS):
        played = random_round(randomizer, SCARES, corner_plot(), walls=0.3)
        meant = tuple(piece.piece for piece in played.meant)
        numbers = range(len(meant))
        told = place(played.house, SCARES, played.pending, played.rows, played.lines(numbers))
        assert (told.pieces, told.labels, told.problems) == (meant, played.pending, ())
        unpainted = place(played.house, SCARES, played.pending, paint(played.house), played.lines(numbers))
        assert unpainted.pieces == meant
        assert {(problem.code, problem.rule) for problem in unpainted.problems} <= {("missing", "HH-15")}
        assert place(played.house, SCARES, played.pending, None, played.lines(numbers)) == told
        some = [number for number in numbers if randomizer.random() < 0.5]
        mixed = place(played.house, SCARES, played.pending, played.rows, played.lines(some))
        by_label = dict(zip(line_keys(played.pending), played.meant, strict=True))
        assert {look(played, piece) for piece in accepted(played, mixed)} <= {look(played, piece) for piece in by_label.values()}
        assert {meant[number] for number in some} <= set(mixed.pieces)
        assert [problem.code for problem in mixed.problems] == ["ambiguous"] * len(mixed.discarded)


def zones_in(house: House) -> list[frozenset[tuple[int, int]]]:
    """The zone squares that each piece of a house really has (HH-12)."""
    return [frozenset(square for square in piece.zone if house.plot.holds(square) and square not in house.bodies) for piece in house.standing]


def damaged_round(randomizer: random.Random, scares: Catalogue, tally: Counter[str]) -> None:
    """Spoils a painted board and looks for silent wrong pieces, as the beginning of this file defines them."""
    played = random_round(randomizer, scares, corner_plot(), walls=0.3)
    grid = damaged(randomizer, played, scares)
    rows = rows_of(grid, played.house.plot.size)
    told = "\n" + "\n".join(rows)
    placement = place(played.house, scares, played.pending, rows, None)
    pieces = accepted(played, placement)
    shown, _ = read_board(rows, played.house.plot, scares)
    assert shown is not None
    visible = visible_squares(played.house, shown)
    found = best_combinations(played.house, shown.codes, shown.purple)
    for piece in pieces:
        assert all(shown.codes.get(square) is piece.scare and square not in played.house.bodies for square in piece.body), told
        seen = visible.intersection(piece.zone)
        if not seen <= shown.purple and found is not None:
            groups = zip(found.groups, found.readings, strict=True)
            (readings,) = (every for (scare, squares), every in groups if scare is piece.scare and piece.body[0] in squares)
            assert len(readings) == 1, told
    grown = House(played.house.plot, (*played.house.standing, *pieces))
    wanted = House(played.house.plot, (*played.house.standing, *played.meant))
    own = {(piece.scare.name, frozenset(piece.body), zone) for piece, zone in zip(wanted.standing, zones_in(wanted), strict=True)}
    wrong = [
        piece
        for piece, zone in zip(grown.standing, zones_in(grown), strict=True)
        if (piece.scare.name, frozenset(piece.body), zone - wanted.bodies) not in own
    ]
    exact = plain(grid, played.house) == painted(played.house, pieces)
    assert placement.problems or exact, told
    tally["boards"] += 1
    tally["pieces"] += len(played.meant)
    tally["placed"] += len(pieces)
    tally["nothing told"] += not placement.problems
    tally["wrong, told"] += len(wrong) if placement.problems else 0
    tally["wrong, exact picture"] += 0 if placement.problems else len(wrong)


def plain(grid: Mapping[tuple[int, int], str], house: House) -> dict[tuple[int, int], str]:
    """The board with start and exit marked as they are in a fresh one."""
    tokens = dict(grid)
    for square, mark in ((house.plot.start, "S"), (house.plot.exit, "E")):
        if tokens[square] in (".", "S", "E"):
            tokens[square] = mark
    return tokens


@pytest.mark.slow
def test_damaged_boards_give_no_silent_wrong_placement() -> None:
    randomizer = random.Random(13)
    tally: Counter[str] = Counter()
    for _ in range(ROUNDS):
        damaged_round(randomizer, SCARES, tally)
    print("\ndamaged:", ", ".join(f"{key}: {count}" for key, count in tally.items()))
    assert tally["placed"] > tally["pieces"] / 2
    assert tally["nothing told"] < tally["boards"] / 3
