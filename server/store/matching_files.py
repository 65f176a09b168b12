"""The event log and the file of accounts of one folder belong together.

Were the log lost, or another one put in its place, a server would begin without a match and say
nothing, while accounts, keys and links are all there.
"""

from pathlib import Path

from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import EventLogRow
from server.store.database_file import DatabaseRefused

_ONLY = 1


class AnotherLog(DatabaseRefused):
    """The accounts were made with another event log than the one that is there."""

    def __init__(self, path: Path, accounts: Path) -> None:
        super().__init__(
            f"{path} is not the event log that the accounts in {accounts} belong to: it is new and"
            " empty, or another folder's. Operator: put the event log back, from a backup if need"
            f" be; if it is lost, move {accounts} away too: the server then begins new records"
        )


def check_files_match(
    accounts_file: AccountsFile, identity: bytes, path: Path, accounts_path: Path
) -> None:
    """Note at the first start which log the file of accounts belongs to; later compare.

    `identity` is that of the log at `path`. Raises AnotherLog.
    """
    with accounts_file.transaction() as session:
        row = session.get(EventLogRow, _ONLY)
        if row is None:
            session.add(EventLogRow(event_log_id=_ONLY, identity=identity))
        elif row.identity != identity:
            raise AnotherLog(path, accounts_path)
