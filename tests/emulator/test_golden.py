"""The emulator's replies have the form of Google's own, as recorded; runs where the recordings lie beside the project.

Must not hold a copy of the recordings.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import requests

from emulator import Account, Emulator, Player, mocked
from emulator.test_reply_facts import grid

_FILE = Path(__file__).parents[3] / "shared" / "golden" / "google" / "replies.json"
RECORDED: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8")) if _FILE.exists() else []
_NOT_EMULATED = ("/export", "/upload/", ":append")
_OWN = {"spreadsheetId", "id", "namedRangeId", "createdTime", "modifiedTime", "spreadsheetUrl"}
"""What is another one every time."""


class Scene:
    """A spreadsheet with one tab, as in the recordings, and the recorded request."""

    def __init__(self, recorded: dict[str, Any]) -> None:
        self.google = Emulator()
        self.host: Account = self.google.user("host@example.com")
        self.reply: dict[str, Any] = json.loads(recorded["reply_body"] or "{}")
        name = self.reply.get("name") or self.reply.get("properties", {}).get("title") or "A sheet"
        self.book = self.google.spreadsheet(name.removeprefix("Copy of "), self.host)
        self.player = Player(self.google, self.book, self.host)

    def fill(self, replies: list[dict[str, Any]]) -> None:
        """Writes what the reply reads."""
        for part in replies:
            rows = part.get("values", [])
            if part["majorDimension"] == "COLUMNS":
                rows = [list(row) for row in zip(*rows, strict=True)]
            self.player.paste(part["range"].partition(":")[0], rows) if rows else None

    def formulas_and_days(self) -> None:
        self.player.paste("A1", [["=4/2", "2020-01-01", "string", 53], ["=3/2", 0.12, "1999-01-02"]])

    def values(self) -> None:
        self.fill(self.reply.get("valueRanges") or [self.reply])

    def cactus(self) -> None:
        self.player.rename_tab("Sheet1", "🌵 test_values_batch_get 1")
        self.player.resize("🌵 test_values_batch_get 1", rows=10)
        self.values()

    def notes(self) -> None:
        self.player.note("B2", "Or don't")
        self.player.note("A3", "another note")
        self.player.note("C3", "test")
        self.player.add_tab("worksheet 2")
        self.player.note("'worksheet 2'!B3", "two sheets")

    def two_tabs(self) -> None:
        self.player.add_tab("worksheet 2")

    def painted(self) -> None:
        text = {"foregroundColor": {"red": 1, "green": 1}, "fontSize": 12, "bold": True}
        look = {"backgroundColor": {"red": 0, "green": 1, "blue": 1}, "horizontalAlignment": "CENTER", "textFormat": text}
        self.player.do({"repeatCell": {"range": grid(0, 1, 2), "cell": {"userEnteredFormat": look}, "fields": "userEnteredFormat"}})

    def named(self) -> None:
        name = self.reply["namedRanges"][0]["name"]
        self.player.do({"addNamedRange": {"namedRange": {"name": name, "range": {**grid(0, 0, 2, 0, 2)}}}})

    def nothing(self) -> None:
        """An empty spreadsheet will do."""


SETTINGS: tuple[tuple[str, Callable[[Scene], None]], ...] = (
    ("RenderOption=FORMULA", Scene.formulas_and_days),
    ("dateTimeRenderOption", Scene.formulas_and_days),
    ("test_values_batch_get", Scene.cactus),
    ("values/<R>?valueInput", Scene.nothing),
    ("values/<R>:clear", Scene.nothing),
    ("values:batchGet", Scene.values),
    ("values/<R>", Scene.values),
    ("values.note&ranges=%27Sheet1%27%21A2", Scene.notes),
    ("note&ranges=%27worksheet+2%27%21A2", Scene.notes),
    ("note&ranges=%27worksheet+2%27", Scene.two_tabs),
    ("%21B2&fields=sheets%2Fdata%2FrowData%2Fvalues%2Fnote", Scene.notes),
    ("userEnteredFormat", Scene.painted),
    ("fields=namedRanges", Scene.named),
)
"""What has to be there for a request; the first that fits."""


def _same(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "*" if key in _OWN else _same(inner) for key, inner in value.items()}
    return [_same(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("number", range(len(RECORDED)))
def test_replies_as_recorded(number: int) -> None:
    recorded = RECORDED[number]
    url: str = recorded["url"]
    if any(mark in url for mark in _NOT_EMULATED):
        pytest.skip("croupier has no use for it: exports, uploads, appends")
    scene = Scene(recorded)
    next((setting for mark, setting in SETTINGS if mark in url), Scene.nothing)(scene)
    who = scene.host if recorded["status"] != 403 else scene.google.user("other@example.com")
    area = scene.reply.get("range") or scene.reply.get("updatedRange") or scene.reply.get("clearedRange") or "Sheet1!A1"
    url = url.replace("<ID>", scene.book).replace("<R>", quote(area, safe="")).replace("q=..", "q=trashed%3Dfalse")
    with mocked(scene.google):
        headers = {"Authorization": f"Bearer {scene.google.tokens.issue(who)}"}
        body = recorded["request_body"]
        reply = requests.request(recorded["method"], url, headers=headers, data=body and body.encode(), timeout=5)
    assert reply.status_code == recorded["status"]
    assert (reply.text == "") == (recorded["reply_body"] == "")
    if reply.text:
        found = reply.json()
        if "files" in found:
            found["files"], scene.reply["files"] = [sorted(file) for file in found["files"]], [sorted(file) for file in scene.reply["files"]]
        assert _same(found) == _same(scene.reply)
