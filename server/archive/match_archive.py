"""Match files made from a stopped server's records: of one room, or of a whole tournament in a ZIP.

Match files are also imported. An imported file is stored whole, as an event in a stream of its own,
so that it can be read and checked again as it was received. An export of an imported match is made
anew from this event.
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

    `faults` has a text for each fault, with its line, game and reason.
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def received(name: str, content: bytes, *, condoned: bool) -> tuple[ev.MatchImported, Findings]:
    """Return a match file as an event, with the findings of a replay by the rules.

    `name` is the name of the file and `content` its bytes. If `condoned` is True, illegal plays and
    results that do not follow from the play are accepted. Raises MatchUnreadable if the file is not
    a match file, and ImportRefused if it breaks the rules.
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
    """A reader of the matches in an event log, which also imports match files into it.

    `names` returns the names of players.
    """

    def __init__(self, event_log: EventLog, names: Names = NO_NAMES) -> None:
        self._log, self._names = event_log, names

    async def room(self, tournament: str, number: int, room: Room) -> MatchRecord:
        """Return one room of a match, found by its tournament's short name and its number.

        Raises MatchRefused if the match is unknown, StreamDamaged if the records are damaged.
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
        """Return the imported match with this number; raises the same errors as `room`."""
        events = await self._events(f"{IMPORTED_STREAM}{number}")
        if not events:
            known = ", ".join(map(str, await self._imported())) or N_("none yet")
            raise MatchRefused("match", f"{IMPORTED_STREAM}{number}", known)
        (event,) = events
        assert isinstance(event, ev.MatchImported)
        return replay(read_mat(event.text)).record

    async def keep(self, imported: ev.MatchImported, now: datetime) -> int:
        """Store a received file durably, and return its number: the next free one, from 1."""
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
    """Open the archive over an event log that no server has open.

    Raises what SqliteEventLog.open raises. Players' names are read from the accounts file; without
    that file players are shown by their ids.
    """
    event_log = await SqliteEventLog.open(log_file)
    try:
        yield MatchArchive(event_log, _names(accounts_file))
    finally:
        await event_log.close()


@dataclass(frozen=True, slots=True)
class MatchFilesZip:
    """The ZIP file that `match_files_zip` makes: its bytes, and the names of the files in it.

    `left_out` are the numbers of the matches for which there is no match file.
    """

    content: bytes
    files: tuple[str, ...]
    left_out: tuple[int, ...]


def match_files_zip(archived: ArchivedTournament, names: Names = NO_NAMES) -> MatchFilesZip:
    """Return a ZIP of match files such as club-3-open.mat, one for each room of each match.

    Some matches are left out: those of other games than backgammon, for which there is no match
    file; those whose first game has not begun in every room; and those with a table whose positions
    are not recorded. `names` returns the players' names. The files are in the order of the matches'
    numbers.
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
    """Return a ZIP without times of day, so that equal files make an equal ZIP."""
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as zipped:
        for name, written in files.items():
            zipped.writestr(ZipInfo(name), written, ZIP_DEFLATED)
    return content.getvalue()
