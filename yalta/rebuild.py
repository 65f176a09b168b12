"""The command `yalta rebuild`, which makes the lists of finished matches from the event log."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from server.hall import Hall
from server.matches.finished_match import VERSION
from server.people.accounts_process import AccountsProcess
from server.people.book import PersonBook
from server.settings import Settings
from server.steady_clock import SteadyClock
from server.store.accounts_db.accounts_file import AccountsUnavailable
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable, StreamDamaged
from server.store.records import open_records
from yalta.command_settings import check_has_records, refuse, settings_or_exit

_COMMAND = "yalta rebuild"


def rebuild(
    records: Annotated[Path, typer.Argument(metavar="RECORDS", help="A server's folder.")],
) -> None:
    """Make the lists of finished matches again from the event log.

    A server keeps a summary of each finished match and lists the matches from
    these summaries, so that its start does not read all that was ever played.
    The summaries follow from the event log and can be made again at any time:
    after records were repaired by hand, or before the first start of a later
    version, which would do the same while a hall waits. The server must be
    stopped.

    \b
      yalta rebuild yalta-data

    Exit status: 0 every match was read, 1 some are damaged and are named, 2 the
    records cannot be used.
    """
    settings = settings_or_exit(_COMMAND, data_folder=records)
    check_has_records(_COMMAND, settings, "RECORDS")
    try:
        damaged = _with_progress(settings)
    except (DatabaseRefused, StreamDamaged, LogUnavailable, AccountsUnavailable) as error:
        refuse(_COMMAND, f"RECORDS: {error}")
    for match, why in damaged.items():
        typer.echo(f"Match {match} is left alone: {why}", err=True)
    if damaged:
        raise typer.Exit(1)


async def _rebuild(
    settings: Settings, progress: Callable[[int, int], None]
) -> tuple[int, dict[str, str]]:
    """Make the lists again; return the number of finished matches and those that are damaged.

    The damaged matches are returned by name, each with the reason.
    """
    clock = SteadyClock(partial(datetime.now, UTC))
    async with open_records(settings, clock, finished_version=VERSION) as records:
        await asyncio.to_thread(records.kept.finished.clear)
        persons = PersonBook(records.kept.persons)
        hall = Hall(records, persons, AccountsProcess(records.kept, persons, clock), clock)
        await hall.open(progress)
        await hall.close()
        names, registry = hall.names(), hall.registry
        damaged = {str(names.match(each)): why for each, why in registry.damaged.items()}
        return len(registry.finished), damaged


def _with_progress(settings: Settings) -> dict[str, str]:
    with typer.progressbar(length=1, label="Reading matches", show_pos=True) as bar:

        def read(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        finished, damaged = asyncio.run(_rebuild(settings, read))
    typer.echo(
        "1 finished match is listed."
        if finished == 1
        else f"{finished} finished matches are listed."
    )
    return damaged
