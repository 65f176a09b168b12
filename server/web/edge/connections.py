"""Limits on the server's connections, and websockets that are read and written directly.

An address may have a quarter of the connections that are still free, so that a few greedy addresses
leave room for others: one greedy address leaves four fifths of all connections free, ten leave a
tenth. Addresses of this machine have no such limit, because a proxy on it serves everybody.

A quarter of all connections is set aside for the websockets of boards and signed-in visitors. If
these need more connections than that, the newest watchers are disconnected.

A websocket is read and written without a task, a queue or a wake-up for each message; the library
`websockets` makes and reads its frames.

Every connection costs a file descriptor. Without a limit, anybody who opens enough connections, and
sends nothing or sends slowly, could shut everybody else out and keep the records from being opened.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from server.platform_support import is_loopback, raise_descriptor_limit

log = structlog.get_logger()
_SHARE = 4
CROWDED_FOR = 60.0
"""Seconds for which the server reports that it turned a watcher away."""


class ConnectionLimit:
    """The open connections by address, of which there may be `most` at once.

    `listeners` are called when a watcher is turned away, unless another watcher was turned away
    within the last CROWDED_FOR seconds. `now` returns a time in seconds from any starting point.
    """

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._most, self._free_for_others = most, most // _SHARE
        self._now = now
        self._by_address: Counter[str] = Counter()
        self._watchers: dict[object, Callable[[], None]] = {}
        self._kept: set[object] = set()
        self._turned_away: float | None = None

    @property
    def watchers(self) -> int:
        """Number of watchers' websockets."""
        return len(self._watchers)

    @property
    def is_crowded(self) -> bool:
        """True if a watcher was turned away within the last CROWDED_FOR seconds."""
        return self._turned_away is not None and self._now() - self._turned_away < CROWDED_FOR

    def enter(self, address: str) -> bool:
        """Count a new connection and return True, or return False if its address has too many."""
        free = self._most - self._by_address.total()
        if free <= 0 or (self._by_address[address] * _SHARE >= free and not is_loopback(address)):
            return False
        self._by_address[address] += 1
        return True

    def stay(self, connection: object, hang_up: Callable[[], None], *, is_watcher: bool) -> bool:
        """Count a websocket as a watcher's or, if `is_watcher` is False, as another's.

        Return False, without counting the websocket, if it is a watcher's and there are too many
        watchers.

        `connection` is any object that stands for the websocket; `leave` gets the same object.
        `hang_up` is called to disconnect a watcher if a board or a signed-in visitor needs the
        connection.
        """
        if not is_watcher:
            self._kept.add(connection)
            while len(self._watchers) > self._room_for_watchers:
                _, hang_up_newest = self._watchers.popitem()
                self._turn_away()
                hang_up_newest()
            return True
        if len(self._watchers) >= self._room_for_watchers:
            self._turn_away()
            return False
        self._watchers[connection] = hang_up
        return True

    def leave(self, address: str, connection: object = None) -> None:
        """Stop counting a connection.

        `connection` is the object that `stay` was called with; it is None if `stay` was not called
        for this connection.
        """
        self._watchers.pop(connection, None)
        self._kept.discard(connection)
        self._by_address[address] -= 1
        if self._by_address[address] <= 0:
            del self._by_address[address]

    @property
    def _room_for_watchers(self) -> int:
        return max(self._most - self._free_for_others - len(self._kept), 0)

    def _turn_away(self) -> None:
        was_crowded, self._turned_away = self.is_crowded, self._now()
        if not was_crowded:
            log.warning("watchers_turned_away", watchers=self.watchers, connections=self._most)
            for listener in self.listeners:
                listener()


_ENOUGH = 20_000
_KEPT_BACK = 128
"""Number of file descriptors kept for records, serial ports, libraries and started programs."""
_LEAST_PART = 4
"""Divisor for a process with few descriptors: it uses a quarter of them for connections."""


def room_for_connections() -> int:
    """Raise this process's limit of descriptors as far as the system allows and a server needs.

    Returns the number of connections for which the limit leaves room.
    """
    limit = raise_descriptor_limit(_ENOUGH)
    return max(limit - _KEPT_BACK, limit // _LEAST_PART)


_EXTENSION = "yalta.direct"
_SHARED = 64
"""Number of texts whose websocket frames are kept, to be sent to further followers (our choice).

Few are enough: all followers get one text of a match before they get the next.
"""


class DirectSocket(WebSocketsSansIOProtocol):
    """uvicorn's websocket, read and written directly; `uvicorn.Config(ws=DirectSocket)` uses it.

    If `hear` is set, it is called with every binary message as it comes; texts and the end of the
    connection still go to the application's `receive`. If `left` is set, it is called when the
    connection is lost.
    """

    hear: Callable[[bytes], None] | None = None
    left: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Call `left` when the connection is lost."""
        super().connection_lost(exc)
        if self.left is not None:
            self.left()

    def handle_connect(self, event: Request) -> None:
        """Store this socket in its scope, where `direct_socket` finds it."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_EXTENSION] = {"socket": self}

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message to `hear`, if `hear` is set and the message is binary.

        All other messages go to the application.
        """
        if self.hear is None or self.curr_msg_data_type != "bytes":
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.hear(message)

    async def send(self, message: ASGISendEvent) -> None:
        """Send the application's message; if this refuses the websocket, end the handshake.

        Otherwise uvicorn would log after each refusal that the application never answered.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True

    def hang_up(self) -> None:
        """Drop the connection at once; what the client still sends is not read."""
        self.hear = _unheard
        self.transport.abort()

    def write_text(self, payload: bytes) -> bool:
        """Send `payload`, UTF-8, as a text message now.

        Return False, sending nothing, if it cannot be sent.

        The frame of a payload is made once for all connections.
        """
        return self._write(_text_frame(payload))

    def write(self, chunk: bytes) -> bool:
        """Send a binary message now; return False, sending nothing, if that is impossible."""
        return self._write(_frame(Opcode.BINARY, chunk))

    def _write(self, frame: bytes) -> bool:
        """Write a frame directly to the transport; return False if it cannot be written now.

        The library's own record of sent frames is not updated, which is safe for a frame that is a
        whole message.
        """
        if not self.writable.is_set() or self.disconnected or self.close_sent:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame)
        return True


def _unheard(_: bytes) -> None:
    """Ignore a message of a connection that was dropped."""


def _frame(kind: Opcode, payload: bytes) -> bytes:
    """Return a whole message as one uncompressed frame of a server (RFC 6455, 5.2)."""
    return Frame(kind, payload).serialize(mask=False)


@lru_cache(maxsize=_SHARED)
def _text_frame(payload: bytes) -> bytes:
    return _frame(Opcode.TEXT, payload)


def direct_socket(scope: Message) -> DirectSocket | None:
    """Return the DirectSocket of a websocket, by its scope.

    Return None if another server than ours runs the application.
    """
    found = scope.get("extensions", {}).get(_EXTENSION, {}).get("socket")
    return found if isinstance(found, DirectSocket) else None


LONGEST_HEADERS = 64 * 1024
"""Greatest number of bytes of a request before its body."""
ASKED_WITHIN = 20.0
"""Seconds from the first byte of a request, or from connecting, to the end of its headers."""


IsWatcher = Callable[[Scope], bool]
_NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class BoundedHttp(HttpToolsProtocol):
    """An HTTP connection that is counted in a ConnectionLimit.

    A server is given a class made by `bounded_http`.

    A connection that becomes a websocket is counted until it is lost.
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
        """Begin to serve the connection, or drop it at once if its address has too many."""
        super().connection_made(transport)
        self._counted = self.counted_connections.enter(self._address)
        if self._counted:
            self._wait_for_headers()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read received bytes, which may be a part of a request or several requests."""
        super().data_received(data)
        self._unasked = self._unasked + len(data) if self._is_asking else 0
        if self._unasked > LONGEST_HEADERS:
            self.transport.abort()
        elif not self._is_asking:
            self._wait_no_more()
        elif self._asking is None:
            self._wait_for_headers()

    def handle_websocket_upgrade(self) -> None:
        """Let the connection become a websocket, or refuse a watcher's if there are too many."""
        # uvicorn fills in the scope's path only for requests, not for websockets.
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
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._wait_no_more()
        self._leave()

    @property
    def _address(self) -> str:
        """The network address of the other end, which may be a proxy's."""
        return self.client[0] if self.client else ""

    @property
    def _is_asking(self) -> bool:
        # It is None before the first request, although its annotation does not say so.
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
    """Return a class to give to a server as `http=`, with the limits of `connections`.

    `is_watcher` returns True for the scope of a websocket that gives way to boards and signed-in
    visitors. `asked_within` is the time in seconds in which a client has to send its request.
    """
    shared = {
        "counted_connections": connections,
        "is_watcher": staticmethod(is_watcher),
        "asked_within": asked_within,
    }
    return type("CountedHttp", (BoundedHttp,), shared)


def ends_when_cut_off(app: ASGIApp) -> ASGIApp:
    """Return the application, changed so that cancelled requests and sockets end without an error.

    When the server stops, uvicorn waits for a time. Then it cancels the requests that are still
    being answered, and logs how many they were. Without this change, uvicorn would also log each of
    these requests as a fault of the application, with a useless traceback.
    """

    async def ending(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await app(scope, receive, send)

    return ending
