"""The matches of a server, loaded from their logs and found by their ids.

A match in play stays in memory. A finished match is dropped from memory when nobody uses it, and is
loaded again when somebody asks for it.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime

import structlog

from rules import commands as cmd
from rules import events as ev
from rules.clocks import MatchClocks
from rules.duplicate.seed_dice import commitment
from rules.errors import MatchRefused
from rules.identities import MatchId, TournamentId
from rules.match_play.machine import begin
from rules.match_play.state import MatchState as MatchPlayState
from rules.tables.calls_and_holds import NOTHING_CALLED, CallsAndHolds
from rules.text import N_
from server.access import SERVER, Actor
from server.command_answers import Answers
from server.matches.deferred_work import DeferredWork
from server.matches.finished_match import FinishedMatches
from server.matches.hall_holds import bring_to_matches, reaching
from server.matches.line_ups import NO_FACTS
from server.matches.match_clocks import clocks_of, stood_since
from server.matches.match_process import MatchProcess, PersonFactsOf, WhyNoGame
from server.matches.match_record import MatchRecord
from server.matches.sheets import RollSetNumbers
from server.matches.stream_writer import Caused, Nonces, StreamWriter
from server.store.accounts_db.finished_matches import KeptMatch
from server.store.event_log.contract import EventLog, LedgerSource, StreamDamaged, verified_stream
from server.store.event_log.subscriptions import Subscriptions
from server.values.naming import unknown_match
from server.values.stored_events import StoredEvent, match_stream

log = structlog.get_logger()

FINISHED_AT_ONCE = 24
"""The number of unused finished matches that stay in memory: those that were used last."""
_SEED_BYTES = 32


class MatchRegistry:
    """The matches of the server; `matches` has those that are in memory, keyed by id.

    The callbacks in `let_go_of` are called with the id of each match that is dropped from memory.
    `roll_sets` has the numbers of the sets of rolls that each tournament's matches use. `damaged`
    has the reason for each match that could not be loaded. `now` returns the time in UTC;
    `persons_of` returns the present facts about persons that a match needs, `why_no_game` the
    reason why no game of a match may begin, and `hall` the hall's holds.
    """

    def __init__(
        self,
        event_log: EventLog,
        subscriptions: Subscriptions,
        now: Callable[[], datetime],
        persons_of: PersonFactsOf = lambda _: NO_FACTS,
        why_no_game: WhyNoGame = lambda *_: None,
        hall: Callable[[], CallsAndHolds] = lambda: NOTHING_CALLED,
    ) -> None:
        self.matches: dict[MatchId, MatchProcess] = {}
        self.roll_sets = RollSetNumbers()
        self._finished = FinishedMatches()
        self._at_rest: dict[MatchId, int] = {}
        self.damaged: dict[MatchId, str] = {}
        self._withdrawn: dict[MatchId, tuple[str, str]] = {}
        self.let_go_of: list[Callable[[MatchId], None]] = []
        self._log, self._subscriptions, self._now = event_log, subscriptions, now
        self._persons_of, self._why_no_game = persons_of, why_no_game
        self._hall = hall
        self._scheduled = Answers[MatchId]()
        self._nonces, self._deferred = Nonces(), DeferredWork()
        self._kept: dict[MatchId, int] = {}
        self._asked_for: dict[MatchId, None] = {}
        self._coming: dict[MatchId, asyncio.Task[None]] = {}

    @property
    def finished(self) -> FinishedMatches:
        """The finished matches, in memory or not, without those that were continued since."""
        for match_id, head in [*self._at_rest.items()]:
            if self.matches[match_id].sequence != head:
                del self._at_rest[match_id]
                self._finished.remove(match_id)
        return self._finished

    def __contains__(self, match_id: object) -> bool:
        return match_id in self.matches or match_id in self.finished

    def __len__(self) -> int:
        finished = self.finished
        return len(finished) + sum(each not in finished for each in self.matches)

    def was_set_up(self, match_id: MatchId) -> bool:
        """Return True if the match was ever set up, even if it is damaged or was withdrawn."""
        return match_id in self or match_id in self.damaged or match_id in self._withdrawn

    def in_play(self) -> dict[MatchId, MatchProcess]:
        """Return the matches that are planned or in play, in their order.

        A match that is over is included until its summary is stored.
        """
        finished = self.finished
        return {
            match_id: process
            for match_id, process in sorted(self.matches.items())
            if match_id not in finished
        }

    def numbers(self, tournament: TournamentId) -> list[int]:
        """Return the numbers of the tournament's matches, except damaged matches."""
        played = {each.number for each in self.matches if each.tournament == tournament}
        return sorted({*played, *(each.number for each in self.finished.in_tournament(tournament))})

    def of_tournament(self, tournament: TournamentId) -> list[MatchId]:
        """Return the ids of the tournament's matches, ordered by number, except damaged matches."""
        return [MatchId(tournament, number) for number in self.numbers(tournament)]

    def records_of(self, tournament: TournamentId) -> list[MatchRecord]:
        """Return the tournament's matches in play, in the order in which they were set up."""
        finished = self.finished
        return [
            process.record
            for match_id, process in self.matches.items()
            if match_id.tournament == tournament and match_id not in finished
        ]

    def last_number(self, tournament: TournamentId) -> int:
        """Return the highest number of a match in the tournament, or 0 before the first."""
        known = (*self.matches, *self.damaged, *self._withdrawn)
        others = max((each.number for each in known if each.tournament == tournament), default=0)
        return max(others, self.finished.last_number(tournament))

    def match(self, match_id: MatchId) -> MatchProcess:
        """Return the match with this id, which must be in memory; raises MatchRefused otherwise.

        A match in play is always in memory, a finished match only within the context `in_memory`.
        """
        if match_id in self.damaged:
            damage = self.damaged[match_id]
            raise MatchRefused(
                "match", match_id, N_("none that is damaged: %(damage)s"), damage=damage
            )
        if match_id in self._withdrawn:
            raise MatchRefused("match", match_id, N_("one that was not removed"))
        if match_id not in self.matches:
            raise unknown_match(match_id, self.numbers(match_id.tournament))
        return self.matches[match_id]

    def in_memory(self, match_id: MatchId | None) -> "MatchInMemory":
        """Return a context manager that keeps a match in memory; a finished match is loaded first.

        Does nothing for an unknown or damaged match, which `match` will refuse. Entering the
        context raises LogUnavailable.
        """
        return MatchInMemory(self, match_id if match_id is not None and match_id in self else None)

    async def keep(self, match_id: MatchId) -> None:
        """Keep a match in memory until it is released.

        For each call of `keep`, `release` must be called once. Raises LogUnavailable if the match
        cannot be loaded; then it need not be released.
        """
        self._kept[match_id] = self._kept.get(match_id, 0) + 1
        if match_id not in self.matches:
            try:
                await self._take_up_again(match_id)
            except BaseException:
                self.release(match_id)
                raise

    def release(self, match_id: MatchId) -> None:
        """Undo one call of `keep`. A finished match may then be dropped from memory."""
        self._kept[match_id] -= 1
        if not self._kept[match_id]:
            del self._kept[match_id]
            self._asked_for.pop(match_id, None)
            self._asked_for[match_id] = None
            self.let_go()

    def let_go(self) -> None:
        """Drop finished matches from memory that nobody uses, except those that were used last."""
        too_many = len(self._at_rest) - FINISHED_AT_ONCE
        if too_many > 0:
            asked_for = {match_id: place for place, match_id in enumerate(self._asked_for)}
            at_rest = sorted(self._at_rest, key=lambda each: asked_for.get(each, -1))
            for match_id in [each for each in at_rest if self._may_go(each)][:too_many]:
                self._forget(match_id)

    async def entries(self, match_id: MatchId) -> list[StoredEvent]:
        """Return the match's events in order; raises MatchRefused if the match is unknown."""
        self.match(match_id)
        return await self._log.read(match_stream(match_id))

    @property
    def ledgers(self) -> LedgerSource:
        """The source from which ledgers are read to be checked."""
        return self._log

    async def open(self, match_id: MatchId, head: int) -> None:
        """Load a match from its events up to number `head`.

        A damaged match is only noted in `damaged`.
        """
        stream = match_stream(match_id)
        try:
            stored = await verified_stream(self._log, stream, head)
        except StreamDamaged as damaged:
            self.leave_alone(match_id, damaged)
            return
        record, clocks = await asyncio.to_thread(_folded, stored)
        if record.withdrawn:
            self._withdrawn[match_id] = stored[-1].actor, stored[-1].command_id
            return
        process = self._take_up(record, stored, clocks)
        self._subscriptions.begin(stored)
        if clocks is not None and clocks.running:
            process.note(stood_since(stored[-1].recorded_at), SERVER)
        for room in process.record.linked:
            board_id = process.record.boards[room]
            lost = ev.BoardLost(room=room, board_id=board_id, reason="server stopped")
            process.note(lost, SERVER)

    def leave_alone(self, match_id: MatchId, damaged: StreamDamaged) -> None:
        """Mark a match as damaged, so that it is refused to everybody."""
        log.error("match_not_opened", why=str(damaged))
        self.damaged[match_id] = damaged.sentence
        self._finished.remove(match_id)
        if match_id in self.matches:
            self._forget(match_id)

    async def schedule(
        self, scheduled: ev.AnyScheduled, actor: Actor, command_id: str
    ) -> MatchProcess:
        """Set up a match with an id that no other match has, and return it.

        A match at one table has no line-ups, so its first game begins at once (ruling 17). A match
        in two rooms is committed to the seed of its drawn rolls before a captain can give a word
        (ruling 8).
        """
        stream = match_stream(scheduled.match_id)
        held = reaching(MatchRecord.of(scheduled).rooms, self._hall())
        caused = Caused(
            actor.actor,
            (scheduled, *_committed_to_seed(scheduled), *held, *_begun(scheduled)),
            command_id,
        )
        stored = await self.writer_of(stream, None).write([caused])
        record, clocks = _folded(stored)
        process = self._take_up(record, stored, clocks)
        self._subscriptions.tell(stored)
        await bring_to_matches([process], self._hall())
        return process

    async def withdraw(
        self, match_id: MatchId, reason: str, actor: Actor, command_id: str = ""
    ) -> None:
        """Withdraw a match in which nothing was played; it cannot be found any more (ruling 29).

        Does nothing if the same command has withdrawn the match before. Raises MatchRefused if the
        match has begun, has boards at its tables, or is already withdrawn.
        """
        sent = actor.actor, command_id
        if command_id and self._withdrawn.get(match_id) == sent:
            return
        await self.match(match_id).handle(cmd.WithdrawMatch(reason), actor, command_id=command_id)
        self._withdrawn[match_id] = sent
        del self.matches[match_id]
        await self.told()
        self._let_go_of(match_id)

    def resume(self) -> None:
        """Have every match decide its commands that were put off.

        Called once the log stores again.
        """
        for process in self.matches.values():
            process.resume()

    def take_finished(self, every: Sequence[KeptMatch]) -> None:
        """Take over the stored summaries of finished matches when the server starts."""
        self._finished.take(every)
        for kept in every:
            self.roll_sets.use(kept.match_id.tournament, kept.next_roll_set)
            self._scheduled.put(kept.actor, kept.command_id, kept.match_id)

    def put_finished(self, kept: KeptMatch) -> None:
        """Add a match to the finished ones, with the summary that was stored."""
        self._finished.put(kept)
        self._at_rest[kept.match_id] = kept.head

    def scheduled_by(self, actor: str, command_id: str) -> ev.AnyScheduled | None:
        """Return the match that the command with this id set up, or None.

        Raises CommandIdReused.
        """
        match_id = self._scheduled.get(actor, command_id)
        if match_id is None:
            return None
        if match_id in self.matches:
            return self.matches[match_id].record.scheduled
        return self.finished.of(match_id).scheduled if match_id in self.finished else None

    def games_of(self, match_id: MatchId) -> int | None:
        """Return the number of games per room of a match in two rooms.

        Return None for any other match, and if no match has this id.
        """
        scheduled: ev.AnyScheduled | None = None
        if match_id in self.matches:
            scheduled = self.matches[match_id].record.scheduled
        elif match_id in self.finished:
            scheduled = self.finished.of(match_id).scheduled
        return scheduled.games if isinstance(scheduled, ev.MatchScheduled) else None

    def writer_of(self, stream: str, last: StoredEvent | None) -> StreamWriter:
        """Return a writer that appends events to the stream, after its last event.

        `last` is that event, or None if the stream has no events yet.
        """
        return StreamWriter(self._log, stream, last, self._now, self._nonces)

    async def _take_up_again(self, match_id: MatchId) -> None:
        """Load a finished match, only once for all who ask for it at the same time."""
        kept = self.finished.kept(match_id)
        assert kept is not None
        if match_id not in self._coming:
            coming = asyncio.create_task(self.open(match_id, kept.head))
            self._coming[match_id] = coming
            coming.add_done_callback(lambda _: self._coming.pop(match_id))
        await asyncio.shield(self._coming[match_id])

    def _may_go(self, match_id: MatchId) -> bool:
        """Return True if the match may be dropped from memory.

        This requires that its stored summary is current and that nobody uses it.
        """
        process, kept = self.matches[match_id], self._finished.kept(match_id)
        as_kept = kept is not None and kept.digest == process.head
        asked_for = match_id in self._kept or match_id in self._coming
        lags = self._subscriptions.lags(match_stream(match_id))
        return as_kept and process.idle and not (asked_for or lags or process.seats)

    def _forget(self, match_id: MatchId) -> None:
        del self.matches[match_id]
        self._let_go_of(match_id)

    def _let_go_of(self, match_id: MatchId) -> None:
        self._at_rest.pop(match_id, None)
        self._asked_for.pop(match_id, None)
        self._subscriptions.forget(match_stream(match_id))
        for callback in self.let_go_of:
            callback(match_id)

    async def told(self) -> None:
        """Wait until everything stored so far has been passed to its subscribers."""
        await self._deferred.all_done()

    def close(self) -> None:
        """Stop the alarms of all matches."""
        for process in self.matches.values():
            process.close()

    def _next_roll_set(self, record: MatchRecord) -> int:
        """Reserve and return the number of the roll set for a new attempt.

        Return 0 if the match's roll sets have no numbers.
        """
        tournament = record.match_id.tournament
        return 0 if record.roll_set_of(1) is None else self.roll_sets.take(tournament)

    def _take_up(
        self, record: MatchRecord, stored: Sequence[StoredEvent], clocks: MatchClocks | None
    ) -> MatchProcess:
        writer = self.writer_of(stored[0].stream, stored[-1])
        tell = self._subscriptions.tell
        process = MatchProcess(
            record,
            stored,
            writer,
            self._deferred,
            tell,
            self._now,
            self._persons_of,
            self._why_no_game,
            clocks,
            self._next_roll_set,
        )
        self.roll_sets.use(record.match_id.tournament, record.roll_set_behind)
        self.matches[record.match_id] = process
        if record.match_id in self._finished:
            self._at_rest[record.match_id] = process.sequence
        self._scheduled.put(stored[0].actor, stored[0].command_id, record.match_id)
        return process


def _folded(stored: Sequence[StoredEvent]) -> tuple[MatchRecord, MatchClocks | None]:
    """Return the record and the clocks that follow from a match's events."""
    scheduled = stored[0].event
    assert isinstance(scheduled, ev.AnyScheduled)
    record = MatchRecord.of(scheduled).after([entry.event for entry in stored[1:]])
    return record, clocks_of(stored)


def _committed_to_seed(scheduled: ev.AnyScheduled) -> tuple[ev.Event, ...]:
    """Return the event that commits a match in two rooms to a seed when it is set up (ruling 8).

    Return no event for a match at one table.
    """
    if not isinstance(scheduled, ev.MatchScheduled):
        return ()
    seed = secrets.token_bytes(_SEED_BYTES)
    return (ev.SeedCommitted(commitment=commitment(seed), seed=seed),)


def _begun(scheduled: ev.AnyScheduled) -> tuple[ev.Event, ...]:
    """Return the events that follow at once when a match is set up."""
    record = MatchRecord.of(scheduled)
    if not isinstance(record.state, MatchPlayState):
        return ()
    return begin(record.game, record.state).events


class MatchInMemory:
    """A context manager that keeps a match in memory; it does nothing if it has no match.

    It is small, since each of thousands of spectators has one for as long as they watch.
    """

    __slots__ = ("_match_id", "_matches")

    def __init__(self, matches: MatchRegistry, match_id: MatchId | None) -> None:
        self._matches, self._match_id = matches, match_id

    async def __aenter__(self) -> None:
        """Keep the match in memory. Raises LogUnavailable."""
        if self._match_id is not None:
            await self._matches.keep(self._match_id)

    async def __aexit__(self, *_: object) -> None:
        if self._match_id is not None:
            self._matches.release(self._match_id)
