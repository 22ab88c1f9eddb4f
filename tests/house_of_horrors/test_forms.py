"""What each phase asks of a seat.

Must not look at where it stands in a workbook.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.core.forms import Form, put
from croupier.games.house_of_horrors.forms import ask
from croupier.games.house_of_horrors.handin import check
from croupier.games.house_of_horrors.roster import ENTRANTS
from croupier.games.house_of_horrors.state import Offer, Result
from croupier.games.house_of_horrors.views import SeatView
from sheets.samples import GROUND, OFFER, RESULT, WON, public, seat


def asked(view: SeatView) -> Form:
    form = ask(view)
    assert form is not None
    assert form.phase == view.public.phase
    assert form.counts == "always"
    return form


def paths(form: Form) -> list[str]:
    return [field.where for field in form.fields]


def names(form: Form) -> list[str]:
    return [field.name for field in form.fields]


def test_an_auction_asks_a_bid_for_every_lot_and_for_walls() -> None:
    form = asked(seat(public("auction-1", offer=OFFER)))
    assert paths(form) == [*(f"bids/{label}" for label in OFFER.scares), "bids/Walls"]
    assert names(form) == [*(f"bid_{number}" for number in range(1, 9)), "bid_walls"]
    assert form.grids == ()


def test_walls_are_not_asked_for_where_there_are_none() -> None:
    assert paths(asked(seat(public("auction-1", offer=Offer(("Wolfman",), 0))))) == ["bids/Wolfman"]


def test_what_was_won_is_placed_with_the_next_phase() -> None:
    for phase, offer in (("auction-2", OFFER), ("entrants", None)):
        form = asked(seat(public(phase, offer=offer), won=WON))
        (grid,) = form.grids
        assert (grid.name, grid.path, grid.rows, grid.columns) == ("board", ("board",), 9, 9)
        keys = ("Slug Boy", "Roach Cannon", "Nightmare A", "Nightmare B", "Wall 1", "Wall 2", "Wall 3")
        assert paths(form)[-14:] == [f"place/{key}/{what}" for key in keys for what in ("at", "turn")]
        assert names(form)[-4:] == ["at_6", "turn_6", "at_7", "turn_7"]


def test_a_single_wall_has_no_number() -> None:
    assert "place/Wall/at" in paths(asked(seat(public("auction-2", offer=OFFER), won=("Wall",))))


def test_lines_have_drop_downs_of_squares_and_turns() -> None:
    form = asked(seat(public("auction-2", offer=OFFER), won=("Wolfman",)))
    at, turn = form.fields[-2:]
    assert len(at.choices) == 81
    assert (at.choices[0], at.choices[-1]) == ("A1", "I9")
    assert turn.choices == ("0", "90", "180", "270")


def test_a_board_is_not_asked_for_without_anything_to_place() -> None:
    assert asked(seat(public("auction-2", offer=OFFER))).grids == ()
    assert asked(seat(public("entrants"))).grids == ()


def test_the_board_knows_every_colour_that_means_something() -> None:
    (grid,) = asked(seat(public("entrants"), won=("Wall",))).grids
    codes = [code for _, code in grid.colours]
    assert codes == [*(scare.code for scare in GROUND.catalogue.scares), "S", "E", "o"]


def test_entrants_are_asked_in_money_and_in_garnets() -> None:
    form = asked(seat(public("entrants")))
    wanted = [entrant.name for entrant in ENTRANTS]
    assert paths(form) == [f"entrants/{name}" for name in wanted] + [f"garnets/{name}" for name in wanted]
    assert names(form) == [f"entrant_{n}" for n in range(1, 10)] + [f"garnet_{n}" for n in range(1, 10)]


@pytest.mark.parametrize(
    ("entrants", "labels"),
    [
        (("Dashing Duo", "Random Red", "Timid Tim", "Lazy Leboss"), None),
        (("Dashing Duo", "Controlled Chao", "Controlled Chao", "Timid Tim"), ["Controlled Chao", "Controlled Chao"]),
        (("Dashing Duo", "Controlled Chao", "Lazy Leboss", "Lazy Leboss"), ["Controlled Chao", "Lazy Leboss", "Lazy Leboss"]),
        (("Controlled Chao", "Timid Tim", "Lazy Leboss", "Lazy Leboss"), ["Controlled Chao"]),
        (("Lazy Leboss",) * 4, ["Lazy Leboss"] * 4),
    ],
)
def test_paths_are_asked_of_who_leads_a_walk(entrants: tuple[str, ...], labels: list[str] | None) -> None:
    form = ask(seat(public("paths"), entrants=entrants))
    assert (form and [field.label for field in form.fields]) == labels
    if form is not None and labels is not None:
        assert paths(form) == [f"paths/{number}" for number in range(1, len(labels) + 1)]
        assert names(form) == [f"path_{number}" for number in range(1, len(labels) + 1)]


def ceremony(result: Result, name: str = "Ana") -> Form | None:
    return ask(replace(seat(public("ceremony", outcome=result)), name=name))


def test_a_sole_winner_chooses_among_the_eligible_and_gives_the_second_token() -> None:
    form = ceremony(RESULT)
    assert form is not None
    candidate, token = form.fields
    assert (candidate.path, candidate.choices) == (("candidate",), RESULT.eligible)
    assert (token.path, token.choices) == (("token_to",), GROUND.seats[1:])


def test_where_only_one_is_eligible_nobody_chooses_and_he_gets_no_token() -> None:
    form = ceremony(replace(RESULT, eligible=("Bo",)))
    assert form is not None
    (token,) = form.fields
    assert (token.name, token.choices) == ("token_to", GROUND.seats[2:])


def test_several_winners_choose_the_candidate_only() -> None:
    form = ceremony(replace(RESULT, winners=("Ana", "Bo")), "Bo")
    assert form is not None
    assert names(form) == ["candidate"]


def test_the_ceremony_waits_for_winners_who_have_nothing_to_choose() -> None:
    form = ceremony(replace(RESULT, winners=("Ana", "Bo"), eligible=("-5",)))
    assert form == Form("ceremony")


def test_others_are_not_asked_in_the_ceremony_and_nobody_after_it() -> None:
    assert ceremony(RESULT, "Bo") is None
    assert ask(seat(public("finished", outcome=RESULT))) is None


@pytest.mark.parametrize(
    "view",
    [
        seat(public("auction-2", offer=OFFER), won=WON),
        seat(public("entrants"), won=("Wall",), garnets=9),
        seat(public("paths"), entrants=("Controlled Chao",) * 2),
        seat(public("ceremony", outcome=RESULT)),
    ],
)
def test_everything_that_is_asked_is_looked_at(view: SeatView) -> None:
    form = asked(view)
    answers: dict[str, object] = {}
    for field in form.fields:
        put(answers, field.path, "nonsense!")
    for grid in form.grids:
        put(answers, grid.path, ["x"])
    _, problems = check(view, answers)
    assert not [problem for problem in problems if problem.code == "not-offered" and problem.where not in ("candidate", "token_to")]
    missed = {field.where for field in form.fields} - {problem.where for problem in problems}
    assert not {where for where in missed if where.rpartition("/")[2] != "turn"}
