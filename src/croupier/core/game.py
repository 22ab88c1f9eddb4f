"""What a game is: a table of pure functions over frozen data, one for each thing the dealer does.

Must not do anything itself: `engine.py` runs the table, each game's folder fills it in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from .audience import Audience
from .draws import Draws, Stream
from .forms import Answers, Form
from .picture import Picture
from .problems import Problem
from .ruling import HostRuling
from .sheet import Heading, Tab

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
OptionsT = TypeVar("OptionsT")


class Absent:
    """Stands where a seat handed in nothing at all, which is not the same as an empty hand-in."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()


class OptionError(ValueError):
    """An option of a match that cannot be: names the option and says what would do."""

    def __init__(self, option: str, text: str) -> None:
        super().__init__(f"{option}: {text}")
        self.option = option
        self.text = text


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a host can set in `match.toml`: name, default (as TOML), and what it does."""

    name: str
    default: str
    text: str


@dataclass(frozen=True)
class Table(Generic[OptionsT]):
    """What a match is played with: the seats in roster order, the game's options, the draws."""

    seats: tuple[str, ...]
    options: OptionsT
    draws: Draws


@dataclass(frozen=True, slots=True)
class Refused:
    """An event: a problem that only the resolution could find, such as a default for an absent seat."""

    seat: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Told:
    """One line of a feed as data: the ruling, the key of its wording, and the facts that the words need."""

    rule: str
    key: str
    facts: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, rule: str, key: str, **facts: Any) -> Told:
        """A line with these facts, in the order given."""
        return cls(rule, key, tuple(facts.items()))


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A change of a seat's season money: Garnets or Tokens of Life, with its reason."""

    seat: str
    what: str
    change: int
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: winners in roster order, and what goes into the season's ledger."""

    winners: tuple[str, ...]
    ledger: tuple[LedgerEntry, ...] = ()
    places: tuple[tuple[str, int], ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of one turn at a clocked table, in seconds; None = until all who are asked are ready.

    `pause` = seconds before the turn's own time begins, ended early when all are ready.
    """

    seconds: int | None
    pause: int = 0


Seating = tuple[tuple[str, tuple[str, ...]], ...]
"""Each seat with the players of the roster who hold it, in the order of the table; a guest may be on no roster."""


def each_alone(_options: Any, roster: tuple[str, ...]) -> Seating:
    """A seat for each player."""
    return tuple((name, (name,)) for name in roster)


def _no_clock(_state: Any) -> Clock | None:
    return None


def _needs_nothing(_state: Any) -> str | None:
    return None


def _enters_nothing(_state: Any, _text: str, _table: Any) -> tuple[Sequence[Any], tuple[Problem, ...]]:
    return (), ()


@dataclass(frozen=True)
class Game(Generic[StateT, MoveT, OptionsT]):
    """One game. Views are whatever frozen dataclasses the game's own functions hand to one another."""

    slug: str
    title: str
    summary: str
    rules_version: int
    players: tuple[int, int]
    options: tuple[Option, ...]
    data_files: Mapping[str, str | None]
    """Key → file of the game's own folder that `read_options` needs; None = there is none unless the host brings one.

    A host's option of that key which is a text names another file. TOML comes parsed, all else as bytes; pinned by hash.
    """
    events: tuple[type, ...]
    read_options: Callable[[Mapping[str, Any], Mapping[str, Any], tuple[str, ...]], OptionsT]
    """(options, data, roster) → the game's own options; OptionError where one cannot be."""
    start: Callable[[Table[OptionsT]], StateT]
    setup: Callable[[Table[OptionsT]], Sequence[Any]]
    phase: Callable[[StateT], str]
    ask: Callable[[Any], Form | None]
    """What this step asks of a seat, from the seat's view; None = nothing. If a step asks nobody, it resolves at once."""
    check: Callable[[Any, Answers], tuple[MoveT, tuple[Problem, ...]]]
    """Always both: the move holds what stands. Sees the view, never the state, so that no message can leak."""
    understood: Callable[[MoveT], Sequence[Told]]
    """What a receipt says was understood of a hand-in; worded like the feed."""
    decide: Callable[[StateT, Mapping[str, MoveT | Absent], Table[OptionsT]], Sequence[Any]]
    evolve: Callable[[StateT, Any], StateT]
    amend: Callable[[StateT, str, str, str, str], tuple[Sequence[Any], tuple[Problem, ...]]]
    """A host's ruling: (state, seat, what, value, reason) → events, or the problems for which it cannot be."""
    view: Callable[[StateT, Audience], Any]
    tell: Callable[[Any, Audience], Told | None]
    """None = not told, which is the default."""
    outcome: Callable[[StateT], Outcome | None]
    faults: Callable[[StateT, StateT], tuple[str, ...]]
    """Invariants that a step broke (money, lots …), in words; checked before anything is committed."""
    sheet: Callable[[Any, Form | None, Heading], tuple[Tab, ...]]
    pictures: Callable[[Any], tuple[tuple[str, Picture], ...]]
    """Every board picture that a view allows, by name."""
    bot: Callable[[Any, Form, Stream], Answers | None]
    """Plausible answers for rehearsals, odd and missing ones among them; None = hands in nothing."""
    case: Callable[[Mapping[str, Any], Mapping[str, Any], Draws], list[tuple[Any, Any]] | None]
    """(case, data, draws) → (expected, found) pairs of a rule case of the game's own form; None for a case with steps."""
    rulings: tuple[HostRuling, ...] = ()
    """What `amend` takes."""
    garnets: bool = False
    """Whether the season's money is played with: its option `garnets` is what each player holds at the beginning."""
    seats: Callable[[OptionsT, tuple[str, ...]], Seating] = each_alone
    clock: Callable[[StateT], Clock | None] = _no_clock
    """The clock of the turn that is being played; None = a deadline of the calendar."""
    needs: Callable[[StateT], str | None] = _needs_nothing
    """What the host must bring before the match can go on, in words (dice thrown at a table); while it is needed, nothing is resolved."""
    enter: Callable[[StateT, str, Table[OptionsT]], tuple[Sequence[Any], tuple[Problem, ...]]] = _enters_nothing
    """(state, what the host typed) → the events that it brings, or the problems for which it cannot be."""


AnyGame = Game[Any, Any, Any]
AnyTable = Table[Any]
