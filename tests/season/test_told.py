"""What everybody may know of a season: nothing of a match that runs, nothing entered about its people meanwhile, all of it afterwards.

Must not look at pages; what is not in the public season cannot be on one.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import entering, ledger
from croupier.entering import plan_add, plan_change, plan_eliminate, plan_gift, plan_replace
from croupier.export import export
from croupier.standings import public_contestants, public_entries
from season.evenings import Evenings
from season.pure import Pure

SECRET = "SECRET7919"
BERLIN = ZoneInfo("Europe/Berlin")


def public(pure: Pure) -> tuple[object, object]:
    """All that is told of a season."""
    told = ledger.public(pure.book)
    return public_contestants(told), public_entries(told, BERLIN)


def begun() -> Pure:
    pure = Pure()
    for name, garnets in (("Ana", 5), ("Bo", 3), ("Cy", 1)):
        pure.enter(lambda book, name=name, garnets=garnets: plan_add(book, name, garnets, 0))
    return pure


DEEDS = {
    "a correction": lambda book: plan_change(book, "Ana", "garnets", "+2", SECRET),
    "a gift": lambda book: plan_gift(book, "Cy", "Ana", "garnets", 1, SECRET),
    "a Token": lambda book: plan_change(book, "Bo", "tokens", "+1", SECRET),
    "a way out": lambda book: plan_eliminate(book, "Bo", None, SECRET),
    "a successor": lambda book: plan_replace(book, "Ana", SECRET, "left"),
    "an alias": lambda book: entering.plan_alias(book, "Ana", SECRET),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_what_is_entered_about_people_at_a_table_is_told_when_their_match_is_over(deed: str) -> None:
    pure = begun()
    pure.open("one", {"Ana": 0, "Bo": 0})
    before = public(pure)
    assert pure.enter(DEEDS[deed])
    assert public(pure) == before, "as if nothing had been"
    pure.end("one")
    assert public(pure) != before and (deed == "a Token" or SECRET in repr(public(pure)))
    pure.take_back("one")
    assert deed == "a Token" or SECRET in repr(public(pure)), "what was told stays told"


def test_what_is_entered_about_others_is_told_at_once() -> None:
    pure = begun()
    pure.open("one", {"Ana": 0, "Bo": 0})
    pure.enter(lambda book: plan_change(book, "Cy", "garnets", "+2", SECRET))
    assert SECRET in repr(public(pure))


def test_what_was_entered_before_a_match_stays_public_while_it_runs() -> None:
    pure = begun()
    pure.enter(lambda book: plan_change(book, "Ana", "garnets", "+2", SECRET))
    before = public(pure)
    pure.open("one", {"Ana": 0, "Bo": 0})
    assert public(pure) == before


def test_a_seat_that_an_alias_holds_keeps_the_secrets_of_its_contestant() -> None:
    pure = begun()
    pure.enter(lambda book: entering.plan_alias(book, "Ana", "The Fox"))
    pure.open("one", {"The Fox": 0, "Bo": 0})
    pure.enter(lambda book: plan_change(book, "Ana", "garnets", "+2", SECRET))
    assert SECRET not in repr(public(pure))


def test_a_contestant_who_is_a_guest_of_a_match_sits_there_too() -> None:
    pure = begun()
    pure.open("one", {"Ana": 0, "Bo": 0})
    pure.matches["one"] = replace(pure.matches["one"], seats=(*pure.matches["one"].seats, ("Cy", ())))
    pure.enter(lambda book: plan_change(book, "Cy", "garnets", "+2", SECRET))
    assert SECRET not in repr(public(pure))


def test_what_is_entered_in_the_second_in_which_a_match_is_opened_is_kept_too() -> None:
    pure = begun()
    pure.open("one", {"Ana": 0, "Bo": 0})
    pure.minutes -= 1
    pure.enter(lambda book: plan_change(book, "Ana", "garnets", "+2", SECRET))
    assert SECRET not in repr(public(pure))


def test_nobody_knows_what_those_hold_who_are_new_until_their_first_match_is_over() -> None:
    told = []
    for held in (0, 7):
        pure = Pure()
        pure.open("one", {"Ana": held, "Bo": 0})
        told.append(public(pure))
        assert [person.garnets for person in public_contestants(ledger.public(pure.book))] == [None, None]
        pure.end("one")
        assert [person.garnets for person in public_contestants(ledger.public(pure.book))] == [held, 0]
        pure.take_back("one")
        assert [person.garnets for person in public_contestants(ledger.public(pure.book))] == [held, 0], "what was told stays told"
    assert told[0] == told[1]


@given(st.integers(0, 9), st.integers(0, 9), st.lists(st.sampled_from(sorted(DEEDS)), max_size=5))
@settings(deadline=None)
def test_equal_things_told_whatever_is_hidden(one: int, other: int, deeds: list[str]) -> None:
    """Two seasons that differ only in what a running match hides look the same from outside."""
    seen = []
    for new, done in ((one, deeds), (other, [])):
        pure = begun()
        pure.open("one", {"Ana": 0, "Bo": 0, "Di": new})
        for deed in done:
            pure.enter(DEEDS[deed])
        seen.append(public(pure))
    assert seen[0] == seen[1]


def test_a_leak_that_is_planted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "_may_be_told", lambda full, entry: True)
    with pytest.raises(AssertionError):
        test_what_is_entered_about_people_at_a_table_is_told_when_their_match_is_over("a gift")
    monkeypatch.undo()
    monkeypatch.setattr(ledger, "public", lambda full: full)
    with pytest.raises(AssertionError):
        test_nobody_knows_what_those_hold_who_are_new_until_their_first_match_is_over()


# History --------------------------------------------------------------------------------------------------------------


def test_the_history_has_a_point_for_each_match_that_is_over_in_order_of_their_ends() -> None:
    pure = begun()
    pure.open("later", {"Ana": 0})
    pure.open("sooner", {"Bo": 0})
    pure.open("never", {"Cy": 0})
    pure.end("sooner", [("Bo", "garnets", 2)])
    pure.enter(lambda book: plan_gift(book, "Bo", "Cy", "garnets", 1, "why not"))
    pure.enter(lambda book: plan_add(book, "Di", 6, 0))
    pure.end("later", [("Ana", "garnets", -5)])
    history = {person.name: person.history for person in public_contestants(ledger.public(pure.book))}
    assert history == {
        "Ana": ((None, 5), ("sooner", 5), ("later", 0)),
        "Bo": ((None, 3), ("sooner", 5), ("later", 5)),
        "Cy": ((None, 1), ("sooner", 1), ("later", 1)),
        "Di": ((None, 6), ("later", 6)),
    }, "the gift to Cy is told when Cy's match is over"
    held = {person.name: person.garnets for person in public_contestants(ledger.public(pure.book))}
    assert held == {"Ana": 0, "Bo": 5, "Cy": 1, "Di": 6}
    pure.end("never")
    person = public_contestants(ledger.public(pure.book))[2]
    assert person.history == ((None, 1), ("sooner", 1), ("later", 2), ("never", 2))


def test_the_changes_of_a_contestants_matches_and_entries_add_up_to_what_it_holds() -> None:
    pure = begun()
    for title in ("one", "two"):
        pure.open(title, {"Ana": 0, "Bo": 0})
        pure.end(title, [("Ana", "garnets", -1), ("Ana", "garnets", 3), ("Ana", "tokens", 1)], ["Ana"], {"Bo": 2, "Ana": 1})
    told = ledger.public(pure.book)
    ana = public_contestants(told)[0]
    assert [(cell.won, cell.place, cell.garnets, cell.tokens) for cell in ana.cells] == [(True, 1, 2, 1)] * 2
    assert ana.garnets == 9 == sum(row.change for row in public_entries(told, BERLIN) if (row.contestant, row.what) == ("Ana", "garnets"))
    assert ana.history == ((None, 5), ("one", 7), ("two", 9))
    assert {row.when.tzinfo for row in public_entries(told, BERLIN)} == {BERLIN}


# Whole seasons --------------------------------------------------------------------------------------------------------


def test_nothing_of_a_running_match_is_in_what_the_site_and_the_exports_are_made_from(tmp_path: Path) -> None:
    evenings = Evenings(tmp_path / "season")
    folder = evenings.open("Main Match 1", {"Ana": 17, "Bo": 23, "Cy": 0})
    evenings.garnets("Cy", +29)
    evenings.to_entrants(folder)

    def shown() -> str:
        written = "".join(path.read_text(encoding="utf-8-sig") for path in export(evenings.public, tmp_path / "exports"))
        return f"{evenings.public.contestants} {evenings.public.ledger} {evenings.public.matches[0].payouts} {written}"

    text = shown()
    assert not any(number in text for number in ("17", "23", "29", "as promised"))
    evenings.finish(folder, {"Ana": 13})
    text = shown()
    assert all(number in text for number in ("17", "23", "29", "-13", "as promised"))


def test_a_season_without_matches_or_entries_is_told_too(tmp_path: Path) -> None:
    told = Evenings(tmp_path / "season").public
    assert (told.contestants, told.ledger, told.matches) == ((), (), ())
