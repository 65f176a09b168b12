"""A server of one match in memory: links, rules and commands, and a way to kill it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random

from board_drivers.link.reports import EventReceived, LinkEvent, LinkUp
from board_drivers.link.runner import pump
from board_drivers.link.server_link import ServerLink
from board_drivers.transports.transport import Transport
from board_drivers.wire import messages as wire
from board_drivers.wire.table import Unreadable
from rules.duplicate.machine import begin, handle
from rules.events import Event
from rules.games.backgammon import BACKGAMMON
from rules.room import BoardEvent, Room
from rules.tables import readings as rd
from server.boards.translation.notices import notices_for
from server.boards.translation.readings import NotAReading, reading_of
from server.boards.translation.table_messages import commands_for
from tests.support.rooms import initial


class SmallServer:
    """What is durable outlives a `life`: the match's log and how far each journal is stored."""

    def __init__(self, keys: Callable[[str], bytes | None], games: int = 4) -> None:
        opened = begin(BACKGAMMON, initial(BACKGAMMON, games=games))
        self.state = opened.state
        self.log: list[Event] = list(opened.events)
        self.over = asyncio.Event()
        self.lives = 0
        self._keys = keys
        self._stored: dict[tuple[str, bytes], int] = {}
        self._links: dict[Room, ServerLink] = {}
        self._deaths: asyncio.Queue[None] = asyncio.Queue()
        self._die_after = 0

    async def live(self, transports: Mapping[Room, Transport], die_after: int = 0) -> None:
        """Serve both rooms until the match is over or `die_after` events have been heard."""
        self.lives += 1
        self._die_after = die_after
        self._links = {room: self._link(room) for room in Room}
        pumps = [
            asyncio.create_task(pump(self._links[room], transport, self._listener(room)))
            for room, transport in transports.items()
        ]
        ends = [asyncio.create_task(self.over.wait()), asyncio.create_task(self._deaths.get())]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in (*ends, *pumps):
            task.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)

    def _link(self, room: Room) -> ServerLink:
        return ServerLink(
            keys=lambda it: self._keys(it.board_id),
            resume=lambda it: self._stored.get((it.board_id, it.journal_id), 0),
            cable=room is Room.OPEN,
            session=self.lives * 100 + 1,
            nonce=Random(f"{room}{self.lives}").randbytes(16),
        )

    def _listener(self, room: Room) -> Callable[[Sequence[LinkEvent]], None]:
        def heard(events: Sequence[LinkEvent]) -> None:
            for event in events:
                if isinstance(event, LinkUp):
                    self._show(room)
                elif isinstance(event, EventReceived) and self._lives_on():
                    self._decide(room, event)

        return heard

    def _lives_on(self) -> bool:
        """A killed server hears nothing more."""
        if self._die_after:
            self._die_after -= 1
            if not self._die_after:
                self._die_after = -1
                self._deaths.put_nowait(None)
        return self._die_after >= 0

    def _decide(self, room: Room, event: EventReceived) -> None:
        happened = self._happen(event, room)
        self._stored[event.board_id, event.journal_id] = event.number
        for receiver in (Room.CLOSED, Room.OPEN):
            if happened:
                self._show(receiver)
        for fact in happened:
            for notice in notices_for(fact, room, event.number):
                self._links[room].send(notice)
        self._links[room].stored(event.number)
        if self.state.over:
            self.over.set()

    def _happen(self, event: EventReceived, room: Room) -> tuple[Event, ...]:
        if isinstance(event.message, Unreadable):
            return ()
        try:
            number = BoardEvent(event.board_id, event.journal_id, event.number)
            reading = reading_of(event.message, room, number)
        except NotAReading:
            return ()
        decision = handle(BACKGAMMON, self.state, reading, rd.Sender(event.board_id))
        self.state = decision.state
        self.log.extend(decision.events)
        return decision.events

    def _show(self, room: Room) -> None:
        command: wire.ServerMessage
        for command in commands_for(BACKGAMMON, self.state, room):
            self._links[room].send(command)
