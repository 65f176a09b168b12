"""The command `yalta export`, which writes a match from the records as a match file."""

import asyncio
import re
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from rules.errors import MatchRefused
from rules.match_files.record import MatchRecord
from rules.room import Room
from server.archive.match_archive import open_archive
from server.archive.match_export import WRITERS
from server.settings import Settings
from server.store.database_file import DatabaseInUse, DatabaseRefused
from server.store.event_log.contract import LogUnavailable, StreamDamaged
from yalta.command_settings import check_has_records, settings_or_exit
from yalta.exit_status import REFUSED

_MATCH_NAME = re.compile(r"(?P<tournament>[a-z0-9-]{1,30})/(?P<number>\d{1,9})")
_IMPORTED = "imported"


def export(
    match: Annotated[
        str,
        typer.Argument(
            metavar="MATCH", help="Its tournament's short name and its number, or imported/N."
        ),
    ],
    room: Annotated[
        Room, typer.Option(help="Whose games: each room is a file of its own.")
    ] = Room.OPEN,
    form: Annotated[
        Literal["mat", "sgf"],
        typer.Option("--format", help="mat, which every program reads, or sgf, gnubg's own."),
    ] = "mat",
    data: Annotated[
        Path | None, typer.Option(help="Folder of the records.", show_default="yalta-data")
    ] = None,
    output: Annotated[Path | None, typer.Option(help="File to write; else it is printed.")] = None,
) -> None:
    """Write a match as a match file for analysis or another program.

    A room of a duplicate match is a money session: cubes, resignations and
    accepted illegal plays are in it, voided attempts and cancelled games are
    not. A match taken in by yalta import is written as the rules follow it.

    \b
      yalta export club/1 --room closed --output final-closed.mat
      yalta export club/1 --format sgf > final-open.sgf
      yalta export imported/2

    The records are read directly, which needs the server to be stopped; a
    running server gives the same at /api/t/club/matches/1/open.mat.

    A match is written only if its ledger is whole: nothing is printed of a
    match that was tampered with.

    Exit status: 0 written, 2 there is no such match or it cannot be read.
    """
    named = _MATCH_NAME.fullmatch(match)
    if named is None:
        _refuse(f"MATCH: {match!r} is no match; allowed: such as club/1, or imported/1")
    settings = settings_or_exit("yalta export", data_folder=data)
    check_has_records("yalta export", settings)
    tournament, number = named["tournament"], int(named["number"])
    try:
        record = asyncio.run(_read(settings, tournament, number, room))
    except DatabaseInUse as in_use:
        where = f"/api/t/{tournament}/matches/{number}/{room.value}.{form}"
        _refuse(f"--data: {in_use}, or ask the running server for {where}")
    except (DatabaseRefused, LogUnavailable, StreamDamaged) as error:
        _refuse(f"--data: {error}")
    except MatchRefused as unknown:
        _refuse(str(unknown))
    _write(WRITERS[form](record).encode(), output)


async def _read(settings: Settings, tournament: str, number: int, room: Room) -> MatchRecord:
    async with open_archive(settings.log_file, settings.accounts_file) as archive:
        if tournament == _IMPORTED:
            return await archive.imported(number)
        return await archive.room(tournament, number, room)


def _write(content: bytes, output: Path | None) -> None:
    if output is None:
        typer.echo(content, nl=False)
        return
    try:
        output.write_bytes(content)
    except OSError as error:
        _refuse(f"--output: {output} cannot be written: {error.strerror}")


def _refuse(sentence: str) -> NoReturn:
    typer.echo(f"yalta export: {sentence}", err=True)
    raise typer.Exit(REFUSED)
