"""Asks Drive how the seats' files are: reachable, writable, a spreadsheet, not in the bin, last changed when.

Must not read or change what is in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from .errors import OFFICE, OFFICE_REMEDY, GoogleTrouble, Json, NotAllowed, SignInFailed
from .http import DRIVE, GoogleHttp

SPREADSHEET = "application/vnd.google-apps.spreadsheet"
_FIELDS = "id,name,mimeType,trashed,version,modifiedTime,capabilities/canEdit"
_MOST_PAGES = 5
_OFFICE = ("application/vnd.openxmlformats", "application/vnd.ms-excel", "application/vnd.oasis", "application/x-vnd.oasis", "text/csv")


@dataclass(frozen=True, slots=True)
class Facts:
    """A file as Drive describes it; `trouble` = why Drive does not, where it does not."""

    id: str
    name: str = ""
    kind: str = ""
    binned: bool = False
    writable: bool = False
    version: int = 0
    modified: str = ""
    trouble: GoogleTrouble | None = None


def all_facts(http: GoogleHttp, ids: Collection[str]) -> dict[str, Facts]:
    """How each file is: one list for all of them, newest change first; a file that only has a link is asked for by itself."""
    wanted = set(ids)
    found: dict[str, Facts] = {}
    params: dict[str, str] = {
        "pageSize": "1000",
        "orderBy": "modifiedTime desc",
        "supportsAllDrives": "true",
        "includeItemsFromAllDrives": "true",
        "fields": f"nextPageToken,files({_FIELDS})",
    }
    for _ in range(_MOST_PAGES):
        page = http.get(f"{DRIVE}/files", params)
        found |= {facts.id: facts for facts in _listed(page) if facts.id in wanted}
        token = page.get("nextPageToken")
        if not token or len(found) == len(wanted):
            break
        params["pageToken"] = str(token)
    for identifier in sorted(wanted - set(found)):
        found[identifier] = facts_of(http, identifier)
    return found


def facts_of(http: GoogleHttp, identifier: str) -> Facts:
    """How one file is."""
    try:
        found = http.get(f"{DRIVE}/files/{identifier}", {"fields": _FIELDS, "supportsAllDrives": "true"})
    except SignInFailed:
        raise
    except GoogleTrouble as fault:
        return Facts(identifier, trouble=fault)
    return _facts(found)


def _listed(page: Json) -> Iterator[Facts]:
    for file in page.get("files") or ():
        yield _facts(file)


def _facts(file: Json) -> Facts:
    return Facts(
        str(file.get("id", "")),
        str(file.get("name", "")),
        str(file.get("mimeType", "")),
        bool(file.get("trashed")),
        bool((file.get("capabilities") or {}).get("canEdit")),
        int(file.get("version") or 0),
        moment(str(file.get("modifiedTime", ""))),
    )


def moment(text: str) -> str:
    """A time of Drive's as ISO with offset, to the second's fraction; "" where it is none."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat()
    except ValueError:
        return ""


def why_unfit(facts: Facts, who: str) -> GoogleTrouble | None:
    """Why a file cannot be a seat's workbook as it now is; None where it can."""
    if facts.trouble is not None:
        return facts.trouble
    if facts.binned:
        return NotAllowed("it is in the bin", "its owner takes it out again: Drive → Bin → Restore", kind="not-found")
    if facts.kind.startswith(_OFFICE):
        return NotAllowed(OFFICE, OFFICE_REMEDY, kind="office")
    if facts.kind and facts.kind != SPREADSHEET:
        return NotAllowed(f"it is no Google spreadsheet ({facts.kind})", "give the link of a Google spreadsheet", kind="office")
    if not facts.writable:
        return NotAllowed("croupier may look at it, but not edit it", f"share it with {who} as Editor")
    return None
