"""The emulator as a small server on loopback: the same routes for any program that is pointed at it.

Must not listen on any other address than this machine's own.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

from emulator.call import Broken, Request
from emulator.errors import NotEmulated
from emulator.oauth import service_account_key
from emulator.service import Emulator, MalformedReply
from emulator.state import Account

LOOPBACK = "127.0.0.1"


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    emulator: Emulator
    stopping: threading.Event


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener
    wbufsize = -1  # head and body in one packet

    def __getattr__(self, name: str) -> Callable[[], None]:
        """The base class looks for do_GET, do_POST and so on: all verbs go the same way."""
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _answer(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        request = Request(self.command, self.path, dict(self.headers), content)
        try:
            reply = self.server.emulator.handle(request)
        except (NotEmulated, MalformedReply) as error:
            self._send(501, {"Content-Type": "text/plain; charset=UTF-8"}, f"{type(error).__name__}: {error}\n".encode())
            return
        if reply.broken is not None:
            self._break(reply.broken)
        else:
            self._send(reply.status, reply.headers, reply.content)

    def _send(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self.wfile.flush()

    def _break(self, how: Broken) -> None:
        self.close_connection = True
        if how == "time-out":
            self.server.stopping.wait(600)
        elif how == "cut off":
            self.send_response_only(200)
            self.send_header("Content-Length", "4096")
            self.end_headers()
            self.wfile.write(b'{"spreadsheetId":')
            self.wfile.flush()
        else:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            with contextlib.suppress(OSError):
                self.connection.close()

    def log_message(self, format: str, *args: object) -> None:
        """The emulator keeps its own log."""


class Server:
    """Runs while its context lasts; `base` is its address, for both interfaces and for tokens."""

    def __init__(self, emulator: Emulator, port: int = 0) -> None:
        self._listener = _Listener((LOOPBACK, port), _Handler)
        self._listener.emulator = emulator
        self._listener.stopping = threading.Event()
        self._thread = threading.Thread(target=self._listener.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        self.base = f"http://{LOOPBACK}:{self._listener.server_address[1]}"

    @property
    def token_uri(self) -> str:
        return f"{self.base}/token"

    def key(self, account: Account) -> dict[str, str]:
        """The key file of a service account, its token endpoint on this server."""
        return service_account_key(account, self.token_uri)

    def __enter__(self) -> Server:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._listener.stopping.set()
        self._listener.shutdown()
        self._listener.server_close()
        self._thread.join()
