"""What happens when the rules' code itself fails: nothing is published, the inputs are kept, the host is told once.

Must not swallow an error of the host's, nor show what a cell held.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import yaml

from croupier.core import engine
from croupier.core.plain import plain
from croupier.core.problems import HostError

from . import files, history
from .match import Match
from .store import stamp


def resolve_or_keep(match: Match, answers: Mapping[str, Mapping[str, Any]], now: datetime) -> engine.Resolution:
    """The resolution of the step. If the engine fails, the inputs become a case file and the match "needs the host"."""
    try:
        return engine.resolve(match.game, match.table, match.state, answers)
    except Exception as fault:
        path = match.folder.private / "needs-host" / f"{match.form_name}.yaml"
        files.write(path, case_text(match, answers).encode())
        if history.needs_host(match.entries, match.step) is None:
            match.folder.append("failed", stamp(now), {"step": match.step, "fault": type(fault).__name__, "case": str(path)})
        raise HostError(
            f"{match.folder.id} needs the host: croupier's rules failed on {match.phase} ({type(fault).__name__}); nothing was resolved or published",
            f"send {path} to croupier's developers (it holds every hand-in; to nobody else), and pause the match: croupier pause {match.folder.id}",
        ) from fault


def case_text(match: Match, answers: Mapping[str, Mapping[str, Any]]) -> str:
    """The match up to now, with the hand-ins that could not be resolved, as a rule case."""
    case = {
        "title": f"{match.title}: {match.phase} could not be resolved",
        "game": match.game.slug,
        "players": list(match.table.seats),
        "setup": _setup(match),
        "seed_hex": match.table.draws.seed.hex(),
        "steps": [
            {"phase": deadline.steps[0].phase, "submit": {seat: given for seat, given in deadline.answers.items() if given is not None}}
            for deadline in match.resolved
        ]
        + [{"phase": match.phase, "submit": plain(dict(answers))}],
    }
    return yaml.safe_dump(case, allow_unicode=True, sort_keys=False, width=120)


def _setup(match: Match) -> dict[str, Any]:
    options = dict(match.opened["options"])
    if any(seat["garnets"] for seat in match.opened["seats"]):
        options["garnets"] = {seat["name"]: seat["garnets"] for seat in match.opened["seats"]}
    return options
