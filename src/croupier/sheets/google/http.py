"""Sends requests to Google at the pace of its quota, tries again what is worth it, and gives up in time.

Must not know spreadsheets, nor show a token; must not use a clock or chance of its own.
"""

from __future__ import annotations

import email.utils
import math
import threading
from collections import deque
from collections.abc import Callable, Mapping, MutableMapping
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Literal

import requests
from google.auth.credentials import Credentials
from google.auth.exceptions import GoogleAuthError, RefreshError, TransportError
from gspread.http_client import HTTPClient
from gspread.urls import SPREADSHEET_BATCH_UPDATE_URL, SPREADSHEET_URL

from .errors import Busy, GoogleTrouble, Json, Unavailable, error_of, is_over_quota, sign_in_refused, translated

DRIVE = "https://www.googleapis.com/drive/v3"
CONNECT, ANSWER = 5.0, 60.0
A_MINUTE = 50
DRIVE_A_MINUTE = 300
MOST_A_REQUEST, MOST_A_RUN = 180.0, 600.0
QUOTA_TRIES, FAULT_TRIES = 3, 5
FIRST_QUOTA_WAIT = 61.0
PASSING = frozenset({408, 500, 502, 503, 504})
_JITTER = 5.0
_MUCH_LATER = 2.0
"""Seconds; a wait that ends hardly later than one that was told is not told again."""
_BROKEN = (requests.exceptions.ConnectionError, requests.exceptions.Timeout, requests.exceptions.ChunkedEncodingError, TransportError)
Bucket = Literal["read", "write", "drive"]
OnWait = Callable[[str, float], None]
"""Told before every wait: why, and how many seconds."""


class Pace:
    """Lets at most so many requests pass in any minute. A wait is told once, however many workers wait."""

    def __init__(self, most: int, clock: Callable[[], float], sleep: Callable[[float], None], on_wait: OnWait) -> None:
        self._most, self._clock, self._sleep, self._on_wait = most, clock, sleep, on_wait
        self._passed: deque[float] = deque()
        self._lock = threading.Lock()
        self._told = -math.inf

    def pass_by(self, until: float) -> None:
        """Waits for a place. Raises Busy where that would be after `until`."""
        while True:
            with self._lock:
                now = self._clock()
                while self._passed and self._passed[0] <= now - 60:
                    self._passed.popleft()
                if len(self._passed) < self._most:
                    self._passed.append(now)
                    return
                pause = self._passed[0] + 60 - now
                tell = now + pause > self._told + _MUCH_LATER
                if tell and now + pause <= until:
                    self._told = now + pause
            if now + pause > until:
                raise _too_long()
            if tell:
                self._on_wait("Google takes no more than about one request a second", pause)
            self._sleep(pause)


class GoogleHttp(HTTPClient):
    """One client for all workers. `who` = the address that is signed in; `jitter` gives numbers from 0 to 1."""

    def __init__(
        self,
        auth: Credentials | None,
        *,
        who: str,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
        jitter: Callable[[], float],
        on_wait: OnWait = lambda _why, _seconds: None,
        session: Any = None,
    ) -> None:
        # gspread's annotation asks for credentials even where it uses the session that it is given in their stead.
        super().__init__(auth, session)  # type: ignore[arg-type]
        self.set_timeout((CONNECT, ANSWER))
        self.who = who
        self.sent = 0
        self._clock, self._sleep, self._jitter, self._on_wait = clock, sleep, jitter, on_wait
        paces: dict[Bucket, int] = {"read": A_MINUTE, "write": A_MINUTE, "drive": DRIVE_A_MINUTE}
        self._paces = {bucket: Pace(most, clock, sleep, on_wait) for bucket, most in paces.items()}
        self._server: tuple[datetime, float] | None = None
        self.begin()

    def begin(self) -> None:
        """Starts the clock of a run."""
        self._until = self._clock() + MOST_A_RUN

    def sign_in(self) -> None:
        """Fetches a token, once and before the workers start; each would fetch its own."""
        auth: Any = getattr(self, "auth", None)
        if auth is None or auth.valid:
            return
        from google.auth.transport.requests import Request

        def once(_timeout: tuple[float, float]) -> Any:
            auth.refresh(Request())
            return _SIGNED_IN

        self._attempts(once, repeatable=True)

    @property
    def now(self) -> float:
        """Seconds on the clock that was handed in."""
        return self._clock()

    @property
    def server_now(self) -> datetime | None:
        """The time on Google's clock; None before the first reply."""
        if self._server is None:
            return None
        at, heard = self._server
        return datetime.fromtimestamp(at.timestamp() + self._clock() - heard, UTC)

    # Requests ---------------------------------------------------------------------------------------------------

    def request(
        self,
        method: str,
        endpoint: str,
        params: MutableMapping[str, Any] | None = None,
        data: bytes | None = None,
        json: Mapping[str, Any] | None = None,
        files: Any = None,
        headers: MutableMapping[str, str] | None = None,
        repeatable: bool = True,
    ) -> Any:
        """The reply, once it is a good one. `repeatable` = to do it twice is to do it once. Raises GoogleTrouble."""
        return self._ask(method, endpoint, params, data, json, files, headers, repeatable)[0]

    def _ask(
        self,
        method: str,
        endpoint: str,
        params: MutableMapping[str, Any] | None = None,
        data: bytes | None = None,
        json: Mapping[str, Any] | None = None,
        files: Any = None,
        headers: MutableMapping[str, str] | None = None,
        repeatable: bool = True,
    ) -> tuple[Any, Json]:
        """The reply and its JSON."""
        pace = self._paces[_bucket(method, endpoint)]

        def once(timeout: tuple[float, float]) -> Any:
            self.sent += 1
            return self.session.request(
                method=method, url=endpoint, params=params, data=data, json=json, files=files, headers=headers, timeout=timeout
            )

        return self._attempts(once, repeatable=repeatable, pace=pace)

    def get(self, url: str, params: MutableMapping[str, Any]) -> Json:
        """The JSON of a GET."""
        return self._ask("get", url, params)[1]

    def sheet(self, spreadsheet: str, fields: str) -> Json:
        """What a spreadsheet is, without or with its cells, as the field mask says."""
        return self.get(SPREADSHEET_URL % spreadsheet, {"fields": fields})

    def cells(self, spreadsheet: str, filters: list[Json], fields: str) -> Json:
        """The parts of a spreadsheet that the data filters mean."""
        url = f"{SPREADSHEET_URL % spreadsheet}:getByDataFilter"
        return self._ask("post", url, {"fields": fields}, json={"dataFilters": filters})[1]

    def batch(self, spreadsheet: str, body: Json, fields: str = "spreadsheetId") -> tuple[Json, datetime | None]:
        """Does all of a batch or nothing of it; the reply, and the time on Google's clock when it was done."""
        reply, found = self._ask("post", SPREADSHEET_BATCH_UPDATE_URL % spreadsheet, {"fields": fields}, json=body)
        return found, server_time(reply.headers)

    # Trying again -----------------------------------------------------------------------------------------------

    def _attempts(self, once: Callable[[tuple[float, float]], Any], *, repeatable: bool, pace: Pace | None = None) -> tuple[Any, Json]:
        over_quota = faults = 0
        start: float | None = None
        while True:
            if pace is not None:
                pace.pass_by(self._until)
            now = self._clock()
            start = now if start is None else start
            trouble: GoogleTrouble
            reply: Any = None
            try:
                reply = once((CONNECT, min(ANSWER, max(1.0, start + MOST_A_REQUEST - now))))
            except RefreshError as fault:
                if fault.retryable:
                    raise _unreachable("no token") from None
                raise sign_in_refused(str(fault.args[0]) if fault.args else "") from None
            except _BROKEN as fault:
                trouble = _unreachable(type(fault).__name__)
            except GoogleAuthError as fault:
                raise sign_in_refused(type(fault).__name__) from None
            if reply is not None:
                self._hear(reply)
                body = _json(reply) if reply.content else {}
                if reply.ok and body is not None:
                    return reply, body if isinstance(body, dict) else {}
                if reply.ok:
                    trouble = _unreachable("a reply that breaks off")
                else:
                    if is_over_quota(reply.status_code, error_of(body)):
                        over_quota += 1
                        wait = self._quota_wait(over_quota, reply.headers)
                        if over_quota > QUOTA_TRIES:
                            raise _over_quota() from None
                        self._wait(wait, start, _over_quota(), "Google's quota is used up")
                        continue
                    if reply.status_code not in PASSING:
                        raise translated(reply.status_code, body, self.who) from None
                    trouble = Unavailable(f"Google failed ({reply.status_code})", _LATER, status=reply.status_code)
            if not repeatable or faults >= FAULT_TRIES:
                raise trouble from None
            self._wait(self._jitter() * 2**faults, start, trouble, trouble.message)
            faults += 1

    def _quota_wait(self, number: int, headers: Mapping[str, str]) -> float:
        said = str(headers.get("Retry-After", ""))
        if said.isdecimal():
            return float(said)
        return (FIRST_QUOTA_WAIT if number == 1 else 15.0 * 2 ** (number - 1)) + _JITTER * self._jitter()

    def _wait(self, seconds: float, start: float, trouble: GoogleTrouble, why: str) -> None:
        end = self._clock() + seconds
        if end > start + MOST_A_REQUEST - 1:
            raise trouble from None
        if end > self._until:
            raise _too_long() from None
        self._on_wait(why, seconds)
        self._sleep(seconds)

    def _hear(self, reply: Any) -> None:
        at = server_time(reply.headers)
        if at is not None:
            self._server = (at, self._clock())


_SIGNED_IN = SimpleNamespace(ok=True, content=b"", headers={})
_LATER = "wait a minute, then run again: it goes on where it stopped"


def _unreachable(what: str) -> Unavailable:
    return Unavailable(f"Google cannot be reached ({what})", f"look at the connection, {_LATER}")


def _over_quota() -> Busy:
    return Busy(
        "Google's quota is used up, and waiting did not help", "wait some minutes, let nothing else use these credentials, then run again", status=429
    )


def _too_long() -> Busy:
    return Busy(f"it would take more than {MOST_A_RUN / 60:.0f} minutes", "run again: it goes on where it stopped")


def _bucket(method: str, url: str) -> Bucket:
    if not url.startswith("https://sheets."):
        return "drive"
    return "read" if method.lower() == "get" or url.endswith(":getByDataFilter") else "write"


def _json(reply: Any) -> Any:
    try:
        return reply.json()
    except ValueError:
        return None


def server_time(headers: Mapping[str, str]) -> datetime | None:
    """The moment that a reply's Date header says."""
    try:
        found = email.utils.parsedate_to_datetime(str(headers.get("Date", "")))
    except (TypeError, ValueError):
        return None
    seconds = found.timestamp()
    return found.astimezone(UTC) if math.isfinite(seconds) else None
