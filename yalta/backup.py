"""The command `yalta backup`, which makes one backup of the records of a stopped server."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.backup import BackupFailed, back_up
from server.store.database_file import DatabaseInUse, DatabaseRefused
from server.store.event_log.sqlite_log import SqliteEventLog
from yalta.command_settings import check_backup_folder, check_has_records, refuse, settings_or_exit

_COMMAND = "yalta backup"


def backup(
    records: Annotated[Path, typer.Argument(metavar="RECORDS", help="A server's folder.")],
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Folder of the backup, best on another disk.")
    ],
) -> None:
    """Back up the records of a server that is stopped.

    The folder is made if only its own name is new. If it holds an earlier
    backup of the same records, what is new is added to it. It is as secret as
    the records: rolls of running matches and the boards' keys are in it.

    \b
      yalta backup yalta-data /media/stick/yalta-backup

    A server that runs makes its backups itself, also while matches are played:

    \b
      yalta serve --backup-folder /media/stick/yalta-backup

    yalta restore makes records of a backup again.

    Exit status: 0 the backup has everything, 2 it could not be made; what was
    in the folder is then as good as before.
    """
    settings = settings_or_exit(_COMMAND, data_folder=records, backup_folder=folder)
    check_backup_folder(_COMMAND, settings)
    check_has_records(_COMMAND, settings, "RECORDS")
    try:
        asyncio.run(_back_up(settings, folder))
    except DatabaseInUse as in_use:
        refuse(
            _COMMAND,
            f"RECORDS: {in_use}. A server that runs makes its backups itself: start it with"
            f" yalta serve --backup-folder {folder}",
        )
    except DatabaseRefused as refused:
        refuse(_COMMAND, f"RECORDS: {refused}")
    except BackupFailed as failed:
        refuse(_COMMAND, f"FOLDER: {failed}. What was in {str(folder)!r} before is unchanged")
    typer.echo(f"The backup in {folder} has everything. It is secret; see README.txt there.")


async def _back_up(settings: Settings, folder: Path) -> None:
    event_log = await SqliteEventLog.open(settings.log_file)
    try:
        accounts_file = AccountsFile.open(settings.accounts_file)
        try:
            await back_up(event_log, accounts_file, folder)
        finally:
            accounts_file.close()
    finally:
        await event_log.close()
