"""Furnished houses for the tests of walks: drawn by hypothesis, drawn from a seed, and one written down.

Must not hold tests.
"""

from __future__ import annotations

import random  # noqa: TID251 - houses for tests, always from a fixed seed
import tomllib
from importlib.resources import files
from typing import Any

from hypothesis import strategies as st

from croupier.core.draws import from_text
from croupier.games.house_of_horrors import roster
from croupier.games.house_of_horrors.catalogue import TURNS, Square, read_catalogue
from croupier.games.house_of_horrors.house import House, Piece, Plot, build, read_square, stand
from croupier.games.house_of_horrors.walks import Walk, walk

CATALOGUE = read_catalogue(tomllib.loads(files("croupier.games.house_of_horrors").joinpath("scares.toml").read_text("utf-8")))
WALL = CATALOGUE.by_name["Wall"]
WAYS = [entrant.name for entrant in roster.ENTRANTS if entrant.name != roster.LEBOSS]


def square(name: str) -> Square:
    found = read_square(name)
    assert found is not None
    return found


def send(house: House, as_: str, entrant: str | None = None, **more: Any) -> Walk:
    """One walk; whoever walks as Red draws under a label of its own."""
    return walk(house, entrant or as_, as_, stream=from_text("croupier").stream("paths/red/Ana/1"), **more)


@st.composite
def houses(draw: st.DrawFn) -> House:
    """A furnished house: pieces that may stand are added, the others fall away."""
    size = draw(st.integers(3, 9))
    places = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))
    ends = draw(st.one_of(st.just([(0, size - 1), (size - 1, 0)]), st.lists(places, min_size=2, max_size=2, unique=True)))
    house = House(Plot(size, ends[0], ends[1]))
    scares = st.one_of(st.just(WALL), st.sampled_from(CATALOGUE.drawn))
    number = draw(st.sampled_from((0, 5, 20, 40)))  # many fall away; left to itself hypothesis prefers bare houses
    for scare, at, turn in draw(st.lists(st.tuples(scares, places, st.sampled_from(TURNS)), min_size=number, max_size=number)):
        standing = stand(scare, at, turn)
        if house.fault(standing) is None:
            house = house.with_piece(standing)
    return house


def crowded(seed: int) -> House:
    """A house of a seed, fuller than what hypothesis likes to draw."""
    source = random.Random(seed)
    size = source.choice((5, 7, 9, 9, 9, 12))
    corners: list[Square] = [(0, size - 1), (size - 1, 0)]
    start, goal = source.choice((corners, source.sample(Plot(size, *corners).squares, 2)))
    house = House(Plot(size, start, goal))
    walls = source.choice((0.1, 0.4, 0.7))
    for _ in range(source.choice((15, 30, 60))):
        scare = WALL if source.random() < walls else source.choice(CATALOGUE.drawn)
        standing = stand(scare, (source.randrange(size), source.randrange(size)), source.choice(TURNS))
        if house.fault(standing) is None:
            house = house.with_piece(standing)
    return house


# That of the rule case in which all nine walk.
HOUSE = build(
    Plot(9, (0, 8), (8, 0)),
    CATALOGUE,
    [
        Piece("Nightmare", "B5", 180),
        Piece("Grunkle-In-a-Box", "G7", 0),
        Piece("Playtest", "D3", 180),
        Piece("Wolfman", "H4", 0),
        Piece("Blood Walls", "D7", 90),
        Piece("Man-Spider", "A1", 90),
        Piece("Wall", "G2", 0),
        Piece("Wall", "I5", 0),
    ],
)
