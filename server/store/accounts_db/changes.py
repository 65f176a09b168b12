"""The record of changes to accounts, links, keys and persons, with their actors and times.

Rows are only ever added. The ids in them are of accounts, links, boards and persons; names, which
can be erased, are read beside them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import col, func, select

from rules.ledger import from_unix_microseconds, unix_microseconds
from server.store.accounts_db.accounts_file import AccountsFile
from server.store.accounts_db.tables import ChangeRow


@dataclass(frozen=True, slots=True)
class RecordedChange:
    """A change as stored: `kind` and `fields`, a JSON object, describe it; the moment is in UTC.

    `actor` is the command's sender as named in the event log; `command_id` is the sender's own,
    empty for none.
    """

    at: datetime
    actor: str
    command_id: str
    kind: str
    fields: str


class RecordedChanges:
    """The record in the file; any thread may call, and every call may raise AccountsUnavailable.

    `now` is the time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now

    def add(self, actor: str, command_id: str, kind: str, fields: str) -> None:
        """Add one change, in the transaction that makes it."""
        at = unix_microseconds(self._now())
        row = ChangeRow(at=at, actor=actor, command_id=command_id, kind=kind, fields=fields)
        with self._file.transaction() as session:
            session.add(row)

    def count(self) -> int:
        """Return the number of changes."""
        with self._file.transaction() as session:
            return session.exec(select(func.count()).select_from(ChangeRow)).one()

    def newest(self, most: int, skipped: int = 0) -> Sequence[RecordedChange]:
        """Return the newest changes, the last one first, after `skipped` newer ones."""
        query = select(ChangeRow).order_by(col(ChangeRow.change_id).desc())
        with self._file.transaction() as session:
            return [_recorded(row) for row in session.exec(query.offset(skipped).limit(most))]

    def with_command_id(self) -> Sequence[RecordedChange]:
        """Return every change whose command had an id, in their order."""
        query = select(ChangeRow).where(col(ChangeRow.command_id) != "")
        with self._file.transaction() as session:
            return [_recorded(row) for row in session.exec(query.order_by("change_id"))]


def _recorded(row: ChangeRow) -> RecordedChange:
    at = from_unix_microseconds(row.at)
    return RecordedChange(at, row.actor, row.command_id, row.kind, row.fields)
