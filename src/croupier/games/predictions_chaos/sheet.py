"""Lays out a seat's own tabs: Submit with the questions of the phase, and the Grid.

Must not decide what is asked (that is `forms`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.core import look
from croupier.core.forms import Field, Form
from croupier.core.look import FIGURE, HEAD, HEAD_MIDDLE, INPUT, MUTED, NOTE, SECTION, STRONG, TEXT
from croupier.core.page import Page
from croupier.core.sheet import Heading, Style, Tab

from .actions import DOUBLE_MOVEMENT, OFF_BY_ONE, POINT_SWAP, TITLES, USES, WALL
from .deeds import CELL_PLACES, SIGN_PLACES
from .ending import places
from .grid import cell_name, signed
from .grid_sheet import grid_tab
from .predictions import EACH, KEY, ROLES
from .state import PRE_GAME, ROUNDS, Result
from .views import GuestView, PlayerView

Asked = Mapping[tuple[str, ...], Field]
SPARED = Style(fill="ecebe8", ink=MUTED)
"""Inputs that the chosen action does not need."""


def sheet(view: PlayerView | GuestView, form: Form | None, heading: Heading) -> tuple[Tab, ...]:
    """The tabs that the game makes; Inbox and Rules are everybody's."""
    page = Page({1: 11, 2: 17, 3: 17, 4: 17}, 4)
    page.text(look.told(heading))
    page.gap()
    page.problems(view.problems)
    asked = {known.path: known for known in form.fields} if form else {}
    if form is None:
        page.text([("The match is over", SECTION), ("There is nothing to hand in any more; everything that was secret is on the site.", TEXT)])
    elif isinstance(view, GuestView):
        _ask_guest(page, view, asked)
    else:
        _ask_player(page, view, asked)
    page.gap()
    if isinstance(view, GuestView):
        _show_guest(page, view)
    else:
        _show_player(page, view)
    if view.public.outcome:
        page.gap()
        _show_outcome(page, view.public.outcome)
    return page.tab(), grid_tab(view, heading)


def _line(page: Page, words: str, known: Field, *, width: int = 1) -> str:
    """A line with one input, and what the input is for before it."""
    page.put(1, words, look.fitting(words, replace(TEXT, wrap=False), page.widths[1] + page.widths[2]), width=2)
    cell = page.ask(3, known, INPUT, width=width)
    page.down(24)
    return cell


# Guests -----------------------------------------------------------------------------------------------------------


def _ask_guest(page: Page, view: GuestView, asked: Asked) -> None:
    """One line a game: a row or column in the pre-game (PC-4), a move in a round (PC-6)."""
    begun = view.public.phase != PRE_GAME
    if begun:
        words = (
            "Choose a move for each of your three games. You earn the number your token lands on where it is your turn; else the other guest does."
        )
        page.text([("Your moves", SECTION), (words, NOTE)])
    else:
        words = "In each of your three games one of you chooses the row of the token, the other its column. Tokens may share a cell."
        page.text([("Your starting lines", SECTION), (words, NOTE)])
    for column, word in enumerate(("Token", "With", "Your move" if begun else "You choose", "Who earns"), start=1):
        page.put(column, word, HEAD if column == 2 else HEAD_MIDDLE)
    page.down()
    known = dict(view.public.pairs)
    for place, pair in enumerate(view.public.ground.pairs):
        path = ("moves" if begun else "start", pair.name)
        if path not in asked:
            continue
        upright = view.name == pair.vertical
        other = pair.horizontal if upright else pair.vertical
        at = f"{pair.sign} on {cell_name(view.public.tokens[place])}" if view.public.tokens else pair.sign
        page.put(1, at, replace(FIGURE, bold=True))
        page.put(2, other, look.fitting(other, replace(STRONG, wrap=False), page.widths[2]))
        page.ask(3, asked[path])
        earner = known[pair.name].active
        page.put(4, "you" if earner == view.name else earner, look.fitting(earner, replace(FIGURE, bold=earner == view.name), page.widths[4]))
        page.down(26)
        axis = ("up or down" if begun else "a row, 1 to 7") if upright else ("left or right" if begun else "a column, 1 to 7")
        page.put(3, axis, replace(NOTE, align="center", wrap=False))
        page.down(15)


def _show_guest(page: Page, view: GuestView) -> None:
    """The guest's own points and Garnets (PC-19)."""
    page.text([("Your points", SECTION)])
    for words, number in (("From your games", signed(view.points)), ("Garnets given to you", str(view.garnets))):
        page.put(1, words, replace(TEXT, wrap=False), width=2)
        page.put(3, number, replace(FIGURE, bold=True))
        page.down()
    page.text([("Each Garnet is one point more at the end of the match.", NOTE)])
    if view.public.played:
        page.gap(6)
        for column, word in enumerate(("Round", "Your points"), start=1):
            page.put(column, word, HEAD_MIDDLE)
        page.down()
        for played in view.public.played:
            page.put(1, played.number, FIGURE)
            page.put(2, signed(dict(played.nets)[view.name]), FIGURE)
            page.down()


# Players ----------------------------------------------------------------------------------------------------------


def _ask_player(page: Page, view: PlayerView, asked: Asked) -> None:
    if view.public.phase == PRE_GAME:
        _ask_predictions(page, asked)
    else:
        _ask_action(page, view, asked)
    page.gap()
    _ask_gifts(page, view, asked)


def _ask_predictions(page: Page, asked: Asked) -> None:
    """PC-5"""
    words = (
        "For each round name one guest who will gain points over all three games together, and one who will lose. Each guest stands twice in "
        "each column; the same guest may stand in both of a round. This table is settled with the pre-game."
    )
    page.text([("Your predictions", SECTION), (words, NOTE)])
    for column, word in enumerate(("Round", "Gains (positive)", "Loses (negative)"), start=1):
        page.put(column, word, HEAD_MIDDLE)
    page.down()
    first = page.row
    for number in range(1, ROUNDS + 1):
        page.put(1, number, replace(FIGURE, bold=True))
        for column, role in enumerate(ROLES, start=2):
            page.ask(column, asked[KEY, str(number), role], INPUT)
            letter = chr(64 + column)
            cell, column_of = f"{letter}{page.row}", f"${letter}${first}:${letter}${first + ROUNDS - 1}"
            page.warn(column, f'AND({cell}<>"",COUNTIF({column_of},{cell})>{EACH})')
        page.down(24)
    page.text([("Red: that guest stands there more than twice. The first two count.", NOTE)])


def _ask_action(page: Page, view: PlayerView, asked: Asked) -> None:
    """PC-7, PC-9 … PC-12: the action, then what each needs; inputs of the others turn grey."""
    left = dict(view.actions_left)
    words = "One action a round, each of the four twice in the match. Fill in only the lines of the action that you choose."
    page.text([("Your action", SECTION), (words, NOTE)])
    chosen = "$C$" + _line(page, "Action", asked["action",], width=2)[1:]
    page.gap(6)

    def head(action: str, note: str) -> None:
        title = f"{TITLES[action]} · {left[action]} of {USES} left" if left[action] else f"{TITLES[action]} · used up"
        page.text([(title, replace(STRONG, fill=look.BAND)), (note, NOTE)])

    def spare(action: str, rows: int = 1) -> None:
        """Greys the inputs just asked (their rows end above the present one) while another action is chosen."""
        page.row -= 1
        others = ",".join(f'{chosen}="{title}"' for other, title in TITLES.items() if other != action)
        page.warn(3, f"OR({others})", SPARED, rows=rows, columns=2)
        page.row += 1

    head(OFF_BY_ONE, "Changes four numbers for good. One sign alone stands for all four.")
    _line(page, "Top-left cell of the square", asked["square",])
    for words, two in (("Upper two cells", SIGN_PLACES[:2]), ("Lower two cells", SIGN_PLACES[2:])):
        page.put(1, words, replace(TEXT, wrap=False), width=2)
        for column, place in enumerate(two, start=3):
            page.ask(column, asked["by", place], INPUT)
        page.down(24)
    spare(OFF_BY_ONE, 3)
    page.gap(6)
    head(POINT_SWAP, "Exchanges two numbers for good; tokens stay. No effect where another player's swap names one of the cells.")
    page.put(1, "Two cells", replace(TEXT, wrap=False), width=2)
    for column, place in enumerate(CELL_PLACES, start=3):
        page.ask(column, asked["cells", place], INPUT)
    page.down(24)
    spare(POINT_SWAP)
    page.gap(6)
    head(WALL, "Stops every token whose move would cross the line, for this round.")
    _line(page, "Border", asked["border",])
    spare(WALL)
    page.gap(6)
    head(DOUBLE_MOVEMENT, "The token goes twice as far, after Walls.")
    _line(page, "Token", asked["pair",], width=2)
    spare(DOUBLE_MOVEMENT)


def _ask_gifts(page: Page, view: PlayerView, asked: Asked) -> None:
    """PC-19"""
    held = f"You hold {view.garnets} Garnet{'s' * (view.garnets != 1)}. What you give is a guest's point at the end; the guest is not told by whom."
    page.text([("Garnets for guests, if you like", SECTION), (held, NOTE)])
    for guest in view.public.ground.guests:
        _line(page, guest, asked["gifts", guest])


def _show_player(page: Page, view: PlayerView) -> None:
    """The player's own points and predictions, which nobody else sees (PC-15, PC-16)."""
    points = view.points
    page.text([("Your points", SECTION), (f"{points.total}: {points.predictions} from predictions, {points.chaos} from chaos.", STRONG)])
    if not view.picks:
        return
    for column, word in enumerate(("Round", "Positive", "Negative", "Chaos by token"), start=1):
        page.put(column, word, HEAD if column > 1 else HEAD_MIDDLE)
    page.down()
    signs = {pair.name: pair.sign for pair in view.public.ground.pairs}
    earned, chaos = dict(view.predictions), dict(view.chaos)
    deeds = {deed.round: f"{TITLES.get(deed.action, deed.action)} {'(void)' if deed.void else deed.what}" for deed in view.deeds}
    for number, pick in enumerate(view.picks, start=1):
        page.put(1, number, FIGURE)
        for column, guest in ((2, pick.positive or "–"), (3, pick.negative or "–")):
            page.put(column, guest, look.fitting(guest, replace(TEXT, wrap=False), page.widths[column]))
        if str(number) in chaos:
            tokens = " ".join(f"{signs[pair]} {count}" for pair, count in chaos[str(number)]) or "no token"
            page.put(4, tokens, look.fitting(tokens, replace(TEXT, wrap=False), page.widths[4]))
        page.down()
        if str(number) in earned:
            words = f"{earned[str(number)]} for predictions · {deeds.get(number, 'no action')}"
            page.put(2, words, look.fitting(words, replace(NOTE, wrap=False), 3 * page.widths[2]), width=3)
            page.down(15)


# The end ----------------------------------------------------------------------------------------------------------


def _show_outcome(page: Page, result: Result) -> None:
    """How everybody stands (PC-20)."""
    garnets = dict(result.garnets)
    page.text([("The table", SECTION)])
    for heads, totals, best in (
        (("Place", "Player", "Points", "Garnets held"), result.totals, result.winners),
        (("Place", "Guest", "Points", ""), result.guest_totals, result.guest_winners),
    ):
        for column, word in enumerate(heads, start=1):
            page.put(column, word, HEAD if column == 2 else HEAD_MIDDLE)
        page.down()
        known = dict(places(totals))
        for name, total in sorted(totals, key=lambda entry: known[entry[0]]):
            page.put(1, known[name], replace(FIGURE, ink=MUTED))
            page.put(2, name, look.fitting(name, replace(TEXT, bold=name in best, wrap=False), page.widths[2]))
            page.put(3, signed(total) if name not in garnets else total, FIGURE)
            page.put(4, garnets.get(name, ""), FIGURE)
            page.down()
        page.gap(6)
    held = f"Token of Life: {', '.join(result.tokens)}." if result.tokens else "No Token of Life is given."
    page.text([(f"{held} {', '.join(result.losers)} loses.", TEXT)])
