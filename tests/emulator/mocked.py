"""Puts the emulator behind the package `responses`, so that the real gspread and google-auth run unchanged.

Must not answer for any host but Google's; a request elsewhere is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import requests
import responses

from emulator.call import Broken, Request
from emulator.service import Emulator

HOSTS = re.compile(r"https://(?:sheets|www|oauth2)\.googleapis\.com/.*|https://accounts\.google\.com/.*")
_VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_KEPT = 200
"""After so many requests `responses` is told to forget them: the emulator has its own log."""


class Hangs(AssertionError):
    """A request without a time limit to a server that does not answer: croupier would hang for ever."""


@contextmanager
def mocked(emulator: Emulator) -> Iterator[responses.RequestsMock]:
    """While this lasts every request of this process to Google is answered by the emulator, in every thread."""
    mock = responses.RequestsMock(assert_all_requests_are_fired=False)

    def answer(prepared: requests.PreparedRequest) -> Exception | tuple[int, Mapping[str, str], bytes]:
        if len(mock.calls) > _KEPT:
            mock.calls.reset()
            for one in mock.registered():
                one.calls.reset()
        request = _read(prepared)
        reply = emulator.handle(request)
        if reply.broken is not None:
            return broken(reply.broken, request)
        return reply.status, reply.headers, reply.content

    for verb in _VERBS:
        mock.add_callback(verb, HOSTS, answer, content_type=None)
    for own in ("http://localhost", "http://127.0.0.1"):  # a program may wait there for the browser to come back
        mock.add_passthru(own)
    with mock:
        yield mock


def _read(prepared: requests.PreparedRequest) -> Request:
    body = prepared.body or b""
    content = body.encode() if isinstance(body, str) else body
    if not isinstance(content, bytes):
        raise TypeError("the emulator takes whole bodies only, no streams")
    headers = {name: value if isinstance(value, str) else value.decode() for name, value in prepared.headers.items()}
    timeout = getattr(prepared, "req_kwargs", {}).get("timeout")
    return Request(prepared.method or "GET", str(prepared.url), headers, content, timeout)


def broken(how: Broken, request: Request) -> Exception:
    """The exception with which requests reports a reply that does not come."""
    limit = request.timeout[1] if isinstance(request.timeout, tuple) else request.timeout
    if how == "time-out":
        if limit is None:
            return Hangs(f"{request.verb} {request.path} was sent without a time limit")
        return requests.exceptions.ReadTimeout(f"HTTPSConnectionPool: Read timed out. (read timeout={limit})")
    if how == "reset":
        return requests.exceptions.ConnectionError("('Connection aborted.', ConnectionResetError(104, 'Connection reset by peer'))")
    return requests.exceptions.ChunkedEncodingError("('Connection broken: IncompleteRead(512 bytes read)', IncompleteRead(512 bytes read))")
