"""A match's spreadsheets in the emulated Google, the store that works on them, and what players do there.

Must not reach into the store; what a player does goes through the emulator's player, who is held back by protections.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from croupier.core.forms import Answers, Form
from croupier.core.sheet import Workbook
from croupier.sheets.base import find_block, ref
from croupier.sheets.fill import strokes, typed_values
from croupier.sheets.google import marks
from croupier.sheets.google.auth import SCOPES
from croupier.sheets.google.http import GoogleHttp
from croupier.sheets.google.store import GoogleStore
from emulator import Account, Behaviour, Emulator, Player, Quota, Refused, mocked, signed_in

START = 1_796_000_000.0
HOST = "host@example.com"


@dataclass
class Clock:
    """Time that passes only while somebody sleeps."""

    now: float = START
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@dataclass
class Table:
    """The emulator with a host, croupier's account, and a spreadsheet for each seat that is made on demand."""

    emulator: Emulator
    clock: Clock
    host: Account
    robot: Account
    ids: dict[str, str] = field(default_factory=dict)

    def give(self, *seats: str) -> None:
        """New spreadsheets that the host has made, shared with croupier and, by link, with the players."""
        for seat in seats:
            self.ids[seat] = self.emulator.spreadsheet(seat, self.host, writers=[self.robot], link="writer")

    def http(self, jitter: float = 0.5, account: Account | None = None) -> GoogleHttp:
        """A client that is signed in, with the table's clock."""
        who = account or self.robot
        credentials = signed_in(self.emulator, who, SCOPES["service_account" if who.service else "oauth"])
        return GoogleHttp(credentials, who=who.email, clock=self.clock, sleep=self.clock.sleep, jitter=lambda: jitter)

    def store(self) -> GoogleStore:
        """A store as a new run makes it."""
        return GoogleStore(self.http(), self.ids, self.robot.email)

    def player(self, seat: str, who: Account | None = None) -> Player:
        """Somebody who has the seat's link, or the account that is named."""
        return Player(self.emulator, self.ids[seat]) if who is None else Player(self.emulator, self.ids[seat], who)

    def owner(self, seat: str) -> Player:
        """The host with the seat's spreadsheet open."""
        return self.player(seat, self.host)

    def asked(self) -> dict[str, int]:
        """How many requests of each kind there were since the last time."""
        found = {name: count for name, count in self.emulator.log.methods().items() if name != "token"}
        assert self.emulator.log.malformed() == []
        self.emulator.log.clear()
        return found

    def fill(self, seat: str, workbook: Workbook, form: Form, given: Answers) -> None:
        """Types and paints what the answers say; what is protected stays as it is."""
        player = self.player(seat)
        boxes = {field.name for field in form.fields if field.tick}
        for name, value in typed_values(form, given):
            with held_back():
                if name in boxes and value in ("yes", True):
                    player.tick(marks.cell_name(name))
                elif isinstance(value, str):
                    player.type(marks.cell_name(name), value)
                else:
                    player.paste(marks.cell_name(name), [[value]])
        for grid in form.grids:
            found = find_block(workbook, grid.name)
            assert found is not None
            tab, block = found
            title = player.tab(tab.title).title
            for y, x, colour, text in strokes(grid, given):
                with held_back():
                    where = ref(title, block.top + y, block.left + x)
                    player.paint(where, f"#{colour}" if colour else None)
                    player.type(where, text)


@contextmanager
def held_back() -> Iterator[None]:
    """A protection may hold a player back."""
    try:
        yield
    except Refused:
        return


@contextmanager
def table(*seats: str, behaviour: Behaviour | None = None, quota: bool = True, service: bool = True, latency: float = 0.0) -> Iterator[Table]:
    """The emulated Google while this lasts. `latency` = seconds of real time that each request takes; all other time is the clock's."""
    clock = Clock()
    emulator = Emulator(clock, behaviour, Quota(clock) if quota else None, latency, time.sleep if latency else clock.sleep)
    host = emulator.user(HOST, SCOPES["oauth"])
    robot = emulator.service_account() if service else host
    found = Table(emulator, clock, host, robot)
    found.give(*seats)
    with mocked(emulator):
        yield found


@dataclass
class GoogleKit:
    """The kit that the stores' contract asks for."""

    table: Table
    seat: str

    def __post_init__(self) -> None:
        self.table.give(self.seat, "02-bo")
        self.store = self.table.store()

    def fill(self, workbook: Workbook, form: Form, given: Answers) -> None:
        self.table.clock.now += 10
        self.table.fill(self.seat, workbook, form, given)
        self.store.begin()

    def lose(self, workbook: Workbook) -> None:
        """The host puts a new spreadsheet in the place of a lost one."""
        self.table.give(self.seat)
        self.store = self.table.store()
