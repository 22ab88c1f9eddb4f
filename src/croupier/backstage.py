"""Turns a season's folder into what its host may know, and has the host's own site built from that, into the private folder.

Must not write anything below the folder that is published.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from croupier.core.audience import HOST, PUBLIC, Audience, Seat
from croupier.core.engine import Step
from croupier.core.game import Told
from croupier.core.problems import HostError

from . import files
from .match import Match, load
from .publish import PATIENCE, public_season
from .season import Season
from .site.backstage import HostLine, HostMatch, HostPhase, HostSeason, HostSeat, build_host_site

FOLDER = "private/site"


def host_season(season: Season) -> HostSeason:
    """The season as its host may know it."""
    return HostSeason(public_season(season), tuple(_host_match(load(folder)) for folder in season.matches() if folder.entries()))


def build_for_host(season: Season, progress: Callable[[str], None] | None = None) -> Path:
    """Builds the host's site into `private/site/html`, and returns that folder."""
    folder = season.path / FOLDER
    files.make_folder(folder)
    files.write(season.path / "private" / ".gitignore", b"*\n")  # whatever the season's own list says
    try:
        with FileLock(folder / ".lock", timeout=PATIENCE):
            return build_host_site(host_season(season), folder, season.build, progress=progress)
    except Timeout as fault:
        raise HostError("another croupier has been building the host's site for minutes", "wait, then run: croupier site --host") from fault


def _host_match(match: Match) -> HostMatch:
    phases = []
    for deadline in match.resolved:
        for number, step in enumerate(deadline.steps):
            # A deadline's hand-ins stand with the first of the steps that it resolved.
            phases.append(_phase(match, step, deadline.answers if number == 0 else {}))
    return HostMatch(match.folder.id, match.game.view(match.state, HOST), tuple(phases), tuple(_inbox(match, name) for name in match.table.seats))


def _phase(match: Match, step: Step, answers: Mapping[str, Any]) -> HostPhase:
    hidden: list[Told] = []
    own: dict[str, list[Told]] = {name: [] for name in match.table.seats}
    for event in step.events:
        if match.game.tell(event, PUBLIC) is not None:
            continue
        for name, told in ((name, match.game.tell(event, Seat(name))) for name in own):
            own[name] += [told] if told is not None else []
        if not any(match.game.tell(event, Seat(name)) for name in own) and (told := match.game.tell(event, HOST)) is not None:
            hidden.append(told)
    lines = tuple(HostLine(name, tuple(told), answers.get(name)) for name, told in own.items() if told or name in answers)
    return HostPhase(step.phase, _told(match, step, PUBLIC), tuple(hidden), lines)


def _inbox(match: Match, name: str) -> HostSeat:
    audience = Seat(name)
    steps = [*((step, "") for step in match.opening), *((step, step.phase) for deadline in match.resolved for step in deadline.steps)]
    return HostSeat(name, match.game.view(match.state, audience), tuple((phase, _told(match, step, audience)) for step, phase in steps))


def _told(match: Match, step: Step, audience: Audience) -> tuple[Told, ...]:
    return tuple(told for event in step.events if (told := match.game.tell(event, audience)) is not None)
