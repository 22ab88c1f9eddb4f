"""Puts violations of the discovery documents into the words in which Google refuses such requests.

Must not decide what is a violation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from emulator import errors
from emulator.discovery import Method, Violation
from emulator.errors import ApiError

_BODY_FIELDS = {
    "sheets.spreadsheets.values.update": "data",
    "sheets.spreadsheets.values.append": "data",
    "sheets.spreadsheets.create": "spreadsheet",
}
"""Methods whose body is one field of the request message; of the others it is the whole message."""


def refusal(method: Method, query: bool, violations: Sequence[Violation]) -> ApiError:
    """The reply to a request that is not of the documented form; `query` = the trouble is in the parameters."""
    listed = [_worded(method, one, query) for one in violations]
    if method.api == "drive":
        return errors.drive(400, listed[0][1], "badRequest")
    return errors.malformed("\n".join(text for _, text in listed), listed)


def _worded(method: Method, one: Violation, query: bool) -> tuple[str, str]:
    """(field, description)"""
    if query and one.kind == "unknown":
        cannot = f"Cannot bind query parameter. Field '{one.value}' could not be found in request message."
        return "", f'Invalid JSON payload received. Unknown name "{one.value}": {cannot}'
    prefix = "" if query else _BODY_FIELDS.get(method.id, "")
    steps = one.path[:-1] if one.kind == "unknown" else one.path
    inner = "".join(f"[{step}]" if isinstance(step, int) else f".{_snake(step)}" for step in steps)
    field = (prefix + inner).lstrip(".")
    if one.kind == "unknown":
        at = f" at '{field}'" if field else ""
        return field, f'Invalid JSON payload received. Unknown name "{one.value}"{at}: Cannot find field.'
    if one.kind == "oneof":
        return field, f"Invalid value at '{field}' (oneof), oneof field '{one.wanted}' is already set. Cannot set '{one.value}'"
    return field, f"Invalid value at '{field}' ({one.wanted}), {errors.spelled(one.value)}"


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda found: "_" + found[1].lower(), name)
