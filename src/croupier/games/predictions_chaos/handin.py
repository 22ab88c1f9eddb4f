"""Looks at what a seat handed in: what stands becomes the move, the rest becomes problems (PC-21).

Must not see more than the seat's own view, so that no problem can tell what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.forms import Answers
from croupier.core.problems import Code, Problem

from .actions import Action
from .deeds import FIELDS, read_action
from .grid import SIDE
from .predictions import KEY, read_predictions
from .reading import lines, quoted, read_move, where
from .state import PRE_GAME, Pick
from .views import GuestView, PlayerView

Steps = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Move:
    """What stands of a hand-in. `picks` is there in the pre-game only; `starts` and `steps` by pair, without those refused."""

    problems: tuple[Problem, ...] = ()
    picks: tuple[Pick, ...] = ()
    action: Action | None = None
    gifts: tuple[tuple[str, int], ...] = ()
    starts: Steps = ()
    steps: Steps = ()


def check(view: PlayerView | GuestView, answers: Answers) -> tuple[Move, tuple[Problem, ...]]:
    """The move that stands and every problem with the rest."""
    problems: list[Problem] = []
    asked = asked_keys(view)
    for key, value in answers.items():
        if key not in asked and not typed.is_blank(value):
            text = f"Nothing is asked for under {quoted(key)} in this phase; it is ignored."
            problems.append(Problem("PC-21", where(key), "not-offered", text))
    move = _player(view, answers, problems) if isinstance(view, PlayerView) else _guest(view, answers, problems)
    found = tuple(problems)
    return Move(found, move.picks, move.action, move.gifts, move.starts, move.steps), found


def asked_keys(view: PlayerView | GuestView) -> tuple[str, ...]:
    """What the phase takes from the seat."""
    begun = view.public.phase != PRE_GAME
    if isinstance(view, GuestView):
        return ("moves",) if begun else ("start",)
    return ("action", *FIELDS, "gifts") if begun else (KEY, "gifts")


def _player(view: PlayerView, answers: Answers, problems: list[Problem]) -> Move:
    picks: tuple[Pick, ...] = ()
    action = None
    if view.public.phase == PRE_GAME:
        picks, found = read_predictions(answers.get(KEY), view.public.ground.guests)
        problems += found
    else:
        action = read_action(answers, dict(view.actions_left), [pair.name for pair in view.public.ground.pairs], problems)
    return Move(picks=picks, action=action, gifts=_gifts(view, answers.get("gifts"), problems))


def _gifts(view: PlayerView, answers: Any, problems: list[Problem]) -> tuple[tuple[str, int], ...]:
    """PC-19: the gifts that can be paid, line by line in the guests' order."""
    found = lines(answers, "gifts", view.public.ground.guests, "PC-19", "guest", problems) or {}
    held = view.garnets
    gifts: list[tuple[str, int]] = []
    for guest in view.public.ground.guests:
        place, value = found.get(guest, ("", None))
        if value is None:
            continue
        count = typed.whole(value)
        if count is None:
            problems.append(_gift(place, "unreadable", f"{quoted(value)} for {quoted(guest)} is no whole number; nothing is given."))
        elif count < 0:
            problems.append(_gift(place, "illegal", f"A gift cannot be below 0; nothing is given to {quoted(guest)}."))
        elif count > held:
            asked = quoted(value)
            problems.append(
                _gift(place, "over-budget", f"{asked} Garnets for {quoted(guest)} are more than the {held} left to you; nothing is given.")
            )
        elif count:
            held -= count
            gifts.append((guest, count))
    return tuple(gifts)


def _gift(place: str, code: Code, text: str) -> Problem:
    return Problem("PC-19", place, code, text)


def _guest(view: GuestView, answers: Answers, problems: list[Problem]) -> Move:
    axes = {pair.name: "vertical" if pair.vertical == view.name else "horizontal" for pair in view.public.ground.pairs if view.name in pair.guests}
    if view.public.phase == PRE_GAME:
        return Move(starts=_starts(answers.get("start"), axes, problems))
    return Move(steps=_steps(answers.get("moves"), axes, problems))


def _starts(answers: Any, axes: Mapping[str, str], problems: list[Problem]) -> Steps:
    """PC-4: the rows and columns that stand, from 0."""
    found = lines(answers, "start", tuple(axes), "PC-4", "pair", problems)
    starts: list[tuple[str, int]] = []
    for pair, axis in axes.items() if found is not None else ():
        what = "row" if axis == "vertical" else "column"
        if pair not in (found or {}):
            problems.append(Problem("PC-4", where("start", pair), "missing", f"{quoted(pair)}: there is no {what} from you, so it is drawn."))
            continue
        place, value = (found or {})[pair]
        number = typed.whole(value)
        if value is None:
            continue
        if number is None:
            text = f"{quoted(pair)}: {quoted(value)} is no number. Type a {what} from 1 to {SIDE}; as it is, one is drawn."
            problems.append(Problem("PC-4", place, "unreadable", text))
        elif not 1 <= number <= SIDE:
            problems.append(Problem("PC-4", place, "not-offered", f"{quoted(pair)}: a {what} is a number from 1 to {SIDE}; as it is, one is drawn."))
        else:
            starts.append((pair, number - 1))
    return tuple(starts)


def _steps(answers: Any, axes: Mapping[str, str], problems: list[Problem]) -> Steps:
    """PC-6: the moves that stand."""
    found = lines(answers, "moves", tuple(axes), "PC-6", "pair", problems)
    steps: list[tuple[str, int]] = []
    for pair, axis in axes.items() if found is not None else ():
        if pair not in (found or {}):
            problems.append(Problem("PC-6", where("moves", pair), "missing", f"{quoted(pair)}: there is no move from you, so you stay."))
            continue
        place, value = (found or {})[pair]
        if value is None:
            continue
        count, code, words = read_move(value, axis)
        if code is None:
            steps.append((pair, count))
        else:
            problems.append(Problem("PC-6", place, code, f"{quoted(pair)}: {quoted(value)} will not do, {words}; as it is, you stay."))
    return tuple(steps)
