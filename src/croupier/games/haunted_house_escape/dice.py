"""Where the dice of a room come from: the options, the host's table, or the seed.

Must not play a room: it only says what a die shows.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.draws import Draws

from .options import Options
from .rooms import SIDES
from .state import DRAWN, FIXED, THROWN

LAST_ROLL = SIDES
"""EH-8: from this counter down there is an escape roll."""

Die = tuple[int, str]
"""(what it shows, where it comes from)"""


@dataclass(frozen=True)
class Thrown:
    """Dice that the host has entered: by place in the team, from 1, and the escape die."""

    places: tuple[tuple[int, int], ...] = ()
    escape: int | None = None


@dataclass(frozen=True)
class Dice:
    """The dice of one room. A die that must be thrown and is not there yet is None. Without `draws` only dice of the table are asked for."""

    options: Options
    draws: Draws | None
    room: int
    thrown: Thrown = Thrown()

    def of(self, player: str, place: int) -> Die | None:
        """EH-4: the d20 of a player; `place` = that in the team, from 1, the dead included. All teams share the die of a place."""
        fixed = fixed_roll(self.options, self.room, player)
        if fixed is not None:
            return fixed, FIXED
        if self.options.table_dice:
            die = dict(self.thrown.places).get(place)
            return None if die is None else (die, THROWN)
        return self._drawn(f"d20/{place}"), DRAWN

    def escape(self) -> Die | None:
        """EH-8: the one escape die of the room, for all teams."""
        fixed = dict(self.options.escapes).get(self.room)
        if fixed is not None:
            return fixed, FIXED
        if self.options.table_dice:
            return None if self.thrown.escape is None else (self.thrown.escape, THROWN)
        return self._drawn("escape"), DRAWN

    def _drawn(self, what: str) -> int:
        if self.draws is None:
            raise ValueError("there is no seed to draw from")
        return self.draws.stream(f"room-{self.room}/{what}").below(SIDES) + 1


def fixed_roll(options: Options, room: int, player: str) -> int | None:
    """The die that the options fix for a player in a room."""
    return next((die for number, name, die in options.rolls if (number, name) == (room, player)), None)
