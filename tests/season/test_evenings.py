"""Seasons of real matches: Garnets go into a match and come out of it, by the same commands that a host gives.

Must not repeat what `test_ledger.py` proves of the sums.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier import corrections, entering, ledger, opening, sync
from croupier.core.problems import HostError
from croupier.ledger import Ledger
from croupier.match import load
from croupier.played import played
from croupier.site.public import PublicCell
from croupier.store import MatchFolder
from season.evenings import THREE, WHY, Evenings

DEATH = 'kind = "death"\ncandidate = "{}"\nopponent = "{}"\n'


@pytest.fixture
def evenings(tmp_path: Path) -> Evenings:
    return Evenings(tmp_path / "season")


@pytest.fixture
def over(evenings: Evenings) -> MatchFolder:
    """A match that is over: Ana has paid 2 of 5 Garnets, Bo 1 of 3; nobody has earned any."""
    folder = evenings.open("Main Match 1")
    evenings.finish(folder, {"Ana": 2, "Bo": 1})
    return folder


def test_the_first_matchs_list_gives_what_everybody_holds(evenings: Evenings) -> None:
    folder = evenings.open("Main Match 1")
    assert evenings.held() == THREE
    assert {seat.name: seat.garnets for seat in load(folder).state.seats} == THREE
    assert evenings.book.free("Ana") == 0


def test_what_is_paid_in_a_match_is_gone_at_its_end(evenings: Evenings, over: MatchFolder) -> None:
    assert evenings.held() == {"Ana": 3, "Bo": 2, "Cy": 0}
    assert evenings.book.free("Ana") == 3
    assert [evenings.told(name).cells[0].garnets for name in THREE] == [-2, -1, 0], "what they brought is no gain"
    places = evenings.public.matches[0].places
    assert sorted(name for name, _ in places) == ["Ana", "Bo", "Cy"] and [place for _, place in places] == [1, 2, 3], "the best first"


def test_the_next_match_is_played_with_what_is_left(evenings: Evenings, over: MatchFolder) -> None:
    evenings.garnets("Cy", +4)
    for title, listed in (("Main Match 2", THREE), ("Main Match 3", dict.fromkeys(THREE, ""))):
        folder = evenings.open(title, listed)
        expected = {"Ana": 3, "Bo": 2, "Cy": 4} if title == "Main Match 2" else {"Ana": 0, "Bo": 0, "Cy": 0}
        assert {seat.name: seat.garnets for seat in load(folder).state.seats} == expected


def test_a_number_that_the_ledger_has_not_is_refused_and_nothing_is_opened(evenings: Evenings, over: MatchFolder) -> None:
    folder = evenings.make("Main Match 2", {"Ana": 4, "Bo": ""})
    with pytest.raises(HostError, match="gives Ana 4 Garnets") as fault:
        opening.open_match(folder, evenings.now, bytes(32))
    assert "3" not in fault.value.message, "what is held may be secret"
    assert not folder.entries()
    folder.players.write_text("name,garnets\nAna,3\nBo,\n", encoding="utf-8")
    opening.open_match(folder, evenings.now, bytes(32))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Anа", "Bo"), "look the same"),
        (("The Fox", "Ana"), "are both Ana"),
        (("Cy", "Bo"), "is out of the season"),
        (("Di", "Bo"), "replaced by Dee"),
    ],
)
def test_whom_the_season_does_not_want_there_is_refused(evenings: Evenings, names: tuple[str, ...], said: str) -> None:
    for name in ("Ana", "Bo", "Cy", "Di"):
        evenings.enter(lambda book, name=name: entering.plan_add(book, name, 1, 0))
    evenings.enter(lambda book: entering.plan_alias(book, "Ana", "The Fox"))
    evenings.enter(lambda book: entering.plan_eliminate(book, "Cy", None, WHY))
    evenings.enter(lambda book: entering.plan_replace(book, "Di", "Dee", WHY))
    with pytest.raises(HostError, match=said):
        evenings.open("Main Match 1", dict.fromkeys(names, ""))


def test_sync_twice_posts_once(evenings: Evenings, over: MatchFolder) -> None:
    before = evenings.book.postings
    sync.sync(over, evenings.stores[over.id], lambda: None, evenings.tick())
    sync.deliver(over, evenings.stores[over.id], lambda: None, evenings.tick())
    assert evenings.book.postings == before
    assert len([row for row in before if row.key.n]) == 3, "two bids, and a Token for the winner"


def test_rolling_back_the_end_reverses_what_it_paid_and_reserves_again(evenings: Evenings, over: MatchFolder) -> None:
    paid = evenings.held()
    evenings.roll_back(over)
    assert evenings.held() == THREE
    assert evenings.book.reserved("Ana") == {over.id: 5}
    evenings.sync(over)
    assert evenings.held() == paid


def test_a_ruling_on_the_last_hand_in_posts_the_new_end_alone(evenings: Evenings, over: MatchFolder) -> None:
    match = load(over)
    before = {row.key.n for row in evenings.book.postings if row.key.n}
    assert match.before_last().phase == "ceremony"
    winner, candidate = match.state.result.winners[0], match.state.result.eligible[0]
    friend = next(name for name in THREE if name not in (winner, candidate))
    store = evenings.stores[over.id]
    store.fill(match.seat_ids[winner], match.before_last().form_name, match.before_last().asked[winner], {"token_to": friend, "candidate": candidate})
    planned = corrections.plan_ruling(over, store, winner, "late", "", WHY, evenings.tick())
    corrections.apply(over, planned, store, lambda: None, evenings.tick())
    after = {row.key.n for row in evenings.book.postings if row.key.n}
    assert len(before) == len(after) == 1 and before != after
    assert evenings.book.held(friend, "tokens") == 1


def test_a_ruling_on_garnets_in_a_match_is_posted_at_its_end(evenings: Evenings) -> None:
    folder = evenings.open("Main Match 1")
    planned = corrections.plan_ruling(folder, evenings.stores[folder.id], "Cy", "garnets", "+3", WHY, evenings.tick())
    corrections.apply(folder, planned, evenings.stores[folder.id], lambda: None, evenings.tick())
    assert evenings.held() == THREE
    evenings.finish(folder, {"Cy": 2})
    assert evenings.held() == {"Ana": 5, "Bo": 3, "Cy": 1}
    assert evenings.book.short("Cy") == 0


def test_who_is_replaced_during_a_match_leaves_its_gain_to_the_successor(evenings: Evenings) -> None:
    folder = evenings.open("Main Match 1")
    evenings.enter(lambda book: entering.plan_replace(book, "Ana", "Eve", WHY))
    evenings.finish(folder, {"Ana": 2})
    told = evenings.told("Eve")
    assert (told.garnets, told.history) == (3, ((None, 5), (folder.id, 3)))
    old = evenings.told("Ana")
    assert (old.status, old.replaced_by, old.garnets, old.history) == ("replaced", "Eve", 0, ())
    assert [cell.match for cell in old.cells] == [folder.id] and not told.cells
    assert {row.contestant for row in evenings.public.ledger} == {"Eve", "Bo"}


# Main and death matches -----------------------------------------------------------------------------------------------


def test_a_death_match_says_between_whom_it_is_and_its_loser_leaves(evenings: Evenings, over: MatchFolder) -> None:
    folder = evenings.open("Death Match 1", {"Ana": "", "Cy": ""}, DEATH.format("cy", "Ana"))
    shown = evenings.public.matches[-1]
    assert (shown.id, shown.kind, shown.candidate, shown.opponent) == ("death-match-1", "death", "Cy", "Ana")
    assert shown.winners == shown.places == shown.payouts == ()
    match = evenings.finish(folder, {"Ana": 1})
    shown = evenings.public.matches[-1]
    outcome = match.game.outcome(match.state)
    assert outcome is not None
    assert (shown.winners, shown.payouts) == (outcome.winners, outcome.ledger) and [place for _, place in shown.places] == [1, 2]
    winner = shown.winners[0]
    loser = "Cy" if winner == "Ana" else "Ana"
    told = evenings.told(loser)
    assert (told.status, told.left_match, told.left_how) == ("out", folder.id, "lost the death match Death Match 1")
    role = {"Cy": "candidate", "Ana": "opponent"}
    tokens = {line.seat: line.change for line in outcome.ledger if line.what == "tokens"}
    paid = {line.seat: line.change for line in outcome.ledger if line.what == "garnets"}
    for name in role:
        cell = evenings.told(name).cells[-1]
        place = dict(outcome.places)[name]
        assert cell == PublicCell(folder.id, name, name == winner, place, paid.get(name, 0), tokens.get(name, 0), name == loser, role[name])
    evenings.roll_back(folder)
    assert evenings.told(loser).status == "in" and len(evenings.told(loser).cells) == 1


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('kind = "final"', "kind = 'final' will not do"),
        ("kind = 1", "kind = 1 will not do"),
        ('kind = "death"', "needs a candidate"),
        ('kind = "death"\ncandidate = "Ana"', "needs an opponent"),
        (DEATH.format("Ana", "Ana"), "cannot be candidate and opponent"),
        (DEATH.format("Ana", "Zoe"), "'Zoe' is no player of this match"),
        ('candidate = "Ana"', "no death match"),
        ('kind = "main"\nopponent = "Ana"', "no death match"),
    ],
)
def test_a_kind_that_cannot_be_is_refused(evenings: Evenings, lines: str, said: str) -> None:
    with pytest.raises(HostError, match=said):
        evenings.open("Match", lines=lines)


def test_a_main_match_is_one(evenings: Evenings) -> None:
    evenings.open("Match", lines='kind = "main"')
    shown = evenings.public.matches[-1]
    assert (shown.kind, shown.candidate, shown.opponent) == ("main", None, None)


# What went before -----------------------------------------------------------------------------------------------------


def test_a_journal_from_before_the_ledger_still_counts(evenings: Evenings, tmp_path: Path) -> None:
    folder = evenings.open("Main Match 1")
    match = load(folder)
    seats = [{key: value for key, value in seat.items() if key != "players"} for seat in match.opened["seats"]]
    match.opened["seats"][:] = seats
    for key in ("start", "reserved"):
        del match.opened[key]
    book = Ledger((), (played(match),))
    assert {person.name: book.held(person.name) for person in book.roster.everybody} == THREE
    assert book.reserved("Ana") == {folder.id: 5}


# Careful --------------------------------------------------------------------------------------------------------------


def test_a_host_is_told_that_what_a_correction_takes_back_was_used_since(evenings: Evenings, over: MatchFolder) -> None:
    winner = next(person.name for person in evenings.public.contestants if person.tokens)
    other = next(name for name in THREE if name != winner)
    planned = corrections.plan_rollback(over, WHY)
    assert entering.shortfall(evenings.season, over, planned.kind, planned.body, evenings.now) == ()
    evenings.give(winner, other, what="tokens")
    warned = entering.shortfall(evenings.season, over, planned.kind, planned.body, evenings.now)
    assert len(warned) == 1 and "Careful" in warned[0] and winner not in warned[0]


OPEN = """
import hashlib, sys
from datetime import UTC, datetime
from pathlib import Path
from croupier import opening
from croupier.store import MatchFolder
opening.open_match(MatchFolder(Path(sys.argv[1])), datetime(2026, 11, 20, 12, 30, tzinfo=UTC), bytes(32))
"""


def test_two_matches_opened_at_once_do_not_reserve_the_same_garnets(evenings: Evenings) -> None:
    for name, garnets in THREE.items():
        evenings.enter(lambda book, name=name, garnets=garnets: entering.plan_add(book, name, garnets, 0))
    folders = [evenings.make(f"Main Match {number}", dict.fromkeys(THREE, "")) for number in range(1, 4)]
    running = [subprocess.Popen([sys.executable, "-c", OPEN, str(folder.path)]) for folder in folders]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    book = ledger.read(evenings.season)
    assert sorted(match.reserved["Ana"] for match in book.matches) == [0, 0, 5]
    assert book.short("Ana") == 0
