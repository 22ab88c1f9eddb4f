"""Who may change what: the protected ranges of a spreadsheet and the roles of its file.

Must not change anything.
"""

from __future__ import annotations

from dataclasses import dataclass

from emulator import errors
from emulator.behaviour import Behaviour
from emulator.boxes import Axis, Box
from emulator.state import ANYONE, Account, File, Guard, Sheet, World


def may_pass(guard: Guard, file: File, world: World, who: Account, behaviour: Behaviour) -> bool:
    """Whether an account may edit inside a protected range: the owner, who is on its list, and anybody where it only warns."""
    if guard.warning_only or world.role(file, who) == "owner" or who.email in guard.users:
        return True
    return who == ANYONE and not behaviour.links_blocked


def covers(guard: Guard, area: Box) -> bool:
    """Whether a rectangle touches what is protected: inside the range and outside its open rectangles."""
    shared = guard.box.common(area)
    pieces = [] if shared is None else [shared]
    for hole in guard.open:
        pieces = [piece for one in pieces for piece in one.minus(hole)]
    return bool(pieces)


@dataclass(frozen=True, slots=True)
class Rights:
    """What one account may do in one file's spreadsheet; each method raises Bad where it may not."""

    file: File
    world: World
    who: Account
    behaviour: Behaviour

    def _closed(self, sheet: Sheet) -> list[Guard]:
        return [guard for guard in sheet.guards if not may_pass(guard, self.file, self.world, self.who, self.behaviour)]

    def cells(self, sheet: Sheet, area: Box) -> None:
        """To change cells."""
        if any(covers(guard, area) for guard in self._closed(sheet)):
            raise errors.Bad(errors.PROTECTED)

    def tab(self, sheet: Sheet) -> None:
        """To rename, move, hide, resize or delete a tab."""
        if self.behaviour.structure_blocked and self._closed(sheet):
            raise errors.Bad(errors.PROTECTED)

    def lines(self, sheet: Sheet, axis: Axis, start: int, end: int, deleting: bool) -> None:
        """To insert or delete rows or columns: not in a protected tab, nor inside a protected range."""
        if not self.behaviour.structure_blocked:
            return
        for guard in self._closed(sheet):
            top, bottom = guard.box.edges[:2] if axis == "ROWS" else guard.box.edges[2:]
            inside = start < bottom and top < end if deleting else top < start < bottom
            if guard.box.whole_sheet or inside:
                raise errors.Bad(errors.PROTECTED)

    def guard(self, guard: Guard) -> None:
        """To change or lift a protection."""
        if not may_pass(guard, self.file, self.world, self.who, self.behaviour):
            raise errors.Bad(errors.PROTECTED)
