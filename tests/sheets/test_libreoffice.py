"""LibreOffice opens, calculates and saves our workbooks: the same board, names and values must come back.

Must not check looks; those are looked at.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from croupier.core.forms import Form
from croupier.core.sheet import Workbook
from croupier.games.house_of_horrors.money import read_amount, read_walls
from croupier.sheets.base import Snapshot, answers
from croupier.sheets.drawn import as_drawn
from croupier.sheets.fill import fill
from croupier.sheets.xlsx_read import read_book
from croupier.sheets.xlsx_write import render
from sheets.samples import VIEWS, sample

pytestmark = pytest.mark.libreoffice

BOARD = [
    ". . . . . . . . E/E",
    ". o Ni/Ni o . . . Sl .",
    ". Ni/Ni Ni/Ni Ni/Ni Ro Wo/Wo Wo/Wo . .",
    "De/Wo Ni/Ni Ni/Ni ./Wo ? o o . .",
    ". Bl Te Bt Gr Ms Pl Wa .",
]
PLACE: dict[str, Any] = {"Wall 1": {"at": "C7", "turn": 90}, "Nightmare B": {"at": "b4", "turn": "270"}}
# As typed → what it counts as, None = nothing that counts.
TYPED: dict[str, tuple[Any, int | None]] = {
    "Wolfman A": ("$1,000", 1000),
    "Wolfman B": ("100", 100),
    "Nightmare": (" 7 ", 7),
    "That One Teacher, Ya Know": ("$ 20.00", 20),
    "Roach Cannon": (30, 30),
    "Blood Walls": ("9,50", None),
    "Slug Boy": ("3-4", None),
    "Desk Job": ("1e3", None),
}
MORE: tuple[tuple[Any, int | None], ...] = (
    ("1,234,567", 1234567),
    ("007", 7),
    ("5.0", 5),
    ("0", 0),
    ("9.5", None),
    ("50%", None),
    ("5$", None),
    ("-5", None),
    ("1,00", None),
    (",100", None),
    ("1 000", None),
    ("ten", None),
    ("$", None),
    ("=1+1", None),
    (2.5, None),
    ("12/12", None),
)
WALLS: tuple[tuple[Any, int | None], ...] = (("3", 150), ("$150", 150), (2, 100), ("$ 1,000", 1000), ("$75", None), ("few", None), ("0", 0))


def office() -> str:
    found = shutil.which("soffice")
    if found is None:
        reason = "LibreOffice Calc is not installed (no soffice)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="module")
def resaved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the tests below look at, opened and saved anew by LibreOffice in one go."""
    program = office()
    before, after = tmp_path_factory.mktemp("before"), tmp_path_factory.mktemp("after")
    for title in VIEWS:
        (before / f"{title}.xlsx").write_bytes(render(sample(title)[0]))
    workbook, form = sample("03-auction-3")
    bids = {label: typed for label, (typed, _) in TYPED.items()}
    _filled(before / "filled.xlsx", workbook, form, {"bids": {**bids, "Walls": "$150"}, "board": BOARD, "place": PLACE})
    _filled(before / "within.xlsx", workbook, form, {"bids": {"Desk Job": "$600", "Walls": "0"}})
    for number, (typed, _) in enumerate(MORE):
        _filled(before / f"more-{number}.xlsx", workbook, form, {"bids": {"Wolfman A": typed}})
    for number, (typed, _) in enumerate(WALLS):
        _filled(before / f"walls-{number}.xlsx", workbook, form, {"bids": {"Walls": typed}})
    entrants, asked = sample("10-entrants")
    invited = {"entrants": {"Jumpy Jack": "$120", "Timid Tim": "96"}, "garnets": {"Timid Tim": "$2", "Random Red": "2"}}
    _filled(before / "entrants.xlsx", entrants, asked, invited)
    profile = f"-env:UserInstallation={tmp_path_factory.mktemp('profile').as_uri()}"
    command = [program, profile, "--headless", "--convert-to", "xlsx", "--outdir", str(after), *map(str, sorted(before.iterdir()))]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    return after


def _filled(file: Path, workbook: Workbook, form: Form, given: dict[str, Any]) -> None:
    file.write_bytes(render(workbook))
    fill(file, form, given)


def read(file: Path, title: str) -> tuple[Snapshot, Form]:
    workbook, form = sample(title)
    return read_book(file.read_bytes(), "", workbook, form, file.name), form


def shown(file: Path, label: str, column: str = "D") -> Any:
    """The calculated value in the line of a label on Submit."""
    sheet = load_workbook(file, data_only=True)["Submit"]
    rows = [row for row in range(1, sheet.max_row + 1) if any(str(sheet.cell(row, at).value or "").startswith(label) for at in (1, 2))]
    assert len(rows) == 1, (label, rows)
    return sheet[f"{column}{rows[0]}"].value or None


@pytest.mark.parametrize("title", VIEWS)
def test_an_untouched_workbook_comes_back_as_it_was_drawn(resaved: Path, title: str) -> None:
    workbook, _ = sample(title)
    found, form = read(resaved / f"{title}.xlsx", title)
    drawn = as_drawn(workbook, form, {})
    assert answers(form, found) == answers(form, drawn)
    assert found.fields == drawn.fields
    assert found.legend == drawn.legend
    assert found.remarks == ()


def test_a_filled_workbook_comes_back_as_it_was_filled(resaved: Path) -> None:
    found, form = read(resaved / "filled.xlsx", "03-auction-3")
    given = answers(form, found)
    assert given["board"][:5] == BOARD
    assert given["place"] == PLACE
    assert given["bids"] == {**{label: typed for label, (typed, _) in TYPED.items()}, "Walls": "$150"}


def test_the_sums_count_what_can_be_read(resaved: Path) -> None:
    for label, (_, counts) in TYPED.items():
        assert shown(resaved / "filled.xlsx", label) == (counts or "?"), label
    total = sum(counts or 0 for _, counts in TYPED.values()) + 150
    assert shown(resaved / "filled.xlsx", "All bids together") == total
    assert shown(resaved / "filled.xlsx", "Left of your $640") == 640 - total
    assert "void" in str(shown(resaved / "filled.xlsx", "Too much", "A"))


def test_bids_within_the_purse_raise_no_alarm(resaved: Path) -> None:
    assert shown(resaved / "within.xlsx", "All bids together") == 600
    assert shown(resaved / "within.xlsx", "Left of your $640") == 40
    assert "Too much" not in str([[cell.value for cell in row] for row in load_workbook(resaved / "within.xlsx", data_only=True)["Submit"]])


def test_the_sums_read_as_croupier_reads(resaved: Path) -> None:
    for number, (typed, counts) in enumerate(MORE):
        read_as = read_amount(typed, dollars=True)
        assert (read_as[0] if read_as else None) == counts, typed
        assert shown(resaved / f"more-{number}.xlsx", "Wolfman A") == ("?" if counts is None else counts or None), typed
    for number, (typed, counts) in enumerate(WALLS):
        bought = read_walls(typed)
        assert (None if bought is None else 50 * bought) == counts, typed
        assert shown(resaved / f"walls-{number}.xlsx", "Walls (") == ("?" if counts is None else counts or None), typed


def test_garnets_are_counted_apart(resaved: Path) -> None:
    file = resaved / "entrants.xlsx"
    assert shown(file, "All money bids") == 216
    assert shown(file, "Left of your $215") == -1
    assert shown(file, "All money bids", "F") == 2
    assert shown(file, "Left of your $215", "F") == 1
    assert shown(file, "Timid Tim", "F") == "?"
