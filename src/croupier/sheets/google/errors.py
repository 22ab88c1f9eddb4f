"""What can go wrong with Google, each in words that say what to do next.

Must not show a token, a key or a secret, whatever Google or a library puts into its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from croupier.core.problems import HostError

Json = dict[str, Any]
Kind = Literal[
    "sign-in",  # the credentials are refused
    "scopes",  # the token was not given for this
    "disabled",  # the interface is not switched on in the project
    "storage",  # a service account wants to own a file
    "forbidden",  # the file is not shared, or to read only
    "not-found",
    "office",  # an uploaded .xlsx
    "protected",  # a protection keeps croupier out
    "refused",  # 400: the request does not fit the spreadsheet as it is
    "busy",  # the quota is used up
    "unavailable",  # Google or the network
]
RATE_REASONS = frozenset({"RATE_LIMIT_EXCEEDED", "userRateLimitExceeded", "rateLimitExceeded"})
_SECRETS = re.compile(
    r"ya29\.[\w.\-/]+|1//[\w\-]{8,}|eyJ[\w\-]+(?:\.[\w\-]+){1,2}|AIza[\w\-]{20,}|GOCSPX-[\w\-]+"
    r"|-----BEGIN[^-]*-----[\s\S]*?(?:-----END[^-]*-----|$)"
    r"|(?i:bearer)\s+[\w.\-/+=]+"
    r"|(?i:access_token|refresh_token|client_secret|private_key|assertion)[\"']?\s*[=:]\s*[\"']?[^\s\"'&,}]+"
)
_LONGEST = 300


class GoogleTrouble(HostError):
    """A request that came to nothing. `kind` says why, `status` is the reply's, None where there was none."""

    kind: Kind = "refused"

    def __init__(self, message: str, next_step: str, *, kind: Kind | None = None, status: int | None = None) -> None:
        super().__init__(redacted(message), next_step)
        self.kind = kind or self.kind
        self.status = status


class SignInFailed(GoogleTrouble):
    """Nobody is signed in, or not for this: it concerns every workbook, and the run ends."""

    kind: Kind = "sign-in"


class NotAllowed(GoogleTrouble):
    """One file is not there, not shared, or of the wrong kind."""

    kind: Kind = "forbidden"


class Refused(GoogleTrouble):
    """Google found the request wrong for the spreadsheet as it now is; nothing of it was done."""


class Busy(GoogleTrouble):
    """The quota is used up, and waiting did not help or would take too long."""

    kind: Kind = "busy"


class Unavailable(GoogleTrouble):
    """Google or the network failed, again and again; what was written may have been applied."""

    kind: Kind = "unavailable"


def redacted(text: str) -> str:
    """A text without what looks like a token, a key or a secret."""
    return _SECRETS.sub("…", text)


def error_of(body: Any) -> Json:
    """The error of a reply's JSON, whatever of it is there: {code, message, status, errors, details}."""
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, str):  # the token endpoint's way
        return {"message": str(body.get("error_description") or error), "status": error}
    return error if isinstance(error, dict) else {}


def reasons(error: Json) -> frozenset[str]:
    """Every reason that an error names."""
    return frozenset(_reasons(error))


def _reasons(error: Json) -> Iterator[str]:
    for part in ("errors", "details"):
        listed = error.get(part)
        for item in listed if isinstance(listed, list) else ():
            if isinstance(item, dict) and isinstance(item.get("reason"), str):
                yield item["reason"]


def is_over_quota(status: int, error: Json) -> bool:
    """Whether it is a matter of waiting for the quota."""
    return status == 429 or (status == 403 and bool(reasons(error) & RATE_REASONS))


def translated(status: int, body: Any, who: str) -> GoogleTrouble:
    """A reply that is not tried again, in words. `who` = the address that is signed in."""
    error = error_of(body)
    message, state, named = str(error.get("message") or ""), str(error.get("status") or ""), reasons(error)
    if status == 401 or state in ("invalid_grant", "invalid_client", "unauthorized_client"):
        return sign_in_refused(f"{state}: {message}" if state.islower() else message)
    if status == 403:
        return _forbidden(error, message, named, who)
    if status in (404, 410):
        return NotAllowed(
            "there is no such file, or it is not shared with croupier",
            f"check the link, and share the file with {who} as Editor",
            kind="not-found",
            status=status,
        )
    if status == 400 and (state == "FAILED_PRECONDITION" or "not supported for this document" in message or "Office file" in message):
        return NotAllowed(OFFICE, OFFICE_REMEDY, kind="office", status=400)
    if status == 400 and "protected cell or object" in message:
        return Refused(
            "a protection that somebody made in it keeps croupier out",
            f"Data → Protect sheets and ranges: delete it, or add {who} to those who may edit",
            kind="protected",
            status=400,
        )
    return Refused(
        f"Google refused the request ({status}): {_short(message)}", "look whether the spreadsheet was changed by hand, then run again", status=status
    )


OFFICE = "it is an uploaded Excel file, not a Google spreadsheet"
OFFICE_REMEDY = "open it, File → Save as Google Sheets, and give croupier the new file's link"


def _forbidden(error: Json, message: str, named: frozenset[str], who: str) -> GoogleTrouble:
    if named & {"SERVICE_DISABLED", "accessNotConfigured"}:
        return SignInFailed(
            f"the {'Drive' if 'Drive' in message else 'Sheets'} API is not switched on in the project of these credentials",
            f"switch it on, wait a few minutes, then run again: {_activation(error)}",
            kind="disabled",
            status=403,
        )
    if named & {"ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficientPermissions"} or "insufficient authentication scopes" in message:
        return SignInFailed(
            "the sign-in was not given what croupier needs (scopes)",
            "sign in anew (croupier sign-in), and tick what croupier asks for",
            kind="scopes",
            status=403,
        )
    if "storageQuotaExceeded" in named or "storage quota" in message:
        return NotAllowed(
            "this account has no room for files of its own (service accounts never have)",
            f"make the spreadsheet with your own account, share it with {who} as Editor, and hand over its link: croupier adopt",
            kind="storage",
            status=403,
        )
    return NotAllowed("it is not shared with croupier, or not for editing", f"share it with {who} as Editor", status=403)


def _activation(error: Json) -> str:
    listed = error.get("details")
    for item in listed if isinstance(listed, list) else ():
        metadata = item.get("metadata") if isinstance(item, dict) else None
        if isinstance(metadata, Mapping) and str(metadata.get("activationUrl", "")).startswith("https://console."):
            return str(metadata["activationUrl"])
    return "https://console.cloud.google.com/apis/library"


def sign_in_refused(said: str) -> SignInFailed:
    """The credentials themselves are refused; never tried again."""
    if "invalid_grant" in said or "expired or revoked" in said:
        return SignInFailed(
            f"Google no longer takes this sign-in ({_short(said)})",
            "sign in anew (croupier sign-in); a consent screen in Testing ends every sign-in after 7 days: publish it. "
            "Of a service account check the clock and the key",
            status=401,
        )
    return SignInFailed(
        f"Google does not take these credentials ({_short(said)})", "check that the key was not deleted, or make a new one", status=401
    )


def _short(text: str) -> str:
    text = redacted(" ".join(text.split()))
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
