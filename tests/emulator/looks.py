"""How a cell looks in the end: the default format, what was painted, alternating colours, tables, conditional formats.

Must not change a cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

from emulator import colours, errors, formulas
from emulator.behaviour import Behaviour
from emulator.boxes import Box
from emulator.jsons import Json
from emulator.state import Cell, Rule, Sheet, Spreadsheet

_WHITE = colours.colour("ffffff")
DEFAULT: Json = {
    "backgroundColor": _WHITE,
    "padding": {"top": 2, "right": 3, "bottom": 2, "left": 3},
    "verticalAlignment": "BOTTOM",
    "wrapStrategy": "OVERFLOW_CELL",
    "textFormat": {
        "foregroundColor": {},
        "fontFamily": "arial,sans,sans-serif",
        "fontSize": 10,
        "bold": False,
        "italic": False,
        "strikethrough": False,
        "underline": False,
        "foregroundColorStyle": {"rgbColor": {}},
    },
    "backgroundColorStyle": {"rgbColor": _WHITE},
}
"""properties.defaultFormat of a new spreadsheet."""
_CELL_DEFAULT: Json = {**DEFAULT, "textFormat": {**DEFAULT["textFormat"], "fontFamily": "Arial"}, "hyperlinkDisplayType": "PLAIN_TEXT"}
TABLE: Json = {
    "headerColorStyle": {"rgbColor": colours.colour("356854")},
    "firstBandColorStyle": {"rgbColor": colours.colour("ffffff")},
    "secondBandColorStyle": {"rgbColor": colours.colour("f6f8f9")},
}
"""The colours of a new table's rows."""


_TEXTS: Mapping[str, Callable[[str, str], bool]] = {
    "TEXT_EQ": lambda text, wanted: text == wanted,
    "TEXT_CONTAINS": lambda text, wanted: wanted in text,
    "TEXT_NOT_CONTAINS": lambda text, wanted: wanted not in text,
    "TEXT_STARTS_WITH": lambda text, wanted: text.startswith(wanted),
    "TEXT_ENDS_WITH": lambda text, wanted: text.endswith(wanted),
}
_SIZES: Mapping[str, Callable[[float, float], bool]] = {
    "NUMBER_EQ": lambda size, limit: size == limit,
    "NUMBER_NOT_EQ": lambda size, limit: size != limit,
    "NUMBER_GREATER": lambda size, limit: size > limit,
    "NUMBER_GREATER_THAN_EQ": lambda size, limit: size >= limit,
    "NUMBER_LESS": lambda size, limit: size < limit,
    "NUMBER_LESS_THAN_EQ": lambda size, limit: size <= limit,
}


def effective_format(book: Spreadsheet, sheet: Sheet, place: tuple[int, int], cell: Cell, value: Json | None, behaviour: Behaviour) -> Json | None:
    """The format that the cell shows, None where it is the default and such are left out."""
    own = cell.format or {}
    over = [*_bands(sheet, place, behaviour), own, *_rules(book, sheet, place, cell, value)]
    if not behaviour.plain_cells_have_format and not any(over):
        return None
    found = _CELL_DEFAULT
    for layer in over:
        found = _merged(found, layer)
    if "horizontalAlignment" not in found and value is not None:
        found = {**found, "horizontalAlignment": _alignment(value)}
    return colours.shown(found, book.theme, behaviour.theme_with_plain)


def _alignment(value: Json) -> str:
    if "numberValue" in value:
        return "RIGHT"
    return "LEFT" if "stringValue" in value else "CENTER"


def _merged(below: Json, above: Json) -> Json:
    """Two formats, one over the other; a colour and its style go together."""
    found = dict(below)
    for key, inner in above.items():
        plain = key.removesuffix("Style")
        if plain != key and plain in found and plain not in above:
            del found[plain]
        whole = key in colours.PAIRS or key in colours.PAIRS.values() or not isinstance(inner, dict) or not isinstance(below.get(key), dict)
        found[key] = inner if whole else _merged(below[key], inner)
    return found


def _bands(sheet: Sheet, place: tuple[int, int], behaviour: Behaviour) -> Iterator[Json]:
    if not behaviour.bands_shown:
        return
    striped = [(band.box, band.properties) for band in sheet.bands] + [(table.box, {"rowProperties": TABLE}) for table in sheet.tables]
    for box, properties in striped:
        if box.holds(*place):
            for key, at in (("rowProperties", place[0] - box.edges[0]), ("columnProperties", place[1] - box.edges[2])):
                style = _band_style(properties.get(key) or {}, at, place, box, key)
                if style is not None:
                    yield _background(style)


def _background(style: Json) -> Json:
    return {"backgroundColor": style["rgbColor"], "backgroundColorStyle": style} if "rgbColor" in style else {"backgroundColorStyle": style}


def _band_style(properties: Json, at: int, place: tuple[int, int], box: Box, key: str) -> Json | None:
    last = (box.edges[1] - 1 == place[0]) if key == "rowProperties" else (box.edges[3] - 1 == place[1])
    header = "headerColorStyle" in properties
    if header and at == 0:
        name = "headerColorStyle"
    elif last and "footerColorStyle" in properties:
        name = "footerColorStyle"
    else:
        name = "firstBandColorStyle" if (at - header) % 2 == 0 else "secondBandColorStyle"
    found: Json | None = properties.get(name)
    return found


def _rules(book: Spreadsheet, sheet: Sheet, place: tuple[int, int], cell: Cell, value: Json | None) -> Iterator[Json]:
    """The formats of the rules that hold, the first rule last: it wins."""
    for rule in reversed(sheet.rules):
        if any(box.holds(*place) for box in rule.boxes) and "booleanRule" in rule.json and holds(book, sheet, rule, value):
            yield rule.json["booleanRule"].get("format") or {}


def holds(book: Spreadsheet, sheet: Sheet, rule: Rule, value: Json | None) -> bool:
    """Whether a conditional format's condition is met by a value. Colour scales are kept and never shown."""
    condition = rule.json["booleanRule"]["condition"]
    kind: str = condition["type"]
    wanted: list[str] = [one.get("userEnteredValue", "") for one in condition.get("values") or ()]
    text = "" if value is None else str(next(iter(value.values())))
    if kind in ("BLANK", "NOT_BLANK"):
        return (value is None) == (kind == "BLANK")
    if kind in _TEXTS:
        return _TEXTS[kind](text.casefold(), wanted[0].casefold())
    if kind in _SIZES:
        return _SIZES[kind](float((value or {}).get("numberValue", math.nan)), float(wanted[0]))
    if kind == "CUSTOM_FORMULA":
        found_value = formulas.value_of(book, sheet, {"formulaValue": wanted[0]})
        return bool(next(iter(found_value.values()))) and "errorValue" not in found_value
    raise errors.NotEmulated(f"conditional formats of the type {kind}")
