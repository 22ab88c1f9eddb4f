"""Boxes to tick: the rule that makes one, what a click puts into the cell, and what may be typed over it.

Must not know what a tick is for.
"""

from __future__ import annotations

from typing import Any

import pytest
from gspread.exceptions import APIError

from emulator import Player, Refused
from emulator.conftest import Setting, refusal
from emulator.test_reply_facts import grid


def make(setting: Setting, *values: str, strict: bool = False) -> Player:
    """A box in Board!A1."""
    condition: dict[str, Any] = {"type": "BOOLEAN", **({"values": [{"userEnteredValue": value} for value in values]} if values else {})}
    rule = {"condition": condition, "strict": strict, "showCustomUi": True}
    setting.batch({"setDataValidation": {"range": grid(), "rule": rule}})
    return setting.player


def test_a_click_ticks_and_another_takes_the_tick_away(setting: Setting) -> None:
    player = make(setting)
    assert player.value("Board!A1") is None
    player.tick("Board!A1")
    assert setting.cell("Board!A1")["effectiveValue"] == {"boolValue": True}
    assert setting.cell("Board!A1")["dataValidation"]["condition"] == {"type": "BOOLEAN"}
    player.tick("Board!A1", on=False)
    assert setting.cell("Board!A1")["formattedValue"] == "FALSE"


def test_a_box_may_have_values_of_its_own(setting: Setting) -> None:
    player = make(setting, "in", "out")
    player.tick("Board!A1")
    assert player.value("Board!A1") == {"stringValue": "in"}
    player.tick("Board!A1", on=False)
    assert player.value("Board!A1") == {"stringValue": "out"}
    make(setting, "in")
    player.clear("Board!A1")
    player.tick("Board!A1")
    player.tick("Board!A1", on=False)
    assert player.value("Board!A1") is None


def test_three_values_are_refused(setting: Setting) -> None:
    with pytest.raises(APIError) as error:
        make(setting, "in", "out", "about")
    assert "BOOLEAN" in refusal(error)[1]


def test_where_there_is_no_box_nothing_can_be_ticked(setting: Setting) -> None:
    with pytest.raises(Refused, match="no box"):
        setting.player.tick("Board!A1")
    player = make(setting)
    player.type("Board!A1", "yes")  # it is no strict one: the word stands there, with a mark, where the box was
    assert player.value("Board!A1") == {"stringValue": "yes"}
    with pytest.raises(Refused, match="no box"):
        player.tick("Board!A1")


def test_a_strict_box_takes_no_other_words(setting: Setting) -> None:
    player = make(setting, strict=True)
    with pytest.raises(Refused, match="validation"):
        player.type("Board!A1", "yes")
    player.type("Board!A1", " true ")
    assert player.value("Board!A1") == {"boolValue": True}


def test_a_protection_holds_back_a_click(setting: Setting) -> None:
    player = make(setting)
    setting.batch({"addProtectedRange": {"protectedRange": {"range": {"sheetId": 0}, "editors": {"users": [setting.robot.email]}}}})
    with pytest.raises(Refused, match="protected"):
        player.tick("Board!A1")
    assert player.value("Board!A1") is None
