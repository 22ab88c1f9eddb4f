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
from .match import Match, options_of
from .store import stamp


def resolve_or_keep(match: Match, answers: Mapping[str, Mapping[str, Any]], now: datetime) -> engine.Resolution:
    """The resolution of the step. If the engine fails, the inputs become a case file and the match "needs the host"."""
    try:
        return engine.resolve(match.game, match.table, match.state, answers)
    except Exception as fault:
        folder = match.folder
        path = folder.private / "needs-host" / f"{match.form_name}.yaml"
        files.write(path, case_text(match, answers).encode(), mode=0o600)
        if history.needs_host(folder.entries(), match.step) is None:
            place = path.relative_to(folder.path).as_posix()
            folder.append("failed", stamp(now), {"step": match.step, "fault": type(fault).__name__, "case": place})
        raise HostError(
            f"{folder.id} needs the host: croupier's rules failed on {match.phase} ({type(fault).__name__}); nothing was resolved or published",
            f"send {path} to croupier's developers (it holds every hand-in and the seed; to nobody else), and meanwhile: croupier pause {folder.id}",
        ) from fault


def case_text(match: Match, answers: Mapping[str, Mapping[str, Any]]) -> str:
    """The match up to now, with the hand-ins that could not be resolved, as a rule case. Rulings stand before the step they came before."""
    steps: list[dict[str, Any]] = []
    rulings: list[dict[str, Any]] = []
    for act in history.standing(match.entries):
        if act.kind == "ruled":
            rulings.append({key: act.body[key] for key in ("seat", "what", "value")})
        elif act.kind == "entered":
            steps.append({"phase": act.body["phase"], "enter": act.body["text"]})
        else:
            steps.append(_step(act.body["phase"], rulings, act.body["answers"]))
            rulings = []
    case = {
        "title": f"{match.title}: {match.phase} could not be resolved",
        "game": match.game.slug,
        "players": list(match.opened.get("roster", match.table.seats)),
        "setup": options_of(match.game, match.opened),
        "seed_hex": match.table.draws.seed.hex(),
        "steps": [*steps, _step(match.phase, rulings, answers)],
    }
    return yaml.safe_dump(case, sort_keys=False, width=120)  # in ASCII: some marks do not come through YAML as they are


def _step(phase: str, rulings: list[dict[str, Any]], answers: Mapping[str, Any]) -> dict[str, Any]:
    ruled = {"rulings": rulings} if rulings else {}
    return {"phase": phase, **ruled, "submit": {seat: plain(given) for seat, given in answers.items() if given is not None}}
