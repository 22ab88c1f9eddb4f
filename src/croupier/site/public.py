"""All that the site is made from: a season and its matches as everybody may know them.

Must not hold anything but public views, so that the pages built from it cannot leak.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from croupier.core.game import AnyGame, LedgerEntry, Told

Kind = Literal["main", "death"]
Role = Literal["candidate", "opponent"]
Status = Literal["in", "out", "replaced"]


@dataclass(frozen=True)
class PublicPhase:
    """A phase that was resolved: `number` from 1, what everybody was told of it, its deadline."""

    number: int
    name: str
    deadline: datetime
    told: tuple[Told, ...]


@dataclass(frozen=True)
class PublicMatch:
    """One match. `id` = its folder's name ([a-z0-9-]); `view` = the game's public view, nothing else.

    `seats` pairs the seats' ids ("01-ana") with their names. `current` = (phase, deadline) while it runs,
    without a deadline where it is played against the clock.
    `seed` is None until the reveal. `data_digests` pairs data files with their SHA-256.
    """

    id: str
    title: str
    game: AnyGame
    view: Any
    seats: tuple[tuple[str, str], ...]
    phases: tuple[PublicPhase, ...]
    current: tuple[str, datetime | None] | None
    opening: tuple[Told, ...]
    zone: str
    commitment: str
    rules_version: int
    data_digests: tuple[tuple[str, str], ...]
    seed: str | None = None
    paused: bool = False
    moved: int = 0
    """How many times the host has moved a deadline."""
    rulings: tuple[tuple[str, str], ...] = ()
    """(time, words) of each host's correction that is public."""
    players: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each seat's name with the players who hold it, where they are others than the seat's name says."""
    kind: Kind | None = None
    candidate: str | None = None
    opponent: str | None = None
    """The elimination candidate and the opponent of a death match, as its list writes their names; from the opening on."""
    winners: tuple[str, ...] = ()
    places: tuple[tuple[str, int], ...] = ()
    """(seat, place from 1), the best first; empty where the game gives none. This and what follows: once the match is over."""
    payouts: tuple[LedgerEntry, ...] = ()


@dataclass(frozen=True)
class PublicCell:
    """What a match that is over meant for one contestant, who sat there as `seat`: changes of Garnets and Tokens are 0 where there was none."""

    match: str
    seat: str
    won: bool
    place: int | None
    garnets: int
    tokens: int
    eliminated: bool
    role: Role | None


@dataclass(frozen=True)
class PublicContestant:
    """Somebody who plays in the season, or did. `left_match` = id of the match in which an "out" one left, `left_how` in words.

    `garnets` is None where nothing may be told yet: it came with a match that still runs. Who was replaced has none any
    more, and its successor all; cells stay with whoever sat there. `history` pairs None (before any match) and then the
    id of each match that is over, in order of their ends, with the Garnets held after it. `cells` has one for each such
    match that the contestant sat in.
    """

    name: str
    aliases: tuple[str, ...]
    status: Status
    replaced_by: str | None
    left_match: str | None
    left_how: str
    garnets: int | None
    tokens: int
    history: tuple[tuple[str | None, int], ...] = ()
    cells: tuple[PublicCell, ...] = ()


@dataclass(frozen=True)
class PublicEntry:
    """A line of the season's ledger: `what` is "garnets" or "tokens", `match` the id of the match that it comes from, if any."""

    when: datetime
    contestant: str
    what: str
    change: int
    match: str | None
    reason: str


@dataclass(frozen=True)
class PublicSeason:
    """A season: its matches, oldest first; those who play in it, in the order they joined; its ledger, oldest first."""

    title: str
    matches: tuple[PublicMatch, ...]
    address: str | None = None
    contestants: tuple[PublicContestant, ...] = ()
    ledger: tuple[PublicEntry, ...] = ()
