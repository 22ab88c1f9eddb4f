"""What of each event an audience is told, as data for the feed.

Must not word anything; an event that is not named here is told to nobody but the host.
"""

from __future__ import annotations

from dataclasses import replace

from croupier.core.audience import Audience, Host, Seat
from croupier.core.game import Refused, Told
from croupier.core.plain import encode

from . import state as happened
from .handin import Move


def tell(event: object, audience: Audience) -> Told | None:
    """One line of the audience's feed, or None: a seat is told what everybody is told, and what is its own."""
    own = audience.name if isinstance(audience, Seat) else None
    if own is not None:
        told = _own(event, own)
        if told is not None:
            return told
    told = _public(event)
    if told is None and isinstance(audience, Host):
        return _host(event)
    return told


_OPENED = {"entrants": "HH-20", "paths": "HH-32", "ceremony": "HH-34"}


def _public(event: object) -> Told | None:
    match event:
        case happened.PhaseOpened(phase):
            return Told.of(_OPENED.get(phase, "HH-1"), "phase-opened", phase=phase)
        case happened.OfferOpened(phase, scares, walls):
            return Told.of("HH-1", "offer-opened", phase=phase, scares=scares, walls=walls)
        case happened.LotSold(phase, lot, seat, _):
            return Told.of("HH-6", "lot-sold", phase=phase, lot=lot, to=seat)
        case happened.AuctionClosed(phase, carried, sold, walls_carried):
            return Told.of("HH-8", "auction-closed", phase=phase, carried=carried, walls_sold=sold, walls_carried=walls_carried)
        case happened.EntrantsListed(sales):
            return Told.of("HH-9", "entrants-listed", sales=tuple((sale.lot, sale.to) for sale in sales))
        case happened.Scored(result):
            return Told.of("HH-33", "scored", screams=result.screams, winners=result.winners, eligible=result.eligible, garnets=result.garnets)
        case happened.CandidateNamed(candidate, how):
            return Told.of("HH-35", "candidate-named", candidate=candidate, how=how)
        case happened.TokensGiven(tokens, second):
            return Told.of("HH-34", "tokens-given", tokens=tokens, second=second)
        case happened.Revealed():
            return Told.of("HH-9", "revealed")
    return None


def _own(event: object, seat: str) -> Told | None:
    match event:
        case happened.HandedIn(name, problems, asked, absent) if name == seat:
            return Told.of("HH-37", "handed-in", problems=tuple(problem.facts for problem in problems), asked=asked, absent=absent)
        case Refused(name, problem) if name == seat:
            return Told.of(problem.rule, "refused", problem=problem.facts)
        case happened.Placed(name, label, piece) if name == seat:
            return Told.of("HH-16", "placed", label=label, scare=piece.scare, at=piece.at, turn=piece.turn)
        case happened.Discarded(name, label, scare, fine) if name == seat:
            return Told.of("HH-18", "discarded", label=label, scare=scare, fine=fine)
        case happened.LotSold(phase, lot, name, price) if name == seat:
            return Told.of("HH-6", "lot-won", phase=phase, lot=lot, to=name, price=price)
        case happened.WallsGot(phase, name, count, price) if name == seat:
            return Told.of("HH-8", "walls-got", phase=phase, count=count, price=price)
        case happened.MoneyCorrected(name, cash, garnets, reason) if name == seat:
            return Told.of("host", "money-corrected", cash=cash, garnets=garnets, reason=reason)
        case happened.PieceGiven(name, scare, reason) if name == seat:
            return Told.of("host", "piece-given", scare=scare, reason=reason)
        case happened.PieceTaken(name, label, piece, reason) if name == seat:
            return Told.of("host", "piece-taken", label=label, at=piece.at if piece else None, reason=reason)
        case happened.EntrantTaken(name, entrant, how, price) if name == seat:
            return Told.of("HH-22", "entrant-taken", entrant=entrant, how=how, price=price)
    return None


def _host(event: object) -> Told | None:
    match event:
        case happened.BidJudged(bid):
            return Told.of("HH-6", "bid-judged", **encode(bid))
        case happened.Walked(seat, number, walk):
            return Told.of("HH-26", "walked", seat=seat, number=number, entrant=walk.entrant, screams=walk.screams)
        case Refused(seat, problem):
            return Told.of(problem.rule, "refused", problem=problem.facts)
    name = getattr(event, "seat", None)
    told = _own(event, name) if isinstance(name, str) else None
    return replace(told, facts=(("seat", name), *told.facts)) if told else None


def understood(move: Move) -> list[Told]:
    """What a receipt says was understood of a hand-in."""
    lines: list[Told] = []
    if move.placement is not None:
        for label, piece in zip(move.placement.labels, move.placement.pieces, strict=True):
            lines.append(Told.of("HH-16", "read-piece", label=label, at=piece.at, turn=piece.turn))
        lines += [Told.of("HH-18", "read-no-piece", label=label) for label in move.placement.discarded]
    lines += [Told.of("HH-3", "read-bid", lot=line.lot, amount=line.amount) for line in (*move.bids, *move.entrants)]
    if move.walls is not None:
        lines.append(Told.of("HH-4", "read-walls", count=move.walls.amount))
    lines += [Told.of("HH-21", "read-garnets", lot=line.lot, amount=line.amount) for line in move.garnets]
    lines += [Told.of("HH-32", "read-path", number=number, path=path) for number, path in enumerate(move.paths, start=1)]
    if move.candidate is not None:
        lines.append(Told.of("HH-35", "read-candidate", name=move.candidate))
    if move.token_to is not None:
        lines.append(Told.of("HH-34", "read-token", name=move.token_to))
    return lines
