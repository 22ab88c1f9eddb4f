"""Reads single options of a match, as a host or a rule case has typed them.

Must not know which options a game has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import typed
from .game import OptionError


def whole(raw: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    """The whole number of an option, the default where it is left out. OptionError where it is none from `least` to `most`."""
    return whole_of(name, raw[name], least, most) if name in raw else default


def whole_of(name: str, value: Any, least: int, most: int) -> int:
    """The same for a value that an option holds."""
    number = typed.whole(value)
    if number is None or not least <= number <= most:
        raise OptionError(name, f"{value!r} will not do; it is a whole number from {least} to {most}")
    return number
