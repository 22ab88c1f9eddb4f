"""Google's error replies, word for word where they are known: envelope, status, reason, details.

Must not decide when an error is due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emulator.jsons import Json

PROJECT = "603366585132"
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
PROTECTED = "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit."
_INFO = "type.googleapis.com/google.rpc.ErrorInfo"
_HELP = "type.googleapis.com/google.rpc.Help"
_HTML = """<!DOCTYPE html>
<html lang=en>
  <meta charset=utf-8>
  <title>Error {status} ({title})!!1</title>
  <p><b>{status}.</b> <ins>That’s an error.</ins>
  <p>{text}  <ins>That’s all we know.</ins>
"""


class NotEmulated(Exception):
    """Something that Google can do and this package does not: never answered as if it had been done."""


class ApiError(Exception):
    """A request that Google would answer with an error."""

    def __init__(self, status: int, body: Json | str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, body)
        self.status = status
        self.body = body
        self.headers = dict(headers or {})

    @property
    def message(self) -> str:
        """The words of the error."""
        if isinstance(self.body, str):
            return self.body
        error = self.body["error"]
        return str(error["message"]) if isinstance(error, dict) else str(error)


class Bad(Exception):
    """A request of a batch that is refused; the batch puts its place before the words."""


def sheets(status: int, message: str, *details: Json, state: str | None = None, headers: Mapping[str, str] | None = None) -> ApiError:
    """An error of the Sheets interface."""
    error: Json = {"code": status, "message": message, "status": state or _STATUS[status]}
    if details:
        error["details"] = list(details)
    return ApiError(status, {"error": error}, headers)


def invalid(message: str) -> ApiError:
    """A request that cannot be done as things stand."""
    return sheets(400, message)


def malformed(message: str, violations: Sequence[tuple[str, str]]) -> ApiError:
    """A request that is not of the form that the discovery document describes: (field, description) for each trouble."""
    listed = [{"field": field, "description": text} if field else {"description": text} for field, text in violations]
    return sheets(400, message, {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": listed})


def not_found() -> ApiError:
    return sheets(404, "Requested entity was not found.")


def forbidden() -> ApiError:
    return sheets(403, "The caller does not have permission")


def office_file() -> ApiError:
    """An uploaded .xlsx that was opened in Google Sheets without being converted."""
    return sheets(400, "This operation is not supported for this document", state="FAILED_PRECONDITION")


def unauthenticated(api: str) -> ApiError:
    """A token that is expired, revoked or made up."""
    message = (
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication "
        "credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."
    )
    headers = {"WWW-Authenticate": 'Bearer realm="https://accounts.google.com/", error="invalid_token"'}
    info = {"@type": _INFO, "reason": "ACCESS_TOKEN_TYPE_UNSUPPORTED", "metadata": {"service": f"{api}.googleapis.com"}}
    return sheets(401, message, info, headers=headers)


def scopes(api: str, method: str) -> ApiError:
    """A token that was not given for this."""
    if api == "drive":
        return drive(403, "Request had insufficient authentication scopes.", "insufficientPermissions", state="PERMISSION_DENIED")
    info = {
        "@type": _INFO,
        "reason": "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
        "domain": "googleapis.com",
        "metadata": {"service": f"{api}.googleapis.com", "method": method},
    }
    return sheets(403, "Request had insufficient authentication scopes.", info)


def disabled(api: str) -> ApiError:
    """The interface was not switched on in the project."""
    name = "Google Drive API" if api == "drive" else "Google Sheets API"
    link = f"https://console.developers.google.com/apis/api/{api}.googleapis.com/overview?project={PROJECT}"
    message = (
        f"{name} has not been used in project {PROJECT} before or it is disabled. Enable it by visiting {link} then retry. If you enabled "
        "this API recently, wait a few minutes for the action to propagate to our systems and retry."
    )
    info = {
        "@type": _INFO,
        "reason": "SERVICE_DISABLED",
        "domain": "googleapis.com",
        "metadata": {"service": f"{api}.googleapis.com", "consumer": f"projects/{PROJECT}", "activationUrl": link},
    }
    links = {"@type": _HELP, "links": [{"description": "Google developers console API activation", "url": link}]}
    error = sheets(403, message, info, links)
    if api == "drive" and isinstance(error.body, dict):
        error.body["error"]["errors"] = [{"message": message, "domain": "usageLimits", "reason": "accessNotConfigured"}]
    return error


def quota(bucket: str, limit: int, scope: str = "user", retry_after: int | None = None) -> ApiError:
    """More requests than the minute allows; `bucket` is "read" or "write"."""
    name = bucket.capitalize()
    per, suffix = (" per user", "PerUser") if scope == "user" else ("", "")
    message = (
        f"Quota exceeded for quota metric '{name} requests' and limit '{name} requests per minute{per}' of service "
        f"'sheets.googleapis.com' for consumer 'project_number:{PROJECT}'."
    )
    info = {
        "@type": _INFO,
        "reason": "RATE_LIMIT_EXCEEDED",
        "domain": "googleapis.com",
        "metadata": {
            "service": "sheets.googleapis.com",
            "quota_limit_value": str(limit),
            "quota_location": "global",
            "quota_metric": f"sheets.googleapis.com/{bucket}_requests",
            "quota_limit": f"{name}RequestsPerMinute{suffix}",
            "consumer": f"projects/{PROJECT}",
        },
    }
    link = {"description": "Request a higher quota limit.", "url": "https://cloud.google.com/docs/quota#requesting_higher_quota"}
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return sheets(429, message, info, {"@type": _HELP, "links": [link]}, headers=headers)


def drive(
    status: int,
    message: str,
    reason: str,
    domain: str = "global",
    location: tuple[str, str] | None = None,
    state: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> ApiError:
    """An error of the Drive interface; `location` = (its type, its name)."""
    item: Json = {"message": message, "domain": domain, "reason": reason}
    if location:
        item |= {"location": location[1], "locationType": location[0]}
    error: Json = {"code": status, "message": message, "errors": [item]}
    if state:
        error["status"] = state
    return ApiError(status, {"error": error}, headers)


def no_file(identifier: str) -> ApiError:
    """A file that is not there, or that the account may not know of."""
    return drive(404, f"File not found: {identifier}.", "notFound", location=("parameter", "fileId"))


def may_not(what: str = "The user does not have sufficient permissions for this file.") -> ApiError:
    return drive(403, what, "insufficientFilePermissions")


def storage() -> ApiError:
    """What a service account hears that wants to own a file."""
    return drive(403, "The user's Drive storage quota has been exceeded.", "storageQuotaExceeded", "usageLimits")


def drive_trouble(status: int, headers: Mapping[str, str]) -> ApiError:
    """What Drive says where the fault is Google's."""
    message, reason, domain = {
        429: ("Rate Limit Exceeded", "rateLimitExceeded", "usageLimits"),
        500: ("Internal Error", "internalError", "global"),
    }.get(status, ("Transient failure. Please try again later.", "transientError", "global"))
    return drive(status, message, reason, domain, headers=headers)


def drive_quota(retry_after: int | None = None) -> ApiError:
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return drive(
        403,
        "User Rate Limit Exceeded. Rate of requests for user exceed configured project quota.",
        "userRateLimitExceeded",
        "usageLimits",
        headers=headers,
    )


def page(status: int, title: str, text: str) -> ApiError:
    """An error of a machine in front of the interface: a page of HTML."""
    return ApiError(status, _HTML.format(status=status, title=title, text=text), {"Content-Type": "text/html; charset=UTF-8"})


def token(error: str, description: str, status: int = 400) -> ApiError:
    """A refusal of the token endpoint."""
    return ApiError(status, {"error": error, "error_description": description})


def spelled(value: Any) -> str:
    """A value inside an error's words."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
