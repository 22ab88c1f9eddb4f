"""One spreadsheet of a host's, shared with a service account and with everyone who has the link, behind `responses`.

Must not use the network.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from gspread.exceptions import APIError
from requests import Response

from emulator import Account, Behaviour, Emulator, Player, Quota, gspread_client, mocked

SHEETS = "https://sheets.googleapis.com/v4/spreadsheets"
DRIVE = "https://www.googleapis.com/drive/v3"
START = 1_795_953_600.0  # 2026-11-29T12:00:00Z


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


class Setting:
    """The emulator, who is there, and requests in a word. `submit` = the sheetId of the second tab, "Submit"."""

    def __init__(self, behaviour: Behaviour | None = None, limits: bool = False) -> None:
        self.clock = Clock()
        self.google = Emulator(self.clock, behaviour, Quota(self.clock) if limits else None)
        self.host = self.google.user("host@example.com")
        self.robot = self.google.service_account()
        self.book = self.google.spreadsheet("Ana", self.host, ("Board", "Submit"), writers=[self.robot], link="writer")
        self.submit = self.google.world.spreadsheets[self.book].sheets[1].number
        self.client = gspread_client(self.google, self.robot)
        self.client.http_client.set_timeout((5, 60))
        self.player = Player(self.google, self.book)
        self.owner = Player(self.google, self.book, self.host)

    def ask(self, verb: str, url: str, body: Any = None, who: Account | None = None, **parameters: Any) -> Response:
        """A request by gspread's own client; `url` begins with SHEETS or DRIVE or stands below the spreadsheet."""
        client = self.client
        if who is not None:
            client = gspread_client(self.google, who)
            client.http_client.set_timeout((5, 60))
        if not url.startswith("http"):
            url = f"{SHEETS}/{self.book}{url}"
        return client.http_client.request(verb, url, params=parameters, json=body)

    def get(self, fields: str | None = None, ranges: Sequence[str] = (), **parameters: Any) -> dict[str, Any]:
        """spreadsheets.get"""
        found: dict[str, Any] = self.ask("get", "", fields=fields, ranges=list(ranges), **parameters).json()
        return found

    def batch(self, *requests: Mapping[str, Any], who: Account | None = None, **rest: Any) -> dict[str, Any]:
        """spreadsheets.batchUpdate"""
        fields = rest.pop("fields", None)
        found: dict[str, Any] = self.ask("post", ":batchUpdate", {"requests": list(requests), **rest}, who, fields=fields).json()
        return found

    def cell(self, where: str) -> dict[str, Any]:
        """One cell with all that it has; {} where there is nothing."""
        data = self.get("sheets.data.rowData", [where])["sheets"][0]["data"][0]
        rows = data.get("rowData", [])
        found: dict[str, Any] = rows[0]["values"][0] if rows and rows[0] else {}
        return found


def refusal(error: pytest.ExceptionInfo[APIError]) -> tuple[int, str]:
    """Status and words of an error reply."""
    return error.value.response.status_code, error.value.error["message"]


@pytest.fixture
def setting() -> Iterator[Setting]:
    made = Setting()
    with mocked(made.google):
        yield made
