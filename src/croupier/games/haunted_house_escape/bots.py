"""Plays a team for rehearsals and tests: hand-ins as a sensible team would type them, some of them odd, wrong or missing.

Must not see more than the team's own view and form, nor take chance from anywhere but the stream that it is handed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.core.draws import Stream
from croupier.core.forms import Answers, Form

from .dice import LAST_ROLL
from .playing import evenly
from .rooms import SIDES, Room
from .state import GAIN, PAY, ROLL, Numbers
from .views import TeamView

ODD_RATE = 12
"""One hand-in in so many is odd: something illegal, unreadable or missing is in it, or it is not there at all."""

# What things are worth to a bot, in hundredths of a point on the counter.
POINT = 100
DEATH = 900
ESCAPE = 2000
GEM = (0, 128, 120, 112, 104, 96, 88, 80, 76, 72, 68, 64, 60, 56, 52, 48, 44, 40, 36)
"""The first gem of a player, the second and so on; those beyond are worth as much as the last."""
LATE = 12
"""With fewer cards left than this gems lose their worth in step: nothing is left to spend them on."""


def bot(view: TeamView, form: Form, stream: Stream) -> Answers | None:
    """A hand-in for this form; None where the team hands in nothing at all."""
    return play(view, stream, odd_one_in=ODD_RATE)


def play(view: TeamView, stream: Stream, *, odd_one_in: int) -> Answers | None:
    """As `bot`, with one odd hand-in in so many; 0: every hand-in is sensible."""
    answers = _typed(best(view), view, stream)
    if odd_one_in and stream.below(odd_one_in) == 0:
        return _spoilt(answers, view, stream)
    return answers


# What is best -----------------------------------------------------------------------------------------------------


def best(view: TeamView) -> dict[str, Any]:
    """The choice of the highest worth: {choice, payer or share}."""
    card = view.room
    if card is None:
        return {}
    options: list[tuple[int, dict[str, Any]]] = [(_worth_of_rolling(view, card), {"choice": ROLL})]
    options += [(worth, {"choice": PAY, "payer": payer}) for worth, payer in _payers(view, card)]
    share = _fair_share(view, card)
    gems = {name: min(view.public.ground.limit, held + dict(share).get(name, 0)) for name, held in view.gems}
    options.append((worth_of(view, view.counter + card.lost, gems), {"choice": GAIN, "share": dict(share)}))
    return max(options, key=lambda option: option[0])[1]


def worth_of(view: TeamView, counter: int, gems: Mapping[str, int]) -> int:
    """What a position after the room is worth: a low counter, gems, lives, and the roll to escape that it brings."""
    left, counter = view.cards_left or 0, max(0, counter)
    piles = sum(sum(GEM[min(number, len(GEM) - 1)] for number in range(held + 1)) for held in gems.values())
    dead = sum(held == 0 for held in gems.values())
    lives = len(gems) - dead
    escape = min(SIDES, LAST_ROLL + 1 - counter) if counter <= LAST_ROLL and lives else 0
    worth = piles * min(LATE, left) // LATE - POINT * counter - DEATH * dead + ESCAPE * escape // SIDES
    return worth if lives else worth - 2 * ESCAPE


def _payers(view: TeamView, card: Room) -> Iterator[tuple[int, str]]:
    for payer, held in view.gems:
        if held >= card.cost and held > 0:
            gems = {name: number - card.cost if name == payer else number for name, number in view.gems}
            yield worth_of(view, view.counter - card.points * len(view.alive), gems), payer


def _worth_of_rolling(view: TeamView, card: Room) -> int:
    """The mean over who passes and who fails."""
    alive, passes = view.alive, SIDES + 1 - card.d20
    total = 0
    for number in range(2 ** len(alive)):
        failed = {name for place, name in enumerate(alive) if number >> place & 1}
        weight = int(passes ** (len(alive) - len(failed)) * (SIDES - passes) ** len(failed))
        gems = {name: held - min(held, card.fail) if name in failed else held for name, held in view.gems}
        total += weight * worth_of(view, view.counter - card.points * (len(alive) - len(failed)), gems)
    return int(total // SIDES ** len(alive))


def _fair_share(view: TeamView, card: Room) -> Numbers:
    """Gem by gem to the poorest who has room for one."""
    held, share = {name: number for name, number in view.gems if number > 0}, dict.fromkeys(view.alive, 0)
    for _ in range(card.gems):
        poorest = min(view.alive, key=lambda name: held[name])
        if held[poorest] >= view.public.ground.limit:
            break
        held[poorest] += 1
        share[poorest] += 1
    return tuple(share.items())


# How it is typed --------------------------------------------------------------------------------------------------


def _typed(decision: Mapping[str, Any], view: TeamView, stream: Stream) -> dict[str, Any]:
    """The decision as people write it, escape now and then said."""
    answers: dict[str, Any] = {"choice": stream.choice((decision["choice"], decision["choice"].capitalize(), f" {decision['choice']} "))}
    if "payer" in decision:
        answers["payer"] = stream.choice((decision["payer"], decision["payer"].lower()))
    if decision.get("share") and decision["share"] != dict(evenly(view.alive, sum(decision["share"].values()))):
        answers["share"] = {name: stream.choice((number, str(number), f"{number}.0")) for name, number in decision["share"].items() if number}
    if stream.below(4) == 0:
        answers["escape"] = "yes"
    return answers


def _spoilt(answers: dict[str, Any], view: TeamView, stream: Stream) -> Answers | None:
    """Something that a team in a hurry does."""
    name = view.alive[stream.below(len(view.alive))]
    dead = [player for player, held in view.gems if held == 0]
    odd: list[dict[str, Any] | None] = [
        None,
        {},
        {"choice": "run"},
        {"choice": PAY},
        {"choice": PAY, "payer": "Nobody"},
        {"choice": PAY, "payer": name},
        {"choice": GAIN, "share": {name: 20}},
        {"choice": GAIN, "share": {name: "half"}},
        {**answers, "escape": "no"},
        {**answers, "escape": "perhaps"},
        *({"choice": PAY, "payer": player} for player in dead),
        *({"choice": GAIN, "share": {player: 1}} for player in dead),
    ]
    return odd[stream.below(len(odd))]
