"""A host's rulings on a seat of House of Horrors: what each changes, what each refuses, and that the match goes on after it.

Must not know journals or workbooks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.core import engine
from croupier.core.audience import PUBLIC, Seat
from croupier.core.draws import from_text
from croupier.core.game import Table
from croupier.core.plain import Codec
from croupier.gamedata import parsed
from croupier.games.house_of_horrors import GAME
from croupier.games.house_of_horrors.amend import MOST
from croupier.games.house_of_horrors.roster import CHAO
from croupier.games.house_of_horrors.state import MoneyCorrected, PieceGiven, PieceTaken
from croupier.words import Wording

SEATS = ("Ana", "Bo", "Cy")
OPTIONS = {
    "auctions": 2,
    "cash": 500,
    "size": 5,
    "schedule": [{"scares": ["Wolfman", "Nightmare"], "walls": 3}, {"scares": ["Wolfman"], "walls": 0}],
    "garnets": {"Ana": 3},
}
WHY = "the sheet showed a wrong sum"
BOARD = [". . . . E", ". . . . .", ". Wo o . .", ". Wo o . .", "S . . . ."]


@dataclass
class Match:
    """A match in memory: its state, and the table it is played on."""

    seats: tuple[str, ...] = SEATS
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        options = GAME.read_options(OPTIONS, parsed(GAME), self.seats)
        self.table = Table(self.seats, options, from_text("croupier"))
        self.state = engine.begin(GAME, self.table).state

    def play(self, answers: Mapping[str, Any] | None = None) -> engine.Resolution:
        done = engine.resolve(GAME, self.table, self.state, answers or {})
        self.state = done.state
        return done

    def rule(self, seat: str, what: str, value: str) -> list[object]:
        """A ruling that can be, done."""
        events, problems = GAME.amend(self.state, seat, what, value, WHY)
        assert problems == () and events
        codec = Codec(GAME.events)
        for event in events:
            assert codec.decode(codec.encode(event)) == event
            self.state = GAME.evolve(self.state, event)
        return list(events)

    def refusal(self, seat: str, what: str, value: str) -> tuple[str, str]:
        """(code, words) of a ruling that cannot be."""
        events, problems = GAME.amend(self.state, seat, what, value, WHY)
        assert events == () and len(problems) == 1
        assert problems[0].rule == "host"
        return problems[0].code, problems[0].text

    def until(self, phase: str) -> Match:
        while self.state.phase != phase:
            self.play()
        return self

    def of(self, seat: str) -> Any:
        return self.state.seat(seat)


@pytest.fixture
def match() -> Match:
    return Match()


@pytest.fixture
def placing(match: Match) -> Match:
    """Ana waits to place a Wolfman and two Walls, Bo a Nightmare."""
    match.play({"Ana": {"bids": {"Wolfman": 117, "Walls": 2}}, "Bo": {"bids": {"Nightmare": 70}}})
    return match


# Money ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "cash"), [("+50", 550), ("50", 550), ("-50", 450), ("−50", 450), (" +5.0 ", 505), ("-500", 0)])
def test_money_is_changed(match: Match, value: str, cash: int) -> None:
    match.rule("Ana", "money", value)
    assert (match.of("Ana").cash, match.of("Bo").cash, match.of("Ana").garnets) == (cash, 500, 3)
    assert match.play().problems["Ana"] == ()


@pytest.mark.parametrize("value", ["", "0", "+0", "-0", "fifty", "$50", "5.5", "1e3", "+-5", "5 0", "²", "TRUE", "=5", "Wolfman"])
@pytest.mark.parametrize("what", ["money", "garnets"])
def test_what_is_no_change_is_refused(match: Match, what: str, value: str) -> None:
    code, words = match.refusal("Ana", what, value)
    assert code == "unreadable" and "+50 or -50" in words


def test_nobody_is_ruled_below_zero(match: Match) -> None:
    assert match.refusal("Ana", "money", "-501") == ("over-budget", "Ana has 500 and cannot lose 501")
    assert match.refusal("Ana", "garnets", "-4") == ("over-budget", "Ana has 3 and cannot lose 4")
    match.rule("Ana", "garnets", "-3")
    assert match.of("Ana").garnets == 0


def test_who_is_below_zero_can_be_helped_but_not_pushed(placing: Match) -> None:
    placing.rule("Bo", "money", "-430")
    placing.play()
    assert placing.of("Bo").cash == -50, "the fine"
    placing.rule("Bo", "money", "+20")
    assert placing.of("Bo").cash == -30
    assert placing.refusal("Bo", "money", "-1")[0] == "over-budget"


@pytest.mark.parametrize("value", [str(MOST), "9" * 4000])
def test_money_without_bounds_is_refused(match: Match, value: str) -> None:
    assert match.refusal("Ana", "money", value)[0] == "illegal"
    assert match.refusal("Ana", "garnets", value)[0] == "illegal"


def test_corrected_money_can_be_bid(match: Match) -> None:
    match.rule("Ana", "money", "+50")
    done = match.play({"Ana": {"bids": {"Wolfman": 550}}, "Bo": {"bids": {"Wolfman": 501}}})
    assert done.problems["Ana"] == () and [problem.code for problem in done.problems["Bo"]] == ["over-budget"]
    assert match.of("Ana").cash == 0


def test_corrected_garnets_can_be_bid(match: Match) -> None:
    match.until("entrants").rule("Bo", "garnets", "+2")
    done = match.play({"Bo": {"garnets": {CHAO: 2}}, "Cy": {"garnets": {CHAO: 1}}})
    assert [[problem.code for problem in done.problems[seat]] for seat in ("Bo", "Cy")] == [["too-few"], ["too-few", "over-budget"]]
    assert match.of("Bo").garnets == 0 and CHAO in match.of("Bo").entrants


# Pieces given -----------------------------------------------------------------------------------------------------


def test_a_piece_that_was_given_is_placed_with_the_others(placing: Match) -> None:
    placing.rule("Cy", "give", "wolfman")
    done = placing.play({"Cy": {"board": BOARD}})
    assert done.problems["Cy"] == ()
    assert [piece.scare for piece in placing.of("Cy").pieces] == ["Wolfman"]
    assert placing.of("Cy").cash == 500


def test_a_piece_that_was_given_and_not_placed_costs_the_fine(placing: Match) -> None:
    placing.rule("Cy", "give", "Wolfman")
    placing.play()
    assert placing.of("Cy").discarded == ("Wolfman",) and placing.of("Cy").cash == 450


def test_what_is_given_stands_before_the_walls(placing: Match) -> None:
    """Walls are judged last (HH-16)."""
    assert placing.of("Ana").won == ("Wolfman", "Wall", "Wall")
    placing.rule("Ana", "give", "Nightmare")
    placing.rule("Ana", "give", "Wall")
    assert placing.of("Ana").won == ("Wolfman", "Nightmare", "Wall", "Wall", "Wall")
    assert {"place/Wall 1/at", "place/Wall 3/turn", "place/Nightmare/at"} <= {
        field.where for field in GAME.ask(GAME.view(placing.state, Seat("Ana"))).fields
    }


def test_a_second_piece_of_one_name_is_refused(placing: Match) -> None:
    code, words = placing.refusal("Ana", "give", "Wolfman")
    assert code == "illegal" and "Wolfman" in words
    placing.rule("Bo", "give", "Wolfman")


@pytest.mark.parametrize("value", ["", "Werewolf", "Wolfman A", "Walls", "B3", "+50"])
def test_an_unknown_scare_is_refused(placing: Match, value: str) -> None:
    code, words = placing.refusal("Bo", "give", value)
    assert code == "not-offered" and repr(value) in words


def test_nothing_is_given_where_nothing_is_placed(match: Match) -> None:
    """Given before the first auction it would stand before what that auction sells, and be placed a step too late."""
    assert "give it after its deadline" in match.refusal("Ana", "give", "Wolfman")[1]
    match.until("entrants").play({"Ana": {"garnets": {CHAO: 1}}})
    for phase in ("paths", "ceremony"):
        match.until(phase)
        assert "nothing is placed any more" in match.refusal("Ana", "give", "Wolfman")[1]


def test_a_piece_can_be_given_in_the_entrants_phase(match: Match) -> None:
    match.until("entrants").rule("Ana", "give", "Wolfman")
    assert match.play({"Ana": {"board": BOARD}}).problems["Ana"][0].code == "too-few"
    assert [piece.scare for piece in match.of("Ana").pieces] == ["Wolfman"]


# Pieces taken -----------------------------------------------------------------------------------------------------


@pytest.fixture
def furnished(placing: Match) -> Match:
    """Ana has a Wolfman on B3 and B4."""
    placing.play({"Ana": {"board": BOARD}})
    assert [(piece.scare, piece.at) for piece in placing.of("Ana").pieces] == [("Wolfman", "B3")]
    return placing


@pytest.mark.parametrize("square", ["B3", "b4", " B3 "])
def test_a_piece_that_stands_is_taken_by_any_of_its_squares(furnished: Match, square: str) -> None:
    furnished.rule("Ana", "take", square)
    assert furnished.of("Ana").pieces == ()
    assert furnished.state.house("Ana").bodies == frozenset()
    furnished.play()


@pytest.mark.parametrize("value", ["C3", "A1", "B33", "Z9", "", "Nightmare", "B0", "+50"])
def test_where_nothing_stands_nothing_can_be_taken(furnished: Match, value: str) -> None:
    code, words = furnished.refusal("Ana", "take", value)
    assert code == "not-offered" and "Ana has no piece" in words


def test_a_zone_is_no_piece(furnished: Match) -> None:
    assert "at C3" in furnished.refusal("Ana", "take", "C3")[1]


def test_another_seats_piece_cannot_be_taken(furnished: Match) -> None:
    assert furnished.refusal("Bo", "take", "B3")[0] == "not-offered"


def test_a_piece_that_waits_is_taken_by_its_label(placing: Match) -> None:
    placing.rule("Ana", "take", "wall")
    assert placing.of("Ana").won == ("Wolfman", "Wall")
    placing.rule("Ana", "take", "Wolfman")
    placing.rule("Ana", "take", "Wall")
    assert placing.of("Ana").won == ()
    assert placing.refusal("Ana", "take", "Wall")[0] == "not-offered"
    assert placing.play().problems["Ana"] == ()
    assert placing.of("Ana").cash == 500 - 117 - 100, "no fine for what was taken"


# After the walks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "value"), [("money", "+50"), ("garnets", "+1"), ("give", "Wolfman"), ("take", "B3")])
@pytest.mark.parametrize("phase", ["ceremony", "finished"])
def test_once_the_houses_were_walked_nothing_is_ruled_on_them(furnished: Match, phase: str, what: str, value: str) -> None:
    """Screams and eligibility (HH-33) are settled by then; a ruling would leave them as they are and say nothing."""
    furnished.until(phase)
    assert furnished.refusal("Ana", what, value)[0] == "illegal"


@pytest.mark.parametrize(("change", "eligible"), [("+39", ("Ana", "Bo")), ("+40", ("Ana",))])
def test_until_the_walks_money_decides_who_is_eligible(match: Match, change: str, eligible: tuple[str, ...]) -> None:
    """HH-33: whoever is below zero is, however many screams he has; a ruling in the last phase before the walks still counts."""
    match.until("entrants").rule("Bo", "give", "Wolfman")
    match.rule("Bo", "money", "-490")
    match.play({"Bo": {"garnets": {CHAO: 1}}, "Ana": {"garnets": {CHAO: 1}}})
    assert match.state.phase == "paths" and match.of("Bo").cash == -40
    match.rule("Bo", "money", change)
    match.play()
    assert match.state.result.eligible == eligible


@pytest.mark.parametrize("what", ["", "Money", "score", "late", "void", "screams"])
def test_an_unknown_ruling_is_refused(match: Match, what: str) -> None:
    code, words = match.refusal("Ana", what, "+50")
    assert code == "not-offered" and "money, garnets, give, take" in words


# What is told -----------------------------------------------------------------------------------------------------

EVENTS = [
    MoneyCorrected("Ana", 50, 0, WHY),
    MoneyCorrected("Ana", 0, -1, WHY),
    PieceGiven("Ana", "Wolfman", WHY),
    PieceTaken("Ana", "Wolfman", None, WHY),
]


@pytest.mark.parametrize("event", EVENTS)
def test_a_ruling_is_told_to_its_seat_with_the_reason_and_to_nobody_else(event: object) -> None:
    told = GAME.tell(event, Seat("Ana"))
    assert told is not None
    line = Wording(GAME.slug).line(told)
    assert line.startswith("The host has ruled") and line.endswith(WHY)
    assert GAME.tell(event, PUBLIC) is None and GAME.tell(event, Seat("Bo")) is None


@pytest.mark.parametrize(("what", "value"), [("money", "+50"), ("garnets", "+1"), ("give", "Nightmare"), ("take", "Wolfman")])
def test_nobody_else_sees_a_difference(placing: Match, what: str, value: str) -> None:
    before = {audience: GAME.view(placing.state, audience) for audience in (PUBLIC, Seat("Bo"), Seat("Cy"))}
    placing.rule("Ana", what, value)
    assert {audience: GAME.view(placing.state, audience) for audience in before} == before


# Any rulings, any play --------------------------------------------------------------------------------------------

RULINGS = st.tuples(
    st.sampled_from(SEATS),
    st.sampled_from(["money", "garnets", "give", "take"]),
    st.one_of(st.integers(-600, 600).map(str), st.sampled_from(["Wolfman", "Wall", "Nightmare", "B3", "C3", "A2"])),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(RULINGS, max_size=4), min_size=5, max_size=5), st.integers(0, 2**32))
def test_after_any_rulings_the_match_goes_on_and_all_money_is_accounted_for(rounds: Sequence[Sequence[tuple[str, str, str]]], seed: int) -> None:
    match, draws, corrected = Match(), from_text(str(seed)), 0
    for number, rulings in enumerate(rounds):
        for seat, what, value in rulings:
            events, problems = GAME.amend(match.state, seat, what, value, WHY)
            assert bool(events) != bool(problems)
            before = match.state
            for event in events:
                match.state = GAME.evolve(match.state, event)
                corrected += event.cash if isinstance(event, MoneyCorrected) else 0
            assert all(one.cash >= min(0, other.cash) and one.garnets >= 0 for one, other in zip(match.state.seats, before.seats, strict=True))
            assert all(one == other for one, other in zip(match.state.seats, before.seats, strict=True) if one.name != seat)
        if GAME.outcome(match.state) is not None:
            break
        forms = engine.asked(GAME, match.state, SEATS)
        answers = {seat: GAME.bot(GAME.view(match.state, Seat(seat)), form, draws.stream(f"{number}/{seat}")) for seat, form in forms.items()}
        match.play({seat: given for seat, given in answers.items() if given is not None})
        paid = sum(50 * bid.got if bid.got is not None else int(bid.amount) for bid in match.state.bids if bid.result == "won" and not bid.garnets)
        fines = 50 * sum(len(seat.discarded) for seat in match.state.seats)
        assert sum(seat.cash for seat in match.state.seats) == 3 * 500 + corrected - paid - fines
        for seat in match.state.seats:
            house = match.state.house(seat.name)
            assert house.has_way
            for at, standing in enumerate(house.standing):
                assert replace(house, standing=house.standing[:at]).fault(standing) is None
