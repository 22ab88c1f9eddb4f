"""What JSON objects are called in this package, and Google's way of writing numbers.

Must not know what an object is about.
"""

from __future__ import annotations

import json
import struct
from functools import lru_cache
from typing import Any, NoReturn

Json = dict[str, Any]
"""A JSON object. What a state holds is never changed in place, only replaced: a copy of a state is cheap because of it."""


class NotJson(Exception):
    """A body that Google's parser would not take."""


def read(text: bytes | str) -> Any:
    """Reads JSON as strictly as Google does: NaN and Infinity are no numbers."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except ValueError as error:
        raise NotJson(str(error)) from None


def write(value: Any) -> bytes:
    """JSON in one line; raises ValueError for NaN."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def number(value: float) -> int | float:
    """A number as Google prints it: 1 and not 1.0."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return int(value)
    return value


@lru_cache(maxsize=4096)
def float32(value: float) -> int | float:
    """A number of 32 bits in its shortest decimal form: 66/255 is 0.25882354."""
    narrow = _narrow(value)
    for digits in range(1, 10):
        short = float(f"{narrow:.{digits}g}")
        if _narrow(short) == narrow:
            return number(short)
    return number(narrow)


def _narrow(value: float) -> float:
    narrow: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return narrow


def without_none(**values: Any) -> Json:
    """The keys that have a value: Google prints no empty ones."""
    return {key: value for key, value in values.items() if value is not None}


def without_nulls(value: Any) -> Any:
    """A message without its empty fields: null is the same as not sent. In lists null stays, it means a cell that is left alone."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [without_nulls(inner) for inner in value] if isinstance(value, list) else value


def _refuse(constant: str) -> NoReturn:
    raise NotJson(f"Unexpected token. {constant}")
