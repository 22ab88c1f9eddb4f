"""Lays out the tab House: the houses with who begins and what was spent, the prices, and what each structure does.

Must not show more than the seat's own view: the own attempts are marked, what burned is not.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core import look
from croupier.core.look import FIGURE, HEAD, HEAD_MIDDLE, NOTE, SECTION, STRONG, TEXT, TITLE
from croupier.core.page import Page
from croupier.core.sheet import Style, Tab

from .amounts import exact, short
from .structures import CELLS, SIDE, STRUCTURES, structure
from .views import HouseView, SeatView

WIDTHS = {1: 6, 2: 19, 3: 19, 4: 19}
COLUMNS = 4
CELL_HEIGHT = 44.0
NAMED = Style(fill="e3edf9", ink="1f4e8c", bold=True, size=10, align="center", wrap=True, border="1f4e8c")
STANDING = Style(fill="ffffff", ink=look.INK, size=10, align="center", wrap=True, border=look.LINE)
FREE = replace(STANDING, ink=look.MUTED)


def house_tab(view: SeatView) -> Tab:
    """Everything public about the houses, for one seat."""
    page = Page(dict(WIDTHS), COLUMNS)
    page.text([("The houses", TITLE)])
    page.gap(6)
    for number, _ in view.public.houses:
        show_house(page, view, int(number))
        page.gap()
    show_structures(page, view)
    _show_exact(page, view)
    return page.tab("House", look.ACCENT)


def show_house(page: Page, view: SeatView, number: int) -> None:
    """The plan of one house with the seat's own attempts marked in their order (AD-5, AD-12)."""
    public, house = view.public, view.public.house_of(number)
    page.text([(f"House {number}", SECTION), (_standing(house), TEXT)])
    if public.ground.built:
        spent = " · ".join(f"{seat} {short(amount)}" for seat, amount in house.spent)
        page.text([(f"Spent: {spent}", NOTE)])
    for column, letter in enumerate(("", "A", "B", "C"), start=1):
        page.put(column, letter, HEAD_MIDDLE)
    page.down()
    named = view.named_in(number)
    cells = dict(house.cells)
    for row in range(SIDE):
        page.put(1, row + 1, HEAD_MIDDLE)
        for column in range(SIDE):
            words, style = _cell(cells.get(CELLS[SIDE * row + column]), named)
            page.put(2 + column, words, style)
        page.down(CELL_HEIGHT)
    if named:
        page.text([("Framed in blue: what you have named, in that order. Some of it may have burned before.", NOTE)])
    if house.burned is not None:
        burned = ", ".join(structure(thing).label for thing in house.burned)
        page.text([(f"Burned, in order: {burned or 'nothing'}", STRONG)])


def _cell(thing: int | None, named: tuple[int, ...]) -> tuple[str, Style]:
    if thing is None:
        return "free", FREE
    label = structure(thing).label
    return (f"{label}\n✗ {named.index(thing) + 1}", NAMED) if thing in named else (label, STANDING)


def _standing(house: HouseView) -> str:
    """Who begins, who is out, and what it came to."""
    words = f"{house.starts} begins." if house.starts else "Who spends less here begins."
    if house.escaped:
        words += f" Escaped: {', '.join(house.escaped)}."
    if house.euphoria is not None:
        words += f" Euphoria: {', '.join(f'{seat} {euphoria}' for seat, euphoria in house.euphoria)}."
    return words


def show_structures(page: Page, view: SeatView) -> None:
    """What each structure costs and does (AD-1, AD-8)."""
    page.text([("The nine structures", SECTION)])
    for structure_ in STRUCTURES:
        price = view.public.price_of(structure_.number)
        cost = short(price) if price is not None else ("no price yet" if view.public.ground.built else "")
        page.put(1, structure_.number, replace(HEAD_MIDDLE, ink=look.INK))
        page.put(2, structure_.name, replace(HEAD, ink=look.INK, size=10), width=2)
        page.put(4, cost, replace(FIGURE, fill=look.BAND, bold=True))
        page.down()
        page.text([(structure_.effect, NOTE)])


def _show_exact(page: Page, view: SeatView) -> None:
    """Every number that is shown shortened, with all its digits (AD-1)."""
    lines = [(f"Price of {structure(int(number)).label}", price) for number, price in view.public.prices]
    lines += [(f"Spent on house {number} by {seat}", amount) for number, house in view.public.houses for seat, amount in house.spent]
    shortened = [(words, amount) for words, amount in lines if short(amount) != exact(amount)]
    if shortened:
        page.gap()
        page.text([("To the last digit", SECTION)])
        for words, amount in shortened:
            page.text([(words, STRONG), (exact(amount), NOTE)])
