"""What lies on each seat's desk: the wanted workbook, made from nothing but that seat's view and feed.

Must not write files, nor hand one seat's view to another.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from croupier.core.audience import Seat
from croupier.core.calendar import spoken, zone
from croupier.core.engine import Step
from croupier.core.problems import Problem
from croupier.core.sheet import Heading, Workbook

from .match import Match
from .resources import resource
from .rulebook import rulebook
from .sheets import base, standard
from .words import Wording, phase_title

COUNTS = "What stands in this file at the deadline counts. There is no button: save the file, and you are done."


def workbook(match: Match, seat: str) -> Workbook:
    """The workbook that a seat is to have for the step that is being played (or after the end)."""
    form = match.asked.get(seat)
    view = match.game.view(match.state, Seat(seat))
    heading = head(match, seat)
    tabs = (
        *match.game.sheet(view, form, heading),
        standard.inbox(inbox_lines(match, seat), heading),
        standard.rules(rulebook(match.game.slug), heading),
    )
    phase = "finished" if match.finished else match.phase
    title = f"{match.step:02d}-{phase}"
    stamp = f"{match.folder.id}/{match.seat_ids[seat]}/{title}/{match.commitment[:12]}"
    return Workbook(title, stamp, tabs)


def head(match: Match, seat: str) -> Heading:
    """The heading of every form: whose it is, until when, what counts, where to report an error."""
    if match.finished:
        return Heading(match.title, seat, "The match is over", "There is no further deadline.", "Nothing more is asked of you.", match.report)
    return Heading(match.title, seat, phase_title(match.phase), spoken(match.deadline), COUNTS, match.report)


def inbox_lines(match: Match, seat: str) -> list[tuple[str, list[str]]]:
    """The seat's feed, oldest first: (phase, lines)."""
    wording = Wording(match.game.slug)
    steps = [*match.opening, *(step for entry in match.resolved for step in entry.steps)]
    pages: list[tuple[str, list[str]]] = []
    for step in steps:
        lines = _feed(match, step, seat, wording)
        if lines:
            pages.append((phase_title(step.phase) if step.phase else "The match begins", lines))
    return pages


def _feed(match: Match, step: Step, seat: str, wording: Wording) -> list[str]:
    lines: list[str] = []
    for event in step.events:
        told = match.game.tell(event, Seat(seat))
        if told is None:
            continue
        line = wording.line(told)
        lines += [line] if line else []
        for rule, where, _, text in dict(told.facts).get("problems", ()):
            lines.append(f"– {text} ({where}, {rule})")
    return lines


def problem_lines(found: tuple[Problem, ...], places: dict[str, base.ReadCell]) -> list[str]:
    """Problems for the seat that made them, each with the cell that it is about and what to do."""
    lines: list[str] = []
    for problem in found:
        cell = places.get(problem.where)
        place = cell.ref if cell else problem.where
        hint = _HINTS.get(cell.kind, "") if cell else ""
        lines.append(f"{place}: {problem.text}{hint} ({problem.rule})")
    return lines


def receipt(match: Match, seat: str, understood: Sequence[str], problems: Sequence[str], now: datetime) -> str:
    """A page for one seat: what was understood of its hand-in so far, and what is wrong with it. HTML."""
    environment = Environment(loader=FileSystemLoader(resource("templates/pages")), autoescape=True, undefined=StrictUndefined)
    heading = head(match, seat)
    return environment.get_template("receipt.html").render(
        heading=heading, understood=understood, problems=problems, read_at=spoken(now.astimezone(zone(match.calendar.zone_name)))
    )


_HINTS = {
    "formula": " The cell holds a formula: type the plain value.",
    "date": " The cell was turned into a date: format it as text and type it again.",
    "error": " The cell holds an error: clear it and type the plain value.",
    "merged": " The cell is merged with others: undo that.",
    "unplain-fill": " The cell has a pattern or a gradient: use a plain fill.",
    "lost": " The cell is gone from the sheet: ask the host for the file anew.",
}
