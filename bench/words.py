"""Times looking words up in the dictionary of Letter Auction, beside a plain frozenset and a search by bisection.

Must not assert: it reports milliseconds for 10,000 look-ups beside the aim of 10 ms, and what the first one costs.
"""

from __future__ import annotations

import gzip
import random  # noqa: TID251 - words to look up, from a fixed seed
from bisect import bisect_left
from collections.abc import Callable
from importlib.resources import files
from time import perf_counter

from croupier.games.letter_auction import dictionary
from croupier.games.letter_auction.dictionary import Dictionary
from croupier.games.letter_auction.options import read_options

LOOK_UPS = 10_000
AIM = 10
ROUNDS = 9


def best_of(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Milliseconds of the fastest of some rounds."""
    times: list[float] = []
    for _ in range(ROUNDS):
        before()
        begun = perf_counter()
        work()
        times.append((perf_counter() - begun) * 1e3)
    return min(times)


def main() -> None:
    """Prints a line for each way of looking words up, then the costs of opening."""
    raw = files("croupier.games.letter_auction").joinpath("words.txt.gz").read_bytes()
    words = gzip.decompress(raw).decode().upper().split()
    source = random.Random(1)
    # Half of them words, half of them words with a letter changed, as players mistype them.
    asked = [word if source.random() < 0.5 else word[:-1] + source.choice("QXZJ") for word in source.choices(words, k=LOOK_UPS)]
    known, ordered, ours = frozenset(words), sorted(words), Dictionary(raw)

    def in_order(word: str) -> bool:
        at = bisect_left(ordered, word)
        return at < len(ordered) and ordered[at] == word

    found = sum(word in ours for word in asked)
    assert found == sum(word in known for word in asked) == sum(map(in_order, asked))
    mine = best_of(lambda: [word in ours for word in asked])
    plain = best_of(lambda: [word in known for word in asked])
    bisected = best_of(lambda: [in_order(word) for word in asked])
    listed = best_of(lambda: [word in words for word in asked[:20]]) * LOOK_UPS / 20
    print(f"{LOOK_UPS:,} look-ups in {len(words):,} words, {found:,} of them found; milliseconds (aim: under {AIM})")
    for name, taken in (("croupier", mine), ("a plain frozenset", plain), ("bisection", bisected), ("a list, one by one (reckoned from 20)", listed)):
        print(f"  {name:<38} {taken:10.2f}   croupier : it  {mine / taken:8.4f}")
    seats = tuple(f"Player {number}" for number in range(12))
    opened = best_of(lambda: read_options({}, {"words": raw}, seats), dictionary._of_file.cache_clear)
    first = best_of(lambda: "TEA" in Dictionary(raw), dictionary._of_file.cache_clear)
    print(f"reading the options of a match of 12: {opened:.3f} ms; the first look-up of a process: {first:.0f} ms")


if __name__ == "__main__":
    main()
