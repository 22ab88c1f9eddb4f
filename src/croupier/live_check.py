"""Settles what could not be seen without a Google account, by trying it out, and keeps the answers.

Must not touch a match's spreadsheets, nor keep anything of the host's in the answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.core.problems import HostError

from . import files, links
from .google_account import Account
from .season import Season

if TYPE_CHECKING:
    from .sheets.google.trial import Answer

FILE = "live-check.json"


def check(
    season: Season, account: Account, pasted: str | None, now: datetime, ask: Callable[[str], bool | None], told: Callable[[Answer], None]
) -> Path:
    """Asks every question, tells each answer, and keeps all in a file of the season; that file. HostError.

    `pasted` = the link of an empty spreadsheet that the host has made for this; only the host's own account does without.
    `ask` puts a question to the host that needs eyes: None = passed over.
    """
    from .sheets.google import setup, trial

    if pasted is None and account.choice.way == "service_account":
        remedy = f"make an empty one, share it with {account.address} as Editor and with everyone who has the link, then: --sheet LINK"
        raise HostError("a service account has no spreadsheet to try things out in", remedy)
    given = None if pasted is None else setup.adopt(account.http, pasted, account.address)
    for match in season.matches():
        if given is not None and given.id in links.spreadsheet_ids(match).values():
            raise HostError(f"this is a spreadsheet of {match.id}", "make an empty one for the live check")
    link = trial.begin(account.http, given)
    found: list[Answer] = []
    try:
        for answer in trial.run(account.http, link, account.address, ask, service=account.choice.way == "service_account"):
            told(answer)
            found.append(answer)
    finally:
        _keep(season, account, now, found)
    account.http.begin()
    trial.end(account.http, link, own=given is None)
    return season.path / FILE


def _keep(season: Season, account: Account, now: datetime, found: list[Answer]) -> None:
    kept = {
        "about": "what Google did when croupier tried it; no names, addresses, ids or secrets are in here",
        "signed_in_by": account.choice.way,
        "on": now.date().isoformat(),
        "answers": [{"question": one.question, "believed": one.believed, "found": one.found or None} for one in found],
    }
    files.write(season.path / FILE, json.dumps(kept, indent=1, ensure_ascii=False).encode() + b"\n")
