"""Lays out a seat's own tabs: the Board, and Submit with the questions of the phase.

Must not decide what is asked (that is `forms`), nor rely on its formulas: they are for the player's eyes and never read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from croupier.core import look
from croupier.core.forms import Field, Form
from croupier.core.look import FIGURE, HEAD, HEAD_MIDDLE, INK, INPUT_TEXT, NOTE, SECTION, STRONG, TEXT, WARNING
from croupier.core.page import Page, cell_name
from croupier.core.sheet import Heading, Style, Tab

from .board_sheet import board_tab, coloured
from .catalogue import WALL
from .handin import FINE
from .lines import scare_of
from .money import WALL_PRICE
from .roster import CHAO, ENTRANTS
from .state import WALLS, Result
from .sums import amount, digits, left_over, over, typed_amount, walls_cost
from .views import SeatView

# Columns: a swatch, a name, two inputs each with what it counts as, facts, and the steps of the formulas, which nobody sees.
SWATCH, NAME, FIRST, FIRST_COUNTS, SECOND, SECOND_COUNTS, FACTS = 1, 2, 3, 4, 5, 6, 7
STEPS = (20, 21, 22, 23)
ENTRANT_HEIGHT = 30.0


def sheet(view: SeatView, form: Form | None, heading: Heading) -> tuple[Tab, ...]:
    """The tabs that the game makes; Inbox and Rules are everybody's."""
    return board_tab(view, form, heading), _submit_tab(view, form, heading)


def _submit_tab(view: SeatView, form: Form | None, heading: Heading) -> Tab:
    phase = view.public.phase
    asked = {known.path: known for known in form.fields} if form else {}
    if form and phase.startswith("auction-"):
        page = Page({SWATCH: 4.5, NAME: 27, FIRST: 14, FIRST_COUNTS: 11, 5: 11, 6: 11, 7: 11}, 7, STEPS)
    elif form and phase == "entrants":
        page = Page({SWATCH: 4.5, NAME: 20, FIRST: 14, FIRST_COUNTS: 10, SECOND: 10, SECOND_COUNTS: 10, FACTS: 7, FACTS + 1: 54}, 8, STEPS)
    else:
        page = Page({1: 4.5, 2: 30, 3: 24, 4: 20, 5: 14}, 5)
    page.text(look.told(heading))
    page.gap()
    page.problems(view.problems)
    if form is None:
        _show_nothing_asked(page, view)
    elif phase.startswith("auction-"):
        _ask_bids(page, view, asked)
    elif phase == "entrants":
        _ask_entrants(page, view, asked)
    elif phase == "paths":
        _ask_paths(page, view, asked)
    else:
        _ask_choices(page, view, asked)
    if view.public.outcome:
        page.gap()
        _show_outcome(page, view.public.outcome)
    return page.tab()


def _show_nothing_asked(page: Page, view: SeatView) -> None:
    words = "The match is over." if view.public.finished else "Nothing is asked of you in this phase. Leave the file as it is."
    page.text([("Nothing to hand in", SECTION), (words, TEXT)])


def _purse(view: SeatView, asked: dict[tuple[str, ...], Field]) -> str:
    """What the seat has, and what may still be taken from it before the bids are judged."""
    pieces = sum(path[0] == "place" and path[-1] == "at" for path in asked)
    fines = f" Each of your {pieces} pieces that is not placed takes ${FINE} from it first." if pieces > 1 else ""
    fines = f" If your piece is not placed, ${FINE} of it go first." if pieces == 1 else fines
    return f"You have ${view.cash:,}.{fines}".replace("$-", "−$")


# Auctions ---------------------------------------------------------------------------------------------------------


def _ask_bids(page: Page, view: SeatView, asked: dict[tuple[str, ...], Field]) -> None:
    """One line a lot, the Walls, and the sums."""
    catalogue = view.public.ground.catalogue
    offer = view.public.offer
    words = "Write what a lot is worth to you; leave the others empty. Ties cancel out: the highest bid that nobody shares wins."
    page.text([("Your bids", SECTION), (_purse(view, asked), STRONG), (words, NOTE)])
    for column, word in enumerate(("", "Lot", "Your bid", "counts as $", "Existential", "Monster", "Phobia"), start=SWATCH):
        page.put(column, word, HEAD if column == NAME else HEAD_MIDDLE)
    page.down()
    first = page.row
    for label in offer.scares if offer else ():
        scare = catalogue.by_name[scare_of(label, catalogue)]
        page.put(SWATCH, scare.code, coloured(scare.colour))
        page.put(NAME, label, look.fitting(label, replace(TEXT, indent=1), page.widths[NAME]))
        _count(page, page.ask(FIRST, asked[("bids", label)]), FIRST_COUNTS, STEPS[:2], dollars=True)
        for column, fear in enumerate(scare.fears, start=5):
            page.put(column, fear, replace(FIGURE, ink=INK if fear else "b9bcc2"))
        page.down()
    if ("bids", WALLS) in asked and offer:
        wall = catalogue.by_name[WALL]
        page.put(SWATCH, wall.code, coloured(wall.colour))
        page.put(NAME, f"{WALLS} ({offer.walls} on offer)", replace(TEXT, wrap=False, indent=1))
        _count(page, page.ask(FIRST, asked[("bids", WALLS)]), FIRST_COUNTS, STEPS[:2], dollars=True, walls=True)
        page.put(5, f"how many, or ${WALL_PRICE} each as $", replace(NOTE, wrap=False, indent=1), width=3)
        page.down()
    _sum(page, "All bids together", FIRST_COUNTS, first, view.cash, "$")
    page.gap()
    page.text([("The sums count what can be read in this file now. They are for your eyes: croupier reads your bids alone.", NOTE)])


def _count(page: Page, cell: str, column: int, steps: Sequence[int], *, dollars: bool, walls: bool = False) -> None:
    """What an amount in a cell counts as, with two hidden steps on the way there."""
    typed, bare = (cell_name(page.row, step) for step in steps)
    page.put(steps[0], "", Style(), formula=typed_amount(cell, dollars=dollars))
    page.put(steps[1], "", Style(), formula=digits(typed))
    formula = walls_cost(cell, typed, bare, WALL_PRICE) if walls else amount(cell, typed, bare)
    page.put(column, "", replace(FIGURE, ink=look.MUTED), formula=formula)
    page.warn(column, f'{cell_name(page.row, column)}="?"')


def _sum(page: Page, words: str, column: int, first: int, purse: int, unit: str) -> None:
    """The total of a column and what it leaves of a purse, both red where there is not enough."""
    bold = replace(FIGURE, bold=True, fill=look.BAND)
    total, last = cell_name(page.row, column), cell_name(page.row - 1, column)
    page.put(SWATCH, words, replace(STRONG, fill=look.BAND, wrap=False, indent=1), width=column - 1)
    page.put(column, "", bold, formula=f"=SUM({cell_name(first, column)}:{last})")
    page.warn(column, over(total, purse))
    page.down()
    page.put(SWATCH, f"Left of your {unit}{purse:,}".replace("$-", "−$"), replace(STRONG, fill=look.BAND, wrap=False, indent=1), width=column - 1)
    page.put(column, "", bold, formula=left_over(total, purse))
    page.warn(column, over(total, purse))
    page.down()
    words = "Too much: all of these bids would be void."
    page.put(SWATCH, "", replace(WARNING, fill=None), width=column, formula=f'=IF({over(total, purse)},"{words}","")')
    page.down()


# Entrants ---------------------------------------------------------------------------------------------------------


def _ask_entrants(page: Page, view: SeatView, asked: dict[tuple[str, ...], Field]) -> None:
    """One line an Entrant: money, Garnets, and what there is to know."""
    words = "You need four different Entrants, so bid on four at least; what is missing is drawn. Garnet bids are looked at first."
    garnets = f" You hold {view.garnets} Garnet{'s' * (view.garnets != 1)}."
    page.text([("Your bids", SECTION), (_purse(view, asked) + garnets, STRONG), (words, NOTE)])
    heads = ("", "Entrant", "Your bid", "counts as $", "Garnets", "count as", "Limit", "How he walks, and his bonus screams")
    for column, word in enumerate(heads, start=SWATCH):
        page.put(column, word, HEAD if column in (NAME, FACTS + 1) else HEAD_MIDDLE)
    page.down()
    first = page.row
    for number, entrant in enumerate(ENTRANTS, start=1):
        page.put(SWATCH, number, replace(FIGURE, ink=look.MUTED))
        page.put(NAME, entrant.name, replace(TEXT, wrap=False, indent=1))
        _count(page, page.ask(FIRST, asked[("entrants", entrant.name)]), FIRST_COUNTS, STEPS[:2], dollars=True)
        _count(page, page.ask(SECOND, asked[("garnets", entrant.name)]), SECOND_COUNTS, STEPS[2:], dollars=False)
        page.put(FACTS, entrant.limit if entrant.limit is not None else "–", FIGURE)
        facts = f"{entrant.way}; bonus: {entrant.bonus}"
        page.put(FACTS + 1, facts, replace(NOTE, indent=1))
        page.down(ENTRANT_HEIGHT)
    last = page.row
    _sum(page, "All money bids together", FIRST_COUNTS, first, view.cash, "$")
    page.row = last
    _sum_garnets(page, first, view.garnets)
    page.gap()
    page.text([("The sums count what can be read in this file now. They are for your eyes: croupier reads your bids alone.", NOTE)])


def _sum_garnets(page: Page, first: int, purse: int) -> None:
    """The Garnets beside the sums of the money."""
    bold = replace(FIGURE, bold=True, fill=look.BAND)
    total = cell_name(page.row, SECOND_COUNTS)
    for formula in (f"=SUM({cell_name(first, SECOND_COUNTS)}:{cell_name(page.row - 1, SECOND_COUNTS)})", left_over(total, purse)):
        page.put(SECOND, "", bold)
        page.put(SECOND_COUNTS, "", bold, formula=formula)
        page.warn(SECOND_COUNTS, over(total, purse))
        page.row += 1
    page.put(SECOND, "", replace(WARNING, fill=None), width=2, formula=f'=IF({over(total, purse)},"Too many","")')
    page.row += 1


# Paths and ceremony -----------------------------------------------------------------------------------------------


def _ask_paths(page: Page, view: SeatView, asked: dict[tuple[str, ...], Field]) -> None:
    """One line a walk that the player leads."""
    plot = view.public.ground.plot
    page.text(
        [
            ("Your paths", SECTION),
            ("Your house is on the tab Board. A path names its squares from start to exit, one step each.", TEXT),
            ("Diagonal steps are fine, but not between two pieces that touch corner to corner. No square twice.", NOTE),
            ("A path that will not do is replaced by the shortest way.", NOTE),
        ]
    )
    page.gap(6)
    for path, known in asked.items():
        page.put(SWATCH, path[1], replace(FIGURE, bold=True))
        label = known.label if known.label == CHAO else f"{known.label}, who walks as a Chao"
        page.put(NAME, label, look.fitting(label, replace(STRONG, indent=1), page.widths[NAME]))
        page.ask(FIRST, known, INPUT_TEXT, width=3)
        page.down(48)
    page.gap(6)
    size = plot.size
    page.text([(f"Squares as on the board: letter, then number (A1 to {chr(64 + size)}{size}), parted by blanks.", NOTE)])


def _ask_choices(page: Page, view: SeatView, asked: dict[tuple[str, ...], Field]) -> None:
    """What the winners choose."""
    if not asked:
        page.text([("You have won", SECTION), ("There is nothing left for you to choose.", TEXT)])
        return
    page.text([("Your choice", SECTION)])
    for known in asked.values():
        page.put(SWATCH, known.label, replace(STRONG, wrap=False), width=2)
        page.ask(FIRST, known, INPUT_TEXT)
        page.put(FIRST + 1, known.note, replace(NOTE, indent=1), width=2)
        page.down(30)


def _show_outcome(page: Page, result: Result) -> None:
    """How everybody stands after the walks."""
    garnets, tokens = dict(result.garnets), dict(result.tokens or ())
    page.text([("The table", SECTION)])
    for column, word in ((1, ""), (2, "Player"), (3, "Screams"), (4, "Tokens of Life" if tokens else "Garnets"), (5, "Garnets" if tokens else "")):
        page.put(column, word, HEAD if column == NAME else HEAD_MIDDLE)
    page.down()
    for place, (name, screams) in enumerate(sorted(result.screams, key=lambda entry: -entry[1]), start=1):
        page.put(1, place, replace(FIGURE, ink=look.MUTED))
        page.put(2, name, look.fitting(name, replace(TEXT, indent=1, bold=name in result.winners), page.widths[2]))
        page.put(3, screams, FIGURE)
        page.put(4, tokens.get(name, 0) if tokens else garnets.get(name, 0), FIGURE)
        page.put(5, garnets.get(name, 0) if tokens else "", FIGURE)
        page.down()
    lines = [f"Most screams: {', '.join(result.winners)}.", f"Eligible for elimination: {', '.join(result.eligible)}."]
    lines += [f"Elimination Candidate: {result.candidate}."] if result.candidate else []
    page.gap(6)
    page.text((line, TEXT) for line in lines)
