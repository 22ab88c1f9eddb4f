"""What a match is for the season when it is opened: what its players bring and play with, and whether it is a main or a death match.

Must not write anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.problems import HostError

from . import names
from .ledger import GARNETS, Ledger

KINDS = ("main", "death")
_A = {"candidate": "a candidate", "opponent": "an opponent"}


@dataclass(frozen=True)
class Stakes:
    """`start` = Garnets of those who are new to the season, `reserved` = those that each player has in this match."""

    start: Mapping[str, int]
    reserved: Mapping[str, int]


def stakes(book: Ledger, listed: Sequence[tuple[str, int]], *, plays: bool) -> Stakes:
    """The stakes of a match with these players and what its list says they hold; `plays` = whether the game is played with Garnets.

    Who is known to the season brings what the ledger says is free. HostError where the list says something else, or names
    somebody who is out, was replaced, is there twice, or could be taken for another.
    """
    start: dict[str, int] = {}
    free: dict[str, int] = {}
    seated: dict[str, str] = {}
    for name, column in listed:
        person = book.roster.find(name)
        if person is None:
            _refuse_twins(book, name)
            start[name] = free[name] = column
            continue
        if person.replaced_by is not None:
            raise HostError(f"{name} was replaced by {book.roster.holder(name)}", f"write {book.roster.holder(name)} into players.csv")
        if person.exit is not None:
            back = f'or bring them back: croupier contestant return "{person.name}" --reason "…"'
            raise HostError(f"{name} is out of the season ({person.exit.how})", f"take the line out of players.csv, {back}")
        if person.name in seated:
            raise HostError(f"{seated[person.name]!r} and {name!r} in players.csv are both {person.name}", "take one of them out")
        seated[person.name] = name
        free[name] = book.free(name)
        _refuse_other(book, name, column)
    return Stakes(start, free if plays else {})


def _refuse_twins(book: Ledger, name: str) -> None:
    for person in book.roster.everybody:
        for known in (person.name, *person.aliases):
            names.refuse_twins((known, name))


def _refuse_other(book: Ledger, name: str, column: int) -> None:
    """The list of a later match may be the first one's, with what each held then; any other number is a mistake or news to the ledger."""
    free = book.free(name)
    first = next((row.change for row in book.postings if row.person == book.roster.own(name) and row.what == GARNETS), 0)
    if column in (0, first, free):
        return
    raise HostError(
        f"players.csv gives {name} {column} Garnets, and that is not what the season's ledger has",
        "leave the field empty to play with what the ledger has; to look, or to correct it first: croupier season --host, croupier garnets --help",
    )


def occasion(settings: Mapping[str, Any], players: Sequence[str]) -> dict[str, str]:
    """`kind`, and of a death match `candidate` and `opponent`, from match.toml, names as in the list. HostError where they cannot be."""
    kind = settings.get("kind")
    if kind is not None and kind not in KINDS:
        raise HostError(f"match.toml: kind = {kind!r} will not do", 'write kind = "main" or kind = "death", or leave it out')
    if kind != "death":
        for key in ("candidate", "opponent"):
            if key in settings:
                raise HostError(f"match.toml names {_A[key]}, but this is no death match", f'write kind = "death", or take {key} out')
        return {"kind": kind} if kind else {}
    candidate, opponent = (_player(settings, key, players) for key in ("candidate", "opponent"))
    if candidate == opponent:
        raise HostError(f"match.toml: {candidate} cannot be candidate and opponent", "name two players")
    return {"kind": "death", "candidate": candidate, "opponent": opponent}


def _player(settings: Mapping[str, Any], key: str, players: Sequence[str]) -> str:
    for name in players:
        if typed.name_key(name) == typed.name_key(settings.get(key)):
            return name
    wrong = f"{key} = {settings[key]!r} is no player of this match" if key in settings else f"a death match needs {_A[key]}"
    raise HostError(f"match.toml: {wrong}", f'write a line: {key} = "…", with a name of players.csv ({", ".join(players)})')
