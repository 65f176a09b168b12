"""A tournament out of the records of a stopped server, as an archive."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass

from rules.errors import MatchRefused
from rules.formats.format import FormatState
from rules.identities import MatchId, PersonId, TournamentName
from rules.text import N_
from server.matches.match_record import MatchRecord
from server.matches.stream_writer import match_of, tournament_of, tournament_stream
from server.persons.naming import initials, resolved
from server.results.archive.archived_match import (
    archived_match,
    format_states,
    under_way,
)
from server.results.archive.tournament_archive import Head, TournamentArchive, archive_lines
from server.results.archive.tournament_names import tournament_names
from server.store.accounts_db.persons import Person
from server.store.event_log.contract import LedgerSource, StoredEvent, verified_stream


class ArchiveRefused(Exception):
    """An archive that is not written or not taken in (operator: as it says)."""


@dataclass(frozen=True, slots=True)
class ArchivedTournament:
    """What is written: the archive's first line, and its streams with their events.

    `records` are its matches as these leave them, in the order of their numbers.
    """

    archive: TournamentArchive
    streams: Mapping[str, Sequence[StoredEvent]]
    records: Mapping[MatchId, MatchRecord]

    @property
    def states(self) -> Mapping[str, FormatState]:
        """What the tournament has of each format."""
        return format_states(self._own)

    @property
    def _own(self) -> Sequence[StoredEvent]:
        return self.streams.get(tournament_stream(self.archive.tournament), ())

    @property
    def matches(self) -> int:
        """How many matches are in it."""
        return len(self.records)


async def archived_tournament(
    source: LedgerSource,
    name: str,
    *,
    persons: Mapping[PersonId, Person] | None,
    running: bool,
) -> ArchivedTournament:
    """Everything sporting of the tournament of that short name.

    `persons` are those whose names go with it, None for nobody's. `running` takes matches along
    that are not over, whose rolls are secret. Raises MatchRefused for an unknown tournament,
    ArchiveRefused for one with matches that are not over, StreamDamaged, LogUnavailable.
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
    """The lines of one finished match's ledger, in the form of an archive that has no other stream.

    `name` is that of its tournament. Whoever has them checks them without this server.
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
    """Everybody known whom these events name: the hidden by initials, the erased as nobody."""
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
    """Ids of persons in an event, also in what says by whom; texts may be no ids at all."""
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
