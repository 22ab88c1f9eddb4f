"""What a room asks of a team: the choice, who pays, the shares, whether it rolls to escape; and a box for "ready".

Must not lay anything out, nor see more than the team's own view.
"""

from __future__ import annotations

from croupier.core.forms import Field, Form

from .state import CHOICES
from .views import TeamView


def ask(view: TeamView) -> Form | None:
    """The questions of the open room (EH-2), None for a team that is through (EH-10) or whose decision is fixed."""
    if view.room is None or view.waiting:
        return None
    card = view.room
    fields = [
        Field("choice", ("choice",), "What do you do?", "pay, roll or gain. Empty: you roll.", CHOICES),
        Field("payer", ("payer",), "Who pays?", f"Only if you pay: one of the living with {card.cost} gems at least.", view.alive),
    ]
    note = f"Only if you gain: whole gems, such as 2; {card.gems} for all together. All empty: shared evenly."
    fields += [Field(f"share_{number}", ("share", name), f"Gems for {name}", note) for number, name in enumerate(view.alive, start=1)]
    fields += [
        Field("escape", ("escape",), "Roll to escape?", "Write no to go on without rolling. Empty or yes: you roll where you can.", ("yes", "no")),
        Field(
            "ready",
            ("ready",),
            "We are ready",
            "What stands here counts at the deadline either way; a live table goes on once all are ready.",
            tick=True,
        ),
    ]
    return Form(view.public.phase, tuple(fields))
