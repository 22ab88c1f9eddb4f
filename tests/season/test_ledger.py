"""The ledger: what matches pay is in it once, a roll-back takes it out again, and nobody ever holds less than nothing.

Must not play a match; `test_evenings.py` does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.problems import HostError
from croupier.entering import plan_add, plan_alias, plan_change, plan_eliminate, plan_gift, plan_replace, plan_return
from croupier.ledger import Ledger
from season.pure import Pure

WHY = "because"


@pytest.fixture
def pure() -> Pure:
    """Ana has 5, Bo 3, Cy nothing; no match yet."""
    pure = Pure()
    for name, garnets in (("Ana", 5), ("Bo", 3), ("Cy", 0)):
        assert pure.enter(lambda book, name=name, garnets=garnets: plan_add(book, name, garnets, 0))
    return pure


def garnets(pure: Pure) -> dict[str, int]:
    return {name: count for (name, what), count in pure.holdings().items() if what == "garnets"}


# What matches pay -----------------------------------------------------------------------------------------------------


def test_what_a_match_pays_is_held_after_its_end_and_not_before(pure: Pure) -> None:
    pure.open("one", {"Ana": 0, "Bo": 0})
    before = pure.holdings()
    pure.end("one", [("Ana", "garnets", -2), ("Bo", "garnets", 4), ("Bo", "tokens", 1)])
    assert garnets(pure) == {"Ana": 3, "Bo": 7, "Cy": 0}
    assert pure.book.held("Bo", "tokens") == 1
    pure.take_back("one")
    assert pure.holdings() == before


def test_an_end_decided_anew_is_posted_in_place_of_the_first(pure: Pure) -> None:
    pure.open("one", {"Ana": 0, "Bo": 0})
    pure.end("one", [("Ana", "garnets", 7)])
    pure.end("one", [("Bo", "garnets", 7)])
    assert garnets(pure) == {"Ana": 5, "Bo": 10, "Cy": 0}
    assert [row.key.n for row in pure.book.postings if row.key.match] == [3]


def test_what_players_bring_who_are_new_counts_once() -> None:
    pure = Pure()
    pure.open("one", {"Ana": 5, "Bo": 3})
    pure.end("one")
    assert pure.open("two", {"Ana": 5, "Bo": 3, "Cy": 2})
    pure.end("two")
    assert garnets(pure) == {"Ana": 5, "Bo": 3, "Cy": 2}
    assert [row.key.match for row in pure.book.postings] == ["one", "one", "two"]


def test_journals_from_before_the_ledger_bring_what_their_lists_said_only_the_first_time() -> None:
    pure = Pure()
    for name in ("one", "two"):
        pure.open(name, {"Ana": 5})
        pure.matches[name] = replace(pure.matches[name], start={"Ana": 5}, reserved={"Ana": 5})
        pure.end(name)
    assert garnets(pure) == {"Ana": 5}


@pytest.mark.parametrize(
    ("change", "shares"),
    [
        (4, {"Ana": 2, "Bo": 2}),
        (3, {"Ana": 2, "Bo": 1}),
        (1, {"Ana": 1}),
        (-4, {"Ana": -4}),
        (-6, {"Ana": -5, "Bo": -1}),
        (-8, {"Ana": -5, "Bo": -3}),
    ],
)
def test_a_seat_of_two_shares_gains_evenly_and_pays_from_what_each_brought(pure: Pure, change: int, shares: dict[str, int]) -> None:
    pure.open("one", {"Ana": 0, "Bo": 0})
    pure.matches["one"] = replace(pure.matches["one"], seats=(("The Team", ("Ana", "Bo")),))
    pure.end("one", [("The Team", "garnets", change)])
    assert {row.person: row.change for row in pure.book.postings if row.key.match} == shares


def test_a_guests_gain_is_nobodys_unless_a_contestant_has_that_name(pure: Pure) -> None:
    pure.open("one", {"Ana": 0})
    pure.matches["one"] = replace(pure.matches["one"], seats=(("Ana", ("Ana",)), ("Chao", ()), ("cy", ())))
    pure.end("one", [("Chao", "garnets", 2), ("cy", "garnets", 3)])
    assert garnets(pure) == {"Ana": 5, "Bo": 3, "Cy": 3}
    assert pure.book.roster.find("Chao") is None


# What is reserved -----------------------------------------------------------------------------------------------------


def test_garnets_are_reserved_while_a_match_plays_with_them(pure: Pure) -> None:
    pure.open("one", {"Ana": 0, "Bo": 0})
    book = pure.book
    assert (book.held("Ana"), book.free("Ana"), book.reserved("Ana")) == (5, 0, {"one": 5})
    assert not pure.enter(lambda book: plan_change(book, "Ana", "garnets", "-1", WHY))
    assert not pure.enter(lambda book: plan_gift(book, "Ana", "Cy", "garnets", 1, WHY))
    pure.end("one")
    assert pure.book.free("Ana") == 5
    assert pure.enter(lambda book: plan_gift(book, "Ana", "Cy", "garnets", 5, WHY))


def test_a_second_match_takes_what_is_left(pure: Pure) -> None:
    pure.open("one", {"Ana": 0})
    pure.enter(lambda book: plan_change(book, "Ana", "garnets", "+2", WHY))
    pure.open("two", {"Ana": 0, "Bo": 0})
    assert pure.matches["two"].reserved == {"Ana": 2, "Bo": 3}
    assert pure.book.free("Ana") == 0


def test_a_game_without_garnets_reserves_none(pure: Pure) -> None:
    pure.open("one", {"Ana": 0, "Di": 4}, plays=False)
    assert pure.book.reserved("Ana") == {} and pure.book.free("Di") == 4


def test_gains_that_were_used_before_their_end_was_taken_back_are_missing_and_come_back(pure: Pure) -> None:
    pure.open("one", {"Cy": 0})
    pure.end("one", [("Cy", "garnets", 4)])
    pure.enter(lambda book: plan_gift(book, "Cy", "Ana", "garnets", 3, WHY))
    pure.take_back("one")
    assert (pure.book.held("Cy"), pure.book.free("Cy"), pure.book.short("Cy")) == (0, 0, 3)
    assert pure.book.held("Ana") == 8, "what was given stays given"
    pure.end("one", [("Cy", "garnets", 4)])
    assert (pure.book.held("Cy"), pure.book.short("Cy")) == (1, 0)


# Who is who -----------------------------------------------------------------------------------------------------------


def test_an_alias_is_the_same_account(pure: Pure) -> None:
    pure.enter(lambda book: plan_alias(book, "Ana", "The Fox"))
    assert pure.open("one", {"the fox": 0, "Bo": 0})
    assert pure.matches["one"].reserved["the fox"] == 5
    pure.end("one", [("the fox", "garnets", -2)])
    assert garnets(pure) == {"Ana": 3, "Bo": 3, "Cy": 0}


def test_whoever_takes_a_place_has_all_that_it_holds_and_all_that_its_seats_bring(pure: Pure) -> None:
    pure.open("one", {"Ana": 0, "Bo": 0})
    pure.enter(lambda book: plan_replace(book, "Bo", "Eve", WHY))
    pure.end("one", [("Bo", "garnets", 4)])
    assert garnets(pure) == {"Ana": 5, "Bo": 7, "Cy": 0, "Eve": 7}, "asked by either name it is one account"
    assert {row.holder for row in pure.book.postings} == {"Ana", "Eve"}
    assert sum(row.change for row in pure.book.postings if row.holder == "Eve") == 7
    assert not pure.open("two", {"Ana": 0, "Bo": 0}), "Bo is no longer there"
    assert pure.open("two", {"Ana": 0, "Eve": 0})


def test_the_loser_of_a_death_match_is_out_until_its_end_is_taken_back(pure: Pure) -> None:
    pure.open("duel", {"Ana": 0, "Bo": 0}, kind="death", candidate="Ana", opponent="Bo")
    pure.end("duel", winners=["Bo"])
    left = pure.book.roster.find("Ana")
    assert left is not None and left.exit is not None and (left.exit.match, left.exit.how) == ("duel", "lost the death match Duel")
    assert not pure.open("two", {"Ana": 0, "Bo": 0})
    pure.take_back("duel")
    assert pure.open("two", {"Ana": 0, "Bo": 0})


@pytest.mark.parametrize("winners", [[], ["Ana", "Bo"]])
def test_a_death_match_that_both_win_or_neither_puts_nobody_out(pure: Pure, winners: list[str]) -> None:
    pure.open("duel", {"Ana": 0, "Bo": 0}, kind="death", candidate="Ana", opponent="Bo")
    pure.end("duel", winners=winners)
    assert all(person.exit is None for person in pure.book.roster.everybody)


def test_who_was_replaced_in_a_death_match_is_not_the_one_who_leaves(pure: Pure) -> None:
    pure.open("duel", {"Ana": 0, "Bo": 0}, kind="death", candidate="Ana", opponent="Bo")
    pure.enter(lambda book: plan_replace(book, "Ana", "Eve", WHY))
    pure.end("duel", winners=["Bo"])
    assert [person.name for person in pure.book.roster.everybody if person.exit is not None] == ["Eve"]


def test_who_has_left_can_come_back(pure: Pure) -> None:
    assert pure.enter(lambda book: plan_eliminate(book, "Cy", None, "has no time"))
    assert not pure.enter(lambda book: plan_eliminate(book, "Cy", None, "again"))
    assert not pure.open("one", {"Ana": 0, "Cy": 0})
    assert pure.enter(lambda book: plan_return(book, "Cy", WHY))
    assert not pure.enter(lambda book: plan_return(book, "Cy", WHY))
    assert pure.open("one", {"Ana": 0, "Cy": 0})


# Whatever happens -----------------------------------------------------------------------------------------------------

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve")
WEIGHED = ("end", "take back", "open", "gift", "change", "token", "back", "out", "replace")
DEED = st.tuples(st.sampled_from(WEIGHED), st.permutations(NAMES), st.integers(-4, 6), st.integers(0, 2))
DEEDS = st.lists(DEED, min_size=10, max_size=30)
Deed = tuple[str, list[str], int, int]


def begun() -> Pure:
    """Four have something, one is still to come."""
    pure = Pure()
    for number, name in enumerate(NAMES[:4]):
        pure.enter(lambda book, name=name, number=number: plan_add(book, name, 2 + number, number))
    return pure


def do(pure: Pure, deed: Deed, *, take_back: bool = True) -> bool:
    """One deed of a host's, if it may be done; whether it was."""
    what, names, number, match = deed
    one, other = names[0], names[1]
    fitting = [there for there in pure.matches.values() if (there.end is None) == (what == "end")]
    there = fitting[match % len(fitting)] if fitting else None
    match what:
        case "change":
            return pure.enter(lambda book: plan_change(book, one, "garnets", f"{number:+}", WHY))
        case "token":
            return pure.enter(lambda book: plan_change(book, one, "tokens", f"{number:+}", WHY))
        case "gift":
            return pure.enter(lambda book: plan_gift(book, one, other, "garnets", number, WHY))
        case "replace":
            return pure.enter(lambda book: plan_replace(book, one, f"{other} {number}", WHY))
        case "out":
            return pure.enter(lambda book: plan_eliminate(book, one, None, WHY))
        case "back":
            return pure.enter(lambda book: plan_return(book, one, WHY))
        case "open":
            listed = {name: 0 if pure.book.roster.find(name) else abs(number) for name in names[:3]}
            return pure.open(f"match-{len(pure.matches)}", listed)
        case "end" if there is not None:
            pays = [(name, "garnets", -min(there.reserved[name], abs(number))) for name in there.players[:1]]
            pure.end(there.id, [*pays, (there.players[1], "garnets", abs(number)), (there.players[1], "tokens", match)])
            return True
        case "take back" if take_back and there is not None:
            pure.take_back(there.id)
            return True
    return False


@given(DEEDS)
@settings(deadline=None)
def test_nobody_ever_holds_less_than_nothing_whatever_is_done_in_whatever_order(deeds: list[Deed]) -> None:
    pure = begun()
    for deed in deeds:
        do(pure, deed)
        book = pure.book
        for person in book.roster.everybody:
            for what in ("garnets", "tokens"):
                assert 0 <= book.free(person.name, what) <= book.held(person.name, what)


@given(DEEDS)
@settings(deadline=None)
def test_unless_an_end_is_taken_back_nothing_is_ever_missing_and_nothing_is_lost(deeds: list[Deed]) -> None:
    pure = begun()
    for deed in deeds:
        do(pure, deed, take_back=False)
        book = pure.book
        assert all(book.short(person.name, what) == 0 for person in book.roster.everybody for what in ("garnets", "tokens"))
        there = [person.name for person in book.roster.everybody if person.replaced_by is None]
        for what in ("garnets", "tokens"):
            assert sum(book.held(name, what) for name in there) == sum(row.change for row in book.postings if row.what == what)
        reserved = {name: sum(book.reserved(name).values()) for name in there}
        assert all(book.free(name) == book.held(name) - reserved[name] for name in there)


@given(DEEDS, st.integers(0, 3))
@settings(deadline=None)
def test_taking_an_end_back_and_deciding_it_again_changes_nothing(deeds: list[Deed], which: int) -> None:
    pure = begun()
    for deed in deeds:
        do(pure, deed)
    title = f"match-{which}"
    match = pure.matches.get(title)
    if match is None or match.end is None:
        return
    before = pure.holdings()
    pure.take_back(title)
    assert all(row.key.match != title or row.key.n == 0 for row in pure.book.postings)
    pure.end(title, [(line.seat, line.what, line.change) for line in match.end.ledger])
    assert pure.holdings() == before


@given(DEEDS, st.randoms())
@settings(deadline=None)
def test_each_line_is_posted_once_and_in_whatever_order_matches_are_read(deeds: list[Deed], chance: object) -> None:
    pure = begun()
    for deed in deeds:
        do(pure, deed)
    book = pure.book
    keys = [row.key for row in book.postings]
    assert len(set(keys)) == len(keys)
    shuffled = list(pure.matches.values())
    chance.shuffle(shuffled)
    assert Ledger(pure.entries, tuple(shuffled)).postings == book.postings == pure.book.postings


def test_all_of_it_is_done_often_enough_to_tell_something() -> None:
    tally: Counter[str] = Counter()

    @given(DEEDS)
    @settings(deadline=None, database=None, derandomize=True, max_examples=100)
    def play(deeds: list[Deed]) -> None:
        pure = begun()
        tally.update(deed[0] for deed in deeds if do(pure, deed))

    play()
    assert all(tally[what] >= 10 for what in WEIGHED), tally


def test_a_fault_planted_in_the_refusals_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The property has teeth: a host who may take more than is free makes something missing."""
    monkeypatch.setattr(Ledger, "free", lambda self, name, what="garnets": 99)
    pure = Pure()
    pure.enter(lambda book: plan_add(book, "Ana", 1, 0))
    assert pure.enter(lambda book: plan_change(book, "Ana", "garnets", "-2", WHY))
    assert pure.book.short("Ana") == 1


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (partial(plan_add, name="Ana", garnets=0, tokens=0), "is a name of Ana"),
        (partial(plan_add, name="Аna", garnets=0, tokens=0), "look the same"),
        (partial(plan_add, name="host", garnets=0, tokens=0), "cannot be called"),
        (partial(plan_add, name=" ", garnets=0, tokens=0), "empty"),
        (partial(plan_add, name="Zoe", garnets=-1, tokens=0), "less than nothing"),
        (partial(plan_alias, name="Ana", alias="bo"), "is a name of Bo"),
        (partial(plan_alias, name="Zoe", alias="Z"), "no contestant 'Zoe'"),
        (partial(plan_replace, name="Ana", by="Bo", reason=WHY), "is a name of Bo"),
        (partial(plan_replace, name="Ana", by="Eve", reason=" "), "needs a reason"),
        (partial(plan_eliminate, name="Ana", match="nowhere", reason=WHY), "no match 'nowhere'"),
        (partial(plan_eliminate, name="Ana", match=None, reason=""), "needs a reason"),
        (partial(plan_return, name="Ana", reason=WHY), "not out"),
        (partial(plan_change, name="Ana", what="garnets", value="-6", reason=WHY), "has not got 6 Garnets"),
        (partial(plan_change, name="Ana", what="tokens", value="-1", reason=WHY), "has not got 1 Token of Life"),
        (partial(plan_change, name="Ana", what="garnets", value="0", reason=WHY), "no change"),
        (partial(plan_change, name="Ana", what="garnets", value="two", reason=WHY), "no change"),
        (partial(plan_change, name="Ana", what="garnets", value="+1", reason="\u202e"), "needs a reason"),
        (partial(plan_gift, giver="Ana", to="ana", what="garnets", count=1, reason=WHY), "cannot give to Ana"),
        (partial(plan_gift, giver="Cy", to="Ana", what="garnets", count=1, reason=WHY), "has not got 1 Garnet"),
        (partial(plan_gift, giver="Ana", to="Bo", what="garnets", count=-1, reason=WHY), "is no gift"),
    ],
)
def test_what_cannot_be_is_refused_with_a_next_step(pure: Pure, plan: partial[object], said: str) -> None:
    with pytest.raises(HostError) as fault:
        plan(pure.book)
    assert said in fault.value.message
    assert fault.value.next_step and "\n" not in fault.value.message + fault.value.next_step


def test_a_new_name_may_not_look_like_an_alias(pure: Pure) -> None:
    assert pure.enter(lambda book: plan_alias(book, "Ana", "Owl"))
    assert not pure.enter(lambda book: plan_add(book, "0wl", 0, 0))
    assert not pure.enter(lambda book: plan_replace(book, "Bo", "Оwl", WHY))
    assert not pure.open("one", {"0wl": 0})


def test_a_contestants_own_name_spelled_otherwise_may_be_an_alias(pure: Pure) -> None:
    assert pure.enter(lambda book: plan_alias(book, "Ana", "Aná"))
    assert pure.open("one", {"ANÁ": 0})
    assert pure.matches["one"].reserved == {"ANÁ": 5}
