"""Plays a seat for rehearsals and tests: hand-ins as a sensible person would type them, some of them odd, wrong or missing.

Must not see more than the seat's own view and form, nor take chance from anywhere but the stream that it is handed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.core.draws import Stream
from croupier.core.forms import Answers, Form, put

from .actions import DOUBLE_MOVEMENT, OFF_BY_ONE, POINT_SWAP, TITLES, WALL
from .grid import CELLS, SIDE, Cell, border_name, cell_name, number_on, shifted
from .pairs import Pair
from .predictions import EACH, KEY, ROLES
from .reading import MOVES
from .rounds import crossed
from .state import PRE_GAME, ROUNDS
from .views import GuestView, PlayerView, PublicView

ODD_RATE = 10
"""One hand-in in so many is odd: something illegal, unreadable or missing is in it, or it is not there at all."""
GIFT_RATE = 6


def bot(view: PlayerView | GuestView, form: Form, stream: Stream) -> Answers | None:
    """A hand-in for this form; None where the seat hands in nothing at all."""
    return play(view, form, stream, odd_one_in=ODD_RATE)


def play(view: PlayerView | GuestView, form: Form, stream: Stream, *, odd_one_in: int) -> Answers | None:
    """As `bot`, with one odd hand-in in so many; 0: every hand-in is sensible."""
    if isinstance(view, GuestView):
        answers = _guest(view, stream)
    else:
        answers = _predictions(view, stream) if view.public.phase == PRE_GAME else _act(view, stream)
        _give(view, answers, stream)
    if odd_one_in and stream.below(odd_one_in) == 0:
        return stream.choice(ODDITIES)(answers, form, stream)
    return answers


# Guests -----------------------------------------------------------------------------------------------------------


def _guest(view: GuestView, stream: Stream) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    public = view.public
    for place, pair in enumerate(public.ground.pairs):
        if view.name not in pair.guests:
            continue
        if public.phase == PRE_GAME:
            put(answers, ("start", pair.name), _best_line(public, pair, view.name, stream))
        else:
            put(answers, ("moves", pair.name), _best_move(public, pair, public.tokens[place], view.name, stream))
    return answers


def _best_line(public: PublicView, pair: Pair, guest: str, stream: Stream) -> int:
    """The row or column that is worth most to whoever begins, or least if that is the other one; some chance among the best three."""
    upright = guest == pair.vertical
    sums = [sum(number_on(public.grid, (line, cross) if upright else (cross, line)) for cross in range(SIDE)) for line in range(SIDE)]
    wanted = sorted(range(SIDE), key=lambda line: -sums[line] if pair.first == guest else sums[line])
    return 1 + stream.choice(wanted[:3])


def _best_move(public: PublicView, pair: Pair, token: Cell, guest: str, stream: Stream) -> str:
    """A move after which the five cells that the other guest can choose from are good for whoever wants them to be."""
    upright = guest == pair.vertical
    earns = dict(public.pairs)[pair.name].active == guest
    words = MOVES["vertical" if upright else "horizontal"]
    values: list[int] = []
    for steps in range(-2, 3):
        reach = [shifted(token, steps, other) if upright else shifted(token, other, steps) for other in range(-2, 3)]
        values.append(sum(number_on(public.grid, cell) for cell in reach))
    order = sorted(range(len(words)), key=lambda index: -values[index] if earns else values[index])
    chosen = order[0] if stream.below(3) else stream.choice(order[:3])
    return stream.choice((words[chosen], words[chosen].title(), words[chosen].replace(" ", ""), f"{chosen - 2:+d}"))


# Players ----------------------------------------------------------------------------------------------------------


def _predictions(view: PlayerView, stream: Stream) -> dict[str, Any]:
    """Every guest twice in each role, in a drawn order."""
    answers: dict[str, Any] = {}
    for role in ROLES:
        for number, guest in enumerate(stream.shuffle(view.public.ground.guests * EACH), start=1):
            put(answers, (KEY, str(number), role), guest)
    return answers


def _act(view: PlayerView, stream: Stream) -> dict[str, Any]:
    """One of the actions that are left, aimed at where tokens are likely to be."""
    public = view.public
    action = stream.choice([action for action, left in view.actions_left for _ in range(left)])
    answers: dict[str, Any] = {"action": TITLES[action]}
    token = stream.choice(public.tokens)
    if action == OFF_BY_ONE:
        answers["square"] = cell_name(shifted(token, stream.below(2) - 1, stream.below(2) - 1))
        signs = [stream.choice(("+1", "−1")) for _ in range(4)]
        answers["by"] = {str(place): sign for place, sign in enumerate(signs if stream.below(3) else signs[:1], start=1)}
    elif action == POINT_SWAP:
        near = shifted(token, stream.below(3) - 1, stream.below(3) - 1)
        ordered = sorted((cell for cell in CELLS if cell != near), key=lambda cell: number_on(public.grid, cell))
        far = stream.choice(ordered[:6] if number_on(public.grid, near) > 0 else ordered[-6:])
        answers["cells"] = {"1": cell_name(near), "2": cell_name(far)}
    elif action == WALL:
        axis = stream.below(2)
        border = crossed("RC"[axis], token[axis], stream.choice((-1, 1)))[0]
        answers["border"] = border_name(border)
    elif action == DOUBLE_MOVEMENT:
        answers["pair"] = stream.choice(public.ground.pairs).name
    return answers


def _give(view: PlayerView, answers: dict[str, Any], stream: Stream) -> None:
    if view.garnets and stream.below(GIFT_RATE) == 0:
        put(answers, ("gifts", stream.choice(view.public.ground.guests)), 1 + stream.below(view.garnets))


# Odd hand-ins -----------------------------------------------------------------------------------------------------

Oddity = Callable[[dict[str, Any], Form, Stream], dict[str, Any] | None]


def _nothing(answers: dict[str, Any], form: Form, stream: Stream) -> None:
    return None


def _empty(answers: dict[str, Any], form: Form, stream: Stream) -> dict[str, Any]:
    return {}


def _slip(answers: dict[str, Any], form: Form, stream: Stream) -> dict[str, Any]:
    """One field holds something that will not do."""
    field = stream.choice(form.fields)
    put(answers, field.path, stream.choice(("3", "up 3", "left", "R8C1", "C2|C5", "2", "-1", "99", "Zoe", "?", "teleport")))
    return answers


def _gap(answers: dict[str, Any], form: Form, stream: Stream) -> dict[str, Any]:
    """One field is left empty."""
    put(answers, stream.choice(form.fields).path, "")
    return answers


def _stranger(answers: dict[str, Any], form: Form, stream: Stream) -> dict[str, Any]:
    """Something is there that the phase does not ask for."""
    return {**answers, stream.choice(("moves", KEY, "bids", "start")): {str(stream.below(ROUNDS)): "up 1"}}


ODDITIES: tuple[Oddity, ...] = (_nothing, _empty, _slip, _slip, _gap, _stranger)
