"""Draws what a view allows: the rooms that were opened, and a team's counter, gem piles and way through the house.

Must not look at a state, nor put a player's name into a picture: players go by their place in the team.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.picture import Box, Disc, Label, Path, Picture, Shape

from . import icons
from .card import card_picture
from .dice import LAST_ROLL
from .icons import BLOOD, BRASS, FAINT, GEM_DARK, INK, MIST, PAPER
from .state import GAIN, PAY, ROLL, Entry
from .views import PublicView, TeamView

PILE_ROW, PILES_TOP = 44, 124
TABLE_WIDTH = 420
GEMS_SHOWN = 18
WAY_WIDTH, WAY_TOP, WAY_ROW, WAY_LEFT, WAY_RIGHT = 402, 60, 24, 46, 330


def pictures(view: object) -> tuple[tuple[str, Picture], ...]:
    """Every picture that a view allows: of the public one the rooms so far, and after the end each `team-n` and `way-n`."""
    if isinstance(view, TeamView):
        open_room = ((f"room-{len(view.public.opened)}", card_picture(len(view.public.opened), view.room)),) if view.room else ()
        return (*open_room, ("team", team_picture(view)), ("way", way_picture(view)))
    if not isinstance(view, PublicView):
        return ()
    drawn = [(f"room-{number}", card_picture(number, card)) for number, card in enumerate(view.opened, start=1)]
    for number, team in enumerate(view.teams, start=1):
        drawn += [(f"team-{number}", team_picture(team)), (f"way-{number}", way_picture(team))]
    return tuple(drawn)


# Counter and piles ------------------------------------------------------------------------------------------------


def team_picture(team: TeamView) -> Picture:
    """The two dice of the counter, the door, and the pile of each player."""
    height = PILES_TOP + PILE_ROW * len(team.gems) + 8
    shapes = (*_counter(team), *(shape for place in range(len(team.gems)) for shape in _pile(team, place)))
    return Picture(TABLE_WIDTH, height, PAPER, shapes, _told_team(team))


def _told_team(team: TeamView) -> str:
    piles = "; ".join(f"player {place} {f'{held} gems' if held else 'dead'}" for place, (_, held) in enumerate(team.gems, start=1))
    return f"The counter stands at {team.counter}. {_told_door(team)} Gems: {piles}."


def _told_door(team: TeamView) -> str:
    return f"A d20 of {max(1, team.counter)} or more escapes." if team.counter <= LAST_ROLL else "No escape roll above 20."


def _counter(team: TeamView) -> Iterator[Shape]:
    yield Label(20, 22, "COUNTER", 12, FAINT, bold=True, anchor="left")
    tens, units = divmod(team.counter, 10)
    yield from icons.die_ten(64, 76, str(tens))
    yield from icons.die_ten(136, 76, str(units))
    near = team.counter <= LAST_ROLL
    yield from icons.door(226, 76, is_open=near)
    if near:
        yield from icons.d20(284, 76, str(max(1, team.counter)), 22)
        yield Label(316, 68, "or more", 14, INK, bold=True, anchor="left")
        yield Label(316, 86, "escapes", 14, INK, bold=True, anchor="left")
    else:
        yield Label(262, 68, f"{team.counter - LAST_ROLL} too high", 14, INK, bold=True, anchor="left")
        yield Label(262, 86, f"{LAST_ROLL} opens the door", 13, FAINT, anchor="left")


def _pile(team: TeamView, place: int) -> Iterator[Shape]:
    """Up to 18 signs a pile; where there can be more, a sign stands for several."""
    held, y = team.gems[place][1], PILES_TOP + PILE_ROW * place + PILE_ROW // 2
    each = -(-max(team.public.ground.limit, 1) // GEMS_SHOWN)
    yield Path(((16, y - PILE_ROW // 2), (TABLE_WIDTH - 16, y - PILE_ROW // 2)), icons.EMPTY, 1)
    yield Disc(30, y, 13, INK if held else PAPER, INK, 2)
    yield Label(30, y, str(place + 1), 14, PAPER if held else INK, bold=True)
    if not held:
        yield Path(((54, y - 8), (70, y + 8)), BLOOD, 4)
        yield Path(((54, y + 8), (70, y - 8)), BLOOD, 4)
        yield Label(84, y, "dead", 15, BLOOD, bold=True, anchor="left")
        return
    whole = -(-team.public.ground.limit // each)
    for number in range(whole):
        x = 62 + 17 * number
        yield from icons.gem(x, y, 7) if number * each < held else icons.hollow(x, y, 7)
    yield Label(TABLE_WIDTH - 18, y, str(held), 20, INK, bold=True, anchor="right")


# The way through the house ----------------------------------------------------------------------------------------


def way_picture(team: TeamView) -> Picture:
    """The counter from room to room, downwards, each with a sign for what the team did and the escape roll."""
    begin = _beginning(team)
    height = WAY_TOP + WAY_ROW * (len(team.log) + 1) + 10
    return Picture(WAY_WIDTH, height, PAPER, tuple(_way(team, begin, height)), _told_way(team, begin))


def _beginning(team: TeamView) -> int:
    ground = team.public.ground
    return next(counter for (name, _), counter in zip(ground.teams, ground.counters, strict=True) if name == team.name)


def _told_way(team: TeamView, begin: int) -> str:
    rooms = "; ".join(f"room {entry.room} {entry.choice}, counter {entry.counter}{_told_escape(entry)}" for entry in team.log)
    return f"The counter begins at {begin}. {rooms or 'No room was played yet'}."


def _told_escape(entry: Entry) -> str:
    return f", escape roll {entry.escape_roll}" if entry.escape_roll is not None else ""


def _way(team: TeamView, begin: int, height: int) -> Iterator[Shape]:
    most = max([LAST_ROLL, begin, *(entry.counter for entry in team.log)])

    def place(row: int, counter: int) -> tuple[int, int]:
        return WAY_LEFT + (WAY_RIGHT - WAY_LEFT) * counter // most, WAY_TOP + WAY_ROW * row + WAY_ROW // 2

    yield from _legend()
    for counter in range(0, most + 1, 10 if most <= 60 else 20):
        x = place(0, counter)[0]
        yield Path(((x, WAY_TOP), (x, height - 10)), icons.EMPTY, 1)
        yield Label(x, WAY_TOP - 10, str(counter), 12, FAINT)
    door = place(0, LAST_ROLL)[0]
    for y in range(WAY_TOP, height - 12, 10):
        yield Path(((door, y), (door, y + 4)), BRASS, 3)
    points = [place(0, begin), *(place(row, entry.counter) for row, entry in enumerate(team.log, start=1))]
    if len(points) > 1:
        yield Path(tuple(points), MIST, 3)
    yield Disc(*points[0], 5, INK)
    for entry, (x, y) in zip(team.log, points[1:], strict=True):
        yield Label(WAY_LEFT - 18, y, str(entry.room), 12, FAINT, anchor="right")
        yield from _sign(entry.choice, x, y)
        yield from _escape(entry, y)


def _escape(entry: Entry, y: int) -> Iterator[Shape]:
    """The escape roll at the right: boxed where it led out."""
    if entry.escape_roll is None:
        return
    out = entry.escape_roll >= entry.counter
    if out:
        yield Box(WAY_WIDTH - 48, y - 11, 34, 22, GEM_DARK, radius=6)
    yield Label(WAY_WIDTH - 31, y, str(entry.escape_roll), 14, PAPER if out else BLOOD, bold=True)


def _sign(choice: str, x: int, y: int) -> Iterator[Shape]:
    """P in a box, R in a disc, G in a gem's outline."""
    if choice == PAY:
        yield Box(x - 9, y - 9, 18, 18, INK, radius=3)
    elif choice == GAIN:
        yield Path(((x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y), (x, y - 8)), GEM_DARK, 7)
    else:
        yield Disc(x, y, 10, BLOOD)
    yield Label(x, y, choice[0].upper(), 11, PAPER, bold=True)


def _legend() -> Iterator[Shape]:
    for place, choice in enumerate((PAY, ROLL, GAIN)):
        x = WAY_LEFT + 76 * place
        yield from _sign(choice, x + 10, 20)
        yield Label(x + 26, 20, choice, 13, INK, anchor="left")
    yield Label(WAY_WIDTH - 31, 20, "escape", 13, INK)
