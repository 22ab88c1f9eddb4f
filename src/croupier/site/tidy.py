"""Puts a rendered page into the form that both site builders read alike: HTML blocks without blank lines or indents.

Must not change a word: only white space between lines.
"""

from __future__ import annotations

import re

_BLOCKS = "article|aside|details|div|dl|figure|footer|header|nav|ol|p|pre|section|table|ul"
_TAG = re.compile(rf"<(/?)(?:{_BLOCKS})\b[^>]*>")
_FENCE = "```"


def tidy(text: str) -> str:
    """The page with one blank line between blocks and none inside them. Everything printed is escaped, so a "<" is a tag."""
    lines: list[str] = []
    depth, fenced = 0, False
    for line in text.split("\n"):
        if line.startswith(_FENCE) and not depth:
            fenced = not fenced
            lines.append(line)
            continue
        if fenced:
            lines.append(line)
            continue
        line = " ".join(line.split())
        if not line:
            if not depth and lines and lines[-1]:
                lines.append("")
            continue
        if not depth and _TAG.match(line) and lines and lines[-1]:
            lines.append("")
        lines.append(line)
        was_open = depth
        depth += sum(-1 if tag[1] else 1 for tag in _TAG.finditer(line))
        if not depth and (was_open or _TAG.search(line)):
            lines.append("")
    return "\n".join(lines).strip("\n") + "\n"
