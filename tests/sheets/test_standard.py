"""Inbox and Rules, which every workbook has.

Must not hold words of a game.
"""

from __future__ import annotations

from croupier.core.sheet import Heading, Tab
from croupier.rulebook import Ruling, Topic
from croupier.sheets import standard

HEADING = Heading("Match 2", "Ana", "Auction 3", "Thu 3 Dec 2026, 21:59", "What stands here counts.", "Tell the host.")
TOPICS = (
    Topic("Bids", (Ruling("XX-1", "Who wins", "One paragraph\nover two lines.\n\nAnother."), Ruling("XX-2", "Ties", "Nobody."))),
    Topic("Ends", (Ruling("XX-3", "When", "Late."),)),
)


def texts(tab: Tab) -> list[str]:
    """Row by row, what stands in the first two columns."""
    rows = sorted({cell.row for cell in tab.cells})
    by_place = {(cell.row, cell.column): str(cell.value) for cell in tab.cells}
    return [" | ".join(filter(None, (by_place.get((row, 1)), by_place.get((row, 2))))) for row in rows]


def test_the_inbox_shows_the_newest_first() -> None:
    tab = standard.inbox((("Begin", ("first",)), ("Auction 1", ("second", "– third"))), HEADING)
    assert tab.title == "Inbox"
    assert texts(tab) == ["Inbox", "Match 2 · Ana", "Auction 1", "• | second", "– third", "Begin", "• | first"]


def test_an_empty_inbox_says_so() -> None:
    assert texts(standard.inbox((), HEADING))[-1] == "Nothing has happened yet."


def test_rules_stand_by_topic_with_their_numbers() -> None:
    tab = standard.rules(TOPICS, HEADING)
    assert texts(tab)[2:7] == ["Bids", "XX-1 | Who wins", "One paragraph over two lines.", "Another.", "XX-2 | Ties"]
    assert texts(tab)[7:] == ["Nobody.", "Ends", "XX-3 | When", "Late."]


def test_nothing_is_open_and_long_texts_get_the_room_they_need() -> None:
    long = "word " * 100
    tab = standard.inbox((("Auction 1", ("short", long)),), HEADING)
    assert not any(cell.open or cell.name or cell.formula for cell in tab.cells)
    rows = {str(cell.value): cell.row for cell in tab.cells}
    heights = dict(tab.heights)
    assert heights[rows[long]] > 5 * 10
    assert heights[rows["short"]] < 20
