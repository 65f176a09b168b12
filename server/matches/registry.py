"""The matches of a server: taken up where their logs left them, found by their ids."""

from collections.abc import Callable, Sequence
from datetime import datetime

import structlog

from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId, TournamentId
from rules.match_play.machine import begin
from rules.match_play.state import MatchState as MatchPlayState
from server.access import SERVER, Actor
from server.command_answers import Answers
from server.matches.deferred_work import DeferredWork
from server.matches.match_players import NO_FACTS
from server.matches.match_process import MatchProcess, PersonFactsOf
from server.matches.match_record import MatchRecord
from server.matches.stream_writer import Caused, Nonces, StreamWriter
from server.matches.streams import match_stream
from server.store.event_log.contract import EventLog, StoredEvent
from server.store.event_log.subscriptions import Subscriptions
from server.store.event_log.verified_stream import StreamDamaged, verified_stream

log = structlog.get_logger()


class MatchRegistry:
    """Every match by its id; `damaged` says of those that could not be taken up why.

    `now` is the time in UTC; `persons_of` says what a match knows of persons now.
    """

    def __init__(
        self,
        event_log: EventLog,
        subscriptions: Subscriptions,
        now: Callable[[], datetime],
        persons_of: PersonFactsOf = lambda _: NO_FACTS,
    ) -> None:
        self.matches: dict[MatchId, MatchProcess] = {}
        self.damaged: dict[MatchId, str] = {}
        self._log, self._subscriptions, self._now = event_log, subscriptions, now
        self._persons_of = persons_of
        self._scheduled = Answers[ev.AnyScheduled]()
        self._nonces, self._deferred = Nonces(), DeferredWork()

    def records_of(self, tournament: TournamentId) -> list[MatchRecord]:
        """Every match of a tournament as it stands, in the order they were set up."""
        return [
            process.record
            for match_id, process in self.matches.items()
            if match_id.tournament == tournament
        ]

    def last_number(self, tournament: TournamentId) -> int:
        """The highest number a match has in a tournament, 0 before the first."""
        known = (*self.matches, *self.damaged)
        return max((each.number for each in known if each.tournament == tournament), default=0)

    def match(self, match_id: MatchId) -> MatchProcess:
        """The match of that id; raises MatchRefused for an unknown one."""
        if match_id in self.damaged:
            raise MatchRefused("match", match_id, f"none that is damaged: {self.damaged[match_id]}")
        if match_id not in self.matches:
            numbers = [each for each in self.matches if each.tournament == match_id.tournament]
            known = ", ".join(str(each.number) for each in sorted(numbers)) or "none yet"
            raise MatchRefused("match", match_id, known)
        return self.matches[match_id]

    async def entries(self, match_id: MatchId) -> list[StoredEvent]:
        """A match's log in its order; raises MatchRefused for an unknown match."""
        self.match(match_id)
        return await self._log.read(match_stream(match_id))

    async def open(self, match_id: MatchId, head: int) -> None:
        """Take up a match where its log left it, at `head`; a damaged one is left alone."""
        stream = match_stream(match_id)
        try:
            stored = await verified_stream(self._log, stream, head)
        except StreamDamaged as damaged:
            log.error("match_not_opened", why=str(damaged))
            self.damaged[match_id] = damaged.sentence
            return
        process = self._take_up(stream, stored)
        for room in process.record.linked:
            board_id = process.record.boards[room]
            lost = ev.BoardLost(room=room, board_id=board_id, reason="server stopped")
            process.note(lost, SERVER)

    async def schedule(
        self, scheduled: ev.AnyScheduled, actor: Actor, command_id: str
    ) -> MatchProcess:
        """Begin a match's stream; its id is one that no other match has.

        At one table nobody hands in a line-up: the first game begins at once (ruling 17).
        """
        stream = match_stream(scheduled.match_id)
        caused = Caused(actor.actor, (scheduled, *_begun(scheduled)), command_id)
        stored = await self.writer_of(stream, None).write([caused])
        return self._take_up(stream, stored)

    def resume(self) -> None:
        """The log stores again: every match decides what was put off."""
        for process in self.matches.values():
            process.resume()

    def scheduled_by(self, actor: str, command_id: str) -> ev.AnyScheduled | None:
        """The match that this command set up, None if it set up none; raises CommandIdReused."""
        return self._scheduled.get(actor, command_id)

    def writer_of(self, stream: str, last: StoredEvent | None) -> StreamWriter:
        """A writer that goes on behind the stream's last event."""
        return StreamWriter(self._log, stream, last, self._now, self._nonces)

    def _take_up(self, stream: str, stored: Sequence[StoredEvent]) -> MatchProcess:
        history = [entry.event for entry in stored]
        scheduled = history[0]
        assert isinstance(scheduled, ev.AnyScheduled)
        record = MatchRecord.of(scheduled).after(history[1:])
        writer = self.writer_of(stream, stored[-1])
        tell = self._subscriptions.tell
        process = MatchProcess(record, stored, writer, self._deferred, tell, self._persons_of)
        self.matches[record.match_id] = process
        self._scheduled.put(stored[0].actor, stored[0].command_id, scheduled)
        self._subscriptions.tell(stored)
        return process


def _begun(scheduled: ev.AnyScheduled) -> tuple[ev.Event, ...]:
    """What follows at once from setting up a match."""
    record = MatchRecord.of(scheduled)
    if not isinstance(record.state, MatchPlayState):
        return ()
    return begin(record.game, record.state).events
