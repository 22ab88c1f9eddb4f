"""The nine Entrants in their order of entry: names, fear limits and what multiplies their fear total.

Must not know how they walk (that is `ways`) nor who has won them (that is `entrants`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DUO = "Dashing Duo"
JACK = "Jumpy Jack"
RED = "Random Red"
WIMP = "Wandering Wimp"
SHAUN = "Straight Shaun"
ZERO = "Zooming Zero"
CHAO = "Controlled Chao"
TIM = "Timid Tim"
LEBOSS = "Lazy Leboss"


@dataclass(frozen=True, slots=True)
class Entrant:
    """One Entrant. `limit` is the most that each fear may reach; Leboss has none of his own (HH-25)."""

    name: str
    limit: int | None
    times: int
    way: str
    bonus: str


ENTRANTS: tuple[Entrant, ...] = (
    Entrant(DUO, 10, 1, "searches from start and exit at once, with one fear meter for both", "5 for each final fear that is an even number"),
    Entrant(JACK, 10, 1, "heads for the exit; each activation makes him run straight down before he heads for it again", "2 for each activation"),
    Entrant(RED, 12, 1, "draws every step, never enters a square twice and never cuts himself off from the exit", "1 for every 6 steps"),
    Entrant(WIMP, 12, 1, "heads for the nearest activation square still unspent, until the exit is nearer", "2 for each activation"),
    Entrant(SHAUN, 12, 1, "slides until something stops him, then turns: Down, Left, Up, Right", "1 each time he checks Right"),
    Entrant(ZERO, 8, 2, "heads for the exit", "his fear total counts twice"),
    Entrant(CHAO, 10, 1, "takes the way that the player writes down", "none"),
    Entrant(TIM, 6, 5, "heads for the exit around all activation squares, if there is a way around", "his fear total counts five times"),
    Entrant(LEBOSS, None, 1, "walks as the one who entered before him", "that of the one before him"),
)
BY_NAME: Mapping[str, Entrant] = MappingProxyType({entrant.name: entrant for entrant in ENTRANTS})
