"""Turns a season's folder into what everybody may know, and has the site built from that.

Must not hand the site anything but public views and what everybody was told.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from croupier.core.audience import PUBLIC
from croupier.core.calendar import zone
from croupier.core.engine import Step
from croupier.core.game import Told
from croupier.core.problems import HostError

from . import files, history, ledger
from .ledger import Ledger
from .logbook import public_rulings
from .match import Match, load
from .played import played
from .season import Season
from .site.build import build
from .site.public import PublicMatch, PublicPhase, PublicSeason
from .standings import public_contestants, public_entries

PATIENCE = 300
"""Seconds to wait for another build."""


def public_season(season: Season) -> PublicSeason:
    """The season as everybody may know it; matches that are not open yet are not in it."""
    opened = [load(folder) for folder in season.matches() if folder.entries()]
    matches = tuple(sorted(opened, key=lambda match: (datetime.fromisoformat(match.entries[0].at), match.folder.id)))
    book = ledger.public(Ledger(season.book.entries(), tuple(played(match) for match in matches)))
    shown = tuple(public_match(match) for match in matches)
    return PublicSeason(season.title, shown, season.address, public_contestants(book), public_entries(book, zone(season.zone)))


def public_match(now: Match) -> PublicMatch:
    """A match as everybody may know it. What was revealed once stays so, even if the host has taken the end back since."""
    match = now
    if now.seed is not None and not now.finished:
        revealed = max(entry.n for entry in now.entries if entry.kind == "revealed")
        match = load(now.folder, now.entries[:revealed])
    phases: list[PublicPhase] = []
    for entry in match.resolved:
        for step in entry.steps:
            deadline = min(match.calendar.deadline(entry.number - 1), datetime.fromisoformat(entry.at))
            deadline = deadline.astimezone(zone(match.calendar.zone_name))
            before = phases.pop() if phases and phases[-1].name == step.phase else None  # the turns of a clocked phase are one
            told = (*before.told, *_told(match, step)) if before else _told(match, step)
            phases.append(PublicPhase(len(phases) + 1, step.phase, deadline, told))
    outcome = match.game.outcome(match.state)
    return PublicMatch(
        id=match.folder.id,
        title=match.title,
        game=match.game,
        view=match.game.view(match.state, PUBLIC),
        seats=tuple((seat_id, name) for name, seat_id in match.seat_ids.items()),
        phases=tuple(phases),
        current=None if match.finished else (match.phase, None if match.live or match.needs is not None else match.deadline),
        opening=tuple(told for step in match.opening for told in _told(match, step)),
        zone=match.calendar.zone_name,
        commitment=match.commitment,
        rules_version=match.opened["rules_version"],
        data_digests=tuple((pin["file"], pin["sha256"]) for pin in match.opened["data"].values()),
        seed=match.seed,
        rulings=public_rulings(now),
        paused=now.paused,
        players=tuple((seat["name"], tuple(seat.get("players", ()))) for seat in match.opened["seats"]),
        **match.opened.get("occasion", {}),
        winners=outcome.winners if outcome is not None else (),
        places=tuple(sorted(outcome.places, key=lambda row: row[1])) if outcome is not None else (),
        payouts=outcome.ledger if outcome is not None else (),
        moved=len(history.moved(now.entries)),
    )


def _told(match: Match, step: Step) -> tuple[Told, ...]:
    return tuple(told for event in step.events if (told := match.game.tell(event, PUBLIC)) is not None)


def publish(season: Season, progress: Callable[[str], None] | None = None) -> Path:
    """Builds the season's site into `build/html`, and returns that folder."""
    files.make_folder(season.build)
    try:
        # Two matches of a season may come to their ends at once; the site is built by one after the other.
        with FileLock(season.build / ".lock", timeout=PATIENCE):
            return build(public_season(season), season.build, progress=progress)
    except Timeout as fault:
        raise HostError("another croupier has been building this season's site for minutes", "wait, then run: croupier site") from fault
