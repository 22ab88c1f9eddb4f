"""Chooses squares for a bot: where its new pieces go, how its board is coloured (rightly or wrongly), which way its Chao takes.

Must not know money, bids or other players: a house goes in, places, cells and ways come out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from croupier.core.draws import Stream

from . import roster
from .catalogue import EMPTY_CODE, EXIT_CODE, START_CODE, TURNS, ZONE_CODE, Scare, Square
from .house import House, Plot, Standing, stand
from .walks import Walk, walk
from .ways import Walker

# How many legal places are compared for a piece. More would make houses too good, and hand-ins slow.
PLACES_WEIGHED = 7
ORDERS_TRIED = 8
ATTACK_PENALTY = 25
MOST_FOR_ONE = 40  # Tim counts fivefold: without a bound every house would be built for him alone
# One of these Entrants, drawn anew for each hand-in, judges its places: they draw nothing and nobody steers them. With more
# judges, or careful ones always, no house would ever frighten anybody to death.
JUDGES = (roster.DUO, roster.JACK, roster.WIMP, roster.SHAUN, roster.ZERO, roster.TIM)

Cells = list[list[str]]


@lru_cache(maxsize=256)
def spots(plot: Plot, scare: Scare) -> tuple[Standing, ...]:
    """Every place and turn of a Scare that an empty plot allows (HH-12); of turns that look alike only the lowest."""
    turns = [turn for number, turn in enumerate(TURNS) if scare.shapes[number] not in scare.shapes[:number]]
    ends = (plot.start, plot.exit)
    found: list[Standing] = []
    for at in plot.squares:
        for turn in turns:
            piece = stand(scare, at, turn)
            if all(plot.holds(square) for square in piece.body) and not any(end in piece.body or end in piece.zone for end in ends):
                found.append(piece)
    return tuple(found)


def place_all(house: House, scares: Iterable[Scare], stream: Stream) -> tuple[House, tuple[Standing | None, ...]]:
    """The house with the Scares added one after the other, and the place of each; None where none is legal."""
    places: list[Standing | None] = []
    judge, careful = stream.choice(JUDGES), is_careful(stream)
    for scare in scares:
        best, most = None, 0
        weighed = 0
        for piece in stream.shuffle(spots(house.plot, scare)):
            if weighed == PLACES_WEIGHED:
                break
            if not house.bodies.isdisjoint(piece.body) or house.fault(piece):
                continue
            weighed += 1
            worth = appeal(walk(house.with_piece(piece), judge, judge), careful)
            if best is None or worth > most:
                best, most = piece, worth
        if best is not None:
            house = house.with_piece(best)
        places.append(best)
    return house, tuple(places)


def is_careful(stream: Stream) -> bool:
    """Whether a bot looks at the limits this time."""
    return stream.below(3) > 0


def appeal(taken: Walk, careful: bool) -> int:
    """What a walk is worth to the owner of the house, as far as the owner sees."""
    return -ATTACK_PENALTY if careful and taken.heart_attack else min(taken.screams, MOST_FOR_ONE)


# The board --------------------------------------------------------------------------------------------------------


def paint(house: House) -> Cells:
    """The board as it should be coloured: bodies, the zone squares that can be seen, start and exit (HH-11, HH-12)."""
    plot = house.plot
    cells = [[EMPTY_CODE] * plot.size for _ in range(plot.size)]
    for x, y in house.owners:
        cells[y][x] = ZONE_CODE
    for piece in house.standing:
        for x, y in piece.body:
            cells[y][x] = piece.scare.code
    for (x, y), code in ((plot.start, START_CODE), (plot.exit, EXIT_CODE)):
        cells[y][x] = code
    return cells


def type_codes(cells: Cells, squares: Iterable[Square], stream: Stream) -> None:
    """Types the codes of some squares where most players would colour them: a typed code wins over any colour (HH-11)."""
    colour = stream.choice(("", EMPTY_CODE, ZONE_CODE))
    for x, y in squares:
        code = cells[y][x]
        cells[y][x] = f"{colour}/{stream.choice((code, code.lower()))}"


def rows_of(cells: Cells) -> list[str]:
    """The board as an answer."""
    return [" ".join(row) for row in cells]


Slip = Callable[[House, House, Stream], Cells]  # the house without and with the new pieces → a board with something wrong


def _recoloured(code: str, wrong: str) -> Slip:
    """About every third square of one code shows another."""

    def slip(before: House, after: House, stream: Stream) -> Cells:
        return [[wrong if cell == code and stream.below(3) == 0 else cell for cell in row] for row in paint(after)]

    return slip


def _half(before: House, after: House, stream: Stream) -> Cells:
    return paint(after)[: after.plot.size // 2]


def _short_row(before: House, after: House, stream: Stream) -> Cells:
    return [row[index == 0 :] for index, row in enumerate(paint(after))]


def _as_before(before: House, after: House, stream: Stream) -> Cells:
    return paint(before)


def _moved_to_start(before: House, after: House, stream: Stream) -> Cells:
    return _moved(before, after, before.plot.start)


def _moved_onto_another(before: House, after: House, stream: Stream) -> Cells:
    return _moved(before, after, stream.choice(before.standing).at)


def _moved(before: House, after: House, at: Square) -> Cells:
    """The last new piece is coloured with its corner elsewhere, over what is there."""
    cells, plot = paint(before), before.plot
    last = after.standing[-1]
    for x, y in filter(plot.holds, stand(last.scare, at, last.turn).body):
        cells[y][x] = last.scare.code
    return cells


def _old_cleared(before: House, after: House, stream: Stream) -> Cells:
    cells = paint(after)
    for x, y in stream.choice(before.standing).body:
        cells[y][x] = EMPTY_CODE
    return cells


NEW, OLD = "new", "old"
SLIPS: Mapping[str, tuple[tuple[str, ...], Slip]] = {
    "half a board": ((), _half),
    "short row": ((), _short_row),
    "unknown colours": ((), _recoloured(EMPTY_CODE, "?")),
    "unknown codes": ((OLD,), _recoloured(ZONE_CODE, f"{ZONE_CODE}/Zz")),
    "bare zones": ((OLD,), _recoloured(ZONE_CODE, EMPTY_CODE)),
    "loose purple": ((), _recoloured(EMPTY_CODE, ZONE_CODE)),
    "Walls everywhere": ((), _recoloured(EMPTY_CODE, "Wa")),
    "board of yesterday": ((NEW,), _as_before),
    "on the start": ((NEW,), _moved_to_start),
    "on another": ((NEW, OLD), _moved_onto_another),
    "old one cleared": ((OLD,), _old_cleared),
}
"""Boards with something wrong, by name: what they need (new pieces, old pieces), and the slip."""


# The Chao's way ---------------------------------------------------------------------------------------------------


def chao_way(house: House, stream: Stream) -> list[str]:
    """A legal way past many Scares whose fears stay within the Chao's limit; his A* way if none is better (HH-32)."""
    limit = roster.BY_NAME[roster.CHAO].limit or 0
    walker = Walker(house)
    best = walker.path_to_exit()
    fears = _fears(house, _met(walker, best))
    most = sum(fears) if max(fears) <= limit else -1
    for _ in range(ORDERS_TRIED):
        way = _round(walker, stream.shuffle(range(len(house.standing))), limit)
        fears = _fears(house, _met(walker, way))
        if way and sum(fears) > most and max(fears) <= limit:
            best, most = way, sum(fears)
    return [walker.name(cell) for cell in best]


def _met(walker: Walker, way: Sequence[int]) -> set[int]:
    """The pieces that a way triggers (HH-26), by index."""
    return {walker.owners[cell] for cell in way if cell in walker.owners}


def _fears(house: House, triggered: set[int]) -> tuple[int, ...]:
    return tuple(sum(house.standing[index].scare.fears[stat] for index in triggered) for stat in range(3))


def _round(walker: Walker, order: Sequence[int], limit: int) -> list[int]:
    """A way by the zones of the pieces in this order, but for those that it cannot reach or afford; [] if none leads out."""
    way, home = [walker.start], _leg(walker, walker.start, {walker.exit}, _too_much(walker, [walker.start], limit))
    for index in order:
        if index in _met(walker, way):
            continue
        barred = _too_much(walker, way, limit).union(way, (walker.exit,))
        leg = _leg(walker, way[-1], {cell for cell, owner in walker.owners.items() if owner == index} - barred, barred)
        # Two pieces that can be afforded singly may be too much together, so the way so far is looked at again.
        if not leg or max(_fears(walker.house, _met(walker, way + leg))) > limit:
            continue
        out = _leg(walker, leg[-1], {walker.exit}, _too_much(walker, way + leg, limit).union(way, leg))
        if out:
            way, home = way + leg, out
    return way + home if home else []


def _too_much(walker: Walker, way: Sequence[int], limit: int) -> set[int]:
    """The zone squares of the pieces that would lead to a heart attack after this way."""
    triggered = _met(walker, way)
    dear = {index for index in range(len(walker.house.standing)) if max(_fears(walker.house, triggered | {index})) > limit}
    return {cell for cell, owner in walker.owners.items() if owner in dear and owner not in triggered}


def _leg(walker: Walker, begin: int, ends: set[int], barred: set[int]) -> list[int]:
    """The squares after `begin` to the nearest of some others, around the barred ones; [] if there is no way."""
    came = {begin: begin}
    edge = deque([begin])
    while edge:
        cell = edge.popleft()
        if cell in ends:
            leg: list[int] = []
            while cell != begin:
                leg.append(cell)
                cell = came[cell]
            return leg[::-1]
        for other, _ in walker.grid.neighbours[cell]:
            if other not in came and other not in barred:
                came[other] = cell
                edge.append(other)
    return []
