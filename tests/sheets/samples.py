"""Workbooks of a house-of-horrors match at several moments, with names and problems that strain a file.

Must not play: the views are written down, not reached.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.core.forms import Form
from croupier.core.problems import Problem
from croupier.core.sheet import Heading, Workbook
from croupier.games.house_of_horrors.forms import ask
from croupier.games.house_of_horrors.house import Piece
from croupier.games.house_of_horrors.sheet import sheet
from croupier.games.house_of_horrors.state import Offer, Result
from croupier.games.house_of_horrors.views import Ground, PublicView, SeatView
from croupier.rulebook import Ruling, Topic
from croupier.sheets import standard
from house_of_horrors.rounds import corner_plot, shipped_catalogue

NAMES = ("Ana", "Bo", "=1+1", "#N/A", 'O\'Hara, "Cy"', "Żółć 🦇", "-5", "@sum", "_x0041_")
GROUND = Ground(plot=corner_plot(), catalogue=shipped_catalogue(), cash=1000, auctions=9, slots=4, seats=NAMES)
OFFER = Offer(("Wolfman A", "Wolfman B", "Nightmare", "That One Teacher, Ya Know", "Roach Cannon", "Blood Walls", "Slug Boy", "Desk Job"), 9)
OLD = (Piece("Nightmare", "B2", 0), Piece("Wolfman", "F3", 90), Piece("Wall", "D7", 0), Piece("Coffin Banger", "G6", 0))
WON = ("Slug Boy", "Roach Cannon", "Nightmare A", "Nightmare B", "Wall", "Wall", "Wall")
RESULT = Result(
    screams=tuple((name, 60 - 7 * number) for number, name in enumerate(NAMES)),
    winners=("Ana",),
    eligible=("-5", "@sum", "_x0041_"),
    garnets=tuple((name, max(0, 3 - number)) for number, name in enumerate(NAMES)),
)
PROBLEMS = (
    Problem("HH-3", "bids/Desk Job", "unreadable", "'=cmd|1!A0' for Desk Job is no amount."),
    Problem("HH-15", "board/C4", "illegal", "Purple outside every activation zone: C4. It does no harm; clear it if it is a slip."),
)
TOPICS = (Topic("Bids", (Ruling("HH-6", "Who wins a lot", "A first paragraph about it.\n\nAnd a second one."),)),)
LINES = (("The match begins", ("On offer: Wolfman A.",)), ("Auction 1", ("=1+1 has won.", "– a problem (bids/Walls, HH-4)")))


def public(phase: str, **known: Any) -> PublicView:
    """What everybody knows in a phase."""
    return PublicView(phase=phase, finished=phase == "finished", sold=(), walls_sold=(), ground=GROUND, **known)


def seat(seen: PublicView, **own: Any) -> SeatView:
    """Ana's view; what is not said is empty."""
    empty: dict[str, Any] = {"pieces": (), "discarded": (), "entrants": (), "problems": (), "won": ()}
    return SeatView(**{"cash": 1000, "garnets": 0, **empty, **own}, name="Ana", public=seen)


VIEWS: dict[str, SeatView] = {
    "01-auction-1": seat(public("auction-1", offer=OFFER)),
    "03-auction-3": seat(public("auction-3", offer=OFFER), cash=640, won=WON, pieces=OLD, problems=PROBLEMS),
    "10-entrants": seat(public("entrants"), cash=215, garnets=3, won=("Big Tentacle Man",), pieces=OLD),
    "11-paths": seat(public("paths"), entrants=("Controlled Chao", "Controlled Chao", "Timid Tim", "Lazy Leboss"), pieces=OLD),
    "12-ceremony": seat(public("ceremony", outcome=RESULT), cash=-50, pieces=OLD),
    "13-finished": seat(public("finished", outcome=replace(RESULT, candidate="-5", tokens=(("Ana", 1),))), pieces=OLD),
}


def sample(title: str) -> tuple[Workbook, Form]:
    """The workbook of a moment and its form; an empty one where nothing is asked."""
    view = VIEWS[title]
    form = ask(view)
    heading = Heading("Match =2", "Ana", title[3:], "Thu 3 Dec 2026, 21:59 CET (UTC+01:00)", "What stands here counts.", "Tell the host.")
    tabs = (*sheet(view, form, heading), standard.inbox(LINES, heading), standard.rules(TOPICS, heading))
    return Workbook(title, f"match-2/01-ana/{title}/0123456789ab", tabs), form or Form(view.public.phase)
