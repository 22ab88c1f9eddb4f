"""Tokens: by a service account's signed key, by a user's refresh token, by consent; what each may do, and how they end.

Must not reach a real account.
"""

from __future__ import annotations

import importlib
import json
import threading
import webbrowser
from pathlib import Path
from typing import Any

import gspread
import pytest
import requests
from google.auth.exceptions import RefreshError, TransportError
from google.auth.transport.requests import Request as AuthRequest
from gspread.exceptions import APIError

from emulator import Emulator, Fault, Faults, Kind, any_request, gspread_client, mocked, signed_in
from emulator.conftest import DRIVE, Setting
from emulator.oauth import LIFETIME, service_account_key

ONLY_SHEETS = ("https://www.googleapis.com/auth/spreadsheets",)
READ_ONLY = ("https://www.googleapis.com/auth/spreadsheets.readonly",)
ONLY_MINE = ("https://www.googleapis.com/auth/spreadsheets", "https://www.googleapis.com/auth/drive.file")


def test_a_key_file_signs_in(setting: Setting, tmp_path: Path) -> None:
    file = tmp_path / "key.json"
    file.write_text(json.dumps(setting.google.credentials(setting.robot)), encoding="utf-8")
    assert gspread.service_account(file).open_by_key(setting.book).title == "Ana"
    assert [entry.method for entry in setting.google.log] == ["token", "sheets.spreadsheets.get"]


def test_an_authorized_user_file_signs_in(setting: Setting, tmp_path: Path) -> None:
    secret, user = tmp_path / "client.json", tmp_path / "user.json"
    secret.write_text(json.dumps(setting.google.tokens.client_file()), encoding="utf-8")
    user.write_text(json.dumps(setting.google.credentials(setting.host)), encoding="utf-8")
    client = gspread.oauth(credentials_filename=secret, authorized_user_filename=user)
    assert client.create("New").title == "New"
    assert setting.google.log[1].account == setting.host.email


def _changed(key: dict[str, str], **changes: str) -> dict[str, str]:
    return {**key, **changes}


def test_signatures_accounts_and_scopes_are_checked(setting: Setting) -> None:
    def error_of(key: dict[str, str], scopes: Any = ONLY_SHEETS) -> str:
        client = gspread.service_account_from_dict(key, scopes=scopes)
        with pytest.raises(RefreshError) as error:
            client.open_by_key(setting.book)
        return str(error.value)

    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    other = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    key = setting.google.credentials(setting.robot)
    assert "Invalid JWT Signature" in error_of(_changed(key, private_key=other.private_bytes(*form).decode()))
    assert "account not found" in error_of(_changed(key, client_email="nobody@emulator.iam.gserviceaccount.com"))
    user = _changed(setting.google.credentials(setting.host), refresh_token="1//made-up")
    with pytest.raises(RefreshError, match="invalid_grant"):
        gspread.oauth_from_dict(setting.google.tokens.client_file(), user)[0].open_by_key(setting.book)


@pytest.mark.parametrize("who", ["robot", "host"])
def test_scopes_limit_what_may_be_done(setting: Setting, who: str) -> None:
    account = getattr(setting, who)
    client = gspread_client(setting.google, account, READ_ONLY) if account.service else None
    if client is not None:
        assert client.http_client.request("get", f"https://sheets.googleapis.com/v4/spreadsheets/{setting.book}").status_code == 200
        with pytest.raises(APIError) as error:
            client.http_client.batch_update(setting.book, {"requests": [{"addSheet": {}}]})
        detail = error.value.error["details"][0]
        assert (error.value.code, detail["reason"]) == (403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT")
        with pytest.raises(APIError) as error:
            client.http_client.request("get", f"{DRIVE}/files")
        assert error.value.error["errors"][0]["reason"] == "insufficientPermissions"
    else:
        with pytest.raises(RefreshError, match="invalid_scope"):
            gspread_client(setting.google, account, ("https://www.googleapis.com/auth/gmail.send",)).open_by_key(setting.book)


def test_drive_file_shows_only_what_the_application_made(setting: Setting) -> None:
    host = setting.google.user(setting.host.email, ONLY_MINE)
    client = gspread_client(setting.google, host, ONLY_MINE)
    made = client.create("Mine")
    assert [file["name"] for file in client.list_spreadsheet_files()] == ["Mine"]
    assert made.title == "Mine"
    with pytest.raises(APIError, match="File not found"):
        client.http_client.request("get", f"{DRIVE}/files/{setting.book}")


def test_without_a_token_and_with_a_made_up_one(setting: Setting) -> None:
    url = f"https://sheets.googleapis.com/v4/spreadsheets/{setting.book}"
    reply = requests.get(url, timeout=5)
    assert (reply.status_code, reply.json()["error"]["status"]) == (403, "PERMISSION_DENIED")
    reply = requests.get(url, headers={"Authorization": "Bearer made.up"}, timeout=5)
    assert (reply.status_code, reply.json()["error"]["status"]) == (401, "UNAUTHENTICATED")
    assert "invalid_token" in reply.headers["WWW-Authenticate"]


def test_an_expired_token_is_replaced_without_anybody_noticing(setting: Setting) -> None:
    setting.get()
    setting.clock.now += LIFETIME + 1
    setting.get()
    assert [(entry.method, entry.status) for entry in setting.google.log] == [
        ("token", 200),
        ("sheets.spreadsheets.get", 200),
        ("sheets.spreadsheets.get", 401),
        ("token", 200),
        ("sheets.spreadsheets.get", 200),
    ]


def test_a_revoked_grant_ends_it(setting: Setting) -> None:
    for account, words in ((setting.robot, "account not found"), (setting.host, "Token has been expired or revoked.")):
        client = gspread_client(setting.google, account)
        client.open_by_key(setting.book)
        setting.google.faults = Faults.of(Fault(Kind.TOKEN_REVOKED))
        with pytest.raises(RefreshError, match=words) as error:
            client.open_by_key(setting.book)
        assert error.value.args[1]["error"] == "invalid_grant"
        setting.google.faults.heal()
        client.open_by_key(setting.book)


def test_a_fault_can_befall_the_token_itself(setting: Setting) -> None:
    setting.google.faults = Faults.of(Fault(Kind.RESET, among=any_request))
    with pytest.raises(TransportError):
        setting.get()
    setting.get()


def test_the_token_lasts_as_long_as_it_says(setting: Setting) -> None:
    credentials = signed_in(setting.google, setting.robot)
    refresh: Any = credentials.refresh
    refresh(AuthRequest())
    assert str(credentials.token).startswith("ya29.")
    reply = setting.google.log[0]
    assert (reply.verb, reply.status, reply.timeout) == ("POST", 200, 120)


@pytest.mark.parametrize("agrees", [True, False])
def test_consent_in_the_browser(setting: Setting, monkeypatch: pytest.MonkeyPatch, agrees: bool) -> None:
    tokens = setting.google.tokens
    tokens.browsing = setting.host if agrees else None
    browsers: list[threading.Thread] = []

    class Browser:
        def open(self, url: str, *args: object, **keywords: object) -> bool:
            browsers.append(threading.Thread(target=lambda: requests.get(url, timeout=10).close()))
            browsers[-1].start()
            return True

    monkeypatch.setattr(webbrowser, "get", lambda *args: Browser())
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    flows: Any = importlib.import_module("google_auth_oauthlib.flow")
    flow = flows.InstalledAppFlow.from_client_config(tokens.client_file(), list(ONLY_SHEETS))
    if agrees:
        credentials = flow.run_local_server(port=0)
        assert gspread.Client(credentials).open_by_key(setting.book).title == "Ana"
        assert credentials.refresh_token == setting.google.credentials(setting.host)["refresh_token"]
    else:
        with pytest.raises(Exception, match="access_denied"):
            flow.run_local_server(port=0)
    browsers[0].join()


def test_one_key_serves_all_service_accounts_of_a_run() -> None:
    google = Emulator()
    first, second = google.service_account(), google.service_account("other@emulator.iam.gserviceaccount.com")
    assert service_account_key(first)["private_key"] == service_account_key(second)["private_key"]
    book = google.spreadsheet("x", google.user("h@example.com"), writers=[second])
    with mocked(google):
        assert gspread_client(google, second).open_by_key(book).title == "x"
        with pytest.raises(PermissionError):
            gspread_client(google, first).open_by_key(book)
