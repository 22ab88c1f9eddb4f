"""What a host can set, who sits where, and what is drawn where nothing is set.

Must not play a round.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from croupier.core import engine
from croupier.core.audience import PUBLIC
from croupier.core.draws import from_text
from croupier.core.game import OptionError
from croupier.core.plain import plain
from croupier.gamedata import parsed
from croupier.games.predictions_chaos import GAME
from croupier.games.predictions_chaos.options import read_options
from croupier.games.predictions_chaos.pairs import couples, fair_assignments, is_fair
from predictions_chaos.scene import ACTIVE, AXES, GUESTS, PLAYERS, SETUP, STARTS, ZERO, scene

EIGHT = (*PLAYERS, *GUESTS)


def seated(options: dict[str, Any], roster: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return list(GAME.seats(read_options(options, {}, roster), roster))


def names(*found: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(name, (name,)) for name in found]


def test_the_last_four_of_eight_are_guests() -> None:
    assert seated({}, EIGHT) == names(*EIGHT)


def test_named_guests_keep_the_order_of_the_option() -> None:
    assert seated({"guests": ["Di", "bo", "Mia", "Chao"]}, EIGHT) == names("Ana", "Cy", "Reds", "Tom", "Di", "Bo", "Mia", "Chao")


def test_guests_need_not_be_on_the_roster() -> None:
    assert seated({"guests": list(GUESTS)}, PLAYERS) == names(*EIGHT)
    assert seated({"guests": ["Chao", "Reds", "Mia", "Bo"]}, ("Ana", "Bo", "Cy", "Di", "Ed")) == names(
        "Ana", "Cy", "Di", "Ed", "Chao", "Reds", "Mia", "Bo"
    )


@pytest.mark.parametrize("roster", [PLAYERS, EIGHT[:5], EIGHT[:7]])
def test_fewer_than_eight_need_named_guests(roster: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match="guests"):
        read_options({}, {}, roster)


@pytest.mark.parametrize(
    "guests", [[], ["A", "B", "C"], ["A", "B", "C", "a"], "ABCD", ["A", "B", "C", ""], [1, 2, 3, 4], ["Ana", "B", "C", "D"], ["A", "A-B", "B-C", "C"]]
)
def test_no_guests(guests: Any) -> None:
    with pytest.raises(OptionError, match="guests"):
        read_options({"guests": guests}, {}, PLAYERS)


SPOILT: list[tuple[str, Any]] = [
    ("bids", 3),
    ("grid", ZERO[1:]),
    ("grid", [[0] * 6] * 7),
    ("grid", [[5] * 7] * 7),
    ("grid", [["x"] * 7] * 7),
    ("grid", 3),
    ("grid", {"rows": ZERO}),
    ("axes", {"Chao-Reds": AXES["Chao-Reds"]}),
    ("axes", {**AXES, "Chao-Zoe": AXES["Chao-Reds"]}),
    ("axes", {**AXES, "Chao-Reds": {"vertical": "Chao", "horizontal": "Chao"}}),
    ("axes", {**AXES, "Chao-Reds": {"vertical": "Mia", "horizontal": "Chao"}}),
    ("axes", {**AXES, "Chao-Reds": "Chao"}),
    ("axes", {**AXES, "Chao-Mia": {"vertical": "Chao", "horizontal": "Mia"}}),
    ("axes", []),
    ("active", {**ACTIVE, "Chao-Reds": "Mia"}),
    ("active", {**ACTIVE, "Chao-Reds": None}),
    ("active", {**ACTIVE, "Chao-Reds": "Reds"}),
    ("active", {}),
    ("starts", {**STARTS, "Mia-Tom": "R8C1"}),
    ("starts", {**STARTS, "Mia-Tom": ""}),
    ("starts", {"Mia-Tom": "R1C1"}),
    ("predictions", {"Zoe": {}}),
    ("predictions", {"Chao": {}}),
    ("predictions", {"Ana": "Reds"}),
    ("predictions", {"Ana": {"1": "Reds"}}),
    ("predictions", []),
    ("garnets", {"Zoe": 1}),
    ("garnets", {"Ana": -1}),
    ("garnets", {"Ana": "many"}),
    ("garnets", {"Ana": True}),
    ("garnets", [1]),
]


@pytest.mark.parametrize(("option", "value"), SPOILT)
def test_an_option_that_cannot_be(option: str, value: Any) -> None:
    with pytest.raises(OptionError) as fault:
        read_options({**SETUP, option: value}, {}, PLAYERS)
    assert fault.value.option == option and fault.value.text


def test_predictions_need_starts() -> None:
    with pytest.raises(OptionError, match="starts"):
        read_options({"guests": list(GUESTS), "predictions": {"Ana": {}}}, {}, PLAYERS)


def test_the_season_may_have_garnets_for_guests_which_are_not_played_with() -> None:
    assert read_options({**SETUP, "garnets": {"Ana": 3, "Chao": 7}}, {}, PLAYERS).garnets == (("Ana", 3), ("Bo", 0), ("Cy", 0), ("Di", 0))


@pytest.mark.parametrize("parting", [",", ";", "\t"])
@pytest.mark.parametrize("head", ["", "\ufeff", "\n\n"])
def test_a_file_of_the_hosts(tmp_path: Path, parting: str, head: str) -> None:
    rows = [[(row * 7 + column) % 9 - 4 for column in range(7)] for row in range(7)]
    file = tmp_path / "mine.csv"
    file.write_text(head + "\r\n".join(parting.join(f" {number} " for number in row) for row in rows) + "\r\n\r\n", encoding="utf-8", newline="")
    options = {**SETUP, "grid": "mine.csv"}
    read = read_options(options, parsed(GAME, options, tmp_path), PLAYERS)
    assert read.grid == tuple(map(tuple, rows))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"1,2,3", b"0,0,0,0,0,0,0\n" * 6, b"0,0,0,0,0,0,9\n" * 7, b"a,0,0,0,0,0,0\n" * 7])
def test_a_file_that_is_no_grid(content: bytes) -> None:
    with pytest.raises(OptionError, match="grid"):
        read_options({**SETUP, "grid": "mine.csv"}, {"grid": content}, PLAYERS)


def test_a_toml_file_is_no_grid() -> None:
    with pytest.raises(OptionError, match="CSV"):
        read_options({**SETUP, "grid": "mine.toml"}, {"grid": {"grid": ZERO}}, PLAYERS)


def test_24_assignments_are_fair_in_order() -> None:
    fair = list(fair_assignments())
    assert len(fair) == 24 and fair == sorted(fair)
    for bits in product((0, 1), repeat=6):
        chosen = Counter(couple[bit] for couple, bit in zip(couples(GUESTS), bits, strict=True))
        assert is_fair(bits) == (len(chosen) == 4 and max(chosen.values()) < 3) == (bits in fair)


def test_what_is_drawn_can_be_worked_out_from_the_seed() -> None:
    """Grid, axes and first active guests, by the plain words of the fairness page."""
    seed = hashlib.sha256(b"anything").digest()

    def number(label: str, place: int) -> int:
        return int.from_bytes(hmac.new(seed, f"{label}#{place}".encode(), "sha256").digest()[:8], "big")

    drawn = scene("anything", grid=None, axes=None, active=None, starts=None)
    public = plain(drawn.view(PUBLIC))
    assert [entry for row in public["grid"] for entry in row] == [number("setup/grid", place) % 9 - 4 for place in range(49)]
    fair = [bits for bits in product((0, 1), repeat=6) if is_fair(bits)]
    axes, active = fair[number("setup/axes", 0) % 24], fair[number("setup/active", 0) % 24]
    for couple, axis, first in zip(couples(GUESTS), axes, active, strict=True):
        pair = public["pairs"]["-".join(couple)]
        assert (pair["vertical"], pair["horizontal"], pair["active"]) == (couple[axis], couple[1 - axis], couple[first])


def test_every_draw_is_fair_whatever_the_seed() -> None:
    for seed in range(40):
        table = engine.lay(GAME, {}, {}, EIGHT, from_text(str(seed)))
        public = GAME.view(engine.begin(GAME, table).state, PUBLIC)
        for role in ("vertical", "active"):
            counts = Counter(getattr(pair, role) for _, pair in public.pairs)
            assert set(counts) == set(GUESTS) and max(counts.values()) < 3
