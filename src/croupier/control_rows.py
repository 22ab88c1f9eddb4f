"""The rows of the control workbook: as they were typed, as the journal names them once taken up, what each asks for.

Must not read or write files, nor change a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from croupier.core import typed
from croupier.core.journal import Entry

from .handins import Decisions
from .match import Match

CLOCK = ("extend", "pause", "resume")
DECISIONS = ("absent", "late")
WHATS = (*CLOCK, *DECISIONS, "void")
"""What can be ruled in every game; each game has its own rulings besides."""
COLUMNS = ("what", "seat", "value", "reason")
LATE = ("take", "refuse", "anew")
TAKEN = "control_rows"
"""The key of a journal entry that names the rows it took up."""
OPEN_ROWS = 12
MOST_DAYS = 365


@dataclass(frozen=True, slots=True)
class Row:
    """One row as typed. Its number is its own for good: a taken row's number is never given to another."""

    number: int
    what: str = ""
    seat: str = ""
    value: str = ""
    reason: str = ""

    @property
    def blank(self) -> bool:
        return not (self.what or self.seat or self.value or self.reason)

    @property
    def words(self) -> str:
        """ "money +50 for Ana" """
        return " ".join(filter(None, (self.what, self.value, f"for {self.seat}" if self.seat else ""))) or "nothing"


@dataclass(frozen=True, slots=True)
class Taken:
    """A row that the journal says was taken up, and the entry that did it."""

    row: Row
    entry: Entry


class Refused(Exception):
    """A row that cannot be taken up: which of its cells is to blame, and why, in words."""

    def __init__(self, column: str, text: str) -> None:
        super().__init__(text)
        self.column = column
        self.text = text


def taken_rows(entries: Iterable[Entry]) -> dict[int, Taken]:
    """Number → the row that was taken up under it, in the journal's order."""
    return {row["number"]: Taken(Row(**row), entry) for entry in entries for row in entry.body.get(TAKEN, ())}


def named(rows: Iterable[Row]) -> dict[str, object]:
    """What an entry says of the rows that it takes up; nothing where it takes none."""
    told = [asdict(row) for row in rows]
    return {TAKEN: told} if told else {}


def known_numbers(taken: Mapping[int, Taken]) -> tuple[int, ...]:
    """The number of every row that any edition of the workbook can have."""
    return tuple(range(1, max(taken, default=0) + OPEN_ROWS + 1))


def open_rows(typed_rows: Iterable[Row], taken: Mapping[int, Taken]) -> tuple[Row, ...]:
    """The rows that the workbook is to have: what is typed and not taken up as it is, and free ones."""
    rows = {number: Row(number) for number in known_numbers(taken) if number not in taken}
    rows = dict(list(rows.items())[:OPEN_ROWS])
    rows |= {row.number: row for row in typed_rows if not row.blank and not (row.number in taken and taken[row.number].row == row)}
    return tuple(rows[number] for number in sorted(rows))


# What a row asks for ------------------------------------------------------------------------------------------------


def understand(match: Match, row: Row, taken: Mapping[int, Taken]) -> Row:
    """The row in croupier's own words. Raises Refused where it is plain from the row that it cannot be."""
    if row.number in taken:
        raise Refused("what", f"this row was taken up already, as “{taken[row.number].row.words}”; write a change into an empty row")
    what = typed.name_key(row.what)
    if not what:
        raise Refused("what", "it does not say what to do; choose it from the list, or empty the row")
    seat = _seat(match, row.seat)
    bare = {ruling.what for ruling in match.game.rulings if not ruling.value}
    _refuse_what_does_not_belong(what, seat, row.value, takes_value=what not in bare)
    if not row.reason:
        raise Refused("reason", "it gives no reason; the reason is shown at the reveal")
    value = row.value
    if what == "late":
        value = typed.name_key(row.value)
        if value not in LATE:
            raise Refused("value", f"“late” takes a value: {', '.join(LATE)}")
        if value == "anew" and not seat:
            raise Refused("seat", "it does not say whose hand-in of the last step is to count as it is now")
    if is_decision(Row(row.number, what, seat, value)):
        _refuse_decision_of_nobody(match, seat)
    days = typed.whole(value)
    if what == "extend" and days is not None and not 0 < abs(days) <= MOST_DAYS:
        raise Refused("value", f"{value} days will not do; from 1 to {MOST_DAYS} do")
    return replace(row, what=what, seat=seat, value=value)


def _seat(match: Match, name: str) -> str:
    known = {typed.name_key(seat): seat for seat in match.table.seats}
    if name and typed.name_key(name) not in known:
        raise Refused("seat", f"there is no seat “{name}”; the seats are: {', '.join(match.table.seats)}")
    return known[typed.name_key(name)] if name else ""


def _refuse_what_does_not_belong(what: str, seat: str, value: str, *, takes_value: bool) -> None:
    """Every cell of a row has to mean something: what would be passed over may have been meant."""
    if what in CLOCK and seat:
        raise Refused("seat", f"“{what}” concerns everybody; empty this cell")
    if what not in CLOCK and what != "late" and not seat:
        raise Refused("seat", "it does not say which seat it is about")
    if what in ("pause", "resume", "absent", "void"):
        if value:
            raise Refused("value", f"“{what}” takes no value; empty this cell")
    elif not value and takes_value:
        raise Refused("value", f"“{what}” needs a value")


def _refuse_decision_of_nobody(match: Match, seat: str) -> None:
    if match.finished:
        raise Refused("what", "the match is over, and nothing more is handed in")
    if seat and seat not in match.asked:
        raise Refused("seat", f"{seat} is asked nothing in {match.phase}")


def is_decision(row: Row) -> bool:
    """Whether a row says what becomes of hand-ins of the step that is being played: it is taken up when that is resolved."""
    return row.what in DECISIONS and row.value != "anew"


def sorted_rows(rows: Sequence[Row]) -> tuple[list[Row], list[Row], list[Row]]:
    """The rows from top to bottom: those that move the clock, decisions on hand-ins, all others.

    The clock comes first, since it depends on the deadline who is late.
    """
    clock = [row for row in rows if row.what in CLOCK]
    decisions = [row for row in rows if is_decision(row)]
    return clock, decisions, [row for row in rows if row.what not in CLOCK and not is_decision(row)]


def decided(decisions: Decisions, row: Row) -> Decisions:
    """What was said before, and what a row says. Raises Refused where they cannot both be."""
    if row.what == "absent":
        return replace(decisions, absent=tuple(dict.fromkeys((*decisions.absent, row.seat))))
    if decisions.late not in (None, row.value):
        raise Refused("value", f"“{decisions.late}” was said before, by the command or another row; all late workbooks are treated alike")
    return replace(decisions, late=row.value)
