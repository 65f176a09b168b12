"""Ledgers checked as anyone may check them after a match: of a folder of records, or an archive."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from rules import events as ev
from rules.duplicate.audit import Audit, audit
from rules.identities import TournamentId, TournamentName
from server.matches.stream_writer import desk_of, match_of, tournament_of
from server.results.archive.archived_match import archived_match
from server.results.archive.tournament_archive import Head, TournamentArchive
from server.results.archive.tournament_names import tournament_names
from server.store.event_log.contract import (
    EventLog,
    LedgerSource,
    StoredEvent,
    StreamDamaged,
    verified_stream,
)


@dataclass(frozen=True, slots=True)
class LedgerCheck:
    """What one stream's ledger shows.

    `name` is how people call what the stream is about, such as "club/3", empty where nobody knows.
    `broken` says at which event its chain does not hold, empty where it does; `events` counts those
    before that. `head` is the last hash of a whole one, in hexadecimal, as the match protocol
    prints it. `audit` is what a match's events prove, None for other streams and for an unfinished
    match: its rolls are nobody's business yet.
    """

    stream: str
    events: int
    head: str
    broken: str = ""
    audit: Audit | None = None
    name: str = ""

    @property
    def sound(self) -> bool:
        """Nothing was found."""
        return not self.broken and (self.audit is None or not self.audit.findings)


async def checked_ledgers(event_log: EventLog) -> AsyncIterator[LedgerCheck]:
    """Every stream in alphabetical order; raises LogUnavailable."""
    try:
        names = await tournament_names(event_log)
    except StreamDamaged:
        # Which is found again when its turn comes.
        names = {}
    for stream, stored in (await event_log.heads()).items():
        yield await checked_ledger(event_log, stream, stored, _name(stream, names))


async def checked_ledger(
    source: LedgerSource, stream: str, head: int, name: str = ""
) -> LedgerCheck:
    """One stream, which goes as far as `head`; raises LogUnavailable."""
    try:
        entries = await verified_stream(source, stream, head)
    except StreamDamaged as damaged:
        return _broken(name, damaged)
    return _whole(name, stream, entries)


async def checked_archive(archive: TournamentArchive) -> AsyncIterator[LedgerCheck]:
    """Every stream of an archive in alphabetical order."""
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
    """A stream that is whole and ends where the archive's first line says.

    Raises StreamDamaged.
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
