"""A process that opens the file of accounts and is killed before a statement that begins so."""

import os
import signal
import sys
from pathlib import Path

from sqlalchemy import Engine, event

from server.store.accounts_db.accounts_file import AccountsFile


def open_until(path: Path, beginning: str) -> None:
    @event.listens_for(Engine, "before_cursor_execute")
    def _kill(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.strip().startswith(beginning):
            os.kill(os.getpid(), signal.SIGKILL)

    AccountsFile.open(path)


if __name__ == "__main__":
    open_until(Path(sys.argv[1]), sys.argv[2])
