"""Each fault looks as it does with Google, comes when it is planned, and heals.

Must not try what befalls spreadsheets; that is in test_disasters.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from google.auth.exceptions import TransportError
from gspread.exceptions import APIError

from emulator import AFTER, ANSWERS, DISASTERS, SIGNING_IN, Fault, Faults, Hangs, Kind, any_request, mocked, routes
from emulator.conftest import DRIVE, Setting
from emulator.test_reply_facts import grid


def write(setting: Setting, number: int = 1) -> None:
    value = {"range": grid(), "cell": {"userEnteredValue": {"numberValue": number}}, "fields": "userEnteredValue"}
    setting.batch({"repeatCell": value})


def test_the_kinds_are_sorted_without_rest() -> None:
    groups = (ANSWERS, AFTER, SIGNING_IN, DISASTERS)
    assert sum(map(len, groups)) == len(Kind)
    assert frozenset().union(*groups) == frozenset(Kind)


JSON: dict[Kind, tuple[int, str, str]] = {
    Kind.QUOTA: (429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Write requests' and limit 'Write requests per minute per user'"),
    Kind.SERVER_ERROR: (500, "INTERNAL", "Internal error encountered."),
    Kind.UNAVAILABLE: (503, "UNAVAILABLE", "The service is currently unavailable."),
    Kind.GATEWAY_TIMEOUT: (504, "DEADLINE_EXCEEDED", "Deadline expired"),
    Kind.ERROR_AFTER: (500, "INTERNAL", "Internal error encountered."),
    Kind.UNAVAILABLE_AFTER: (503, "UNAVAILABLE", "The service is currently unavailable."),
}


@pytest.mark.parametrize("kind", JSON)
def test_errors_as_json(setting: Setting, kind: Kind) -> None:
    setting.google.faults = Faults.of(Fault(kind))
    with pytest.raises(APIError) as error:
        write(setting)
    status, state, words = JSON[kind]
    assert (error.value.response.status_code, error.value.error["code"], error.value.error["status"]) == (status, status, state)
    assert error.value.error["message"].startswith(words)
    assert "Date" in error.value.response.headers
    assert (setting.player.value("A1") is not None) == (kind in AFTER)


def test_the_details_of_a_429(setting: Setting) -> None:
    for retry_after in (None, 17):
        setting.google.faults = Faults.of(Fault(Kind.QUOTA, retry_after=retry_after))
        with pytest.raises(APIError) as error:
            setting.get()
        info = error.value.error["details"][0]
        assert (info["reason"], info["metadata"]["quota_limit"], info["metadata"]["quota_limit_value"]) == (
            "RATE_LIMIT_EXCEEDED",
            "ReadRequestsPerMinutePerUser",
            "60",
        )
        assert error.value.response.headers.get("Retry-After") == (None if retry_after is None else "17")


@pytest.mark.parametrize(("kind", "status"), [(Kind.BAD_GATEWAY, 502), (Kind.QUOTA_PAGE, 429)])
def test_errors_as_html(setting: Setting, kind: Kind, status: int) -> None:
    setting.google.faults = Faults.of(Fault(kind))
    with pytest.raises(APIError) as error:
        write(setting)
    assert (error.value.response.status_code, error.value.code) == (status, -1)
    assert error.value.response.headers["Content-Type"].startswith("text/html")
    assert error.value.response.text.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("kind", "status", "reason"),
    [(Kind.QUOTA, 429, "rateLimitExceeded"), (Kind.SERVER_ERROR, 500, "internalError"), (Kind.UNAVAILABLE, 503, "transientError")],
)
def test_drive_words_errors_in_its_own_way(setting: Setting, kind: Kind, status: int, reason: str) -> None:
    setting.google.faults = Faults.of(Fault(kind, retry_after=9))
    with pytest.raises(APIError) as error:
        setting.ask("get", f"{DRIVE}/files")
    assert (error.value.code, error.value.error["errors"][0]["reason"]) == (status, reason)
    assert error.value.response.headers["Retry-After"] == "9"


def test_drive_has_a_quota_error_of_its_own(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.DRIVE_QUOTA))
    with pytest.raises(APIError) as error:
        setting.ask("get", f"{DRIVE}/files")
    assert error.value.code == 403
    assert error.value.error["errors"][0]["reason"] == "userRateLimitExceeded"


BROKEN: dict[Kind, type[Exception]] = {
    Kind.TIMEOUT: requests.exceptions.ReadTimeout,
    Kind.RESET: requests.exceptions.ConnectionError,
    Kind.CUT_OFF: requests.exceptions.ChunkedEncodingError,
    Kind.TIMEOUT_AFTER: requests.exceptions.ReadTimeout,
    Kind.RESET_AFTER: requests.exceptions.ConnectionError,
    Kind.CUT_OFF_AFTER: requests.exceptions.ChunkedEncodingError,
}


@pytest.mark.parametrize("kind", BROKEN)
def test_replies_that_do_not_come(setting: Setting, kind: Kind) -> None:
    setting.google.faults = Faults.of(Fault(kind))
    with pytest.raises(BROKEN[kind]) as error:
        write(setting)
    assert type(error.value) is BROKEN[kind]
    assert (setting.player.value("A1") is not None) == (kind in AFTER)
    assert (setting.google.log[-1].status, setting.google.log[-1].faults) == (0, [kind])


def test_what_would_be_refused_anyway_is_not_applied_and_answers_as_ever(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.UNAVAILABLE_AFTER))
    with pytest.raises(APIError, match="No sheet with id"):
        setting.batch({"deleteSheet": {"sheetId": 5}})


def test_waiting_for_ever_is_an_error_of_the_program(setting: Setting) -> None:
    setting.client.http_client.set_timeout(None)
    setting.google.faults = Faults.of(Fault(Kind.TIMEOUT))
    with pytest.raises(Hangs, match="without a time limit"):
        setting.get()


def test_only_the_nth_request_and_only_so_often(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.UNAVAILABLE, at=2, times=2), Fault(Kind.SERVER_ERROR, at=6, times=None))
    seen = []
    for _ in range(8):
        try:
            setting.get("spreadsheetId")
            seen.append(200)
        except APIError as error:
            seen.append(error.code)
    assert seen == [200, 503, 503, 200, 200, 500, 500, 500]
    assert len(setting.google.faults.fired) == 5
    setting.google.faults = Faults()
    setting.get()


def test_counting_leaves_tokens_out_unless_told(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.UNAVAILABLE, at=2))
    setting.get()
    with pytest.raises(APIError):
        setting.get()
    setting.google.tokens.expire()
    setting.google.faults = Faults.of(Fault(Kind.RESET, at=2, among=any_request))
    with pytest.raises(TransportError):
        setting.get()  # the second request is for a new token


def test_a_fault_can_pick_its_requests(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.UNAVAILABLE, among=lambda request: request.path.endswith(":batchUpdate")))
    setting.get()
    with pytest.raises(APIError):
        write(setting)
    write(setting)


def test_an_expired_token_is_only_a_detour(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.TOKEN_EXPIRED, at=2))
    setting.get()
    write(setting)
    assert [entry.status for entry in setting.google.log.without_tokens()] == [200, 401, 200]


def test_an_interface_that_is_switched_off(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.DISABLED))
    with pytest.raises(APIError, match="has not been used in project") as error:
        setting.get()
    reasons = [detail.get("reason") for detail in error.value.error["details"]]
    assert "SERVICE_DISABLED" in reasons
    with pytest.raises(APIError) as error:
        setting.ask("get", f"{DRIVE}/files")
    assert error.value.error["errors"][0]["reason"] == "accessNotConfigured"
    setting.google.faults.heal()
    setting.get()


def test_going_back_to_a_checkpoint() -> None:
    setting = Setting()
    checkpoint = setting.google.checkpoint()
    with mocked(setting.google):
        for _ in range(2):
            write(setting, 7)
            setting.owner.delete_tab("Submit")
            setting.google.faults = Faults.of(Fault(Kind.MISSING))
            with pytest.raises(APIError):
                setting.get()
            setting.google.restore(checkpoint)
            assert setting.google.world == checkpoint
            assert setting.google.log == []
            setting.get()


def test_one_request_is_answered_at_a_time(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    busy: list[int] = []
    most: list[int] = []

    def slow(call: Any) -> dict[str, Any]:
        busy.append(1)
        most.append(len(busy))
        time.sleep(0.005)
        busy.pop()
        return {}

    monkeypatch.setitem(routes.HANDLERS, "sheets.spreadsheets.get", slow)
    setting.get()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: setting.get(), range(12)))
    assert max(most) == 1


def test_faults_are_counted_once_whatever_the_thread(setting: Setting) -> None:
    setting.get()
    setting.google.faults = Faults.of(Fault(Kind.UNAVAILABLE, at=10))

    def ask(_: int) -> int:
        try:
            return setting.ask("get", "/values/A1").status_code
        except APIError as error:
            return error.code

    with ThreadPoolExecutor(4) as pool:
        seen = list(pool.map(ask, range(40)))
    assert sorted(seen) == [200] * 39 + [503]
    assert len(setting.google.faults.fired) == 1
