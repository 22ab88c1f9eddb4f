"""Lays out the host's control workbook: what is in hand, what was handed in, and the rows for rulings.

Must not look at a match: tables and texts come in as they are to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from croupier.core import look
from croupier.core.forms import Field, Form
from croupier.core.look import ACCENT, ALARM, BAND, BLUSH, EDGE, HEAD, INPUT, INPUT_TEXT, MUTED, NOTE, SECTION, STRONG, SUBTITLE, TEXT, TITLE, WARNING
from croupier.core.ruling import HostRuling
from croupier.core.sheet import Block, Cell, Style, Tab, Warning, Workbook

from .control_rows import COLUMNS, WHATS, Row

FORM = "control"
RULINGS = "Rulings"
FOLLOWS = "follows"
"""The cell of a second workbook that tells which state of the first it has followed."""
_HAIR = "e6e1d8"
HIGHEST = 400.0
"""No row of a spreadsheet can be much higher, in points."""
GOOD = Style(fill="e7f2e9", ink="1f6b3a", size=10, bold=True, wrap=True, indent=1, border=_HAIR)
CARE = Style(fill="fff3d6", ink="8a5a00", size=10, bold=True, wrap=True, indent=1, border=_HAIR)
BAD = Style(fill=BLUSH, ink=ALARM, size=10, bold=True, wrap=True, indent=1, border=_HAIR)
QUIET = Style(fill=BAND, ink=MUTED, size=10, bold=True, wrap=True, indent=1, border=_HAIR)
_STATES = {
    GOOD: ("handed in", "resolved", "taken up"),
    CARE: ("problems", "open", "waits", "paused", "decided anew"),
    BAD: ("unreadable", "refused", "deadline passed", "needs the host"),
}
_CELL = replace(TEXT, indent=1, border=_HAIR)
_FREE = replace(_CELL, border=None)
_BAND = replace(STRONG, fill=BAND, ink=ACCENT, size=11, indent=1, wrap=False)
_ALERT = Style(fill=ALARM, ink="ffffff", bold=True, size=12, wrap=True, indent=1)

PROMPTS = {
    "what": "Choose what to do. What each does stands below.",
    "seat": "The seat it is about; empty where it concerns everybody.",
    "value": "What the ruling needs: see below.",
    "reason": "Why. The seat is told, and everybody at the reveal.",
}
HELP = (
    ("extend", "", "1, or 2026-12-03 21:59", "Moves the deadline by so many days, or to a time on the match's clock; later ones follow from there."),
    ("pause", "", "", "Stops the clock: nothing is resolved."),
    ("resume", "", "", "Goes on, with no less time than there was."),
    ("absent", "seat", "", "The seat counts as having handed in nothing at the next deadline, whatever its workbook holds."),
    (
        "late",
        "seat, or empty",
        "take, or refuse",
        "What becomes of workbooks saved after the deadline: all alike. A seat named here must be the only late one.",
    ),
    ("late", "seat", "anew", "Decides the last step anew, with the seat's hand-in of that step as it is now."),
    ("void", "seat", "", "Decides the last step anew, with nothing from the seat."),
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is to be read: a heading above it if it has one, the columns, the rows of texts and numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """What one seat has typed: cell, field, text and problem of each, and what was understood, line by line."""

    seat: str
    state: str
    fields: Table
    understood: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pages:
    """All that the control workbook shows, but for the rows of rulings that are open."""

    match: str
    as_of: str
    where: str
    seats: tuple[str, ...]
    roster: Table
    phases: Table
    hand_ins: tuple[Table, ...]
    contents: tuple[tuple[str, tuple[Typed, ...]], ...]
    standings: Table
    results: tuple[tuple[str, tuple[str, ...]], ...]
    taken: Table
    log: Table
    rulings: tuple[HostRuling, ...] = ()
    """What the game lets a host rule on."""
    waiting: Table | None = None
    """Rows that wait and why, where the rows themselves cannot say it."""


def field_name(column: str, number: int) -> str:
    """What the cell of a ruling is called in the workbook."""
    return f"{column}_{number}"


def form(numbers: Iterable[int]) -> Form:
    """The inputs of the rows with these numbers."""
    fields = [Field(field_name(column, number), (str(number), column), f"{column}, row {number}") for number in numbers for column in COLUMNS]
    return Form(FORM, (*fields, Field(FOLLOWS, (FOLLOWS,), "follows")))


OTHER_TABS = ("Roster", "Phases", "Hand-ins", "Contents", "Results", "Log")


def bare(title: str, stamp: str, numbers: Iterable[int], others: Iterable[str] = ()) -> Workbook:
    """The workbook as far as reading it goes: where each input would be if it was there; `others` = tabs that hold none."""
    cells = (Cell(row, column, name=field_name(name, number)) for row, number in enumerate(numbers, 6) for column, name in enumerate(COLUMNS, 2))
    return Workbook(title, stamp, (Tab(RULINGS, (*cells, Cell(1, 1, name=FOLLOWS))), *(Tab(other, ()) for other in others)))


def workbook(title: str, stamp: str, pages: Pages, rows: Sequence[tuple[Row, str]], follows: str = "") -> Workbook:
    """The whole control workbook. `rows` = the rulings that are open and the free rows, each with its state."""
    rulings = _rulings(pages, rows, follows)
    tabs = (_roster(pages), _phases(pages), _hand_ins(pages), _contents(pages), _results(pages), rulings, _log(pages))
    return Workbook(title, stamp, tabs)


def state_style(state: str) -> Style:
    """A colour for the words of a state; the words alone say all."""
    return next((style for style, words in _STATES.items() if state.startswith(words)), QUIET)


# Pages ------------------------------------------------------------------------------------------------------------


@dataclass
class _Page:
    """A tab that grows downwards under its name. `widths` = its columns, in characters."""

    title: str
    pages: Pages
    widths: tuple[float, ...]
    row: int = 1
    frozen: int = 0
    cells: list[Cell] = field(default_factory=list)
    heights: list[tuple[int, float]] = field(default_factory=list)
    warnings: list[Warning] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.text(self.title, TITLE)
        self.text(f"{self.pages.match} · for the host alone · {self.pages.as_of}", SUBTITLE)
        self.frozen = 2

    def text(self, text: str, style: Style, left: int = 1) -> None:
        """A text over the whole width from a column on."""
        self.cells.append(Cell(self.row, left, text, style, width=len(self.widths) - left + 1))
        least = round(style.size * look.POINTS_A_LINE + 4, 1)
        self.down(look.height(text, sum(self.widths[left - 1 :]), style, least))

    def gap(self, height: float = 10) -> None:
        self.down(height)

    def down(self, height: float) -> None:
        self.heights.append((self.row, min(height, HIGHEST)))
        self.row += 1

    def head(self, columns: Sequence[str], *, freeze: bool = False) -> None:
        """The names of columns; `freeze` keeps them and all above in sight."""
        for column, name in enumerate(columns, start=1):
            self.cells.append(Cell(self.row, column, name, replace(HEAD, indent=1)))
        if freeze:
            self.frozen = self.row
        self.down(19)

    def line(self, values: Sequence[str | int], styles: Sequence[Style]) -> None:
        """One row of a table, as high as its longest text needs."""
        highest = 19.0
        for column, (value, style) in enumerate(zip(values, styles, strict=True), start=1):
            self.cells.append(Cell(self.row, column, value, style))
            highest = max(highest, look.height(str(value), self.widths[column - 1], style))
        self.down(highest)

    def table(self, table: Table, *, states: Sequence[str] = (), strong: Sequence[str] = (), freeze: bool = False) -> None:
        """A whole table. Columns named in `states` are coloured by their words."""
        if table.title:
            self.text(table.title, SECTION)
        self.head(table.columns, freeze=freeze)
        for values in table.rows:
            styles = [
                state_style(str(value)) if name in states else replace(_CELL, bold=name in strong)
                for name, value in zip(table.columns, values, strict=True)
            ]
            self.line(values, styles)

    def nothing(self, words: str) -> None:
        self.text(words, replace(TEXT, ink=MUTED))

    def tab(self, colour: str = MUTED) -> Tab:
        widths = tuple(enumerate(self.widths, start=1))
        return Tab(
            self.title,
            tuple(self.cells),
            widths,
            tuple(self.heights),
            warnings=tuple(self.warnings),
            frozen_rows=self.frozen,
            colour=colour,
            landscape=sum(self.widths) > 100,
        )


def _roster(pages: Pages) -> Tab:
    page = _Page("Roster", pages, (26, 22, 30, 20, 40, 28, 20))
    page.text(f"Folders lie below {pages.where}. Share each with its player alone, and this workbook with nobody.", NOTE)
    page.gap()
    page.table(pages.roster, strong=("Seat",), freeze=True)
    return page.tab(EDGE)


def _phases(pages: Pages) -> Tab:
    page = _Page("Phases", pages, (6, 26, 40, 40, 28, 44))
    page.gap()
    page.table(pages.phases, states=("State",), strong=("Phase",), freeze=True)
    return page.tab()


def _hand_ins(pages: Pages) -> Tab:
    page = _Page("Hand-ins", pages, (24, 16, 40, 44, 52))
    page.text("Who has handed in what, without what it says: that stands on the tab Contents.", NOTE)
    for table in pages.hand_ins:
        page.gap()
        page.table(table, states=("State",), strong=("Seat",))
    return page.tab()


def _contents(pages: Pages) -> Tab:
    page = _Page("Contents", pages, (16, 32, 40, 56))
    page.text("SECRET: this tab shows what players have typed. Mind who looks at your screen.", _ALERT)
    page.gap(6)
    page.head(("Cell", "Field", "As typed", "What is wrong with it"), freeze=True)
    for title, seats in pages.contents:
        page.gap()
        page.text(title, SECTION)
        for seat in seats:
            page.gap(6)
            page.cells.append(Cell(page.row, 1, seat.seat, _BAND, width=3))
            page.cells.append(Cell(page.row, 4, seat.state, state_style(seat.state)))
            page.down(20)
            for values in seat.fields.rows:
                page.line(values, (replace(_CELL, ink=MUTED), _CELL, replace(_CELL, bold=True), replace(_CELL, ink=ALARM)))
            if seat.understood:
                page.cells.append(Cell(page.row, 1, "Understood:", replace(_CELL, ink=MUTED, italic=True)))
                words = "\n".join(seat.understood)
                page.cells.append(Cell(page.row, 2, words, replace(_CELL, italic=True), width=3))
                page.down(look.height(words, sum(page.widths[1:]), _CELL))
    return page.tab(ALARM)


def _results(pages: Pages) -> Tab:
    columns = max(len(pages.standings.columns), 2)
    page = _Page("Results", pages, (20, *[max(14.0, 110.0 / (columns - 1))] * (columns - 1)))
    if pages.standings.rows:
        page.gap()
        page.text("How every seat stands, seen by the host (not public)", SECTION)
        page.table(pages.standings, strong=(pages.standings.columns[0],))
    page.gap()
    page.text("What was announced, ready to paste into the channel, newest first (public)", SECTION)
    for number, (title, lines) in enumerate(pages.results):
        if number:
            page.gap(6)
        page.text(title, _BAND)
        for line in lines:
            page.text(line, _FREE)
    return page.tab()


def _rulings(pages: Pages, rows: Sequence[tuple[Row, str]], follows: str) -> Tab:
    page = _Page(RULINGS, pages, (6, 17, 20, 26, 54, 46))
    words = "Write a ruling into an empty row and save this file. The next croupier sync takes up all of them, before it resolves anything."
    page.text(words, TEXT)
    words = (
        "What moves the clock comes first, then top to bottom. A row that will not do is refused: nothing is resolved until it is mended or emptied."
    )
    page.text(words, NOTE)
    page.gap(6)
    page.head(("No.", "What to do", "Seat", "Value", "Reason", "State"), freeze=True)
    first = page.row
    choices = {"what": (*WHATS, *(ruling.what for ruling in pages.rulings)), "seat": pages.seats}
    for row, state in rows:
        page.cells.append(Cell(page.row, 1, row.number, replace(NOTE, align="center")))
        for column, name in enumerate(COLUMNS, start=2):
            style = INPUT_TEXT if name == "reason" else replace(INPUT, align="left", indent=1, wrap=True)
            value = getattr(row, name)
            cell = Cell(page.row, column, value, replace(style, size=10), name=field_name(name, row.number), note=PROMPTS[name])
            page.cells.append(replace(cell, choices=choices.get(name, ())))
        page.cells.append(Cell(page.row, 6, state, state_style(state) if state else replace(NOTE, indent=1)))
        page.down(max(22.0, *(look.height(text, width, GOOD) for text, width in ((row.reason, 54), (state, 46), (row.value, 26)))))
    block = Block("", first, 5, page.row - 1, 5)
    page.warnings.append(Warning(block, f'AND($B{first}&$C{first}&$D{first}<>"",$E{first}="")', WARNING))
    page.gap()
    page.text("What can be ruled", SECTION)
    for what, *needs, words in (*HELP, *((ruling.what, "seat", ruling.value, ruling.text) for ruling in pages.rulings)):
        page.cells.append(Cell(page.row, 2, what, replace(_CELL, bold=True)))
        page.cells += [Cell(page.row, column, need or "–", replace(_CELL, ink=MUTED)) for column, need in enumerate(needs, start=3)]
        page.cells.append(Cell(page.row, 5, words, _CELL, width=2))
        page.down(look.height(words, sum(page.widths[4:]), _CELL))
    page.gap()
    page.text("Taken up", SECTION)
    if pages.taken.rows:
        page.table(pages.taken, states=("State",))
    else:
        page.nothing("No ruling was taken up yet.")
    page.gap()
    page.cells.append(Cell(page.row, 1, follows, Style(ink="c4c4c4", size=7), name=FOLLOWS))
    return page.tab(ACCENT)


def _log(pages: Pages) -> Tab:
    page = _Page("Log", pages, (36, 110))
    page.text("Everything that was done in this match, newest first, with seats and reasons.", NOTE)
    page.gap()
    if pages.waiting:
        page.table(pages.waiting, states=("State",))
        page.gap()
    page.table(pages.log, freeze=True)
    return page.tab()
