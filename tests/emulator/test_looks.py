"""Colours: themes, rules, bands, tables; what was painted is told apart from what shows.

Must not try what is typed into cells.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator import Behaviour, NotEmulated, colours, jsons, mocked
from emulator.conftest import Setting
from emulator.test_reply_facts import grid

RED, WHITE = {"red": 1}, {"red": 1, "green": 1, "blue": 1}


@pytest.mark.parametrize("beside", [True, False])
def test_a_theme_s_colour_has_a_style_and_perhaps_a_plain_colour(beside: bool) -> None:
    setting = Setting(Behaviour(theme_with_plain=beside))
    with mocked(setting.google):
        setting.player.paint("Board!A1", theme="ACCENT1")
        cell = setting.cell("Board!A1")
    plain = {"red": 0.25882354, "green": 0.52156866, "blue": 0.95686275}
    for form in (cell["userEnteredFormat"], cell["effectiveFormat"]):
        assert form["backgroundColorStyle"] == {"themeColor": "ACCENT1"}
        assert form.get("backgroundColor") == (plain if beside else None)


def test_painting_over_takes_the_theme_away(setting: Setting) -> None:
    setting.player.paint("Board!A1", theme="ACCENT1")
    cell = {"userEnteredFormat": {"backgroundColor": RED}}
    setting.batch({"repeatCell": {"range": grid(), "cell": cell, "fields": "userEnteredFormat.backgroundColor"}})
    assert setting.cell("Board!A1")["userEnteredFormat"] == {"backgroundColor": RED, "backgroundColorStyle": {"rgbColor": RED}}


def test_the_style_wins_over_the_plain_colour(setting: Setting) -> None:
    plain, style = ("backgroundColor", {"green": 1}), ("backgroundColorStyle", {"rgbColor": RED})
    for both in (dict([plain, style]), dict([style, plain])):
        setting.player.paint("Board!A1", None)
        cell = {"userEnteredFormat": both}
        setting.batch({"repeatCell": {"range": grid(), "cell": cell, "fields": "userEnteredFormat(backgroundColor,backgroundColorStyle)"}})
        assert setting.cell("Board!A1")["userEnteredFormat"]["backgroundColor"] == RED


def test_a_rule_shows_only_in_the_effective_format(setting: Setting) -> None:
    setting.player.paint("Board!A1:A2", "00ff00")
    setting.player.type("Board!A1", "x")
    setting.player.conditional_format("Board!A1:A2", "ff0000")
    first, second = setting.cell("Board!A1"), setting.cell("Board!A2")
    assert first["userEnteredFormat"]["backgroundColor"] == {"green": 1}
    assert first["effectiveFormat"]["backgroundColor"] == RED
    assert second["effectiveFormat"]["backgroundColor"] == {"green": 1}
    found = setting.get("sheets.conditionalFormats")["sheets"][0]["conditionalFormats"][0]
    assert found["ranges"] == [{"startRowIndex": 0, "endRowIndex": 2, "startColumnIndex": 0, "endColumnIndex": 1}]
    assert found["booleanRule"]["format"]["backgroundColorStyle"] == {"rgbColor": RED}


@pytest.mark.parametrize(
    ("kind", "value", "yes", "no"),
    [
        ("NUMBER_GREATER", "5", "6", "5"),
        ("NUMBER_EQ", "5", "5", "x"),
        ("TEXT_CONTAINS", "wolf", "Werewolf", "cat"),
        ("TEXT_EQ", "a", "A", "ab"),
        ("BLANK", "", "", "x"),
        ("CUSTOM_FORMULA", "=A1=6", "6", "7"),
    ],
)
def test_conditions(setting: Setting, kind: str, value: str, yes: str, no: str) -> None:
    setting.player.conditional_format("Board!A1", "ff0000", {"type": kind, "values": [{"userEnteredValue": value}]})
    for text, holds in ((yes, True), (no, False)):
        setting.player.type("Board!A1", "-")
        setting.player.type("Board!A1", text)
        assert (setting.cell("Board!A1")["effectiveFormat"]["backgroundColor"] == RED) is holds


def test_conditions_that_are_not_known_are_not_guessed(setting: Setting) -> None:
    setting.player.conditional_format("Board!A1", "ff0000", {"type": "DATE_BEFORE", "values": [{"relativeDate": "TODAY"}]})
    setting.player.type("Board!A1", "x")
    with pytest.raises(NotEmulated, match="DATE_BEFORE"):
        setting.cell("Board!A1")


@pytest.mark.parametrize("shown", [True, False])
def test_bands_and_tables_show_as_believed_and_what_is_painted_covers_them(shown: bool) -> None:
    setting = Setting(Behaviour(bands_shown=shown))
    with mocked(setting.google):
        setting.player.paste("Board!A1", [["a"], ["b"], ["c"]])
        setting.player.paint("Board!A3", "0000ff")
        setting.player.band("Board!A1:A3", "ff0000", "00ff00")
        looks = [setting.cell(f"Board!A{row}")["effectiveFormat"]["backgroundColor"] for row in (1, 2, 3)]
        assert looks == [RED if shown else WHITE, {"green": 1} if shown else WHITE, {"blue": 1}]
        assert "userEnteredFormat" not in setting.cell("Board!A1")
        band = setting.get("sheets.bandedRanges")["sheets"][0]["bandedRanges"][0]
        assert band["rowProperties"]["firstBandColorStyle"] == {"rgbColor": RED}
        setting.player.type("Submit!A1", "head")
        setting.player.make_table("Submit!A1:B4")
        assert (setting.cell("Submit!A1")["effectiveFormat"]["backgroundColor"] != WHITE) is shown
        assert setting.get("sheets.tables(name,range)")["sheets"][1]["tables"][0]["range"]["endRowIndex"] == 4


def test_the_default_look_depends_on_the_value(setting: Setting) -> None:
    setting.player.paste("Board!A1", [["text", 5, True]])
    looks = [setting.cell(f"Board!{column}1")["effectiveFormat"]["horizontalAlignment"] for column in "ABC"]
    assert looks == ["LEFT", "RIGHT", "CENTER"]


@given(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))
def test_every_colour_of_8_bits_comes_back_and_reads_as_itself(red: int, green: int, blue: int) -> None:
    text = f"{red:02x}{green:02x}{blue:02x}"
    found = colours.colour(text)
    assert colours.kept({"red": red / 255, "green": green / 255, "blue": blue / 255, "alpha": 1}) == found
    assert colours.kept(found) == found
    assert [round(found.get(name, 0) * 255) for name in ("red", "green", "blue")] == [red, green, blue]
    assert 0 not in found.values()


@pytest.mark.parametrize(("value", "printed"), [(66 / 255, "0.25882354"), (1 / 255, "0.003921569"), (1.0, "1"), (251 / 255, "0.9843137")])
def test_numbers_of_32_bits_are_printed_short(value: float, printed: str) -> None:
    assert jsons.write(jsons.float32(value)).decode() == printed
