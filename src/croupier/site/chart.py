"""Draws a line chart as inline SVG, with its legend and the table of its numbers beside it.

Must not fetch or run anything: it is part of the page, takes its colours from the style sheet, and prints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from .escape import escape

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 360, 26, 30, 10, 22
LEAST, APART, COLOURS, DASHES = 170, 13, 6, 4
"""The least height of the plot, how far the numbers at the lines' ends are kept apart, and how many colours and dashes the style sheet has."""


@dataclass(frozen=True)
class Line:
    """One line: `sign` stands at its end and in the legend ("3"), `name` is ready to print, a value is None where there is no point."""

    sign: str
    name: Markup
    values: tuple[int | None, ...]


def chart(title: str, columns: Sequence[str], lines: Sequence[Line], unit: str) -> Markup:
    """A figure with the chart, its legend, and its numbers as a table in a fold. `columns` name the points from left to right."""
    drawn = [line for line in lines if any(value is not None for value in line.values)]
    return Markup(
        '<figure class="chart">\n<div class="plot">\n{}\n<ol class="key">\n{}\n</ol>\n</div>\n<p class="matches">{}</p>\n{}\n</figure>'
    ).format(
        _svg(title, columns, drawn, unit),
        Markup("\n").join(
            Markup('<li><svg class="{}" viewBox="0 0 34 14" aria-hidden="true"><path d="M1 7h20"/>{}</svg> {}</li>').format(
                _style(number), _sign(26, 7, line.sign), line.name
            )
            for number, line in enumerate(drawn)
        ),
        Markup(" · ").join(Markup('<b class="nth">{}</b>{}').format(number, escape(name)) for number, name in enumerate(columns) if number),
        _table(title, columns, drawn),
    )


def _svg(title: str, columns: Sequence[str], lines: Sequence[Line], unit: str) -> Markup:
    values = [value for line in lines for value in line.values if value is not None]
    bottom, top, step = _scale(values)
    height = max(LEAST, APART * len(lines) + 10)
    across = (WIDTH - LEFT - RIGHT) / max(len(columns) - 1, 1)

    def x(column: int) -> float:
        return LEFT + across * column

    def y(value: int) -> float:
        return TOP + height * (top - value) / (top - bottom)

    parts = [
        Markup('<svg class="lines" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(
            WIDTH, TOP + height + BOTTOM, escape(f"{title}: {_words(lines, unit)}")
        )
    ]
    for value in range(bottom, top + 1, step):
        parts.append(Markup('<path class="{}" d="M{} {:.1f}H{}"/>').format("zero" if value == 0 else "grid", LEFT, y(value), WIDTH - RIGHT))
        parts.append(Markup('<text x="{}" y="{:.1f}" class="scale">{}</text>').format(LEFT - 5, y(value) + 3.5, _number(value)))
    for column in range(len(columns)):
        parts.append(Markup('<text x="{:.1f}" y="{}" class="at">{}</text>').format(x(column), TOP + height + 15, column or "start"))
    ends = _apart([y(_last(line)) for line in lines], TOP, TOP + height)
    for number, line in enumerate(lines):
        # Lines on one another lie side by side, a hair apart.
        shift = (number - (len(lines) - 1) / 2) * 0.8
        points = [(x(column), y(value) + shift) for column, value in enumerate(line.values) if value is not None]
        path = "M" + "L".join(f"{at:.1f} {up:.1f}" for at, up in points)
        end = points[-1]
        reach = f"L{end[0] + 7:.1f} {end[1]:.1f}L{WIDTH - 18} {ends[number]:.1f}" if end[0] > WIDTH - RIGHT - 1 else ""
        parts.append(Markup('<g class="{}"><path d="{}"/>').format(_style(number), path))
        parts += [Markup('<circle cx="{:.1f}" cy="{:.1f}" r="2"/>').format(at, up) for at, up in points]
        if reach:
            parts.append(Markup('<path class="reach" d="M{:.1f} {:.1f}{}"/>').format(*end, reach))
        parts.append(_sign(WIDTH - 10 if reach else end[0] + 10, ends[number] if reach else end[1], line.sign))
        parts.append(Markup("</g>"))
    return Markup("\n").join([*parts, Markup("</svg>")])


def _sign(x: float, y: float, sign: str) -> Markup:
    return Markup('<circle class="sign" cx="{:.1f}" cy="{:.1f}" r="6"/><text x="{:.1f}" y="{:.1f}" class="sign">{}</text>').format(
        x, y, x, y + 2.9, escape(sign)
    )


def _table(title: str, columns: Sequence[str], lines: Sequence[Line]) -> Markup:
    """The chart's numbers."""
    head = Markup("").join(
        Markup('<th scope="col" class="num">{}</th>\n').format(Markup("{} {}").format(number, escape(name)) if number else escape(name))
        for number, name in enumerate(columns)
    )
    rows = Markup("\n").join(
        Markup('<tr>\n<th scope="row"><span class="nth">{}</span> {}</th>\n{}\n</tr>').format(
            escape(line.sign),
            line.name,
            Markup("\n").join(Markup('<td class="num">{}</td>').format("–" if value is None else _number(value)) for value in line.values),
        )
        for line in lines
    )
    return Markup(
        "<details>\n<summary>The numbers as a table</summary>\n"
        '<div class="rw" role="region" tabindex="0" aria-label="{}">\n<table class="tally">\n<thead>\n<tr>\n<th scope="col">Player</th>\n{}</tr>\n'
        "</thead>\n<tbody>\n{}\n</tbody>\n</table>\n</div>\n</details>"
    ).format(escape(f"{title}, as a table"), head, rows)


def _words(lines: Sequence[Line], unit: str) -> str:
    """What the chart says at its right end, by the signs of the legend."""
    ends = sorted(((_last(line), line.sign) for line in lines), key=lambda end: -end[0])
    return ", ".join(f"line {sign} ends at {value}" for value, sign in ends) + f" {unit}. The legend names the lines; a table has every number."


def _last(line: Line) -> int:
    return [value for value in line.values if value is not None][-1]


def _scale(values: Sequence[int]) -> tuple[int, int, int]:
    """The lowest and highest number of the scale and its step: 1, 2 or 5 and their tens, at most six of them."""
    low, high = min(0, *values), max(1, *values)
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            bottom, top = low // step * step, -(-high // step) * step
            if (top - bottom) // step <= 6:
                return bottom, top, step
        size *= 10


def _apart(wanted: Sequence[float], top: float, bottom: float) -> list[float]:
    """The same heights, pushed apart and kept within the plot."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    placed = [0.0] * len(wanted)
    at = top - APART
    for number in order:
        at = placed[number] = max(wanted[number], at + APART)
    at = bottom + APART
    for number in reversed(order):
        at = placed[number] = min(placed[number], at - APART)
    return placed


def _style(number: int) -> str:
    """Colour and dash of a line: together they come round again only after all of their pairs."""
    return f"c{number % COLOURS + 1} d{number % DASHES + 1 if COLOURS % DASHES else (number + number // COLOURS) % DASHES + 1}"


def _number(value: int) -> str:
    return str(value).replace("-", "−")
