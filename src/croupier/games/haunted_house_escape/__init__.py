"""Escape The Haunted House: the table of contents of the game.

Must not hold rules: each is in the module that is named for it.
"""

from __future__ import annotations

from croupier.core.game import Game

from .amend import RULINGS, amend
from .board import pictures
from .bots import bot
from .ending import outcome
from .forms import ask
from .handin import Move, check
from .options import OPTIONS, Options, read_options, seats
from .rules import decide, faults, setup
from .sheet import sheet
from .state import EVENTS, State, evolve, start
from .tell import tell, understood
from .throwing import enter, needs
from .views import view

GAME: Game[State, Move, Options] = Game(
    slug="haunted-house-escape",
    title="Escape The Haunted House",
    summary="Go through the haunted house room by room, together: pay, roll or gain gems, and get the counter low enough to roll for the way out.",
    rules_version=1,
    players=(1, 12),
    options=OPTIONS,
    data_files={"deck": "rooms.csv"},
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
    seats=seats,
    needs=needs,
    enter=enter,
)
