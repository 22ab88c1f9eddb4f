"""Letter Auction: the table of contents of the game.

Must not hold rules: each is in the module that is named for it.
"""

from __future__ import annotations

from croupier.core.game import Game

from .amend import RULINGS, amend
from .board import pictures
from .bots import bot
from .ending import outcome
from .faults import faults
from .forms import ask
from .handin import Move, check
from .options import OPTIONS, Options, read_options
from .rules import decide, setup
from .sheet import sheet
from .state import EVENTS, State, evolve, start
from .tell import tell, understood
from .views import view

GAME: Game[State, Move, Options] = Game(
    slug="letter-auction",
    title="Letter Auction",
    summary="Bid for letters, spell words before the letters fade, and hope that nobody else has thought of them.",
    rules_version=1,
    players=(3, 12),
    options=OPTIONS,
    data_files={"words": "words.txt.gz"},
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
)
