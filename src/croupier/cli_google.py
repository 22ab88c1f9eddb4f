"""The commands for seasons in Google Sheets: signing in, taking over the host's spreadsheets, looking whether all is well.

Must not show a secret or a link: whoever has a link can edit.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.core.problems import HostError

from . import clock, console, doctor, google_account, season, spreadsheets
from . import live_check as live_check_
from .store import MatchFolder

if TYPE_CHECKING:
    from .sheets.google.trial import Answer

app = typer.Typer()

SeasonOption = Annotated[Path, typer.Option("--season", help="The season's folder, or one inside it.")]
HERE = Path()


def _waits(why: str, seconds: float) -> None:
    if seconds >= 1:
        console.say(f"Waiting {seconds:.0f} s: {why}")


@app.command(name="sign-in")
def sign_in(
    client: Annotated[Path, typer.Argument(help="The JSON file of a client of the kind “Desktop app” from the Google Cloud console.")],
    season_folder: SeasonOption = HERE,
) -> None:
    """Signs in with the host's own Google account, in the browser. Example: croupier sign-in client_secret.json"""
    place = season.find(season_folder)
    kept = google_account.agree(place, client)
    console.say(f"Signed in as {google_account.account(place, clock.waiting(), _waits).address}; kept in {kept}, which only you can read.")
    console.next_step("croupier doctor")


@app.command()
def adopt(
    match: Annotated[str, typer.Argument(help="The match.")],
    link: Annotated[str | None, typer.Argument(help="With --seat: the link of its spreadsheet.", show_default=False)] = None,
    seat: Annotated[str | None, typer.Option(help="Whose spreadsheet it is; “host” for the control workbook.", show_default=False)] = None,
    listed: Annotated[Path | None, typer.Option("--links", help="CSV with the columns name and link, for all at once.", show_default=False)] = None,
    season_folder: SeasonOption = HERE,
) -> None:
    """Takes over spreadsheets that you have made and shared with croupier. Example: croupier adopt main-match-4 --links links.csv"""
    place = season.find(season_folder)
    folder = place.match(match)
    given = _given(folder, link, seat, listed)
    signed = google_account.account(place, clock.waiting(), _waits)
    told = spreadsheets.adopt(place, folder, given, signed)
    for one in told:
        if one.fault is None:
            console.say(f"{one.name}: taken over")
        else:
            console.say(f"{one.name}: {one.fault.message}\n    → {one.fault.next_step}", "red")
    if listed is not None:
        console.say(f"Delete {listed} when all are taken over: whoever has a link can edit, and croupier keeps a list of its own.")
    without = spreadsheets.lacking(folder)
    if without:
        console.say(f"No spreadsheet yet for {', '.join(without)}.")
    if any(one.fault for one in told):
        raise typer.Exit(1)
    console.next_step(f"croupier adopt {folder.id} for those" if without else f"croupier open {folder.id} lays the workbooks out")


def _given(folder: MatchFolder, link: str | None, seat: str | None, listed: Path | None) -> list[tuple[str, str]]:
    if listed is not None and link is None and seat is None:
        return spreadsheets.read_links(listed)
    if listed is None and link is not None and seat is not None:
        return [(seat, link)]
    without = ", ".join(spreadsheets.lacking(folder)) or "nobody"
    raise HostError(
        f"it is not said which links to take over (without one in {folder.id}: {without})",
        f'croupier adopt {folder.id} --seat "NAME" LINK; or for all at once: croupier adopt {folder.id} --links links.csv',
    )


@app.command(name="doctor")
def doctor_(
    match: Annotated[str | None, typer.Argument(help="The match; all of the season where none is named.", show_default=False)] = None,
    live_check: Annotated[bool, typer.Option("--live-check", help="Try out what Google really does, and keep the answers.")] = False,
    sheet: Annotated[str | None, typer.Option(help="With --live-check: the link of an empty spreadsheet to try it in.", show_default=False)] = None,
    season_folder: SeasonOption = HERE,
) -> None:
    """Shows who is signed in to Google, and whether each spreadsheet is well. Example: croupier doctor main-match-4"""
    place = season.find(season_folder)
    if google_account.choice(place) is None:
        console.say("This season keeps its workbooks as .xlsx files: nobody needs to be signed in to Google.")
        return
    signed = google_account.account(place, clock.waiting(), _waits)
    console.say(f"Signed in to Google as {signed.address} ({doctor.way(signed)}).")
    if live_check:
        kept = live_check_.check(place, signed, sheet, clock.now(), _asked, _told)
        console.say(f"The answers are in {kept}.")
        console.next_step("send that file to croupier's developers: it holds no names, addresses, links or secrets")
        return
    well = True
    for folder in [place.match(match)] if match else place.matches():
        with console.progress() as tell:
            found = doctor.examine(folder, signed, tell)
        console.say(f"{folder.id}:")
        for one in found:
            console.say(
                f"  {one.name}: {one.trouble}\n      → {one.remedy}" if one.trouble else f"  {one.name}: all is well", "red" if one.trouble else ""
            )
        well = well and not any(one.trouble for one in found)
    if not well:
        raise typer.Exit(1)


def _asked(question: str) -> bool | None:
    """What the host answers; anything but yes and no passes the question over."""
    try:
        said = str(typer.prompt(f"{question} [yes/no, Enter passes it over]", default="", show_default=False))
    except typer.Abort:
        console.say("")
        return None
    return {"y": True, "yes": True, "n": False, "no": False}.get(said.strip().casefold())


def _told(answer: Answer) -> None:
    found = answer.found or "not tried"
    console.say(f"{answer.question}: {found}" + ("" if found.startswith((answer.believed, "not tried")) else f" (believed: {answer.believed})"))
