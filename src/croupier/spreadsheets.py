"""Sees that every seat of a match has a spreadsheet: takes over those that the host has made, or makes and shares them.

Must not lay anything out, nor show a link.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.core import typed
from croupier.core.problems import HostError

from . import links, opening
from .google_account import Account
from .match import Match
from .season import Season
from .sheets.base import Tell
from .sheets.google.links import Link
from .store import MatchFolder

HOST = "host"
"""What the host's control spreadsheet is called beside the seats' names; no seat can be called so."""
_ADDRESS = re.compile(r"[^\s,;<>()@]+@[^\s,;<>()@]+\.[A-Za-z]{2,}")
_COLUMNS = "the first line names the columns: name,link"


@dataclass(frozen=True, slots=True)
class Pasted:
    """A link that a host has given, and what became of it: taken over, unless there is a `fault`."""

    name: str
    fault: HostError | None = None


def owners(folder: MatchFolder) -> dict[str, str]:
    """Who is to have a spreadsheet: name → the key in the list of links; the seats, and last the host. HostError as `open` has it."""
    return {**{seat["name"]: seat["id"] for seat in opening.seats(folder)}, HOST: links.CONTROL}


def lacking(folder: MatchFolder) -> list[str]:
    """The seats that have no spreadsheet yet, by their names. The host's is no must."""
    there = links.workbook_links(folder)
    return [name for name, key in owners(folder).items() if key not in there and name != HOST]


def refuse_lacking(folder: MatchFolder, account: Account) -> None:
    """HostError where croupier can neither find nor make a spreadsheet for each seat; to be asked before a match is frozen."""
    without = lacking(folder)
    if not without:
        return
    if account.choice.way == "service_account":
        raise HostError(
            f"no spreadsheet yet for {', '.join(without)}", f"{_make_by_hand(account)}; then: croupier adopt {folder.id} --links links.csv"
        )
    if account.choice.share == "contact":
        _addresses(opening.seats(folder), without)


def _make_by_hand(account: Account) -> str:
    return f"make one for each in Google Sheets, share it with {account.address} as Editor and with its player"


# Taken over ---------------------------------------------------------------------------------------------------------


def read_links(file: Path) -> list[tuple[str, str]]:
    """The (name, link) of each line of a CSV file. HostError."""
    try:
        text = file.read_text(encoding="utf-8-sig")
        head = text.partition("\n")[0]
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count), strict=True, skipinitialspace=True))
    except (OSError, UnicodeDecodeError, csv.Error) as fault:
        raise HostError(f"{file} cannot be read as a list of links ({type(fault).__name__})", f"save it as CSV (UTF-8); {_COLUMNS}") from None
    found: list[tuple[str, str]] = []
    for number, row in enumerate(rows, start=2):
        value = {str(key or "").strip().casefold(): text.strip() for key, text in row.items() if isinstance(text, str)}
        if "name" not in value or "link" not in value:
            raise HostError(f"{file}, line {number}, has no name or no link", _COLUMNS)
        if value["link"]:
            found.append((value["name"], value["link"]))
    if not found:
        raise HostError(f"{file} holds no link", _COLUMNS)
    return found


def adopt(season: Season, folder: MatchFolder, given: Sequence[tuple[str, str]], account: Account) -> list[Pasted]:
    """Takes pasted links over, each for the seat of its name (or `HOST`), where croupier can work with the spreadsheet.

    Those that will do are kept even where others will not. HostError where a name is nobody's, or two are of one spreadsheet.
    """
    from .sheets.google import setup
    from .sheets.google.errors import Busy, GoogleTrouble, SignInFailed, Unavailable

    keys = {typed.name_key(name): (name, key) for name, key in owners(folder).items()}
    for name, _ in given:
        if typed.name_key(name) not in keys:
            raise HostError(f"nobody in {folder.id} is called {name!r}", f"the seats are {', '.join(name for name, _ in keys.values())}")
    elsewhere = _elsewhere(season, folder)
    told: list[Pasted] = []
    found: dict[str, Link] = {}
    for called, text in given:
        name, key = keys[typed.name_key(called)]
        try:
            link = setup.adopt(account.http, text, account.address)
            if link.id in elsewhere:
                raise HostError(f"{elsewhere[link.id]} has this spreadsheet already", "make a new one: each match has its own")
        except (SignInFailed, Busy, Unavailable):
            raise
        except HostError as fault:
            unseen = isinstance(fault, GoogleTrouble) and fault.kind in ("not-found", "forbidden") and account.choice.way == "oauth"
            told.append(Pasted(name, HostError(fault.message, _OWN) if unseen else fault))
            continue
        if key in found:
            raise HostError(f"there are two links for {name}", "give one")
        found[key] = link
        told.append(Pasted(name))
    if found:
        with folder.lock():
            links.keep(folder, found)
    return told


_OWN = 'signed in with "oauth", croupier sees no spreadsheet but those it has made: let croupier open make it, or sign in with a service account'


def _elsewhere(season: Season, folder: MatchFolder) -> dict[str, str]:
    """The spreadsheets of the season's other matches, each with the match's id."""
    others = [match for match in season.matches() if match.id != folder.id]
    return {identifier: match.id for match in others for identifier in links.spreadsheet_ids(match).values()}


# Made ---------------------------------------------------------------------------------------------------------------


def make(match: Match, account: Account, tell: Tell) -> list[str]:
    """Makes and shares a spreadsheet for each seat that has none, and one for the host; the names of those who got one.

    Only where the host's own account is signed in; else nothing is done. Safe to repeat: a spreadsheet that was made for this
    very match is found again, and its link is kept once it is shared. HostError where Google does not let it.
    """
    from .sheets.google import setup
    from .sheets.google.errors import SignInFailed

    if account.choice.way != "oauth":
        return []
    there = links.workbook_links(match.folder)
    wanted = {name: key for name, key in owners(match.folder).items() if key not in there}
    if not wanted:
        return []
    whom: Mapping[str, list[str]] = {}
    if account.choice.share == "contact":
        whom = _addresses(match.opened["seats"], [name for name in wanted if name != HOST])
    own = f"{match.folder.id}/{match.commitment[:12]}"
    with match.folder.lock():
        before = setup.made_before(account.http, own)
        for done, (name, key) in enumerate(wanted.items()):
            tell("Making spreadsheets", done, len(wanted))
            try:
                link = Link(before[key]) if key in before else setup.create(account.http, own, key, f"{match.title} – {name}")
                if name != HOST and account.choice.share == "link":
                    setup.share(account.http, link.id)
                for address in whom.get(name, ()):
                    setup.share(account.http, link.id, address)
            except SignInFailed:
                raise
            except HostError as fault:
                raise HostError(f"the spreadsheet of {name}: {fault.message}", fault.next_step) from None
            links.keep(match.folder, {key: link})
        tell("Making spreadsheets", len(wanted), len(wanted))
    return list(wanted)


def _addresses(seats: Iterable[Mapping[str, Any]], names: Sequence[str]) -> dict[str, list[str]]:
    """The e-mail addresses among the contacts of these seats. HostError where one has none."""
    found = {str(seat["name"]): _ADDRESS.findall(str(seat["contact"])) for seat in seats if seat["name"] in names}
    without = [name for name, listed in found.items() if not listed]
    if without:
        raise HostError(
            f"no e-mail address among the contacts of {', '.join(without)}",
            'write it into the column contact of players.csv before the match is open, or share = "link" into season.toml',
        )
    return found
