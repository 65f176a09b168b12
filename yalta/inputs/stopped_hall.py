"""A hall over the records of a stopped server, for commands that change or print a tournament.

What the commands about tournaments read from records and write beside them.
"""

import asyncio
import contextlib
import logging
import os
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import structlog

from rules.commands import CreateTournament
from rules.errors import MatchRefused, RulesError
from rules.identities import PersonId, TournamentName
from server.app import running_hall
from server.archive.export_import import ArchivedTournament, ArchiveRefused, archived_tournament
from server.hall import Hall
from server.live.hub import LiveHub
from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsFile, AccountsUnavailable
from server.store.accounts_db.persons import Persons
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable, StreamDamaged
from server.store.event_log.sqlite_log import SqliteEventLog
from server.tournaments.tournament_process import TournamentProcess
from server.values.naming import Person
from server.web.edge.refusals import NamesKnown, OrderRefused
from yalta.command_settings import (
    COMMAND_LINE,
    check_has_records,
    make_records_folder,
    refuse,
    settings_or_exit,
)

_Answer = TypeVar("_Answer")


def with_hall(
    command: str,
    data: Path | None,
    work: Callable[[Hall], Awaitable[_Answer]],
    *,
    new_records: bool = False,
) -> _Answer:
    """What `work` makes of the hall; what it refuses ends the command, saying why.

    `new_records`: where there are none it begins them.
    """
    return with_hall_and_hub(command, data, lambda hall, _: work(hall), new_records=new_records)


def with_hall_and_hub(
    command: str,
    data: Path | None,
    work: Callable[[Hall, LiveHub], Awaitable[_Answer]],
    *,
    new_records: bool = False,
) -> _Answer:
    """The same for work that asks what the public knows, too."""
    settings = settings_or_exit(command, data_folder=data, devices=Path("/nonexistent"))
    if new_records:
        make_records_folder(command, settings.log_file.parent)
    else:
        check_has_records(command, settings)

    async def run() -> _Answer:
        async with _opened(settings) as (hall, hub):
            return await work(hall, hub)

    try:
        with _quiet():
            return asyncio.run(run())
    except (DatabaseRefused, LogUnavailable, AccountsUnavailable, StreamDamaged) as error:
        refuse(command, f"--data: {error}")
    except (RulesError, NamesKnown, OrderRefused) as refused:
        refuse(command, str(refused))


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """A command says what it did itself; of the hall's log it shows what needs somebody."""
    before = structlog.get_config()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    try:
        yield
    finally:
        structlog.configure(**before)


@contextlib.asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[tuple[Hall, LiveHub]]:
    async with running_hall(settings) as (hall, hub, *_):
        yield hall, hub


def tournament_named(hall: Hall, name: str) -> TournamentProcess:
    """A tournament by its short name; raises MatchRefused for an unknown one."""
    return hall.tournaments.named(name)


def short_name_or_exit(command: str, name: str) -> TournamentName:
    """A tournament's short name; one that cannot be any ends the command, saying why."""
    try:
        return TournamentName(name)
    except ValueError as error:
        refuse(command, f"NAME: {error}")


async def tournament_made(hall: Hall, name: TournamentName) -> TournamentProcess:
    """The tournament of that short name, made where there is none."""
    if name not in hall.tournaments.names.values():
        await hall.commands.to_hall(CreateTournament(name), COMMAND_LINE)
    return tournament_named(hall, str(name))


def tournament_or_exit(
    command: str,
    name: str,
    data: Path | None,
    *,
    names: bool = False,
    persons: bool = True,
    running: bool = False,
) -> tuple[ArchivedTournament, Mapping[PersonId, Person]]:
    """The tournament of that short name out of a folder of records, and everybody kept there.

    `names` puts the names of persons into its archive, `running` takes matches along that are not
    over. Without `persons` and `names` nobody is read, and the file of accounts not opened. What
    cannot be had ends the command, saying why.
    """
    settings = settings_or_exit(command, data_folder=data)
    check_has_records(command, settings)
    try:
        reading = _read(settings, name, names=names, persons=persons, running=running)
        return asyncio.run(reading)
    except (DatabaseRefused, LogUnavailable, AccountsUnavailable, StreamDamaged) as error:
        refuse(command, f"--data: {error}")
    except MatchRefused as unknown:
        refuse(command, str(unknown))
    except ArchiveRefused as refused:
        refuse(command, f"{name}: {refused}")


async def _read(
    settings: Settings, name: str, *, names: bool, persons: bool, running: bool
) -> tuple[ArchivedTournament, Mapping[PersonId, Person]]:
    event_log = await SqliteEventLog.open(settings.log_file)
    try:
        everybody = _persons_in(settings.accounts_file) if names or persons else {}
        named = everybody if names else None
        archived = await archived_tournament(event_log, name, persons=named, running=running)
        return archived, everybody
    finally:
        await event_log.close()


def _persons_in(path: Path) -> Mapping[PersonId, Person]:
    """Everybody who is kept in that file of accounts, nobody where there is none."""
    if not path.exists():
        return {}
    accounts_file = AccountsFile.open(path)
    try:
        return Persons(accounts_file, lambda: datetime.now(UTC)).all
    finally:
        accounts_file.close()


def matches_counted(number: int) -> str:
    """So many matches in words."""
    return "1 match" if number == 1 else f"{number} matches"


def put_in_place(output: Path, parts: Iterable[bytes], *, owner_only: bool) -> None:
    """Put a file in place once it is whole; until then nobody but its owner can read it."""
    descriptor, unfinished = tempfile.mkstemp(prefix=".yalta-", dir=output.parent)
    try:
        with open(descriptor, "wb") as file:
            for part in parts:
                file.write(part)
            file.flush()
            os.fsync(file.fileno())
        if not owner_only:
            os.chmod(unfinished, 0o666 & ~_masked())
        os.replace(unfinished, output)
    except BaseException:
        os.unlink(unfinished)
        raise


def _masked() -> int:
    """The rights that this process gives nobody to the files it makes."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
