"""What can be wrong with an answer (shown to the player) and with a host's request (shown to the host).

Must not raise on a player's input: a Problem is a value, all of them are told at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from .plain import INNER

Code = Literal[
    "unreadable",  # not a value of that kind
    "over-budget",
    "not-offered",  # no such lot, letter, guest, cell …
    "illegal",  # readable, but against a rule
    "missing",  # asked for, not there
    "too-few",
    "ambiguous",
    "duplicate",
    "altered",  # a settled thing was changed
]
CODES: tuple[str, ...] = get_args(Code)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in what a seat handed in.

    `where` is the answer's path, its parts joined by "/" (`bids/Wolfman A`, `board/C4`): the workbook that
    was read turns it into a cell. `text` says what is wrong and what to do about it; `harmless` = it costs nothing.
    """

    rule: str
    where: str
    code: Code
    text: str
    harmless: bool = field(default=False, metadata=INNER)

    @property
    def facts(self) -> tuple[str, str, str, str]:
        """What a line of a feed says of it: rule, where, code, text."""
        return self.rule, self.where, self.code, self.text


class HostError(Exception):
    """Something the host must mend: one line that says what is wrong, one that says what to do next."""

    def __init__(self, message: str, next_step: str) -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step
