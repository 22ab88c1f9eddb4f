"""Named random draws from a match's seed, so that anyone who holds the seed can check every one.

Must not know any game, nor take randomness from anywhere but the seed that it is handed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

_SPAN = 2**64
SEED_BYTES = 32


@dataclass(slots=True)
class Stream:
    """The numbers of one label: number i is the first 8 bytes of HMAC-SHA256(seed, "label#i")."""

    _seed: bytes = field(repr=False)
    label: str
    _taken: int = 0

    def number(self) -> int:
        """The next number of the stream, 0 to 2**64 - 1."""
        message = f"{self.label}#{self._taken}".encode()
        self._taken += 1
        return int.from_bytes(hmac.digest(self._seed, message, "sha256")[:8], "big")

    def below(self, bound: int) -> int:
        """A fair number from 0 to bound - 1; bound 1 takes nothing from the stream."""
        if bound < 1:
            raise ValueError(f"a draw below {bound} has no answer")
        if bound > _SPAN:
            raise ValueError("a draw below more than 2**64 has no fair answer")
        if bound == 1:
            return 0
        fair = bound * (_SPAN // bound)
        while True:
            drawn = self.number()
            if drawn < fair:
                return drawn % bound

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely as the others."""
        return items[self.below(len(items))]

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a drawn order, as a new list (exchanges from the last index down)."""
        mixed = list(items)
        for index in range(len(mixed) - 1, 0, -1):
            other = self.below(index + 1)
            mixed[index], mixed[other] = mixed[other], mixed[index]
        return mixed


@dataclass(frozen=True, slots=True)
class Draws:
    """The source of all named draws of one match. The seed never shows in its text form."""

    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    def stream(self, label: str) -> Stream:
        """The stream of a label, from its beginning. A match uses each label once."""
        return Stream(self.seed, label)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed in hex: public from the first page on."""
        return hashlib.sha256(self.seed).hexdigest()


def from_text(text: str) -> Draws:
    """The draws of a rule case, whose seed is the SHA-256 of a text."""
    return Draws(hashlib.sha256(text.encode()).digest())
