"""The colour of a cell's fill as rrggbb, whichever of the four ways a file uses to say it.

Must not guess: a pattern, a gradient or a colour that the file does not define is not a plain fill.
"""

from __future__ import annotations

import colorsys
from typing import Any
from xml.etree import ElementTree

from openpyxl.styles.colors import COLOR_INDEX
from openpyxl.writer.theme import theme_xml

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
# The order in which fills count the theme's colours: light before dark, unlike the order in the file.
_THEME_ORDER = ("lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6", "hlink", "folHlink")
# "Automatic" foreground and background, which stand after the 64 colours of the palette.
_SYSTEM = {64: "000000", 65: "ffffff"}


class NotPlain(Exception):
    """A fill that is no single colour."""


def theme_colours(theme: bytes | str | None) -> tuple[str, ...]:
    """The twelve colours of a file's theme, in the order in which fills count them; the usual ones where it has none."""
    scheme = ElementTree.fromstring(theme or theme_xml).find(f".//{_DRAWING}clrScheme")
    found: dict[str, str] = {}
    for entry in scheme if scheme is not None else ():
        for colour in entry:
            value = colour.get("lastClr") or colour.get("val") or ""
            found[entry.tag.removeprefix(_DRAWING)] = value.casefold()
    return tuple(found.get(name, "") for name in _THEME_ORDER)


def tinted(colour: str, tint: float) -> str:
    """A colour made lighter (tint up to 1) or darker (down to -1) in its lightness alone."""
    if not tint:
        return colour
    red, green, blue = (channel / 255 for channel in bytes.fromhex(colour))
    hue, light, full = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    return "".join(f"{round(channel * 255):02x}" for channel in colorsys.hls_to_rgb(hue, min(1.0, max(0.0, light)), full))


def fill_colour(fill: Any, theme: tuple[str, ...], palette: tuple[str, ...] | list[str] = COLOR_INDEX) -> str | None:
    """The colour of a fill as openpyxl read it, None where nothing is painted. Raises NotPlain.

    The kind of fill comes first: a fill of no kind may carry a colour all the same. The transparency is nothing: 00, 80 and FF all
    stand for a colour that shows. The background colour is never looked at, it may be any.
    """
    kind = getattr(fill, "fill_type", "gradient") if getattr(fill, "tagname", "") == "patternFill" else "gradient"
    if kind is None or kind == "none":
        return None
    if kind != "solid":
        raise NotPlain
    colour = fill.fgColor
    if colour.type == "rgb":
        found = str(colour.rgb)[-6:]
    elif colour.type == "theme" and 0 <= colour.theme < len(theme):
        found = theme[colour.theme]
    elif colour.type == "indexed":
        index = colour.indexed
        found = _SYSTEM.get(index) or (palette[index][-6:] if 0 <= index < len(palette) else "")
    else:
        found = ""
    try:
        if len(bytes.fromhex(found)) != 3:
            raise NotPlain
    except ValueError:
        raise NotPlain from None
    return tinted(found.casefold(), float(colour.tint or 0))
