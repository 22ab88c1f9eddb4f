"""Boxes to tick in Google: real ones, clicked by players, in a match whose forms have one.

Must not try what every store does with a tick; that is in the stores' contract.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from croupier import desk
from croupier.sheets.base import ticked
from croupier.sheets.google import marks
from emulator import Refused
from google_sheets.kit import Table, table
from google_sheets.matches import GoogleMatch
from sheets.test_contract import SEAT, TURN, TURN_FORM

DONE = marks.cell_name("done")
TEAMS = """
counter = 24
[options.teams]
Reds = ["Ana", "Bo"]
Blues = ["Cy", "Di"]
"""


def cell(found: Table, name: str) -> Mapping[str, Any]:
    """What the interface says of an input."""
    fields = "sheets.data.rowData.values(userEnteredValue,userEnteredFormat.numberFormat,dataValidation,note)"
    reply = found.http().request("get", f"https://sheets.googleapis.com/v4/spreadsheets/{found.ids[SEAT]}", {"ranges": [name], "fields": fields})
    kept: Mapping[str, Any] = reply.json()["sheets"][0]["data"][0]["rowData"][0]["values"][0]
    return kept


def test_it_is_a_box_and_no_text() -> None:
    with table(SEAT) as google:
        google.store().bring(SEAT, TURN)
        box = {"condition": {"type": "BOOLEAN"}, "strict": False, "showCustomUi": True}
        assert cell(google, DONE) == {"userEnteredValue": {"boolValue": False}, "userEnteredFormat": {}, "dataValidation": box}
        assert cell(google, marks.cell_name("say"))["userEnteredFormat"]["numberFormat"]["type"] == "TEXT"


def test_a_box_that_was_pasted_over_is_still_read() -> None:
    with table(SEAT) as google:
        google.store().bring(SEAT, TURN)
        google.owner(SEAT).copy(marks.cell_name("say"), DONE)  # with its format and without a rule
        player = google.player(SEAT)
        with pytest.raises(Refused, match="no box"):
            player.tick(DONE)
        player.type(DONE, "TRUE")
        assert player.value(DONE) == {"stringValue": "TRUE"}
        assert ticked(TURN_FORM, google.store().read(SEAT, TURN, TURN_FORM))


def test_what_is_locked_cannot_be_ticked() -> None:
    with table(SEAT) as google:
        google.store().bring(SEAT, TURN)
        assert not ticked(TURN_FORM, google.store().lock_and_read(SEAT, TURN, TURN_FORM))
        with pytest.raises(Refused):
            google.player(SEAT).tick(DONE)


def test_teams_tick_that_they_are_ready_and_the_next_room_finds_them_unticked(tmp_path: Path) -> None:
    with table() as google:
        match = GoogleMatch(tmp_path / "season", google, ("Ana", "Bo", "Cy", "Di"), TEAMS, game="haunted-house-escape")
        match.open()
        match.hand_in({"Reds": {"choice": "roll", "ready": "yes"}, "Blues": {"choice": "gain"}})
        assert {hand_in.seat: (hand_in.state, hand_in.ticked) for hand_in in match.check()} == {
            "Reds": ("handed in", True),
            "Blues": ("handed in", False),
        }
        google.player(match.match.seat_ids["Blues"]).tick(marks.cell_name("ready"))
        assert all(hand_in.ticked for hand_in in match.check())
        match.sync()
        assert match.match.resolved[0].answers["Reds"] == {"choice": "roll"}
        assert not any(hand_in.ticked for hand_in in match.check())
        assert all(google.player(match.match.seat_ids[seat]).value(marks.cell_name("ready")) == {"boolValue": False} for seat in match.match.asked)
        assert not match.store().bring("01-reds", desk.workbook(match.match, "Reds"))
