"""An agent between a board and a server, each at the end of a pipe that can be cut or clogged."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from board_drivers.agent import reports
from board_drivers.agent.board_agent import BoardAgent
from board_drivers.agent.store import BoardStore
from board_drivers.errors import LinkLost, PortUnavailable
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import (
    BoardIdentified,
    BoardLinkEvent,
    CommandReceived,
    EventReceived,
    LinkDown,
    LinkEvent,
    LinkUp,
    Refused,
    Welcomed,
)
from board_drivers.link.runner import keep_open, pump
from board_drivers.link.server_link import ServerLink
from board_drivers.link.timers import NETWORK
from board_drivers.transports.transport import PipeEnd, Transport, pipe
from board_drivers.wire.handshake import Hello
from board_drivers.wire.messages import BoardMessage
from board_drivers.wire.values import FaultCode, WireRoom

KEY = bytes(range(32))
QUICKLY = (0.01,)
Changed = Callable[[], None]


class Cable:
    """Where one end connects again and again and the other one waits for it."""

    def __init__(self) -> None:
        self.is_in = True
        self._ends: list[PipeEnd] = []
        self._far: asyncio.Queue[PipeEnd] = asyncio.Queue()

    async def near(self) -> Transport:
        """Connect. Raises PortUnavailable while the cable is out."""
        if not self.is_in:
            raise PortUnavailable("the cable is out")
        one, other = pipe()
        self._ends.append(one)
        self._far.put_nowait(other)
        return one

    async def far(self) -> Transport:
        """The other end of the next connection."""
        return await self._far.get()

    async def pull(self) -> None:
        """Cut what is connected, and let nobody connect."""
        self.is_in = False
        ends, self._ends = self._ends, []
        for end in ends:
            await end.close()


class Clogged:
    """A transport whose bytes come to nobody while `clogged` says so."""

    def __init__(self, inner: Transport, clogged: Callable[[], bool]) -> None:
        self._inner, self._clogged = inner, clogged

    async def receive(self) -> bytes:
        """The next bytes."""
        return await self._inner.receive()

    async def send(self, chunk: bytes) -> None:
        """Send them, or not."""
        if not self._clogged():
            sending = self._inner.send(chunk)
            if sending is not None:
                await sending

    async def close(self) -> None:
        """Close it."""
        await self._inner.close()


@dataclass
class Server:
    """What outlives its connections: what is stored, of each journal, in the order it came."""

    changed: Changed
    stored: list[tuple[bytes, int, bytes]] = field(default_factory=list)
    hellos: list[Hello] = field(default_factory=list)
    ups: int = 0
    link: ServerLink | None = None
    silent: bool = False
    """What it sends comes to nobody."""
    refused: set[bytes] = field(default_factory=set)
    """The journals whose board has no key here."""
    sessions: int = 0

    def numbers(self, journal: bytes) -> list[int]:
        """The numbers stored of a journal."""
        return [number for stored, number, _ in self.stored if stored == journal]

    async def serve(self, cable: Cable) -> None:
        """Take up connections until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                tasks.create_task(self._serve(await cable.far()))

    async def _serve(self, transport: Transport) -> None:
        self.sessions += 1
        link = ServerLink(
            keys=lambda hello: None if hello.journal_id in self.refused else KEY,
            resume=lambda hello: max([0, *self.numbers(hello.journal_id)]),
            cable=False,
            session=self.sessions,
            nonce=b"server nonce %4d" % self.sessions,
        )
        with contextlib.suppress(LinkLost):
            await pump(
                link, Clogged(transport, lambda: self.silent), lambda it: self._hear(link, it)
            )

    def _hear(self, link: ServerLink, events: Sequence[LinkEvent]) -> None:
        for event in events:
            match event:
                case BoardIdentified():
                    self.hellos.append(event.hello)
                case LinkUp():
                    self.link, self.ups = link, self.ups + 1
                case LinkDown() if self.link is link:
                    self.link = None
                case EventReceived():
                    self.stored.append((event.journal_id, event.number, event.raw))
                    link.stored(event.number)
        self.changed()


@dataclass
class Board:
    """The board at the table."""

    changed: Changed
    journal: MemoryJournal = field(default_factory=lambda: MemoryJournal(b"journal1"))
    key: bytes | None = None
    room: WireRoom = WireRoom.NONE
    commands: list[CommandReceived] = field(default_factory=list)
    refusals: list[FaultCode] = field(default_factory=list)
    welcomes: int = 0

    def __post_init__(self) -> None:
        identity = BoardIdentity("BZ-7", "Sensor 5", "1.4", room=self.room)
        self.link = BoardLink(
            identity, self.journal, self.key, 1, b"board nonce 0001", timers=NETWORK
        )

    def say(self, message: BoardMessage) -> int:
        """Somebody at the board does something."""
        return self.link.report(message)

    async def run(self, cable: Cable) -> None:
        """Speak at the far end of the cable, until cancelled."""

        async def use(transport: Transport) -> None:
            await pump(self.link, transport, self._hear)

        await keep_open(cable.far, use, lambda _: None, QUICKLY)

    def _hear(self, events: Sequence[BoardLinkEvent]) -> None:
        for event in events:
            match event:
                case CommandReceived():
                    self.commands.append(event)
                case Welcomed():
                    self.welcomes += 1
                case Refused():
                    self.refusals.append(event.code)
        self.changed()


class Rig:
    """All three, and the folder of the agent, which outlives it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reports: list[reports.Report] = []
        self._happened = asyncio.Event()
        self.port, self.network = Cable(), Cable()
        self.server = Server(self._happened.set)
        self.board = Board(self._happened.set)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def plug_in(self) -> None:
        """Switch the board on and plug it in."""
        self.port.is_in = True
        self._start("board", self.board.run(self.port))

    async def unplug(self) -> None:
        """Pull the board's cable."""
        await self.port.pull()
        await self.stop("board")

    def start_agent(self, room: WireRoom = WireRoom.NONE) -> None:
        """Start the agent, with nothing but its folder."""
        store = BoardStore(self.folder)
        agent = BoardAgent(store, KEY, room, NETWORK, self._report)
        self._start("agent", agent.run(self.port.near, self.network.near))

    async def stop_agent(self) -> None:
        """End the agent: what it had not written is gone."""
        await self.stop("agent")

    def start(self, room: WireRoom = WireRoom.NONE) -> None:
        """Let the server take connections, plug the board in, start the agent."""
        self.start_server()
        self.plug_in()
        self.start_agent(room)

    def start_server(self) -> None:
        """Let the server take connections."""
        self._start("server", self.server.serve(self.network))

    async def stop(self, name: str) -> None:
        """End one of the three."""
        task = self._tasks.pop(name)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def close(self) -> None:
        """End all."""
        for name in list(self._tasks):
            await self.stop(name)

    def is_running(self, name: str) -> bool:
        """Whether that one of the three is."""
        return name in self._tasks

    async def pause(self, seconds: float) -> None:
        """Let so much time pass, or less if something is told or said."""
        self._happened.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._happened.wait()

    async def until(self, holds: Callable[["Rig"], bool]) -> None:
        """Wait until this is so."""
        async with asyncio.timeout(30):
            while not holds(self):
                self._happened.clear()
                await self._happened.wait()

    def _report(self, report: reports.Report) -> None:
        self.reports.append(report)
        self._happened.set()

    def _start(self, name: str, work: "asyncio._CoroutineLike[None]") -> None:
        self._tasks[name] = asyncio.ensure_future(work)  # type: ignore[arg-type]


@contextlib.asynccontextmanager
async def rig(folder: Path) -> AsyncIterator[Rig]:
    """A rig with nothing running yet."""
    made = Rig(folder)
    try:
        yield made
    finally:
        await made.close()
