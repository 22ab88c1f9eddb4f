"""Which dice of the host's table a room needs.

Must not tell by them, where teams race, what any of them has decided: then the host throws all of a room's dice, needed or not (EH-10).
"""

from __future__ import annotations

from .dice import fixed_roll
from .state import ROLL, State


def is_race_at_a_table(state: State) -> bool:
    """Whether several teams play with dice of a table."""
    return state.options.table_dice and len(state.teams) > 1


def to_throw(state: State) -> dict[int, tuple[str, ...]]:
    """By place in the team, from 1: the players whose d20 the host must throw now. One die serves all teams' players of a place."""
    found: dict[int, tuple[str, ...]] = {}
    if not state.options.table_dice:
        return found
    thrown, race = dict(state.thrown), is_race_at_a_table(state)
    for team in state.teams:
        rolls = team.decision is not None and team.decision.choice == ROLL
        for place, player in enumerate(team.players, start=1):
            throws = race or (rolls and player in team.alive)
            if throws and place not in thrown and fixed_roll(state.options, state.room, player) is None:
                found[place] = (*found.get(place, ()), player)
    return dict(sorted(found.items()))


def escape_is_fixed(state: State) -> bool:
    """Whether the host has fixed the room's escape die beforehand."""
    return state.room in dict(state.options.escapes)


def waits_for_all(state: State) -> bool:
    """Whether teams race and dice of the room are still to be thrown, whatever the teams have decided."""
    return is_race_at_a_table(state) and (bool(to_throw(state)) or not escape_is_fixed(state))
