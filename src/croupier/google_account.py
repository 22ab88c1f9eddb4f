"""Who is signed in to Google for a season, and the store that keeps a match's workbooks there.

Must not show or keep what is in the credentials, nor bring in Google's libraries where a season does without.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from croupier.core.problems import HostError

from . import files, links
from .clock import Waiting
from .season import SETTINGS, Season, read_toml
from .store import MatchFolder

if TYPE_CHECKING:
    from .sheets.google.auth import SignIn
    from .sheets.google.http import GoogleHttp
    from .sheets.google.store import GoogleStore

OnWait = Callable[[str, float], None]
"""Told before every wait: why, and how many seconds."""
_WAYS = ("service_account", "oauth")
_SHARED = ("link", "contact")
_EXAMPLE = 'write below [google]: sign_in = "service_account" and credentials = "credentials.json"'


@dataclass(frozen=True, slots=True)
class Choice:
    """The table [google] of season.toml. `file` = where the credentials lie, unless the environment variable `variable` holds them.

    `share` = how spreadsheets that croupier makes are shared: with everyone who has the link, or with the addresses among
    a seat's contacts.
    """

    way: Literal["service_account", "oauth"]
    file: Path | None
    variable: str | None
    share: Literal["link", "contact"]

    @property
    def held(self) -> str:
        """What the environment variable holds; "" where there is none, or nothing in it."""
        return os.environ.get(self.variable, "").strip() if self.variable else ""

    @property
    def source(self) -> str:
        """Where the credentials come from, in words."""
        return f"the environment variable {self.variable}" if self.held or self.file is None else str(self.file)


@dataclass(frozen=True, slots=True)
class Account:
    """The account that is signed in: its address, and the client that works for it."""

    choice: Choice
    address: str
    http: GoogleHttp


def choice(season: Season) -> Choice | None:
    """How the season signs in; None where its workbooks are local .xlsx files. HostError where the table does not say it well."""
    table = read_toml(season.path / SETTINGS).get("google")
    if table is None:
        return None
    if not isinstance(table, dict):
        raise _unclear("google is no table", _EXAMPLE)
    for key in table:
        if key not in ("sign_in", "credentials", "credentials_env", "share"):
            raise _unclear(f"[google] has a line `{key}` that means nothing", _EXAMPLE)
    way, share = table.get("sign_in"), table.get("share", "link")
    if way not in _WAYS:
        raise _unclear("[google] does not say how to sign in", 'write: sign_in = "service_account", or "oauth"')
    if share not in _SHARED:
        raise _unclear(f"[google] share = {share!r} will not do", 'write: share = "link", or "contact" for the addresses in players.csv')
    file, variable = _text(table, "credentials"), _text(table, "credentials_env")
    if file is None and variable is None:
        file = "credentials.json"
    return Choice(way, None if file is None else season.path / Path(file).expanduser(), variable, share)


def _text(table: Mapping[str, Any], key: str) -> str | None:
    value = table.get(key)
    if value is not None and not (isinstance(value, str) and value.strip() and not value.strip().startswith("{")):
        raise _unclear(f"[google] {key} is no name", "write the name of a file or of an environment variable there, never the credentials themselves")
    return None if value is None else value.strip()


def _unclear(what: str, remedy: str) -> HostError:
    return HostError(f"{SETTINGS}: {what}", remedy)


def signed_in(wanted: Choice) -> SignIn:
    """The credentials of a choice, read and looked over; Google is not asked. HostError, also where others could read them."""
    from .sheets.google.auth import sign_in

    if wanted.file is None and not wanted.held:
        raise HostError(f"{wanted.source} is not set", "put the credentials' JSON into it, or the path of their file")
    return sign_in(wanted.way, wanted.file, wanted.held)


def agree(season: Season, client_file: Path) -> Path:
    """Lets the host agree in the browser, and keeps what comes of it where season.toml says; that file. HostError."""
    from .sheets.google.auth import refuse_exposed
    from .sheets.google.consent import agree as ask

    wanted = choice(season)
    if wanted is None or wanted.way != "oauth":
        raise _unclear("the season does not sign in with the host's own account", 'write below [google]: sign_in = "oauth"')
    if wanted.file is None:
        raise _unclear(f"the credentials are to come from the environment variable {wanted.variable}", "name a file for them: credentials = …")
    new = not wanted.file.exists()
    try:
        if new:
            files.write(wanted.file, b"", mode=0o600)
        refuse_exposed(wanted.file)  # before anything is in it
        files.write(wanted.file, ask(client_file).encode(), mode=0o600)
    except BaseException:
        if new:
            wanted.file.unlink(missing_ok=True)
        raise
    return wanted.file


def account(season: Season, waiting: Waiting, on_wait: OnWait) -> Account:
    """Signs in as season.toml says. HostError where it names no account, or Google does not take it."""
    from .sheets.google.auth import identity
    from .sheets.google.http import GoogleHttp

    wanted = choice(season)
    if wanted is None:
        raise _unclear("nobody is to sign in to Google: there is no table [google]", f"{_EXAMPLE}; docs/google.md tells it step by step")
    found = signed_in(wanted)
    http = GoogleHttp(found.credentials, who=found.address, clock=waiting.seconds, sleep=waiting.sleep, jitter=waiting.jitter, on_wait=on_wait)
    http.sign_in()
    http.who = found.address or identity(http)
    return Account(wanted, http.who, http)


def open_store(season: Season, folder: MatchFolder, waiting: Waiting, on_wait: OnWait) -> GoogleStore:
    """The store of a match whose season is in Google Sheets (`choice(season) is not None`): one for each run of a command.

    `waiting` = `clock.waiting()`; `on_wait(why, seconds)` is told before every wait. It works on the spreadsheets of
    `links.workbook_links(folder)`; for a seat that has none, what is asked of it raises HostError (`croupier adopt` gives it
    one). The host's control spreadsheet, where there is one, is the seat `links.CONTROL`. HostError where nobody is signed in.
    """
    return store_of(account(season, waiting, on_wait), folder)


def store_of(signed: Account, folder: MatchFolder) -> GoogleStore:
    """The same for an account that is signed in already; after links were added, a new one is needed."""
    from .sheets.google.store import GoogleStore

    return GoogleStore(signed.http, links.spreadsheet_ids(folder), signed.address)


def workbook_links(folder: MatchFolder) -> dict[str, str]:
    """Seat's id → link of its spreadsheet (`links.CONTROL` among them); empty where none was given yet."""
    return links.workbook_links(folder)
