"""Reads values as people type them into cells: text, whole numbers, names.

Must not guess: what is not plainly a value of its kind is None, and the caller reports it.
"""

from __future__ import annotations

import re
import unicodedata

# Joiners, direction marks (they come along with numbers that are copied), soft hyphens, and the signs that choose an emoji's form.
_INVISIBLE = dict.fromkeys([0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0xFE0E, 0xFE0F, 0xFEFF])
_NOT_RAISED = re.compile("[^²³¹⁰-₎]+")
_WHOLE = re.compile(r"([+-]?)([0-9]+)(?:\.0+)?")
# Python refuses to read integers of more than 4300 digits at once; prices of the games stay far below it.
_MOST_DIGITS = 4000
_TOO_LONG = 10**_MOST_DIGITS


def text(value: object) -> str:
    """The text of a cell: NFKC, without invisible marks, blanks around it cut. None and blanks give "".

    Raised and lowered digits stay what they are: 10² is not 102.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    try:
        typed = str(value)
    except ValueError:
        return "(a number too long to read)"
    if not typed.isascii():
        typed = _NOT_RAISED.sub(lambda run: unicodedata.normalize("NFKC", run[0]), typed.translate(_INVISIBLE))
    return typed.strip()


def is_blank(value: object) -> bool:
    """True where a cell holds nothing: empty, blanks, null, or a list or mapping of only such values."""
    if isinstance(value, dict):
        return all(is_blank(item) for item in value.values())
    if isinstance(value, (list, tuple)):
        return all(is_blank(item) for item in value)
    return text(value) == ""


def name_key(value: object) -> str:
    """What two spellings of one name share: letters' case and runs of blanks do not matter."""
    return " ".join(unicodedata.normalize("NFKC", text(value).casefold()).split())


def whole(value: object) -> int | None:
    """A whole number as text or number, with an optional sign and `.0…`; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, int):
        return value if abs(value) < _TOO_LONG else None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    match = _WHOLE.fullmatch(text(value).replace("\u2212", "-"))
    if match is None or len(match[2]) > _MOST_DIGITS:
        return None
    return int(match[1] + match[2])
