"""Arsonist's Dilemma: the table of contents of the game.

Must not hold rules: each is in the module that is named for it.
"""

from __future__ import annotations

from croupier.core.game import Game

from .amend import RULINGS, amend
from .board import pictures
from .bots import bot
from .choices import Move
from .events import EVENTS
from .faults import faults
from .forms import ask
from .handin import check
from .options import OPTIONS, PLAYERS, Options, read_options
from .rules import clock, decide, outcome, setup
from .sheet import sheet
from .state import State, evolve, start
from .tell import tell, understood
from .views import view

GAME: Game[State, Move, Options] = Game(
    slug="arsonists-dilemma",
    title="Arsonist's Dilemma",
    summary="Two players furnish four houses, then burn them down in turns, and neither sees what the other lights. Be out before all nine burn.",
    rules_version=1,
    players=(PLAYERS, PLAYERS),
    options=OPTIONS,
    data_files={},
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
    case=lambda case, data, draws: None,
    clock=clock,
)
