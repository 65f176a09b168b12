"""The command `yalta restore`, which restores a server's records from a backup."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from server.archive.restored_records import Restored, RestoredMatch, RestoreRefused
from server.archive.restored_records import restore as lay_out


def restore(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the backup.")],
    records: Annotated[
        Path, typer.Argument(metavar="RECORDS", help="A new or empty folder for the records.")
    ],
) -> None:
    """Make the records of a server again from its backup.

    For the day on which the server's machine is lost: plug the backup's disk
    into another machine, restore, start the server on the new records and let
    the boards connect to it. Play goes on where the backup ends; the boards
    send again what came after it, rolls included.

    \b
      yalta restore /media/stick/yalta-backup yalta-data
      yalta serve --data yalta-data

    What people entered in a browser after the backup is lost: line-ups,
    corrections, signatures, orders. Enter it again; the printed time of each
    match's last event tells from when on, and the hall's page lists it until
    somebody says there that everything is entered again.

    Everything is checked first, every ledger included; the backup is not
    changed. Never start the old server again: two servers would lead two
    different matches.

    Exit status: 0 restored, 2 nothing was restored.
    """
    try:
        restored = asyncio.run(lay_out(folder, records, datetime.now(UTC)))
    except RestoreRefused as refused:
        typer.echo(f"yalta restore: {refused}. Nothing was restored", err=True)
        raise typer.Exit(2) from refused
    for line in _lines(restored):
        typer.echo(line)
    typer.echo(f"Restored to {records}. Go on with: yalta serve --data {records}")


def _lines(restored: Restored) -> list[str]:
    names = ", ".join(restored.tournaments) or "none"
    return [
        f"Tournaments: {names}. Matches: {len(restored.matches)}.",
        *map(_line, restored.matches),
        f"The last event of all was recorded at {_moment(restored)}; what came after it is not in"
        " the backup.",
    ]


def _line(match: RestoredMatch) -> str:
    state = "over" if match.over else "not over"
    events = f"{match.events} event{'' if match.events == 1 else 's'}"
    return f"  {match.name}: {events}, the last at {match.last:%Y-%m-%d %H:%M:%S} UTC, {state}"


def _moment(restored: Restored) -> str:
    return f"{restored.latest:%Y-%m-%d %H:%M:%S} UTC" if restored.latest else "no time"
