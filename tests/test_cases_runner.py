"""The runner of rule cases: what matches what, what makes a case fail, and what the command prints.

Must not test a ruling; a small match of one game only serves to have something to expect.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cases import compare, differences, load, run
from croupier.cli import app
from croupier.core.problems import HostError

SMALL = """
title: {title}
game: house-of-horrors
players: [Ana, Bo]
setup: {{size: 3, auctions: 1, cash: 50, schedule: [{{scares: [Wolfman, Playtest], walls: 0}}]}}
"""


def matches(wanted: Any, found: Any) -> bool:
    return not compare(wanted, found, "here")


# Matching -------------------------------------------------------------------------------------------------------------


def test_a_mapping_matches_if_every_key_given_matches() -> None:
    assert matches({"a": 1}, {"a": 1, "b": 2})
    assert matches({}, {"a": 1})
    assert matches({"a": {"b": {}}}, {"a": {"b": {"c": 1}, "d": 2}})
    assert not matches({"a": 1, "b": 2}, {"a": 1})
    assert not matches({"a": 1}, {"a": 2})
    assert not matches({"a": {}}, {"a": []})
    assert not matches({"a": {}}, {"a": 1})
    assert not matches({}, [])


def test_only_admits_no_other_keys_at_its_own_level() -> None:
    assert matches({"!only": True, "a": 1}, {"a": 1})
    assert not matches({"!only": True, "a": 1}, {"a": 1, "b": 2})
    assert matches({"!only": True, "a": {"b": 1}}, {"a": {"b": 1, "c": 2}})
    assert not matches({"a": {"!only": True, "b": 1}}, {"a": {"b": 1, "c": 2}})
    assert matches({"!only": True}, {})
    assert not matches({"!only": True}, {"a": 1})
    assert not matches({"!only": True, "a": 1, "b": 2}, {"a": 1})
    assert matches({"!only": True, "a": 1, "b": "!absent"}, {"a": 1})
    assert matches({"!only": True, "a": "!any"}, {"a": 1})


def test_a_list_has_the_same_length_and_matches_item_by_item() -> None:
    assert matches([1, 2], [1, 2])
    assert matches([], [])
    assert not matches([1, 2], [2, 1])
    assert not matches([1], [1, 2])
    assert not matches([1, 2], [1])
    assert not matches([], [1])
    assert matches([{"a": 1}, {}], [{"a": 1, "b": 2}, {"c": 3}])
    assert not matches([{"a": 1}], [{"a": 2}])
    assert not matches([1], 1)
    assert not matches([1], {"0": 1})
    assert not matches(["a", "b"], "ab")


def test_numbers_are_equal_within_a_millionth_where_either_is_fractional() -> None:
    assert matches(1, 1)
    assert not matches(1, 2)
    assert matches(1, 1.0)
    assert matches(1.0, 1)
    assert matches(0.5, 0.5000009)
    assert matches(0.1 + 0.2, 0.3)
    assert not matches(0.5, 0.500002)
    assert matches(3, 3.0000009)
    assert not matches(3, 3.00001)
    assert not matches(10**20, 10**20 + 1), "whole numbers are compared exactly"
    assert not matches(0, 0.00001)
    assert not matches(1.0, math.nan)
    assert not matches(10**400, 0.5)


def test_a_text_never_matches_a_number_or_a_truth_value_nor_these_one_another() -> None:
    for one, other in (
        ("1", 1),
        ("1.0", 1.0),
        ("True", True),
        ("true", True),
        (1, True),
        (0, False),
        (1.0, True),
        ("", None),
        (0, None),
        ("None", None),
    ):
        assert not matches(one, other)
        assert not matches(other, one)
        assert not matches({"a": one}, {"a": other})
        assert not matches([one], [other])
    for same in ("1", 1, 1.5, True, False, None, ""):
        assert matches(same, same)
    assert not matches("Ana", "ana")


def test_keys_are_compared_as_text() -> None:
    assert matches({1: "a"}, {"1": "a"})
    assert matches({"1": "a"}, {1: "a"})
    assert matches({"!only": True, 1: "a"}, {"1": "a"})
    assert not matches({1: "a"}, {"2": "a"})


def test_absent_means_that_the_key_is_not_there() -> None:
    assert matches({"a": "!absent"}, {"b": 1})
    assert not matches({"a": "!absent"}, {"a": 1})
    assert not matches({"a": "!absent"}, {"a": None})
    assert not matches({"a": "!absent"}, {"a": []})
    assert matches({"a": {"b": "!absent"}}, {"a": {}})


def test_absent_under_a_key_that_is_missing_itself_fails() -> None:
    assert not matches({"a": {"b": "!absent"}}, {})
    assert not matches({"a": {"b": {"c": "!absent"}}}, {"a": {}})
    assert not matches({"a": {"b": "!absent"}}, {"a": 1})
    assert not matches([{"a": "!absent"}], [])


def test_any_means_that_the_key_is_there() -> None:
    values: tuple[Any, ...] = (1, None, [], {}, False, "")
    for value in values:
        assert matches({"a": "!any"}, {"a": value})
    assert not matches({"a": "!any"}, {})
    assert not matches({"a": {"b": "!any"}}, {"a": {}})


def test_every_difference_is_told_with_the_way_to_it() -> None:
    found = compare({"a": {"b": [1, {"c": 2}]}, "d": "!any", "e": "!absent"}, {"a": {"b": [3, {"c": 4}]}, "e": 5}, "public")
    assert found == [
        "public.a.b[0]: expected 1, found 3",
        "public.a.b[1].c: expected 2, found 4",
        "public.d: is not there",
        "public.e: must not be there, found 5",
    ]


# Running --------------------------------------------------------------------------------------------------------------


def written(folder: Path, *cases: str) -> Path:
    file = folder / "cases.yaml"
    file.write_text("\n---\n".join(cases), encoding="utf-8")
    return file


def outcome(folder: Path, rest: str, head: str = SMALL) -> tuple[str, ...]:
    """What differs in a small match."""
    (verdict,) = run([written(folder, head.format(title="a match") + rest)])
    return verdict.differences


BIDS = """
steps:
  - phase: auction-1
    submit: {Ana: {bids: {Wolfman: 5}}}
    expect:
"""


def test_expectations_of_public_seats_and_host_are_looked_at_after_the_step(tmp_path: Path) -> None:
    assert (
        outcome(
            tmp_path, BIDS + "      {public: {phase: entrants}, Ana: {cash: 45, won: [Wolfman]}, Bo: {cash: 50}, host: {seats: {Ana: {cash: 45}}}}"
        )
        == ()
    )
    for wrong in ("public: {phase: auction-1}", "Ana: {cash: 50}", "Bo: {won: [Wolfman]}", "host: {seats: {Bo: {cash: 45}}}"):
        found = outcome(tmp_path, BIDS + f"      {{{wrong}}}")
        assert len(found) == 1 and found[0].startswith(f"step 1: {wrong.partition(':')[0]}."), found


def test_begin_is_looked_at_before_the_first_step(tmp_path: Path) -> None:
    assert (
        outcome(tmp_path, "begin: {public: {phase: auction-1}, Ana: {cash: 50, won: []}, host: {bids: []}}" + BIDS + "      {Ana: {cash: 45}}") == ()
    )
    assert outcome(tmp_path, "begin: {Ana: {cash: 45}}" + BIDS + "      {Ana: {cash: 45}}") == ("begin: Ana.cash: expected 45, found 50",)
    assert outcome(tmp_path, "begin: {public: {offer: {scares: [Wolfman, Playtest]}}}") == ()


def test_problems_are_the_set_of_codes_of_this_step_for_the_seats_named(tmp_path: Path) -> None:
    steps = """
steps:
  - submit:
      Ana: {bids: {Wolfman: ten, Playtest: "1,0", Slug Boy: 3}}
      Bo: {bids: {Wolfman: 5}}
    expect:
      problems: """
    assert outcome(tmp_path, steps + "{Ana: [not-offered, unreadable], Bo: []}") == ()
    assert outcome(tmp_path, steps + "{Ana: [unreadable, not-offered, unreadable]}") == (), "a set: order and repeats do not matter"
    assert outcome(tmp_path, steps + "{Bo: []}") == (), "a seat that is not named is not looked at"
    assert outcome(tmp_path, steps + "{}") == ()
    for wrong in ("{Ana: []}", "{Ana: [unreadable]}", "{Ana: [not-offered, unreadable, illegal]}", "{Bo: [unreadable]}"):
        (found,) = outcome(tmp_path, steps + wrong)
        assert found.startswith(f"step 1: problems of {wrong[1:].partition(':')[0]}: "), found
    (found,) = outcome(tmp_path, steps + "{Zed: []}")
    assert "Zed" in found


def test_problems_are_those_of_the_step_not_of_the_one_before(tmp_path: Path) -> None:
    steps = """
steps:
  - {submit: {Ana: {bids: {Wolfman: ten}}}, expect: {problems: {Ana: [unreadable]}}}
  - submit: {Ana: {entrants: {Dashing Duo: 1, Jumpy Jack: 1, Random Red: 1, Timid Tim: 1}}}
    expect: {problems: {Ana: []}}
"""
    assert outcome(tmp_path, steps) == ()


def test_a_seat_left_out_handed_in_nothing_and_one_with_an_empty_hand_in_is_no_fault(tmp_path: Path) -> None:
    assert outcome(tmp_path, "steps: [{submit: {}, expect: {Ana: {cash: 50}, problems: {Ana: [], Bo: []}}}]") == ()
    assert outcome(tmp_path, "steps: [{submit: {Ana: {}, Bo: null}, expect: {Ana: {cash: 50}}}]") == ()
    assert outcome(tmp_path, "steps: [{expect: {public: {phase: entrants}}}]") == ()


def test_keys_of_a_hand_in_and_names_of_seats_are_taken_as_text(tmp_path: Path) -> None:
    head = SMALL.replace("[Ana, Bo]", "[1, 2.5]")
    assert (
        outcome(
            tmp_path, "steps: [{submit: {1: {bids: {Wolfman: 5}}}, expect: {1: {cash: 45}, public: {sold: [{to: '1'}]}, problems: {1: []}}}]", head
        )
        == ()
    )


@pytest.mark.parametrize(
    ("rest", "word"),
    [
        ("steps: [{submit: {Zed: {}}}]", "Zed"),
        ("steps: [{submit: {ana: {}}}]", "ana"),
        ("steps: [{expect: {Zed: {}}}]", "Zed"),
        ("begin: {Zed: {}}", "Zed"),
        ("steps: [{phase: auction-2}]", "auction-2"),
        ("steps: [{phase: finished}]", "finished"),
        ("steps: [{}, {phase: entrants}, {phase: entrants}]", "step 3"),
        ("steps: [{submit: {Ana: [1, 2]}}]", "Ana"),
        ("steps: [{submit: {Ana: text}}]", "Ana"),
        ("steps: [text]", "cannot be run"),
        ("steps: text", "cannot be run"),
        ("steps: [{submit: [Ana]}]", "cannot be run"),
        ("steps: [{expect: [Ana]}]", "cannot be run"),
        ("steps: [{expect: {problems: [Ana]}}]", "cannot be run"),
        ("steps: [{expect: {problems: {Ana: 5}}}]", "cannot be run"),
        ("begin: text", "cannot be run"),
        ("walks: [text]", "cannot be run"),
        ("walks: [{entrant: Zooming Zero}]", "cannot be run"),
    ],
)
def test_a_case_that_cannot_be_run_fails(tmp_path: Path, rest: str, word: str) -> None:
    found = outcome(tmp_path, rest)
    assert len(found) == 1 and word in found[0], found


def test_a_step_after_the_end_fails(tmp_path: Path) -> None:
    end = "steps: [{}, {}, {}, {}, {}]"
    found = outcome(tmp_path, end)
    assert len(found) == 1 and "after the end" in found[0], found


@pytest.mark.parametrize(
    "setup",
    [
        "{size: 1}",
        "{size: many}",
        "{no_such_option: 1}",
        "{start: A1, exit: A1}",
        "{exit: Z9}",
        "{slots: 0}",
        "{schedule: [{scares: [Nobody]}]}",
        "{garnets: {Zed: 1}}",
    ],
)
def test_an_option_that_cannot_be_makes_the_case_fail(tmp_path: Path, setup: str) -> None:
    head = f"title: odd\ngame: house-of-horrors\nplayers: [Ana, Bo]\nsetup: {setup}\n"
    (verdict,) = run([written(tmp_path, head + "begin: {public: {phase: auction-1}}")])
    assert len(verdict.differences) == 1 and "cannot be run" in verdict.differences[0]


def test_too_few_slots_for_the_players_make_the_case_fail(tmp_path: Path) -> None:
    head = "title: odd\ngame: house-of-horrors\nplayers: [Ana, Bo, Cy]\nsetup: {{slots: {slots}}}\nbegin: {{public: {{phase: auction-1}}}}"
    (verdict,) = run([written(tmp_path, head.format(slots=1))])
    assert "slots" in verdict.differences[0]
    (verdict,) = run([written(tmp_path, head.format(slots=2))])
    assert verdict.differences == ()


def test_the_seed_is_a_text_and_decides_the_draws() -> None:
    """What was drawn is told by what differs from an empty offer."""
    drawn = {"game": "house-of-horrors", "players": ["Ana", "Bo"], "begin": {"public": {"offer": {"scares": []}}}}
    found = {seed: differences(drawn | {"seed": seed})[0] for seed in ("croupier", "another", 1, "2")}
    assert differences(drawn)[0] == found["croupier"] != found["another"]
    assert found[1] == differences(drawn | {"seed": "1"})[0] != found["2"]
    assert "Coffin Banger', 'Big Tentacle Man A', 'Nightmare'" in found["croupier"]


WALKS = """
title: a walk
game: house-of-horrors
house: {{size: 3, start: A3, exit: C1, pieces: {pieces}}}
walks:
  - {{entrant: {entrant}, expect: {expect}}}
"""


def test_walk_cases_have_no_steps_and_are_matched_walk_by_walk(tmp_path: Path) -> None:
    sound = WALKS.format(pieces="[]", entrant="Zooming Zero", expect="{path: [A3, B2, C1], screams: 0, stops: '!absent'}")
    wrong = WALKS.format(pieces="[]", entrant="Zooming Zero", expect="{screams: 1}")
    one, two = run([written(tmp_path, sound, wrong)])
    assert one.differences == ()
    assert two.differences == ("walk 1.screams: expected 1, found 0",)


@pytest.mark.parametrize(
    ("pieces", "entrant"),
    [
        ("[{scare: Wall, at: A3, turn: 0}]", "Zooming Zero"),
        ("[{scare: Wall, at: D4, turn: 0}]", "Zooming Zero"),
        ("[{scare: Wall, at: A2, turn: 0}, {scare: Wall, at: B3, turn: 0}]", "Zooming Zero"),
        ("[{scare: Wall, at: B2, turn: 45}]", "Zooming Zero"),
        ("[{scare: Nobody, at: B2, turn: 0}]", "Zooming Zero"),
        ("[{scare: Wall, at: B2, turn: 0}, {scare: Wall, at: B2, turn: 0}]", "Zooming Zero"),
        ("[]", "Nobody"),
    ],
)
def test_an_illegal_house_or_an_unknown_entrant_makes_the_case_fail(tmp_path: Path, pieces: str, entrant: str) -> None:
    (verdict,) = run([written(tmp_path, WALKS.format(pieces=pieces, entrant=entrant, expect="{}"))])
    assert len(verdict.differences) == 1 and "cannot be run" in verdict.differences[0]


# Files and the command ------------------------------------------------------------------------------------------------


def test_a_file_holds_any_number_of_documents(tmp_path: Path) -> None:
    one = SMALL.format(title="one") + "begin: {Ana: {cash: 50}}"
    two = SMALL.format(title="two") + "begin: {Ana: {cash: 51}}"
    file = written(tmp_path, "# nothing", one, "", two, one)
    assert [case["title"] for case in load(file)] == ["one", "two", "one"]
    assert [(verdict.title, bool(verdict.differences)) for verdict in run([file])] == [("one", False), ("two", True), ("one", False)]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("title: a\ngame: house-of-horrors\nsteps: []\nsteps: []\n", "steps"),
        ("title: a\ngame: house-of-horrors\nplayers: [A, B]\nsteps:\n  - submit: {A: {bids: {X: 1}, bids: {Y: 2}}}\n", "bids"),
        ("title: a\ngame: house-of-horrors\nsteps: [{submit: {Ana: {}, 'Ana': {}}}]\n", "Ana"),
        ("title: [", "cannot be read"),
        ("\tgame: house-of-horrors", "cannot be read"),
        ("game: !!python/object/apply:os.getcwd []", "cannot be read"),
        ("- a list\n", "no rule case"),
        ("just words", "no rule case"),
        ("title: without a game\n", "no rule case"),
    ],
)
def test_a_file_that_is_no_yaml_of_cases_is_an_error_of_the_hosts(tmp_path: Path, text: str, word: str) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HostError, match=word) as caught:
        load(file)
    assert "odd.yaml" in caught.value.message and "\n" not in caught.value.message


def test_a_file_that_cannot_be_opened_is_an_error_of_the_hosts(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="cannot be read"):
        load(tmp_path / "nowhere.yaml")
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("title: größer\ngame: house-of-horrors".encode("latin-1"))
    with pytest.raises(HostError, match="cannot be read"):
        load(latin)


def test_a_game_that_there_is_not_is_an_error_of_the_hosts(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="no-such-game"):
        list(run([written(tmp_path, "title: a\ngame: no-such-game\n")]))


def test_the_command_prints_a_line_for_each_failure_and_the_count_last(tmp_path: Path) -> None:
    sound = SMALL.format(title="all is [bold]well[/bold]") + "begin: {Ana: {cash: 50}}"
    wrong = SMALL.format(title="nothing is [red]well[/red]") + "begin: {Ana: {cash: 51, won: 1}}"
    result = CliRunner().invoke(app, ["case", str(written(tmp_path, sound, wrong, sound))])
    lines = result.stdout.splitlines()
    assert result.exit_code == 1
    assert lines[-1] == "2 passed, 1 failed"
    assert len(lines) == 2
    assert "nothing is [red]well[/red]" in lines[0] and "Ana.cash: expected 51, found 50" in lines[0] and "Ana.won" in lines[0]


def test_the_command_ends_with_0_where_all_pass(tmp_path: Path) -> None:
    file = written(tmp_path, SMALL.format(title="well") + "begin: {Ana: {cash: 50}}")
    result = CliRunner().invoke(app, ["case", str(file), str(file)])
    assert (result.exit_code, result.stdout) == (0, "2 passed, 0 failed\n")


def test_the_command_as_a_process(tmp_path: Path) -> None:
    """Exit status and lines as a host's shell sees them; an unreadable file is one line, a next step and exit status 2."""
    sound = written(tmp_path, SMALL.format(title="well") + "begin: {Ana: {cash: 50}}")
    odd = tmp_path / "odd.yaml"
    odd.write_text("title: [", encoding="utf-8")
    runs = {}
    for name, files in {"sound": [sound], "odd": [sound, odd], "none": []}.items():
        command = [sys.executable, "-m", "croupier", "case", *map(str, files)]
        runs[name] = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, timeout=60)
    assert (runs["sound"].returncode, runs["sound"].stdout.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert runs["odd"].returncode == 2
    assert "odd.yaml" in runs["odd"].stderr and "Traceback" not in runs["odd"].stderr
    assert len(runs["odd"].stderr.splitlines()) == 2
    assert runs["none"].returncode == 2


def test_words_that_yaml_reads_otherwise_must_be_quoted(tmp_path: Path) -> None:
    """`NO` without quotes is a truth value and names no seat; quoted it is one."""
    head = SMALL.replace("[Ana, Bo]", "['NO', 'ON']")
    assert outcome(tmp_path, "steps: [{submit: {'NO': {bids: {Wolfman: 5}}}, expect: {'NO': {cash: 45}}}]", head) == ()
    found = outcome(tmp_path, "steps: [{submit: {NO: {bids: {Wolfman: 5}}}}]", head)
    assert len(found) == 1 and "False" in found[0]


def test_cases_can_be_written_as_json_too(tmp_path: Path) -> None:
    case = {"title": "json", "game": "house-of-horrors", "players": ["Ana", "Bo"], "begin": {"Ana": {"cash": 1000}}}
    (verdict,) = run([written(tmp_path, json.dumps(case))])
    assert verdict.differences == ()


def test_rulings_and_what_the_host_enters_are_steps_of_a_case() -> None:
    case: dict[str, Any] = {
        "game": "haunted-house-escape",
        "players": ["Ana", "Bo"],
        "setup": {"dice": "table", "counter": 40},
        "steps": [
            {"rulings": [{"seat": "Team", "what": "counter", "value": "-2"}], "submit": {"Team": {"choice": "roll"}}},
            {"enter": "Ana 20, Bo 20", "expect": {"Team": {"log": [{"rolls": {"Ana": 20, "Bo": 20}}]}}},
        ],
    }
    assert differences(case) == []
    case["steps"][1]["enter"] = "Ana 21, Bo 20"
    assert "cannot be entered" in differences(case)[0]
    case["steps"][0]["rulings"][0]["value"] = "-200"
    assert "cannot be" in differences(case)[0]
