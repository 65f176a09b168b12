"""Records as a first start leaves them, without migrating them afresh for every test.

Most of what opening a server costs is its two files' migrations, which tests/server/store tries.
"""

import secrets
import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from server.settings import Settings
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.backup import LogIdentity, check_files_match
from server.store.database_file import open_database
from server.store.known_schemas import Schemas

_IDENTITY_BYTES = 16


def lay_new_records(settings: Settings) -> None:
    """Put empty files into a data folder that has none, with an identity of their own."""
    if settings.log_file.exists() or settings.accounts_file.exists():
        return
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    identity, *files = _new_records()
    own = secrets.token_bytes(_IDENTITY_BYTES)
    for path, content in zip((settings.log_file, settings.accounts_file), files, strict=True):
        path.touch(mode=0o600)
        path.write_bytes(content.replace(identity, own))


@cache
def _new_records() -> tuple[bytes, bytes, bytes]:
    """The identity that stands once in either file, the log's file and that of the accounts."""
    with TemporaryDirectory() as folder:
        log, accounts = Path(folder, "log"), Path(folder, "accounts")
        open_database(log, Schemas.EVENT_LOG.value).close()
        with sqlite3.connect(log) as database:
            (identity,) = database.execute("SELECT identity FROM identity").fetchone()
        database.close()
        accounts_file = AccountsFile.open(accounts)
        check_files_match(accounts_file, LogIdentity(identity, has_events=False), log, accounts)
        accounts_file.close()
        files = log.read_bytes(), accounts.read_bytes()
        assert [each.count(identity) for each in files] == [1, 1]
        assert len(identity) == _IDENTITY_BYTES
        return identity, *files
