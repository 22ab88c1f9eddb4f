"""The commands that carry results outside: texts for a channel, the public site into a folder or a branch.

Must not decide what is public.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.core.problems import HostError

from . import clock, console, release, season
from .announce import announcements
from .match import load
from .publish import publish

app = typer.Typer()

SeasonOption = Annotated[Path, typer.Option("--season", help="The season's folder, or one inside it.")]
HERE = Path()


@app.command()
def announce(
    match: Annotated[str | None, typer.Argument(help="The match; may be left out if the season has one.", show_default=False)] = None,
    deadline: Annotated[int | None, typer.Option(help="Which deadline's results; 0 = the opening. Else the last.", show_default=False)] = None,
    season_folder: SeasonOption = HERE,
) -> None:
    """Prints a deadline's public results, ready to paste into Discord. Example: croupier announce main-match-4 --deadline 3"""
    told = load(season.find(season_folder).match(match))
    try:
        messages = announcements(told, deadline)
    except IndexError as fault:
        raise HostError(f"no deadline {deadline} of {told.folder.id} has been resolved", f"name one from 0 to {len(told.resolved)}") from fault
    for number, message in enumerate(messages, start=1):
        if len(messages) > 1:
            console.say(f"--- message {number} of {len(messages)} ---")
        console.say(message)


@app.command(name="publish")
def publish_(
    folder: Annotated[Path | None, typer.Argument(help="Where the site's files go; what an earlier publish put there is replaced.")] = None,
    branch: Annotated[str | None, typer.Option(help="Put the site into this branch of a git repository instead.", show_default=False)] = None,
    repository: Annotated[Path, typer.Option(help="The repository of that branch.")] = HERE,
    season_folder: SeasonOption = HERE,
) -> None:
    """Builds the public site and writes it where it can be published. Example: croupier publish ../site"""
    if (folder is None) == (branch is None):
        raise HostError("say where the site should go", "name a folder, or a branch: croupier publish --branch pages")
    place = season.find(season_folder)
    with console.progress() as tell:
        tell("Building the site", 0, 1)
        publish(place)
    if branch is not None:
        commit = release.into_branch(place, repository, branch, clock.now())
        console.say(f"The branch {branch} of {repository.resolve()} is the site now, in one commit without a past: {commit[:12]}.")
        console.next_step(f"git -C {repository} push --force origin {branch}")
    elif folder is not None:
        count = release.into_folder(place, folder)
        console.say(f"{count} files are in {folder.resolve()}; nothing private is among them.")
        console.next_step("copy that folder to where your site is served from")
