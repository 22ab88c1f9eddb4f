"""Shows a built site to this machine's own browser.

Must not listen to any other machine, nor change a file.
"""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from croupier.core.problems import HostError

LOOPBACK = "127.0.0.1"


class _Quiet(SimpleHTTPRequestHandler):
    """Files without a line of log for each, and never an old page from the browser's store."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def server(html: Path, port: int) -> ThreadingHTTPServer:
    """A server of a folder that is ready to run; port 0 takes any free one."""
    if not (html / "index.html").is_file():
        raise HostError(f"there is no site in {html}", "build it first: croupier site")
    try:
        return ThreadingHTTPServer((LOOPBACK, port), partial(_Quiet, directory=str(html)))
    except (OSError, OverflowError) as fault:
        raise HostError(f"port {port} cannot be used: {fault}", f"choose another one, such as --port {port + 1 if port < 65535 else 8000}") from fault


def address(running: ThreadingHTTPServer) -> str:
    """Where a browser finds it."""
    return f"http://{LOOPBACK}:{running.server_address[1]}/"


def serve(html: Path, port: int) -> None:
    """Serves a folder until it is interrupted."""
    with server(html, port) as running:
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            return
