"""Bots: sensible hand-ins keep every rule, odd ones of every kind come up, and whole matches of bots look like matches.

Must not judge the rulings themselves: that is what the game's own tests and cases do.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.draws import Stream, from_text
from croupier.core.forms import Form, get
from croupier.core.game import Table
from croupier.games.house_of_horrors import GAME, bots, builder, catalogue
from croupier.games.house_of_horrors.forms import ask
from croupier.games.house_of_horrors.handin import check
from croupier.games.house_of_horrors.house import House, build
from croupier.games.house_of_horrors.lines import scare_of
from croupier.games.house_of_horrors.money import WALL_PRICE, read_amount, read_walls
from croupier.games.house_of_horrors.options import Options, read_options
from croupier.games.house_of_horrors.placement import place
from croupier.games.house_of_horrors.roster import BY_NAME, CHAO, DUO, LEBOSS, RED, TIM, ZERO
from croupier.games.house_of_horrors.state import Offer, Result, State, start
from croupier.games.house_of_horrors.views import SeatView
from croupier.games.house_of_horrors.views import view as view_for
from croupier.games.house_of_horrors.walks import read_chao_path, walk

DATA = {"catalogue": tomllib.loads(Path(catalogue.__file__).with_name("scares.toml").read_text(encoding="utf-8"))}
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
MATCHES = 20


def stream(label: object) -> Stream:
    return from_text("bots").stream(str(label))


@cache
def options(players: int = 9, size: int = 9) -> Options:
    return read_options({"size": size}, DATA, NAMES[:players])


def asked(state: State, **own: Any) -> tuple[SeatView, Form]:
    """What the first seat sees, and what it is asked, with some things of its own."""
    state = replace(state, seats=(replace(state.seats[0], **own), *state.seats[1:]))
    seen = view_for(state, Seat(NAMES[0]))
    assert isinstance(seen, SeatView)
    form = ask(seen)
    assert form is not None
    return seen, form


@cache
def some_house(number: int, most: int = 8, size: int = 9) -> House:
    """A house with a drawn number of drawn Scares and Walls."""
    draw = stream(f"house {number}")
    scares = [draw.choice(options(size=size).catalogue.scares) for _ in range(draw.below(most + 1))]
    return builder.place_all(House(options(size=size).plot), scares, draw)[0]


def round_of(number: int, phase: str = "", size: int = 9) -> tuple[SeatView, Form]:
    """A drawn moment of an auction, or of the sale of Entrants: old pieces, won lots, an offer, money."""
    draw, known = stream(f"round {number}"), options(size=size)
    phase = phase or f"auction-{2 + draw.below(8)}"
    drawn = known.catalogue.drawn
    won = tuple(f"{draw.choice(drawn).name}{letter}" for letter in ("", " A", " C")[: draw.below(4)]) + ("Wall",) * draw.below(4)
    offer = Offer((*(scare.name for scare in drawn), "Wolfman B"), 9) if phase.startswith("auction") else None
    state = replace(start(Table(NAMES[:9], known, from_text("x"))), phase=phase, offer=offer)
    pieces = tuple(piece.piece for piece in some_house(number, size=size).standing)
    cash = draw.choice((-50, 0, 1, 3, 4, 60, 300, 999, 1000, 2500))
    return asked(state, cash=cash, garnets=draw.below(4), won=won, pieces=pieces)


def paths_of(number: int, entrants: tuple[str, ...]) -> tuple[SeatView, Form]:
    state = replace(start(Table(NAMES[:9], options(), from_text("x"))), phase="paths")
    return asked(state, pieces=tuple(piece.piece for piece in some_house(number).standing), entrants=entrants)


def ceremony(winners: tuple[str, ...], eligible: tuple[str, ...]) -> tuple[SeatView, Form]:
    state = start(Table(NAMES[:9], options(), from_text("x")))
    screams = tuple((name, 0) for name in NAMES[:9])
    return asked(replace(state, phase="ceremony", result=Result(screams, winners, eligible, screams)))


def moments(count: int) -> Iterator[tuple[SeatView, Form]]:
    """Views and forms of every phase."""
    for number in range(count):
        yield round_of(number)
        yield round_of(number, "entrants")
        yield paths_of(number, (CHAO, LEBOSS, TIM, ZERO))
        yield ceremony(NAMES[:1], NAMES[3:6])
        yield ceremony(NAMES[:2], NAMES[2:4])
        yield ceremony(NAMES[:2], NAMES[2:3])


def play(view: SeatView, form: Form, label: object, odd_one_in: int = 0) -> dict[str, Any]:
    answers = bots.play(view, form, stream(label), odd_one_in=odd_one_in)
    return dict(answers) if answers is not None else {}


# Sensible hand-ins ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [9, 6, 12])
def test_every_piece_is_placed_where_the_bot_means_it_unless_no_place_is_legal(size: int) -> None:
    for number in range(120 if size == 9 else 40):
        view, form = round_of(number, size=size)
        answers = play(view, form, number)
        known = options(size=size)
        house = build(known.plot, known.catalogue, view.pieces)
        placed = place(house, known.catalogue, view.won, answers.get("board"), answers.get("place"))
        assert not {"ambiguous", "altered", "illegal", "unreadable", "not-offered"} & {problem.code for problem in placed.problems}
        full = build(known.plot, known.catalogue, (*view.pieces, *placed.pieces))
        for label in placed.discarded:
            spots = builder.spots(known.plot, known.catalogue.by_name[scare_of(label, known.catalogue)])
            assert all(full.fault(spot) for spot in spots), "a piece was given up although there is room for it"


def test_bids_never_exceed_the_purse_and_name_only_what_is_on_offer() -> None:
    bids = walls = 0
    for number in range(150):
        view, form = round_of(number)
        answers = play(view, form, number)
        move, problems = check(view, answers)
        assert not {"over-budget", "unreadable", "not-offered", "duplicate"} & {problem.code for problem in problems}
        lines = answers.get("bids", {})
        amounts = [read_amount(value, dollars=True) for lot, value in lines.items() if lot != "Walls"]
        total = sum(amount[0] for amount in amounts if amount) + WALL_PRICE * (read_walls(lines.get("Walls", 0)) or 0)
        assert None not in amounts
        assert total <= max(0, view.cash - 50 * len(move.placement.discarded if move.placement else ()))
        bids, walls = bids + len(amounts), walls + ("Walls" in lines)
    assert bids > 100 and walls > 20


def test_the_entrant_bids_stand_and_are_four_at_least() -> None:
    for number in range(80):
        view, form = round_of(number, "entrants")
        move, problems = check(view, play(view, form, number))
        assert not {"over-budget", "unreadable", "not-offered", "duplicate", "too-few"} & {problem.code for problem in problems}
        cash = view.cash - 50 * len(move.placement.discarded if move.placement else ())
        assert len(move.entrants) >= min(4, max(0, cash))
        assert all(line.amount for line in (*move.entrants, *move.garnets))
        assert sum(line.amount or 0 for line in move.garnets) <= view.garnets


def test_chao_paths_are_legal_and_scare_no_less_than_his_own_way() -> None:
    better = 0
    for number in range(60):
        view, form = paths_of(number, (CHAO, LEBOSS, TIM, ZERO) if number % 2 else (DUO, RED, CHAO, TIM))
        answers = play(view, form, number)
        assert len(answers["paths"]) == (2 if number % 2 else 1)
        house = build(options().plot, options().catalogue, view.pieces)
        plain = walk(house, CHAO, CHAO)
        for text in answers["paths"].values():
            path, problem = read_chao_path(house, text)
            assert problem is None
            taken = walk(house, CHAO, CHAO, path=path)
            assert not taken.heart_attack or plain.heart_attack
            assert taken.screams >= plain.screams or plain.heart_attack
            better += taken.screams > plain.screams
    assert better > 20


def test_choices_at_the_ceremony_stand() -> None:
    for number in range(40):
        view, form = ceremony(NAMES[:1], NAMES[3:6])
        move, problems = check(view, play(view, form, number))
        assert problems == () and move.candidate in NAMES[3:6] and move.token_to not in (None, NAMES[0], move.candidate)
        view, form = ceremony(NAMES[:1], NAMES[3:4])
        move, problems = check(view, play(view, form, number))
        assert problems == () and move.token_to not in (None, NAMES[0], NAMES[3])
        view, form = ceremony(NAMES[:2], NAMES[:3])
        assert check(view, play(view, form, number))[1] == ()


def test_answers_are_given_only_where_the_form_asks() -> None:
    for view, form in moments(12):
        answers = play(view, form, "asked")
        left = json.loads(json.dumps(answers))
        for path in [field.path for field in form.fields] + [grid.path for grid in form.grids]:
            inner: Any = get(left, path[:-1])
            if isinstance(inner, dict):
                inner.pop(path[-1], None)
        assert _empty(left), left


def _empty(value: Any) -> bool:
    return all(isinstance(inner, dict) and _empty(inner) for inner in value.values())


def test_values_are_typed_in_many_legal_forms() -> None:
    values = [value for number in range(80) for value in play(*round_of(number), number).get("bids", {}).values()]
    assert {type(value) for value in values} == {int, float, str}
    texts = [value for value in values if isinstance(value, str)]
    for sign in ("$", " ", ".0", ".00"):
        assert any(sign in text for text in texts)


def test_boards_are_painted_typed_or_told_in_lines() -> None:
    seen: Counter[str] = Counter()
    for number in range(120):
        view, form = round_of(number)
        answers = play(view, form, number)
        seen["lines"] += "place" in answers
        seen["typed"] += any("/" in row for row in answers.get("board", ()))
        seen["painted only"] += bool(view.won) and "place" not in answers
    assert all(seen[way] >= 5 for way in ("lines", "typed", "painted only"))


# Odd hand-ins -----------------------------------------------------------------------------------------------------


def test_the_same_stream_gives_the_same_hand_in() -> None:
    for view, form in moments(10):
        for odd_one_in in (0, 1):
            first, again, other = (bots.play(view, form, stream(label), odd_one_in=odd_one_in) for label in ("a", "a", "b"))
            assert repr(first) == repr(again)
            if odd_one_in == 0 and form.phase.startswith("auction"):
                assert repr(first) != repr(other)


def test_bot_plays_at_the_documented_rate() -> None:
    view, form = paths_of(3, (CHAO, TIM, ZERO, DUO))
    odd = sum(bots.bot(view, form, stream(label)) != bots.play(view, form, stream(label), odd_one_in=0) for label in range(600))
    assert 0.6 < odd * bots.ODD_RATE / 600 < 1.4


def test_every_odd_kind_comes_up_and_is_survived(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()

    def watched(name: str, spoil: bots.Spoil) -> bots.Spoil:
        def spy(answers: dict[str, Any], hand: bots.Hand) -> Any:
            seen[name] += 1
            return spoil(answers, hand)

        return spy

    monkeypatch.setattr(bots, "ODD_KINDS", {name: (can, watched(name, spoil)) for name, (can, spoil) in bots.ODD_KINDS.items()})
    told: Counter[str] = Counter()
    for number in range(30):
        for view, form in moments(8):
            answers = bots.play(view, form, stream((number, form.phase)), odd_one_in=1)
            told.update(problem.code for problem in check(view, answers or {})[1])
    assert set(seen) == set(bots.ODD_KINDS)
    assert set(told) >= {"unreadable", "over-budget", "not-offered", "illegal", "missing", "too-few", "altered"}


# Whole matches ----------------------------------------------------------------------------------------------------


def match_of(seed: str, players: int, odd_one_in: int) -> tuple[State, list[State]]:
    """A whole match of bots; the engine looks at the invariants after every step."""
    seats = NAMES[:players]
    draws = from_text(seed)
    table = Table(seats, options(players), draws)
    state = engine.begin(GAME, table).state
    states = [state]
    while GAME.outcome(state) is None:
        answers = {}
        for seat, form in engine.asked(GAME, state, seats).items():
            hand_in = bots.play(GAME.view(state, Seat(seat)), form, draws.stream(f"bot/{form.phase}/{seat}"), odd_one_in=odd_one_in)
            if hand_in is not None:
                answers[seat] = hand_in
        state = engine.resolve(GAME, table, state, answers).state
        states.append(state)
    return state, states


def test_matches_of_bots_look_like_matches() -> None:
    ends = [match_of(f"match {number}", 9, bots.ODD_RATE)[0] for number in range(MATCHES)]
    seats = [seat for end in ends for seat in end.seats]
    placed, discarded = sum(len(seat.pieces) for seat in seats), sum(len(seat.discarded) for seat in seats)
    assert placed / (placed + discarded) > 0.85
    screams = [count for end in ends if end.result for _, count in end.result.screams]
    assert 0.6 < sum(count > 0 for count in screams) / len(screams) < 0.95
    attacks = [walked.heart_attack for seat in seats for walked in seat.walks or ()]
    assert 0.02 < sum(attacks) / len(attacks) < 0.25
    winners = Counter(name for end in ends if end.result for name in end.result.winners)
    assert len(winners) >= 5 and max(winners.values()) <= MATCHES // 2
    tied = [bid for end in ends for bid in end.bids if bid.result == "tied" and bid.phase != "entrants"]
    assert len(tied) >= MATCHES
    assert {as_ for seat in seats for walked in seat.walks or () for as_ in (walked.as_,)} == set(BY_NAME) - {LEBOSS}


@pytest.mark.parametrize("players", [2, 5, 12])
def test_other_numbers_of_players(players: int) -> None:
    for odd_one_in in (0, 2):
        end, states = match_of(f"{players} play", players, odd_one_in)
        assert end.revealed and len(states) >= 12
        assert odd_one_in or sum(len(seat.pieces) for seat in end.seats) > 3 * sum(len(seat.discarded) for seat in end.seats)
