"""Somebody who watches a table in a test: keeps what was on the screen, said and asked, and lets time pass.

Must not do anything at the table itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from croupier import live


class Enough(Exception):
    """The test has seen what it wanted to see."""


@dataclass
class Watched:
    """`clock` tells the time, `wait` lets some seconds of it pass, and whatever happens meanwhile happen."""

    clock: Callable[[], datetime]
    wait: Callable[[float], None]
    answer: bool = False
    seen: list[live.Seen] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def now(self) -> datetime:
        return self.clock()

    def sleep(self, seconds: float) -> None:
        self.wait(seconds)

    def show(self, seen: live.Seen) -> None:
        self.seen.append(seen)

    def say(self, text: str) -> None:
        self.said.append(text)

    def ask(self, question: str) -> bool:
        self.asked.append(question)
        return self.answer
