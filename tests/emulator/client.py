"""Makes gspread clients that talk to the emulator: behind `mocked`, or to a server on loopback.

Must not change gspread or google-auth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import gspread
from google.oauth2 import credentials, service_account
from gspread.http_client import FileType, HTTPClient, ParamsType
from requests import Response

from emulator.oauth import SCOPES, TOKEN_URI
from emulator.service import Emulator
from emulator.state import Account

_HOSTS = ("https://sheets.googleapis.com", "https://www.googleapis.com")
_from_key: Callable[..., service_account.Credentials] = service_account.Credentials.from_service_account_info
_from_user: Callable[..., credentials.Credentials] = credentials.Credentials.from_authorized_user_info


def signed_in(
    emulator: Emulator, account: Account, scopes: Iterable[str] = SCOPES, token_uri: str = TOKEN_URI
) -> service_account.Credentials | credentials.Credentials:
    """Credentials of google-auth for an account: a service account's key, or a user's refresh token."""
    return (_from_key if account.service else _from_user)(emulator.credentials(account, token_uri), scopes=list(scopes))


def gspread_client(
    emulator: Emulator, account: Account, scopes: Iterable[str] = SCOPES, http_client: type[HTTPClient] = HTTPClient
) -> gspread.Client:
    """A gspread client that is signed in as an account; for use inside `mocked`."""
    return gspread.Client(signed_in(emulator, account, scopes), http_client=http_client)


class LoopbackHTTPClient(HTTPClient):
    """gspread's own client, but that what is meant for Google goes to `base`, the address of a server on loopback."""

    base = "http://127.0.0.1:8080"

    def request(
        self,
        method: str,
        endpoint: str,
        params: ParamsType | None = None,
        data: bytes | None = None,
        json: Mapping[str, Any] | None = None,
        files: FileType = None,
        headers: Any = None,
    ) -> Response:
        for host in _HOSTS:
            endpoint = endpoint.replace(host, self.base, 1) if endpoint.startswith(host) else endpoint
        return super().request(method, endpoint, params, data, json, files, headers)


def loopback_client(key: Mapping[str, str], base: str, scopes: Iterable[str] = SCOPES) -> gspread.Client:
    """A gspread client with a service account's key that talks to the server at `base`."""
    client_class = type("AtBase", (LoopbackHTTPClient,), {"base": base.rstrip("/")})
    return gspread.Client(_from_key(dict(key), scopes=list(scopes)), http_client=client_class)
