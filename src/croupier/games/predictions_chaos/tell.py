"""What of each event an audience is told, as data for the feed.

Must not word anything; an event that is not named here is told to nobody but the host.
"""

from __future__ import annotations

from dataclasses import fields, replace

from croupier.core.audience import Audience, Host, Seat
from croupier.core.game import Refused, Told
from croupier.core.plain import encode

from . import state as happened
from .actions import TITLES, Void
from .grid import cell_name
from .handin import Move

_OPENED = {happened.PRE_GAME: "PC-4", "round-1": "PC-6"}


def tell(event: object, audience: Audience) -> Told | None:
    """One line of the audience's feed, or None: a seat is told what everybody is told, and what is its own."""
    if isinstance(audience, Seat):
        return _own(event, audience.name) or _public(event)
    told = _public(event)
    if told is None and isinstance(audience, Host):
        return _host(event)
    return told


def _public(event: object) -> Told | None:
    match event:
        case happened.Laid(grid, pairs):
            axes = tuple((pair.name, pair.vertical, pair.horizontal, pair.first) for pair in pairs)
            return Told.of("PC-2", "laid", grid=grid, pairs=axes)
        case happened.PhaseOpened(phase):
            return Told.of(_OPENED.get(phase, "PC-13"), "phase-opened", phase=phase)
        case happened.Placed(began):
            return Told.of("PC-4", "placed", pair=began.pair, cell=cell_name(began.cell))
        case happened.RoundPlayed(played):
            landed = tuple((one.pair, cell_name(one.cell), one.number, one.earner) for one in played.landings)
            return Told.of("PC-13", "round-played", number=played.number, landed=landed, nets=played.nets, grid=played.after)
        case happened.Ended(result):
            return Told.of("PC-20", "ended", **{one.name: getattr(result, one.name) for one in fields(result)})
    return None


def _own(event: object, seat: str) -> Told | None:
    match event:
        case happened.HandedIn(name, problems, absent) if name == seat:
            return Told.of("PC-21", "handed-in", problems=tuple(problem.facts for problem in problems), absent=absent)
        case Refused(name, problem) if name == seat:
            return Told.of(problem.rule, "refused", problem=problem.facts)
        case happened.Predicted(name, picks) if name == seat:
            return Told.of("PC-5", "predicted", picks=tuple((pick.positive, pick.negative) for pick in picks))
        case happened.Given(gift) if gift.player == seat:
            return Told.of("PC-19", "given", guest=gift.guest, garnets=gift.garnets)
        case happened.Received(name, garnets) if name == seat:
            return Told.of("PC-19", "received", garnets=garnets)
        case happened.Earned(name, number, earning) if name == seat:
            return Told.of("PC-18", "earned", number=number, positive=earning.positive, negative=earning.negative, chaos=earning.chaos)
        case happened.Paid(name, garnets) if name == seat:
            return Told.of("PC-18", "paid", garnets=garnets)
        case happened.GarnetsCorrected(name, change, reason) if name == seat:
            return Told.of("host", "garnets-corrected", change=change, reason=reason)
    return None


def _host(event: object) -> Told | None:
    match event:
        case happened.Given(gift):
            return Told.of("PC-19", "given-by", **encode(gift))
    name = getattr(event, "seat", None)
    told = _own(event, name) if isinstance(name, str) else None
    return replace(told, facts=(("seat", name), *told.facts)) if told else None


def understood(move: Move) -> list[Told]:
    """What a receipt says was understood of a hand-in."""
    lines = [
        Told.of("PC-5", "read-pick", number=number, positive=pick.positive, negative=pick.negative) for number, pick in enumerate(move.picks, start=1)
    ]
    if move.action is not None and not isinstance(move.action, Void):
        lines.append(Told.of("PC-7", "read-action", action=TITLES[move.action.name], what=move.action.words()))
    lines += [Told.of("PC-4", "read-start", pair=pair, line=line + 1) for pair, line in move.starts]
    lines += [Told.of("PC-6", "read-move", pair=pair, steps=steps) for pair, steps in move.steps]
    lines += [Told.of("PC-19", "read-gift", guest=guest, garnets=garnets) for guest, garnets in move.gifts]
    return lines
