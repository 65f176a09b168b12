"""A websocket that is read and written without a task, a queue or a wake-up for each message."""

from collections.abc import Callable

from starlette.types import Message
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from server.web.edge.client_frames import missing_after, short_message

_TEXT, _BINARY = 0x81, 0x82
_END_OF_REQUEST = b"\r\n\r\n"
_EXTENSION = "yalta.direct"


class DirectSocket(WebSocketsSansIOProtocol):
    """uvicorn's websocket; the server is told to use it by `uvicorn.Config(ws=DirectSocket)`.

    `hear`, once set, gets every binary message as it comes; texts and the connection's end go to
    the application's `receive` as ever. `left`, once set, is called when the connection is lost.
    """

    hear: Callable[[bytes], None] | None = None
    left: Callable[[], None] | None = None
    _missing: int | None = None

    def data_received(self, data: bytes) -> None:
        """Hear a short message at once; leave to the parser everything else."""
        if self._missing == 0 and self.hear is not None and not self.frames:
            message = short_message(data)
            if message is not None and self.conn.state is State.OPEN:
                self.hear(message)
                return
        asked, self._missing = self.handshake_initiated, missing_after(data, self._missing)
        super().data_received(data)
        if not asked and data.partition(_END_OF_REQUEST)[1:] == (_END_OF_REQUEST, b""):
            self._missing = 0

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
        """Send a text message, already UTF-8, now; False, and nothing sent, unless that can be."""
        return self._write(_TEXT, payload)

    def write(self, chunk: bytes) -> bool:
        """Send a binary message now; False, and nothing sent, unless that can be done at once."""
        return self._write(_BINARY, chunk)

    def _write(self, kind: int, payload: bytes) -> bool:
        """Frame a message here: for a thousand followers, or a hundred boards, that is what costs.

        It is whole and nothing follows it, so the connection's own account of what it has sent
        loses nothing.
        """
        if not self.writable.is_set() or self.disconnected or self.close_sent:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(_frame(kind, payload))
        return True


def _unheard(_: bytes) -> None:
    """What is left of a connection that was hung up on."""


def _frame(kind: int, payload: bytes) -> bytes:
    """A whole message in one unmasked frame (RFC 6455, 5.2)."""
    length = len(payload)
    if length < 126:
        return bytes((kind, length)) + payload
    if length < 1 << 16:
        return bytes((kind, 126)) + length.to_bytes(2, "big") + payload
    return bytes((kind, 127)) + length.to_bytes(8, "big") + payload


def direct_socket(scope: Message) -> DirectSocket | None:
    """The connection's own socket; None when another server runs the application."""
    found = scope.get("extensions", {}).get(_EXTENSION, {}).get("socket")
    return found if isinstance(found, DirectSocket) else None
