"""The season as files for spreadsheets and programs: standings, ledger, results of each match, as CSV and JSON.

Must not be handed anything but what everybody may know.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from . import files
from .site.public import PublicSeason

STANDINGS = ("contestant", "aliases", "status", "replaced_by", "left_match", "left_how", "garnets", "tokens", "matches", "wins")
LEDGER = ("when", "contestant", "what", "change", "match", "reason")
RESULTS = ("match", "title", "game", "kind", "contestant", "seat", "role", "place", "won", "garnets", "tokens", "eliminated")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def export(season: PublicSeason, folder: Path) -> tuple[Path, ...]:
    """Writes the files, each as .csv and .json, over those that are there. Equal seasons give equal bytes."""
    tables = {"standings": (STANDINGS, _standings(season)), "ledger": (LEDGER, _ledger(season)), "results": (RESULTS, _results(season))}
    written: list[Path] = []
    for name, (columns, rows) in tables.items():
        sheet = _frame(columns, [[_written(cell) for cell in row] for row in rows])
        text = sheet.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
        # With the mark at its beginning a spreadsheet knows that it is UTF-8.
        for path, data in ((folder / f"{name}.csv", text.encode("utf-8-sig")), (folder / f"{name}.json", _json(_frame(columns, rows)).encode())):
            files.write(path, data)
            written.append(path)
    return tuple(written)


def _frame(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> pd.DataFrame:
    """A table of objects: a missing number must not turn the others of its column into fractions."""
    return pd.DataFrame(rows, columns=list(columns), dtype=object)


def _json(frame: pd.DataFrame) -> str:
    return (frame.to_json(orient="records", force_ascii=False, indent=1) or "[]") + "\n"


def _written(cell: Any) -> Any:
    """A cell of a CSV file; a list is one text."""
    return safe(", ".join(cell) if isinstance(cell, list) else cell)


def safe(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: text that begins like one gets an apostrophe before it. Numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and (cell.startswith(_FORMULA) or cell.lstrip().startswith(_FORMULA)) else cell


def _standings(season: PublicSeason) -> list[Sequence[Any]]:
    return [
        (
            person.name,
            list(person.aliases),
            person.status,
            person.replaced_by,
            person.left_match,
            person.left_how or None,
            person.garnets,
            person.tokens,
            len(person.cells),
            sum(cell.won for cell in person.cells),
        )
        for person in season.contestants
    ]


def _ledger(season: PublicSeason) -> list[Sequence[Any]]:
    return [(row.when.isoformat(), row.contestant, row.what, row.change, row.match, row.reason) for row in season.ledger]


def _results(season: PublicSeason) -> list[Sequence[Any]]:
    rows: list[Sequence[Any]] = []
    for match in season.matches:
        for person in season.contestants:
            for cell in person.cells:
                if cell.match == match.id:
                    known = (match.id, match.title, match.game.title, match.kind, person.name, cell.seat)
                    rows.append((*known, cell.role, cell.place, cell.won, cell.garnets, cell.tokens, cell.eliminated))
    return rows
