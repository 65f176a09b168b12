"""The event log and the file of accounts of one folder belong together.

Were the log lost, or another one put in its place, a server would begin without a match and say
nothing, while accounts, keys and links are all there. Were the accounts lost, it would begin
without a director, and whoever came first would direct the matches that are played.
"""

from dataclasses import dataclass
from pathlib import Path

from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import EventLogRow
from server.store.database_file import DatabaseRefused
from server.store.event_log.sqlite_log import SqliteEventLog

IMPORTED_STREAM = "imported/"
"""How the names of streams begin that hold a match file that was taken in."""
_ONLY = 1


@dataclass(frozen=True, slots=True)
class LogIdentity:
    """What tells an event log from others, and whether events of a hall are in it yet."""

    identity: bytes
    has_events: bool

    @classmethod
    async def of(cls, event_log: SqliteEventLog) -> "LogIdentity":
        """That of an open log; files taken in by `yalta import` need no accounts."""
        streams = await event_log.heads()
        played = any(not each.startswith(IMPORTED_STREAM) for each in streams)
        return cls(await event_log.identity(), played)


class AnotherLog(DatabaseRefused):
    """The accounts were made with another event log than the one that is there."""

    def __init__(self, path: Path, accounts: Path) -> None:
        super().__init__(
            f"{path} is not the event log that the accounts in {accounts} belong to: it is new and"
            " empty, or another folder's. Operator: put the event log back, from a backup if need"
            f" be; if it is lost, move {accounts} away too: the server then begins new records"
        )


class AccountsLost(DatabaseRefused):
    """The accounts are new, and the event log they are to belong to is not."""

    def __init__(self, path: Path, accounts: Path) -> None:
        super().__init__(
            f"{accounts} is new and empty, but matches are recorded in {path}: the accounts, the"
            " persons' names, boards' keys and links that belong to them are lost. Operator: put"
            " the file back, from a backup if need be; if there is none, start once with"
            " YALTA_NEW_ACCOUNTS=1, which begins new accounts beside these matches"
        )


def check_files_match(
    accounts_file: AccountsFile,
    log: LogIdentity,
    path: Path,
    accounts_path: Path,
    *,
    new_accounts: bool = False,
) -> None:
    """Note at the first start which log the file of accounts belongs to; later compare.

    `path` is the log's. `new_accounts` lets new ones begin beside a log that has events. Raises
    AnotherLog, AccountsLost.
    """
    with accounts_file.transaction() as session:
        row = session.get(EventLogRow, _ONLY)
        if row is None and log.has_events and not new_accounts:
            raise AccountsLost(path, accounts_path)
        if row is None:
            session.add(EventLogRow(event_log_id=_ONLY, identity=log.identity))
        elif row.identity != log.identity:
            raise AnotherLog(path, accounts_path)
