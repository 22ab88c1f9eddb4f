"""The command that watches a table, and its screen.

Must not decide anything; what is on the screen is public but for whose workbook is in trouble.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from . import clock, console, live, season, status
from .control_spreadsheet import control_of
from .publish import publish
from .sheets.base import Store
from .workplace import now, store_of

app = typer.Typer()

SeasonOption = Annotated[Path, typer.Option("--season", help="The season's folder, or one inside it.")]
HERE = Path()
REFRESH = 0.5
"""Seconds between two looks of the screen at its own clock."""


class Screen:
    """The host's terminal while a table is watched; without a terminal, a line whenever something changes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._live = Live(console=console.out, auto_refresh=False, transient=True)
        self._seen: live.Seen | None = None
        self._at = clock.now()
        self._told = ""

    def __enter__(self) -> Screen:
        if console.out.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def now(self) -> datetime:
        return now(self._store)

    def sleep(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._draw()
            time.sleep(min(left, REFRESH))

    def show(self, seen: live.Seen) -> None:
        self._seen, self._at = seen, clock.now()
        line = f"{seen.phase}: waiting for {seen.waits_for}{'; ' + seen.trouble if seen.trouble else ''}"
        if not console.out.is_terminal and line != self._told:
            console.say(line)
        self._told = line
        self._draw()

    def say(self, text: str) -> None:
        console.say(text)

    def ask(self, question: str) -> bool:
        self._live.stop()
        try:
            return typer.confirm(question, default=False)
        finally:
            if console.out.is_terminal:
                self._live.start()

    def _draw(self) -> None:
        if self._seen is not None and console.out.is_terminal:
            self._live.update(panel(self._seen, clock.now() - self._at), refresh=True)


def panel(seen: live.Seen, since: timedelta) -> Panel:
    """The screen: whose turn, time left, what everybody was told last, what is in trouble."""
    lines = [Text(f"Waiting for {seen.waits_for}", style="bold")]
    if seen.left is not None:
        left = max(0, round((seen.left - since).total_seconds()))
        hours, rest = divmod(left, 3600)
        words = f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"
        lines.append(Text(f"{words} left", style="bold red" if left <= 10 else ""))
    lines += [Text(""), Text(seen.told)]
    if seen.trouble:
        lines += [Text(""), Text(seen.trouble, style="red")]
    return Panel(Group(*lines), title=Text(f"{seen.title} – {seen.phase}"), subtitle=Text("Ctrl-C stops; watch again goes on"))


@app.command()
def watch(
    match: Annotated[str | None, typer.Argument(help="The match; may be left out if the season has one.", show_default=False)] = None,
    season_folder: SeasonOption = HERE,
) -> None:
    """Stays at the table: resolves turns as they are confirmed, deadlines as they come. Example: croupier watch death-match-2"""
    place = season.find(season_folder)
    folder = place.match(match)
    store = store_of(place, folder, console.waiting)
    try:
        with Screen(store) as screen:
            played = live.Table(folder, store, lambda: publish(place), screen, lambda: control_of(folder, store)).run()
    except KeyboardInterrupt:
        console.say("")
        console.next_step(f"nothing is lost; go on with: croupier watch {folder.id}")
        raise typer.Exit(130) from None
    console.next_step(status.next_deadline(played, now(store)))
