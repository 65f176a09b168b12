"""Where Prometheus reads the server's figures: a listener of its own, never the public port."""

import hmac
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_PATIENCE = 5.0
"""Seconds a reader may take to ask."""


_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class MetricsListener:
    """Answers GET /metrics on an address until it is closed.

    `text` gives the figures. With a `token` only who sends it as `Authorization: Bearer` is
    answered; without one only who calls it by a loopback name. Raises OSError for an address that
    cannot be had.
    """

    def __init__(self, host: str, port: int, text: Callable[[], bytes], token: str = "") -> None:
        handler = type("Handler", (_Handler,), {"text": staticmethod(text), "token": token})
        self._server = ThreadingHTTPServer((host, port), handler)
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, name="metrics", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    text: Callable[[], bytes]
    token: str
    timeout = _PATIENCE
    server_version, sys_version = "yalta", ""

    def do_GET(self) -> None:
        """Answer with the figures, or refuse."""
        if self.path != "/metrics":
            self._answer(HTTPStatus.NOT_FOUND, b"the figures are at /metrics\n")
        elif not self._may_read():
            self._answer(
                HTTPStatus.UNAUTHORIZED, b"ask by 127.0.0.1, or send Authorization: Bearer TOKEN\n"
            )
        else:
            self._answer(HTTPStatus.OK, self.text(), CONTENT_TYPE)

    def _may_read(self) -> bool:
        if not self.token:
            # A page of somebody else's, in a browser of this machine, may call it by its own name.
            host = self.headers.get("host", "")
            name, _, port = host.rpartition(":")
            return (name if port.isdecimal() else host) in _LOOPBACK
        sent = self.headers.get("authorization", "").encode("latin-1")
        return hmac.compare_digest(sent, f"Bearer {self.token}".encode())

    def _answer(self, status: HTTPStatus, body: bytes, kind: str = "text/plain") -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("cache-control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write no line a request."""
