"""Little Auction House of Horrors: the table of contents of the game.

Must not hold rules: each is in the module that is named for it.
"""

from __future__ import annotations

from croupier.core.game import Game

from .amend import RULINGS, amend
from .board import pictures
from .bots import bot
from .cases import read_walks
from .ending import outcome
from .forms import ask
from .handin import Move, check
from .options import OPTIONS, Options, read_options
from .rules import decide, faults, setup
from .sheet import sheet
from .state import EVENTS, State, evolve, start
from .tell import tell, understood
from .views import view

GAME: Game[State, Move, Options] = Game(
    slug="house-of-horrors",
    title="Little Auction House of Horrors",
    summary="Buy Scares at silent auctions, build a haunted house, and let four Entrants walk through it: frighten them, but not to death.",
    rules_version=1,
    players=(2, 12),
    options=OPTIONS,
    data_files={"catalogue": "scares.toml"},
    events=EVENTS,
    read_options=read_options,
    start=start,
    setup=setup,
    phase=lambda state: state.phase,
    ask=ask,
    check=check,
    understood=understood,
    decide=decide,
    evolve=evolve,
    amend=amend,
    rulings=RULINGS,
    view=view,
    tell=tell,
    outcome=outcome,
    faults=faults,
    sheet=sheet,
    pictures=pictures,
    bot=bot,
    case=read_walks,
    garnets=True,
)
