"""When the rules' code itself fails, or the clock: one message without contents, nothing published, the inputs kept.

Must not test any rule; faults are planted in the game's functions.
"""

from __future__ import annotations

import dataclasses
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier import cases, logbook, match, status, sync, trouble
from croupier.core.problems import HostError
from croupier.handins import Decisions
from croupier.store import stamp
from host import Host, Terminal
from table import BEGINNING

SECRET = "SECRETBID71317"
BIDS = {"Ana": {"bids": {"Wolfman": "117"}}, "Bo": {"bids": {"Nightmare": SECRET, "Walls": "1"}}}


class Xylograph(Exception):
    """A planted fault."""


@pytest.fixture
def host(tmp_path: Path) -> Host:
    host = Host(tmp_path / "season", players="name,contact,zone,garnets\nAna,,,2\nBo,,,\nCy,,,\n")
    host.hand_in(BIDS)
    return host


@contextmanager
def failing(name: str, only: Callable[[Any], bool] = lambda arguments: True) -> Iterator[None]:
    """A game whose function of that name fails, and tells a secret doing so."""
    find = match.find

    def broken(slug: str) -> Any:
        game = find(slug)
        whole = getattr(game, name)

        def fail(*arguments: Any) -> Any:
            if only(arguments):
                raise Xylograph(f"cannot bear {SECRET}")
            return whole(*arguments)

        return dataclasses.replace(game, **{name: fail})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "find", broken)
        yield


def _fails(host: Host, run: Callable[[], object]) -> HostError:
    with failing("decide"), pytest.raises(HostError) as fault:
        run()
    return fault.value


def _case(host: Host) -> Path:
    return host.folder.private / "needs-host" / f"{host.match.form_name}.yaml"


def test_one_message_without_the_secret_and_nothing_published(host: Host) -> None:
    published = host.published
    fault = _fails(host, host.sync)
    assert "small-match needs the host" in fault.message and "auction-1" in fault.message and "Xylograph" in fault.message
    assert SECRET not in fault.message + fault.next_step
    assert str(_case(host)) in fault.next_step and "croupier pause small-match" in fault.next_step
    assert host.published == published
    assert host.match.phase == "auction-1"
    assert sorted(path.name for path in host.folder.private.iterdir()) == ["data", "journal.jsonl", "lock", "needs-host", "seed"]


def test_run_thrice_the_journal_says_so_once(host: Host) -> None:
    for _ in range(3):
        _fails(host, host.sync)
    _fails(host, host.show)
    assert host.kinds() == ["opened", "delivered", "failed"]
    assert SECRET not in host.journal()
    assert host.match.entries[-1].body == {"step": 1, "fault": "Xylograph", "case": "private/needs-host/01-auction-1.yaml"}


def test_status_says_that_the_match_needs_the_host(host: Host) -> None:
    def told() -> list[str]:
        return status.overview(host.folder, host.now)[1]

    assert "The match needs the host." not in told()
    _fails(host, host.sync)
    assert "The match needs the host." in told()
    assert not any(SECRET in line or "Xylograph" in line for line in told())


def test_when_the_fault_is_gone_sync_resolves_and_the_state_clears(host: Host) -> None:
    _fails(host, host.sync)
    assert host.sync().resolved
    assert "The match needs the host." not in status.overview(host.folder, host.now)[1]
    _fails(host, host.sync)
    assert host.kinds().count("failed") == 2, "a fault in another step is told anew"


def test_a_match_that_needs_the_host_can_be_paused_and_go_on(host: Host) -> None:
    _fails(host, host.sync)
    host.pause()
    assert "The match needs the host." in status.overview(host.folder, host.now)[1]
    host.now += timedelta(days=3)
    host.resume()
    assert host.sync().resolved


def test_the_host_hears_where_the_inputs_are_and_nobody_else(host: Host) -> None:
    _fails(host, host.sync)
    assert any("private/needs-host/01-auction-1.yaml" in line for line in logbook.log_lines(host.match, host=True))
    assert not any("failed" in line or "needs-host" in line for line in logbook.log_lines(host.match, host=False))
    assert logbook.public_rulings(host.match) == ()


def test_the_case_can_be_run_with_the_rules_as_they_should_be(host: Host) -> None:
    _fails(host, host.sync)
    verdicts = list(cases.run([_case(host)]))
    assert [verdict.differences for verdict in verdicts] == [()]
    loaded = cases.load(_case(host))[0]
    assert loaded["steps"][0]["submit"]["Bo"]["bids"]["Nightmare"] == SECRET
    assert loaded["seed_hex"] == host.match.table.draws.seed.hex()
    assert loaded["setup"]["garnets"] == {"Ana": 2, "Bo": 0, "Cy": 0}


def test_the_case_of_a_later_step_comes_to_that_step(host: Host, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    host.rule("Ana", "money", "-20")
    host.sync()
    host.rule("Bo", "money", "+50")
    host.hand_in({"Ana": {"bids": {"Grunkle-In-a-Box": "5"}}})
    _fails(host, lambda: host.sync(decisions=Decisions(absent=("Cy",))))
    assert _case(host).name == "02-auction-2-v2.yaml"
    loaded = cases.load(_case(host))[0]
    assert [step["phase"] for step in loaded["steps"]] == ["auction-1", "auction-2"]
    rulings = [[{"seat": "Ana", "what": "money", "value": "-20"}], [{"seat": "Bo", "what": "money", "value": "+50"}]]
    assert [step.get("rulings") for step in loaded["steps"]] == rulings
    assert [list(step["submit"]) for step in loaded["steps"]] == [["Ana", "Bo"], ["Ana"]], "who was absent is not in it"
    case = {**loaded, "steps": [*loaded["steps"], {"phase": "entrants"}]}
    assert cases.differences(case) == [], "after the last step of the case the match is where it would be"
    status_, out, _ = Terminal(host, monkeypatch, capsys).run("case", str(_case(host)))
    assert status_ == 0 and out.splitlines()[-1] == "1 passed, 0 failed"


@pytest.mark.skipif(os.name == "nt", reason="there are no such rights there")
def test_only_the_host_can_read_the_case(host: Host) -> None:
    """It holds the seed, and with it every draw to come."""
    _fails(host, host.sync)
    assert stat.S_IMODE(_case(host).stat().st_mode) == stat.S_IMODE((host.folder.private / "seed").stat().st_mode) == 0o600


def test_a_broken_invariant_is_such_a_fault_too(host: Host) -> None:
    find = match.find
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "find", lambda slug: dataclasses.replace(find(slug), faults=lambda *_: (f"{SECRET} was lost",)))
        with pytest.raises(HostError, match="BrokenInvariant") as fault:
            host.sync()
    assert SECRET not in fault.value.message
    assert host.kinds()[-1] == "failed"


def test_a_hand_in_that_the_rules_cannot_bear_stops_nobody_else(host: Host) -> None:
    def on_bo(arguments: Any) -> bool:
        return arguments[0].name == "Bo"

    with failing("check", on_bo):
        with pytest.raises(HostError) as fault:
            host.sync()
        assert "Bo: the workbook 01-auction-1: croupier's rules failed on what it holds (Xylograph)" in fault.value.message
        assert SECRET not in fault.value.message and "Ana" not in fault.value.message
        assert {found.seat: found.state for found in status.hand_ins(host.folder, host.store)}["Bo"] == "unreadable"
    with failing("check", lambda arguments: on_bo(arguments) and bool(arguments[1])):
        assert host.sync(decisions=Decisions(absent=("Bo",))).resolved
    assert "Wolfman goes to Ana." in sync.announcement(host.match)


def test_a_late_hand_in_that_makes_the_rules_fail_leaves_the_match_alone(host: Host) -> None:
    host.sync()
    host.store.fill("03-cy", "01-auction-1", host.match.before_last().asked["Cy"], {"bids": {"Wolfman": "118"}})
    for _ in range(3):
        _fails(host, lambda: host.rule("Cy", "late"))
    assert host.kinds().count("failed") == 1
    assert host.match.phase == "auction-2"
    assert "The match needs the host." not in status.overview(host.folder, host.now)[1]
    loaded = cases.load(host.folder.private / "needs-host" / "01-auction-1.yaml")[0]
    assert [step["phase"] for step in loaded["steps"]] == ["auction-1"]
    assert host.sync().resolved


def test_the_command_says_it_in_two_lines(host: Host, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(host, monkeypatch, capsys)
    host.now = host.match.deadline + timedelta(minutes=1)
    with failing("decide"):
        found, out, err = terminal.run("sync", "--host", "--late", "take")
    assert found == 2 and len(err.splitlines()) == 2 and err.splitlines()[1].startswith("Next: send ")
    assert SECRET not in out + err and "Traceback" not in err
    found, out, _ = terminal.run("status")
    assert found == 0 and "The match needs the host." in out


WORDS = ["=", "yes", "null", "~", "0x10", "1_000", "1e3", "!absent", "<<", "*x", "&x", "#", "'", "-", "?", "|", ">", "%x", "@x", "`x", "2026-11-20"]
ODD = st.one_of(
    st.text(st.characters(exclude_categories=("Cs",)), max_size=12),
    st.sampled_from([*WORDS, *"[]{},:😀", ".inf", "- a", "a: b", "# x", "\x85", "\ufeff", "\u2028x", " x "]),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Host:
    return Host(tmp_path_factory.mktemp("odd") / "season", names=("null", "=", "0x10"))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(["null", "=", "0x10"]), st.dictionaries(ODD.map(str), ODD, max_size=3), max_size=3))
def test_whatever_was_typed_comes_through_a_case_as_it_was(opened: Host, typed: dict[str, dict[str, Any]]) -> None:
    answers = {seat: {"bids": given} for seat, given in typed.items()}
    text = trouble.case_text(opened.match, answers)
    path = opened.folder.path / "odd.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    loaded = cases.load(path)[0]
    assert loaded["steps"][-1]["submit"] == answers
    assert loaded["players"] == ["null", "=", "0x10"]
    assert not [line for line in cases.differences(loaded) if "cannot be run" in line]


def test_the_case_is_plain_yaml(host: Host) -> None:
    _fails(host, host.sync)
    assert yaml.safe_load(_case(host).read_text(encoding="utf-8"))["game"] == "house-of-horrors"


# The clock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "refused"), [(4.9, False), (5, False), (5.1, True), (60 * 24 * 400, True)])
def test_a_clock_set_back_by_more_than_five_minutes_is_refused(host: Host, minutes: float, refused: bool) -> None:
    host.check()
    before, back = host.journal(), timedelta(minutes=minutes)
    host.now -= back
    if refused:
        with pytest.raises(HostError, match="this machine's clock says") as fault:
            host.pause()
        assert fault.value.next_step == "set the clock right"
        assert host.journal() == before
    else:
        host.pause()
        assert host.match.entries[-2].at == host.match.entries[-3].at == stamp(host.now + back), "times never go back"


def test_no_command_writes_anything_with_a_clock_set_back(host: Host) -> None:
    host.now = host.match.deadline + timedelta(hours=1)
    host.check()
    before = host.journal()
    host.now = host.match.deadline + timedelta(minutes=30)
    runs: list[Callable[[], object]] = [
        host.check,
        lambda: host.sync(now=host.now),
        lambda: host.extend(days=3),
        host.pause,
        lambda: host.rule("Ana", "money", "+5"),
        lambda: host.replace("Bo", "eve"),
    ]
    for run in runs:
        with pytest.raises(HostError, match="clock"):
            run()
        assert host.journal() == before


def test_times_in_the_journal_never_go_back(host: Host) -> None:
    for minutes in (0, 4, 1, 3, -1, 2, 6):
        host.now = BEGINNING + timedelta(hours=1, minutes=minutes)
        host.check()
    times = [datetime.fromisoformat(entry.at) for entry in host.match.entries]
    assert times == sorted(times)
