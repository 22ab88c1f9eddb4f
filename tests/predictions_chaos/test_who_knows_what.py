"""What nobody may learn before the end: others' moves, actions, predictions, points and gifts.

Must not rely on what a view happens to be called: views, feeds, forms and sheets are compared as wholes.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.audience import HOST, PUBLIC, Audience, Seat
from croupier.core.game import Told
from croupier.core.plain import plain
from croupier.core.sheet import Heading
from croupier.games.predictions_chaos import GAME
from predictions_chaos.scene import GUESTS, PLAYERS, Scene, scene

HEADING = Heading("M", "S", "P", "D", "C", "R")
EVERYBODY: tuple[Audience, ...] = (PUBLIC, *map(Seat, (*PLAYERS, *GUESTS)))


def sight(at: Scene, audience: Audience) -> Any:
    """All that an audience has before its eyes."""
    view = at.view(audience)
    if not isinstance(audience, Seat):
        return view, at.told(audience), GAME.pictures(view)
    form = GAME.ask(view)
    return view, at.told(audience), GAME.pictures(view), form, GAME.sheet(view, form, HEADING)


def unlike(one: Scene, other: Scene) -> set[str]:
    """Who can tell two matches apart."""
    return {audience.name if isinstance(audience, Seat) else "public" for audience in EVERYBODY if sight(one, audience) != sight(other, audience)}


def test_a_swap_without_effect_looks_to_others_as_no_swap_at_all() -> None:
    swap = {"action": "point_swap", "cells": ["R3C3", "R6C6"]}
    both = scene().play(Ana=swap, Bo={"action": "point_swap", "cells": ["R3C3", "R5C5"]})
    none = scene().play(Ana=swap, Bo={"action": "wall", "border": "C2|C3"})
    assert unlike(both, none) == {"Bo"}, "only Bo, who did another thing, may know"


def test_an_action_that_changes_nothing_is_seen_by_nobody_else() -> None:
    at = scene()
    assert unlike(at.play(Ana={"action": "wall", "border": "C2|C3"}), at.play(Ana={"action": "double_movement", "pair": "Mia-Tom"})) == {"Ana"}
    assert unlike(at.play(Ana={"action": "wall", "border": "C2|C3"}), at.play(Ana={"action": "wall", "border": "C2"})) == {"Ana"}


def test_predictions_are_seen_by_nobody_else() -> None:
    table = {str(number): {"positive": GUESTS[number % 4], "negative": GUESTS[number % 4]} for number in range(1, 9)}
    at = scene(starts=None)
    starts = {"Chao": {"start": {"Chao-Reds": 1, "Chao-Mia": 2, "Chao-Tom": 3}}}
    one, other = at.play(**starts, Ana={"predictions": table}), at.play(**starts)
    assert unlike(one, other) == {"Ana"}
    assert unlike(one.play(), other.play()) == {"Ana"}, "nor when they are scored"


def test_a_gift_is_known_to_two_and_the_guest_does_not_know_the_giver() -> None:
    at = scene(garnets={"Ana": 3, "Bo": 3})
    assert unlike(at.play(Ana={"gifts": {"Reds": 2}}), at.play(Ana={})) == {"Ana", "Reds"}
    split, whole = at.play(Ana={"gifts": {"Reds": 1}}, Bo={"gifts": {"Reds": 1}}), at.play(Ana={"gifts": {"Reds": 2}}, Bo={})
    assert unlike(split, whole) == {"Ana", "Bo"}, "not even whether it was one giver or two"


def test_a_missing_start_is_not_told_to_the_others() -> None:
    at = scene("croupier", starts=None)
    drawn = at.play()
    column = int(plain(drawn.view(PUBLIC))["pairs"]["Chao-Reds"]["token"][3])
    typed = at.play(Reds={"start": {"Chao-Reds": column}})
    assert unlike(drawn, typed) == {"Reds"}


def test_moves_are_not_seen_where_the_token_does_not_tell_them() -> None:
    at = scene()
    stopped = at.play(Reds={"moves": {"Chao-Reds": "right 2"}}, Ana={"action": "wall", "border": "C4|C5"})
    stayed = at.play(Reds={"moves": {"Chao-Reds": "right 1"}}, Ana={"action": "wall", "border": "C4|C5"})
    assert unlike(stopped, stayed) == set()


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_is_told_of_own_points_only(name: str) -> None:
    at = scene().play(**{player: {"action": "off_by_one", "square": "R4C4", "by": 1} for player in PLAYERS})
    earned = [told for told in at.told(Seat(name)) if told.key == "earned"]
    assert [dict(told.facts)["chaos"] for told in earned] == [(("Chao-Reds", 4),)]
    assert not [told for told in at.told(PUBLIC) if told.key == "earned"]


def test_at_the_end_everybody_knows_everything() -> None:
    at = scene(garnets={"Ana": 1}).play(Ana={"action": "wall", "border": "C2|C3", "gifts": {"Tom": 1}}).until("finished")
    public, host = plain(at.view(PUBLIC)), plain(at.view(HOST))
    assert {key: public[key] for key in ("players", "actions", "predictions", "moves")} == {
        key: host[key] for key in ("players", "actions", "predictions", "moves")
    }
    assert at.view(PUBLIC).record.gifts[0].player == "Ana"
    ended: Told = at.told(PUBLIC)[-1]
    assert ended.key == "ended" and dict(ended.facts)["totals"] == tuple(public["outcome"]["totals"].items())
