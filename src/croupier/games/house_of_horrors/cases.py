"""Walk cases: a house without a match, and what its Entrants do in it.

Must not judge the outcome; the runner of rule cases compares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.draws import Draws
from croupier.core.plain import plain

from .catalogue import TURNS, read_catalogue
from .house import House, Plot, read_square, stand
from .roster import BY_NAME, CHAO, RED
from .walks import read_chao_path, walk, whose_way


def read_walks(case: Mapping[str, Any], data: Mapping[str, Any], draws: Draws) -> list[tuple[Any, Any]] | None:
    """(expected, found) for each walk of a case that has `walks`, None where it has none.

    Raises ValueError for a case that cannot be: an illegal house (HH-12, HH-13), an unknown Entrant.
    """
    if "walks" not in case:
        return None
    house = _house(case["house"], data)
    walks = case["walks"]
    for one in walks:
        if one.get("entrant") not in BY_NAME:
            raise ValueError(f"there is no Entrant {one.get('entrant')!r}")
    ways = whose_way([one["entrant"] for one in walks])
    return [(one.get("expect", {}), _walk(house, one, as_, draws)) for one, as_ in zip(walks, ways, strict=True)]


def _house(data: Mapping[str, Any], files: Mapping[str, Any]) -> House:
    catalogue = read_catalogue(files["catalogue"])
    size = int(data.get("size", 9))
    start, exit_ = read_square(data.get("start", f"A{size}")), read_square(data.get("exit", f"{chr(64 + size)}1"))
    if start is None or exit_ is None:
        raise ValueError("the house has no start or no exit")
    house = House(Plot(size, start, exit_))
    for piece in data.get("pieces", []):
        scare, at = catalogue.by_name.get(piece["scare"]), read_square(piece["at"])
        if scare is None or at is None or piece.get("turn", 0) not in TURNS:
            raise ValueError(f"there is no such piece: {piece}")
        standing = stand(scare, at, piece.get("turn", 0))
        fault = house.fault(standing)
        if fault is not None:
            raise ValueError(f"the house is not legal: {fault[1]} ({fault[0]})")
        house = house.with_piece(standing)
    return house


def _walk(house: House, one: Mapping[str, Any], as_: str, draws: Draws) -> dict[str, Any]:
    path, problems = None, []
    if as_ == CHAO:
        path, fault = read_chao_path(house, one.get("path"))
        problems = [fault[0]] if fault else []
    stream = draws.stream(f"paths/red/{one.get('as_player', 'Ana')}/{one.get('number', 1)}") if as_ == RED else None
    found: dict[str, Any] = plain(walk(house, one["entrant"], as_, path=path, stream=stream))
    return {**found, "problems": problems}
