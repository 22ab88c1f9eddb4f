"""The same over loopback: the real network, the same replies, the same faults.

Must not try again what does not depend on the way that requests take.
"""

from __future__ import annotations

import io
import json
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import gspread
import pytest
import requests
from gspread.exceptions import APIError

from emulator import Emulator, Fault, Faults, Kind, Server, loopback_client
from emulator.__main__ import main


@pytest.fixture
def client() -> Iterator[tuple[Emulator, str, gspread.Client]]:
    google = Emulator()
    robot = google.service_account()
    book = google.spreadsheet("Ana", google.user("host@example.com"), writers=[robot])
    with Server(google) as server:
        made = loopback_client(server.key(robot), server.base)
        made.http_client.set_timeout((2, 2))
        yield google, book, made
        made.http_client.session.close()


def test_gspread_over_loopback(client: tuple[Emulator, str, gspread.Client]) -> None:
    google, book, made = client
    tab = made.open_by_key(book).sheet1
    tab.update([["ä", 1], ["=1+1", True]], "A1")
    assert tab.get_all_values() == [["ä", "1"], ["=1+1", "TRUE"]]
    with pytest.raises(APIError) as error:
        made.open_by_key(book).values_get("Nope!A1")
    assert error.value.error["message"] == "Unable to parse range: Nope!A1"
    assert "Date" in error.value.response.headers
    assert google.log.methods()["token"] == 1


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        (Kind.TIMEOUT, requests.exceptions.ReadTimeout),
        (Kind.RESET, requests.exceptions.ConnectionError),
        (Kind.CUT_OFF_AFTER, requests.exceptions.ChunkedEncodingError),
        (Kind.BAD_GATEWAY, APIError),
    ],
)
def test_faults_over_loopback(client: tuple[Emulator, str, gspread.Client], kind: Kind, error: type[Exception]) -> None:
    google, book, made = client
    made.http_client.set_timeout((2, 0.3))
    tab = made.open_by_key(book).sheet1
    google.faults = Faults.of(Fault(kind))
    with pytest.raises(error):
        tab.update([[1]], "A1")
    assert google.log[-1].status == (502 if kind == Kind.BAD_GATEWAY else 0)
    assert tab.get_all_values() == ([["1"]] if kind == Kind.CUT_OFF_AFTER else [[]])


def test_what_is_not_emulated_says_so(client: tuple[Emulator, str, gspread.Client]) -> None:
    _, book, made = client
    with pytest.raises(APIError, match=r"NotEmulated.*values\.append"):
        made.open_by_key(book).sheet1.append_row(["x"])


def test_it_listens_on_loopback_only_and_ends() -> None:
    server = Server(Emulator())
    assert server.base.startswith("http://127.0.0.1:")
    with server:
        assert requests.get(server.base, timeout=2).status_code == 404
    with pytest.raises(requests.exceptions.ConnectionError):
        requests.get(server.base, timeout=2)


def test_the_command_says_how_to_reach_it_and_ends(tmp_path: Path) -> None:
    file, stop, out = tmp_path / "key.json", threading.Event(), io.StringIO()
    running = threading.Thread(target=main, args=(["--key", str(file), "--no-quota"], stop, out))
    running.start()
    try:
        for _ in range(1000):
            if "Ends after" in out.getvalue():
                break
            time.sleep(0.01)
        said = dict(line.split(maxsplit=1) for line in out.getvalue().splitlines())
        book, base = said["Sheet"].split()[0], said["Sheets"].removesuffix("/v4/spreadsheets")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        key = json.loads(file.read_text(encoding="utf-8"))
        assert key["token_uri"] == said["Tokens"] == f"{base}/token"
        made = loopback_client(key, base)
        made.open_by_key(book).sheet1.update([["x"]], "A1")
        made.http_client.session.close()
    finally:
        stop.set()
        running.join()


def test_the_command_ends_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0"]) == 0
    assert '"private_key"' in capsys.readouterr().out
