"""Turns frozen dataclasses into plain mappings and back: views for cases and pages, events for the journal.

Must not know any game; a class that it cannot carry is a programming error and raises TypeError.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache
from typing import Any

_SCALARS = (str, int, float, bool)
KIND = "kind"


MAPPING = {"mapping": True}
"""Metadata of a field that holds a tuple of (key, value) pairs and is a mapping in plain form."""
NESTED = {"mapping": 2}
DEEPLY_NESTED = {"mapping": 3}
"""The same where the values are such pairs again, two or three mappings deep."""
INNER = {"inner": True}
"""Metadata of a field of a view that forms and checks need and that is no view key."""


def key_of(field: dataclasses.Field[Any]) -> str:
    """The plain key of a field; `as_` stands for the word `as`, which Python keeps for itself."""
    return field.name.rstrip("_")


def plain(value: Any) -> Any:
    """The view keys of a value: a field that is None gives no key (nothing is told about it)."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        keys: dict[str, Any] = {}
        for field in dataclasses.fields(value):
            item = getattr(value, field.name)
            if item is None or field.metadata.get("inner"):
                continue
            keys[key_of(field)] = _mapping(item, int(field.metadata.get("mapping", 0)))
        return keys
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value


def _mapping(value: Any, depth: int) -> Any:
    return {name: _mapping(part, depth - 1) for name, part in value} if depth else plain(value)


def encode(value: Any) -> Any:
    """A dataclass as JSON data that `Codec.decode` reads back; every field is there."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if value is None or isinstance(value, _SCALARS):
        return value
    raise TypeError(f"a {type(value).__name__} cannot be kept in the journal")


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)


def _decode(hint: Any, data: Any) -> Any:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return _decode_union(typing.get_args(hint), data)
    if origin is typing.Literal:
        if data not in typing.get_args(hint):
            raise TypeError(f"{data!r} is no {hint}")
        return data
    if origin is tuple:
        if not isinstance(data, (list, tuple)):
            raise TypeError(f"{data!r} is no {hint}")
        arms = typing.get_args(hint)
        if len(arms) == 2 and arms[1] is Ellipsis:
            return tuple(_decode(arms[0], item) for item in data)
        if len(arms) != len(data):
            raise TypeError(f"{data!r} is no {hint}")
        return tuple(_decode(arm, item) for arm, item in zip(arms, data, strict=True))
    if isinstance(hint, type):
        if dataclasses.is_dataclass(hint):
            hints = _hints(hint)
            if not isinstance(data, Mapping) or data.keys() != hints.keys():
                raise TypeError(f"{data!r} is no {hint.__name__}")
            return hint(**{field.name: _decode(hints[field.name], data[field.name]) for field in dataclasses.fields(hint)})
        if issubclass(hint, Enum) and data in [member.value for member in hint]:
            return hint(data)
        if hint in _SCALARS and type(data) is hint:
            return data
    raise TypeError(f"{data!r} is no {hint}")


def _decode_union(arms: tuple[Any, ...], data: Any) -> Any:
    if data is None and type(None) in arms:
        return None
    for arm in arms:
        try:
            return _decode(arm, data)
        except (TypeError, ValueError):
            continue
    raise TypeError(f"{data!r} fits none of {arms}")


class Codec:
    """Encodes the events of one game with the names of their classes, and decodes them."""

    def __init__(self, kinds: Iterable[type]) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}
        for name, kind in self._kinds.items():
            if KIND in _hints(kind):
                raise TypeError(f"{name} has a field `{KIND}`, which the journal needs for the name of the class")

    def encode(self, event: Any) -> dict[str, Any]:
        """{"kind": class name, field: value, …}"""
        name = type(event).__name__
        if self._kinds.get(name) is not type(event):
            raise TypeError(f"{name} is no event of this game")
        return {KIND: name, **encode(event)}

    def decode(self, data: Mapping[str, Any]) -> Any:
        """The event; KeyError or TypeError where the data is none of this game's events."""
        return _decode(self._kinds[data[KIND]], {name: value for name, value in data.items() if name != KIND})
