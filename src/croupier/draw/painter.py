"""Paints a picture's shapes with Pillow and hands back a PNG, the same bytes for the same shapes.

Must not know a game or a page, and must not write anything into a file but pixels: no text, no time, no name.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from io import BytesIO
from operator import attrgetter
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from croupier.core.picture import Box, Disc, Label, Picture, Shape
from croupier.core.picture import Path as Line

VERSION = 2  # goes into every file name: whoever changes what is painted raises it, so that no old file is taken for a new one
DENSITY = 2  # a PNG has so many pixels a CSS pixel, for sharp screens
SMOOTHING = 2  # and is painted that much larger again, then reduced, for smooth edges

_SCALE = DENSITY * SMOOTHING
_FONTS = Path(__file__).parent / "fonts"
_CAP_HEIGHT = 0.668  # of Atkinson Hyperlegible, in ems: labels are centred by their capitals, not by their line height
_COLOURS = 256
_FIELDS = {kind: attrgetter(*kind.__slots__) for kind in (Box, Disc, Line, Label)}
_ANCHORS = {"left": "ls", "middle": "ms", "right": "rs"}


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    name = f"AtkinsonHyperlegible-{'Bold' if bold else 'Regular'}.ttf"
    # The other engine is there or not depending on the machine, and places letters differently.
    return ImageFont.truetype(str(_FONTS / name), size, layout_engine=ImageFont.Layout.BASIC)


def digest(picture: Picture) -> str:
    """Eight hex digits that stand for what is painted: equal pictures share them, whatever their words."""
    # Plain tuples, for the way that a dataclass prints itself takes six times as long.
    shapes = [(type(shape).__name__, *_FIELDS[type(shape)](shape)) for shape in picture.shapes]
    content = repr((VERSION, picture.width, picture.height, picture.ground, shapes))
    return hashlib.sha256(content.encode()).hexdigest()[:8]


def file_name(name: str, picture: Picture) -> str:
    """`house-3-1a2b3c4d.png`: a changed picture has another name, so that no reader keeps the old one."""
    return f"{name}-{digest(picture)}.png"


def keep(name: str, picture: Picture, folder: Path) -> Path:
    """The picture's file in a folder, painted unless it is there already."""
    return keep_as(file_name(name, picture), picture, folder)


def keep_as(named: str, picture: Picture, folder: Path) -> Path:
    """The same where the file's name is known: to work it out takes longer than to look whether it is there."""
    path = folder / named
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    # A run that dies while it writes must not leave half a picture under a name that means "done".
    handle, half_done = tempfile.mkstemp(dir=folder, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        file.write(paint(picture))
        file.flush()
        os.fsync(file.fileno())
    Path(half_done).chmod(0o644)
    Path(half_done).replace(path)
    return path


def paint(picture: Picture) -> bytes:
    """The picture as a PNG with a palette of its own: the colours of its shapes exactly, then the commonest blends at edges."""
    image = Image.new("RGB", (picture.width * _SCALE, picture.height * _SCALE), picture.ground)
    pen = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _draw(pen, shape)
    image = image.reduce(SMOOTHING)
    palette = _palette(image, picture)
    swatch = Image.new("P", (1, 1))
    swatch.putpalette([channel for colour in palette for channel in colour])
    flat = image.quantize(palette=swatch, dither=Image.Dither.NONE)
    file = BytesIO()
    flat.save(file, "PNG", compress_level=7)  # 9 takes five times as long for a twentieth less
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, shape: Shape) -> None:
    match shape:
        case Box(x, y, width, height, fill, edge, edge_width, radius):
            # Pillow's boxes include their last column and row.
            box = (x * _SCALE, y * _SCALE, (x + width) * _SCALE - 1, (y + height) * _SCALE - 1)
            pen.rounded_rectangle(box, radius * _SCALE, fill, edge, edge_width * _SCALE if edge else 0)
        case Disc(x, y, radius, fill, edge, edge_width):
            pen.circle((x * _SCALE, y * _SCALE), radius * _SCALE, fill, edge, edge_width * _SCALE if edge else 0)
        case Line(points, colour, width):
            _line(pen, [(x * _SCALE, y * _SCALE) for x, y in points], colour, width * _SCALE)
        case Label(x, y, text, size, colour, bold, anchor):
            baseline = y * _SCALE + round(size * _SCALE * _CAP_HEIGHT / 2)
            pen.text((x * _SCALE, baseline), text, colour, _font(size * _SCALE, bold), _ANCHORS[anchor])


def _line(pen: ImageDraw.ImageDraw, points: list[tuple[int, int]], colour: str, width: int) -> None:
    """A line with round ends and corners, which Pillow draws only in part."""
    pen.line(points, colour, width)
    for point in points:
        pen.circle(point, (width - 1) / 2, colour)


def _palette(image: Image.Image, picture: Picture) -> list[tuple[int, ...]]:
    """Up to 256 colours. Flat areas keep theirs to the last bit; of the blends that smooth edges bring, near ones share a place."""
    named = {_rgb(colour) for shape in picture.shapes for colour in _colours(shape)} | {_rgb(picture.ground)}
    found = [(-count, colour) for count, colour in image.getcolors(image.width * image.height) or () if isinstance(colour, tuple)]
    chosen: list[tuple[int, ...]] = sorted(named & {colour for _, colour in found})[:_COLOURS]
    taken = {_near(colour) for colour in chosen}
    for _, colour in sorted(found):
        if len(chosen) == _COLOURS:
            break
        if _near(colour) not in taken:
            taken.add(_near(colour))
            chosen.append(colour)
    return chosen


def _near(colour: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(channel >> 3 for channel in colour)


def _rgb(colour: str) -> tuple[int, ...]:
    value = int(colour.lstrip("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def _colours(shape: Shape) -> list[str]:
    match shape:
        case Box(fill=fill, edge=edge) | Disc(fill=fill, edge=edge):
            return [colour for colour in (fill, edge) if colour]
        case Line(colour=colour) | Label(colour=colour):
            return [colour]
