"""Finds the games: every folder here that has a `GAME`, by looking.

Must not list them: adding a game is adding a folder.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from croupier.core.game import AnyGame
from croupier.core.problems import HostError


@cache
def games() -> dict[str, AnyGame]:
    """All games by slug, in alphabetical order."""
    found: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            game: AnyGame = importlib.import_module(f"{__name__}.{module.name}").GAME
            found[game.slug] = game
    return dict(sorted(found.items()))


def find(slug: str) -> AnyGame:
    """The game of a slug; HostError where there is none."""
    try:
        return games()[slug]
    except KeyError:
        raise HostError(f"there is no game {slug!r}", f"choose one of: {', '.join(games())}") from None
