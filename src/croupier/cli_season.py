"""The commands about the season: who plays, who holds what, who has left; and its files for spreadsheets.

Must not decide what an entry does; what the terminal shows by default is public, `--host` shows secrets.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from croupier.core.problems import HostError

from . import clock, console, entering, ledger, season, season_status
from .entering import Plan
from .publish import public_season

app = typer.Typer()
contestant = typer.Typer(no_args_is_help=True, help="Who plays in the season. Example: croupier contestant add Ana --garnets 3")
app.add_typer(contestant, name="contestant")

SeasonOption = Annotated[Path, typer.Option("--season", help="The season's folder, or one inside it.")]
NameArgument = Annotated[str, typer.Argument(help="The contestant, by name or alias.")]
ReasonOption = Annotated[str, typer.Option(help="Why (it must be given); everybody will read it.", show_default=False)]
YesOption = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
HERE = Path()
SIGNED = {"ignore_unknown_options": True}  # -2 is a value, not an option


class What(StrEnum):
    """What can be given."""

    GARNETS = ledger.GARNETS
    TOKENS = ledger.TOKENS


def _enter(folder: Path, yes: bool, plan: Plan) -> None:
    """Plans an entry, shows it, asks, and writes it."""
    place = season.find(folder)
    planned = plan(ledger.read(place))
    for line in planned.lines:
        console.say(line)
    if not yes and not console.agreed():
        raise HostError("nothing was changed", "give the command again if you think better of it")
    entering.enter(place, plan, planned, clock.now())
    console.say("Done, and noted in the season's book.")
    console.next_step("croupier season; the pages show it with the next croupier sync or croupier site")


@app.command(name="season")
def season_(
    host: Annotated[bool, typer.Option("--host", help="With what nobody else knows yet. Mind who looks at your screen.")] = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """How the season stands. Example: croupier season --host"""
    place = season.find(season_folder)
    shown = public_season(place)
    console.table(f"{place.title}: contestants", season_status.CONTESTANTS, season_status.contestant_rows(shown))
    console.table("Matches", season_status.MATCHES, season_status.match_rows(shown))
    console.table(f"Ledger, in the time of {place.zone}", season_status.LEDGER, season_status.ledger_rows(shown))
    if host:
        book = ledger.read(place)
        console.table("How it really stands", season_status.HOLDINGS, season_status.holding_rows(book))
        console.table("Ledger: not public yet", season_status.LEDGER, season_status.untold_rows(place, book, ledger.public(book)))
    console.next_step("correct it with croupier garnets, tokens, gift, contestant; as files for spreadsheets: croupier export")


@contestant.command()
def add(
    name: Annotated[str, typer.Argument(help="The new contestant.")],
    garnets: Annotated[int, typer.Option(help="Garnets held at the beginning.", min=0)] = 0,
    tokens: Annotated[int, typer.Option(help="Tokens of Life held at the beginning.", min=0)] = 0,
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Somebody joins; so does everybody in the list of a match that is opened. Example: croupier contestant add Ana --garnets 3"""
    _enter(season_folder, yes, lambda book: entering.plan_add(book, name, garnets, tokens))


@contestant.command()
def alias(
    name: NameArgument,
    other: Annotated[str, typer.Argument(help="The other name.")],
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Another name that players.csv may use. Example: croupier contestant alias Ana "Ana the Great" """
    _enter(season_folder, yes, lambda book: entering.plan_alias(book, name, other))


@contestant.command()
def replace(
    name: NameArgument,
    by: Annotated[str, typer.Argument(help="Who takes the place.")],
    reason: ReasonOption = "",
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Somebody new takes a place, with all it holds. Example: croupier contestant replace Bo Eve --reason "Bo has left" """
    _enter(season_folder, yes, lambda book: entering.plan_replace(book, name, by, reason))


@contestant.command()
def eliminate(
    name: NameArgument,
    match: Annotated[str | None, typer.Option(help="The match in which it happened.", show_default=False)] = None,
    reason: ReasonOption = "",
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Somebody leaves; the loser of a death match does so without this. Example: croupier contestant eliminate Bo --reason "broke the rules" """
    _enter(season_folder, yes, lambda book: entering.plan_eliminate(book, name, match, reason))


@contestant.command(name="return")
def return_(name: NameArgument, reason: ReasonOption = "", yes: YesOption = False, season_folder: SeasonOption = HERE) -> None:
    """Somebody who was out comes back. Example: croupier contestant return Bo --reason "won the return match" """
    _enter(season_folder, yes, lambda book: entering.plan_return(book, name, reason))


Change = Annotated[str, typer.Argument(help="+2 or -1.")]


@app.command(context_settings=SIGNED)
def garnets(name: NameArgument, change: Change, reason: ReasonOption = "", yes: YesOption = False, season_folder: SeasonOption = HERE) -> None:
    """Corrects what a contestant holds. Example: croupier garnets Ana -2 --reason "paid for a hint" """
    _enter(season_folder, yes, lambda book: entering.plan_change(book, name, ledger.GARNETS, change, reason))


@app.command(context_settings=SIGNED)
def tokens(name: NameArgument, change: Change, reason: ReasonOption = "", yes: YesOption = False, season_folder: SeasonOption = HERE) -> None:
    """Corrects a contestant's Tokens of Life. Example: croupier tokens Ana -1 --reason "used in Death Match 2" """
    _enter(season_folder, yes, lambda book: entering.plan_change(book, name, ledger.TOKENS, change, reason))


@app.command()
def gift(
    giver: NameArgument,
    to: Annotated[str, typer.Argument(help="Who gets it.")],
    count: Annotated[int, typer.Argument(help="How many.", min=1)] = 1,
    what: Annotated[What, typer.Option(help="What is given.")] = What.GARNETS,
    reason: ReasonOption = "",
    yes: YesOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """One contestant gives to another. Example: croupier gift Ana Bo 2 --reason "as promised in Main Match 3" """
    _enter(season_folder, yes, lambda book: entering.plan_gift(book, giver, to, what.value, count, reason))


@app.command(name="export")
def export_(
    folder: Annotated[Path | None, typer.Option(help="Where to; else exports in the season's folder.", show_default=False)] = None,
    season_folder: SeasonOption = HERE,
) -> None:
    """Writes standings, ledger and results as CSV and JSON; nothing that is not public. Example: croupier export --folder exports"""
    from .export import export  # pandas takes its time

    place = season.find(season_folder)
    for path in export(public_season(place), folder or place.path / "exports"):
        console.say(str(path))
    console.next_step("open the .csv files in a spreadsheet; in them a text that begins like a formula has an apostrophe before it")
