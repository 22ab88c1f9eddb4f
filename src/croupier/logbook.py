"""The host's log in words: what was done in a match, for the host at any time, for everybody at the reveal.

Must not tell, before the end, on whom a ruling was made or why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import history
from .match import Match


def log_lines(match: Match, *, host: bool) -> list[str]:
    """What was done in a match, in order; without `host` no seat that was ruled on, and no reasons."""
    lines: list[str] = []
    for entry in match.entries:
        words = _worded(entry.kind, entry.body, host=host)
        if words:
            lines.append(f"{entry.at}  {words}")
    return lines


def _worded(kind: str, body: Mapping[str, Any], *, host: bool) -> str:
    because = f" Because: {body['reason']}" if host and "reason" in body else ""
    match kind:
        case "opened":
            return "The match was opened."
        case "resolved" if "replaces" in body:
            return f"{body['phase']} was decided anew" + (f" ({body['ruling']}: {body['seat']})." if host else ".") + because
        case "resolved":
            return f"{body['phase']} was resolved" + (", before its deadline." if body["early"] else ".")
        case "ruled":
            return f"Ruling on {body['seat']}: {body['what']} {body['value']}.{because}" if host else "The host made a ruling."
        case "rolled_back":
            return f"The last step was taken back.{because}"
        case "extended" | "resumed":
            return f"The deadline was moved to {body['to']}.{because}"
        case "paused":
            return f"The match was paused.{because}"
        case "replaced":
            return f"{body['seat']} is held by {body['contact'] or 'somebody else'}.{because}" if host else "A seat has changed hands."
        case "revealed":
            return "Everything was revealed."
        case "failed" if host:
            return f"The rules' code failed; the inputs are in {body['case']}."
    return ""


def public_rulings(match: Match) -> tuple[tuple[str, str], ...]:
    """(time, words) of every correction by the host: with seats and reasons once the match was revealed."""
    return tuple((at, words) for at, kind, body in history.log(match.entries) if (words := _worded(kind, body, host=match.seed is not None)))
