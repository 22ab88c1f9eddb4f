"""The tabs of players and guests, and the pictures: what is there, that it is narrow, and that it can be read.

Must not know a workbook's format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from croupier.core.audience import PUBLIC, Seat
from croupier.core.picture import Label
from croupier.core.sheet import Heading, Tab
from croupier.games.predictions_chaos import GAME
from croupier.games.predictions_chaos.colours import SCALE, ink_on
from predictions_chaos.scene import GUESTS, PLAYERS, STARTS, Scene, scene

HEADING = Heading("Main Match 11", "Ana", "Round 3", "Sun 1 Nov 2026, 21:59 EST (UTC-05:00)", "What stands here counts.", "Tell the host.")
WIDEST = 66


def tabs(at: Scene, seat: str) -> dict[str, Tab]:
    view = at.view(Seat(seat))
    return {tab.title: tab for tab in GAME.sheet(view, GAME.ask(view), HEADING)}


def scenes() -> Iterator[Scene]:
    at = scene(starts=None, garnets={"Ana": 3})
    yield at
    yield (at := at.play())
    yield (at := at.play(Ana={"action": "wall", "border": "x"}, Bo={"action": "off_by_one", "square": "R1C1", "by": 1}))
    yield at.until("finished")


@pytest.mark.parametrize("seat", [*PLAYERS[:2], *GUESTS[:2]])
def test_tabs_fit_a_phone(seat: str) -> None:
    for at in scenes():
        for tab in tabs(at, seat).values():
            assert sum(width for _, width in tab.widths) <= WIDEST, f"{tab.title} is too wide for a phone"
            taken: set[tuple[int, int]] = set()
            for cell in tab.cells:
                area = {(cell.row + down, cell.column + right) for down in range(cell.height) for right in range(cell.width)}
                assert not taken & area, f"two cells of {tab.title} lie on one another in row {cell.row}"
                taken |= area


@pytest.mark.parametrize("seat", [*PLAYERS[:1], *GUESTS[:1]])
def test_every_input_has_a_note_with_an_example(seat: str) -> None:
    for at in scenes():
        for cell in tabs(at, seat)["Submit"].cells:
            if cell.name is not None:
                assert re.search(r"such as|\+1 or −1", cell.note), f"{cell.name} gives no example"


def test_the_grid_tab_shows_numbers_on_their_colours_and_tokens_by_signs() -> None:
    grid = [[(row + column) % 9 - 4 for column in range(7)] for row in range(7)]
    at = scene(grid=grid, starts={**STARTS, "Mia-Tom": "R4C4"})
    cells = [cell for cell in tabs(at, "Ana")["Grid"].cells if re.fullmatch(r"[+−]?[0-4](\n[A-F]+)?", str(cell.value)) and cell.style.fill]
    assert len(cells) == 49
    for cell in cells:
        number = int(str(cell.value).split("\n")[0].replace("−", "-"))
        assert (cell.style.fill, cell.style.ink) == (SCALE[number], ink_on(number))
    assert [str(cell.value).split("\n")[1] for cell in cells if "\n" in str(cell.value)] == ["B", "D", "AF", "E", "C"]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("number", SCALE)
def test_every_number_can_be_read_on_its_colour(number: int) -> None:
    light, dark = sorted((luminance(SCALE[number]), luminance(ink_on(number))), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_scale_gets_darker_to_both_ends() -> None:
    for sign in (1, -1):
        lights = [luminance(SCALE[sign * step]) for step in range(5)]
        assert lights == sorted(lights, reverse=True) and len(set(lights)) == 5


def test_used_up_actions_are_no_longer_offered() -> None:
    at = scene().play(Ana={"action": "wall", "border": "C1|C2"}).play(Ana={"action": "wall", "border": "C1|C2"})
    form = GAME.ask(at.view(Seat("Ana")))
    assert form is not None and form.fields[0].choices == ("Off by One", "Point Swap", "Double Movement")


def test_pictures_tell_the_position_and_no_name() -> None:
    at = scene().play(Reds={"moves": {"Chao-Reds": "right 2"}})
    drawn = dict(GAME.pictures(at.view(PUBLIC)))
    assert list(drawn) == ["grid-0", "grid-1"] and drawn == dict(GAME.pictures(at.view(Seat("Ana"))))
    assert "A on R4C4" in drawn["grid-0"].alt and "A on R4C6" in drawn["grid-1"].alt
    for picture in drawn.values():
        labels = [shape.text for shape in picture.shapes if isinstance(shape, Label)]
        assert sum(label in "ABCDEF" for label in labels) == 6
        assert not [name for name in (*PLAYERS, *GUESTS) if name in " ".join(labels) + picture.alt]


def test_six_tokens_in_one_cell_stay_inside_it() -> None:
    at = scene(starts=dict.fromkeys(STARTS, "R1C1"))
    (_, picture), *_ = GAME.pictures(at.view(PUBLIC))
    for shape in picture.shapes:
        if isinstance(shape, Label) and shape.text in "ABCDEF":
            assert 30 <= shape.x <= 82 and 26 <= shape.y <= 78


def test_a_players_own_deeds_are_there_but_not_what_became_of_a_swap() -> None:
    swap = {"action": "point_swap", "cells": ["R3C3", "R6C6"]}
    at = scene().play(Ana=swap, Bo={"action": "point_swap", "cells": ["R3C3", "R5C5"]}, Cy={"action": "wall", "border": "x"})
    shown = {seat: " ".join(str(cell.value) for cell in tabs(at, seat)["Submit"].cells) for seat in PLAYERS}
    assert "Point Swap R3C3 and R6C6" in shown["Ana"] and "R6C6" not in shown["Bo"]
    assert "The Wall (void)" in shown["Cy"] and "no action" in shown["Di"]
    assert "no effect" not in shown["Ana"].casefold().replace("no effect where another", "")


def test_the_end_is_told_on_everybodys_sheet() -> None:
    at = scene(garnets={"Ana": 3}).until("finished")
    for seat in (*PLAYERS, *GUESTS):
        assert "No Token of Life is given." in " ".join(str(cell.value) for cell in tabs(at, seat)["Submit"].cells)
