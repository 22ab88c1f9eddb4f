"""Shapes what the host's control workbook shows: a match as tables, with pandas.

Must not lay anything out, nor load pandas before a table is asked for: it takes its time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.core import calendar
from croupier.core.audience import HOST, Seat
from croupier.core.calendar import spoken
from croupier.core.forms import Answers, Form, Grid, get
from croupier.core.plain import plain
from croupier.core.problems import Problem

from . import desk, history
from .announce import announcement
from .control_rows import Taken
from .control_sheet import Pages, Table, Typed
from .handins import HandIn, late_seats, read_each, understand
from .logbook import log_entries
from .match import Match
from .sheets.base import Store, Unreadable, answers, cells, silent, snapshot_from
from .sheets.drawn import UNTOUCHED_SINCE, as_drawn
from .words import phase_title

if TYPE_CHECKING:
    import pandas as pd


def pages(match: Match, store: Store, taken: Mapping[int, Taken], now: datetime) -> Pages:
    """All that the control workbook shows of a match, read afresh."""
    found = read_each(match, store, silent)
    stages = [(_title(match, "now" if not match.finished else "over"), match, found)] if match.asked else []
    if match.resolved:
        before = match.before_last()
        stages.append((_title(before, "resolved"), before, _resolved_hand_ins(match, before)))
    return Pages(
        match=match.title,
        as_of=f"as of {_local(match, now)}",
        where=str(match.folder.path),
        seats=match.table.seats,
        roster=roster(match, store),
        phases=phases(match, now),
        hand_ins=tuple(dataclasses.replace(hand_ins(stage, list_, now), title=title) for title, stage, list_ in stages),
        contents=tuple((title, tuple(typed(stage, hand_in) for hand_in in list_)) for title, stage, list_ in stages),
        standings=standings(match),
        results=results(match),
        taken=taken_up(match, taken),
        log=log(match),
        rulings=match.game.rulings,
    )


def _title(match: Match, what: str) -> str:
    return f"{phase_title(match.phase)} – {what}"


def _local(match: Match, moment: datetime) -> str:
    return spoken(moment.astimezone(calendar.zone(match.calendar.zone_name)))


def _local_text(match: Match, at: str) -> str:
    return _local(match, datetime.fromisoformat(at))


def _frame(records: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(list(records), columns=list(columns), dtype=object)


def _table(frame: pd.DataFrame) -> Table:
    """A frame as a table: what is not there is empty, whole numbers stay numbers."""
    rows = frame.astype(object).where(frame.notna(), "").itertuples(index=False, name=None)
    return Table(tuple(map(str, frame.columns)), tuple(tuple(map(_value, row)) for row in rows))


def _value(value: Any) -> str | int:
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)


# Who, when --------------------------------------------------------------------------------------------------------


def roster(match: Match, store: Store) -> Table:
    """Every seat: who holds it now, when the deadline is on that person's clock, what to share with whom."""
    frame = _frame(match.opened["seats"], ("name", "id", "contact", "zone"))
    for entry in match.entries:
        if entry.kind == "replaced":
            frame.loc[frame["name"] == entry.body["seat"], ["contact", "zone"]] = [entry.body["contact"], entry.body["zone"]]
    frame["there"] = frame["zone"].map(lambda zone: _there(match, zone))
    places = {seat: _place(match, store, seat) for seat in match.table.seats}
    frame["folder"] = frame["name"].map(lambda seat: places[seat][0])
    frame["file"] = frame["name"].map(lambda seat: places[seat][1])
    names = {"name": "Seat", "id": "Id", "contact": "Contact", "zone": "Zone", "there": "Deadline there", "folder": "Folder", "file": "File now"}
    return _table(frame.rename(columns=names))


def _there(match: Match, zone: str) -> str:
    if not zone or match.finished:
        return ""
    try:
        return spoken(match.deadline.astimezone(calendar.zone(zone)))
    except ValueError:
        return "not known: no such zone"


def _place(match: Match, store: Store, seat: str) -> tuple[str, str]:
    """(what to share, the workbook of now): a folder and a file in it, or a link for both."""
    wanted = desk.workbook(match, seat)
    place = store.place(match.seat_ids[seat], wanted)
    path = Path(place)
    if not path.is_relative_to(match.folder.path):
        return place, wanted.title
    return path.parent.relative_to(match.folder.path).as_posix(), path.name


def phases(match: Match, now: datetime) -> Table:
    """Every phase that stands, and the one that is being played."""
    records: list[dict[str, Any]] = []
    for deadline in match.resolved:
        body = match.entries[deadline.n - 1].body
        state = f"decided anew ({body['ruling']}: {body['seat']})" if "replaces" in body else "resolved, early" if body["early"] else "resolved"
        title = " · ".join(phase_title(step.phase) for step in deadline.steps)
        records.append(_phase(match, deadline.number, title, _local_text(match, deadline.at), state))
    if not match.finished:
        records.append(_phase(match, match.step, phase_title(match.phase), "", _present(match, now)))
    return _table(_frame(records, ("No.", "Phase", "Deadline", "Resolved", "State", "Remarks")))


def _phase(match: Match, number: int, title: str, resolved: str, state: str) -> dict[str, Any]:
    remarks = [f"deadline moved on {_local_text(match, entry.at)}" for entry in match.entries if _moves(entry.kind, entry.body, number)]
    rulings = sum(len(deadline.rulings) for deadline in match.resolved if deadline.number == number - 1)
    rulings += len(match.opening_rulings) if number == 1 else 0
    remarks += [f"{rulings} change{'s' * (rulings != 1)} by rulings before it"] if rulings else []
    deadline = spoken(match.calendar.deadline(number - 1))
    return {"No.": number, "Phase": title, "Deadline": deadline, "Resolved": resolved, "State": state, "Remarks": "\n".join(remarks)}


def _moves(kind: str, body: Mapping[str, Any], number: int) -> bool:
    return kind in ("extended", "resumed") and body["number"] == number - 1


def _present(match: Match, now: datetime) -> str:
    if history.needs_host(match.entries, match.step) is not None:
        return "needs the host"
    if match.paused:
        return "paused"
    return "open" if now < match.deadline else "deadline passed: run sync"


# What was handed in -----------------------------------------------------------------------------------------------


def _resolved_hand_ins(match: Match, before: Match) -> list[HandIn]:
    """What the last deadline that stands was decided on, from the snapshots that were kept."""
    body = match.entries[match.resolved[-1].n - 1].body
    found: list[HandIn] = []
    for seat, form in before.asked.items():
        given, name = body["answers"].get(seat), body["snapshots"].get(seat)
        if given is None:
            found.append(HandIn(seat, None, note="taken as absent" if seat in body["decisions"]["absent"] else ""))
        elif name is not None:
            try:
                found.append(understand(before, seat, form, snapshot_from(before.folder.snapshot(name))))
            except Unreadable as fault:
                found.append(HandIn(seat, None, trouble=fault.trouble))
        else:
            _, problems = match.game.check(match.game.view(before.state, Seat(seat)), given)
            found.append(HandIn(seat, given, problems, tuple(desk.problem_lines(problems, {}))))
    return found


def hand_ins(match: Match, found: Sequence[HandIn], now: datetime) -> Table:
    """Who has handed in what by when, and which cells are wrong; nothing of what they hold."""
    late = dict(late_seats(match, found)) if now >= match.deadline and not match.paused else {}
    records = [
        {
            "Seat": hand_in.seat,
            "State": hand_in.state,
            "Saved": _saved(match, hand_in),
            "Problems by cell": "\n".join(_where(match.asked[hand_in.seat], hand_in, problem) for problem in hand_in.problems),
            "Remarks": "\n".join((*(["saved after the deadline"] if hand_in.seat in late else []), *hand_in.remarks)),
        }
        for hand_in in found
    ]
    return _table(_frame(records, ("Seat", "State", "Saved", "Problems by cell", "Remarks")))


def _saved(match: Match, hand_in: HandIn) -> str:
    if hand_in.answers is None or hand_in.snapshot is None or hand_in.snapshot.saved_at == UNTOUCHED_SINCE:
        return ""
    return _local_text(match, hand_in.snapshot.saved_at)


def _where(form: Form, hand_in: HandIn, problem: Problem) -> str:
    places = cells(form, hand_in.snapshot) if hand_in.snapshot else {}
    place = places[problem.where].ref if problem.where in places else problem.where
    return f"{place}: {problem.code.replace('-', ' ')} ({problem.rule})"


def typed(match: Match, hand_in: HandIn) -> Typed:
    """What one seat has typed, field by field, with what is wrong with it, and what was understood."""
    import pandas as pd

    form, given = match.asked[hand_in.seat], hand_in.answers or {}
    places = cells(form, hand_in.snapshot) if hand_in.snapshot else {}
    told = [(problem.where, problem.text) for problem in hand_in.problems]
    records = [
        {"where": field.where, "Field": field.label, "Typed": str(value)} for field in form.fields if (value := get(given, field.path)) is not None
    ]
    if hand_in.answers is not None:
        records += [
            {"where": "/".join(grid.path), "Field": f"{grid.name.capitalize()}, changed squares", "Typed": squares}
            for grid in form.grids
            if (squares := _changed_squares(match, hand_in.seat, grid, given))
        ]
    frame = _frame(records, ("where", "Field", "Typed"))
    wrong = _frame(({"where": where, "Problem": text} for where, text in told), ("where", "Problem"))
    wrong = wrong.groupby("where", sort=False)["Problem"].agg("\n".join).reset_index()
    without = wrong[~wrong["where"].isin(frame["where"])]
    frame = pd.concat([frame.merge(wrong, on="where", how="left"), without.assign(Field="", Typed="")])
    frame["Cell"] = frame["where"].map(lambda where: places[where].ref if where in places else "")
    return Typed(hand_in.seat, hand_in.state, _table(frame[["Cell", "Field", "Typed", "Problem"]]), hand_in.understood)


def _changed_squares(match: Match, seat: str, grid: Grid, given: Answers) -> str:
    """ "C4 Wo, D4 o": the squares of a board that are not as the workbook drew them, in codes; "." = wiped."""
    drawn = answers(match.asked[seat], as_drawn(desk.workbook(match, seat, carried=False), match.asked[seat], {}))
    pairs = zip(get(given, grid.path) or (), get(drawn, grid.path), strict=False)
    return ", ".join(
        f"{chr(65 + x)}{y}\u00a0{now}"
        for y, (row, before) in enumerate(pairs, start=1)
        for x, (now, then) in enumerate(zip(row.split(), before.split(), strict=False))
        if now != then
    )


# What came of it --------------------------------------------------------------------------------------------------


def standings(match: Match) -> Table:
    """Every seat with the plain facts that the host's view has of it, whatever the game."""
    known: dict[str, dict[str, Any]] = {seat: {} for seat in match.table.seats}
    for key, value in plain(match.game.view(match.state, HOST)).items():
        if isinstance(value, Mapping) and value and set(value) <= set(known):
            for seat, own in value.items():
                known[seat] |= own if isinstance(own, Mapping) else {key: own}
    facts = {seat: {key: _plain_fact(value) for key, value in own.items()} for seat, own in known.items()}
    columns = dict.fromkeys(key for own in facts.values() for key in own)
    frame = _frame(facts.values(), tuple(columns)).dropna(axis="columns", how="all")
    if frame.columns.empty:
        return Table((), ())
    frame.columns = [str(name).replace("_", " ").capitalize() for name in frame.columns]
    frame.insert(0, "Seat", list(facts))
    return _table(frame)


def _plain_fact(value: Any) -> Any:
    """A text or number as it is, a list of such in one text; None for anything deeper."""
    if isinstance(value, (str, int)):
        return value
    if isinstance(value, list) and value and all(isinstance(item, (str, int)) for item in value):
        return ", ".join(map(str, value))
    return None


def results(match: Match) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(phase, lines) of every announcement, newest first, as it was or is to be pasted."""
    found = []
    for deadline in reversed(match.resolved):
        then = dataclasses.replace(match, resolved=match.resolved[: deadline.number])
        title = " · ".join(phase_title(step.phase) for step in deadline.steps)
        found.append((title, tuple(announcement(then).splitlines())))
    opening = dataclasses.replace(match, resolved=())
    return (*found, ("The match begins", tuple(announcement(opening).splitlines())))


def taken_up(match: Match, taken: Mapping[int, Taken]) -> Table:
    """The rulings that were taken up from the workbook, newest first."""
    standing = {act.n for act in history.standing(match.entries)}
    records = []
    for one in sorted(taken.values(), key=lambda one: (one.entry.n, one.row.number), reverse=True):
        gone = one.entry.kind in history.ACTS and one.entry.n not in standing
        state = f"taken up on {_local_text(match, one.entry.at)}" + ("; taken back or decided anew since" if gone else "")
        row = one.row
        records.append({"No.": row.number, "What": row.what, "Seat": row.seat, "Value": row.value, "Reason": row.reason, "State": state})
    return _table(_frame(records, ("No.", "What", "Seat", "Value", "Reason", "State")))


def log(match: Match) -> Table:
    """The host's log, newest first."""
    done = log_entries(match, host=True)
    told = _frame(({"When": _local_text(match, at), "What was done": words} for at, words in done), ("When", "What was done"))
    return _table(told.iloc[::-1])
