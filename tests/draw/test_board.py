"""The boards: what is drawn of houses and walks, for whom, and the words that stand for it.

Must not paint more than a few pictures: what is drawn is data, and most tests read that.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from croupier.core.draws import from_text
from croupier.core.picture import Box, Disc, Label, Picture
from croupier.core.picture import Path as Line
from croupier.core.plain import encode
from croupier.draw.painter import paint
from croupier.games.house_of_horrors import board, colours, route
from croupier.games.house_of_horrors.catalogue import TURNS, WALL, read_catalogue
from croupier.games.house_of_horrors.house import House, Piece, Plot, build, stand
from croupier.games.house_of_horrors.roster import ENTRANTS, LEBOSS
from croupier.games.house_of_horrors.views import Ground, PublicView, SeatView
from croupier.games.house_of_horrors.walks import Walk, walk

GOLDENS = Path(__file__).parent / "goldens"
CATALOGUE = read_catalogue(tomllib.loads(files("croupier.games.house_of_horrors").joinpath("scares.toml").read_text(encoding="utf-8")))
PLOT = Plot(9, (0, 8), (8, 0))
# Touching equal pieces, overlapping zones, a zone partly outside and under a body, a single square, dark and light colours.
PIECES = (
    Piece("Wolfman", "B7", 0),
    Piece("Wolfman", "C4", 180),
    Piece("Nightmare", "D5", 90),
    Piece(WALL, "A4", 0),
    Piece(WALL, "G2", 0),
    Piece("Blood Walls", "G5", 0),
    Piece("Grunkle-In-a-Box", "D2", 0),
    Piece("Playtest", "A2", 180),
    Piece("Coffin Banger", "F8", 90),
)
WALKERS = ("Straight Shaun", "Jumpy Jack")


def house(pieces: tuple[Piece, ...] = PIECES) -> House:
    return build(PLOT, CATALOGUE, pieces)


def drawn(pieces: tuple[Piece, ...] = PIECES, entrants: tuple[str, ...] = WALKERS, *, finished: bool = True) -> dict[str, Picture]:
    """The pictures of a match of one."""
    walks = tuple(walk(house(pieces), name, name, stream=from_text("red").stream("x")) for name in entrants)
    return dict(board.pictures(public(pieces, walks, finished=finished)))


def public(pieces: tuple[Piece, ...], walks: tuple[Walk, ...], *, finished: bool) -> PublicView:
    ground = Ground(PLOT, CATALOGUE, 1000, 9, 4, ("Zanzibar",))
    known = PublicView("finished" if finished else "ceremony", finished, (), (), ground=ground)
    seat = SeatView(0, 0, (), pieces, (), (), (), walks, 1, name="Zanzibar", public=known)
    return replace(known, seats=(("Zanzibar", seat),))


def as_lines(picture: Picture) -> str:
    """A picture as text, a shape a line, so that a change shows as a change of lines."""
    shapes = [json.dumps([type(shape).__name__, *encode(shape).values()], ensure_ascii=False) for shape in picture.shapes]
    return "\n".join([json.dumps([picture.width, picture.height, picture.ground, picture.alt], ensure_ascii=False), *shapes]) + "\n"


@pytest.mark.parametrize("name", ["house-1", "walk-1-1", "walk-1-2"])
def test_what_is_drawn_is_what_was_drawn(name: str) -> None:
    """CROUPIER_GOLDENS=write writes the goldens anew; look at the pictures before you keep them."""
    golden, text = GOLDENS / f"{name}.txt", as_lines(drawn()[name])
    if os.environ.get("CROUPIER_GOLDENS") == "write":
        golden.write_text(text, encoding="utf-8")
    assert text.splitlines() == golden.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["house-1", "walk-1-1"])
def test_what_is_painted_is_what_was_painted(name: str, tmp_path: Path) -> None:
    golden, png = GOLDENS / f"{name}.png", paint(drawn()[name])
    if os.environ.get("CROUPIER_GOLDENS") == "write":
        golden.write_bytes(png)
    assert unlike(png, golden.read_bytes()) <= 0.001, f"see {_save(tmp_path / f'{name}.png', png)}"


def test_a_wrong_square_is_more_than_the_goldens_forgive() -> None:
    moved = drawn((*PIECES[:3], Piece(WALL, "A5", 0), *PIECES[4:]))
    assert unlike(paint(moved["house-1"]), (GOLDENS / "house-1.png").read_bytes()) > 0.001


def unlike(one: bytes, other: bytes) -> float:
    """The share of pixels that differ by more than smoothing does."""
    pictures = [Image.open(BytesIO(png)).convert("RGB") for png in (one, other)]
    if pictures[0].size != pictures[1].size:
        return 1.0
    histogram = ImageChops.difference(*pictures).convert("L").histogram()
    return sum(histogram[17:]) / sum(histogram)


def _save(path: Path, png: bytes) -> Path:
    path.write_bytes(png)
    return path


def test_before_the_end_nothing_is_drawn_for_everybody() -> None:
    assert drawn(finished=False) == {}
    assert set(drawn()) == {"house-1", "walk-1-1", "walk-1-2"}
    assert board.pictures(object()) == ()


def test_a_seat_sees_its_own_house_and_no_walk() -> None:
    seat = (public(PIECES, (), finished=True).seats or ())[0][1]
    assert [name for name, _ in board.pictures(seat)] == ["house"]
    assert board.pictures(seat)[0][1].alt.startswith("Your house: 9 by 9 squares, start A9, exit I1.")


def test_no_picture_names_a_player() -> None:
    assert "Zanzibar" not in repr(drawn())


def test_the_words_tell_the_whole_position() -> None:
    alt = drawn()["house-1"].alt
    assert alt.startswith("House 1: 9 by 9 squares, start A9, exit I1. In the order placed: Wolfman (Wo1) at B7; Wolfman (Wo2) at C4 turned 180°;")
    for piece in PIECES:
        assert f"{piece.scare} (" in alt
        assert f" at {piece.at}" in alt
    assert drawn(())["house-1"].alt == "House 1: 9 by 9 squares, start A9, exit I1. No piece stands in it."


@pytest.mark.parametrize("entrant", [entrant.name for entrant in ENTRANTS if entrant.name != LEBOSS])
def test_the_words_of_a_walk_tell_every_square_and_what_is_triggered(entrant: str) -> None:
    one = walk(house(), entrant, entrant, stream=from_text("red").stream("x"))
    alt = drawn(entrants=(entrant,))["walk-1-1"].alt
    assert alt.startswith(f"House 1, walk 1: {entrant} goes {' '.join(one.path)}. ")
    for number, scare in enumerate(one.activated, start=1):
        assert f"{number} {scare} at " in alt
    assert ("Nothing is triggered." in alt) == (not one.activated)


def test_who_walks_as_another_is_said_to() -> None:
    one = walk(house(), LEBOSS, "Zooming Zero")
    alt = dict(board.pictures(public(PIECES, (one,), finished=True)))["walk-1-1"].alt
    assert "Lazy Leboss, who walks as Zooming Zero, goes A9 " in alt


def labels(picture: Picture) -> list[str]:
    return [shape.text for shape in picture.shapes if isinstance(shape, Label)]


def test_every_square_row_column_start_exit_and_piece_is_labelled() -> None:
    seen = labels(drawn()["house-1"])
    for text in (*"ABCDEFGHI", *"123456789", "S", "E", "Ni", "Bl", "Gr", "Pl", "Co"):
        assert text in seen
    assert seen.count("Wa") == 2
    assert {"Wo1", "Wo2"} <= set(seen), "equal Scares are told apart"
    zones = [square for square, owner in house().owners.items() if house().standing[owner].scare.name == "Grunkle-In-a-Box"]
    assert seen.count("Gr") == len(zones) + 1, "each zone square names its owner"


def test_the_order_of_triggers_is_numbered_and_the_ends_lie_on_top() -> None:
    picture = drawn()["walk-1-1"]
    one = walk(house(), WALKERS[0], WALKERS[0])
    assert labels(picture)[-len(one.activated) :] == [str(n) for n in range(1, len(one.activated) + 1)]
    last_line = max(at for at, shape in enumerate(picture.shapes) if isinstance(shape, Line) and shape.colour == route.LINE)
    ends = [at for at, shape in enumerate(picture.shapes) if isinstance(shape, Label) and shape.text in ("S", "E") and shape.size == 20]
    assert min(ends) > last_line


def test_a_way_over_the_same_squares_twice_is_drawn_beside_itself() -> None:
    shapes = route.route_shapes(walk(house(), "Jumpy Jack", "Jumpy Jack"), 40, lambda square: (square[0] * 40, square[1] * 40)).line
    strokes = [frozenset(shape.points) for shape in shapes if isinstance(shape, Line) and shape.width == 4 and shape.colour == route.LINE]
    assert len(strokes) == len(set(strokes))
    steps = walk(house(), "Jumpy Jack", "Jumpy Jack").path
    ways = [frozenset(pair) for pair in pairwise(steps)]
    assert len(ways) > len(set(ways)), "Jack does come back over his own way here"


def test_ink_stands_out_on_every_scare() -> None:
    for scare in CATALOGUE.scares:
        ink = colours.ink_on(f"#{scare.colour}")
        assert colours.contrast(f"#{scare.colour}", ink) >= 4.5, scare.name
        picture = drawn((Piece(scare.name, "D5", 0),), ())["house-1"]
        assert {shape.colour for shape in picture.shapes if isinstance(shape, Label) and shape.text == scare.code} >= {ink}
    assert colours.contrast(board.ZONE, board.ZONE_INK) >= 4.5
    for end in (board.START, board.EXIT):
        assert colours.contrast(end, "#ffffff") >= 4.5


def test_a_square_that_two_zones_claim_is_hatched_both_ways() -> None:
    hatching = [shape.points for shape in drawn()["house-1"].shapes if isinstance(shape, Line) and shape.colour == board.ZONE_HATCH]
    falling = [line for line in hatching if (line[0][0] - line[1][0]) * (line[0][1] - line[1][1]) > 0]
    assert falling
    x, y = board.Sheet(house()).corner((2, 0))  # C1: Playtest and Grunkle-In-a-Box
    assert all(x <= across <= x + 40 and y <= down <= y + 40 for line in falling for across, down in line)


def test_the_sample_is_legal() -> None:
    built = House(PLOT)
    for piece in house().standing:
        assert built.fault(piece) is None
        built = built.with_piece(piece)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert round(colours.contrast("#000000", "#ffffff"), 2) == 21
    assert round(colours.contrast("#777777", "#ffffff"), 2) == 4.48
    assert colours.mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert (colours.ink_on("#ffff00", "#111111"), colours.ink_on("#000080", "#111111")) == ("#111111", "#ffffff")


@given(seed=st.integers(0, 10**9), size=st.sampled_from((2, 5, 9, 12, 26)))
@settings(max_examples=40, deadline=None)
def test_whatever_stands_there_everything_drawn_lies_on_the_card(seed: int, size: int) -> None:
    plot, stream = Plot(size, (0, size - 1), (size - 1, 0)), from_text(str(seed)).stream("house")
    built = House(plot)
    for _ in range(12):
        piece = stand(stream.choice(CATALOGUE.scares), (stream.below(size), stream.below(size)), stream.choice(TURNS))
        if built.fault(piece) is None:
            built = built.with_piece(piece)
    entrant = stream.choice(ENTRANTS[:8]).name
    sheet = board.Sheet(built)
    on_a_way = board._walk_picture("House 1, walk 1", sheet, board._ground(sheet), walk(built, entrant, entrant, stream=stream))
    pictures = [board._house_picture("House 1", built), on_a_way]
    for picture in pictures:
        for x, y in points(picture):
            assert 0 <= x <= picture.width
            assert 0 <= y <= picture.height


def points(picture: Picture) -> Iterator[tuple[int, int]]:
    for shape in picture.shapes:
        match shape:
            case Box(x, y, width, height):
                assert width > 0
                assert height > 0
                yield from ((x, y), (x + width, y + height))
            case Disc(x, y, radius):
                yield from ((x - radius, y - radius), (x + radius, y + radius))
            case Line(line):
                yield from line
            case Label(x, y):
                yield (x, y)
