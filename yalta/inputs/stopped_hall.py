"""A hall over the records of a stopped server, for commands that change or print a tournament."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import structlog

from rules.errors import RulesError
from server.app import running_hall
from server.hall import Hall
from server.live.hub import LiveHub
from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable
from server.store.event_log.verified_stream import StreamDamaged
from server.tournament.tournament_process import TournamentProcess
from server.web.edge.refusals import NamesKnown, OrderRefused
from yalta.command_settings import (
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
