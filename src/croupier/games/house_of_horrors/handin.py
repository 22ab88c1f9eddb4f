"""Looks at what a seat handed in, ruling by ruling: what stands becomes the move, the rest becomes problems.

Must not see more than the seat's own view, so that no problem can tell what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.forms import Answers
from croupier.core.problems import Code, Problem

from .house import build
from .money import WALL_PRICE, Line, as_typed, read_amount, read_walls
from .placement import Placement, place
from .roster import CHAO, ENTRANTS
from .state import WALLS
from .views import PublicView, SeatView
from .walks import read_chao_path, whose_way

FINE = 50
NEEDED = 4


@dataclass(frozen=True, slots=True)
class Move:
    """What stands of a hand-in. `paths` = one a Chao walk, None where the walk goes by A* (HH-32)."""

    problems: tuple[Problem, ...] = ()
    placement: Placement | None = None
    bids: tuple[Line, ...] = ()
    walls: Line | None = None
    garnets: tuple[Line, ...] = ()
    entrants: tuple[Line, ...] = ()
    paths: tuple[tuple[str, ...] | None, ...] = ()
    candidate: str | None = None
    token_to: str | None = None


def check(view: SeatView, answers: Answers) -> tuple[Move, tuple[Problem, ...]]:
    """The move that stands and every problem with the rest (HH-37)."""
    phase = view.public.phase
    problems: list[Problem] = []
    asked = _asked_keys(phase)
    for key in answers:
        if key not in asked and not _holds_nothing(key, answers[key]):
            text = f"Nothing is asked for under {_quoted(key)} in this phase; it is ignored."
            problems.append(_problem("HH-37", _where(key), "not-offered", text))
    placement = None
    if "board" in asked:
        placement = _placement(view, answers, problems)
    cash = view.cash - FINE * len(placement.discarded) if placement else view.cash
    if phase.startswith("auction-"):
        bids, walls = _auction(view, answers.get("bids"), cash, problems)
        move = Move(placement=placement, bids=bids, walls=walls)
    elif phase == "entrants":
        garnets, entrants = _entrants(view, answers, cash, problems)
        move = Move(placement=placement, garnets=garnets, entrants=entrants)
    elif phase == "paths":
        move = Move(paths=_paths(view, answers.get("paths"), problems))
    else:
        candidate, token_to = _ceremony(view, answers, problems)
        move = Move(candidate=candidate, token_to=token_to)
    found = tuple(problems)
    return _with_problems(move, found), found


def _with_problems(move: Move, problems: tuple[Problem, ...]) -> Move:
    return Move(problems, move.placement, move.bids, move.walls, move.garnets, move.entrants, move.paths, move.candidate, move.token_to)


def takes_placement(phase: str) -> bool:
    """Whether a phase takes the placement of what the auction before sold (HH-10)."""
    return phase == "entrants" or (phase.startswith("auction-") and phase != "auction-1")


def _asked_keys(phase: str) -> set[str]:
    keys = {"board", "place"} if takes_placement(phase) else set()
    if phase.startswith("auction-"):
        return keys | {"bids"}
    return keys | {"entrants": {"entrants", "garnets"}, "paths": {"paths"}, "ceremony": {"token_to", "candidate"}}.get(phase, set())


def _holds_nothing(key: object, value: object) -> bool:
    if key == "board" and isinstance(value, (list, tuple)):
        return all(token in (".", "S", "E") for row in value for token in typed.text(row).split())
    return typed.is_blank(value)


def _problem(rule: str, where: str, code: Code, text: str) -> Problem:
    return Problem(rule, where, code, text)


def _placement(view: SeatView, answers: Answers, problems: list[Problem]) -> Placement | None:
    board, lines = answers.get("board"), answers.get("place")
    if not view.won and board is None and lines is None:
        return None
    ground = view.public.ground
    house = build(ground.plot, ground.catalogue, view.pieces)
    placement = place(house, ground.catalogue, view.won, board, lines)
    problems.extend(placement.problems)
    return placement


def _lines(answers: object, key: str, offered: Sequence[str], problems: list[Problem], what: str) -> dict[str, tuple[str, Any]]:
    """The lines of a mapping that name something on offer: label → (key as typed, value). The others are reported."""
    if answers is None:
        return {}
    if not isinstance(answers, Mapping):
        if not typed.is_blank(answers):
            problems.append(_problem("HH-37", key, "unreadable", "There should be one line for each lot, with the amount beside its name."))
        return {}
    labels = {typed.name_key(label): label for label in offered}
    found: dict[str, tuple[str, Any]] = {}
    twice: set[str] = set()
    for name, value in answers.items():
        if typed.is_blank(value):
            continue
        label = labels.get(typed.name_key(name))
        where = f"{key}/{_where(name)}"
        if label is None:
            choose = ", ".join(other for other in offered if other.rsplit(" ", 1)[0] == typed.text(name))
            hint = f"; say which: {choose}" if choose else ""
            rule = "HH-2" if what == "lot" else "HH-37"
            problems.append(_problem(rule, where, "not-offered", f"There is no {what} called {_quoted(name)} here{hint}. This line is void."))
        elif label in found:
            twice.add(label)
            problems.append(_problem("HH-37", where, "duplicate", f"{label} has two lines; both are void."))
        else:
            found[label] = (where, value)
    return {label: line for label, line in found.items() if label not in twice}


def _money_lines(found: Mapping[str, tuple[str, Any]], order: Sequence[str], problems: list[Problem], *, dollars: bool) -> tuple[Line, ...]:
    lines: list[Line] = []
    unit = "whole dollars, such as 100 or $1,000" if dollars else "whole Garnets, such as 2, without a $"
    for label in order:
        if label not in found:
            continue
        where, value = found[label]
        read = read_amount(value, dollars=dollars)
        if read is None:
            problems.append(_problem("HH-3", where, "unreadable", f"{_quoted(value)} for {label} is no amount. Type {unit}. This line is void."))
            lines.append(Line(label, as_typed(value), None))
        elif read[0]:
            lines.append(Line(label, as_typed(value), read[0]))
    return tuple(lines)


def _auction(view: SeatView, answers: object, cash: int, problems: list[Problem]) -> tuple[tuple[Line, ...], Line | None]:
    """HH-3 … HH-5"""
    offer = view.public.offer
    labels = offer.scares if offer else ()
    found = _lines(answers, "bids", (*labels, WALLS), problems, "lot")
    bids = _money_lines(found, labels, problems, dollars=True)
    walls = None
    if WALLS in found:
        where, value = found[WALLS]
        count = read_walls(value)
        if count is None:
            text = f"{_quoted(value)} for Walls cannot be read. Type how many (3), or the money at ${WALL_PRICE} each ($150). This line is void."
            problems.append(_problem("HH-4", where, "unreadable", text))
        if count != 0:
            walls = Line(WALLS, as_typed(value), count)
    total = sum(line.amount or 0 for line in bids) + WALL_PRICE * (walls.amount or 0 if walls else 0)
    if total > max(cash, 0):
        asked = f" ({walls.amount} Walls at ${WALL_PRICE} among it)" if walls and walls.amount else ""
        problems.append(_over("HH-5", "bids", f"${total}{asked}", f"${cash}", "all your bids of this round are void; lower them"))
        return tuple(line.voided() for line in bids), walls and walls.voided()
    return bids, walls


def _over(rule: str, where: str, total: str, purse: str, outcome: str) -> Problem:
    return _problem(rule, where, "over-budget", f"Your bids come to {total}, but you have {purse}: {outcome}.")


def _entrants(view: SeatView, answers: Answers, cash: int, problems: list[Problem]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """HH-20, HH-21"""
    names = tuple(entrant.name for entrant in ENTRANTS)
    garnets = _money_lines(_lines(answers.get("garnets"), "garnets", names, problems, "Entrant"), names, problems, dollars=False)
    money = _money_lines(_lines(answers.get("entrants"), "entrants", names, problems, "Entrant"), names, problems, dollars=True)
    readable = {line.lot for line in (*garnets, *money) if line.amount}
    if len(readable) < NEEDED and cash >= NEEDED:
        text = f"You bid on {len(readable)} Entrants; bid on at least {NEEDED}. What is left open is drawn for you."
        problems.append(_problem("HH-20", "entrants", "too-few", text))
    if sum(line.amount or 0 for line in garnets) > view.garnets:
        total = sum(line.amount or 0 for line in garnets)
        problems.append(_over("HH-21", "garnets", f"{total} Garnets", f"{view.garnets}", "all your Garnet bids are void"))
        garnets = tuple(line.voided() for line in garnets)
    if (total := sum(line.amount or 0 for line in money)) > max(cash, 0):
        problems.append(_over("HH-5", "entrants", f"${total}", f"${cash}", "all your money bids of this round are void"))
        money = tuple(line.voided() for line in money)
    return garnets, money


def _paths(view: SeatView, answers: object, problems: list[Problem]) -> tuple[tuple[str, ...] | None, ...]:
    """HH-32"""
    ground = view.public.ground
    count = whose_way(view.entrants).count(CHAO)
    numbers = tuple(str(number) for number in range(1, count + 1))
    found = _lines(answers, "paths", numbers, problems, "path")
    house = build(ground.plot, ground.catalogue, view.pieces)
    paths: list[tuple[str, ...] | None] = []
    for number in numbers:
        _, value = found.get(number, ("", None))
        path, fault = read_chao_path(house, value)
        if fault is not None:
            problems.append(_problem("HH-32", f"paths/{number}", fault[0], fault[1]))
        paths.append(path)
    return tuple(paths)


def winners_choose(public: PublicView) -> bool:
    """Whether the winners have a choice of the Elimination Candidate (HH-35)."""
    return public.outcome is not None and len(public.outcome.eligible) > 1


def _ceremony(view: SeatView, answers: Answers, problems: list[Problem]) -> tuple[str | None, str | None]:
    """HH-34, HH-35"""
    outcome = view.public.outcome
    if outcome is None:
        return None, None
    winner = view.name in outcome.winners
    sole = outcome.winners == (view.name,)
    candidate = None
    if winner and winners_choose(view.public):
        candidate = _named(view, answers.get("candidate"), "candidate", "HH-35", problems)
        if candidate is not None and candidate not in outcome.eligible:
            text = f"{candidate} is not eligible for elimination. Choose one of {', '.join(outcome.eligible)}."
            problems.append(_problem("HH-35", "candidate", "illegal", text))
            candidate = None
    else:
        _unasked(answers, "candidate", "HH-35", problems)
    if not sole:
        _unasked(answers, "token_to", "HH-34", problems)
        return candidate, None
    token_to = _named(view, answers.get("token_to"), "token_to", "HH-34", problems)
    barred = candidate if winners_choose(view.public) else outcome.eligible[0]
    if token_to is not None and token_to in (view.name, barred):
        text = "The second Token of Life goes to somebody else than yourself and the Elimination Candidate. Choose another name."
        problems.append(_problem("HH-34", "token_to", "illegal", text))
        token_to = None
    return candidate, token_to


def _unasked(answers: Answers, key: str, rule: str, problems: list[Problem]) -> None:
    if not typed.is_blank(answers.get(key)):
        problems.append(_problem(rule, key, "not-offered", "This choice is not yours to make in this match; it is ignored."))


def _named(view: SeatView, value: object, key: str, rule: str, problems: list[Problem]) -> str | None:
    if typed.is_blank(value):
        problems.append(_problem(rule, key, "missing", "Choose a name, or the rules choose for you."))
        return None
    names = {typed.name_key(name): name for name in view.public.ground.seats}
    name = names.get(typed.name_key(value))
    if name is None:
        problems.append(_problem(rule, key, "not-offered", f"{_quoted(value)} is nobody in this match. Choose a name from the list."))
    return name


def _where(key: object) -> str:
    """A key as part of a problem's place: never empty, never endless."""
    return typed.text(key)[:40] or "(no name)"


def _quoted(value: object) -> str:
    """A typed value for a message, cut where it is very long."""
    text = typed.text(value)
    return f"{text[:40]}…" if len(text) > 40 else f"{text!r}"
