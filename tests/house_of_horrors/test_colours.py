"""The colours of the catalogue can be told apart, also by those who see no green.

The difference of two colours is CIEDE2000, computed here (Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula:
Implementation Notes, Supplementary Test Data, and Mathematical Observations", 2005) and held to pairs published there. Deuteranopia is
simulated in linear RGB in two ways: by the matrix of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency" (2009), deuteranomaly of severity 1.0, and by that of Viénot, Brettel and Mollon, "Digital video colourmaps for
checking the legibility of displays by dichromats" (1999). Both must find the colours apart.

Must not look at workbooks.
"""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from croupier.core import look
from croupier.games.house_of_horrors.catalogue import FIXED_COLOURS, WALL
from croupier.games.house_of_horrors.colours import contrast, ink_on
from house_of_horrors.rounds import shipped_catalogue

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

LEAST, LEAST_DEUTERANOPE = 18.0, 9.0
MACHADO: Matrix = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
VIENOT: Matrix = ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0))
TO_XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
D65: Triple = (0.95047, 1.0, 1.08883)

# The ten columns of the standard palette of Google Sheets, row by row.
ROWS = """
    000000 434343 666666 999999 b7b7b7 cccccc d9d9d9 efefef f3f3f3 ffffff
    980000 ff0000 ff9900 ffff00 00ff00 00ffff 4a86e8 0000ff 9900ff ff00ff
    e6b8af f4cccc fce5cd fff2cc d9ead3 d0e0e3 c9daf8 cfe2f3 d9d2e9 ead1dc
    dd7e6b ea9999 f9cb9c ffe599 b6d7a8 a2c4c9 a4c2f4 9fc5e8 b4a7d6 d5a6bd
    cc4125 e06666 f6b26b ffd966 93c47d 76a5af 6d9eeb 6fa8dc 8e7cc3 c27ba0
    a61c00 cc0000 e69138 f1c232 6aa84f 45818e 3c78d8 3d85c6 674ea7 a64d79
    85200c 990000 b45f06 bf9000 38761d 134f5c 1155cc 0b5394 351c75 741b47
    5b0f00 660000 783f04 7f6000 274e13 0c343d 1c4587 073763 20124d 4c1130
"""
PALETTE = frozenset(ROWS.split())

SCARES = shipped_catalogue().scares
SHOWN = {"white": "ffffff", **FIXED_COLOURS, **{scare.name: scare.colour for scare in SCARES}}


def times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(one * two for one, two in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def linear(colour: str) -> Triple:
    red, green, blue = (channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in _channels(colour))
    return red, green, blue


def _channels(colour: str) -> list[float]:
    return [channel / 255 for channel in bytes.fromhex(colour)]


def simulated(colour: str, matrix: Matrix) -> Triple:
    red, green, blue = (min(1.0, max(0.0, channel)) for channel in times(matrix, linear(colour)))
    return red, green, blue


def lab(light: Triple) -> Triple:
    def root(value: float) -> float:
        return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116

    x, y, z = (root(value / white) for value, white in zip(times(TO_XYZ, light), D65, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, two: Triple) -> float:
    def cosine(degrees: float) -> float:
        return math.cos(math.radians(degrees))

    (l1, a1, b1), (l2, a2, b2) = one, two
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if turn == -180:
        turn = 180.0 if h2 > h1 else -180.0
    by_light, by_chroma, by_hue = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        hue = h1 + h2
    elif abs(h1 - h2) <= 180:
        hue = (h1 + h2) / 2
    else:
        hue = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = 1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6) - 0.2 * cosine(4 * hue - 63)
    of_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    of_chroma, of_hue = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = -math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    x, y, z = by_light / of_light, by_chroma / of_chroma, by_hue / of_hue
    return math.sqrt(x * x + y * y + z * z + rotation * y * z)


@pytest.mark.parametrize(
    ("one", "two", "published"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
        ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
        ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_agrees_with_published_pairs(one: Triple, two: Triple, published: float) -> None:
    assert ciede2000(one, two) == pytest.approx(published, abs=5e-5)
    assert ciede2000(two, one) == pytest.approx(published, abs=5e-5)


def test_deuteranopes_see_greys_as_they_are() -> None:
    for matrix in (MACHADO, VIENOT):
        assert ciede2000(lab(simulated("999999", matrix)), lab(linear("999999"))) < 0.01


def test_every_pair_can_be_told_apart() -> None:
    for one, two in combinations(SHOWN, 2):
        assert ciede2000(lab(linear(SHOWN[one])), lab(linear(SHOWN[two]))) >= LEAST, (one, two)


@pytest.mark.parametrize("matrix", [MACHADO, VIENOT], ids=["Machado", "Viénot"])
def test_every_pair_can_be_told_apart_without_seeing_green(matrix: Matrix) -> None:
    for one, two in combinations(SHOWN, 2):
        assert ciede2000(lab(simulated(SHOWN[one], matrix)), lab(simulated(SHOWN[two], matrix))) >= LEAST_DEUTERANOPE, (one, two)


def test_every_colour_is_one_click_away_in_google_sheets() -> None:
    assert len(PALETTE) == 80
    assert set(SHOWN.values()) <= PALETTE
    assert len(SHOWN) == len(set(SHOWN.values())) == 17


def test_the_colours_of_the_ground_are_the_agreed_ones() -> None:
    assert FIXED_COLOURS == {"S": "00ff00", "E": "ff0000", "o": "9900ff"}
    assert shipped_catalogue().by_name[WALL].colour == "999999"


def test_codes_can_be_read_on_their_colours() -> None:
    for name, colour in SHOWN.items():
        assert contrast(colour, ink_on(colour, look.INK, "ffffff")) >= 3.9, name  # bold; the least is white on the exit's red
