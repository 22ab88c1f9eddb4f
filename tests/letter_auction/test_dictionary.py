"""The dictionary: which files can be used, what is said of the others, and that nothing is unpacked before a word is looked up.

Must not use a word list but its own and the one that croupier brings along.
"""

from __future__ import annotations

import gzip
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from croupier import gamedata
from croupier.core import engine
from croupier.core.audience import PUBLIC
from croupier.core.draws import from_text
from croupier.core.game import OptionError
from croupier.games.letter_auction import GAME, dictionary
from croupier.games.letter_auction.dictionary import EMBEDDED, EMBEDDED_COUNT, Dictionary, DictionaryFault
from croupier.resources import resource

SEATS = tuple(f"Player {number}" for number in range(12))
FOLDER = files("croupier.games.letter_auction")


def opened(raw: bytes) -> engine.Resolution:
    """A match with a host's file."""
    table = engine.lay(GAME, {"words": "own.txt"}, {"words": raw}, SEATS, from_text("own"))
    return engine.begin(GAME, table)


def test_the_embedded_list_is_what_was_counted() -> None:
    raw = FOLDER.joinpath("words.txt.gz").read_bytes()
    assert hashlib.sha256(raw).hexdigest() == EMBEDDED
    words = gzip.decompress(raw).decode("ascii").split()
    assert (len(words), sum(len(word) == 2 for word in words)) == EMBEDDED_COUNT == Dictionary(raw).count()
    assert all("a" <= letter <= "z" for letter in "".join(words))
    known = Dictionary(raw)
    assert all(word in known for word in ("AA", "QI", "TEA", "WORDS")) and not any(word in known for word in ("A", "tea", "QQ", ""))


def test_the_licence_goes_with_the_list() -> None:
    """Beside the list in the package, and word for word on the site."""
    licence = FOLDER.joinpath("words.LICENSE.txt").read_bytes()
    assert b"Copyright 2000-2018 by Kevin Atkinson" in licence and b"J Ross Beresford" in licence
    assert resource("templates/letter-auction/words.LICENSE.txt").read_bytes() == licence


def test_nothing_is_unpacked_before_a_word_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(raw: bytes) -> bytes:
        raise AssertionError("unpacked")

    dictionary._of_file.cache_clear()
    monkeypatch.setattr("croupier.games.letter_auction.dictionary.gzip.decompress", never)
    table = engine.lay(GAME, {}, gamedata.parsed(GAME), SEATS, from_text("lazy"))
    position = engine.begin(GAME, table)
    position = engine.resolve(GAME, table, position.state, {"Player 1": {"bids": {"E": 3}}, "Player 2": {"words": ["t-a", ""]}})
    GAME.view(position.state, PUBLIC)
    with pytest.raises(AssertionError, match="unpacked"):
        engine.resolve(GAME, table, position.state, {"Player 1": {"words": ["TEA"]}})


def test_a_file_is_unpacked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = gzip.compress(b"tea\nan\n", mtime=0)
    calls: list[bytes] = []
    unpack = gzip.decompress

    def counted(data: bytes) -> bytes:
        calls.append(data)
        return unpack(data)

    monkeypatch.setattr("croupier.games.letter_auction.dictionary.gzip.decompress", counted)
    one, other = Dictionary(raw), Dictionary(bytes(bytearray(raw)))
    assert all("TEA" in known and "EAT" not in known for known in (one, other)) and len(calls) == 1


@pytest.mark.parametrize(
    "raw",
    [
        b"tea\nan\n",
        b"TEA\nAN",
        b"\xef\xbb\xbftea\r\nan\r\n",
        b"tea\ran\r",
        b"\n\n tea \t\n\nan\n\n",
        b"an\ntea\nTea\na\n",
        "\u00a0tea\nan".encode(),
        gzip.compress(b"tea\nan\n", mtime=0),
    ],
)
def test_files_that_will_do(raw: bytes) -> None:
    begun = opened(raw)
    told = [GAME.tell(event, PUBLIC) for event in begun.events]
    assert told[0] is not None and told[0].key == "dictionary"
    assert dict(told[0].facts) == {"count": 2, "of_two": 1, "embedded": False}
    assert all(word in Dictionary(raw) for word in ("TEA", "AN")) and "A" not in Dictionary(raw)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"tea\nan\nto go\n", "line 3 reads 'to go'"),
        (b"tea\nan\nco-op\n", "line 3 reads 'co-op'"),
        ("tea\ncafé\n".encode(), "line 2 reads 'café'"),
        ("tea\nstraße\n".encode(), "line 2"),
        (b"My list (2019), 2 words\n\ntea\nan\n", "line 1 reads 'My list"),
        (b"AA\tlava\nTEA\ta drink\n", "line 1 reads"),
        (b"tea\n\nan\n7\n", "line 4 reads '7'"),
        ("tea\nan\ncafé\n".encode("latin-1"), "line 3 is not UTF-8"),
        ("tea\nan\n".encode("utf-16"), "line 1 is not UTF-8"),
        (gzip.compress(b"tea\nan\n", mtime=0)[:-4], "damaged"),
        (b"\x1f\x8bnonsense", "damaged"),
        (b"", "not one word"),
        (b"\n \n", "not one word"),
        (b"a\n", "not one word"),
    ],
)
def test_files_that_will_not_do_are_refused_with_line_and_remedy(raw: bytes, reason: str) -> None:
    with pytest.raises(OptionError, match=reason) as refused:
        opened(raw)
    assert refused.value.option == "words"
    assert any(word in refused.value.text for word in ("keep", "save", "put", "pack"))


def test_a_whole_language_without_words_of_two_letters_is_another_games() -> None:
    words = [f"{first}{second}{third}" for first in "BCDFGHJKLM" for second in "AEIOUYXZVW" for third in "NPQRSTUVWX"]
    with pytest.raises(DictionaryFault, match="two letters"):
        Dictionary("\n".join(words).encode()).count()
    assert Dictionary("\n".join(words[:999]).encode()).count() == (999, 0)


def test_a_host_may_list_words_in_the_options() -> None:
    table = engine.lay(GAME, {"words": [" tea", True, "TE-A", "A", 7, ""]}, {}, SEATS, from_text("own"))
    known = table.options.dictionary
    assert known.count() == (2, 0) and "TEA" in known and "TRUE" in known


@pytest.mark.parametrize("words", [7, {"a": 1}, True])
def test_other_values_are_refused(words: Any) -> None:
    with pytest.raises(OptionError, match="words"):
        engine.lay(GAME, {"words": words}, gamedata.parsed(GAME), SEATS, from_text("own"))


def test_a_toml_file_is_no_list_of_words() -> None:
    with pytest.raises(OptionError, match=r"text file"):
        engine.lay(GAME, {"words": "words.toml"}, {"words": {"a": 1}}, SEATS, from_text("own"))


def test_a_host_names_a_file_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"tea\r\nan\r\n")
    data = gamedata.parsed(GAME, {"words": "mine.txt"}, tmp_path)
    table = engine.lay(GAME, {"words": "mine.txt"}, data, SEATS, from_text("own"))
    assert "TEA" in table.options.dictionary and not table.options.dictionary.is_embedded
