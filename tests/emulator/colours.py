"""Colours as Google keeps and prints them: channels of 32 bits without zeros, the style beside the plain colour, themes.

Must not know which cell is painted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from emulator.jsons import Json, float32
from emulator.masks import Mask

_CHANNELS = ("red", "green", "blue")
_BYTES = {channel: float32(channel / 255) for channel in range(256)}
PAIRS: Mapping[str, str] = {
    "backgroundColor": "backgroundColorStyle",
    "foregroundColor": "foregroundColorStyle",
    "tabColor": "tabColorStyle",
    "color": "colorStyle",
}
"""Plain colour → the style that says the same, and wins."""
_STYLES = {style: plain for plain, style in PAIRS.items()}
THEME: Mapping[str, str] = {
    "TEXT": "000000",
    "BACKGROUND": "ffffff",
    "ACCENT1": "4285f4",
    "ACCENT2": "ea4335",
    "ACCENT3": "fbbc04",
    "ACCENT4": "34a853",
    "ACCENT5": "ff6d01",
    "ACCENT6": "46bdc6",
    "LINK": "1155cc",
}
"""The colours of a new spreadsheet's theme."""


def colour(text: str) -> Json:
    """ "#ffcc00" in Google's form."""
    channels = bytes.fromhex(text.lstrip("#"))
    return {name: _BYTES[value] for name, value in zip(_CHANNELS, channels, strict=True) if value}


def kept(raw: Json) -> Json:
    """A colour as it comes back: 8 bits a channel, zeros and alpha left out."""
    found = {name: min(255, max(0, math.floor((raw.get(name) or 0) * 255 + 0.5))) for name in _CHANNELS}
    return {name: _BYTES[value] for name, value in found.items() if value}


def theme_json(theme: Mapping[str, str]) -> Json:
    """The theme of a spreadsheet's properties."""
    listed = [{"colorType": name, "color": {"rgbColor": colour(value)}} for name, value in theme.items()]
    return {"primaryFontFamily": "Arial", "themeColors": listed}


def themed(style: Json) -> bool:
    return "themeColor" in style


def paired(value: Json) -> Json:
    """A message with each colour beside its style, both as they come back; a theme's colour has a style only."""
    found: Json = {}
    for key, inner in value.items():
        if key in PAIRS and isinstance(inner, dict):
            if PAIRS[key] not in value:
                found[key], found[PAIRS[key]] = kept(inner), {"rgbColor": kept(inner)}
        elif key in _STYLES and isinstance(inner, dict):
            if themed(inner):
                found[key] = dict(inner)
            else:
                found[_STYLES[key]], found[key] = kept(inner.get("rgbColor") or {}), {"rgbColor": kept(inner.get("rgbColor") or {})}
        else:
            found[key] = paired(inner) if isinstance(inner, dict) else inner
    return found


def paired_mask(wanted: Mask) -> Mask:
    """A mask that takes a colour and its style together."""
    found: dict[str, Mask] = {}
    for key, below in wanted.items():
        partner = PAIRS.get(key) or _STYLES.get(key)
        if partner:
            found[key] = found[partner] = {}
        else:
            found[key] = paired_mask(below)
    return found


def shown(value: Json, theme: Mapping[str, str], beside: bool) -> Json:
    """A format as read back; `beside` = a theme's colour has its plain colour next to it."""
    found: Json = {}
    for key, inner in value.items():
        found[key] = shown(inner, theme, beside) if isinstance(inner, dict) else inner
        if beside and key in _STYLES and isinstance(inner, dict) and themed(inner):
            found[_STYLES[key]] = colour(theme.get(str(inner["themeColor"]), "000000"))
    return found


def has_theme(value: Json) -> bool:
    """Whether a theme's colour stands anywhere in a format."""
    return any(isinstance(inner, dict) and (themed(inner) or has_theme(inner)) for inner in value.values())
