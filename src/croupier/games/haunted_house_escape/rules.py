"""A step of Escape The Haunted House: all decisions in, the events of the room out; and what must always hold.

Must not read what was typed: a hand-in has been looked at before, team by team.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from croupier.core.game import ABSENT, Absent, Refused, Table
from croupier.core.problems import Problem

from .dice import LAST_ROLL, Dice, Thrown, read_line, to_throw, too_many
from .ending import left_the_house, result_of
from .handin import Move, nothing_came
from .options import MOST_COUNTER, Options
from .rooms import Room
from .state import (
    DRAWN,
    GAIN,
    PAY,
    THROWN,
    Decided,
    Decision,
    DeckLaid,
    Ended,
    Entry,
    EscapeRolled,
    HandedIn,
    Numbers,
    Played,
    Rolled,
    RoomOpened,
    State,
    TeamState,
    fold,
    start,
)


def setup(table: Table[Options]) -> Sequence[object]:
    """EH-1: a host's file is shuffled, the first room lies open. A team that is dead from the start is through (EH-7, EH-9)."""
    options = table.options
    cards = table.draws.stream("deck").shuffle(options.deck) if options.shuffled else options.deck
    laid: list[object] = [DeckLaid(tuple(card.name for card in cards)), RoomOpened(1, cards[0], len(cards) - 1)]
    return [*laid, *left_the_house(fold(start(table), laid), before=True)]


def decide(state: State, moves: Mapping[str, Move | Absent], table: Table[Options]) -> Sequence[object]:
    """EH-2, EH-10: one room for all teams that are in the house. With dice of the table it stops where the host must throw."""
    events: list[object] = []
    for team in state.teams:
        if team.result is not None:
            continue
        move = moves.get(team.name, ABSENT)
        if isinstance(move, Absent):
            events += [HandedIn(team.name, (), absent=True), Refused(team.name, nothing_came()), Decided(team.name, Decision())]
        else:
            events += [HandedIn(team.name, move.problems), Decided(team.name, move.decision)]
    return [*events, *_go_on(fold(state, events), table, Thrown())]


def enter(state: State, text: str, table: Table[Options]) -> tuple[Sequence[object], tuple[Problem, ...]]:
    """EH-4, EH-8: plays on with the dice that the host has thrown; all of them or none count."""
    if not to_throw(state) and not any(team.at_door for team in state.teams):
        return (), (Problem("EH-4", "dice", "not-offered", "no dice are needed now"),)
    thrown, problems = read_line(state, text)
    if problems:
        return (), problems
    events = _go_on(state, table, thrown)
    if thrown.escape is not None and not any(isinstance(event, EscapeRolled) and event.source == THROWN for event in events):
        return (), (too_many(),)
    return events, ()


def _go_on(state: State, table: Table[Options], thrown: Thrown) -> list[object]:
    """All that can be played with the dice there are: the rooms, the escape rolls, the next room or the end."""
    dice = Dice(state.options, table.draws, state.room, thrown)
    events: list[object] = []
    rolling = [team for team in state.teams if team.decision is not None]
    if rolling:
        for team in rolling:
            played = _play(state, team, dice)
            if played is None:
                return []
            events += played
        state = fold(state, events)
    at_door = [team for team in state.teams if team.at_door]
    if at_door:
        die = dice.escape()
        if die is None:
            return events
        rolled = [EscapeRolled(team.name, state.room, die[0], team.counter, die[1]) for team in at_door]
        events, state = [*events, *rolled], fold(state, rolled)
    return [*events, *_close(state)]


def _close(state: State) -> list[object]:
    """EH-9, EH-10: who has left the house; the end once all have, the next room else."""
    events: list[object] = list(left_the_house(state))
    state = fold(state, events)
    if all(team.result is not None for team in state.teams):
        return [*events, Ended(result_of(state))]
    room = state.room + 1
    return [*events, RoomOpened(room, state.deck[room - 1], len(state.deck) - room)]


def _play(state: State, team: TeamState, dice: Dice) -> list[object] | None:
    """EH-3 … EH-8: a team's room; None where a die is still to be thrown."""
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
    return [*rolled, Played(team.name, entry, at_door=can_escape and decision.escape)]


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


def faults(before: State, after: State) -> tuple[str, ...]:
    """What a step broke, in words: gems and counters come from the rooms alone, and the deck stays what it is."""
    found: list[str] = []
    if after.deck != before.deck or Counter(after.deck) != Counter(after.options.deck):
        found.append("the deck is another one")
    if after.room - before.room not in (0, 1):
        found.append("a room was left out")
    for old, new in zip(before.teams, after.teams, strict=True):
        found += [f"{fault} of {new.name}" for fault in _team_faults(before, old, new)]
    return tuple(found)


def _team_faults(before: State, old: TeamState, new: TeamState) -> list[str]:
    if (old.name, old.players) != (new.name, new.players):
        return ["other players"]
    kept, entries = new.log[: len(old.log)], new.log[len(old.log) :]
    # The escape die of a room may come in a step of its own.
    if [(entry.room, entry.gems, entry.counter) for entry in kept] != [(entry.room, entry.gems, entry.counter) for entry in old.log]:
        return ["a room that is past was changed in the log"]
    if old.result is not None and (entries or new.result != old.result):
        return ["something happened after the end"]
    if len(entries) > 1 or any(entry.room != before.room for entry in entries):
        return ["the rooms do not add up in the log"]
    gems, counter = old.gems, old.counter
    for entry in entries:
        gems, counter = _worked_out(old, entry, before)
        if (entry.gems, entry.counter) != (gems, counter):
            return ["the log does not add up"]
    problems = [] if new.gems == gems else ["the gems do not add up"]
    return problems if new.counter == counter else [*problems, "the counter does not add up"]


def _worked_out(team: TeamState, entry: Entry, before: State) -> tuple[Numbers, int]:
    """(gems, counter) that a room of the log leads to; nothing where a payer or a share cannot have been."""
    card, limit = before.card, before.options.limit
    if entry.choice == PAY:
        affordable = any(name == entry.payer and held >= card.cost and held > 0 for name, held in team.gems)
        return pay(team, card, entry.payer) if affordable else ((), -1)
    if entry.choice == GAIN:
        fair = sum(share for _, share in entry.gained) <= card.gems and {name for name, share in entry.gained if share} <= set(team.alive)
        return gain(team, card, entry.gained, limit) if fair else ((), -1)
    return roll(team, card, entry.rolls) if tuple(name for name, _ in entry.rolls) == team.alive else ((), -1)
