"""The host's corrections: each is planned, shown, and only then written, as a journal entry with its reason.

Must not change anything that is in the journal already; an entry is added that says what now holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from croupier.core.calendar import instant, read_local, spoken, zone
from croupier.core.plain import Codec
from croupier.core.problems import HostError

from . import desk, history
from .announce import announcement
from .handins import UNDECIDED, HandIn, read_each, silent, understand
from .match import Match, load
from .sheets.base import Store, Unreadable
from .store import MatchFolder, stamp
from .sync import Publish, deliver, resolved_body
from .trouble import resolve_or_keep


@dataclass(frozen=True)
class Correction:
    """A correction that is planned: `lines` say what it will change (for the host), `based_on` = the journal's length."""

    kind: str
    body: Mapping[str, Any]
    lines: tuple[str, ...]
    based_on: int
    carries: bool = False


def apply(folder: MatchFolder, correction: Correction, store: Store, publish: Publish, now: datetime) -> Match:
    """Writes a planned correction, and brings workbooks, receipts and site up to date. HostError where the match went on since."""
    with folder.lock():
        match = load(folder)
        if len(match.entries) != correction.based_on:
            raise HostError(f"{folder.id} has gone on since this correction was planned", "give the command again")
        body = dict(correction.body)
        if correction.carries:
            found = read_each(match, store, silent, UNDECIDED)
            body["carried"] = {hand_in.seat: hand_in.answers for hand_in in found if hand_in.answers is not None}
        folder.append(correction.kind, stamp(now), body)
    match = deliver(folder, store, publish, now)
    _write_receipts(match, store, now)
    return match


def _write_receipts(match: Match, store: Store, now: datetime) -> None:
    """New receipts for all: a file that a player has cannot be changed, the page beside it can (the deadline, for one)."""
    for hand_in in read_each(match, store, silent, UNDECIDED):
        store.receipt(match.seat_ids[hand_in.seat], desk.receipt(match, hand_in.seat, hand_in.understood, hand_in.lines, now))


def _running(folder: MatchFolder) -> Match:
    match = load(folder)
    if match.finished:
        raise HostError(f"{folder.id} is over", f"take its last step back first: croupier rollback {folder.id}")
    return match


def _reason(reason: str) -> str:
    if not reason.strip():
        raise HostError("a correction needs a reason; it is shown at the reveal", 'give one: --reason "…"')
    return " ".join(reason.split())


def plan_extend(folder: MatchFolder, to: str | None, days: int | None, reason: str, now: datetime) -> Correction:
    """A later (or earlier) deadline for the step that is being played; those after it follow from there."""
    match = _running(folder)
    number = len(match.resolved)
    if (to is None) == (days is None):
        raise HostError("say how far the deadline moves", 'either --days 1 or --to "2026-12-03 21:59"')
    local = match.calendar.local(number) + timedelta(days=days) if days is not None else _local(to or "")
    moment = instant(local, zone(match.calendar.zone_name))
    if moment <= now:
        raise HostError(f"the new deadline, {spoken(moment)}, has passed", "choose a time to come")
    lines = (f"The deadline of {match.phase} moves from {spoken(match.deadline)} to {spoken(moment)}; later ones follow from there.",)
    return Correction("extended", _moved(number, local, _reason(reason)), lines, len(match.entries))


def _local(text: str) -> datetime:
    try:
        return read_local(text)
    except ValueError as fault:
        raise HostError(str(fault), 'write it so: --to "2026-12-03 21:59"') from fault


def _moved(number: int, local: datetime, reason: str) -> dict[str, Any]:
    return {"number": number, "to": local.strftime("%Y-%m-%d %H:%M"), "reason": reason}


def plan_pause(folder: MatchFolder, reason: str) -> Correction:
    """Stops the clock: until `resume` nothing is resolved."""
    match = _running(folder)
    if match.paused:
        raise HostError(f"{folder.id} is paused already", f"go on with: croupier resume {folder.id}")
    return Correction("paused", {"reason": _reason(reason)}, (f"{match.title} is paused; nothing is resolved until `resume`.",), len(match.entries))


def plan_resume(folder: MatchFolder, reason: str, now: datetime) -> Correction:
    """Goes on: the deadline moves by as many whole days as leave no less time than there was when the match was paused."""
    match = _running(folder)
    if not match.paused:
        raise HostError(f"{folder.id} is not paused", f"see where it stands: croupier status {folder.id}")
    paused_at = datetime.fromisoformat([entry.at for entry in match.entries if entry.kind == "paused"][-1])
    left = max(match.deadline - paused_at, timedelta(0))
    number, days = len(match.resolved), 0
    place = zone(match.calendar.zone_name)
    while instant(match.calendar.local(number) + timedelta(days=days), place) < now + left:
        days += 1
    local = match.calendar.local(number) + timedelta(days=days)
    lines = (f"{match.title} goes on. The deadline of {match.phase} is {spoken(instant(local, place))}; later ones follow from there.",)
    return Correction("resumed", _moved(number, local, _reason(reason)), lines, len(match.entries))


def plan_replace(folder: MatchFolder, seat: str, contact: str, place: str, reason: str) -> Correction:
    """Another person takes a seat: the seat keeps its name, its workbook and all that it has."""
    match = _running(folder)
    _known(match, seat)
    lines = (f"The seat {seat} is held by {contact or 'somebody else'} from now on; name, workbook and everything won stay with the seat.",)
    body = {"seat": seat, "contact": contact, "zone": place, "reason": _reason(reason)}
    return Correction("replaced", body, (*lines, "Share the seat's folder with the new person, and take it from the old one."), len(match.entries))


def plan_ruling(folder: MatchFolder, store: Store, seat: str, what: str, value: str, reason: str, now: datetime) -> Correction:
    """A host's ruling on one seat: money, garnets, give, take (the game says how), or late, void (the last step anew)."""
    match = load(folder) if what in ("late", "void") else _running(folder)
    _known(match, seat)
    if what in ("late", "void"):
        return _decide_anew(match, store, seat, what, _reason(reason), now)
    events, problems = match.game.amend(match.state, seat, what, value, _reason(reason))
    if problems:
        raise HostError(f"this ruling cannot be: {problems[0].text} ({problems[0].rule})", "see: croupier rule --help")
    codec = Codec(match.game.events)
    body = {
        "step": match.step,
        "seat": seat,
        "what": what,
        "value": value,
        "reason": _reason(reason),
        "events": [codec.encode(event) for event in events],
    }
    lines = [f"{seat}: {what} {value}. The seat is told; everybody else learns of it at the reveal."]
    if match.asked:
        lines.append("Every seat gets a new edition of its workbook, with what it has typed so far in it.")
    return Correction("ruled", body, tuple(lines), len(match.entries), carries=True)


def _decide_anew(match: Match, store: Store, seat: str, what: str, reason: str, now: datetime) -> Correction:
    """The last step with one hand-in changed: read now (late), or taken as nothing (void). The draws are the same."""
    if not match.resolved or match.resolved[-1].rulings:
        raise HostError("there is no step that could be decided anew", "roll back the rulings after it first: croupier rollback")
    last, before = match.resolved[-1], match.before_last()
    if seat not in before.asked:
        raise HostError(f"{seat} was asked nothing in {before.phase}", "name a seat that was")
    found = [HandIn(name, given) for name, given in last.answers.items() if name != seat]
    if what == "late":
        try:
            read = store.read(match.seat_ids[seat], desk.workbook(before, seat), before.asked[seat])
        except Unreadable as fault:
            raise HostError(f"{fault.place}: {fault.trouble}", fault.remedy) from fault
        found.append(understand(before, seat, before.asked[seat], read))
    else:
        found.append(HandIn(seat, None))
    answers = {hand_in.seat: hand_in.answers for hand_in in found if hand_in.answers is not None}
    resolution = resolve_or_keep(before, answers, now)
    body = {
        **resolved_body(before, found, resolution, early=False, decisions=UNDECIDED),
        "replaces": last.n,
        "ruling": what,
        "seat": seat,
        "reason": reason,
    }
    lines = [f"{before.phase} is decided anew, with {'the hand-in of ' + seat + ' as it is now' if what == 'late' else 'nothing from ' + seat}."]
    after = replace(before, resolved=(*before.resolved, replace(last, steps=resolution.steps)))
    return Correction("resolved", body, (*lines, "Public so far:", announcement(match), "Public then:", announcement(after)), len(match.entries))


def plan_rollback(folder: MatchFolder, reason: str) -> Correction:
    """Takes back the last deadline or ruling that stands. Its draws will be the same when it is decided again."""
    match = load(folder)
    acts = history.standing(match.entries)
    if not acts:
        raise HostError("there is nothing to take back", "a match that should never have been opened can be left alone; make a new one")
    last = acts[-1]
    what = f"the ruling on {last.body['seat']} ({last.body['what']})" if last.kind == "ruled" else f"the deadline of {last.body['phase']}"
    lines = [f"Takes back {what} of {last.at}. Players go on in the workbooks of before; new draws are not made."]
    if last.kind == "resolved":
        lines += ["This was already public, and people may have read it:", announcement(match)]
    if match.seed is not None:
        lines.append("The reveal has been published: the seed and all that was shown stay public.")
    return Correction("rolled_back", {"entry": last.n, "step": match.step, "reason": _reason(reason)}, tuple(lines), len(match.entries))


def _known(match: Match, seat: str) -> None:
    if seat not in match.table.seats:
        raise HostError(f"there is no seat {seat!r}", f"the seats are: {', '.join(match.table.seats)}")
