"""What people do to a spreadsheet between two requests: share less, bin it, rename tabs, insert rows, paint, merge.

Must not choose when it happens; and what others have changed since is not touched when it is set right again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from emulator import addresses, boxes
from emulator.boxes import Box
from emulator.faults import Fault, Kind, Undo
from emulator.player import Player, Refused
from emulator.state import EMPTY, OFFICE, Account, Permission, Sheet

if TYPE_CHECKING:
    from emulator.service import Emulator

STRANGER = Account("somebody.else@example.com")
Disaster = Callable[["Emulator", str, Fault], "Undo | None"]
_Mark = TypeVar("_Mark")


def target(emulator: Emulator, fault: Fault, file_id: str | None) -> str:
    """The spreadsheet that a fault befalls."""
    found = fault.spreadsheet or file_id
    if found not in emulator.world.spreadsheets:
        found = next(iter(emulator.world.spreadsheets), None)
    if found is None:
        raise Refused("there is no spreadsheet")
    return found


def _owner(emulator: Emulator, book_id: str) -> Player:
    return Player(emulator, book_id, emulator.world.accounts[emulator.world.files[book_id].owner])


def _spot(emulator: Emulator, book_id: str, fault: Fault) -> tuple[Sheet, Box]:
    """Where it happens: as told, else the first cells that players may edit, else the first named range, else A1."""
    book = emulator.world.spreadsheets[book_id]
    open_boxes = [box for sheet in book.sheets for guard in sheet.guards for box in guard.open]
    named = [name.box for name in book.names]
    area = addresses.find(book, fault.where) if fault.where else next(iter((*open_boxes, *named)), boxes.cell(book.sheets[0].number, 0, 0))
    return addresses.clipped(book, area)


def _refile(**changes: Any) -> Disaster:
    """A disaster that changes the file's entry in Drive; undone by putting the same fields back."""

    def happen(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
        before = emulator.world.files[book_id]
        emulator.refile(replace(before, **changes))

        def undo() -> None:
            emulator.refile(replace(emulator.world.files[book_id], **{name: getattr(before, name) for name in changes}))

        return undo

    return happen


def _shared_less(role: str | None) -> Disaster:
    """Takes the file away from all but a stranger; `role` = what the others keep."""

    def happen(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
        before = emulator.world.files[book_id]
        emulator.enrol(STRANGER)
        named = {one.email for one in before.permissions if one.email} | {before.owner}
        kept = () if role is None else tuple(Permission(f"kept{at}", "user", role, email) for at, email in enumerate(sorted(named)))
        emulator.refile(replace(before, owner=STRANGER.email, permissions=kept, parents=()))

        def undo() -> None:
            now = emulator.world.files[book_id]
            emulator.refile(replace(now, owner=before.owner, permissions=before.permissions, parents=before.parents))

        return undo

    return happen


def _missing(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
    file, book = emulator.world.files.pop(book_id), emulator.world.spreadsheets.pop(book_id)

    def undo() -> None:
        emulator.world.files[book_id], emulator.world.spreadsheets[book_id] = file, book

    return undo


def _renamed(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
    sheet, _ = _spot(emulator, book_id, fault)
    title = f"{sheet.title} (old)"
    _owner(emulator, book_id).rename_tab(sheet.title, title)

    def undo() -> None:
        now = emulator.world.spreadsheets[book_id].sheet(sheet.number)
        if now is not None and now.title == title:
            _owner(emulator, book_id).rename_tab(title, sheet.title)

    return undo


def _deleted(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
    """Undone as a host would: the tab comes back under its number, with its names and metadata."""
    book = emulator.world.spreadsheets[book_id]
    sheet, _ = _spot(emulator, book_id, fault)
    player, spare = _owner(emulator, book_id), [one for one in book.sheets if one is not sheet and not one.hidden]
    if not spare:
        player.add_tab("Sheet99")
    player.delete_tab(sheet.title)

    def undo() -> None:
        now = emulator.world.spreadsheets[book_id].copy()
        if now.sheet(sheet.number) is not None or now.titled(sheet.title) is not None:
            return
        taken = {name.name for name in now.names}
        now.sheets.insert(book.sheets.index(sheet), sheet)
        now.sheets = [one for one in now.sheets if spare or one.title != "Sheet99"]
        now.names = (*now.names, *(name for name in book.names if name.box.sheet_id == sheet.number and name.name not in taken))
        now.metadata = (*now.metadata, *(one for one in book.metadata if one.box is not None and one.box.sheet_id == sheet.number))
        emulator.world.spreadsheets[book_id] = now

    return undo


def _rows_inserted(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
    sheet, area = _spot(emulator, book_id, fault)
    first, rows = area.edges[0], range(area.edges[0], area.edges[0] + 2)
    _owner(emulator, book_id).insert_rows(sheet.title, first, len(rows))

    def undo() -> None:
        now = emulator.world.spreadsheets[book_id].sheet(sheet.number)
        if now is not None and now.rows == sheet.rows + 2 and not any(cell.entered for (row, _), cell in now.cells.items() if row in rows):
            _owner(emulator, book_id).delete_rows(now.title, first, len(rows))

    return undo


def _on_sheet(change: Callable[[Player, Sheet, Box, Fault], None]) -> Disaster:
    """A disaster on a tab; what is still as it left it is put back."""

    def happen(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
        before, area = _spot(emulator, book_id, fault)
        if fault.kind == Kind.MERGED and area.edges[1] - area.edges[0] == area.edges[3] - area.edges[2] == 1:
            area = replace(area, right=area.edges[3] + 1).within(before.rows, before.columns)
        change(_owner(emulator, book_id), before, area, fault)
        after = emulator.world.spreadsheets[book_id].sheet(before.number)

        def undo() -> None:
            book = emulator.world.spreadsheets[book_id].copy()
            now = book.sheet(before.number)
            if now is not None and after is not None:
                _heal(now, before, after)
            emulator.world.spreadsheets[book_id] = book

        return undo

    return happen


def _heal(now: Sheet, before: Sheet, after: Sheet) -> None:
    """Takes back the difference between before and after, where nobody has changed it since."""
    now.merges = _healed(now.merges, before.merges, after.merges)
    now.rules = _healed(now.rules, before.rules, after.rules)
    now.bands = _healed(now.bands, before.bands, after.bands)
    if not now.guards:
        now.guards = before.guards
    if now.rows == after.rows:
        now.rows = before.rows
    for place in before.cells.keys() | after.cells.keys():
        if now.cells.get(place, EMPTY) == after.cells.get(place, EMPTY) != before.cells.get(place, EMPTY):
            now.cells[place] = before.cells.get(place, EMPTY)
        if now.cells.get(place) == EMPTY and place not in before.cells:
            del now.cells[place]


def _healed(now: Sequence[_Mark], before: Sequence[_Mark], after: Sequence[_Mark]) -> tuple[_Mark, ...]:
    added, gone = [one for one in after if one not in before], [one for one in before if one not in after]
    return (*(one for one in now if one not in added), *(one for one in gone if one not in now))


def _address(sheet: Sheet, area: Box) -> str:
    return boxes.written(sheet.title, area)


def _no_guards(player: Player, sheet: Sheet, area: Box, fault: Fault) -> None:
    player.do(*({"deleteProtectedRange": {"protectedRangeId": guard.number}} for guard in sheet.guards))


def _no_names(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
    before = emulator.world.spreadsheets[book_id]
    _owner(emulator, book_id).do(*({"deleteNamedRange": {"namedRangeId": name.id}} for name in before.names))

    def undo() -> None:
        now = emulator.world.spreadsheets[book_id].copy()
        now.names = (*now.names, *(name for name in before.names if name.name not in {one.name for one in now.names}))
        emulator.world.spreadsheets[book_id] = now

    return undo


def _locale(emulator: Emulator, book_id: str, fault: Fault) -> Undo:
    before = emulator.world.spreadsheets[book_id].locale
    _owner(emulator, book_id).set_locale("de_DE")

    def undo() -> None:
        if emulator.world.spreadsheets[book_id].locale == "de_DE":
            _owner(emulator, book_id).set_locale(before)

    return undo


def _player_edit(emulator: Emulator, book_id: str, fault: Fault) -> None:
    """Somebody with the link types; whatever comes of it stays, it is no damage."""
    sheet, area = _spot(emulator, book_id, fault)
    Player(emulator, book_id).type(_address(sheet, boxes.cell(sheet.number, area.edges[0], area.edges[2])), fault.text)


DISASTERS: dict[Kind, Disaster] = {
    Kind.PERMISSION_LOST: _shared_less(None),
    Kind.READ_ONLY: _shared_less("reader"),
    Kind.MISSING: _missing,
    Kind.BINNED: _refile(trashed=True),
    Kind.OFFICE_FILE: _refile(kind=OFFICE),
    Kind.TAB_RENAMED: _renamed,
    Kind.TAB_DELETED: _deleted,
    Kind.ROWS_INSERTED: _rows_inserted,
    Kind.GRID_SHRUNK: _on_sheet(lambda player, sheet, area, fault: player.resize(sheet.title, rows=max(1, area.edges[0]))),
    Kind.THEME_PAINTED: _on_sheet(lambda player, sheet, area, fault: player.paint(_address(sheet, area), theme="ACCENT1")),
    Kind.MERGED: _on_sheet(lambda player, sheet, area, fault: player.merge(_address(sheet, area))),
    Kind.CONDITIONAL_FORMAT: _on_sheet(lambda player, sheet, area, fault: player.conditional_format(_address(sheet, area), "ff0000")),
    Kind.BANDED: _on_sheet(lambda player, sheet, area, fault: player.band(_address(sheet, area), "eeeeee", "dddddd")),
    Kind.NAMES_DELETED: _no_names,
    Kind.PROTECTION_REMOVED: _on_sheet(_no_guards),
    Kind.LOCALE_CHANGED: _locale,
    Kind.PLAYER_EDIT: _player_edit,
}
