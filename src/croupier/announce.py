"""The public result of the last step as a text ready to paste into a channel.

Must not be handed anything but what everybody is told.
"""

from __future__ import annotations

import re

from croupier.core.audience import PUBLIC
from croupier.core.calendar import spoken

from .match import Match
from .words import Wording, bare, phase_title

# A colon matters only where it makes an emoji or a link.
_MARKS = re.compile(r"([\\*_~`|<>#\[\]()-]|:(?=\w+:|//))")


def announcement(match: Match) -> str:
    """Discord's Markdown: what was resolved last, and the next deadline in every reader's own time."""
    wording = Wording(match.game.slug)
    steps = match.resolved[-1].steps if match.resolved else match.opening
    title = " · ".join(phase_title(step.phase) for step in steps if step.phase) or "The match begins"
    lines = [f"**{safe(match.title)} – {title}**"]
    for step in steps:
        for event in step.events:
            told = match.game.tell(event, PUBLIC)
            line = wording.line(told) if told is not None else ""
            lines += [f"- {safe(line)}"] if line else []
    if match.finished:
        lines.append("The match is over; the reveal is on the site.")
    elif match.live or match.needs is not None:
        lines.append(f"Next: **{phase_title(match.phase)}**, played at the table now")
    else:
        moment = int(match.deadline.timestamp())
        lines.append(f"Next: **{phase_title(match.phase)}**, until <t:{moment}:F> (<t:{moment}:R>), {spoken(match.deadline)}")
    return "\n".join(lines)


def safe(text: str) -> str:
    """A text that a channel shows as it is: no mark-up, and nobody is pinged by a name."""
    return _MARKS.sub(r"\\\1", bare(text)).replace("@", "@\u200b")
