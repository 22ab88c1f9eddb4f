"""What travels between a client and the emulator: requests, replies, and a request once it is understood.

Must not do anything with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

from emulator import jsons
from emulator.behaviour import Behaviour
from emulator.discovery import Method
from emulator.jsons import Json
from emulator.masks import ALL, Mask
from emulator.state import Account, World

Time = float | tuple[float | None, float | None] | None


@dataclass(slots=True)
class Request:
    """A request as it came in, the names of its headers in small letters. `timeout` = how long its sender waits, None = for ever (or not known)."""

    verb: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes = b""
    timeout: Time = None
    path: str = ""
    query: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.headers = {name.casefold(): value for name, value in self.headers.items()}
        split = urlsplit(self.url)
        self.path = split.path
        self.query = parse_qs(split.query, keep_blank_values=True)

    @property
    def api(self) -> Literal["sheets", "drive", "token", "consent", "other"]:
        """Which interface it is for."""
        if self.path.startswith("/v4/spreadsheets"):
            return "sheets"
        if self.path.startswith("/drive/v3/"):
            return "drive"
        if self.path in ("/o/oauth2/auth", "/o/oauth2/v2/auth"):
            return "consent"
        return "token" if self.path in ("/token", "/o/oauth2/token", "/oauth2/v4/token") else "other"

    @property
    def file_id(self) -> str | None:
        """The spreadsheet or file that it is about, if it names one."""
        parts = self.path.split("/")
        at = 3 if self.api == "sheets" else 4
        found = parts[at].partition(":")[0] if self.api in ("sheets", "drive") and len(parts) > at else ""
        return found or None

    @property
    def json(self) -> Any:
        """The body; raises NotJson."""
        return jsons.read(self.content) if self.content else None


Broken = Literal["time-out", "reset", "cut off"]


@dataclass(slots=True)
class Reply:
    """What comes back. `broken` = nothing of it reaches the sender, and how that looks."""

    status: int
    headers: dict[str, str]
    content: bytes
    broken: Broken | None = None


@dataclass(slots=True)
class Call:
    """A request that was understood: whose it is, which method it calls and with what."""

    method: Method
    who: Account
    path: Mapping[str, str]
    query: Mapping[str, list[str]]
    body: Any
    world: World
    behaviour: Behaviour
    now: float
    scopes: frozenset[str] = frozenset()
    mask: Mask = field(default_factory=lambda: ALL)

    def text(self, name: str) -> str | None:
        """A parameter that occurs once."""
        return self.query[name][-1] if self.query.get(name) else None

    def flag(self, name: str) -> bool:
        return (self.text(name) or "").casefold() == "true"

    @property
    def masked(self) -> bool:
        """Whether the request named the fields it wants."""
        return bool(self.text("fields"))

    @property
    def only_own_files(self) -> bool:
        """Whether the token lets the application see only files that it made."""
        names = {scope.rpartition("/")[2] for scope in self.scopes}
        return "drive.file" in names and not names & {"drive", "drive.readonly", "drive.metadata", "drive.metadata.readonly"}

    def options(self) -> Json:
        """The parameters that occur once, by name."""
        return {name: values[-1] for name, values in self.query.items()}
