"""A clocked match that is watched over the emulated Google, with a clock that passes only while somebody waits.

Must not call `sync`: what is resolved here is resolved by the table.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

import watching
from croupier import corrections, desk, live
from croupier.core.audience import Seat
from croupier.core.draws import from_text
from croupier.core.problems import HostError
from croupier.sheets.google import marks
from emulator import Fault, Faults, Kind
from google_sheets.kit import table
from google_sheets.matches import GoogleMatch
from watching import Enough

SLUG = "arsonists-dilemma"
PLAYERS = ("Pia", "Quin")


class Watched(watching.Watched):
    """The same at a match in the emulated Google: while time passes, `play` lets the players do something."""

    def __init__(self, match: GoogleMatch, play: Callable[[], None], *, answer: bool = False) -> None:
        def wait(seconds: float) -> None:
            match.table.clock.now += seconds
            play()

        super().__init__(lambda: match.now, wait, answer)
        self.match = match

    def table(self) -> live.Table:
        return live.Table(self.match.folder, self.match.store(), self.match.publish, self)


class Players:
    """Bots at a clocked table: each fills in what it is asked and ticks the box, anew if that cannot be played; in a pause all are ready."""

    def __init__(self, match: GoogleMatch, *, lazy: int = 0) -> None:
        self.match, self.lazy, self.tries = match, lazy, 0

    def __call__(self) -> None:
        match = self.match.match
        if match.finished or not match.delivered:
            return
        for seat in match.table.seats:
            wanted = desk.workbook(match, seat)
            if any(tab.title == "Ready" for tab in wanted.tabs):
                self.match.table.player(match.seat_ids[seat]).tick(marks.cell_name(desk.READY.name))
        for seat, form in match.asked.items():
            if self.lazy and match.step % self.lazy == 0:
                continue
            self.tries += 1
            stream = from_text("bots at the table").stream(f"{self.tries}/{seat}")
            answers = match.game.bot(match.game.view(match.state, Seat(seat)), form, stream)
            player = self.match.table.player(match.seat_ids[seat])
            for known in form.fields:
                if not known.tick:
                    player.type(marks.cell_name(known.name), "")
            self.match.table.fill(match.seat_ids[seat], desk.workbook(match, seat), form, answers or {})
            assert form.tick is not None
            player.tick(marks.cell_name(form.tick.name))


def begun(place: Path, google: object, **more: object) -> GoogleMatch:
    match = GoogleMatch(place, google, PLAYERS, "", game=SLUG)
    match.open()
    return match


def test_a_whole_match_runs_by_itself(tmp_path: Path) -> None:
    with table(quota=True) as google:
        match = begun(tmp_path / "season", google)
        players = Players(match, lazy=50)
        watched = Watched(match, players)
        played = watched.table().run()
        assert played.finished
        assert google.clock.slept == [], "three seconds between two looks stay within the quota"
        kinds = [entry.kind for entry in played.entries]
        assert kinds.count("ready") == 4, "two pauses, both were ready"
        assert kinds.count("clock") >= kinds.count("resolved")
        assert match.published <= 8, "the site is built when a phase is over"
        assert any("Pia" in seen.waits_for for seen in watched.seen)
        assert any(entry.body["decisions"]["absent"] for entry in played.entries if entry.kind == "resolved"), "time ran out for the lazy"


def test_a_turn_is_not_lost_with_the_program(tmp_path: Path) -> None:
    with table() as google:
        match = begun(tmp_path / "season", google)
        began = match.now

        def stop() -> None:
            if match.now - began > timedelta(seconds=20):
                raise Enough

        with pytest.raises(Enough):
            Watched(match, stop).table().run()
        clocks = [entry for entry in match.match.entries if entry.kind == "clock"]
        assert len(clocks) == 1
        watched = Watched(match, stop)
        with pytest.raises(Enough):
            watched.table().run()
        left = watched.seen[0].left
        assert left is not None and left < timedelta(seconds=45), "the time went on"
        assert [entry for entry in match.match.entries if entry.kind == "clock"] == clocks


def test_a_machine_that_slept_through_a_turn_asks(tmp_path: Path) -> None:
    for answer in (True, False):
        with table() as google:
            match = begun(tmp_path / f"season-{answer}", google)
            calls: list[int] = []

            def sleep_long(match: GoogleMatch = match, calls: list[int] = calls) -> None:
                calls.append(1)
                if len(calls) > 1:
                    raise Enough
                match.table.clock.now += 600

            watched = Watched(match, sleep_long, answer=answer)
            with pytest.raises(Enough):
                watched.table().run()
            assert len(watched.asked) == 1 and "slept" in watched.asked[0]
            assert match.match.step == (1 if answer else 2)


def test_a_short_clock_needs_sheets_that_reload(tmp_path: Path) -> None:
    from host import Host

    host = Host(tmp_path / "season", PLAYERS, "", slug=SLUG)
    with pytest.raises(HostError, match="cannot be played with files"):
        live.Table(host.folder, host.store, host.publish, watching.Watched(lambda: host.now, lambda _: None)).run()


@pytest.mark.parametrize("again", [True, False])
def test_nobody_loses_a_turn_to_a_workbook_that_cannot_be_read_unless_the_host_says_so(tmp_path: Path, again: bool) -> None:
    with table() as google:
        match = begun(tmp_path / "season", google)
        (asked,) = match.match.asked
        began, calls = match.now, list[int]()

        def wait() -> None:
            calls.append(1)
            if not google.emulator.faults.plan:
                google.emulator.faults = Faults.of(Fault(Kind.PERMISSION_LOST, spreadsheet=google.ids[match.match.seat_ids[asked]]))
            if match.match.step > 1 or [entry.kind for entry in match.match.entries].count("clock") > 1:
                raise Enough
            assert match.now - began < timedelta(minutes=5)

        watched = Watched(match, wait, answer=again)
        with pytest.raises(Enough):
            watched.table().run()
        assert "cannot be read" in watched.asked[0] and len(watched.asked) == 1
        assert any(seen.trouble for seen in watched.seen)
        assert match.match.step == (1 if again else 2)
        if not again:
            assert match.match.resolved[0].answers[asked] is None


def test_a_turn_that_was_taken_back_has_its_whole_time_again(tmp_path: Path) -> None:
    with table() as google:
        match = begun(tmp_path / "season", google)

        def until_the_second_turn() -> None:
            if match.match.step == 2:
                raise Enough

        with pytest.raises(Enough):
            Watched(match, until_the_second_turn).table().run()
        corrections.apply(match.folder, corrections.plan_rollback(match.folder, "a slip"), match.store(), match.publish, match.now)
        calls = list[int]()

        def twice() -> None:
            calls.append(1)
            if len(calls) == 1:
                raise Enough

        watched = Watched(match, twice)
        with pytest.raises(Enough):
            watched.table().run()
        assert watched.seen[0].left == timedelta(seconds=60)
