"""All that the site is made from: a season and its matches as everybody may know them.

Must not hold anything but public views, so that the pages built from it cannot leak.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from croupier.core.game import AnyGame, Told


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
    rulings: tuple[tuple[str, str], ...] = ()
    """(time, words) of each host's correction that is public."""


@dataclass(frozen=True)
class PublicSeason:
    """A season: its matches, oldest first."""

    title: str
    matches: tuple[PublicMatch, ...]
    address: str | None = None
