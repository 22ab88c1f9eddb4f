"""What a step asks of a seat, as data: input fields and painted grids.

Must not know workbooks: a store turns fields into named cells, and what it reads there into answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Answers = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One input: `name` = its cell's name in the workbook (a-z, 0-9, _), `path` = where its value goes in the answers.

    A `tick` is a box that says "I am done": it is no part of the answers.
    """

    name: str
    path: tuple[str, ...]
    label: str
    note: str = ""
    choices: tuple[str, ...] = ()
    tick: bool = False

    @property
    def where(self) -> str:
        """The path as problems name it."""
        return "/".join(self.path)


@dataclass(frozen=True, slots=True)
class Grid:
    """A board to colour: its answer is a list of rows, each a text of cells parted by blanks (`.`, `Wo`, `De/Wo`, `?`).

    `colours` pairs each colour (rrggbb) with its code; unpainted cells read `.`.
    """

    name: str
    path: tuple[str, ...]
    rows: int
    columns: int
    colours: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Form:
    """All that one step asks of one seat. `counts`: what stands at the deadline counts, or only what was ticked.

    A form whose answers count only when ticked has one field that is a tick.
    """

    phase: str
    fields: tuple[Field, ...] = ()
    grids: tuple[Grid, ...] = ()
    counts: Literal["always", "ticked"] = "always"

    @property
    def tick(self) -> Field | None:
        """The box to tick, None where the form has none."""
        return next((field for field in self.fields if field.tick), None)


def put(answers: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Sets a value at a path of nested mappings, making those that are not there."""
    for part in path[:-1]:
        answers = answers.setdefault(part, {})
    answers[path[-1]] = value


def get(answers: Answers, path: tuple[str, ...]) -> Any:
    """The value at a path, None where there is none."""
    value: Any = answers
    for part in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(part)
    return value
