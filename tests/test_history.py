"""What of a journal still counts, in every mixture of resolutions, rulings, late hand-ins and roll-backs.

Must not test what a correction says or asks; only what holds after it.
"""

from __future__ import annotations

import json
import os
import random  # noqa: TID251 - the order of what a host does, always from a fixed seed
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier import desk, history, logbook
from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.calendar import spoken
from croupier.core.draws import Draws, from_text
from croupier.core.journal import Entry
from croupier.core.problems import HostError
from croupier.games.house_of_horrors.state import MoneyCorrected
from croupier.handins import Decisions
from croupier.publish import public_match
from host import Host

ROUNDS = max(6, int(os.environ.get("CROUPIER_ROUNDS", "0")) // 100)


def _journal(*lines: tuple[str, dict[str, Any]]) -> tuple[Entry, ...]:
    at = datetime.fromisoformat("2026-11-20T12:00:00+00:00")
    return tuple(Entry(n, kind, (at + timedelta(hours=n)).isoformat(), body, "") for n, (kind, body) in enumerate([("opened", {}), *lines], start=1))


RESOLVED: tuple[str, dict[str, Any]] = ("resolved", {"phase": "auction-1"})


def _anew(n: int, **more: Any) -> tuple[str, dict[str, Any]]:
    return "resolved", {"replaces": n, "phase": "auction-1", **more}


def _ruled(**carried: str) -> tuple[str, dict[str, Any]]:
    return "ruled", {"carried": carried, "saved": dict.fromkeys(carried, "2026-11-20T11:00:00+00:00")}


def _back(n: int) -> tuple[str, dict[str, Any]]:
    return "rolled_back", {"entry": n}


MIXTURES: list[tuple[list[tuple[str, dict[str, Any]]], list[int], tuple[int, int]]] = [
    ([], [], (1, 0)),
    ([("delivered", {}), ("snapshot", {}), ("extended", {})], [], (1, 0)),
    ([RESOLVED], [2], (2, 0)),
    ([_ruled()], [2], (1, 1)),
    ([_ruled(), _ruled()], [2, 3], (1, 2)),
    ([_ruled(), RESOLVED, _ruled()], [2, 3, 4], (2, 1)),
    ([RESOLVED, _back(2)], [], (1, 0)),
    ([RESOLVED, _back(2), RESOLVED], [4], (2, 1)),
    ([RESOLVED, RESOLVED, _back(3), _back(2)], [], (1, 0)),
    ([RESOLVED, RESOLVED, _back(3), _back(2), RESOLVED, RESOLVED], [6, 7], (3, 1)),
    ([_ruled(), _back(2)], [], (1, 0)),
    ([_ruled(), _back(2), _ruled()], [4], (1, 2)),
    ([_ruled(), _ruled(), _back(3), _ruled()], [2, 5], (1, 3)),
    ([RESOLVED, _anew(2)], [3], (2, 1)),
    ([RESOLVED, _anew(2), _anew(3)], [4], (2, 2)),
    ([RESOLVED, _anew(2), _anew(3), _back(4)], [3], (2, 1)),
    ([RESOLVED, _anew(2), _anew(3), _back(4), _back(3)], [2], (2, 0)),
    ([RESOLVED, _anew(2), _anew(3), _back(4), _back(3), _back(2)], [], (1, 0)),
    ([RESOLVED, _anew(2), _back(3), _anew(2)], [5], (2, 2)),
    ([RESOLVED, _anew(2), RESOLVED, _back(4), _ruled(), _back(6), _back(3)], [2], (2, 0)),
    ([RESOLVED, RESOLVED, _anew(3), _ruled()], [2, 4, 5], (3, 2)),
    ([RESOLVED, _ruled(), _back(3), _anew(2), _ruled(), _back(6), _back(5)], [2], (2, 0)),
]


@pytest.mark.parametrize(("lines", "stands", "edition"), MIXTURES)
def test_what_stands_and_in_which_edition(lines: list[tuple[str, dict[str, Any]]], stands: list[int], edition: tuple[int, int]) -> None:
    entries = _journal(*lines)
    assert [act.n for act in history.standing(entries)] == stands
    assert history.edition(entries) == history.Edition(*edition)


def test_what_was_carried_is_of_the_last_correction_that_stands() -> None:
    first, second = _ruled(Ana="1"), _ruled(Ana="2", Bo="3")
    for lines, carried in (
        ([], {}),
        ([first], {"Ana": "1"}),
        ([first, second], {"Ana": "2", "Bo": "3"}),
        ([second, first], {"Ana": "1"}),
        ([first, second, _back(3)], {"Ana": "1"}),
        ([first, _back(2)], {}),
        ([first, RESOLVED], {}),
        ([first, RESOLVED, _back(3)], {"Ana": "1"}),
        ([RESOLVED, _anew(2, carried={"Cy": "4"}, saved={"Cy": "x"})], {"Cy": "4"}),
        ([RESOLVED, _anew(2, carried={"Cy": "4"}, saved={"Cy": "x"}), _back(3)], {}),
        ([RESOLVED, _anew(2, carried={"Cy": "4"}, saved={"Cy": "x"}), first], {"Ana": "1"}),
        ([RESOLVED, _anew(2, carried={"Cy": "4"}, saved={"Cy": "x"}), RESOLVED], {}),
    ):
        assert history.carried(_journal(*lines)) == carried
        assert history.carried_saved(_journal(*lines)).keys() == carried.keys()


def _kept(**snapshots: str) -> tuple[str, dict[str, Any]]:
    return "snapshot", {"step": 1, "snapshots": snapshots}


def test_the_last_snapshots_of_the_form_in_hand_up_to_a_time() -> None:
    lines = [_kept(Ana="a1", Bo="b1"), _kept(Ana="a2"), _ruled(), _kept(Bo="b3")]
    entries = _journal(*lines)
    assert history.last_snapshots(entries[:3]) == {"Ana": "a2", "Bo": "b1"}
    assert history.last_snapshots(entries[:3], datetime.fromisoformat(entries[1].at)) == {"Ana": "a1", "Bo": "b1"}
    assert history.last_snapshots(entries[:3], datetime.fromisoformat(entries[0].at)) == {}
    assert history.last_snapshots(entries) == {"Bo": "b3"}
    assert history.last_snapshots(_journal(*lines, _back(4))) == {"Ana": "a2", "Bo": "b1"}
    assert history.last_snapshots(_journal(*lines, RESOLVED)) == {}
    assert history.last_snapshots(_journal(_kept(Ana="a1"), RESOLVED, _kept(Ana="a2"), _back(3))) == {"Ana": "a1"}


def test_needs_the_host_until_something_is_decided() -> None:
    failed = ("failed", {"step": 1, "case": "x.yaml"})
    assert history.needs_host(_journal(failed), 1) == "x.yaml"
    assert history.needs_host(_journal(failed), 2) is None
    assert history.needs_host(_journal(failed, RESOLVED), 1) is None
    assert history.needs_host(_journal(failed, ("delivered", {}), ("paused", {})), 1) == "x.yaml"


def test_the_hosts_log_has_every_correction_and_nothing_else() -> None:
    lines = [RESOLVED, _ruled(), _back(3), _anew(2), ("failed", {}), ("snapshot", {}), ("delivered", {}), ("paused", {}), ("resumed", {})]
    lines += [("extended", {}), ("replaced", {}), ("revealed", {})]
    kinds = [kind for _, kind, _ in history.log(_journal(*lines))]
    assert kinds == ["ruled", "rolled_back", "resolved", "paused", "resumed", "extended", "replaced"]


# Any order --------------------------------------------------------------------------------------------------------


class Evening:
    """A host and players who do things in any order, and what has to hold whatever they do."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.host = Host(folder / "season")
        self.bots: Draws = from_text(f"bots {seed}")
        self.done: Counter[str] = Counter()
        self.number = 0
        self.acts: list[tuple[int, ...]] = []
        """What stands, by the model: the number of each act, after those that it replaced."""
        self.states: dict[tuple[tuple[int, ...], ...], Any] = {}
        self.workbooks: dict[tuple[str, str], str] = {}
        self.typed: dict[tuple[str, str], Any] = {}
        self.outcomes: dict[str, Any] = {}
        self.journal = self.host.journal()

    def step(self) -> None:
        """Something happens; a refusal is fine, and changes nothing."""
        self.number += 1
        self.host.now += timedelta(minutes=self.random.randrange(400))
        self.host.store.now = self.host.now.isoformat()
        deeds: list[tuple[int, Callable[[], None]]] = [
            (6, self.hand_in),
            (2, self.look),
            (6, self.sync),
            (4, self.rule),
            (4, self.roll_back),
            (2, self.decide_anew),
            (1, self.extend),
            (1, self.pause_or_resume),
        ]
        deed = self.random.choices([deed for _, deed in deeds], [weight for weight, _ in deeds])[0]
        try:
            deed()
            self.done[deed.__name__] += 1
        except HostError as fault:
            assert fault.next_step
            self.done[f"{deed.__name__} refused"] += 1
        self.hold(deed.__name__)

    def last(self) -> int:
        return [entry.n for entry in self.host.match.entries if entry.kind in ("resolved", "ruled", "rolled_back")][-1]

    def hand_in(self) -> None:
        match = self.host.match
        for seat, form in match.asked.items():
            answers = match.game.bot(match.game.view(match.state, Seat(seat)), form, self.bots.stream(f"{self.number}/{seat}"))
            if answers is not None and self.random.random() < 0.7:
                self.host.hand_in({seat: answers})

    def look(self) -> None:
        before = self.host.journal()
        if self.random.random() < 0.5:
            self.host.check()
        else:
            self.host.show(decisions=Decisions(late="take"))
            assert self.host.journal() == before

    def sync(self) -> None:
        late = self.random.choice(["take", "refuse"])
        match = self.host.match
        report = self.host.sync(decisions=Decisions(late=late), early=True)
        if report.resolved:
            self.acts.append((self.last(),))
            resolved = self.host.match.resolved[-1]
            asked = json.dumps([repr(match.state), resolved.answers])
            assert self.outcomes.setdefault(asked, resolved.steps) == resolved.steps, "the same draws"

    def rule(self) -> None:
        seat = self.random.choice(self.host.match.table.seats)
        what, value = self.random.choice(
            [("money", "+50"), ("money", "-20"), ("garnets", "+1"), ("give", "Wall"), ("give", "Nightmare"), ("take", "Wall"), ("take", "B3")]
        )
        stood = {seat: self.host.stands(seat) for seat in self.host.match.asked}
        self.host.rule(seat, what, value)
        self.acts.append((self.last(),))
        for other in self.host.match.asked:
            if other != seat or what in ("money", "garnets"):
                assert self.host.stands(other) == stood[other], "what was typed is there"

    def decide_anew(self) -> None:
        match = self.host.match
        if match.resolved:
            self.host.store.now = (match.calendar.deadline(len(match.resolved) - 1) + timedelta(hours=1)).isoformat()
            before = match.before_last()
            seat = self.random.choice(list(before.asked))
            answers = match.game.bot(match.game.view(before.state, Seat(seat)), before.asked[seat], self.bots.stream(f"{self.number}/late"))
            if answers is not None:
                self.host.store.fill(before.seat_ids[seat], before.form_name, before.asked[seat], answers)
                self.typed.pop((seat, before.form_name), None)
            self.host.rule(seat, self.random.choice(["late", "late", "void"]))
            self.acts[-1] = (*self.acts[-1], self.last())

    def roll_back(self) -> None:
        self.host.roll_back()
        last = self.acts.pop()
        if len(last) > 1:
            self.acts.append(last[:-1])

    def extend(self) -> None:
        self.host.extend(days=self.random.randrange(3))

    def pause_or_resume(self) -> None:
        if not self.host.match.paused:
            self.host.pause()
        self.host.now += timedelta(hours=self.random.randrange(50))
        self.host.resume()

    def hold(self, deed: str) -> None:
        """All that holds at any time."""
        host, match = self.host, self.host.match
        journal = host.journal()
        assert journal.startswith(self.journal), "what is written stays"
        self.journal = journal
        assert [act.n for act in history.standing(match.entries)] == [act[-1] for act in self.acts]
        assert self.states.setdefault(tuple(self.acts), match.state) == match.state, "what comes back is as it was"
        assert match.delivered and match.step == 1 + sum(match.entries[act[-1] - 1].kind == "resolved" for act in self.acts)
        self._events_and_money()
        for seat, seat_id in match.seat_ids.items():
            key = (seat, match.form_name)
            if deed in ("sync", "rule", "roll_back", "decide_anew"):
                workbook = str(desk.workbook(match, seat)).replace(spoken(match.deadline), "…")
                assert self.workbooks.setdefault(key, workbook) == workbook, "a title, a workbook"
            assert host.store.wanted(seat_id, match.form_name).title == match.form_name
            if seat in match.asked:
                stands = host.stands(seat)
                if deed != "hand_in":
                    assert self.typed.setdefault(key, stands) == stands, "nobody but a player types"
                self.typed[key] = stands
        public = public_match(match)
        corrections = [entry for entry in match.entries if entry.kind in history.HOST_LOG or "replaces" in entry.body]
        assert len(public.rulings) == len(corrections)
        assert len(logbook.log_lines(match, host=True)) == sum(entry.kind not in ("delivered", "snapshot") for entry in match.entries)
        if host.kinds().count("revealed"):
            assert match.seed is not None and public.seed == match.seed and host.kinds().count("revealed") == 1
        times = [entry.at for entry in match.entries]
        assert times == sorted(times, key=datetime.fromisoformat)

    def _events_and_money(self) -> None:
        match = self.host.match
        ruled = [*match.opening_rulings, *[event for deadline in match.resolved for event in deadline.rulings]]
        assert engine.fold(match.game, match.table, self._all_events()) == match.state
        corrected = sum(event.cash for event in ruled if isinstance(event, MoneyCorrected))
        won = [bid for bid in match.state.bids if bid.result == "won" and not bid.garnets]
        paid = sum(50 * bid.got if bid.got is not None else int(bid.amount) for bid in won)
        fines = 50 * sum(len(seat.discarded) for seat in match.state.seats)
        assert sum(seat.cash for seat in match.state.seats) == 500 * len(match.table.seats) + corrected - paid - fines

    def _all_events(self) -> list[Any]:
        match = self.host.match
        events = [event for step in match.opening for event in step.events] + list(match.opening_rulings)
        for deadline in match.resolved:
            events += [event for step in deadline.steps for event in step.events] + list(deadline.rulings)
        return events


@pytest.fixture(scope="module")
def tally() -> Counter[str]:
    return Counter()


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_whatever_is_done_in_whatever_order_all_of_it_holds_together(tmp_path: Path, tally: Counter[str], seed: int) -> None:
    evening = Evening(tmp_path, seed)
    for _ in range(30):
        evening.step()
    tally.update(evening.done)


def test_all_of_it_was_done(tally: Counter[str]) -> None:
    if tally.total() < 30 * ROUNDS:
        pytest.skip("not all of the seeds were played here")
    for deed in ("hand_in", "look", "sync", "rule", "roll_back", "decide_anew", "extend", "pause_or_resume"):
        assert tally[deed] >= ROUNDS // 2, f"{deed} was hardly ever done: {tally}"
