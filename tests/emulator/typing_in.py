"""What Google makes of what somebody types into a cell: numbers, dates, truth values, formulas, or the text as it is.

Must not know the cell but for whether its format keeps text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from emulator.jsons import Json, number

COMMA_LOCALES = frozenset({"de", "fr", "es", "it", "nl", "pl", "pt", "ru", "sv", "da", "fi", "nb", "cs", "tr"})
"""Languages that write 1,5 for one and a half (and 1.000 for a thousand)."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = r"(?P<month_name>[A-Za-z]{3,9})"
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})$")
_TWO = re.compile(r"(?P<first>\d{1,2})(?P<mark>[-/.])(?P<second>\d{1,2})(?:(?P=mark)(?P<year>\d{4}|\d{2}))?$")
_NAMED = (
    re.compile(_MONTH + r"\.? (?P<day>\d{1,2})(?:,? (?P<year>\d{4}))?$"),
    re.compile(r"(?P<day>\d{1,2})[- ]" + _MONTH + r"(?:[- ](?P<year>\d{4}))?$"),
)
_TIME = re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?: ?(?P<half>[AaPp])[Mm])?$")
_EPOCH = date(1899, 12, 30)


@dataclass(frozen=True, slots=True)
class Typed:
    """A cell's value after typing: None for nothing; `format` = the number format that typing brings along."""

    value: Json | None
    format: Json | None = None


def decimal_comma(locale: str) -> bool:
    return locale.partition("_")[0] in COMMA_LOCALES


def typed(text: str, locale: str, today: date, keeps_text: bool) -> Typed:
    """What a text becomes when it is typed (USER_ENTERED) into a cell; `keeps_text` = the cell's format is plain text."""
    if text == "":
        return Typed(None)
    if keeps_text:
        return Typed({"stringValue": text})
    if text.startswith("'"):
        return Typed({"stringValue": text[1:]})
    if text.startswith("=") and len(text) > 1:
        return Typed({"formulaValue": text})
    bare = text.strip(" ")
    if bare.casefold() in ("true", "false"):
        return Typed({"boolValue": bare.casefold() == "true"})
    return _number(bare, locale) or _moment(bare, locale, today) or Typed({"stringValue": text})


def raw(value: object) -> Json | None:
    """What a value becomes when it is written as it is (RAW)."""
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, (int, float)):
        return {"numberValue": number(value)}
    return {"stringValue": str(value)}


def _number(text: str, locale: str) -> Typed | None:
    point, group = (",", r"\.") if decimal_comma(locale) else (r"\.", ",")
    digits = rf"(?P<whole>\d{{1,3}}(?:{group}\d{{3}})+|\d*)(?:{point}(?P<part>\d*))?"
    found = re.fullmatch(rf"(?P<sign>[-+]?)(?P<money>\$?){digits}(?P<power>[eE][-+]?\d+)?(?P<percent> ?%?)", text, re.ASCII)
    if found is None or not (found["whole"] or found["part"]):
        return None
    whole, part = re.sub(r"\D", "", found["whole"]), found["part"] or ""
    size = float(f"{whole or 0}.{part or 0}{found['power'] or ''}")
    size = -size if found["sign"] == "-" else size
    grouped = "#,##" if re.search(r"\D", found["whole"]) else ""
    decimals = "." + "0" * max(2, len(part)) if part else ""
    if found["percent"].strip():
        return Typed({"numberValue": number(float(f"{size / 100:.15g}"))}, {"type": "PERCENT", "pattern": f"0{'.00' if part else ''}%"})
    if found["money"]:
        return Typed({"numberValue": number(size)}, {"type": "CURRENCY", "pattern": f'"$"#,##0{".00" if part else ""}'})
    if found["power"]:
        return Typed({"numberValue": number(size)}, {"type": "SCIENTIFIC", "pattern": "0.00E+00"})
    return Typed({"numberValue": number(size)}, {"type": "NUMBER", "pattern": f"{grouped}0{decimals}"} if grouped else None)


def _moment(text: str, locale: str, today: date) -> Typed | None:
    if (clock := _clock(text)) is not None:
        return Typed({"numberValue": number(clock)}, {"type": "TIME", "pattern": "h:mm am/pm" if text[-1] in "mM" else "h:mm"})
    if (day := _day(text, locale, today)) is not None:
        return Typed({"numberValue": _serial(day[0])}, {"type": "DATE", "pattern": day[1]})
    start, _, rest = text.partition(" ")
    if (at := _clock(rest)) is not None and (day := _day(start, locale, today)) is not None:
        return Typed({"numberValue": number(_serial(day[0]) + at)}, {"type": "DATE_TIME", "pattern": f"{day[1]} h:mm"})
    return None


def _serial(day: date) -> int:
    return (day - _EPOCH).days


def _clock(text: str) -> float | None:
    found = _TIME.match(text)
    if found is None:
        return None
    hour, minute, second = int(found["hour"]), int(found["minute"]), int(found["second"] or 0)
    if minute > 59 or second > 59 or (found["half"] and not 1 <= hour <= 12):
        return None
    if found["half"]:
        hour = hour % 12 + (12 if found["half"] in "pP" else 0)
    return (hour * 3600 + minute * 60 + second) / 86400


def _day(text: str, locale: str, today: date) -> tuple[date, str] | None:
    for year, month, day, pattern in _readings(text, locale, today):
        try:
            return date(year, month, day), pattern
        except ValueError:
            continue
    return None


def _readings(text: str, locale: str, today: date) -> Iterator[tuple[int, int, int, str]]:
    """The ways to read a text as a day, with the pattern that shows it as it was typed."""
    if found := _YEAR_FIRST.match(text):
        yield int(found["year"]), int(found["month"]), int(found["day"]), "yyyy-mm-dd"
    if found := _TWO.match(text):
        mark, given = found["mark"], found["year"]
        if mark != "." or decimal_comma(locale):
            first, second = int(found["first"]), int(found["second"])
            month, day = (first, second) if locale == "en_US" else (second, first)
            year = today.year if given is None else int(given) + (2000 if len(given) == 2 else 0)
            order = ("m", "d") if locale == "en_US" else ("d", "m")
            yield year, month, day, mark.join((*order, *(["y" * len(given)] if given else [])))
    for form in _NAMED:
        found = form.match(text)
        if found and (short := found["month_name"][:3].casefold()) in _MONTHS:
            year = int(found["year"] or today.year)
            yield year, _MONTHS.index(short) + 1, int(found["day"]), "mmm d, yyyy" if found["year"] else "mmm d"
