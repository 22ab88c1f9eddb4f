"""Games with a deliberate fault, made from any sound one: what each property must find.

Must not mend or hide anything: what is broken here is broken on purpose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from croupier.core.audience import Audience, Seat
from croupier.core.game import AnyGame, Told
from every_game.kit import Record


@dataclass(frozen=True)
class Leaky:
    """A view with something in it that does not belong there."""

    view: Any
    leak: Any


def leaking(game: AnyGame, leak: Callable[[Any, Audience], Any]) -> AnyGame:
    """The game, but every view holds what `leak` (state, audience) gives; None = nothing."""

    def sight(state: Any, audience: Audience) -> Any:
        view, more = game.view(state, audience), leak(state, audience)
        return view if more is None else Leaky(view, more)

    def clean(view: Any) -> Any:
        return view.view if isinstance(view, Leaky) else view

    return replace(
        game,
        view=sight,
        ask=lambda view: game.ask(clean(view)),
        check=lambda view, answers: game.check(clean(view), answers),
        sheet=lambda view, form, heading: game.sheet(clean(view), form, heading),
        pictures=lambda view: game.pictures(clean(view)),
        bot=lambda view, form, stream: game.bot(clean(view), form, stream),
    )


def leaking_seats(game: AnyGame, seats: tuple[str, ...]) -> AnyGame:
    """Everybody sees what the first of the seats that is not one's own sees."""

    def leak(state: Any, audience: Audience) -> Any:
        own = audience.name if isinstance(audience, Seat) else None
        return game.view(state, Seat(next(seat for seat in seats if seat != own)))

    return leaking(game, leak)


def telling_all(game: AnyGame) -> AnyGame:
    """Everybody is told every event, whosever it is."""
    return replace(game, tell=lambda event, audience: Told("X-1", "leak", (("event", event),)))


def with_seats_in_view(game: AnyGame, change: Callable[[Any], Any]) -> AnyGame:
    """The game, but what `change` makes of the view of a seat is what the seat gets."""
    return replace(
        game, view=lambda state, audience: change(game.view(state, audience)) if isinstance(audience, Seat) else game.view(state, audience)
    )


def corrupted(record: Record, change: Callable[[Any], Any]) -> Record:
    """The record, but with what `change` makes of each state."""
    positions = tuple(replace(one, resolution=replace(one.resolution, state=change(one.state))) for one in record.positions)
    return replace(record, positions=positions)
