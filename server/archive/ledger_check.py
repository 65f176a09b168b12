"""Checks of ledgers that anybody can make: of records, of an archive, and of a running server.

A whole chain of hashes shows that no event was changed since the chain was made. It does not show
who made the chain, since anybody can make a file with a whole chain. These checks also find streams
that a server could not load.

A server does not read its finished matches when it starts, so a change on disk would be found only
when somebody opens that match. Therefore each finished match is read once after a start and
compared with its stored hash, in slices so short that no board waits for them.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import get_args

import structlog

from rules import events as ev
from rules.duplicate.audit import audit
from rules.formats.format import FormatState
from rules.formats.known_formats import FORMATS, states_after
from rules.identities import MatchId, TournamentId, TournamentName
from rules.ledger import LedgerEntry, verify
from server.archive.tournament_archive import Head, TournamentArchive
from server.matches.match_record import MatchRecord
from server.matches.protocols import match_protocol, protocol_view
from server.matches.registry import MatchRegistry
from server.store.accounts_db.finished_matches import KeptMatch
from server.store.event_log.contract import (
    EventLog,
    LedgerSource,
    LogDamaged,
    LogUnavailable,
    StreamDamaged,
    verified_stream,
)
from server.values.stored_events import (
    HALL_STREAM,
    LedgerCheck,
    StoredEvent,
    desk_of,
    match_of,
    match_stream,
    tournament_of,
    tournament_stream,
)


async def tournament_names(source: LedgerSource) -> dict[TournamentId, TournamentName]:
    """Return the short name of every tournament that was not withdrawn.

    Raises StreamDamaged, LogUnavailable.
    """
    head = (await source.heads()).get(HALL_STREAM, 0)
    names = dict[TournamentId, TournamentName]()
    for entry in await verified_stream(source, HALL_STREAM, head):
        if isinstance(entry.event, ev.TournamentCreated):
            names[entry.event.tournament] = entry.event.name
        elif isinstance(entry.event, ev.TournamentWithdrawn):
            del names[entry.event.tournament]
    return names


_OF_TOURNAMENT = tuple(
    kind
    for events in (
        ev.TeamRegistered | ev.TeamChanged | ev.QueryEvent | ev.CaseEvent,
        *(each.events for each in FORMATS),
    )
    for kind in get_args(events)
)


def archived_match(stream: str, entries: Sequence[StoredEvent]) -> MatchRecord | None:
    """Return the match after all events of the stream, or None if it is a tournament's own stream.

    Raises StreamDamaged if the events are not those of a match, or if the stream has the name of
    another match.
    """
    match_id = match_of(stream)
    if match_id is None:
        for entry in entries:
            if not isinstance(entry.event, _OF_TOURNAMENT):
                why = f"{entry.kind} is no event of a tournament"
                raise StreamDamaged(stream, entry.sequence, why)
        return None
    first = entries[0].event
    if not isinstance(first, ev.AnyScheduled) or first.match_id != match_id:
        raise StreamDamaged(stream, 1, f"it does not set up match {match_id}")
    sequence = 1
    try:
        record = MatchRecord.of(first)
        for entry in entries[1:]:
            sequence = entry.sequence
            record = record.after([entry.event])
    except Exception as error:
        # Applying events that the rules did not decide may raise any kind of error.
        why = f"it does not follow from the events before it ({type(error).__name__})"
        raise StreamDamaged(stream, sequence, why) from error
    _check_scored(record, entries[-1])
    return record


def _check_scored(record: MatchRecord, last: StoredEvent) -> None:
    """Raise StreamDamaged if the match cannot be scored.

    No list of matches could show such a match.
    """
    head = last.digest.hex()
    try:
        protocol_view(record, match_protocol(record), recorded=last.recorded_at, head=head)
    except Exception as error:
        why = f"nobody can score this match: {error}"
        raise StreamDamaged(last.stream, last.sequence, why) from error


def format_states(entries: Iterable[StoredEvent]) -> Mapping[str, FormatState]:
    """Return a tournament's state in each format of play, such as knockout or TTT.

    `entries` are the events of the tournament's own stream.
    """
    return states_after(entry.event for entry in entries)


def under_way(
    tournament: TournamentId,
    streams: Mapping[str, Sequence[StoredEvent]],
    records: Mapping[MatchId, MatchRecord],
) -> list[int]:
    """Return the numbers of the tournament's matches that may have rolls that are still secret.

    `streams` are all streams of the tournament, keyed by name; `records` are its matches.
    """
    own = streams.get(tournament_stream(tournament), ())
    states = format_states(own).values()
    return [
        each.number
        for each, record in records.items()
        if is_under_way(record, ruled=any(state.is_ruled(each.number) for state in states))
    ]


def is_under_way(record: MatchRecord, *, ruled: bool) -> bool:
    """Return True if the match may have rolls that are still secret.

    A match that is over or was withdrawn has none. `ruled` is True if the match's result was
    decided without play, as by a forfeit. Such a match has secret rolls only while a game in two
    rooms is being played. All other matches are under way, also those at one table.
    """
    decided = ruled and not record.has_secrets
    return not (record.is_over or record.withdrawn or decided)


async def checked_ledgers(event_log: EventLog) -> AsyncIterator[LedgerCheck]:
    """Yield the check of every stream in alphabetical order; raises LogUnavailable."""
    try:
        names = await tournament_names(event_log)
    except StreamDamaged:
        # The damage is found again when this stream is checked.
        names = {}
    for stream, stored in (await event_log.heads()).items():
        yield await checked_ledger(event_log, stream, stored, _name(stream, names))


async def checked_ledger(
    source: LedgerSource, stream: str, head: int, name: str = ""
) -> LedgerCheck:
    """Check one stream whose last event has the number `head`.

    `name` says in the result what the stream belongs to, such as "club/3"; it may be empty. Raises
    LogUnavailable.
    """
    try:
        entries = await verified_stream(source, stream, head)
    except StreamDamaged as damaged:
        return _broken(name, damaged)
    return _whole(name, stream, entries)


async def checked_archive(archive: TournamentArchive) -> AsyncIterator[LedgerCheck]:
    """Yield the check of every stream of an archive in alphabetical order."""
    names = {archive.tournament: archive.name}
    for stream, end in archive.ends.items():
        name = _name(stream, names)
        try:
            entries = await verified_archived_stream(archive, stream, end)
            archived_match(stream, entries)
        except StreamDamaged as damaged:
            yield _broken(name, damaged)
        else:
            yield _whole(name, stream, entries)


async def verified_archived_stream(
    source: LedgerSource, stream: str, end: Head
) -> list[StoredEvent]:
    """Return the events of a stream of an archive.

    Raises StreamDamaged unless the chain is whole and ends with the event that the archive's first
    line names.
    """
    entries = await verified_stream(source, stream, end.sequence)
    if (entries[-1].sequence, entries[-1].digest) != end:
        why = f"the archive's first line has another end: event {end.sequence}, {end.digest.hex()}"
        raise StreamDamaged(stream, min(end.sequence, len(entries)), why)
    return entries


def _broken(name: str, damaged: StreamDamaged) -> LedgerCheck:
    if not damaged.sequence:
        return LedgerCheck(damaged.stream, 0, "", damaged.why, name=name)
    broken = f"event {damaged.sequence}: {damaged.why}"
    return LedgerCheck(damaged.stream, damaged.sequence - 1, "", broken, name=name)


def _whole(name: str, stream: str, entries: Sequence[StoredEvent]) -> LedgerCheck:
    head = entries[-1].digest.hex() if entries else ""
    events = [entry.event for entry in entries]
    two_rooms = any(isinstance(event, ev.MatchScheduled) for event in events)
    over = two_rooms and any(isinstance(event, ev.MatchClosed) for event in events)
    proven = audit(events) if over else None
    return LedgerCheck(stream, len(entries), head, audit=proven, name=name)


def _name(stream: str, names: Mapping[TournamentId, TournamentName]) -> str:
    played = match_of(stream)
    tournament = played.tournament if played else tournament_of(stream) or desk_of(stream)
    if tournament is None or tournament not in names:
        return ""
    if played:
        return f"{names[tournament]}/{played.number}"
    return f"{names[tournament]}{', desk' if desk_of(stream) else ''}"


log = structlog.get_logger()
AFTER_A_START = 30.0
"""Seconds after a start in which nothing is verified, so that boards and pages can reconnect."""
SLICE = 64
"""The number of entries that are hashed at once, which takes a third of a millisecond."""
REST = 4.0
"""The pause after a slice, as a multiple of the time that the slice took."""
_TRY_AGAIN = 60.0
"""Seconds until a log that could not be read is tried again."""
_ANOTHER_END = "the last one stored, though the match was kept with another hash at its end"

ReadLedger = Callable[[str], Awaitable[Sequence[LedgerEntry]]]
Pause = Callable[[float], Awaitable[None]]


class LedgerWatch:
    """The check of the ledgers of all finished matches after the server's start, and its progress.

    `checked` of `total` ledgers are done, and `broken` of the checked ledgers are damaged. `read`
    returns the entries of a stream in order, or raises LogUnavailable or LogDamaged.
    """

    def __init__(self, registry: MatchRegistry, read: ReadLedger) -> None:
        self.checked = self.total = self.broken = 0
        self._registry, self._read_ledger = registry, read

    @property
    def done(self) -> bool:
        """True if every match that was finished at the start has been verified."""
        return self.checked == self.total

    async def run(self, pause: Pause = asyncio.sleep) -> None:
        """Verify every match that was finished at the start, the newest first, and then return."""
        await pause(AFTER_A_START)
        matches = self._registry.finished.ids[::-1]
        self.total, self.broken = len(matches), 0
        for self.checked, match_id in enumerate(matches):
            await self._verify(match_id, pause)
        self.checked = self.total
        if self.total:
            log.info("finished_ledgers_verified", matches=self.total, broken=self.broken)

    async def _verify(self, match_id: MatchId, pause: Pause) -> None:
        kept = self._registry.finished.kept(match_id)
        if kept is None:  # it is being continued; it was verified when it was loaded
            return
        try:
            entries = await self._read(kept, pause)
            await self._verify_entries(kept, entries, pause)
        except StreamDamaged as damaged:
            if self._registry.finished.kept(match_id) is kept:
                self.broken += 1
                self._registry.leave_alone(match_id, damaged)

    async def _read(self, kept: KeptMatch, pause: Pause) -> Sequence[LedgerEntry]:
        stream = match_stream(kept.match_id)
        while True:
            try:
                return await self._read_ledger(stream)
            except LogDamaged as damaged:
                raise StreamDamaged(stream, 0, str(damaged)) from damaged
            except LogUnavailable:
                await pause(_TRY_AGAIN)

    async def _verify_entries(
        self, kept: KeptMatch, entries: Sequence[LedgerEntry], pause: Pause
    ) -> None:
        """Raise StreamDamaged unless the chain of hashes is whole and ends with `kept.digest`."""
        stream, behind = match_stream(kept.match_id), None
        for first in range(0, len(entries), SLICE):
            began = perf_counter()
            part = entries[first : first + SLICE]
            broken = verify(part, behind)
            if broken is not None:
                raise StreamDamaged(stream, broken.sequence, broken.why.value)
            behind = part[-1]
            await pause(REST * (perf_counter() - began))
        if behind is None or (behind.sequence, behind.digest) != (kept.head, kept.digest):
            raise StreamDamaged(stream, len(entries), _ANOTHER_END)
