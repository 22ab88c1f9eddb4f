"""The public results as texts ready to paste into a channel: one for each phase, each short enough for a message.

Must not be handed anything but what everybody is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from croupier.core.audience import PUBLIC
from croupier.core.calendar import spoken
from croupier.core.engine import Step

from .match import Match
from .words import Wording, bare, phase_title

LONGEST = 2000
"""Letters a message of Discord's may have, as it counts them: in UTF-16."""
# A colon matters only where it makes an emoji or a link.
_MARKS = re.compile(r"([\\*_~`|<>#\[\]()-]|:(?=\w+:|//))")


def announcement(match: Match) -> str:
    """Discord's Markdown: what was resolved last, and the next deadline in every reader's own time. Each paragraph is a message of its own."""
    return "\n\n".join(announcements(match))


def announcements(match: Match, number: int | None = None) -> tuple[str, ...]:
    """The messages of deadline `number` (0 = the opening; None = the last one), none longer than Discord takes, split between entries.

    What comes next is told with the last one alone. IndexError where there was no such deadline.
    """
    last = len(match.resolved)
    if number is not None and not 0 <= number <= last:
        raise IndexError(number)
    return split(_entries(match, last if number is None else number))


def _entries(match: Match, number: int) -> list[str]:
    """The heading, a line for each thing told, and what comes next."""
    wording = Wording(match.game.slug)
    steps: Sequence[Step] = match.resolved[number - 1].steps if number else match.opening
    title = " · ".join(phase_title(step.phase) for step in steps if step.phase) or "The match begins"
    lines = [f"**{safe(match.title)} – {title}**"]
    for step in steps:
        for event in step.events:
            told = match.game.tell(event, PUBLIC)
            line = wording.line(told) if told is not None else ""
            lines += [f"- {safe(line)}"] if line else []
    if number < len(match.resolved):
        return lines
    if match.finished:
        lines.append("The match is over; the reveal is on the site.")
    elif match.live or match.needs is not None:
        lines.append(f"Next: **{phase_title(match.phase)}**, played at the table now")
    else:
        moment = int(match.deadline.timestamp())
        lines.append(f"Next: **{phase_title(match.phase)}**, until <t:{moment}:F> (<t:{moment}:R>), {spoken(match.deadline)}")
    return lines


def split(entries: Iterable[str], longest: int = LONGEST) -> tuple[str, ...]:
    """Entries gathered into messages of at most `longest` letters; only a longer entry is cut, between words if it can be."""
    messages: list[str] = []
    for entry in entries:
        for piece in filter(str.strip, _pieces(entry, longest)):
            if messages and _length(messages[-1]) + 1 + _length(piece) <= longest:
                messages[-1] += f"\n{piece}"
            else:
                messages.append(piece)
    return tuple(messages)


def _pieces(entry: str, longest: int) -> Iterable[str]:
    while _length(entry) > longest:
        cut = longest
        while _length(entry[:cut]) > longest:
            cut -= 1
        gap = entry.rfind(" ", 0, cut)
        cut = gap if gap > 0 else cut
        while entry[cut - 1] == "\\" and cut > 1:  # a backslash stays with the sign that it makes one
            cut -= 1
        yield entry[:cut].rstrip()
        entry = entry[cut:].lstrip()
    yield entry


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def safe(text: str) -> str:
    """A text that a channel shows as it is: no mark-up, and nobody is pinged by a name."""
    return _MARKS.sub(r"\\\1", bare(text)).replace("@", "@\u200b")
