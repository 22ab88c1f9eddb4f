"""The scale from -4 to 4, brown to violet by way of white, which eyes that confuse red and green tell apart too.

Must not be the only sign of a number: the number always stands on its colour.
"""

from __future__ import annotations

SCALE = {-4: "9c4a06", -3: "dd7d12", -2: "fbb45c", -1: "fde3bd", 0: "f7f6f3", 1: "dfe0ee", 2: "b8b0d6", 3: "7263a4", 4: "4b2380"}
INK, PAPER = "1f2430", "ffffff"
_LIGHT_INK = (-4, 3, 4)


def ink_on(number: int) -> str:
    """The ink that can be read on a number's colour."""
    return PAPER if number in _LIGHT_INK else INK
