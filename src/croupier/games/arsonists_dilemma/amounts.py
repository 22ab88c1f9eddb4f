"""Prices of up to a thousand digits: read as typed, kept exactly, shown short.

Must not round where it counts: a short form is for the eye, and the exact number is always at hand.
"""

from __future__ import annotations

import re

from croupier.core import typed

MOST_DIGITS = 1000
MOST_SHOWN = 24
"""Digits up to which a number is shown whole in a sentence."""

_PRICE = re.compile(r"[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+")
_LETTERS = ("", "K", "M", "B", "T")


def read_price(value: object) -> int | None:
    """AD-1: a positive integer in digits, commas before every full group of three or none at all; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    text = typed.text(value)
    digits = text.replace(",", "")
    if not _PRICE.fullmatch(text) or len(digits) > MOST_DIGITS:
        return None
    return int(digits) or None


def exact(amount: int) -> str:
    """All digits, in groups of three."""
    return f"{amount:,}"


def short(amount: int) -> str:
    """At most seven characters: whole up to six digits, then cut to one figure behind the point: `1.2M`, `4.0B`, `3.5T`, `1.2e999`."""
    digits = str(amount)
    if len(digits) <= 6:
        return exact(amount)
    letter, whole = divmod(len(digits) - 1, 3)
    if letter < len(_LETTERS):
        return f"{digits[: whole + 1]}.{digits[whole + 1]}{_LETTERS[letter]}"
    return f"{digits[0]}.{digits[1]}e{len(digits) - 1}"


def worded(amount: int) -> str:
    """For a sentence: whole where it has room, else short with the number of its digits."""
    count = len(str(amount))
    return exact(amount) if count <= MOST_SHOWN else f"{short(amount)} ({count:,} digits)"
