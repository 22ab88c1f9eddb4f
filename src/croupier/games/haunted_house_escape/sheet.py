"""Lays out a team's own tabs: Room with the card, the counter, the piles and the questions, and Log with the rooms behind it.

Must not decide what is asked (that is `forms`), nor rely on its formula: it is for the players' eyes and never read.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core import look
from croupier.core.forms import Field, Form
from croupier.core.look import FIGURE, HEAD, HEAD_MIDDLE, INPUT, NOTE, SECTION, STRONG, TEXT
from croupier.core.page import LINE_HEIGHT, Page
from croupier.core.sheet import Heading, Style, Tab

from .dice import LAST_ROLL
from .rooms import Room
from .state import COMPLETE, GAIN, GRIM, PAY, ROLL, Entry, Result
from .views import TeamView

WIDTHS = {1: 12.0, 2: 14.0, 3: 16.0, 4: 12.0, 5: 14.0}
ACROSS = 5
GEMS_SHOWN = 18
NIGHT, PARCHMENT, BRASS = "1b1730", "f6efdc", "d9b45f"
TITLE = Style(fill=NIGHT, ink="f4e3a6", bold=True, size=14, align="center", wrap=True)
SMALL_TITLE = Style(fill=NIGHT, ink="b9b2d6", size=9, align="center")
ACTION = Style(fill=BRASS, ink=NIGHT, bold=True, size=11, align="center")
FACT = Style(fill=PARCHMENT, ink=NIGHT, size=10, indent=1, wrap=True)
PILE = Style(ink="0d544f", bold=True, size=10)
CARD_ROW = 30.0
RESULTS = {COMPLETE: "complete victory", GRIM: "grim victory"}


def sheet(view: TeamView, form: Form | None, heading: Heading) -> tuple[Tab, ...]:
    """The tabs that the game makes; Inbox and Rules are everybody's."""
    return _room_tab(view, form, heading), _log_tab(view, heading)


def _room_tab(view: TeamView, form: Form | None, heading: Heading) -> Tab:
    page = Page(dict(WIDTHS), ACROSS)
    page.text(look.told(heading))
    page.gap()
    page.problems(view.problems)
    if view.room is not None:
        _show_card(page, view, view.room)
        page.gap()
    _show_team(page, view)
    page.gap()
    if form is not None and view.room is not None:
        _ask(page, view, view.room, form)
    else:
        page.text([("Nothing to hand in", SECTION), (_why_nothing(view), TEXT)])
    if view.outcome is not None:
        page.gap()
        _show_outcome(page, view.outcome)
    return page.tab("Room")


def _why_nothing(view: TeamView) -> str:
    if view.public.finished:
        return "The match is over."
    if view.waiting:
        return "Your decision stands. The dice are being thrown at the table."
    return "You are through. Leave the file as it is until the other teams are out of the house."


# The card, the counter, the piles ---------------------------------------------------------------------------------


def _show_card(page: Page, view: TeamView, card: Room) -> None:
    """The open room as a card: a title, and a row for each of the three things to do."""
    living, total = len(view.alive), card.points * len(view.alive)
    left = "the last card" if view.cards_left == 0 else f"{view.cards_left} card{'s' * (view.cards_left != 1)} after it"
    page.put(1, f"ROOM {len(view.public.opened)} · {left}", SMALL_TITLE, width=ACROSS)
    page.down(18)
    page.put(1, card.name, TITLE, width=ACROSS)
    page.down(look.height(card.name, page.room, TITLE, 30))
    each = f" ({living} × {card.points})" if living > 1 else ""
    rows = (
        ("PAY", f"◆ {_gems(card.cost)}, paid by one of you", f"counter ▼ {total}{each}"),
        ("ROLL", f"d20 of {card.d20} or more; less: ✕ {_gems(card.fail)}", f"counter ▼ {card.points} for each who passes"),
        ("GAIN", f"◆ {_gems(card.gems)} to share", f"counter ▲ {card.lost}"),
    )
    for action, gives, counts in rows:
        page.put(1, action, ACTION)
        page.put(2, gives, FACT, width=2)
        page.put(4, counts, FACT, width=2)
        page.down(CARD_ROW)


def _gems(number: int) -> str:
    return f"{number} gem{'s' * (number != 1)}"


def _show_team(page: Page, view: TeamView) -> None:
    """The counter, and each player's pile as a row of gems."""
    counter = replace(FIGURE, bold=True, size=20, fill=look.BAND)
    page.text([("Where you stand", SECTION)])
    page.put(1, view.counter, counter)
    page.put(2, _door(view), replace(STRONG, fill=look.BAND, indent=1), width=ACROSS - 1)
    page.down(34)
    each = -(-view.public.ground.limit // GEMS_SHOWN)
    for name, held in view.gems:
        shown = -(-held // each)
        pile = f"{'◆' * shown}{'◇' * (-(-view.public.ground.limit // each) - shown)}" if held else "✕ dead"
        page.put(1, name, look.fitting(name, replace(STRONG, indent=1, wrap=False), WIDTHS[1] + WIDTHS[2]), width=2)
        page.put(3, pile, PILE if held else replace(PILE, ink=look.ALARM), width=2)
        page.put(5, held, replace(FIGURE, bold=True))
        page.down()


def _door(view: TeamView) -> str:
    if view.result is not None:
        return _result(view.result, slow=bool(view.alive))
    if view.counter <= LAST_ROLL:
        return f"on the counter. After the room, a d20 of at least the counter escapes ({max(1, view.counter)} as it stands)."
    return f"on the counter. At {LAST_ROLL} or less after a room, you may roll to escape."


def _result(result: str, *, slow: bool) -> str:
    if result in RESULTS:
        return f"on the counter, and you escaped: a {RESULTS[result]}."
    return "on the counter. The deck is used up: too slow." if slow else "on the counter. All of you are dead."


# The questions ----------------------------------------------------------------------------------------------------


def _ask(page: Page, view: TeamView, card: Room, form: Form) -> None:
    """The choice; who pays; the shares; escape; ready."""
    asked = {field.name: field for field in form.fields}
    page.text([("Your decision", SECTION), ("One sheet for the whole team: the last word counts.", NOTE)])
    choice = _line(page, asked["choice"], "pay, roll or gain")
    payer = _line(page, asked["payer"], f"only for pay: {_gems(card.cost)}")
    shares = [field for name, field in asked.items() if name.startswith("share_")]
    for place, field in enumerate(shares):
        _line(page, field, "only for gain; all empty: evenly" if place == 0 else f"together {card.gems} at most" if place == 1 else "")
    _line(page, asked["escape"], f"counts if the counter is {LAST_ROLL} or less after this room")
    page.put(1, "", replace(STRONG, fill=look.BAND, indent=1), formula=_as_it_stands(choice, payer), width=ACROSS)
    page.down(24)
    page.gap(6)
    _line(page, asked["ready"], "counts at the deadline, ticked or not")


def _line(page: Page, field: Field, note: str) -> str:
    page.put(1, field.label, look.fitting(field.label, replace(TEXT, wrap=False), WIDTHS[1] + WIDTHS[2]), width=2)
    cell = page.ask(3, field, INPUT)
    page.put(4, note, replace(NOTE, indent=1), width=2)
    page.down(look.height(note, WIDTHS[4] + WIDTHS[5], NOTE, 26))
    return cell


def _as_it_stands(choice: str, payer: str) -> str:
    """EH-2 in a formula: what the choice comes to, for the eyes."""
    word = f"LOWER(TRIM({choice}))"
    pays = f'IF(TRIM({payer})="","Pay, but nobody pays yet: you would roll.","You pay.")'
    other = f'IF({word}="","Nothing chosen yet: you would roll.","This is no choice: you would roll.")'
    return f'=IF({word}="{PAY}",{pays},IF({word}="{GAIN}","You gain.",IF({word}="{ROLL}","You roll.",{other})))'


# The rooms behind, and the end ------------------------------------------------------------------------------------


def _log_tab(view: TeamView, heading: Heading) -> Tab:
    """A line a room: what was done, the dice, the counter and the piles after it."""
    names = [name for name, _ in view.gems]
    widths = {1: 5.0, 2: 24.0, 3: 24.0, 4: 8.0, 5: 8.0, **{6 + place: 8.0 for place in range(len(names))}}
    page = Page(widths, 5 + len(names))
    page.text([("Rooms behind you", look.TITLE), (f"{heading.match} · {heading.seat}", look.SUBTITLE)])
    page.gap()
    if not view.log:
        page.text([("No room has been played yet.", TEXT)])
        return page.tab("Log", look.MUTED)
    for column, word in enumerate(("", "Room", "What you did", "Counter", "Escape"), start=1):
        page.put(column, word, HEAD if column in (2, 3) else HEAD_MIDDLE)
    for place, name in enumerate(names):
        page.put(6 + place, name, look.fitting(name, replace(HEAD_MIDDLE, wrap=False), 8))
    page.down()
    for entry in view.log:
        done, room = _done(entry), view.public.opened[entry.room - 1].name
        page.put(1, entry.room, replace(FIGURE, ink=look.MUTED))
        page.put(2, room, TEXT)
        page.put(3, done, TEXT)
        page.put(4, entry.counter, replace(FIGURE, bold=True))
        page.put(5, _escape(entry), FIGURE)
        for place, (_, held) in enumerate(entry.gems):
            page.put(6 + place, held if held else "✕ 0", FIGURE)
        page.down(max(look.height(room, 24, TEXT), look.height(done, 24, TEXT), LINE_HEIGHT))
    return page.tab("Log", look.MUTED)


def _done(entry: Entry) -> str:
    if entry.choice == PAY:
        return f"{entry.payer} paid"
    if entry.choice == GAIN:
        return "gained: " + (", ".join(f"{name} {share}" for name, share in entry.gained if share) or "nothing")
    return "rolled: " + ", ".join(f"{name} {die}{'*' * (name in entry.by_hand)}" for name, die in entry.rolls)


def _escape(entry: Entry) -> str | int:
    if entry.escape_roll is None:
        return "declined" if entry.declined else "–"
    return f"{entry.escape_roll}{'*' * entry.escape_by_hand}"


def _show_outcome(page: Page, outcome: Result) -> None:
    """Every team's result and place."""
    places = dict(outcome.places)
    page.text([("The end", SECTION)])
    for column, word in ((1, "Place"), (2, "Team"), (3, "Result"), (4, "Rooms"), (5, "Gems")):
        page.put(column, word, HEAD if column in (2, 3) else HEAD_MIDDLE)
    page.down()
    for name, one in sorted(outcome.teams, key=lambda entry: places[entry[0]]):
        result = RESULTS.get(one.result) or ("too slow" if one.slow else "all dead")
        page.put(1, places[name], FIGURE)
        page.put(2, name, look.fitting(name, replace(TEXT, wrap=False, bold=places[name] == 1), WIDTHS[2]))
        page.put(3, result, replace(TEXT, wrap=False))
        page.put(4, one.rooms, FIGURE)
        page.put(5, one.gems, FIGURE)
        page.down()
