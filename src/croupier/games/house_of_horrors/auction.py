"""The Scare auctions: what is on offer, who wins each lot, how the Walls are shared out (HH-1 … HH-8).

Must not read what was typed: lines arrive as a hand-in left them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from croupier.core.game import Table

from .money import WALL_PRICE, Line
from .options import Options
from .state import WALLS, AuctionClosed, Bid, BidJudged, LotSold, Offer, OfferOpened, WallsGot


def phase_name(number: int) -> str:
    """The phase of the n-th auction, from 1."""
    return f"auction-{number}"


def open_offer(table: Table[Options], number: int, carried: Offer) -> OfferOpened:
    """HH-1, HH-2: what auction `number` offers, carried lots first, repeats lettered afresh."""
    options = table.options
    new: tuple[str, ...] = ()
    if options.schedule is None:
        stream = table.draws.stream(f"{phase_name(number)}/offer")
        new = tuple(stream.choice(options.catalogue.drawn).name for _ in range(options.lots))
    elif number <= len(options.schedule):
        new = options.schedule[number - 1].scares
    return OfferOpened(phase_name(number), lettered((*carried.scares, *new)), carried.walls + new_walls(options, number))


def new_walls(options: Options, number: int) -> int:
    """HH-1: the Walls that auction `number` adds to those carried; none past the end of a schedule."""
    if options.schedule is None:
        return options.walls
    return options.schedule[number - 1].walls if number <= len(options.schedule) else 0


def lettered(names: Sequence[str]) -> tuple[str, ...]:
    """HH-2: "Wolfman A", "Wolfman B" where a name repeats, in the order of the offer."""
    repeats, seen = Counter(names), Counter[str]()
    labels: list[str] = []
    for name in names:
        labels.append(f"{name} {_letters(seen[name])}" if repeats[name] > 1 else name)
        seen[name] += 1
    return tuple(labels)


def _letters(number: int) -> str:
    """A … Z, AA, AB …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(65 + number % 26)


def judge_lot(phase: str, lot: str, lines: Mapping[str, Line]) -> tuple[list[object], bool]:
    """HH-6, HH-7: the events of one lot from the lines by seat (roster order), and whether it was sold."""
    counts = Counter(line.amount for line in lines.values() if line.amount is not None)
    single = [amount for amount, bidders in counts.items() if bidders == 1]
    best = max(single, default=None)
    events: list[object] = []
    sale: LotSold | None = None
    for seat, line in lines.items():
        if line.amount is None:
            result = "void"
        elif line.amount == best:
            result = "won"
            sale = LotSold(phase, lot, seat, line.amount)
        else:
            result = "tied" if counts[line.amount] > 1 else "refunded"
        amount = line.typed if line.amount is None else line.amount
        events.append(BidJudged(Bid(phase, lot, seat, amount, result)))
    if sale is not None:
        events.append(sale)
    return events, sale is not None


def share_walls(asked: Mapping[str, int], walls: int) -> tuple[dict[str, int], int]:
    """HH-8: how many Walls each seat gets, layer by layer, and how many are left."""
    got = dict.fromkeys(asked, 0)
    layer, left = 1, walls
    while people := [seat for seat, count in asked.items() if count >= layer]:
        if left < len(people):
            break
        for seat in people:
            got[seat] += 1
        left -= len(people)
        layer += 1
    return got, left


def judge_walls(phase: str, offered: int, lines: Mapping[str, Line]) -> tuple[list[object], int]:
    """HH-8: the events of the sale of Walls, and how many are left. Only Walls received are paid."""
    got, left = share_walls({seat: line.amount for seat, line in lines.items() if line.amount is not None}, offered)
    events: list[object] = []
    for seat, line in lines.items():
        if line.amount is None:
            events.append(BidJudged(Bid(phase, WALLS, seat, line.typed, "void")))
        else:
            events.append(BidJudged(Bid(phase, WALLS, seat, line.amount, "won" if got[seat] else "refunded", got=got[seat])))
    events += [WallsGot(phase, seat, count, count * WALL_PRICE) for seat, count in got.items() if count]
    return events, left


def close(phase: str, offer: Offer, unsold: Sequence[str], left: int, *, last: bool) -> AuctionClosed:
    """HH-7, HH-8: what is carried on, by the Scare's name; after the last auction nothing is."""
    sold = offer.walls - left
    return AuctionClosed(phase, () if last else tuple(unsold), sold, 0 if last else left)
