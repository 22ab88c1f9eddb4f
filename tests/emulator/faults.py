"""A plan of faults: at which request what goes wrong, and how to set it right again.

Must not change spreadsheets itself; that is for `disasters`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from emulator import errors
from emulator.call import Broken, Request
from emulator.errors import ApiError

Undo = Callable[[], None]


class Kind(StrEnum):
    """Everything that can go wrong."""

    QUOTA = "429"
    QUOTA_PAGE = "429 as HTML"
    DRIVE_QUOTA = "403 userRateLimitExceeded"
    SERVER_ERROR = "500"
    BAD_GATEWAY = "502 as HTML"
    UNAVAILABLE = "503"
    GATEWAY_TIMEOUT = "504"
    TIMEOUT = "time-out"
    RESET = "connection reset"
    CUT_OFF = "reply cut off"
    ERROR_AFTER = "applied, then 500"
    UNAVAILABLE_AFTER = "applied, then 503"
    TIMEOUT_AFTER = "applied, then time-out"
    RESET_AFTER = "applied, then connection reset"
    CUT_OFF_AFTER = "applied, then reply cut off"
    TOKEN_EXPIRED = "token expired"
    TOKEN_REVOKED = "token revoked"
    DISABLED = "interface switched off"
    PERMISSION_LOST = "permission lost"
    READ_ONLY = "only reading allowed"
    MISSING = "file gone"
    BINNED = "file binned"
    OFFICE_FILE = "replaced by an Office file"
    TAB_RENAMED = "tab renamed"
    TAB_DELETED = "tab deleted"
    ROWS_INSERTED = "rows inserted"
    GRID_SHRUNK = "rows deleted at the end"
    THEME_PAINTED = "cells painted in a theme's colour"
    MERGED = "cells merged"
    CONDITIONAL_FORMAT = "conditional format"
    BANDED = "alternating colours"
    NAMES_DELETED = "named ranges deleted"
    PROTECTION_REMOVED = "protection removed"
    LOCALE_CHANGED = "locale changed"
    PLAYER_EDIT = "a player edits"


AFTER = frozenset({Kind.ERROR_AFTER, Kind.UNAVAILABLE_AFTER, Kind.TIMEOUT_AFTER, Kind.RESET_AFTER, Kind.CUT_OFF_AFTER})
SIGNING_IN = frozenset({Kind.TOKEN_EXPIRED, Kind.TOKEN_REVOKED, Kind.DISABLED})
ANSWERS = frozenset(
    {
        Kind.QUOTA,
        Kind.QUOTA_PAGE,
        Kind.DRIVE_QUOTA,
        Kind.SERVER_ERROR,
        Kind.BAD_GATEWAY,
        Kind.UNAVAILABLE,
        Kind.GATEWAY_TIMEOUT,
        Kind.TIMEOUT,
        Kind.RESET,
        Kind.CUT_OFF,
    }
)
DISASTERS = frozenset(Kind) - AFTER - SIGNING_IN - ANSWERS
"""What befalls the spreadsheet itself and lasts; the other kinds befall a request."""
_BROKEN: dict[Kind, Broken] = {
    Kind.TIMEOUT: "time-out",
    Kind.TIMEOUT_AFTER: "time-out",
    Kind.RESET: "reset",
    Kind.RESET_AFTER: "reset",
    Kind.CUT_OFF: "cut off",
    Kind.CUT_OFF_AFTER: "cut off",
}


_TROUBLES: dict[Kind, tuple[int, str]] = {
    Kind.QUOTA: (429, ""),
    Kind.SERVER_ERROR: (500, "Internal error encountered."),
    Kind.ERROR_AFTER: (500, "Internal error encountered."),
    Kind.UNAVAILABLE: (503, "The service is currently unavailable."),
    Kind.UNAVAILABLE_AFTER: (503, "The service is currently unavailable."),
    Kind.GATEWAY_TIMEOUT: (504, "Deadline expired before operation could complete."),
}


def api_request(request: Request) -> bool:
    """Whether a request is to one of the interfaces and not for a token."""
    return request.api in ("sheets", "drive")


def any_request(request: Request) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong at the `at`-th of the requests that `among` picks, and at the `times` - 1 after it (None: at all).

    `spreadsheet` and `where` (an address or a named range) say what it befalls; by default the request's own spreadsheet, or the
    first one, there the first cells that players may edit. `text` is what the player types; `seconds` is how long the request then
    takes (by the emulator's `sleep`). `act` does something else instead: it gets the spreadsheet's id and hands back how to undo it.
    """

    kind: Kind
    at: int = 1
    times: int | None = 1
    among: Callable[[Request], bool] = api_request
    retry_after: int | None = None
    spreadsheet: str | None = None
    where: str | None = None
    text: str = "1"
    seconds: float = 0.0
    act: Callable[[str], Undo | None] | None = None


@dataclass(slots=True)
class Fired:
    """A fault that happened. `refused` = it was tried and Google did not let it happen."""

    fault: Fault
    request: Request
    refused: str = ""
    undo: Undo | None = None


@dataclass(slots=True)
class Faults:
    """A plan and what came of it; the default plan is that nothing goes wrong."""

    plan: tuple[Fault, ...] = ()
    fired: list[Fired] = field(default_factory=list)
    _seen: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, *plan: Fault) -> Faults:
        return cls(plan)

    def due(self, request: Request) -> list[Fault]:
        """Counts a request; the faults that befall it."""
        found = []
        for index, fault in enumerate(self.plan):
            if fault.among(request):
                seen = self._seen[index] = self._seen.get(index, 0) + 1
                if seen >= fault.at and (fault.times is None or seen < fault.at + fault.times):
                    found.append(fault)
        return found

    def heal(self) -> None:
        """Undoes what lasts, and ends the plan."""
        self.undo()
        self.plan = ()

    def undo(self) -> None:
        """Undoes what lasts, the newest first (shares again, takes out of the bin, renames back …); what was planned still comes."""
        for fired in reversed(self.fired):
            if fired.undo is not None:
                fired.undo()
                fired.undo = None


def answer(fault: Fault, request: Request) -> ApiError | Broken | None:
    """What the sender gets instead of the reply; None where the fault is of another sort."""
    kind = fault.kind
    if kind in _BROKEN:
        return _BROKEN[kind]
    headers = {} if fault.retry_after is None else {"Retry-After": str(fault.retry_after)}
    if kind == Kind.QUOTA_PAGE:
        return errors.page(429, "Too Many Requests", "We're sorry, but your computer or network may be sending automated queries.")
    if kind == Kind.BAD_GATEWAY:
        return errors.page(502, "Server Error", "The server encountered a temporary error and could not complete your request.")
    if kind == Kind.DRIVE_QUOTA:
        return errors.drive_quota(fault.retry_after)
    if kind not in _TROUBLES:
        return None
    status, words = _TROUBLES[kind]
    if request.api == "drive":
        return errors.drive_trouble(status, headers)
    if status == 429:
        return errors.quota("read" if request.verb == "GET" else "write", 60, retry_after=fault.retry_after)
    return errors.sheets(status, words, headers=headers)
