"""The Hall object made from a stopped server's records, for commands about a tournament.

Commands change or print a tournament with it, as a running server would. The module also reads
records and writes files for these commands.
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

from rules.commands import CreateTournament, DescribeEvent
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
    """Make a Hall from a stopped server's records, run `work` with it, and return the result.

    `data` is the folder of the records, or None for that of the environment or the default. If
    something is refused, end the command with the reason, which begins with the name `command`.
    With `new_records`, create records if there are none.
    """
    return with_hall_and_hub(command, data, lambda hall, _: work(hall), new_records=new_records)


def with_hall_and_hub(
    command: str,
    data: Path | None,
    work: Callable[[Hall, LiveHub], Awaitable[_Answer]],
    *,
    new_records: bool = False,
) -> _Answer:
    """Do the same as `with_hall`, for work that also needs the LiveHub.

    The LiveHub has the public feeds of all matches.
    """
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
    """Suppress all of the hall's log but warnings and errors while the `with` block runs.

    Commands print what they have done themselves.
    """
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
    """Return the tournament with this short name. Raises MatchRefused if there is none."""
    return hall.tournaments.named(name)


def short_name_or_exit(command: str, name: str) -> TournamentName:
    """Return the text as a tournament's short name; end the command if it cannot be one."""
    try:
        return TournamentName(name)
    except ValueError as error:
        refuse(command, f"NAME: {error}")


async def tournament_made(hall: Hall, name: TournamentName, title: str = "") -> TournamentProcess:
    """Return the tournament with this short name; if there is none, create it.

    Its title is changed to `title` unless that is empty; its place and dates stay.
    """
    if name not in hall.tournaments.names.values():
        await hall.commands.to_hall(CreateTournament(name), COMMAND_LINE)
    process = tournament_named(hall, str(name))
    if title:
        was = process.state.event.described_as
        _, place, dates = was
        described = DescribeEvent(title=title, place=place, dates=dates, was=was)
        await hall.commands.to_stages(process.tournament, described, COMMAND_LINE)
    return process


def tournament_or_exit(
    command: str,
    name: str,
    data: Path | None,
    *,
    names: bool = False,
    persons: bool = True,
    running: bool = False,
) -> tuple[ArchivedTournament, Mapping[PersonId, Person]]:
    """Return the tournament with the short name `name`, and all persons in the records.

    `data` is the folder of the records, or None for that of the environment or the default. With
    `names`, the tournament's archive has the names of persons; with `running`, it includes matches
    that are not over. If neither `persons` nor `names` is True, no persons are returned and the
    file of accounts is not opened. If the records cannot be read, end the command with the reason,
    which begins with the name `command`.
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
    """Return all persons in the file of accounts; none if the file does not exist."""
    if not path.exists():
        return {}
    accounts_file = AccountsFile.open(path)
    try:
        return Persons(accounts_file, lambda: datetime.now(UTC)).all
    finally:
        accounts_file.close()


def matches_counted(number: int) -> str:
    """Return a number of matches as text, such as "1 match" or "2 matches"."""
    return "1 match" if number == 1 else f"{number} matches"


def put_in_place(output: Path, parts: Iterable[bytes], *, owner_only: bool) -> None:
    """Write a file under another name, and rename it to `output` once it is complete.

    Until then only its owner can read it; with `owner_only` this stays so.
    """
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
    """Return this process's umask: the permissions that its new files do not get."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
