"""What the commands about tournaments read from records and write beside them."""

import os
import tempfile
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from rules.identities import PersonId
from server.results.archive_export import ArchivedTournament, archived_tournament
from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.persons import Person, Persons
from server.store.event_log.sqlite_log import SqliteEventLog


async def archived_from(
    settings: Settings, name: str, *, names: bool, running: bool
) -> ArchivedTournament:
    """A tournament of those records; raises as `archived_tournament` and opening them do."""
    event_log = await SqliteEventLog.open(settings.log_file)
    try:
        persons = persons_in(settings.accounts_file) if names else None
        return await archived_tournament(event_log, name, persons=persons, running=running)
    finally:
        await event_log.close()


def persons_in(path: Path) -> Mapping[PersonId, Person]:
    """Everybody who is kept in that file of accounts, nobody where there is none."""
    if not path.exists():
        return {}
    accounts_file = AccountsFile.open(path)
    try:
        return Persons(accounts_file, lambda: datetime.now(UTC)).all
    finally:
        accounts_file.close()


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
