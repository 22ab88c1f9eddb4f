"""Signing in: keys of service accounts, refresh tokens of users, and the endpoint that gives access tokens for them.

Must not know what a token may be used for, but for the scopes it was given.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

from emulator import errors, jsons
from emulator.jsons import Json
from emulator.state import Account

TOKEN_URI = "https://oauth2.googleapis.com/token"
SCOPES = ("https://www.googleapis.com/auth/spreadsheets", "https://www.googleapis.com/auth/drive")
LIFETIME = 3599
_CLIENT = {"client_id": "603366585132-emulator.apps.googleusercontent.com", "client_secret": "emulator-not-a-secret"}
_ASSERTION = "urn:ietf:params:oauth:grant-type:jwt-bearer"


@cache
def _key() -> rsa.RSAPrivateKey:
    """One throw-away key for all service accounts of this process, shorter than a real one: reading it is what signing in takes longest for."""
    return rsa.generate_private_key(public_exponent=65537, key_size=1024)


def service_account_key(account: Account, token_uri: str = TOKEN_URI) -> dict[str, str]:
    """What stands in the key file of a service account."""
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return {
        "type": "service_account",
        "project_id": "emulator",
        "private_key_id": "0" * 40,
        "private_key": _key().private_bytes(*form).decode(),
        "client_email": account.email,
        "client_id": account.permission_id,
        "auth_uri": "https://accounts.google.com/o/oauth2/auth",
        "token_uri": token_uri,
        "universe_domain": "googleapis.com",
    }


def key_id(account: Account) -> str:
    """The refresh token of a user, the same in every run."""
    return "1//0" + base64.urlsafe_b64encode(hashlib.sha256(account.email.encode()).digest()).decode().rstrip("=")


@dataclass(frozen=True, slots=True)
class Token:
    """An access token: whose it is, for what, until when."""

    account: Account
    scopes: frozenset[str]
    until: float


class Tokens:
    """All tokens that are out. `revoked` holds the addresses whose grant was taken back.

    `browsing` = who is signed in in the browser and agrees to whatever a consent page asks; None agrees to nothing.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._live: dict[str, Token] = {}
        self._grants: dict[str, tuple[Account, frozenset[str]]] = {}
        self._services: dict[str, Account] = {}
        self._issued = 0
        self._codes: dict[str, tuple[Account, frozenset[str]]] = {}
        self.revoked: set[str] = set()
        self.browsing: Account | None = None

    def enrol(self, account: Account, scopes: Iterable[str] = SCOPES) -> None:
        """Lets an account sign in: a service account by its key, a user by a refresh token for these scopes."""
        if account.service:
            self._services[account.email] = account
        else:
            self._grants[key_id(account)] = (account, frozenset(scopes))

    def client_file(self, token_uri: str = TOKEN_URI) -> dict[str, dict[str, str]]:
        """What stands in the file of an application that asks users to agree (client_secret.json)."""
        return {"installed": {**_CLIENT, "auth_uri": "https://accounts.google.com/o/oauth2/auth", "token_uri": token_uri}}

    def authorized_user(self, account: Account, token_uri: str = TOKEN_URI) -> dict[str, str]:
        """What stands in the file of a user who has agreed."""
        return {"type": "authorized_user", **_CLIENT, "refresh_token": key_id(account), "token_uri": token_uri}

    def issue(self, account: Account, scopes: Iterable[str] = SCOPES) -> str:
        """A fresh access token."""
        self._issued += 1
        digest = hashlib.sha256(f"{account.email} {self._issued}".encode()).digest()
        token = "ya29.c." + base64.urlsafe_b64encode(digest).decode().rstrip("=")
        self._live[token] = Token(account, frozenset(scopes), self._clock() + LIFETIME)
        return token

    def holder(self, headers: Mapping[str, str]) -> Token | None:
        """Whose token a request carries; None where it is none that counts."""
        kind, _, bearer = headers.get("authorization", "").partition(" ")
        token = self._live.get(bearer) if kind == "Bearer" else None
        return token if token is not None and self._clock() < token.until and token.account.email not in self.revoked else None

    def expire(self) -> None:
        """Makes every access token that is out worthless; new ones can be had."""
        self._live.clear()

    def consent(self, query: Mapping[str, list[str]]) -> str:
        """Where the consent page leads: back to the application, with a code or with a refusal."""
        found = {"state": query.get("state", [""])[-1]}
        if self.browsing is None:
            found["error"] = "access_denied"
        else:
            scopes = frozenset(query.get("scope", [""])[-1].split())
            code = f"4/0{len(self._codes)}"
            self._codes[code] = self.browsing, scopes
            found |= {"code": code, "scope": " ".join(sorted(scopes))}
        return f"{query['redirect_uri'][-1]}?{urlencode(found)}"

    def exchange(self, form: Mapping[str, str]) -> Json:
        """A reply of the token endpoint. ApiError where it refuses."""
        grant = form.get("grant_type", "")
        if grant == _ASSERTION:
            account, scopes = self._asserted(form.get("assertion", ""))
        elif grant == "refresh_token":
            account, scopes = self._refreshed(form)
        elif grant == "authorization_code" and form.get("code") in self._codes:
            account, scopes = self._codes.pop(form["code"])
            self.enrol(account, scopes)
        else:
            raise errors.token("unsupported_grant_type", f"Invalid grant_type: {grant}")
        if account.email in self.revoked:
            raise errors.token("invalid_grant", "Invalid grant: account not found" if account.service else "Token has been expired or revoked.")
        found: Json = {"access_token": self.issue(account, scopes), "expires_in": LIFETIME, "token_type": "Bearer"}
        if grant == "authorization_code":
            found["refresh_token"] = key_id(account)
        return found if account.service else {**found, "scope": " ".join(sorted(scopes))}

    def _refreshed(self, form: Mapping[str, str]) -> tuple[Account, frozenset[str]]:
        if form.get("client_id") != _CLIENT["client_id"] or form.get("client_secret") != _CLIENT["client_secret"]:
            raise errors.token("invalid_client", "The OAuth client was not found.", 401)
        found = self._grants.get(form.get("refresh_token", ""))
        if found is None:
            raise errors.token("invalid_grant", "Token has been expired or revoked.")
        wanted = frozenset(form.get("scope", "").split())
        if not wanted <= found[1]:
            raise errors.token("invalid_scope", "Some requested scopes were invalid.")
        return found[0], wanted or found[1]

    def _asserted(self, assertion: str) -> tuple[Account, frozenset[str]]:
        claims = _claims(assertion)
        account = self._services.get(str(claims.get("iss")))
        if account is None:
            raise errors.token("invalid_grant", "Invalid grant: account not found")
        if not str(claims.get("aud", "")).endswith("/token") or not 0 < int(claims.get("exp", 0)) - int(claims.get("iat", 0)) <= 3600:
            raise errors.token("invalid_grant", "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.")
        scopes = frozenset(str(claims.get("scope", "")).split())
        if not scopes:
            raise errors.token("invalid_scope", "Invalid OAuth scope or ID token audience provided.")
        return account, scopes


def _claims(assertion: str) -> Mapping[str, Any]:
    """What a signed assertion says; ApiError where the signature is not the key's."""
    try:
        signed, _, signature = assertion.rpartition(".")
        _key().public_key().verify(_decoded(signature), signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        claims: Json = jsons.read(_decoded(signed.partition(".")[2]))
    except (InvalidSignature, ValueError, jsons.NotJson):
        raise errors.token("invalid_grant", "Invalid JWT Signature.") from None
    return claims


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
