"""What was asked of the emulator, request by request, for exact counting.

Must not keep tokens or keys.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from emulator.call import Request, Time


@dataclass(slots=True)
class Logged:
    """One request: `method` = the documents' name for it ("sheets.spreadsheets.get") or "token"; `status` 0 = nothing came back.

    `malformed` = how it departs from the discovery document, for which it was refused.
    """

    verb: str
    url: str
    at: float
    timeout: Time
    file_id: str | None
    body: Any = None
    method: str = ""
    bucket: str = ""
    account: str = ""
    status: int = 0
    faults: list[str] = field(default_factory=list)
    malformed: str = ""


class Log(list[Logged]):
    """All requests in order, tokens among them."""

    def add(self, request: Request, at: float) -> Logged:
        """Takes a request down before it is answered."""
        entry = Logged(request.verb, request.url, at, request.timeout, request.file_id)
        if request.api == "token":
            entry.method = entry.bucket = "token"
        self.append(entry)
        return entry

    def without_tokens(self) -> list[Logged]:
        """Requests to the Sheets and Drive interfaces."""
        return [entry for entry in self if entry.method != "token"]

    def malformed(self) -> list[str]:
        """What was wrong with requests that are not as the discovery documents say: none in a sound program."""
        return [f"{entry.method}: {entry.malformed}" for entry in self if entry.malformed]

    def methods(self) -> Counter[str]:
        """How often each method was called."""
        return Counter(entry.method for entry in self)

    def buckets(self) -> Counter[str]:
        """How many requests counted as "read", "write", "drive", "token"."""
        return Counter(entry.bucket for entry in self)
