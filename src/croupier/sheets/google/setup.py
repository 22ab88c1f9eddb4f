"""Makes and shares a spreadsheet for a seat, takes over one that the host has made, and looks whether all is well with it.

Must not lay anything out: that is the store's, and the same for every step.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.core.problems import HostError
from croupier.core.sheet import Workbook

from . import marks
from .drive import SPREADSHEET, Facts, facts_of, why_unfit
from .errors import GoogleTrouble, Json, SignInFailed, Unavailable
from .http import DRIVE, GoogleHttp
from .links import Link, read_link
from .state import STATE_FIELDS, State, state

_MATCH, _SEAT = "croupierMatch", "croupierSeat"
_MOST_PAGES = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not well with a spreadsheet, and what to do."""

    trouble: str
    remedy: str


def made_before(http: GoogleHttp, match_id: str) -> dict[str, str]:
    """The spreadsheets that croupier has made for a match, by the seats' ids: what was made is not made again."""
    params: dict[str, str] = {
        "q": f"mimeType = '{SPREADSHEET}' and trashed = false",
        "pageSize": "1000",
        "fields": "nextPageToken,files(id,appProperties)",
        "orderBy": "createdTime",
    }
    found: dict[str, str] = {}
    for _ in range(_MOST_PAGES):
        page = http.get(f"{DRIVE}/files", params)
        for file in page.get("files") or ():
            own = file.get("appProperties") or {}
            if own.get(_MATCH) == match_id and own.get(_SEAT):
                found.setdefault(str(own[_SEAT]), str(file.get("id", "")))
        if not page.get("nextPageToken"):
            break
        params["pageToken"] = str(page["nextPageToken"])
    return found


def create(http: GoogleHttp, match_id: str, seat_id: str, title: str) -> Link:
    """A new spreadsheet that nobody else may see yet. To make one twice would be no repeat: after a doubtful reply it is looked for."""
    body: Json = {
        "name": title,
        "mimeType": SPREADSHEET,
        "appProperties": {_MATCH: match_id, _SEAT: seat_id},
        "writersCanShare": False,
    }
    try:
        reply = http.request("post", f"{DRIVE}/files", params={"fields": "id", "supportsAllDrives": "true"}, json=body, repeatable=False)
    except Unavailable:
        there = made_before(http, match_id)
        if seat_id not in there:
            raise
        return Link(there[seat_id])
    return Link(str(reply.json()["id"]))


def share(http: GoogleHttp, identifier: str, address: str | None = None) -> None:
    """Lets everyone with the link edit it, or one address; nobody is written to."""
    params = {"supportsAllDrives": "true", "fields": "id"}
    body: Json = {"type": "anyone", "role": "writer", "allowFileDiscovery": False}
    if address is not None:
        params["sendNotificationEmail"] = "false"
        body = {"type": "user", "role": "writer", "emailAddress": address}
    try:
        http.request("post", f"{DRIVE}/files/{identifier}/permissions", params=params, json=body)
    except SignInFailed:
        raise
    except GoogleTrouble as fault:
        whom = f"with {address}" if address is not None else "by link"
        raise HostError(
            f"it could not be shared {whom}: {fault.message}",
            "share it by hand (Share → Editor); an address without a Google account needs the link, and an organisation may forbid links",
        ) from None


def adopt(http: GoogleHttp, text: str, who: str) -> Link:
    """The spreadsheet of a link that a host has pasted, once it is known that croupier can work with it. HostError.

    A resource key is no help: croupier is to be an Editor by its own address, and has no need of it then.
    """
    link = read_link(text)
    trouble = why_unfit(facts_of(http, link.id), who)
    if trouble is not None:
        raise trouble
    return link


def examine(http: GoogleHttp, facts: Facts, workbook: Workbook, who: str) -> tuple[Finding, ...]:
    """What is not well with a seat's spreadsheet; nothing where all is."""
    trouble = why_unfit(facts, who)
    if trouble is not None:
        return (Finding(trouble.message, trouble.next_step),)
    try:
        found = state(http.sheet(facts.id, STATE_FIELDS))
    except SignInFailed:
        raise
    except GoogleTrouble as fault:
        return (Finding(fault.message, fault.next_step),)
    stamp = found.note(marks.STAMP)
    if stamp is None:
        return (Finding("no form was laid out in it yet", "croupier open lays it out"),)
    if stamp != workbook.stamp:
        return (
            Finding(f"it holds another step's, seat's or match's form ({stamp[:80]})", "check the links; croupier sync lays this step's form out"),
        )
    return tuple(_lacks(found, workbook))


def _lacks(found: State, workbook: Workbook) -> list[Finding]:
    restore = "File → Version history → restore the last good version"
    findings: list[Finding] = []
    for tab in workbook.tabs:
        sheet = found.sheets.get(marks.gid(tab.title))
        if sheet is None:
            findings.append(Finding(f"its tab {tab.title} was deleted", restore))
            continue
        names = [cell.name for cell in tab.cells if cell.name] + [block.name for block in tab.blocks]
        lost = [name for name in names if found.name(marks.cell_name(name)) is None]
        if lost:
            findings.append(Finding(f"its tab {tab.title} has lost named ranges: {', '.join(lost)}", restore))
        if not any(guard.description == marks.GUARD for guard in sheet.guards):
            findings.append(Finding(f"the protection of its tab {tab.title} is gone", "the next form that is laid out has one again"))
    return findings
