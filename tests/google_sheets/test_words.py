"""What Google's errors become in words: each says what to do, and none shows a secret.

Must not send anything.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.core.problems import HostError
from croupier.sheets.google.errors import GoogleTrouble, redacted, translated
from croupier.sheets.google.links import Link, read_link
from emulator import errors as theirs
from emulator.errors import ApiError

ROBOT = "robot@example.iam.gserviceaccount.com"
ID = "1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789_-abcde"
ERRORS: dict[str, tuple[ApiError, str, str, str]] = {
    "not shared": (theirs.forbidden(), "forbidden", "not shared with croupier", f"share it with {ROBOT} as Editor"),
    "no such file": (theirs.not_found(), "not-found", "no such file", f"share the file with {ROBOT} as Editor"),
    "no such file in Drive": (theirs.no_file("x"), "not-found", "no such file", "check the link"),
    "may not": (theirs.may_not(), "forbidden", "not shared", ROBOT),
    "Sheets is off": (
        theirs.disabled("sheets"),
        "disabled",
        "Sheets API is not switched on",
        "https://console.developers.google.com/apis/api/sheets",
    ),
    "Drive is off": (theirs.disabled("drive"), "disabled", "Drive API is not switched on", "https://console.developers.google.com/apis/api/drive"),
    "scopes of Sheets": (theirs.scopes("sheets", "get"), "scopes", "scopes", "sign in anew"),
    "scopes of Drive": (theirs.scopes("drive", "get"), "scopes", "scopes", "sign in anew"),
    "storage": (theirs.storage(), "storage", "service accounts never have", "make the spreadsheet with your own account"),
    "Office file": (theirs.office_file(), "office", "uploaded Excel file", "Save as Google Sheets"),
    "protected": (theirs.invalid(f"Invalid requests[0].updateCells: {theirs.PROTECTED}"), "protected", "a protection that somebody made", ROBOT),
    "no range": (theirs.invalid("Unable to parse range: x"), "refused", "Unable to parse range", "run again"),
    "token": (theirs.unauthenticated("sheets"), "sign-in", "does not take these credentials", "key"),
    "refresh token": (theirs.token("invalid_grant", "Token has been expired or revoked."), "sign-in", "no longer takes this sign-in", "7 days"),
    "client": (theirs.token("invalid_client", "The OAuth client was not found.", 401), "sign-in", "does not take these credentials", "key"),
    "a page": (theirs.page(404, "Not Found", "x"), "not-found", "no such file", "check the link"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_every_error_says_what_to_do(name: str) -> None:
    error, kind, message, step = ERRORS[name]
    found = translated(error.status, error.body if isinstance(error.body, dict) else None, ROBOT)
    assert isinstance(found, (GoogleTrouble, HostError))
    assert found.kind == kind
    assert message in found.message and step in found.next_step


@pytest.mark.parametrize(
    "body", [None, [], {}, {"error": None}, {"error": []}, {"error": {"errors": 1, "details": "x", "message": 5}}, {"error": "x"}]
)
@pytest.mark.parametrize("status", [400, 401, 403, 404, 418])
def test_odd_bodies_break_nothing(status: int, body: Any) -> None:
    assert translated(status, body, ROBOT).next_step


SECRETS = (
    "ya29.c.b0Aaekm1K_x-y",
    "1//0gAbCdEfGhIjKl-mn",
    "eyJhbGciOi.eyJpc3Mi.c2ln",
    "AIzaSyA1234567890abcdefghijk",
    "GOCSPX-abcdef",
    "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----",
    "Bearer abc.def",
    "refresh_token=abcdef",
    '"client_secret": "abcdef"',
)


@pytest.mark.parametrize("secret", SECRETS)
def test_secrets_are_left_out(secret: str) -> None:
    body = {"error": {"message": f"before {secret} after"}}
    for status in (400, 401):
        found = translated(status, body, ROBOT)
        assert secret not in found.message and secret not in str(found)
    assert redacted(f"before {secret} after").startswith("before ")


LINKS = (
    f"https://docs.google.com/spreadsheets/d/{ID}/edit?usp=sharing",
    f"https://docs.google.com/spreadsheets/d/{ID}/edit?gid=0#gid=0",
    f"https://docs.google.com/spreadsheets/d/{ID}",
    f"https://docs.google.com/spreadsheets/u/1/d/{ID}/edit",
    f"https://docs.google.com/a/example.org/spreadsheets/d/{ID}/edit",
    f"https://docs.google.com/spreadsheets/d/{ID}/copy",
    f"https://docs.google.com/spreadsheets/d/{ID}/htmlview",
    f"https://docs.google.com/spreadsheets/ccc?key={ID}",
    f"https://drive.google.com/file/d/{ID}/view?usp=drive_link",
    f"https://drive.google.com/open?id={ID}",
    f"docs.google.com/spreadsheets/d/{ID}/edit",
    f"  <https://docs.google.com/spreadsheets/d/{ID}/edit#gid=12>  ",
    f"https://www.google.com/url?q=https://docs.google.com/spreadsheets/d/{ID}/edit&sa=D",
    ID,
)


@pytest.mark.parametrize("link", LINKS)
def test_every_link_that_google_gives_out_is_read(link: str) -> None:
    assert read_link(link) == Link(ID)


def test_the_key_of_an_older_link_is_kept() -> None:
    assert read_link(f"https://docs.google.com/spreadsheets/d/{ID}/edit?resourcekey=0-abc") == Link(ID, "0-abc")
    assert Link(ID, "0-abc").url.endswith("?resourcekey=0-abc")
    assert read_link(Link(ID).url) == Link(ID)
    assert read_link(f"https://docs.google.com/spreadsheets/d/{ID}/edit?resourcekey=0-a%26b") == Link(ID)  # that is none


NO_LINKS = {
    "https://docs.google.com/spreadsheets/d/e/2PACX-1vRabcdefghijklmnopqrstuvwxyz/pubhtml": "published page",
    f"https://docs.google.com/spreadsheets/d/{ID}/pubhtml": "published page",
    "2PACX-1vRabcdefghijklmnopqrstuvwxyz": "published page",
    "https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUv": "is a folder",
    "https://drive.google.com/folderview?id=1AbCdEfGhIjKlMnOpQrStUv": "is a folder",
    "https://docs.google.com/forms/d/e/1FAIpQLSabcdefghijklmnop/viewform": "is a form",
    "https://forms.gle/AbCdEfGhIjKl": "is a form",
    f"https://docs.google.com/document/d/{ID}/edit": "text document",
    f"https://docs.google.com/presentation/d/{ID}/edit": "presentation",
    "https://example.org/spreadsheets": "no link to Google Sheets",
    f"https://example.org/spreadsheets/d/{ID}/edit": "no link to Google Sheets",
    f"https://docs.google.com.example.org/spreadsheets/d/{ID}/edit": "no link to Google Sheets",
    "https://docs.google.com/spreadsheets/": "names no spreadsheet",
    "": "no link to Google Sheets",
    "hello": "no link to Google Sheets",
    "http://[": "no link to Google Sheets",
    "https://[::1/x": "no link to Google Sheets",
}


@pytest.mark.parametrize("link", NO_LINKS)
def test_other_links_are_refused_in_their_own_words(link: str) -> None:
    with pytest.raises(HostError, match=NO_LINKS[link]) as refusal:
        read_link(link)
    assert ID not in str(refusal.value) and refusal.value.next_step
