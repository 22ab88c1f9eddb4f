"""Looks at what a team handed in, ruling by ruling: what stands becomes the decision, the rest becomes problems.

Must not see more than the team's own view, so that no problem can tell what the team may not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.core import typed
from croupier.core.forms import Answers
from croupier.core.problems import Code, Problem

from .rooms import Room
from .state import CHOICES, GAIN, PAY, Decision, Numbers
from .views import TeamView

ASKED = ("choice", "payer", "share", "escape", "ready")
YES, NO = ("yes", "true"), ("no", "false")
ROLLED = "the room is rolled"
_LONGEST_QUOTE = 24


@dataclass(frozen=True, slots=True)
class Move:
    """What stands of a hand-in. `asked` = False: the team is through, and nothing of it counts (EH-10)."""

    decision: Decision
    problems: tuple[Problem, ...] = ()
    asked: bool = True


def check(view: TeamView, answers: Answers) -> tuple[Move, tuple[Problem, ...]]:
    """The decision that stands and every problem with the rest (EH-2, EH-11); a refused choice is a roll."""
    if view.room is None or view.waiting:
        return Move(Decision(), asked=False), ()
    reader = _Reader(view, view.room, answers)
    decision = reader.choose()
    problems = tuple(reader.problems)
    return Move(decision, problems), problems


def nothing_came() -> Problem:
    """EH-2, EH-11: what a team that handed in nothing is told."""
    return Problem("EH-2", "choice", "missing", f"Nothing came in from you, so {ROLLED}.")


class _Reader:
    """Reads one hand-in; `problems` grows while it does."""

    def __init__(self, view: TeamView, card: Room, answers: Answers) -> None:
        self._view, self._card, self._answers = view, card, answers
        self._held = dict(view.gems)
        self._names = {typed.name_key(name): name for name in self._held}
        self.problems: list[Problem] = []

    def choose(self) -> Decision:
        for key, value in self._answers.items():
            if key not in ASKED and not typed.is_blank(value):
                where = typed.text(key)[:_LONGEST_QUOTE] or "?"
                text = f"Nothing is asked for under {_quoted(key)}; it is ignored."
                self.problems.append(Problem("EH-11", where, "not-offered", text, harmless=True))
        choice = self._choice()
        payer = self._payer() if choice == PAY else None
        share, good = self._share() if choice == GAIN else (None, True)
        escape = self._escape()
        if choice == PAY and payer is not None:
            return Decision(PAY, payer=payer, escape=escape)
        if choice == GAIN and good:
            return Decision(GAIN, share=share, escape=escape)
        return Decision(escape=escape)

    def _say(self, rule: str, where: str, code: Code, text: str) -> None:
        self.problems.append(Problem(rule, where, code, text))

    def _choice(self) -> str | None:
        """EH-2"""
        value = self._answers.get("choice")
        choice = typed.name_key(value)
        if choice in CHOICES:
            return choice
        if typed.is_blank(value):
            self._say("EH-2", "choice", "missing", f"Choose pay, roll or gain; without a choice {ROLLED}.")
        else:
            self._say("EH-2", "choice", "unreadable", f"{_quoted(value)} is none of pay, roll and gain, so {ROLLED}.")
        return None

    def _payer(self) -> str | None:
        """EH-3, EH-7: somebody of the team who lives and has the gems."""
        value = self._answers.get("payer")
        if typed.is_blank(value):
            self._say("EH-3", "payer", "missing", f"Name the one who pays the {self._card.cost} gems; without a payer {ROLLED}.")
            return None
        name = self._names.get(typed.name_key(value))
        if name is None:
            self._say("EH-3", "payer", "not-offered", f"{_quoted(value)} is nobody of your team, so {ROLLED}. Name one of the living.")
        elif self._held[name] == 0:
            self._say("EH-7", "payer", "illegal", f"{_short(name)} is dead and cannot pay, so {ROLLED}. Name one of the living.")
        elif self._held[name] < self._card.cost:
            text = f"{_short(name)} has {self._held[name]} gems and cannot pay {self._card.cost}, so {ROLLED}. Name somebody else, or choose again."
            self._say("EH-3", "payer", "over-budget", text)
        else:
            return name
        return None

    def _share(self) -> tuple[Numbers | None, bool]:
        """EH-6: the shares, None = evenly; and whether they will do."""
        value = self._answers.get("share")
        if typed.is_blank(value):
            return None, True
        if not isinstance(value, Mapping):
            self._say("EH-6", "share", "unreadable", f"{_quoted(value)} gives nobody a share, so {ROLLED}. Write a number beside a name.")
            return None, False
        found: dict[str, int] = {}
        before, dead = len(self.problems), 0
        for key, amount in value.items():
            if not typed.is_blank(amount):
                dead += self._one_share(key, amount, found)
        total = sum(found.values()) + dead
        if total > self._card.gems:
            text = f"You share {_count(total)} gems, the card gives {self._card.gems}; {ROLLED}. Share less."
            self._say("EH-6", "share", "over-budget", text)
        return tuple(found.items()), len(self.problems) == before

    def _one_share(self, key: Any, amount: Any, found: dict[str, int]) -> int:
        """Puts a share of the living into `found`; gives back what a share for the dead takes of the card."""
        name = self._names.get(typed.name_key(key))
        if name is None:
            where = f"share/{typed.text(key)[:_LONGEST_QUOTE]}"
            self._say("EH-6", where, "not-offered", f"{_quoted(key)} is nobody of your team, so {ROLLED}. Share among the living.")
            return 0
        where, number = f"share/{name}", typed.whole(amount)
        if number is None or number < 0:
            text = f"{_quoted(amount)} is no share: write a whole number from 0 up. As it is, {ROLLED}."
            self._say("EH-6", where, "unreadable", text)
        elif self._held[name] == 0 and number > 0:
            self._say("EH-7", where, "illegal", f"{_short(name)} is dead and can gain nothing, so {ROLLED}. Share among the living.")
            return number
        elif name in found:
            self._say("EH-6", where, "ambiguous", f"{_short(name)} has two shares, so {ROLLED}. Write one.")
        else:
            found[name] = number
        return 0

    def _escape(self) -> bool:
        """EH-8, EH-11: read by itself, whatever becomes of the choice."""
        value = self._answers.get("escape")
        word = typed.name_key(value)
        if word in NO:
            return False
        if word not in YES and not typed.is_blank(value):
            self._say(
                "EH-8", "escape", "unreadable", f"{_quoted(value)} is neither yes nor no, so you roll to escape where you can. Write no to go on."
            )
        return True


def _quoted(value: object) -> str:
    return f'"{_short(typed.text(value))}"'


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"


def _count(number: int) -> str:
    """A number for a message; nobody reads more than a few digits."""
    return str(number) if number < 10**6 else "far too many"
