"""Lays out a seat's own tabs: Submit with the questions of the round and the letters held beside them, and Inventory.

Must not decide what is asked (that is `forms`), nor help with words: no formula joins the letters with the lines for words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from croupier.core import look
from croupier.core.forms import Field, Form
from croupier.core.look import FIGURE, HEAD, HEAD_MIDDLE, INPUT, INPUT_TEXT, NOTE, SECTION, STRONG, TEXT, WARNING
from croupier.core.page import Page, cell_name
from croupier.core.sheet import Cell, Heading, Style, Tab

from .alphabet import SIDE
from .auction import PRINT_PRICE
from .options import ADJACENCY, PRINTER, RANGE, SHIFT, THEME
from .sums import amount, bare, is_marked, marked, tokens_left
from .views import PublicView, SeatView

# Five narrow columns for what is asked, a gap, three for the letters held; the step of a formula is one that nobody sees.
LEFT, HELD, STEP = SIDE, (7, 8, 9), 20
WIDTHS = {**dict.fromkeys(range(1, SIDE + 1), 8.0), 6: 2.5, 7: 8.0, 8: 8.0, 9: 12.0}
TILE = Style(fill=look.BAND, ink=look.INK, bold=True, size=12, align="center", border=look.LINE)

Asked = Mapping[tuple[str, ...], Field]

VARIATIONS = {
    THEME: "Theme: the plain auction.",
    ADJACENCY: "Adjacency discount: half of each bid, rounded down, also counts on the letters just before and after it, where they are auctioned.",
    RANGE: "Range and power: no bids. Choose cells that hang together by their sides; each letter goes to the smallest set that has it.",
    SHIFT: "Letter shift: a letter that anybody names is moved on, for each winner by the tokens that he paid for it.",
    PRINTER: f"3D printer: {PRINT_PRICE} tokens make any letter, to be used at once and in the next round.",
}


def sheet(view: SeatView, form: Form | None, heading: Heading) -> tuple[Tab, ...]:
    """The tabs that the game makes; Inbox and Rules are everybody's."""
    return _submit_tab(view, form, heading), _inventory_tab(view, heading)


def round_title(public: PublicView, number: int) -> str:
    """ "round 2", or "last words" for the round after the last."""
    return f"round {number}" if number <= public.ground.rounds else "last words"


def _submit_tab(view: SeatView, form: Form | None, heading: Heading) -> Tab:
    public = view.public
    page = Page(dict(WIDTHS), 9, (STEP,))
    page.text(look.told(heading))
    page.text([(f"You have {view.points} point{'s' * (view.points != 1)}.", STRONG)])
    page.gap()
    page.problems(view.problems)
    if form is None:
        page.text([("Nothing to hand in", SECTION), ("The match is over.", TEXT)])
        _show_table(page, public)
        return page.tab()
    if public.variation:
        page.text([(VARIATIONS[public.variation], TEXT)])
    if public.letters.next:
        grid = " (the grid)" if public.ground.variation(public.round + 1) == RANGE else ""
        page.text([(f"Next round{grid}: {' '.join(public.letters.next)}", NOTE)])
    page.gap()
    top = page.row
    page.across = LEFT
    asked: Asked = {known.path: known for known in form.fields}
    if public.variation == RANGE:
        _ask_range(page, view, asked)
    elif public.variation:
        _ask_bids(page, view, asked)
    _ask_words(page, asked)
    _show_letters(page, view, top)
    return page.tab()


def _ask_bids(page: Page, view: SeatView, asked: Asked) -> None:
    """One line a letter, the letters to print, the tokens left, the letter to shift."""
    tokens = view.public.ground.tokens
    page.text([("Your bids", SECTION), (f"{tokens} tokens. Only winners pay; two not paid are a point.", NOTE)])
    for column, word, width in ((1, "Letter", 1), (2, "Your bid", 2), (4, "counts as", 2)):
        page.put(column, word, HEAD_MIDDLE, width=width)
    page.down()
    first = page.row
    for letter in view.public.letters.now_:
        page.put(1, letter, TILE)
        cell, step = page.ask(2, asked["bids", letter], width=2), cell_name(page.row, STEP)
        page.put(STEP, "", Style(), formula=bare(cell))
        page.put(4, "", replace(FIGURE, ink=look.MUTED), formula=amount(cell, step), width=2)
        page.warn(4, f'{cell_name(page.row, 4)}="?"')
        page.down()
    bids = f"{cell_name(first, 4)}:{cell_name(page.row - 1, 4)}" if page.row > first else ""
    left = tokens_left(tokens, bids, _ask_prints(page, asked), PRINT_PRICE)
    page.put(1, "Tokens left", replace(STRONG, fill=look.BAND, wrap=False, indent=1), width=3)
    page.put(4, "", replace(FIGURE, bold=True, fill=look.BAND), formula=left, width=2)
    page.warn(4, f"{cell_name(page.row, 4)}<0")
    cell = cell_name(page.row, 4)
    page.down()
    page.put(1, "", replace(WARNING, fill=None, size=9), formula=f'=IF({cell}<0,"Too much: all of it would be void.","")', width=LEFT)
    page.down()
    if ("shift",) in asked:
        page.put(1, "Letter to shift", replace(STRONG, wrap=False), width=3)
        page.ask(4, asked["shift",], width=2)
        page.down()
        page.down()


def _ask_prints(page: Page, asked: Asked) -> list[str]:
    """The letters to print, four in a row; their cells as formulas name them."""
    fields = [known for path, known in asked.items() if path[0] == "print"]
    if not fields:
        return []
    cells: list[str] = []
    page.put(1, f"Letters to print, {PRINT_PRICE} tokens each", HEAD, width=LEFT)
    page.down()
    for at in range(0, len(fields), LEFT - 1):
        page.put(1, "Print", replace(NOTE, wrap=False))
        cells += [page.ask(column, known) for column, known in enumerate(fields[at : at + LEFT - 1], start=2)]
        page.down()
    return cells


def _ask_range(page: Page, view: SeatView, asked: Asked) -> None:
    """LA-13: the grid, with a cell to mark below each letter."""
    words = f"Mark the cells of your set with an x below their letters. You keep all your tokens: {view.public.ground.tokens // 2} points."
    page.text([("Your set", SECTION), (words, NOTE)])
    cells: list[str] = []
    letters = view.public.letters.now_
    for at in range(0, len(letters), SIDE):
        row = letters[at : at + SIDE]
        for column, letter in enumerate(row, start=1):
            page.put(column, letter, TILE)
        page.down()
        for column, letter in enumerate(row, start=1):
            cells.append(page.ask(column, asked["range", letter], replace(INPUT, bold=True)))
            page.warn(column, is_marked(cells[-1]), Style(fill=look.EDGE, ink=look.INK, bold=True))
        page.down()
    page.put(1, "Cells in your set", replace(STRONG, fill=look.BAND, wrap=False, indent=1), width=3)
    page.put(4, "", replace(FIGURE, bold=True, fill=look.BAND), formula=marked(cells), width=2)
    page.down()
    page.down()


def _ask_words(page: Page, asked: Asked) -> None:
    """One line a word."""
    note = "One word a line, made in this order. Each copy serves once. Nobody checks words before the deadline."
    page.text([("Your words", SECTION), (note, NOTE)])
    for path, known in asked.items():
        if path[0] == "words":
            page.put(1, int(path[1]), replace(FIGURE, ink=look.MUTED))
            page.ask(2, known, replace(INPUT_TEXT, wrap=False), width=LEFT - 1)
            page.down()


def _show_letters(page: Page, view: SeatView, top: int) -> None:
    """The letters held, beside what is asked."""
    first, _, last = HELD
    page.cells.append(Cell(top, first, "Your letters", SECTION, width=3))
    lines: list[tuple[str | int, ...]] = [("Letter", "Copies", "serves up to")]
    lines += [(item.letter, item.copies, round_title(view.public, item.until)) for item in view.inventory]
    for row, line in enumerate(lines, start=top + 1):
        styles = (HEAD_MIDDLE,) * 3 if row == top + 1 else (TILE, FIGURE, replace(FIGURE, ink=look.MUTED))
        page.cells += [Cell(row, column, value, style) for column, value, style in zip(HELD, line, styles, strict=True)]
    if not view.inventory:
        page.cells.append(Cell(top + 2, first, "none yet", NOTE, width=last - first + 1))


def _inventory_tab(view: SeatView, heading: Heading) -> Tab:
    """LA-5: all letters held, those that fade first before the others, as one reads them from a rack."""
    page = Page({1: 16.0, 2: 9.0, 3: 34.0}, 3)
    page.text([(heading.match, look.TITLE), (f"The letters of {heading.seat}", look.SUBTITLE)])
    copies = sum(item.copies for item in view.inventory)
    words = f"{copies} cop{'y' if copies == 1 else 'ies'}. Letters won arrive with the next round and serve in two rounds."
    page.text([(words, NOTE)])
    page.gap()
    for column, word in enumerate(("Serves up to", "Copies", "Letters"), start=1):
        page.put(column, word, HEAD_MIDDLE if column == 2 else HEAD)
    page.down()
    for until in sorted({item.until for item in view.inventory}):
        rack = [item for item in view.inventory if item.until == until]
        letters = " ".join(item.letter for item in rack for _ in range(item.copies))
        style = replace(STRONG, size=12)
        page.put(1, round_title(view.public, until).capitalize(), replace(TEXT, indent=1))
        page.put(2, sum(item.copies for item in rack), FIGURE)
        page.put(3, letters, style)
        page.down(look.height(letters, page.widths[3], style, 24))
    page.gap()
    for column, word in enumerate(("Letter", "Copies", "Serves up to"), start=1):
        page.put(column, word, HEAD if column == 3 else HEAD_MIDDLE)
    page.down()
    for item in view.inventory:
        page.put(1, item.letter, TILE)
        page.put(2, item.copies, FIGURE)
        page.put(3, round_title(view.public, item.until), replace(TEXT, ink=look.MUTED, indent=1))
        page.down()
    if not view.inventory:
        page.text([("You hold no letters.", TEXT)])
    return page.tab("Inventory", look.ACCENT)


def _show_table(page: Page, public: PublicView) -> None:
    """How everybody stands at the end."""
    if public.outcome is None:
        return
    places, garnets = dict(public.outcome.places), dict(public.outcome.garnets)
    page.gap()
    page.text([("The table", SECTION)])
    for column, word, width in ((1, "Place", 1), (2, "Player", 4), (7, "Points", 1), (8, "Garnets", 2)):
        page.put(column, word, HEAD if column == 2 else HEAD_MIDDLE, width=width)
    page.down()
    for name, points in sorted(public.outcome.points, key=lambda entry: -entry[1]):
        page.put(1, places[name], replace(FIGURE, ink=look.MUTED))
        page.put(2, name, look.fitting(name, replace(TEXT, indent=1, bold=places[name] == 1), 4 * WIDTHS[2]), width=4)
        page.put(7, points, FIGURE)
        page.put(8, garnets[name], FIGURE, width=2)
        page.down()
