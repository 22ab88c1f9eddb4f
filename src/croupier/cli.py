"""The commands: parse, call, print. Hands in the clock and the entropy.

Must not hold rules or decisions; what the terminal shows by default is public, `--host` shows secrets.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from croupier.core.problems import HostError

from . import (
    backstage,
    cases,
    cli_corrections,
    cli_google,
    cli_season,
    cli_site,
    cli_watch,
    clock,
    console,
    google_account,
    opening,
    season,
    status,
    sync,
)
from .announce import announcement
from .control import ControlWorkbook
from .control_spreadsheet import control_of
from .handins import Decisions
from .publish import publish
from .sheets.base import Store
from .store import MatchFolder
from .workplace import now, open_match, store_of

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="Runs the table for hosts of online reality games."
)

for commands in (cli_corrections.app, cli_google.app, cli_season.app, cli_site.app, cli_watch.app):
    app.registered_commands.extend(commands.registered_commands)
    app.registered_groups.extend(commands.registered_groups)

SeasonOption = Annotated[Path, typer.Option("--season", help="The season's folder, or one inside it.")]
MatchArgument = Annotated[str | None, typer.Argument(help="The match; may be left out if the season has one.", show_default=False)]
HostOption = Annotated[bool, typer.Option("--host", help="Show what only the host may see. Mind who looks at your screen.")]
HERE = Path()


class Late(StrEnum):
    """What a host can say about workbooks that were saved too late."""

    TAKE = "take"
    REFUSE = "refuse"


class DemoStore(StrEnum):
    """Where a demonstration keeps its workbooks."""

    XLSX = "xlsx"
    EMULATOR = "emulator"


def _match(folder: Path, name: str | None) -> tuple[season.Season, MatchFolder, Store]:
    place = season.find(folder)
    match = place.match(name)
    return place, match, store_of(place, match, console.waiting)


@contextmanager
def _control(match: MatchFolder, store: Store) -> Iterator[ControlWorkbook]:
    """The host's control workbook; what it has to say is said however the command ends."""
    workbook = control_of(match, store)
    try:
        yield workbook
    finally:
        for remark in workbook.remarks:
            console.say(remark)


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(help="The new season's folder.")],
    title: Annotated[str, typer.Option(help="What the site calls the season.")] = "",
    zone: Annotated[str, typer.Option(help="The time zone of new matches, such as Europe/Berlin.")] = "UTC",
) -> None:
    """Makes a season. Example: croupier init horrors --title "Season of Horrors" --zone America/New_York"""
    made = season.create(folder, title or folder.resolve().name.replace("-", " ").title(), zone)
    console.say(f"Made the season {made.title!r} in {made.path}.")
    write = "write players.csv (name,contact,zone,garnets), then: croupier new house-of-horrors NAME --players players.csv"
    console.next_step(f"cd {shlex.quote(str(folder))}, {write}")


@app.command()
def new(
    game: Annotated[str, typer.Argument(help="The game, such as house-of-horrors.")],
    name: Annotated[str, typer.Argument(help="What the match is called.")],
    players: Annotated[Path, typer.Option(help="CSV with the columns name and, if wanted, contact, zone, garnets.")],
    zone: Annotated[str | None, typer.Option(help="The match's time zone; else the season's.", show_default=False)] = None,
    season_folder: SeasonOption = HERE,
) -> None:
    """Prepares a match. Example: croupier new house-of-horrors "Main Match 4" --players players.csv"""
    made = opening.new(season.find(season_folder), game, name, players, clock.now(), zone)
    console.say(f"Made the match {made.id}: its settings are in {made.settings}.")
    console.next_step(f"look over zone, first deadline and options there, then: croupier open {made.id}")


@app.command(name="open")
def open_(match: MatchArgument = None, host: HostOption = False, season_folder: SeasonOption = HERE) -> None:
    """Checks and freezes a match, and lays out every player's first workbook. Example: croupier open main-match-4"""
    place = season.find(season_folder)
    folder = place.match(match)
    with console.progress() as tell:
        store = open_match(place, folder, clock.entropy(), console.waiting, tell)
        with _control(folder, store) as desk:
            opened = sync.deliver(folder, store, lambda: publish(place), now(store), tell, control=desk)
    console.say(f"{opened.title} is open. Commitment to the seed: {opened.commitment}")
    if host:
        console.table("Workbooks, each for one player alone", ["Seat", "Where"], status.shared_places(opened))
    else:
        console.say("Each player has a workbook of their own; share each with that player alone (--host lists them).")
    console.say(f"The site: {place.build / 'html' / 'index.html'}")
    console.next_step(f"share the workbooks; look before the deadline with: croupier check {folder.id}; after it: croupier sync {folder.id}")


@app.command()
def check(match: MatchArgument = None, host: HostOption = False, season_folder: SeasonOption = HERE) -> None:
    """Looks at every hand-in and leaves each player a receipt; changes nothing else. Example: croupier check"""
    place, folder, store = _match(season_folder, match)
    with _control(folder, store) as desk, console.progress() as tell:
        played, found = sync.check(folder, store, now(store), tell, control=desk)
    receipts = "receipt.html in each player's folder" if google_account.choice(place) is None else "in each player's Inbox"
    console.say(f"{len(found)} receipt{'s' * (len(found) != 1)} written for {played.phase} ({receipts}).")
    if host:
        console.table(f"{played.title}: {played.phase}", ["Seat", "State", "Notes"], status.seat_rows(found))
    console.next_step(status.next_deadline(played, now(store)))


@app.command(name="sync")
def sync_(
    match: MatchArgument = None,
    preview: Annotated[bool, typer.Option("--preview", help="Show what would happen, under a code; resolve nothing.")] = False,
    commit: Annotated[str | None, typer.Option(help="The code of a preview: do exactly that, or nothing.", show_default=False)] = None,
    early: Annotated[bool, typer.Option("--early", help="Resolve although the deadline has not come.")] = False,
    absent: Annotated[list[str] | None, typer.Option(help="Take a seat as absent; may be repeated.", show_default=False)] = None,
    use_snapshot: Annotated[list[str] | None, typer.Option(help="Take a seat's last snapshot; may be repeated.", show_default=False)] = None,
    late: Annotated[Late | None, typer.Option(help="What becomes of workbooks saved after the deadline.", show_default=False)] = None,
    host: HostOption = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """The deadline: reads, resolves, writes back, builds the site. Example: croupier sync main-match-4 --absent "Bo" """
    place, folder, store = _match(season_folder, match)
    decided = Decisions(tuple(absent or ()), tuple(use_snapshot or ()), late.value if late else None)
    with _control(folder, store) as desk, console.progress() as tell:
        if preview:
            report = sync.show(folder, store, now(store), decisions=decided, tell=tell, control=desk)
        else:
            build = partial(publish, place)
            report = sync.sync(folder, store, build, now(store), early=early, decisions=decided, commit=commit, tell=tell, control=desk)
    for line in status.sync_lines(report, preview=preview, host=host):
        console.say(line)
    console.next_step(status.after_sync(report, place, preview=preview))


@app.command(name="status")
def status_(match: MatchArgument = None, host: HostOption = False, season_folder: SeasonOption = HERE) -> None:
    """Where a match stands; with --host who has handed in what. Example: croupier status --host"""
    _, folder, store = _match(season_folder, match)
    played, lines = status.overview(folder, now(store))
    for line in lines:
        console.say(line)
    if host and not played.finished:
        console.table(f"{played.title}: {played.phase}", ["Seat", "State", "Notes"], status.seat_rows(status.hand_ins(folder, store)))
    if host:
        console.say(status.control_line(folder))
    console.next_step(status.next_deadline(played, now(store)))


@app.command()
def site(
    serve: Annotated[bool, typer.Option("--serve", help="Show it in a browser on this machine until Ctrl-C.")] = False,
    port: Annotated[int, typer.Option(help="Where to serve it.", min=1, max=65535)] = 8000,
    host: Annotated[bool, typer.Option("--host", help="Build the host's own site, with all that is hidden, into the private folder.")] = False,
    season_folder: SeasonOption = HERE,
) -> None:
    """Builds the season's site; with --host the one for the host alone. Example: croupier site --serve"""
    from .site.serve import serve as serve_site

    place = season.find(season_folder)
    with console.progress() as tell:
        tell("Building the site", 0, 1)
        html = backstage.build_for_host(place) if host else publish(place)
    console.say(f"The {'host’s own site, with all that is hidden' if host else 'site'}: {html / 'index.html'}")
    if serve:
        console.say(f"Serving it at http://127.0.0.1:{port}/ – stop with Ctrl-C.")
        serve_site(html, port)


@app.command()
def demo(
    game: Annotated[str | None, typer.Argument(help="The game to play; one match of each if it is left out.", show_default=False)] = None,
    folder: Annotated[Path, typer.Option(help="Where to play; an earlier demonstration there is replaced.")] = Path("demo"),
    seed: Annotated[str, typer.Option(help="Another text gives another match.")] = "croupier",
    store: Annotated[DemoStore, typer.Option(help="Workbooks as files, or in an emulated Google (a part of croupier's tests).")] = DemoStore.XLSX,
) -> None:
    """Lets bots play whole matches through real workbooks. Example: croupier demo house-of-horrors --folder demo"""
    from . import playtest

    with playtest.emulated() if store is DemoStore.EMULATOR else nullcontext(playtest.FileTable()) as table:
        place = playtest.prepare(folder)
        with console.progress() as tell:
            one = [playtest.play(place, game, "Main Match 1", seed, tell, table)] if game else playtest.play_all(place, seed, tell, table)
        for match in one:
            console.say(f"{announcement(match)}\n\n{table.where(match)}\n")
        console.say(f"The site: {place.build / 'html' / 'index.html'}")
    console.next_step(f"croupier site --serve --season {folder}")


@app.command()
def case(files: Annotated[list[Path], typer.Argument(help="Files with rule cases (YAML).")]) -> None:
    """Runs rule cases. Example: croupier case tests/cases/house-of-horrors/*.yaml"""
    passed = failed = 0
    for verdict in cases.run(files):
        if verdict.differences:
            failed += 1
            console.say(f"{verdict.file.name}: {verdict.title}: {'; '.join(verdict.differences)}")
        else:
            passed += 1
    console.say(f"{passed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


def main() -> None:
    """The `croupier` command: an error of the host's is one line and exit status 2, any other a traceback without contents."""
    try:
        app()
    except HostError as fault:
        console.failed(fault)
        sys.exit(2)
    except OSError as fault:
        if fault.errno is None:  # one that a library has made up
            console.crashed(fault)
            sys.exit(70)
        console.broken(fault)
        sys.exit(2)
    except Exception as fault:
        console.crashed(fault)
        sys.exit(70)
