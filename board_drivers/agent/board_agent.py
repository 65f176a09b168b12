"""An agent for one board: it acts as server to the board, and as the board to a distant server.

The agent stores every event of the board on its disk, in a journal with the board's own journal id
and numbers, before it acknowledges the event to the board. It sends the events to the server
whenever the server can be reached. The server's WELCOME tells which events the server lacks.

A session with the board and a session with the server belong together. If the board is gone, the
agent ends the session with the server. For each new session with the server the agent asks the
board for a new HELLO, so that board and server send each other their present state. See
docs/adr/0028.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from board_drivers.agent import reports
from board_drivers.agent.server_side import ServerTalk
from board_drivers.agent.store import BoardStore, KeptJournal
from board_drivers.agent.table_side import BoardSession, TableSide
from board_drivers.errors import BoardDriverError, ServiceFailed
from board_drivers.link.runner import keep_open
from board_drivers.link.timers import LineTimers
from board_drivers.transports.transport import Transport
from board_drivers.wire.values import FaultCode, WireRoom

Connect = Callable[[], Awaitable[Transport]]
GREETS_AGAIN_WITHIN = 10.0
"""The seconds within which a board must send a new HELLO when it is asked.

A slower board counts as gone.
"""
_PASSING = (FaultCode.BOARD_TWICE, FaultCode.JOURNAL_CHANGED)
"""Reasons of a refusal that pass by themselves, such as an earlier connection still open."""


class BoardAgent:
    """The agent of one port: it runs the connections to the board and to the server.

    `key` is the key that the server has for the board. `room` is the room for which the operator
    set up this port: a board whose HELLO names the other room is refused; NONE if the operator
    named no room. `timers` are the time limits of the connection to the board. The agent calls
    `tell` with each report that people shall see.
    """

    def __init__(
        self,
        store: BoardStore,
        key: bytes,
        room: WireRoom,
        timers: LineTimers,
        tell: Callable[[reports.Report], None],
    ) -> None:
        self._store, self._key, self._room, self._tell = store, key, room, tell
        self._table = TableSide(store, key, room, timers, tell)
        self._changed = asyncio.Event()
        self._table.changed = self._changed.set
        self._hopeless = set[KeptJournal]()

    async def run(self, open_port: Connect, open_server: Connect) -> None:
        """Serve the board and the server until cancelled.

        `open_port` and `open_server` return a new open transport to the board's port and to the
        server. They are called again whenever a connection fails.
        """

        async def connect() -> Transport:
            await self._until(self._is_needed)
            return await open_server()

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(keep_open(open_port, self._table.serve, self._port_failed))
            tasks.create_task(keep_open(connect, self._use, self._server_failed))

    def _port_failed(self, error: BoardDriverError) -> None:
        self._tell(reports.PortFailed(str(error)))

    def _server_failed(self, error: BoardDriverError) -> None:
        self._table.say_away()
        if not isinstance(error, ServiceFailed):
            self._tell(reports.ServerAway(str(error), self._waiting))

    @property
    def _waiting(self) -> int:
        return sum(journal.waiting for journal in self._store.waiting)

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._changed.clear()
            await self._changed.wait()

    def _is_ready(self) -> bool:
        session = self._table.session
        return session is not None and session.is_caught_up

    def _left_behind(self) -> KeptJournal | None:
        """Return a journal whose board is not connected and which has events for the server.

        Return None if there is none. A journal that the server has refused for good is returned
        only while no board is connected.
        """
        session = self._table.session
        here = session.journal if session is not None else None
        others = [each for each in self._store.waiting if each is not here]
        hopeful = [each for each in others if each not in self._hopeless]
        if not hopeful and session is None:
            hopeful = others
        return hopeful[0] if hopeful else None

    def _is_back(self, journal: KeptJournal) -> bool:
        session = self._table.session
        return session is not None and session.journal is journal and session.is_caught_up

    def _is_needed(self) -> bool:
        return self._is_ready() or self._left_behind() is not None

    async def _use(self, server: Transport) -> None:
        """Run one connection to the server.

        If a board that is gone has left a journal with events for the server, the connection is
        used to send these events; otherwise it is used for the board that is connected.
        """
        behind = self._left_behind()
        session = None if behind is not None else await self._fresh_session()
        journal = session.journal if session is not None else behind
        if journal is None:
            await server.close()
            return
        talk = ServerTalk(journal, session, self._table, self._key, self._room, self._tell)
        if session is None:
            await talk.run(server, self._until(lambda: self._is_back(journal)))
        else:
            await talk.run(server, session.over.wait())
        if talk.refused is not None:
            self._refused(talk.refused, journal, session)
        if session is not None and not session.over.is_set():
            self._table.say_away()
            self._tell(reports.ServerAway("the connection was lost", self._waiting))

    async def _fresh_session(self) -> BoardSession | None:
        """Return a session with the board in which no command of a server has reached it yet.

        If commands have reached the board in its present session, a new session is begun.

        Return None if the board is gone.
        """
        session = self._table.session
        if session is not None and session.commanded:
            self._table.ask_anew()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GREETS_AGAIN_WITHIN):
                await self._until(self._is_ready)
                return self._table.session
        self._table.asked_in_vain()
        return None

    def _refused(self, why: FaultCode, journal: KeptJournal, session: BoardSession | None) -> None:
        """Report that the server refused the board for the reason `why`, and end this attempt.

        `session` is None if the journal of a board that is gone was to be sent. Always raises
        ServiceFailed, so that the connection is tried again after an increasing delay.
        """
        if session is None and why not in _PASSING:
            self._hopeless.add(journal)
        self._tell(reports.ServerRefused(why, self._waiting))
        raise ServiceFailed(f"the server refuses the board: {why.name}")
