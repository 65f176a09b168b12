"""The web server, its listener for Prometheus, and its log.

The server announces its address and can listen on a second address. Prometheus reads the server's
metrics from a listener that is never at the public port. The log is written to standard error, with
one record per line. It has the records of this program, of uvicorn, asyncio and other libraries,
and Python's warnings, all in the same form. Tracebacks do not show values, because a value may be a
key, or a roll before its release (ruling 12).
"""

import asyncio
import contextlib
import errno
import gc
import hmac
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import FrameType
from typing import Final

import structlog
import typer
import uvicorn
from structlog.typing import Processor

from server.settings import LogFormat
from yalta.platform_support import take_alone

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_PATIENCE = 5.0
"""Seconds to wait for a reader's complete request."""


_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class MetricsListener:
    """A server in a thread of its own that answers GET /metrics until it is closed.

    `text` returns the metrics to send. With a `token`, a request must have it as `Authorization:
    Bearer`; without one, a request must name a loopback host. Raises OSError if the address cannot
    be used.
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
        """Stop answering requests and close the port."""
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    text: Callable[[], bytes]
    token: str
    timeout = _PATIENCE
    server_version, sys_version = "yalta", ""

    def do_GET(self) -> None:
        """Send the metrics, or refuse the request."""
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
            # A foreign page, in a browser of this machine, may send a request by its own name.
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
        """Do nothing, so that requests are not logged."""


_OURS: Final = ("board_drivers", "protocol_forms", "rules", "server", "yalta")
"""Packages whose log records are written from level INFO on; others' from WARNING on."""

_OF_EVERY_RECORD: Final[tuple[Processor, ...]] = (
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
)


def configure_log(form: LogFormat = "text") -> None:
    """Write all log records of this process to standard error, with times in UTC.

    The form "text" is for people: it has colours on a terminal only, and a traceback is below its
    record. In the form "json" each line is an object with `timestamp`, `level`, `logger`, `event`,
    the record's values, and a traceback as `exception`.
    """
    structlog.configure(
        processors=[*_OF_EVERY_RECORD, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=list(_OF_EVERY_RECORD),
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_renderers(form),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for package in _OURS:
        logging.getLogger(package).setLevel(logging.INFO)
    logging.captureWarnings(True)


def _renderers(form: LogFormat) -> list[Processor]:
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    ]


LOOPBACK = "127.0.0.1"
_COLLECT_AFTER = 50_000, 20, 100
"""Thresholds of the garbage collector.

These thresholds make full collections rare, because a full collection goes through the history of
every match.
"""
_SWITCH_AFTER = 0.0005
"""Seconds after which a thread that makes a form has to let the event loop run.

Python's default is five milliseconds.
"""
_WILDCARDS = ("0.0.0.0", "::")
_PORTS_FAULTS = (errno.EADDRINUSE, errno.EACCES)
"""Errors that mean that the port, not the host, cannot be used."""
_TRIES, _BETWEEN = 20, 0.05
"""Number of attempts to bind an address that was just closed, and the seconds between them."""


class WebServer(uvicorn.Server):
    """A uvicorn server that calls `announce` once it listens.

    When a signal ends it, the records can still be closed.
    """

    def __init__(self, config: uvicorn.Config, announce: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen on the sockets, tune garbage collection and threads, and announce the server."""
        await super().startup(sockets)
        # All objects made by now stay for good: no collection has to go through them again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_COLLECT_AFTER)
        sys.setswitchinterval(_SWITCH_AFTER)
        await self._announce()

    def stop_at_end_of(self, descriptor: int) -> None:
        """Stop the server when a file descriptor's input ends or cannot be read."""
        loop = asyncio.get_running_loop()

        def stop() -> None:
            self.should_exit = True

        def read() -> None:
            with contextlib.suppress(OSError):
                while os.read(descriptor, 4096):
                    pass
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(stop)

        threading.Thread(target=read, name="standard input", daemon=True).start()

    async def listen_also(self, host: str, port: int) -> None:
        """Listen on another address as well; a wildcard address replaces the loopback address.

        Raises OSError if the address cannot be used; the server then listens as before.
        """
        loopback = list(self.servers)
        if host in _WILDCARDS:
            for server in loopback:
                server.close()
        try:
            await self._listen(await _bound_soon(host, port))
        except OSError:
            if host in _WILDCARDS:
                await self._listen(await _bound_soon(LOOPBACK, port))
            raise

    async def _listen(self, listening: socket.socket) -> None:
        def protocol() -> asyncio.Protocol:
            return self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
            )

        loop = asyncio.get_running_loop()
        backlog = self.config.backlog
        self.servers.append(await loop.create_server(protocol, sock=listening, backlog=backlog))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the server after a signal, without raising the signal again as uvicorn does.

        Raising it again would interrupt the closing of the records.
        """
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def bound(host: str, port: int) -> socket.socket:
    """Return a socket bound to the host and port; port 0 means any free port.

    Raises OSError if the address cannot be used.
    """
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        take_alone(listening)
        if host == "::":
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening


def bound_or_exit(command: str, host: str, port: int, option: str = "--port") -> socket.socket:
    """Return a socket bound to the host and port, or end the command with exit status 2.

    `command` is the command's name, which begins the message.

    `option` is the option that the error names for choosing another port.
    """
    try:
        return bound(host, port)
    except OSError as error:
        if error.errno in _PORTS_FAULTS:
            problem = f"port: {port} cannot be used on {host}"
            allowed = f"a free port by {option}, or 0 for any"
        else:
            problem = f"host: {host} is no address of this machine"
            allowed = "localhost, 0.0.0.0 for all its addresses, or one of them"
        typer.echo(f"{command}: {problem} ({error.strerror}); allowed: {allowed}", err=True)
        raise typer.Exit(2) from error


async def _bound_soon(host: str, port: int) -> socket.socket:
    """Bind an address whose socket was just closed, and return the new socket.

    Binding is tried for one second, because the event loop releases the old socket a little later.
    Raises OSError.
    """
    for _ in range(_TRIES):
        try:
            return bound(host, port)
        except OSError:
            await asyncio.sleep(_BETWEEN)
    return bound(host, port)


def address_of(host: str, port: int) -> str:
    """Return the address at which a browser on this machine reaches the server."""
    name = LOOPBACK if host in _WILDCARDS else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
