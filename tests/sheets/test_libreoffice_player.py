"""A player with LibreOffice: what is painted and typed there, by its own scripting, is read as it was meant.

Must not paint by any other program than LibreOffice.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from croupier import desk as desks
from croupier.handins import understand
from croupier.sheets.xlsx import XlsxStore
from table import Desk

PLAYER = Path(__file__).parent / "libreoffice_player.py"
PYTHONS = ("/usr/bin/python3", "/usr/lib/libreoffice/program/python", "/opt/libreoffice/program/python")


def _python_with_uno() -> str | None:
    for python in PYTHONS:
        if Path(python).exists() and subprocess.run([python, "-c", "import uno"], capture_output=True, check=False).returncode == 0:
            return python
    return None


@pytest.mark.libreoffice
def test_a_board_painted_in_libreoffice_is_read_as_it_was_meant(tmp_path: Path) -> None:
    soffice, python = shutil.which("soffice"), _python_with_uno()
    if soffice is None or python is None:
        missing = "LibreOffice Calc and its Python (libreoffice-calc, python3-uno) are not both there"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    table = Desk(tmp_path / "season")
    table.hand_in({"Ana": {"bids": {"Wolfman": "20", "Walls": "1"}}})
    table.sync()
    match = table.match
    store, workbook, form = XlsxStore(tmp_path / "boards"), desks.workbook(match, "Ana"), match.asked["Ana"]
    store.bring("01-ana", workbook)
    path = tmp_path / "boards" / "01-ana" / f"{workbook.title}.xlsx"
    wolfman = match.state.options.catalogue.by_name["Wolfman"].colour
    before = store.read("01-ana", workbook, form)
    bid = before.fields["bid_1"].ref.split("!")
    strokes = [["Board", "B2", wolfman, None], ["Board", "B3", None, "wo"], ["Board", "C2", "9900ff", None], ["Board", "C3", None, "o"]]
    strokes += [["Board", "D4", "999999", None], [*bid, None, "$1,0"], ["Board", "E5", "b7b7b8", None]]
    played = subprocess.run(
        [python, str(PLAYER), soffice, str(tmp_path / "profile"), str(path), json.dumps(strokes)], capture_output=True, text=True, check=False
    )
    assert played.returncode == 0, played.stderr
    hand_in = understand(match, "Ana", form, store.read("01-ana", workbook, form))
    assert "Wolfman at B2." in hand_in.understood and "Wall at D4." in hand_in.understood, hand_in.understood
    assert {(problem.code, problem.where) for problem in hand_in.problems} == {
        ("unreadable", "board/E5"),
        ("unreadable", "bids/Nightmare"),
    }
    assert any(line.startswith("Board!E5: ") for line in hand_in.lines) and any("$1,0" in line for line in hand_in.lines)
