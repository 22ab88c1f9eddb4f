"""The private list of a match's spreadsheets: whose workbook is behind which link.

Must not ask Google, nor show a link by itself: whoever has one can edit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from croupier.core.problems import HostError

from . import files
from .sheets.google.links import Link, read_link
from .store import MatchFolder

CONTROL = "private"
"""Under this stands the host's control spreadsheet; all other keys are seats' ids ("01-ana")."""
_MEND = "mend it (seat's id and link of each), or delete it and give the links again: croupier adopt"


def workbook_links(folder: MatchFolder) -> dict[str, str]:
    """Seat's id → link of its spreadsheet, `CONTROL` among them if the host has one; empty where there is no list. HostError."""
    return {key: link.url for key, link in _read(folder).items()}


def spreadsheet_ids(folder: MatchFolder) -> dict[str, str]:
    """Seat's id → Google's id of its spreadsheet, `CONTROL` among them. HostError where the list is damaged."""
    return {key: link.id for key, link in _read(folder).items()}


def keep(folder: MatchFolder, found: Mapping[str, Link]) -> None:
    """Puts links into the list, each in the place of the one that stood there. HostError where two would be of one spreadsheet."""
    wanted = {**_read(folder), **found}
    refuse_shared(wanted)
    listed = {key: wanted[key].url for key in sorted(wanted)}
    files.write(folder.private / "links.json", json.dumps(listed, indent=1).encode() + b"\n", mode=0o600)


def refuse_shared(found: Mapping[str, Link]) -> None:
    """HostError where two have the same spreadsheet."""
    owners: dict[str, str] = {}
    for key, link in found.items():
        if owners.setdefault(link.id, key) != key:
            raise HostError(f"{owners[link.id]} and {key} have the same spreadsheet", "give each a spreadsheet of its own")


def _read(folder: MatchFolder) -> dict[str, Link]:
    path = folder.private / "links.json"
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise HostError(f"{path} cannot be read", _MEND) from None
    if not isinstance(listed, dict) or not all(isinstance(text, str) for text in listed.values()):
        raise HostError(f"{path} is no list of links", _MEND)
    try:
        return {key: read_link(text) for key, text in listed.items()}
    except HostError as fault:
        raise HostError(f"{path}: {fault.message}", _MEND) from None
