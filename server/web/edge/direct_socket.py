"""A websocket that is read and written without a task, a queue or a wake-up for each message.

The frames are `websockets`' own affair, both ways.
"""

from collections.abc import Callable
from functools import lru_cache

from starlette.types import Message
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

_EXTENSION = "yalta.direct"
_SHARED = 64
"""Texts kept framed: a follower is offered a match's next one only after all have this one."""


class DirectSocket(WebSocketsSansIOProtocol):
    """uvicorn's websocket; the server is told to use it by `uvicorn.Config(ws=DirectSocket)`.

    `hear`, once set, gets every binary message as it comes; texts and the connection's end go to
    the application's `receive` as ever. `left`, once set, is called when the connection is lost.
    """

    hear: Callable[[bytes], None] | None = None
    left: Callable[[], None] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is no more."""
        super().connection_lost(exc)
        if self.left is not None:
            self.left()

    def handle_connect(self, event: Request) -> None:
        """Let the application find this socket in its scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_EXTENSION] = {"socket": self}

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.hear is None or self.curr_msg_data_type != "bytes":
            super().send_receive_event_to_app()
            return
        message, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self.hear(message)

    async def send(self, message: ASGISendEvent) -> None:
        """What the application says; a socket it has refused counts as answered.

        uvicorn would log every refusal as an application that never answered.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True

    def hang_up(self) -> None:
        """Lose the connection at once: what the far end still sends is not read."""
        self.hear = _unheard
        self.transport.abort()

    def write_text(self, payload: bytes) -> bool:
        """Send a text message, already UTF-8, now; False, and nothing sent, unless that can be.

        The same payload is framed once for all connections.
        """
        return self._write(_text_frame(payload))

    def write(self, chunk: bytes) -> bool:
        """Send a binary message now; False, and nothing sent, unless that can be done at once."""
        return self._write(_frame(Opcode.BINARY, chunk))

    def _write(self, frame: bytes) -> bool:
        """Write a frame past the connection's own account of what it has sent.

        It is whole and nothing follows it, so that account loses nothing.
        """
        if not self.writable.is_set() or self.disconnected or self.close_sent:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame)
        return True


def _unheard(_: bytes) -> None:
    """What is left of a connection that was hung up on."""


def _frame(kind: Opcode, payload: bytes) -> bytes:
    """A whole message in one frame as a server sends it, uncompressed (RFC 6455, 5.2)."""
    return Frame(kind, payload).serialize(mask=False)


@lru_cache(maxsize=_SHARED)
def _text_frame(payload: bytes) -> bytes:
    return _frame(Opcode.TEXT, payload)


def direct_socket(scope: Message) -> DirectSocket | None:
    """The connection's own socket; None when another server runs the application."""
    found = scope.get("extensions", {}).get(_EXTENSION, {}).get("socket")
    return found if isinstance(found, DirectSocket) else None
