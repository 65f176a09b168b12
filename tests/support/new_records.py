"""Records as a first start leaves them, without migrating them afresh for every test.

Most of what opening a server costs is its two files' migrations, which tests/server/store tries.
"""

import secrets
import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from server.settings import Settings
from server.store.database_file import open_database
from server.store.known_schemas import Schemas

_IDENTITY_BYTES = 16


def lay_new_records(settings: Settings) -> None:
    """Put empty files into a data folder that has none, the log with an identity of its own."""
    if settings.log_file.exists() or settings.accounts_file.exists():
        return
    settings.data_folder.mkdir(parents=True, exist_ok=True)
    log, identity, accounts = _new_records()
    own_log = log.replace(identity, secrets.token_bytes(_IDENTITY_BYTES))
    for path, content in ((settings.log_file, own_log), (settings.accounts_file, accounts)):
        path.touch(mode=0o600)
        path.write_bytes(content)


@cache
def _new_records() -> tuple[bytes, bytes, bytes]:
    """The log's file, the identity that stands in it once, and the accounts' file."""
    with TemporaryDirectory() as folder:
        log, accounts = Path(folder, "log"), Path(folder, "accounts")
        open_database(log, Schemas.EVENT_LOG.value).close()
        open_database(accounts, Schemas.ACCOUNTS.value).close()
        with sqlite3.connect(log) as database:
            (identity,) = database.execute("SELECT identity FROM identity").fetchone()
        database.close()
        content = log.read_bytes()
        assert content.count(identity) == 1
        assert len(identity) == _IDENTITY_BYTES
        return content, identity, accounts.read_bytes()
