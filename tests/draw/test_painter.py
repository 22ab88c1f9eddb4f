"""The painter: pixels and nothing else, the same for the same shapes, under a name made from them.

Must not know a game.
"""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from croupier.core.picture import Box, Disc, Label, Picture
from croupier.core.picture import Path as Line
from croupier.draw import painter

PICTURE = Picture(
    120,
    80,
    "#f3ecdc",
    (
        Box(10, 10, 40, 30, "#123b2f", "#e0bd72", 3, 6),
        Box(60, 10, 20, 20, None, "#a3152b", 2),
        Disc(90, 50, 12, "#ffc93c", "#211b14", 2),
        Line(((10, 70), (60, 70), (60, 50)), "#1b2a6b", 4),
        Label(30, 25, "Wo", 14, "#ffffff", bold=True),
        Label(112, 74, "right", 9, "#211b14", anchor="right"),
    ),
    "a test picture",
)


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def test_a_png_holds_pixels_and_a_palette_and_no_words() -> None:
    png = painter.paint(PICTURE)
    found, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append(png[at + 4 : at + 8])
        at += 12 + length
    assert set(found) == {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
    image = opened(png)
    assert (image.mode, image.size, image.info) == ("P", (240, 160), {})


def test_flat_areas_keep_their_colour_to_the_last_bit() -> None:
    image = opened(painter.paint(PICTURE)).convert("RGB")
    for place, colour in (
        ((2, 2), "#f3ecdc"),
        ((30, 70), "#123b2f"),
        ((50, 22), "#e0bd72"),
        ((180, 100), "#ffc93c"),
        ((60, 140), "#1b2a6b"),
        ((140, 40), "#f3ecdc"),
    ):
        assert image.getpixel(place) == tuple(bytes.fromhex(colour[1:])), place
    white = [1 for x in range(40, 80) for y in range(36, 64) if image.getpixel((x, y)) == (255, 255, 255)]
    assert len(white) > 50, "the label is there"


def test_a_picture_with_more_colours_than_a_palette_holds_is_painted_all_the_same() -> None:
    boxes = tuple(Box(x, y, 1, 1, f"#{x * 11:02x}{y * 11:02x}80") for x in range(20) for y in range(20))
    image = opened(painter.paint(Picture(20, 20, "#000000", boxes, ""))).convert("RGB")
    assert image.getpixel((20, 20)) != (0, 0, 0)
    assert len(image.getcolors(1000) or ()) <= 256


def test_the_same_shapes_give_the_same_bytes_in_another_process() -> None:
    script = "import sys; sys.path.insert(0, sys.argv[1]); import test_painter as t; sys.stdout.buffer.write(t.painter.paint(t.PICTURE))"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "LC_ALL": "C"}
    other = subprocess.run([sys.executable, "-c", script, str(Path(__file__).parent)], env=environment, capture_output=True, check=True).stdout
    assert other == painter.paint(PICTURE)


def test_the_name_comes_from_what_is_painted_and_from_nothing_else() -> None:
    name = painter.file_name("house-3", PICTURE)
    assert name == f"house-3-{painter.digest(PICTURE)}.png"
    assert painter.file_name("house-3", replace(PICTURE, alt="other words")) == name
    changed = [replace(PICTURE, shapes=PICTURE.shapes[:-1]), replace(PICTURE, ground="#f3ecdd"), replace(PICTURE, width=121)]
    assert len({name, *(painter.file_name("house-3", other) for other in changed)}) == 4


def test_a_changed_painter_gives_new_names(monkeypatch: pytest.MonkeyPatch) -> None:
    before = painter.digest(PICTURE)
    monkeypatch.setattr(painter, "VERSION", painter.VERSION + 1)
    assert painter.digest(PICTURE) != before


def test_a_picture_that_is_there_is_not_painted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = painter.keep("house-1", PICTURE, tmp_path / "new folder")
    assert opened(first.read_bytes()).size == (240, 160)

    def refuse(picture: Picture) -> bytes:
        raise AssertionError("painted again")

    monkeypatch.setattr(painter, "paint", refuse)
    assert painter.keep("house-1", PICTURE, tmp_path / "new folder") == first
    with pytest.raises(AssertionError, match="painted again"):
        painter.keep("house-2", PICTURE, tmp_path / "new folder")
    assert not first.with_name(painter.file_name("house-2", PICTURE)).exists(), "half a picture must not pass for a whole one"


def test_the_fonts_come_with_their_licence_and_the_basic_layout() -> None:
    fonts = Path(painter.__file__).parent / "fonts"
    assert sorted(path.name for path in fonts.iterdir()) == ["AtkinsonHyperlegible-Bold.ttf", "AtkinsonHyperlegible-Regular.ttf", "OFL.txt"]
    assert "SIL Open Font License" in (fonts / "OFL.txt").read_text()
    assert painter._font(20, True).layout_engine == 0
