"""A match in play: commands are decided, stored, and only then shown (rulings 7, 9).

Once events are stored, the closed room's board is sent what follows from them; then the boards are
told that their events are stored; then everybody else is told.

Also here: the release of a roll to the closed room, which is decided before the READY that asks for
it arrives (ruling 7). If it were decided only then, two players would wait for it, in a
hundred matches at once when a round begins. But everything on which a release depends is known as
soon as the opponent's play is stored and the roll has counted. So the release is decided then, when
nobody waits. The decision is used if this READY arrives while the match is unchanged. Decisions are
functions of values, so a later decision would be the same.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple, Protocol

import structlog

from rules import events as ev
from rules.clocks import MatchClocks
from rules.duplicate.release import awaited, due_key, roll_is_counted
from rules.duplicate.state import MatchState
from rules.errors import RulesError
from rules.room import Room
from rules.tables import readings as rd
from rules.tables.awaited import Awaited
from server.access import SERVER, Actor, NotAllowed, Visitor
from server.command_answers import Answers, CommandIdReused
from server.matches.clock_orders import ClocksGiven, NoticeTime
from server.matches.decide import (
    NOTHING_GIVEN,
    Command,
    Happened,
    MatchGiven,
    MatchStep,
    RecordFacts,
    decide,
)
from server.matches.deferred_work import DeferredWork, Envelope, ignore, without_superseded
from server.matches.line_ups import NO_FACTS, PersonFacts
from server.matches.match_clocks import TimeOutAlarm, clocks_after, with_clocks_stood
from server.matches.match_record import MatchRecord
from server.matches.stream_writer import Caused, Outcome, StreamWriter
from server.store.event_log.contract import LogUnavailable
from server.values.stored_events import StoredEvent


class SpeculativeRelease(NamedTuple):
    """A release of a roll that is decided before the closed room's READY arrives (ruling 7).

    `before` is the match for which it was decided. `step` is what the message `ready` will cause if
    the match is still the same when the message arrives.
    """

    before: MatchRecord
    ready: rd.ReadyDeclared
    step: MatchStep

    def answers(self, record: MatchRecord, command: Command, actor: Actor) -> bool:
        """Return True if `decide` would return `step` for this record, command and actor."""
        return record is self.before and command == self.ready and not isinstance(actor, Visitor)


def speculative_release(record: MatchRecord) -> SpeculativeRelease | None:
    """Return the decision on the READY that the closed table will send next, before it arrives.

    Return None if this READY would release no roll, or a roll that does not count yet.
    """
    if not isinstance(record.state, MatchState):
        return None
    key = due_key(record.state)
    if key is None or not roll_is_counted(record.state, key):
        return None
    wait = awaited(record.state, Room.CLOSED)
    if wait.side is None or wait.what not in (Awaited.SET, Awaited.READY_OR_DOUBLE):
        return None
    ready = rd.ReadyDeclared(
        game=record.state.game,
        attempt=record.state.attempt,
        room=Room.CLOSED,
        side=wait.side,
        turn=wait.turn,
    )
    step = decide(record, ready, SERVER)
    if not any(isinstance(event, ev.RollReleased) for event in step.happened):
        return None
    return SpeculativeRelease(record, ready, step)


log = structlog.get_logger()
_AT_ONCE = 64
"""The largest number of commands in one transaction.

Two boards and an operator never send so many.
"""

Tell = Callable[[Sequence[StoredEvent]], None]
PersonFactsOf = Callable[[MatchRecord], PersonFacts]
"""A function that returns a match's present facts of persons."""
NextRollSet = Callable[[MatchRecord], int]
"""A function that reserves and returns the number of the roll set for a new attempt at a game.

It returns 0 if the match uses no roll set.
"""
WhyNoGame = Callable[[MatchRecord, Actor], ev.Refusal | None]
"""A function that returns why the actor may not begin a game of the match now, or None."""


class BoardPlace(Protocol):
    """The board at one table of a match, as an object that can show the match's state."""

    def show(self, record: MatchRecord) -> None:
        """Send the board the present state of the match."""

    def prepare(self, record: MatchRecord) -> None:
        """Compute what `show` will send if it is called with this record. Sends nothing."""


class _Decided(NamedTuple):
    """A command and its events, which are not stored yet."""

    envelope: Envelope
    happened: Happened


class MatchProcess:
    """The only object that changes a match; `record` and `history` have only what is stored.

    `moments` has the time at which each event in `history` was recorded, UTC. `scheduled_by` is the
    actor who set the match up, with the id of the command that did so. `tell` passes stored events
    on, after the boards were served. `persons_of` is called when a visitor's command is decided,
    `why_no_game` when any command is decided between games, and `next_roll_set` when a game is
    voided. `clocks` follow from the stored events; they are None if time is not counted. `now`
    returns the time in UTC, by which the alarm notices a time-out.
    """

    def __init__(
        self,
        record: MatchRecord,
        stored: Sequence[StoredEvent],
        writer: StreamWriter,
        deferred: DeferredWork,
        tell: Tell,
        now: Callable[[], datetime],
        persons_of: PersonFactsOf = lambda _: NO_FACTS,
        why_no_game: WhyNoGame = lambda *_: None,
        clocks: MatchClocks | None = None,
        next_roll_set: NextRollSet = lambda _: 0,
    ) -> None:
        self.record, self.clocks = record, clocks
        self.history: list[ev.Event] = [entry.event for entry in stored]
        self.moments: list[datetime] = [entry.recorded_at for entry in stored]
        self.scheduled_by = next(((each.actor, each.command_id) for each in stored), ("", ""))
        self.seats: dict[Room, BoardPlace] = {}
        self._answers = Answers[Happened]()
        self._remember(stored)
        self._writer, self._deferred, self._tell = writer, deferred, tell
        self._persons_of, self._why_no_game = persons_of, why_no_game
        self._next_roll_set = next_roll_set
        self._inbox: deque[Envelope] = deque()
        self._busy = False
        self._speculative: SpeculativeRelease | None = None
        self._will_speculate = False
        self._loop = asyncio.get_running_loop()
        self._now, self._alarm = now, TimeOutAlarm(now, self._notice_time)
        self._set_alarm()

    @property
    def head(self) -> bytes:
        """The hash of the last event in the ledger.

        It is not published before the match is over.
        """
        return self._writer.head[1]

    @property
    def sequence(self) -> int:
        """The number of stored events."""
        return self._writer.head[0]

    @property
    def idle(self) -> bool:
        """True if nothing is being decided or stored."""
        return not self._busy and not self._inbox

    @property
    def recorded_at(self) -> datetime:
        """The time of the last stored event, UTC."""
        return self._writer.recorded_at

    @property
    def waiting(self) -> int:
        """The number of commands that wait to be decided."""
        return len(self._inbox)

    def post(self, *envelopes: Envelope) -> None:
        """Queue commands that arrived together. All commands are decided in the order of arrival.

        They are decided at once, unless earlier events are being written to the log.
        """
        self._inbox.extend(envelopes)
        if self._inbox and not self._busy:
            self._busy = True
            self._decide_waiting()

    def answered(self, actor: Actor, command_id: str) -> Happened | None:
        """Return the events of an earlier command with this id, or None if there was none.

        Raises CommandIdReused.
        """
        return self._answers.get(actor.actor, command_id)

    def check(self, command: Command, actor: Actor) -> MatchStep:
        """Return the step that the command would cause now, without carrying it out.

        Raises the error with which the command would be refused.
        """
        return decide(self.record, command, actor, self._given(NOTHING_GIVEN, actor, self.record))

    def note(self, fact: ev.Event, actor: Actor) -> None:
        """Queue an event that needs no decision and no answer. It is stored as soon as possible."""
        self.post(Envelope(RecordFacts((fact,)), actor, lasts=True))

    def resume(self) -> None:
        """Decide the commands that were put off. This is called once the log stores again."""
        self.post()
        self._set_alarm()

    def close(self) -> None:
        """Stop the alarm for time-outs."""
        self._alarm.stop()

    async def handle(
        self,
        command: Command,
        actor: Actor,
        given: MatchGiven = NOTHING_GIVEN,
        command_id: str = "",
    ) -> Happened:
        """Send a command and return its events once they are stored.

        Raises the error with which the command is refused or cannot be stored.
        """
        answer: asyncio.Future[Happened] = asyncio.get_running_loop().create_future()

        def settled(happened: Happened) -> None:
            if not answer.done():
                answer.set_result(happened)

        def failed(error: Exception) -> None:
            if not answer.done():
                answer.set_exception(error)

        self.post(Envelope(command, actor, settled, failed, given, command_id))
        return await answer

    def _decide_waiting(self) -> None:
        """Decide the commands in the queue.

        Commands that arrive later are decided once the events of these commands are stored.
        """
        record, decided = self.record, list[_Decided]()
        answers = Answers[Happened]()
        for _ in range(min(_AT_ONCE, len(self._inbox))):
            envelope = self._inbox.popleft()
            sent = envelope.actor.actor, envelope.command_id
            try:
                answered = answers.get(*sent) or self._answers.get(*sent)
            except CommandIdReused as reused:
                envelope.failed(reused)
                continue
            if answered is not None:
                decided.append(_Decided(envelope._replace(settled=_again(envelope, answered)), ()))
                continue
            step = self._step(envelope, record)
            if step is not None:
                record = step.record
                decided.append(_Decided(envelope, step.happened))
                if step.happened:
                    answers.put(*sent, step.happened)
        caused = [Caused(e.actor.actor, happened, e.command_id) for e, happened in decided]
        journal = tuple(entry for envelope, _ in decided for entry in envelope.journal)
        self._deferred.begun()
        self._writer.begin(caused, journal, partial(self._written, record, decided))

    def _written(self, record: MatchRecord, decided: list[_Decided], outcome: Outcome) -> None:
        waits = False
        try:
            if outcome.error is None:
                self.record = record
                self._announce(decided, outcome.stored)
            elif isinstance(outcome.error, LogUnavailable):
                waits = self._put_off([envelope for envelope, _ in decided], outcome.error)
            else:
                error = outcome.error
                log.error("not_written", match=str(self.record.match_id), error=str(error))
                self._fail([envelope for envelope, _ in decided], error)
        finally:
            self._deferred.ended()
            self._busy = bool(self._inbox) and not waits
            if self._busy:
                self._loop.call_soon(self._decide_waiting)

    def _fail(self, envelopes: list[Envelope], error: Exception) -> None:
        """Fail these commands and all commands that wait behind them.

        Otherwise a later message of a board would be stored before an earlier one that has failed.
        """
        waiting = tuple(self._inbox)
        self._inbox.clear()
        for envelope in (*envelopes, *waiting):
            envelope.failed(error)

    def _put_off(self, envelopes: list[Envelope], error: LogUnavailable) -> bool:
        """Store in memory, in order, the commands that `last`, to try them again; fail the others.

        Return True if there are such commands. They are all tried again when the next command is
        posted.
        """
        waiting = (*envelopes, *self._inbox)
        lasting = without_superseded([each for each in waiting if each.lasts])
        lasting = with_clocks_stood(lasting, self.clocks, self._now())
        self._inbox = deque(each._replace(put_off=ignore) for each in lasting)
        for envelope in waiting:
            (envelope.put_off if envelope.lasts else envelope.failed)(error)
        return bool(self._inbox)

    def _step(self, envelope: Envelope, record: MatchRecord) -> MatchStep | None:
        """Decide a command; return its events and the match after them.

        Return None if the command failed and nothing of it is to be stored. A board's message is
        stored even if its command fails, since the board would only send it again.
        """
        seat = envelope.seat
        if seat is not None and record.boards.get(seat[0]) != seat[1]:
            return MatchStep((), record)
        ahead = self._speculative
        if ahead is not None and ahead.answers(record, envelope.command, envelope.actor):
            return ahead.step
        try:
            given = self._given(envelope.given, envelope.actor, record)
            if isinstance(envelope.command, NoticeTime) and self.clocks is not None:
                given = replace(given, clocks=ClocksGiven(self.clocks, self._now()))
            return self._numbered(decide(record, envelope.command, envelope.actor, given))
        except Exception as fault:  # one command's defect must not stop the match
            if not isinstance(fault, RulesError | NotAllowed) or envelope.journal:
                log.exception("not_decided", match=str(record.match_id), actor=envelope.actor.actor)
            if envelope.journal:
                return MatchStep((), record)
            envelope.failed(fault)
            return None

    def _numbered(self, step: MatchStep) -> MatchStep:
        """Return the step with the number of a new roll set, if the step voids a game.

        The number is for the new attempt at that game. It is the next free number of the tournament
        (ruling 15).
        """
        voided = next((each for each in step.happened if isinstance(each, ev.GameVoided)), None)
        if voided is None:
            return step
        numbered = replace(voided, next_roll_set=self._next_roll_set(step.record))
        happened = (numbered if each is voided else each for each in step.happened)
        return MatchStep(tuple(happened), step.record.with_new_roll_set(numbered))

    def _given(self, given: MatchGiven, actor: Actor, record: MatchRecord) -> MatchGiven:
        """Return `given` with the present values that a decision needs.

        Facts of persons are added for visitors only.
        """
        between_games = record.state is not None and not record.state.game_under_way
        if between_games and (why := self._why_no_game(record, actor)) is not None:
            given = replace(given, no_game=why)
        if not isinstance(actor, Visitor):
            return given
        return replace(given, persons=self._persons_of(record))

    def _announce(self, decided: list[_Decided], stored: Sequence[StoredEvent]) -> None:
        happened = [entry.event for entry in stored]
        self.history.extend(happened)
        self.moments.extend(entry.recorded_at for entry in stored)
        self._remember(stored)
        if self.clocks is not None or any(isinstance(event, ev.ClocksSet) for event in happened):
            self._count_time(stored)
        later = () if any(map(_concerns_the_open_table, happened)) else (Room.OPEN,)
        if happened:
            self._show(*(room for room in (Room.CLOSED, Room.OPEN) if room not in later))
        for envelope, events in decided:
            try:
                envelope.settled(events)
            except Exception:  # otherwise later commands would never be told that they are durable
                log.exception(
                    "not_settled", match=str(self.record.match_id), actor=envelope.actor.actor
                )
        if any(isinstance(event, ev.RollReleased) for event in happened):
            self._deferred.released()
        if happened:
            self._deferred.do(partial(self._tell_others, later, stored))

    def _count_time(self, stored: Sequence[StoredEvent]) -> None:
        """Update the clocks. The boards are shown them with everything else."""
        if stored:
            self.clocks = clocks_after(self.clocks, self.record, stored)
            self._set_alarm()

    def _set_alarm(self) -> None:
        if self.clocks is not None:
            self._alarm.set_for(self.clocks)

    def _notice_time(self) -> None:
        """Post the check for a time-out.

        If nothing can be stored, `resume` sets the alarm again.
        """
        self.post(Envelope(NoticeTime(), SERVER))

    def _remember(self, stored: Sequence[StoredEvent]) -> None:
        """Keep the answers of commands that have ids, for senders who repeat them."""
        for entry in stored:
            if entry.command_id:
                earlier = self._answers.get(entry.actor, entry.command_id) or ()
                self._answers.put(entry.actor, entry.command_id, (*earlier, entry.event))

    def _show(self, *rooms: Room) -> None:
        for room in rooms:
            try:
                if room in self.seats:
                    self.seats[room].show(self.record)
            except Exception:  # otherwise nobody would be told that their commands are durable
                log.exception("not_shown", match=str(self.record.match_id), room=room.value)

    def _tell_others(self, rooms: Sequence[Room], stored: Sequence[StoredEvent]) -> None:
        self._show(*rooms)
        self._tell(stored)
        if not self._will_speculate:
            self._will_speculate = True
            self._deferred.do(self._speculate)

    def _speculate(self) -> None:
        """Decide in advance, while nobody waits, the release that one READY will cause."""
        self._will_speculate = False
        ahead = None if self._busy else speculative_release(self.record)
        self._speculative = ahead
        if ahead is not None and Room.CLOSED in self.seats:
            try:
                self.seats[Room.CLOSED].prepare(ahead.step.record)
            except Exception:  # only needed for speed: `show` works without it
                log.exception("not_prepared", match=str(self.record.match_id))


def _again(envelope: Envelope, answered: Happened) -> Callable[[Happened], None]:
    """Return a callback that settles a repeated command with its first answer."""
    return lambda _: envelope.settled(answered)


def _concerns_the_open_table(event: ev.Event) -> bool:
    """Return True if the open table has to be shown the state after this event at once.

    Return False for plays of the closed room and rolls released to it; their result can be shown
    later.
    """
    if isinstance(event, ev.RoomEvent):
        return event.room is Room.OPEN
    return not isinstance(event, ev.RollReleased)
