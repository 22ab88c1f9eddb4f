"""What the emulated Google holds: accounts, files with their permissions, spreadsheets with tabs and cells.

Must not know requests or replies; who changes something works on a copy and puts it in place at once.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from emulator.boxes import Axis, Box
from emulator.colours import THEME
from emulator.jsons import Json

SPREADSHEET = "application/vnd.google-apps.spreadsheet"
FOLDER = "application/vnd.google-apps.folder"
OFFICE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ROLES = ("reader", "commenter", "writer", "owner")


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who signs in. A service account owns no storage; an empty address is somebody who only has the link."""

    email: str
    service: bool = False

    @property
    def permission_id(self) -> str:
        return str(int.from_bytes(hashlib.sha256(self.email.encode()).digest()[:8], "big")).zfill(20)

    @property
    def json(self) -> Json:
        """As Drive shows a user."""
        name = self.email if self.service else self.email.partition("@")[0].title()
        return {"kind": "drive#user", "displayName": name, "permissionId": self.permission_id, "emailAddress": self.email}


ANYONE = Account("")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; an empty one has been touched and cleared."""

    entered: Json | None = None
    format: Json | None = None
    note: str | None = None
    validation: Json | None = None
    runs: tuple[Json, ...] = ()


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class Guard:
    """A protected range. `users` are e-mail addresses; the file's owner may always edit."""

    number: int
    box: Box
    description: str | None = None
    warning_only: bool = False
    open: tuple[Box, ...] = ()
    users: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    domain: bool = False
    name_id: str | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """A named range."""

    id: str
    name: str
    box: Box


@dataclass(frozen=True, slots=True)
class Metadata:
    """A note of a program's: on the spreadsheet (no box), on a sheet (no axis) or on rows or columns."""

    number: int
    key: str
    value: str | None
    visibility: str
    box: Box | None = None
    axis: Axis | None = None


@dataclass(frozen=True, slots=True)
class Band:
    """Alternating colours; `properties` = rowProperties and columnProperties as sent."""

    number: int
    box: Box
    properties: Json


@dataclass(frozen=True, slots=True)
class Rule:
    """A conditional format; `json` = all of it but the ranges."""

    boxes: tuple[Box, ...]
    json: Json


@dataclass(frozen=True, slots=True)
class Table:
    """What "Convert to table" makes; `json` = all of it but the range."""

    id: str
    box: Box
    json: Json


@dataclass(slots=True)
class Sheet:
    """A tab. `extra` = further properties as they are printed; `grid` = further grid properties."""

    number: int
    title: str
    rows: int = 1000
    columns: int = 26
    hidden: bool = False
    extra: Json = field(default_factory=dict)
    grid: Json = field(default_factory=dict)
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    lines: dict[tuple[Axis, int], Json] = field(default_factory=dict)
    merges: tuple[Box, ...] = ()
    guards: tuple[Guard, ...] = ()
    bands: tuple[Band, ...] = ()
    rules: tuple[Rule, ...] = ()
    tables: tuple[Table, ...] = ()
    filter: Json | None = None

    def copy(self) -> Sheet:
        return replace(self, cells=dict(self.cells), lines=dict(self.lines))

    @property
    def box(self) -> Box:
        return Box(self.number, 0, self.rows, 0, self.columns)


@dataclass(slots=True)
class Spreadsheet:
    """A spreadsheet's content; its place and its permissions are the file's."""

    id: str
    title: str
    sheets: list[Sheet] = field(default_factory=list)
    locale: str = "en_US"
    time_zone: str = "Etc/GMT"
    extra: Json = field(default_factory=dict)
    theme: Mapping[str, str] = field(default_factory=lambda: THEME)
    names: tuple[Name, ...] = ()
    metadata: tuple[Metadata, ...] = ()

    def copy(self) -> Spreadsheet:
        return replace(self, sheets=[sheet.copy() for sheet in self.sheets])

    def sheet(self, number: int) -> Sheet | None:
        """The tab of a sheetId."""
        return next((sheet for sheet in self.sheets if sheet.number == number), None)

    def titled(self, title: str) -> Sheet | None:
        return next((sheet for sheet in self.sheets if sheet.title == title), None)


@dataclass(frozen=True, slots=True)
class Permission:
    """One line of who may do what. `id` is made of whom it is for."""

    id: str
    kind: str
    role: str
    email: str | None = None
    discoverable: bool = False

    @property
    def json(self) -> Json:
        found: Json = {"kind": "drive#permission", "id": self.id, "type": self.kind, "role": self.role}
        if self.email is not None:
            found |= {"emailAddress": self.email, "displayName": self.email.partition("@")[0], "deleted": False, "pendingOwner": False}
        if self.kind in ("anyone", "domain"):
            found["allowFileDiscovery"] = self.discoverable
        return found


@dataclass(frozen=True, slots=True)
class File:
    """A file or folder in Drive; replaced, never changed."""

    id: str
    name: str
    kind: str
    owner: str
    created: float
    modified: float
    version: int = 1
    trashed: bool = False
    parents: tuple[str, ...] = ()
    permissions: tuple[Permission, ...] = ()
    writers_can_share: bool = True
    restrictions: tuple[Json, ...] = ()
    made_by_app: bool = False
    modified_by: str = ""
    extra: Json = field(default_factory=dict)


@dataclass(slots=True)
class World:
    """All there is. `copy` is cheap, since what it holds is replaced and never changed."""

    accounts: dict[str, Account] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    spreadsheets: dict[str, Spreadsheet] = field(default_factory=dict)
    counter: int = 0

    def copy(self) -> World:
        return replace(
            self, accounts=dict(self.accounts), files=dict(self.files), spreadsheets={key: book.copy() for key, book in self.spreadsheets.items()}
        )

    def number(self) -> int:
        """A fresh number as Google's ids look, the same in every run."""
        self.counter += 1
        return self.counter * 2654435761 % (2**31 - 1) or 1

    def file_id(self) -> str:
        """A fresh id of 44 characters, the same in every run."""
        digest = hashlib.sha256(f"file {self.number()}".encode()).digest() + b"\0"
        return "1" + base64.urlsafe_b64encode(digest).decode()[:43]

    def role(self, file: File, who: Account) -> str | None:
        """The strongest role that an account has in a file, by name, by link or through a folder; None = it may not know of it."""
        if who.email and who.email == file.owner:
            return "owner"
        granted = [one.role for one in file.permissions if one.kind == "anyone" or (who.email and one.email == who.email)]
        for parent in file.parents:
            if parent in self.files:
                above = self.role(self.files[parent], who)
                granted += [] if above is None else ["writer" if above == "owner" else above]
        return max(granted, key=ROLES.index, default=None)

    def known(self, file: File, who: Account) -> bool:
        """Whether an account finds a file by looking: it owns it or it was shared with its address."""
        if who.email == file.owner or any(one.email == who.email for one in file.permissions):
            return True
        return any(self.known(self.files[parent], who) for parent in file.parents if parent in self.files)

    def writers(self, file: File) -> tuple[str, ...]:
        """The addresses of all who may edit a file."""
        named = [one.email for one in file.permissions if one.role in ("writer", "owner") and one.email]
        above = [email for parent in file.parents if parent in self.files for email in self.writers(self.files[parent])]
        return tuple(dict.fromkeys([file.owner, *named, *above]))

    def changed(self, file: File, who: Account, now: float) -> None:
        """Puts a changed file in place: every change raises its version."""
        self.files[file.id] = replace(
            file, version=self.files[file.id].version + 1 if file.id in self.files else 1, modified=now, modified_by=who.email
        )
