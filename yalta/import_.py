"""The command `yalta import`, which checks a match file and stores it in the records."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from rules.events import MatchImported
from rules.identities import all_visible
from rules.match_files.mat_text import MatchUnreadable
from server.archive.match_archive import ImportRefused, open_archive, received
from server.store.database_file import DatabaseRefused
from server.store.event_log.contract import LogUnavailable
from yalta.command_settings import make_records_folder, settings_or_exit
from yalta.exit_status import REFUSED
from yalta.inputs.match_file_input import NoMatchFile, counted, printable, read_match_file

_VIOLATIONS = 1


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file (.mat).")],
    data: Annotated[
        Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
    ] = None,
    condone: Annotated[
        bool, typer.Option("--condone", help="Keep what is against the rules as accepted play.")
    ] = False,
) -> None:
    """Check a match file by the rules and keep it in the records.

    What yalta verify finds is found here too: a file with an illegal play or
    a result that does not follow is refused, and the place and reason are
    printed.
    If the players accepted what is against the rules, --condone keeps the
    match as it was played. The file's text and SHA-256 are stored for good;
    the printed number names it.

    \b
      yalta import final.mat
      yalta export imported/1

    Stop a server that runs on the same records first.

    Exit status: 0 stored, 1 against the rules, 2 it cannot be read or stored.
    """
    try:
        content = read_match_file(file)
        imported, found = received(_printable(file.name), content, condoned=condone)
    except OSError as error:
        _refuse(f"{file}: {error.strerror}")
    except NoMatchFile as refused:
        _refuse(f"{file}: {refused}")
    except MatchUnreadable as error:
        _refuse(
            f"{file}: line {error.line}, column {error.column}: {error.found!r};"
            f" expected {error.expected}"
        )
    except ImportRefused as refused:
        for fault in refused.faults:
            typer.echo(printable(f"{file}: {fault}"), err=True)
        _refuse(
            f"{file} is not stored; correct it, or keep it as it is with --condone", _VIOLATIONS
        )
    for note in found.notes:
        typer.echo(printable(f"{file}: line {note.line}: note – {note.why}"), err=True)
    number = _stored(imported, data)
    games, plays = counted(found.games, "game"), counted(found.plays, "play")
    typer.echo(f"imported/{number}: {games}, {plays} from {printable(file.name)}")


def _stored(imported: MatchImported, data: Path | None) -> int:
    log_file = settings_or_exit("yalta import", data_folder=data).log_file
    make_records_folder("yalta import", log_file.parent)
    try:
        return asyncio.run(_keep(log_file, imported))
    except OSError as error:
        _refuse(f"--data: {log_file.parent} cannot be used: {error.strerror}")
    except (DatabaseRefused, LogUnavailable) as error:
        _refuse(f"--data: {error}")


async def _keep(log_file: Path, imported: MatchImported) -> int:
    async with open_archive(log_file) as archive:
        return await archive.keep(imported, datetime.now(UTC))


def _printable(name: str) -> str:
    """Return a file's name as visible Unicode text to be stored; the name may contain any bytes."""
    return all_visible(name.encode(errors="replace").decode())


def _refuse(sentence: str, status: int = REFUSED) -> NoReturn:
    typer.echo(f"yalta import: {sentence}", err=True)
    raise typer.Exit(status)
