"""Random legal rounds of placement: a house with old pieces, pieces to place, and the board painted as the rules ask.

Must not use the readers that it is there to test.
"""

from __future__ import annotations

import random  # noqa: TID251
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from croupier.games.house_of_horrors import catalogue
from croupier.games.house_of_horrors.catalogue import TURNS, WALL, Catalogue, Scare, Square, read_catalogue
from croupier.games.house_of_horrors.house import House, Plot, Standing, square_name, stand

Grid = dict[Square, str]
Picture = tuple[str, frozenset[Square], frozenset[Square]]


def shipped_catalogue() -> Catalogue:
    """The catalogue that comes with the game."""
    return read_catalogue(tomllib.loads(Path(catalogue.__file__).with_name("scares.toml").read_text(encoding="utf-8")))


def corner_plot(size: int = 9) -> Plot:
    """A plot with start and exit where they lie by default: lower left and upper right."""
    return Plot(size, (0, size - 1), (size - 1, 0))


@dataclass(frozen=True)
class Round:
    """What stands, what was won (labels in the order of judging) and where each of it is meant to go."""

    house: House
    pending: tuple[str, ...]
    meant: tuple[Standing, ...]

    @property
    def grid(self) -> Grid:
        return painted(self.house, self.meant)

    @property
    def rows(self) -> list[str]:
        return paint(self.house, self.meant)

    def lines(self, numbers: Iterable[int]) -> dict[str, dict[str, object]]:
        """The `place` mapping with the lines of these pending pieces filled in."""
        keys = line_keys(self.pending)
        return {keys[number]: {"at": square_name(self.meant[number].at), "turn": self.meant[number].turn} for number in numbers}


def line_keys(pending: Sequence[str]) -> list[str]:
    """What the lines of the pending pieces are called: labels, several Walls numbered."""
    return [f"{label} {pending[: number + 1].count(label)}" if pending.count(label) > 1 else label for number, label in enumerate(pending)]


def painted(house: House, new: Iterable[Standing] = ()) -> Grid:
    """The token of every square of a house once the new pieces stand in it too."""
    pieces = (*house.standing, *new)
    grid = dict.fromkeys(house.plot.squares, ".")
    grid |= {house.plot.start: "S", house.plot.exit: "E"}
    grid |= {square: "o" for piece in pieces for square in piece.zone if house.plot.holds(square)}
    grid |= {square: piece.scare.code for piece in pieces for square in piece.body}
    return grid


def rows_of(grid: Mapping[Square, str], size: int) -> list[str]:
    """The board as handed in."""
    return [" ".join(grid[column, row] for column in range(size)) for row in range(size)]


def paint(house: House, new: Iterable[Standing] = ()) -> list[str]:
    """The board of a player who paints these new pieces without a fault."""
    return rows_of(painted(house, new), house.plot.size)


def picture(house: House, new: Iterable[Standing], piece: Standing) -> Picture:
    """What can be seen of a piece: two pieces with the same picture cannot be told apart."""
    hidden = house.bodies | {square for other in new for square in other.body}
    return piece.scare.name, frozenset(piece.body), frozenset(square for square in piece.zone if house.plot.holds(square) and square not in hidden)


def labels_of(scares: Sequence[Scare]) -> list[str]:
    """Labels as an offer would give them: repeats lettered, each Wall a plain Wall."""
    names = [scare.name for scare in scares]
    return [f"{name} {chr(65 + names[:number].count(name))}" if names.count(name) > 1 and name != WALL else name for number, name in enumerate(names)]


def _added(randomizer: random.Random, house: House, scare: Scare, near: Sequence[Square]) -> House | None:
    """The house with the Scare at a random legal spot, close to one of the squares if any are given; None if none was found."""
    size = house.plot.size
    for _ in range(40):
        if near:
            column, row = randomizer.choice(near)
            at = column + randomizer.randint(-3, 2), row + randomizer.randint(-3, 2)
        else:
            at = randomizer.randrange(size), randomizer.randrange(size)
        piece = stand(scare, at, randomizer.choice(TURNS))
        if house.fault(piece) is None:
            return house.with_piece(piece)
    return None


def random_round(randomizer: random.Random, scares: Catalogue, plot: Plot, most_old: int = 25, most_new: int = 5, walls: float = 0.5) -> Round:
    """Up to `most_old` pieces that stand and one to `most_new` new ones, repeats, contact and shared zones well within reach.

    `walls` is the share of Walls among both: as many are sold as Scares (HH-1), hence a half.
    """
    while True:
        house = House(plot)
        wall = scares.by_name[WALL]
        for _ in range(randomizer.randint(0, most_old)):
            scare = wall if randomizer.random() < walls else randomizer.choice(scares.drawn)
            house = _added(randomizer, house, scare, ()) or house
        old = house
        kinds = [randomizer.choice(scares.drawn) for _ in range(randomizer.choice((1, 2, most_new)))]
        close = randomizer.random() < 0.5
        for _ in range(randomizer.randint(1, most_new)):
            scare = wall if randomizer.random() < walls else randomizer.choice(kinds)
            near = [square for piece in house.standing[len(old.standing) :] for square in piece.body] if close else []
            house = _added(randomizer, house, scare, near) or house
        new = list(house.standing[len(old.standing) :])
        if new:
            return _in_order(randomizer, old, new)


def _in_order(randomizer: random.Random, house: House, new: list[Standing]) -> Round:
    """The new pieces in an order of judging: Scares as an offer may have them, Walls last, equal ones row by row."""
    order = [piece.scare for piece in new]
    randomizer.shuffle(order)
    order.sort(key=lambda scare: scare.name == WALL)
    rest = sorted(new, key=lambda piece: (piece.at[1], piece.at[0], piece.turn))
    meant = []
    for scare in order:
        piece = next(piece for piece in rest if piece.scare is scare)
        rest.remove(piece)
        meant.append(piece)
    return Round(house, tuple(labels_of(order)), tuple(meant))


def damaged(randomizer: random.Random, turn: Round, scares: Catalogue, most: int = 3) -> Grid:
    """The painted board with one to `most` cells spoilt, most of them in or beside the new pieces."""
    grid = turn.grid
    touched = [square for piece in turn.meant for square in (*piece.body, *piece.zone) if square in grid]
    codes = [piece.scare.code for piece in turn.meant] + [randomizer.choice(scares.scares).code]
    for _ in range(randomizer.randint(1, most)):
        column, row = randomizer.choice(touched)
        square = column + randomizer.randint(-1, 1), row + randomizer.randint(-1, 1)
        if randomizer.random() < 0.5 or square not in grid:
            square = column, row
        grid[square] = randomizer.choice((".", ".", "o", "o", "?", "Wo/xx", "S", randomizer.choice(codes), randomizer.choice(codes)))
    return grid
