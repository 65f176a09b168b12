"""The records as match files while no server runs; all of a tournament's in one ZIP.

A file is imported whole, as an event of a stream of its own, so that it can always be read and
checked again as received; exports are made from it anew.
"""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from rules import events as ev
from rules.errors import MatchRefused
from rules.identities import MatchId, TournamentId
from rules.ledger import NONCE_SIZE, genesis
from rules.match_files.mat_reader import decoded, read_mat
from rules.match_files.mat_writer import write_mat
from rules.match_files.record import Findings, MatchRecord
from rules.match_files.replay import replay
from rules.room import Room
from rules.text import N_
from server.archive.export_import import ArchivedTournament
from server.archive.match_export import room_record
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.persons import Persons
from server.store.backup import IMPORTED_STREAM
from server.store.event_log.contract import Batch, EventLog, chain, verified_stream
from server.store.event_log.sqlite_log import SqliteEventLog
from server.values.naming import NO_NAMES, Names
from server.values.stored_events import HALL_STREAM, match_of, match_stream


class ImportRefused(Exception):
    """A match file is not imported. The operator can correct the file, or condone its faults.

    `faults` name line, game and reason.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def received(name: str, content: bytes, *, condoned: bool) -> tuple[ev.MatchImported, Findings]:
    """Return a match file as an event, with the findings of a replay by the rules.

    `condoned` keeps illegal plays and results that do not follow. Raises MatchUnreadable for a file
    that is no match file, ImportRefused for one against the rules.
    """
    text = decoded(content)
    findings = replay(read_mat(text))
    if not condoned and (faults := _faults(findings)):
        raise ImportRefused(faults)
    digest = sha256(content).digest()
    return ev.MatchImported(name=name, text=text, digest=digest, condoned=condoned), findings


def _faults(findings: Findings) -> tuple[str, ...]:
    illegal = [
        f"line {entry.line}, game {entry.game}: {entry.play} – {entry.why}"
        for entry in findings.illegal
    ]
    results = [
        f"line {error.line}, game {error.game}: result – {error.why}"
        for error in findings.result_errors
    ]
    return (*illegal, *results)


class MatchArchive:
    """A reader of matches in an event log, and a writer of match files into it.

    `names` gives the players' names.
    """

    def __init__(self, event_log: EventLog, names: Names = NO_NAMES) -> None:
        self._log, self._names = event_log, names

    async def room(self, tournament: str, number: int, room: Room) -> MatchRecord:
        """Return one room of a match played here, by its tournament's short name and its number.

        Raises MatchRefused for an unknown one, StreamDamaged for damaged records.
        """
        named = await self._tournaments()
        if tournament not in named:
            raise MatchRefused("tournament", tournament, ", ".join(named) or N_("none yet"))
        match_id = MatchId(named[tournament], number)
        events = await self._events(match_stream(match_id))
        if not events:
            played = [match for name in await self._log.heads() if (match := match_of(name))]
            known = [each.number for each in played if each.tournament == match_id.tournament]
            allowed = ", ".join(map(str, sorted(known))) or N_("none yet")
            raise MatchRefused("match", f"{tournament}/{number}", allowed)
        return room_record(events, room, self._names)

    async def imported(self, number: int) -> MatchRecord:
        """Return a match imported from a file; raises as `room` does."""
        events = await self._events(f"{IMPORTED_STREAM}{number}")
        if not events:
            known = ", ".join(map(str, await self._imported())) or N_("none yet")
            raise MatchRefused("match", f"{IMPORTED_STREAM}{number}", known)
        (event,) = events
        assert isinstance(event, ev.MatchImported)
        return replay(read_mat(event.text)).record

    async def keep(self, imported: ev.MatchImported, now: datetime) -> int:
        """Store a received file durably under the next free number, from 1."""
        number = max(await self._imported(), default=0) + 1
        stream = f"{IMPORTED_STREAM}{number}"
        entries = chain(
            stream,
            (0, genesis(stream)),
            [imported],
            recorded_at=now,
            actor="operator",
            nonces=[secrets.token_bytes(NONCE_SIZE)],
        )
        await self._log.append(Batch(events=entries))
        return number

    async def _events(self, stream: str) -> list[ev.Event]:
        head = (await self._log.heads()).get(stream, 0)
        return [entry.event for entry in await verified_stream(self._log, stream, head)]

    async def _tournaments(self) -> dict[str, TournamentId]:
        created = await self._events(HALL_STREAM)
        gone = {each.tournament for each in created if isinstance(each, ev.TournamentWithdrawn)}
        return {
            event.name.text: event.tournament
            for event in created
            if isinstance(event, ev.TournamentCreated) and event.tournament not in gone
        }

    async def _imported(self) -> list[int]:
        prefix = IMPORTED_STREAM
        streams = await self._log.heads()
        return sorted(int(name.removeprefix(prefix)) for name in streams if name.startswith(prefix))


def _names(path: Path | None) -> Names:
    if path is None or not path.exists():
        return NO_NAMES
    accounts_file = AccountsFile.open(path)
    try:
        return Names(Persons(accounts_file, lambda: datetime.now(UTC)).all)
    finally:
        accounts_file.close()


@asynccontextmanager
async def open_archive(
    log_file: Path, accounts_file: Path | None = None
) -> AsyncIterator[MatchArchive]:
    """Open the archive over a log that no server has open; raises as SqliteEventLog.open does.

    Players have their names in the accounts file; without that file their ids.
    """
    event_log = await SqliteEventLog.open(log_file)
    try:
        yield MatchArchive(event_log, _names(accounts_file))
    finally:
        await event_log.close()


@dataclass(frozen=True, slots=True)
class MatchFilesZip:
    """A ZIP file; `files` are in it, `left_out` are the numbers of matches without a match file."""

    content: bytes
    files: tuple[str, ...]
    left_out: tuple[int, ...]


def match_files_zip(archived: ArchivedTournament, names: Names = NO_NAMES) -> MatchFilesZip:
    """Return files such as club-3-open.mat for each room of each match, in order of number.

    Left out are matches of other games than backgammon, for which there is no such form, those
    whose first game has not begun in every room, and those with a table whose positions are not
    recorded. `names` gives the players' names.
    """
    files, left_out = dict[str, bytes](), list[int]()
    for match_id, record in archived.records.items():
        history = [entry.event for entry in archived.streams[match_stream(match_id)]]
        try:
            files |= {
                f"{archived.archive.name}-{match_id.number}-{room.value}.mat": write_mat(
                    room_record(history, room, names)
                ).encode()
                for room in record.rooms
            }
        except MatchRefused:
            left_out.append(match_id.number)
    return MatchFilesZip(_zipped(files), tuple(files), tuple(left_out))


def _zipped(files: dict[str, bytes]) -> bytes:
    """Return a ZIP without times of day, so that the same files give the same ZIP."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as zipped:
        for name, written in files.items():
            zipped.writestr(ZipInfo(name), written, ZIP_DEFLATED)
    return content.getvalue()
