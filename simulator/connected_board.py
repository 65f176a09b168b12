"""A simulated board connected to a server: the people at it, its link, and how it reconnects.

The module also has a way to connect without hardware: a TCP port to which the server connects, as
it connects to a board whose serial port ser2net offers on the network.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from board_drivers.errors import BoardDriverError
from board_drivers.link.board_link import BoardLink
from board_drivers.link.reports import BoardLinkEvent, CommandReceived, Refused, Welcomed
from board_drivers.link.runner import keep_open, pump
from board_drivers.transports.tcp import TcpTransport
from board_drivers.transports.transport import Transport
from board_drivers.wire import messages as wire
from board_drivers.wire.messages import BoardMessage
from board_drivers.wire.table import Unreadable
from board_drivers.wire.values import CallReason
from simulator.sensor_board import SensorBoard

RECONNECT_AFTER = (0.1, 0.2, 0.5, 1.0)
"""Seconds to wait before each attempt to connect again.

The last value is used for all further attempts.
"""


class ConnectedBoard:
    """A simulated board with the two people at it, connected to a server.

    `pace` is the time in seconds that people take before each action; 0 is as fast as the server
    answers. `board` is the board's hardware with its people, `link` its end of the connection.
    `on_change` is called after every command from the server and every message to it. `problem`
    describes a fault of the connection to the technician, and is empty if there is none. `actions`
    is the number of actions of the people so far.
    """

    def __init__(
        self,
        board: SensorBoard,
        link: BoardLink,
        pace: float = 0.0,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.board = board
        self.problem = "not connected yet"
        self.actions = 0
        self._link = link
        self._pace = pace
        self._on_change = on_change
        self._awake = asyncio.Event()
        self._transport: Transport | None = None

    async def run(self, connect: Callable[[], Awaitable[Transport]]) -> None:
        """Play until cancelled.

        `connect` makes a connection; it is called again when one is lost.
        """
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(keep_open(connect, self._use, self._failed, RECONNECT_AFTER))
            tasks.create_task(self._let_people_speak())

    async def _use(self, transport: Transport) -> None:
        self._transport = transport
        await pump(self._link, transport, self._happened)

    def _failed(self, error: BoardDriverError) -> None:
        self.problem = str(error)
        self._on_change()

    def _happened(self, events: Sequence[BoardLinkEvent]) -> None:
        for event in events:
            self._heard(event)

    def _heard(self, event: BoardLinkEvent) -> None:
        match event:
            case Welcomed():
                self.problem = ""
                snapshot = self.board.snapshot()
                if snapshot is not None:
                    self._report(snapshot)
            case CommandReceived(message) if not isinstance(message, Unreadable):
                for echo in self.board.hear(message):
                    self._report(echo)
                self._awake.set()
            case Refused(code):
                self.problem = f"the server refuses this board: {code.name.lower()}"
        self._on_change()

    def _report(self, message: BoardMessage) -> int:
        number = self._link.report(message)
        self._on_change()
        return number

    def wake(self) -> None:
        """Let people act if something is due, although the server has sent no command."""
        self._awake.set()

    async def _let_people_speak(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._awake.clear()
            if self.board.due() is None:
                await self._awake.wait()
                continue
            await asyncio.sleep(self._pace)
            message = self.board.due(int(loop.time() * 1000) % 2**32)
            if message is not None:
                self.actions += 1
                self._say(message)

    def call_director(self) -> None:
        """Send a call for the director from this table, if the match has begun.

        The call does not replace the message that the server waits for: the people send that one,
        too.
        """
        wait = self.board.display.wait
        if wait is not None:
            turn = wait.game, wait.attempt, wait.turn, wait.side
            self._report(wire.Call(*turn, CallReason.OTHER))

    def _say(self, message: BoardMessage) -> None:
        """Send a message of the people at the board, and note that it was sent."""
        self.board.reported(message, self._report(message))


class NetworkPort:
    """A TCP port of this machine at which one board waits for the server to connect.

    Create it with `opened`.
    """

    def __init__(self) -> None:
        self._come: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]]
        self._come = asyncio.Queue()
        self._server: asyncio.Server | None = None

    @classmethod
    async def opened(cls) -> "NetworkPort":
        """Return a new port that is listening."""
        port = cls()
        port._server = await asyncio.start_server(port._accept, "127.0.0.1", 0)
        return port

    @property
    def address(self) -> str:
        """The address to which the server connects, such as tcp://127.0.0.1:4001."""
        assert self._server is not None
        return f"tcp://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __call__(self) -> Transport:
        """Wait until the server connects, and return the connection."""
        return TcpTransport(*await self._come.get())

    async def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._come.put_nowait((reader, writer))
