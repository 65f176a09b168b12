"""The file format of a tournament's archive: JSON lines in canonical form (docs/archive-format.md).

The first line lists the contents of the file and the end of each stream, so that a file which is
cut short is noticed. Every other line is one event, exactly as it was hashed.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, NamedTuple

from rules.identities import PersonId, TournamentId, TournamentName, is_unseen
from rules.ledger import unix_microseconds
from server.store.event_log.log_file import StoredRow, stored_event
from server.values.naming import Person
from server.values.stored_events import StoredEvent, match_of, tournament_stream

FORMAT: Final = "yalta archive"
VERSION: Final = 1
MOST_BYTES: Final = 512 * 1024 * 1024
"""The largest size of a file in bytes: a match of six games takes 500,000, so a thousand fit."""
LONGEST_LINE: Final = 8 * 1024 * 1024
_DIGEST_BYTES = 32
_LATEST_MICROSECOND = 253_402_300_800_000_000 - 1
"""The last microsecond of the year 9999, after which Python has no dates."""
_MOST_NAMES, _LONGEST_NAME = 8, 80
_HEADER = {
    "format": str,
    "heads": dict,
    "name": str,
    "persons": list | None,
    "secret": bool,
    "tournament": str,
    "version": int,
}
_ENTRY = {
    "actor": str,
    "command_id": str,
    "digest": str,
    "kind": str,
    "nonce": str,
    "payload": str,
    "recorded_at": int,
    "sequence": int,
    "stream": str,
    "version": int,
}
_PERSON = {
    "erased": bool,
    "hidden": bool,
    "merged_into": str | None,
    "names": list,
    "person": str,
}


class ArchiveUnreadable(Exception):
    """A file is not an archive, or is incomplete. The operator can get the file again.

    `line` counts from 1, or is 0 if the fault concerns the file as a whole.
    """

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.line, self.why = line, why


class Head(NamedTuple):
    """The end of a stream: the sequence number and hash of its last event."""

    sequence: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class TournamentArchive:
    """The content of an archive file; its ledgers have not been checked yet.

    `persons` is None if the archive leaves names out. `secret` is True if a match in it is not
    over. `ends` has the end of each stream, and `rows` its stored events; both are keyed by the
    stream's name. An archive can be used wherever a LedgerSource is needed.
    """

    tournament: TournamentId
    name: TournamentName
    secret: bool
    persons: tuple[Person, ...] | None
    ends: Mapping[str, Head]
    rows: Mapping[str, Sequence[StoredRow]] = field(default_factory=dict, repr=False)

    async def heads(self) -> dict[str, int]:
        """Return the number of events in each stream, according to the archive's first line."""
        return {stream: end.sequence for stream, end in self.ends.items()}

    async def read(self, stream: str) -> list[StoredEvent]:
        """Return the events of a stream as they are in the file; raises EventUnreadable."""
        return [stored_event(row) for row in self.rows.get(stream, ())]


def archive_lines(
    archive: TournamentArchive, streams: Mapping[str, Sequence[StoredEvent]]
) -> Iterator[bytes]:
    """Yield the lines of an archive's file; equal content gives equal bytes.

    The first line is made from `archive`. `streams` has the events of each stream, keyed by the
    stream's name.
    """
    persons = archive.persons
    yield _line(
        {
            "format": FORMAT,
            "heads": {s: [end.sequence, end.digest.hex()] for s, end in archive.ends.items()},
            "name": archive.name.text,
            "persons": None if persons is None else [*map(_person_values, persons)],
            "secret": archive.secret,
            "tournament": archive.tournament.text,
            "version": VERSION,
        }
    )
    for stream in sorted(streams):
        for entry in streams[stream]:
            yield _line(_entry_values(entry))


def read_archive(file: BinaryIO) -> TournamentArchive:
    """Read an archive from a file of at most MOST_BYTES.

    Raises ArchiveUnreadable, which names the line, or OSError.
    """
    lines = _bounded_lines(file)
    first = next(lines, None)
    if first is None:
        raise ArchiveUnreadable(0, "the file is empty")
    archive = _located(1, _read_header, first)
    rows: dict[str, list[StoredRow]] = {stream: [] for stream in archive.ends}
    previous = ""
    for number, line in enumerate(lines, start=2):
        row = _located(number, _read_entry, line)
        if row.stream not in rows:
            raise ArchiveUnreadable(number, f"stream {row.stream!r} is not in the first line")
        if row.stream < previous:
            raise ArchiveUnreadable(number, f"stream {row.stream!r} stands behind {previous!r}")
        previous = row.stream
        rows[row.stream].append(row)
    return TournamentArchive(
        archive.tournament, archive.name, archive.secret, archive.persons, archive.ends, rows
    )


def _bounded_lines(file: BinaryIO) -> Iterator[bytes]:
    total, number = 0, 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        total += len(line)
        if total > MOST_BYTES:
            raise ArchiveUnreadable(0, f"larger than {MOST_BYTES} bytes, which no archive is")
        if len(line) > LONGEST_LINE:
            raise ArchiveUnreadable(number, f"longer than {LONGEST_LINE} bytes")
        if not line.endswith(b"\n"):
            raise ArchiveUnreadable(number, "the file is cut off here: the line has no end")
        yield line


def _located(number: int, read: Any, line: bytes) -> Any:
    try:
        return read(line)
    except ArchiveUnreadable as error:
        raise ArchiveUnreadable(number, error.why) from error
    except RecursionError as error:
        raise ArchiveUnreadable(number, "no line of an archive: nested too deeply") from error
    except ValueError as error:
        raise ArchiveUnreadable(number, f"no line of an archive: {error}") from error


def _read_header(line: bytes) -> TournamentArchive:
    values = json.loads(line)
    if type(values) is not dict or values.get("format") != FORMAT:
        raise ArchiveUnreadable(1, "this is no archive of a tournament: its first line says none")
    if values.get("version") != VERSION:
        version = _shortened(values.get("version"))
        raise ArchiveUnreadable(
            1, f"version {version} of the format; this program reads version {VERSION}"
        )
    _check_fields(values, _HEADER)
    _check_canonical(values, line)
    tournament = TournamentId(values["tournament"])
    persons = values["persons"]
    return TournamentArchive(
        tournament,
        TournamentName(values["name"]),
        values["secret"],
        None if persons is None else _read_persons(persons),
        {stream: _read_head(tournament, stream, end) for stream, end in values["heads"].items()},
    )


def _read_head(tournament: TournamentId, stream: str, end: object) -> Head:
    played = match_of(stream)
    if stream != tournament_stream(tournament) and (
        played is None or played.tournament != tournament
    ):
        raise ValueError(f"heads: {stream!r} is no stream of tournament {tournament}")
    match end:
        case [int(sequence), str(digest)] if type(sequence) is int and sequence > 0:
            return Head(sequence, _read_bytes("heads", digest, _DIGEST_BYTES))
    raise ValueError(f"heads: {end!r} is not a number and a hash")


def _read_persons(listed: list[Any]) -> tuple[Person, ...]:
    persons = tuple(map(_read_person, listed))
    ids = [person.person_id for person in persons]
    if ids != sorted(set(ids)):
        raise ValueError("persons: not in the order of their ids, or one twice")
    own = {person.person_id for person in persons if person.merged_into is None}
    for person in persons:
        if person.merged_into is not None and person.merged_into not in own:
            raise ValueError(f"persons: {person.merged_into} is not among them")
    return persons


def _read_person(values: Any) -> Person:
    if type(values) is not dict:
        raise ValueError(f"persons: {values!r} is not an object")
    _check_fields(values, _PERSON)
    names = tuple(values["names"])
    possible = all(
        type(name) is str and 0 < len(name) <= _LONGEST_NAME and not any(map(is_unseen, name))
        for name in names
    )
    nobody = values["erased"] or values["merged_into"] is not None
    if not possible or len(names) > _MOST_NAMES or bool(names) is nobody:
        raise ValueError(f"persons: {values['person']}: {names!r} are no names")
    merged_into = values["merged_into"]
    return Person(
        person_id=PersonId(values["person"]),
        names=names,
        hidden=values["hidden"],
        erased=values["erased"],
        merged_into=None if merged_into is None else PersonId(merged_into),
    )


def _read_entry(line: bytes) -> StoredRow:
    values = json.loads(line)
    if type(values) is not dict:
        raise ValueError("not an object")
    _check_fields(values, _ENTRY)
    _check_canonical(values, line)
    if not 0 <= values["recorded_at"] <= _LATEST_MICROSECOND:
        raise ValueError(f"recorded_at: {values['recorded_at']} is no microsecond from 1970")
    return StoredRow(
        microseconds=values.pop("recorded_at"),
        **{
            **values,
            "payload": values["payload"].encode(),
            "nonce": _read_bytes("nonce", values["nonce"]),
            "digest": _read_bytes("digest", values["digest"], _DIGEST_BYTES),
        },
    )


def _check_fields(values: Mapping[str, object], fields: Mapping[str, Any]) -> None:
    if unknown := values.keys() - fields.keys():
        raise ValueError(f"field {min(unknown)!r} is unknown to this program")
    if missing := fields.keys() - values.keys():
        raise ValueError(f"field {min(missing)!r} is missing")
    for name, kind in fields.items():
        value = values[name]
        # A bool is an int for isinstance.
        if not isinstance(value, kind) or (kind is int and type(value) is not int):
            raise ValueError(f"{name}: {_shortened(value)} is not possible")


def _check_canonical(values: object, line: bytes) -> None:
    """Raise ValueError unless the line is in canonical form.

    A line is canonical if writing its values again gives the same bytes.
    """
    if _line(values) != line:
        raise ValueError("not in canonical form: keys sorted, each once, no blanks, UTF-8")


def _read_bytes(name: str, text: str, size: int | None = None) -> bytes:
    content = bytes.fromhex(text)
    if content.hex() != text or (size is not None and len(content) != size):
        raise ValueError(f"{name}: {_shortened(text)} is not {size or 'any'} bytes in hexadecimal")
    return content


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:100]}…"


def _person_values(person: Person) -> dict[str, object]:
    return {
        "erased": person.erased,
        "hidden": person.hidden,
        "merged_into": person.merged_into.text if person.merged_into else None,
        "names": list(person.names),
        "person": person.person_id.text,
    }


def _entry_values(entry: StoredEvent) -> dict[str, object]:
    return {
        "actor": entry.actor,
        "command_id": entry.command_id,
        "digest": entry.digest.hex(),
        "kind": entry.kind,
        "nonce": entry.nonce.hex(),
        "payload": entry.payload.decode(),
        "recorded_at": unix_microseconds(entry.recorded_at),
        "sequence": entry.sequence,
        "stream": entry.stream,
        "version": entry.version,
    }


def _line(values: object) -> bytes:
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"
