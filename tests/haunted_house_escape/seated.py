"""A match of Escape The Haunted House in memory: its table, its state, and what is handed in.

Must not hold tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier.core import engine
from croupier.core.audience import PUBLIC, Seat
from croupier.core.draws import from_text
from croupier.core.problems import Problem
from croupier.gamedata import parsed
from croupier.games.haunted_house_escape import GAME

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Io", "Jo", "Kim", "Lou")


def card(name: str, **changes: int) -> dict[str, Any]:
    """A room card as the options have it."""
    return {"name": name, "cost": 4, "points": 2, "d20": 10, "fail": 3, "gems": 5, "lost": 2, **changes}


DECK = [card("Hall"), card("Stairs", points=3), card("Attic", d20=15), card("Cellar", fail=9), card("Door")]


@dataclass
class Match:
    """A match that a test moves on."""

    options: Mapping[str, Any] = field(default_factory=dict)
    players: Sequence[str] = ("Ana", "Bo")
    seed: str = "croupier"
    data: Mapping[str, Any] | None = None
    state: Any = field(init=False)
    last: engine.Resolution = field(init=False)

    def __post_init__(self) -> None:
        data = parsed(GAME) if self.data is None else self.data
        self.table = engine.lay(GAME, self.options, data, tuple(self.players), from_text(self.seed))
        self.last = engine.begin(GAME, self.table)
        self.state = self.last.state

    def play(self, answers: Mapping[str, Any]) -> engine.Resolution:
        """A deadline: what each team hands in, by its name."""
        self.last = engine.resolve(GAME, self.table, self.state, answers)
        self.state = self.last.state
        return self.last

    def choose(self, **answers: Any) -> engine.Resolution:
        """A deadline at which the one team hands in this."""
        return self.play({"Team": answers})

    def throw(self, text: str) -> tuple[Problem, ...]:
        """Dice that the host enters; the problems with them."""
        found, problems = engine.enter(GAME, self.table, self.state, text)
        if not problems:
            self.last, self.state = found, found.state
        return problems

    def needs(self) -> str | None:
        return GAME.needs(self.state)

    def view(self, team: str = "Team") -> Any:
        return GAME.view(self.state, Seat(team))

    def public(self) -> Any:
        return GAME.view(self.state, PUBLIC)

    def asked(self) -> dict[str, Any]:
        return dict(engine.asked(GAME, self.state, self.table.seats))

    @property
    def finished(self) -> bool:
        return GAME.outcome(self.state) is not None
