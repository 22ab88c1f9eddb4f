"""What lies on each seat's desk: the wanted workbook, made from nothing but that seat's view and feed.

Must not write files, nor hand one seat's view to another.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from croupier.core import look
from croupier.core.audience import Seat
from croupier.core.calendar import spoken, zone
from croupier.core.forms import Field
from croupier.core.page import Page
from croupier.core.problems import Problem
from croupier.core.sheet import Heading, Tab, Workbook

from . import history
from .match import Match
from .rulebook import Topic, rulebook
from .sheets import base, standard
from .sheets.carry import carried as carry
from .words import Wording, phase_title

COUNTS = "What stands here at the deadline counts. There is no button; a file has to be saved, and you are done."

TICKED = "What you have ticked counts. Tick the box (in a file: choose yes) when you are done with your turn."


def workbook(match: Match, seat: str, *, carried: bool = True) -> Workbook:
    """The workbook that a seat is to have for the step that is being played (or after the end).

    A new edition of a step has in it what the seat had typed into the one before, unless `carried` is off.
    """
    form = match.asked.get(seat)
    view = match.game.view(match.state, Seat(seat))
    heading = head(match, seat)
    tabs = (
        *match.game.sheet(view, form, heading),
        *_pause(match, heading),
        standard.inbox(inbox_lines(match, seat), heading),
        _rules(rulebook(match.game.slug), heading),
    )
    stamp = f"{match.folder.id}/{match.seat_ids[seat]}/{match.form_name}/{match.commitment[:12]}"
    wanted = Workbook(match.form_name, stamp, tabs)
    typed = history.carried(match.entries).get(seat)
    return carry(wanted, form, typed) if carried and form is not None and typed else wanted


READY = Field("pause_over", ("pause_over",), "I am ready", "Tick it, or choose yes, when you are ready to go on.", choices=("yes",), tick=True)


def _pause(match: Match, heading: Heading) -> tuple[Tab, ...]:
    """The tab of a pause: every seat can say that it is ready, whether it is asked something next or not."""
    clock = match.game.clock(match.state) if match.live else None
    if clock is None or not clock.pause:
        return ()
    page = Page({1: 30.0, 2: 12.0}, 2)
    page.text(look.told(heading))
    page.gap()
    page.text([(f"A pause of {clock.pause} seconds. It is over sooner when everybody has ticked the box.", look.TEXT)])
    page.put(1, READY.label, look.STRONG)
    page.ask(2, READY)
    page.down()
    return (page.tab("Ready"),)


@lru_cache(maxsize=64)
def _rules(topics: tuple[Topic, ...], heading: Heading) -> Tab:
    """The tab Rules, made once for all the times that a workbook is looked at."""
    return standard.rules(topics, heading)


def head(match: Match, seat: str) -> Heading:
    """The heading of every form: whose it is, until when, what counts, where to report an error."""
    if match.finished:
        return Heading(match.title, seat, "The match is over", "There is no further deadline.", "Nothing more is asked of you.", match.report)
    if match.live:
        return Heading(match.title, seat, phase_title(match.phase), "Played live, against the clock", TICKED, "")
    return Heading(match.title, seat, phase_title(match.phase), spoken(match.deadline), COUNTS, match.report)


def inbox_lines(match: Match, seat: str) -> list[tuple[str, list[str]]]:
    """The seat's feed, oldest first: (phase, lines)."""
    wording = Wording(match.game.slug)
    titled = [(phase_title(step.phase) if step.phase else "The match begins", step.events) for step in match.opening]
    titled.append((RULING, match.opening_rulings))
    for entry in match.resolved:
        titled += [(phase_title(step.phase), step.events) for step in entry.steps]
        titled.append((RULING, entry.rulings))
    pages = [(title, lines) for title, events in titled if (lines := _feed(match, events, seat, wording))]
    return [*pages, *((RULING, [words]) for words in _decided_anew(match, seat))]


def _decided_anew(match: Match, seat: str) -> list[str]:
    """What a seat is told of a ruling on its hand-in of the last deadline."""
    words = {"late": "your late hand-in counts", "void": "your hand-in does not count"}
    last = match.resolved[-1] if match.resolved else None
    if last is None or last.ruling is None or last.ruling[0] != seat:
        return []
    return [f"The host has ruled: {words[last.ruling[1]]}. {last.ruling[2]}"]


RULING = "A ruling of the host"


def _feed(match: Match, events: tuple[Any, ...], seat: str, wording: Wording) -> list[str]:
    lines: list[str] = []
    for event in events:
        told = match.game.tell(event, Seat(seat))
        if told is None:
            continue
        line = wording.line(told)
        lines += [line] if line else []
        lines += [f"– {text} ({rule})" for rule, _, _, text in dict(told.facts).get("problems", ())]
    return lines


def problem_lines(found: Sequence[Problem], places: dict[str, base.ReadCell]) -> list[str]:
    """Problems for the seat that made them, each with the cell that it is about and what to do."""
    lines: list[str] = []
    for problem in found:
        cell = places.get(problem.where)
        place = f"{cell.ref}: " if cell else _near(problem.where, places)
        hint = _HINTS.get(cell.kind, "") if cell else ""
        lines.append(f"{place}{problem.text}{hint} ({problem.rule})")
    return lines


def _near(where: str, places: dict[str, base.ReadCell]) -> str:
    """The first cell below a place that is no cell itself: a piece has its line, bids have their tab."""
    below = next((cell.ref for name, cell in places.items() if name.startswith(f"{where}/")), "")
    if not below:
        return ""
    return f"{below.partition('!')[0]}: " if "/" not in where else f"{below}: "


def receipt(
    match: Match, seat: str, now: datetime | None, understood: Sequence[str] = (), problems: Sequence[str] = (), notes: Sequence[str] = ()
) -> base.Receipt:
    """For one seat: what was understood of its hand-in so far, what is wrong with it, which form counts.

    `now` = when its workbook was read; None where that has not been done in this step.
    """
    read_at = spoken(now.astimezone(zone(match.calendar.zone_name))) if now else None
    told = tuple(understood), tuple(problems), tuple(notes)
    return base.Receipt(head(match, seat), match.form_name, *told, read_at, seat in match.asked, match.paused, match.live)


_HINTS = {
    "formula": " The cell holds a formula: type the plain value.",
    "date": " The cell was turned into a date: format it as text and type it again.",
    "error": " The cell holds an error: clear it and type the plain value.",
    "merged": " The cell is merged with others: undo that.",
    "unplain-fill": " The cell has a pattern or a gradient: use a plain fill.",
    "lost": " The cell is gone from the sheet: ask the host for the file anew.",
}
