"""How it ends: which team has left the house and how, who stands in which place.

Must not play rooms; it looks at where a team stands after one.
"""

from __future__ import annotations

from croupier.core.game import Outcome

from .state import COMPLETE, GRIM, LOSS, Result, State, TeamResult, TeamState, Through

_RANKS = (COMPLETE, GRIM, LOSS)


def left_the_house(state: State, *, before: bool = False) -> list[Through]:
    """EH-9: the teams that are through now. `before` = before the first room, when only the dead are."""
    found: list[Through] = []
    for team in state.teams:
        if team.result is None:
            result, slow = _result(state, team, before)
            if result is not None:
                found.append(Through(team.name, TeamResult(result, team.rooms, gems_of(team), team.counter, slow)))
    return found


def gems_of(team: TeamState) -> int:
    """The gems of the whole team."""
    return sum(held for _, held in team.gems)


def _result(state: State, team: TeamState, before: bool) -> tuple[str | None, bool]:
    """(result, whether it was too slow); None = still in the house. A roll equal to the counter escapes (EH-8)."""
    if not team.alive:
        return LOSS, False
    if before:
        return None, False
    die = team.log[-1].escape_roll
    if die is not None and die >= team.counter:
        return (COMPLETE if len(team.alive) == len(team.players) else GRIM), False
    return (LOSS, True) if state.room == len(state.deck) else (None, False)


def result_of(state: State) -> Result:
    """EH-10: results and places. Complete before grim before loss; then fewer rooms, then more gems; losses: more rooms, then the lower counter."""
    results = tuple((team.name, _as_result(team)) for team in state.teams)
    keys = {name: _order(result) for name, result in results}
    places = tuple((name, 1 + sum(key < keys[name] for key in keys.values())) for name, _ in results)
    return Result(results, places)


def _as_result(team: TeamState) -> TeamResult:
    slow = team.result == LOSS and bool(team.alive)
    return TeamResult(team.result or LOSS, team.rooms, gems_of(team), team.counter, slow)


def _order(result: TeamResult) -> tuple[int, int, int]:
    rank = _RANKS.index(result.result)
    if result.result == LOSS:
        return rank, -result.rooms, result.counter
    return rank, result.rooms, -result.gems


def outcome(state: State) -> Outcome | None:
    """EH-9, EH-10: the winners are those in the first place, if they escaped."""
    if state.result is None:
        return None
    results = dict(state.result.teams)
    winners = tuple(name for name, place in state.result.places if place == 1 and results[name].result != LOSS)
    return Outcome(winners, places=state.result.places)
