"""Plays a room for one team: pays, rolls or gains, and rolls to escape.

Must not look at other teams, nor decide what is played: the decision is fixed before.
"""

from __future__ import annotations

from .dice import LAST_ROLL, Dice
from .options import MOST_COUNTER
from .rooms import Room
from .state import DRAWN, GAIN, PAY, Decision, Entry, EscapeRolled, Numbers, Played, Rolled, State, TeamState


def play_all(state: State, dice: Dice) -> list[object] | None:
    """EH-10: the room for every team that has decided, in order; None where a die is still to be thrown."""
    events: list[object] = []
    for team in state.teams:
        if team.decision is not None:
            played = play(state, team, dice)
            if played is None:
                return None
            events += played
    return events


def play(state: State, team: TeamState, dice: Dice) -> list[object] | None:
    """EH-3 … EH-8: a team's room with its escape roll; None where a die is still to be thrown."""
    decision, card = team.decision or Decision(), state.card
    rolled: list[Rolled] = []
    gained: Numbers = ()
    if decision.choice == PAY:
        gems, counter = pay(team, card, decision.payer)
    elif decision.choice == GAIN:
        gained = decision.share if decision.share is not None else evenly(team.alive, card.gems)
        gems, counter = gain(team, card, gained, state.options.limit)
    else:
        for place, player in enumerate(team.players, start=1):
            if player in team.alive:
                die = dice.of(player, place)
                if die is None:
                    return None
                rolled.append(Rolled(team.name, player, state.room, die[0], card.d20, die[1]))
        gems, counter = roll(team, card, tuple((event.player, event.die) for event in rolled))
    can_escape = counter <= LAST_ROLL and any(held > 0 for _, held in gems)
    entry = Entry(
        room=state.room,
        choice=decision.choice,
        rolls=tuple((event.player, event.die) for event in rolled),
        counter=counter,
        gems=gems,
        payer=decision.payer,
        gained=gained,
        declined=can_escape and not decision.escape,
        by_hand=tuple(event.player for event in rolled if event.source != DRAWN),
    )
    played = [*rolled, Played(team.name, entry)]
    if not can_escape or not decision.escape:
        return played
    escape = dice.escape()
    return None if escape is None else [*played, EscapeRolled(team.name, state.room, escape[0], counter, escape[1])]


def pay(team: TeamState, card: Room, payer: str | None) -> tuple[Numbers, int]:
    """EH-3, EH-5: one pays, and all who lived when the room began earn its points. (gems, counter) after it."""
    gems = tuple((name, held - card.cost if name == payer else held) for name, held in team.gems)
    return gems, max(0, team.counter - card.points * len(team.alive))


def roll(team: TeamState, card: Room, rolls: Numbers) -> tuple[Numbers, int]:
    """EH-4, EH-5: each of the living earns the points or pays the fail cost, never more than is held. (gems, counter) after it."""
    failed = {name for name, die in rolls if die < card.d20}
    gems = tuple((name, held - min(held, card.fail) if name in failed else held) for name, held in team.gems)
    return gems, max(0, team.counter - card.points * (len(rolls) - len(failed)))


def gain(team: TeamState, card: Room, share: Numbers, limit: int) -> tuple[Numbers, int]:
    """EH-6: each gains up to the limit, the counter goes up to 99 at most. (gems, counter) after it."""
    shares = dict(share)
    gems = tuple((name, max(held, min(limit, held + shares.get(name, 0)))) for name, held in team.gems)
    return gems, max(team.counter, min(MOST_COUNTER, team.counter + card.lost))


def evenly(alive: tuple[str, ...], gems: int) -> Numbers:
    """EH-6: in equal parts, odd gems one each to the first of the living."""
    each, odd = divmod(gems, len(alive))
    return tuple((name, each + (place < odd)) for place, name in enumerate(alive))
