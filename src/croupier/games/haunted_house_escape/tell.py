"""What of each event an audience is told, as data for the feed.

Must not word anything; an event that is not named here is told to nobody but the host.
"""

from __future__ import annotations

from croupier.core.audience import Audience, Host, Public, Seat
from croupier.core.game import Refused, Told

from . import state as happened
from .handin import Move
from .state import GAIN, PAY, Decision


def tell(event: object, audience: Audience) -> Told | None:
    """One line of the audience's feed, or None: a team is told what everybody is told, and what is its own (EH-10)."""
    told = _public(event)
    if told is not None or isinstance(audience, Public):
        return told
    seat = getattr(event, "seat", None)
    match audience:
        case Seat(name) if name == seat:
            return _own(event)
        case Host() if isinstance(seat, str):
            own = _own(event)
            return Told(own.rule, own.key, (("seat", seat), *own.facts)) if own else None
        case Host():
            return _host(event)
    return None


def _public(event: object) -> Told | None:
    match event:
        case happened.RoomOpened(room, card, left):
            return Told.of("EH-1", "room-opened", room=room, card=card.name, left=left, phase=f"room-{room}")
        case happened.Ended(result):
            teams = tuple((name, one.result, one.rooms, one.gems, one.slow) for name, one in result.teams)
            return Told.of("EH-9", "ended", teams=teams, places=result.places)
    return None


def _own(event: object) -> Told | None:
    match event:
        case happened.HandedIn(_, problems, absent):
            return Told.of("EH-11", "handed-in", problems=tuple(problem.facts for problem in problems), absent=absent)
        case Refused(_, problem):
            return Told.of(problem.rule, "refused", problem=problem.facts)
        case happened.Decided(_, decision):
            return _decision(decision, "decided")
        case happened.Rolled(_, player, room, die, least, source):
            return Told.of("EH-4", "rolled", player=player, room=room, die=die, least=least, source=source)
        case happened.Played(_, entry):
            facts = {"choice": entry.choice, "payer": entry.payer, "gained": entry.gained, "declined": entry.declined}
            return Told.of("EH-5", "played", room=entry.room, **facts, counter=entry.counter, gems=entry.gems)
        case happened.EscapeRolled(_, room, die, counter, source):
            return Told.of("EH-8", "escape-rolled", room=room, die=die, counter=counter, source=source)
        case happened.Through(_, one):
            return Told.of("EH-9", "through", result=one.result, rooms=one.rooms, gems=one.gems, slow=one.slow)
        case happened.GemsCorrected(_, player, change, reason):
            return Told.of("host", "gems-corrected", player=player, change=change, reason=reason)
        case happened.CounterCorrected(_, change, reason):
            return Told.of("host", "counter-corrected", change=change, reason=reason)
    return None


def _host(event: object) -> Told | None:
    match event:
        case happened.DeckLaid(rooms):
            return Told.of("EH-1", "deck-laid", rooms=rooms)
        case happened.DiceThrown(room, places):
            return Told.of("EH-4", "dice-thrown", room=room, places=places)
    return None


def understood(move: Move) -> list[Told]:
    """What a receipt says was understood of a hand-in."""
    if not move.asked:
        return []
    return [_decision(move.decision, "read"), Told.of("EH-8", "read-escape", escape=move.decision.escape)]


_RULES = {PAY: "EH-3", GAIN: "EH-6"}


def _decision(decision: Decision, key: str) -> Told:
    return Told.of(_RULES.get(decision.choice, "EH-4"), key, choice=decision.choice, payer=decision.payer, share=decision.share)
