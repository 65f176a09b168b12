"""Both ends of a link on a line in virtual time, with an application at each end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import (
    BoardLinkEvent,
    BoardState,
    CommandReceived,
    EventReceived,
    LinkDown,
    LinkEvent,
    LinkState,
    LinkUp,
)
from board_drivers.link.server_link import ServerLink
from board_drivers.wire.messages import Answer, BoardMessage, ServerMessage, Wait
from board_drivers.wire.values import Awaited, Capability, WireRoom, WireSide

KEY = bytes(range(100, 132))


def event(number: int) -> BoardMessage:
    """A board event that can be told from every other."""
    return Answer(1, 1, 1, WireSide.WHITE, number, 0)


def command(number: int) -> ServerMessage:
    """A server command that can be told from every other."""
    return Wait(1, 1, number, WireSide.RED, Awaited.MOVE)


@dataclass
class Noise:
    """What a line does to bytes: probabilities for a byte, or for a chunk to come twice."""

    flip: float = 0.0
    loss: float = 0.0
    twice: float = 0.0

    def spoil(self, chunk: bytes, chance: Random) -> bytes:
        """The bytes as they arrive; frames are doubled whole, order is kept."""
        frames = [b"\0" + part + b"\0" for part in chunk.split(b"\0") if part]
        doubled = b"".join(frame * (1 + (chance.random() < self.twice)) for frame in frames)
        arriving = bytearray()
        for byte in doubled:
            if chance.random() >= self.loss:
                hit = chance.random() < self.flip
                arriving.append(byte ^ (1 << chance.randrange(8)) if hit else byte)
        return bytes(arriving)


@dataclass
class Rig:
    """A board and a server; `step` moves virtual time. The store survives, links do not."""

    noise: Noise = field(default_factory=Noise)
    seed: int = 1
    key: bytes | None = None
    cable: bool = True
    chunk: int = 1000
    commit_after: float = 0.0
    room: WireRoom = WireRoom.NONE
    journal: MemoryJournal = field(default_factory=lambda: MemoryJournal(b"journal1"))
    label: WireRoom = WireRoom.NONE

    def __post_init__(self) -> None:
        self.now = 1000.0
        self.chance = Random(self.seed)
        self.cut = False
        self.stored: list[tuple[int, bytes]] = []
        self.heard_by_server: list[LinkEvent] = []
        self.heard_by_board: list[BoardLinkEvent] = []
        self.sent: list[ServerMessage] = []
        self.got: list[object] = []
        self.boots = 0
        self.sessions = 0
        self.on_server_event: Callable[[LinkEvent], None] = lambda event: None
        self._commits: list[tuple[float, EventReceived]] = []
        self.start_server()
        self.start_board()

    def start_server(self) -> None:
        """A server process that knows the store and nothing else."""
        self.sessions += 1000
        self._commits = []
        self.server = ServerLink(
            keys=lambda board: self.key,
            resume=lambda hello: self.stored[-1][0] if self.stored else 0,
            cable=self.cable,
            session=self.sessions,
            nonce=b"server nonce %4d" % self.sessions,
            room=self.room,
        )

    def start_board(self) -> None:
        """A board that knows its journal and nothing else."""
        self.boots += 1
        self.got = []
        identity = BoardIdentity("board-7", "Sensor 5", "1.4", Capability.CONSOLE, 5, self.label)
        self.board = BoardLink(
            identity, self.journal, self.key, self.boots, b"board nonce %4d" % self.boots
        )

    def report(self, number: int) -> int:
        """The board says something new."""
        return self.board.report(event(number))

    def order(self, number: int) -> None:
        """The server says something new, if it can."""
        message = command(number)
        if self.server.send(message):
            self.sent.append(message)

    def step(self, seconds: float = 0.005) -> None:
        """Let time pass, then bytes both ways, then commits."""
        self.now += seconds
        self._carry_up(self.board.outgoing(self.now))
        self._carry_down(self.server.outgoing(self.now))
        while self._commits and self._commits[0][0] <= self.now:
            _, committed = self._commits.pop(0)
            self.stored.append((committed.number, committed.raw))
            self.server.stored(committed.number)

    def run(self, seconds: float) -> None:
        """Many steps."""
        for _ in range(round(seconds / 0.005)):
            self.step()

    def _chunks(self, sent: bytes) -> list[bytes]:
        arriving = b"" if self.cut else self.noise.spoil(sent, self.chance)
        chunks = [arriving[i : i + self.chunk] for i in range(0, len(arriving), self.chunk)]
        return chunks or [b""]

    def _carry_up(self, sent: bytes) -> None:
        for chunk in self._chunks(sent):
            for received in self.server.receive(chunk, self.now):
                self.heard_by_server.append(received)
                self._server_app(received)

    def _server_app(self, received: LinkEvent) -> None:
        self.on_server_event(received)
        if isinstance(received, EventReceived):
            self._commits.append((self.now + self.commit_after, received))
        elif isinstance(received, LinkUp):
            self.sent = []

    def _carry_down(self, sent: bytes) -> None:
        for chunk in self._chunks(sent):
            for received in self.board.receive(chunk, self.now):
                self.heard_by_board.append(received)
                if isinstance(received, CommandReceived):
                    self.got.append(received.message)
                elif isinstance(received, LinkDown):
                    self.got = []


def up(**settings: object) -> Rig:
    """Both ends in session."""
    rig = Rig(**settings)  # type: ignore[arg-type]
    rig.run(0.1)
    assert rig.server.state is LinkState.UP
    assert rig.board.state is BoardState.READY
    return rig


def of_type(events: Sequence[object], kind: type) -> list[object]:
    """Those of one kind, in their order."""
    return [one for one in events if isinstance(one, kind)]
