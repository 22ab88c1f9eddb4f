"""Lays out the Grid tab: the numbers coloured by value, the tokens by their signs, and the six games below.

Must not ask anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.core import look
from croupier.core.look import FIGURE, HEAD, HEAD_MIDDLE, MUTED, NOTE, SECTION, STRONG, TEXT
from croupier.core.page import Page
from croupier.core.sheet import Heading, Style, Tab

from .colours import SCALE, ink_on
from .grid import SIDE, cell_name, number_on, signed
from .state import PRE_GAME
from .views import GuestView, PlayerView, PublicView

LABELS, FIRST = 1, 2
WIDE, HIGH = 7.4, 39.0
LABEL = Style(ink=MUTED, bold=True, size=10, align="center")
COLUMNS = FIRST + SIDE - 1


def grid_tab(view: PlayerView | GuestView, heading: Heading) -> Tab:
    """The whole tab."""
    public = view.public
    page = Page({LABELS: 6, **dict.fromkeys(range(FIRST, COLUMNS + 1), WIDE)}, COLUMNS)
    what = {"pre-game": "before the first round", "finished": "after the last round"}.get(
        public.phase, f"now, before {public.phase.replace('-', ' ')}"
    )
    page.text([(f"The grid {what}", SECTION), (heading.match, NOTE)])
    page.gap(6)
    _draw(page, public)
    page.gap(6)
    words = "Brown is below zero, violet above. Letters are tokens. The grid wraps: beyond C7 comes C1, beyond R7 comes R1."
    page.text([(words, NOTE)])
    page.gap()
    _games(page, view)
    if public.played:
        page.gap()
        _last_round(page, public)
    return page.tab("Grid", look.ACCENT)


def _draw(page: Page, public: PublicView) -> None:
    page.put(LABELS, "", LABEL)
    for line in range(SIDE):
        page.put(FIRST + line, f"C{line + 1}", LABEL)
    page.down()
    signs: dict[tuple[int, int], str] = {}
    for pair, cell in zip(public.ground.pairs, public.tokens, strict=False):
        signs[cell] = signs.get(cell, "") + pair.sign
    for row in range(SIDE):
        page.put(LABELS, f"R{row + 1}", LABEL)
        for column in range(SIDE):
            number = number_on(public.grid, (row, column))
            style = Style(fill=SCALE[number], ink=ink_on(number), bold=True, size=12, align="center", wrap=True, border=look.LINE)
            here = signs.get((row, column), "")
            page.put(FIRST + column, f"{signed(number)}\n{here}" if here else signed(number), replace(style, size=10 if len(here) > 3 else 12))
        page.down(HIGH)


def _games(page: Page, view: PlayerView | GuestView) -> None:
    """Each pair's token: where it is, who moves it which way, who earns in the round to come."""
    public = view.public
    page.text([("The six games", SECTION)])
    known: Mapping[str, str] = {name: game.active for name, game in public.pairs}
    heads = (
        (1, "Token", 1),
        (2, "Up and down", 2),
        (4, "Left and right", 2),
        (6, "On", 1),
        (7, "Earned last" if public.finished else "Earns next", 2),
    )
    for column, word, width in heads:
        page.put(column, word, HEAD_MIDDLE if column in (1, 6) else HEAD, width=width)
    page.down()
    for place, pair in enumerate(public.ground.pairs):
        own = view.name in pair.guests
        words = replace(TEXT, bold=own, wrap=False)
        page.put(1, pair.sign, replace(FIGURE, bold=True, fill=look.BAND if own else None))
        page.put(2, pair.vertical, look.fitting(pair.vertical, words, 2 * WIDE), width=2)
        page.put(4, pair.horizontal, look.fitting(pair.horizontal, words, 2 * WIDE), width=2)
        page.put(6, cell_name(public.tokens[place]) if public.tokens else "–", FIGURE)
        page.put(7, known[pair.name], look.fitting(known[pair.name], words, 2 * WIDE), width=2)
        page.down()
    if public.phase == PRE_GAME:
        page.text([("The guests place the tokens in the pre-game; round 1 comes after it.", NOTE)])


def _last_round(page: Page, public: PublicView) -> None:
    """What everybody knows of the round before."""
    last = public.played[-1]
    signs = {pair.name: pair.sign for pair in public.ground.pairs}
    nets = dict(last.nets)
    totals = dict(public.guests)
    page.text([(f"Round {last.number}", SECTION)])
    for column, word, width in ((1, "", 1), (2, "Guest", 3), (5, "In round", 2), (7, "In all", 2)):
        page.put(column, word, HEAD if column == 2 else HEAD_MIDDLE, width=width)
    page.down()
    for guest in public.ground.guests:
        page.put(2, guest, look.fitting(guest, replace(STRONG, wrap=False), 3 * WIDE), width=3)
        page.put(5, signed(nets[guest]), FIGURE, width=2)
        page.put(7, signed(totals[guest]), FIGURE, width=2)
        page.down()
    landed = ", ".join(f"{signs[one.pair]} on {signed(one.number)} for {one.earner}" for one in last.scored)
    page.text([(f"Numbers earned: {landed}. After that, each cell with a token lost 2 (below −4 it goes on at 4).", NOTE)])
