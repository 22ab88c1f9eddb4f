"""A step of Escape The Haunted House: all decisions in, the events of the room out; and what must always hold.

Must not read what was typed: a hand-in has been looked at before, team by team.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from croupier.core.game import ABSENT, Absent, Refused, Table

from .asked_dice import waits_for_all
from .dice import LAST_ROLL, Dice, Thrown
from .ending import left_the_house, result_of
from .handin import Move, nothing_came
from .options import Options
from .playing import gain, pay, play_all, roll
from .state import GAIN, PAY, Decided, Decision, DeckLaid, Ended, Entry, HandedIn, Numbers, RoomOpened, State, TeamState, fold, start


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
    decided = fold(state, events)
    return events if waits_for_all(decided) else [*events, *go_on(decided, table, Thrown())]


def go_on(state: State, table: Table[Options], thrown: Thrown) -> list[object]:
    """The room, and the next one or the end; only once all dice are there, so that nobody learns from half a room who rolls (EH-10)."""
    played = play_all(state, Dice(state.options, table.draws, state.room, thrown))
    return [] if played is None else [*played, *_close(fold(state, played))]


def _close(state: State) -> list[object]:
    """EH-9, EH-10: who has left the house; the end once all have, the next room else."""
    events: list[object] = list(left_the_house(state))
    state = fold(state, events)
    if all(team.result is not None for team in state.teams):
        return [*events, Ended(result_of(state))]
    room = state.room + 1
    return [*events, RoomOpened(room, state.deck[room - 1], len(state.deck) - room)]


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
    entries = new.log[len(old.log) :]
    if new.log[: len(old.log)] != old.log:
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
        if entry.escape_roll is not None and (entry.counter > LAST_ROLL or not any(held for _, held in entry.gems)):
            return ["an escape roll that cannot be"]
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
