"""Where a match stands, in words and rows: the public side, and the host's.

Must not mix the two: what a function's docstring does not call the host's is public.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from croupier.core.calendar import spoken, time_left

from . import control, history
from .announce import announcement
from .handins import HandIn, read_each
from .links import workbook_links
from .match import Match, load
from .season import Season
from .sheets.base import Store, silent
from .store import MatchFolder
from .sync import Report
from .words import phase_title


def overview(folder: MatchFolder, now: datetime) -> tuple[Match, list[str]]:
    """The match, and what everybody may know of where it stands."""
    match = load(folder)
    seats = len(match.table.seats)
    lines = [f"{match.title} ({match.game.title}), {seats} seat{'s' * (seats != 1)}"]
    if match.finished:
        lines.append("The match is over.")
    else:
        left = "" if match.live or match.needs is not None else f", {time_left(now, match.deadline)}"
        lines.append(f"{phase_title(match.phase)}: until {match.due}{left}")
        if match.paused:
            lines.append("The match is paused.")
        if history.needs_host(match.entries, match.step):
            lines.append("The match needs the host.")
    return match, [*lines, "", announcement(match)]


def hand_ins(folder: MatchFolder, store: Store) -> list[HandIn]:
    """The host's: what every seat has handed in so far, read afresh."""
    match = load(folder)
    return read_each(match, store, silent)


def seat_rows(found: Sequence[HandIn]) -> list[list[str]]:
    """The host's: seat, handed in / problems / nothing, and what is to be known about it."""
    return [[hand_in.seat, hand_in.state, "\n".join((*hand_in.lines, *hand_in.remarks))] for hand_in in found]


def shared_places(match: Match) -> list[list[str]]:
    """The host's: seat and the folder or the link to share with it alone."""
    known = workbook_links(match.folder)
    return [[seat, known.get(seat_id, str(match.folder.boards / seat_id))] for seat, seat_id in match.seat_ids.items()]


def control_line(folder: MatchFolder) -> str:
    """The host's: where the control workbook lies."""
    places = control.places(folder)
    return f"The control workbook: {' and '.join(places)}" if places else "There is no control workbook yet: check and sync write it."


def next_deadline(match: Match, now: datetime) -> str:
    """What comes next, for the last line of a command."""
    if not match.delivered:
        return f"an earlier run did not get to its end; finish it: croupier sync {match.folder.id}"
    if match.finished:
        return "the match is over; show the reveal: croupier site --serve"
    if match.paused:
        return f"the match is paused; go on with: croupier resume {match.folder.id}"
    if match.needs is not None:
        return f'{match.needs.rstrip(".")}: croupier dice {match.folder.id} "…"'
    if match.live:
        return f"once the turn is confirmed: croupier sync {match.folder.id}"
    if now < match.deadline:
        return f"the deadline is {spoken(match.deadline)} (in {time_left(now, match.deadline)}); then: croupier sync {match.folder.id}"
    return f"the deadline has passed: croupier sync {match.folder.id}"


def sync_lines(report: Report, *, preview: bool, host: bool) -> list[str]:
    """What a sync prints: the public result, ready to paste; the host's lines before it if asked for."""
    lines = [*report.host, ""] if host and report.host else []
    if preview:
        lines.append("PREVIEW – nothing was changed, and nothing of this is public yet.")
        if not host:
            return [*lines, "What would come of it is shown with --host."]
    elif report.finished_earlier:
        lines.append("Finished what an earlier run had begun; nothing new was resolved.")
    elif report.waits:
        lines.append(f"Rulings were taken up. Nothing was resolved: {report.waits}.")
    elif not report.resolved:
        lines.append("Nothing is left to resolve: the match is over.")
    return [*lines, "", report.public, ""]


def after_sync(report: Report, season: Season, *, preview: bool) -> str:
    """The next step after a sync."""
    if preview and report.code:
        when = "when you like" if report.match.live else f"once its deadline, {spoken(report.match.deadline)}, has passed"
        return f"{when}: croupier sync {report.match.folder.id} --commit {report.code}"
    if preview:
        return "the match is over"
    if report.match.needs is not None:
        return f'{report.match.needs.rstrip(".")}: croupier dice {report.match.folder.id} "…"'
    return f"paste the text above into the channel; the site is in {season.build / 'html'}"
