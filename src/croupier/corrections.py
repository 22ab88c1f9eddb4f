"""The host's corrections: each is planned, shown, and only then written, as a journal entry with its reason.

Must not change anything that is in the journal already; an entry is added that says what now holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from croupier.core import engine, typed
from croupier.core.calendar import instant, read_local, spoken, zone
from croupier.core.plain import Codec
from croupier.core.problems import HostError

from . import desk, history
from .announce import announcement
from .handins import UNDECIDED, Decisions, HandIn, carried_over, read_each, refuse_unreadable, understand
from .match import Match, load, write_steps
from .sheets.base import Store, Unreadable, silent
from .store import MatchFolder, stamp
from .sync import Publish, deliver, resolved_body
from .trouble import resolve_or_keep
from .words import bare


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
        store.begin()
        match = load(folder)
        if len(match.entries) != correction.based_on:
            raise HostError(f"{folder.id} has gone on since this correction was planned", "give the command again")
        body = dict(correction.body)
        if correction.carries:
            if not match.delivered:
                raise HostError(f"an earlier run on {folder.id} did not get to its end", f"finish it first: croupier sync {folder.id}")
            found = read_each(match, store, silent, UNDECIDED)
            refuse_unreadable(match, found, "nothing was changed, since what stands in these workbooks would be lost")
            body |= carried_over(match, found)
        folder.append(correction.kind, stamp(now), body)
    return deliver(folder, store, publish, now)


def _running(folder: MatchFolder) -> Match:
    match = load(folder)
    if match.finished:
        raise HostError(f"{folder.id} is over", f"take its last step back first: croupier rollback {folder.id}")
    return match


def _reason(reason: str) -> str:
    if typed.is_blank(reason) or not bare(reason):
        raise HostError("a correction needs a reason; it is shown at the reveal", 'give one: --reason "…"')
    return bare(reason)


def plan_extend(folder: MatchFolder, to: str | None, days: int | None, reason: str, now: datetime) -> Correction:
    """A later (or earlier) deadline for the step that is being played; those after it follow from there."""
    match = _running(folder)
    number = len(match.resolved)
    if (to is None) == (days is None):
        raise HostError("say how far the deadline moves", 'either --days 1 or --to "2026-12-03 21:59"')
    local = _local(to or "") if days is None else _later(match.calendar.local(number), days)
    moment = instant(local, zone(match.calendar.zone_name))
    if moment == match.deadline:
        raise HostError(f"the deadline of {match.phase} is {spoken(moment)} already", "choose another time")
    if moment <= now:
        raise HostError(f"the new deadline, {spoken(moment)}, has passed", "choose a time to come")
    lines: tuple[str, ...] = (
        f"The deadline of {match.phase} moves from {spoken(match.deadline)} to {spoken(moment)}; later ones follow from there.",
        "Receipts and site say so at once; workbooks that players have still show the old one. Tell them.",
    )
    if moment < match.deadline:
        lines = (*lines, "Careful: that is EARLIER than what the players' workbooks promise.")
    return Correction("extended", _moved(number, local, _reason(reason)), lines, len(match.entries))


def _local(text: str) -> datetime:
    try:
        return read_local(text)
    except ValueError as fault:
        raise HostError(str(fault), 'write it so: --to "2026-12-03 21:59"') from fault


def _later(local: datetime, days: int) -> datetime:
    try:
        return _local(_written(local + timedelta(days=days)))
    except OverflowError as fault:
        raise HostError(f"{days} days lead out of every calendar", "choose a time to come") from fault


def _written(local: datetime) -> str:
    return local.isoformat(" ", "minutes")


def _moved(number: int, local: datetime, reason: str) -> dict[str, Any]:
    return {"number": number, "to": _written(local), "reason": reason}


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
    due = now.astimezone(UTC) + max(match.deadline.astimezone(UTC) - paused_at, timedelta(0))
    number, days = len(match.resolved), 0
    place = zone(match.calendar.zone_name)
    while instant(match.calendar.local(number) + timedelta(days=days), place) < due:
        days += 1
    local = match.calendar.local(number) + timedelta(days=days)
    lines = (f"{match.title} goes on. The deadline of {match.phase} is {spoken(instant(local, place))}; later ones follow from there.",)
    return Correction("resumed", _moved(number, local, _reason(reason)), lines, len(match.entries))


def plan_enter(folder: MatchFolder, text: str) -> Correction:
    """What the host has brought that the match waited for, such as dice thrown at a table; what comes of it is decided with it."""
    match = _running(folder)
    if match.needs is None:
        raise HostError(f"{folder.id} does not wait for anything to be entered", f"see where it stands: croupier status {folder.id}")
    resolution, problems = engine.enter(match.game, match.table, match.state, text)
    if problems:
        told = "; ".join(f"{problem.text} ({problem.rule})" for problem in problems)
        raise HostError(f"nothing was entered: {told}", match.needs)
    body = {"step": match.step, "phase": match.phase, "text": bare(text), "steps": write_steps(Codec(match.game.events), resolution.steps)}
    after = replace(match, resolved=(*match.resolved[:-1], replace(match.resolved[-1], steps=match.resolved[-1].steps + resolution.steps)))
    return Correction("entered", body, (f"Enters: {bare(text)}. Public then:", announcement(after)), len(match.entries))


def plan_replace(folder: MatchFolder, seat: str, contact: str, place: str, reason: str) -> Correction:
    """Another person takes a seat: the seat keeps its name, its workbook and all that it has."""
    match = _running(folder)
    seat = _known(match, seat)
    if place:
        try:
            zone(place)
        except ValueError as fault:
            raise HostError(str(fault), "mend the zone, or leave it out") from fault
    lines = (f"The seat {seat} is held by {contact or 'somebody else'} from now on; name, workbook and everything won stay with the seat.",)
    body = {"seat": seat, "contact": contact, "zone": place, "reason": _reason(reason)}
    return Correction("replaced", body, (*lines, "Share the seat's folder with the new person, and take it from the old one."), len(match.entries))


def plan_ruling(folder: MatchFolder, store: Store, seat: str, what: str, value: str, reason: str, now: datetime) -> Correction:
    """A host's ruling on one seat: money, garnets, give, take (the game says how), or late, void (the last step anew)."""
    match = load(folder) if what in ("late", "void") else _running(folder)
    seat = _known(match, seat)
    if what in ("late", "void"):
        if value.strip():
            raise HostError(f"{what} takes the whole hand-in; {value!r} means nothing here", f"leave it out: croupier rule {folder.id} … {what}")
        return _decide_anew(match, store, seat, what, _reason(reason), now)
    if match.needs is not None:
        raise HostError(f"{folder.id} waits for what the table gives", f"enter it first: {match.needs}")
    events, problems = match.game.amend(match.state, seat, what, value, _reason(reason))
    if problems:
        named = f" ({problems[0].rule})" if problems[0].rule != "host" else ""
        raise HostError(f"this ruling cannot be: {problems[0].text}{named}", _rulings(match))
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
    return Correction("ruled", body, (*lines, *_new_editions(match)), len(match.entries), carries=True)


def _rulings(match: Match) -> str:
    """What can be ruled on in a match, for who has asked for something else."""
    own = "; ".join(f"{ruling.what} {ruling.value}".strip() for ruling in match.game.rulings)
    return f"in {match.game.title} there are: {own}; and late, void"


def _new_editions(match: Match) -> tuple[str, ...]:
    return ("Every seat gets a new edition of its workbook, with what it has typed so far in it.",) if match.asked else ()


def _decide_anew(match: Match, store: Store, seat: str, what: str, reason: str, now: datetime) -> Correction:
    """The last step with one hand-in changed: read now (late), or taken as nothing (void). The draws are the same."""
    if not match.resolved:
        raise HostError("no step has been decided yet", f"at its deadline: croupier sync {match.folder.id} --late take, or --absent")
    if match.resolved[-1].rulings:
        raise HostError("there are rulings since the last step was decided", f"take them back first: croupier rollback {match.folder.id}")
    last, before = match.resolved[-1], match.before_last()
    if seat not in before.asked:
        raise HostError(f"{seat} was asked nothing in {before.phase}", "name a seat that was")
    hand_in = HandIn(seat, None) if what == "void" else _read_late(before, store, seat)
    if hand_in.answers == last.answers[seat]:
        holds = "nothing was taken from it" if hand_in.answers is None else "what stands in its workbook has been taken"
        raise HostError(f"nothing would change: {holds} already", f"look at it: croupier history {match.folder.id} --host")
    found = [hand_in if name == seat else HandIn(name, given) for name, given in last.answers.items()]
    answers = {one.seat: one.answers for one in found if one.answers is not None}
    resolution = resolve_or_keep(before, answers, now)
    was = match.entries[last.n - 1].body
    absent, kept = (tuple(name for name in was["decisions"][key] if name != seat) for key in ("absent", "kept"))
    decisions = Decisions(absent, kept, was["decisions"]["late"])
    body = resolved_body(before, found, resolution, early=was["early"], decisions=decisions)
    body["snapshots"] = {name: digest for name, digest in was["snapshots"].items() if name != seat} | body["snapshots"]
    body |= {"replaces": last.n, "ruling": what, "seat": seat, "reason": reason}
    after = replace(match, resolved=(*match.resolved[:-1], replace(last, steps=resolution.steps)))
    lines = (
        f"{before.phase} is decided anew, with {'the hand-in of ' + seat + ' as it is now' if what == 'late' else 'nothing from ' + seat}.",
        *_new_editions(match),
        "Public so far:",
        announcement(match),
        "Public then:",
        announcement(after),
        *_already_revealed(match),
    )
    return Correction("resolved", body, lines, len(match.entries), carries=True)


def _read_late(before: Match, store: Store, seat: str) -> HandIn:
    try:
        read = store.read(before.seat_ids[seat], desk.workbook(before, seat), before.asked[seat])
        return understand(before, seat, before.asked[seat], read)
    except Unreadable as fault:
        raise HostError(f"{fault.place}: {fault.trouble}", fault.remedy) from fault


def _already_revealed(match: Match) -> tuple[str, ...]:
    return () if match.seed is None else ("The reveal has been published: the seed and all that was shown stay public.",)


def plan_rollback(folder: MatchFolder, reason: str) -> Correction:
    """Takes back the last deadline or ruling that stands. Its draws will be the same when it is decided again."""
    match = load(folder)
    acts = history.standing(match.entries)
    if not acts:
        raise HostError("there is nothing to take back", "a match that should never have been opened can be left alone; make a new one")
    last = acts[-1]
    back = load(folder, match.entries[: last.n - 1])
    if last.kind == "ruled":
        what, body = f"the ruling on {last.body['seat']} ({last.body['what']} {last.body['value']})", {"ruling": True}
    elif last.kind == "entered":
        what, body = f"what was entered for {last.body['phase']} ({last.body['text']})", {"phase": last.body["phase"]}
    elif "replaces" in last.body:
        what, body = f"the ruling on {last.body['seat']} ({last.body['ruling']}); {last.body['phase']} is as it was decided first", {"ruling": True}
    else:
        what, body = f"the deadline of {last.body['phase']}", {"phase": last.body["phase"]}
    entered = datetime.fromisoformat(last.at).astimezone(zone(match.calendar.zone_name))
    lines = [f"Takes back {what}. It was entered on {spoken(entered)}."]
    if back.needs is not None:
        lines.append(f"Then it is to be entered again: {back.needs}")
    elif not back.finished:
        due = spoken(match.calendar.deadline(len(back.resolved)))
        lines.append(f"Players go on in the workbooks of {back.form_name}, until {due}; another time: croupier extend. No new draws are made.")
        lines.append(f"What was typed into {match.form_name} so far is set aside with it, and does not come along.")
    if last.kind != "ruled":
        lines += ["This was already public, and people may have read it:", announcement(match)]
    lines += _already_revealed(match)
    return Correction("rolled_back", {"entry": last.n, "step": match.step, **body, "reason": _reason(reason)}, tuple(lines), len(match.entries))


def _known(match: Match, seat: str) -> str:
    """The seat's name as the match spells it: capitals and blanks around do not matter."""
    known = {typed.name_key(name): name for name in match.table.seats}
    if typed.name_key(seat) not in known:
        raise HostError(f"there is no seat {seat!r}", f"the seats are: {', '.join(match.table.seats)}")
    return known[typed.name_key(seat)]
