"""Names of people and matches: which are refused, which look alike, and the file names made from them.

Must not change a name: it is shown as it was given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from croupier.core import typed
from croupier.core.problems import HostError

MOST_LETTERS = 40
RESERVED = ("public", "host", "nobody", "everyone", "here")
# Letters of other alphabets, and digits, that look like a Latin letter: enough to catch twins, not to judge names.
_LOOKS = str.maketrans(
    "авеёѕһіїјкӏморԛтѵԝхуүсԁнгαβγεηικμνορτυχωıɡɑօ01|!i5$",
    "abeeshlljklmopqtvwxyycdhrabyenlkuvoptuxwlgaoollllss",
)
# Capitals that look like another letter than their small ones do.
_CAPITALS = str.maketrans("ΖΗΜΝΥ", "ZHMNY")
# What joins emoji and chooses their form; it is not seen, so `look` does without it.
_JOINTS = frozenset("\u200d\ufe0e\ufe0f")
# Marks that show nothing though Unicode counts them as letters, signs or symbols.
_UNSEEN = frozenset(map(chr, [0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), 0x2800, 0x3164, *range(0xFE00, 0xFE0E), 0xFFA0]))


def refuse_twins(names: Sequence[str]) -> None:
    """HostError where a name will not do, or where two are the same by letters' case, by form, or to the eye."""
    seen: dict[str, str] = {}
    for name in names:
        if name != name.strip() or not name:
            raise HostError(f"the player's name {name!r} is empty or has blanks around it", "mend players.csv")
        if len(name) > MOST_LETTERS:
            raise HostError(f"the player's name {name!r} is longer than {MOST_LETTERS} letters", "shorten it in players.csv")
        if _JOINTS.issuperset(name) or any(_is_unseen(mark) for mark in name):
            raise HostError(f"the player's name {name!r} holds invisible marks", "type it anew in players.csv")
        keys = {look(name), look(unicodedata.normalize("NFKC", name).translate(_CAPITALS))}
        if keys & {look(word) for word in RESERVED}:
            raise HostError(f"a player cannot be called {name!r}", "choose another name in players.csv")
        for key in keys & seen.keys():
            raise HostError(f"the names {seen[key]!r} and {name!r} are the same or look the same", "change one of them in players.csv")
        seen |= dict.fromkeys(keys, name)


def _is_unseen(mark: str) -> bool:
    if mark in _JOINTS or mark == " ":
        return False
    category = unicodedata.category(mark)
    is_new_emoji = category == "Cn" and "\U0001f000" <= mark <= "\U0001faff"
    return mark in _UNSEEN or "\U000e0100" <= mark <= "\U000e01ef" or (category[0] in "CZ" and not is_new_emoji)


def look(name: str) -> str:
    """What names share that a person, or a cell in which a name is typed, could take for one another."""
    folded = unicodedata.normalize("NFKD", typed.name_key(name))
    bare = "".join(mark for mark in folded if not unicodedata.combining(mark))
    return re.sub(r"[\s_.\-'’]+", "", bare.translate(_LOOKS)).replace("rn", "m").replace("vv", "w")


def slug(name: str, fallback: str) -> str:
    """A file name of [a-z0-9-] for a name; `fallback` where nothing of the name can be kept."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-") or fallback


def seat_ids(names: Sequence[str]) -> dict[str, str]:
    """Name → id ("01-ana") of each seat, by its place in the roster."""
    return {name: f"{number:02d}-{slug(name, 'player')}" for number, name in enumerate(names, start=1)}
