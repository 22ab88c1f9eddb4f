"""Dice of a real table: the deadline fixes what was decided, and the match goes on once the host has entered them.

Must not test how a room is played; that is the game's.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import corrections
from croupier.announce import announcement
from croupier.core.problems import HostError
from croupier.logbook import log_entries
from croupier.publish import public_match
from host import WHY, Host, Terminal

SLUG = "haunted-house-escape"
OPTIONS = 'dice = "table"\n'


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path / "season", ("Ana", "Bo"), OPTIONS, slug=SLUG)


def roll(host: Host) -> None:
    host.hand_in({"Team": {"choice": "roll"}})
    host.sync()


def enter(host: Host, text: str) -> None:
    host.apply(corrections.plan_enter(host.folder, text))


def test_what_was_decided_is_a_fact_before_the_dice_fall(host: Host) -> None:
    roll(host)
    assert host.match.needs is not None and "Ana" in host.match.needs
    assert host.kinds()[-2:] == ["resolved", "delivered"]
    assert host.match.asked == {} and "at the table" in announcement(host.match)
    current = public_match(host.match).current
    assert current is not None and current[1] is None
    before = host.journal()
    with pytest.raises(HostError, match="waits for the host"):
        host.sync()
    with pytest.raises(HostError, match="waits for what the table gives"):
        host.rule("Team", "gems", "Ana +1")
    assert host.journal() == before


@pytest.mark.parametrize("text", ["", "Ana 7", "Ana 7, Bo 21", "Ana 7, Bo 5, Cy 3", "Ana 7 Bo", "Ana 7, Bo 5, Ana 8"])
def test_dice_that_will_not_do_change_nothing(host: Host, text: str) -> None:
    roll(host)
    before = host.journal()
    with pytest.raises(HostError, match="nothing was entered"):
        enter(host, text)
    assert host.journal() == before


def test_the_match_goes_on_with_the_dice_that_were_entered(host: Host) -> None:
    roll(host)
    first = host.match.form_name
    enter(host, "Ana 20, Bo 20")
    match = host.match
    assert match.needs is None and list(match.asked) == ["Team"] and match.step == 2
    assert match.resolved[0].steps[0].phase == "room-1"
    assert match.form_name != first and host.store.wanted(match.seat_ids["Team"], match.form_name)
    assert match.deadline > match.calendar.deadline(0), "the next room has a day of its own"
    with pytest.raises(HostError, match="does not wait"):
        enter(host, "Ana 1, Bo 1")
    assert "Ana 20, Bo 20" in "".join(words for _, words in _log(host))


def test_what_was_entered_can_be_taken_back_and_entered_anew(host: Host) -> None:
    roll(host)
    waiting = host.match.state
    enter(host, "Ana 20, Bo 20")
    lucky, title = host.match.state, host.match.form_name
    host.roll_back(WHY)
    assert host.match.state == waiting and host.match.needs is not None
    enter(host, "Ana 1, Bo 1")
    assert host.match.state != lucky and host.match.form_name != title, "another title, since it may hold what was typed into the first"
    host.roll_back(WHY)
    host.roll_back(WHY)
    assert host.match.step == 1 and host.match.form_name == "01-room-1"


def test_a_whole_match_with_dice_of_a_table(host: Host) -> None:
    while not host.match.finished:
        roll(host)
        while (needed := host.match.needs) is not None:
            enter(host, "escape 1" if "throw the escape die" in needed else ", ".join(f"{name} 20" for name in ("Ana", "Bo") if f"{name}" in needed))
    assert host.kinds().count("entered") >= host.match.step - 1


def _log(host: Host) -> list[tuple[str, str]]:
    return log_entries(host.match, host=True)


def test_the_command_asks_and_then_does_it(host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    roll(host)
    status, out, _ = Terminal(host, monkeypatch, capsys).run("dice", "small-match", "Ana 20, Bo 20", typed="y\n")
    assert status == 0 and "Ana 20, Bo 20" in out
    assert host.match.needs is None
