"""One match at work: what is said is decided, made durable, and only then shown (rulings 7, 9).

After a commit the closed room's board is served first, then the boards hear that their events are
stored, then everybody else.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol

import structlog

from rules import events as ev
from rules.duplicate.machine import Decision
from rules.errors import RulesError
from rules.room import Room
from server.matches.deferred_work import DeferredWork
from server.matches.match_record import MatchRecord
from server.matches.saying import Happened, Saying, Step, step_of
from server.matches.stream_writer import StreamWriter
from server.store.event_log.contract import StoredEvent

log = structlog.get_logger()
_AT_ONCE = 64
"""Sayings decided in one transaction at most; two boards and an operator never come near it."""

Listener = Callable[[int, Sequence[ev.Event]], None]


class Seat(Protocol):
    """A board's place at one table of a match."""

    def show(self, record: MatchRecord) -> None:
        """Bring the board up to what the match is now."""


class MatchProcess:
    """The one place where a match changes; `record` and `history` hold only what is durable.

    `moments` says of each event of the history when it was recorded, UTC.
    """

    def __init__(
        self,
        record: MatchRecord,
        stored: Sequence[StoredEvent],
        writer: StreamWriter,
        afterwards: DeferredWork,
    ) -> None:
        self.record = record
        self.history: list[ev.Event] = [entry.event for entry in stored]
        self.moments: list[datetime] = [entry.recorded_at for entry in stored]
        self.seats: dict[Room, Seat] = {}
        self.listeners: list[Listener] = []
        self._writer, self._afterwards = writer, afterwards
        self._inbox: deque[Saying] = deque()
        self._busy = False
        self._loop = asyncio.get_running_loop()

    @property
    def head(self) -> bytes:
        """The ledger's last hash; for nobody outside before the match is over."""
        return self._writer.head[1]

    @property
    def recorded_at(self) -> datetime:
        """When the last entry was written, UTC."""
        return self._writer.recorded_at

    def say(self, *together: Saying) -> None:
        """Queue what was said in one breath; everything is decided in the order of arrival.

        It is decided at once unless something is on its way to the log.
        """
        self._inbox.extend(together)
        if self._inbox and not self._busy:
            self._busy = True
            self._decide_waiting()

    def tell(self, fact: ev.Event, actor: str) -> None:
        """Queue a fact that nobody decides and nobody waits for."""
        self.say(Saying(lambda _: (fact,), actor, _ignore, _ignore))

    async def order(
        self, decide: Callable[[MatchRecord], Happened | Decision], actor: str
    ) -> Happened:
        """Say something and wait until it is durable; raises what made it fail."""
        answer: asyncio.Future[Happened] = asyncio.get_running_loop().create_future()

        def settled(happened: Happened) -> None:
            if not answer.done():
                answer.set_result(happened)

        def failed(error: Exception) -> None:
            if not answer.done():
                answer.set_exception(error)

        self.say(Saying(decide, actor, settled, failed))
        return await answer

    def _decide_waiting(self) -> None:
        """Decide what waits; nothing that is said later is decided before that is durable."""
        record, decided = self.record, list[tuple[Saying, Happened]]()
        for _ in range(min(_AT_ONCE, len(self._inbox))):
            saying = self._inbox.popleft()
            step = self._step(saying, record)
            if step is not None:
                record = step.record
                decided.append((saying, step.happened))
        said = [(saying.actor, happened) for saying, happened in decided]
        journal = tuple(entry for saying, _ in decided for entry in saying.journal)
        self._afterwards.begun()
        self._writer.begin(said, journal, partial(self._written, record, decided))

    def _written(
        self,
        record: MatchRecord,
        decided: list[tuple[Saying, Happened]],
        error: Exception | None,
    ) -> None:
        try:
            if error is None:
                self.record = record
                self._announce(decided)
            else:
                log.error("not_written", match=self.record.number, error=str(error))
                self._fail([saying for saying, _ in decided], error)
        finally:
            self._afterwards.ended()
            self._busy = bool(self._inbox)
            if self._busy:
                self._loop.call_soon(self._decide_waiting)

    def _fail(self, sayings: list[Saying], error: Exception) -> None:
        """Fail these and every frame behind them: what a board said later must not overtake."""
        waiting = tuple(self._inbox)
        self._inbox.clear()
        for saying in (*sayings, *waiting):
            saying.failed(error)

    def _step(self, saying: Saying, record: MatchRecord) -> Step | None:
        """What it makes happen; None if it fails and nothing of it is to be kept.

        A board's frame is kept whatever becomes of it: the board would only say it again.
        """
        try:
            return step_of(saying, record)
        except Exception as fault:  # one saying's defect must not stop the match
            if not isinstance(fault, RulesError) or saying.journal:
                log.exception("not_decided", match=record.number, actor=saying.actor)
            if saying.journal:
                return Step((), record)
            saying.failed(fault)
            return None

    def _announce(self, decided: list[tuple[Saying, Happened]]) -> None:
        happened = [event for _, events in decided for event in events]
        self.history.extend(happened)
        self.moments.extend([self._writer.recorded_at] * len(happened))
        later = () if any(map(_concerns_the_open_table, happened)) else (Room.OPEN,)
        if happened:
            self._show(*(room for room in (Room.CLOSED, Room.OPEN) if room not in later))
        for saying, events in decided:
            try:
                saying.settled(events)
            except Exception:  # else who spoke after him would never hear that it is durable
                log.exception("not_settled", match=self.record.number, actor=saying.actor)
        if any(isinstance(event, ev.RollReleased) for event in happened):
            self._afterwards.released()
        if happened:
            self._afterwards.do(partial(self._tell_others, later, happened))

    def _show(self, *rooms: Room) -> None:
        for room in rooms:
            try:
                if room in self.seats:
                    self.seats[room].show(self.record)
            except Exception:  # else nobody would hear that what he said is durable
                log.exception("not_shown", match=self.record.number, room=room.value)

    def _tell_others(self, rooms: Sequence[Room], happened: Sequence[ev.Event]) -> None:
        self._show(*rooms)
        for listener in self.listeners:
            try:
                listener(self.record.number, happened)
            except Exception:  # else the listeners behind it would never hear of this
                log.exception("not_heard", match=self.record.number)


def _ignore(_: Happened | Exception) -> None:
    """Nobody waits for this."""


def _concerns_the_open_table(event: ev.Event) -> bool:
    """False for what the closed room does and is given: the open board may hear of it later."""
    if isinstance(event, ev.RoomEvent):
        return event.room is Room.OPEN
    return not isinstance(event, ev.RollReleased)
