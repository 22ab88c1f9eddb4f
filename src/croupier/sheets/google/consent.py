"""Lets a host agree in the browser that croupier works with the host's own account.

Must not ask for more than is needed, nor let a library log what is exchanged.
"""

from __future__ import annotations

import importlib
import json
import logging
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.core.problems import HostError

from .auth import SCOPES, refuse_exposed
from .errors import redacted

PATIENCE = 300
"""Seconds that the host has for the browser's pages."""
_MAKE = "make one in the Google Cloud console: Clients → Create client → Desktop app → Download JSON"
_AGAIN = "give the command again, choose your account, and tick what croupier asks for"
_TALKATIVE = ("google_auth_oauthlib", "oauthlib", "requests_oauthlib", "requests_oauthlib.oauth2_session")


def agree(client_file: Path) -> str:
    """What to keep as the credentials of the host's account, as JSON: opens the browser and waits. HostError."""
    refuse_exposed(client_file)
    client = _client(client_file)
    flows: Any = importlib.import_module("google_auth_oauthlib.flow")
    with _silence():
        try:
            flow = flows.InstalledAppFlow.from_client_config(client, list(SCOPES["oauth"]))
            made = flow.run_local_server(
                port=0,
                prompt="consent",  # else who has agreed before gets no lasting sign-in
                open_browser=_has_browser(),
                timeout_seconds=PATIENCE,
                authorization_prompt_message="Google's page opens in your browser; if it does not, open this there, on this machine: {url}",
                success_message="croupier is signed in. You can close this page.",
            )
        except (Exception, Warning) as fault:  # each of three libraries has its own, and their words may hold a code
            raise HostError(f"nobody has signed in ({redacted(type(fault).__name__)})", _AGAIN) from None
    if not made.refresh_token:
        raise HostError("Google gave no lasting sign-in", _AGAIN)
    kept = {key: getattr(made, key) for key in ("client_id", "client_secret", "refresh_token", "token_uri")}
    return json.dumps({"type": "authorized_user", **kept}, indent=1)


def _has_browser() -> bool:
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _client(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise HostError(f"{file} is not there", _MAKE) from None
    except (OSError, ValueError):
        raise HostError(f"{file} cannot be read", _MAKE) from None
    if not isinstance(found, dict) or not isinstance(found.get("installed"), dict):
        raise HostError(f"{file} is no client of the kind “Desktop app”", _MAKE)
    return found


@contextmanager
def _silence() -> Iterator[None]:
    """The libraries log codes and tokens where somebody asks them for everything."""
    loggers = [logging.getLogger(name) for name in _TALKATIVE]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
