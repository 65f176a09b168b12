"""An agent for one board: a server to the board, a board to the server, and a journal in between.

Every message of the board is on the agent's disk before the board is told that it is stored, under
the board's own journal and numbers. It is passed on to the server whenever that can be reached; the
server's answer shows what it lacks. A session with the board and one with the server belong
together: the server learns at once that the board is gone, and for each new session with the server
the board sends a new HELLO, so that each side sends the other its present state again. See
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
"""Seconds a board may take to send a new HELLO; one that does not counts as gone."""
_PASSING = (FaultCode.BOARD_TWICE, FaultCode.JOURNAL_CHANGED)
"""Refusals that end by themselves, for example while an earlier connection still counts as open."""


class BoardAgent:
    """The agent of one port: it runs the side of the table and the side of the server.

    `key` is the board's key at the server. `room` is the label given to whatever board is
    connected, NONE for no label. `timers` are those of the board's line. `tell` is called with each
    report for people.
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
        """Serve the board and the server until cancelled, reopening each connection that fails."""

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
        """Return a journal that is not complete at the server and whose board is not connected.

        A journal that was refused is tried again only while no board has to wait for it. None if
        there is no such journal.
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
        """Serve one connection to the server.

        It is for a journal left behind by a board that has gone, if there is one, otherwise for the
        board present.
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
        """Return the board's session, renewed if it belonged to another one with the server.

        None if the board is gone.
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
        """Report a refusal and have the connection tried again, less and less often.

        Raises ServiceFailed, always.
        """
        if session is None and why not in _PASSING:
            self._hopeless.add(journal)
        self._tell(reports.ServerRefused(why, self._waiting))
        raise ServiceFailed(f"the server refuses the board: {why.name}")
