"""The dictionary: what counts as a word, and whether a host's list of words can be used at all.

Must not be asked by anything that players see before the deadline: only a resolution looks words up (LA-7).
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from .alphabet import read_word

EMBEDDED = "04aa58de18d5e2994b99b55e458a4e25fccb4ee4edb4fd5eb9e9f490b974d4d4"
"""SHA-256 of the list that the game brings along, which was counted once and for all."""
EMBEDDED_COUNT = (248_676, 122)
WHOLE_LANGUAGE = 1000
"""A list of so many words is meant to be all of English; one that has none of two letters then was made for another game."""

_GZIP = b"\x1f\x8b"
_BYTE_ORDER = b"\xef\xbb\xbf"


class DictionaryFault(ValueError):
    """A list of words that cannot be used: says where, why, and what to do about it."""


@dataclass(frozen=True)
class Dictionary:
    """Words from a file (plain or gzip, UTF-8, one word a line) or from a host's own list of texts.

    Making one costs nothing: the file is unpacked at the first look-up, and once for all matches of a process.
    """

    source: bytes | tuple[str, ...] = field(repr=False)

    def __contains__(self, word: str) -> bool:
        """Whether a word in capitals counts (LA-8)."""
        return word in self._words

    def count(self) -> tuple[int, int]:
        """How many words there are, and how many of them have two letters. DictionaryFault where a file cannot be used (LA-8)."""
        if self.is_embedded:
            return EMBEDDED_COUNT
        words = self._words
        if isinstance(self.source, bytes):
            _refuse(self.source, words)
        return len(words), sum(len(word) == 2 for word in words)

    @property
    def is_embedded(self) -> bool:
        return isinstance(self.source, bytes) and hashlib.sha256(self.source).hexdigest() == EMBEDDED

    @cached_property
    def _words(self) -> frozenset[str]:
        return _of_file(self.source) if isinstance(self.source, bytes) else _of_list(self.source)


def _of_list(items: tuple[str, ...]) -> frozenset[str]:
    words = (read_word(item) for item in items)
    return frozenset(word for word in words if word and len(word) > 1)


@lru_cache(maxsize=2)
def _of_file(raw: bytes) -> frozenset[str]:
    """The words of a file in capitals, those of one letter left out; DictionaryFault where it is no list of words."""
    lines = [line.strip() for line in _lines(raw)]
    together = "".join(lines)
    if together and not _is_word(together):
        number, line = next((number, line) for number, line in enumerate(lines, start=1) if line and not _is_word(line))
        shown = f"{line[:30]}…" if len(line) > 30 else line
        hint = "keep nothing but one word of the letters A–Z in each line, without headings, definitions, accents or numbers"
        raise DictionaryFault(f"line {number} reads {shown!r}; {hint}")
    return frozenset(line.upper() for line in lines if len(line) > 1)


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha()


def _lines(raw: bytes) -> list[str]:
    """The lines of a file, however its system ends them."""
    try:
        plain = gzip.decompress(raw) if raw.startswith(_GZIP) else raw
    except (OSError, EOFError, zlib.error) as fault:
        raise DictionaryFault(f"the packed file is damaged ({fault}); pack it anew with gzip, or name the plain text file") from fault
    plain = plain.removeprefix(_BYTE_ORDER)
    try:
        return plain.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    except UnicodeDecodeError as fault:
        number = plain.count(b"\n", 0, fault.start) + 1
        raise DictionaryFault(f"line {number} is not UTF-8; save the list as plain text in the encoding UTF-8, one word a line") from fault


def _refuse(raw: bytes, words: frozenset[str]) -> None:
    """Faults of the list as a whole."""
    if not words:
        raise DictionaryFault("line 1: there is not one word of two letters or more in the file; put one word into each line")
    if len(words) >= WHOLE_LANGUAGE and not any(len(word) == 2 for word in words):
        raise DictionaryFault(f"none of its lines (1 to {len(_lines(raw))}) holds a word of two letters; add those words, or take another list")
