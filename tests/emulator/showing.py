"""How Google shows a value in a number format: what stands in formattedValue.

Must not change a value.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from emulator.jsons import Json
from emulator.typing_in import decimal_comma

ERRORS = {
    "DIVIDE_BY_ZERO": "#DIV/0!",
    "N_A": "#N/A",
    "NAME": "#NAME?",
    "NUM": "#NUM!",
    "NULL_VALUE": "#NULL!",
    "REF": "#REF!",
    "VALUE": "#VALUE!",
    "ERROR": "#ERROR!",
    "LOADING": "Loading...",
}
DEFAULT_PATTERNS = {
    "DATE": "m/d/yyyy",
    "TIME": "h:mm:ss am/pm",
    "DATE_TIME": "m/d/yyyy h:mm:ss",
    "PERCENT": "0.00%",
    "CURRENCY": '"$"#,##0.00',
    "NUMBER": "#,##0.00",
    "SCIENTIFIC": "0.00E+00",
}
_DATES = ("DATE", "TIME", "DATE_TIME")
_DATE_TOKEN = re.compile(r'"[^"]*"|y+|m+|d+|h+|s+|am/pm|.', re.IGNORECASE)
_NUMBER = re.compile(r"[#0,]*[#0](?:\.[#0]*)?")


def is_moment(form: Json | None) -> bool:
    """Whether a number format shows days or times."""
    return form is not None and form.get("type") in _DATES


def shown(value: Json, form: Json | None, locale: str) -> str:
    """An effective value as the cell shows it."""
    if "stringValue" in value:
        return str(value["stringValue"])
    if "boolValue" in value:
        return "TRUE" if value["boolValue"] else "FALSE"
    if "errorValue" in value:
        return ERRORS[value["errorValue"]["type"]]
    size = value["numberValue"]
    kind = (form or {}).get("type", "TEXT")
    pattern = (form or {}).get("pattern") or DEFAULT_PATTERNS.get(kind)
    if kind == "TEXT" or pattern is None:
        return _general(size, locale)
    return moment(size, pattern) if kind in _DATES else _patterned(size, pattern, locale)


def moment(serial: float, pattern: str) -> str:
    """A serial number as a day or time."""
    when = datetime(1899, 12, 30) + timedelta(seconds=round(serial * 86400))
    tokens = _DATE_TOKEN.findall(pattern)
    half = any(token.casefold() == "am/pm" for token in tokens)
    found, after_hour = "", False
    for token in tokens:
        letter = token[0].casefold()
        if token.casefold() == "am/pm":
            found += "AM" if when.hour < 12 else "PM"
        elif letter == "m" and after_hour:
            found += f"{when.minute:0{len(token)}d}"
        elif letter in "ymdhs":
            found += _moment_part(when, letter, len(token), half)
        else:
            found += token.strip('"')
        after_hour = letter == "h" or (after_hour and not letter.isalpha())
    return found


def _moment_part(when: datetime, letter: str, width: int, half: bool) -> str:
    if letter == "y":
        return f"{when.year:04d}" if width > 2 else f"{when.year % 100:02d}"
    if letter == "m" and width > 2:
        return when.strftime("%b" if width == 3 else "%B")
    if letter == "d" and width > 2:
        return when.strftime("%a" if width == 3 else "%A")
    size = {"m": when.month, "d": when.day, "h": (when.hour % 12 or 12) if half else when.hour, "s": when.second}[letter]
    return f"{size:0{min(width, 2)}d}"


def _general(size: float, locale: str) -> str:
    text = f"{size:.10g}" if size == 0 or 1e-5 <= abs(size) < 1e15 else f"{size:.5E}"
    if "e" in text:
        text = f"{size:.0f}"
    return text.replace(".", ",") if decimal_comma(locale) else text


def _patterned(size: float, pattern: str, locale: str) -> str:
    found = _NUMBER.search(pattern)
    if found is None:
        return pattern.replace('"', "")
    digits = found[0]
    decimals = len(digits.partition(".")[2])
    rest = pattern[found.end() :]
    if rest.startswith("E+"):
        mantissa, _, power = f"{size:.{decimals}E}".partition("E")
        text, rest = f"{mantissa}E{power[0]}{power[1:].zfill(2)}", rest.lstrip("E+0")
    else:
        scaled = size * 100 if "%" in pattern else size
        text = f"{abs(scaled):,.{decimals}f}" if "," in digits else f"{abs(scaled):.{decimals}f}"
    if decimal_comma(locale):
        text = text.translate(str.maketrans(",.", ".,"))
    sign = "-" if size < 0 and "E" not in text else ""
    return sign + (pattern[: found.start()] + text + rest).replace('"', "")
