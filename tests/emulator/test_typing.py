"""What Google makes of what players type, how it shows it, and what formulas come to.

Must not try who may type where.
"""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator import Emulator, Player, Refused, formulas, showing, typing_in
from emulator.conftest import Setting
from emulator.test_reply_facts import grid

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("text", "kind", "value", "form", "shown"),
    [
        ("59", "number", 59, None, "59"),
        (" 59 ", "number", 59, None, "59"),
        ("0059", "number", 59, None, "59"),
        ("59.0", "number", 59, None, "59"),
        ("-5", "number", -5, None, "-5"),
        ("0.59", "number", 0.59, None, "0.59"),
        ("1,234", "number", 1234, "NUMBER", "1,234"),
        ("$59", "number", 59, "CURRENCY", "$59"),
        ("$1,234.50", "number", 1234.5, "CURRENCY", "$1,234.50"),
        ("59%", "number", 0.59, "PERCENT", "59%"),
        ("1.5%", "number", 0.015, "PERCENT", "1.50%"),
        ("3E2", "number", 300, "SCIENTIFIC", "3.00E+02"),
        ("1e3", "number", 1000, "SCIENTIFIC", "1.00E+03"),
        ("3-4", "number", 46085, "DATE", "3-4"),
        ("1/2", "number", 46024, "DATE", "1/2"),
        ("1/2/2026", "number", 46024, "DATE", "1/2/2026"),
        ("2026-10-03", "number", 46298, "DATE", "2026-10-03"),
        ("Jan 2", "number", 46024, "DATE", "Jan 2"),
        ("2 Jan 2026", "number", 46024, "DATE", "Jan 2, 2026"),
        ("12:30", "number", 0.5208333333333334, "TIME", "12:30"),
        ("1:30 pm", "number", 0.5625, "TIME", "1:30 PM"),
        ("2026-10-03 6:00", "number", 46298.25, "DATE_TIME", "2026-10-03 6:00"),
        ("TRUE", "bool", True, None, "TRUE"),
        ("false", "bool", False, None, "FALSE"),
        ("1,5", "string", "1,5", None, "1,5"),
        ("1_000", "string", "1_000", None, "1_000"),
        ("５９", "string", "５９", None, "５９"),
        ("٣", "string", "٣", None, "٣"),
        ("nan", "string", "nan", None, "nan"),
        ("13/45", "string", "13/45", None, "13/45"),
        ("'59", "string", "59", None, "59"),
        ("C4", "string", "C4", None, "C4"),
        ("  text ", "string", "  text ", None, "  text "),
        ("=", "string", "=", None, "="),
        ("=2*3", "formula", "=2*3", None, "6"),
    ],
)
def test_typed_into_a_cell_without_a_format(setting: Setting, text: str, kind: str, value: Any, form: str | None, shown: str) -> None:
    setting.player.type("Board!A1", text)
    cell = setting.cell("Board!A1")
    assert cell["userEnteredValue"] == {f"{kind}Value": value}
    assert cell.get("userEnteredFormat", {}).get("numberFormat", {}).get("type") == form
    assert cell["formattedValue"] == shown
    assert setting.ask("get", "/values/Board!A1").json()["values"] == [[shown]]


@pytest.mark.parametrize("text", ["3-4", "TRUE", "59%", "0059", "=1+1", "'59", "1e3", "$59", " 59 "])
def test_a_cell_in_text_format_keeps_text(setting: Setting, text: str) -> None:
    setting.player.format_as_text("Board!A1")
    setting.player.type("Board!A1", text)
    assert setting.player.value("Board!A1") == {"stringValue": text}
    assert setting.cell("Board!A1")["formattedValue"] == text
    setting.ask("put", "/values/Board!A1", {"values": [[text + "!"]]}, valueInputOption="USER_ENTERED")
    assert setting.player.value("Board!A1") == {"stringValue": text + "!"}


def test_raw_values_stay_what_they_are(setting: Setting) -> None:
    sent = [["=1+1", "3-4", 5.0, True, "", None, "TRUE"]]
    setting.ask("put", "/values/Board!A1", {"values": sent}, valueInputOption="RAW")
    found = setting.ask("get", "/values/Board!A1:G1", valueRenderOption="UNFORMATTED_VALUE").json()["values"]
    assert found == [["=1+1", "3-4", 5, True, "", "", "TRUE"]]


def test_nothing_typed_empties_the_cell_and_keeps_its_look(setting: Setting) -> None:
    setting.player.paint("Board!A1", "ff0000")
    setting.player.type("Board!A1", "x")
    setting.player.type("Board!A1", "")
    assert setting.player.value("Board!A1") is None
    assert setting.cell("Board!A1")["userEnteredFormat"]["backgroundColor"] == {"red": 1}


def test_a_number_format_that_is_there_stays(setting: Setting) -> None:
    setting.player.number_format("Board!A1", "NUMBER", "0.00")
    setting.player.type("Board!A1", "50%")
    assert setting.cell("Board!A1")["formattedValue"] == "0.50"


@pytest.mark.parametrize(("text", "value"), [("1,5", 1.5), ("1.234", 1234), ("1.5", "1.5"), ("3.4.2026", 46115), ("59", 59)])
def test_a_locale_with_a_decimal_comma(setting: Setting, text: str, value: float | str) -> None:
    setting.owner.set_locale("de_DE")
    setting.player.type("Board!A1", text)
    found = setting.player.value("Board!A1")
    assert found is not None
    if text == "1.5":  # the first of May
        assert setting.cell("Board!A1")["userEnteredFormat"]["numberFormat"]["type"] == "DATE"
    else:
        assert found == {"numberValue": value}


def test_days_can_be_had_as_numbers_or_as_shown(setting: Setting) -> None:
    setting.player.type("Board!A1", "2020-01-01")
    for render, moment, value in (
        ("UNFORMATTED_VALUE", "SERIAL_NUMBER", 43831),
        ("UNFORMATTED_VALUE", "FORMATTED_STRING", "2020-01-01"),
        ("FORMATTED_VALUE", "SERIAL_NUMBER", "2020-01-01"),
        ("FORMULA", "SERIAL_NUMBER", 43831),
    ):
        reply = setting.ask("get", "/values/Board!A1", valueRenderOption=render, dateTimeRenderOption=moment).json()
        assert reply["values"] == [[value]]


def test_a_strict_drop_down_refuses_players(setting: Setting) -> None:
    rule = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "a"}]}, "strict": True}
    setting.batch({"setDataValidation": {"range": grid(), "rule": rule}})
    setting.player.type("Board!A1", "a")
    with pytest.raises(Refused, match="data validation"):
        setting.player.type("Board!A1", "b")
    setting.player.type("Board!A1", "")


@given(st.text(max_size=12))
def test_any_text_can_be_typed_and_shown(text: str) -> None:
    for locale in ("en_US", "de_DE"):
        for keeps in (True, False):
            found = typing_in.typed(text, locale, TODAY, keeps)
            assert (found.value is None) == (text == "")
            if found.value and "formulaValue" not in found.value:
                assert isinstance(showing.shown(found.value, found.format, locale), str)
            if keeps and text:
                assert found.value == {"stringValue": text}


def test_chains_of_formulas_are_worked_out_once(setting: Setting) -> None:
    setting.player.type("Board!A1", "1")
    for row in range(2, 60):
        setting.player.type(f"Board!A{row}", f"=A{row - 1}+A{row - 1}")
    assert setting.cell("Board!A59")["effectiveValue"] == {"numberValue": 2**58}


@given(st.text(alphabet="=+-*/^&()<>,;:!'\"AB12.TRUE $", max_size=14))
def test_any_formula_has_a_value(text: str) -> None:
    google = Emulator()
    book = google.world.spreadsheets[google.spreadsheet("x", google.user("h@example.com"))]
    found = formulas.value_of(book, book.sheets[0], {"formulaValue": "=" + text})
    assert len(found) == 1
    showing.shown(found, None, "en_US")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=1+2*3", "7"),
        ("=(1+2)*3", "9"),
        ("=-2^2", "4"),
        ("=2^-1", "0.5"),
        ("=0^-1", "#NUM!"),
        ("=A1", "5"),
        ('=A1&"x"', "5x"),
        ("=SUM(A1:A3)", "12"),
        ("=AVERAGE(A1:A2)", "6"),
        ("=MAX(A1:A2)-MIN(A1:A2)", "2"),
        ('=IF(A1>4,"big","small")', "big"),
        ("=A1=5", "TRUE"),
        ("=Submit!A1", "there"),
        ("=pot", "7"),
        ("=TRUE()", "TRUE"),
        ("=A3/0", "#DIV/0!"),
        ('=B9+"x"', "#VALUE!"),
        ("=XYZ", "#NAME?"),
        ("=1+", "#ERROR!"),
        ('=IMPORTRANGE("x","A1")', "Loading..."),
        ("=D1", "#REF!"),
        ("=D1+D1", "#REF!"),
        ("=E1+E1", "0"),
    ],
)
def test_formulas(setting: Setting, text: str, shown: str) -> None:
    player: Player = setting.player
    player.paste("Board!A1", [[5], [7]])
    player.type("Submit!A1", "there")
    setting.batch({"addNamedRange": {"namedRange": {"name": "pot", "range": grid(0, 1, 2)}}})
    player.type("Board!D1", text)
    assert setting.cell("Board!D1")["formattedValue"] == shown
