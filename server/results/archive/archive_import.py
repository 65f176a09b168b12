"""An archive into a stopped server's records: whole streams under their own ids, or nothing."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from rules import events as ev
from rules.identities import MatchId, TournamentId, TournamentName
from rules.ledger import NONCE_SIZE, genesis
from server.matches.match_record import MatchRecord
from server.matches.stream_writer import HALL_STREAM, match_of, tournament_of
from server.results.archive.archive_export import ArchivedTournament, ArchiveRefused
from server.results.archive.archived_match import archived_match, under_way
from server.results.archive.ledger_check import verified_archived_stream
from server.results.archive.tournament_archive import TournamentArchive
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.persons import Persons
from server.store.backup import LogIdentity, check_files_match
from server.store.event_log.contract import Batch, EventLog, StoredEvent, chain, verified_stream
from server.store.event_log.sqlite_log import SqliteEventLog

_OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class StoppedRecords:
    """The two files of a stopped server's records."""

    log_file: Path
    accounts_file: Path


async def verified_archive(archive: TournamentArchive) -> ArchivedTournament:
    """An archive whose every ledger is whole to its end and can be gone on with.

    Raises StreamDamaged naming what is not, ArchiveRefused for a secret one that does not say so.
    """
    streams = dict[str, Sequence[StoredEvent]]()
    records = dict[MatchId, MatchRecord]()
    for stream, end in archive.ends.items():
        entries = await verified_archived_stream(archive, stream, end)
        record = archived_match(stream, entries)
        if record is not None:
            records[record.match_id] = record
        streams[stream] = entries
    not_over = bool(under_way(archive.tournament, streams, records))
    if not_over is not archive.secret:
        which = "not over" if not_over else "all over"
        raise ArchiveRefused(
            f"line 1: secret: {str(archive.secret).lower()}, but its matches are {which}"
        )
    return ArchivedTournament(archive, streams, dict(sorted(records.items())))


async def take_in(
    archived: ArchivedTournament,
    name: TournamentName | None,
    records: StoppedRecords,
    now: datetime,
) -> TournamentName:
    """Put a verified archive's tournament into the records; returns the short name it has there.

    `name` is one in place of the archive's. Raises ArchiveRefused where the records have the
    tournament or the name, DatabaseRefused, StreamDamaged, LogUnavailable, AccountsUnavailable;
    nothing has changed then.
    """
    event_log = await SqliteEventLog.open(records.log_file)
    try:
        accounts_file = AccountsFile.open(records.accounts_file)
        try:
            identity = await LogIdentity.of(event_log)
            check_files_match(accounts_file, identity, records.log_file, records.accounts_file)
            hall = await _admitted(event_log, archived.archive, name)
            known_as = name or archived.archive.name
            created = _created(hall, archived.archive.tournament, known_as, now)
            await _store(archived, created, event_log, Persons(accounts_file, lambda: now))
        finally:
            accounts_file.close()
    finally:
        await event_log.close()
    return known_as


async def _admitted(
    event_log: EventLog, archive: TournamentArchive, name: TournamentName | None
) -> list[StoredEvent]:
    """The hall's stream of records that have neither the tournament nor its name."""
    heads = await event_log.heads()
    hall = await verified_stream(event_log, HALL_STREAM, heads.get(HALL_STREAM, 0))
    created = [each.event for each in hall if isinstance(each.event, ev.TournamentCreated)]
    names = {event.tournament: event.name for event in created}
    if archive.tournament in names or archive.tournament in _with_streams(heads):
        known = f" as {names[archive.tournament]}" if archive.tournament in names else ""
        raise ArchiveRefused(
            f"tournament {archive.tournament} is in these records already{known}; an archive adds"
            " a tournament that is not there, and changes none"
        )
    chosen = name or archive.name
    if chosen in names.values():
        raise ArchiveRefused(
            f"--name: {chosen.text!r} is another tournament's short name in these records; allowed:"
            " one that is free, which changes nothing else"
        )
    return hall


def _with_streams(heads: Mapping[str, int]) -> set[TournamentId]:
    """Tournaments that events are stored of."""
    own = {tournament_of(stream) for stream in heads}
    played = {match.tournament for stream in heads if (match := match_of(stream))}
    return {each for each in own if each is not None} | played


def _created(
    hall: Sequence[StoredEvent], tournament: TournamentId, name: TournamentName, now: datetime
) -> tuple[StoredEvent, ...]:
    last = (hall[-1].sequence, hall[-1].digest) if hall else (0, genesis(HALL_STREAM))
    return chain(
        HALL_STREAM,
        last,
        [ev.TournamentCreated(tournament=tournament, name=name)],
        recorded_at=now,
        actor=_OPERATOR,
        nonces=[secrets.token_bytes(NONCE_SIZE)],
    )


async def _store(
    archived: ArchivedTournament,
    created: tuple[StoredEvent, ...],
    event_log: EventLog,
    persons: Persons,
) -> None:
    """All events in one transaction; who is unknown here is kept before, and removed if it fails.

    The hall's event is the last one: the log's latest moment is then when it was taken in.
    """
    listed = archived.archive.persons or ()
    unknown = [person for person in listed if person.person_id not in persons.all]
    persons.save(unknown)
    entries = tuple(entry for stream in archived.streams.values() for entry in stream)
    try:
        await event_log.append(Batch(events=entries + created))
    except Exception:
        persons.remove([person.person_id for person in unknown])
        raise
