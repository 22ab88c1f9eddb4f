"""The quota of a minute, its clock in hand, and how long requests take.

Must not wait.
"""

from __future__ import annotations

import pytest
from gspread.exceptions import APIError

from emulator import Behaviour, Emulator, Fault, Faults, Kind, Quota, gspread_client, mocked
from emulator.conftest import DRIVE, Clock, Setting


def test_sixty_reads_and_sixty_writes_a_minute_and_user() -> None:
    setting = Setting(limits=True)
    with mocked(setting.google):
        for _ in range(60):
            setting.get("spreadsheetId")
        with pytest.raises(APIError) as error:
            setting.get("spreadsheetId")
        assert error.value.code == 429
        assert "Retry-After" not in error.value.response.headers
        assert error.value.error["details"][0]["metadata"]["quota_limit"] == "ReadRequestsPerMinutePerUser"
        setting.batch({"addSheet": {}})  # writes have a bucket of their own
        setting.ask("get", f"{DRIVE}/files")
        setting.ask("get", "", None, setting.host)  # and so has every user
        setting.clock.now += 59.9
        with pytest.raises(APIError):
            setting.get("spreadsheetId")
        setting.clock.now += 0.2
        setting.get("spreadsheetId")


def test_what_was_refused_does_not_count_and_batches_count_once() -> None:
    clock = Clock()
    quota = Quota(clock, user=2)
    assert [quota.take("a", "read") for _ in range(4)] == [None, None, (2, "user"), (2, "user")]
    assert (quota.used("a", "read"), quota.used("b", "read")) == (2, 0)
    clock.now += 60
    assert quota.take("a", "read") is None


def test_the_project_has_a_limit_too() -> None:
    quota = Quota(Clock(), user=10, project=15)
    assert all(quota.take("a", "write") is None for _ in range(10))
    assert all(quota.take("b", "write") is None for _ in range(5))
    assert quota.take("b", "write") == (15, "project")
    assert quota.take("b", "drive") is None


def test_retry_after_if_google_should_send_it() -> None:
    setting = Setting(Behaviour(sends_retry_after=True), limits=True)
    with mocked(setting.google):
        setting.google.quota = Quota(setting.clock, user=1)
        setting.get("spreadsheetId")
        setting.clock.now += 20
        with pytest.raises(APIError) as error:
            setting.get("spreadsheetId")
    assert error.value.response.headers["Retry-After"] == "40"


def test_going_back_to_a_checkpoint_begins_a_fresh_minute() -> None:
    setting = Setting()
    setting.google.quota = Quota(setting.clock, user=1)
    with mocked(setting.google):
        start = setting.google.checkpoint()
        for _ in range(3):
            setting.google.restore(start)
            setting.get("spreadsheetId")


def test_a_fault_may_take_its_time() -> None:
    waited: list[float] = []
    google = Emulator(sleep=waited.append)
    google.faults = Faults.of(Fault(Kind.UNAVAILABLE, at=2, seconds=60))
    book = google.spreadsheet("x", google.user("h@example.com"), writers=[google.service_account()])
    with mocked(google):
        client = gspread_client(google, google.service_account())
        client.open_by_key(book)
        with pytest.raises(APIError):
            client.open_by_key(book)
    assert waited == [60]


def test_each_request_takes_as_long_as_it_should() -> None:
    waited: list[float] = []
    google = Emulator(latency=0.1, sleep=waited.append)
    book = google.spreadsheet("x", google.user("h@example.com"), writers=[google.service_account()])
    with mocked(google):
        gspread_client(google, google.service_account()).open_by_key(book)
    assert waited == [0.1, 0.1]
