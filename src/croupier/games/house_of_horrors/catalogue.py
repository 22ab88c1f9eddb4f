"""The Scares that can be bought: fears, codes, colours and the shapes of their four turns (HH-10).

Must not read files: the catalogue arrives as the parsed mapping of `scares.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

Square = tuple[int, int]  # (column, row), both from 0; row 0 is the upper edge

TURNS = (0, 90, 180, 270)
WALL = "Wall"
ZONE_CODE, START_CODE, EXIT_CODE, EMPTY_CODE = "o", "S", "E", "."
_COLOUR = re.compile(r"[0-9a-f]{6}")
FIXED_COLOURS = {START_CODE: "00ff00", EXIT_CODE: "ff0000", ZONE_CODE: "9900ff"}


@dataclass(frozen=True, slots=True)
class Shape:
    """One turn of a Scare: offsets from the top-left corner of the *body's* bounding box (zone offsets may be negative)."""

    body: tuple[Square, ...]
    zone: tuple[Square, ...]


@dataclass(frozen=True)
class Scare:
    """One kind of Scare. `shapes` holds the four turns, 0, 90, 180 and 270 degrees clockwise."""

    name: str
    code: str
    colour: str
    existential: int
    monster: int
    phobia: int
    shapes: tuple[Shape, Shape, Shape, Shape]

    def shape(self, turn: int) -> Shape:
        """The shape at a turn of 0, 90, 180 or 270 degrees."""
        return self.shapes[TURNS.index(turn)]

    @property
    def fears(self) -> tuple[int, int, int]:
        """(existential, monster, phobia)"""
        return self.existential, self.monster, self.phobia


@dataclass(frozen=True)
class Catalogue:
    """All Scares in catalogue order, the Wall among them."""

    scares: tuple[Scare, ...]

    @cached_property
    def by_name(self) -> Mapping[str, Scare]:
        return {scare.name: scare for scare in self.scares}

    @cached_property
    def by_code(self) -> Mapping[str, Scare]:
        """By code in small letters."""
        return {scare.code.casefold(): scare for scare in self.scares}

    @cached_property
    def drawn(self) -> tuple[Scare, ...]:
        """The Scares that a drawn offer holds: all but the Wall (HH-1)."""
        return tuple(scare for scare in self.scares if scare.name != WALL)


def _shapes(rows: list[str]) -> tuple[Shape, Shape, Shape, Shape]:
    """The four turns of a drawn shape, each shifted so that its body's box begins at (0, 0)."""
    body = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    zone = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "o"]
    turned: list[Shape] = []
    for _ in TURNS:
        left, top = min(x for x, _ in body), min(y for _, y in body)

        def shifted(squares: list[Square], left: int = left, top: int = top) -> tuple[Square, ...]:
            return tuple(sorted(((x - left, y - top) for x, y in squares), key=lambda square: (square[1], square[0])))

        turned.append(Shape(shifted(body), shifted(zone)))
        body, zone = [(-y, x) for x, y in body], [(-y, x) for x, y in zone]
    return turned[0], turned[1], turned[2], turned[3]


def read_catalogue(data: Mapping[str, object]) -> Catalogue:
    """The catalogue from the parsed mapping of `scares.toml`; ValueError names the entry that is wrong."""
    entries = data.get("scare")
    if not isinstance(entries, list) or not entries:
        raise ValueError("the catalogue has no [[scare]] entries")
    scares: list[Scare] = []
    for entry in entries:
        name = str(entry.get("name", "?")).strip()
        try:
            rows = [str(row) for row in entry["shape"]]
            existential, monster, phobia = (entry[key] for key in ("existential", "monster", "phobia"))
            if any(not isinstance(fear, int) or isinstance(fear, bool) or fear < 0 for fear in (existential, monster, phobia)):
                raise ValueError("a fear is not a whole number from 0 up")
            if set("".join(rows)) - set("#o.") or "#" not in "".join(rows):
                raise ValueError('a shape is drawn with "#", "o" and "."')
            code, colour = str(entry["code"]).strip(), str(entry["colour"]).lower().lstrip("#")
            scare = Scare(name, code, colour, existential, monster, phobia, _shapes(rows))
        except (KeyError, TypeError, ValueError) as fault:
            raise ValueError(f"Scare {name!r} of the catalogue: {fault}") from fault
        if not (len(scare.code) == 2 and scare.code.isalpha()):
            raise ValueError(f"Scare {name!r} of the catalogue: a code has two letters")
        if not _COLOUR.fullmatch(scare.colour):
            raise ValueError(f"Scare {name!r} of the catalogue: a colour has six hexadecimal digits, such as 5b0f00")
        scares.append(scare)
    for key, values in (
        ("name", [scare.name.casefold() for scare in scares]),
        ("code", [scare.code.casefold() for scare in scares]),
        ("colour", [scare.colour for scare in scares] + list(FIXED_COLOURS.values())),
    ):
        if len(set(values)) != len(values):
            raise ValueError(f"two Scares of the catalogue share a {key}")
    if WALL not in (scare.name for scare in scares):
        raise ValueError("the catalogue has no Wall")
    return Catalogue(tuple(scares))
