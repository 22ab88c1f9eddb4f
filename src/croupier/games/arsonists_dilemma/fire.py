"""One turn's fire: what burns in which step, what it earns, and what can be heard of it.

Must not know whose turn it is, nor what anybody has been told.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .structures import APPLE, BANANA, CARPET, COUCH, DETECTOR, MIRROR, OVEN, SIDE, TABLE, XBOX, Layout, beside, column_of, cornerwise, row_of

EXPLODES_UNTIL = 2
TURKEY = 3
AAAHHH, ON_FIRE, TASTY, BEEP, NONE = "aaahhh", "carpet", "apple", "beep", "none"
PUBLIC_SOUNDS = (AAAHHH, ON_FIRE)


@dataclass(frozen=True, slots=True)
class Fire:
    """What one burn brought about. `steps` = the structures of each step, ascending; `heard` = by the burner, () for nothing."""

    steps: tuple[tuple[int, ...], ...]
    euphoria: int
    heard: tuple[str, ...]


def burn(layout: Layout, burning: Iterable[int], named: int, turn: int) -> Fire:
    """AD-8: the named structure is step 1, what it sets alight step 2, and so on; what burns already is passed over (AD-5)."""
    before = frozenset(burning)
    alight = set(before)
    steps: list[tuple[int, ...]] = []
    bonus = 0
    following = {named} - alight
    while following:
        step = tuple(sorted(following))
        steps.append(step)
        alight |= following
        reached: set[int] = set()
        for number in step:
            reached |= _reached(layout, alight, number, turn)
            # The same step counts as burned, so that the Table must be whole after this step (AD-8, AD-10).
            if number == OVEN and turn > EXPLODES_UNTIL and TABLE not in alight:
                bonus = TURKEY
        following = reached - alight
    burned = [number for step in steps for number in step]
    return Fire(tuple(steps), euphoria(burned) + bonus, _heard(layout, before, burned))


def euphoria(burned: Iterable[int]) -> int:
    """AD-9: one each; double for each but the Xbox if the Xbox is among them. The Oven's bonus comes on top."""
    numbers = list(burned)
    return 2 * len(numbers) - 1 if XBOX in numbers else len(numbers)


def _reached(layout: Layout, alight: set[int], number: int, turn: int) -> set[int]:
    """AD-8, AD-10: what one structure sets alight; `alight` holds all of its own step."""
    cell = layout.index(number)
    near = {layout[other] for other in beside(cell)}
    if number == COUCH:
        return near & {XBOX, TABLE, CARPET}
    if number == OVEN and turn <= EXPLODES_UNTIL:
        return {layout[other] for other in cornerwise(cell)}
    if number == TABLE:
        return set(layout[cell + SIDE : cell + SIDE + 1]) | (near & {APPLE})
    if number == MIRROR:
        return {layout[len(layout) - 1 - cell]}
    if number == CARPET:
        return {layout[other] for other in range(cell) if column_of(other) == column_of(cell)}
    if number == APPLE and CARPET not in alight:
        return {other for place, other in enumerate(layout) if row_of(place) == row_of(cell)}
    return set()


def _heard(layout: Layout, before: frozenset[int], burned: list[int]) -> tuple[str, ...]:
    """AD-11: each sound once, in a fixed order. A detector that burns, now or before, does not beep."""
    near = {layout[other] for other in beside(layout.index(DETECTOR))}
    beeps = DETECTOR not in before and DETECTOR not in burned and bool(near.intersection(burned))
    sounds = ((AAAHHH, BANANA in burned), (ON_FIRE, CARPET in burned), (TASTY, APPLE in burned), (BEEP, beeps))
    return tuple(sound for sound, there in sounds if there)
