"""Whatever goes wrong at whichever request of a deadline: run again, the match ends the same, nothing twice, nothing lost.

Must not look into the store; what counts is the journal and what the spreadsheets then show.
"""

from __future__ import annotations

import gc
import random  # noqa: TID251 - which faults are tried, from a fixed seed
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier import desk
from croupier.core.problems import HostError
from croupier.handins import UNDECIDED, Decisions
from croupier.match import load
from emulator import Fault, Faults, Kind
from google_sheets.kit import table
from google_sheets.matches import GoogleMatch
from google_sheets.test_faults import STAYS

NINE = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Io")
SAMPLED = 50
KINDS = sorted(set(Kind) - STAYS)
WITH_CONTROL = (Kind.UNAVAILABLE_AFTER, Kind.PERMISSION_LOST)
"""The control spreadsheet takes as long as all the seats'; one kind that befalls a request and one that lasts do for it."""


@pytest.fixture(autouse=True)
def seldom_collecting() -> Iterator[None]:
    """Looking for garbage among whole spreadsheets takes a fifth of the time, and there is none."""
    usual = gc.get_threshold()
    gc.set_threshold(100_000, *usual[1:])
    yield
    gc.set_threshold(*usual)


def settle(match: GoogleMatch, *, control: bool) -> None:
    """Runs `sync` until it gets through; what ends a run says what to do next."""
    decisions = UNDECIDED
    for _ in range(9):
        before = match.match.step
        try:
            report = match.sync(control=control, decisions=decisions)
        except HostError as fault:
            # Whoever brings a file back changes it, which makes it late; the host knows better.
            decisions = Decisions(late="take") if "saved after the deadline" in fault.message else decisions
            assert fault.next_step and "ya29" not in fault.message
            match.table.emulator.faults.undo()
            match.table.clock.now += 700
            continue
        if report.resolved or report.finished_earlier:
            assert match.match.step <= before + 1
            return
    raise AssertionError("it never got through")


def shows_its_step(match: GoogleMatch) -> bool:
    """Whether every seat's spreadsheet holds the form of the step that the journal has come to."""
    store, played = match.store(), load(match.folder)
    return not any(store.bring_many([(played.seat_ids[seat], desk.workbook(played, seat)) for seat in played.table.seats], lambda *_: None))


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_any_request_of_a_deadline(tmp_path: Path, kind: Kind) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "season", google, NINE[:3])
        match.open()
        match.hand_in(match.bots("faults"))
        journal = match.folder.private / "journal.jsonl"
        start, began, now = google.emulator.checkpoint(), journal.read_bytes(), google.clock.now
        google.asked()
        match.sync(control=kind in WITH_CONTROL)
        wanted, requests = match.facts(), sum(google.asked().values())
        for at in range(1, requests + 2):
            google.emulator.restore(start)
            journal.write_bytes(began)
            google.clock.now = now
            google.emulator.faults = Faults.of(Fault(kind, at=at))
            settle(match, control=kind in WITH_CONTROL)
            fired = bool(google.emulator.faults.fired)
            google.emulator.faults.heal()
            assert match.facts() == wanted, at
            assert shows_its_step(match), at
            if not fired:
                return
        raise AssertionError("every request had its fault, and there were more")


def play(match: GoogleMatch, faults: Faults | None = None) -> list[dict[str, Any]]:
    match.open()
    if faults is not None:
        match.table.emulator.faults = faults
    while not match.match.finished:
        match.hand_in(match.bots("sampled"))
        settle(match, control=True)
        match.table.emulator.faults.undo()  # what befell a file when all was done, the host mends before the players come
    return match.facts()


def test_a_whole_match_of_nine_with_sampled_faults(tmp_path: Path) -> None:
    chosen = random.Random("fifty faults")
    with table() as google:
        match = GoogleMatch(tmp_path / "calm", google, NINE)
        match.open()
        google.asked()
        wanted = play(match)
        requests = sum(google.asked().values())
    plan = [Fault(chosen.choice(KINDS), at=at) for at in sorted(chosen.sample(range(1, requests), SAMPLED))]
    with table() as google:
        match = GoogleMatch(tmp_path / "stormy", google, NINE)
        facts = play(match, Faults.of(*plan))
        fired = len(google.emulator.faults.fired)
        google.emulator.faults.heal()
        assert facts == wanted
        assert shows_its_step(match)
        assert fired >= SAMPLED * 3 // 4
