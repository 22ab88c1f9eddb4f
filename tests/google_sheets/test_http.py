"""Every row of the table of what is tried again, with a clock that only sleeping moves.

Must not wait, nor reach any network.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import formatdate
from typing import Any

import pytest
import requests
from google.auth.exceptions import RefreshError, TransportError

from croupier.sheets.google.errors import Busy, GoogleTrouble, NotAllowed, Refused, SignInFailed, Unavailable
from croupier.sheets.google.http import GoogleHttp
from google_sheets.kit import START, Clock

SHEET = "https://sheets.googleapis.com/v4/spreadsheets/x"
FILES = "https://www.googleapis.com/drive/v3/files"
Step = tuple[int, Any] | tuple[int, Any, dict[str, str]] | Exception
OVER: Step = (429, {"error": {"code": 429, "message": "Quota exceeded", "status": "RESOURCE_EXHAUSTED"}})
FINE: Step = (200, {"spreadsheetId": "x"})
PAGE = "<!DOCTYPE html><title>Error</title>"


class Session:
    """Answers by a script; the last answer stays. `takes` = how long each request lasts."""

    def __init__(self, clock: Clock, *steps: Step, takes: float = 0.0) -> None:
        self.clock, self.steps, self.takes = clock, list(steps), takes
        self.sent: list[dict[str, Any]] = []

    def request(self, **sent: Any) -> requests.Response:
        self.sent.append({**sent, "at": self.clock.now})
        self.clock.now += min(self.takes, sent["timeout"][1])
        step = self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]
        if isinstance(step, Exception):
            raise step
        reply = requests.Response()
        reply.status_code = step[0]
        reply.headers["Date"] = formatdate(self.clock.now, usegmt=True)
        for name, value in (step[2] if len(step) > 2 else {}).items():
            reply.headers[name] = value
        reply._content = step[1].encode() if isinstance(step[1], str) else requests.models.complexjson.dumps(step[1]).encode()
        return reply


class Bench:
    """A client before a scripted session."""

    def __init__(self, *steps: Step, jitter: float = 1.0, takes: float = 0.0) -> None:
        self.clock = Clock()
        self.session = Session(self.clock, *steps, takes=takes)
        self.told: list[tuple[str, float]] = []
        self.http = GoogleHttp(
            None,
            who="robot@example.com",
            clock=self.clock,
            sleep=self.clock.sleep,
            jitter=lambda: jitter,
            on_wait=lambda why, seconds: self.told.append((why, seconds)),
            session=self.session,
        )

    def get(self) -> Any:
        return self.http.get(SHEET, {"fields": "spreadsheetId"})


def test_a_good_reply_comes_at_once_and_tells_the_time() -> None:
    bench = Bench(FINE)
    assert bench.get() == {"spreadsheetId": "x"}
    assert bench.clock.slept == []
    assert bench.session.sent[0]["timeout"] == (5.0, 60.0)
    bench.clock.now += 30
    assert bench.http.server_now == datetime.fromtimestamp(START + 30, UTC)


QUOTA: dict[str, Step] = {
    "429": OVER,
    "429 as HTML": (429, PAGE),
    "403 userRateLimitExceeded": (
        403,
        {"error": {"code": 403, "message": "x", "errors": [{"domain": "usageLimits", "reason": "userRateLimitExceeded"}]}},
    ),
    "403 rateLimitExceeded": (403, {"error": {"code": 403, "message": "x", "errors": [{"domain": "usageLimits", "reason": "rateLimitExceeded"}]}}),
    "403 RATE_LIMIT_EXCEEDED": (403, {"error": {"code": 403, "message": "x", "details": [{"reason": "RATE_LIMIT_EXCEEDED"}]}}),
}


@pytest.mark.parametrize("name", QUOTA)
def test_over_the_quota_a_minute_is_waited_first(name: str) -> None:
    bench = Bench(QUOTA[name], FINE)
    bench.get()
    assert bench.clock.slept == [66.0]
    assert bench.told == [("Google's quota is used up", 66.0)]


def test_over_the_quota_again_and_again_ends_after_three_tries_more() -> None:
    bench = Bench(OVER, jitter=0.0)
    with pytest.raises(Busy, match="quota") as refusal:
        bench.get()
    assert bench.clock.slept == [61.0, 30.0, 60.0]
    assert len(bench.session.sent) == 4
    assert refusal.value.next_step


def test_retry_after_is_heeded() -> None:
    bench = Bench((429, PAGE, {"Retry-After": "7"}), FINE)
    bench.get()
    assert bench.clock.slept == [7.0]
    bench = Bench((429, PAGE, {"Retry-After": "3600"}), FINE)
    with pytest.raises(Busy):
        bench.get()
    assert bench.clock.slept == []


PASSING: dict[str, Step] = {
    **{str(status): (status, {"error": {"code": status, "message": "x"}}) for status in (408, 500, 502, 503, 504)},
    **{f"{status} as HTML": (status, PAGE) for status in (500, 502, 503)},
    "reset": requests.exceptions.ConnectionError("reset"),
    "time-out": requests.exceptions.ReadTimeout("timed out"),
    "cut off": requests.exceptions.ChunkedEncodingError("broken"),
    "half a reply": (200, '{"spreadsheetId":'),
    "no token": TransportError("no way"),
}


@pytest.mark.parametrize("name", PASSING)
def test_what_passes_is_tried_again_five_times_with_growing_waits(name: str) -> None:
    bench = Bench(PASSING[name])
    with pytest.raises(Unavailable) as refusal:
        bench.get()
    assert bench.clock.slept == [1.0, 2.0, 4.0, 8.0, 16.0]
    assert len(bench.session.sent) == 6
    assert "run again" in refusal.value.next_step
    bench = Bench(PASSING[name], FINE, jitter=0.25)
    assert bench.get() == {"spreadsheetId": "x"}
    assert bench.clock.slept == [0.25]


@pytest.mark.parametrize("name", PASSING)
def test_what_may_not_be_done_twice_is_not_tried_again(name: str) -> None:
    bench = Bench(PASSING[name])
    with pytest.raises(Unavailable):
        bench.http.request("post", FILES, json={}, repeatable=False)
    assert len(bench.session.sent) == 1
    bench = Bench(OVER, FINE)
    bench.http.request("post", FILES, json={}, repeatable=False)  # nothing was done: that may be repeated
    assert len(bench.session.sent) == 2


NEVER: dict[str, tuple[Step, type[GoogleTrouble]]] = {
    "401": ((401, {"error": {"code": 401, "message": "Request had invalid authentication credentials."}}), SignInFailed),
    "RefreshError": (RefreshError("invalid_grant: Token has been expired or revoked."), SignInFailed),
    "403": ((403, {"error": {"code": 403, "message": "The caller does not have permission", "status": "PERMISSION_DENIED"}}), NotAllowed),
    "storage": ((403, {"error": {"message": "x", "errors": [{"domain": "usageLimits", "reason": "storageQuotaExceeded"}]}}), NotAllowed),
    "disabled": ((403, {"error": {"message": "x", "details": [{"reason": "SERVICE_DISABLED"}]}}), SignInFailed),
    "scopes": ((403, {"error": {"message": "Request had insufficient authentication scopes."}}), SignInFailed),
    "404": ((404, {"error": {"code": 404, "message": "Requested entity was not found."}}), NotAllowed),
    "400": ((400, {"error": {"code": 400, "message": "Unable to parse range: x"}}), Refused),
    "invalid_grant": ((400, {"error": "invalid_grant", "error_description": "Bad Request"}), SignInFailed),
}


@pytest.mark.parametrize("name", NEVER)
def test_what_will_not_pass_is_never_tried_again(name: str) -> None:
    step, kind = NEVER[name]
    bench = Bench(step)
    with pytest.raises(kind) as refusal:
        bench.get()
    assert len(bench.session.sent) == 1 and bench.clock.slept == []
    assert refusal.value.__cause__ is None and refusal.value.__suppress_context__


def test_a_request_ends_after_three_minutes() -> None:
    bench = Bench(PASSING["time-out"], takes=60.0)
    with pytest.raises(Unavailable):
        bench.get()
    assert bench.clock.now - START <= 180
    assert bench.session.sent[-1]["timeout"][1] <= 60


def test_a_run_ends_after_ten_minutes_and_a_new_one_begins() -> None:
    bench = Bench(FINE)
    bench.clock.now += 590
    bench.session.steps = [OVER]
    with pytest.raises(Busy, match="10 minutes"):
        bench.get()
    bench.http.begin()
    bench.session.steps = [FINE]
    bench.get()


def test_no_more_than_fifty_of_a_kind_pass_in_a_minute() -> None:
    bench = Bench(FINE)
    for _ in range(120):
        bench.get()
    times = [sent["at"] for sent in bench.session.sent]
    assert all(later - earlier >= 60 for earlier, later in zip(times, times[50:], strict=False))
    assert bench.clock.slept == [60.0, 60.0]
    assert len(bench.told) == 2


def kinds() -> Iterator[tuple[str, str]]:
    yield "get", SHEET
    yield "post", f"{SHEET}:getByDataFilter"
    yield "post", f"{SHEET}:batchUpdate"
    yield "get", FILES


def test_reads_writes_and_drive_have_a_budget_each() -> None:
    bench = Bench(FINE)
    for _ in range(25):
        for method, url in kinds():
            bench.http.request(method, url)
    assert bench.clock.slept == []
    bench.get()
    assert bench.clock.slept == [60.0]


def test_no_number_that_is_none_is_sent() -> None:
    session = requests.Session()
    bench = Bench(FINE)
    bench.http.session = session
    with pytest.raises(requests.exceptions.InvalidJSONError):
        bench.http.batch("x", {"requests": [float("nan")]})
