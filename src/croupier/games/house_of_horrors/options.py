"""What a host can set for a match of Little Auction House of Horrors, checked and frozen.

Must not read files: options and catalogue arrive as parsed mappings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.game import Option, OptionError
from croupier.core.options import whole

from .catalogue import WALL, Catalogue, Square, read_catalogue
from .house import Plot, read_square, square_name
from .roster import ENTRANTS

MOST_SIZE = 26
MOST_AUCTIONS = 30
MOST_LOTS = 40

OPTIONS = (
    Option("size", "9", "squares along each side of a house (the last column is a letter, so 26 at most)"),
    Option("start", '"A9"', "where every Entrant begins; left out: the lower left corner"),
    Option("exit", '"I1"', "where every Entrant leaves; left out: the upper right corner"),
    Option("cash", "1000", "dollars that each player begins with"),
    Option("auctions", "9", "how many Scare auctions there are, one a day"),
    Option("lots", "9", "Scares on offer in each auction, where the offer is drawn"),
    Option("walls", "9", "new Walls on offer in each auction"),
    Option(
        "schedule",
        '[{scares = ["Wolfman", "Nightmare"], walls = 9}]',
        "what each auction offers, where the host sets it; left out: drawn. Scares are listed in scares.toml beside this file",
    ),
    Option("slots", "4", "how often each Entrant is to be had; left out: enough for four Entrants a player"),
)


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One auction of the host's schedule: the Scares on offer, and the new Walls."""

    scares: tuple[str, ...]
    walls: int


@dataclass(frozen=True)
class Options:
    """The options of one match. `schedule` None = every offer is drawn (HH-1)."""

    plot: Plot
    cash: int
    auctions: int
    lots: int
    walls: int
    slots: int
    schedule: tuple[Scheduled, ...] | None
    garnets: tuple[tuple[str, int], ...]
    catalogue: Catalogue


def read_options(raw: Mapping[str, Any], data: Mapping[str, Any], seats: tuple[str, ...]) -> Options:
    """The options of a match for these seats; OptionError names the one that cannot be (HH-1, HH-20)."""
    known = {option.name for option in OPTIONS} | {"garnets"}
    for name in raw:
        if name not in known:
            raise OptionError(str(name), f"there is no such option; there are {', '.join(sorted(known))}")
    try:
        catalogue = read_catalogue(data["catalogue"])
    except ValueError as fault:
        raise OptionError("catalogue", str(fault)) from fault
    size = whole(raw, "size", 9, 2, MOST_SIZE)
    start = _square(raw, "start", (0, size - 1), size)
    exit_ = _square(raw, "exit", (size - 1, 0), size)
    if start == exit_:
        raise OptionError("exit", "start and exit must be two squares")
    walls = whole(raw, "walls", 9, 0, 999)
    least = -(-4 * len(seats) // len(ENTRANTS))
    slots = whole(raw, "slots", least, 1, 999)
    if slots < least:
        raise OptionError("slots", f"{len(seats)} players need {least} slots an Entrant at least, so that each can have four")
    return Options(
        plot=Plot(size, start, exit_),
        cash=whole(raw, "cash", 1000, 0, 10**9),
        auctions=whole(raw, "auctions", 9, 1, MOST_AUCTIONS),
        lots=whole(raw, "lots", 9, 0, MOST_LOTS),
        walls=walls,
        slots=slots,
        schedule=_schedule(raw.get("schedule"), walls, catalogue),
        garnets=_garnets(raw.get("garnets"), seats),
        catalogue=catalogue,
    )


def _square(raw: Mapping[str, Any], name: str, default: Square, size: int) -> Square:
    if name not in raw:
        return default
    square = read_square(raw[name])
    if square is None or max(square) >= size or min(square) < 0:
        raise OptionError(name, f"{raw[name]!r} is no square of the house; the last one is {square_name((size - 1, size - 1))}")
    return square


def _schedule(raw: Any, walls: int, catalogue: Catalogue) -> tuple[Scheduled, ...] | None:
    if raw is None:
        return None
    if not isinstance(raw, (list, tuple)):
        raise OptionError("schedule", "it is a list with one entry an auction")
    names = {typed.name_key(scare.name): scare.name for scare in catalogue.drawn}
    offers: list[Scheduled] = []
    for number, entry in enumerate(raw, start=1):
        where = f"schedule, auction {number}"
        if not isinstance(entry, Mapping) or not set(entry) <= {"scares", "walls"} or not isinstance(entry.get("scares", []), (list, tuple)):
            raise OptionError(where, "an entry has `scares`, a list of names, and may have `walls`, a number")
        scares: list[str] = []
        for value in entry.get("scares", []):
            name = names.get(typed.name_key(value))
            if name is None:
                wall = " (Walls are not named: set `walls`)" if typed.name_key(value) == typed.name_key(WALL) else ""
                raise OptionError(where, f"{value!r} is no Scare of the catalogue{wall}")
            scares.append(name)
        offers.append(Scheduled(tuple(scares), whole(entry, "walls", walls, 0, 999)))
    return tuple(offers)


def _garnets(raw: Any, seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    if raw is None:
        return tuple((seat, 0) for seat in seats)
    if not isinstance(raw, Mapping):
        raise OptionError("garnets", "it gives each player a number")
    for name in raw:
        if name not in seats:
            raise OptionError("garnets", f"{name!r} is no player of this match")
    return tuple((seat, whole(raw, seat, 0, 0, 10**9)) for seat in seats)
