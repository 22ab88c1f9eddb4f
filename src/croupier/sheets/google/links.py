"""Takes the id of a spreadsheet out of any link that Google gives out, and refuses what is no such link, in its own words.

Must not ask Google whether there is such a file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from croupier.core.problems import HostError

_ID = re.compile(r"[A-Za-z0-9_-]{20,}")
_PATH_ID = re.compile(r"/d/([A-Za-z0-9_-]{20,})(?:/|$)")
_KEY = re.compile(r"[A-Za-z0-9_-]+")
_PUBLISHED = "2PACX-"
_HOSTS = ("docs.google.com", "drive.google.com", "sheets.google.com", "spreadsheets.google.com")
_COPY = "open the spreadsheet itself and copy the link from the address bar or from Share → Copy link"


@dataclass(frozen=True, slots=True)
class Link:
    """A spreadsheet as a link names it. `resource_key` = what older shared links need besides the id."""

    id: str
    resource_key: str | None = None

    @property
    def url(self) -> str:
        """The link that people open."""
        key = f"?resourcekey={self.resource_key}" if self.resource_key else ""
        return f"https://docs.google.com/spreadsheets/d/{self.id}/edit{key}"


def read_link(text: str) -> Link:
    """The spreadsheet that a pasted text means. HostError where it means none."""
    bare = text.strip().strip("<>\"'()[]").strip()
    if _ID.fullmatch(bare) and not bare.startswith(_PUBLISHED):
        return Link(bare)
    try:
        split = urlsplit(bare if "//" in bare else f"https://{bare}")
    except ValueError:
        raise HostError(f"“{_shown(bare)}” is no link to Google Sheets", _COPY) from None
    host, query = (split.hostname or "").removeprefix("www.").casefold(), parse_qs(split.query)
    if host == "google.com" and split.path == "/url":
        inner = (query.get("q") or query.get("url") or [""])[0]
        if inner and inner != text:
            return read_link(inner)
    _refuse_other(bare, host, split.path)
    found = _PATH_ID.search(split.path)
    identifier = found[1] if found else next((value for key in ("id", "key") for value in query.get(key, ()) if _ID.fullmatch(value)), "")
    if not identifier:
        raise HostError(f"“{_shown(bare)}” names no spreadsheet", _COPY)
    key = query.get("resourcekey", [""])[0]
    return Link(identifier, key if _KEY.fullmatch(key) else None)


def _refuse_other(text: str, host: str, path: str) -> None:
    shown = _shown(text)
    if host == "forms.gle" or "/forms/" in path:
        raise HostError(f"“{shown}” is a form, not a spreadsheet", _COPY)
    if text.startswith(_PUBLISHED):
        raise HostError(f"“{shown}” is the id of a published page: it can be looked at, never filled in", _COPY)
    if host not in _HOSTS:
        raise HostError(f"“{shown}” is no link to Google Sheets", _COPY)
    if "/d/e/" in path or path.endswith(("/pubhtml", "/pub")):
        raise HostError(f"“{shown}” is a published page: it can be looked at, never filled in", f"{_COPY}; File → Share → Publish is another thing")
    if "/folders/" in path or "/folderview" in path:
        raise HostError(f"“{shown}” is a folder", f"give the link of each spreadsheet: {_COPY}")
    for part, what in (("/document/", "a text document"), ("/presentation/", "a presentation"), ("/drawings/", "a drawing")):
        if part in path:
            raise HostError(f"“{shown}” is {what}, not a spreadsheet", _COPY)


def _shown(text: str) -> str:
    """A link as messages show it: whoever has a link may edit, so its middle is left out."""
    text = _ID.sub(lambda match: match[0][:6] + "…", text)
    return text if len(text) <= 100 else text[:99] + "…"
