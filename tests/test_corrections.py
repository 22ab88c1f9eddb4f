"""The host's corrections: what each changes, what it refuses, and that nothing handed in is lost by one.

Must not look into a game's rules; what a ruling may do to a seat is the game's own test.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from table import BEGINNING, Desk

from croupier import corrections
from croupier.core.problems import HostError

BIDS = {"Ana": {"bids": {"Wolfman": "117"}}, "Bo": {"bids": {"Nightmare": "$70"}}}
WHY = "the sheet was wrong"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "season")


def _apply(desk: Desk, correction: corrections.Correction) -> None:
    corrections.apply(desk.folder, correction, desk.store, desk.publish, BEGINNING + timedelta(hours=1))


def test_a_ruling_on_money_makes_a_new_edition_and_loses_nothing(desk: Desk) -> None:
    desk.hand_in(BIDS)
    _apply(desk, corrections.plan_ruling(desk.folder, desk.store, "Ana", "money", "+50", WHY, BEGINNING))
    assert desk.match.form_name == "01-auction-1-v2"
    assert desk.match.state.seat("Ana").cash == 550
    report = desk.sync()
    assert "Wolfman goes to Ana." in report.public and "Nightmare goes to Bo." in report.public
    assert desk.match.state.seat("Ana").cash == 550 - 117
    assert desk.match.form_name == "02-auction-2"


def test_a_roll_back_brings_the_step_back_with_what_was_handed_in(desk: Desk) -> None:
    desk.hand_in(BIDS)
    first = desk.sync().public
    _apply_late = corrections.plan_rollback(desk.folder, WHY)
    corrections.apply(desk.folder, _apply_late, desk.store, desk.publish, desk.match.calendar.deadline(0) + timedelta(hours=1))
    assert desk.match.form_name == "01-auction-1"
    assert desk.sync(now=desk.match.deadline + timedelta(hours=2)).public == first
    assert desk.match.form_name == "02-auction-2-v2"
