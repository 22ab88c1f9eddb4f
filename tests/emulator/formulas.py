"""Works out the few formulas that matter here: sums, comparisons, references; anything else is an error as Google shows it.

Must not reach beyond the spreadsheet.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from emulator import addresses, errors
from emulator.boxes import Box
from emulator.jsons import Json, number
from emulator.state import Sheet, Spreadsheet

Value = float | str | bool | None
_TOKEN = re.compile(r'\s*("(?:[^"]|"")*"|\d+\.?\d*(?:[eE][-+]?\d+)?|(?:\'(?:[^\']|\'\')+\'!|\w+!)?\$?[A-Za-z_][\w$]*(?::\$?\w+)?|<>|<=|>=|.)')


class Trouble(Exception):
    """A formula that has an error for its value."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.json: Json = {"type": kind, "message": message}


@dataclass(slots=True)
class _Trail:
    """Which cells are being worked out, and which have been."""

    open: set[tuple[int, int, int]] = field(default_factory=set)
    done: dict[tuple[int, int, int], Json] = field(default_factory=dict)


def value_of(book: Spreadsheet, sheet: Sheet, entered: Json, trail: _Trail | None = None) -> Json:
    """The effective value of what a cell holds."""
    if "formulaValue" not in entered:
        return entered
    try:
        return _extended(_Reader(book, sheet, entered["formulaValue"][1:], trail or _Trail()).read())
    except Trouble as trouble:
        return {"errorValue": trouble.json}


def _extended(value: Value | Sequence[Value]) -> Json:
    if isinstance(value, (list, tuple)):
        value = value[0] if value else None
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, str):
        return {"stringValue": value}
    return {"numberValue": number(value if isinstance(value, (int, float)) else 0)}


class _Reader:
    """A formula's tokens, read once from left to right."""

    def __init__(self, book: Spreadsheet, sheet: Sheet, text: str, trail: _Trail) -> None:
        self.book, self.sheet, self.trail = book, sheet, trail
        self.tokens: list[str] = [token for token in _TOKEN.findall(text) if token.strip()]

    def read(self) -> Value | list[Value]:
        found = self._comparison()
        if self.tokens:
            raise _parse_error()
        return found

    def _take(self, *wanted: str) -> str | None:
        return self.tokens.pop(0) if self.tokens and self.tokens[0] in wanted else None

    def _comparison(self) -> Value | list[Value]:
        left = self._joined()
        while sign := self._take("=", "<>", "<", ">", "<=", ">="):
            left = _compare(sign, _single(left), _single(self._joined()))
        return left

    def _joined(self) -> Value | list[Value]:
        left = self._sum()
        while self._take("&"):
            left = _text(_single(left)) + _text(_single(self._sum()))
        return left

    def _sum(self) -> Value | list[Value]:
        left = self._product()
        while sign := self._take("+", "-"):
            first, second = _size(left), _size(self._product())
            left = first + second if sign == "+" else first - second
        return left

    def _product(self) -> Value | list[Value]:
        left = self._power()
        while sign := self._take("*", "/"):
            first, second = _size(left), _size(self._power())
            if sign == "/" and second == 0:
                raise Trouble("DIVIDE_BY_ZERO", "Function DIVIDE parameter 2 cannot be zero.")
            left = first * second if sign == "*" else first / second
        return left

    def _power(self) -> Value | list[Value]:
        left = self._signed()
        while self._take("^"):
            left = _power(_size(left), _size(self._signed()))
        return left

    def _signed(self) -> Value | list[Value]:
        """A sign binds more tightly than a power: -2^2 is 4."""
        if self._take("-"):
            return -_size(self._signed())
        return self._signed() if self._take("+") else self._atom()

    def _atom(self) -> Value | list[Value]:
        if not self.tokens:
            raise _parse_error()
        token = self.tokens.pop(0)
        if token == "(":
            found = self._comparison()
            if self._take(")") is None:
                raise _parse_error()
            return found
        if token.startswith('"'):
            return token[1:-1].replace('""', '"')
        if token[0].isdigit():
            return float(token)
        if self.tokens[:1] == ["("]:
            return self._function(token.upper())
        if token.upper() in ("TRUE", "FALSE"):
            return token.upper() == "TRUE"
        return self._reference(token)

    def _function(self, name: str) -> Value:
        self.tokens.pop(0)
        arguments: list[Value | list[Value]] = []
        while self._take(")") is None:
            if not self.tokens:
                raise _parse_error()
            arguments.append(self._comparison())
            self._take(",", ";")
        if name in ("TRUE", "FALSE"):
            return name == "TRUE"
        if name.startswith("IMPORT"):
            raise Trouble("LOADING", "Loading...")
        if name not in _FUNCTIONS:
            raise Trouble("NAME", f"Unknown function: '{name}'.")
        return _FUNCTIONS[name](arguments)

    def _reference(self, token: str) -> list[Value]:
        tab = "" if "!" in token else f"{_quoted(self.sheet.title)}!"
        try:
            named = any(name.name == token for name in self.book.names)
            area = addresses.find(self.book, token if named else tab + token)
            sheet, area = addresses.clipped(self.book, area)
        except errors.ApiError:
            raise Trouble("NAME", f"Unknown range name: '{token.upper()}'.") from None
        return list(self._cells(sheet, area))

    def _cells(self, sheet: Sheet, area: Box) -> Iterator[Value]:
        top, bottom, left, right = area.edges
        for row in range(top, bottom):
            for column in range(left, right):
                cell = sheet.cells.get((row, column))
                if cell is None or cell.entered is None:
                    yield None
                    continue
                found = self._value((sheet.number, row, column), sheet, cell.entered)
                if "errorValue" in found:
                    raise Trouble(found["errorValue"]["type"], found["errorValue"]["message"])
                yield next(iter(found.values()))

    def _value(self, place: tuple[int, int, int], sheet: Sheet, entered: Json) -> Json:
        if place in self.trail.open:
            raise Trouble("REF", "Circular dependency detected. To resolve with iterative calculation, see File > Settings.")
        if place not in self.trail.done:
            self.trail.open.add(place)
            self.trail.done[place] = value_of(self.book, sheet, entered, self.trail)
            self.trail.open.remove(place)
        return self.trail.done[place]


def _quoted(title: str) -> str:
    return "'" + title.replace("'", "''") + "'"


def _parse_error() -> Trouble:
    return Trouble("ERROR", "Formula parse error.")


def _single(value: Value | list[Value]) -> Value:
    return (value[0] if value else None) if isinstance(value, list) else value


def _size(value: Value | list[Value]) -> float:
    one = _single(value)
    if isinstance(one, str):
        raise Trouble("VALUE", f"Function ADD parameter 1 expects number values. But '{one}' is a text and cannot be coerced to a number.")
    return float(one or 0)


def _power(base: float, exponent: float) -> float:
    try:
        found = base**exponent
    except (OverflowError, ZeroDivisionError):
        found = math.nan
    if isinstance(found, complex) or not math.isfinite(found):
        raise Trouble("NUM", "Function POWER caused an error of range.")
    return float(found)


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return "" if value is None else str(number(value) if isinstance(value, float) else value)


def _compare(sign: str, left: Value, right: Value) -> bool:
    if sign in ("=", "<>"):
        same = left.casefold() == right.casefold() if isinstance(left, str) and isinstance(right, str) else left == right
        return same == (sign == "=")
    first, second = _size(left), _size(right)
    return {"<": first < second, ">": first > second, "<=": first <= second, ">=": first >= second}[sign]


def _numbers(arguments: list[Value | list[Value]]) -> list[float]:
    flat = [one for value in arguments for one in (value if isinstance(value, list) else [value])]
    return [float(one) for one in flat if isinstance(one, (int, float)) and not isinstance(one, bool)]


def _average(arguments: list[Value | list[Value]]) -> float:
    found = _numbers(arguments)
    if not found:
        raise Trouble("DIVIDE_BY_ZERO", "Evaluation of function AVERAGE caused a divide by zero error.")
    return sum(found) / len(found)


def _choose(arguments: list[Value | list[Value]]) -> Value:
    condition, *branches = [_single(value) for value in arguments]
    return branches[0] if condition else (branches[1] if len(branches) > 1 else False)


_FUNCTIONS: dict[str, Callable[[list[Value | list[Value]]], Value]] = {
    "SUM": lambda arguments: sum(_numbers(arguments)),
    "MIN": lambda arguments: min(_numbers(arguments), default=0),
    "MAX": lambda arguments: max(_numbers(arguments), default=0),
    "COUNT": lambda arguments: len(_numbers(arguments)),
    "AVERAGE": _average,
    "IF": _choose,
    "CONCATENATE": lambda arguments: "".join(_text(_single(value)) for value in arguments),
}
