"""Who stands where in a season: the rows of the progress table, the order of elimination, and Garnets over time.

Must not know more than the public season says, nor a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from .chart import Line, chart
from .escape import Name
from .public import PublicCell, PublicContestant, PublicSeason
from .shown import Shown, ordinal


@dataclass(frozen=True)
class Cell:
    """What a match meant for a contestant: a word, a state that the style sheet colours, smaller words, and where to read it."""

    word: str
    state: str
    notes: tuple[str, ...] = ()
    link: Markup | None = None


@dataclass(frozen=True)
class Row:
    """A contestant in the progress table. `cells` stand in the order of the matches."""

    number: int
    name: Name
    status: str
    garnets: int | None
    tokens: int | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Leaving:
    """Somebody who is out: in which match, if any, and how."""

    name: Name
    match: Shown | None
    how: str


def contestants(season: PublicSeason) -> tuple[PublicContestant, ...]:
    """Those of the season; of one that keeps no list of them, whoever has sat at a table."""
    if season.contestants:
        return season.contestants
    names = dict.fromkeys(name for match in season.matches for _, name in match.seats)
    return tuple(PublicContestant(name, (), "in", None, None, "", None, 0, (), _cells(season, name)) for name in names)


def _cells(season: PublicSeason, name: str) -> tuple[PublicCell, ...]:
    return tuple(
        PublicCell(
            match.id,
            name,
            name in match.winners,
            dict(match.places).get(name),
            sum(entry.change for entry in match.payouts if entry.seat == name and entry.what == "garnets"),
            sum(entry.change for entry in match.payouts if entry.seat == name and entry.what == "tokens"),
            False,
            None,
        )
        for match in season.matches
        if match.current is None and name in [seated for _, seated in match.seats]
    )


def rows(season: PublicSeason, matches: Sequence[Shown]) -> tuple[Row, ...]:
    """Who is in, in the order they joined; then who is out, the last to go first."""
    everybody = contestants(season)
    found = {
        one.name: Row(
            number,
            Name(one.name),
            one.status,
            one.garnets,
            one.tokens,
            tuple(_cell(one, match) for match in matches),
        )
        for number, one in enumerate(everybody, start=1)
    }
    gone = [str(leaving.name) for leaving in leavings(season, matches)]
    staying = [name for name in found if name not in gone]
    return tuple(found[name] for name in (*staying, *reversed(gone)))


def _cell(one: PublicContestant, match: Shown) -> Cell:
    cell = next((cell for cell in one.cells if cell.match == match.id), None)
    if cell is None:
        seat = match.seat_of(one.name, *one.aliases)
        if seat is None:
            return Cell("", "absent")
        word = "playing" if match.running else "played"
        return Cell("duelling" if match.running and match.kind == "death" else word, word, (), match.seat_link(str(seat.name)))
    notes: list[str] = []
    if cell.eliminated:
        word, state = "out", "out"
    elif cell.role or match.kind == "death":
        word, state = "survived", "survived"
    elif cell.won:
        word, state = "won", "won"
    else:
        word, state = (ordinal(cell.place) if cell.place else "played"), "placed"
    if cell.place and state != "placed" and match.kind != "death" and not (cell.won and cell.place == 1):
        notes.append(ordinal(cell.place))
    if cell.garnets:
        notes.append(f"{_signed(cell.garnets)} Garnet{'s' if abs(cell.garnets) != 1 else ''}")
    if cell.tokens:
        notes.append("Token" if cell.tokens == 1 else f"{_signed(cell.tokens)} Tokens")
    return Cell(word, state, tuple(notes), match.seat_link(cell.seat))


def leavings(season: PublicSeason, matches: Sequence[Shown]) -> tuple[Leaving, ...]:
    """Everybody who is out, the first to go first. Who left outside of a match comes where the season's list has them."""
    place = {match.id: number for number, match in enumerate(matches)}
    by_id = {match.id: match for match in matches}
    gone = [one for one in contestants(season) if one.status == "out"]
    gone.sort(key=lambda one: place.get(one.left_match or "", len(place)))
    return tuple(Leaving(Name(one.name), by_id.get(one.left_match or ""), one.left_how) for one in gone)


def replacements(season: PublicSeason) -> tuple[tuple[Name, Name], ...]:
    """(who went, who came) of everybody who was replaced."""
    return tuple((Name(one.name), Name(one.replaced_by)) for one in season.contestants if one.replaced_by)


def garnets(season: PublicSeason, matches: Sequence[Shown]) -> Markup:
    """Everybody's Garnets after each match that is over; nothing before there are two moments to draw a line between."""
    ended = list(dict.fromkeys(match for one in season.contestants for match, _ in one.history if match is not None))
    titles = {match.id: match.title for match in matches}
    lines = []
    for number, one in enumerate(season.contestants, start=1):
        held = dict(one.history)
        lines.append(Line(str(number), Name(one.name).__html__(), tuple(held.get(match) for match in (None, *ended))))
    if not ended or not any(value is not None for line in lines for value in line.values):
        return Markup("")
    return chart("Garnets over time", ["Start", *(titles.get(match, match) for match in ended)], lines, "Garnets")


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−")
