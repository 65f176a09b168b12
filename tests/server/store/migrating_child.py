"""What a process does that opens the file of accounts and is killed before a statement."""

import os
import signal
from pathlib import Path

from sqlalchemy import Engine, event

from server.store.accounts_db.accounts_file import AccountsFile


def open_until(path: Path, beginning: str) -> None:
    """Be killed before the first statement that begins so."""

    @event.listens_for(Engine, "before_cursor_execute")
    def _kill(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.strip().startswith(beginning):
            os.kill(os.getpid(), signal.SIGKILL)

    AccountsFile.open(path)
