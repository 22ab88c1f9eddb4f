"""Draws a room card: its name, a house at night, and one panel for each of the three things that a team can do.

Must not know a view; a card looks the same to everybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.picture import Box, Disc, Label, Path, Picture, Shape

from . import icons
from .icons import BLOOD, BRASS, DUSK, FAINT, GEM_DARK, INK, MIST, MOON, NIGHT, PAPER
from .rooms import SIDES, Room

WIDTH, HEIGHT = 340, 432
_LEFT, _WIDE = 20, 300
_PANELS = 204
_PANEL, _STEP = 62, 72
_LINE = 22
"""Letters on a line of the name in its largest size."""


def told_card(number: int, card: Room) -> str:
    """The card in words."""
    return (
        f"Room {number}, {card.name}. Pay: {card.cost} gems by one player, then every living player earns {card.points}. "
        f"Roll: a d20 of {card.d20} or more earns {card.points}, less costs {card.fail} gems. "
        f"Gain: {card.gems} gems, and the counter goes up by {card.lost}."
    )


def card_picture(number: int, card: Room) -> Picture:
    """The card as a picture."""
    shapes = (*_ground(), *_scene(number, card), *_name(card.name), *_pay(card), *_roll(card), *_gain(card))
    return Picture(WIDTH, HEIGHT, PAPER, shapes, told_card(number, card))


def _ground() -> Iterator[Shape]:
    yield Box(0, 0, WIDTH, HEIGHT, NIGHT)
    yield Box(8, 8, WIDTH - 16, HEIGHT - 16, None, BRASS, 2, 12)
    yield Box(13, 13, WIDTH - 26, HEIGHT - 26, None, DUSK, 2, 9)


def _scene(number: int, card: Room) -> Iterator[Shape]:
    """A moon and a house; as many of its windows are lit as the room has points."""
    yield Disc(288, 56, 24, MOON)
    yield Disc(298, 48, 20, NIGHT)
    for x, y in ((112, 40), (148, 62), (204, 34), (226, 76), (296, 104), (86, 84)):
        yield Disc(x, y, 1, MIST)
    yield Box(20, 130, 300, 14, DUSK)
    for left, top, width in ((118, 78, 46), (164, 60, 60), (224, 90, 40)):
        yield Box(left, top, width, 132 - top, DUSK)
        middle, high = left + width // 2, width // 2
        for step in range(high):
            yield Path(((middle - step, top - high + step), (middle + step, top - high + step)), DUSK, 2)
    places = [(128, 90), (146, 90), (173, 74), (189, 74), (205, 74), (173, 100), (205, 100), (233, 102), (247, 102), (128, 112), (146, 112)]
    for place, (x, y) in enumerate(places):
        yield Box(x - 1, y, 9, 13, MOON if place < card.points else NIGHT, radius=3)
    yield Box(185, 108, 16, 26, NIGHT, radius=7)
    yield Disc(50, 54, 24, NIGHT, BRASS, 2)
    yield Label(50, 54, str(number), 20 if number < 100 else 16, BRASS, bold=True)


def _name(name: str) -> Iterator[Shape]:
    """On one line or two, smaller where it is long."""
    size = 22
    lines = _lines(name, _LINE)
    if len(lines) > 2:
        size, lines = 15, _lines(name, 30)[:2]
    elif len(lines) == 2:
        size = 19
    middle = 172
    for place, line in enumerate(lines):
        yield Label(WIDTH // 2, middle + (2 * place - len(lines) + 1) * (size + 4) // 2, line, size, PAPER, bold=True)


def _lines(text: str, room: int) -> list[str]:
    lines = [""]
    for word in (part for whole in text.split() for part in _parts(whole, room)):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > room:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _parts(word: str, room: int) -> list[str]:
    """A word that is too long for a line, cut."""
    return [word[place : place + room] for place in range(0, len(word), room)]


def _panel(place: int, title: str) -> Iterator[Shape]:
    top = _PANELS + place * _STEP
    yield Box(_LEFT, top, _WIDE, _PANEL, PAPER, radius=9)
    yield Box(_LEFT, top, 66, _PANEL, BRASS, radius=9)
    yield Box(_LEFT + 52, top, 14, _PANEL, BRASS)
    yield Label(_LEFT + 33, top + _PANEL // 2, title, 16, INK, bold=True)


def _pay(card: Room) -> Iterator[Shape]:
    y = _PANELS + _PANEL // 2
    yield from _panel(0, "PAY")
    yield from icons.gem(112, y, 13)
    yield Label(132, y - 4, str(card.cost), 26, INK, bold=True, anchor="left")
    yield Label(132, y + 19, "one pays", 11, FAINT, anchor="left")
    yield from _each(card, y)


def _roll(card: Room) -> Iterator[Shape]:
    y = _PANELS + _STEP + _PANEL // 2
    yield from _panel(1, "ROLL")
    yield from icons.d20(112, y, str(card.d20), 24)
    yield Label(140, y - 13, f"{card.d20} or more" if card.d20 < SIDES else "20 alone", 12, FAINT, anchor="left")
    yield from icons.broken(148, y + 14, 8)
    yield Label(164, y + 14, f"−{card.fail}", 18, BLOOD, bold=True, anchor="left")
    yield Label(172 + 11 * len(f"−{card.fail}"), y + 14, "if less", 11, FAINT, anchor="left")
    yield from _each(card, y)


def _each(card: Room, y: int) -> Iterator[Shape]:
    """What earns the points: the counter goes down for each."""
    yield from icons.down(248, y - 6)
    yield Label(262, y - 6, f"−{card.points}", 24, GEM_DARK, bold=True, anchor="left")
    yield Label(277, y + 19, "for each", 11, FAINT)


def _gain(card: Room) -> Iterator[Shape]:
    y = _PANELS + 2 * _STEP + _PANEL // 2
    yield from _panel(2, "GAIN")
    yield from icons.gem(112, y, 13)
    yield Label(132, y - 4, f"+{card.gems}", 26, GEM_DARK, bold=True, anchor="left")
    yield Label(132, y + 19, "to share", 11, FAINT, anchor="left")
    yield from icons.up(248, y - 6)
    yield Label(262, y - 6, f"+{card.lost}", 24, BLOOD, bold=True, anchor="left")
    yield Label(277, y + 19, "once", 11, FAINT)
