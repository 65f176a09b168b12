"""The writing of finished matches' summaries, so that a start need not read the matches' logs."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from statistics import median

import structlog

from rules import events as ev
from rules.directing.finality import ResultStep
from rules.formats.team_event.timetable import MINUTES_A_GAME
from rules.identities import MatchId
from rules.ledger import unix_microseconds
from rules.room import Room, RoomResult
from rules.scoring.match_protocol import Confirmations
from server.matches.deferred_work import last_moments
from server.matches.finished_match import LastRooms, is_finished, read_stored, stored_form
from server.matches.match_process import MatchProcess
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol
from server.matches.registry import MatchRegistry
from server.matches.result_steps import steps_of
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.accounts_db.finished_matches import FinishedMatchStore, KeptMatch
from server.tournaments.person_results import person_tallies
from server.values.finished_match import FinishedMatch, TableMoment, kept_steps
from server.values.scored_match import AnyProtocol, ScoredResults, final_score, smp_of, sums
from server.values.stored_events import StoredEvent, Subscriber, match_of, match_stream


def game_seconds(happened: Iterable[ev.Event], moments: Iterable[datetime]) -> tuple[int, ...]:
    """Return the duration in seconds of each game, from its start to its end in both rooms.

    `moments` are the times at which the events were recorded. A game with a result that was entered
    by hand has no measured duration and is left out.
    """
    began = dict[tuple[int, int], datetime]()
    over = dict[tuple[int, int], dict[Room, datetime]]()
    for event, at in zip(happened, moments, strict=True):
        match event:
            case ev.GameStarted():
                began[event.game, event.attempt] = at
            case ev.GameFinished():
                over.setdefault((event.game, event.attempt), {})[event.room] = at
            case _:
                pass
    return tuple(
        round((max(rooms.values()) - began[game]).total_seconds())
        for game, rooms in over.items()
        if game in began and len(rooms) == len(Room)
    )


class GameTimes:
    """The median durations of games; a finished match's durations are cached until it changes."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._read: dict[MatchId, tuple[KeptMatch, str, tuple[int, ...]]] = {}

    def minutes(self, game_name: str) -> int:
        """Return the median duration in minutes of all measured games of this kind on this server.

        Return MINUTES_A_GAME if there is none.
        """
        seconds = [
            each for game, of_match in self._of_all() if game == game_name for each in of_match
        ]
        return max(1, round(median(seconds) / 60)) if seconds else MINUTES_A_GAME

    def _of_all(self) -> Iterable[tuple[str, tuple[int, ...]]]:
        for match_id in [*self._registry.finished.ids]:
            kept = self._registry.finished.kept(match_id)
            if kept is None:
                continue
            known = self._read.get(match_id)
            if known is None or known[0] is not kept:
                finished = read_stored(kept.summary)
                known = kept, finished.scheduled.game_name, finished.game_seconds
                self._read[match_id] = known
            yield known[1], known[2]


def finished_match(
    record: MatchRecord,
    moments: Mapping[Room, datetime],
    posted: Iterable[ResultStep] = (),
    game_seconds: Sequence[int] = (),
) -> FinishedMatch:
    """Return the summary of a match that is over.

    `moments` has the time of the last event at each table, `posted` the times when results were
    posted or changed. `game_seconds` are the durations of the match's games in seconds.
    """
    scheduled, state = record.scheduled, record.state
    assert state is not None
    protocol = match_protocol(record)
    return FinishedMatch(
        duplicate=scheduled if isinstance(scheduled, ev.MatchScheduled) else None,
        to_points=scheduled if isinstance(scheduled, ev.MatchPlayScheduled) else None,
        game=state.game,
        line_ups=tuple(record.line_ups.values()),
        substitutes=record.substitutes,
        signed=tuple(sorted(record.signed)),
        final_score=final_score(protocol),
        sums=sums(protocol),
        smp=smp_of(protocol),
        persons=person_tallies(record, protocol),
        game_seconds=tuple(game_seconds),
        roll_set=record.roll_sets.get(state.game, 0),
        moments=tuple(TableMoment(room, unix_microseconds(at)) for room, at in moments.items()),
        posted=kept_steps(posted),
    )


def score_so_far(
    record: MatchRecord, results: Mapping[tuple[int, Room], RoomResult]
) -> tuple[int, int]:
    """Return the score of a match that has started, counting these results only, home first."""
    return sums(protocol_of(record, results))


def protocol_of(record: MatchRecord, results: Mapping[tuple[int, Room], RoomResult]) -> AnyProtocol:
    """Return the protocol of a match that has started, with these results, all unconfirmed."""
    scheduled = record.scheduled
    if not isinstance(scheduled, ev.MatchScheduled):
        return match_protocol(record)
    scored = ScoredResults(scheduled, results, record.adjusted)
    return scored.protocol(record.openings, record.cancelled, Confirmations())


def kept_match(process: MatchProcess) -> KeptMatch:
    """Return the finished match in the form in which it is stored."""
    record, (actor, command_id) = process.record, process.scheduled_by
    home, away = record.teams
    moments = last_moments(process.history, process.moments)
    seconds = game_seconds(process.history, process.moments)
    return KeptMatch(
        match_id=record.match_id,
        head=process.sequence,
        digest=process.head,
        home=home,
        away=away,
        signed=set(record.signed) == {home, away},
        next_roll_set=record.roll_set_behind,
        actor=actor,
        command_id=command_id,
        summary=stored_form(finished_match(record, moments, steps_of(process), seconds)),
    )


log = structlog.get_logger()
SETTLED = 5.0
"""Seconds from a change of a match until its summary is stored, since nobody waits for that."""


class FinishedMatchWriter(Subscriber):
    """A subscriber to stored events that stores summaries of finished matches.

    Summaries that are not stored when the server stops are stored at the next start. `last_rooms`
    has the room in which each board was last put on a table. This room is stored with the summary
    of the match to which the table belonged.
    """

    name = "list of finished matches"

    def __init__(
        self, registry: MatchRegistry, store: FinishedMatchStore, last_rooms: LastRooms
    ) -> None:
        self._registry, self._store, self._last_rooms = registry, store, last_rooms
        self._changed: dict[MatchId, int] = {}
        self._news = asyncio.Event()

    @property
    def waiting(self) -> int:
        """The number of matches that have changed since they were last checked."""
        return len(self._changed)

    def receive(self, stored: Sequence[StoredEvent]) -> None:
        """Note that a match has changed or was loaded."""
        match_id, sequence = match_of(stored[-1].stream), stored[-1].sequence
        if match_id is None:
            return
        kept = self._registry.finished.kept(match_id)
        if kept is None or kept.head != sequence:
            self._changed[match_id] = sequence
            self._news.set()

    begin = receive

    async def run(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Store the finished matches whenever one has changed; runs until cancelled."""
        while True:
            await self._news.wait()
            await pause(SETTLED)
            await self.write()

    async def write(self) -> None:
        """Store every match that is finished now.

        A match that cannot be stored is tried again later.
        """
        self._news.clear()
        finished = [process for process in map(self._settled, [*self._changed]) if process]
        if not finished:
            return
        kept = [kept_match(process) for process in finished]
        boards = set[str]()
        for process in finished:
            boards |= self._last_rooms.take_history(process.history, process.moments)
        places = {board: self._last_rooms.places[board] for board in boards}
        try:
            await asyncio.to_thread(self._store.keep, kept, places)
        except AccountsUnavailable as unavailable:
            log.warning("finished_matches_not_kept", why=str(unavailable))
            self._news.set()
            return
        for process, each in zip(finished, kept, strict=True):
            if self._changed.get(each.match_id) == each.head == process.sequence:
                del self._changed[each.match_id]
                self._registry.put_finished(each)
        self._registry.let_go()

    async def close(self) -> None:
        """Store all finished matches when the server stops, even if no change was noted."""
        for match_id, process in self._registry.matches.items():
            kept = self._registry.finished.kept(match_id)
            if kept is None or kept.head != process.sequence:
                self._changed[match_id] = process.sequence
        await self.write()

    def _settled(self, match_id: MatchId) -> MatchProcess | None:
        """Return the match if it is finished and all its events have been passed on, or None."""
        process = self._registry.matches.get(match_id)
        if process is None or not is_finished(process.record):
            del self._changed[match_id]
            return None
        if not process.idle or process.sequence != self._changed[match_id]:
            self._news.set()
            return None
        return process


async def take_up_finished(
    registry: MatchRegistry,
    store: FinishedMatchStore,
    last_rooms: LastRooms,
    heads: Mapping[str, int],
) -> list[MatchId]:
    """Take over the stored summaries that are still current; return the ids of all other matches.

    A summary is current if no event was added to the match's log since the summary was made;
    `heads` gives the last number of each stream. The ids are sorted.
    """
    every = await asyncio.to_thread(store.all)
    good, gone, streams = list[KeptMatch](), list[MatchId](), set[str]()
    for each in every:
        stream = match_stream(each.match_id)
        if heads.get(stream) == each.head:
            good.append(each)
            streams.add(stream)
        else:
            gone.append(each.match_id)
    last_rooms.take(await asyncio.to_thread(store.places))
    registry.take_finished(good)
    if gone:
        # Otherwise an old summary might be used once other play on restored records has reached
        # the same event number.
        try:
            await asyncio.to_thread(store.forget, gone)
        except AccountsUnavailable as unavailable:  # the next start tries again
            log.warning("finished_matches_not_forgotten", why=str(unavailable))
    others = map(match_of, heads.keys() - streams)
    return sorted(match_id for match_id in others if match_id is not None)
