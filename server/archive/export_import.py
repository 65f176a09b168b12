"""The export of a tournament from a stopped server's records to an archive, and its import."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from pathlib import Path

from rules import events as ev
from rules.errors import MatchRefused
from rules.formats.format import FormatState
from rules.identities import MatchId, PersonId, TournamentId, TournamentName
from rules.ledger import NONCE_SIZE, genesis
from rules.text import N_
from server.archive.ledger_check import (
    archived_match,
    format_states,
    tournament_names,
    under_way,
    verified_archived_stream,
)
from server.archive.tournament_archive import Head, TournamentArchive, archive_lines
from server.matches.match_record import MatchRecord
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.persons import Persons
from server.store.backup import LogIdentity, check_files_match
from server.store.event_log.contract import Batch, EventLog, LedgerSource, chain, verified_stream
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.naming import Person, initials, resolved
from server.values.stored_events import (
    HALL_STREAM,
    StoredEvent,
    match_of,
    tournament_of,
    tournament_stream,
)


class ArchiveRefused(Exception):
    """An archive is not written or not imported; the message says what the operator can do."""


@dataclass(frozen=True, slots=True)
class ArchivedTournament:
    """The content of a tournament's archive: its first line, and its streams with their events.

    `records` are the tournament's matches after these events, in the order of their numbers.
    """

    archive: TournamentArchive
    streams: Mapping[str, Sequence[StoredEvent]]
    records: Mapping[MatchId, MatchRecord]

    @property
    def states(self) -> Mapping[str, FormatState]:
        """The tournament's state in each format of play, such as team event, knockout or TTT."""
        return format_states(self._own)

    @property
    def _own(self) -> Sequence[StoredEvent]:
        return self.streams.get(tournament_stream(self.archive.tournament), ())

    @property
    def matches(self) -> int:
        """The number of the tournament's matches."""
        return len(self.records)


async def archived_tournament(
    source: LedgerSource,
    name: str,
    *,
    persons: Mapping[PersonId, Person] | None,
    running: bool,
) -> ArchivedTournament:
    """Return everything that was played and decided in the tournament with this short name.

    `persons` are the persons whose names may be included; None includes no names. If `running` is
    True, matches that are not over are included, although some of their rolls are still secret.
    Raises MatchRefused if the tournament is unknown, ArchiveRefused if `running` is False and a
    match is not over, and StreamDamaged or LogUnavailable if the records cannot be read.
    """
    names = await tournament_names(source)
    tournament = next((known for known, each in names.items() if each.text == name), None)
    if tournament is None:
        allowed = ", ".join(each.text for each in names.values()) or N_("none yet")
        raise MatchRefused("tournament", name, allowed)
    streams = dict[str, list[StoredEvent]]()
    records = dict[MatchId, MatchRecord]()
    for stream, head in (await source.heads()).items():
        played = match_of(stream)
        if tournament not in (tournament_of(stream), played and played.tournament):
            continue
        streams[stream] = await verified_stream(source, stream, head)
        record = archived_match(stream, streams[stream]) if played else None
        if record is not None:
            records[record.match_id] = record
    not_over = under_way(tournament, streams, records)
    if not_over and not running:
        listed = ", ".join(f"{name}/{number}" for number in sorted(not_over))
        raise ArchiveRefused(
            f"not over yet: {listed}. Allowed once every match is over, or with --running, which"
            " writes a secret file: whoever reads it knows rolls before their time"
        )
    entries = (entry for stream in streams.values() for entry in stream)
    archive = TournamentArchive(
        tournament=tournament,
        name=names[tournament],
        secret=bool(not_over),
        persons=None if persons is None else _archived_persons(entries, persons),
        ends={s: Head(each[-1].sequence, each[-1].digest) for s, each in streams.items()},
    )
    return ArchivedTournament(archive, streams, dict(sorted(records.items())))


def match_ledger(name: TournamentName, entries: Sequence[StoredEvent]) -> Iterator[bytes]:
    """Yield the lines of one finished match's ledger, in the form of an archive with one stream.

    `name` is the name of the match's tournament. Anybody can check the lines without this server.
    """
    stream, last = entries[-1].stream, entries[-1]
    played = match_of(stream)
    assert played is not None
    ends = {stream: Head(last.sequence, last.digest)}
    archive = TournamentArchive(played.tournament, name, secret=False, persons=None, ends=ends)
    return archive_lines(archive, {stream: entries})


def _archived_persons(
    entries: Iterable[StoredEvent], persons: Mapping[PersonId, Person]
) -> tuple[Person, ...]:
    """Return the persons in these events: hidden persons by initials, erased ones without names."""
    archived = dict[PersonId, Person]()
    for person_id in {each for entry in entries for each in _named_in(entry)}:
        last = resolved(persons, person_id)
        if last is None:
            continue
        archived[last.person_id] = _archived(last)
        if last.person_id != person_id:
            archived[person_id] = Person(person_id=person_id, merged_into=last.person_id)
    return tuple(archived[person_id] for person_id in sorted(archived))


def _archived(person: Person) -> Person:
    if person.erased or not person.names:
        return Person(person_id=person.person_id, erased=True)
    names = tuple(map(initials, person.names)) if person.hidden else person.names
    return Person(person_id=person.person_id, names=names, hidden=person.hidden)


def _named_in(entry: StoredEvent) -> Iterator[PersonId]:
    _, _, acting = entry.actor.partition(" ")
    yield from _possible(acting)
    yield from _named_in_value(entry.event)


def _named_in_value(value: object) -> Iterator[PersonId]:
    """Yield the ids of persons in a value of an event.

    A field `by` may hold the text of a person's id, or other texts, which are skipped.
    """
    if isinstance(value, PersonId):
        yield value
    elif isinstance(value, tuple):
        for each in value:
            yield from _named_in_value(each)
    elif is_dataclass(value):
        for field in fields(value):
            held = getattr(value, field.name)
            if isinstance(held, str) and field.name == "by":
                yield from _possible(held)
            else:
                yield from _named_in_value(held)


def _possible(text: str) -> Iterator[PersonId]:
    try:
        yield PersonId(text)
    except ValueError:
        return


_OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class StoppedRecords:
    """The paths of the two database files of a stopped server."""

    log_file: Path
    accounts_file: Path


async def verified_archive(archive: TournamentArchive) -> ArchivedTournament:
    """Return the content of an archive after checking that all its ledgers are whole.

    A ledger is whole if its chain of hashes has no error and further events can be added to it.
    Raises StreamDamaged, which names the ledger, if a ledger is not whole. Raises ArchiveRefused if
    the archive's first line says that it is secret but all its matches are over, or says that it is
    not secret but a match is not over.
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
    """Store the tournament of a verified archive in the records; return its short name.

    `name` replaces the short name that the archive gives. Raises ArchiveRefused if the records
    already have the tournament or the short name; raises DatabaseRefused, StreamDamaged,
    LogUnavailable or AccountsUnavailable if the records cannot be used. After an error nothing has
    changed.
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
    """Return the hall's stream if the archive's tournament can be added to it.

    Raises ArchiveRefused if the records already have the tournament or its short name.
    """
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
    """Return the tournaments for which events are stored."""
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
    """Store the unknown persons, then all events in one transaction.

    The persons are removed again if the events cannot be stored. The event that creates the
    tournament in the hall comes last, so that the latest time in the log is the time of the import.
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
