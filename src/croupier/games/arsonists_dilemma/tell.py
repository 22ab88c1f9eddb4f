"""What of each event an audience is told, as data for the feed.

Must not word anything; and must tell the public and the other seat one line a burn, the same whatever burned, but for the two loud sounds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from croupier.core.audience import Audience, Host, Seat
from croupier.core.game import Told

from . import events as happened
from .amounts import short, worded
from .choices import Burn, Escape, Move, Price, Purchase
from .fire import NONE, PUBLIC_SOUNDS
from .structures import structure


def tell(event: object, audience: Audience) -> Told | None:
    """One line of the audience's feed, or None: a seat is told what everybody is told, and what is its own (AD-11)."""
    match audience:
        case Seat(name):
            return _own(event, name) or public_line(event)
        case Host():
            return _host(event) or public_line(event)
    return public_line(event)


def public_line(event: object) -> Told | None:
    """What everybody is told; None for what concerns nobody but a seat."""
    match event:
        case happened.TurnOpened(phase, seat, 1):
            return Told.of(_OPENED.get(phase, "AD-6"), "phase-opened", phase=phase, seat=seat)
        case happened.Priced(number, seat, thing, price):
            return Told.of("AD-1", "priced", turn=number, seat=seat, structure=thing, name=structure(thing).name, price=price, shown=worded(price))
        case happened.Placed(number, seat, thing, house, cell, price):
            name, shown = structure(thing).name, short(price)
            return Told.of("AD-2", "placed", turn=number, seat=seat, structure=thing, name=name, house=house, cell=cell, price=price, shown=shown)
        case happened.Skipped(phase, number, seat, skips):
            return Told.of("AD-3", "skipped", phase=phase, turn=number, seat=seat, skips=skips)
        case happened.StartersSet(starts):
            return Told.of("AD-4", "starters", starts=starts)
        case happened.Burned(house, turn, seat, heard=heard):
            public = tuple(sound for sound in heard if sound in PUBLIC_SOUNDS)
            return Told.of("AD-11", "turn-over", house=house, turn=turn, seat=seat, heard=public)
        case happened.Escaped(house, turn, seat):
            return Told.of("AD-6", "escaped", house=house, turn=turn, seat=seat)
        case happened.HouseOver(house, euphoria, collapsed):
            return Told.of("AD-12", "house-over", house=house, euphoria=euphoria, collapsed=collapsed)
        case happened.Forfeited(seat, reason):
            return Told.of("AD-3", "forfeited", seat=seat, reason=reason)
        case happened.SkipsCorrected(seat, skips, reason):
            return Told.of("AD-3", "skips-corrected", seat=seat, skips=skips, reason=reason)
        case happened.Ended(euphoria, winner, forfeit):
            return Told.of("AD-13", "ended", euphoria=euphoria, winner=winner, forfeit=forfeit)
    return None


_OPENED = {happened.PRICING: "AD-1", happened.PURCHASING: "AD-2"}


def _own(event: object, own: str) -> Told | None:
    match event:
        case happened.HandedIn(seat, problems) if seat == own and problems:
            return Told.of("AD-3", "not-taken", problems=tuple(problem.facts for problem in problems))
        case happened.Burned(house, turn, seat, thing, heard=heard) if seat == own:
            name = structure(thing).name
            return Told.of("AD-11", "named", house=house, turn=turn, seat=seat, structure=thing, name=name, heard=heard or (NONE,))
        case happened.Escaped(house, turn, seat, timed_out=True) if seat == own:
            return Told.of("AD-5", "escaped-late", house=house, turn=turn, seat=seat)
    return None


def _host(event: object) -> Told | None:
    match event:
        case happened.Burned(house, turn, seat, thing, steps, euphoria, heard):
            name = structure(thing).name
            facts: dict[str, Any] = {"structure": thing, "name": name, "steps": steps, "euphoria": euphoria, "heard": heard or (NONE,)}
            return Told.of("AD-8", "burned", house=house, turn=turn, seat=seat, **facts)
        case happened.HandedIn(seat) | happened.Escaped(seat=seat):
            told = _own(event, seat)
            return replace(told, key=f"host-{told.key}", facts=(*told.facts, ("by", seat))) if told else None
    return None


def understood(move: Move) -> list[Told]:
    """What a receipt says was understood of a hand-in."""
    match move.choice:
        case Price(thing, price):
            return [Told.of("AD-1", "read-price", structure=thing, name=structure(thing).name, price=price, shown=worded(price))]
        case Purchase(thing, house, cell):
            return [Told.of("AD-2", "read-purchase", structure=thing, name=structure(thing).name, house=house, cell=cell)]
        case Burn(thing):
            return [Told.of("AD-5", "read-burn", structure=thing, name=structure(thing).name)]
        case Escape():
            return [Told.of("AD-5", "read-escape")]
    return []
