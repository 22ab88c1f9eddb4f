"""The season for other programs: results as an Atom feed, deadlines as a calendar file.

Must not read a clock: equal seasons give equal bytes, and an entry keeps its id whatever is corrected in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

from .escape import clean as one_line
from .shown import Phase, Shown

FEED, DATES = "results.xml", "deadlines.ics"
BEFORE_ANYTHING = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of a season in which nothing has happened yet."""
LENGTH = timedelta(minutes=15)
_FOLD = 73  # bytes a line of a calendar file, its line end and the blank of a folded one left out of account


def feed(title: str, address: str | None, matches: Sequence[Shown]) -> str:
    """Every resolved phase as an entry of an Atom feed, the newest first. Without an address its links are relative."""
    at = address or ""
    entries = sorted(((phase.deadline, match, phase) for match in matches for phase in match.phases), key=lambda entry: entry[0], reverse=True)
    newest = entries[0][0] if entries else BEFORE_ANYTHING
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>{_id('season', at or title)}</id>",
        f"<title>{escape(clean(title))}</title>",
        f"<updated>{_stamp(newest)}</updated>",
        "<author><name>croupier</name></author>",
        f'<link rel="alternate" type="text/html" href={quoteattr(urljoin(at, "index.html"))}/>',
        *([f'<link rel="self" type="application/atom+xml" href={quoteattr(urljoin(at, FEED))}/>'] if address else []),
    ]
    for moment, match, phase in entries:
        lines += _entry(moment, match, phase, at)
    return "\n".join([*lines, "</feed>", ""])


def _entry(moment: datetime, match: Shown, phase: Phase, at: str) -> Iterator[str]:
    page = urljoin(at, f"{match.id}/{phase.file}.html")
    told = "".join(f"<li>{line.words}</li>" for line in phase.lines) or "<li>Nothing of this phase is public yet.</li>"
    yield "<entry>"
    yield f"<id>{_id(match.commitment, match.id, str(phase.number))}</id>"
    yield f"<title>{escape(clean(f'{match.title} – {phase.title}'))}</title>"
    yield f"<updated>{_stamp(moment)}</updated>"
    yield f'<link rel="alternate" type="text/html" href={quoteattr(page)}/>'
    yield f'<content type="html">{escape(clean(f"<ul>{told}</ul>"))}</content>'
    yield "</entry>"


def dates(title: str, address: str | None, matches: Sequence[Shown]) -> str:
    """The deadlines, past and present, as a calendar. A deadline keeps its id when it is moved, and gets a higher number."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//croupier//deadlines//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    lines.append(f"X-WR-CALNAME:{_text(title)}")
    for match in matches:
        due = [(phase.number, phase.title, phase.deadline) for phase in match.phases]
        if match.current and match.current[1]:
            due.append((len(due) + 1, match.phase_title(match.current[0]), match.current[1]))
        for number, phase, moment in due:
            waits = match.paused and number > len(match.phases)
            lines += [
                "BEGIN:VEVENT",
                f"UID:{match.id}-{number}-{match.commitment[:12]}@croupier",
                f"DTSTAMP:{_utc(match.phases[-1].deadline if match.phases else BEFORE_ANYTHING)}",
                f"SEQUENCE:{match.moved}",
                f"DTSTART:{_utc(moment - LENGTH)}",
                f"DTEND:{_utc(moment)}",
                f"SUMMARY:{_text(f'{match.title}: {phase}')}",
                f"DESCRIPTION:{_text('The match is paused; this deadline will move.' if waits else 'The deadline is the end of this entry.')}",
                f"STATUS:{'TENTATIVE' if waits else 'CONFIRMED'}",
                *([f"URL:{urljoin(address, f'{match.id}/index.html')}"] if address else []),
                "TRANSP:TRANSPARENT",
                "END:VEVENT",
            ]
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def clean(text: str) -> str:
    """A text on one line without the two marks that no XML may hold."""
    return one_line(text).replace("\ufffe", "").replace("\uffff", "")


def _id(*parts: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, '/'.join(('croupier', *parts)))}"


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    return clean(text).replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> Iterator[str]:
    """A line in pieces short enough for the format, no letter cut in two; all but the first begin with a blank."""
    piece = b""
    for mark in line:
        if len(piece) + len(mark.encode()) > _FOLD:
            yield piece.decode()
            piece = b" "
        piece += mark.encode()
    yield piece.decode()
