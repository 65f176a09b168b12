"""A board of the load generator: a link over a websocket without tasks, queues or waiting.

While a round is measured, only the frame with the awaited roll is decoded; all other work of the
link is done after the round. Otherwise the measurement would include the time that a hundred boards
in one process take from each other.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from board_drivers.link.board_link import BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardState, CommandReceived
from board_drivers.wire import messages as wire
from board_drivers.wire.frames import Decoder
from board_drivers.wire.table import CODES, unpack
from board_drivers.wire.values import MoveJudgement, RollJudgement

_DICE_SHOW = CODES[wire.DiceShow]


class BoardRefused(Exception):
    """The server did not do what the script expects, so that the figures would mean nothing."""


class LoadBoard(asyncio.Protocol):
    """The connection of one board to `address` (ws://…), with its link and the link's journal.

    `changed` is called whenever the board has received something. `wait` is the last WAIT command,
    `shown` are the last dice that the board was told to show.
    """

    def __init__(
        self, link: BoardLink, journal: MemoryJournal, address: str, changed: Callable[[], None]
    ) -> None:
        self.wait: wire.Wait | None = None
        self.shown: wire.DiceShow | None = None
        self.latency: float | None = None
        self._link, self._journal, self._changed = link, journal, changed
        self._socket = ClientProtocol(parse_uri(address))
        self._decoder = Decoder()
        self._transport: asyncio.Transport | None = None
        self._kept: list[bytes] | None = None
        self._prepared = b""
        self._sent_at = 0.0

    @property
    def is_quiet(self) -> bool:
        """True if the link is up and the server has stored everything that this board has sent."""
        return self._link.state is BoardState.READY and self._journal.stored == self._journal.last

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the websocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._socket.send_request(self._socket.connect())
        self._write()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is closed; a round that is being measured will time out."""
        self._transport = None

    def data_received(self, data: bytes) -> None:
        """Pass the data to the link or, during a measured round, note when the roll came."""
        self._socket.receive_data(data)
        for event in self._socket.events_received():
            if not isinstance(event, Frame):
                self.tick()
            elif event.opcode is Opcode.BINARY:
                self._hear(bytes(event.data))

    def _hear(self, chunk: bytes) -> None:
        if self._kept is None:
            self._take_in(chunk)
            return
        self._kept.append(chunk)
        for found in self._decoder.feed(chunk).frames:
            if found.kind == _DICE_SHOW:
                unpack(found.kind, found.payload)
                self.latency = perf_counter() - self._sent_at
                self._changed()

    def _take_in(self, chunk: bytes) -> None:
        for event in self._link.receive(chunk, asyncio.get_running_loop().time()):
            if isinstance(event, CommandReceived):
                self._obey(event.message)
        self._flush()
        self._changed()

    def _obey(self, command: object) -> None:
        match command:
            case wire.Wait():
                self.wait = command
            case wire.DiceShow():
                self.shown = command
            case (
                wire.Fault()
                | wire.RollVerdict(judgement=RollJudgement.VOID)
                | wire.MoveVerdict(judgement=MoveJudgement.ILLEGAL)
            ):
                raise BoardRefused(str(command))

    def say(self, *messages: wire.BoardMessage) -> None:
        """Send messages whose answers are not measured."""
        for message in messages:
            self._link.report(message)
        self._flush()

    def prepare(self, message: wire.BoardMessage) -> None:
        """Make all bytes of the frame whose answer will be measured, without sending them."""
        self._link.report(message)
        self._socket.send_binary(self._link.outgoing(asyncio.get_running_loop().time()))
        self._prepared = b"".join(self._socket.data_to_send())
        self._kept, self.latency = [], None

    def release(self) -> None:
        """Send the prepared frame and start to measure the time."""
        assert self._transport is not None
        self._sent_at = perf_counter()
        self._transport.write(self._prepared)

    def has_roll(self) -> bool:
        """Return True once the roll of this round has been decoded."""
        return self.latency is not None

    def finish(self) -> float:
        """End the measured round; return the seconds until the roll was decoded.

        Raises BoardRefused if no roll came.
        """
        kept, self._kept = self._kept or [], None
        if self.latency is None:
            raise BoardRefused("a roll that was due did not come")
        self._take_in(b"".join(kept))
        return self.latency

    def tick(self) -> None:
        """Let the link do what is due by now, such as repetitions and signs of life."""
        if self._kept is None:
            self._take_in(b"")

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.abort()

    def _flush(self) -> None:
        if self._socket.state is not State.OPEN:
            return
        chunk = self._link.outgoing(asyncio.get_running_loop().time())
        if chunk:
            self._socket.send_binary(chunk)
            self._write()

    def _write(self) -> None:
        if self._transport is not None:
            self._transport.write(b"".join(self._socket.data_to_send()))
