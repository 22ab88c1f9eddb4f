"""Reads the search language of files.list: name, mimeType, trashed, parents, times, joined by and, or, not.

Must not know which files an account may see.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from emulator.errors import ApiError, NotEmulated, drive
from emulator.state import File, World

Test = Callable[[File], bool]
_TOKEN = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z.]+|<=|>=|!=|[=<>()])""")
_COMPARE: dict[str, Callable[[object, object], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: str(a) < str(b),
    ">": lambda a, b: str(a) > str(b),
    "<=": lambda a, b: str(a) <= str(b),
    ">=": lambda a, b: str(a) >= str(b),
}


def stamp(seconds: float) -> str:
    """A time as Drive prints it."""
    when = datetime.fromtimestamp(seconds, UTC)
    return when.strftime("%Y-%m-%dT%H:%M:%S.") + f"{when.microsecond // 1000:03d}Z"


def query(text: str, world: World) -> Test:
    """The test that a query describes."""
    if not text.strip():
        return lambda file: True
    reader = _Reader(text, world)
    found = reader.either()
    if reader.tokens:
        raise wrong()
    return found


def wrong() -> ApiError:
    return drive(400, "Invalid Value", "invalid", location=("parameter", "q"))


class _Reader:
    def __init__(self, text: str, world: World) -> None:
        self.world = world
        self.tokens: list[str] = []
        at, text = 0, text.strip()
        while at < len(text):
            token = _TOKEN.match(text, at)
            if token is None:
                raise wrong()
            self.tokens.append(token[1])
            at = token.end()

    def _next(self) -> str:
        if not self.tokens:
            raise wrong()
        return self.tokens.pop(0)

    def either(self) -> Test:
        tests = [self._both()]
        while self.tokens[:1] == ["or"]:
            self.tokens.pop(0)
            tests.append(self._both())
        return lambda file: any(test(file) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self.tokens[:1] == ["and"]:
            self.tokens.pop(0)
            tests.append(self._one())
        return lambda file: all(test(file) for test in tests)

    def _one(self) -> Test:
        token = self._next()
        if token == "not":
            inner = self._one()
            return lambda file: not inner(file)
        if token == "(":
            inner = self.either()
            if self._next() != ")":
                raise wrong()
            return inner
        if token[0] in "'\"":
            return self._within(_text(token))
        return self._term(token, self._next(), self._next())

    def _within(self, value: str) -> Test:
        if self._next() != "in":
            raise wrong()
        place = self._next()
        if place == "parents":
            return lambda file: value in file.parents
        if place == "owners":
            return lambda file: file.owner == value
        if place in ("writers", "readers"):
            world = self.world
            return lambda file: value in world.writers(file) or (place == "readers" and any(one.email == value for one in file.permissions))
        raise wrong()

    def _term(self, field: str, sign: str, value: str) -> Test:
        if field == "trashed":
            if value not in ("true", "false") or sign not in ("=", "!="):
                raise wrong()
            wanted = (value == "true") == (sign == "=")
            return lambda file: file.trashed == wanted
        if value[0] not in "'\"":
            raise wrong()
        text = _text(value)
        if field == "name" and sign == "contains":
            return lambda file: text.casefold() in file.name.casefold()
        if field == "mimeType" and sign == "contains":
            return lambda file: text in file.kind
        if sign not in _COMPARE:
            raise wrong()
        compare = _COMPARE[sign]
        if field == "name":
            return lambda file: compare(file.name, text)
        if field == "mimeType":
            return lambda file: compare(file.kind, text)
        if field == "modifiedTime":
            return lambda file: compare(stamp(file.modified)[:19], text[:19])
        raise NotEmulated(f"the search term {field}")


def _text(token: str) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1])
