"""Deadlines across both changes of the clocks, in zones of both halves of the world, by RFC 5545.

Must not trust the zone's own arithmetic for what is expected: instants are written out in UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.calendar import Calendar, instant, read_local, spoken, time_left, zone

BERLIN, NEW_YORK, SYDNEY, LORD_HOWE = "Europe/Berlin", "America/New_York", "Australia/Sydney", "Australia/Lord_Howe"
ZONES = [BERLIN, NEW_YORK, SYDNEY, LORD_HOWE, "UTC", "Asia/Kathmandu", "America/St_Johns", "Africa/Casablanca", "Pacific/Chatham", "America/Santiago"]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("place", "local", "expected"),
    [
        # spring: what is skipped is read with the offset before the change
        (NEW_YORK, "2026-03-08 01:59", "2026-03-08 06:59"),
        (NEW_YORK, "2026-03-08 02:00", "2026-03-08 07:00"),
        (NEW_YORK, "2026-03-08 02:30", "2026-03-08 07:30"),
        (NEW_YORK, "2026-03-08 03:00", "2026-03-08 07:00"),
        (BERLIN, "2026-03-29 02:30", "2026-03-29 01:30"),
        (BERLIN, "2026-03-29 03:00", "2026-03-29 01:00"),
        (SYDNEY, "2026-10-04 02:30", "2026-10-03 16:30"),
        (LORD_HOWE, "2026-10-04 02:15", "2026-10-03 15:45"),  # half an hour is skipped
        (LORD_HOWE, "2026-10-04 02:30", "2026-10-03 15:30"),
        # autumn: what comes twice is the first
        (NEW_YORK, "2026-11-01 00:59", "2026-11-01 04:59"),
        (NEW_YORK, "2026-11-01 01:30", "2026-11-01 05:30"),
        (NEW_YORK, "2026-11-01 02:00", "2026-11-01 07:00"),
        (BERLIN, "2026-10-25 02:30", "2026-10-25 00:30"),
        (SYDNEY, "2026-04-05 02:30", "2026-04-04 15:30"),
        (LORD_HOWE, "2026-04-05 01:45", "2026-04-04 14:45"),
        (LORD_HOWE, "2026-04-05 02:00", "2026-04-04 15:30"),
        # and any other day
        (NEW_YORK, "2026-12-01 21:59", "2026-12-02 02:59"),
        ("Asia/Kathmandu", "2026-12-01 21:59", "2026-12-01 16:14"),
        ("UTC", "2026-12-01 21:59", "2026-12-01 21:59"),
    ],
)
def test_the_instant_of_a_wall_clock_time(place: str, local: str, expected: str) -> None:
    moment = instant(read_local(local), zone(place))
    assert moment.astimezone(UTC) == utc(expected)
    assert moment.tzinfo is zone(place)


@pytest.mark.parametrize(
    ("place", "local", "shown"),
    [
        (NEW_YORK, "2026-03-08 02:30", "Sun 8 Mar 2026, 03:30 EDT (UTC-04:00)"),
        (BERLIN, "2026-03-29 02:30", "Sun 29 Mar 2026, 03:30 CEST (UTC+02:00)"),
        (LORD_HOWE, "2026-10-04 02:15", "Sun 4 Oct 2026, 02:45 UTC+11:00"),
        (NEW_YORK, "2026-11-01 01:30", "Sun 1 Nov 2026, 01:30 EDT (UTC-04:00)"),
        (NEW_YORK, "2026-12-01 21:59", "Tue 1 Dec 2026, 21:59 EST (UTC-05:00)"),
        (SYDNEY, "2027-01-09 09:05", "Sat 9 Jan 2027, 09:05 AEDT (UTC+11:00)"),
        ("Asia/Kathmandu", "2026-05-31 00:00", "Sun 31 May 2026, 00:00 UTC+05:45"),
        ("America/St_Johns", "2026-07-17 12:00", "Fri 17 Jul 2026, 12:00 NDT (UTC-02:30)"),
        ("UTC", "2028-02-29 23:59", "Tue 29 Feb 2028, 23:59 UTC (UTC+00:00)"),
    ],
)
def test_spoken_names_zone_and_offset(place: str, local: str, shown: str) -> None:
    assert spoken(instant(read_local(local), zone(place))) == shown


def test_spoken_does_not_depend_on_the_language_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert spoken(utc("2026-12-01 21:59")).startswith("Tue 1 Dec 2026")
    assert spoken(datetime(2026, 12, 1, 21, 59, tzinfo=timezone(timedelta(hours=-3.5)))) == "Tue 1 Dec 2026, 21:59 UTC-03:30"


@pytest.mark.parametrize(
    ("place", "first", "expected"),
    [
        (NEW_YORK, "2026-03-06 21:59", ["2026-03-07 02:59", "2026-03-08 02:59", "2026-03-09 01:59", "2026-03-10 01:59"]),
        (NEW_YORK, "2026-10-30 21:59", ["2026-10-31 01:59", "2026-11-01 01:59", "2026-11-02 02:59", "2026-11-03 02:59"]),
        (SYDNEY, "2026-04-03 21:59", ["2026-04-03 10:59", "2026-04-04 10:59", "2026-04-05 11:59", "2026-04-06 11:59"]),
        (SYDNEY, "2026-10-02 21:59", ["2026-10-02 11:59", "2026-10-03 11:59", "2026-10-04 10:59", "2026-10-05 10:59"]),
        (LORD_HOWE, "2026-04-03 21:59", ["2026-04-03 10:59", "2026-04-04 10:59", "2026-04-05 11:29", "2026-04-06 11:29"]),
        (BERLIN, "2026-03-28 02:30", ["2026-03-28 01:30", "2026-03-29 01:30", "2026-03-30 00:30", "2026-03-31 00:30"]),
    ],
)
def test_deadlines_stay_at_their_time_of_day(place: str, first: str, expected: list[str]) -> None:
    calendar = Calendar(place, read_local(first))
    assert [calendar.deadline(number).astimezone(UTC) for number in range(4)] == [utc(text) for text in expected]


def test_a_time_that_is_skipped_once_does_not_move_the_days_after_it() -> None:
    calendar = Calendar(BERLIN, read_local("2026-03-28 02:30"))
    assert [f"{calendar.deadline(number):%H:%M}" for number in range(4)] == ["02:30", "03:30", "02:30", "02:30"]


def test_deadlines_every_few_days() -> None:
    calendar = Calendar(BERLIN, read_local("2026-12-30 21:59"), days=3)
    assert [f"{calendar.deadline(number):%Y-%m-%d %H:%M}" for number in range(3)] == ["2026-12-30 21:59", "2027-01-02 21:59", "2027-01-05 21:59"]


def test_a_moved_deadline_takes_the_ones_after_it_along_and_leaves_the_ones_before() -> None:
    calendar = Calendar(NEW_YORK, read_local("2026-10-29 21:59"), 2, moved=((2, read_local("2026-11-03 18:00")),))
    assert [f"{calendar.deadline(number):%m-%d %H:%M}" for number in range(4)] == ["10-29 21:59", "10-31 21:59", "11-03 18:00", "11-05 18:00"]
    assert calendar.deadline(2).astimezone(UTC) == utc("2026-11-03 23:00")
    again = Calendar(NEW_YORK, calendar.first, 2, (*calendar.moved, (2, read_local("2026-11-04 09:00")), (3, read_local("2026-11-05 09:00"))))
    assert [f"{again.deadline(number):%m-%d}" for number in range(1, 6)] == ["10-31", "11-04", "11-05", "11-07", "11-09"]


@given(st.sampled_from(ZONES), st.datetimes(datetime(2020, 1, 1), datetime(2037, 12, 1)), st.integers(0, 400), st.integers(1, 7))
@settings(deadline=None)
def test_every_deadline_shows_its_wall_clock_time_or_the_one_after_a_gap(place: str, first: datetime, number: int, days: int) -> None:
    first = first.replace(second=0, microsecond=0)
    moment = Calendar(place, first, days).deadline(number)
    wanted = first + timedelta(days=days * number)
    late = moment.replace(tzinfo=None) - wanted
    if late:  # in a gap: late by as much as the clocks go on, and not there on any clock
        assert late in (timedelta(minutes=30), timedelta(hours=1))
        before = (moment.astimezone(UTC) - timedelta(hours=3)).astimezone(zone(place)).utcoffset()
        assert before is not None
        assert moment.astimezone(UTC).replace(tzinfo=None) == wanted - before
    assert moment.fold == 0
    # Kept as ISO text with the offset, it is the same instant again, here and anywhere.
    kept = datetime.fromisoformat(moment.isoformat(timespec="seconds"))
    assert kept == moment
    assert kept.utcoffset() == moment.utcoffset()
    assert int(kept.timestamp()) == int(moment.timestamp())


@pytest.mark.parametrize(
    "name", ["", "Berlin", "Europe", "Europe/Berlin2", "../etc/passwd", "/etc/localtime", "America/New York", "\x00", "x" * 300, "EST5EDT4"]
)
def test_a_zone_that_is_none_is_named(name: str) -> None:
    with pytest.raises(ValueError, match="is no time zone; use a name such as"):
        zone(name)


@pytest.mark.parametrize("text", ["2026-12-01 21:59", " 2026-12-01T21:59 ", "2026-12-1 21:59"])
def test_a_date_and_time_is_read(text: str) -> None:
    assert read_local(text) == datetime(2026, 12, 1, 21, 59)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tomorrow",
        "2026-12-01",
        "21:59",
        "2026-12-01 24:00",
        "2026-02-29 12:00",
        "2026-12-01 21:59:30",
        "2026-12-01 21:59+01:00",
        "01.12.2026 21:59",
        "12/01/2026 9:59 PM",
        "26-12-01 21:59",
        "0001-01-01 00:00",
        "1969-12-31 21:59",
        "3000-01-01 00:00",
        "9999-12-31 23:59",
    ],
)
def test_no_date_and_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"2026-12-01 21:59|1970"):
        read_local(text)


def test_every_time_that_is_read_has_an_instant() -> None:
    for place in ZONES:
        for text in ("1970-01-01 00:00", "2999-12-31 23:59"):
            assert spoken(instant(read_local(text), zone(place)))


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=1, hours=3, minutes=20), "1 day 3 h"),
        (timedelta(days=2), "2 days"),
        (timedelta(days=1, minutes=59), "1 day"),
        (timedelta(hours=2, minutes=5), "2 h 5 min"),
        (timedelta(hours=2), "2 h"),
        (timedelta(minutes=1), "1 min"),
        (timedelta(minutes=5, seconds=59), "5 min"),
        (timedelta(seconds=59), "under a minute"),
        (timedelta(seconds=1), "under a minute"),
        (timedelta(0), "passed under a minute ago"),
        (timedelta(minutes=-5), "passed 5 min ago"),
        (timedelta(days=-3, hours=-1), "passed 3 days 1 h ago"),
    ],
)
def test_time_left(left: timedelta, words: str) -> None:
    now = utc("2026-12-01 12:00")
    assert time_left(now, now + left) == words
    assert time_left(now.astimezone(zone(SYDNEY)), (now + left).astimezone(zone(NEW_YORK))) == words


def test_time_left_counts_hours_that_pass_not_hours_on_the_clock() -> None:
    place = zone(NEW_YORK)
    now, deadline = instant(read_local("2026-10-31 21:59"), place), instant(read_local("2026-11-01 03:59"), place)
    assert deadline - now == timedelta(hours=6), "Python takes the clocks on the wall from each other"
    assert time_left(now, deadline) == "7 h"
