"""The seam between croupier and the seats' workbooks: what a store does, and what it read.

Must not know rules: a snapshot is what the cells held, answers are the same in the form's terms.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from croupier.core import typed
from croupier.core.forms import Form, Grid, put
from croupier.core.sheet import Block, Cell, Heading, Tab, Workbook

CellKind = Literal["blank", "text", "number", "bool", "date", "formula", "error", "merged", "unplain-fill", "lost"]


@dataclass(frozen=True, slots=True)
class ReadCell:
    """One cell as read. `ref` = "Submit!C5" in the workbook as it is now; `value` is JSON data (a formula as its text).

    `colour` = rrggbb of a plain fill, None where unpainted; grid cells only. `kind` "lost" = the name is gone.
    """

    ref: str
    kind: CellKind
    value: str | int | float | bool | None = None
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A seat's workbook as read at one moment; the raw material that the journal pins by hash.

    `fields` by the fields' names; `grids` by the grids' names, row by row; `legend` pairs colour and code as painted in
    this very workbook; `saved_at` = when it was last saved (ISO with offset); `remarks` = things the host should hear.
    """

    stamp: str
    saved_at: str
    fields: Mapping[str, ReadCell]
    grids: Mapping[str, tuple[tuple[ReadCell, ...], ...]]
    legend: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a seat is told of its hand-in so far: what was understood, and what is wrong with it, by cell.

    `form` = the workbook that counts; `read_at` = when it was read, None where that has not been done in this step.
    """

    heading: Heading
    form: str
    understood: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    read_at: str | None = None
    asked: bool = True
    paused: bool = False
    live: bool = False


class Unreadable(Exception):
    """A workbook that cannot be read or is not the one asked for: nothing is resolved until the host has looked."""

    def __init__(self, place: str, trouble: str, remedy: str) -> None:
        super().__init__(f"{place}: {trouble}")
        self.place = place
        self.trouble = trouble
        self.remedy = remedy


class Missing(Unreadable):
    """There is no such workbook at all."""


Outcome = Literal["done", "changed", "open"]
"""What became of a change to a workbook that others may have in hand: only "done" means that anything was written.

"changed" = it has been saved since it was read; "open" = somebody has it open, and would save over what is written now.
"""


Tell = Callable[[str, int, int], None]
"""Progress: what is being done, how many are done, of how many."""
Job = tuple[str, Workbook, Form]
"""A seat's id, its workbook, and what is asked of it."""


def silent(_what: str, _done: int, _all: int) -> None:
    """Progress for nobody."""


class Store(Protocol):
    """Where the seats' workbooks live. Seats are named by their ids ("01-ana"), never by their names.

    What was read in a run may be taken to be so still, until `begin` begins another.
    """

    def begin(self) -> None:
        """Begins a run."""

    def server_now(self) -> datetime | None:
        """The time by the clock of the service that keeps the workbooks; None where there is none but this machine's."""

    def keeps(self, seat_id: str) -> bool:
        """Whether the store was given a place of its own for this id."""

    def place(self, seat_id: str, workbook: Workbook) -> str:
        """Where the seat finds this workbook: a path or a link."""

    def bring(self, seat_id: str, workbook: Workbook) -> bool:
        """Brings the seat's workbook to its wanted state; False where it was there already. Safe to repeat."""

    def read(self, seat_id: str, workbook: Workbook, form: Form) -> Snapshot:
        """What the workbook holds now; an input that it lacks is "lost". Raises Unreadable, Missing where there is none."""

    def replace(self, seat_id: str, workbook: Workbook, seen: str | None) -> Outcome:
        """Puts the workbook in the place of the one that was read; `seen` = its `saved_at`, None where there was none."""

    def remove(self, seat_id: str, workbook: Workbook, seen: str) -> Outcome:
        """Takes the workbook that was read away."""

    def read_many(self, jobs: Sequence[Job], tell: Tell, *, lock: bool) -> list[Snapshot | Unreadable]:
        """Reads many, in their order; what was wrong stands in the place of a snapshot. `lock` = nobody can change them afterwards."""

    def bring_many(self, jobs: Sequence[tuple[str, Workbook]], tell: Tell) -> list[bool]:
        """Brings many. HostError names each that could not be, once all were tried."""

    def unlock(self, seat_id: str, workbook: Workbook) -> bool:
        """Opens again what `read_many` has locked; False where it is open."""

    def withdraw(self, seat_id: str, title: str) -> None:
        """Sets the workbook of a title aside that counts no longer, so that nobody fills it in; nothing where there is none."""

    def receipt(self, seat_id: str, receipt: Receipt) -> None:
        """Shows the seat its receipt, in or beside its workbook."""


class OneByOne:
    """What stores have in common that do one thing after the other, and cannot lock."""

    def begin(self) -> None:
        """Begins a run: nothing was kept of the one before."""

    def server_now(self) -> datetime | None:
        """There is no clock but this machine's."""
        return None

    def keeps(self, seat_id: str) -> bool:
        """No place is given beforehand: a folder is made for whoever needs one."""
        return False

    def read_many(self: Store, jobs: Sequence[Job], tell: Tell, *, lock: bool) -> list[Snapshot | Unreadable]:
        """One after the other; what is locked elsewhere is only read here: nothing holds a player's program back."""
        found: list[Snapshot | Unreadable] = []
        for done, job in enumerate(jobs):
            tell("Reading workbooks", done, len(jobs))
            try:
                found.append(self.read(*job))
            except Unreadable as fault:
                found.append(fault)
        tell("Reading workbooks", len(jobs), len(jobs))
        return found

    def bring_many(self: Store, jobs: Sequence[tuple[str, Workbook]], tell: Tell) -> list[bool]:
        """One after the other."""
        found: list[bool] = []
        for done, job in enumerate(jobs):
            tell("Writing workbooks", done, len(jobs))
            found.append(self.bring(*job))
        tell("Writing workbooks", len(jobs), len(jobs))
        return found

    def unlock(self, seat_id: str, workbook: Workbook) -> bool:
        """Nothing was locked."""
        return False

    def withdraw(self, seat_id: str, title: str) -> None:
        """Nothing has to be set aside where players cannot come upon it."""


def answers(form: Form, snapshot: Snapshot) -> dict[str, Any]:
    """The answers that a snapshot holds, in the form's terms; blank fields are left out.

    Nothing is coerced: what is no plain value becomes a text that no ruling reads as one, so that it gives a problem.
    """
    found: dict[str, Any] = {}
    for field in form.fields:
        cell = snapshot.fields.get(field.name)
        if cell is not None and cell.kind != "blank" and not field.tick:
            put(found, field.path, _value(cell))
    for grid in form.grids:
        colours = {**dict(grid.colours), **dict(snapshot.legend)}
        rows = snapshot.grids.get(grid.name, ())
        put(found, grid.path, [" ".join(_token(cell, colours) for cell in row) for row in rows])
    return found


_TICKED = frozenset({"yes", "y", "x", "true", "✓", "✔", "1", "done", "ok"})


def ticked(form: Form, snapshot: Snapshot) -> bool:
    """Whether the seat has ticked the box of its form; typed words for yes count as a tick."""
    cell = snapshot.fields.get(form.tick.name) if form.tick else None
    return cell is not None and (cell.value is True or (cell.kind in ("text", "number") and typed.text(cell.value).casefold() in _TICKED))


def cells(form: Form, snapshot: Snapshot) -> dict[str, ReadCell]:
    """Where each answer stands: the `where` of a problem → its cell. Grid squares are named "board/C4"."""
    found = {field.where: snapshot.fields[field.name] for field in form.fields if field.name in snapshot.fields}
    for grid in form.grids:
        for y, row in enumerate(snapshot.grids.get(grid.name, ())):
            for x, cell in enumerate(row):
                found[f"{'/'.join(grid.path)}/{chr(65 + x)}{y + 1}"] = cell
    return found


def plain_value(value: object) -> tuple[CellKind, str | int | float | bool | None]:
    """What a cell's value is, where it is a value: whole floats as integers, blanks as nothing."""
    if isinstance(value, bool):
        return "bool", value
    if isinstance(value, float) and not math.isfinite(value):
        return "error", str(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return "number", int(value)
    if isinstance(value, (int, float)):
        return "number", value
    if value is None or typed.is_blank(value):
        return "blank", None
    return "text", str(value)


def ref(title: str, row: int, column: int) -> str:
    """ "Submit!C5" """
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{title}!{letters}{row}"


def named_cell(workbook: Workbook, name: str) -> tuple[Tab, Cell]:
    """The input of a name; KeyError where there is none."""
    for tab in workbook.tabs:
        for cell in tab.cells:
            if cell.name == name:
                return tab, cell
    raise KeyError(name)


def find_block(workbook: Workbook, name: str) -> tuple[Tab, Block] | None:
    """The block of a name, None where there is none."""
    return next(((tab, block) for tab in workbook.tabs for block in tab.blocks if block.name == name), None)


def named_block(workbook: Workbook, name: str) -> tuple[Tab, Block]:
    """The same; KeyError where there is none."""
    found = find_block(workbook, name)
    if found is None:
        raise KeyError(name)
    return found


def legend_name(grid: Grid) -> str:
    """The name of the block that shows a grid's colours beside their codes."""
    return f"legend_{grid.name}"


def read_legend(grid: Grid, rows: Iterable[Sequence[ReadCell]]) -> tuple[tuple[tuple[str, str], ...], bool]:
    """The legend as painted: (pairs of colour and code, whether it shows what the form says).

    A legend that gives one colour to two codes tells nothing: it is left out, and the form's own colours count.
    """
    wanted = {code.casefold(): (colour, code) for colour, code in grid.colours}
    pairs: list[tuple[str, str]] = []
    for cells in rows:
        known = wanted.get(typed.text(cells[1].value).casefold()) if len(cells) > 1 else None
        if known and cells[0].colour:
            pairs.append((cells[0].colour, known[1]))
    if len({colour for colour, _ in pairs}) < len(pairs):
        return (), False
    return tuple(pairs), sorted(pairs) == sorted(grid.colours)


def _value(cell: ReadCell) -> str | int | float | bool | None:
    if cell.kind in ("text", "number", "bool", "formula"):
        return cell.value
    return f"({cell.kind}: {cell.value})"


def _token(cell: ReadCell, colours: Mapping[str, str]) -> str:
    painted = "." if cell.colour is None else _nearest(cell.colour, colours)
    if cell.kind == "unplain-fill":
        return "?"
    if cell.kind == "blank" or cell.value is None:
        return painted
    typed = "_".join(unicodedata.normalize("NFKC", str(_value(cell))).split())
    return f"{painted}/{typed}" if typed else painted


def _nearest(colour: str, colours: Mapping[str, str]) -> str:
    """The code of a colour, each channel within 2 (files round theme tints differently); white is unpainted."""
    if colour in colours:
        return colours[colour]
    channels = _channels(colour)
    for known, code in colours.items():
        if all(abs(a - b) <= 2 for a, b in zip(channels, _channels(known), strict=True)):
            return code
    return "." if all(channel >= 253 for channel in channels) else "?"


def _channels(colour: str) -> Sequence[int]:
    return bytes.fromhex(colour)


def snapshot_from(data: Mapping[str, Any]) -> Snapshot:
    """The snapshot that `plain` made this mapping of (absent keys are None)."""
    return Snapshot(
        data["stamp"],
        data["saved_at"],
        {name: ReadCell(**cell) for name, cell in data["fields"].items()},
        {name: tuple(tuple(ReadCell(**cell) for cell in row) for row in rows) for name, rows in data["grids"].items()},
        tuple((colour, code) for colour, code in data["legend"]),
        tuple(data["remarks"]),
    )
