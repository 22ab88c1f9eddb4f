"""Walks: the rule cases, what holds for every walk in random houses, and whose way each takes (HH-24 to HH-32).

Must not test the search itself; that is `test_pathfinding`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.draws import from_text
from croupier.games.house_of_horrors import roster
from croupier.games.house_of_horrors.catalogue import Square
from croupier.games.house_of_horrors.house import CARDINAL, House, Piece, Plot, build, stand
from croupier.games.house_of_horrors.walks import REASONS, Fears, Walk, read_chao_path, walk, whose_way
from house_of_horrors.furnished import CATALOGUE, HOUSE, WAYS, crowded, houses, send, square

CASES = list(yaml.safe_load_all((Path(__file__).parents[1] / "cases" / "house-of-horrors" / "05-walks.yaml").read_text("utf-8")))

# --- the rule cases -------------------------------------------------------------------------------------------------


def matches(wanted: Any, found: Any) -> bool:
    """The matching of rule cases, as far as walks need it."""
    if isinstance(wanted, dict):
        if not isinstance(found, dict):
            return False
        wanted = {str(key): value for key, value in wanted.items()}
        if wanted.pop("!only", False) and set(wanted) != set(found):
            return False
        return all(key not in found if value == "!absent" else key in found and matches(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(found, list) and len(wanted) == len(found) and all(map(matches, wanted, found))
    if isinstance(wanted, bool) or isinstance(found, bool) or isinstance(wanted, str):
        return wanted == "!any" or (type(wanted) is type(found) and wanted == found)
    return isinstance(found, (int, float)) and abs(wanted - found) <= 1e-6


def view(result: Walk) -> dict[str, Any]:
    """A walk by the view keys."""
    keys = ("entrant", "bonus", "screams", "heart_attack")
    fears = {key: getattr(result.fears, key) for key in ("existential", "monster", "phobia")}
    seen: dict[str, Any] = {key: getattr(result, key) for key in keys}
    seen |= {"as": result.as_, "fears": fears, "path": list(result.path), "activated": list(result.activated)}
    return seen if result.stops is None else {**seen, "stops": list(result.stops)}


def differences(case: dict[str, Any]) -> list[tuple[str, str, Any]]:
    """(entrant, key, what was found) for each expected key of a walk case that does not match."""
    drawn = case["house"]
    plot = Plot(drawn["size"], square(drawn["start"]), square(drawn["exit"]))
    house = House(plot)
    for piece in drawn["pieces"]:
        standing = stand(CATALOGUE.by_name[piece["scare"]], square(piece["at"]), piece["turn"])
        assert house.fault(standing) is None
        house = house.with_piece(standing)
    found: list[tuple[str, str, Any]] = []
    for entry, as_ in zip(case["walks"], whose_way([entry["entrant"] for entry in case["walks"]]), strict=True):
        path, problem = read_chao_path(house, entry.get("path")) if as_ == roster.CHAO else (None, None)
        draws = from_text(case.get("seed", "croupier"))
        stream = draws.stream(f"paths/red/{entry['as_player']}/{entry['number']}") if "as_player" in entry else None
        seen = view(walk(house, entry["entrant"], as_, path=path, stream=stream)) | {"problems": [problem[0]] if problem else []}
        found += [(entry["entrant"], key, seen.get(key)) for key, wanted in entry["expect"].items() if not matches({key: wanted}, seen)]
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["title"])
def test_rule_case(case: dict[str, Any]) -> None:
    assert differences(case) == []


def test_the_matcher_can_fail() -> None:
    case = {**CASES[0], "walks": [{"entrant": roster.ZERO, "expect": {"screams": 1, "path": ["A4"], "heart_attack": 0, "no": "!any"}}]}
    assert [key for _, key, _ in differences(case)] == ["screams", "path", "heart_attack", "no"]
    assert not matches({"a": "!absent"}, {"a": 1}) and not matches({"!only": True}, {"a": 1}) and not matches("1", 1)


# --- what holds for every walk -----------------------------------------------------------------------------------------


def around(house: House, here: Square, diagonal: bool = True) -> set[Square]:
    """The squares that one step reaches, told from the rule alone."""

    def free(at: Square) -> bool:
        return house.plot.holds(at) and at not in house.bodies

    found = {(here[0] + dx, here[1] + dy) for dx, dy in CARDINAL if free((here[0] + dx, here[1] + dy))}
    if diagonal:
        for dx in (-1, 1):
            for dy in (-1, 1):
                beside = free((here[0] + dx, here[1])) or free((here[0], here[1] + dy))
                if beside and free((here[0] + dx, here[1] + dy)):
                    found.add((here[0] + dx, here[1] + dy))
    return found


def faults(house: House, result: Walk) -> set[str]:
    """Everything about a walk that no walk may have."""
    found: set[str] = set()
    way, plot, whose = [square(name) for name in result.path], house.plot, roster.BY_NAME[result.as_]
    if way[0] != plot.start:
        found.add("start")
    if way[-1] != plot.exit or plot.exit in way[:-1]:
        found.add("exit")
    if house.bodies.intersection(way):
        found.add("body")
    cardinal = result.as_ in (roster.RED, roster.SHAUN)
    if any(there not in around(house, here, not cardinal) for here, there in pairwise(way)):
        found.add("step")
    if result.as_ in (roster.RED, roster.CHAO, roster.ZERO, roster.TIM, roster.DUO) and len(set(way)) < len(way):
        found.add("twice")
    # Each trigger may send the walker across the house, each slide of Shaun's covers new ground.
    if len(way) > plot.size**2 * (plot.size**2 + 2):
        found.add("too long")
    met: list[int] = []
    told: list[str | None] = [None]
    for here in way[1:]:
        owner = house.owners.get(here)
        new = owner is not None and owner not in met
        told.append(house.standing[owner].scare.name if new and owner is not None else None)
        met += [owner] if new and owner is not None else []
    if [step.triggered for step in result.steps] != told or list(result.activated) != [name for name in told if name]:
        found.add("activated")
    fears = [sum(house.standing[owner].scare.fears[index] for owner in met) for index in range(3)]
    if result.fears != Fears(*fears):
        found.add("fears")
    if (result.fear_total, result.screams) != (sum(fears) * whose.times, sum(fears) * whose.times + result.bonus):
        found.add("screams")
    if result.limit != whose.limit or result.heart_attack != any(fear > (whose.limit or 0) for fear in fears):
        found.add("heart attack")
    bonus = {
        roster.DUO: 5 * [fear % 2 for fear in fears].count(0),
        roster.JACK: 2 * len(met),
        roster.RED: (len(way) - 1) // 6,
        roster.WIMP: 2 * len(met),
        roster.SHAUN: result.bonus,
    }
    if result.bonus != bonus.get(result.as_, 0) or result.bonus < 0:
        found.add("bonus")
    if tuple(step.square for step in result.steps) != result.path or any(step.reason not in REASONS for step in result.steps):
        found.add("steps")
    if (result.stops is None) != (result.as_ != roster.SHAUN) or (result.stops and not is_within(result.stops, result.path)):
        found.add("stops")
    return found


def is_within(stops: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether the stops lie on the path in this order, from its first to its last square."""
    left = iter(path)
    return stops[0] == path[0] and stops[-1] == path[-1] and all(any(name == at for at in left) for name in stops)


@settings(max_examples=200, deadline=None)
@given(houses(), st.sampled_from(WAYS))
def test_every_walk_is_sound(house: House, as_: str) -> None:
    result = send(house, as_)
    assert faults(house, result) == set()
    assert send(house, as_) == result
    assert send(house, as_, roster.LEBOSS) == replace(result, entrant=roster.LEBOSS)


@pytest.mark.parametrize("as_", WAYS)
def test_every_walk_in_crowded_houses_is_sound(as_: str) -> None:
    for seed in range(100):
        house = crowded(seed)
        assert faults(house, send(house, as_)) == set(), seed


@pytest.mark.parametrize(
    ("as_", "change", "fault"),
    [
        (roster.ZERO, lambda w: {"path": w.path[1:], "steps": w.steps[1:]}, "start"),
        (roster.ZERO, lambda w: {"path": w.path[:-1], "steps": w.steps[:-1]}, "exit"),
        (roster.ZERO, lambda w: {"path": (*w.path, "H1", "I1")}, "exit"),
        (roster.ZERO, lambda w: {"path": (*w.path[:4], "B6", *w.path[4:])}, "body"),
        (roster.ZERO, lambda w: {"path": (*w.path[:3], *w.path[4:])}, "step"),
        (roster.RED, lambda w: {"path": ("A9", "B8", *w.path[2:])}, "step"),
        (roster.RED, lambda w: {"path": ("A9", "A8", *w.path)}, "twice"),
        (roster.WIMP, lambda w: {"path": ("A9", "A8") * 4000 + w.path}, "too long"),
        (roster.WIMP, lambda w: {"activated": w.activated[::-1]}, "activated"),
        (roster.WIMP, lambda w: {"activated": (*w.activated, w.activated[0])}, "activated"),
        (roster.WIMP, lambda w: {"steps": tuple(replace(step, triggered=None) for step in w.steps)}, "activated"),
        (roster.WIMP, lambda w: {"fears": replace(w.fears, monster=w.fears.monster + 1)}, "fears"),
        (roster.ZERO, lambda w: {"screams": w.screams // 2}, "screams"),
        (roster.ZERO, lambda w: {"heart_attack": True}, "heart attack"),
        (roster.TIM, lambda w: {"limit": 7}, "heart attack"),
        (roster.RED, lambda w: {"bonus": len(w.path) // 6 + 1}, "bonus"),
        (roster.DUO, lambda w: {"bonus": 0}, "bonus"),
        (roster.JACK, lambda w: {"steps": w.steps[::-1]}, "steps"),
        (roster.SHAUN, lambda w: {"stops": w.stops[::-1]}, "stops"),
        (roster.ZERO, lambda w: {"stops": ("A9", "I1")}, "stops"),
    ],
)
def test_the_soundness_check_sees(as_: str, change: Callable[[Walk], dict[str, Any]], fault: str) -> None:
    result = send(HOUSE, as_)
    assert faults(HOUSE, result) == set()
    assert fault in faults(HOUSE, replace(result, **change(result)))


# --- whose way, and what is refused ---------------------------------------------------------------------------------


def test_whose_way() -> None:
    duo, shaun, chao, leboss = roster.DUO, roster.SHAUN, roster.CHAO, roster.LEBOSS
    assert whose_way([]) == ()
    assert whose_way([duo, duo, shaun, leboss]) == (duo, duo, shaun, shaun)
    assert whose_way([shaun, leboss, leboss, leboss]) == (shaun,) * 4
    assert whose_way([leboss] * 4) == (chao,) * 4
    assert whose_way([chao, leboss]) == (chao, chao)


def test_the_entrants_in_order_of_entry() -> None:
    assert "".join(entrant.name.split()[1][0] for entrant in roster.ENTRANTS) == "DJRWSZCTL"
    assert [(entrant.limit, entrant.times) for entrant in roster.ENTRANTS] == [
        *[(10, 1), (10, 1), (12, 1), (12, 1), (12, 1), (8, 2), (10, 1), (6, 5), (None, 1)]
    ]
    assert list(roster.BY_NAME) == [entrant.name for entrant in roster.ENTRANTS]


@pytest.mark.parametrize("as_", WAYS)
def test_a_house_without_a_way_is_refused(as_: str) -> None:
    walled = build(Plot(3, (0, 2), (2, 0)), CATALOGUE, [Piece("Wall", at, 0) for at in ("B1", "B2", "C2")])
    with pytest.raises(ValueError, match=r"HH-13|draw below 0"):
        send(walled, as_)


def test_leboss_and_a_red_without_draws_are_refused() -> None:
    with pytest.raises(ValueError, match="whose_way"):
        send(HOUSE, roster.LEBOSS)
    with pytest.raises(ValueError, match="stream"):
        walk(HOUSE, roster.RED, roster.RED)
