"""The host's log in words: what was done in a match, for the host at any time, for everybody at the reveal.

Must not tell, before the end, on whom a ruling was made or why; nor ever, but to the host, who holds a seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from croupier.core.calendar import spoken, zone

from . import history
from .match import Match


def log_lines(match: Match, *, host: bool) -> list[str]:
    """What was done in a match, in order; without `host` no seat that was ruled on, and no reasons."""
    return [f"{_when(match, at)}: {words}" for at, words in log_entries(match, host=host)]


def log_entries(match: Match, *, host: bool) -> list[tuple[str, str]]:
    """The same as (time as the journal has it, words)."""
    told = _for_host if host else _public
    return [(entry.at, words) for entry in match.entries if (words := told(entry.kind, entry.body))]


def public_rulings(match: Match) -> tuple[tuple[str, str], ...]:
    """(time, words) of every correction by the host: with seats and reasons once the match was revealed."""
    told = _public if match.seed is None else _revealed
    return tuple((_when(match, at), words) for at, kind, body in history.log(match.entries) if (words := told(kind, body)))


def _when(match: Match, at: str) -> str:
    return spoken(datetime.fromisoformat(at).astimezone(zone(match.calendar.zone_name)))


def _public(kind: str, body: Mapping[str, Any]) -> str:
    """What everybody may hear at any time."""
    match kind:
        case "opened":
            return "The match was opened."
        case "resolved" if "replaces" in body:
            return f"{body['phase']} was decided anew."
        case "resolved":
            return f"{body['phase']} was resolved" + (", before its deadline." if body["early"] else ".")
        case "entered":
            return "The host entered what the table gave."
        case "ruled":
            return "The host made a ruling."
        case "rolled_back":
            return "A ruling was taken back." if body.get("ruling") else f"The result of {body['phase']} was taken back."
        case "extended":
            return f"The deadline was moved to {body['to']}."
        case "paused":
            return "The match was paused."
        case "resumed":
            return f"The match went on, with the deadline on {body['to']}."
        case "replaced":
            return "A seat has changed hands."
        case "revealed":
            return "Everything was revealed."
    return ""


def _revealed(kind: str, body: Mapping[str, Any]) -> str:
    """What everybody may hear once everything is revealed: the seats and the reasons too, but not who holds a seat."""
    words = _public(kind, body)
    match kind:
        case "resolved" if "replaces" in body:
            words = f"{body['phase']} was decided anew ({body['ruling']}: {body['seat']})."
        case "ruled":
            words = f"Ruling on {body['seat']}: {body['what']} {body['value']}."
        case "replaced":
            words = f"{body['seat']} has changed hands."
    return f"{words} Because: {body['reason']}" if "reason" in body else words


def _for_host(kind: str, body: Mapping[str, Any]) -> str:
    """What the host may hear: everything."""
    match kind:
        case "entered":
            return f"The host entered: {body['text']}"
        case "replaced":
            return f"{body['seat']} is held by {body['contact'] or 'somebody else'}. Because: {body['reason']}"
        case "failed":
            return f"The rules' code failed ({body['fault']}); the inputs are in {body['case']}."
    return _revealed(kind, body)
