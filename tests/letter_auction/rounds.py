"""What the tests of Letter Auction share: tables, matches played by given hand-ins, and hand-ins by hypothesis.

Must not judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from croupier.core import engine
from croupier.core.draws import from_text
from croupier.core.game import Table
from croupier.games.letter_auction import GAME
from croupier.games.letter_auction.options import Options

SEATS = ("Ana", "Bo", "Cy", "Di")
WORDS = ("AB", "BA", "ABBA", "CAB", "AA", "BEE", "EBB", "ACE", "CEDE", "DAB", "BAD", "BEAD", "EE")
FEW = "ABCDE"


def table_of(options: Mapping[str, Any], seats: tuple[str, ...] = SEATS, data: Mapping[str, Any] | None = None) -> Table[Options]:
    """A table whose words are a small list, unless the options say otherwise."""
    chosen = options if data else {"words": list(WORDS), **options}
    return engine.lay(GAME, chosen, data or {}, seats, from_text("letters"))


def play(table: Table[Options], rounds: Sequence[Mapping[str, Any]]) -> list[engine.Resolution]:
    """The positions of a match, the opening first; the last words are played with nothing if the rounds do not say."""
    found = [engine.begin(GAME, table)]
    for answers in rounds:
        found.append(engine.resolve(GAME, table, found[-1].state, answers))
    return found


amounts = st.one_of(st.integers(0, 12), st.integers(0, 40), st.sampled_from(["7", " 3 ", "x", "", -1, None]))
words = st.lists(st.one_of(st.sampled_from(WORDS), st.text("ABCDEX", min_size=1, max_size=4), st.sampled_from(["a b", 3, True])), max_size=8)
letters = st.sampled_from(FEW)
hand_in = st.fixed_dictionaries(
    {},
    optional={
        "bids": st.dictionaries(st.sampled_from("ABCDEZ"), amounts, max_size=5),
        "words": words,
        "shift": letters,
        "print": st.lists(st.sampled_from(["A", "B", "E", "?"]), max_size=4),
        "range": st.lists(st.sampled_from("ABCFGHKL"), max_size=5),
    },
)
"""Every field at once: those that the round does not ask for are refused."""
rounds = st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys(SEATS, hand_in)), min_size=6, max_size=6)
