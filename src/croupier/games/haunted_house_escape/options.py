"""What a host can set for a match of Escape The Haunted House, checked and frozen.

Must not read files: options arrive parsed, the deck's file as bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.game import Option, OptionError, Seating
from croupier.core.options import whole_of

from .rooms import SIDES, Room, read_cards, read_csv

GEMS = 18
MOST_GEMS = 999
MOST_COUNTER = 99
MOST_IN_A_TEAM = 4
DEFAULT_TEAM = "Team"
COUNTERS = {"hard": (28, 40, 63, 90), "easy": (24, 30, 50, 65)}
"""Where the counter begins, by the size of the team, 1 to 4."""
ESCAPE = "escape"

OPTIONS = (
    Option("teams", "{}", 'who plays with whom: { Reds = ["Ana", "Bo"], Blues = ["Cy", "Di"] }; left out: one team of all, 4 at most'),
    Option("difficulty", '"hard"', '"hard" or "easy": where the counter begins'),
    Option("counter", "40", "where the counter begins, 0 to 99; left out: by difficulty and size of the team"),
    Option("gems", "18", "gems that each player begins with, and the most that anybody can gain up to; or by name, 18 at most: { Ana = 18, Bo = 6 }"),
    Option("deck", '"rooms.csv"', f"the file of the room cards in this folder, with the first line {'name,cost,points,d20,fail,gems,lost'}"),
    Option("dice", '"seeded"', '"seeded": drawn from the seed; "table": you throw real dice and enter them'),
    Option("rolls", "{}", 'dice of single rooms that are fixed: { "1" = { Ana = 7, Bo = 5 }, "1 escape" = 14 }'),
)


@dataclass(frozen=True)
class Options:
    """The options of one match. `gems` by player; `counters` in the order of the teams; `rolls` = (room, player, die)."""

    teams: Seating
    gems: tuple[tuple[str, int], ...]
    limit: int
    counters: tuple[int, ...]
    deck: tuple[Room, ...]
    shuffled: bool
    table_dice: bool
    rolls: tuple[tuple[int, str, int], ...]
    escapes: tuple[tuple[int, int], ...]


def read_options(raw: Mapping[str, Any], data: Mapping[str, Any], roster: tuple[str, ...]) -> Options:
    """The options of a match for these players (EH-1, EH-10); OptionError names the one that cannot be."""
    known = {option.name for option in OPTIONS}
    for name in raw:
        if name not in known:
            raise OptionError(str(name), f"there is no such option; there are {', '.join(sorted(known))}")
    teams = _teams(raw.get("teams"), roster)
    gems, limit = _gems(raw, roster)
    held = dict(gems)
    if not any(held.values()):
        raise OptionError("gems", "somebody must be alive: one player needs a gem at least")
    deck, shuffled = _deck(raw.get("deck"), data)
    rolls, escapes = _rolls(raw.get("rolls"), roster)
    table_dice = _word(raw, "dice", ("seeded", "table")) == "table"
    if table_dice and any(typed.name_key(name) == ESCAPE for name in roster):
        raise OptionError("dice", f"with dice of the table nobody can be called {ESCAPE!r}, which names the escape die")
    return Options(teams, gems, limit, _counters(raw, teams), deck, shuffled, table_dice, rolls, escapes)


def seats(options: Options, _roster: tuple[str, ...]) -> Seating:
    """EH-2, EH-10: the seats are teams, each of which shares one sheet."""
    return options.teams


def _word(raw: Mapping[str, Any], name: str, words: tuple[str, ...]) -> str:
    """The first of the words is the default."""
    if name not in raw:
        return words[0]
    word = typed.name_key(raw[name])
    if word not in words:
        raise OptionError(name, f"{raw[name]!r} will not do; it is {' or '.join(words)}")
    return word


def _player(option: str, value: Any, roster: tuple[str, ...]) -> str:
    named = {typed.name_key(name): name for name in roster}
    name = named.get(typed.name_key(value))
    if name is None:
        raise OptionError(option, f"{value!r} is no player of this match")
    return name


def _teams(raw: Any, roster: tuple[str, ...]) -> Seating:
    """EH-10: teams of 1 to 4, every player in one of them; in the order in which the roster names the first of each."""
    if raw is None or raw == {}:
        if len(roster) > MOST_IN_A_TEAM:
            raise OptionError("teams", f"{len(roster)} players are too many for one team of {MOST_IN_A_TEAM} at most; name the teams")
        return ((DEFAULT_TEAM, roster),)
    if not isinstance(raw, Mapping):
        raise OptionError("teams", 'it gives each team its players: { Reds = ["Ana", "Bo"] }')
    teams: list[tuple[str, tuple[str, ...]]] = []
    taken: dict[str, str] = {}
    for key, members in raw.items():
        team = " ".join(typed.text(key).split())
        if not team or typed.name_key(team) in {typed.name_key(other) for other, _ in teams}:
            raise OptionError("teams", f"{key!r} will not do as a team's name; each team needs one of its own")
        if not isinstance(members, (list, tuple)) or not 1 <= len(members) <= MOST_IN_A_TEAM:
            raise OptionError("teams", f"{team} needs a list of 1 to {MOST_IN_A_TEAM} players")
        players = tuple(_player("teams", member, roster) for member in members)
        for player in players:
            if player in taken or players.count(player) > 1:
                raise OptionError("teams", f"{player} is named twice, in {taken.get(player, team)} and in {team}")
        taken |= dict.fromkeys(players, team)
        teams.append((team, players))
    left = [name for name in roster if name not in taken]
    if left:
        raise OptionError("teams", f"{', '.join(left)} {'is' if len(left) == 1 else 'are'} in no team")
    # A mapping has no order that lasts: the journal sorts its keys.
    return tuple(sorted(teams, key=lambda team: min(roster.index(player) for player in team[1])))


def _gems(raw: Mapping[str, Any], roster: tuple[str, ...]) -> tuple[tuple[tuple[str, int], ...], int]:
    """What each player begins with, and the limit of EH-6: the number given for all, else 18."""
    value = raw.get("gems", GEMS)
    if not isinstance(value, Mapping):
        number = whole_of("gems", value, 1, MOST_GEMS)
        return tuple((name, number) for name in roster), number
    held = dict.fromkeys(roster, GEMS)
    for name, number in value.items():
        held[_player("gems", name, roster)] = whole_of("gems", number, 0, GEMS)
    return tuple(held.items()), GEMS


def _counters(raw: Mapping[str, Any], teams: Seating) -> tuple[int, ...]:
    """EH-1, EH-5: the counter that is given, else by difficulty and the team's size."""
    difficulty = _word(raw, "difficulty", ("hard", "easy"))
    if "counter" in raw:
        return tuple(whole_of("counter", raw["counter"], 0, MOST_COUNTER) for _ in teams)
    return tuple(COUNTERS[difficulty][len(players) - 1] for _, players in teams)


def _deck(raw: Any, data: Mapping[str, Any]) -> tuple[tuple[Room, ...], bool]:
    """The cards, and whether they are shuffled: those of a file are, a list in the options is in its order (EH-1)."""
    try:
        if isinstance(raw, (list, tuple)):
            return read_cards(raw), False
        if raw is not None and not isinstance(raw, str):
            raise ValueError("it is the name of a file, or a list of cards")
        if not isinstance(data["deck"], bytes):
            raise ValueError("the file is a CSV file, such as rooms.csv")
        return read_csv(data["deck"]), True
    except ValueError as fault:
        raise OptionError("deck", str(fault)) from fault


def _rolls(raw: Any, roster: tuple[str, ...]) -> tuple[tuple[tuple[int, str, int], ...], tuple[tuple[int, int], ...]]:
    """EH-4, EH-8: real dice of single rooms, (room, player, die) and (room, escape die)."""
    if raw is None:
        return (), ()
    if not isinstance(raw, Mapping):
        raise OptionError("rolls", 'it gives rooms their dice: { "1" = { Ana = 7 }, "1 escape" = 14 }')
    rolls: list[tuple[int, str, int]] = []
    escapes: list[tuple[int, int]] = []
    for key, value in raw.items():
        words = typed.name_key(key).split()
        room = typed.whole(words[0]) if words else None
        if room is None or room < 1 or words[1:] not in ([], [ESCAPE]):
            raise OptionError("rolls", f'{key!r} will not do; it is a room\'s number, such as "3", or "3 escape"')
        if words[1:]:
            escapes.append((room, whole_of("rolls", value, 1, SIDES)))
        elif isinstance(value, Mapping):
            rolls += [(room, _player("rolls", name, roster), whole_of("rolls", die, 1, SIDES)) for name, die in value.items()]
        else:
            raise OptionError("rolls", f"room {room} needs a die for each player named: {{ Ana = 7, Bo = 5 }}")
    if len({(room, name) for room, name, _ in rolls}) < len(rolls) or len(dict(escapes)) < len(escapes):
        raise OptionError("rolls", "a die is given twice")
    return tuple(sorted(rolls)), tuple(sorted(escapes))
