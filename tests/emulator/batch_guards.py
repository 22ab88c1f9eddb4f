"""The batchUpdate requests for protected ranges.

Must not decide who may pass one; that is protection's.
"""

from __future__ import annotations

from dataclasses import replace

from emulator import addresses, boxes
from emulator.batch import Batch, fields, kind
from emulator.boxes import Box
from emulator.errors import Bad
from emulator.jsons import Json
from emulator.render import guard_json
from emulator.state import Guard, Sheet


def box_in(batch: Batch, sent: Json) -> tuple[Sheet, Box]:
    """The tab and the rectangle as it was sent: a tab without edges stays a whole tab, whatever its size becomes."""
    sheet = batch.sheet(sent.get("sheetId"))
    area = boxes.box(sent)
    if area.edges[0] >= sheet.rows or area.edges[2] >= sheet.columns or (area.bottom or 0) > sheet.rows or (area.right or 0) > sheet.columns:
        raise Bad(addresses.beyond(sheet, area))
    if area.empty:
        raise Bad("GridRange must not be empty.")
    return sheet, area


def _found(batch: Batch, number: int | None) -> tuple[Sheet, Guard]:
    for sheet in batch.book.sheets:
        for guard in sheet.guards:
            if guard.number == number:
                return sheet, guard
    raise Bad(f"No protected range with id: {number or 0}")


def _shown(batch: Batch, guard: Guard) -> Json:
    return guard_json(guard, batch.file, batch.world, batch.who, batch.behaviour)


def _place(batch: Batch, sent: Json) -> tuple[Sheet, Box, str | None]:
    name_id = sent.get("namedRangeId")
    if name_id:
        named = next((name for name in batch.book.names if name.id == name_id), None)
        if named is None:
            raise Bad(f"No named range with id: {name_id}")
        return batch.sheet(named.box.sheet_id), named.box, name_id
    sheet, area = box_in(batch, sent.get("range") or {})
    return sheet, area, None


def _open(batch: Batch, sheet: Sheet, area: Box, sent: Json) -> tuple[Box, ...]:
    found = []
    for raw in sent.get("unprotectedRanges") or ():
        inner_sheet, inner = box_in(batch, raw)
        if not area.whole_sheet:
            raise Bad("Unprotected ranges are only supported on protected sheets.")
        if inner_sheet is not sheet:
            raise Bad("Unprotected ranges must be on the protected sheet.")
        found.append(inner)
    return tuple(found)


def _with_editors(batch: Batch, guard: Guard, sent: Json) -> Guard:
    """Without a list of editors all who may edit the file are put on it, so that nobody is held back."""
    editors = sent.get("editors")
    if guard.warning_only:
        if editors and any(editors.get(key) for key in ("users", "groups", "domainUsersCanEdit")):
            raise Bad("ProtectedRange is warningOnly. Editors cannot be set on it.")
        return replace(guard, users=(), groups=(), domain=False)
    if editors is None:
        return replace(guard, users=batch.world.writers(batch.file), groups=(), domain=False)
    users = tuple(dict.fromkeys([*(editors.get("users") or ()), batch.who.email, batch.file.owner]))
    return replace(guard, users=users, groups=tuple(editors.get("groups") or ()), domain=bool(editors.get("domainUsersCanEdit")))


@kind("addProtectedRange")
def add_protected_range(batch: Batch, request: Json) -> Json:
    """The reply shows no editors where none were sent; the next look shows the requester and the owner."""
    sent = request.get("protectedRange") or {}
    sheet, area, name_id = _place(batch, sent)
    number = sent.get("protectedRangeId") or batch.world.number()
    if any(guard.number == number for one in batch.book.sheets for guard in one.guards):
        raise Bad(f"A protected range with id {number} already exists.")
    guard = Guard(number, area, sent.get("description") or None, bool(sent.get("warningOnly")), _open(batch, sheet, area, sent), name_id=name_id)
    guard = _with_editors(batch, guard, sent)
    sheet.guards = (*sheet.guards, guard)
    shown = _shown(batch, guard)
    if "editors" in sent and "editors" in shown:
        shown["editors"] = {key: value for key, value in (sent["editors"] or {}).items() if value}
    return {"protectedRange": shown}


@kind("updateProtectedRange")
def update_protected_range(batch: Batch, request: Json) -> Json:
    wanted, sent = fields(request, "ProtectedRange"), request.get("protectedRange") or {}
    sheet, guard = _found(batch, sent.get("protectedRangeId"))
    batch.rights.guard(guard)
    names = set(wanted) or {"range", "description", "warningOnly", "unprotectedRanges", "editors"}
    fresh, target = guard, sheet
    if "range" in names or "namedRangeId" in names:
        target, area, name_id = _place(batch, sent)
        fresh = replace(fresh, box=area, name_id=name_id)
    if "description" in names:
        fresh = replace(fresh, description=sent.get("description") or None)
    if "warningOnly" in names:
        fresh = replace(fresh, warning_only=bool(sent.get("warningOnly")))
    if "unprotectedRanges" in names:
        fresh = replace(fresh, open=_open(batch, target, fresh.box, sent))
    if "editors" in names or "warningOnly" in names:
        tightened = guard.warning_only and not fresh.warning_only  # then all who may edit the file are put on the list
        kept = {} if fresh.warning_only else {"users": list(fresh.users), "groups": list(fresh.groups), "domainUsersCanEdit": fresh.domain}
        fresh = _with_editors(batch, fresh, sent if "editors" in names else ({} if tightened else {"editors": kept}))
    if target is sheet:
        sheet.guards = tuple(fresh if one is guard else one for one in sheet.guards)
    else:
        sheet.guards = tuple(one for one in sheet.guards if one is not guard)
        target.guards = (*target.guards, fresh)
    return {}


@kind("deleteProtectedRange")
def delete_protected_range(batch: Batch, request: Json) -> Json:
    sheet, guard = _found(batch, request.get("protectedRangeId"))
    batch.rights.guard(guard)
    sheet.guards = tuple(one for one in sheet.guards if one is not guard)
    return {}
