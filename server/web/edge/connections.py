"""Connections that a server keeps: their number, sources and time, their reading and writing.

An address may have a quarter of what is still free, so that a few that take all they can leave room
for the others: one leaves four fifths of all, ten leave a tenth. This machine's own addresses have
no such limit: a proxy on it serves everybody.

Watchers' websockets leave a quarter of the room free, so that boards and signed-in visitors come
in; as these take it up, the newest watchers are cut off.

A websocket is read and written without a task, a queue or a wake-up for each message; the library
`websockets` makes and reads its frames.

Every connection costs a file descriptor; without a bound, anybody who opens enough of them, and
sends nothing or sends it slowly, keeps everybody else out and the records from being opened.
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
"""Seconds for which the server reports that a watcher was turned away."""


class ConnectionLimit:
    """The open connections, by address; `most` at once.

    `listeners` are called when a watcher is turned away and none was for some time. `now` counts
    seconds from any moment.
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
        """Count one more connection; return False, counting nothing, if there is no room for it."""
        free = self._most - self._by_address.total()
        if free <= 0 or (self._by_address[address] * _SHARE >= free and not is_loopback(address)):
            return False
        self._by_address[address] += 1
        return True

    def stay(self, connection: object, hang_up: Callable[[], None], *, is_watcher: bool) -> bool:
        """Count a connection among those that stay open; return False if watchers have no room.

        `hang_up` ends a watcher's connection when a board or a signed-in visitor needs its place.
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
        """Count one connection less."""
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
"""Descriptors for records, serial ports, libraries and programs that are started."""
_LEAST_PART = 4
"""Divisor of a low limit: if a process may have few, a quarter of them is for connections."""


def room_for_connections() -> int:
    """Raise this process's own limit of descriptors as far as it may, up to a server's need.

    Returns how many connections it leaves room for.
    """
    limit = raise_descriptor_limit(_ENOUGH)
    return max(limit - _KEPT_BACK, limit // _LEAST_PART)


_EXTENSION = "yalta.direct"
_SHARED = 64
"""Texts kept framed: a follower is offered a match's next one only after all have this one."""


class DirectSocket(WebSocketsSansIOProtocol):
    """uvicorn's websocket, read and written directly; `uvicorn.Config(ws=DirectSocket)` uses it.

    `hear`, once set, gets every binary message as it comes; texts and the connection's end still go
    to the application's `receive`. `left`, once set, is called when the connection is lost.
    """

    hear: Callable[[bytes], None] | None = None
    left: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Call `left` when the connection is lost."""
        super().connection_lost(exc)
        if self.left is not None:
            self.left()

    def handle_connect(self, event: Request) -> None:
        """Put this socket into its scope, where the application finds it."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_EXTENSION] = {"socket": self}

    def send_receive_event_to_app(self) -> None:
        """Pass a whole message to `hear`, or to the application."""
        if self.hear is None or self.curr_msg_data_type != "bytes":
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.hear(message)

    async def send(self, message: ASGISendEvent) -> None:
        """Send the application's message; a socket that it has refused counts as answered.

        uvicorn would log every refusal as an application that never answered.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True

    def hang_up(self) -> None:
        """Drop the connection at once: what the far end still sends is not read."""
        self.hear = _unheard
        self.transport.abort()

    def write_text(self, payload: bytes) -> bool:
        """Send a text message, already UTF-8, now.

        Return False, and send nothing, unless that can be.

        The same payload is framed once for all connections.
        """
        return self._write(_text_frame(payload))

    def write(self, chunk: bytes) -> bool:
        """Send a binary message now.

        Return False, and send nothing, unless that can be done at once.
        """
        return self._write(_frame(Opcode.BINARY, chunk))

    def _write(self, frame: bytes) -> bool:
        """Write a frame past the connection's own record of what it has sent.

        The frame is whole and nothing follows it, so that record misses nothing.
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
    """Return a whole message in one frame as a server sends it, uncompressed (RFC 6455, 5.2)."""
    return Frame(kind, payload).serialize(mask=False)


@lru_cache(maxsize=_SHARED)
def _text_frame(payload: bytes) -> bytes:
    return _frame(Opcode.TEXT, payload)


def direct_socket(scope: Message) -> DirectSocket | None:
    """Return the connection's own socket; None when another server runs the application."""
    found = scope.get("extensions", {}).get(_EXTENSION, {}).get("socket")
    return found if isinstance(found, DirectSocket) else None


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
        """Take the connection up, or drop it at once if there is no room."""
        super().connection_made(transport)
        self._counted = self.counted_connections.enter(self._address)
        if self._counted:
            self._wait_for_headers()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take in part of a request, or more than one."""
        super().data_received(data)
        self._unasked = self._unasked + len(data) if self._is_asking else 0
        if self._unasked > LONGEST_HEADERS:
            self.transport.abort()
        elif not self._is_asking:
            self._wait_no_more()
        elif self._asking is None:
            self._wait_for_headers()

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection on, or refuse one of a watcher for which there is no room."""
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
        """Stop counting the connection."""
        super().connection_lost(exc)
        self._wait_no_more()
        self._leave()

    @property
    def _address(self) -> str:
        """The far end's own address, whatever client a proxy names."""
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
    """Return the class to give a server as `http=`, with at most so many connections at once.

    `is_watcher` says of a websocket's scope whether it gives way to boards and signed-in visitors.
    `asked_within` is the seconds in which a client has to ask.
    """
    shared = {
        "counted_connections": connections,
        "is_watcher": staticmethod(is_watcher),
        "asked_within": asked_within,
    }
    return type("CountedHttp", (BoundedHttp,), shared)


def ends_when_cut_off(app: ASGIApp) -> ASGIApp:
    """Return the application, with cancelled requests and sockets simply ending.

    uvicorn cancels what is still under way once its time to stop is up, and says how many there
    were; but then it logs each as a fault of the application, with a traceback that names none.
    """

    async def ending(scope: Scope, receive: Receive, send: Send) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await app(scope, receive, send)

    return ending
