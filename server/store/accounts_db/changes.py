"""The record of changes to accounts, links, keys and persons: who made each of them, and when.

Rows are only ever added. They refer to accounts, links, boards and persons by id. A name can be
erased, so names are not stored here but looked up by those ids.
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
    """A change as stored.

    `at` is in UTC. `actor` is the sender of the command that made the change, named as in the event
    log. `command_id` is the id that the sender gave the command, or empty. `kind` names the kind of
    change; `fields`, a JSON object, has the changed values.
    """

    at: datetime
    actor: str
    command_id: str
    kind: str
    fields: str


class RecordedChanges:
    """The record of changes in the accounts file.

    Any thread may call the methods; all of them can raise AccountsUnavailable. `now` returns the
    time in UTC.
    """

    def __init__(self, accounts_file: AccountsFile, now: Callable[[], datetime]) -> None:
        self._file, self._now = accounts_file, now

    def add(self, actor: str, command_id: str, kind: str, fields: str) -> None:
        """Add one change to the record. Call it in the same transaction as the change itself.

        The parameters are the fields of RecordedChange.
        """
        at = unix_microseconds(self._now())
        row = ChangeRow(at=at, actor=actor, command_id=command_id, kind=kind, fields=fields)
        with self._file.transaction() as session:
            session.add(row)

    def count(self) -> int:
        """Return the number of changes."""
        with self._file.transaction() as session:
            return session.exec(select(func.count()).select_from(ChangeRow)).one()

    def newest(self, most: int, skipped: int = 0) -> Sequence[RecordedChange]:
        """Return at most `most` changes, the newest first, without the `skipped` newest ones."""
        query = select(ChangeRow).order_by(col(ChangeRow.change_id).desc())
        with self._file.transaction() as session:
            return [_recorded(row) for row in session.exec(query.offset(skipped).limit(most))]

    def with_command_id(self) -> Sequence[RecordedChange]:
        """Return every change whose `command_id` is not empty, the oldest first."""
        query = select(ChangeRow).where(col(ChangeRow.command_id) != "")
        with self._file.transaction() as session:
            return [_recorded(row) for row in session.exec(query.order_by("change_id"))]


def _recorded(row: ChangeRow) -> RecordedChange:
    at = from_unix_microseconds(row.at)
    return RecordedChange(at, row.actor, row.command_id, row.kind, row.fields)
