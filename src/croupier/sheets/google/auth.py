"""Signs in to Google: a service account or the host's own account, out of a file or an environment variable.

Must not keep, copy or show what is in the credentials; must not take a file that others can read.
"""

from __future__ import annotations

import json
import os
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from google.auth.exceptions import GoogleAuthError
from google.oauth2.credentials import Credentials as UserCredentials
from google.oauth2.service_account import Credentials as ServiceCredentials

from croupier.core.problems import HostError

from .http import DRIVE, GoogleHttp

Way = Literal["service_account", "oauth"]
_SCOPE = "https://www.googleapis.com/auth/"
SCOPES: dict[Way, tuple[str, ...]] = {
    # To read and write what is shared with it, and to see whether a file is binned, Office, or to read only.
    "service_account": (f"{_SCOPE}spreadsheets", f"{_SCOPE}drive.metadata.readonly"),
    # To make and share spreadsheets, and to work on those alone that croupier made.
    "oauth": (f"{_SCOPE}drive.file",),
}
_HOW: dict[Way, str] = {
    "service_account": "make a key in the Google Cloud console: IAM → Service accounts → Keys → Add key → JSON",
    "oauth": "sign in with your account: croupier sign-in client_secret.json (docs/google.md tells where that file comes from)",
}


@dataclass(frozen=True)
class SignIn:
    """Credentials that were read, and whose they are as far as the file says; the rest is asked of Google (`identity`)."""

    way: Way
    credentials: Any
    address: str


def sign_in(way: Way, file: Path | None = None, variable: str | None = None) -> SignIn:
    """Reads credentials: `variable` = what an environment variable holds, JSON or the path of a file; else the file. HostError."""
    if variable and variable.strip().startswith("{"):
        return _credentials(way, variable, "the environment variable")
    path = Path(variable.strip()).expanduser() if variable and variable.strip() else file
    if path is None:
        raise HostError("nobody is signed in to Google: there are no credentials", _HOW[way])
    refuse_exposed(path)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise HostError(f"the credentials {path} are not there", f"put them there; or {_HOW[way]}") from None
    except (OSError, UnicodeDecodeError) as fault:
        raise HostError(f"the credentials {path} cannot be read ({type(fault).__name__})", _HOW[way]) from None
    return _credentials(way, text, str(path))


def _credentials(way: Way, text: str, place: str) -> SignIn:
    try:
        info = json.loads(text)
    except ValueError:
        raise HostError(f"{place} holds no JSON", _HOW[way]) from None
    kind = info.get("type") if isinstance(info, dict) else None
    wanted = "service_account" if way == "service_account" else "authorized_user"
    if kind != wanted and not (way == "oauth" and isinstance(info, dict) and kind is None and "refresh_token" in info):
        raise HostError(f"{place} holds credentials of another kind than {wanted}", _HOW[way])
    made: Any
    try:
        if way == "service_account":
            service: Any = ServiceCredentials
            made = service.from_service_account_info(info, scopes=list(SCOPES[way]))
            return SignIn(way, made, str(info["client_email"]))
        user: Any = UserCredentials
        made = user.from_authorized_user_info(info)  # with the scopes that were agreed to: to ask for others is refused
        return SignIn(way, made, "")
    except (ValueError, KeyError, TypeError, GoogleAuthError):
        raise HostError(f"{place} is incomplete, or its key is no key", _HOW[way]) from None


def identity(http: GoogleHttp) -> str:
    """The address of the account that is signed in, as Google says it."""
    user = http.get(f"{DRIVE}/about", {"fields": "user(displayName,emailAddress)"}).get("user")
    found = user if isinstance(user, dict) else {}
    return str(found.get("emailAddress") or found.get("displayName") or "")


def refuse_exposed(path: Path) -> None:
    """HostError where others can read a credentials file, or where a git repository might take it up."""
    for place in dict.fromkeys((path.absolute(), path.resolve())):
        if not place.exists():
            continue
        mode = place.stat().st_mode
        if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise HostError(f"others on this machine can read the credentials {path}", f"chmod 600 {place}")
        repository = next((folder for folder in place.parents if (folder / ".git").exists()), None)
        if repository is not None and not _is_ignored(repository, place):
            raise HostError(
                f"the credentials {path} lie in a git repository that does not ignore them",
                f"move them out of {repository}, or name them in its .gitignore (and make a new key if they were ever committed)",
            )


def _is_ignored(repository: Path, path: Path) -> bool:
    """Whether git leaves a file out; without git, whether a line of the repository's .gitignore names it."""
    try:
        found = subprocess.run(["git", "-C", str(repository), "check-ignore", "-q", "--", str(path)], capture_output=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        found = None
    if found is not None and found.returncode in (0, 1):
        return found.returncode == 0
    try:
        lines = (repository / ".gitignore").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return False
    inside = path.relative_to(repository).as_posix()
    return any(line.strip() in (path.name, f"/{inside}", inside) for line in lines)
