"""Turns cells and styles of a wanted workbook into Google's cells.

Must not let any text of the workbook become a formula, a number or a date.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from croupier.core.sheet import Cell, Style

from .errors import Json

FONT = "Arial"
WRITTEN = "userEnteredValue,userEnteredFormat,note,dataValidation,textFormatRuns"
"""Everything of a cell that can be written: what is not sent is cleared."""
_LONGEST_TEXT = 50_000
_MOST_CHOICES = 500
_BOX: Json = {"condition": {"type": "BOOLEAN"}, "strict": False, "showCustomUi": True}
_ALIGN = {"left": "LEFT", "center": "CENTER", "right": "RIGHT"}


def colour(rrggbb: str) -> Json:
    """A colour in Google's form: channels from 0 to 1."""
    return {name: round(channel / 255, 5) for name, channel in zip(("red", "green", "blue"), bytes.fromhex(rrggbb), strict=True)}


def colour_style(rrggbb: str) -> Json:
    """The same as a style, which wins over the plain form."""
    return {"rgbColor": colour(rrggbb)}


def cell_data(cell: Cell) -> Json:
    """The top left cell of a (merged) cell: value, look, note, drop-down or box to tick."""
    found: Json = {"userEnteredFormat": cell_format(cell.style, keeps_text(cell))}
    value = _value(cell)
    if value:
        found["userEnteredValue"] = value
    if cell.note:
        found["note"] = clean(cell.note)
    rule = dict(_BOX) if cell.tick else _drop_down(cell.choices)
    if rule:
        found["dataValidation"] = rule
    return found


def covered_data(cell: Cell) -> Json:
    """The other cells of a merged one: they have the look alone."""
    return {"userEnteredFormat": cell_format(cell.style, keeps_text(cell))}


def is_open(cell: Cell) -> bool:
    """Whether a seat may type or paint there."""
    return cell.open or cell.name is not None


def keeps_text(cell: Cell) -> bool:
    """Whether what is typed there stays as it is typed. A box to tick holds a truth value, which such a format would make a text of."""
    return is_open(cell) and not cell.tick


def _value(cell: Cell) -> Json:
    if cell.formula:
        return {"formulaValue": cell.formula}
    if cell.tick and cell.value == "":
        return {"boolValue": False}
    if isinstance(cell.value, str):
        text = clean(cell.value)
        return {"stringValue": text} if text else {}
    return {"numberValue": cell.value}


def clean(text: str) -> str:
    """A text as a cell can hold it: what Google cannot carry becomes a mark that shows."""
    text = text[:_LONGEST_TEXT].replace("\r\n", "\n").replace("\r", "\n")
    return "".join("\ufffd" if _is_odd(mark) else mark for mark in text)


def _is_odd(mark: str) -> bool:
    return "\ud800" <= mark <= "\udfff" or (mark < " " and mark not in "\n\t") or mark in "\ufffe\uffff"


def _drop_down(choices: Sequence[str]) -> Json | None:
    """The list of a drop-down. What begins like a formula would be taken for one: it can be typed, and is not listed.

    Nothing typed is ever refused: croupier says what is wrong, in words.
    """
    listed = [choice for choice in dict.fromkeys(clean(choice) for choice in choices) if choice and choice[0] not in "=+"][:_MOST_CHOICES]
    if not listed:
        return None
    values = [{"userEnteredValue": choice} for choice in listed]
    return {"condition": {"type": "ONE_OF_LIST", "values": values}, "strict": False, "showCustomUi": True}


@cache
def _formats(style: Style, text: bool) -> Json:
    font: Json = {"fontFamily": FONT, "fontSize": style.size, "bold": style.bold, "italic": style.italic}
    if style.ink:
        font["foregroundColorStyle"] = colour_style(style.ink)
    found: Json = {
        "textFormat": font,
        "horizontalAlignment": _ALIGN[style.align],
        "verticalAlignment": "MIDDLE" if style.middle else "TOP",
        "wrapStrategy": "WRAP" if style.wrap else "OVERFLOW_CELL",
    }
    if style.fill:
        found["backgroundColorStyle"] = colour_style(style.fill)
    if style.indent:
        found["padding"] = {"top": 2, "right": 3, "bottom": 2, "left": 3 + 8 * style.indent}
    if style.border:
        side = {"style": "SOLID", "colorStyle": colour_style(style.border)}
        found["borders"] = dict.fromkeys(("top", "bottom", "left", "right"), side)
    if text:
        found["numberFormat"] = {"type": "TEXT", "pattern": "@"}
    return found


def cell_format(style: Style, text: bool) -> Json:
    """A look; `text` = what is typed stays as it is typed."""
    return _formats(style, text)


def marking(style: Style) -> Json:
    """The part of a look that a conditional format may have."""
    font: Json = {"bold": True} if style.bold else {}
    if style.ink:
        font["foregroundColorStyle"] = colour_style(style.ink)
    found: Json = {"textFormat": font} if font else {}
    if style.fill:
        found["backgroundColorStyle"] = colour_style(style.fill)
    return found
