"""Who may know a thing: everybody, one seat, or the host.

Must not decide what an audience knows; each game builds its views for one of these.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Public:
    """Everybody: the website, the Discord channel, every player."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The holder of one seat."""

    name: str


@dataclass(frozen=True, slots=True)
class Host:
    """The host, who sees everything but what is not drawn yet."""


Audience = Public | Seat | Host
PUBLIC, HOST = Public(), Host()
