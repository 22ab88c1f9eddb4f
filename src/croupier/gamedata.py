"""The data files of a game: its own, or the host's in their place, as bytes and as the game reads them.

Must not know what is in them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from croupier.core.game import AnyGame
from croupier.core.problems import HostError

EDITABLE = (".toml", ".csv")
"""What a new match gets a copy of, for the host to look over and change."""


def own(game: AnyGame, name: str) -> bytes:
    """A file that the game brings along."""
    return (resources.files(f"croupier.games.{game.slug.replace('-', '_')}") / name).read_bytes()


def gather(game: AnyGame, options: Mapping[str, Any], folder: Path | None) -> dict[str, tuple[str, bytes]]:
    """Key → (file, content) of the data that a match is played with.

    An option of the key's name that is a text names a file of `folder`; else the folder's copy of the game's own file
    counts, else the game's own. HostError where a file that was named is not there.
    """
    found: dict[str, tuple[str, bytes]] = {}
    for key, default in game.data_files.items():
        named = options.get(key)
        if isinstance(named, str) and named.strip() != default:
            if folder is None or named != Path(named).name or not (folder / named).is_file():
                raise HostError(f"option {key}: there is no file {named!r}", f"put it into {folder or 'the folder'}, or take the option out")
            found[key] = (named, (folder / named).read_bytes())
        elif default is not None:
            there = folder / default if folder is not None else None
            found[key] = (default, there.read_bytes() if there is not None and there.is_file() else own(game, default))
    return found


def parse(name: str, raw: bytes) -> Any:
    """What a game reads: a TOML file as a mapping, any other as its bytes. HostError where it cannot be read."""
    if not name.endswith(".toml"):
        return raw
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise HostError(f"{name} cannot be read: {fault}", "mend that line, or delete the file to use the game's own") from fault


def parsed(game: AnyGame, options: Mapping[str, Any] | None = None, folder: Path | None = None) -> dict[str, Any]:
    """Key → what the game reads."""
    return {key: parse(name, raw) for key, (name, raw) in gather(game, options or {}, folder).items()}
