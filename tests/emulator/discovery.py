"""Google's discovery documents as a router and as a measure for every request and every reply.

Must not know a rule that is not in the documents, but for the tolerances and the oneofs listed here.
"""

from __future__ import annotations

import importlib.util
import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote

from emulator.jsons import Json

Direction = Literal["request", "reply"]
_DOCUMENTS = {"sheets": "sheets.v4", "drive": "drive.v3"}
_ONE_OF = {
    "Request": None,
    "ExtendedValue": None,
    "ColorStyle": None,
    "DataFilter": None,
    "DeveloperMetadataLocation": {"spreadsheet", "sheetId", "dimensionRange"},
    "ConditionalFormatRule": {"booleanRule", "gradientRule"},
    "UpdateCellsRequest": {"start", "range"},
}
"""Messages of which one field only may be set (None: of all its fields); the documents do not say so."""
_TOLERATED = {("drive.permissions.create", "withLink")}
"""Body fields that Google answered with 200 although the document does not list them."""
_TOLERATED_PARAMETERS = {("drive.files.get", "includeItemsFromAllDrives"), ("drive.files.update", "includeItemsFromAllDrives")}
_PROTO = {"int32": "TYPE_INT32", "float": "TYPE_FLOAT", "double": "TYPE_DOUBLE", "string": "TYPE_STRING", "boolean": "TYPE_BOOL"}


@dataclass(frozen=True, slots=True)
class Violation:
    """One place that is not as the document says: its path, what is wrong there, and the type that was wanted."""

    path: tuple[str | int, ...]
    kind: Literal["unknown", "type", "oneof"]
    value: Any
    wanted: str = ""

    def under(self, key: str | int) -> Violation:
        return replace(self, path=(key, *self.path))

    @property
    def where(self) -> str:
        """The path in the names of the interface: requests[0].updateCells."""
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path).lstrip(".")


Check = Callable[[Any], "list[Violation] | None"]


@dataclass(frozen=True, slots=True)
class Method:
    """One method of an interface."""

    id: str
    api: str
    verb: str
    pattern: re.Pattern[str]
    parameters: Mapping[str, Json]
    request: str | None
    reply: str | None
    scopes: frozenset[str]

    @property
    def bucket(self) -> str:
        """Which quota a request counts against: "read", "write" or "drive"."""
        if self.api == "drive":
            return "drive"
        return "read" if self.verb == "GET" or self.id.endswith(("getByDataFilter", "batchGetByDataFilter", ".search")) else "write"


class Document:
    """A discovery document, its checks made on first use."""

    def __init__(self, api: str) -> None:
        spec = importlib.util.find_spec("googleapiclient")
        if spec is None or spec.origin is None:
            raise RuntimeError("the emulator needs the package google-api-python-client (see the test extras)")
        path = Path(spec.origin).parent / "discovery_cache" / "documents" / f"{_DOCUMENTS[api]}.json"
        raw: Json = json.loads(path.read_text(encoding="utf-8"))
        self.api = api
        self.schemas: Mapping[str, Json] = raw["schemas"]
        self.parameters: Mapping[str, Json] = raw["parameters"]
        self.methods = tuple(self._methods(raw, "/" + raw["servicePath"]))
        self._checks: dict[tuple[str, Direction], Check] = {}

    def _methods(self, resource: Json, base: str) -> Iterator[Method]:
        for raw in resource.get("methods", {}).values():
            pattern = re.escape(base + raw.get("flatPath", raw["path"])).replace(r"\{", "{").replace(r"\}", "}")
            pattern = re.sub(r"\{(\w+)\}", lambda found: f"(?P<{found[1]}>{'[^/]+?' if found[1] == 'range' else '[^/:]+'})", pattern)
            yield Method(
                raw["id"],
                self.api,
                raw["httpMethod"],
                re.compile(pattern + "$"),
                self.parameters | raw["parameters"],
                raw.get("request", {}).get("$ref"),
                raw.get("response", {}).get("$ref"),
                frozenset(raw.get("scopes", ())),
            )
        for inner in resource.get("resources", {}).values():
            yield from self._methods(inner, base)

    def check(self, schema: str, direction: Direction) -> Check:
        """The check of a schema; None from it means that all is well."""
        key = (schema, direction)
        if key not in self._checks:
            self._checks[key] = lambda value: self._checks[key](value)  # schemas that hold themselves
            self._checks[key] = self._compile(self.schemas[schema], direction, schema)
        return self._checks[key]

    def _compile(self, schema: Json, direction: Direction, name: str) -> Check:
        if "$ref" in schema:
            inner: str = schema["$ref"]
            self.check(inner, direction)
            return lambda value: self._checks[inner, direction](value)
        kind = schema["type"]
        if kind == "object" and "properties" in schema:
            return self._object(schema["properties"], direction, name)
        if kind == "object":
            return self._mapping(schema.get("additionalProperties", {"type": "any"}), direction)
        if kind == "array":
            return self._array(schema["items"], direction)
        return _scalar(schema, direction, self.api, name)

    def _object(self, properties: Mapping[str, Json], direction: Direction, name: str) -> Check:
        checks = {key: self._compile(inner, direction, f"{name}.{key}") for key, inner in properties.items()}
        only_one = _ONE_OF.get(name, set())
        wanted = f"type.googleapis.com/google.apps.{self.api}.v4.{name}"
        lenient = direction == "request"

        def check(value: Any) -> list[Violation] | None:
            if type(value) is not dict:
                return None if value is None and lenient else [Violation((), "type", value, wanted)]
            found: list[Violation] | None = None
            for key, inner in value.items():
                inner_check = checks.get(key)
                wrong = [Violation((), "unknown", key)] if inner_check is None else inner_check(inner)
                if wrong:
                    found = (found or []) + [one.under(key) for one in wrong]
            if only_one is None or only_one:
                present = [key for key in value if value[key] is not None and (only_one is None or key in only_one)]
                if len(present) > 1:
                    found = [*(found or []), Violation((), "oneof", present[1], "kind" if name == "Request" else name)]
            return found

        return check

    def _mapping(self, values: Json, direction: Direction) -> Check:
        inner_check = self._compile(values, direction, "")

        def check(value: Any) -> list[Violation] | None:
            if type(value) is not dict:
                return None if value is None and direction == "request" else [Violation((), "type", value, "TYPE_MESSAGE")]
            return [one.under(key) for key, inner in value.items() for one in inner_check(inner) or ()] or None

        return check

    def _array(self, items: Json, direction: Direction) -> Check:
        if items.get("type") == "array":  # rows of cells: the one message that Google itself calls a list
            wanted = "type.googleapis.com/google.protobuf.ListValue"

            def row(value: Any) -> list[Violation] | None:
                return None if type(value) is list else [Violation((), "type", value, wanted)]

            inner_check: Check = row
        else:
            inner_check = self._compile(items, direction, "")

        def check(value: Any) -> list[Violation] | None:
            if type(value) is not list:
                if value is None and direction == "request":
                    return None
                return inner_check(value) or [Violation((), "type", value, "TYPE_LIST")]
            found: list[Violation] | None = None
            for index, inner in enumerate(value):
                wrong = inner_check(inner)
                if wrong:
                    found = (found or []) + [one.under(index) for one in wrong]
            return found

        return check


def _scalar(schema: Json, direction: Direction, api: str, name: str) -> Check:
    kind, form, names = schema["type"], schema.get("format", ""), frozenset(schema.get("enum", ()))
    if kind == "any":
        return lambda value: None
    lenient = direction == "request"
    wanted = f"type.googleapis.com/google.apps.{api}.v4.{name}" if names else _PROTO.get(form, _PROTO.get(kind, "TYPE_INT64"))
    right = _RIGHT[kind]
    if form in ("int64", "uint64"):
        wanted, right = f"TYPE_{form.upper()}", _LONG[direction]
    elif names:
        right = _one_of(names)

    def check(value: Any) -> list[Violation] | None:
        if right(value) or (value is None and lenient):
            return None
        return [Violation((), "type", value, wanted)]

    return check


def _one_of(names: frozenset[str]) -> Callable[[Any], bool]:
    return lambda value: type(value) is str and value in names


def _digits(value: Any) -> bool:
    return type(value) is str and value.lstrip("-").isdigit()


_LONG: Mapping[Direction, Callable[[Any], bool]] = {"request": lambda value: type(value) is int or _digits(value), "reply": _digits}
_RIGHT: Mapping[str, Callable[[Any], bool]] = {
    "boolean": lambda value: type(value) is bool,
    "integer": lambda value: type(value) is int and -(2**31) <= value < 2**32,
    "number": lambda value: type(value) is int or (type(value) is float and math.isfinite(value)),
    "string": lambda value: type(value) is str,
}


@cache
def document(api: str) -> Document:
    """The document of an interface, read once."""
    return Document(api)


@cache
def _routes() -> tuple[Method, ...]:
    """Every method, the one with more of its path fixed first: values/{range}:clear before values/{range}."""
    methods = [method for api in _DOCUMENTS for method in document(api).methods]
    return tuple(sorted(methods, key=lambda method: -len(re.sub(r"\(\?P<.*?\)", "", method.pattern.pattern))))


def route(verb: str, path: str) -> tuple[Method, dict[str, str]] | None:
    """The method that a verb and a (still quoted) path call, with what stands in the path."""
    for method in _routes():
        if method.verb == verb and (found := method.pattern.match(path)):
            return method, {key: unquote(value) for key, value in found.groupdict().items()}
    return None


def parameter_violations(method: Method, query: Mapping[str, list[str]]) -> list[Violation]:
    """What of a request's parameters is not as the document says; tolerances of Google's left out."""
    found = []
    for name, values in query.items():
        schema = method.parameters.get(name)
        if schema is None:
            if (method.id, name) not in _TOLERATED_PARAMETERS:
                found.append(Violation((), "unknown", name))
        elif not all(_parameter(schema, value) for value in values) or (len(values) > 1 and not schema.get("repeated")):
            found.append(Violation((name,), "type", values[-1], _PROTO.get(schema["type"], "TYPE_INT32")))
    return found


def body_violations(method: Method, body: Any) -> list[Violation]:
    """What of a request's body is not as the document says; tolerances of Google's left out."""
    if body is None or (method.request is None and body == {}):
        return []
    if method.request is None:
        return [Violation((), "unknown", next(iter(body)) if isinstance(body, dict) else body)]
    wrong = document(method.api).check(method.request, "request")(body) or []
    return [one for one in wrong if not (one.kind == "unknown" and (method.id, one.where) in _TOLERATED)]


def _parameter(schema: Json, value: str) -> bool:
    if schema["type"] == "boolean":
        return value.casefold() in ("true", "false")
    if schema["type"] == "integer":
        return value.lstrip("-").isdigit()
    return "enum" not in schema or value in schema["enum"]


def reply_violations(method: Method, body: Any) -> list[Violation]:
    """What of a reply is not as the document says."""
    if method.reply is None:
        return []
    return document(method.api).check(method.reply, "reply")(body) or []
