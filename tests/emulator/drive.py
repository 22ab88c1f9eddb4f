"""The Drive interface: files and folders, their permissions, who is signed in.

Must not look into a spreadsheet, but to make, copy or name one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from emulator import errors
from emulator.drive_query import query, stamp
from emulator.jsons import Json, without_none
from emulator.state import FOLDER, ROLES, SPREADSHEET, File, Permission, Sheet, Spreadsheet

if TYPE_CHECKING:
    from emulator.call import Call

_QUOTA = 15 * 2**30


def found(call: Call, identifier: str, least: str = "reader") -> File:
    """The file of an id, if the account may know of it and has at least this role in it."""
    file = call.world.files.get(identifier)
    role = None if file is None else call.world.role(file, call.who)
    if file is None or role is None or (call.only_own_files and not file.made_by_app):
        raise errors.no_file(identifier)
    if ROLES.index(role) < ROLES.index(least):
        raise errors.may_not()
    return file


def file_json(call: Call, file: File) -> Json:
    """A file with all that Drive could say of it; a mask cuts it down."""
    world, role = call.world, call.world.role(file, call.who) or "reader"
    edits, owns = role in ("writer", "owner"), role == "owner"
    locked = any(one.get("readOnly") for one in file.restrictions)
    shares = owns or (edits and file.writers_can_share)
    owner = world.accounts[file.owner]
    kind = "folders" if file.kind == FOLDER else "spreadsheets/d"
    return {
        "kind": "drive#file",
        "id": file.id,
        "name": file.name,
        "mimeType": file.kind,
        "starred": False,
        "trashed": file.trashed,
        "explicitlyTrashed": file.trashed,
        "parents": [parent for parent in file.parents if parent in world.files and world.role(world.files[parent], call.who)],
        "version": str(file.version),
        "webViewLink": f"https://docs.google.com/{kind}/{file.id}/edit?usp=drivesdk",
        "createdTime": stamp(file.created),
        "modifiedTime": stamp(file.modified),
        "owners": [{**owner.json, "me": owner == call.who}],
        "lastModifyingUser": world.accounts.get(file.modified_by, owner).json,
        "ownedByMe": owns,
        "shared": bool([one for one in file.permissions if one.role != "owner"]),
        "writersCanShare": file.writers_can_share,
        "capabilities": {
            "canEdit": edits and not locked,
            "canModifyContent": edits and not locked,
            "canCopy": True,
            "canComment": role != "reader",
            "canRename": edits,
            "canShare": shares,
            "canTrash": owns,
            "canUntrash": owns,
            "canDelete": owns,
            "canReadRevisions": edits,
            "canModifyContentRestriction": edits,
        },
        **({"permissions": [one.json for one in file.permissions]} if shares else {}),
        **({"contentRestrictions": list(file.restrictions)} if file.restrictions else {}),
        **file.extra,
    }


def files_get(call: Call) -> Json:
    return file_json(call, found(call, call.path["fileId"]))


def files_list(call: Call) -> Json:
    """Files that the account owns or that were shared with it by name; who only has a link does not find the file here."""
    test = query(call.text("q") or "", call.world)
    visible = [file for file in call.world.files.values() if call.world.known(file, call.who) and test(file)]
    if call.only_own_files:
        visible = [file for file in visible if file.made_by_app]
    order = (call.text("orderBy") or "modifiedTime desc").split(",")[0].split()
    keys: dict[str, Callable[[File], tuple[object, ...]]] = {
        "name": lambda file: (file.name,),
        "createdTime": lambda file: (file.created, file.id),
        "modifiedTime": lambda file: (file.modified, file.id),
    }
    if order[0] not in keys:
        raise errors.NotEmulated(f"files.list ordered by {order[0]}")
    visible.sort(key=keys[order[0]], reverse=order[1:] == ["desc"])
    size, start = int(call.text("pageSize") or 100), int((call.text("pageToken") or "page0").removeprefix("page"))
    rest = {"nextPageToken": f"page{start + size}"} if start + size < len(visible) else {}
    return {"kind": "drive#fileList", **rest, "incompleteSearch": False, "files": [file_json(call, file) for file in visible[start : start + size]]}


def new_file(call: Call, name: str, kind: str, parents: tuple[str, ...]) -> File:
    """A new file of the account's, not yet put in place; a service account owns no storage."""
    if call.who.service:
        raise errors.storage()
    for parent in parents:
        found(call, parent, "writer")
    world = call.world
    owner = Permission(call.who.permission_id, "user", "owner", call.who.email)
    identifier = world.file_id()
    return File(identifier, name, kind, call.who.email, call.now, call.now, 1, False, parents, (owner,), made_by_app=True, modified_by=call.who.email)


def files_create(call: Call) -> Json:
    body = call.body or {}
    kind = body.get("mimeType") or "application/octet-stream"
    if kind not in (SPREADSHEET, FOLDER):
        raise errors.NotEmulated(f"creating a file of the type {kind}")
    file = new_file(call, body.get("name") or "Untitled", kind, tuple(body.get("parents") or ()))
    file = replace(file, extra=_extra(body))
    call.world.files[file.id] = file
    if kind == SPREADSHEET:
        call.world.spreadsheets[file.id] = Spreadsheet(file.id, file.name, [Sheet(0, "Sheet1")])
    return file_json(call, file)


def _extra(body: Json) -> Json:
    return {key: body[key] for key in ("description", "properties", "appProperties") if body.get(key)}


def files_copy(call: Call) -> Json:
    """A copy belongs to who copies; it keeps protected ranges, with the copier for their only editor."""
    source, body = found(call, call.path["fileId"]), call.body or {}
    file = new_file(call, body.get("name") or f"Copy of {source.name}", source.kind, tuple(body.get("parents") or ()))
    call.world.files[file.id] = file
    if source.id in call.world.spreadsheets:
        book = call.world.spreadsheets[source.id].copy()
        book.id, book.title = file.id, file.name
        for sheet in book.sheets:
            sheet.guards = tuple(replace(guard, users=() if guard.warning_only else (call.who.email,), groups=()) for guard in sheet.guards)
        call.world.spreadsheets[file.id] = book
    return file_json(call, file)


def files_update(call: Call) -> Json:
    """Renames, moves, bins, restricts; who is no owner may not bin."""
    file, body = found(call, call.path["fileId"], "writer"), call.body or {}
    owns = call.world.role(file, call.who) == "owner"
    if "trashed" in body and not owns:
        raise errors.may_not()
    if body.get("writersCanShare") is not None and not owns:
        raise errors.may_not()
    if "contentRestrictions" in body:
        locked = any(one.get("ownerRestricted") for one in (*file.restrictions, *(body["contentRestrictions"] or ())))
        if locked and not owns:
            raise errors.may_not()
        restrictions = tuple(
            {**without_none(**one), "type": "globalContentRestriction"} for one in body["contentRestrictions"] or () if one.get("readOnly")
        )
        file = replace(file, restrictions=restrictions)
    gone = set((call.text("removeParents") or "").split(","))
    added = tuple(parent for parent in (call.text("addParents") or "").split(",") if parent)
    for parent in added:
        found(call, parent, "writer")
    file = replace(
        file,
        name=body.get("name") or file.name,
        trashed=file.trashed if body.get("trashed") is None else body["trashed"],
        writers_can_share=file.writers_can_share if body.get("writersCanShare") is None else body["writersCanShare"],
        parents=(*(parent for parent in file.parents if parent not in gone), *added),
        extra={**file.extra, **_extra(body)},
    )
    call.world.changed(file, call.who, call.now)
    if file.id in call.world.spreadsheets and body.get("name"):
        book = call.world.spreadsheets[file.id].copy()
        book.title = file.name
        call.world.spreadsheets[file.id] = book
    return file_json(call, call.world.files[file.id])


def files_delete(call: Call) -> None:
    file = found(call, call.path["fileId"])
    if call.world.role(file, call.who) != "owner":
        raise errors.may_not()
    del call.world.files[file.id]
    call.world.spreadsheets.pop(file.id, None)


def _sharable(call: Call) -> File:
    file = found(call, call.path["fileId"], "writer")
    if call.world.role(file, call.who) != "owner" and not file.writers_can_share:
        raise errors.may_not("The user does not have sufficient permissions for this file.")
    return file


def permissions_create(call: Call) -> Json:
    """Giving somebody a role twice changes it; everyone with the link is one permission."""
    file, body = _sharable(call), call.body or {}
    kind, role = body.get("type"), body.get("role")
    if role not in ("reader", "commenter", "writer") or kind not in ("user", "group", "anyone"):
        if role == "owner":
            raise errors.drive(403, "The transferOwnership parameter must be enabled when the permission role is 'owner'.", "forbidden")
        raise errors.drive(400, "The permission type field is required.", "required", location=("body", "permission.type"))
    if kind == "anyone":
        fresh = Permission(call.behaviour.anyone_id, kind, role, discoverable=bool(body.get("allowFileDiscovery")))
    else:
        email = body.get("emailAddress") or ""
        if "@" not in email:
            raise errors.drive(400, "The specified emailAddress is invalid or not applicable for the given permission type.", "invalid")
        fresh = Permission(call.world.accounts[email].permission_id if email in call.world.accounts else str(call.world.number()), kind, role, email)
    _put(call, file, fresh)
    return fresh.json


def _put(call: Call, file: File, fresh: Permission) -> None:
    rest = tuple(one for one in file.permissions if one.id != fresh.id)
    call.world.changed(replace(file, permissions=(*rest, fresh)), call.who, call.now)


def _permission(call: Call, file: File) -> Permission:
    identifier = call.path["permissionId"]
    one = next((one for one in file.permissions if one.id == identifier), None)
    if one is None:
        raise errors.drive(404, f"Permission not found: {identifier}.", "notFound", location=("parameter", "permissionId"))
    return one


def permissions_list(call: Call) -> Json:
    return {"kind": "drive#permissionList", "permissions": [one.json for one in _sharable(call).permissions]}


def permissions_get(call: Call) -> Json:
    return _permission(call, _sharable(call)).json


def permissions_update(call: Call) -> Json:
    file, body = _sharable(call), call.body or {}
    one = _permission(call, file)
    if one.role == "owner":
        raise errors.may_not()
    fresh = replace(one, role=body.get("role") or one.role)
    _put(call, file, fresh)
    return fresh.json


def permissions_delete(call: Call) -> None:
    file = _sharable(call)
    one = _permission(call, file)
    if one.role == "owner":
        raise errors.may_not()
    rest = tuple(other for other in file.permissions if other is not one)
    call.world.changed(replace(file, permissions=rest), call.who, call.now)


def comments_list(call: Call) -> Json:
    found(call, call.path["fileId"])
    return {"kind": "drive#commentList", "comments": []}


def about_get(call: Call) -> Json:
    if not call.text("fields"):
        raise errors.drive(400, "The 'fields' parameter is required for this method.", "required", location=("parameter", "fields"))
    limit = "0" if call.who.service else str(_QUOTA)
    return {"kind": "drive#about", "user": {**call.who.json, "me": True}, "storageQuota": {"limit": limit, "usage": "0", "usageInDrive": "0"}}
