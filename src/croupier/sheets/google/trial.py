"""Tries out in an empty spreadsheet what is believed of Google and could not be seen without an account.

Must not touch a spreadsheet that holds anything of anybody's, nor put an id, an address or a secret into an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from gspread.urls import SPREADSHEET_URL, SPREADSHEETS_API_V4_BASE_URL

from croupier.core.forms import Field, Form
from croupier.core.problems import HostError
from croupier.core.sheet import Cell, Tab, Workbook
from croupier.sheets.base import answers

from . import locks, marks, setup
from .errors import GoogleTrouble, Json, SignInFailed, redacted
from .http import DRIVE, GoogleHttp
from .links import Link
from .state import GRID_FIELDS, STATE_FIELDS, state
from .store import GoogleStore

SEAT = "trial"
_FORM = Form(SEAT, (Field("wish", ("wish",), "Wish"), Field("done", ("done",), "Done", tick=True)))
_WISH = (Cell(3, 1, "Type here:"), Cell(3, 2, name="wish"))
_DONE = (Cell(5, 1, "Tick here:"), Cell(5, 2, name="done", tick=True))
WORKBOOK = Workbook(SEAT, "live-check/trial/2/0", (Tab("Trial", (Cell(1, 1, "croupier tries out what Google does"), *_WISH, *_DONE)),))
_SPARE = 4711
_BURST = 70
_LOOK = "userEnteredFormat(backgroundColor,backgroundColorStyle),effectiveFormat(backgroundColor,backgroundColorStyle)"
_PRIVATE = re.compile(r"[A-Za-z0-9_-]{20,}|[^\s\"'<>]+@[^\s\"'<>]+")
Ask = Callable[[str], bool | None]
"""Asks the host a question that only eyes can answer; None = it was passed over."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was asked, what croupier takes to be so, and what was found; `found` is "" where it was not tried."""

    question: str
    believed: str
    found: str = ""


def begin(http: GoogleHttp, given: Link | None) -> Link:
    """The spreadsheet to try things out in: the host's, if it is empty; else a new one, where the account can have one. HostError."""
    if given is None:
        before = setup.made_before(http, "live-check").get(SEAT)  # by a check that broke off
        return Link(before) if before else setup.create(http, "live-check", SEAT, "croupier: live check")
    found = state(http.sheet(given.id, GRID_FIELDS))
    own = (found.note(marks.STAMP) or "").startswith("live-check/")
    if not own and (found.metadata or not all(sheet.is_blank for sheet in found.sheets.values())):
        raise HostError("there is something in this spreadsheet", "make a new one for the live check, and share it as Editor")
    return given


def end(http: GoogleHttp, link: Link, *, own: bool) -> None:
    """Puts a spreadsheet of croupier's own into the bin, and the spare tab away in another's."""
    if own:
        http.request("patch", f"{DRIVE}/files/{link.id}", params={"fields": "id"}, json={"trashed": True})
    elif _SPARE in state(http.sheet(link.id, STATE_FIELDS)).sheets:
        http.batch(link.id, {"requests": [{"deleteSheet": {"sheetId": _SPARE}}]})


def run(http: GoogleHttp, link: Link, address: str, ask: Ask, *, service: bool) -> Iterator[Answer]:
    """Every question with its answer, one after another. HostError where nobody is signed in any more."""
    trial = _Trial(http, link, address, service)
    for question, believed, work in trial.questions():
        try:
            found = work()
        except SignInFailed:
            raise
        except GoogleTrouble as fault:
            found = f"refused ({fault.kind}, {fault.status}): {fault.message}"
        except HostError as fault:
            found = f"refused: {fault.message}"
        yield Answer(question, believed, _bare(found))
    for question, words in _BY_EYE:
        said = ask(words.format(link=link.url, title=WORKBOOK.tabs[0].title))
        yield Answer(question, "yes", "" if said is None else ("yes" if said else "no"))
    if service:
        yield Answer("what a write hears that a protection keeps out", "400, a protected cell or object", _bare(trial.kept_out(ask)))
    yield Answer(f"what {_BURST} requests at once hear", "429 without Retry-After", _bare(trial.burst()))


_BY_EYE = (
    (
        "somebody with the link alone can type into an open cell",
        "Open {link} in a private window, without signing in. In the tab {title}, can you type into B3?",
    ),
    ("… and is held back from typing elsewhere", "There, are you kept from typing into A1?"),
    ("… and from colouring", "Are you kept from colouring A1?"),
    ("… and from renaming the tab", "Are you kept from renaming the tab {title}?"),
    ("… and from inserting a row", "Are you kept from inserting a row above row 2?"),
    ("… but can tick a box with a click", "Can you tick the box in B5, and take the tick away again?"),
)


class _Trial:
    def __init__(self, http: GoogleHttp, link: Link, address: str, service: bool) -> None:
        self._http, self._id, self._address, self._service = http, link.id, address, service
        self._store = GoogleStore(http, {SEAT: link.id}, address)

    def questions(self) -> Iterator[tuple[str, str, Callable[[], str]]]:
        """(question, what is believed, how it is found out), in the order in which they have to be asked."""
        yield "a form can be laid out", "yes", self._laid_out
        yield "it can be read", "yes", self._read
        yield "a box to tick holds FALSE until it is ticked", "yes", self._unticked
        yield "locking and reading go in one request, by named ranges", "yes, with the cells", self._locked
        yield "a reply says what time it is", "yes", self._dated
        yield "a spare tab with a number of croupier's own can be made", "yes", self._spare
        yield "a cell that was never formatted has an effective format", "yes", self._plain
        yield "a cell in a theme's colour has a plain colour beside it", "yes", self._theme
        yield "alternating colours show in the effective format", "yes", self._bands
        yield "a table stands among the alternating colours", "yes", self._table
        yield "merged cells outside of what is asked for are left out", "yes", self._merges
        yield "protections go along when a tab is copied", "no", self._copied
        yield "the id of everyone with the link", "anyoneWithLink", self._anyone
        if self._service:
            yield "a service account that wants a file of its own is refused", "refused", self._storage

    def _do(self, *requests: Json) -> None:
        self._http.batch(self._id, {"requests": list(requests)})

    def _spare_tab(self, row: int, column: int, fields: str) -> Json:
        """The spare tab as a reply shows it, with one cell."""
        box = _box(row, row + 1, column, column + 1)
        found: list[Json] = self._http.cells(self._id, [{"gridRange": box}], f"sheets({fields})").get("sheets") or []
        return found[0] if found else {}

    def _cell(self, row: int, column: int) -> Json:
        tab = self._spare_tab(row, column, f"data(rowData/values({_LOOK}))")
        data: Json = next(iter(tab.get("data") or ()), {})
        line: Json = next(iter(data.get("rowData") or ()), {})
        cell: Json = next(iter(line.get("values") or ()), {})
        return cell

    def _laid_out(self) -> str:
        self._store.bring(SEAT, WORKBOOK)
        return "yes"

    def _read(self) -> str:
        snapshot = self._store.read(SEAT, WORKBOOK, _FORM)
        return "yes" if not answers(_FORM, snapshot) and not snapshot.remarks else f"yes, but: {'; '.join(snapshot.remarks) or 'not empty'}"

    def _unticked(self) -> str:
        found = state(self._http.sheet(self._id, GRID_FIELDS))
        area = found.name(marks.cell_name("done"))
        value = found.sheets[area.gid].cells.get((area.top, area.left), {}).get("effectiveValue") if area else None
        return "yes" if value == {"boolValue": False} else f"no, but {value}"

    def _locked(self) -> str:
        self._store.unlock(SEAT, WORKBOOK)
        body: Json = {
            "requests": locks.lock_requests(WORKBOOK, "-"),
            "includeSpreadsheetInResponse": True,
            "responseIncludeGridData": True,
            "responseRanges": locks.names(WORKBOOK),
        }
        reply, _ = self._http.batch(self._id, body, f"updatedSpreadsheet({GRID_FIELDS})")
        self._store.unlock(SEAT, WORKBOOK)
        found = state(reply.get("updatedSpreadsheet") or {}, whole=False)
        return "yes, with the cells" if any(sheet.read for sheet in found.sheets.values()) else "yes, but without cells"

    def _dated(self) -> str:
        return "yes" if self._http.server_now is not None else "no"

    def _spare(self) -> str:
        if _SPARE in state(self._http.sheet(self._id, STATE_FIELDS)).sheets:
            self._do({"deleteSheet": {"sheetId": _SPARE}})
        grid = {"rowCount": 20, "columnCount": 10}
        self._do({"addSheet": {"properties": {"sheetId": _SPARE, "title": "Spare", "gridProperties": grid}}})
        return "yes"

    def _plain(self) -> str:
        self._do(_number(15, 8))
        return "yes" if self._cell(15, 8).get("effectiveFormat") else "no"

    def _theme(self) -> str:
        look = {"userEnteredFormat": {"backgroundColorStyle": {"themeColor": "ACCENT1"}}}
        self._do({"repeatCell": {"range": _box(0, 1, 0, 1), "cell": look, "fields": "userEnteredFormat.backgroundColorStyle"}})
        own = self._cell(0, 0).get("userEnteredFormat") or {}
        return "yes" if own.get("backgroundColor") else "no"

    def _bands(self) -> str:
        rows = {"firstBandColorStyle": {"rgbColor": {"red": 1}}, "secondBandColorStyle": {"rgbColor": {"green": 1}}}
        self._do(_number(3, 0), {"addBanding": {"bandedRange": {"bandedRangeId": _SPARE, "range": _box(3, 6, 0, 2), "rowProperties": rows}}})
        shown = (self._cell(3, 0).get("effectiveFormat") or {}).get("backgroundColor") or {}
        self._do({"deleteBanding": {"bandedRangeId": _SPARE}})
        return "yes" if shown.get("red") == 1 and not shown.get("green") else "no"

    def _table(self) -> str:
        self._do({"addTable": {"table": {"name": "Trial", "range": _box(8, 11, 0, 2)}}})
        tab = self._spare_tab(8, 0, "tables(tableId),bandedRanges(range)")
        for table in tab.get("tables") or ():
            self._do({"deleteTable": {"tableId": table["tableId"]}})
        return "yes" if tab.get("bandedRanges") else "no"

    def _merges(self) -> str:
        self._do({"mergeCells": {"range": _box(12, 14, 0, 2), "mergeType": "MERGE_ALL"}})
        return "no" if self._spare_tab(0, 5, "merges").get("merges") else "yes"

    def _copied(self) -> str:
        self._do({"addProtectedRange": {"protectedRange": {"range": {"sheetId": _SPARE}, "editors": {"users": [self._address]}}}})
        url = f"{SPREADSHEET_URL % self._id}/sheets/{_SPARE}:copyTo"
        made = self._http.request("post", url, json={"destinationSpreadsheetId": self._id}, repeatable=False).json()
        copy = state(self._http.sheet(self._id, STATE_FIELDS)).sheets[int(made["sheetId"])]
        self._do({"deleteSheet": {"sheetId": copy.gid}})
        return "yes" if copy.guards else "no"

    def _anyone(self) -> str:
        if not self._service:
            setup.share(self._http, self._id)
        found = self._http.get(f"{DRIVE}/files/{self._id}/permissions", {"fields": "permissions(id,type)", "supportsAllDrives": "true"})
        listed = [str(one.get("id")) for one in found.get("permissions") or () if one.get("type") == "anyone"]
        return listed[0] if listed else ""

    def _storage(self) -> str:
        try:
            self._http.request("post", SPREADSHEETS_API_V4_BASE_URL, json={"properties": {"title": "croupier: live check"}}, repeatable=False)
        except GoogleTrouble as fault:
            return f"refused ({fault.kind}, {fault.status}): {fault.message}"
        return "it got one"

    def kept_out(self, ask: Ask) -> str:
        """What a write hears where the host has protected a tab against croupier; "" where the host has not."""
        if not ask("In the tab Spare: Data → Protect sheets and ranges → Sheet → Set permissions → Only you; delete the other protection. Done?"):
            return ""
        try:
            self._do(_number(0, 0))
        except GoogleTrouble as fault:
            return f"{fault.status}, {'a protected cell or object' if fault.kind == 'protected' else fault.message}"
        return "it was written"

    def burst(self) -> str:
        """What Google says to more than it wants to hear in a minute; nothing can be asked of it for a minute then."""
        for number in range(1, _BURST + 1):
            reply: Any = self._http.session.request("get", SPREADSHEET_URL % self._id, params={"fields": "spreadsheetId"}, timeout=(5.0, 60.0))
            if reply.status_code == 429:
                after = reply.headers.get("Retry-After")
                return f"429 {'without Retry-After' if after is None else f'with Retry-After: {after}'} (request {number})"
            if not reply.ok:
                return f"{reply.status_code} (request {number})"
        return f"no refusal in {_BURST}"


def _box(top: int, bottom: int, left: int, right: int) -> Json:
    return {"sheetId": _SPARE, "startRowIndex": top, "endRowIndex": bottom, "startColumnIndex": left, "endColumnIndex": right}


def _number(row: int, column: int) -> Json:
    """Puts a number into a cell: one that was never touched is left out of replies."""
    cell = {"userEnteredValue": {"numberValue": 1}}
    return {"repeatCell": {"range": _box(row, row + 1, column, column + 1), "cell": cell, "fields": "userEnteredValue"}}


def _bare(text: str) -> str:
    """An answer as it is kept: no secret, no address, nothing that could be an id."""
    return _PRIVATE.sub("…", redacted(text))
