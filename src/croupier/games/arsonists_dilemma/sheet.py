"""Lays out a seat's own tabs: Submit with the one question of the turn, and House with all that is public and the own attempts.

Must not decide what is asked (that is `forms`).
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core import look
from croupier.core.forms import Form
from croupier.core.look import INPUT, INPUT_TEXT, NOTE, SECTION, STRONG, TEXT
from croupier.core.page import Page
from croupier.core.sheet import Heading, Tab

from .events import PRICING, PURCHASING
from .fire import AAAHHH, BEEP, NONE, ON_FIRE, TASTY
from .house_sheet import COLUMNS, WIDTHS, house_tab, show_house, show_structures
from .views import SeatView

INPUT_HEIGHT = 30.0
PRICE_HEIGHT = 60.0
SOUNDS = {
    AAAHHH: "a loud AAAHHH",
    ON_FIRE: "the carpet is on fire",
    TASTY: "you smell a tasty apple",
    BEEP: "beeping",
    NONE: "no new feedback",
}


def sheet(view: SeatView, form: Form | None, heading: Heading) -> tuple[Tab, ...]:
    """The tabs that the game makes; Inbox and Rules are everybody's."""
    return _submit_tab(view, form, heading), house_tab(view)


def _submit_tab(view: SeatView, form: Form | None, heading: Heading) -> Tab:
    page = Page(dict(WIDTHS), COLUMNS)
    page.text(look.told(heading))
    page.gap()
    page.problems(view.problems)
    if form is not None:
        _ask(page, view, form)
    else:
        _show_waiting(page, view)
    page.gap()
    house = view.public.house
    if house is not None:
        show_house(page, view, house)
        page.gap(6)
        _show_feedback(page, view, house)
    elif view.public.phase == PURCHASING:
        for number, _ in view.public.houses:
            show_house(page, view, int(number))
            page.gap(6)
    if not view.public.finished:
        page.gap()
        show_structures(page, view)
    return page.tab()


def _ask(page: Page, view: SeatView, form: Form) -> None:
    turn = view.public.turn
    number = turn.number if turn else 0
    phase = view.public.phase
    if phase == PRICING:
        words, late = "Name one structure that has no price yet, and its price.", "a skipped turn; the third one loses the match"
    elif phase == PURCHASING:
        words, late = (
            "Put one structure into a free cell. Its price is added to what you have spent on that house.",
            ("a skipped turn; the third one loses the match"),
        )
    else:
        words, late = "Name one structure to burn, or escape for good.", "an escape"
    page.text([(f"Your turn: number {number}", SECTION), (words, STRONG)])
    page.text([(f"You have {view.public.ground.turn_seconds} seconds. If the time runs out before you tick Done, that is {late}.", NOTE)])
    page.gap(6)
    for known in form.fields:
        page.put(1, known.label, replace(STRONG, wrap=False), width=2)
        wide = known.name == "price"
        page.ask(3, known, INPUT_TEXT if wide else INPUT, width=2)
        page.down(PRICE_HEIGHT if wide else INPUT_HEIGHT)
    page.gap(6)
    page.text((f"{known.label}: {known.note}", NOTE) for known in form.fields)


def _show_waiting(page: Page, view: SeatView) -> None:
    public = view.public
    if public.outcome is not None:
        totals = ", ".join(f"{seat} {euphoria}" for seat, euphoria in public.outcome.euphoria)
        page.text([("The match is over", SECTION), (f"{public.outcome.winner} wins. Euphoria: {totals}.", STRONG)])
        if public.outcome.forfeited:
            page.text([(f"{public.outcome.forfeited} has forfeited.", TEXT)])
        return
    who = public.turn.seat if public.turn else ""
    page.text([("Nothing to hand in", SECTION), (f"It is the turn of {who}. Your sheet asks you when it is yours.", TEXT)])


def _show_feedback(page: Page, view: SeatView, house: int) -> None:
    """What the seat heard in this house (AD-11)."""
    page.text([("What you have heard in this house", SECTION)])
    heard = [entry for entry in view.feedback if entry.house == house]
    for entry in heard:
        page.text([(f"Turn {entry.turn}: {', '.join(SOUNDS[sound] for sound in entry.heard)}", TEXT)])
    if not heard:
        page.text([("Nothing yet.", NOTE)])
