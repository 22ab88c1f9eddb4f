"""A step of Little Auction House of Horrors: all moves in, the events of the phase out; and what must always hold.

Must not read what was typed: a hand-in has been looked at before, seat by seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from croupier.core.game import ABSENT, Absent, Refused, Table

from . import auction, ending, entrants
from .catalogue import WALL
from .forms import ask
from .handin import FINE, NEEDED, Move, check, takes_placement
from .lines import scare_of
from .money import WALL_PRICE
from .options import Options
from .roster import ENTRANTS
from .state import Discarded, HandedIn, Offer, PhaseOpened, Placed, Scored, State, evolve
from .views import seat_view


def setup(table: Table[Options]) -> Sequence[object]:
    """The first auction opens (HH-1)."""
    return (auction.open_offer(table, 1, Offer((), 0)),)


def decide(state: State, moves: Mapping[str, Move | Absent], table: Table[Options]) -> Sequence[object]:
    """One step. A seat that is ABSENT is judged as one that handed in nothing, and told what that cost it."""
    events: list[object] = []
    standing: dict[str, Move] = {}
    views = {seat: seat_view(state, seat) for seat in table.seats}
    forms = {seat: ask(seen) for seat, seen in views.items()}
    asked = {seat: form is not None and bool(form.fields) for seat, form in forms.items()}
    for seat, seen in views.items():
        move = moves.get(seat, ABSENT)
        if not isinstance(move, Absent):
            standing[seat] = move
            events.append(HandedIn(seat, move.problems, asked[seat]))
        else:
            standing[seat], problems = check(seen, {})
            if any(form is not None for form in forms.values()):  # a phase that asks nobody leaves the problems of the last hand-in in place
                events.append(HandedIn(seat, (), asked[seat], absent=True))
                events += [Refused(seat, problem) for problem in problems]
        events += _placed(state, seat, standing[seat])
    phase = state.phase
    if phase == "ceremony":
        return [*events, *_ceremony(state, standing, table)]
    if phase == "paths":
        return [*events, *_walks(state, standing, table)]
    if phase == entrants.PHASE:
        return [*events, *_entrants(standing, table)]
    return [*events, *_auction(state, standing, table)]


def _placed(state: State, seat: str, move: Move) -> list[object]:
    """HH-16, HH-18: pieces placed, and pieces discarded with their fine."""
    if move.placement is None:
        return []
    placed: list[object] = [Placed(seat, label, piece) for label, piece in zip(move.placement.labels, move.placement.pieces, strict=True)]
    catalogue = state.options.catalogue
    return placed + [Discarded(seat, label, scare_of(label, catalogue), FINE) for label in move.placement.discarded]


def _auction(state: State, moves: Mapping[str, Move], table: Table[Options]) -> list[object]:
    """HH-1 … HH-9"""
    offer = state.offer
    if offer is None:
        raise ValueError(f"{state.phase} has no offer")
    events: list[object] = []
    unsold: list[str] = []
    for lot in offer.scares:
        lines = {seat: line for seat, move in moves.items() for line in move.bids if line.lot == lot}
        judged, sold = auction.judge_lot(state.phase, lot, lines)
        events += judged
        if not sold:
            unsold.append(scare_of(lot, state.options.catalogue))
    asked = {seat: move.walls for seat, move in moves.items() if move.walls is not None}
    judged, left = auction.judge_walls(state.phase, offer.walls, asked)
    last = state.auction == state.options.auctions
    closed = auction.close(state.phase, offer, unsold, left, last=last)
    opened = PhaseOpened(entrants.PHASE) if last else auction.open_offer(table, state.auction + 1, Offer(closed.carried, closed.walls_carried))
    return [*events, *judged, closed, opened]


def _entrants(moves: Mapping[str, Move], table: Table[Options]) -> list[object]:
    """HH-20 … HH-24"""
    hall = entrants.Hall(table.options.slots, table.seats)
    events = entrants.hold_auction(hall, {seat: move.garnets for seat, move in moves.items()}, garnets=True)
    events += entrants.hold_auction(hall, {seat: move.entrants for seat, move in moves.items()}, garnets=False)
    drawn = entrants.draw_rest(hall, table.draws.stream("entrants/free-slots"))
    for taken in drawn:
        hall.held[taken.seat].append(taken.entrant)
    return [*events, *drawn, entrants.listing(hall), PhaseOpened("paths")]


def _walks(state: State, moves: Mapping[str, Move], table: Table[Options]) -> list[object]:
    """HH-24 … HH-33, HH-36"""
    walked = ending.walk_houses(state, {seat: move.paths for seat, move in moves.items()}, table)
    after = state
    for event in walked:
        after = evolve(after, event)
    return [*walked, Scored(ending.score(after)), PhaseOpened("ceremony")]


def _ceremony(state: State, moves: Mapping[str, Move], table: Table[Options]) -> list[object]:
    """HH-34, HH-35"""
    winners = state.result.winners if state.result else ()
    token_to = moves[winners[0]].token_to if len(winners) == 1 else None
    return ending.hold_ceremony(state, {seat: move.candidate for seat, move in moves.items()}, token_to, table)


def faults(before: State, after: State) -> tuple[str, ...]:
    """What a step broke, in words: money, pieces, lots, Walls and Entrants must all be accounted for."""
    found: list[str] = []
    judged = after.bids[len(before.bids) :]
    for old, new in zip(before.seats, after.seats, strict=True):
        won = [bid for bid in judged if bid.by == new.name and bid.result == "won"]
        spent = sum(WALL_PRICE * bid.got if bid.got is not None else int(bid.amount) for bid in won if not bid.garnets)
        fined = FINE * (len(new.discarded) - len(old.discarded))
        if old.cash - new.cash != spent + fined:
            found.append(f"the money of {new.name} does not add up")
        if old.garnets - new.garnets != sum(int(bid.amount) for bid in won if bid.garnets):
            found.append(f"the Garnets of {new.name} do not add up")
        settled = len(new.pieces) - len(old.pieces) + len(new.discarded) - len(old.discarded)
        if takes_placement(before.phase) and settled != len(old.won):
            found.append(f"a piece of {new.name} is neither placed nor discarded")
        if len(new.entrants) not in (0, NEEDED):
            found.append(f"{new.name} has {len(new.entrants)} Entrants")
        gained = [sale.lot for sale in after.sold[len(before.sold) :] if sale.to == new.name and sale.phase == before.phase != entrants.PHASE]
        gained += [WALL] * sum(bid.got or 0 for bid in won)
        kept = [] if takes_placement(before.phase) else list(old.won)
        if Counter(new.won) != Counter(kept + gained):
            found.append(f"what {new.name} has to place is not what was won")
    found += _lot_faults(before, after)
    return tuple(found)


def _lot_faults(before: State, after: State) -> list[str]:
    found: list[str] = []
    if before.offer is not None and len(after.walls_sold) > len(before.walls_sold):
        catalogue = before.options.catalogue
        sold = [sale for sale in after.sold[len(before.sold) :] if sale.phase == before.phase]
        walls = after.walls_sold[-1]
        if len({sale.lot for sale in sold}) != len(sold) or not {sale.lot for sale in sold} <= set(before.offer.scares):
            found.append("a lot was sold twice, or was not on offer")
        last = before.auction == before.options.auctions
        if not last and after.offer is not None:
            carried = Counter(scare_of(lot, catalogue) for lot in before.offer.scares) - Counter(scare_of(sale.lot, catalogue) for sale in sold)
            opened = Counter(scare_of(lot, catalogue) for lot in after.offer.scares)
            if carried - opened:
                found.append("an unsold lot was lost")
            if walls.sold + walls.carried != before.offer.walls or after.offer.walls != walls.carried + auction.new_walls(
                after.options, after.auction
            ):
                found.append("Walls were lost or made")
    counts = Counter(name for seat in after.seats for name in seat.entrants)
    found += [f"{entrant.name} has more houses than slots" for entrant in ENTRANTS if counts[entrant.name] > after.options.slots]
    return found
