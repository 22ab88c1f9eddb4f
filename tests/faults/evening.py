"""A three-seat match in real files, the commands that a host gives to it, and what a fault in one of them must leave whole.

Must not keep anything in memory from one run to the next: each begins as a new process does. The builder of the site is
stubbed: it writes one page that says how much of the journal it was made from.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier import control, control_sheet, corrections, desk, files, history, opening, season, sync
from croupier.announce import announcement
from croupier.control_rows import COLUMNS
from croupier.core.forms import Form
from croupier.core.journal import Entry
from croupier.core.sheet import Workbook
from croupier.match import Match, load
from croupier.sheets import xlsx, xlsx_read, xlsx_write
from croupier.sheets.base import Receipt, Snapshot
from croupier.sheets.fill import fill
from croupier.sheets.xlsx import WITHDRAWN, XlsxStore
from croupier.store import MatchFolder
from table import BEGINNING, SMALL

NAME = "small-match"
ENTROPY = hashlib.sha256(b"faults").digest()
BIDS = {"Ana": {"bids": {"Wolfman": "117"}}, "Bo": {"bids": {"Nightmare": "$70", "Walls": "1"}}}
WHY = "the sheet was wrong"
REPEATED = ("delivered", "snapshot")
"""Kinds of entries of which a run that was broken off may leave more: they say that something was done, not what."""


@dataclass(frozen=True)
class Evening:
    """A season's folder and the time of day; everything else is read anew whenever it is asked for."""

    path: Path
    now: datetime = BEGINNING
    code: str = ""
    rereads: bool = False
    """Whether a run reads what it has just written itself: then what it kept of that has this machine's times in it."""

    @property
    def folder(self) -> MatchFolder:
        return MatchFolder(self.path / "matches" / NAME)

    @property
    def store(self) -> XlsxStore:
        return XlsxStore(self.folder.boards, pause=lambda _: None)

    @property
    def match(self) -> Match:
        return load(self.folder)

    @property
    def page(self) -> Path:
        return self.path / "build" / "html" / "index.html"

    def publish(self) -> None:
        """The builder's stub."""
        made_from = [entry.digest for entry in self.folder.entries()]
        files.write(self.page, json.dumps({"entries": made_from, "text": announcement(self.match)}).encode())

    def at(self, now: datetime) -> Evening:
        return replace(self, now=now)

    def copy(self, path: Path) -> Evening:
        """The same evening in another folder, with the times at which its files were saved."""
        shutil.copytree(self.path, path)
        return replace(self, path=path)


# The commands ---------------------------------------------------------------------------------------------------------

Command = Callable[[Evening], bool | None]
"""Gives a command once. True = it has only finished what an earlier run had begun, and is to be given once more."""


def open_(evening: Evening, entropy: bytes = ENTROPY) -> None:
    with evening.folder.lock():
        opening.open_match(evening.folder, evening.now, entropy)
    sync.deliver(evening.folder, evening.store, evening.publish, evening.now)


def check(evening: Evening) -> None:
    sync.check(evening.folder, evening.store, evening.now)


def resolve(evening: Evening) -> bool:
    return sync.sync(evening.folder, evening.store, evening.publish, evening.now).finished_earlier


def resolve_with_rulings(evening: Evening) -> bool:
    """The same with the host's control workbook."""
    desk_of_the_host = control.of(evening.folder)
    return sync.sync(evening.folder, evening.store, evening.publish, evening.now, control=desk_of_the_host).finished_earlier


def preview(evening: Evening) -> None:
    sync.show(evening.folder, evening.store, evening.now)


def commit(evening: Evening) -> bool:
    return sync.sync(evening.folder, evening.store, evening.publish, evening.now, commit=evening.code).finished_earlier


def correct(plan: Callable[[Evening], corrections.Correction]) -> Command:
    """A correction as its command makes it: what an earlier run has left is finished first, and nothing more is done then."""

    def corrected(evening: Evening) -> None:
        if sync.finish(evening.folder, evening.store, evening.publish, evening.now) is None:
            corrections.apply(evening.folder, plan(evening), evening.store, evening.publish, evening.now)

    return corrected


def ruling(seat: str, what: str, value: str) -> Command:
    return correct(lambda evening: corrections.plan_ruling(evening.folder, evening.store, seat, what, value, WHY, evening.now))


def rollback(evening: Evening) -> None:
    correct(lambda evening: corrections.plan_rollback(evening.folder, WHY))(evening)


def extend(evening: Evening) -> None:
    correct(lambda evening: corrections.plan_extend(evening.folder, None, 1, WHY, evening.now))(evening)


# How it stands when they are given ------------------------------------------------------------------------------------


def made(path: Path) -> Evening:
    """A match that is not open yet."""
    place = season.create(path, "Test season", "America/New_York")
    listed = path / "list.csv"
    files.write(listed, b"name\nAna\nBo\nCy\n")
    folder = opening.new(place, "house-of-horrors", "Small match", listed, BEGINNING)
    files.write(folder.settings, folder.settings.read_bytes() + SMALL.encode())
    return Evening(path)


def opened(path: Path) -> Evening:
    """An auction that is on, with bids in two of three workbooks."""
    evening = made(path)
    open_(evening)
    hand_in(evening, BIDS)
    return evening


def due(path: Path) -> Evening:
    """The same after its deadline."""
    evening = opened(path)
    return evening.at(evening.match.deadline + timedelta(minutes=1))


def previewed(path: Path) -> Evening:
    """The same with a preview kept."""
    evening = due(path)
    return replace(evening, code=sync.show(evening.folder, evening.store, evening.now).code or "")


def ruled(path: Path) -> Evening:
    """The same with a ruling that waits in the host's control workbook."""
    evening = due(path)
    control.of(evening.folder).write(evening.folder, evening.store, evening.now)
    row = dict(zip(COLUMNS, ("money", "Ana", "+50", WHY), strict=True))
    fill(evening.folder.private / f"{control.TITLES[0]}.xlsx", control_sheet.form([1]), {"1": row})
    return replace(evening, rereads=True)


def resolved(path: Path) -> Evening:
    """Two auctions resolved, and something handed in for what comes next."""
    evening = due(path)
    resolve(evening)
    hand_in(evening, {"Bo": {"bids": {"Grunkle-In-a-Box": "30"}}})
    evening = evening.at(evening.match.deadline + timedelta(minutes=1))
    resolve(evening)
    hand_in(evening, {"Ana": {"entrants": {"Timid Tim": "5"}}})
    return evening.at(evening.now + timedelta(hours=1))


def nearly_over(path: Path) -> Evening:
    """Before the last deadline: the next sync ends the match and reveals the seed."""
    evening = due(path)
    while evening.match.phase != "ceremony":
        resolve(evening)
        evening = evening.at(evening.match.deadline + timedelta(minutes=1))
    return evening


def hand_in(evening: Evening, answers: Mapping[str, Mapping[str, Any]]) -> None:
    """Types answers into the workbooks of the present step, and saves them at the evening's time."""
    match = evening.match
    for seat, given in answers.items():
        file = evening.store.file(match.seat_ids[seat], desk.workbook(match, seat))
        fill(file, match.asked[seat], given)
        os.utime(file, (evening.now.timestamp(), evening.now.timestamp()))


# What must be whole ---------------------------------------------------------------------------------------------------


def facts(entries: tuple[Entry, ...]) -> list[tuple[str, str]]:
    """What the journal says was done, without times (a snapshot's name has one in it) and without what may be said more than once."""
    bodies = [(entry.kind, {key: value for key, value in entry.body.items() if key not in ("snapshots", "saved")}) for entry in entries]
    return [(kind, json.dumps(body, sort_keys=True)) for kind, body in bodies if kind not in REPEATED]


def contents(evening: Evening) -> dict[str, bytes]:
    """All files of the season but those that may differ in times and numbers: the journal, the control workbook, and the lock."""
    found = {path.relative_to(evening.path).as_posix(): path.read_bytes() for path in evening.path.rglob("*") if path.is_file()}
    aside = ["private/journal.jsonl", "private/lock", f"private/{control.TITLES[0]}.xlsx", *(["receipt.html"] if evening.rereads else [])]
    return {name: data for name, data in found.items() if not name.endswith(tuple(aside)) and not (evening.rereads and "/snapshots/" in name)}


@dataclass(frozen=True)
class Stand:
    """Everything of an evening that a fault must not change in the end."""

    entries: tuple[Entry, ...]
    files: dict[str, bytes]

    @classmethod
    def of(cls, evening: Evening) -> Stand:
        return cls(evening.folder.entries(), contents(evening))


def same_end(evening: Evening, wanted: Stand) -> None:
    """The end is as without a fault: the same facts in the same order, the same bytes in every file, no file more or less."""
    found = Stand.of(evening)
    done, meant = facts(found.entries), facts(wanted.entries)
    assert done == meant, f"{[kind for kind, _ in done]} was done, {[kind for kind, _ in meant]} was meant"
    for kind in REPEATED:
        said, due = ({json.dumps(entry.body, sort_keys=True) for entry in each.entries if entry.kind == kind} for each in (found, wanted))
        assert said == due, f"{kind} is said of something else, or of nothing"
    doubled = [one.n for one, two in zip(found.entries, found.entries[1:], strict=False) if one.kind == two.kind == "delivered"]
    assert not doubled, "what is delivered is not delivered again"
    assert history.delivered(found.entries) == history.delivered(wanted.entries)
    ours, theirs = ({name: data for name, data in each.files.items() if "/html/" not in name} for each in (found, wanted))
    assert ours.keys() == theirs.keys(), f"too many or too few: {sorted(ours.keys() ^ theirs.keys())}"
    others = [name for name in ours if ours[name] != theirs[name]]
    assert not others, f"not the same: {others}"
    assert _shown(evening) == [entry.digest for entry in found.entries[: len(_shown(evening))]]
    assert json.loads(found.files["build/html/index.html"])["text"] == json.loads(wanted.files["build/html/index.html"])["text"]
    made_from = found.entries[: len(_shown(evening))]
    assert facts(made_from) == facts(found.entries), "the site shows all that was done"


def whole(evening: Evening, before: Stand, wanted: Stand) -> None:
    """A fault has just happened: the journal is sound, nobody sees what it does not hold, and no visible file is half a file."""
    found = Stand.of(evening)
    assert found.entries[: len(before.entries)] == before.entries, "what was in the journal stays"
    done = facts(found.entries)
    assert done == facts(wanted.entries)[: len(done)], "nothing else is done than what was asked for"
    shown = _shown(evening)
    assert shown == [entry.digest for entry in found.entries[: len(shown)]], "the site shows what the journal does not hold"
    committed = len(done) > len(facts(before.entries))
    for name, data in found.files.items():
        if before.files.get(name) == data:
            continue
        path = Path(name)
        if path.name.startswith("."):
            assert path.suffix == ".tmp", f"{name} was left behind"
        elif name != "build/html/index.html":
            assert wanted.files.get(name) == data, f"{name} is not what it is to be"
            early = "boards" in path.parts and path.suffix == ".xlsx" and not committed
            assert not early, f"{name} is there before the journal says why"
    gone = [name for name in before.files if name not in found.files and not Path(name).name.startswith(".")]
    kept = [data for name, data in found.files.items() if WITHDRAWN in name]
    assert not [name for name in gone if before.files[name] not in kept], "what is set aside is there to the last byte, under another name"
    assert committed or not gone


def _shown(evening: Evening) -> list[str]:
    """The journal's entries that the page was made from; nothing where there is no page yet."""
    if not evening.page.exists():
        return []
    entries: list[str] = json.loads(evening.page.read_bytes())["entries"]
    return entries


# Speed ----------------------------------------------------------------------------------------------------------------


@contextmanager
def quick_workbooks() -> Iterator[None]:
    """Lays out, writes and reads each workbook and receipt once: all that is pure, and thousands of runs need the same few."""
    laid_out: dict[Any, Workbook] = {}
    worded: dict[Any, Receipt] = {}
    rendered: dict[Workbook, bytes] = {}
    read: dict[Any, Snapshot] = {}
    real_layout, real_receipt, real_render, real_read = desk.workbook, desk.receipt, xlsx_write.render, xlsx_read.read_book

    def moment(match: Match) -> Any:
        return match.entries[-1].digest, tuple(deadline.n for deadline in match.resolved)

    def layout(match: Match, seat: str, *, carried: bool = True) -> Workbook:
        key = (moment(match), seat, carried)
        if key not in laid_out:
            laid_out[key] = real_layout(match, seat, carried=carried)
        return laid_out[key]

    def receipt(match: Match, *given: Any) -> Receipt:
        key = (moment(match), *given)
        if key not in worded:
            worded[key] = real_receipt(match, *given)
        return worded[key]

    def render(workbook: Workbook) -> bytes:
        if workbook not in rendered:
            rendered[workbook] = real_render(workbook)
        return rendered[workbook]

    def read_book(data: bytes, saved_at: str, workbook: Workbook, form: Form, place: str) -> Snapshot:
        key = (data, workbook.stamp, form)  # the place is only told where it cannot be read
        if key not in read:
            read[key] = real_read(data, saved_at, workbook, form, place)
        return replace(read[key], saved_at=saved_at)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk, "workbook", layout)
        patch.setattr(desk, "receipt", receipt)
        patch.setattr(xlsx, "render", render)
        patch.setattr(xlsx, "read_book", read_book)
        yield
