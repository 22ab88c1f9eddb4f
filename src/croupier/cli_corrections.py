"""The commands by which a host corrects a running match: each shows what it will change, asks, and notes the reason.

Must not decide what a correction does.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from croupier.core.problems import HostError

from . import clock, console, corrections, entering, season, status, sync
from .corrections import Correction
from .logbook import log_lines
from .match import load
from .publish import publish
from .sheets.base import Store
from .store import MatchFolder
from .workplace import now, store_of

app = typer.Typer()

SeasonOption = Annotated[Path, typer.Option("--season", help="The season's folder, or one inside it.")]
MatchArgument = Annotated[str, typer.Argument(help="The match.")]
ReasonOption = Annotated[str, typer.Option(help="Why (it must be given); shown to everybody at the reveal.", show_default=False)]
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
HERE = Path()


def _correct(folder: Path, name: str, yes: bool, plan: Callable[[MatchFolder, Store], Correction]) -> None:
    """Plans a correction, shows it, asks, and does it. What an earlier run left unfinished is finished first, and nothing more is done then."""
    place = season.find(folder)
    match = place.match(name)
    store = store_of(place, match, console.waiting)
    if sync.finish(match, store, lambda: publish(place), now(store)) is not None:
        done = "an earlier run had not got to its end; that is done now, and nothing else"
        raise HostError(done, f"see whether this is still to be done: croupier history {match.id} --host")
    with match.lock():
        planned = plan(match, store)
    for line in (*planned.lines, *entering.shortfall(place, match, planned.kind, planned.body, clock.now())):
        console.say(line)
    if not yes and not console.agreed():
        raise HostError("nothing was changed", "give the command again if you think better of it")
    after = corrections.apply(match, planned, store, lambda: publish(place), now(store))
    console.say("Done, and noted in the journal.")
    console.next_step(status.next_deadline(after, now(store)))


@app.command()
def extend(
    match: MatchArgument,
    reason: ReasonOption = "",
    days: Annotated[int | None, typer.Option(help="By so many days.", min=1, max=365, show_default=False)] = None,
    to: Annotated[str | None, typer.Option(help="To this time on the match's wall clock.", show_default=False)] = None,
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Moves the deadline; later ones follow. Example: croupier extend main-match-4 --days 1 --reason "two were ill" """
    _correct(season_folder, match, yes, lambda folder, store: corrections.plan_extend(folder, to, days, reason, now(store)))


@app.command()
def pause(match: MatchArgument, reason: ReasonOption = "", yes: YesOption = False, season_folder: SeasonOption = HERE) -> None:
    """Stops the clock of a match. Example: croupier pause main-match-4 --reason "a ruling is being thought over" """
    _correct(season_folder, match, yes, lambda folder, _: corrections.plan_pause(folder, reason))


@app.command()
def resume(match: MatchArgument, reason: ReasonOption = "the pause is over", yes: YesOption = False, season_folder: SeasonOption = HERE) -> None:
    """Goes on after a pause, with no less time than there was. Example: croupier resume main-match-4"""
    _correct(season_folder, match, yes, lambda folder, store: corrections.plan_resume(folder, reason, now(store)))


@app.command()
def dice(
    match: MatchArgument,
    text: Annotated[str, typer.Argument(help="What was thrown, as sync has asked for it.")],
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Enters dice thrown at a real table. Example: croupier dice main-match-4 "Ana 7, Bo 5, escape 14" """
    _correct(season_folder, match, yes, lambda folder, _: corrections.plan_enter(folder, text))


@app.command()
def replace(
    match: MatchArgument,
    seat: Annotated[str, typer.Argument(help="The seat; its name stays.")],
    reason: ReasonOption = "",
    contact: Annotated[str, typer.Option(help="How the new person is reached (for the host alone).")] = "",
    zone: Annotated[str, typer.Option(help="The new person's time zone (for the host alone).")] = "",
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Another person takes a seat. Example: croupier replace main-match-4 Bo --contact eve#5 --reason "Bo has left" """
    _correct(season_folder, match, yes, lambda folder, _: corrections.plan_replace(folder, seat, contact, zone, reason))


@app.command(context_settings={"ignore_unknown_options": True})  # -50 is a value, not an option
def rule(
    match: MatchArgument,
    seat: Annotated[str, typer.Argument(help="The seat that it is about.")],
    what: Annotated[
        str,
        typer.Argument(help="What the game lets you correct: money, points, gems …; late or void decide the last step anew."),
    ],
    value: Annotated[str, typer.Argument(help="A change such as +50 or -2, or what the ruling takes. Nothing for late and void.")] = "",
    reason: ReasonOption = "",
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """A ruling on one seat. Example: croupier rule main-match-4 Bo money +50 --reason "the sheet showed a wrong sum" """
    _correct(season_folder, match, yes, lambda folder, store: corrections.plan_ruling(folder, store, seat, what, value, reason, now(store)))


@app.command()
def rollback(match: MatchArgument, reason: ReasonOption = "", yes: YesOption = False, season_folder: SeasonOption = HERE) -> None:
    """Takes back the last deadline or ruling. Example: croupier rollback main-match-4 --reason "the wrong file was read" """
    _correct(season_folder, match, yes, lambda folder, _: corrections.plan_rollback(folder, reason))


@app.command()
def history(
    match: MatchArgument,
    host: Annotated[bool, typer.Option("--host", help="With seats and reasons. Mind who looks at your screen.")] = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """What was done in a match, in order. Example: croupier history main-match-4 --host"""
    played = load(season.find(season_folder).match(match))
    for line in log_lines(played, host=host):
        console.say(line)
    console.next_step(status.next_deadline(played, clock.now()))
