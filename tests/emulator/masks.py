"""Field masks: reads them, checks them against a schema, and cuts replies down to them.

Must not know what the fields mean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from emulator.discovery import document
from emulator.jsons import Json

Mask = Mapping[str, "Mask"]
"""What is wanted, name by name; an empty mask wants everything below it."""
ALL: Mask = {}
_TOKEN = re.compile(r"\s*([A-Za-z0-9_*@-]+|[(),./])")


class WrongMask(Exception):
    """A mask that names a field that there is not; `path` is that field's."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


@lru_cache(maxsize=1024)
def mask(text: str, api: str, schema: str) -> Mask:
    """The mask that a text describes, checked. "*" and an empty text want everything."""
    found: dict[str, Any] = {}
    tokens = _tokens(text)
    if tokens:
        rest = _items(tokens, found, text)
        if rest:
            raise WrongMask(text)
    return _checked(found, api, {"$ref": schema}, ())


def part(wanted: Mask, name: str) -> Mask | None:
    """What is wanted below a name; None where nothing of it is."""
    if not wanted:
        return ALL
    return wanted.get(name)


def cut(value: Any, wanted: Mask) -> Any:
    """What of a value is wanted."""
    if not wanted:
        return value
    if isinstance(value, dict):
        return {key: cut(inner, wanted[key]) for key, inner in value.items() if key in wanted}
    if isinstance(value, list):
        return [cut(inner, wanted) for inner in value]
    return value


def overlaid(old: Any, new: Any, wanted: Mask) -> Any:
    """An old value with the wanted fields of the new one: what is wanted and not there is taken away."""
    if not wanted:
        return new
    merged: Json = dict(old) if isinstance(old, dict) else {}
    fresh: Json = new if isinstance(new, dict) else {}
    for name, below in wanted.items():
        value = overlaid(merged.get(name), fresh.get(name), below) if below else fresh.get(name)
        if value is None or (below and not value):
            merged.pop(name, None)
        else:
            merged[name] = value  # an empty message that was sent stays: black is {}
    return merged


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text.rstrip()):
        token = _TOKEN.match(text, at)
        if token is None:
            raise WrongMask(text)
        found.append(token[1])
        at = token.end()
    return found


def _items(tokens: list[str], into: dict[str, Any], text: str) -> list[str]:
    """Reads `a,b(c),d/e` into the tree; hands back what is left."""
    while True:
        place, name = into, ""
        while True:
            if not tokens or not re.match(r"[\w*@-]", tokens[0]):
                raise WrongMask(text)
            name, *tokens = tokens
            place = place.setdefault(name, {})
            if tokens and tokens[0] in "./":
                tokens = tokens[1:]
                continue
            break
        if tokens and tokens[0] == "(":
            tokens = _items(tokens[1:], place, text)
            if not tokens or tokens[0] != ")":
                raise WrongMask(text)
            tokens = tokens[1:]
        else:
            place["*"] = {}
        if not tokens or tokens[0] != ",":
            return tokens
        tokens = tokens[1:]


def _checked(tree: Mapping[str, Any], api: str, schema: Json, path: tuple[str, ...]) -> Mask:
    if "*" in tree or not tree:
        return ALL
    while "$ref" in schema or schema.get("type") == "array":
        schema = document(api).schemas[schema["$ref"]] if "$ref" in schema else schema["items"]
    fields = schema.get("properties")
    found: dict[str, Mask] = {}
    for name, below in tree.items():
        inner = schema.get("additionalProperties") if fields is None else fields.get(name)
        if inner is None:
            raise WrongMask(".".join((*path, name)))
        found[name] = _checked(below, api, inner, (*path, name))
    return found
