"""The exports: six files of stable shape, which a spreadsheet reads as text and numbers and never as a formula.

Must not test what is public; `test_told.py` does.
"""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.export import LEDGER, RESULTS, STANDINGS, export, safe
from croupier.games.house_of_horrors import GAME
from croupier.site.public import PublicCell, PublicContestant, PublicEntry, PublicMatch, PublicSeason

COLUMNS = {"standings": STANDINGS, "ledger": LEDGER, "results": RESULTS}
WHEN = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
FORMULA = '=HYPERLINK("http://example.org")'
CELL = PublicCell("first-night", FORMULA, True, None, -2, 1, False, "candidate")
ANA = PublicContestant(FORMULA, ("@Ana", 'A, "n"; a'), "out", None, "first-night", "-lost", 3, 1, ((None, 5), ("first-night", 3)), (CELL,))
BO = PublicContestant("Бо", (), "replaced", "Eve", None, "", None, 0)
NIGHT = PublicMatch("first-night", "+Night", GAME, None, (), (), None, (), "UTC", "c0ffee", 1, (), kind="death", candidate=FORMULA, opponent="Бо")
SEASON = PublicSeason("Season", (NIGHT,), None, (ANA, BO), (PublicEntry(WHEN, FORMULA, "garnets", -2, "first-night", "\t+because\n=1"),))


def tables(folder: Path) -> dict[str, list[list[str]]]:
    """Each CSV file as a spreadsheet reads it."""
    return {name: list(csv.reader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8-sig"), newline=""))) for name in COLUMNS}


def test_the_files_are_there_with_stable_columns(tmp_path: Path) -> None:
    written = export(SEASON, tmp_path / "new" / "exports")
    assert [path.name for path in written] == [f"{name}.{kind}" for name in COLUMNS for kind in ("csv", "json")]
    for name, rows in tables(tmp_path / "new" / "exports").items():
        assert tuple(rows[0]) == COLUMNS[name]
        for record in json.loads((tmp_path / "new" / "exports" / f"{name}.json").read_text(encoding="utf-8")):
            assert tuple(record) == COLUMNS[name]


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path: Path) -> None:
    export(SEASON, tmp_path)
    found = tables(tmp_path)
    assert found["standings"][1:] == [
        [f"'{FORMULA}", '\'@Ana, A, "n"; a', "out", "", "first-night", "'-lost", "3", "1", "1", "1"],
        ["Бо", "", "replaced", "Eve", "", "", "", "0", "0", "0"],
    ]
    assert found["ledger"][1:] == [["2026-11-20T12:00:00+00:00", f"'{FORMULA}", "garnets", "-2", "first-night", "'\t+because\n=1"]]
    row = ["first-night", "'+Night", GAME.title, "death", f"'{FORMULA}", f"'{FORMULA}", "candidate", "", "True", "-2", "1", "False"]
    assert found["results"][1:] == [row]


def test_json_has_every_value_as_it_is(tmp_path: Path) -> None:
    export(SEASON, tmp_path)
    standings = json.loads((tmp_path / "standings.json").read_text(encoding="utf-8"))
    assert standings[0]["contestant"] == FORMULA and standings[0]["aliases"] == ["@Ana", 'A, "n"; a']
    assert standings[1]["garnets"] is None and standings[1]["tokens"] == 0
    (result,) = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert (result["won"], result["place"], result["garnets"]) == (True, None, -2)


def test_equal_seasons_give_equal_bytes_and_old_files_are_replaced(tmp_path: Path) -> None:
    first = {path.name: path.read_bytes() for path in export(SEASON, tmp_path)}
    export(PublicSeason("Empty", ()), tmp_path)
    assert tables(tmp_path) == {name: [list(columns)] for name, columns in COLUMNS.items()}
    assert json.loads((tmp_path / "ledger.json").read_text(encoding="utf-8")) == []
    assert {path.name: path.read_bytes() for path in export(SEASON, tmp_path)} == first


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "\u00a0=1"])
def test_what_begins_like_a_formula_gets_an_apostrophe(text: str) -> None:
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["Ana", "a=1", "'=1", "", "1-2", -2, True, None])
def test_all_else_stays_as_it_is(cell: Any) -> None:
    assert safe(cell) == cell


@given(st.text())
def test_no_text_stays_a_formula(text: str) -> None:
    assert safe(text).lstrip()[:1] not in ("=", "+", "-", "@") and safe(text)[:1] not in ("\t", "\r", "=", "+", "-", "@")
