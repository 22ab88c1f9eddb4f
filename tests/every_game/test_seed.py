"""The seed and what is made ready from it stay hidden: in no view, feed, form, sheet, picture or event before the end.

Must not look at what the host's own files hold.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any

import pytest

from croupier.core.draws import Draws, Stream
from croupier.core.game import AnyGame, AnyTable, Table
from every_game import broken
from every_game.kit import Record, Variant, audience_name, difference, everybody, feed, play, shown, walk
from every_game.settings import Twins, settings

PLAIN = (str, int, float, bool, type(None), tuple, Enum, frozenset, MappingProxyType)


def spellings(seed: bytes) -> tuple[str, ...]:
    """The seed in every form that somebody could have put it in; longer forms are found by their beginnings."""
    encoded = [base64.b64encode(seed), base64.urlsafe_b64encode(seed), base64.b32encode(seed)]
    numbers = [int.from_bytes(seed, "big"), int.from_bytes(seed, "little")]
    listed = [str(list(seed))[:20], str(tuple(seed))[:20], repr(seed)[2:18]]
    return (
        seed.hex()[:16],
        seed.hex()[-16:],
        seed.hex(" ")[:23],
        *(one.decode()[:16] for one in encoded),
        *map(str, numbers),
        *map(hex, numbers),
        *listed,
    )


def assert_seedless(value: Any, table: AnyTable, where: str) -> None:
    looked_for = tuple(one.casefold() for one in spellings(table.draws.seed))
    for way, one in walk(value):
        text = one.decode("latin-1") if isinstance(one, bytes) else str(one) if isinstance(one, (str, int)) else ""
        assert not any(spelling in text.casefold() for spelling in looked_for), f"{where}{way} holds the seed: {text}"


def assert_sealed(value: Any, hidden: tuple[type, ...], where: str) -> None:
    """Nothing in a value leads on to draws, options or the state, or to anything that is no plain data."""
    for way, one in walk(value):
        assert not isinstance(one, hidden), f"{where}{way} is a {type(one).__name__}"
        data = isinstance(one, PLAIN) or (is_dataclass(one) and not isinstance(one, type))
        assert data, f"{where}{way} is a {type(one).__name__}, which is no plain data"


def check_seed_stays_hidden(game: AnyGame, variant: Variant) -> None:
    record = play(game, variant)
    table = record.table
    hidden = (Draws, Stream, Table, type(table.options), type(record.positions[0].state))
    for position in record.open_positions:
        where = f"after deadline {position.number}: "
        assert_seedless(position.resolution.events, table, f"{where}the events")
        for audience in everybody(table):
            told = feed(game, position.resolution.events, audience)
            sight = shown(game, table, position.state, audience)
            for what, value in (
                ("the view", sight.view),
                ("the form", sight.form),
                ("the sheet and pictures", (sight.tabs, sight.pictures)),
                ("the feed", told),
            ):
                assert_seedless(value, table, f"{where}{what} of {audience_name(audience)}")
                assert_sealed(value, hidden, f"{where}{what} of {audience_name(audience)}")


def seen_by_all(game: AnyGame, record: Record, most: int) -> list[dict[str, Any]]:
    """By position, what every audience sees and is told."""
    return [
        {
            audience_name(audience): (shown(game, record.table, position.state, audience), feed(game, position.resolution.events, audience))
            for audience in everybody(record.table)
        }
        for position in record.positions[:most]
    ]


def check_twins_look_alike(game: AnyGame, twins: Twins) -> None:
    """Two matches with another future look the same to everybody, the host included, while it is the future."""
    one = play(game, twins.one)
    mine = seen_by_all(game, one, twins.alike)
    other = play(game, twins.other)
    unlike = difference(mine, seen_by_all(game, other, twins.alike))
    assert unlike is None, f"somebody can tell {twins.name}: {unlike}"
    assert difference(one.events, other.events), f"the two matches do not differ in {twins.name}"


def test_the_seed_stays_hidden(game: AnyGame) -> None:
    check_seed_stays_hidden(game, settings(game).short)


def test_what_is_to_come_stays_hidden(game: AnyGame) -> None:
    for twins in settings(game).twins:
        check_twins_look_alike(game, twins)


def with_table(game: AnyGame, leak: Callable[[AnyTable], Any]) -> AnyGame:
    """The game, but every view holds something made from the table that the match is played at."""
    tables: list[AnyTable] = []

    def start(table: AnyTable) -> Any:
        tables[:] = [table]
        return game.start(table)

    return replace(broken.leaking(game, lambda state, audience: leak(tables[0])), start=start)


@dataclass(frozen=True)
class Stowed:
    """A part of a view that looks empty."""

    def with_secret(self, secret: Any) -> Stowed:
        object.__setattr__(self, "secret", secret)
        return self


SEEDS: dict[str, Callable[[AnyTable], Any]] = {
    "hex": lambda table: f"no. {table.draws.seed.hex()}",
    "capitals": lambda table: table.draws.seed.hex().upper(),
    "bytes": lambda table: repr(table.draws.seed),
    "base64": lambda table: base64.b64encode(table.draws.seed).decode(),
    "number": lambda table: int.from_bytes(table.draws.seed, "big"),
    "inside": lambda table: ((("deep", (table.draws.seed.hex(),)),),),
    "stowed": lambda table: Stowed().with_secret(table.draws.seed.hex()),
    "draws": lambda table: table.draws,
    "stream": lambda table: table.draws.stream("next"),
    "table": lambda table: (table,),
    "options": lambda table: table.options,
    "a way back": lambda table: lambda: table,
}


@pytest.mark.parametrize("spelling", SEEDS)
def test_catches_a_view_with(game: AnyGame, spelling: str) -> None:
    with pytest.raises(AssertionError, match="the view of"):
        check_seed_stays_hidden(with_table(game, SEEDS[spelling]), settings(game).short)


def test_catches_a_view_with_the_state(game: AnyGame) -> None:
    with pytest.raises(AssertionError, match="the view of"):
        check_seed_stays_hidden(broken.leaking(game, lambda state, audience: state), settings(game).short)


def test_catches_an_event_with_the_seed(game: AnyGame) -> None:
    def spoil(event: Any, table: AnyTable) -> Any:
        texts = [one.name for one in fields(event) if isinstance(getattr(event, one.name), str)]
        return replace(event, **{texts[0]: getattr(event, texts[0]) + table.draws.seed.hex()}) if texts else event

    record = play(game, settings(game).short)
    events = tuple(spoil(event, record.table) for event in record.events)
    with pytest.raises(AssertionError, match="the seed"):
        assert_seedless(events, record.table, "the events")


def test_catches_a_view_of_what_is_to_come(game: AnyGame) -> None:
    if not settings(game).twins:
        pytest.skip("the settings name no future of this game")

    fault = with_table(game, lambda table: (sum(table.draws.seed) % 17, len(repr(table.options))))
    for twins in settings(game).twins:
        with pytest.raises(AssertionError, match="can tell"):
            check_twins_look_alike(fault, twins)
