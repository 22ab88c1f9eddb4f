"""Mixes colours and finds the ink that can be read on one.

Must not choose colours: they come from the catalogue and from what draws.
"""

from __future__ import annotations


def channels(colour: str) -> tuple[int, int, int]:
    """ "#a4c2f4" is (164, 194, 244)."""
    value = int(colour.lstrip("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share (0 to 1) of another one in it."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def luminance(colour: str) -> float:
    """Relative luminance as the Web Content Accessibility Guidelines define it."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (channel / 255 for channel in channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: str, dark: str = "#000000", light: str = "#ffffff") -> str:
    """The one of two inks that stands out more. Of black and white one always reaches 4.5, which the guidelines ask for."""
    return max((light, dark), key=lambda ink: contrast(ground, ink))
