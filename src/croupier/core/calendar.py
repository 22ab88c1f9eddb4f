"""Deadlines as wall-clock times of a match's zone, the same time of day across both changes of daylight saving.

Must not read a clock: now is handed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def zone(name: str) -> ZoneInfo:
    """The zone of an IANA name; ValueError where there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as fault:
        raise ValueError(f"{name!r} is no time zone; use a name such as Europe/Berlin or America/New_York") from fault


def instant(local: datetime, place: ZoneInfo) -> datetime:
    """The instant of a wall-clock time, with the zone's offset.

    As calendars do it (RFC 5545): a time that the clocks pass twice is the first one; a time that they skip is read
    with the offset before the change (02:30 becomes 03:30).
    """
    return local.replace(tzinfo=place, fold=0).astimezone(UTC).astimezone(place)


def read_local(text: str) -> datetime:
    """ "2026-12-01 21:59" as a wall-clock time; ValueError for anything else, and for years that nobody plays in."""
    try:
        local = datetime.strptime(text.strip().replace("T", " "), "%Y-%m-%d %H:%M")
    except ValueError as fault:
        raise ValueError(f"{text!r} is no date and time like 2026-12-01 21:59") from fault
    if not 1970 <= local.year <= 2999:
        raise ValueError(f"{text!r} lies in no year from 1970 to 2999")
    return local


@dataclass(frozen=True, slots=True)
class Calendar:
    """Deadline n (from 0) is `first` + n × `days` days on the wall clock of `zone_name`."""

    zone_name: str
    first: datetime
    days: int = 1
    moved: tuple[tuple[int, datetime], ...] = ()
    """(number, wall-clock time) of deadlines that a host has moved, latest last; the ones after follow from there."""

    def deadline(self, number: int) -> datetime:
        """The instant of deadline `number` (from 0)."""
        return instant(self.local(number), zone(self.zone_name))

    def local(self, number: int) -> datetime:
        """Deadline `number` (from 0) on the wall clock."""
        since, first = next(((since, first) for since, first in reversed(self.moved) if since <= number), (0, self.first))
        return first + timedelta(days=self.days * (number - since))


def spoken(moment: datetime) -> str:
    """ "Tue 1 Dec 2026, 21:59 EST" (UTC-05:00): with zone and offset, for people."""
    offset = moment.strftime("%z")
    label = moment.strftime("%Z")
    written = f"UTC{offset[:3]}:{offset[3:5]}"
    place = written if label in ("", written) or label[0] in "+-" else f"{label} ({written})"
    days = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{days[moment.weekday()]} {moment.day} {months[moment.month - 1]} {moment.year}, {moment:%H:%M} {place}"


def time_left(now: datetime, deadline: datetime) -> str:
    """ "1 day 3 h", "2 h 5 min", "under a minute", or "passed 5 min ago"."""
    # Two times of one zone would be taken from each other by the clock on the wall, whatever it was changed by in between.
    seconds = int((deadline.astimezone(UTC) - now.astimezone(UTC)).total_seconds())
    minutes = abs(seconds) // 60
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [f"{days} day{'s' * (days != 1)}" if days else "", f"{hours} h" if hours else "", f"{minutes} min" if minutes and not days else ""]
    words = " ".join(part for part in parts if part) or "under a minute"
    return words if seconds > 0 else f"passed {words} ago"
