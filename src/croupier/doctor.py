"""Looks whether all is well with the sign-in to Google and with each spreadsheet of a match.

Must not change anything, nor show a link or what a cell holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import desk, links
from .google_account import Account
from .match import load
from .sheets.base import Tell
from .spreadsheets import HOST, owners
from .store import MatchFolder


@dataclass(frozen=True, slots=True)
class Finding:
    """What is not well with one's spreadsheet, and what to do; `trouble` is "" where all is well."""

    name: str
    trouble: str = ""
    remedy: str = ""


def examine(folder: MatchFolder, account: Account, tell: Tell) -> list[Finding]:
    """The spreadsheets of a match, one after another: a line for each that is well, a line for each thing that is not.

    Before a match is open it is only seen whether croupier can work with them; and so it is with the host's own.
    HostError where nobody is signed in, or Google cannot be reached at all.
    """
    from .sheets.google import setup
    from .sheets.google.drive import all_facts, why_unfit

    ids, wanted = links.spreadsheet_ids(folder), owners(folder)
    match = load(folder) if folder.entries() else None
    facts = all_facts(account.http, ids.values())
    found: list[Finding] = []
    for done, (name, key) in enumerate(wanted.items()):
        tell("Looking at spreadsheets", done, len(wanted))
        if key not in ids:
            found += [] if name == HOST else [Finding(name, "there is no spreadsheet yet", _lacking(account, folder))]
            continue
        about = facts[ids[key]]
        if match is None or name == HOST:
            trouble = why_unfit(about, account.address)
            told = [Finding(name, trouble.message, trouble.next_step)] if trouble else []
        else:
            seen = setup.examine(account.http, about, desk.workbook(match, name), account.address)
            told = [Finding(name, one.trouble, one.remedy) for one in seen]
        found += told or [Finding(name)]
    tell("Looking at spreadsheets", len(wanted), len(wanted))
    return [*found, *_twice(ids, wanted)]


def _lacking(account: Account, folder: MatchFolder) -> str:
    if account.choice.way == "oauth":
        return f"croupier open {folder.id} makes it"
    return f"make one, share it with {account.address} as Editor, then: croupier adopt {folder.id} --links links.csv"


def _twice(ids: dict[str, str], wanted: dict[str, str]) -> list[Finding]:
    """A list of links that was mended by hand may name one spreadsheet twice, or somebody who is not there."""
    found: list[Finding] = []
    names = {key: name for name, key in wanted.items()}
    for key, identifier in ids.items():
        first = next(other for other, same in ids.items() if same == identifier)
        if first != key:
            found.append(
                Finding(names.get(key, key), f"it has the same spreadsheet as {names.get(first, first)}", "give each one of its own: croupier adopt")
            )
        if key not in names:
            found.append(Finding(key, "the list of links names it, but there is no such seat", "take it out of private/links.json"))
    return found


def way(account: Account) -> str:
    """How the account is signed in, and where its credentials come from, in words."""
    kind = "a service account" if account.choice.way == "service_account" else "the host's own account"
    return f"{kind}, by {account.choice.source}"
