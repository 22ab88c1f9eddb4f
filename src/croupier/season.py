"""A season: its folder, its settings, and the matches in it.

Must not know what is inside a match.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.core import calendar
from croupier.core.problems import HostError

from . import files
from .store import Book, MatchFolder

SETTINGS = "season.toml"
IGNORED = """# Made by croupier. Secrets and players' workbooks must never reach a public repository.
private/
matches/*/private/
matches/*/boards/
matches/*/match.toml
matches/*/players.csv
/*.csv
build/
credentials.json
client_secret*.json
links.csv
"""


@dataclass(frozen=True)
class Season:
    """A season's folder with its settings: `zone` is the default for new matches, `address` the site's."""

    path: Path
    title: str
    zone: str
    address: str | None

    @property
    def build(self) -> Path:
        """Where the site is built; `build/html` is what can be published."""
        return self.path / "build"

    @property
    def book(self) -> Book:
        """What the host has entered: the roster, Garnets and Tokens outside of matches."""
        return Book(self.path, "season.jsonl")

    def matches(self) -> tuple[MatchFolder, ...]:
        """All matches, by their folders' names."""
        folder = self.path / "matches"
        if not folder.is_dir():
            return ()
        return tuple(MatchFolder(path) for path in sorted(folder.iterdir()) if (path / "match.toml").exists())

    def match(self, name: str | None) -> MatchFolder:
        """The match of an id; without a name the only one there is. HostError where that names none."""
        matches = self.matches()
        ids = ", ".join(match.id for match in matches)
        if not matches:
            raise HostError("this season has no match yet", "make one: croupier new house-of-horrors NAME --players players.csv")
        if name is None:
            if len(matches) == 1:
                return matches[0]
            raise HostError("this season has several matches", f"name one of: {ids}")
        for match in matches:
            if match.id == name:
                return match
        raise HostError(f"there is no match {name!r} in this season", f"name one of: {ids}")


def create(folder: Path, title: str, zone: str) -> Season:
    """A new season in an empty or new folder. HostError where there is one already."""
    if (folder / SETTINGS).exists():
        raise HostError(f"there is a season in {folder} already", "use it, or choose another folder")
    if not title.strip():
        raise HostError("a season needs a title", 'give it one: --title "My season"')
    _check_zone(zone)
    folder.mkdir(parents=True, exist_ok=True)
    settings = (
        "# A season of croupier. The host may change these lines at any time.\n\n"
        f"title = {quoted(title)}\n\n"
        "# The time zone of new matches, as in the IANA list: Europe/Berlin, America/New_York …\n"
        f"zone = {quoted(zone)}\n\n"
        "# Where the site will be found, once it is published; leave it out until then.\n"
        '# address = "https://example.org/season/"\n\n'
        "# To keep the players' workbooks in Google Sheets; without this they are .xlsx files. docs/google.md tells it step by step.\n"
        "# [google]\n"
        '# sign_in = "service_account"           # or "oauth": with your own account\n'
        '# credentials = "credentials.json"      # or credentials_env = "NAME", an environment variable\n'
    )
    ignored = folder / ".gitignore"
    there = ignored.read_text(encoding="utf-8") if ignored.exists() else ""
    files.write(ignored, (there + ("\n" if there and not there.endswith("\n") else "") + IGNORED).encode())
    (folder / "matches").mkdir(exist_ok=True)
    files.write(folder / SETTINGS, settings.encode())
    return find(folder)


def find(start: Path) -> Season:
    """The season that a folder lies in. HostError where it lies in none."""
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / SETTINGS).exists():
            return _read(folder)
    raise HostError(f"{start.resolve()} is not in a season", "go into the season's folder, or make one: croupier init FOLDER")


def _read(folder: Path) -> Season:
    settings = read_toml(folder / SETTINGS)
    title, zone, address = settings.get("title"), settings.get("zone", "UTC"), settings.get("address")
    if not isinstance(title, str) or not title.strip():
        raise HostError(f"{folder / SETTINGS} has no title", 'write a line: title = "My season"')
    if address is not None and not (isinstance(address, str) and address.startswith(("https://", "http://"))):
        raise HostError(f"the address in {folder / SETTINGS} is no web address", "it begins with https://")
    return Season(folder, title.strip(), _check_zone(zone), address)


def _check_zone(zone: Any) -> str:
    try:
        calendar.zone(str(zone))
    except ValueError as fault:
        raise HostError(str(fault), "mend the zone") from fault
    return str(zone)


def read_toml(path: Path) -> dict[str, Any]:
    """A settings file; HostError with line and column where it is no TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as fault:
        raise HostError(f"{path} is not there", "restore it, or make the match anew") from fault
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise HostError(f"{path} cannot be read: {fault}", "mend that line (texts stand in double quotes)") from fault


def quoted(text: str) -> str:
    """A text as a TOML string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(mark if mark.isprintable() else f"\\U{ord(mark):08x}" for mark in escaped) + '"'
