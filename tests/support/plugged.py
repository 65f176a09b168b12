"""Boards plugged into a hall by a pipe, and every command they are sent."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from board_drivers.link.board_link import BoardIdentity, BoardLink
from board_drivers.link.journal import MemoryJournal
from board_drivers.link.reports import BoardLinkEvent, CommandReceived, LinkDown, Refused, Welcomed
from board_drivers.link.runner import pump
from board_drivers.transports.transport import Transport, pipe
from board_drivers.wire import messages as wire
from board_drivers.wire.values import FaultCode, WireRoom
from server.hall import Hall


class HeardJournal(MemoryJournal):
    """A journal that calls `acknowledging` after each acknowledgement."""

    def acknowledged(self, number: int) -> None:
        """Forget this event and all before it."""
        super().acknowledged(number)
        self.acknowledging()

    def acknowledging(self) -> None:
        """Replaced by whoever waits for it."""


@dataclass
class PluggedBoard:
    """A board in software: `commands` are all it was sent, `refusals` why it was turned away.

    `connected` says whether it is in session, `welcomes` how often it has been.
    """

    link: BoardLink
    commands: list[object] = field(default_factory=list)
    refusals: list[FaultCode] = field(default_factory=list)
    welcomes: int = 0
    journal: MemoryJournal = field(default_factory=lambda: MemoryJournal(bytes(8)))
    connected: bool = False
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, events: Sequence[BoardLinkEvent]) -> None:
        """Keep what the link tells."""
        for event in events:
            match event:
                case CommandReceived():
                    self.commands.append(event.message)
                case Refused():
                    self.refusals.append(event.code)
                case Welcomed():
                    self.welcomes += 1
                    self.connected = True
                case LinkDown():
                    self.connected = False
        self._changed.set()

    async def until(self, holds: Callable[["PluggedBoard"], bool]) -> None:
        """Wait until this is so of what the board was told."""
        async with asyncio.timeout(30):
            while not holds(self):
                self._changed.clear()
                await self._changed.wait()

    @property
    def unstored(self) -> list[int]:
        """The numbers of what it has said that the server has not acknowledged."""
        return [number for number, _ in self.journal.since(self.journal.stored)]

    @property
    def dice(self) -> list[tuple[int, int]]:
        """All dice it was told to show, in order."""
        return [(m.die1, m.die2) for m in self.commands if isinstance(m, wire.DiceShow)]


@contextlib.asynccontextmanager
async def on_line(
    hall: Hall,
    link: BoardLink,
    hear: Callable[[Sequence[BoardLinkEvent]], None],
    where: str = "pipe",
    *,
    cable: bool = True,
    room: WireRoom = WireRoom.NONE,
    line: tuple[Transport, Transport] | None = None,
) -> AsyncIterator[None]:
    """A board's link pumped to the hall, as by that port or address, until this is left."""
    near, far = line or pipe()
    tasks = [
        asyncio.create_task(hall.boards.serve(near, cable=cable, where=where, room=room)),
        asyncio.create_task(pump(link, far, hear)),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@contextlib.asynccontextmanager
async def plugged(
    hall: Hall,
    board_id: str,
    *,
    key: bytes | None = None,
    cable: bool = True,
    before: Sequence[wire.BoardMessage] = (),
) -> AsyncIterator[PluggedBoard]:
    """A board that has said its first HELLO when this is entered, and hangs up when it is left.

    `before` are events that it said before it was plugged in.
    """
    journal = HeardJournal(bytes(8))
    link = BoardLink(BoardIdentity(board_id, "Test", "1"), journal, key, 1, bytes(16))
    board = PluggedBoard(link, journal=journal)
    for event in before:
        link.report(event)
    journal.acknowledging = partial(board.hear, ())  # type: ignore[method-assign]
    async with on_line(hall, link, board.hear, f"pipe of {board_id}", cable=cable):
        await board.until(lambda it: bool(it.welcomes or it.refusals))
        yield board
