"""The agent's connection to the server, on which the agent acts as the board."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence

from board_drivers.agent import reports
from board_drivers.agent.store import KeptJournal
from board_drivers.agent.table_side import BoardSession, TableSide
from board_drivers.errors import PortUnavailable
from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.conversation import nobody
from board_drivers.link.reports import BoardLinkEvent, CommandReceived, LinkDown, Refused, Welcomed
from board_drivers.link.runner import pump
from board_drivers.link.timers import NETWORK
from board_drivers.transports.transport import Transport
from board_drivers.wire.values import FaultCode, WireRoom


class ServerTalk:
    """One connection to the server, for a connected board or for a journal whose board is gone.

    `session` is the session of the connected board, None for a journal alone. `refused` is the
    fault code with which the server refused the board, None if it did not. During the connection,
    each event of the board is stored in the journal and sent to the server at once, and each
    command of the server is sent to the board.
    """

    def __init__(
        self,
        journal: KeptJournal,
        session: BoardSession | None,
        table: TableSide,
        key: bytes,
        room: WireRoom,
        tell: Callable[[reports.Report], None],
    ) -> None:
        self.refused: FaultCode | None = None
        self._journal, self._session, self._table, self._tell = journal, session, table, tell
        self._link = _link_of(journal, key, room)
        self._over = asyncio.Event()
        self._catches_up = False

    async def run(self, server: Transport, ended: Awaitable[object]) -> None:
        """Run the connection to the server until one of three things happens, then close it.

        The things are: the server is gone, the board's session is over, or `ended` is done. Raises
        PortUnavailable if the agent's disk fails.
        """
        self._journal.on_stored = self._on_stored
        if self._session is not None:
            self._session.forward, self._session.hint = self._link.forward, self._link.hint
        speaking = asyncio.create_task(pump(self._link, server, self._on_events))
        tasks = [speaking, asyncio.create_task(self._over.wait()), asyncio.ensure_future(ended)]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._journal.on_stored = nobody
            if self._session is not None:
                self._session.forward = self._session.hint = None
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if not speaking.cancelled() and (fault := speaking.exception()) is not None:
            if isinstance(fault, OSError):
                raise PortUnavailable(f"what it has stored cannot be noted: {fault}") from fault
            raise fault

    def _on_events(self, events: Sequence[BoardLinkEvent]) -> None:
        for event in events:
            match event:
                case Welcomed():
                    self._catches_up = self._journal.waiting > 0
                    self._tell(reports.ServerReached(event.room, self._journal.waiting))
                case CommandReceived() if self._session is not None:
                    self._table.say(self._session, event.raw)
                case Refused():
                    self.refused = event.code
                    self._over.set()
                case LinkDown():
                    self._over.set()

    def _on_stored(self) -> None:
        if self._journal.waiting:
            return
        if self._catches_up:
            self._catches_up = False
            self._tell(reports.AllStored())
        if self._session is None:
            self._over.set()


def _link_of(journal: KeptJournal, key: bytes, room: WireRoom) -> BoardLink:
    hello = journal.hello
    identity = BoardIdentity(
        hello.board_id,
        hello.model,
        hello.firmware,
        hello.capabilities,
        hello.point_limit,
        room or hello.room,
    )
    nonce = os.urandom(16)
    return BoardLink(identity, journal, key, hello.boot_id, nonce, hello.reset_cause, NETWORK)
