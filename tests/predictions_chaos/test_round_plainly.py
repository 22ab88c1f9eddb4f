"""Rounds against a second, plain implementation that walks step by step and keeps everything in dictionaries.

Must not use the game's own geometry.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.audience import HOST, PUBLIC
from croupier.core.plain import plain
from predictions_chaos.scene import AXES, GUESTS, PLAYERS, Scene, scene

PAIRS = tuple(AXES)
Spot = tuple[int, int]
lines = st.integers(1, 7)
spots = st.tuples(lines, lines)
numbers = st.integers(-4, 4)


def after(line: int) -> int:
    return 1 if line == 7 else line + 1


def before(line: int) -> int:
    return 7 if line == 1 else line - 1


def name(spot: Spot) -> str:
    return f"R{spot[0]}C{spot[1]}"


@dataclass
class Played:
    """What the plain round comes to."""

    grid: dict[Spot, int]
    tokens: dict[str, Spot]
    landed: dict[str, int]
    chaos: dict[str, dict[str, int]]
    effects: dict[str, str]


def four(corner: Spot) -> list[Spot]:
    row, column = corner
    return [(row, column), (row, after(column)), (after(row), column), (after(row), after(column))]


def walk(line: int, steps: int, walls: list[tuple[int, int]]) -> tuple[int, list[tuple[int, int]], int]:
    """Steps one by one: (how many were made before a wall, every border on the whole way, where the steps end)."""
    made, borders, at, open_ = 0, [], line, True
    for _ in range(abs(steps)):
        target = after(at) if steps > 0 else before(at)
        border = (at, target) if steps > 0 else (target, at)
        borders.append(border)
        if border in walls:
            open_ = False
        if open_:
            made += 1
        at = target
    return made if steps > 0 else -made, borders, at


def go(line: int, steps: int) -> int:
    for _ in range(abs(steps)):
        line = after(line) if steps > 0 else before(line)
    return line


def plainly(grid: dict[Spot, int], tokens: dict[str, Spot], moves: dict[str, tuple[int, int]], acts: dict[str, dict[str, Any]]) -> Played:
    """A round as the rulings tell it, one after the other."""
    begun = dict(grid)
    sums: dict[Spot, int] = {}
    for act in acts.values():
        if act["action"] == "off_by_one":
            for spot, by in zip(four(act["square"]), act["by"], strict=True):
                sums[spot] = sums.get(spot, 0) + by
    for spot, by in sums.items():
        total = grid[spot] + by
        grid[spot] = 4 if total > 4 else -4 if total < -4 else total
    effects = dict.fromkeys(acts, "done")
    swaps = {player: act["cells"] for player, act in acts.items() if act["action"] == "point_swap"}
    for player, cells in swaps.items():
        if any(spot in theirs for other, theirs in swaps.items() if other != player for spot in cells):
            effects[player] = "none"
    for player, (one, other) in swaps.items():
        if effects[player] == "done":
            grid[one], grid[other] = grid[other], grid[one]
    walls: dict[str, list[tuple[int, int]]] = {"R": [], "C": []}
    for act in acts.values():
        if act["action"] == "wall":
            axis, line = act["border"]
            walls[axis].append((line, after(line)))
    ends: dict[str, Spot] = {}
    crossed: dict[str, list[tuple[str, int]]] = {}
    references: dict[str, int] = {}
    for pair, (row, column) in tokens.items():
        down, right = moves[pair]
        made_down, over_rows, row_end = walk(row, down, walls["R"])
        made_right, over_columns, column_end = walk(column, right, walls["C"])
        references[pair] = begun[row_end, column_end]
        crossed[pair] = [("R", border[0]) for border in over_rows] + [("C", border[0]) for border in over_columns]
        for act in acts.values():
            if act["action"] == "double_movement" and act["pair"] == pair:
                made_down, made_right = made_down + made_down, made_right + made_right
        ends[pair] = go(row, made_down), go(column, made_right)
    landed = {pair: grid[spot] for pair, spot in ends.items()}
    chaos: dict[str, dict[str, int]] = {}
    for player, act in acts.items():
        chaos[player] = {}
        for pair, spot in ends.items():
            hit = {
                "off_by_one": lambda spot=spot, act=act: spot in four(act["square"]),
                "point_swap": lambda spot=spot, act=act, player=player: effects[player] == "done" and spot in act["cells"],
                "wall": lambda pair=pair, act=act: act["border"] in crossed[pair],
                "double_movement": lambda pair=pair, act=act: act["pair"] == pair,
            }[act["action"]]()
            if hit:
                chaos[player][pair] = abs(landed[pair] - references[pair])
    scale = list(range(-4, 5))
    for spot in {*ends.values()}:
        grid[spot] = scale[(scale.index(grid[spot]) - 2) % 9]
    return Played(grid, ends, landed, chaos, effects)


acts = st.one_of(
    st.fixed_dictionaries({"action": st.just("off_by_one"), "square": spots, "by": st.lists(st.sampled_from((1, -1)), min_size=4, max_size=4)}),
    st.fixed_dictionaries({"action": st.just("point_swap"), "cells": st.lists(spots, min_size=2, max_size=2, unique=True).map(tuple)}),
    st.fixed_dictionaries({"action": st.just("wall"), "border": st.tuples(st.sampled_from("RC"), lines)}),
    st.fixed_dictionaries({"action": st.just("double_movement"), "pair": st.sampled_from(PAIRS)}),
)


@st.composite
def crowded_acts(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """Actions of some of the players; often two of a kind, which is where they meet."""
    found = {player: draw(acts) for player in PLAYERS if draw(st.integers(0, 4))}
    swaps = [act["cells"] for act in found.values() if act["action"] == "point_swap"]
    for act in found.values():
        if act["action"] == "point_swap" and draw(st.booleans()):
            shared = draw(st.sampled_from([spot for cells in swaps for spot in cells]))
            if shared != act["cells"][1]:
                act["cells"] = (shared, act["cells"][1])
    return found


def typed(act: dict[str, Any]) -> dict[str, Any]:
    """An action as a player types it."""
    match act["action"]:
        case "off_by_one":
            return {"action": "off_by_one", "square": name(act["square"]), "by": act["by"]}
        case "point_swap":
            return {"action": "point_swap", "cells": [name(spot) for spot in act["cells"]]}
        case "wall":
            axis, line = act["border"]
            return {"action": "wall", "border": f"{axis}{line}|{axis}{after(line)}"}
    return act


def handed_in(moves: dict[str, tuple[int, int]], actions: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    submit: dict[str, dict[str, Any]] = {guest: {"moves": {}} for guest in GUESTS}
    for pair, (down, right) in moves.items():
        submit[AXES[pair]["vertical"]]["moves"][pair] = down
        submit[AXES[pair]["horizontal"]]["moves"][pair] = right
    return {**submit, **{player: typed(act) for player, act in actions.items()}}


def grid_of(at: Scene) -> dict[Spot, int]:
    return {(row, column): number for row, line in enumerate(at.view(PUBLIC).grid, 1) for column, number in enumerate(line, 1)}


steps = st.tuples(st.integers(-2, 2), st.integers(-2, 2))


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.lists(numbers, min_size=7, max_size=7), min_size=7, max_size=7),
    st.fixed_dictionaries(dict.fromkeys(PAIRS, spots)),
    st.lists(st.tuples(st.fixed_dictionaries(dict.fromkeys(PAIRS, steps)), crowded_acts()), min_size=1, max_size=3),
)
def test_rounds_come_out_as_told_plainly(
    grid: list[list[int]], tokens: dict[str, Spot], rounds: list[tuple[dict[str, tuple[int, int]], dict[str, dict[str, Any]]]]
) -> None:
    at = scene(grid=grid, starts={pair: name(spot) for pair, spot in tokens.items()})
    used: dict[tuple[str, str], int] = {}
    for number, (moves, actions) in enumerate(rounds, start=1):
        for player, act in list(actions.items()):
            used[player, act["action"]] = used.get((player, act["action"]), 0) + 1
            if used[player, act["action"]] > 2:
                del actions[player]
        totals = dict(at.view(PUBLIC).guests)
        wanted = plainly(grid_of(at), tokens, moves, actions)
        at, tokens = at.play(**handed_in(moves, actions)), wanted.tokens
        public, host = plain(at.view(PUBLIC)), plain(at.view(HOST))
        assert grid_of(at) == wanted.grid
        assert {pair: public["pairs"][pair]["token"] for pair in PAIRS} == {pair: name(spot) for pair, spot in wanted.tokens.items()}
        for player in PLAYERS:
            assert host["players"][player]["chaos"][str(number)] == wanted.chaos.get(player, {})
        assert {line["player"]: line["effect"] for line in host["actions"] if line["round"] == number} == wanted.effects
        earned = sum(public["guests"].values()) - sum(totals.values())
        assert earned == sum(wanted.landed.values()), "points of guests came from nowhere"
