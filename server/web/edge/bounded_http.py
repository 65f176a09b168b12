"""uvicorn's HTTP connection with bounds it has none for: how many, how long and how much in asking.

Every connection costs a file descriptor; without a bound whoever opens enough of them, and says
nothing or says it slowly, keeps everybody else out and the records from being opened.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from server.web.edge.connection_limit import ConnectionLimit
from server.web.edge.direct_socket import DirectSocket

LONGEST_HEADERS = 64 * 1024
"""Bytes of a request before its body."""
ASKED_WITHIN = 20.0
"""Seconds from the first byte of a request, or from connecting, to the end of its headers."""


IsWatcher = Callable[[Scope], bool]
_NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class BoundedHttp(HttpToolsProtocol):
    """A connection that is counted; `bounded_http` makes the class a server is given.

    One that becomes a websocket stays counted until it is lost.
    """

    counted_connections: ConnectionLimit
    is_watcher: IsWatcher
    asked_within: float

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._counted = False
        self._unasked = 0
        self._asking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection up, or drop it at once where there is no room."""
        super().connection_made(transport)
        self._counted = self.counted_connections.enter(self._address)
        if self._counted:
            self._wait_for_headers()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Part of a request has come, or more than one."""
        super().data_received(data)
        self._unasked = self._unasked + len(data) if self._is_asking else 0
        if self._unasked > LONGEST_HEADERS:
            self.transport.abort()
        elif not self._is_asking:
            self._wait_no_more()
        elif self._asking is None:
            self._wait_for_headers()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection on, or refuse one of a watcher for whom there is no room."""
        # uvicorn makes a scope's path of a request alone, not of what it hands on.
        path = self.url.partition(b"?")[0].decode("latin-1")
        is_watcher = type(self).is_watcher({**self.scope, "path": path})
        stays = self.counted_connections.stay(self, self._hang_up, is_watcher=is_watcher)
        if not stays:
            self.transport.write(_NO_ROOM)
            self.transport.close()
            return
        super().handle_websocket_upgrade()
        self._wait_no_more()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, DirectSocket):
            protocol.left = self._leave

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more."""
        super().connection_lost(exc)
        self._wait_no_more()
        self._leave()

    @property
    def _address(self) -> str:
        """The far end's own, whatever a proxy says for whom it speaks."""
        return self.client[0] if self.client else ""

    @property
    def _is_asking(self) -> bool:
        # There is none before the first request, whatever its annotation says.
        cycle = cast(RequestResponseCycle | None, self.cycle)
        upgraded = self.transport.get_protocol() is not self
        return not upgraded and (cycle is None or cycle.response_complete)

    def _wait_for_headers(self) -> None:
        self._asking = self.loop.call_later(self.asked_within, self._too_late)

    def _wait_no_more(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _too_late(self) -> None:
        self._asking = None
        if self._is_asking:
            self.transport.close()

    def _hang_up(self) -> None:
        self.transport.abort()

    def _leave(self) -> None:
        if self._counted:
            self._counted = False
            self.counted_connections.leave(self._address, self)


def bounded_http(
    connections: ConnectionLimit,
    is_watcher: IsWatcher = lambda _: True,
    asked_within: float = ASKED_WITHIN,
) -> type[BoundedHttp]:
    """The class to give a server as `http=`; so many connections at once, seconds to ask in.

    `is_watcher` tells of a websocket's scope whether it gives way to boards and to whoever is
    signed in.
    """
    shared = {
        "counted_connections": connections,
        "is_watcher": staticmethod(is_watcher),
        "asked_within": asked_within,
    }
    return type("CountedHttp", (BoundedHttp,), shared)


def ends_when_cut_off(app: ASGIApp) -> ASGIApp:
    """The application; a request or socket of it that is cancelled is simply over.

    uvicorn cancels what is still under way once its time to stop is up, and says how many there
    were; but then it logs each as a fault of the application, with a traceback that names none.
    """

    async def ending(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await app(scope, receive, send)

    return ending
