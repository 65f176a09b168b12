"""The agent's connection to the board, on which the agent acts as a server.

Events are stored before they are acknowledged.
"""

import asyncio
import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from board_drivers.agent import reports
from board_drivers.agent.store import BoardStore, KeptJournal
from board_drivers.errors import ServiceFailed
from board_drivers.link.conversation import nobody
from board_drivers.link.reports import (
    BoardRefused,
    EventReceived,
    HintReceived,
    LinkDown,
    LinkEvent,
    LinkSuspect,
    LinkUp,
)
from board_drivers.link.runner import pump
from board_drivers.link.server_link import ServerLink
from board_drivers.link.timers import LineTimers
from board_drivers.transports.transport import GuardedTransport, Transport
from board_drivers.wire.handshake import Hello
from board_drivers.wire.messages import Fault, Hint
from board_drivers.wire.values import Capability, FaultCode, WireRoom


@dataclass(eq=False)
class BoardSession:
    """A session with the board at the port, from its HELLO until it falls silent.

    `known` is the number of the board's newest event at its HELLO. The agent connects to the server
    only after storing all events up to `known`; otherwise the server would conclude that the board
    has lost events. `commanded` is True once commands of a server have reached the board. `forward`
    and `hint` send events and hints to the server; hints are messages without a number, which may
    be lost (DIFF and STATUS). Both are None without a connection to the server.
    """

    journal: KeptJournal
    known: int
    commanded: bool = False
    away_sent: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)
    forward: Callable[[bytes], int] | None = None
    hint: Callable[[Hint], None] | None = None

    @property
    def is_caught_up(self) -> bool:
        """True if all events that the board had before this session are stored here."""
        return self.journal.last >= self.known


class TableSide:
    """One port and the board connected to it; `session` is None while no board is in session.

    `changed` is called when a session begins, when it ends, and when all events that the board had
    before the session are stored. `tell` is called with each report to show to people. A board on a
    cable needs no key. If the board uses one all the same, it must be `key`.
    """

    def __init__(
        self,
        store: BoardStore,
        key: bytes,
        room: WireRoom,
        timers: LineTimers,
        tell: Callable[[reports.Report], None],
    ) -> None:
        self.session: BoardSession | None = None
        self.changed: Callable[[], None] = nobody
        self._store, self._key, self._room = store, key, room
        self._timers, self._tell = timers, tell
        self._link: ServerLink | None = None
        self._asked_anew = False

    async def serve(self, port: Transport) -> None:
        """Serve the board at an open port until the port is gone.

        Raises ServiceFailed if an event of the board cannot be stored.
        """
        self._tell(reports.PortOpened())
        link = self._link = ServerLink(
            keys=self._key_of,
            resume=self._store.received,
            cable=True,
            session=secrets.randbelow(0xFFFF) + 1,
            nonce=os.urandom(16),
            room=self._room,
            timers=self._timers,
        )
        try:
            await pump(link, port, lambda events: self._on_link(port, events))
        except OSError as error:
            raise ServiceFailed(f"what the board says cannot be kept: {error}") from error
        finally:
            self._link = None

    def _key_of(self, hello: Hello) -> bytes | None:
        return self._key if Capability.KEYED in hello.capabilities else None

    def say(self, session: BoardSession, raw: bytes) -> None:
        """Send a server's command to the board, if `session` is still its session.

        `raw` is the type byte and the payload of the command.
        """
        if self._link is not None and self.session is session:
            session.commanded, session.away_sent = True, False
            self._link.forward(raw)

    def say_away(self) -> None:
        """Tell the board that the server cannot be reached and its events are stored meanwhile.

        The board is told this once. It is told again only if a command of the server has reached it
        in between.
        """
        session = self.session
        if self._link is not None and session is not None and not session.away_sent:
            session.away_sent = True
            self._link.send(Fault(FaultCode.SERVER_AWAY))

    def ask_anew(self) -> None:
        """Ask the board for a new HELLO, so that both ends send each other their present state."""
        if self._link is not None and self.session is not None:
            self._asked_anew = True
            for event in self._link.ask_anew():
                self._on_event(event)

    def asked_in_vain(self) -> None:
        """Report the board as gone if it has not answered `ask_anew`."""
        if self._asked_anew:
            self._asked_anew = False
            self._tell(reports.BoardGone())

    def _on_link(self, port: Transport, events: Sequence[LinkEvent]) -> None:
        for event in events:
            if isinstance(port, GuardedTransport) and isinstance(event, LinkUp | LinkDown):
                port.proven(isinstance(event, LinkUp))
            self._on_event(event)

    def _on_event(self, event: LinkEvent) -> None:
        session = self.session
        match event:
            case LinkUp():
                self._begin()
            case EventReceived() if session is not None:
                self._keep(session, event)
            case HintReceived() if session is not None and session.hint is not None:
                session.hint(event.message)
            case LinkDown() if session is not None:
                self._end(session)
            case BoardRefused():
                self._tell(reports.BoardTurnedAway(event.code))
            case LinkSuspect():
                self._tell(reports.BoardDoubted(event.reason))
            case _:
                pass

    def _begin(self) -> None:
        assert self._link is not None
        assert self._link.hello is not None
        hello = self._link.hello
        journal = self._store.begin(hello)
        self.session = BoardSession(journal, hello.last_event)
        if not self._asked_anew:
            self._tell(reports.BoardHere(hello.board_id, hello.model, hello.firmware))
        self._asked_anew = False
        self.changed()

    def _keep(self, session: BoardSession, event: EventReceived) -> None:
        assert self._link is not None
        was_caught_up = session.is_caught_up
        number = (session.forward or session.journal.append)(event.raw)
        assert number == event.number, "a board's event is kept under its own number"
        self._link.stored(number)
        if session.is_caught_up and not was_caught_up:
            self.changed()

    def _end(self, session: BoardSession) -> None:
        self.session = None
        session.over.set()
        if not self._asked_anew:
            self._tell(reports.BoardGone())
        self.changed()
