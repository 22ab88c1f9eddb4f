"""A match of four players and four guests at a known position, for the tests of its rules.

Must not hold tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier.core import engine
from croupier.core.audience import Audience
from croupier.core.draws import from_text
from croupier.core.game import AnyTable, Told
from croupier.core.problems import Problem
from croupier.games.predictions_chaos import GAME

PLAYERS = ("Ana", "Bo", "Cy", "Di")
GUESTS = ("Chao", "Reds", "Mia", "Tom")
ZERO = [[0] * 7 for _ in range(7)]
AXES = {
    "Chao-Reds": {"vertical": "Chao", "horizontal": "Reds"},
    "Chao-Mia": {"vertical": "Mia", "horizontal": "Chao"},
    "Chao-Tom": {"vertical": "Chao", "horizontal": "Tom"},
    "Reds-Mia": {"vertical": "Reds", "horizontal": "Mia"},
    "Reds-Tom": {"vertical": "Tom", "horizontal": "Reds"},
    "Mia-Tom": {"vertical": "Mia", "horizontal": "Tom"},
}
ACTIVE = {"Chao-Reds": "Chao", "Chao-Mia": "Mia", "Chao-Tom": "Tom", "Reds-Mia": "Reds", "Reds-Tom": "Reds", "Mia-Tom": "Tom"}
STARTS = {"Chao-Reds": "R4C4", "Chao-Mia": "R1C1", "Chao-Tom": "R7C7", "Reds-Mia": "R1C7", "Reds-Tom": "R7C1", "Mia-Tom": "R2C6"}
SETUP: Mapping[str, Any] = {"guests": list(GUESTS), "grid": ZERO, "axes": AXES, "active": ACTIVE, "starts": STARTS}


@dataclass(frozen=True)
class Scene:
    """A match at one moment."""

    table: AnyTable
    now: engine.Resolution

    def play(self, **submit: Mapping[str, Any]) -> Scene:
        """The next deadline, with what the seats named handed in."""
        return replace(self, now=engine.resolve(GAME, self.table, self.now.state, submit))

    def until(self, phase: str) -> Scene:
        """The match played on without hand-ins."""
        scene = self
        while GAME.phase(scene.now.state) != phase:
            scene = scene.play()
        return scene

    def view(self, audience: Audience) -> Any:
        return GAME.view(self.now.state, audience)

    def told(self, audience: Audience) -> list[Told]:
        """What the last deadline told an audience."""
        return [told for event in self.now.events if (told := GAME.tell(event, audience)) is not None]

    def problems(self, seat: str) -> Sequence[Problem]:
        return self.now.problems[seat]


def scene(seed: str = "croupier", roster: tuple[str, ...] = PLAYERS, **changes: Any) -> Scene:
    """A match with the options of `SETUP`, some of them changed; None takes one out."""
    setup = {key: value for key, value in {**SETUP, **changes}.items() if value is not None}
    table = engine.lay(GAME, setup, {}, roster, from_text(seed))
    return Scene(table, engine.begin(GAME, table))
